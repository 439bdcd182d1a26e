"""Hints: the action of an agent in a person's place, from that person's information."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from cardzoo.agents import CompiledAgent, bots, find_agent
from cardzoo.agents.advice import ASKED, network_chances
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs.scene import table_sentences
from cardzoo.table.terminal.session import Session
from cardzoo.table.web.guide import reason_of

MOST_S = 2.0  # for which a compiled agent is sampled


@dataclass(frozen=True)
class Hint:
    """Advice of an agent.

    Attributes:
        agent: name of the agent.
        action: its most probable action.
        words: the action as a sentence.
        chances: actions as sentences with their probabilities, the most probable first. A network returns its policy.
            A compiled agent is sampled several times, if time allows. Any other agent is sampled once.
        reason: the reason from the agent's description; empty for trained agents and searches.
    """

    agent: str
    action: int
    words: str
    chances: tuple[tuple[str, float], ...]
    reason: str


def ask_for_hint(session: Session, called: str, name: str, is_stopped: Callable[[], bool]) -> Hint:
    """Ask an agent for a hint, in the place of the person whose turn it is.

    Args:
        session: the game.
        called: the agent's name on the page.
        name: the agent's name for `find_agent`.
        is_stopped: whether the person waits no longer; asked between two samples.

    Raises:
        ValueError: for a model that cannot be loaded.
    """
    agent = find_agent(name, session.game, table=session.table.records)
    if isinstance(agent, TrainedAgent):
        chances = network_chances(session.logits(agent), session.table.mask)
    else:
        times, end = ASKED if isinstance(agent, CompiledAgent) else 1, time.monotonic() + MOST_S
        counts = Counter([session.ask(agent)])
        while counts.total() < times and time.monotonic() < end and not is_stopped():
            counts[session.ask(agent)] += 1
        chances = {action: count / counts.total() for action, count in counts.items()}
    ordered = sorted(chances.items(), key=lambda one: (-one[1], one[0]))
    sentences = table_sentences(session.table, session.names)
    advice = tuple((sentences[action].to_do, round(chance, 4)) for action, chance in ordered[:8])
    own = bots(session.game).get(name)
    reason = reason_of(own.__doc__ or "", sentences[ordered[0][0]].to_do) if own else ""
    return Hint(called, ordered[0][0], advice[0][0], advice, reason)
