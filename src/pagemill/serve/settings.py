"""How the browser is served, and to whom."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address

from pagemill.errors import UsageError

LOOPBACK = "127.0.0.1"
PORT = 8017
PROXIES = (LOOPBACK, "::1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a person decides about serving.

    Attributes:
        host: address to listen at.
        port: port to listen at; 0 for any free one.
        password: what visitors must know; ``""`` where they need not.
        user_header: header in which a proxy names a visitor that it has let in; ``""`` for
            none.
        proxies: addresses of the proxies whose word is taken.
        networks: private networks that an address given by a visitor may lead to.
        user: user of ``access.toml`` in whose name visitors are served whom no proxy names;
            ``""`` for the one who can read the folder.

    Raises:
        UsageError: other machines could come in without a login, or an address is none.
    """

    host: str = LOOPBACK
    port: int = PORT
    password: str = ""
    user_header: str = ""
    proxies: tuple[str, ...] = PROXIES
    networks: tuple[str, ...] = ()
    user: str = ""

    def __post_init__(self) -> None:
        for proxy in self.proxies:
            _address(proxy, "--proxy")
        if not (is_loopback(self.host) or self.needs_login):
            raise UsageError(
                f"--host {self.host}: other machines reach this address, so visitors must log "
                "in; give --password-file, or --user-header behind a proxy that knows them"
            )

    @property
    def needs_login(self) -> bool:
        """Whether a visitor has to say who he is."""
        return bool(self.password or self.user_header)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address.

    Raises:
        UsageError: it is neither an IP address nor ``localhost``.
    """
    return host == "localhost" or _address(host, "--host")


def _address(text: str, option: str) -> bool:
    try:
        return ip_address(text).is_loopback
    except ValueError:
        raise UsageError(
            f"{option} {text}: no IP address; give one such as 127.0.0.1 or ::1"
        ) from None
