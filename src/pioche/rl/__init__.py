"""The games behind the interfaces that learners already use.

`aec.env("uno", seats=4)` is a PettingZoo environment, `solo.SoloVector` a Gymnasium
vector environment over the compiled batch, `openspiel` registers OpenSpiel games.
A name such as `uno_v1` carries the version of the rules: it rises when behaviour does.
"""

from typing import Any

from pioche.core.fast import Fast
from pioche.core.kind import Kind
from pioche.core.record import Start
from pioche.core.table import Game


def versioned(kind: Kind) -> str:
    """Name an environment so that a change of the rules changes the name."""
    return f"{kind.name}_v{kind.rules.VERSION}"


def drawn(fast: Fast, states: Any, i: int) -> str:
    """Draw what a spectator sees of a compiled state."""
    of, twin = fast.kind, fast.twin(states, i)
    options = {
        option.name: option.values[twin.options[place]]
        for place, option in enumerate(of.rules.OPTIONS)
    }
    start = Start(of.name, of.rules.VERSION, twin.seats, options)
    return of.picture(Game(of, twin, start).view(None), "en")
