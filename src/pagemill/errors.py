"""Every exception of pagemill, ordered by who has to act.

    PagemillError
    ├── UsageError            you: a wrong argument or option            exit code 2
    │   └── ConfigError       you: a wrong line in collection.toml       exit code 2
    ├── SurroundingsError     the machine: disk, permission, a lock      exit code 3
    │   └── CollectionError   the folder: none, damaged, newer           exit code 3
    └── DocumentError         one document: it becomes a reject, work goes on

A message has the form *subject: what is wrong, with the value; what to do about it*. A
document that cannot be used is normal on the web, so :class:`DocumentError` carries a short
``reason`` under which it is counted, and never ends a run.
"""

from __future__ import annotations


class PagemillError(Exception):
    """Anything that pagemill raises on purpose."""

    exit_code: int = 3


class UsageError(PagemillError):
    """The caller asked for something that cannot be: nothing was changed."""

    exit_code = 2


class ConfigError(UsageError):
    """A key or value in ``collection.toml`` is wrong."""


class SurroundingsError(PagemillError):
    """The surroundings failed (disk, permission, lock); nothing stored was lost."""


class CollectionError(SurroundingsError):
    """The folder is no collection, is damaged, or was written by a newer pagemill."""


class DocumentError(PagemillError):
    """One document cannot be used.

    Args:
        reason: short, fixed wording under which rejects are counted, such as ``"not a page"``.
        detail: what exactly was found, for the person who looks at this one document.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(f"{reason}: {detail}" if detail else reason)

    def __reduce__(self) -> tuple[type[DocumentError], tuple[str, str]]:
        """Pickle both parts, so that the error crosses a process border whole."""
        return (type(self), (self.reason, self.detail))
