"""The words in which the effects of cards are written: `draw 2`, `destroy 1 war`.

A step of an effect is a word with its number and, for some, a domain. Most words carry
cards from one place to another; the row says who picks them, whence and whither.
None names a domain of hidden cards: that nothing could be chosen would tell on them.
How a word reads on a card stands in words.<lang>.toml, under [effects].
"""

from dataclasses import dataclass
from typing import Final

DOMAINS: Final = ("diplomacy", "science", "occultism", "war", "environment")
ANY: Final = len(DOMAINS)  # no domain is named

# Places of cards. All but the deck are rows of `State.zone`; the last three are no
# places but what the other seat knows (knowledge.py).
HAND, IN_PLAY, DISCARD, SIDE, POOL, SURE, PACK, LIST, DECK = range(9)
ZONES: Final = DECK

# How a word works: from the top of the deck, at random, by somebody's choice, or alone.
TOP, RANDOM, MY_CHOICE, THEIR_CHOICE, ALONE = range(5)
MINE, THEIRS = 0, 1  # sides, seen from the seat whose effect it is


@dataclass(frozen=True)
class Word:
    """A word of the vocabulary: how it works and what it carries whither."""

    name: str
    how: int
    side: int = MINE
    zone: int = HAND
    to_side: int = MINE
    to_zone: int = HAND
    counted: bool = True  # a number follows
    takes_domain: bool = False  # a domain may follow


WORDS: Final = (
    #    name        how           from              to
    Word("draw",     TOP,          MINE,   DECK,     MINE,   HAND),
    Word("feed",     TOP,          THEIRS, DECK,     THEIRS, HAND),
    Word("sprout",   TOP,          MINE,   DECK,     MINE,   IN_PLAY),
    Word("compost",  TOP,          MINE,   DECK,     MINE,   DISCARD),
    Word("erode",    TOP,          THEIRS, DECK,     THEIRS, DISCARD),
    Word("haunt",    RANDOM,       THEIRS, HAND,     THEIRS, DISCARD),
    Word("poach",    RANDOM,       THEIRS, HAND,     MINE,   HAND),
    Word("discard",  MY_CHOICE,    MINE,   HAND,     MINE,   DISCARD),
    Word("dismiss",  THEIR_CHOICE, THEIRS, HAND,     THEIRS, DISCARD),
    Word("seize",    MY_CHOICE,    THEIRS, HAND,     THEIRS, DISCARD),
    Word("offer",    MY_CHOICE,    MINE,   HAND,     THEIRS, HAND),
    Word("recover",  MY_CHOICE,    MINE,   DISCARD,  MINE,   HAND,    takes_domain=True),
    Word("salvage",  MY_CHOICE,    THEIRS, DISCARD,  MINE,   HAND,    takes_domain=True),
    Word("replant",  MY_CHOICE,    MINE,   DISCARD,  MINE,   DECK,    takes_domain=True),
    Word("grow",     MY_CHOICE,    MINE,   HAND,     MINE,   IN_PLAY),
    Word("restore",  MY_CHOICE,    MINE,   DISCARD,  MINE,   IN_PLAY, takes_domain=True),
    Word("destroy",  MY_CHOICE,    THEIRS, IN_PLAY,  THEIRS, DISCARD, takes_domain=True),
    Word("repel",    MY_CHOICE,    THEIRS, IN_PLAY,  THEIRS, HAND,    takes_domain=True),
    Word("exile",    MY_CHOICE,    THEIRS, IN_PLAY,  THEIRS, DECK,    takes_domain=True),
    Word("annex",    MY_CHOICE,    THEIRS, IN_PLAY,  MINE,   IN_PLAY, takes_domain=True),
    Word("tribute",  THEIR_CHOICE, THEIRS, IN_PLAY,  THEIRS, DISCARD, takes_domain=True),
    Word("withdraw", MY_CHOICE,    MINE,   IN_PLAY,  MINE,   HAND,    takes_domain=True),
    Word("spend",    MY_CHOICE,    MINE,   IN_PLAY,  MINE,   DISCARD, takes_domain=True),
    Word("cede",     MY_CHOICE,    MINE,   IN_PLAY,  THEIRS, IN_PLAY, takes_domain=True),
    # These carry nothing, or carry it in a way of their own.
    Word("look",     MY_CHOICE,    MINE,   DECK,     MINE,   HAND),
    Word("mimic",    MY_CHOICE,    THEIRS, IN_PLAY,  THEIRS, IN_PLAY, counted=False),
    Word("dethrone", THEIR_CHOICE, THEIRS, counted=False),
    Word("forsake",  MY_CHOICE,    counted=False),
    Word("spy",      ALONE,        counted=False),
    Word("again",    ALONE),
    Word("hush",     ALONE),
    Word("drought",  ALONE),
    Word("turn",     ALONE),
    Word("shelter",  ALONE,        counted=False),
    Word("truce",    ALONE,        counted=False),
    # The rest of the effect happens only if …
    Word("behind",   ALONE,        counted=False),  # … the other has more cards in play
    Word("ahead",    ALONE,        counted=False),  # … I have more cards in play
    Word("poor",     ALONE),                        # … I hold at most so many cards
    Word("diverse",  ALONE),                        # … I have so many domains in play
)  # fmt: skip
NUMBER_OF: Final = {word.name: number for number, word in enumerate(WORDS)}
GROW: Final = NUMBER_OF["grow"]
RESTORE: Final = NUMBER_OF["restore"]
LOOK: Final = NUMBER_OF["look"]
MIMIC: Final = NUMBER_OF["mimic"]
DETHRONE: Final = NUMBER_OF["dethrone"]
FORSAKE: Final = NUMBER_OF["forsake"]
SEIZE: Final = NUMBER_OF["seize"]
SPY: Final = NUMBER_OF["spy"]
AGAIN: Final = NUMBER_OF["again"]
HUSH: Final = NUMBER_OF["hush"]
DROUGHT: Final = NUMBER_OF["drought"]
TURN: Final = NUMBER_OF["turn"]
SHELTER: Final = NUMBER_OF["shelter"]
TRUCE: Final = NUMBER_OF["truce"]
BEHIND: Final = NUMBER_OF["behind"]
AHEAD: Final = NUMBER_OF["ahead"]
POOR: Final = NUMBER_OF["poor"]
DIVERSE: Final = NUMBER_OF["diverse"]

#: Rules that a hero, or a card as long as it is in play, overrides: how many cards are
#: drawn at the start of a turn, may be played in it, may answer a card; how many domains
#: a riposte names; how many cards of one domain, or domains, win; the first hand.
HOOKS: Final = ("draws", "plays", "answers", "guesses", "same", "domains", "opening")
DRAWS, PLAYS, ANSWERS, GUESSES, SAME, DIFFERENT, OPENING = range(len(HOOKS))
#: What the printed rules say (KB16, KB17), and the bounds that no card leaves (K35).
PRINTED: Final = (1, 1, 1, 1, 5, 5, 7)
LEAST: Final = (0, 1, 0, 1, 3, 3, 5)
MOST: Final = (4, 3, 3, 4, 9, 5, 10)

#: What a card may be, apart from its effects.
TRAITS: Final = ("warded", "elusive", "double")

#: When the power of a hero works, if it is not a standing one.
MOMENTS: Final = (
    "opening",
    "turn",
    "riposte",
    "countered",
    *(f"after {d}" for d in DOMAINS),
)
AT_OPENING, AT_TURN, AT_RIPOSTE, AT_COUNTERED, AFTER = range(5)
