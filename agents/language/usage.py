"""What a language model's decisions have taken: requests, tokens, money, and answers that were no legal moves."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Usage:
    """Sums over decisions.

    Attributes:
        decisions: how many.
        answers: that the model was asked for.
        unfit: answers that were no legal move.
        late: answers that did not come in time.
        fallbacks: decisions in which no answer was a legal move, so that one was drawn at random.
        retries: requests that were made again, since the server was in trouble.
        input_tokens: that the server has counted in the questions.
        output_tokens: likewise in the answers.
        cost: by the prices that were set, in their currency.
        seconds: that the answers took.
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
        """The sums over an agent's notes of its decisions; see `LanguageAgent.take_notes`."""
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
        """All of it in one line."""
        told = (
            f"{self.decisions:,} decisions, {self.answers:,} answers: {self.unfit:,} no legal moves, {self.late:,} late"
        )
        told += f"; {self.fallbacks:,} moves drawn at random instead; {self.retries:,} requests made again"
        told += f"; {self.input_tokens:,} tokens in, {self.output_tokens:,} out"
        told += f", {self.cost:,.4f} by the prices set" if self.cost else ""
        return told + (f"; {self.seconds / self.answers:.1f} s an answer" if self.answers else "")
