"""Whether what has been measured still holds: a digest of games that the agents play.

It stays the same while rules and agents do what they did, however they are written and whatever options are new; so
it is kept with each measurement. ``python -m results.played [game ...]`` names what does not hold any more.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from cardzoo.agents import find_agent, is_search
from cardzoo.envs import IDS, Game, find_game
from cardzoo.training.evaluation.duplicate import seat_around
from cardzoo.training.evaluation.play import play_games
from cardzoo.training.evaluation.schedule import deal_seeds
from results import baselines, trained

DEALS = 10


def digest(game: Game, agent: str, against: str | None, options: Mapping[str, Any], players: int | None = None) -> str:
    """What some deals come to: the length of each game, every seat's score and reward.

    Args:
        game: the game.
        agent: who plays in each seat of a deal in turn; the expert stands for whoever thinks for so many seconds.
        against: who has the other seats, if there are any.
        options: of the game.
        players: at the table; None for the game's default.

    Returns:
        16 hexadecimal digits.
    """
    if players is None:
        players = int(game.blank(**options)["num_players"][0])
    names = ["expert" if is_search(name) else name for name in (agent, against) if name]
    _, _, seats = seat_around(DEALS, players)
    agents = [find_agent(name, game) for name in names]
    played = play_games(game, agents, seats, deal_seeds(0, DEALS).repeat(players), options=options, threads=1)
    numbers = [played.moves, played.scores, played.rewards]
    return hashlib.sha256(b"".join(part.astype("<f8").tobytes() for part in numbers)).hexdigest()[:16]


def stale_lines(game: Game, lines: baselines.Lines) -> Iterator[str]:
    """The keys of the pairings whose lines do not hold any more."""
    for key, told in lines.items():
        if told[0]["game"] == game.id:
            now = digest(game, told[0]["agent"], told[0]["against"], told[0]["options"])
            if any(line["played"] != now for line in told):
                yield key


def digest_of_row(row: Mapping[str, Any]) -> str:
    """What is kept with a trained agent: what those play against whom it was measured."""
    against = "novice" if row["players"] > 1 else None
    return digest(find_game(row["id"]), "expert", against, row["options"], row["players"])


def main() -> int:
    """The command line; gives whether anything is stale."""
    from docs import exploited, ranked  # which take digests from here

    parser = argparse.ArgumentParser(description="Names measurements of games that are played otherwise by now.")
    parser.add_argument("games", nargs="*", default=IDS, help="names or ids; all if none is given")
    parser.add_argument("--drop", action="store_true", help="remove them from results/baselines.jsonl")
    arguments = parser.parse_args()
    lines, rows, shipped, found = baselines.read_lines(), trained.read(), trained.read_shipped(), 0
    for game in map(find_game, arguments.games):
        for key in list(stale_lines(game, lines)):
            told = lines[key][0]
            print(f"{game.id}: {told['agent']} against {told['against'] or 'nobody'}: played otherwise by now")
            found += 1
            if arguments.drop:
                del lines[key]
        row = rows.get(game.name)
        if row and row["played"] != digest_of_row(row):
            print(f"{game.id}: the trained agent was measured against others")
            found += 1
        for probed in exploited.read():
            if probed["game"] == game.id and exploited.is_stale(probed):
                print(f"{game.id}: {probed['agent']} was probed when it, or what it met, played otherwise")
                found += 1
        row = shipped.get(game.name)
        if row and row["played"] != digest_of_row(row):
            print(f"{game.id}: the trained agent that it brings along was measured against others")
            found += 1
        if ranked.is_stale(game):
            print(f"{game.id}: the leaderboard's agents play otherwise by now")
            found += 1
    if arguments.drop:
        baselines.write_lines(lines)
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
