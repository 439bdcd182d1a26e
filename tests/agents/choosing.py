"""The choice of an agent in a written position."""

from cardzoo.agents import agent_generator, find_agent


def choose(name, table):
    """The action of an agent in the seat on turn, in words."""
    agent = find_agent(name, table.game)
    return table.game.actions.describe(agent.act(table.view(table.player), table.mask, agent_generator(1)))
