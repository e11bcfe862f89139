"""Several programs on one database: of all who want the same thing, in all of them, one gets it."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import anyio
import pytest

from elicitor.identifiers import digest_of, mint_identifier
from elicitor.principal import Owner
from elicitor.protocol.lifecycle import Errand
from vault.scene import ALICE, Scene

pytestmark = pytest.mark.anyio

PROGRAMS = 3
PRIZES = 15
HERE = Path(__file__).parent.parent


async def prizes(scene: Scene, kind: str) -> list[str]:
    """What the programs race for."""
    if kind in {"spend", "claim"}:
        return [digest_of(str(number)).hex() for number in range(PRIZES)]
    owners = [Owner("", ALICE.issuer, mint_identifier()) for _ in range(PRIZES)]
    if kind == "take":
        return [(await scene.set_out(owner)).draft.digest.hex() for owner in owners]
    if kind == "move":
        return [(await scene.mint(owner))[1].digest.hex() for owner in owners]
    return [(await scene.connect(owner)).id for owner in owners]


def race(command: list[str]) -> list[str]:
    """Start all programs, let them go at once, and collect what they won."""
    programs = [
        subprocess.Popen(
            command,
            cwd=HERE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(PROGRAMS)
    ]
    try:
        for program in programs:
            assert program.stdout is not None
            if program.stdout.readline() != "ready\n":
                assert program.stderr is not None
                pytest.fail(program.stderr.read())
        for program in programs:
            assert program.stdin is not None
            program.stdin.write("go\n")
            program.stdin.flush()
        ends = [program.communicate() for program in programs]
        assert [errors for _, errors in ends] == [""] * PROGRAMS
        return [name for output, _ in ends for name in output.split()]
    finally:
        for program in programs:
            program.kill()
            program.communicate()


@pytest.mark.attack("B6", "C3", "C6")
@pytest.mark.parametrize("kind", ["take", "move", "lease", "spend", "claim"])
async def test_one_of_several_programs_wins(scene: Scene, tmp_path: Path, kind: str) -> None:
    """Three programs with five tasks each: every attempt, ticket, lease, use and effect is won exactly once."""
    names = await prizes(scene, kind)
    file = tmp_path / "prizes"
    file.write_text("\n".join(names))
    command = [sys.executable, "-m", "vault.racing", kind, scene.url, scene.key.reveal(), str(file)]
    won = await anyio.to_thread.run_sync(race, command)
    assert Counter(won) == Counter(names)
    if kind == "move":
        errands = await scene.vault.tickets.errands_of([bytes.fromhex(name) for name in names])
        assert set(errands.values()) == {Errand.DECLINED}
