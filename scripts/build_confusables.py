"""Makes the compact table of look-alike letters from Unicode's confusables.txt.

    python scripts/build_confusables.py path/to/confusables.txt > src/elicitor/protocol/links/data/confusables.json

Kept are single characters outside ASCII that a domain name may hold, and the few in ASCII that matter (0, 1, l, I).
"""

from __future__ import annotations

import json
import sys
import unicodedata
from pathlib import Path

_FIELDS = 3


def rows(text: str) -> dict[str, str]:
    """The rows worth keeping."""
    kept: dict[str, str] = {}
    for line in text.lstrip("\ufeff").splitlines():
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if len(fields) != _FIELDS or " " in fields[0]:
            continue
        letter = chr(int(fields[0], 16))
        look = "".join(chr(int(code, 16)) for code in fields[1].split())
        if letter.isascii() or unicodedata.category(letter)[0] not in "LMN":
            continue
        kept[letter] = look
    return kept


if __name__ == "__main__":
    table = rows(Path(sys.argv[1]).read_text("utf-8"))
    sys.stdout.write(json.dumps(table, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n")
