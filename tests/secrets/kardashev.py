"""Kardashev: hands, decks, the quantum card, draft picks and what is left out are hidden.

Known are the four cards passed on, whatever has lain face up or been shown, and, since a
deck was last shuffled from the discard, what it was made of. Cards are exchanged one by
one, so that this file does not repeat how the game itself imagines them.
"""

import importlib
from collections import Counter
from random import Random
from typing import Any

from pioche.games import kind

Json = dict[str, Any]
#: The others hear of these, but not which card it was.
SECRET_MOVES = ("play", "draft", "leave")


def redeal(position: Json, seat: int | None, rng: Random) -> Json:
    """Deal anew what a seat cannot know; a spectator knows no more than either."""
    for one in (0, 1) if seat is None else (seat,):
        redeal_for(position, one, rng)
    return position


def redeal_for(p: Json, seat: int, rng: Random) -> None:
    """Deal anew what one seat cannot know."""
    other = 1 - seat
    redraft(p, seat, rng)
    if p["phase"] == "hero" and p["waiting"] == [other]:
        gone = {hero for hand in (*p["heroes"], *p["fallen"]) for hero in hand}
        heroes = [c["id"] for c in kind("kardashev").rules.CARDS if c["kind"] == "hero"]
        p["offer"] = rng.sample([h for h in heroes if h not in gone], 3)
    if p["phase"] == "mulligan" and other not in p["waiting"]:
        p["redraws"] = [s for s in p["redraws"] if s != other] + rng.choice(
            [[], [other]]
        )
    if p["phase"] in ("draft", "draft-two"):
        return
    if p["phase"] == "build":
        swap_sides_while_building(p, other, rng)
        return
    for _ in range(60):
        exchange(p, other, rng)
    shuffle_decks(p, seat, rng)


# The draft


def redraft(p: Json, seat: int, rng: Random) -> None:
    """Let the other have picked other cards, of those that the seat has not seen."""
    other = 1 - seat
    stages = {
        c["id"]: c["stage"] for c in kind("kardashev").rules.CARDS if "stage" in c
    }
    seen = {card for hand in (p["five"][seat],) for card in hand}
    for row in p["draft"]:
        seen |= {row["picked"][seat], *row["got"][0], *row["got"][1]}
    for lap, row in enumerate(p["draft"]):
        of_stage = [c for c, stage in stages.items() if stage == str(lap // 2 + 1)]
        current = p["phase"] == "draft" and lap == len(p["draft"]) - 1
        mine = {r["picked"][other] for r in p["draft"]}
        free = [c for c in of_stage if c not in seen | mine | set(p["shown"])]
        if current:
            p["five"][other] = sorted(rng.sample(free, 5), key=of_stage.index)
            if row["picked"][other] is not None:
                row["picked"][other] = rng.choice(p["five"][other])
            continue
        if row["picked"][other] not in p["shown"] and free:
            new = rng.choice(free)
            replace(p, other, row["picked"][other], new)
            row["picked"][other] = new
        took, got = row["took"][other], row["got"][other]
        for i, card in enumerate(took):
            choices = [c for c in got if c not in took and c not in p["shown"]]
            if card not in p["shown"] and choices:
                took[i] = rng.choice(choices)
                replace(p, other, card, took[i])


def replace(p: Json, seat: int, old: str, new: str) -> None:
    """Lay a card where another lay hidden."""
    for place in ("hands", "decks", "sides"):
        p[place][seat] = [new if card == old else card for card in p[place][seat]]
    if p["quantum"] == old and p["mover"] == seat:
        p["quantum"] = new


def swap_sides_while_building(p: Json, other: int, rng: Random) -> None:
    """Leave other cards out."""
    pool = [c for c in kind("kardashev").rules.CARDS if c.get("stage") == "base"]
    cards = [card["id"] for card in pool for _ in range(7)]
    for row in p["draft"]:
        cards += [row["picked"][other], *row["took"][other]]
    p["sides"][other] = rng.sample(cards, len(p["sides"][other]))


# The game


def exchange(p: Json, other: int, rng: Random) -> None:
    """Exchange two hidden cards, unless the seat could tell."""
    before = hidden(p, other)
    places = [name for name, cards in before.items() if cards]
    if len(places) < 2:
        return
    one, two = rng.sample(places, 2)
    i, j = rng.randrange(len(before[one])), rng.randrange(len(before[two]))
    after = {name: list(cards) for name, cards in before.items()}
    after[one][i], after[two][j] = after[two][j], after[one][i]
    if could_be(p, other, after):
        p["hands"][other], p["decks"][other] = after["hand"], after["deck"]
        p["sides"][other] = after["side"]
        if after["quantum"]:
            p["quantum"] = after["quantum"][0]


def hidden(p: Json, other: int) -> dict[str, list[str]]:
    """List the other's hidden cards by place."""
    laid = p["quantum"] is not None and p["mover"] == other
    return {
        "hand": list(p["hands"][other]),
        "deck": list(p["decks"][other]),
        "side": list(p["sides"][other]),
        "quantum": [p["quantum"]] if laid else [],
    }


def could_be(p: Json, other: int, places: dict[str, list[str]]) -> bool:
    """Tell whether cards may lie so, by all that the seat knows."""
    hand, deck, quantum = (
        Counter(places[name]) for name in ("hand", "deck", "quantum")
    )
    sure, pack = Counter(p["sure"][other]), Counter(p["pack"][other])
    domains = {c["id"]: c.get("domain") for c in kind("kardashev").rules.CARDS}
    if not sure <= (hand if p["apart"] else hand + quantum):
        return False
    if p["packed"][other] and not deck <= pack:
        return False
    if any(domains[card] in p["missed"] for card in quantum):
        return False
    visible = Counter(p["in_play"][other]) + Counter(p["discards"][other])
    return Counter(p["list"][other]) <= hand + deck + quantum + visible


def shuffle_decks(p: Json, seat: int, rng: Random) -> None:
    """Change the order of both decks, but for cards that the seat is looking at."""
    for owner in range(2):
        deck = p["decks"][owner]
        seen = 0
        if p["effect"] is not None and p["actor"] == owner == seat:
            seen = p["left"] if is_looking(p) else 0
        rest = deck[seen:]
        rng.shuffle(rest)
        p["decks"][owner] = deck[:seen] + rest


def is_looking(p: Json) -> bool:
    """Tell whether the effect is one of looking at cards of the deck."""
    cards = importlib.import_module("pioche.games.kardashev.cards")
    words = importlib.import_module("pioche.games.kardashev.vocabulary")
    return bool(cards.STEP_WORD[step_of(p, cards)] == words.LOOK)


def step_of(p: Json, cards: Any) -> int:
    """Find the step of the effect being applied."""
    effect = p["effect"]
    if effect["part"] == "power":
        program = int(cards.HERO_PROGRAM + cards.HERO_NUMBER[effect["source"]])
    else:
        parts = ("row-1", "row-2", "row-3", "row-4", "row-5", "riposte", "recycle")
        program = int(cards.NUMBER[effect["source"]]) * 7 + parts.index(effect["part"])
    return int(cards.FIRST_STEP[program]) + int(effect["step"]) - 1
