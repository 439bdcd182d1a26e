"""Nobody is shown what he may not know.

`redeal_hidden` draws again what a seat cannot know. If the seat's view or mask changed with it, they would tell
something hidden; if it never changed anything, it would be no test, and a search by it would cheat.
"""

import numpy as np
import pytest

from cardzoo.envs.drawing.ansi import draw_ansi
from cardzoo.envs.engine import Flag, Number
from cardzoo.envs.scene import table_scene
from tests.playing import HIDING_SEED, cards_of, few, positions, usual, walk

REDEALS = few(12, 8)


def test_redeal_changes_nothing_that_is_seen(setting):
    """In every phase and for every seat: the same view, the same mask on turn, and the same pack."""
    game = setting.game
    for table in positions(setting):
        for player in range(setting.num_players):
            view = table.view(player).tobytes()
            for seed in range(few(3, 1)):
                other = table.redeal(player, seed)
                assert other.view(player).tobytes() == view, (player, table.words())
                assert (other.player, other.over) == (table.player, table.over)
                assert player != table.player or np.array_equal(other.mask, table.mask), (player, table.words())
                assert np.array_equal(other.count_cards(), game.count(setting.pack))
                assert other.mask.any() != other.over


STAKES = {"chips", "tokens"}  # what seats begin with: the chips themselves are seen


def test_views_tell_what_ends_a_game(game):
    """With another bound, such as of hands, turns or points, the seats see another view."""
    for option in game.options:
        if not isinstance(option, Number) or isinstance(option, Flag) or option.name in STAKES:
            continue
        seen = {seen_with(game.table(1), option, bound).tobytes() for bound in (option.low, option.high, option.blank)}
        assert len(seen) == len({option.low, option.high, option.blank}), option.name


def seen_with(table, option, bound):
    """What a seat sees if an option is changed in a game that goes on."""
    table.state.options[option.name] = bound
    return table.view(table.player)


def test_redeal_leaves_the_table_itself_alone(setting):
    for table in positions(setting)[:: few(1, 3)]:
        before = table.snapshot()
        table.redeal(0, seed=1)
        assert table.snapshot() == before


def test_redeal_is_not_always_the_truth(setting):
    """Nor always the same: many redeals of one position differ from it and from each other."""
    varied = 0
    for table in positions(setting)[:: few(1, 4)]:
        for player in range(setting.num_players):
            redealt = (cards_of(table.redeal(player, seed)) for seed in range(REDEALS))
            first = next(redealt)
            if any(cards != first for cards in redealt):  # as soon as one does: some redeals take long
                varied += 1
            else:
                assert first == cards_of(table)  # nothing is hidden any more
    assert varied or not setting.game.hides_cards


def test_deals_hide_something_from_everybody(setting):
    if not setting.game.hides_cards:
        pytest.skip("all cards are open")
    table = setting.table(HIDING_SEED)
    for player in range(setting.num_players):
        assert len({cards_of(table.redeal(player, seed)) for seed in range(8)}) > 1


def test_open_games_show_everybody_the_whole_pack(setting):
    game = setting.game
    if game.hides_cards:
        pytest.skip("the game hides cards")
    pack = game.count(setting.pack)
    for table in positions(setting):
        for player in range(setting.num_players):
            assert np.array_equal(game.view.count_cards(table.view(player), len(pack)), pack)


def test_redeal_is_told_by_its_seed(setting):
    table = setting.table(8)
    one, same_seed, other = (table.redeal(0, seed).snapshot() for seed in (1, 1, 2))
    assert one == same_seed != other


def test_redealt_tables_can_be_played_on(setting):
    """And they stay consistent with the same seat's knowledge: redealing them again changes nothing that it sees."""
    for table in positions(setting)[:: few(1, 4)]:
        for player in range(setting.num_players):
            other = table.redeal(player, seed=player)
            for _ in walk(other, seed=1, most=few(25, 4)):
                assert np.array_equal(other.count_cards(), setting.game.count(setting.pack))
            assert other.redeal(player, seed=3).view(player).tobytes() == other.view(player).tobytes()


def test_looking_changes_nothing(key_setting):
    """Observing is free at any time and for every seat, out of turn and after the end too."""
    env = key_setting.env()
    env.reset(seed=2)
    for action in [*walk(key_setting.table(2), most=few(400, 20)), None]:
        before = env.table.snapshot()
        for agent in env.possible_agents:
            env.observe(agent)
            env.view(agent)
        env.state()
        env.table.view_words(0)
        assert env.table.snapshot() == before
        if action is not None:
            env.step(action)


def test_only_the_acting_seat_has_a_mask(key_setting):
    env, parallel = key_setting.env(), key_setting.parallel()
    env.reset(seed=2)
    observations, _ = parallel.reset(seed=2)
    for action in walk(key_setting.table(2), most=few(400, 20)):
        for agent in env.possible_agents:
            assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
            assert observations[agent]["action_mask"][-1] == (agent != env.agent_selection)
        assert all(info == {"score": 0, "rank": 0} for info in env.infos.values())
        acting = env.agent_selection
        env.step(action)
        observations, *_ = parallel.step(dict.fromkeys(parallel.agents, parallel.idle_action) | {acting: action})


@pytest.mark.views
def test_texts_of_idle_seats_name_no_legal_action(key_setting):
    env = key_setting.env(encoding="text")
    env.reset(seed=2)
    for agent in env.possible_agents:
        text = env.observe(agent)["observation"]
        assert text.endswith("legal actions: none") == (agent != env.agent_selection)


@pytest.mark.views
def test_pictures_of_idle_seats_show_no_legal_action(key_setting):
    table = key_setting.table(2)
    for player in range(key_setting.num_players):
        assert ("legal: " in draw_ansi(table_scene(table, player), colours=False)) == (player == table.player)


def test_observations_are_the_caller_s_own(game):
    """Writing into an observation changes neither the table nor the next observation."""
    env = usual(game).env()
    env.reset(seed=1)
    agent = env.agent_selection
    first = env.observe(agent)
    kept = {name: part.copy() for name, part in first.items()}
    first["action_mask"][:] = 1
    first["observation"][:] = 7
    assert all(np.array_equal(env.observe(agent)[name], kept[name]) for name in kept)
    assert env.table.mask.sum() == kept["action_mask"].sum()
