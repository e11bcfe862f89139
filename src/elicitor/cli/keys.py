"""`elicitor keys new`: a fresh key for the ring. Keep it where secrets are kept, and apart from the database.

`--out FILE` writes it to a new file that only you may read; without it the key is printed.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from elicitor.vault.keys import KeyRing

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Make a new key."""
    parser = argparse.ArgumentParser(prog="elicitor keys", description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("verb", choices=["new"])
    parser.add_argument("--out", type=Path, metavar="FILE", help="a file that is not there yet")
    options = parser.parse_args(arguments)
    key = KeyRing.new_key().reveal()
    if options.out is None:
        print(key)
        return 0
    try:
        _write(options.out, key)
    except OSError as error:
        print(f"elicitor: {options.out} cannot be written: {error.strerror}", file=sys.stderr)
        return 1
    print(f"a new key lies in {options.out}; nobody but you may read it", file=sys.stderr)
    return 0


def _write(path: Path, key: str) -> None:
    # Made with its mode, and only where nothing is: neither a moment for others to look, nor a key written over.
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "w") as file:
        file.write(f"{key}\n")
