"""A hundred thousand open tickets: what each costs on disk, and whether the process grows.

A quarter is minted one by one, and the process watched meanwhile. The others are copies of these under ids of their
own, in transactions as small, so that it takes no longer than a minute.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from datetime import timedelta
from pathlib import Path

from report import begin, end, figure

from elicitor import KeyRing
from elicitor.principal import Owner, Principal
from elicitor.vault.tables import tickets
from elicitor.vault.vault import Vault

TICKETS = 100_000
MINTED = 25_000
AT_ONCE = 200


def resident() -> int:
    """Bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def copy(database: str) -> None:
    """The tickets that are not minted."""
    names = ", ".join(column.name for column in tickets.columns if column.name != "digest")
    statement = (
        f"INSERT INTO {tickets.name} (digest, {names}) "
        f"SELECT randomblob(32), {names} FROM {tickets.name} WHERE rowid > ? ORDER BY rowid LIMIT {AT_ONCE}"
    )
    connection = sqlite3.connect(database)
    for number in range(0, TICKETS - MINTED, AT_ONCE):
        with connection:
            connection.execute(statement, (number % MINTED,))
    assert connection.execute(f"SELECT count(*) FROM {tickets.name}").fetchone() == (TICKETS,)
    connection.close()


async def main() -> None:
    """Fill a SQLite file and look at it, with its WAL."""
    begin(f"open tickets: {TICKETS:,} of them on SQLite, {MINTED:,} of them minted one by one")
    with tempfile.TemporaryDirectory() as folder:
        vault = Vault.open(f"sqlite:///{folder}/elicitor.db", KeyRing.load(KeyRing.new_key()))
        await vault.start()

        async def mint(number: int) -> None:
            owner = Owner("", "https://auth.example.com", f"auth0|user-{number % 5000:08}")
            await vault.tickets.mint(
                Principal(owner, "https://chat.example.com/oauth/client.json"),
                "github",
                frozenset({"repo", "read:org"}),
                client_name="A chat application",
                ttl=timedelta(minutes=10),
                first="pending",
            )

        await asyncio.gather(*(mint(number) for number in range(AT_ONCE)))
        before = resident()
        for first in range(AT_ONCE, MINTED, AT_ONCE):
            await asyncio.gather(*(mint(number) for number in range(first, first + AT_ONCE)))
        grown = resident() - before
        await asyncio.to_thread(copy, f"{folder}/elicitor.db")
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
        await vault.close()
    each = size / TICKETS
    figure(f"open tickets: {each:.0f} B each on disk, indexes and WAL included", value=each, most=800)
    figure(f"open tickets: the process grew by {grown / 1e6:.1f} MB", value=grown / 1e6, most=10)
    end()


if __name__ == "__main__":
    asyncio.run(main())
