"""What checking archives and collections found."""

from __future__ import annotations

from dataclasses import dataclass

from pagemill.model.capture import Damage


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One file that was checked.

    Attributes:
        file: its path.
        records: sound records, or rows of a table, in it.
        digests: digests stated in it that were computed and held.
        damage: places that are not sound, by offset.
    """

    file: str
    records: int
    digests: int
    damage: list[Damage]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """Everything that was checked.

    Attributes:
        files: one by one.
    """

    files: list[Checked]

    @property
    def damage(self) -> list[Damage]:
        """Every damaged place."""
        return [damage for one in self.files for damage in one.damage]

    @property
    def is_clean(self) -> bool:
        """Whether all is sound."""
        return not self.damage
