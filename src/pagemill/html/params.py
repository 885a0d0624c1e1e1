"""Which addresses are one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagemill.errors import UsageError

if TYPE_CHECKING:
    from pagemill.html.url_rules import Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class UrlParams:
    """``[urls]`` of ``collection.toml``.

    What is kept, and what is asked for, stays as it was found: a profile only says which
    addresses a crawl takes for one that it has met.

    Attributes:
        profile: rules by which addresses are compared: standard, crawler, semantic or
            aggressive.
        add: names of further rules, parted by blanks.
        leave_out: names of rules of the profile that are not to be applied.
    """

    profile: str = "standard"
    add: str = ""
    leave_out: str = ""

    def __post_init__(self) -> None:
        """Check that there are such rules.

        Raises:
            ValueError: there is no such profile or rule; the message lists those there are.
        """
        if (self.profile, self.add, self.leave_out) != ("standard", "", ""):
            try:
                self.rules()
            except UsageError as error:
                raise ValueError(str(error)) from None

    def rules(self) -> Profile:
        """The profile that is meant."""
        from pagemill.html.url_rules import profile  # noqa: PLC0415 - for crawls only

        return profile(self.profile, self.add.split(), self.leave_out.split())
