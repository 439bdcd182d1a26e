"""Measures the tricks that agents of bridge lose against perfect play: ``python -m results.bridge_tricks search:50``.

On each deal the expert bids; then an agent plays the cards of the declarer, or of both defenders, against experts. A
card loses a trick if the side could take one more with all hands open (double dummy, by the extra ``cardzoo[bridge]``).
A line of ``results/bridge_tricks.jsonl`` is an agent in one of the seats: the counts of deals by tricks lost, and the
digest ``played`` of the same cards on a few deals. Then ``make docs``.
"""

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.agents import AnyAgent, agent_generator, ask, find_agent, is_search
from cardzoo.envs import find_game
from cardzoo.envs.double_dummy import name_of, open_deal
from cardzoo.envs.engine import Table
from cardzoo.envs.games.bridge import Phase
from results.lines import read_lines, write_lines

FILE = Path(__file__).parent / "bridge_tricks.jsonl"
GAME = find_game("bridge")
SEATS = ("declarer", "defenders")
DEALS = 200
FEW = 5  # deals of a digest

Line = dict[str, Any]


def bid(seed: int, expert: AnyAgent) -> Table:
    """The table of a seed after the auction of experts, or the next one that is not passed out."""
    table = GAME.table(seed=seed)
    generator = agent_generator(seed)
    while not table.over and table.state.phase == Phase.CALL:
        table.step(ask(expert, GAME, table.records, table.player, table.mask.copy(), generator))
    return table


def play(table: Table, agent: AnyAgent, expert: AnyAgent, seat: str, seed: int) -> list[int]:
    """Play the cards; the agent has the declarer's hands or the defenders'. Returns the cards in their order."""
    cards, generator, declarer = [], agent_generator(seed), int(table.state.declarer)
    while not table.over:
        is_agents = (table.player == declarer) == (seat == "declarer")
        chosen = agent if is_agents else expert
        cards.append(int(ask(chosen, GAME, table.records, table.player, table.mask.copy(), generator)))
        table.step(cards[-1])
    return cards


def lost(deal: Any, cards: Sequence[int]) -> tuple[int, int]:
    """Tricks that the declarer's side and the defenders lose by their cards.

    Args:
        deal: the solver's deal before the first lead.
        cards: the cards in their order.
    """
    from endplay.dds import analyse_play

    results = analyse_play(deal, [name_of(card) for card in cards])
    steps = np.diff([results[number] for number in range(len(results))])  # of the declarer's tricks, card by card
    return int(-steps[steps < 0].sum()), int(steps[steps > 0].sum())


def seeds(expert: AnyAgent, deals: int) -> Iterator[tuple[int, Table]]:
    """The first seeds whose deals are not passed out, with their tables after the auction."""
    seed = found = 0
    while found < deals:
        table = bid(seed, expert)
        if not table.over:
            yield seed, table
            found += 1
        seed += 1


def measure(name: str, seat: str, deals: int) -> Line:
    """The line of an agent in a seat."""
    expert, agent, counts = find_agent("expert", GAME), find_agent(name, GAME), Counter[int]()
    for seed, table in seeds(expert, deals):
        deal = open_deal(table.state)
        cards = play(table, agent, expert, seat, seed)
        counts[lost(deal, cards)[SEATS.index(seat)]] += 1
    return {
        "agent": name,
        "seat": seat,
        "deals": deals,
        "lost": {str(tricks): counts[tricks] for tricks in sorted(counts)},
        "played": digest(name, seat),
    }


def digest(name: str, seat: str) -> str:
    """Digest of the cards of some deals, which changes if an agent does; the expert replaces a search."""
    expert = find_agent("expert", GAME)
    agent = expert if is_search(name) else find_agent(name, GAME)
    played = [play(table, agent, expert, seat, seed) for seed, table in seeds(expert, FEW)]
    return hashlib.sha256(json.dumps(played).encode()).hexdigest()[:16]


def read() -> list[Line]:
    """The lines so far."""
    return read_lines(FILE)


def is_stale(line: Line) -> bool:
    """Returns whether an agent of a line plays otherwise by now."""
    return bool(line["played"] != digest(line["agent"], line["seat"]))


def rows() -> Iterator[dict[str, str]]:
    """The table: tricks lost a deal by agent and seat, with 95 % intervals."""
    for line in sorted(read(), key=lambda line: SEATS.index(line["seat"])):
        values = np.repeat([int(tricks) for tricks in line["lost"]], list(line["lost"].values()))
        width = 1.96 * values.std(ddof=1) / len(values) ** 0.5
        yield {
            "seat": line["seat"],
            "agent": f"`{line['agent']}`",
            "tricks lost a deal": f"{values.mean():.2f} ± {width:.2f}",
            "deals": str(line["deals"]),
        }


def main() -> None:
    """Measure agents in both seats, and keep their lines."""
    parser = argparse.ArgumentParser(prog="python -m results.bridge_tricks", description="Measures tricks lost.")
    parser.add_argument("agents", nargs="+", help="names of agents")
    parser.add_argument("--deals", type=int, default=DEALS, help="number of deals")
    arguments = parser.parse_args()
    for name in arguments.agents:
        for seat in SEATS:
            line = measure(name, seat, arguments.deals)
            others = [kept for kept in read() if (kept["agent"], kept["seat"]) != (name, seat)]
            write_lines(FILE, [*others, line])
            print(line, flush=True)


if __name__ == "__main__":
    main()
