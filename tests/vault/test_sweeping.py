"""A page of rows: never more than were asked for, whatever the database makes of it."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, Delete, bindparam, delete, select, text

from elicitor.vault.sweeping import page_of
from elicitor.vault.tables import spent
from vault.scene import NOON, Scene

pytestmark = pytest.mark.anyio

ROWS = 40
OLD = spent.c.keep_until <= bindparam("before")
IN_ORDER = page_of(spent.c.digest, OLD, most=bindparam("most"), oldest_first=spent.c.keep_until)
IN_ANY_ORDER = page_of(spent.c.digest, OLD, most=bindparam("most"))


async def fill(scene: Scene) -> None:
    """Rows of different ages."""
    for number in range(ROWS):
        await scene.vault.spent.spend(number.to_bytes(32), NOON + number)


async def kept(scene: Scene) -> list[int]:
    """The ages of those that are still there."""
    query = select(spent.c.keep_until).order_by(spent.c.keep_until)
    return list(await scene.vault.storage.read(lambda connection: connection.scalars(query).all()))


def deleting(page: object) -> Delete:
    """A statement that deletes a page."""
    return delete(spent).where(spent.c.digest.in_(page))  # type: ignore[arg-type]


async def test_the_oldest_go_first_and_only_those_that_are_over(scene: Scene) -> None:
    """Ten at a time, then the rest, then none."""
    await fill(scene)
    values = {"before": NOON + 24, "most": 10}

    def sweep(connection: Connection) -> int:
        return connection.execute(deleting(IN_ORDER), values).rowcount

    assert await scene.vault.storage.write(sweep) == 10
    assert await kept(scene) == [NOON + number for number in range(10, ROWS)]
    assert [await scene.vault.storage.write(sweep) for _ in range(3)] == [10, 5, 0]
    assert await kept(scene) == [NOON + number for number in range(25, ROWS)]


@pytest.mark.parametrize("scene", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
@pytest.mark.parametrize("page", [IN_ORDER, IN_ANY_ORDER], ids=["in order", "in any order"])
async def test_a_page_stays_a_page_under_every_plan(scene: Scene, page: object) -> None:
    """With the kinds of join forbidden that run the inner part once."""
    await fill(scene)

    def sweep(connection: Connection) -> int:
        for way in ("hashjoin", "mergejoin", "hashagg", "sort", "material", "memoize"):
            connection.execute(text(f"SET LOCAL enable_{way} = off"))
        return connection.execute(deleting(page), {"before": NOON + ROWS, "most": 2}).rowcount

    assert await scene.vault.storage.write(sweep) == 2


@pytest.mark.parametrize("scene", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
async def test_what_another_sweeper_has_is_passed_over(scene: Scene) -> None:
    """Nobody waits."""
    await fill(scene)
    first, second = (scene.vault.storage._open_engines().writer.connect() for _ in range(2))
    values = {"before": NOON + ROWS, "most": 10}
    with first, second:
        assert first.execute(deleting(IN_ORDER), values).rowcount == 10
        assert second.execute(deleting(IN_ORDER), values).rowcount == 10
        first.commit()
        second.commit()
    assert await kept(scene) == [NOON + number for number in range(20, ROWS)]
