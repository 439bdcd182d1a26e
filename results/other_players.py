"""Measures agents against OpenSpiel's own players, and makes the table of it.

It runs in the environment that ``make test-openspiel`` makes: ``.venv/environments/tests_openspiel/bin/python -m
results.other_players gin_rummy --agents expert trained --minutes 5``; then ``make docs``. OpenSpiel's player sees its
library's game, which is played in lockstep with ours; our agents see ours. Each deal is played with the agent in every
seat, and OpenSpiel's player in all others.

- ``simple_gin_rummy_bot`` plays matches of Gin Rummy to 100, and single deals. From a knock on `expert` lays out, melds
  and lays off for both, as OpenSpiel's game has another order there. `novice` plays for the player where it discards
  the card that it has just taken, which our rules forbid, and where it ends with an error (OpenSpiel 1.6).
- ``ISMCTSBot``, a tree search, plays single hands of the other games, with uniform rollouts. It crashes in the pass of
  Hearts, so `expert` passes for it.

In partnerships the agent has both seats of a side.

A line of ``results/other_players.jsonl`` has the number of ``deals``, the agent's ``points`` above the others' mean and
its share of ``first`` places, with their 95 % intervals by deal, the hash of the ``weights`` and the digest ``played``.
It replaces an older line of another agent or of no more deals.
"""

import argparse
import time
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from cardzoo.agents import AnyAgent, agent_generator, ask, find_agent, memory_of
from cardzoo.envs import Game, Table, find_game
from cardzoo.envs.engine import piles
from cardzoo.envs.games import gin_rummy, hearts
from cardzoo.training.evaluation.arena.contest import hash_weights
from cardzoo.training.evaluation.intervals import Estimate, estimate_mean
from cardzoo.training.evaluation.schedule import deal_seeds
from results.lines import outweighs, read_lines, write_lines
from results.openspiel_games import BRIDGE, EUCHRE, HEARTS, LIMIT_HOLDEM, OH_HELL, There
from results.played import digest

FILE = Path(__file__).parent / "other_players.jsonl"
SEED = 3  # of the deals
FEWEST = 10  # deals, whatever the time
ISMCTS, SIMPLE = "ISMCTSBot", "simple_gin_rummy_bot"
EXPLORATION = 4.0  # of ISMCTS
THERE = {there.game.name: there for there in (BRIDGE, EUCHRE, HEARTS, LIMIT_HOLDEM, OH_HELL)}


@dataclass(frozen=True)
class Contest:
    """A game with a player of OpenSpiel's in all other seats.

    Attributes:
        game: name of the game.
        player: OpenSpiel's player.
        setting: the options in words.
        options: options of our game.
        simulations: simulations a decision of ISMCTS.
        players: number of players; None for the game's default.
    """

    game: str
    player: str
    setting: str
    options: Mapping[str, Any]
    simulations: int = 0
    players: int | None = None

    @property
    def num_players(self) -> int:
        """Number of players at the table."""
        return self.players or find_game(self.game).default_players


CONTESTS = (
    Contest("gin_rummy", f"`{SIMPLE}`", "matches to 100", {}),
    Contest("gin_rummy", f"`{SIMPLE}`", "single deals", {"target": None}),
    *(
        Contest(game, f"`{ISMCTS}`, {simulations:,} simulations", setting, options, simulations, players)
        for game, setting, options, players in (
            ("bridge", "single boards", {}, None),
            ("euchre", "single hands", {"hands": 1, "any_discard": False}, None),
            ("hearts", "single hands", {"hands": 1}, None),
            ("oh_hell", "single hands of ten cards", {"hands": 1, "hand_size": 10}, 4),
            ("texas_holdem", "single hands for two, with limits", {"betting": "limit"}, 2),
        )
        for simulations in (200, 1000)
    ),
)


class Ours:
    """One of our agents in a seat, with its random generator and memory."""

    def __init__(self, name: str, game: Game, seed: int) -> None:
        self._agent: AnyAgent = find_agent(name, game)
        self._game, self._generator, self._memory = game, agent_generator(seed), memory_of(self._agent)

    def __call__(self, table: Table) -> int:
        """The agent's action."""
        mask = table.mask.copy()
        return int(ask(self._agent, self._game, table.records, table.player, mask, self._generator, self._memory))


class Theirs(Protocol):
    """A player of OpenSpiel's in all seats of a table but one."""

    def begin(self, table: Table) -> None:
        """Deal the hands that have just been dealt at our table in OpenSpiel's game."""

    def follow(self, table: Table, action: int) -> None:
        """Play an action that is about to be played at our table."""

    def __call__(self, table: Table) -> int:
        """The action of the seat whose turn it is."""


def simple_bot(seat: int) -> Any:
    """OpenSpiel's simple player of Gin Rummy, in a seat of its game."""
    import pyspiel

    return pyspiel.make_simple_gin_rummy_bot({"num_ranks": 13, "num_suits": 4, "hand_size": 10}, seat)


class SimpleGin:
    """OpenSpiel's simple player of Gin Rummy."""

    def __init__(self, seed: int) -> None:
        self._novice, self._expert = (Ours(name, gin_rummy.GAME, seed) for name in ("novice", "expert"))

    def begin(self, table: Table) -> None:
        """Deal the hands; its player 0 begins."""
        import pyspiel

        state, self._first = table.state, table.player
        self._state = pyspiel.load_game("gin_rummy").new_initial_state()
        hands = [np.flatnonzero(state.hands[(self._first + seat) % 2]).tolist() for seat in range(2)]
        for card in [*hands[0], *hands[1], int(piles.top(state.discard_pile))]:
            self._state.apply_action(card)
        self._bots = [simple_bot(seat) for seat in range(2)]

    def follow(self, table: Table, action: int) -> None:
        """Play an action, and the chance that follows it."""
        if table.state.knocker >= 0 or action == gin_rummy.KNOCK:
            return
        self._state.apply_action(action)
        if action == gin_rummy.DRAW_STOCK:
            self._state.apply_action(int(piles.top(table.state.stock)))

    def __call__(self, table: Table) -> int:
        """The action; that of `expert` after a knock, and that of `novice` instead of an error or a forbidden one."""
        import pyspiel

        if table.state.knocker >= 0:
            return self._expert(table)
        seat = (table.player - self._first) % 2
        try:
            action = int(self._bots[seat].step(self._state))
        except pyspiel.SpielError:
            self._bots[seat] = simple_bot(seat)
            return self._novice(table)
        return action if table.mask[action] else self._novice(table)


class Ismcts:
    """OpenSpiel's tree search."""

    def __init__(self, there: There, seed: int, simulations: int) -> None:
        import pyspiel

        self._there = there
        final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        drawn = seed % (1 << 31)  # theirs are ints of 32 bits
        self._rollouts = pyspiel.RandomRolloutEvaluator(1, drawn)  # kept, as the player does not own it
        self._bot = pyspiel.ISMCTSBot(drawn, self._rollouts, EXPLORATION, simulations, -1, final, False, False)

    def begin(self, table: Table) -> None:
        """Deal the hands."""
        self._state = self._there.deal(table)

    def follow(self, table: Table, action: int) -> None:
        """Play an action, and the chance that follows it."""
        self._there.follow(self._state, table, action)

    def __call__(self, table: Table) -> int:
        """The action that it plays."""
        return self._there.action_of(table, self._bot.step(self._state))


class IsmctsHearts(Ismcts):
    """OpenSpiel's tree search in Hearts; `expert` passes for it."""

    def __init__(self, there: There, seed: int, simulations: int) -> None:
        super().__init__(there, seed, simulations)
        self._expert = Ours("expert", hearts.GAME, seed)

    def __call__(self, table: Table) -> int:
        """The card that it plays; the pass of `expert`."""
        return self._expert(table) if table.mask[hearts.PASS :].any() else super().__call__(table)


def their_player(contest: Contest, seed: int) -> Theirs:
    """OpenSpiel's player of a contest."""
    if not contest.simulations:
        return SimpleGin(seed)
    kind = IsmctsHearts if contest.game == "hearts" else Ismcts
    return kind(THERE[contest.game], seed, contest.simulations)


def play(contest: Contest, agent: str, seed: int, side: int) -> tuple[float, float]:
    """Play a deal or match with the agent in the seats of a side, which without partnerships is a seat.

    Returns:
        Its points above the others' mean, and its share of the first place.
    """
    game = find_game(contest.game)
    table, begun = game.table(seed, num_players=contest.num_players, **contest.options), -1
    own = np.arange(contest.num_players) % game.sides_of(contest.num_players) == side
    ours = {seat: Ours(agent, game, seed + seat) for seat in np.flatnonzero(own).tolist()}
    theirs = their_player(contest, seed)
    while not table.over:
        if begun < table.state.hands_over:
            theirs.begin(table)
            begun = int(table.state.hands_over)
        action = ours.get(table.player, theirs)(table)
        theirs.follow(table, action)
        table.step(action)
    scores, is_first = np.array(table.scores()), np.array(table.ranks()) == 1
    return float(scores[own].mean() - scores[~own].mean()), float(is_first[own].sum() / is_first.sum())


def measure(contest: Contest, agent: str, seconds: float) -> dict[str, Any]:
    """Measure an agent on as many deals as the processor seconds allow; gives its line."""
    game = find_game(contest.game)
    start, found = time.process_time(), []
    sides = game.sides_of(contest.num_players)
    for seed in deal_seeds(SEED, 1 << 16).tolist():
        if len(found) >= FEWEST and time.process_time() - start > seconds:
            break
        found.append(np.mean([play(contest, agent, seed, side) for side in range(sides)], axis=0))
    points, first = np.array(found).T
    return {
        "game": contest.game,
        "player": contest.player,
        "setting": contest.setting,
        "agent": agent,
        "deals": len(found),
        "points": astuple(estimate_mean(points)),
        "first": astuple(estimate_mean(first)),
        "weights": hash_weights(game, contest.num_players, [agent]),
        "played": digest_of(contest, agent),
    }


def digest_of(contest: Contest, agent: str) -> str:
    """The digest of our agent's games, from `results.played`."""
    return digest(find_game(contest.game), agent, "novice", contest.options, contest.players)


def read() -> list[dict[str, Any]]:
    """The lines so far."""
    return read_lines(FILE)


def key_of(line: Mapping[str, Any]) -> tuple[str, ...]:
    """The contest and the agent of a line."""
    return line["game"], line["player"], line["setting"], line["agent"]


def is_stale(line: Mapping[str, Any]) -> bool:
    """Returns whether the agent of a line or its weights have changed since the measurement."""
    (contest,) = (one for one in CONTESTS if (one.game, one.player, one.setting) == key_of(line)[:3])
    weights = hash_weights(find_game(contest.game), contest.num_players, [line["agent"]])
    return bool(line["weights"] != weights or line["played"] != digest_of(contest, line["agent"]))


def keep(line: dict[str, Any]) -> None:
    """Write a line into the file, if it replaces the older one; lines are in the order of the contests."""
    known = {key_of(one): one for one in read()}
    if outweighs(known.get(key_of(line)), line):
        return
    known[key_of(line)] = line
    order = [(one.game, one.player, one.setting) for one in CONTESTS]
    write_lines(FILE, sorted(known.values(), key=lambda one: order.index(key_of(one)[:3])))


def rows() -> Iterator[dict[str, str]]:
    """The table: a row for each contest and agent."""
    for line in read():
        game, points = find_game(line["game"]), Estimate(*line["points"])
        text = f"{points:+.2f}" if points.high - points.low < 2 else f"{points:+.1f}"
        yield {
            "game": f"[{game.title}](games/{game.name}.md)",
            "OpenSpiel's player": line["player"],
            "setting": line["setting"],
            "agent": f"`{line['agent']}`",
            "points above it": f"**{text}**" if points.sign > 0 else text,
            "first places": f"{Estimate(*line['first']).times(100):.0f} %",
            "deals": f"{line['deals']:,}",
        }


def main() -> None:
    """Measure, and write lines into the file."""
    parser = argparse.ArgumentParser(description="Measures agents against OpenSpiel's own players.")
    names = list(dict.fromkeys(contest.game for contest in CONTESTS))
    parser.add_argument("games", nargs="*", default=names, help="names of games; all by default")
    parser.add_argument("--agents", nargs="+", default=["novice", "expert", "trained"], help="names of our agents")
    parser.add_argument("--minutes", type=float, default=5.0, help="processor minutes of each agent in each contest")
    arguments = parser.parse_args()
    if unknown := set(arguments.games) - set(names):
        parser.error(f"games must be among {', '.join(names)}, got {', '.join(sorted(unknown))}")
    for contest in (one for one in CONTESTS if one.game in arguments.games):
        for agent in arguments.agents:
            line = measure(contest, agent, 60 * arguments.minutes)
            keep(line)
            points, first = Estimate(*line["points"]), Estimate(*line["first"])
            figures = f"{points:+.2f} points, {first.times(100):.0f} % first, {line['deals']:,} deals"
            print(f"{contest.game}: {agent} against {contest.player}, {contest.setting}: {figures}", flush=True)


if __name__ == "__main__":
    main()
