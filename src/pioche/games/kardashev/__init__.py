"""Kardashev: draft, deck building and a card played face down, for two."""

from pathlib import Path
from typing import Final

#: The card file that this package plays with; sets.py loads the package again with another.
CARD_FILE: Final = Path(__file__).with_name("cards.toml")
