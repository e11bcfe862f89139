"""How the tables came to be: Alembic's scripts, shipped in the package.

To write a new one, change `tables.py`, add `versions/<number>_<what>.py` by hand or from Alembic's
comparison, and put its number into `schema.REVISIONS`. A script that was released is never edited.
"""

from __future__ import annotations

import logging

_alembic = logging.getLogger("alembic")
if _alembic.level == logging.NOTSET:
    # It would name its parts to every log, between the lines of people's dialogs, before `upgrade` can speak up.
    _alembic.setLevel(logging.WARNING)
