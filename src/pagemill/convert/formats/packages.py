"""Office Open XML packages: parts, and the relations that lead from one to another.

Source:
    ECMA-376, part 2: the Open Packaging Conventions.
"""

from __future__ import annotations

from dataclasses import dataclass
from posixpath import basename, dirname, join, normpath
from zipfile import ZipFile

from pagemill.convert.formats.markup import About
from pagemill.convert.formats.trees import Element, about_of, parsed
from pagemill.errors import DocumentError
from pagemill.media.containers import member, safe_zip


@dataclass(frozen=True, slots=True)
class Relation:
    """Where a part refers to; ``kind`` is the last step of the relation's type."""

    kind: str
    target: str
    outside: bool


class Package:
    """An opened package.

    Raises:
        DocumentError: it is broken, encrypted or a bomb.
    """

    def __init__(self, payload: bytes) -> None:
        self._zip: ZipFile = safe_zip(payload)

    def main(self) -> str:
        """Name of the part that the package is about."""
        for relation in self.relations("").values():
            if relation.kind == "officeDocument":
                return relation.target
        raise DocumentError("broken document", "the package names no main part")

    def tree(self, name: str) -> Element | None:
        """A part as a tree; None where there is none."""
        data = member(self._zip, name)
        return parsed(data, name) if data else None

    def relations(self, name: str) -> dict[str, Relation]:
        """Id -> relation of a part, targets inside as names of parts."""
        folder = dirname(name)
        tree = self.tree(join(folder, "_rels", f"{basename(name)}.rels"))
        found: dict[str, Relation] = {}
        for one in () if tree is None else tree:
            outside = one.get("TargetMode") == "External"
            target = one.get("Target", "")
            if not outside:
                target = normpath(join("/", folder, target)).lstrip("/")
            kind = one.get("Type", "").rpartition("/")[2]
            found[one.get("Id", "")] = Relation(kind, target, outside)
        return found

    def about(self) -> About:
        """What the package says of itself."""
        core = next(
            (
                one.target
                for one in self.relations("").values()
                if one.kind == "core-properties"
            ),
            "docProps/core.xml",
        )
        return about_of(self.tree(core))
