"""`elicitor keys new`: prints a fresh key for the ring. Keep it where secrets are kept."""

from __future__ import annotations

import argparse

from elicitor.vault.keys import KeyRing

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Print a new key."""
    parser = argparse.ArgumentParser(prog="elicitor keys")
    parser.add_argument("verb", choices=["new"])
    parser.parse_args(arguments)
    print(KeyRing.new_key().reveal())
    return 0
