"""Chance: known answers, fairness, and the same words in both modes."""

from collections import Counter

import numpy as np

from pioche.core import random
from pioche.core.compiled import build
from pioche.core.rules import Header, layout


@layout
class Chance(Header):
    """Nothing but a generator."""


def fast(a: int, b: int, c: int) -> Chance:
    s = Chance.blank()
    random.seed_fast(s, a, b, c)
    return s


def test_chacha_gives_the_blocks_of_rfc_8439() -> None:
    # Appendix A.1, test vectors 1 and 2: key and nonce zero, blocks 0 and 1.
    s = Chance.blank()
    words = [random.word(s) for _ in range(32)]
    stream = b"".join(word.to_bytes(4, "little") for word in words)
    assert stream[:16].hex() == "76b8e0ada0f13d90405d6ae55386bd28"
    assert stream[64:80].hex() == "9f07e7be5551387a98ba977c732d080d"
    # Test vector 3: the last key bit set, block 1.
    s = Chance.blank()
    s.rng[7] = 1 << 24
    s.rng_at = 16
    first = b"".join(random.word(s).to_bytes(4, "little") for _ in range(4))
    assert first.hex() == "3aeb5224ecf849929b9d828db1ced4dd"


def test_sfc32_is_the_published_generator() -> None:
    def reference(a: int, b: int, c: int, count: int) -> list[int]:
        mask, counter, drawn = 0xFFFFFFFF, 1, []
        for _ in range(count):
            word = (a + b + counter) & mask
            counter = (counter + 1) & mask
            a = b ^ (b >> 9)
            b = (c + (c << 3)) & mask
            c = (((c << 21) | (c >> 11)) + word) & mask
            drawn.append(word)
        return drawn

    s = fast(1, 2, 3)
    assert [random.word(s) for _ in range(50)] == reference(1, 2, 3, 62)[12:]


def test_a_seed_of_any_text_gives_its_own_game_and_always_the_same() -> None:
    def words(*texts: str) -> list[int]:
        s = Chance.blank()
        random.seed(s, *texts)
        return [random.word(s) for _ in range(8)]

    assert words("été 🂡") == words("été 🂡")
    seeds = ["", "a", "b", "ab", "a" * 10_000, "été 🂡"]
    assert len({tuple(words("uno", seed)) for seed in seeds}) == len(seeds)
    assert words("a", "bc") != words("ab", "c")
    # A record must outlive versions: this answer never changes.
    assert words("uno", "x")[0] == 3950569414


def test_below_is_even_and_stays_below() -> None:
    s = fast(1, 2, 3)
    counts = Counter(random.below(s, 7) for _ in range(70_000))
    assert sorted(counts) == list(range(7))
    assert all(9_500 < count < 10_500 for count in counts.values())
    assert {random.below(s, 1) for _ in range(10)} == {0}


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    s = fast(5, 6, 7)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        cards = [0, 1, 2, 3]
        random.shuffle(s, cards, 4)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    assert all(850 < count < 1_150 for count in orders.values())


def test_both_modes_draw_the_same_words() -> None:
    compiled = build(random)
    for start in (0, random.FAST):
        s = Chance.blank()
        random.seed(s, "both")
        s.rng_at = start
        record = np.frombuffer(bytearray(s.pack()), Chance.layout.dtype)
        drawn = [compiled.word(record[0]) for _ in range(40)]
        assert drawn == [random.word(s) for _ in range(40)]
