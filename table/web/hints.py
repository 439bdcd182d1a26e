"""Hints: what an agent would play in a person's place, from what that person knows."""

from collections import Counter
from dataclasses import dataclass

from cardzoo.agents import CompiledAgent, bots, find_agent
from cardzoo.agents.advice import ASKED, network_chances
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs.scene import table_sentences
from cardzoo.table.terminal.session import Session
from cardzoo.table.web.guide import reason_of


@dataclass(frozen=True)
class Hint:
    """What an agent would play.

    Attributes:
        agent: the agent.
        action: what it would play, the likeliest action.
        words: the same as a sentence.
        chances: actions as sentences with their chances, the likeliest first. A network gives its own chances. A
            compiled agent is asked several times and its choices are counted. Any other agent is asked once.
        reason: why it would play so, as far as its description tells; empty for one that learnt it or looks ahead.
    """

    agent: str
    action: int
    words: str
    chances: tuple[tuple[str, float], ...]
    reason: str


def ask_for_hint(session: Session, called: str, name: str) -> Hint:
    """Ask an agent in the place of the person whose turn it is.

    Args:
        session: the game.
        called: what the agent is called on the page.
        name: the agent, as `find_agent` takes it.

    Raises:
        ValueError: for a model that cannot be loaded.
    """
    agent = find_agent(name, session.game, num_players=session.table.num_players)
    if isinstance(agent, TrainedAgent):
        chances = network_chances(session.logits(agent), session.table.mask)
    else:
        times = ASKED if isinstance(agent, CompiledAgent) else 1
        counts = Counter(session.ask(agent) for _ in range(times))
        chances = {action: count / times for action, count in counts.items()}
    ordered = sorted(chances.items(), key=lambda one: (-one[1], one[0]))
    sentences = table_sentences(session.table, session.names)
    told = tuple((sentences[action].to_do, round(chance, 4)) for action, chance in ordered[:8])
    own = bots(session.game).get(name)
    reason = reason_of(own.__doc__ or "", sentences[ordered[0][0]].done) if own else ""
    return Hint(called, ordered[0][0], told[0][0], told, reason)
