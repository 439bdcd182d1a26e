"""What holds for the compiled agents of every game."""

from cardzoo.agents import bots, find_agent
from cardzoo.agents.base import agent_generator
from tests.playing import positions


def test_agents_choose_legal_actions_and_change_nothing(key_setting):
    for name in bots(key_setting.game):
        agent, generator = find_agent(name, key_setting.game), agent_generator(1)
        for table in positions(key_setting):
            if not table.over:
                view, mask = table.view(table.player), table.mask.copy()
                before = view.tobytes()
                assert table.is_legal(agent.act(view, mask, generator))
                assert (view.tobytes(), mask.tobytes()) == (before, table.mask.tobytes())
