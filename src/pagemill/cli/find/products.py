"""``pagemill products``: what pages offer, as a table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_json, add_read_collection
from pagemill.cli.console import Console, one_line
from pagemill.collection.layout import Layout
from pagemill.model.product import Product
from pagemill.sharing.products import product_records

DESCRIPTION = """List the products that kept pages of the collection DIR describe for
machines (JSON-LD or microdata): name, brand, price, currency, availability and
identifiers; with --json also where the name stands in the source. The same as a
Parquet file is written by 'pagemill export --to products'."""
EXAMPLE = "pagemill products my.collection"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_read_collection(parser)
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show the products."""
    found = list(product_records(Layout(Collection.open(args.dir).seen_by(args.user).root)))
    if console.is_json:
        console.json(found)
    else:
        show(found, console)
    return True


def show(found: list[Product], console: Console) -> None:
    """Print a row for each product."""
    console.say(f"{len(found):,} products")
    if found:
        console.table(
            ["name", "brand", "price", "currency", "availability", "identifiers", "page"],
            [
                (
                    one_line(one.name),
                    one_line(one.brand),
                    "" if one.price is None else f"{one.price:.2f}",
                    one.currency,
                    one.availability,
                    " ".join(f"{kind}:{number}" for kind, number in one.identifiers.items()),
                    one.url,
                )
                for one in found
            ],
        )
