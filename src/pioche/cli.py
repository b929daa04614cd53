"""The command line."""

import argparse


def main() -> int:
    """Run one command."""
    parser = argparse.ArgumentParser(prog="pioche")
    parser.add_argument("--version", action="version", version="pioche 0.1.0")
    parser.parse_args()
    return 0
