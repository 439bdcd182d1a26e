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


def outdated(game: Game, rows: trained.Trained, shipped: trained.Trained) -> Iterator[str]:
    """The outdated figures of a game besides its baselines, each in words.

    Args:
        game: the game.
        rows: the runs by the usual configs, from `trained.read`.
        shipped: the shipped agents, from `trained.read_shipped`.
    """
    # They import this module.
    from results import (
        bridge_imps,
        bridge_tricks,
        company,
        exploited,
        hanabi_scores,
        other_players,
        ranked,
        search_compared,
    )

    row = rows.get(game.name)
    if row and row["played"] != digest_of_row(row):
        yield "the figures of the trained agent are outdated: an opponent has changed"
    for line in (line for line in exploited.read() if line["game"] == game.id):
        if exploited.is_stale(line):
            yield f"the probe of {line['agent']} is outdated: the agent or an opponent has changed"
    if any(line["game"] == game.id and company.is_stale(line) for line in company.read()):
        yield "the figures in other company are outdated: an agent has changed"
    for row in (row for row in shipped.values() if row["id"] == game.id):
        if row["played"] != digest_of_row(row):
            yield "the figures of the shipped agent are outdated: an opponent has changed"
    for line in (line for line in other_players.read() if line["game"] == game.name):
        if other_players.is_stale(line):
            yield f"the figures of {line['agent']} against {line['player']} are outdated: the agent has changed"
    compared = search_compared.read_lines()
    for line in (compared[key][0] for key in stale_lines(game, compared)):
        yield f"the figures of {line['agent']} against {line['against']} are outdated: an agent has changed"
    if ranked.is_stale(game):
        yield "the leaderboard is outdated: an agent has changed"
    if game == bridge_imps.GAME:
        for line in filter(bridge_imps.is_stale, bridge_imps.read()):
            yield f"the IMPs of {line['agent']} against {line['other']} are outdated"
        for line in filter(bridge_tricks.is_stale, bridge_tricks.read()):
            yield f"the tricks that {line['agent']} loses as {line['seat']} are outdated"
    if game == hanabi_scores.GAME:
        for line in filter(hanabi_scores.is_stale, hanabi_scores.read()):
            yield f"the scores of {line['agent']} with {line['players']} players are outdated"


def main() -> int:
    """The command line; returns 1 if anything is outdated."""
    parser = argparse.ArgumentParser(description="Names outdated measurements, of games or agents that have changed.")
    parser.add_argument("games", nargs="*", default=IDS, help="names or ids of games; all by default")
    parser.add_argument("--drop", action="store_true", help="remove outdated lines from results/baselines.jsonl")
    arguments = parser.parse_args()
    lines, rows, shipped, found = baselines.read_lines(), trained.read(), trained.read_shipped(), False
    for game in map(find_game, arguments.games):
        stale = list(stale_lines(game, lines))
        pairings = (f"{lines[key][0]['agent']} against {lines[key][0]['against'] or 'nobody'}" for key in stale)
        changed = [f"{pairing}: outdated, an agent has changed" for pairing in pairings]
        for words in (*changed, *outdated(game, rows, shipped)):
            print(f"{game.id}: {words}")
            found = True
        for key in stale if arguments.drop else ():
            del lines[key]
    if arguments.drop:
        baselines.write_lines(lines)
    return int(found)


if __name__ == "__main__":
    sys.exit(main())
