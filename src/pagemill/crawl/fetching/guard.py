"""No request to a private address, however its name is spelt and wherever a redirect leads.

What counts is the address that a name resolves to, looked at for each connection: a public name
may stand for a private machine, and an address may hide in a number, in another base, or inside
an IPv6 address that a gateway would unwrap.

Source: the IANA registries of special-purpose addresses (RFC 6890 and successors).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_SPECIAL: Final[tuple[tuple[str, str], ...]] = (
    ("0.0.0.0/8", "this network"),
    ("10.0.0.0/8", "private"),
    ("100.64.0.0/10", "shared by a provider"),
    ("127.0.0.0/8", "loopback"),
    ("169.254.0.0/16", "link-local, where clouds serve their metadata"),
    ("172.16.0.0/12", "private"),
    ("192.0.0.0/24", "reserved"),
    ("192.0.2.0/24", "documentation"),
    ("192.88.99.0/24", "reserved"),
    ("192.168.0.0/16", "private"),
    ("198.18.0.0/15", "benchmarks"),
    ("198.51.100.0/24", "documentation"),
    ("203.0.113.0/24", "documentation"),
    ("224.0.0.0/4", "multicast"),
    ("240.0.0.0/4", "reserved"),
    ("::/128", "unspecified"),
    ("::1/128", "loopback"),
    ("64:ff9b:1::/48", "private"),
    ("100::/64", "discard"),
    ("2001::/23", "reserved"),
    ("2001:db8::/32", "documentation"),
    ("3fff::/20", "documentation"),
    ("5f00::/16", "reserved"),
    ("fc00::/7", "private"),
    ("fe80::/10", "link-local"),
    ("fec0::/10", "site-local"),
    ("ff00::/8", "multicast"),
)
_FORBIDDEN: Final[tuple[tuple[Network, str], ...]] = tuple(
    (ip_network(network), what) for network, what in _SPECIAL
)
_NAT64: Final = IPv6Network("64:ff9b::/96")
_MAPPED: Final = IPv6Network("::ffff:0:0/96")
_COMPATIBLE: Final = IPv6Network("::/96")
_SIX_TO_FOUR: Final = IPv6Network("2002::/16")


@dataclass(frozen=True, slots=True)
class Guard:
    """Which addresses may be asked.

    Attributes:
        allowed: networks that are allowed though they are private; every other private
            address stays forbidden.
        is_known: whether whoever is asked can tell who asks; without that no public address
            may be asked.
    """

    allowed: tuple[Network, ...] = ()
    is_known: bool = True

    @classmethod
    def allowing(cls, networks: Sequence[str], *, is_known: bool = True) -> Guard:
        """A guard that lets some networks through.

        Args:
            networks: such as ``127.0.0.0/8`` or ``fd00::/8``.
            is_known: see :class:`Guard`.

        Raises:
            ValueError: one is no network; the message says which.
        """
        found: list[Network] = []
        for text in networks:
            try:
                found.append(ip_network(text.strip(), strict=False))
            except ValueError:
                raise ValueError(
                    f"'{text}' is no network; write it as 192.168.1.0/24 or fd00::/8"
                ) from None
        return cls(tuple(found), is_known)

    def refusal(self, address: str) -> str:
        """Why an address may not be asked; ``""`` where it may.

        Example:
            >>> Guard().refusal("::ffff:127.0.0.1")
            'loopback'
        """
        try:
            asked = ip_address(address.partition("%")[0].strip("[]"))
        except ValueError:
            return "no address"
        for one in _unwrapped(asked):
            if any(one in network for network in self.allowed):
                continue
            for network, what in _FORBIDDEN:
                if one in network:
                    return what
            if not self.is_known:
                return "public, and no contact is given"
        return ""


def _unwrapped(address: Address) -> list[Address]:
    """The address, or in its place the IPv4 address that it stands for."""
    if isinstance(address, IPv4Address):
        return [address]
    number = int(address)
    if address in _MAPPED:
        return [IPv4Address(number & 0xFFFFFFFF)]
    if address in _NAT64:
        return [IPv4Address(number & 0xFFFFFFFF)]
    if address in _SIX_TO_FOUR:
        return [address, IPv4Address((number >> 80) & 0xFFFFFFFF)]
    if address in _COMPATIBLE and number > 1:
        return [IPv4Address(number & 0xFFFFFFFF)]
    return [address]
