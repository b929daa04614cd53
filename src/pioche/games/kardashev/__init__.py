"""Kardashev: draft, deck building and a card played face down, for two."""

from pathlib import Path
from typing import Final

#: The cards that this package plays with; sets.py loads the package again with others.
CARD_TEXT: Final = Path(__file__).with_name("cards.toml").read_text("utf-8")
