"""Games of ours as OpenSpiel's: its cards, seats and numbers of actions, for games that go in lockstep.

`results.other_players` plays so against OpenSpiel's players, and ``make test-openspiel`` compares the rules so.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardzoo.envs import Game, Table
from cardzoo.envs.engine import piles
from cardzoo.envs.engine.cards import CARD_WORDS, rank_ace_high, suit_of
from cardzoo.envs.families import betting
from cardzoo.envs.games import bridge, euchre, hearts, oh_hell, texas_holdem


@dataclass(frozen=True)
class There:
    """A game of ours in OpenSpiel.

    Attributes:
        game: our game.
        deal: function of a table that has just been dealt; it returns OpenSpiel's state with the same cards.
        translate: function of our action; it returns OpenSpiel's.
        first: function of such a table; it returns our seat of OpenSpiel's player 0.
        cards_after: function of a table and the action that is about to be played; it returns the cards that OpenSpiel
            then asks for, in its numbers.
    """

    game: Game
    deal: Callable[[Table], Any]
    translate: Callable[[int], int]
    first: Callable[[Table], int] = lambda table: 0
    cards_after: Callable[[Table, int], list[int]] = lambda table, action: []

    def player(self, table: Table) -> int:
        """OpenSpiel's player of the seat whose turn it is."""
        return (table.player - self.first(table)) % table.num_players

    def action_of(self, table: Table, number: int) -> int:
        """Our legal action of OpenSpiel's number; -1 if none is."""
        legal = np.flatnonzero(table.mask).tolist()
        return next((action for action in legal if self.translate(action) == number), -1)

    def follow(self, state: Any, table: Table, action: int) -> None:
        """Play in OpenSpiel's game what is about to be played at our table, and deal the cards that follow.

        Args:
            state: OpenSpiel's state.
            table: our table, before the action.
            action: our action.
        """
        cards = iter(self.cards_after(table, action))
        state.apply_action(self.translate(action))
        while state.is_chance_node():
            state.apply_action(next(cards))


def load(name: str, **settings: Any) -> Any:
    """A new state of one of OpenSpiel's games."""
    import pyspiel

    return pyspiel.load_game(name, settings).new_initial_state()


def apply_all(state: Any, actions: list[int]) -> Any:
    """The state after these actions, mostly of chance."""
    for action in actions:
        state.apply_action(action)
    return state


def rounds(table: Table, first: int) -> list[int]:
    """The cards of all hands as they are dealt one at a time, from a seat on."""
    seats = table.num_players
    hands = [np.flatnonzero(table.state.hands[(first + turn) % seats]).tolist() for turn in range(seats)]
    return [card for dealt in zip(*hands, strict=True) for card in dealt]


def after_dealer(table: Table) -> int:
    """The seat to the dealer's left."""
    return (int(table.state.dealer) + 1) % table.num_players


def by_rank(card: int, suits: Sequence[int] = range(4)) -> int:
    """The number of a card in an order by rank, the 2 first, and then by suit.

    Args:
        card: our card.
        suits: the places of our clubs, diamonds, hearts and spades.
    """
    return 4 * (int(rank_ace_high(card)) - 1) + suits[suit_of(card)]


# Bridge


def translate_bridge(action: int) -> int:
    """Calls have the same numbers."""
    return int(action) if action >= bridge.PASS else by_rank(action)


def deal_bridge(table: Table) -> Any:
    """Vulnerability is by the dealer's side; the hands are those of seats 0 to 3."""
    dealer, sides = int(table.state.dealer), table.state.vulnerable
    vulnerable = {"dealer_vul": bool(sides[dealer % 2]), "non_dealer_vul": bool(sides[1 - dealer % 2])}
    state = load("bridge", use_double_dummy_result=False, dealer=dealer, **vulnerable)
    return apply_all(state, list(map(by_rank, rounds(table, 0))))


BRIDGE = There(bridge.GAME, deal_bridge, translate_bridge)


# Euchre

EUCHRE_RANKS = ("9", "10", "J", "Q", "K", "A")
EUCHRE_NUMBERS = {
    **{int(card): EUCHRE_RANKS.index(CARD_WORDS[card][:-1]) * 4 + int(card) // 13 for card in euchre.PACK},
    euchre.PASS: 24,
    **{euchre.TRUMP + suit: 25 + suit for suit in range(4)},
    euchre.ALONE: 29,
    euchre.WITH_PARTNER: 30,
}


def deal_euchre(table: Table) -> Any:
    """It deals from the dealer on, then the card that is turned up."""
    state, options = table.state, table.state.options
    settings = {"allow_lone_defender": bool(options.lone_defender), "stick_the_dealer": bool(options.stick)}
    cards = [*rounds(table, int(state.dealer)), int(state.turned)]
    return apply_all(load("euchre", **settings), [int(state.dealer), *(EUCHRE_NUMBERS[card] for card in cards)])


EUCHRE = There(euchre.GAME, deal_euchre, lambda action: EUCHRE_NUMBERS[int(action)])


# Oh Hell

OH_HELL_SUITS = (0, 1, 3, 2)  # of our clubs, diamonds, hearts and spades
OH_HELL_PENALTIES = {oh_hell.Missed.TRICKS: False, oh_hell.Missed.MINUS: True}


def translate_oh_hell(action: int) -> int:
    """Bids have the same numbers."""
    return int(action) if action >= oh_hell.BID else by_rank(action, OH_HELL_SUITS)


def deal_oh_hell(table: Table) -> Any:
    """It deals from player 0 on, whoever is the dealer, then the card that is turned up."""
    state, size = table.state, int(table.state.hands[0].sum())
    penalty = OH_HELL_PENALTIES[oh_hell.Missed(state.options.missed)]
    settings = {"players": table.num_players, "num_tricks_fixed": size, "points_per_trick": 1}
    cards = map(translate_oh_hell, [*rounds(table, 0), int(state.turned_up)])
    return apply_all(load("oh_hell", off_bid_penalty=penalty, **settings), [size, int(state.dealer), *cards])


OH_HELL = There(oh_hell.GAME, deal_oh_hell, translate_oh_hell)


# Hearts

HEARTS_FLAGS = {  # OpenSpiel's names of options, and ours
    "jd_bonus": "jack",
    "avoid_all_tricks_bonus": "no_tricks",
    "can_lead_any_club": "any_club",
    "must_break_hearts": "must_break",
    "qs_breaks_hearts": "queen_breaks",
    "can_lead_hearts_instead_of_qs": "spare_queen",
}


def translate_hearts(action: int) -> int:
    """A card that is passed, or played."""
    return by_rank(action - hearts.PASS if action >= hearts.PASS else action)


def deal_hearts(table: Table) -> Any:
    """Its player 0 sits to the dealer's left; a pass has the number of seats to the left."""
    options = table.state.options
    flags = {theirs: bool(options[ours]) for theirs, ours in HEARTS_FLAGS.items()}
    state = load("hearts", no_pts_on_first_trick=not options.points_first, **flags)
    return apply_all(state, [int(hearts.offset(table.state)), *map(by_rank, rounds(table, after_dealer(table)))])


HEARTS = There(hearts.GAME, deal_hearts, translate_hearts, after_dealer)


# Texas Hold'em

HOLDEM_CARDS = "numRounds=4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1"
HOLDEM_LIMIT = "betting=limit,bettingAbstraction=fcpa,raiseSize=2 2 4 4,maxRaises=3 4 4 4"
HOLDEM_NO_LIMIT = "betting=nolimit,bettingAbstraction=fullgame"


def deal_holdem(table: Table) -> Any:
    """Its player 0 is the next one after the dealer; player 2 acts first before the flop, between two the dealer."""
    import pyspiel

    players = table.num_players
    blinds, first = ("2 1", "2 1 1 1") if players == 2 else ("1 2" + " 0" * (players - 2), "3 1 1 1")
    stacks = " ".join([str(texas_holdem.USUAL_STACK)] * players)
    has_limits = table.state.options.betting == texas_holdem.Betting.LIMIT
    kind = HOLDEM_LIMIT if has_limits else f"{HOLDEM_NO_LIMIT},stack={stacks}"
    settings = f"{kind},{HOLDEM_CARDS},numPlayers={players},blind={blinds},firstPlayer={first}"
    seats = [(after_dealer(table) + player) % players for player in range(players)]
    cards = [by_rank(card) for seat in seats for card in table.state.hands[seat].tolist()]
    return apply_all(pyspiel.load_game(f"universal_poker({settings})").new_initial_state(), cards)


def next_of_board(table: Table, action: int) -> list[int]:
    """The cards that the board may get."""
    stock = table.copy().state.stock
    return [by_rank(piles.draw(stock)) for _ in range(texas_holdem.BOARD_SIZE)]


def translate_limit(action: int) -> int:
    """Its action 1 is check and call, 2 a bet or raise."""
    return {betting.FOLD: 0, betting.CHECK: 1, betting.CALL: 1}.get(int(action), 2)


def translate_no_limit(action: int) -> int:
    """A bet or raise has the number of the player's chips in the hand."""
    if action in (betting.FOLD, betting.CHECK, betting.CALL):
        return translate_limit(action)
    return texas_holdem.USUAL_STACK if action == texas_holdem.ALL_IN else int(action) - texas_holdem.IN_FOR


LIMIT_HOLDEM, NO_LIMIT_HOLDEM = (
    There(texas_holdem.GAME, deal_holdem, translate, after_dealer, next_of_board)
    for translate in (translate_limit, translate_no_limit)
)
