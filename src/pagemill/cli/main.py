"""The verbs, the exit codes, and the one place where errors end."""

from __future__ import annotations

import difflib
import errno
import importlib
import io
import os
import select
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn, Protocol, cast

from pagemill import __version__, native
from pagemill.cli.console import Console, one_line, visible
from pagemill.cli.streams import drop, remark
from pagemill.errors import DocumentError, PagemillError, UsageError

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

DONE = 0
DONE_WITH_REJECTS = 1
WRONG_USAGE = 2
NOT_DONE = 3

VERBS = {
    "init": "make an empty collection",
    "crawl": "fetch pages from the web into the collection's archive",
    "import": "take pages into the collection's archive",
    "build": "purify pages, find duplicates, index: whatever is missing or changed",
    "view": "show one page purified, as a DocView",
    "duplicates": "list pages that are copies of each other",
    "compare-methods": "compare methods of finding duplicates on texts of your own",
    "search": "find pages by their words",
    "seeds": "propose pages with which to begin a crawl about a topic, with reasons",
    "links": "show where pages stand by their links: PageRank, hubs, authorities",
    "judge": "judge search by known items, with and without cleaning",
    "profile": "show, enlarge or erase the interests of the one who searches",
    "directory": "show the categories as a tree with counts",
    "fame": "show which pages and hosts mention a name, over time",
    "phrases": "show words and phrases that came up lately",
    "topic": "find the pages about a topic, and make a collection of them",
    "products": "list the products that pages describe, with prices",
    "sample": "draw pages by chance, the same with the same seed",
    "words": "show stop words that the pages teach, and a page's keywords by weight",
    "categories": "show which categories pages have, or learn them of labelled examples",
    "status": "show what the collection holds and what became of every row",
    "explain": "show what each stage decided about one page, and why",
    "history": "show all captures of one page and what links to it",
    "serve": "look at the collection, and at any page, in a browser",
    "measure": "measure how large, complete, fresh or redundant an engine or collection is",
    "changes": "list new, changed and vanished pages, also as a feed",
    "lab": "try every way of measuring in an invented web where the truth is known",
    "export": "write the kept pages as a data set, JSONL, Markdown, WARC and others",
    "check": "verify archives and collections without changing them",
    "forget": "remove a page or a host for good and never take it in again",
}
"""Every verb in the order of the work, with the line that ``--help`` shows for it."""

MODULES = {
    "crawl": "intake.crawl",
    "import": "intake.import_",
    "compare-methods": "compare_methods",
    "seeds": "find.seeds",
    "links": "find.links",
    "judge": "find.judge",
    "profile": "find.profile",
    "directory": "find.directory",
    "fame": "find.fame",
    "phrases": "find.phrases",
    "topic": "find.topic",
    "products": "find.products",
    "sample": "find.sample",
    "history": "inspect.history",
    "check": "inspect.check",
    "words": "inspect.words",
    "categories": "inspect.categories",
    "measure": "measure.measure",
    "changes": "measure.changes",
    "lab": "measure.lab",
}
"""Verbs whose module has another name than they, or stands in a folder of its own."""

PURPOSE = "Turn raw web pages into a clean, de-duplicated, searchable collection."

EXIT_CODES = """more on a verb: pagemill VERB --help

exit codes:
  0  done
  1  done, but documents were rejected or an input was damaged
  2  wrong usage or configuration: nothing was changed
  3  not done: the surroundings failed (disk, permission, a damaged or newer
     collection, an interrupt); nothing stored is lost, repeat the command

example:
  pagemill init my.collection
  pagemill import my.collection crawl.warc.gz
  pagemill build my.collection
  pagemill search my.collection bread oven"""

ADVICE = {
    errno.ENOSPC: "free some space and repeat the command",
    errno.EDQUOT: "free some space and repeat the command",
    errno.EROFS: "choose a folder that can be written and repeat the command",
    errno.EACCES: "get permission for it and repeat the command",
    errno.EPERM: "get permission for it and repeat the command",
    errno.EMFILE: "raise the limit of open files (ulimit -n) and repeat the command",
    errno.ENOENT: "check the path and repeat the command",
    errno.ENOTDIR: "check the path and repeat the command",
    errno.EISDIR: "check the path and repeat the command",
    errno.ENAMETOOLONG: "choose a shorter name",
}
"""What to do about an error of the operating system, by its number."""


class Verb(Protocol):
    """What the module of a verb offers."""

    DESCRIPTION: str
    EXAMPLE: str

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the verb's arguments."""
        ...

    def run(self, args: Namespace, console: Console) -> bool:
        """Do the work and tell whether its result is clean."""
        ...


class Parser(ArgumentParser):
    """An argument parser whose errors are errors of ours: one line, one exit code."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line.

        Raises:
            UsageError: always.
        """
        raise UsageError(f"{message}; see {self.prog} --help")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help, and unlike the original let a full disk or a gone reader be known."""
        (file or sys.stderr).write(message)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = _run(words)
        sys.stdout.flush()  # a full disk must be told now, not when the interpreter ends
    except BrokenPipeError as error:
        if not _is_reader_gone():
            return _told(error)
        drop(sys.stdout)
        return DONE
    except (PagemillError, OSError, KeyboardInterrupt, MemoryError) as error:
        return _told(error)
    except Exception as error:  # a slip of ours must not end in a traceback either
        if os.environ.get("PAGEMILL_TRACEBACK"):
            raise
        return _told(error)
    return code


def whole_parser(verb: str | None = None) -> ArgumentParser:
    """Build the parser of the whole command; only the named verb's module is loaded."""
    parser = Parser(
        prog="pagemill",
        usage="pagemill [-h] [--version] VERB ...",
        description=f"{PURPOSE}\n\nverbs, in the order of the work:\n{_verb_list()}",
        epilog=EXIT_CODES,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    version = f"pagemill {__version__} ({native.description()})"
    parser.add_argument("--version", action="version", version=version)
    verbs = parser.add_subparsers(
        prog="pagemill",
        dest="verb",
        metavar="VERB",
        required=True,
        title="verbs",
        help=SUPPRESS,
    )
    for name in VERBS:
        module = loaded(name) if name == verb else None
        sub = verbs.add_parser(
            name,
            description=module.DESCRIPTION if module else None,
            epilog=f"example:\n{_indented(module.EXAMPLE)}" if module else None,
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if module:
            module.add_arguments(sub)
    return parser


def loaded(verb: str) -> Verb:
    """Import the module of a verb."""
    return cast("Verb", importlib.import_module(f"pagemill.cli.{MODULES.get(verb, verb)}"))


def _run(words: Sequence[str]) -> int:
    verb = next((word for word in words if not word.startswith("-")), None)
    if verb is not None and verb not in VERBS:
        raise UsageError(f"{verb}: no such verb; {_nearest(verb)}see pagemill --help")
    try:
        args = _parsed(whole_parser(verb), words)
    except SystemExit as stop:  # argparse ends --help and --version this way
        return int(stop.code or DONE)
    console = Console(
        out=sys.stdout,
        err=sys.stderr,
        is_quiet=getattr(args, "quiet", False),
        is_json=getattr(args, "json", False),
    )
    return DONE if loaded(args.verb).run(args, console) else DONE_WITH_REJECTS


def _parsed(parser: ArgumentParser, words: Sequence[str]) -> Namespace:
    """Arguments of a verb; its URLs may stand behind its options too.

    argparse takes a list that may be empty for empty as soon as an option stands before it.
    """
    args, rest = parser.parse_known_args(words)
    if rest and hasattr(args, "urls") and not any(one.startswith("-") for one in rest):
        args.urls = [*args.urls, *rest]
    elif rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return args


def _told(error: BaseException) -> int:
    line, code = _line(error)
    try:
        sys.stdout.flush()
    except OSError:
        drop(sys.stdout)
    remark(f"pagemill: error: {visible(one_line(line))}\n", sys.stderr)
    return code


def _line(error: BaseException) -> tuple[str, int]:
    if isinstance(error, DocumentError):
        return str(error), DONE_WITH_REJECTS
    if isinstance(error, PagemillError):
        return str(error), error.exit_code
    if isinstance(error, OSError):
        return _system_line(error), NOT_DONE
    if isinstance(error, KeyboardInterrupt):
        return "interrupted: nothing stored is lost; repeat the command to go on", NOT_DONE
    if isinstance(error, MemoryError):
        return "out of memory: nothing stored is lost; use fewer --workers", NOT_DONE
    return (
        f"internal error: {type(error).__name__}: {error}; nothing stored is lost; please "
        f"report this with what PAGEMILL_TRACEBACK=1 in the environment makes it print"
    ), NOT_DONE


def _system_line(error: OSError) -> str:
    what = error.strerror or str(error) or type(error).__name__
    where = (
        f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
    )
    advice = ADVICE.get(error.errno or 0, "repeat the command once that is put right")
    return f"{where}{what}; nothing stored is lost; {advice}"


def _is_reader_gone() -> bool:
    """Tell whether the reader of the output has seen enough, as ``head`` does."""
    watch = select.poll()
    watch.register(sys.stdout.fileno(), 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in watch.poll(0))


def _nearest(verb: str) -> str:
    nearest = difflib.get_close_matches(verb, VERBS, n=1)
    return f"did you mean {nearest[0]}? " if nearest else ""


def _verb_list() -> str:
    width = max(map(len, VERBS))
    return "\n".join(f"  {name.ljust(width)}  {summary}" for name, summary in VERBS.items())


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())
