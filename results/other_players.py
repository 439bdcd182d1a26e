"""Measures agents against OpenSpiel's own players, and makes the table of it.

It runs in the environment that ``make test-openspiel`` makes: ``.venv/environments/tests_openspiel/bin/python -m
results.other_players gin_rummy --agents expert trained --minutes 5``; then ``make docs``. OpenSpiel's player sees its
library's game, which is played in lockstep with ours; our agents see ours. Each deal is played with the agent in every
seat, and OpenSpiel's player in all others.

- ``simple_gin_rummy_bot`` plays matches of Gin Rummy to 100, and single deals. From a knock on `expert` lays out, melds
  and lays off for both, as OpenSpiel's game has another order there. `novice` plays for the player where it discards
  the card that it has just taken, which our rules forbid, and where it ends with an error (OpenSpiel 1.6).
- ``ISMCTSBot`` plays single hands of Hearts, with uniform rollouts. It crashes in the pass, so `expert` passes for it.

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
from cardzoo.envs.engine import CARDS, piles
from cardzoo.envs.engine.cards import rank_ace_high, suit_of
from cardzoo.envs.games import gin_rummy, hearts
from cardzoo.training.evaluation.arena.contest import hash_weights
from cardzoo.training.evaluation.intervals import Estimate, estimate_mean
from cardzoo.training.evaluation.schedule import deal_seeds
from results.lines import outweighs, read_lines, write_lines
from results.played import digest

FILE = Path(__file__).parent / "other_players.jsonl"
SEED = 3  # of the deals
FEWEST = 10  # deals, whatever the time
ISMCTS, SIMPLE = "ISMCTSBot", "simple_gin_rummy_bot"
EXPLORATION = 4.0  # of ISMCTS
TO_THE_LEFT = 1  # OpenSpiel's code of the pass in the first hand of a match


@dataclass(frozen=True)
class Contest:
    """A game with a player of OpenSpiel's in all other seats.

    Attributes:
        game: name of the game.
        player: OpenSpiel's player.
        setting: the options in words.
        options: options of our game.
        simulations: simulations a decision of ISMCTS.
    """

    game: str
    player: str
    setting: str
    options: Mapping[str, Any]
    simulations: int = 0


CONTESTS = (
    Contest("gin_rummy", f"`{SIMPLE}`", "matches to 100", {}),
    Contest("gin_rummy", f"`{SIMPLE}`", "single deals", {"target": None}),
    Contest("hearts", f"`{ISMCTS}`, 200 simulations", "single hands", {"hands": 1}, 200),
    Contest("hearts", f"`{ISMCTS}`, 1,000 simulations", "single hands", {"hands": 1}, 1000),
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


def translate(card: int) -> int:
    """OpenSpiel's code of a card of Hearts."""
    return 4 * (int(rank_ace_high(card)) - 1) + int(suit_of(card))


CARD_OF = {translate(card): card for card in range(CARDS)}
FLAGS = {  # OpenSpiel's names of options of Hearts, and ours
    "jd_bonus": "jack",
    "avoid_all_tricks_bonus": "no_tricks",
    "can_lead_any_club": "any_club",
    "must_break_hearts": "must_break",
    "qs_breaks_hearts": "queen_breaks",
    "can_lead_hearts_instead_of_qs": "spare_queen",
}


def deal_hearts(game: Any, table: Table, direction: int) -> Any:
    """A state of OpenSpiel's Hearts with the hands that have just been dealt at our table.

    Args:
        game: OpenSpiel's game.
        table: our table; OpenSpiel's player 0 sits to the dealer's left.
        direction: OpenSpiel's code of the pass.
    """
    state, seats, first = game.new_initial_state(), table.num_players, int(table.state.dealer) + 1
    state.apply_action(direction)
    hands = [np.flatnonzero(table.state.hands[(first + seat) % seats]).tolist() for seat in range(seats)]
    for turn in range(CARDS):
        state.apply_action(translate(hands[turn % seats][turn // seats]))
    return state


class IsmctsHearts:
    """OpenSpiel's tree search in Hearts."""

    def __init__(self, seed: int, simulations: int) -> None:
        import pyspiel

        self._expert = Ours("expert", hearts.GAME, seed)
        final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        drawn = seed % (1 << 31)  # theirs are ints of 32 bits
        self._rollouts = pyspiel.RandomRolloutEvaluator(1, drawn)  # kept, as the player does not own it
        self._bot = pyspiel.ISMCTSBot(drawn, self._rollouts, EXPLORATION, simulations, -1, final, False, False)

    def begin(self, table: Table) -> None:
        """Deal the hands; its player 0 sits to the dealer's left."""
        import pyspiel

        options = table.state.options
        flags = {theirs: bool(options[ours]) for theirs, ours in FLAGS.items()}
        game = pyspiel.load_game("hearts", flags | {"no_pts_on_first_trick": not options.points_first})
        self._state = deal_hearts(game, table, TO_THE_LEFT)

    def follow(self, table: Table, action: int) -> None:
        """Pass or play a card."""
        self._state.apply_action(translate(action - hearts.PASS if action >= hearts.PASS else action))

    def __call__(self, table: Table) -> int:
        """The card that it plays; the pass of `expert`."""
        if table.mask[hearts.PASS :].any():
            return self._expert(table)
        return CARD_OF[self._bot.step(self._state)]


def their_player(contest: Contest, seed: int) -> Theirs:
    """OpenSpiel's player of a contest."""
    return SimpleGin(seed) if contest.game == "gin_rummy" else IsmctsHearts(seed, contest.simulations)


def play(contest: Contest, agent: str, seed: int, seat: int) -> tuple[float, float]:
    """Play a deal or match with the agent in a seat.

    Returns:
        Its points above the others' mean, and its share of the first place.
    """
    game = find_game(contest.game)
    table, begun = game.table(seed, **contest.options), -1
    ours, theirs = Ours(agent, game, seed), their_player(contest, seed)
    while not table.over:
        if begun < table.state.hands_over:
            theirs.begin(table)
            begun = int(table.state.hands_over)
        action = ours(table) if table.player == seat else theirs(table)
        theirs.follow(table, action)
        table.step(action)
    scores, ranks = table.scores(), table.ranks()
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - sum(others) / len(others), (ranks[seat] == 1) / ranks.count(1)


def measure(contest: Contest, agent: str, seconds: float) -> dict[str, Any]:
    """Measure an agent on as many deals as the processor seconds allow; gives its line."""
    game = find_game(contest.game)
    start, found = time.process_time(), []
    seats = int(game.blank(**contest.options)["num_players"][0])
    for seed in deal_seeds(SEED, 1 << 16).tolist():
        if len(found) >= FEWEST and time.process_time() - start > seconds:
            break
        found.append(np.mean([play(contest, agent, seed, seat) for seat in range(seats)], axis=0))
    points, first = np.array(found).T
    return {
        "game": contest.game,
        "player": contest.player,
        "setting": contest.setting,
        "agent": agent,
        "deals": len(found),
        "points": astuple(estimate_mean(points)),
        "first": astuple(estimate_mean(first)),
        "weights": hash_weights(game, seats, [agent]),
        "played": digest_of(contest, agent),
    }


def digest_of(contest: Contest, agent: str) -> str:
    """The digest of our agent's games, from `results.played`."""
    return digest(find_game(contest.game), agent, "novice", contest.options)


def read() -> list[dict[str, Any]]:
    """The lines so far."""
    return read_lines(FILE)


def key_of(line: Mapping[str, Any]) -> tuple[str, ...]:
    """The contest and the agent of a line."""
    return line["game"], line["player"], line["setting"], line["agent"]


def is_stale(line: Mapping[str, Any]) -> bool:
    """Returns whether the agent of a line or its weights have changed since the measurement."""
    (contest,) = (one for one in CONTESTS if (one.game, one.player, one.setting) == key_of(line)[:3])
    game = find_game(contest.game)
    weights = hash_weights(game, game.default_players, [line["agent"]])
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
        text = f"{points:+.1f}"
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
