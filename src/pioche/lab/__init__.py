"""Many games, numbers with error bars."""
