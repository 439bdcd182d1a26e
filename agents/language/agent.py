"""Language-model agent: a chat server chooses the moves.

Each decision is a separate conversation: the rules, then the prompt of `cardzoo.envs.language.write_prompt`. After an
answer that is not a legal move, the model receives the reason and is asked again. If the last attempt fails too, or
takes too long, a legal move is drawn at random. If only one move is legal, the model is not asked.
"""

import time
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from cardzoo.agents.language.server import ChatServer, Message, TooSlow
from cardzoo.envs.engine import Game, rng
from cardzoo.envs.engine.fields import suggest
from cardzoo.envs.language import UnfitAnswer, introduce, read_answer

MILLION = 1_000_000
MOST = 1_000_000_000  # upper bound of each setting


@dataclass(frozen=True)
class LanguageSettings:
    """Settings of requests to a language model.

    Attributes:
        attempts: maximum of answers in a decision.
        timeout: maximum of seconds for an answer.
        retries: maximum of repeated requests after a server error.
        parallel: number of parallel requests.
        temperature: sampling temperature; None for the server's default.
        max_tokens: maximum of tokens in an answer; None for the server's default.
        input_price: price of a million prompt tokens.
        output_price: price of a million answer tokens.
    """

    attempts: int = 3
    timeout: float = 60.0
    retries: int = 6
    parallel: int = 8
    temperature: float | None = None
    max_tokens: int | None = None
    input_price: float = 0.0
    output_price: float = 0.0

    def __post_init__(self) -> None:
        least = {"attempts": 1, "timeout": 0.01, "parallel": 1, "max_tokens": 1}
        for field in fields(self):
            value, low = getattr(self, field.name), least.get(field.name, 0)
            if value is not None and not low <= value <= MOST:  # nan fails too
                raise ValueError(f"{field.name} must be from {low:g} to {MOST:,}, got {value:g}")


class LanguageAgent:
    """A `cardzoo.agents.ReadingAgent` whose moves a language model chooses.

    Args:
        game: the game.
        model: the server's name of the model.
        settings: settings of the requests.
        name: name of the agent; by default ``llm:`` and the model's name.

    Attributes:
        parallel: number of decisions that may run in parallel.

    Raises:
        ServerError: if there is no key for the usual server.
    """

    def __init__(
        self, game: Game, model: str, settings: LanguageSettings | None = None, name: str | None = None
    ) -> None:
        self.game = game
        self.name = name or f"llm:{model}"
        self.settings = settings or LanguageSettings()
        self.parallel = self.settings.parallel
        self._server = ChatServer(self.settings.timeout, self.settings.retries)
        sampling = {"temperature": self.settings.temperature, "max_tokens": self.settings.max_tokens}
        self._request = {"model": model} | {key: value for key, value in sampling.items() if value is not None}
        self._introduction = introduce(game)
        self._notes: list[dict[str, Any]] = []

    def act_on(self, prompt: str, mask: np.ndarray, generator: np.ndarray) -> int:
        """Choose an action; see `cardzoo.agents.ReadingAgent`.

        Raises:
            ServerError: if the server refuses, or every retry fails.
        """
        legal = np.flatnonzero(mask)
        if len(legal) == 1:
            return int(legal[0])
        seed = int(generator["seed"][0])
        messages: list[Message] = [
            {"role": "system", "content": self._introduction},
            {"role": "user", "content": prompt},
        ]
        answers: list[dict[str, Any]] = []
        action = None
        while action is None and len(answers) < self.settings.attempts:
            answer = self._ask(messages)
            answers.append(answer)
            if answer["text"] is None:
                continue
            try:
                if answer["problem"] is not None:
                    raise UnfitAnswer(answer["problem"])
                action = read_answer(self.game.actions, mask, answer["text"])
            except UnfitAnswer as problem:
                answer["problem"] = str(problem)
                messages += [
                    {"role": "assistant", "content": answer["text"] or "..."},
                    {"role": "user", "content": f"That is no legal move: {problem}. Answer with a legal move again."},
                ]
        fallback = action is None
        if action is None:
            action = int(legal[rng.below(generator[0], len(legal))])
        words = self.game.actions.words[action]
        self._notes.append(
            {
                "agent": self.name,
                "seed": seed,
                "prompt": prompt,
                "answers": answers,
                "move": words,
                "fallback": fallback,
            }
        )
        return action

    def _ask(self, messages: list[Message]) -> dict[str, Any]:
        """One answer, as the notes record it; without a text if it came too late."""
        start = time.perf_counter()
        try:
            reply = self._server.complete(messages, **self._request)
        except TooSlow:
            return _note(None, f"no answer within {self.settings.timeout:g} s", seconds=time.perf_counter() - start)
        cost = reply.input_tokens * self.settings.input_price + reply.output_tokens * self.settings.output_price
        return _note(
            reply.text,
            reply.problem,
            seconds=time.perf_counter() - start,
            input_tokens=reply.input_tokens,
            output_tokens=reply.output_tokens,
            cost=cost / MILLION,
            retries=reply.retries,
        )

    def take_notes(self) -> list[dict[str, Any]]:
        """Notes on the prompts and answers since the last call: for JSON, one for each decision.

        A note has ``agent``, ``seed`` (of the decision's generator), ``prompt``, ``move``, ``fallback`` (True if the
        move was drawn at random) and ``answers``. Each answer has its ``text`` (None if it came too late), ``problem``
        (the reason why it is not a legal move, or None), ``seconds``, ``input_tokens``, ``output_tokens``, ``cost`` and
        ``retries``.
        """
        notes, self._notes = self._notes, []
        return notes


def _note(
    text: str | None,
    problem: str | None,
    seconds: float,
    input_tokens: int = 0,
    output_tokens: int = 0,
    cost: float = 0.0,
    retries: int = 0,
) -> dict[str, Any]:
    return {
        "text": text,
        "problem": problem,
        "seconds": round(seconds, 3),
        "input_tokens": input_tokens,
        "output_tokens": output_tokens,
        "cost": cost,
        "retries": retries,
    }


def parse_language_agent(name: str, game: Game) -> LanguageAgent:
    """Make an agent from a name such as ``llm:NAME`` or ``llm:NAME:temperature=0:input_price=1.25``.

    Raises:
        ValueError: with the wrong part and the allowed values.
    """
    kinds = {field.name: str(field.type) for field in fields(LanguageSettings)}
    given: dict[str, Any] = {}
    model: list[str] = []
    for part in name.split(":")[1:]:
        key, equals, value = part.partition("=")
        if not equals:
            model.append(part)  # names such as qwen3:8b contain a colon
        elif key not in kinds:
            raise ValueError(f"{name}: {key!r} is unknown; {suggest(key, kinds)}")
        else:
            try:
                given[key] = int(value) if "int" in kinds[key] else float(value)
            except ValueError:
                raise ValueError(f"{name}: {part!r} is not understood; write {key}=NUMBER") from None
    if not any(model):
        raise ValueError(f"{name}: write llm: and the server's name of the model, such as llm:gpt-5-mini")
    try:
        settings = LanguageSettings(**given)
    except ValueError as problem:
        raise ValueError(f"{name}: {problem}") from None
    return LanguageAgent(game, ":".join(model), settings, name)
