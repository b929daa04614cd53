"""Dectana (Ryan Hackel)."""
