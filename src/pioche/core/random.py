"""Chance: it comes from the state and from nowhere else.

A dealt game draws from ChaCha20 (RFC 8439, without a nonce): nobody can compute an
unseen card from seen ones. Playouts draw from sfc32 (Chris Doty-Humphrey's PractRand),
eight times faster. Both give words of 32 bits, kept in int64 so that nothing overflows.
The shuffle is our own, so that a record outlives the versions of Python and NumPy.
"""

import hashlib
from functools import lru_cache
from typing import Final

from pioche.core import given
from pioche.core.rules import Header, Row, jit

FAST: Final = -1
MASK: Final = 0xFFFFFFFF
Words16 = tuple[
    int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int
]


def key(*texts: str) -> list[int]:
    """Turn texts into the eight words of a key."""
    digest = hashlib.sha256()
    for text in texts:
        data = given.seed(text)
        digest.update(len(data).to_bytes(8, "little") + data)
    return [
        int.from_bytes(digest.digest()[4 * i : 4 * i + 4], "little") for i in range(8)
    ]


def seed(s: Header, *texts: str) -> None:
    """Give a state the cryptographic generator of a seed."""
    for i, value in enumerate(key("pioche deal 1", *texts)):
        s.rng[i] = value
    s.rng_at = 0


@jit
def seed_fast(s: Header, a: int, b: int, c: int) -> None:
    """Give a state the fast generator; 96 bits tell one game from another."""
    s.rng[0] = a & MASK
    s.rng[1] = b & MASK
    s.rng[2] = c & MASK
    s.rng[3] = 1
    s.rng_at = FAST
    for _ in range(12):
        word(s)


@jit
def rotate(x: int, places: int) -> int:
    """Turn a word of 32 bits to the left."""
    return ((x << places) & MASK) | (x >> (32 - places))


@jit
def quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Do ChaCha's quarter round."""
    a = (a + b) & MASK
    d = rotate(d ^ a, 16)
    c = (c + d) & MASK
    b = rotate(b ^ c, 12)
    a = (a + b) & MASK
    d = rotate(d ^ a, 8)
    c = (c + d) & MASK
    b = rotate(b ^ c, 7)
    return a, b, c, d


@jit
def block(
    k0: int, k1: int, k2: int, k3: int, k4: int, k5: int, k6: int, k7: int, number: int
) -> Words16:
    """Compute ChaCha20's block of 16 words."""
    n0, n1 = number & MASK, (number >> 32) & MASK
    a0, a1, a2, a3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    b0, b1, b2, b3 = k0, k1, k2, k3
    c0, c1, c2, c3 = k4, k5, k6, k7
    d0, d1, d2, d3 = n0, n1, 0, 0
    for _ in range(10):
        a0, b0, c0, d0 = quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter(a3, b0, c1, d2)
    return (
        (a0 + 0x61707865) & MASK, (a1 + 0x3320646E) & MASK,
        (a2 + 0x79622D32) & MASK, (a3 + 0x6B206574) & MASK,
        (b0 + k0) & MASK, (b1 + k1) & MASK, (b2 + k2) & MASK, (b3 + k3) & MASK,
        (c0 + k4) & MASK, (c1 + k5) & MASK, (c2 + k6) & MASK, (c3 + k7) & MASK,
        (d0 + n0) & MASK, (d1 + n1) & MASK, d2 & MASK, d3 & MASK,
    )  # fmt: skip


#: The twin asks for the same block sixteen times; compiled code just computes it again.
block = lru_cache(256)(block)
block.__dict__["jit"] = True


@jit
def word(s: Header) -> int:
    """Draw 32 bits."""
    r = s.rng
    if s.rng_at == FAST:
        drawn = (r[0] + r[1] + r[3]) & MASK
        r[3] = (r[3] + 1) & MASK
        r[0] = r[1] ^ (r[1] >> 9)
        r[1] = (r[2] + (r[2] << 3)) & MASK
        r[2] = (rotate(r[2], 21) + drawn) & MASK
        return drawn
    words = block(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], s.rng_at >> 4)
    drawn = words[s.rng_at & 15]
    s.rng_at += 1
    return drawn


@jit
def below(s: Header, n: int) -> int:
    """Draw a number from 0 to n - 1, each equally likely (Lemire's rejection)."""
    product = word(s) * n
    if product & MASK < n:
        reject = (MASK + 1 - n) % n
        while product & MASK < reject:
            product = word(s) * n
    return product >> 32


@jit
def shuffle(s: Header, cards: Row, count: int) -> None:
    """Shuffle the first `count` cards of a row (Fisher and Yates)."""
    for i in range(count - 1, 0, -1):
        j = below(s, i + 1)
        kept = cards[i]
        cards[i] = cards[j]
        cards[j] = kept
