"""Cribbage against OpenSpiel's, card by card in lockstep; `make test-openspiel` runs this.

Cards have the same numbers. In the lay-away two cards are one action there, and seats choose from seat 0 on. The rules
differ in these points (numbers of the game's page), for which the comparison allows:

- Rule 3: everybody without a legal card passes each time round, also without cards. Passes are played until a card is
  due, and our goes have no counterpart.
- Rule 5: four cards of a suit in the crib score 4 without the starter. These points are taken off.
- Rule 6: the end is looked for after a whole step, with all hands and the crib counted. So the scores of a last step
  are at least ours; the 4 points above may end a game there sooner.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of games.
"""

import os
from collections import Counter
from itertools import combinations

import numpy as np
import pyspiel
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import rank_of, suit_of
from cardzoo.envs.games.cribbage import GAME, GO, Phase

GAMES = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "60"))
PASS = 2756
TARGET = 121


def their_action(cards):
    """Their number of laying cards away."""
    if len(cards) == 1:
        return cards[0]
    first, second = sorted(cards, key=lambda card: (rank_of(card), suit_of(card)))
    return CARDS + CARDS * first + second


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_in_lockstep(players):
    seen: Counter[str] = Counter()
    for seed in range(GAMES // 3):
        play_both(players, seed, seen)
    print(f"\n{players} players: {dict(seen)}")
    assert min(seen[end] for end in ("play", "show")) > 0
    assert seen["games"] == GAMES // 3


def play_both(players, seed, seen):
    """One game of both, with the same cards."""
    theirs = pyspiel.load_game("cribbage", {"players": players, "winner_bonus_reward": 0.0}).new_initial_state()
    table, generator = GAME.table(seed, num_players=players, dealer=0), np.random.default_rng(seed)
    extra, end = np.zeros(players, int), ""
    seen["games"] += 1
    while not table.over and (table.mask[GO] or not theirs.is_terminal()):
        if table.state.phase == Phase.CRIB:
            deal(table, theirs)
            lay_away(table, theirs, generator)
            end = "starter"
        else:
            end = play_card(table, theirs, generator, extra)
        if not table.over:
            compare(table, theirs, extra)
    compare_end(table, theirs, extra, end, seen)


def deal(table, theirs):
    """Their chance deals our cards."""
    for hand in table.state.hands[: table.num_players]:
        for card in np.flatnonzero(hand).tolist():
            theirs.apply_action(card)
    if table.num_players == 3:
        theirs.apply_action(int(table.state.dealt))


def lay_away(table, theirs, generator):
    """All lay random cards away, in each game's order, and the starter is turned up."""
    size = 2 if table.num_players == 2 else 1
    hands = [np.flatnonzero(hand).tolist() for hand in table.state.hands[: table.num_players]]
    chosen = [sorted(generator.choice(hand, size, replace=False).tolist()) for hand in hands]
    for seat, hand in enumerate(hands):
        assert theirs.current_player() == seat
        assert theirs.legal_actions() == sorted(their_action(cards) for cards in combinations(hand, size))
        theirs.apply_action(their_action(chosen[seat]))
    for place in range(table.num_players):
        for card in chosen[(int(table.state.dealer) + 1 + place) % table.num_players]:
            table.step(card)
    theirs.apply_action(int(table.state.starter))


def play_card(table, theirs, generator, extra):
    """A card of both games, or a go of ours; returns the part of the hand that has ended with it."""
    if table.mask[GO]:
        table.step(GO)
    else:
        before, card = table.state.copy(), int(generator.choice(np.flatnonzero(table.mask)))
        table.step(card)
        theirs.apply_action(card)
        if table.state.hands_over > before.hands_over and not (table.over and not table.state.crib_points):
            extra[before.dealer] += four_alike(table.state.shown_crib, before.starter)
            if table.num_players == 4:
                extra[(before.dealer + 2) % 4] = extra[before.dealer]
    while not theirs.is_terminal() and not theirs.is_chance_node() and theirs.legal_actions() == [PASS]:
        theirs.apply_action(PASS)
    return "show" if table.over and table.state.shown.any() and not table.state.hands.any() else "play"


def four_alike(crib, starter):
    """The points there of a crib with a flush of its four cards alone."""
    suits = {int(suit_of(card)) for card in np.flatnonzero(crib)}
    return 4 * (len(suits) == 1 and int(suit_of(starter)) not in suits)


def compare(table, theirs, extra):
    """Turn, legal cards and scores, as far as our next step is no go."""
    if table.mask[GO] or theirs.is_terminal():
        return
    assert (np.array(theirs.returns()) - extra).tolist() == table.scores()
    if table.state.phase == Phase.PLAY:
        assert theirs.current_player() == table.player
        assert theirs.legal_actions() == np.flatnonzero(table.mask).tolist()
    else:
        assert theirs.is_chance_node()


def compare_end(table, theirs, extra, end, seen):
    """Both games are over, unless the points of their crib have ended theirs sooner."""
    scores = np.array(theirs.returns()) - extra
    assert theirs.is_terminal()
    if scores.max() < TARGET:
        assert max(theirs.returns()) >= TARGET
        seen["sooner"] += 1
        return
    assert table.over
    seen[end] += 1
    assert (scores >= table.scores()).all()
    winner = int(np.argmax(table.scores()))
    assert table.scores()[winner] == TARGET <= scores[winner]
    seen["other winner"] += int(np.argmax(np.array(theirs.returns()) >= TARGET)) != winner
