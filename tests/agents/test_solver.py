"""The solver: its verdicts against brute force and replays, its budgets, and published numbers."""

import time
from itertools import count

import numpy as np
import pytest

from cardzoo.agents import agent_generator, find_agent
from cardzoo.agents.solver import Budget, Solver, SolverError, solvable
from cardzoo.agents.solver.player import NODES, SolverAgent
from cardzoo.agents.solver.solver import is_won, play_again
from cardzoo.envs import find_game
from cardzoo.envs.engine.compiling import INTERPRETED
from cardzoo.envs.families.numbered_deals import microsoft_deal
from cardzoo.training.evaluation.intervals import wilson
from tests.playing import nightly

pytestmark = pytest.mark.skipif(INTERPRETED, reason="searches of millions of positions need compiled code")

GAMES = solvable()
FEW = 20_000  # positions that settle easy deals
FEWER_ARE_NONE = {"spider": 100_000}  # where that many decide nothing: the positions of a narrow beam
SIZE = 1500  # positions that brute force looks at
EASY = {"spider": {"suits": "one"}}  # options with which few positions win some deals
OPTIONS = {"klondike": {"foundation_back": False}} | EASY  # with which so many positions settle late ones
PASSED_OVER = ("steps", "draws", "idle", "turned_over", "most_home")  # nothing that is won depends on them


@pytest.fixture(scope="module")
def solvers():
    """The solver of each game, made on demand."""
    made = {}

    def solver(name):
        if name not in made:
            made[name] = Solver(find_game(name), Budget(FEWER_ARE_NONE.get(name, FEW)))
        return made[name]

    return solver


def brute_force(table):
    """Returns whether a table can be won, by trying everything; None if there are too many positions."""
    seen, waiting = set(), [table]
    while waiting:
        here = waiting.pop()
        if is_won(here):
            return True
        record = here.records.copy()
        for name in PASSED_OVER:
            if name in record.dtype.names:
                record[name] = 0
        if here.over or record.tobytes() in seen:
            continue
        seen.add(record.tobytes())
        if len(seen) > SIZE:
            return None
        for action in np.flatnonzero(here.mask):
            waiting.append(here.copy())
            waiting[-1].step(int(action))
    return False


def late_positions(solver, seeds):
    """Positions near the end of games: won ones, some of them changed by random moves, and lost ones."""
    generator = np.random.default_rng(1)
    for seed in seeds:
        table = solver.game.table(seed=seed, **OPTIONS.get(solver.game.name, {}))
        actions = solver.solve(table).actions
        for left in (3, 6, 9, 12):
            if actions:
                yield play_at_random(table, generator, actions[: len(actions) - left], left // 2)
            elif not is_given_up(solver.game):
                yield play_at_random(table, generator, [], 18 + left)


def is_given_up(game):
    """Returns whether lost games end by giving up or by the bound."""
    return "max_steps" in game.options.fields


def play_at_random(table, generator, actions, moves):
    """A copy of a table after some actions, and then some moves at random."""
    copy = table.copy()
    for action in actions:
        copy.step(action)
    for _ in range(moves):
        if not copy.over:
            copy.step(int(generator.choice(np.flatnonzero(copy.mask))))
    return copy


@pytest.mark.parametrize("name", GAMES)
def test_won_deals_are_won_in_the_environment(solvers, name):
    solver, won = solvers(name), 0
    options = EASY.get(name, {})
    for seed in range(12):
        table = solver.game.table(seed=seed, **options)
        before = table.snapshot()
        solution = solver.solve(table)
        assert table.snapshot() == before
        assert solution.nodes <= solver.nodes
        assert bool(solution.moves) == (solution.verdict == "won")
        if solution.moves:
            won += 1
            assert is_won(solver.game.table(seed=seed, **options).play(*solution.moves))
    assert won or name == "forty_thieves"


BY_DAY = [name for name in GAMES if name not in ("spider", "the_kings")]  # so few of Spider settle nothing


@pytest.mark.parametrize("name", [*BY_DAY, nightly("the_kings")])
def test_verdicts_are_those_of_brute_force(solvers, name):
    solver, verdicts = solvers(name), {"won": 0, "lost": 0}
    for position in late_positions(solver, range(5 if name in ("the_kings", "freecell") else 20)):
        winnable = brute_force(position)
        if winnable is not None:
            verdict = solver.solve(position).verdict
            assert verdict == ("won" if winnable else "lost")
            verdicts[verdict] += 1
    assert verdicts["won"] > 3
    assert verdicts["lost"] > 3 or is_given_up(solver.game)


LOST_SPIDER = (
    "6♠ 8♠ 9♠ K♠, 10♠ 8♠ 3♥ 2♠, 4♠ 6♠ J♥ J♠, Q♠ 10♠ 5♠ 7♥, J♠ 2♠ 5♠ 5♥, "
    "K♥ 4♠ 3♠ K♠, A♠ Q♥ A♥ 7♠, 8♥ 6♥ 2♥ 3♠, 4♥ 7♠ 10♥ 9♥, 9♠ A♠ Q♠"
)


@pytest.mark.parametrize("suits", ["one", "four"])
def test_a_spider_position_that_brute_force_cannot_win_is_lost(solvers, suits):
    solver = solvers("spider")
    lost = solver.game.position(columns=LOST_SPIDER.split(", "), options={"suits": suits})
    assert brute_force(lost) is False
    assert solver.solve(lost).verdict == "lost"


def test_lost_yukon_deals_stay_lost_without_hints(solvers):
    """Every move of a deal that is lost by `reach` alone leads to a lost position."""
    solver = solvers("yukon")
    lost = [table for table in map(solver.game.table, range(60)) if solver.solve(table).verdict == "lost"]
    assert lost
    for table in lost:
        for action in np.flatnonzero(table.mask):
            copy = table.copy()
            copy.step(int(action))
            assert copy.over or solver.solve(copy).verdict == "lost"


def test_moves_that_do_not_win_are_refused():
    table = find_game("yukon").table(seed=0)
    with pytest.raises(AssertionError, match="1 moves do not win"):
        play_again(table, [int(table.mask.argmax())])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("nodes", [1, 2, 50])
def test_small_budgets_leave_deals_open(name, nodes):
    solution = Solver(find_game(name), Budget(nodes)).solve(find_game(name).table(seed=8))
    assert solution.nodes <= nodes
    assert solution.verdict in ("open", "lost")


def test_a_beam_wins_spider_with_four_suits():
    game = find_game("spider")
    solution = Solver(game).solve(game.table(seed=0))
    assert is_won(game.table(seed=0).play(*solution.moves))


def test_time_and_memory_are_bounds_of_beams_too():
    game = find_game("spider")
    table = game.table(seed=0)
    for budget in (Budget(seconds=0.0), Budget(memory=1), Budget(nodes=100_000)):
        solution = Solver(game, budget).solve(table)
        assert solution.verdict == "open"
        assert solution.nodes <= 100_000
    assert Solver(game).solve(table, stop=lambda: True).verdict == "open"


def test_time_that_others_take_counts_for_nothing(monkeypatch):
    """The wall clock jumps ahead by an hour at each reading."""
    hours = count()
    monkeypatch.setattr(time, "perf_counter", lambda: 3600.0 * next(hours))
    game = find_game("yukon")
    solution = Solver(game, Budget(nodes=200_000, seconds=600.0)).solve(game.table(seed=78))
    assert solution.nodes == 200_000
    assert solution.seconds < 600


def test_time_and_memory_are_bounds_too():
    game = find_game("yukon")
    hard = game.table(seed=78)
    assert Solver(game, Budget(seconds=0.0)).solve(hard).verdict == "open"
    small = Solver(game, Budget(memory=1))
    assert small.nodes < 30_000
    assert small.solve(hard).verdict == "open"
    assert Solver(game).solve(hard, stop=lambda: True).verdict == "open"


def test_a_win_takes_no_more_moves_than_the_game_allows():
    game = find_game("yukon")
    table = game.table(seed=0, max_steps=60)
    solution = Solver(game, Budget(2000)).solve(table)
    assert solution.verdict == "open"  # not lost: the bound is not a rule by which all ways to win are tried


def test_finished_games_need_no_search(solvers):
    solver = solvers("black_hole")
    table = solver.game.table(seed=0)
    for action in solver.solve(table).actions or solver.solve(table).actions:
        table.step(action)
    if table.over:
        assert solver.solve(table).verdict == "won"


def test_budgets_and_games_that_make_no_sense_are_refused():
    with pytest.raises(SolverError, match="nodes must be at least 1, got 0"):
        Budget(0)
    with pytest.raises(SolverError, match="no solver for getaway; there is one for "):
        Solver(find_game("getaway"))


def check_share(name, deals, share, nodes=None, **options):
    """The published share lies in the interval of our deals, nearly all of which are decided."""
    game = find_game(name)
    solver = Solver(game, Budget(nodes))
    verdicts = [solver.solve(game.table(seed=seed, **options)).verdict for seed in range(deals)]
    won, left = verdicts.count("won"), verdicts.count("open")
    assert left <= deals // (5 if name == "klondike" else 20)
    assert wilson(won, deals)[0] <= share <= wilson(won + left, deals)[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "deals", "share", "options"),
    [
        ("black_hole", 60, 0.8694, {}),
        ("golf", 60, 0.45, {}),
        nightly("golf", 60, 0.26, {"kings": "nothing"}),
        nightly("golf", 60, 0.93, {"kings": "wrap"}),
        ("pyramid", 30, 0.0902, {}),
        nightly("pyramid", 30, 0.2277, {"overlap": True}),
        nightly("pyramid", 30, 0.0680, {"goal": "all"}),
        nightly("pyramid", 30, 0.6687, {"passes": 0}),
        nightly("klondike", 60, 0.81945, {}),
        nightly("klondike", 60, 0.9048, {"draw": 1}),
        ("freecell", 30, 0.7935, {"cells": 2}),
        ("spider", 40, 0.9999, {"suits": "one"}),  # as with four suits, since what wins with four wins with fewer
        nightly("spider", 20, 0.9999, {"suits": "two"}),
    ],
)
def test_shares_of_winnable_deals_are_as_published(name, deals, share, options):
    check_share(name, deals, share, **options)


FREECELL_LOST = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)


@pytest.mark.slow
@pytest.mark.parametrize("number", FREECELL_LOST)
def test_of_a_million_microsoft_deals_eight_are_lost(number):
    """The lost deals are the published ones and no others."""
    game = find_game("freecell")
    solver = Solver(game)
    assert solver.solve(game.table(seed=0, deck=microsoft_deal(number))).verdict == "lost"
    for other in (number - 1, number + 1):
        assert solver.solve(game.table(seed=0, deck=microsoft_deal(other))).verdict == "won"


def test_the_first_microsoft_deals_are_won(solvers):
    solver = solvers("freecell")
    tables = (solver.game.table(seed=0, deal_number=number) for number in range(1, 11))
    assert {solver.solve(table).verdict for table in tables} == {"won"}


def test_the_player_wins_where_all_cards_are_open():
    game = find_game("black_hole")
    player, generator = find_agent("solver", game), agent_generator(1)
    easy = (table for table in map(game.table, range(20)) if Solver(game, Budget(NODES)).solve(table).verdict == "won")
    table = next(easy)
    while not table.over:
        table.step(player.act_at(table.records.copy(), 0, table.mask, generator))
    assert is_won(table)


def test_the_player_solves_an_open_deal_once(monkeypatch):
    """A win is played as it was found; after a position without a win no other is solved."""
    game, generator = find_game("freecell"), agent_generator(1)
    for won in (True, False):
        player, solved = SolverAgent(game, nodes=None if won else 1), []
        solve = player._solver.solve
        monkeypatch.setattr(
            player._solver, "solve", lambda table, solve=solve, solved=solved: solved.append(solve(table)) or solved[-1]
        )
        table = game.table(seed=3)
        actions = []
        while not table.over:
            actions.append(player.act_at(table.records.copy(), 0, table.mask, generator))
            table.step(actions[-1])
        assert len(solved) == 1
        assert not won or (actions == solved[0].actions and is_won(table))


def test_the_player_solves_guesses_and_not_the_table():
    """The first moves in Yukon, which the solver knows to win, are not always those of the player."""
    game, generator = find_game("yukon"), agent_generator(1)
    player, differ = SolverAgent(game, worlds=2), 0
    for seed in range(12):
        table = game.table(seed=seed)
        action = player.act_at(table.redeal(0, seed=1).records, 0, table.mask, generator)
        assert table.mask[action]
        actions = Solver(game, Budget(NODES)).solve(table).actions
        differ += actions[:1] not in ([], [action])
    assert differ


@pytest.mark.parametrize(
    ("name", "game", "message"),
    [
        ("solver", "getaway", "no solver for getaway"),
        ("solver:0", "yukon", "worlds must be at least 1, got 0"),
        ("solver:few", "yukon", "worlds must be a number, got 'few'; write solver or solver:16"),
    ],
)
def test_players_that_make_no_sense_are_refused(name, game, message):
    with pytest.raises(ValueError, match=message):
        find_agent(name, find_game(game))
