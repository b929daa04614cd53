"""Ctrl-C in a long run: what is done is kept."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def stop_asked() -> Iterator[threading.Event]:
    """Let a first Ctrl-C ask to stop: chunks that are being played are still kept.

    A second one stops at once. (Polars raises a KeyboardInterrupt of its own while it
    writes; as nothing else does, that one is never followed by another in the clean-up.)
    """
    stop = threading.Event()

    def ask(*_: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
