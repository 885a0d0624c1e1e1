"""``pagemill duplicates``: list pages that are copies of each other."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence

from pagemill.api import Collection
from pagemill.cli.arguments import add_json, add_read_collection, place, positive, share
from pagemill.cli.console import Console
from pagemill.cli.explain import show_removal
from pagemill.dedup.anchor.stage import LEFT_OUT
from pagemill.errors import UsageError
from pagemill.model.cluster import Cluster, DuplicatePair, NearMatch, Removed

MATCHES = 10
"""Pages that a text is found on, told unless another number is wanted."""

DESCRIPTION = """List the clusters of duplicates in the collection DIR: the page that is kept,
and under it its copies, each with its exact resemblance to the kept page. With
a URL only that page's cluster; if the page was removed, the passages in which it
differs from the kept one stand side by side.

With --method or --threshold duplicates are looked for anew; the collection stays
as it was built. The similarity is then what the method says. 'pagemill
compare-methods --list' lists the methods, without --list it compares them.

With --text the pages that the text in FILE is a near duplicate of, the most similar
first, with its resemblance to each and the share of it that the page contains."""
EXAMPLE = """pagemill duplicates my.collection
pagemill duplicates my.collection https://example.org/a
pagemill duplicates my.collection --method simhash
pagemill duplicates my.collection --method winnowing --threshold 0.9
pagemill duplicates my.collection --text draft.txt --rarest"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_read_collection(parser)
    parser.add_argument("url", metavar="URL", nargs="?", help="page whose copies are wanted")
    parser.add_argument("--method", metavar="NAME", help="look anew, by this method")
    parser.add_argument(
        "--threshold", metavar="T", type=share, help="look anew, for this similarity"
    )
    parser.add_argument(
        "--link",
        choices=("anchored", "single"),
        help="look anew; single: clusters of all that pairs lead to, with their diameter",
    )
    parser.add_argument(
        "--text", metavar="FILE", type=place, help="look up the text in FILE instead"
    )
    parser.add_argument(
        "--rarest",
        action="store_true",
        help="with --text: all pages that share its rarest passages, however few",
    )
    parser.add_argument(
        "--limit", metavar="N", type=positive, help="with --text: pages at most (default: 10)"
    )
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show the clusters, or the matches of a text."""
    collection = Collection.open(args.dir).seen_by(args.user)
    _refuse_mixed(args)
    if args.text is not None:
        text = args.text.read_text(encoding="utf-8", errors="replace")
        found = collection.near(text, args.limit or MATCHES, rarest=args.rarest)
        show_matches(found, console)
        return True
    duplicates = collection.duplicates(
        args.url, method=args.method, threshold=args.threshold, link=args.link
    )
    every = duplicates.pairs, duplicates.clusters
    show(*every, console, duplicates.removed(), duplicates.left_out)
    is_anew = (args.method, args.threshold, args.link) != (None, None, None)
    if args.url and not is_anew and not console.is_json:
        explanation = collection.explain(args.url)
        if explanation.removal is not None:
            console.say()
            show_removal(explanation.url, explanation.removal, console)
    return True


def _refuse_mixed(args: Namespace) -> None:
    """Refuse an argument that would do nothing beside the others."""
    if args.text is None:
        idle = {"--rarest": args.rarest, "--limit": args.limit is not None}
        wrong = [f"{name}: needs --text" for name, is_given in idle.items() if is_given]
    else:
        names = ("url", "method", "threshold", "link")
        given = [name for name in names if getattr(args, name) is not None]
        shown = ["URL" if name == "url" else f"--{name}" for name in given]
        wrong = [f"{name}: not together with --text" for name in shown]
    if wrong:
        raise UsageError(wrong[0])


def show(
    pairs: Iterable[DuplicatePair],
    clusters: Iterable[Cluster],
    console: Console,
    removed: Iterable[Removed] | None = None,
    left_out: int = 0,
) -> None:
    """Print each cluster, its kept page first; as JSON what each is removed for too."""
    if left_out:
        console.remark(f"{LEFT_OUT}: {left_out:,}")
    if console.is_json:
        lists: dict[str, Iterable[object]] = {"pairs": pairs, "clusters": clusters}
        console.json_lists(lists if removed is None else lists | {"removed": removed})
        return
    resemblance = {(pair.left, pair.right): pair.similarity for pair in pairs}
    # Exact copies of a removed page have no pair with the kept one of their own.
    known = {one.id: one.similarity for one in removed or ()}
    count = 0
    for cluster in clusters:
        count += 1
        _show_one(cluster, resemblance, known, console)
    console.remark(f"clusters: {count:,}")


def show_matches(matches: Sequence[NearMatch], console: Console) -> None:
    """Print the pages that a text was found on."""
    if console.is_json:
        console.json_lists({"matches": matches})
        return
    for match in matches:
        console.say(f"{match.similarity:.3f}  {match.contained:.3f}  {match.url}")
    console.remark(f"matches: {len(matches):,}")


def _show_one(
    cluster: Cluster,
    resemblance: dict[tuple[str, str], float],
    known: dict[str, float | None],
    console: Console,
) -> None:
    kept = cluster.representative
    far = "" if cluster.diameter is None else f"  (diameter {cluster.diameter},"
    far += f" least {cluster.least:.3f})" if cluster.least is not None else ""
    console.say(f"kept   {kept}{far}")
    for member in cluster.members:
        if member == kept:
            continue
        pair = (min(member, kept), max(member, kept))
        similarity = resemblance.get(pair, known.get(member))
        figure = "     " if similarity is None else f"{similarity:.3f}"
        console.say(f"{figure}  {member}")
