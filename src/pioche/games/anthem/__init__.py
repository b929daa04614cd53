"""Anthem: fill your row in order, and be rid of Death (the rulebook of LudiGaume)."""
