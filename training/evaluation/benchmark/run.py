"""Run of a benchmark, and the replay of a sample of its deals."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path

import numpy as np

from cardzoo.agents import AnyAgent, check_table, find_agent
from cardzoo.envs.registry import find_game
from cardzoo.training.evaluation.arena.contest import check_printable, hash_weights
from cardzoo.training.evaluation.benchmark.parts import Parts, hash_source
from cardzoo.training.evaluation.benchmark.play import Outcome, play_field, play_in_parts
from cardzoo.training.evaluation.benchmark.references import scale_digest
from cardzoo.training.evaluation.benchmark.result import GameResult, Result
from cardzoo.training.evaluation.benchmark.suites import Entry, Suite, digest_of
from cardzoo.training.evaluation.guests import Guest, TableGuest, invite
from cardzoo.training.evaluation.keys import key_for
from cardzoo.training.evaluation.limits import TIME_LIMIT
from cardzoo.training.evaluation.machine import commit

Report = Callable[[float, str], None]
"""Receives the share of the run that is done, and the game that is played."""


@dataclass(frozen=True)
class Mismatch:
    """A replayed deal with another value than the recorded one.

    Attributes:
        game: id of the game.
        deal: number of the deal.
        recorded, replayed: the values; nan for a replay that was not possible.
        reason: description in one line.
    """

    game: str
    deal: int
    recorded: float
    replayed: float
    reason: str = "the replayed value differs"

    def __str__(self) -> str:
        """The difference in one line."""
        deal = f", deal {self.deal}: {self.recorded} recorded, {self.replayed} replayed" * (self.deal >= 0)
        return f"{self.game or 'suite'}{deal}: {self.reason}"


def run_benchmark(
    name: str,
    suite: Suite,
    split: str = "public",
    deals: int | None = None,
    key: str | None = None,
    time_limit: float = TIME_LIMIT,
    report: Report = lambda *_: None,
    kept: Path | None = None,
) -> Result:
    """Measure an agent on a suite.

    Args:
        name: name of the agent as in an arena; ``{game}`` in it is replaced by each game's name.
        suite: the suite.
        split: range of the deals: ``public`` or ``held_out``.
        deals: number of deals of each game; None for the suite's own.
        key: key of a recorded result, to repeat it; None for a random one.
        time_limit: seconds for a decision of a third party's agent.
        report: receives the progress.
        kept: file of the deals that are played; those in it are not played again. It is of no use when the result has
            been written. None for no file.

    Raises:
        ValueError: if there is no such agent, or it cannot play one of the games, or the file cannot be used, or the
            suite has no such number of deals.
    """
    scale = scale_digest(suite)
    check_printable([name])
    seeds = suite.game_seeds(split, deals)
    games: list[GameResult] = []
    parts = Parts(kept)
    for number, entry in enumerate(suite.games):

        def report_part(done: float, number: int = number, entry: Entry = entry) -> None:
            report((number + done) / len(suite.games), entry.game)

        report_part(0)
        games.append(_play(name, suite, entry, seeds[number], key, time_limit, report_part, parts))
    return Result(name, suite.name, suite.digest, scale, split, version("cardzoo"), commit(), tuple(games))


def verify(
    result: Result,
    sample: int = 10,
    seed: int | None = None,
    time_limit: float = TIME_LIMIT,
    report: Report = lambda *_: None,
) -> list[Mismatch]:
    """Replay a random sample of a result's deals, and compare their values.

    Args:
        result: the result.
        sample: number of deals of each game.
        seed: seed of the sample; None for a random one, so that nobody knows the sample before.
        time_limit: seconds for a decision of a third party's agent.
        report: receives the progress.

    Returns:
        All differences; none if the result is confirmed.

    Raises:
        ValueError: if the sample is below 1, or the agent is not here or cannot play one of the games.
    """
    if sample < 1:
        raise ValueError(f"sample must be at least 1, got {sample:,}; choose a larger number")
    suite, found = result.content, []
    generator = np.random.default_rng(seed)
    if result.scale_digest != scale_digest(suite):
        found.append(Mismatch("", -1, np.nan, np.nan, "the scale has other reference values"))
    for number, (entry, recorded) in enumerate(zip(suite.games, result.games, strict=True)):
        report(number / len(suite.games), entry.game)
        seeds = suite.deal_seeds(result.split, len(recorded.values))
        if recorded.deals != digest_of(seeds.tobytes()):
            found.append(Mismatch(entry.game, -1, np.nan, np.nan, "the deals are others"))
            continue
        deals = np.sort(generator.permutation(len(seeds))[:sample])
        replayed = _play(result.agent, suite, entry, seeds[deals], recorded.key or None, time_limit)
        if replayed.weights != recorded.weights:
            found.append(Mismatch(entry.game, -1, np.nan, np.nan, "the agent's model is another one"))
        for deal, value in zip(deals.tolist(), replayed.values, strict=True):
            if value != recorded.values[deal]:
                found.append(Mismatch(entry.game, deal, recorded.values[deal], value))
    return found


def _play(
    name: str,
    suite: Suite,
    entry: Entry,
    seeds: np.ndarray,
    key: str | None,
    time_limit: float,
    report: Callable[[float], None] = lambda _: None,
    parts: Parts | None = None,
) -> GameResult:
    """Play an agent's deals of one game, but for those that are played."""
    game = find_game(entry.game)
    named = name.replace("{game}", game.name)
    table = game.blank(entry.players, **entry.options)
    agent: AnyAgent = find_agent(named, game, partial(invite, limit=time_limit), table=table)
    check_table([agent], table)
    weights = hash_weights(game, entry.players, [named], entry.options).get(named, "")
    deals = digest_of(seeds.tobytes())
    digests = {"suite": suite.digest, "scale": scale_digest(suite), "deals": deals}
    agents = {"agent": name, "source": hash_source(named), "weights": weights, "version": version("cardzoo")}
    same = {"game": entry.game, "key": key, "time_limit": time_limit, **digests, **agents}
    played = (parts or Parts(None)).of(same)
    one_key = key_for([agent], game, played.key or key)
    field = [find_agent(one, game) for one in suite.field]

    def play(part: np.ndarray) -> Outcome:
        return play_field(game, agent, field, part, entry.players, entry.options, one_key)

    guest = agent if isinstance(agent, Guest | TableGuest) else None
    try:
        for outcome in play_in_parts(play, seeds[len(played.values) :]):
            played.add(one_key, outcome)
            if not guest or len(played.values) == len(seeds):  # no guest may read a key that is still in use
                played.write()
            report(len(played.values) / len(seeds))
    finally:
        if guest:
            guest.process.close()
    return GameResult(entry.game, deals, one_key, weights, played.forfeits, played.values)
