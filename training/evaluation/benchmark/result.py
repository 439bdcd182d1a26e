"""Result of a benchmark: the value of each deal, with hashes of all that it was measured with, and its summary."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from cardzoo.envs.files.whole import check_writable, write_file
from cardzoo.training.evaluation.benchmark import aggregates
from cardzoo.training.evaluation.benchmark.references import scale_of
from cardzoo.training.evaluation.benchmark.suites import Suite, load_suite
from cardzoo.training.evaluation.intervals import Estimate, estimate_mean, estimate_resampled

FORMAT = 1

AGGREGATES: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    "iqm": aggregates.interquartile_mean,
    "median": aggregates.median,
    "mean": aggregates.mean,
    "above_expert": aggregates.share_above,
}
"""The figures of a summary; the first is the one to quote."""


@dataclass(frozen=True)
class GameResult:
    """An agent's deals in one game.

    Attributes:
        game: id of the game.
        deals: hash of the deals' seeds.
        key: key of the games; empty if the agent is cardzoo's own. See `cardzoo.training.evaluation.keys`.
        weights: SHA-256 of the agent's model; empty without one.
        forfeits: number of games that the agent forfeited.
        values: value of each deal; see `cardzoo.training.evaluation.benchmark.play`.
    """

    game: str
    deals: str
    key: str
    weights: str
    forfeits: int
    values: list[float]


@dataclass(frozen=True)
class Result:
    """A benchmark's result.

    Attributes:
        agent: name of the agent.
        suite: name of the suite.
        suite_digest: hash of the suite.
        scale_digest: hash of its references.
        split: range of the deals: ``public`` or ``held_out``.
        version: version of cardzoo.
        commit: commit of the checkout; None if cardzoo is installed in another way.
        games: results of the games, in the order of the suite.
        format: version of this format.
    """

    agent: str
    suite: str
    suite_digest: str
    scale_digest: str
    split: str
    version: str
    commit: str | None
    games: tuple[GameResult, ...]
    format: int = FORMAT

    @cached_property
    def content(self) -> Suite:
        """The suite itself."""
        return load_suite(self.suite)

    @cached_property
    def by_deal(self) -> list[np.ndarray]:
        """The score of each deal, (deals,) for each game."""
        entries = zip(self.content.games, self.games, strict=True)
        return [scale_of(self.content, entry).score(np.array(game.values)) for entry, game in entries]

    @cached_property
    def scores(self) -> np.ndarray:
        """The games' scores, as one run: (1, G)."""
        return np.array([[part.mean() for part in self.by_deal]])

    @cached_property
    def resamples(self) -> np.ndarray:
        """The games' scores with the deals drawn again, (R, 1, G)."""
        return aggregates.resample_deals(self.by_deal)

    @property
    def numbers_of_deals(self) -> list[int]:
        """Number of deals of each game."""
        return [len(game.values) for game in self.games]

    @property
    def fewest(self) -> int:
        """Fewest deals of a game."""
        return min(self.numbers_of_deals)

    @property
    def basis(self) -> dict[str, object]:
        """Common ground of results that are compared, by name."""
        return basis_of(self.suite, self.split, self.scale_digest, self.numbers_of_deals)

    def estimates(self) -> dict[str, Estimate]:
        """The score of each game, by its id."""
        return {game.game: estimate_mean(part) for game, part in zip(self.games, self.by_deal, strict=True)}

    def summary(self) -> dict[str, Estimate]:
        """The figures of `AGGREGATES` over all games."""
        found = {}
        for name, figure in AGGREGATES.items():
            figures = np.concatenate([[figure(self.scores)], figure(self.resamples)])
            found[name] = estimate_resampled(figures, self.fewest)
        return found

    def improvement_on(self, other: "Result") -> Estimate:
        """Probability of improvement on another result of the same suite, deals and references.

        Raises:
            ValueError: if they are not comparable.
        """
        check_comparable(self.basis, other.basis)
        points = aggregates.probability_of_improvement(self.scores, other.scores)
        resamples = aggregates.probability_of_improvement(self.resamples, other.resamples)
        return estimate_resampled(np.concatenate([[points], resamples]), min(self.fewest, other.fewest))

    def line(self) -> dict[str, Any]:
        """The result as one line of JSON, without the deals."""
        named = ("agent", "suite", "suite_digest", "scale_digest", "split", "version", "commit")
        games = {id: asdict(estimate) for id, estimate in self.estimates().items()}
        forfeits = sum(game.forfeits for game in self.games)
        summary = {name: asdict(estimate) for name, estimate in self.summary().items()}
        return {name: getattr(self, name) for name in named} | summary | {"forfeits": forfeits, "games": games}

    def write(self, file: Path) -> None:
        """Write the result as JSON.

        Raises:
            ValueError: if the file cannot be written.
        """
        write_output(file, json.dumps(asdict(self), ensure_ascii=False) + "\n")


def basis_of(suite: str, split: str, references: str, numbers: Sequence[int]) -> dict[str, object]:
    """Common ground of a result and those that it is compared to, by name.

    Args:
        suite: name of the suite.
        split: range of the deals.
        references: digest of the suite's references.
        numbers: number of deals of each game.
    """
    return {"suite": suite, "deals": split, "references": references, "numbers of deals": list(numbers)}


def check_comparable(basis: Mapping[str, object], other: Mapping[str, object]) -> None:
    """Check that two results can be compared.

    Raises:
        ValueError: if they are of different suites, deals or references.
    """
    for name, own in basis.items():
        if own != other[name]:
            raise ValueError(f"{name} of both results must be the same, got {own} and {other[name]}; compare others")


def check_output(file: Path) -> None:
    """Check before a long run that `write_output` can write a file; nothing is left behind.

    Raises:
        ValueError: if it is a folder, or its own folder cannot be made or written.
    """
    try:
        check_writable(file)
    except OSError as problem:
        raise _unwritable(file, problem) from None


def write_output(file: Path, text: str) -> None:
    """Write a file of the benchmark, in a folder that is made if it is missing.

    Raises:
        ValueError: if the file cannot be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_file(file, text.encode())
    except OSError as problem:
        raise _unwritable(file, problem) from None


def _unwritable(file: Path, problem: OSError) -> ValueError:
    return ValueError(f"{file} cannot be written: {problem.strerror}; choose another file")


def _checked(game: GameResult) -> GameResult:
    """The same result of a game, if its numbers can be ones.

    Raises:
        ValueError: if they cannot.
    """
    if not game.values or not np.isfinite(np.array(game.values, float)).all() or int(game.forfeits) < 0:
        raise ValueError(f"values of {game.game} must be finite numbers, and forfeits at least 0")
    return game


def read_result(file: Path) -> Result:
    """A result from its file.

    Raises:
        ValueError: if it is no result, or of another format, or of another version of its suite.
    """
    is_curve = False
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        is_curve = isinstance(content, dict) and "trainer" in content
        games = tuple(_checked(GameResult(**game)) for game in content.pop("games"))
        result = Result(games=games, **content)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
        reason = (
            problem.strerror if isinstance(problem, OSError) else "a curve of --train" if is_curve else "other content"
        )
        must = f"{file} must be the result of an agent, got {reason}"
        raise ValueError(f"{must}; write one with: cardzoo benchmark AGENT --out {file}") from None
    if result.format != FORMAT or result.suite_digest != result.content.digest:
        raise ValueError(f"{file} must be of this version of {result.suite}, got another one; run the benchmark again")
    if [game.game for game in result.games] != [entry.game for entry in result.content.games]:
        raise ValueError(f"{file} must have the games of {result.suite}, got others; run the benchmark again")
    return result
