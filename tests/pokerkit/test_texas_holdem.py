"""Texas Hold'em against PokerKit's, hand by hand in lockstep with unequal stacks; `make test-pokerkit` runs this.

Its player 0 is our seat 0: with the small blind, or between two with the big blind. All have at least a big blind and
the ante. The rules differ in these points (numbers of the game's page), for which the comparison allows:

- Rule 5: PokerKit asks a player who alone has chips for a check.
- Rule 7: before the flop its limits allow four raises above the big blind, ours three.
- Rule 9: it adds up short all-ins for all players alike, however much each has to pay. It takes the first one of a
  round, even above the big blind, for a full raise.
- Rule 12: it forbids a raise that nobody could pay, even if others have chips.
- Rule 15: it joins pots once losing hands are thrown away, and gives all odd chips of a pot to its first winner.

``CARDZOO_POKERKIT_GAMES`` sets the number of hands of each kind.
"""

import os

import numpy as np
import pokerkit
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import card_words
from cardzoo.envs.families import stacks
from cardzoo.envs.families.betting import CALL, CHECK, FOLD
from cardzoo.envs.games.texas_holdem import BIG_BLIND, GAME, SMALL_BLIND, Phase, amount_of, is_capped

HANDS = int(os.environ.get("CARDZOO_POKERKIT_GAMES", "300"))
AUTOMATIC = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
    pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
)


class PotLimitTexasHoldem(pokerkit.NoLimitTexasHoldem):
    """Pot limit, which PokerKit has for Omaha only."""

    betting_structure = pokerkit.BettingStructure.POT_LIMIT


def words(cards):
    """Cards in PokerKit's notation."""
    return card_words(cards).replace(" ", "").replace("10", "T").translate(str.maketrans("♣♦♥♠", "cdhs"))


def create(betting, chips, ante):
    """PokerKit's state before the deal."""
    sizes = (2, 4) if betting == "limit" else (BIG_BLIND,)
    kinds = {
        "limit": pokerkit.FixedLimitTexasHoldem,
        "no_limit": pokerkit.NoLimitTexasHoldem,
        "pot_limit": PotLimitTexasHoldem,
    }
    blinds = (SMALL_BLIND, BIG_BLIND)
    return kinds[betting].create_state(AUTOMATIC, False, ante, blinds, *sizes, chips, len(chips))


@pytest.mark.parametrize("num_players", range(2, 8))
@pytest.mark.parametrize("betting", ["limit", "no_limit", "pot_limit"])
def test_hands_in_lockstep(num_players, betting):
    seen = dict.fromkeys(("showdown", "short", "closed", "side pots", "shared", "differences"), 0)
    for seed in range(HANDS):
        play_hand(num_players, betting, np.random.default_rng(seed), seen)
    print(f"\n{num_players} players, {betting}, {HANDS} hands: {seen}")
    assert min(seen["showdown"], seen["short"], seen["shared"]) > 0
    assert num_players == 2 or min(seen["closed"], seen["side pots"]) > 0


def play_hand(num_players, betting, generator, seen):
    """One hand of both games with the same cards, chips and actions."""
    deck, ante = generator.permutation(CARDS).tolist(), int(generator.choice([0, 0, 1, 3]))
    chips = (BIG_BLIND + ante + 60 * generator.random(num_players) ** 2).astype(int).tolist()
    table = GAME.table(deck=deck, num_players=num_players, betting=betting, sizes="all", ante=ante)
    for player, number in enumerate(chips):
        table.state.stacks[player] = number - table.state.stakes[player]
    theirs, dealt = create(betting, chips, ante), 2 * num_players
    for player in range(num_players):
        theirs.deal_hole(words([deck[player], deck[num_players + player]]))
    table.refresh()
    while not table.over:
        compare_actions(table, theirs, seen)
        act(table, theirs, generator)
        dealt = deal_board(theirs, deck, dealt)
    while theirs.status:
        if theirs.actor_index is not None:
            assert theirs.checking_or_calling_amount == 0
            theirs.check_or_call()
        dealt = deal_board(theirs, deck, dealt)
    compare_chips(table, theirs, chips, seen)


def compare_actions(table, theirs, seen):
    """The same player may call and raise, by the same least and greatest number of chips."""
    state, player = table.state, table.player
    assert theirs.actor_index == player
    assert theirs.checking_or_calling_amount == stacks.to_call(state, player)
    assert theirs.can_fold() == bool(table.mask[FOLD])
    targets = [int(state.price) + amount_of(state, player, action) for action in raises_of(table)]
    if bool(targets) != theirs.can_complete_bet_or_raise_to():
        seen["differences"] += 1
        assert forbids_alone(table, theirs) if targets else allows_alone(table)
    elif targets:
        assert min(targets) == theirs.min_completion_betting_or_raising_to_amount
        assert max(targets) == theirs.max_completion_betting_or_raising_to_amount
        seen["short"] += min(targets) - state.price < state.least_raise
    seen["closed"] += bool(state.turns[player] and not targets)


def forbids_alone(table, theirs):
    """Returns whether PokerKit alone forbids a raise: nobody could pay it, or short all-ins begin a new sum."""
    state, player = table.state, table.player
    others = [other for other in range(table.num_players) if other != player and not state.folded[other]]
    is_vain = all(state.in_round[other] + state.stacks[other] <= state.price for other in others)
    return is_vain or (state.turns[player] > 0 and len(theirs.consecutive_short_all_in_amounts) > 0)


def allows_alone(table):
    """Returns whether PokerKit alone allows a raise: above the cap before the flop, or after too little to pay."""
    state, player = table.state, table.player
    owed = state.price - state.in_round[player]
    return (is_capped(state) and state.phase == Phase.PREFLOP) or (state.turns[player] > 0 and owed < state.least_raise)


def raises_of(table):
    """Legal bets and raises."""
    return [action for action in np.flatnonzero(table.mask).tolist() if action not in (CHECK, CALL, FOLD)]


def act(table, theirs, generator):
    """An action of both games: few folds, and many short all-ins."""
    raises = raises_of(table) if theirs.can_complete_bet_or_raise_to() else []
    if table.mask[FOLD] and generator.random() < 0.15:
        theirs.fold()
        table.step(FOLD)
    elif raises and generator.random() < 0.4:
        action = raises[int(len(raises) * generator.random() ** 3)] if generator.random() < 0.8 else raises[0]
        theirs.complete_bet_or_raise_to(int(table.state.price) + amount_of(table.state, table.player, action))
        table.step(action)
    else:
        theirs.check_or_call()
        table.step(CALL if table.mask[CALL] else CHECK)


def deal_board(theirs, deck, dealt):
    """Deal PokerKit's board as far as its betting has come; returns the number of cards dealt."""
    while theirs.can_burn_card("??"):
        theirs.burn_card("??")
        number = theirs.board_dealing_count
        theirs.deal_board(words(deck[dealt : dealt + number]))
        dealt += number
    return dealt


def compare_chips(table, theirs, chips, seen):
    """All have the same chips in the end, but for odd ones of shared pots; between two players without exception."""
    seats = len(chips)
    left, stakes, folded = (table.state[name][:seats] for name in ("stacks", "stakes", "folded"))
    winners = int((left + stakes > chips).sum())
    seen["showdown"] += bool(table.state.shown.any())
    seen["side pots"] += len(set(stakes[folded == 0].tolist())) > 2
    seen["shared"] += winners > 1
    assert sum(theirs.stacks) == left.sum()
    assert np.abs(left - theirs.stacks).max() <= (seats if winners > 1 and seats > 2 else 0)
