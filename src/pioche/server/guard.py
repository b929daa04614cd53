"""The door: headers, origins, rates and sizes, before any route is asked."""

import ipaddress
from collections import OrderedDict
from collections.abc import Iterable
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

Headers = Iterable[tuple[bytes, bytes]]

CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline';"
    " img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self';"
    " worker-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)
SECURITY: Final = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]
HSTS: Final = (b"strict-transport-security", b"max-age=31536000")

#: Requests that cost more than one: how many of the allowance they use up.
COSTS: Final = {
    ("POST", "/api/tables"): 5,
    ("POST", "/api/verify"): 10,
    ("POST", "/api/replay"): 3,
    ("POST", "/api/analysis"): 20,
    ("POST", "/api/mine"): 3,
}
BURST: Final = 300.0
RATE: Final = 20.0  # a second
REMEMBERED: Final = 20_000  # addresses


def header(headers: Headers, name: bytes) -> str:
    """Return a header's value, or nothing."""
    return next((v.decode("latin-1") for n, v in headers if n == name), "")


def own_origin(headers: Headers, allowed: frozenset[str]) -> bool:
    """Tell whether a browser's page comes from this server (or is no browser's)."""
    origin = header(headers, b"origin")
    if not origin:
        return True  # no browser: keys travel in messages, so nothing can be borrowed
    if origin in allowed:
        return True
    return urlsplit(origin).netloc == header(headers, b"host") != ""


def is_near(client: Any) -> bool:
    """Tell whether a request comes from this machine or its private network."""
    if not client:
        return True
    try:
        ip = ipaddress.ip_address(client[0])
    except ValueError:
        return False
    return ip.is_loopback or ip.is_private


class Rates:
    """So many requests an address (or mails a reader), then a pause."""

    def __init__(
        self, factor: float = 1.0, burst: float = BURST, rate: float = RATE
    ) -> None:
        self.factor = factor
        self.burst, self.rate = burst * factor, rate * factor
        self.known: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, who: str, cost: float) -> bool:
        """Count a request; tell whether it may be carried out."""
        if not self.factor:
            return True
        now = monotonic()
        left, since = self.known.pop(who, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        fine = left >= cost
        self.known[who] = (left - cost if fine else left, now)
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        return fine


def address_of(client: Any) -> str:
    """Return whose requests are counted together: an address, or a network of 64 bits."""
    address = str(client[0]) if client else ""
    return ":".join(address.split(":")[:4]) if ":" in address else address
