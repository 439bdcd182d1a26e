"""Goofspiel.

A bidding game for two to six players, also called the game of pure strategy: all hold the same cards, and for each
prize all bid one of them at once. Nothing is left to chance but the order of the prizes, and everybody sees it.

Rules
-----
1. Each player has the cards ace to king of a suit of their own, ranks 1 to 13. The cards of one more suit are the
   prizes. They are shuffled and turned up one after the other, and each is worth its rank: 91 points in all.
2. For each prize everybody bids one of the own cards that are left, face down; then all bids are shown together. Bid
   cards are out of the game.
3. The highest bid takes the prize.
4. If several players have made the highest bid, nobody takes the prize, nor does a lower bid.
5. After all prizes the most points win.

Sources
-------
Ross, "Goofspiel: the game of pure strategy" (1971); Lanctot, "Monte Carlo sampling and regret minimization for
equilibrium computation and decision-making in large extensive form games" (2013), for hidden bids; OpenSpiel's
``goofspiel``; descriptions on the web for the other rules of equal bids.

Choices where the text is silent
--------------------------------
1. A prize that nobody takes is thrown away. With ``ties="carry"`` it lies there with the next one, and the next winner
   takes all that lies there; the rest after the last bids is lost. With ``ties="split"`` those who have made the
   highest bid share the prize exactly; points are then counted in sixtieths.
2. With ``cards`` fewer than 13, hands and prizes have the ranks from 1 to that number. With ``prizes="descending"`` or
   ``"ascending"`` the prizes lie in this order, and all know it from the start.
3. With ``hidden_bids`` all see who has won each prize or a share of it, and so the points. No bid is ever shown.
4. Seats bid one after the other, for each prize from seat 0 on. A bid is in its owner's view only until all have bid.
5. The last card is bid in a step like any other.
6. Players with the same most points share the win.

Options
-------
``cards``: number of prizes, and of cards in each hand.
``prizes``: order of the prizes: ``"random"``, ``"descending"`` or ``"ascending"``.
``ties``: result of equal highest bids: ``"discard"``, ``"carry"`` or ``"split"``.
``hidden_bids``: whether only the winners of the prizes are shown.

Rewards
-------
The most points share +1, the others share -1; if all are equal, all get 0. The score is the points, with
``ties="split"`` in sixtieths.

End
---
After all prizes: players times ``cards`` steps.

Written deck
------------
The prizes in their order, as many as ``cards``. In another order than ``"random"`` they are sorted.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import piles, rewards, rng
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import NO_CARD, RANK_WORDS, RANKS
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Flag, Number, Options, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.scene import Hands, Layout, Look, Spread

SEATS = Seats(6)
LEAST_CARDS = 3
ALL_POINTS = RANKS * (RANKS + 1) // 2
SIXTIETHS = 60  # 2 to 6 players can share one point exactly
SWAPS = 20  # of a redeal of hidden bids, for each card of each player


class Prizes(IntEnum):
    """Orders of the prizes."""

    RANDOM = 0
    DESCENDING = 1
    ASCENDING = 2


class Ties(IntEnum):
    """Results of equal highest bids."""

    DISCARD = 0
    CARRY = 1
    SPLIT = 2


ACTIONS = Actions(Block("bid", RANKS, among=("hand",), names=RANK_WORDS, doc="bid a card of the own hand"))

STATE = State(
    Pile("stock", RANKS, codes=RANKS, doc="the prizes to come, if their order is not known"),
    Pile("row", RANKS, codes=RANKS, doc="the prizes to come, if their order is known; the next one on top"),
    Pile("prizes", RANKS, codes=RANKS, doc="the prizes turned up so far; the present one on top"),
    Cards("hands", SEATS, codes=RANKS, memo=True, doc="the players' hands"),
    Card("bids", SEATS, RANKS, codes=RANKS, memo=True, doc="each player's bid for each prize"),
    Number("won", SEATS, RANKS, doc="1 for each prize of which a player has won a share"),
    Number("carried", high=ALL_POINTS, doc="points of earlier prizes that lie there"),
)

VIEW = STATE.view(
    "prizes",
    Cards("to_come", codes=RANKS, doc="the prizes to come, in no order"),
    "row carried",
    Cards("hand", codes=RANKS, shows="hands", doc="own hand"),
    Number("hand_sizes", SEATS, high=RANKS, shows="hands", doc="cards in each hand"),
    Cards("left", SEATS, codes=RANKS, doc="each player's cards of which no bid has been shown, unless bids are hidden"),
    Card("bids", SEATS, RANKS, codes=RANKS, doc="each player's bids, as far as they are shown"),
    "won",
    Number("points", SEATS, high=SIXTIETHS * ALL_POINTS, usual=ALL_POINTS, shows="score", doc="points so far"),
    "turn",
)

OPTIONS = Options(
    Number("cards", low=LEAST_CARDS, high=RANKS, default=RANKS, doc="number of prizes, and of cards in each hand"),
    Choice("prizes", Prizes, doc="order of the prizes"),
    Choice("ties", Ties, doc="result of equal highest bids"),
    Flag("hidden_bids", doc="whether only the winners of the prizes are shown"),
    titles={"ties": "Equal highest bids"},
    calls={"ties": ("discard the prize", "carry the prize over", "split the prize")},
)


def pack(num_players: int, options) -> range:
    """Rule 1, choice 2: the prizes. Suits are of no meaning, so all cards are written as clubs."""
    return range(int(options.cards))


def score_range(options, num_players: int) -> float:
    """All points."""
    cards = int(options.cards)
    return (SIXTIETHS if options.ties == Ties.SPLIT else 1) * cards * (cards + 1) / 2


@rule
def deal(state):
    """Rules 1 and 2, choices 2 and 4: the hands, and the first prize; seat 0 begins."""
    for player in range(state.num_players):
        for rank in range(state.options.cards):
            state.hands[player, rank] = 1
    if state.options.prizes != Prizes.RANDOM:
        piles.clear(state.stock)
        for rank in range(state.options.cards):
            falls = state.options.prizes == Prizes.DESCENDING
            piles.push(state.row, rank if falls else state.options.cards - 1 - rank)
    state.player = 0
    turn_up(state)


@rule
def turn_up(state):
    """Rule 1: the next prize."""
    piles.push(state.prizes, piles.draw(state.row if state.row.height > 0 else state.stock))


@rule
def legal_actions(state, mask):
    """Rule 2: the cards that are left."""
    for rank in range(RANKS):
        mask[rank] = state.hands[state.player, rank]


@rule
def apply_action(state, action):
    """Rule 2, choices 4 and 5: a bid. When all have bid, the prize is given and the next one turned up."""
    state.hands[state.player, action] = 0
    state.bids[state.player, state.prizes.height - 1] = action
    state.player += 1
    if state.player == state.num_players:
        state.player = 0
        give_prize(state)
        if state.stock.height + state.row.height > 0:
            turn_up(state)
        else:
            state.over = True
            rewards.reward_best_score(state)


@rule
def give_prize(state):
    """Rules 3 and 4, choice 1: the highest bid takes the prize, with all that lies there."""
    prize = state.prizes.height - 1
    winners, points = 0, state.carried + piles.top(state.prizes) + 1
    for player in range(state.num_players):
        state.won[player, prize] = takes_share(state, player, prize)
        winners += state.won[player, prize]
    if winners == 0 and state.options.ties == Ties.CARRY:
        state.carried = points
        return
    state.carried = 0
    unit = SIXTIETHS if state.options.ties == Ties.SPLIT else 1
    for player in range(state.num_players):
        if state.won[player, prize]:
            state.score[player] += unit * points // winners


@rule
def takes_share(state, player, prize):
    """Rules 3 and 4, choice 1: returns whether a player's bid wins a prize or a share, when all have bid for it."""
    bidders = 0
    for other in range(state.num_players):
        if state.bids[other, prize] > state.bids[player, prize]:
            return False
        bidders += state.bids[other, prize] == state.bids[player, prize]
    return bidders == 1 or state.options.ties == Ties.SPLIT


@rule
def open_bids(state):
    """Rule 2, choices 3 and 4: the number of first prizes for which all bids are shown."""
    if state.options.hidden_bids:
        return 0
    return state.prizes.height - 1 + state.over


@rule
def observe(state, player, view):
    """Computed fields of the view: the prizes to come, and the bids and cards that are shown."""
    for pile in (state.stock, state.row):
        for place in range(pile.height):
            view.to_come[pile.cards[place]] += 1
    shown = open_bids(state)
    for seat in range(state.num_players):
        other = (player + seat) % state.num_players
        for prize in range(state.prizes.height):
            if seat == 0 or prize < shown:
                view.bids[seat, prize] = state.bids[other, prize]
        if not state.options.hidden_bids:
            for rank in range(state.options.cards):
                view.left[seat, rank] = 1
            for prize in range(shown):
                view.left[seat, state.bids[other, prize]] = 0


@rule
def redeal_hidden(state, player):
    """Shuffles the prizes to come, and redraws the others' bids that are not shown, as the winners allow."""
    piles.shuffle(state, state.stock)
    if state.options.hidden_bids:
        redraw_all_bids(state, player)
        return
    prize = state.prizes.height - 1
    for other in range(state.num_players):
        if other != player and not state.over and state.bids[other, prize] != NO_CARD:
            redraw_bid(state, other, prize)


@rule
def redraw_bid(state, player, prize):
    """Exchanges a bid with a card of the hand, or with itself, all with the same chance."""
    place = rng.below(state, state.hands[player].sum() + 1)
    for rank in range(RANKS):
        if state.hands[player, rank]:
            if place == 0:
                swap_bid(state, player, prize, rank)
                return
            place -= 1


@rule
def redraw_all_bids(state, player):
    """Redraws all bids of the others by many random swaps that leave the winners as they are (choice 3).

    A swap exchanges a bid with another one of the player, or with a card of the hand.
    """
    for _ in range(SWAPS * state.options.cards * (state.num_players - 1)):
        other = (player + 1 + rng.below(state, state.num_players - 1)) % state.num_players
        bids = state.prizes.height - (state.bids[other, state.prizes.height - 1] == NO_CARD)
        if bids > 0:
            one, card = rng.below(state, bids), rng.below(state, state.options.cards)
            before, two = state.bids[other, one], place_of_bid(state, other, card)
            swap_bid(state, other, one, card)
            if not (keeps_winners(state, one) and keeps_winners(state, two)):
                swap_bid(state, other, one, before)


@rule
def place_of_bid(state, player, card):
    """The number of the prize for which a player has bid a card; -1 for a card of the hand."""
    for prize in range(state.prizes.height):
        if state.bids[player, prize] == card:
            return prize
    return -1


@rule
def swap_bid(state, player, prize, card):
    """Makes this card the bid, and puts the former bid where the card was."""
    place = place_of_bid(state, player, card)
    if place < 0:
        state.hands[player, state.bids[player, prize]] = 1
        state.hands[player, card] = 0
    else:
        state.bids[player, place] = state.bids[player, prize]
    state.bids[player, prize] = card


@rule
def keeps_winners(state, prize):
    """Returns whether the bids for a prize agree with the winners that all have seen; for no prize they do."""
    if prize < 0 or (prize == state.prizes.height - 1 and not state.over):
        return True
    agree = True
    for player in range(state.num_players):
        agree &= state.won[player, prize] == takes_share(state, player, prize)
    return agree


def check(state) -> str:
    """The first problem of a written position, in words, or nothing: the bids are made again from the deal."""
    options = OPTIONS.to_words(state.options, int(state.num_players))
    coming = state.stock if state.options.prizes == Prizes.RANDOM else state.row
    deck = [*state.prizes.cards[: state.prizes.height], *coming.cards[: coming.height][::-1]]
    if sorted(deck) != list(range(state.options.cards)):
        return "prizes: the prizes are not all there"
    table = GAME.table(0, deck, dealer=int(state.dealer), num_players=int(state.num_players), **options)
    while not table.over:
        bid = int(state.bids[table.player, table.state.prizes.height - 1])
        if bid == NO_CARD:
            break
        if not table.is_legal(bid):
            return f"bids: {table.explain_illegal(bid)}"
        table.step(bid)
    for name in (*STATE.fields, "over", "player", "score"):
        if not np.array_equal(state[name], table.state[name]):
            return f"{name}: it does not follow from the prizes and bids"
    return ""


def name_takers(before: Look, after: Look) -> str:
    """The bids for a prize when all have bid, unless they are hidden, and the players who have taken it."""
    if before.player < before.num_players - 1:
        return ""
    chairs = [*range(1, before.num_players), 0]  # in the order of the bids
    names = [before.name(chair) for chair in chairs]
    prize = int(before.view.prizes["height"]) - 1
    bids, won = (after.view[name][chairs, prize] for name in ("bids", "won"))
    takers = " and ".join(name for name, takes in zip(names, won, strict=True) if takes) or "nobody"
    taken = f"{takers} took the prize {RANK_WORDS[before.view.prizes['cards'][prize]]}"
    if (bids == NO_CARD).any():
        return taken
    shown = [f"{name} bid {RANK_WORDS[bid]}" for name, bid in zip(names, bids, strict=True)]
    return f"{', '.join(shown)}: {taken}"


LAYOUT = Layout(
    (Spread("prizes"), Spread("row", sparse=True), Spread("left", "left to bid", sparse=True), Hands("hand")),
    noted=("to_come",),
    hidden={"bids": "the cards that are left show them"},
    titles={"carried": "points that lie there", "to_come": "prizes to come"},
    phases={"": "Bid a card for the prize"},
    says={"bid": "Bid {}"},
    secretly={"bid": "bid"},
    secret={"bid": "hidden_bids"},
    then={"bid": name_takers},
    rules={"bid": (2, 3, 4)},
)

GAME = Game(
    name="goofspiel",
    version=0,
    title="Goofspiel",
    family="bidding",
    players=(2, SEATS),
    default_players=2,
    pack=pack,
    score_range=score_range,
    recalls=True,
    **declared_in(__name__),
)
