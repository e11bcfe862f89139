"""Takes every address out of an npm lock file: what is pinned is pinned by its hash, wherever it comes from."""

from __future__ import annotations

import json
import sys
from pathlib import Path

UNWANTED = ("funding", "resolved", "bugs", "homepage")


def main() -> None:
    """Rewrite the file that is named."""
    file = Path(sys.argv[1])
    lock = json.loads(file.read_text(encoding="utf-8"))
    for package in lock["packages"].values():
        for key in UNWANTED:
            package.pop(key, None)
    file.write_text(json.dumps(lock, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
