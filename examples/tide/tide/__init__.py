"""Tide: lay a card at least as high as the last one; a 1 follows a 6."""
