"""The design loop of Kardashev's cards: a set plays itself, and each card is tried.

A card's worth is found by an experiment: with all else equal, the owner's deck, or his
first hand, holds it in place of a base card. Every interval is one of 99 %.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pioche.bots.engine import HOOKS, Kit, engine
from pioche.bots.minds import Mind, mind, pack
from pioche.core import random
from pioche.core.compiled import build
from pioche.core.fast import Fast, cores, module_of
from pioche.games import kind
from pioche.lab import kardashev_loop as loop
from pioche.lab.measures import Estimate
from pioche.lab.table import PlainKit, is_plain

Json = dict[str, Any]
Notes = NDArray[np.void]
NAMES: Final = (
    "deal", "legal", "apply", "to_move", "begin_game", "go_on", "add", "remove",
)  # fmt: skip
Z: Final = 2.5758  # of a 99 % interval
STAGES: Final = (1, 2, 3)
HERO_STAGE: Final = 2  # heroes are tried in games of this stage
CHUNK: Final = 4096
#: What a set should be like: figures in per cent, lengths in turns.
FIRST: Final = (48.0, 52.0)
VICTORY: Final = (20.0, 80.0)
LENGTH: Final = (12, 30)
WORTH: Final = 8.0
STALEMATES: Final = 1.0


@dataclass(frozen=True)
class Plan:
    """What a report is made of."""

    game: str = "kardashev"
    games: int = 100_000  # of each kind of game
    tries: int = 40_000  # games with a card, and as many without it
    thought: int = 0  # games of two bots that search
    thinker: str = "ismcts:100"
    seed: str = "design"


@dataclass(frozen=True)
class Trial:
    """Games to be played: the numbers of loop.TRIAL, and who plays."""

    mode: str = "match"
    stage: int = 0
    way: int = loop.DEALT
    card: int = loop.NOBODY
    heroes: int = 0
    bot: str = "greedy"


class Bench:
    """A set's compiled loop."""

    def __init__(self, game: str, seed: str) -> None:
        self.game, self.seed = game, seed
        self.fast = Fast(kind(game))
        self.built: dict[bool, Any] = {}

    def loop(self, *, thinking: bool) -> Any:
        """Build the loop, with bots that think or (much sooner) without."""
        if thinking not in self.built:
            of = self.fast.kind
            rules, policy = (build(module_of(part)) for part in (of.rules, of.policy))
            names = {name: getattr(rules, name) for name in NAMES}
            names["prior"] = policy.prior
            if thinking:
                bots = engine(self.game).entry
                names |= {hook: getattr(bots, hook, None) for hook in HOOKS}
                names["decide"] = bots.decide
            how = "thinking" if thinking else "plain"
            self.built[thinking] = build(
                loop, f"{loop.__name__}:{self.game}:{how}", **names
            )
        return self.built[thinking]

    def play(
        self, trial: Trial, count: int, first: int = 0
    ) -> tuple[Notes, NDArray[np.int64]]:
        """Play games; return what is noted of each, and how often each move was made."""
        made: Mind = mind(self.game, trial.bot)
        thinking = not is_plain(made)
        states = np.zeros(loop.ROOM + 1, self.fast.dtype)
        states[loop.ROOM] = self.fast.blank(2, {"mode": trial.mode})[0]
        row = np.zeros(1, loop.TRIAL)
        for name in ("stage", "way", "card", "heroes"):
            row[name] = getattr(trial, name)
        minds, weights = pack([made, made])
        kit: Any = PlainKit(self.fast.moves)
        if thinking:
            kit = Kit(engine(self.game), made.iterations + 2)
        notes = np.zeros(count, loop.NOTE)
        used = np.zeros(self.fast.moves, np.int64)
        texts = (str(trial.stage), trial.mode, trial.bot)
        key = random.key("design", self.game, self.seed, *texts)[:2]
        self.loop(thinking=thinking).work(
            states, row, minds, *key, first, kit.parts(weights), notes, used
        )
        return notes, used

    def many(self, trial: Trial, count: int) -> tuple[Notes, NDArray[np.int64]]:
        """Play many games, side by side on the cores."""
        size = CHUNK if is_plain(mind(self.game, trial.bot)) else 4
        self.play(trial, 1)  # so that no two threads compile
        firsts = range(0, count, size)
        with ThreadPoolExecutor(cores()) as pool:
            parts = list(
                pool.map(lambda at: self.play(trial, min(size, count - at), at), firsts)
            )
        used = np.sum([used for _, used in parts], axis=0)
        return np.concatenate([notes for notes, _ in parts]), used


# Figures


def share_of(hits: NDArray[Any]) -> Estimate:
    """Return a mean of shares in per cent."""
    values = 100 * np.asarray(hits, np.float64)
    if len(values) == 0:
        return Estimate(0.0, np.inf)
    return Estimate(float(values.mean()), Z * float(values.std()) / len(values) ** 0.5)


def minus(one: Estimate, other: Estimate) -> Estimate:
    """Subtract two figures that were found apart."""
    return Estimate(one.value - other.value, float(np.hypot(one.half, other.half)))


def points(notes: Notes, seat: NDArray[Any] | int) -> NDArray[np.float64]:
    """Return a seat's share of each game; a drawn one is half won."""
    won = np.where(notes["winner"] == seat, 1.0, 0.0)
    return np.where(notes["winner"] == loop.NOBODY, 0.5, won)


@dataclass
class Kind:
    """What games of one kind are like."""

    fr: str
    en: str
    bot: str
    games: int
    first: Estimate
    domains: Estimate  # of the games won: by a card of each domain
    by_domain: list[Estimate]  # of those won by one domain
    turns: list[int]  # 5 %, median, 95 %
    stalemates: Estimate

    def json(self) -> Json:
        """Write it for programs."""
        return {
            "fr": self.fr, "en": self.en, "bot": self.bot, "games": self.games,
            "first": self.first.json(), "domains": self.domains.json(),
            "by_domain": [share.json() for share in self.by_domain],
            "turns": self.turns, "stalemates": self.stalemates.json(),
        }  # fmt: skip


def describe(names: tuple[str, str], bot: str, notes: Notes) -> Kind:
    """Measure games of one kind."""
    won = notes[notes["winner"] != loop.NOBODY]
    same = won[won["reason"] == loop.BY_SAME]
    turns = np.percentile(notes["turns"], [5, 50, 95], method="nearest")
    return Kind(
        *names, bot, len(notes),
        first=share_of(points(notes, notes["first"])),
        domains=share_of(won["reason"] != loop.BY_SAME),
        by_domain=[share_of(same["domain"] == d) for d in range(loop.BASE)],
        turns=[int(turn) for turn in turns],
        stalemates=share_of(notes["winner"] == loop.NOBODY),
    )  # fmt: skip


@dataclass
class Worth:
    """What a card or hero is worth to its owner, in points of share."""

    id: str
    stage: int
    deck: Estimate  # in the deck; a hero: in power
    hand: Estimate | None = None  # in the first hand
    playing: Estimate | None = None  # there: what being allowed to play it adds
    laid: float = 0.0  # times a game in which it was in the first hand

    def json(self) -> Json:
        """Write it for programs."""
        hand = self.hand.json() if self.hand else None
        playing = self.playing.json() if self.playing else None
        return {
            "id": self.id, "stage": self.stage, "deck": self.deck.json(),
            "hand": hand, "playing": playing, "laid": round(self.laid, 3),
        }  # fmt: skip


@dataclass
class Design:
    """All that was found of a set."""

    plan: Plan
    kinds: list[Kind] = field(default_factory=list)
    cards: list[Worth] = field(default_factory=list)
    heroes: list[Worth] = field(default_factory=list)

    def json(self) -> Json:
        """Write it for programs."""
        return {
            "game": self.plan.game,
            "kinds": [one.json() for one in self.kinds],
            "cards": [one.json() for one in self.cards],
            "heroes": [one.json() for one in self.heroes],
            "aims": [aim.json() for aim in aims(self)],
        }


# The loop


def study(plan: Plan, told: Callable[[float], None]) -> Design:
    """Measure a set: its games, then each card, then each hero."""
    bench, found = Bench(plan.game, plan.seed), Design(plan)
    found.kinds = study_games(bench, plan)
    told(1)
    plain = {stage: bare(bench, plan, stage) for stage in STAGES}
    cards = [card for card in kind(plan.game).rules.CARDS if card["kind"] == "card"]
    for number, card in enumerate(cards):
        if card["stage"] != "base":
            stage = int(card["stage"])
            found.cards.append(try_card(bench, plan, number, stage, plain[stage]))
            told(1 + len(found.cards))
    heroes = [card for card in kind(plan.game).rules.CARDS if card["kind"] == "hero"]
    for number, hero in enumerate(heroes):
        trial = Trial(stage=HERO_STAGE, way=loop.PLAIN, heroes=1 << number)
        with_hero = share_of(points(bench.many(trial, plan.tries)[0], 0))
        worth = minus(with_hero, plain[HERO_STAGE])
        found.heroes.append(Worth(hero["id"], HERO_STAGE, worth))
        told(1 + len(found.cards) + len(found.heroes))
    return found


def bare(bench: Bench, plan: Plan, stage: int) -> Estimate:
    """Return the share of an owner who has nothing more than the other."""
    trial = Trial(stage=stage, way=loop.PLAIN)
    return share_of(points(bench.many(trial, plan.tries)[0], 0))


def try_card(
    bench: Bench, plan: Plan, number: int, stage: int, plain: Estimate
) -> Worth:
    """Try a card in the deck, in the first hand, and there without ever playing it."""
    found, laid = {}, 0
    for way in (loop.IN_DECK, loop.IN_HAND, loop.UNPLAYED):
        notes, plays = bench.many(Trial(stage=stage, way=way, card=number), plan.tries)
        found[way] = share_of(points(notes, 0))
        if way == loop.IN_HAND:
            laid = int(plays[number])  # the first moves are to lay each card
    return Worth(
        kind(plan.game).rules.CARDS[number]["id"], stage,
        deck=minus(found[loop.IN_DECK], plain),
        hand=minus(found[loop.IN_HAND], plain),
        playing=minus(found[loop.IN_HAND], found[loop.UNPLAYED]),
        laid=laid / plan.tries,
    )  # fmt: skip


def study_games(bench: Bench, plan: Plan) -> list[Kind]:
    """Measure single games, games of each stage, whole matches, and games of thinkers."""
    single = ("partie seule", "single game")
    kinds = [play_kind(bench, single, Trial("single"), plan.games)]
    for stage in STAGES:
        names = (
            f"stade {stage}, decks au hasard, sans héros",
            f"stage {stage}, random decks, no heroes",
        )
        trial = Trial(stage=stage, way=loop.PLAIN)
        kinds.append(play_kind(bench, names, trial, plan.games))
    notes, _ = bench.many(Trial(), plan.games)
    for stage in STAGES:
        names = f"match, stade {stage}", f"match, stage {stage}"
        kinds.append(describe(names, "greedy", notes[notes["stage"] == stage]))
    if plan.thought:
        trial = Trial("single", bot=plan.thinker)
        kinds.append(play_kind(bench, single, trial, plan.thought))
    return kinds


def play_kind(bench: Bench, names: tuple[str, str], trial: Trial, count: int) -> Kind:
    """Play and measure games of one kind."""
    return describe(names, trial.bot, bench.many(trial, count)[0])


# What a set should be like


@dataclass
class Aim:
    """Something that a set should be, and whether it is."""

    fr: str
    en: str
    met: bool

    def json(self) -> Json:
        """Write it for programs."""
        return {"fr": self.fr, "en": self.en, "met": self.met}


def aims(found: Design) -> list[Aim]:
    """Hold a set against what it should be like, in games that greedy bots play."""
    kinds = [one for one in found.kinds if one.bot == "greedy"]
    single = kinds[0]
    strong = [one for one in found.cards for w in (one.deck, one.hand)
              if w and abs(w.value) > WORTH]  # fmt: skip
    idle = [one.id for one in found.cards if is_idle(one)]
    off = [one.en for one in kinds if not FIRST[0] <= one.first.value <= FIRST[1]]
    lopsided = [
        one.en for one in kinds if not VICTORY[0] <= one.domains.value <= VICTORY[1]
    ]
    stuck = [one.en for one in kinds if one.stalemates.value >= STALEMATES]
    strong_ids = sorted({one.id for one in strong})
    return [
        Aim(f"le premier joueur gagne de {FIRST[0]:.0f} à {FIRST[1]:.0f} %{but(off)}",
            f"the first player wins {FIRST[0]:.0f} to {FIRST[1]:.0f} %{but(off)}",
            not off),
        Aim(f"chaque façon de gagner fait de 20 à 80 % des victoires{but(lopsided)}",
            f"each kind of victory makes 20 to 80 % of them{but(lopsided)}",
            not lopsided),
        Aim(f"une partie seule dure de {LENGTH[0]} à {LENGTH[1]} tours : médiane {single.turns[1]}",
            f"a single game takes {LENGTH[0]} to {LENGTH[1]} turns: median {single.turns[1]}",
            LENGTH[0] <= single.turns[1] <= LENGTH[1]),
        Aim(f"aucune carte ne vaut plus de {WORTH:.0f} points{but(strong_ids)}",
            f"no card is worth more than {WORTH:.0f} points{but(strong_ids)}",
            not strong),
        Aim(f"aucune carte n'est toujours mieux gardée que jouée{but(idle)}",
            f"no card is never worth playing{but(idle)}", not idle),
        Aim(f"moins de {STALEMATES:.0f} % de parties nulles{but(stuck)}",
            f"fewer than {STALEMATES:.0f} % of games are drawn{but(stuck)}", not stuck),
    ]  # fmt: skip


def is_idle(one: Worth) -> bool:
    """Tell whether a card surely loses by being played, or never is."""
    gain = one.playing
    return one.laid == 0 or (gain is not None and gain.value + gain.half < 0)


def but(names: list[str]) -> str:
    """List what does not comply."""
    return f" ({', '.join(names)})" if names else ""
