"""Texas Hold'em against OpenSpiel's ``universal_poker``, hand by hand in lockstep; `make test-openspiel` runs this.

With the written deck's dealer OpenSpiel's player 0 is our seat 0. The code of a card is four times the rank, the 2
being 0, and then the suit. Its action 1 is check and call, 2 a bet or raise with limits; without limits a number is
the player's chips in the hand. With equal stacks the rules differ in these points only (numbers of the game's page),
for which the comparison allows:

- Rule 9 and choice 12: a short all-in needs a player who has fewer chips than others, so equal stacks have none but
  those that raise to the whole stack, after which nobody has chips to raise.
- ACPC's code reads no stacks with limits, and then knows four players at most.
- Rule 15: it pays odd chips as fractions. Between two players there are none.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of hands of each kind.
"""

import os

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import card_words
from cardzoo.envs.families.betting import CALL, CHECK, FOLD
from cardzoo.envs.games.texas_holdem import ALL_IN, GAME
from results.openspiel_games import LIMIT_HOLDEM, NO_LIMIT_HOLDEM, by_rank

BETTING = [("limit", players) for players in (2, 3, 4)] + [("no_limit", players) for players in (2, 3, 4, 5, 6)]
HANDS = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "300"))
THERE = {"limit": LIMIT_HOLDEM, "no_limit": NO_LIMIT_HOLDEM}


def test_cards_have_the_same_words():
    state = LIMIT_HOLDEM.deal(GAME.table(seed=1, num_players=2, betting="limit"))
    for _ in range(2):  # a call and a check, then comes the flop
        state.apply_action(1)
    for card in range(CARDS):
        word = card_words([card]).replace("10", "T").translate(str.maketrans("♣♦♥♠", "cdhs"))
        assert word in state.action_to_string(-1, by_rank(card))


@pytest.mark.parametrize(("betting", "num_players"), BETTING)
def test_hands_in_lockstep(betting, num_players):
    seen = dict.fromkeys(("showdown", "fold", "all in", "shared", "fractions"), 0)
    for seed in range(HANDS):
        play_hand(num_players, betting, np.random.default_rng(seed), seen)
    print(f"\n{num_players} players, {betting}, {HANDS} hands: {seen}")
    assert min(seen["showdown"], seen["fold"], seen["shared"]) > 0
    assert betting == "limit" or seen["all in"] > 0


def play_hand(num_players, betting, generator, seen):
    """One hand of both games with the same cards and the same actions."""
    deck, there = generator.permutation(CARDS).tolist(), THERE[betting]
    table = GAME.table(deck=deck, num_players=num_players, betting=betting, sizes="all")
    theirs, boldness = there.deal(table), generator.random() ** 2
    while not table.over:
        legal = np.flatnonzero(table.mask).tolist()
        assert theirs.current_player() == there.player(table) == table.player
        assert sorted(map(there.translate, legal)) == sorted(theirs.legal_actions())
        action = choose(legal, boldness, generator)
        seen["all in"] += action == ALL_IN
        there.follow(theirs, table, action)
        table.step(action)
    assert theirs.is_terminal()
    compare_chips(table, theirs, num_players, seen)


def choose(legal, boldness, generator):
    """Few folds; raises of all sizes, small ones more often, so that hands end in all ways."""
    calm = [action for action in legal if action in (CHECK, CALL)]
    bold = [action for action in legal if action not in (CHECK, CALL, FOLD)]
    if FOLD in legal and generator.random() < 0.15:
        return FOLD
    if not bold or generator.random() > boldness:
        return calm[0]
    return max(bold) if generator.random() < 0.2 else bold[int(len(bold) * generator.random() ** 4)]


def compare_chips(table, theirs, num_players, seen):
    """Chips are equal, but for odd ones."""
    chips, returns = table.state.score[:num_players], np.array(theirs.returns())
    stakes = table.state.stakes[:num_players]
    seen["showdown" if table.state.shown.any() else "fold"] += 1
    seen["shared"] += int((chips + stakes > 0).sum()) > 1
    seen["fractions"] += bool((chips != returns).any())
    assert np.abs(chips - returns).max() < 1
    if num_players == 2:
        assert chips.tolist() == returns.tolist()
