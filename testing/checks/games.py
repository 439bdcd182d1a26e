"""Checks of every game: cards are conserved, games end, rewards add up."""

from itertools import permutations

import numpy as np

from cardzoo.envs import Game
from cardzoo.envs.engine import INTERPRETED
from cardzoo.testing.check import Each, check
from cardzoo.testing.playing import LONGEST, at, phase_of, play_out, positions, scattered, some_positions, take, walk
from cardzoo.testing.setting import Setting, count, ends_soon, settings_of

TOLERANCE = 1e-5
REWARDS = ("outcome", "score")


def difference(game: Game, counts: np.ndarray, pack: np.ndarray) -> str:
    """The difference between the cards on a table and the pack, in words."""
    parts = [
        f"{game.cards.words[code]} is there {counts[code]} times, not {pack[code]}"
        for code in np.flatnonzero(counts != pack)
    ]
    return "; ".join(parts[:3]) + (f"; and {len(parts) - 3} more" if len(parts) > 3 else "")


@check(Each.SETTING)
def check_cards_are_conserved_after_every_step(setting: Setting) -> None:
    """All cards of the pack lie somewhere on the table, after every step and at the end."""
    pack = setting.game.count(setting.pack)
    table = setting.table(1)
    for _ in walk(table, seed=1, most=count(compiled=1500, interpreted=60)):
        counts = table.count_cards()
        assert np.array_equal(counts, pack), at(table, difference(setting.game, counts, pack))
    assert np.array_equal(table.count_cards(), pack), at(table, difference(setting.game, table.count_cards(), pack))


@check(Each.SETTING)
def check_no_field_leaves_its_range(setting: Setting) -> None:
    """The words of every field can be parsed again: no number, card or choice is out of its range."""
    game = setting.game
    for table in some_positions(setting, 2):
        try:
            game.state.from_words(game.state.to_words(table.state, setting.num_players), table.copy().state)
            for player in range(setting.num_players):
                game.view.from_words(table.view_words(player), game.view.blank()[0])
        except (ValueError, IndexError) as problem:
            raise AssertionError(at(table, str(problem))) from problem


@check(Each.SETTING)
def check_seats_that_are_not_there_stay_blank(setting: Setting) -> None:
    """With fewer players than seats, the fields of the other seats stay blank."""
    game, seats = setting.game, setting.num_players
    blank, blank_view = game.blank(**setting.arguments)[0], game.view.blank()[0]
    for table in positions(setting):
        for field in (field for field in game.state if field.by_seat):
            is_blank = table.state[field.name][seats:].tobytes() == blank[field.name][seats:].tobytes()
            assert is_blank, at(table, f"{field.name} of a seat that is not there: {table.state[field.name][seats:]}")
        for player in range(seats):
            view = table.view(player)
            for field in (field for field in game.view if field.by_seat):
                is_blank = view[field.name][seats:].tobytes() == blank_view[field.name][seats:].tobytes()
                message = f"player {player} sees {field.name} of a seat that is not there: {view[field.name][seats:]}"
                assert is_blank, at(table, message)


def has_phases(setting: Setting) -> bool:
    """Returns whether the game has phases, and this mode plays enough games to reach all."""
    return "phase" in setting.game.state.fields and not INTERPRETED


@check(Each.GAME, concerns=has_phases)
def check_every_phase_is_reached(setting: Setting) -> None:
    """Random games reach every phase, so that checks of positions cover them all."""
    game = setting.game
    reached = {phase_of(table) for one in settings_of(game) for table in positions(one)}
    missing = set(game.state.field("phase").choices) - reached  # type: ignore[attr-defined]
    assert not missing, f"no random game reaches the phase {', '.join(map(repr, sorted(missing)))}"


@check(Each.SETTING, concerns=ends_soon)
def check_every_game_ends(setting: Setting) -> None:
    """Random games end, and then no action is legal."""
    for seed in range(count(compiled=4, interpreted=1)):
        table = play_out(setting.table(seed), seed, LONGEST)
        assert table.over, at(table, f"the game is not over after {LONGEST:,} random actions")
        assert not table.mask.any(), at(table, f"the game is over, but {table.legal()[0]!r} is legal")


def bounded(game: Game) -> list[Setting]:
    """The settings with a bound on the length of a game, at its least value."""
    return [one for one in settings_of(game) if any(name.startswith("max_") for name in one.options)]


@check(Each.GAME)
def check_bounds_truncate(setting: Setting) -> None:
    """Each option that bounds a game truncates games at its least value; without such options, none is truncated."""
    game = setting.game
    for one in bounded(game) or settings_of(game):
        tables = [play_out(one.table(seed), seed, LONGEST) for seed in range(count(compiled=8, interpreted=2))]
        truncated = any(table.state.truncated for table in tables)
        expected = bool(bounded(game))
        assert truncated == expected, (
            f"{one}: no game is truncated, though a bound is at its least"
            if expected
            else f"{one}: a game is truncated, though no option max_... bounds it"
        )


def unbalanced(game: Game, rewards: np.ndarray) -> str:
    """Error in the rewards of all seats, in words: in a cooperative game of unequal ones, else in their sum."""
    if game.cooperative:
        return "" if (rewards == rewards[0]).all() else "are not the same for all"
    is_free = len(rewards) == 1 or game.for_points or abs(rewards.sum()) < TOLERANCE
    return "" if is_free else f"sum to {rewards.sum():g}, not 0"


@check(Each.SETTING)
def check_rewards_are_bounded_and_zero_sum_or_common(setting: Setting) -> None:
    """Rewards are within -1 to 1, and sum to 0 in each step if seats play against each other.

    In a cooperative game they are the same for all seats. Rewards by score are the score divided by its range.
    """
    seats, game = setting.num_players, setting.game
    for kind in REWARDS:
        for seed in range(count(compiled=4, interpreted=1)):
            table = setting.table(seed, reward=kind)
            total, policy = table.state.reward[:seats].astype(float), scattered(seed)  # of the deal
            for _ in range(LONGEST if ends_soon(setting) else 100):
                if table.over:
                    break
                take(table, policy(table.mask))
                reward = table.records["reward"][0]
                if not (table.paid or reward.any()):
                    continue
                words = f"reward={kind!r}: the rewards {reward[:seats].tolist()}"
                total += reward[:seats]
                assert table.paid == reward.any(), at(table, f"{words} are not marked as paid")
                assert kind == "score" or not table.paid or table.over, at(table, f"{words} come before the end")
                assert (np.abs(reward) <= 1 + TOLERANCE).all(), at(table, f"{words} are beyond 1")
                problem = unbalanced(game, reward[:seats])
                assert not problem, at(table, f"{words} {problem}")
            assert (np.abs(total) <= 1 + TOLERANCE).all(), at(table, f"the rewards of a game sum to {total.tolist()}")
            if kind == "score":
                score = table.state.score[:seats]
                mean = 0 if game.plays_alone else score.mean()
                gain = (score - mean) / table.state.score_range
                words = f"the rewards {total.tolist()} are not those of the scores {score.tolist()}: {gain.tolist()}"
                assert np.allclose(total, gain, atol=1e-4), at(table, words)


@check(Each.FEW_SETTINGS, concerns=ends_soon)
def check_seats_that_do_not_act_get_their_rewards(setting: Setting) -> None:
    """The rewards that `last` returns to each agent over a game sum to all rewards of its seat."""
    for kind in REWARDS:
        table, env = setting.table(4, reward=kind), setting.env(reward=kind)
        env.reset(seed=4)
        expected = np.zeros(setting.num_players)
        received = dict.fromkeys(env.possible_agents, 0.0)
        actions = walk(table, 4)
        action = next(actions, None)
        for agent in env.agent_iter(LONGEST):
            _, reward, terminated, truncated, info = env.last()
            received[agent] += reward
            if terminated or truncated:
                assert {"score", "rank"} <= info.keys(), at(table, f"no score and rank in the last info of {agent}")
                env.step(None)
                continue
            env.step(action)
            action = next(actions, None)
            expected += table.state.reward[: setting.num_players]
        assert not env.agents, at(table, f"{env.agents} are left after the end")
        words = f"reward={kind!r}: agents receive {list(received.values())}, not {expected.tolist()}"
        assert np.allclose(list(received.values()), expected, atol=TOLERANCE), at(table, words)
        is_paid = expected.any() or kind == "score" or table.state.truncated or len(set(table.ranks())) == 1
        assert is_paid, at(table, f"nobody is rewarded, though the ranks are {table.ranks()}")


@check(Each.SETTING)
def check_ranks_follow_scores(setting: Setting) -> None:
    """A player with a higher score has a better rank."""
    for table in positions(setting):
        if table.over:
            score, ranks = table.state.score[: setting.num_players], table.ranks()
            assert min(ranks) == 1, at(table, f"nobody is first: {ranks}")
            for one, other in permutations(range(setting.num_players), 2):
                follows = (score[one] > score[other]) == (ranks[one] < ranks[other])
                assert follows, at(table, f"scores {score.tolist()}, ranks {ranks}")


@check(Each.GAME)
def check_the_usual_number_of_players_is_allowed(setting: Setting) -> None:
    """The default number of players is an allowed one."""
    game = setting.game
    assert game.default_players in game.numbers_of_players, (
        f"{game.default_players} players are the default, allowed are {game.players_in_words}"
    )
