"""The same promises as under a server that is killed, over lines that could not be worse."""

import asyncio
import random
from pathlib import Path

import pytest

from client.session.address import parse_address
from harness.checking_racers import CheckingRacers, faults, some_moves, told_alike
from server.app import Server
from server.bounds import for_one_machine
from tests.server.network.proxy import Proxy

CUTS = 16
"""How many lines are cut at least: more, if by chance no entry was under way in any of them."""


@pytest.mark.parametrize("seed", [1, 2])
async def test_over_bad_lines_nothing_is_lost_and_nothing_done_twice(
    tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    async with (
        Server.open(tmp_path, limits=for_one_machine()) as server,
        Proxy(server.port, chance).listening() as proxy,
    ):
        company = CheckingRacers(parse_address(f"127.0.0.1:{proxy.port}"))
        try:
            async with asyncio.timeout(60):
                await company.gather(6, 3, chance)
                while proxy.cuts < CUTS or company.again == 0:
                    company.check()
                    await some_moves(company, chance.randint(1, 20))
                    proxy.cut(chance.randint(1, 4))
                proxy.bad = False
                await company.finish()
        finally:
            await company.leave()
    sessions = [racer.session for racer in company.racers]
    assert faults(tmp_path, sessions) + told_alike(sessions) == []
    assert company.again > 0
    assert company.acknowledged > 30
