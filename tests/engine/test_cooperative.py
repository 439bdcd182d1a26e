"""A cooperative game has one reward for all seats, in all views and by either kind of reward."""

from dataclasses import replace

import pytest

from cardzoo.envs.aec import CardEnv
from cardzoo.envs.engine import CARDS, Actions, Block, Cards, Game, Number, Pile, Seats, State, piles, rewards, rule
from cardzoo.testing.checks.games import check_rewards_are_bounded_and_zero_sum_or_common
from cardzoo.testing.setting import Setting

SEATS = Seats(3)
CLIMB, FALL = 2, 0
GOAL = 4
RANGE = 8

STATE = State(Pile("stock", CARDS), Cards("hands", SEATS), Number("steps_left", high=GOAL, default=GOAL))


@rule
def deal(state):
    """Each player receives a card."""
    for player in range(state.num_players):
        state.hands[player, piles.draw(state.stock)] = 1


@rule
def legal_actions(state, mask):
    """Everything is allowed."""
    mask[:] = 1


@rule
def climb(state, action):
    """All climb by so many steps, or fall down: the score is common."""
    for player in range(state.num_players):
        state.score[player] = 0 if action == FALL else state.score[player] + action
    state.steps_left -= 1
    state.player = (state.player + 1) % state.num_players
    if state.steps_left == 0:
        state.over = True
        rewards.reward_all(state, state.score[0] / RANGE)


@rule
def climb_alone(state, action):
    """A fault: the player on turn alone is rewarded."""
    seat = state.player
    climb(state, action)
    if state.over:
        rewards.reward_all(state, 0)
        state.reward[seat] = 1


@rule
def score_alone(state, action):
    """A fault: the player on turn alone scores."""
    state.score[state.player] += action
    climb(state, 1)


GAME = Game(
    name="ladder",
    version=0,
    title="Ladder",
    family="toy",
    players=(2, SEATS),
    default_players=2,
    actions=Actions(Block("climb", ("0", "1", "2"))),
    state=STATE,
    view=STATE.view("steps_left", Number("scores", SEATS, high=RANGE, shows="score")),
    deal=deal,
    legal_actions=legal_actions,
    apply_action=climb,
    score_range=RANGE,
    cooperative=True,
)


def test_a_change_of_the_common_score_is_paid_to_every_seat_in_full():
    table = GAME.table(seed=1, reward="score", num_players=3)
    paid = []
    for action in (CLIMB, 1, FALL, CLIMB):
        table.step(action)
        paid.append(table.state.reward.tolist())
    assert paid == [[0.25] * 3, [0.125] * 3, [-0.375] * 3, [0.25] * 3]


@pytest.mark.parametrize("fault", [climb_alone, score_alone])
def test_a_check_finds_rewards_that_differ_between_seats(fault):
    check_rewards_are_bounded_and_zero_sum_or_common(Setting(GAME, 3, {}))
    with pytest.raises(AssertionError, match="are not the same for all"):
        check_rewards_are_bounded_and_zero_sum_or_common(
            Setting(replace(GAME, name=fault.__name__, apply_action=fault), 3, {})
        )


def test_an_illegal_action_costs_all_alike():
    env = CardEnv(GAME)
    env.reset(seed=1)
    env.step(3)
    assert env.metadata["cooperative"]
    assert env.rewards == {"player_0": -1.0, "player_1": -1.0}


@pytest.mark.parametrize(("change", "words"), [({"sides": 2}, "sides"), ({"players": (1, 1)}, "one player")])
def test_a_cooperative_game_has_several_players_and_no_sides(change, words):
    with pytest.raises(ValueError, match=f"ladder: a cooperative game must be for two players or more, got {words}"):
        replace(GAME, **change)
