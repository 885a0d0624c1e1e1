"""``pagemill serve``: look at a collection, and at any page, in a browser."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import suppress

from pagemill.api import Collection
from pagemill.cli.arguments import add_collection, add_user, natural, place
from pagemill.cli.console import Console
from pagemill.errors import UsageError

DESCRIPTION = """Show the collection DIR in a browser: a generator of DocViews that tells what
became of each block of a page and why, the funnel, every page's story, duplicates, search and
the crawl. It listens to this machine alone unless told otherwise, and goes on until it is
interrupted. It needs: pip install 'pagemill[serve]'."""
EXAMPLE = """pagemill serve my.collection
pagemill serve my.collection --host 0.0.0.0 --password-file password.txt"""

NEEDED = ("starlette", "uvicorn", "jinja2", "python_multipart", "markupsafe")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_collection(parser)
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address to listen at (default: 127.0.0.1); one that other machines reach wants "
        "a login",
    )
    parser.add_argument(
        "--port", type=natural, default=8017, help="port (default: 8017); 0 for any free one"
    )
    _add_visitors(parser)
    add_user(parser)
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="only check that all is ready, and say where it would be shown",
    )


def _add_visitors(parser: ArgumentParser) -> None:
    """Declare who may come in, and what visitors may ask for."""
    parser.add_argument(
        "--password-file",
        metavar="FILE",
        type=place,
        help="visitors must know the first line of FILE, which its owner alone may open",
    )
    parser.add_argument(
        "--user-header",
        metavar="NAME",
        default="",
        help="a proxy lets visitors in and names them in this header; where access.toml is, "
        "they see only what it allows them",
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help="address of the proxy whose header counts (default: this machine)",
    )
    parser.add_argument(
        "--allow-network",
        metavar="NETWORK",
        action="append",
        default=[],
        help="private network that an address given by a visitor may lead to",
    )


def run(args: Namespace, console: Console) -> bool:
    """Serve until interrupted."""
    collection = Collection.open(args.dir)
    try:
        from pagemill.serve.listening import serve  # noqa: PLC0415 - an extra may be missing
        from pagemill.serve.safety.login import read_password  # noqa: PLC0415
        from pagemill.serve.settings import PROXIES, Settings  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name not in NEEDED:
            raise
        raise UsageError(
            f"serve: {error.name} is not installed; run pip install 'pagemill[serve]'"
        ) from None
    settings = Settings(
        host=args.host,
        port=args.port,
        password=read_password(args.password_file) if args.password_file else "",
        user_header=args.user_header,
        proxies=tuple(args.proxy) or PROXIES,
        networks=tuple(args.allow_network),
        user=args.user,
    )
    for user in {args.user, *collection.users()}:
        collection.seen_by(user)
    if args.dry_run:
        console.say(f"ready: {collection.root} would be shown at {args.host}:{args.port}")
        return True

    def tell(where: str) -> None:
        console.say(f"{collection.root}: {where}")
        console.out.flush()  # whoever started this may be waiting for the address
        console.remark("interrupt to end (Ctrl-C)")

    with suppress(KeyboardInterrupt):
        serve(args.dir, settings, tell)
    return True
