"""What each seat may NOT know, written from the rulebooks and not from the code.

`<game>.py` holds `redeal(position, seat, rng)`: the same position with all that the
rulebook hides from the seat (None: a spectator) dealt anew.
"""
