"""What holds in every game: cards are conserved, games end, rewards add up."""

from itertools import permutations

import numpy as np
import pytest

from cardzoo.envs.engine import INTERPRETED
from tests.playing import GAMES, SETTINGS, few, phase_of, play_out, positions, scattered, walk

LONGEST = 200_000  # steps that no game with a bound may reach
TOLERANCE = 1e-5


def test_cards_are_conserved_after_every_step(setting):
    pack = setting.game.count(setting.pack)
    table = setting.table(1)
    for _ in walk(table, seed=1, most=few(1500, 60)):
        assert np.array_equal(table.count_cards(), pack)
    assert np.array_equal(table.count_cards(), pack)


def test_no_field_leaves_its_range(setting):
    """What a field says in words can be read again: no number, card or choice is out of its range."""
    game = setting.game
    for table in positions(setting)[:: few(1, 2)]:
        game.state.from_words(game.state.to_words(table.state, setting.num_players), table.copy().state)
        for player in range(setting.num_players):
            game.view.from_words(table.view_words(player), game.view.blank()[0])


def test_seats_that_are_not_there_stay_blank(setting):
    game, seats = setting.game, setting.num_players
    for table in positions(setting):
        blank = game.blank(**setting.arguments)[0]
        for field in (field for field in game.state if field.by_seat):
            assert table.state[field.name][seats:].tobytes() == blank[field.name][seats:].tobytes(), field.name
        for player in range(seats):
            view = table.view(player)
            for field in (field for field in game.view if field.by_seat):
                assert view[field.name][seats:].tobytes() == game.view.blank()[0][field.name][seats:].tobytes()


def test_every_phase_is_reached(game):
    """So that the tests which look at positions look at every phase."""
    if "phase" not in game.state.fields:
        pytest.skip("the game has no phases")
    reached = {phase_of(table) for setting in SETTINGS if setting.game is game for table in positions(setting)}
    missing = set(game.state.field("phase").choices) - reached
    assert not missing or INTERPRETED  # fewer games are played then


def ends(setting):
    """Whether random games of the setting are short enough to be played out in this mode."""
    return not INTERPRETED or bool(setting.options)


def test_every_game_ends(setting):
    if not ends(setting):
        pytest.skip("long when interpreted")
    for seed in range(few(4, 1)):
        table = play_out(setting.table(seed), seed, LONGEST)
        assert table.over
        assert not table.mask.any()


def test_bounds_truncate(game):
    """Each option that bounds a game, at its least value, truncates games; without one the rules themselves end it."""
    settings = [setting for setting in SETTINGS if setting.game is game]
    bounded = [setting for setting in settings if any(name.startswith("max_") for name in setting.options)]
    for setting in bounded or settings:
        tables = [play_out(setting.table(seed), seed, LONGEST) for seed in range(few(8, 2))]
        assert any(table.state.truncated for table in tables) == bool(bounded), setting


@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_rewards_are_bounded_and_sum_to_zero(setting, reward):
    seats = setting.num_players
    for seed in range(few(4, 1)):
        table = setting.table(seed, reward=reward)
        total, policy = np.zeros(seats), scattered(seed)
        for _ in range(LONGEST if ends(setting) else 100):
            if table.over:
                break
            table.step(policy(table.mask))
            total += table.state.reward[:seats]
            assert table.paid == table.state.reward.any()
            assert reward == "score" or not table.paid or table.over
            assert (np.abs(table.state.reward) <= 1 + TOLERANCE).all()
            assert seats == 1 or abs(table.state.reward.sum()) < TOLERANCE
        assert (np.abs(total) <= 1 + TOLERANCE).all()
        if reward == "score":
            score = table.state.score[:seats]
            mean = score.mean() if seats > 1 else 0
            assert np.allclose(total, (score - mean) / table.state.score_range, atol=1e-4)


@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_seats_that_do_not_act_get_their_rewards(key_setting, reward):
    """What `last` tells each agent over a game is all that its seat has earned."""
    if not ends(key_setting):
        pytest.skip("long when interpreted")
    table, env = key_setting.table(4, reward=reward), key_setting.env(reward=reward)
    env.reset(seed=4)
    earned = np.zeros(key_setting.num_players)
    told = dict.fromkeys(env.possible_agents, 0.0)
    actions = walk(table, 4)
    action = next(actions, None)
    for agent in env.agent_iter(LONGEST):
        _, reward_told, terminated, truncated, info = env.last()
        told[agent] += reward_told
        if terminated or truncated:
            assert {"score", "rank"} <= info.keys()
            env.step(None)
            continue
        env.step(action)
        action = next(actions, None)
        earned += table.state.reward[: key_setting.num_players]
    assert not env.agents
    assert np.allclose(list(told.values()), earned, atol=TOLERANCE)
    assert earned.any() or reward == "score" or table.state.truncated or len(set(table.ranks())) == 1


def test_ranks_follow_scores(setting):
    for table in positions(setting):
        if table.over:
            score, ranks = table.state.score[: setting.num_players], table.ranks()
            assert min(ranks) == 1
            for one, other in permutations(range(setting.num_players), 2):
                assert (score[one] > score[other]) == (ranks[one] < ranks[other])


def test_every_game_has_the_usual_settings():
    assert all(game.players[0] <= game.default_players <= game.players[1] for game in GAMES)
