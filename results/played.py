"""Digest of games between the agents, which shows whether a measurement is still valid.

It stays the same while rules and agents behave the same, also after a rewrite or a new option; so it is kept with each
measurement. ``python -m results.played [game ...]`` names outdated measurements.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from cardzoo.agents import find_agent, is_search
from cardzoo.envs import IDS, Game, find_game
from cardzoo.training.evaluation.duplicate import seat_alone, seat_around
from cardzoo.training.evaluation.play import Played, play_games
from cardzoo.training.evaluation.schedule import deal_seeds
from results import baselines, trained

DEALS = 10


def digest(game: Game, agent: str, against: str | None, options: Mapping[str, Any], players: int | None = None) -> str:
    """Digest of some deals: the length of each game, every seat's score and reward.

    Args:
        game: the game.
        agent: the agent in each seat of a deal in turn; the expert replaces a search.
        against: the agent in the other seats, if there are any.
        options: options of the game.
        players: number of players at the table; None for the game's default.

    Returns:
        16 hexadecimal digits.
    """
    if players is None:
        players = int(game.blank(**options)["num_players"][0])
    names = ["expert" if is_search(name) else name for name in (agent, against) if name]
    games, _, seats = seat_around(DEALS, players) if len(names) > 1 else seat_alone(DEALS, players)
    agents = [find_agent(name, game, table=game.blank(players, **options)) for name in names]
    seeds = deal_seeds(0, DEALS).repeat(len(games) // DEALS)
    return hash_games(play_games(game, agents, seats, seeds, options=options, threads=1))


def hash_games(played: Played) -> str:
    """Hash of the length of each game, and of every seat's score and reward: 16 hexadecimal digits."""
    numbers = [played.moves, played.scores, played.rewards]
    return hashlib.sha256(b"".join(part.astype("<f8").tobytes() for part in numbers)).hexdigest()[:16]


def stale_lines(game: Game, lines: baselines.Lines) -> Iterator[str]:
    """The keys of the pairings with outdated lines."""
    for key, part in lines.items():
        if part[0]["game"] == game.id:
            now = digest(game, part[0]["agent"], part[0]["against"], part[0]["options"])
            if any(line["played"] != now for line in part):
                yield key


def digest_of_row(row: Mapping[str, Any]) -> str:
    """The digest of a trained agent's opponents."""
    against = "novice" if row["players"] > 1 else None
    return digest(find_game(row["id"]), "expert", against, row["options"], row["players"])


def main() -> int:
    """The command line; returns 1 if anything is outdated."""
    from results import (
        bridge_imps,
        bridge_tricks,
        company,
        exploited,
        hanabi_scores,
        ranked,
    )  # which import digests from here

    parser = argparse.ArgumentParser(description="Names outdated measurements, of games or agents that have changed.")
    parser.add_argument("games", nargs="*", default=IDS, help="names or ids of games; all by default")
    parser.add_argument("--drop", action="store_true", help="remove outdated lines from results/baselines.jsonl")
    arguments = parser.parse_args()
    lines, rows, shipped, found = baselines.read_lines(), trained.read(), trained.read_shipped(), 0
    for game in map(find_game, arguments.games):
        for key in list(stale_lines(game, lines)):
            line = lines[key][0]
            print(f"{game.id}: {line['agent']} against {line['against'] or 'nobody'}: outdated, an agent has changed")
            found += 1
            if arguments.drop:
                del lines[key]
        row = rows.get(game.name)
        if row and row["played"] != digest_of_row(row):
            print(f"{game.id}: the figures of the trained agent are outdated: an opponent has changed")
            found += 1
        for probed in exploited.read():
            if probed["game"] == game.id and exploited.is_stale(probed):
                print(f"{game.id}: the probe of {probed['agent']} is outdated: the agent or an opponent has changed")
                found += 1
        if any(line["game"] == game.id and company.is_stale(line) for line in company.read()):
            print(f"{game.id}: the figures in other company are outdated: an agent has changed")
            found += 1
        for row in (row for row in shipped.values() if row["id"] == game.id):
            if row["played"] != digest_of_row(row):
                print(f"{game.id}: the figures of the shipped agent are outdated: an opponent has changed")
                found += 1
        for line in bridge_imps.read() if game == bridge_imps.GAME else []:
            if bridge_imps.is_stale(line):
                print(f"{game.id}: the IMPs of {line['agent']} against {line['other']} are outdated")
                found += 1
        for line in bridge_tricks.read() if game == bridge_tricks.GAME else []:
            if bridge_tricks.is_stale(line):
                print(f"{game.id}: the tricks that {line['agent']} loses as {line['seat']} are outdated")
                found += 1
        for line in hanabi_scores.read() if game == hanabi_scores.GAME else []:
            if hanabi_scores.is_stale(line):
                print(f"{game.id}: the scores of {line['agent']} with {line['players']} players are outdated")
                found += 1
        if ranked.is_stale(game):
            print(f"{game.id}: the leaderboard is outdated: an agent has changed")
            found += 1
    if arguments.drop:
        baselines.write_lines(lines)
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
