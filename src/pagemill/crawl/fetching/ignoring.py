"""Which files of a folder are left out: rules as in ``.gitignore``, read where they lie.

A file named ``.gitignore``, ``.ignore`` or ``.pagemillignore`` counts for its folder and all
below; the deepest one that says anything decides. What lies below an ignored folder is ignored,
whatever a rule further down says. Hidden names are left out in any case.

Source: the manual of git, ``gitignore(5)``; patterns are matched by pathspec.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from pathspec import GitIgnoreSpec

FILES: Final = (".gitignore", ".ignore", ".pagemillignore")
_MOST_FOLDERS: Final = 10_000
_LONGEST: Final = 1 << 20


class Ignoring:
    """The rules below some folders.

    Args:
        roots: the folders, links of the file system resolved.
        patterns: rules that hold at each of them, before those in files.

    Raises:
        ValueError: one of them is no rule.
    """

    def __init__(self, roots: Iterable[Path], patterns: Iterable[str] = ()) -> None:
        self._roots = list(roots)
        self._patterns = tuple(patterns)
        GitIgnoreSpec.from_lines(self._patterns)
        self._known: dict[Path, tuple[tuple[float, ...], GitIgnoreSpec]] = {}

    def leaves_out(self, path: Path, *, is_folder: bool) -> bool:
        """Whether a file or folder is not to be read.

        Args:
            path: below a root, links of the file system resolved.
            is_folder: whether it is a folder.
        """
        root = max(
            (one for one in self._roots if one in path.parents), default=None, key=_depth
        )
        if root is None:
            return False  # a folder that was named itself, or a file that was
        parts = path.relative_to(root).parts
        if any(part.startswith(".") for part in parts):
            return True
        return any(
            self._is_ignored(root, parts[:count], is_folder=is_folder or count < len(parts))
            for count in range(1, len(parts) + 1)
        )

    def _is_ignored(self, root: Path, parts: tuple[str, ...], *, is_folder: bool) -> bool:
        """What the deepest rule says of one name on the way; folders above are not ignored."""
        mark = "/" if is_folder else ""
        for count in range(len(parts) - 1, -1, -1):
            folder = root.joinpath(*parts[:count])
            said = self._rules(folder, is_root=not count).check_file(
                "/".join(parts[count:]) + mark
            )
            if said.include is not None:
                return bool(said.include)
        return False

    def _rules(self, folder: Path, *, is_root: bool) -> GitIgnoreSpec:
        files = [folder / name for name in FILES]
        stamps = tuple(_stamp(one) for one in files)
        known = self._known.get(folder)
        if known is not None and known[0] == stamps:
            return known[1]
        lines = list(self._patterns) if is_root else []
        for file, stamp in zip(files, stamps, strict=True):
            lines += _lines(file) if stamp else []
        rules = GitIgnoreSpec.from_lines(lines)
        if len(self._known) >= _MOST_FOLDERS:
            self._known.pop(next(iter(self._known)))
        self._known[folder] = stamps, rules
        return rules


def _depth(path: Path) -> int:
    return len(path.parts)


def _stamp(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def _lines(file: Path) -> list[str]:
    try:
        with file.open("rb") as opened:
            text = opened.read(_LONGEST)
    except OSError:
        return []
    return [one for one in text.decode("utf-8", "replace").splitlines() if _is_rule(one)]


def _is_rule(line: str) -> bool:
    """Whether a line can be meant: one that cannot must not end a crawl."""
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
