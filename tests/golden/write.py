"""Writes golden games: one game of each id in words, which must stay reproducible as long as the id stays.

Run as ``python tests/golden/write.py [game ...]``. Existing files are not overwritten: a change of rules, action
codes, observation, rewards or defaults raises the game's version, and the new id gets a file of its own. ``--force``
is for a change of the files' form, or for mistakes that were never released.

The experts play the game when it is written. Later their actions are read from the file, so that experts may be
improved. A new option leaves the files unchanged if its default changes nothing.
"""

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from cardzoo.agents import ask, bots, find_agent, memory_of
from cardzoo.agents.base import agent_generator
from cardzoo.envs import IDS, CardEnv, Game, find_game

FOLDER = Path(__file__).parent
MOST_BYTES = 250_000


def golden_file(game: Game) -> Path:
    """The file of an id's golden game."""
    return FOLDER / f"{game.id}.txt"


def record(game: Game, seed: int, options: Mapping[str, Any], actions: Iterator[int] | None = None) -> str:
    """A game in words.

    Args:
        game: the game.
        seed: seed of the deal and of the agents.
        options: options that differ from the defaults.
        actions: the actions; None lets the best scripted agents play.
    """
    env = CardEnv(game, illegal="raise", **options)
    env.reset(seed=seed)
    table = env.table
    expert, generator = find_agent(list(bots(game))[-1], game), agent_generator(seed)
    memories = [memory_of(expert) for _ in env.possible_agents]
    lines = [
        f"game: {game.id}",
        f"players: {table.num_players}",
        f"options: {json.dumps(options)}",
        f"seed: {seed}",
        f"dealer: {table.state.dealer}",
        "dealt:",
        *(f"  {line}" for line in dealt(game, table.words(*game.state.fields))),
    ]
    seen: list[dict[str, str]] = [{} for _ in env.possible_agents]
    observed = hashlib.sha256()
    while not table.over:
        player = table.player
        observation = env.observe(env.agent_selection)
        mask = observation["action_mask"]
        observed.update(observation["observation"].tobytes() + mask.tobytes())
        if actions:
            action = next(actions)
        else:
            action = ask(expert, game, table.records, player, mask, generator, memories[player])
        view = dict(flattened(table.view_words(player)))
        news = [f"{name}={value}" for name, value in view.items() if seen[player].get(name) != value]
        seen[player] = view
        lines += [
            "",
            f"step {table.state.steps + 1}, player {player}",
            f"  sees: {'; '.join(news) or 'nothing new'}",
            f"  legal: {grouped(table.legal())}",
            f"  plays: {game.actions.describe(action)}",
        ]
        env.step(action)
        if table.paid:
            lines.append(f"  rewards: {' '.join(f'{reward:g}' for reward in env.rewards.values())}")
    how = "truncated" if table.state.truncated else "over"
    score = table.state.score[: table.num_players].tolist()
    lines += ["", f"{how} after {table.state.steps} steps, score {' '.join(map(str, score))}"]
    lines += [f"flat observations and masks: {observed.hexdigest()[:16]}", ""]
    return "\n".join(lines)


def replay(game: Game, text: str) -> str:
    """The same actions from the same seed, played by the current rules.

    Raises:
        ValueError: if one of the actions is not legal any more.
    """
    header = dict(re.findall(r"^(\w+): (.*)$", text, flags=re.MULTILINE))
    actions = [game.actions.parse(words) for words in re.findall(r"^  plays: (.*)$", text, flags=re.MULTILINE)]
    return record(game, int(header["seed"]), json.loads(header["options"]), iter(actions))


def short_game(game: Game, seeds: Iterable[int]) -> str:
    """The first game that is short enough; a shorter match if a whole one is too long."""
    kinds = [{}, game.shortest] if game.shortest else [{}]
    texts = (record(game, seed, options) for seed in seeds for options in kinds)
    return next(text for text in texts if len(text.encode()) < MOST_BYTES)


def dealt(game: Game, words: dict[str, Any]) -> Iterator[str]:
    """The fields of cards after the deal."""
    for field in game.state.holders():
        for name, value in flattened({field.name: words[field.name]}):
            if value != "—":
                yield f"{name}={value}"


def flattened(words: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Names and values, each element of a list of cards by itself."""
    for name, value in words.items():
        if isinstance(value, list) and any(isinstance(part, (str, list)) for part in value):
            yield from flattened({f"{name}[{place}]": part for place, part in enumerate(value)})
        elif isinstance(value, list):
            yield name, " ".join("—" if part is None else str(part) for part in value)
        else:
            yield name, "—" if value in (None, "") else str(value)


def grouped(legal: list[str]) -> str:
    """Legal actions, grouped by verb."""
    groups: dict[str, list[str]] = {}
    for words in legal:
        verb, _, rest = words.partition(" ")
        groups.setdefault(verb, []).append(rest)
    return "; ".join(f"{verb} {', '.join(rest)}".strip() for verb, rest in groups.items())


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Writes golden games.")
    parser.add_argument("games", nargs="*", default=IDS, help="names or ids; all if none is given")
    parser.add_argument("--seed", type=int, help="of the deal and the agents; else the first with a short game")
    parser.add_argument("--force", action="store_true", help="overwrite, though the id is unchanged")
    arguments = parser.parse_args()
    refused = 0
    for name in arguments.games:
        game = find_game(name)
        file = golden_file(game)
        if file.exists() and not arguments.force:
            print(f"{file.name} is kept: rules under one id must not change; raise the version in {game.file.name}")
            refused = 1
            continue
        text = short_game(game, count(1) if arguments.seed is None else [arguments.seed])
        file.write_text(text, encoding="utf-8")
        print(f"{file.name} is written, {file.stat().st_size / 1000:.0f} kB")
    return refused


if __name__ == "__main__":
    sys.exit(main())
