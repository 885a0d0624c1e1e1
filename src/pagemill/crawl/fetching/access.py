"""How sites are reached that do not answer just anybody: proxy, own authority, logins, cookies.

A secret belongs to one site: it is sent to the host or origin that it was given for, however an
address of it was met, and to nobody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pagemill.crawl.fetching.fetch import Headers


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form of a login page that is filled in once, before a crawl begins.

    Attributes:
        url: address of the page with the form.
        fields: values by the names of its fields; hidden fields are sent as they stand.
    """

    url: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """What proves at one site who asks.

    Attributes:
        user: name for basic authentication, or ``""``.
        password: see ``user``.
        headers: header fields that are sent.
        form: a form that is filled in once; None for none.
    """

    user: str = ""
    password: str = field(default="", repr=False)
    headers: Headers = field(default=(), repr=False)
    form: Form | None = field(default=None, repr=False)


NOBODY = Login()
"""Nothing is proved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """How sites are reached.

    Attributes:
        proxy: address of a proxy, or ``""``. The guard is then asked for the target's name by
            its resolved addresses, and the proxy is trusted to go nowhere else.
        authorities: file of certificates in PEM form that are trusted in place of the
            system's, or ``""``.
        logins: by host, such as ``wiki.example``, or by origin, such as
            ``https://wiki.example:8443``.
        cookies: lines of a cookie file as browsers export it (Netscape's format).
    """

    proxy: str = ""
    authorities: str = ""
    logins: Mapping[str, Login] = field(default_factory=dict[str, Login])
    cookies: tuple[str, ...] = field(default=(), repr=False)

    def login(self, scheme: str, host: str, port: int) -> Login:
        """What is proved at a site.

        Args:
            scheme: ``http`` or ``https``.
            host: in lower case.
            port: always given.
        """
        if not self.logins:
            return NOBODY
        usual = {"http": 80, "https": 443}.get(scheme)
        origin = f"{scheme}://{host}" + ("" if port == usual else f":{port}")
        return self.logins.get(origin) or self.logins.get(host) or NOBODY

    @property
    def secrets(self) -> frozenset[bytes]:
        """Names of header fields, in lower case, that no archive may show."""
        names = (name for one in self.logins.values() for name, _ in one.headers)
        return frozenset(name.strip().lower().encode("latin-1", "replace") for name in names)
