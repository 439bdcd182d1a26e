"""Texas Hold'em against OpenSpiel's ``universal_poker``, hand by hand in lockstep; `run.py` runs this.

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
import pyspiel
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import card_words, rank_ace_high, suit_of
from cardzoo.envs.families.betting import CALL, CHECK, FOLD
from cardzoo.envs.games.texas_holdem import ALL_IN, GAME, HAND_SIZE, IN_FOR, USUAL_STACK

BETTING = [("limit", players) for players in (2, 3, 4)] + [("no_limit", players) for players in (2, 3, 4, 5, 6)]
HANDS = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "300"))
COMMON = "numRounds=4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1"
LIMIT = "betting=limit,bettingAbstraction=fcpa,raiseSize=2 2 4 4,maxRaises=3 4 4 4"
NO_LIMIT = "betting=nolimit,bettingAbstraction=fullgame"


def load(num_players, betting):
    """Their game: player 2 acts first before the flop, between two the one with the small blind, the dealer."""
    blinds, first = ("2 1", "2 1 1 1") if num_players == 2 else ("1 2" + " 0" * (num_players - 2), "3 1 1 1")
    kind = LIMIT if betting == "limit" else f"{NO_LIMIT},stack={' '.join([str(USUAL_STACK)] * num_players)}"
    return pyspiel.load_game(
        f"universal_poker({kind},{COMMON},numPlayers={num_players},blind={blinds},firstPlayer={first})"
    )


def translate_card(card):
    """OpenSpiel's code of our card."""
    return 4 * (int(rank_ace_high(card)) - 1) + int(suit_of(card))


def translate(action, betting):
    """OpenSpiel's action for ours."""
    if action in (FOLD, CHECK, CALL):
        return 0 if action == FOLD else 1
    if betting == "limit":
        return 2
    return USUAL_STACK if action == ALL_IN else action - IN_FOR


def test_cards_have_the_same_words():
    state = load(2, "limit").new_initial_state()
    for card in range(CARDS):
        word = card_words([card]).replace("10", "T").translate(str.maketrans("♣♦♥♠", "cdhs"))
        assert word in state.action_to_string(-1, translate_card(card))


@pytest.mark.parametrize(("betting", "num_players"), BETTING)
def test_hands_in_lockstep(betting, num_players):
    seen = dict.fromkeys(("showdown", "fold", "all in", "shared", "fractions"), 0)
    game = load(num_players, betting)
    for seed in range(HANDS):
        play_hand(game, num_players, betting, np.random.default_rng(seed), seen)
    print(f"\n{num_players} players, {betting}, {HANDS} hands: {seen}")
    assert min(seen["showdown"], seen["fold"], seen["shared"]) > 0
    assert betting == "limit" or seen["all in"] > 0


def play_hand(game, num_players, betting, generator, seen):
    """One hand of both games with the same cards and the same actions."""
    deck = generator.permutation(CARDS).tolist()
    table = GAME.table(deck=deck, num_players=num_players, betting=betting, sizes="all")
    theirs, boldness = game.new_initial_state(), generator.random() ** 2
    for player in range(num_players):
        for place in range(HAND_SIZE):
            theirs.apply_action(translate_card(deck[num_players * place + player]))
    board = iter(deck[HAND_SIZE * num_players :])
    while not table.over:
        legal = np.flatnonzero(table.mask).tolist()
        assert theirs.current_player() == table.player
        assert sorted(translate(action, betting) for action in legal) == sorted(theirs.legal_actions())
        action = choose(legal, boldness, generator)
        seen["all in"] += action == ALL_IN
        table.step(action)
        theirs.apply_action(translate(action, betting))
        while theirs.is_chance_node():
            theirs.apply_action(translate_card(next(board)))
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
