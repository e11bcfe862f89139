"""How the tables came to be: Alembic's scripts, shipped in the package.

To write a new one, change `tables.py`, add `versions/<number>_<what>.py` by hand or from Alembic's
comparison, and put its number into `schema.REVISIONS`. A script that was released is never edited.
"""
