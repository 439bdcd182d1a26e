"""Checks of every game's compiled agents."""

from cardzoo.agents import CompiledAgent, agent_generator, bots, memory_of
from cardzoo.envs.engine import INTERPRETED
from cardzoo.testing.check import Each, check
from cardzoo.testing.playing import at, positions, walk_among
from cardzoo.testing.setting import Setting, count

GAMES = count(compiled=60, interpreted=60, checked=20)
"""None is truncated: with a share of one in a hundred, 60 games fail about half of the time."""


@check(Each.FEW_SETTINGS)
def check_agents_choose_legal_actions_and_change_nothing(setting: Setting) -> None:
    """In every phase, an agent's action is legal, and its view and mask stay as they were."""
    for name, bot in bots(setting.game).items():
        agent, generator = CompiledAgent(name, bot, setting.game), agent_generator(1)
        for table in positions(setting):
            if not table.over:
                view, mask = table.view(table.player), table.mask.copy()
                before = view.tobytes()
                memory = memory_of(agent)
                action = agent.act(view, mask, generator, *[] if memory is None else [memory])
                assert table.is_legal(action), at(table, f"{name} chooses {action}, which is not legal")
                is_as_before = (view.tobytes(), mask.tobytes()) == (before, table.mask.tobytes())
                assert is_as_before, at(table, f"{name} writes into its view or mask")


def is_fast(setting: Setting) -> bool:
    """Returns whether the rules run compiled."""
    return not INTERPRETED


@check(Each.GAME, slow=True, concerns=is_fast)
def check_hardly_a_game_is_stopped_by_a_bound(setting: Setting) -> None:
    """Games end by their rules, among agents of any kind. `cardzoo.testing.endings` plays more deals."""
    for name, bot in bots(setting.game).items():
        agent = CompiledAgent(name, bot, setting.game)
        for seed in range(GAMES):  # at tables: a batch's step would have to be compiled for each game
            table = setting.table(seed)
            for _ in walk_among(table, agent, seed):
                pass
            assert not table.state.truncated, at(table, f"a game among {name} agents is truncated")
