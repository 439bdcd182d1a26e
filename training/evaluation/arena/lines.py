"""Lines of an arena's files, with their checks."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from cardzoo.envs.files.lines import LineError, parse_line, read_whole_lines
from cardzoo.envs.files.validation import explain
from cardzoo.envs.files.whole import read_file
from cardzoo.envs.registry import find_game
from cardzoo.training.evaluation.arena.contest import ArenaError, Contest, check_printable
from cardzoo.training.evaluation.keys import PATTERN

MOST_SETTINGS = 1 << 20  # bytes of an arena's settings

Count = Annotated[int, Field(ge=0, le=1 << 48)]
Amount = Annotated[float, Field(ge=0, le=1e15, allow_inf_nan=False)]
Reward = Annotated[float, Field(ge=-1 - 1e-6, le=1 + 1e-6, allow_inf_nan=False)]
Score = Annotated[int, Field(ge=-(1 << 31), lt=1 << 31)]
Text = Annotated[str, Field(max_length=1 << 20)]


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Identity(_Line):
    """Settings of an arena's folder; see `cardzoo.training.evaluation.arena.contest.Contest.identity`."""

    format: Literal[1]
    cardzoo: Text
    game: Text
    players: Annotated[int, Field(ge=1, le=64)]
    options: dict[str, bool | int | float | str | None]
    agents: Annotated[list[Text], Field(min_length=2)]
    weights: dict[str, Text]
    seed: Count
    time_limit: Amount

    @property
    def contest(self) -> Contest:
        """The contest."""
        options = tuple(sorted(self.options.items()))
        return Contest(self.game, tuple(self.agents), self.players, options, self.seed, self.time_limit)


class Forfeit(_Line):
    """A game that an agent has forfeited."""

    game: Count
    seat: Count
    agent: Text
    kind: Annotated[str, Field(max_length=64)]
    reason: Text


class Deal(_Line):
    """The games of a deal, a list each of seats, rewards and scores; and the deal's key, if it has one."""

    deal: Count
    key: Annotated[str, Field(pattern=PATTERN)] | None = None
    seats: list[list[Count]]
    rewards: list[list[Reward]]
    scores: list[list[Score]]
    forfeits: list[Forfeit]


class Times(_Line):
    """Times of a share of deals; see `cardzoo.training.evaluation.arena.results.Speed`."""

    deals: Count
    seconds: Amount
    moves: Count
    decisions: list[Count]
    thought: list[Amount]


class Answer(_Line):
    """An answer of a language model, as far as it is counted."""

    model_config = ConfigDict(extra="ignore")

    text: str | None
    problem: str | None
    seconds: Amount
    retries: Count
    input_tokens: Count
    output_tokens: Count
    cost: Amount


class Talk(_Line):
    """A decision of a language model, as far as it is counted."""

    model_config = ConfigDict(extra="ignore")

    agent: Text
    answers: list[Answer]
    fallback: bool


_DEALS, _TIMES, _TALKS = TypeAdapter(Deal), TypeAdapter(Times), TypeAdapter(Talk)
_IDENTITIES = TypeAdapter(Identity)


def read_identity(file: Path) -> Identity:
    """Settings of an arena.

    Raises:
        ArenaError: if the file does not hold them, or its game is unknown.
        OSError: if it cannot be read.
    """
    try:
        identity = _IDENTITIES.validate_json(read_file(file, MOST_SETTINGS), strict=True)
        options: dict[str, Any] = dict(identity.options)
        find_game(identity.game).blank(identity.players, **options)
        check_printable(identity.agents)
    except ValidationError as problem:
        raise ArenaError(f"{file}: {explain(problem)}") from None
    except ValueError as problem:
        raise ArenaError(f"{file}: {problem}") from None
    return identity


def check_deal(contest: Contest, text: str, file: Path, deal: int) -> None:
    """Refuse a line that is not the line of a contest's deal.

    Raises:
        ArenaError: if it is of another deal, or of other games than the deal's.
        LineError: if it is no line of this kind.
    """
    line, where = parse_line(_DEALS, text, file, deal + 1), f"{file}, line {deal + 1}"
    if line.deal != deal:
        raise ArenaError(f"{where} is not that of deal {deal}; choose another --out")
    agents = contest.agents
    seats = contest.seatings(deal)
    if line.seats != seats.tolist():
        raise ArenaError(f"{where}: its seats are not those of deal {deal}; choose another --out")
    for name, games in (("rewards", line.rewards), ("scores", line.scores)):
        if [len(game) for game in games] != [contest.num_players] * len(seats):
            raise ArenaError(f"{where}: {name}: {len(seats)} games of {contest.num_players} are expected")
    for forfeit in line.forfeits:
        inside = forfeit.game < len(seats) and forfeit.seat < contest.num_players
        if not inside or forfeit.agent != agents[seats[forfeit.game, forfeit.seat]]:
            raise ArenaError(f"{where}: forfeits: no agent {forfeit.agent!r:.80} has that seat")


def read_times(contest: Contest, file: Path) -> list[Times]:
    """Times of each share of deals.

    Raises:
        LineError: for a line that is none of this kind, or of another number of agents.
    """
    shares = [parse_line(_TIMES, text, file, number) for number, text in enumerate(read_whole_lines(file), 1)]
    for number, share in enumerate(shares, 1):
        if not len(share.decisions) == len(share.thought) == len(contest.agents):
            raise LineError(f"{file}, line {number}: {len(contest.agents)} decisions and thought are expected")
    return shares


def read_talks(file: Path) -> Sequence[dict[str, object]]:
    """Decisions of language models; none if there are no such agents.

    Raises:
        LineError: for a line that is none of this kind.
    """
    if not file.exists():
        return []
    return [
        parse_line(_TALKS, text, file, number).model_dump() for number, text in enumerate(read_whole_lines(file), 1)
    ]
