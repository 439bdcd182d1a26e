"""Speculation.

A betting game for three to eight players with chips. Nobody looks at the own cards: they are turned up one by one, the
highest trump wins the pot, and the player who turns it up may sell it to somebody who believes that it will stay the
highest.

Rules
-----
1. The pack of 52, in each suit the ace high. All begin with the same number of chips, and put the same ante into the
   pot before each hand.
2. Each player is dealt three cards face down, and keeps them in a stack. Nobody may look at them.
3. One more card goes to the dealer, face up. The suit of this upcard is trump, and the card is the dealer's.
4. If the upcard is an ace, the dealer takes the pot at once.
5. Otherwise the dealer keeps the upcard or sells it to any other player. The form of the sale is the dealer's choice: a
   price that is asked, about which the two may haggle, or an auction. The money goes to the seller, not to the pot.
6. The player to the left of the upcard's present owner has the first turn.
7. A turn is to turn up the top card of the own stack. Then the player to the left has a turn.
8. The player who shows the highest trump is passed over.
9. A player who turns up a trump that is higher than the highest one keeps or sells it, as the dealer the upcard; the
   money is this player's.
10. Then the player to the left of that card's owner goes on.
11. Between turns a player may offer to buy a face-down card of another player, which nobody has seen. The other player
    may refuse, or haggle about the price.
12. When the stacks of the others are used up, the owner of the highest trump takes the pot, and deals the next hand.
13. The cards that have not been dealt take no part.
14. Only antes go into the pot; sales do not change it.
15. A card of another suit or a lower trump changes nothing.
16. Nothing but the highest trump is for sale face up, and only when it has just become the highest.
17. Bought cards join the buyer's stack, and are turned up in its order.
18. The trump suit stays the same for a whole hand.
19. The chips of all players and of the pot always make the same sum.

Sources
-------
The rules of Speculation in [Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/), which follow
David Parlett's reconstruction of the game; the Encyclopaedia Britannica of 1911 and Wikipedia for the points below.

Choices where the text is silent
--------------------------------
1. Three to eight players; there is no game for two, where nobody could be outbid.
2. All begin with 20 chips, and the ante is one chip. The options ``chips`` and ``ante`` change that.
3. Prices are whole chips from 1 to 40, the most that a pot can hold, and nobody names one that the buyer cannot pay. So
   there are no debts and no gifts. An owner whom nobody can pay can only keep the card, and a player who cannot pay or
   outbid is not asked.
4. A seller may try as often as ``tries`` says, in any form, then keeps the card.
5. A price is asked of one player, or of all who can pay it, one after the other from the owner's left. The first to
   accept buys.
6. A player who is asked a price may accept, refuse, or name a lower one, which the owner accepts or refuses. After a
   refusal the next player is asked the old price; with nobody left, the try is over.
7. In an auction each player bids more than the last bid or passes for good, again and again from the owner's left. When
   nobody else bids any more, the owner accepts or refuses the best bid. A refusal, or no bid at all, ends the try.
8. An ace of trumps that is turned up later ends the hand as an upcard does: nothing can beat it. In either case the
   only action of its owner is to keep it, which takes the pot.
9. Before each turn every player may make one offer as in rule 11, or pass, clockwise from the player whose turn it
   is: first one names the other player, then the price. That player may accept, refuse, or name a higher price, which
   the buyer accepts or refuses. ``blind_offers`` may give this right to the owner of the highest trump alone, or to
   nobody.
10. The card so sold is the seller's top card. It goes under the buyer's stack, and nobody looks at it.
11. A player without a stack is passed over, also one who has just sold the last card before the own turn. The hand
    ends as soon as nobody but the owner of the highest trump has face-down cards.
12. These stay face down, also at the end of the hand; others may offer to buy them. If the owner is beaten, they are
    turned up again in turn.
13. A trump that is sold lies with its buyer, who is the one to be passed over.
14. A match has ``hands`` hands. Most chips win; players with equally many share the win.
15. A player who cannot pay the ante sits out for the rest of the match. It ends early if only one player can pay.
16. The first dealer is drawn.
17. Face-down cards are looked at by nobody, neither the dealer nor their owner nor a buyer. So all players always know
    the same.

Options
-------
``hands``: hands in a match.
``chips``: chips that each player begins with.
``ante``: chips that each player puts into the pot before each hand.
``tries``: how often an owner may try to sell a card.
``blind_offers``: players who may offer to buy face-down cards: ``"all"``, ``"holder"`` (of the highest trump) or
``"off"``.

Rewards
-------
Those with the most chips share +1, the others share -1; if all are equal, all get 0. The score is the chips won or lost
in the hands that are over. ``reward="score"`` divides by the most that a player can win: all chips of seven
others.

End
---
After the last hand, or when only one player can pay the ante. There is no bound: every turn takes a card from the
stacks, where there are 24 at most, and between turns every player may make one offer. A match of four takes random
players 560 steps on average, novices 520 and experts 500; one of eight 2000, 1700 and 1640.

Written deck
------------
Three cards to each player, one at a time from the dealer's left, the third on top; then the upcard. Later hands are
shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import piles
from cardzoo.envs.engine.actions import Actions, Block, places
from cardzoo.envs.engine.cards import ACE, CARDS, NO_CARD, RANKS, rank_ace_high, rank_of, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import bidding
from cardzoo.envs.families.bidding import NOBODY
from cardzoo.envs.scene import Layout, Look, Spread

SEATS = Seats(8)
STACK_SIZE = 3
MOST_FACE_DOWN = SEATS * STACK_SIZE  # one player can buy all of them
START_CHIPS = 20
MOST_START_CHIPS = 50
MOST_CHIPS = SEATS * MOST_START_CHIPS
MOST_ANTE = 5
MOST_POT = SEATS * MOST_ANTE
LOWEST_PRICE, HIGHEST_PRICE = 1, MOST_POT
NO_PRICE = 0
MOST_TRIES = 5
MOST_HANDS = 30
POT = 0
PACK = np.arange(CARDS, dtype=np.int16)


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    SELL = 0
    TARGET = 1
    ANSWER = 2
    COUNTER = 3
    BID = 4
    BEST_BID = 5
    BLIND = 6
    BLIND_PRICE = 7
    BLIND_ANSWER = 8
    BLIND_COUNTER = 9


class BlindOffers(IntEnum):
    """The players who may offer to buy face-down cards."""

    ALL = 0
    HOLDER = 1
    OFF = 2


ACTIONS = Actions(
    Block("keep", doc="keep the highest trump"),
    Block("auction", doc="put the highest trump up for auction"),
    Block(
        "price",
        [str(price) for price in range(LOWEST_PRICE, HIGHEST_PRICE + 1)],
        doc="name a price: ask it for the highest trump, bid it, offer it for a face-down card, or haggle",
    ),
    Block("seat", places("shown", range(SEATS))[1:], doc="the player so many seats to the left, to deal with"),
    Block("all", doc="ask the price of all players who can pay it"),
    Block("accept", doc="accept the price or bid that was named last"),
    Block("refuse", doc="refuse it"),
    Block("pass", doc="bid no more in this auction; or make no offer for a face-down card"),
)
KEEP = ACTIONS.first("keep")
AUCTION = ACTIONS.first("auction")
PRICE = ACTIONS.first("price")
SEAT = ACTIONS.first("seat")
ALL = ACTIONS.first("all")
ACCEPT = ACTIONS.first("accept")
REFUSE = ACTIONS.first("refuse")
PASS = ACTIONS.first("pass")

MATCH = Match(most=MOST_HANDS, default=10, early=True)

STATE = State(
    Choice("phase", Phase, doc="what the player who has to decide is asked"),
    Pile("stacks", SEATS, MOST_FACE_DOWN, doc="the face-down cards of each player"),
    Cards("shown", SEATS, doc="the face-up cards of each player"),
    Pile("stock", CARDS, doc="the cards that have not been dealt"),
    Card("highest", memo=True, doc="the highest trump that is face up"),
    Seat("holder", SEATS, doc="the owner of the highest trump"),
    Number("chips", SEATS, high=MOST_CHIPS, default=START_CHIPS, doc="the players' chips"),
    Number("pots", 1, high=MOST_POT, doc="the pot"),
    Seat("due", SEATS, default=None, doc="the player who is about to turn up a card"),
    Number("waiting", SEATS, doc="1 for who is still to be asked, if able to pay: to bid, to buy or to make an offer"),
    Seat("buyer", SEATS, default=None, doc="the player who would buy at the price named, such as the best bidder"),
    Seat("seller", SEATS, default=None, doc="the player whose face-down card is asked for"),
    Number("price", high=HIGHEST_PRICE, doc="the price asked, the best bid, or the price offered; 0: none"),
    Number("counter", high=HIGHEST_PRICE, doc="the other price, named in answer; 0: none"),
    Number("tries", high=MOST_TRIES, doc="how often the owner has tried to sell the highest trump"),
    MATCH.counter,
)

VIEW = STATE.view(
    "highest",
    Number("higher", high=RANKS - 1, doc="how many trumps are higher; nobody has seen them"),
    "shown",
    Number("stacks", SEATS, high=MOST_FACE_DOWN, shows="stacks", doc="how many face-down cards each player has"),
    Number("chips", SEATS, high=MOST_CHIPS, shows="chips", doc="the players' chips"),
    Number("pot", high=MOST_POT, doc="chips in the pot"),
    Number("ante", high=MOST_ANTE, doc="what each player puts into the pot before each hand"),
    "holder due",
    Number("turn", SEATS, shows="player", doc="1 for the player who has to decide"),
    "dealer waiting buyer seller price counter phase",
    Number("tries_left", high=MOST_TRIES, doc="how often the owner may still try to sell the highest trump"),
    MATCH.left,
)

OPTIONS = Options(
    MATCH.option,
    Number("chips", low=MOST_ANTE, high=MOST_START_CHIPS, default=START_CHIPS, doc="what each player begins with"),
    Number("ante", low=1, high=MOST_ANTE, default=1, doc="what each player puts into the pot before each hand"),
    Number("tries", low=1, high=MOST_TRIES, default=3, doc="how often an owner may try to sell a card"),
    Choice("blind_offers", BlindOffers, doc="who may offer to buy face-down cards"),
    titles={"blind_offers": "Offers for face-down cards"},
    calls={"blind_offers": ("by all", "by the holder of the best card", "none")},
)


@rule
def deal(state):
    """Rule 1: chips for all, then the first hand."""
    for player in range(state.num_players):
        state.chips[player] = state.options.chips
    deal_hand(state)


@rule
def deal_hand(state):
    """Rules 1 to 4, choice 15: a player who cannot pay the ante gets no cards."""
    ante = state.options.ante
    for card in range(STACK_SIZE * state.num_players):
        player = (state.dealer + 1 + card) % state.num_players
        if bidding.can_pay(state, player, ante):
            piles.push(state.stacks[player], piles.draw(state.stock))
    for player in range(state.num_players):
        if bidding.can_pay(state, player, ante):
            bidding.pay_in(state, player, POT, ante)
    own_highest(state, state.dealer, piles.draw(state.stock))


@rule
def own_highest(state, player, card):
    """Rules 3, 5 and 9: a card turned up is the highest trump, and may be sold."""
    state.shown[player, card] = 1
    state.highest = card
    state.holder = state.player = player
    state.due = NOBODY
    state.waiting[:] = 0
    state.tries = 0
    state.phase = Phase.SELL


@rule
def legal_actions(state, mask):
    """Legal actions of each phase; there is always one."""
    if state.phase == Phase.SELL:
        mask_sale(state, mask)
    elif state.phase == Phase.TARGET:
        mask_targets(state, mask)
    elif state.phase == Phase.BID:
        mask[PASS] = 1
        mask_prices(state, state.price + 1, state.player, mask)
    elif state.phase == Phase.BLIND:
        mask_sellers(state, mask)
    elif state.phase == Phase.BLIND_PRICE:
        mask_prices(state, LOWEST_PRICE, state.player, mask)
    else:
        mask[ACCEPT] = mask[REFUSE] = 1
        if state.phase == Phase.ANSWER:
            bidding.mask_prices(mask, PRICE, LOWEST_PRICE, state.price - 1)
        elif state.phase == Phase.BLIND_ANSWER:
            mask_prices(state, state.price + 1, state.buyer, mask)


@rule
def mask_sale(state, mask):
    """Rule 5, choices 3 and 8: the holder keeps the highest trump, auctions it or names a price."""
    mask[KEEP] = 1
    most = min(HIGHEST_PRICE, bidding.most_chips_but(state, state.holder))
    if most >= LOWEST_PRICE and rank_of(state.highest) != ACE:
        mask[AUCTION] = 1
        bidding.mask_prices(mask, PRICE, LOWEST_PRICE, most)


@rule
def mask_targets(state, mask):
    """Choices 3 and 5: the offer is made to all or to one who can pay."""
    mask[ALL] = 1
    for seat in range(1, state.num_players):
        mask[SEAT + seat - 1] = bidding.can_pay(state, player_at(state, seat), state.price)


@rule
def mask_sellers(state, mask):
    """Rule 11: the player may make an offer for a card of another one's stack, or pass."""
    mask[PASS] = 1
    for seat in range(1, state.num_players):
        mask[SEAT + seat - 1] = state.stacks[player_at(state, seat)].height > 0


@rule
def player_at(state, seat):
    """The player a number of seats to the left of the one who has to decide."""
    return (state.player + seat) % state.num_players


@rule
def mask_prices(state, lowest, buyer, mask):
    """Choice 3: prices that the buyer can pay."""
    bidding.mask_prices(mask, PRICE, lowest, min(HIGHEST_PRICE, state.chips[buyer]))


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.SELL:
        sell(state, action)
    elif state.phase == Phase.TARGET:
        ask(state, action)
    elif state.phase == Phase.ANSWER:
        answer(state, action)
    elif state.phase == Phase.COUNTER:
        answer_counter(state, action)
    elif state.phase == Phase.BID:
        bid(state, action)
    elif state.phase == Phase.BEST_BID:
        answer_best_bid(state, action)
    else:
        trade_blind(state, action)


@rule
def price_of(action):
    """The price that an action names."""
    return action - PRICE + LOWEST_PRICE


@rule
def sell(state, action):
    """Rules 4, 5 and 9, choices 5, 7 and 8: the holder keeps the highest trump, or tries to sell it."""
    if action == KEEP:
        if rank_of(state.highest) == ACE:
            end_hand(state)
        else:
            start_turn(state, state.holder)
        return
    state.tries += 1
    if action == AUCTION:
        wait_for_others(state)
        ask_bidder(state)
    else:
        state.price = price_of(action)
        state.phase = Phase.TARGET


@rule
def wait_for_others(state):
    """All but the owner of the highest trump are to be asked."""
    bidding.wait_for_all(state)
    state.waiting[state.holder] = 0


@rule
def ask(state, action):
    """Choice 5: one player or all."""
    if action == ALL:
        wait_for_others(state)
    else:
        state.waiting[player_at(state, action - SEAT + 1)] = 1
    ask_next(state)


@rule
def ask_next(state):
    """Choices 3, 5 and 6: the next player is asked the price, from the owner's left."""
    state.counter = NO_PRICE
    state.buyer = bidding.next_waiting(state, state.holder + 1, state.price)
    if state.buyer == NOBODY:
        end_try(state)
    else:
        state.waiting[state.buyer] = 0
        state.player = state.buyer
        state.phase = Phase.ANSWER


@rule
def answer(state, action):
    """Choices 5 and 6: the offer is accepted, refused, or answered by another price."""
    if action == ACCEPT:
        sell_highest(state, state.price)
    elif action == REFUSE:
        ask_next(state)
    else:
        state.counter = price_of(action)
        state.player = state.holder
        state.phase = Phase.COUNTER


@rule
def answer_counter(state, action):
    """Choice 6: the holder accepts the other price, or not."""
    if action == ACCEPT:
        sell_highest(state, state.counter)
    else:
        ask_next(state)


@rule
def bid(state, action):
    """Choice 7: a player raises the price or drops out."""
    if action == PASS:
        state.waiting[state.player] = 0
    else:
        state.price = price_of(action)
        state.buyer = state.player
    ask_bidder(state)


@rule
def ask_bidder(state):
    """Choices 3 and 7: the next player who can bid more, or the end of the auction."""
    bidder = NOBODY
    if state.price < HIGHEST_PRICE:
        bidder = bidding.next_waiting(state, state.player + 1, state.price + 1)
    if bidder != NOBODY and bidder != state.buyer:
        state.player = bidder
        state.phase = Phase.BID
    elif state.buyer == NOBODY:
        end_try(state)
    else:
        state.player = state.holder
        state.phase = Phase.BEST_BID


@rule
def answer_best_bid(state, action):
    """Choice 7: the holder accepts the best bid, or not."""
    if action == ACCEPT:
        sell_highest(state, state.price)
    else:
        end_try(state)


@rule
def end_try(state):
    """Choice 4: nothing was sold; the holder may try again, up to the bound."""
    clear_offer(state)
    state.waiting[:] = 0
    state.player = state.holder
    state.phase = Phase.SELL
    if state.tries == state.options.tries:
        start_turn(state, state.holder)


@rule
def clear_offer(state):
    """Nothing is offered any more."""
    state.buyer = state.seller = NOBODY
    state.price = state.counter = NO_PRICE


@rule
def sell_highest(state, price):
    """Rules 5 and 9, choice 13: the buyer pays and has the highest trump."""
    bidding.pay(state, state.buyer, state.holder, price)
    state.shown[state.holder, state.highest] = 0
    state.shown[state.buyer, state.highest] = 1
    state.holder = state.buyer
    start_turn(state, state.holder)


@rule
def start_turn(state, last):
    """Rules 6, 7, 10 and 11, choice 9: the turn passes to the left, and before it there may be offers."""
    set_up_turn(state, last)
    go_on(state)


@rule
def set_up_turn(state, last):
    """Choice 9: the players who may make an offer before the next turn."""
    clear_offer(state)
    state.waiting[:] = 0
    if state.options.blind_offers == BlindOffers.ALL:
        bidding.wait_for_all(state)
    elif state.options.blind_offers == BlindOffers.HOLDER:
        state.waiting[state.holder] = 1
    state.due = (last + 1) % state.num_players


@rule
def go_on(state):
    """Rules 7 to 12 and 15, choices 9 and 11: up to the next decision of a player."""
    while True:
        state.due = next_with_cards(state, state.due)
        if state.due == NOBODY:
            end_hand(state)
            return
        buyer = next_buyer(state)
        if buyer != NOBODY:
            state.waiting[buyer] = 0
            state.player = buyer
            state.phase = Phase.BLIND
            return
        card = piles.draw(state.stacks[state.due])
        if beats_highest(state, card):
            own_highest(state, state.due, card)
            return
        state.shown[state.due, card] = 1
        set_up_turn(state, state.due)


@rule
def next_with_cards(state, first):
    """Rules 7 and 8, choice 11: the player who has a turn, the first one or else the next to the left; or `NOBODY`."""
    for place in range(state.num_players):
        player = (first + place) % state.num_players
        if player != state.holder and state.stacks[player].height > 0:
            return player
    return NOBODY


@rule
def next_buyer(state):
    """Choices 3 and 9: the player who may make an offer now, with chips while another player has face-down cards."""
    face_down = 0
    for player in range(state.num_players):
        face_down += state.stacks[player].height
    for place in range(state.num_players):
        player = (state.due + place) % state.num_players
        may_ask = state.waiting[player] and bidding.can_pay(state, player, LOWEST_PRICE)
        if may_ask and state.stacks[player].height < face_down:
            return player
    return NOBODY


@rule
def beats_highest(state, card):
    """Rules 9 and 15: returns whether a card is a higher trump."""
    return suit_of(card) == suit_of(state.highest) and rank_ace_high(card) > rank_ace_high(state.highest)


@rule
def trade_blind(state, action):
    """Rule 11, choice 9: an offer for a face-down card, step by step."""
    if action in (PASS, REFUSE):
        clear_offer(state)
        go_on(state)
    elif action == ACCEPT:
        buy_face_down(state, state.price if state.phase == Phase.BLIND_ANSWER else state.counter)
    elif state.phase == Phase.BLIND:
        state.buyer = state.player
        state.seller = player_at(state, action - SEAT + 1)
        state.phase = Phase.BLIND_PRICE
    elif state.phase == Phase.BLIND_PRICE:
        state.price = price_of(action)
        state.player = state.seller
        state.phase = Phase.BLIND_ANSWER
    else:
        state.counter = price_of(action)
        state.player = state.buyer
        state.phase = Phase.BLIND_COUNTER


@rule
def buy_face_down(state, price):
    """Rules 11 and 17, choice 10: the buyer pays for the top card of another stack, which goes under the own one."""
    bidding.pay(state, state.buyer, state.seller, price)
    stack = state.stacks[state.buyer]
    for place in range(stack.height, 0, -1):
        stack.cards[place] = stack.cards[place - 1]
    stack.cards[0] = piles.draw(state.stacks[state.seller])
    stack.height += 1
    clear_offer(state)
    go_on(state)


@rule
def end_hand(state):
    """Rules 4 and 12, choices 8, 14 and 15: the holder takes the pot, and the next hand follows or the game is over."""
    bidding.pay_out(state, POT, state.holder, state.pots[POT])
    bidding.score_chips(state, state.options.chips)
    next_hand(state, state.holder)


@rule
def is_alone(state):
    """Choice 15: returns whether nobody, or one player only, can pay the ante."""
    return bidding.count_who_can_pay(state, state.options.ante) <= 1


next_hand = MATCH.next_hand(STATE, PACK, deal_hand, is_over=is_alone, keeps="chips")


@rule
def observe(state, player, view):
    """Computed fields of the view: unseen trumps, the pot, and progress of the sale and the match."""
    view.higher = RANKS - rank_ace_high(state.highest)
    view.pot = state.pots[POT]
    view.ante = state.options.ante
    view.tries_left = state.options.tries - state.tries


@rule
def redeal_hidden(state, player):
    """Redraws the face-down cards and those that have not been dealt, the same for every seat."""
    for other in range(state.num_players):
        stack = state.stacks[other]
        for place in range(stack.height):
            piles.push(state.stock, stack.cards[place])
    piles.shuffle(state, state.stock)
    for other in range(state.num_players):
        stack = state.stacks[other]
        for place in range(stack.height):
            stack.cards[place] = piles.draw(state.stock)


def score_range(options: np.record, num_players: int) -> float:
    """The first chips of seven others, which a player who wins all chips has won."""
    return float((SEATS - 1) * options.chips)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    trumps = [card for card in np.flatnonzero(state.shown.any(axis=0)) if suit_of(card) == suit_of(state.highest)]
    if state.highest == NO_CARD or not state.shown[state.holder, state.highest]:
        return "highest: it lies before its owner, the holder"
    if any(rank_ace_high(card) > rank_ace_high(state.highest) for card in trumps):
        return "highest: a higher trump is face up"
    if piles.heights(state.stacks).sum() > MOST_FACE_DOWN:
        return f"stacks: there are at most {MOST_FACE_DOWN} face-down cards"
    if state.chips.sum() + state.pots[POT] > MOST_CHIPS:
        return f"chips: there are at most {MOST_CHIPS}"
    if state.over:
        return ""
    if state.phase >= Phase.BLIND:
        return check_blind_offer(state)
    return check_sale(state)


def check_sale(state) -> str:
    """The first problem of a position in which the highest trump is for sale."""
    phase, asked = state.phase, state.phase in (Phase.ANSWER, Phase.BID)
    if asked == (state.player == state.holder):
        return "player: the owner sells the highest trump, and others buy it"
    if state.seller != NOBODY:
        return "seller: the highest trump is for sale, not a face-down card"
    if state.tries + (phase == Phase.SELL) > state.options.tries:
        return "tries: the owner has no try left"
    if state.waiting[state.holder] or (phase in (Phase.SELL, Phase.TARGET) and state.waiting.any()):
        return "waiting: nobody is to be asked"
    has_buyer = phase in (Phase.ANSWER, Phase.COUNTER, Phase.BEST_BID) or (phase == Phase.BID and state.price > 0)
    if (state.buyer != NOBODY) != has_buyer or state.buyer == state.holder:
        return "buyer: another player would buy at the price named"
    if phase == Phase.ANSWER and (state.player != state.buyer or state.waiting[state.buyer]):
        return "buyer: it is the player who is asked the price"
    if phase == Phase.BID and not may_bid(state):
        return "player: a bidder can pay more than the last bid, and has not passed"
    return check_prices(state, phase in (Phase.SELL, Phase.BID), phase == Phase.COUNTER)


def may_bid(state) -> bool:
    """Choices 3 and 7."""
    most = min(state.chips[state.player], HIGHEST_PRICE)
    return bool(state.waiting[state.player] and state.player != state.buyer and state.price < most)


def check_blind_offer(state) -> str:
    """The first problem of a position in which there may be an offer for a face-down card."""
    phase, offered = state.phase, state.phase != Phase.BLIND
    heights = piles.heights(state.stacks)
    if state.due in (NOBODY, state.holder) or heights[state.due] == 0:
        return "due: a player other than the holder turns up a card"
    if (state.buyer != NOBODY) != offered or (state.seller != NOBODY) != offered:
        return "buyer: an offer has a buyer and a seller"
    if state.player != (state.seller if phase == Phase.BLIND_ANSWER else state.buyer if offered else state.player):
        return "player: buyer and seller decide in turn"
    if offered and (state.buyer == state.seller or heights[state.seller] == 0):
        return "seller: another player has face-down cards"
    buyer = state.buyer if offered else state.player
    if state.waiting[buyer] or state.chips[buyer] < LOWEST_PRICE:
        return "waiting: a player who makes an offer has been asked, and has chips"
    return check_prices(state, phase in (Phase.BLIND, Phase.BLIND_PRICE), phase == Phase.BLIND_COUNTER)


def check_prices(state, may_be_none: bool, countered: bool) -> str:
    """The first problem of the prices named."""
    lower, higher = sorted((state.price, state.counter)) if countered else (state.price, state.price)
    if countered != (state.counter != NO_PRICE) or (countered and lower == higher):
        return "counter: it is another price, named in answer"
    if state.phase != Phase.BID and may_be_none != (state.price == NO_PRICE):
        return "price: it is named in an offer"
    if state.buyer != NOBODY and state.chips[state.buyer] < higher:
        return "price: the buyer cannot pay it"
    return ""


def name_asked(look: Look, action: int) -> str:
    """Label of a request, with the name of the player who is asked: so many places to the left of the one on turn."""
    place = action - look.game.actions.first("seat") + 1
    chair = (int(look.view["turn"].argmax()) + place) % look.num_players
    return f"Ask {look.name(chair)}" if place < look.num_players else ""


LAYOUT = Layout(
    (Spread("shown", "", backs="stacks"), Spread("highest", "highest trump")),
    ended={"": "The highest trump took the pot."},
    says={
        "keep": "Keep the trump",
        "auction": "Offer the trump for sale",
        "price": "Bid {}",
        "seat": "Ask the {} player to the left",
        "all": "Offer it to everybody",
        "pass": "Pass",
    },
    says_each={"seat": name_asked},
    calls={"seat": ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")},
    titles={
        "holder": "has the trump",
        "hands_left": "hands left",
    },
    phases={
        "sell": "Keep the highest trump, or sell it",
        "target": "Choose the player to ask",
        "answer": "Accept the price, refuse it, or offer less",
        "counter": "Accept this offer, or refuse it",
        "bid": "Bid more for the highest trump, or pass",
        "best_bid": "Accept the best bid, or refuse it",
        "blind": "Choose whose face-down card you would buy, or pass",
        "blind_price": "Offer a price for the face-down card",
        "blind_answer": "Accept the price for your card, refuse it, or ask more",
        "blind_counter": "Accept this price, or refuse it",
    },
    rules={
        "keep": (5, 9),
        "auction": (5,),
        "price": (5, 11),
        "seat": (5, 11),
        "all": (5,),
        "accept": (5, 11),
        "refuse": (5, 11),
        "pass": (5, 11),
    },
)

GAME = Game(
    name="speculation",
    version=0,
    title="Speculation",
    family="betting",
    players=(3, SEATS),
    default_players=4,
    score_range=score_range,
    rest="stock",
    **declared_in(__name__),
)
