"""Blackjack against OpenSpiel's and RLCard's, card by card in lockstep; `make test-openspiel` runs this.

OpenSpiel's has one player, one pack, and no blackjacks, doubles or splits. Its chance nodes deal both cards of the
player, then the hole card and the up card, and each card drawn later. RLCard's has up to seven players and several
packs, and 0 is hit, 1 is stand. Both ask at 21 too, where standing is the answer.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of games.
"""

import os

import numpy as np
import pyspiel
import pytest
import rlcard
from rlcard.games.base import Card
from rlcard.games.blackjack.dealer import BlackjackDealer

from cardzoo.envs.engine.cards import RANKS
from cardzoo.envs.games.blackjack import BEST, GAME, HIT, RULES, STAND

GAMES = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "600"))
OPTIONS = {"decks": 1, "double": "none", "splits": 0, "peek": False, "natural": "21"}
PLAYER = 0


def test_games_in_lockstep():
    game, ends = pyspiel.load_game("blackjack"), set()
    for number in range(GAMES):
        ends.add(play_both(game, np.random.default_rng(number)))
    assert ends == {-1, 0, 1}


def play_both(game, generator):
    """One game of both with the same cards and random actions; returns the gain."""
    cards = generator.permutation(52).tolist()
    order = [cards[0], cards[2], cards[1], cards[3], *cards[4:]]
    table, theirs, drawn = GAME.table(0, [card % RANKS for card in cards], **OPTIONS), game.new_initial_state(), 0
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            theirs.apply_action(order[drawn])
            drawn += 1
        elif table.over or theirs.legal_actions() == [STAND]:
            theirs.apply_action(STAND)
        else:
            assert theirs.current_player() == PLAYER
            assert theirs.legal_actions() == np.flatnonzero(table.mask).tolist() == [HIT, STAND]
            total = table.view_words(0)["totals"][0][0]
            action = int(generator.random() < (0.9 if total > 16 else 0.2))
            theirs.apply_action(action)
            table.step(action)
            assert total < BEST
    assert table.over
    assert theirs.returns() == [table.scores()[0] / 10]
    return int(theirs.returns()[0])


@pytest.mark.parametrize("players", [1, 2, 7])
def test_games_in_lockstep_with_rlcard(players, monkeypatch):
    decks, ranks, choose = 4, "A23456789TJQK", np.random.default_rng(players)
    theirs = rlcard.make("blackjack", config={"game_num_players": players, "game_num_decks": 1})
    for _ in range(GAMES):
        cards = choose.permutation(np.repeat(range(RANKS), 4 * decks)).tolist()
        drawn = iter(cards)
        monkeypatch.setattr(
            BlackjackDealer, "deal_card", lambda _, player, drawn=drawn: take(player, ranks[next(drawn)])
        )
        table = GAME.table(0, cards, num_players=players, **RULES["textbook"] | {"decks": decks, "natural": "21"})
        _, player = theirs.reset()
        while not theirs.is_over():
            action = STAND
            score = theirs.game.judger.judge_score(theirs.game.players[player].hand)
            if score < BEST:
                assert (table.player, table.view_words(player)["totals"][0][0]) == (player, score)
                action = int(choose.random() < (0.9 if score > 16 else 0.2))
                table.step(action)
            _, player = theirs.step(action)
        assert table.over
        assert theirs.get_payoffs().tolist() == [score / 10 for score in table.scores()]


def take(player, rank):
    """Give a player of RLCard's a card, whose suit does not matter."""
    player.hand.append(Card("C", rank))
