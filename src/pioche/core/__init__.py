"""What every game shares; imports nothing else of Pioche."""
