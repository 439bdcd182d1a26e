"""Usage of a language model: requests, tokens, cost, and answers that were not legal moves."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Usage:
    """Sums over decisions.

    Attributes:
        decisions: number of decisions.
        answers: number of requested answers.
        unfit: answers that were not a legal move.
        late: answers that did not arrive in time.
        fallbacks: decisions without a legal answer, in which the move was drawn at random.
        retries: repeated requests after server errors.
        input_tokens: tokens of the prompts, as reported by the server.
        output_tokens: tokens of the answers, likewise.
        cost: cost by the given prices, in their currency.
        seconds: total seconds of the answers.
    """

    decisions: int = 0
    answers: int = 0
    unfit: int = 0
    late: int = 0
    fallbacks: int = 0
    retries: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0

    @classmethod
    def of(cls, notes: Iterable[Mapping[str, Any]]) -> "Usage":
        """Sums over an agent's notes of its decisions; see `LanguageAgent.take_notes`."""
        notes = list(notes)
        answers = [answer for note in notes for answer in note["answers"]]
        return cls(
            decisions=len(notes),
            answers=len(answers),
            unfit=sum(answer["problem"] is not None and answer["text"] is not None for answer in answers),
            late=sum(answer["text"] is None for answer in answers),
            fallbacks=sum(note["fallback"] for note in notes),
            retries=sum(answer["retries"] for answer in answers),
            input_tokens=sum(answer["input_tokens"] for answer in answers),
            output_tokens=sum(answer["output_tokens"] for answer in answers),
            cost=sum(answer["cost"] for answer in answers),
            seconds=sum(answer["seconds"] for answer in answers),
        )

    @property
    def words(self) -> str:
        """The summary in one line."""
        summary = (
            f"{self.decisions:,} decisions, {self.answers:,} answers: {self.unfit:,} no legal moves, {self.late:,} late"
        )
        summary += f"; {self.fallbacks:,} moves drawn at random instead; {self.retries:,} requests made again"
        summary += f"; {self.input_tokens:,} tokens in, {self.output_tokens:,} out"
        summary += f", {self.cost:,.4f} by the prices set" if self.cost else ""
        return summary + (f"; {self.seconds / self.answers:.1f} s an answer" if self.answers else "")
