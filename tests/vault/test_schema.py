"""Starting on a database that is new, current, or from the future; in several programs at once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from elicitor.errors import Misuse
from elicitor.vault import migrations, schema
from elicitor.vault.database_url import prepare_file, read_database_url
from elicitor.vault.engines import Engines, open_engines
from elicitor.vault.migrations.upgrade import upgrade
from elicitor.vault.schema import HEAD, REVISIONS, VERSION_TABLE, update_schema
from vault.scene import wait_until

START = """
import sys, anyio
from elicitor.vault.storage import Storage
async def main():
    storage = Storage(sys.argv[1])
    await storage.start()
    await storage.close()
anyio.run(main)
print("alembic" in sys.modules)
"""


@pytest.fixture
def engines(database_url: str) -> Iterator[Engines]:
    """Both pools of a database without tables, of each kind."""
    database = read_database_url(database_url)
    if database.file is not None:
        prepare_file(database.file)
    pools = open_engines(database)
    yield pools
    pools.dispose()


def test_the_revisions_are_the_files(engines: Engines) -> None:
    """Each in its file, the last one the head."""
    folder = Path(migrations.__file__).parent / "versions"
    assert tuple(sorted(path.name[:4] for path in folder.glob("*.py"))) == REVISIONS
    update_schema(engines.writer)
    with engines.reader.connect() as connection:
        assert connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}")) == HEAD


def test_a_second_start_changes_nothing(engines: Engines) -> None:
    """And a failed one leaves nothing behind."""
    update_schema(engines.writer)
    before = inspect(engines.reader).get_table_names()
    update_schema(engines.writer)
    assert inspect(engines.reader).get_table_names() == before


def test_other_peoples_tables_are_left_alone(engines: Engines) -> None:
    """The database may be shared, with another Alembic in it."""
    with engines.writer.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
        connection.execute(text("INSERT INTO alembic_version VALUES ('theirs')"))
        connection.execute(text("CREATE TABLE tickets (n INTEGER)"))
    update_schema(engines.writer)
    with engines.reader.connect() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "theirs"
    ours = set(inspect(engines.reader).get_table_names()) - {"alembic_version", "tickets"}
    assert all(name.startswith("elicitor_") for name in ours)


def test_a_newer_database_is_refused_and_not_touched(engines: Engines) -> None:
    """What a newer program wrote is not for an older one."""
    update_schema(engines.writer)
    with engines.writer.begin() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(Misuse) as refusal:
        update_schema(engines.writer)
    assert refusal.value.code == "schema_newer"
    with engines.reader.connect() as connection:
        assert connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}")) == "9999"


def test_several_programs_start_at_once(database_url: str) -> None:
    """Each ends well; of those that come later none loads Alembic."""
    command = [sys.executable, "-W", "error", "-c", START, database_url]
    first = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    ends = [(program.communicate()[1], program.returncode) for program in first]
    assert ends == [(b"", 0)] * 4
    later = subprocess.run(command, capture_output=True, check=True)
    assert later.stdout.strip() == b"False"


@pytest.mark.postgres
def test_whoever_waited_for_the_migration_finds_it_done(postgres_url: str) -> None:
    """Two programs at once: one migrates, the other waits at the lock and then has nothing to do."""
    one, other = (open_engines(read_database_url(postgres_url)) for _ in range(2))
    with ThreadPoolExecutor(1) as pool, one.writer.begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": schema._LOCK})
        waiting = pool.submit(update_schema, other.writer)
        wait_until(lambda: connection.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")))
        upgrade(connection, VERSION_TABLE)
        connection.commit()
        waiting.result()
    assert "elicitor_grants" in inspect(other.writer).get_table_names()
    one.dispose()
    other.dispose()


def test_importing_the_vault_does_not_load_alembic() -> None:
    """Only a database that is behind is worth the time."""
    program = "import sys, elicitor.vault.vault; print('alembic' in sys.modules, 'mcp' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
    keys = "import sys, elicitor.vault.keys; print('sqlalchemy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", keys], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]
