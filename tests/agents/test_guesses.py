"""What the search makes of how others have played: likelier tables, which the seat cannot tell from the true one."""

import numpy as np
import pytest

from cardzoo.agents import agent_generator, find_agent
from cardzoo.agents.base import ask, guess_of
from cardzoo.agents.search.agent import compile_guess
from cardzoo.envs.families import melds
from cardzoo.envs.games import commune, gin_rummy, stop_the_bus, superfecta
from tests.playing import AS_USERS_RUN, GAMES, positions, usual

pytestmark = pytest.mark.skipif(not AS_USERS_RUN, reason="each guess is compiled")

GUESSED = [game for game in GAMES if guess_of(game)]


def guesses(table, number=20):
    """Tables as the seat whose turn it is may imagine them, before and after the guess."""
    game = table.game
    guess, blank, view = compile_guess(game), game.view.blank(), game.view.blank()
    for seed in range(number):
        drawn = table.redeal(table.player, seed)
        likelier = drawn.copy()
        guess(likelier.records, table.player, blank, view)
        yield drawn, likelier


@pytest.mark.parametrize("game", GUESSED, ids=lambda game: game.name)
def test_a_guess_changes_nothing_that_the_seat_sees(game):
    changed = 0
    for table in positions(usual(game)):
        if not table.over:
            for drawn, likelier in guesses(table, 3):
                assert likelier.view(table.player).tobytes() == drawn.view(table.player).tobytes()
                assert np.array_equal(likelier.count_cards(), drawn.count_cards())
                assert np.array_equal(likelier.mask, drawn.mask)
                changed += likelier.snapshot() != drawn.snapshot()
    assert changed


def worth_before_and_after(game, steps, worth):
    """Means of what some other hands are worth where experts have played so many steps, before and after the guess."""
    before, after = [], []
    for seed in range(6):
        table, expert = usual(game).table(seed), find_agent("expert", game)
        for _ in range(steps):
            table.step(ask(expert, game, table.records, table.player, table.mask.copy(), agent_generator(seed)))
        for drawn, likelier in guesses(table):
            before += worth(drawn)
            after += worth(likelier)
    return np.mean(before), np.mean(after)


def test_in_commune_others_tend_to_have_what_they_have_declared():
    def lacks(table):
        state = table.state
        said = [(seat, state.declarations[seat]) for seat in range(4) if seat != table.player]
        return [commune.lacking(state.hands[seat], declared) for seat, declared in said if declared >= 0]

    before, after = worth_before_and_after(commune.GAME, 2, lacks)
    assert after < before - 0.05


def test_in_gin_rummy_the_other_player_has_kept_the_better_cards():
    def deadwood(table):
        return [melds.deadwood(melds.to_bits(table.state.hands[1 - table.player]))]

    before, after = worth_before_and_after(gin_rummy.GAME, 21, deadwood)
    assert 10 < after < before - 10


def test_in_stop_the_bus_others_have_kept_the_better_cards():
    def strengths(table):
        return [stop_the_bus.strength(table.state.hands[seat]) for seat in range(4) if seat != table.player]

    before, after = worth_before_and_after(stop_the_bus.GAME, 12, strengths)
    assert after > before + 10


def test_in_superfecta_others_have_mostly_bet_as_the_expert_does():
    game = superfecta.GAME
    table, expert = usual(game).table(0), find_agent("expert", game)
    first = table.player
    while table.player == first:
        table.step(ask(expert, game, table.records, table.player, table.mask.copy(), agent_generator(0)))
    hits = [
        [np.array_equal(one.state.tickets[first], table.state.tickets[first]) for one in pair]
        for pair in guesses(table, 200)
    ]
    before, after = np.mean(hits, axis=0)
    assert before == 0
    assert 0.65 < after < 0.85
