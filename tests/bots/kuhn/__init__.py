"""A game whose ledger is known: a coin, and perhaps one decision before it."""
