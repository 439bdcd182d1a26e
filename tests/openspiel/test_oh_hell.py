"""Oh Hell against OpenSpiel's, card by card in lockstep; `make test-openspiel` runs this.

OpenSpiel's game is a single hand, with the hook of rule 4 always. Its ``off_bid_penalty`` is ``missed="minus"``. It
deals from player 0 on, whoever is the dealer, so the cards are fed by seat. The returns are the points of the hand,
while ours are a lead over the mean.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of hands.
"""

import os

import numpy as np
import pyspiel
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import card_words
from cardzoo.envs.games.oh_hell import BID, GAME
from results.openspiel_games import OH_HELL

HANDS = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "400"))
SETTINGS = [(players, size) for players in range(3, 8) for size in range(1, (CARDS - 1) // players + 1)]
PENALTIES = ("tricks", "minus")


def deal_both(generator, players, size, missed):
    """A table and OpenSpiel's state with the same dealer and cards."""
    deck, dealer = generator.permutation(CARDS).tolist(), int(generator.integers(players))
    options = {"hands": 1, "hand_size": size, "missed": missed}
    table = GAME.table(deck=deck, num_players=players, dealer=dealer, **options)
    return table, OH_HELL.deal(table)


def test_cards_and_bids_have_the_same_words():
    state = pyspiel.load_game("oh_hell", {"players": 3, "num_tricks_fixed": 17}).new_initial_state()
    state.apply_action(17)
    state.apply_action(0)
    letters = dict(zip("♣♦♥♠", "CDHS", strict=True))
    for card in range(CARDS):
        word = card_words([card]).replace("10", "T")
        assert state.action_to_string(-1, OH_HELL.translate(card)) == letters[word[-1]] + word[:-1]
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert [state.action_to_string(BID + number) for number in range(18)] == [str(number) for number in range(18)]


def test_hands_in_lockstep_with_all_numbers_of_players_and_sizes():
    seen = dict.fromkeys(("hooks", "free bids", "made", "missed", "trumped"), 0)
    for number in range(HANDS):
        players, size = SETTINGS[number % len(SETTINGS)]
        missed = PENALTIES[number // len(SETTINGS) % 2]
        play_both(np.random.default_rng(number), players, size, missed, seen)
    print(f"\n{HANDS} hands: {seen}")
    assert min(seen.values()) > 0


def play_both(generator, players, size, missed, seen):
    """One hand of both; kinds of bids and results are counted."""
    table, theirs = deal_both(generator, players, size, missed)
    while not table.over:
        legal = np.flatnonzero(table.mask)
        assert theirs.current_player() == OH_HELL.player(table)
        assert sorted(map(OH_HELL.translate, legal)) == theirs.legal_actions()
        if legal[0] >= BID and table.player == table.state.dealer:
            seen["hooks" if len(legal) == size else "free bids"] += 1
        action = int(generator.choice(legal))
        if legal[0] >= BID and generator.random() < 0.7:  # low bids, so that some are made
            action = int(legal[min(generator.integers(3), len(legal) - 1)])
        elif legal[0] < BID and table.state.trick[table.state.leader] >= 0:
            led = table.state.trick[table.state.leader] // 13
            seen["trumped"] += int(action // 13 == table.state.turned_up // 13 != led)
        OH_HELL.follow(theirs, table, action)
        table.step(action)
    assert theirs.is_terminal()
    scores = table.scores()
    assert theirs.returns() == pytest.approx(scores)
    made = int((table.state.bids[:players] == table.state.tricks[:players]).sum())
    seen["made"] += made
    seen["missed"] += players - made
    assert made < players


@pytest.mark.parametrize("players", range(3, 8))
def test_a_hand_has_at_most_51_cards_for_all_players(players):
    """Without a fixed number of tricks OpenSpiel draws one."""
    state = pyspiel.load_game("oh_hell", {"players": players}).new_initial_state()
    table = GAME.table(seed=1, num_players=players, hands=1, hand_size=17)
    assert state.legal_actions()[-1] == table.state.hands[0].sum() == (CARDS - 1) // players
