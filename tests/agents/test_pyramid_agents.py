"""The goal of Pyramid's expert."""

from cardzoo.agents import agent_generator, find_agent
from cardzoo.envs.games.pyramid import GAME, PLACES


def test_the_expert_plays_for_all_cards_if_all_have_to_go():
    """The 8♦ could take the last card of the pyramid, but then the 6♦ would get no 7♣ any more."""
    table = GAME.position(
        pyramid=["5♦", *[None] * (PLACES - 1)],
        waste="6♦ 5♣ 8♦",
        stock="8♠ 7♣",
        pass_number=2,
        options={"goal": "all", "passes": 2},
    )
    expert, generator = find_agent("expert", GAME), agent_generator(1)
    while not table.over:
        table.step(expert.act(table.view(0), table.mask, generator))
    assert table.state.reward[0] == 1
