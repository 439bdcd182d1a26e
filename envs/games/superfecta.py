"""Superfecta.

A betting game on horse races, for two to sixteen players with chips. The aces are the horses; the cards of a suit move
its horse. Six cards lie face up, and show which horses are slow. Then everybody bets in secret on the winner, on the
first two, or on the whole order. The players who were right divide all bets.

Rules
-----
1. All begin with the same number of chips. Each of the three pools has its minimum bet, the same for the whole match.
2. The four aces line up as horses, one for each suit. The other 48 cards are shuffled; six are laid out face up as the
   rail, and 42 are the stock.
3. All look at the rail before they bet: the more cards of a suit lie in it, the fewer are left to move its horse.
4. A player makes any number of bets, of any kind, or none. Each is the minimum of its pool or a multiple of it, and
   is paid at once.
5. There are three separate pools: WIN, EXA and SFC.
6. The bets are written on a ticket, which the dealer keeps until the race is over.
7. WIN, a win, is a bet on the horse that finishes first. There are 4 of them.
8. EXA, an exacta, is a bet on the horses that finish first and second, in this order. There are 12.
9. SFC, a superfecta, is a bet on the order in which all four finish. There are 24.
10. When all tickets are in, the cards of the stock are dealt one at a time. Each moves the horse of its suit one space;
    with the seventh card of its suit a horse finishes.
11. Dealing goes on for the second and the third place. Cards of horses that have finished are ignored. The horse that
    is left is fourth.
12. Each pool is divided among the players with a winning bet of its kind, as evenly as possible.
13. A remainder that cannot be divided evenly, and a pool that nobody wins, stays for the next race.
14. After the last race, what is left in the pools is divided equally among all players.
15. The four horses always take four different places: one bet of each kind wins.
16. A ticket that has been handed in cannot be changed. Nobody bets after the race has begun.
17. A bet is paid out of the pool of its own kind only.
18. For a bet that does not win, nothing comes back.
19. The chips of all players and pools, with what the last division leaves over, always make the same sum.
20. Nobody may bet more than the own chips.
21. A match has a fixed number of races. The player with the most chips after the last one wins.

How likely an order is depends on how many cards of each suit lie in the rail. This table has all rails, the suit with
the most cards first. For each possible order, it names the four horses by their cards in the rail, the winner first,
and gives the chance in per cent of this order for these horses. Horses with equally many cards are equally good.

- Rail 6 0 0 0: 0006 16.67, 0060 0.00, 0600 0.00, 6000 0.00
- Rail 5 1 0 0: 0015 19.63, 0051 1.57, 0105 14.47, 0150 0.84, 0501 0.43, 0510 0.33, 1005 11.50, 1050 0.65, 1500 0.21,
  5001 0.15, 5010 0.11, 5100 0.10
- Rail 4 2 0 0: 0024 18.60, 0042 6.31, 0204 10.23, 0240 1.81, 0402 2.12, 0420 1.15, 2004 6.49, 2040 1.11, 2400 0.49,
  4002 0.89, 4020 0.47, 4200 0.33
- Rail 4 1 1 0: 0114 15.32, 0141 3.63, 0411 1.72, 1014 12.06, 1041 2.82, 1104 9.18, 1140 1.59, 1401 1.10, 1410 0.83,
  4011 0.72, 4101 0.59, 4110 0.45
- Rail 3 3 0 0: 0033 13.17, 0303 5.58, 0330 1.91, 3003 2.86, 3030 0.95, 3300 0.53
- Rail 3 2 1 0: 0123 12.93, 0132 8.26, 0213 9.77, 0231 4.41, 0312 4.87, 0321 3.46, 1023 10.12, 1032 6.44, 1203 5.99,
  1230 2.02, 1302 3.05, 1320 1.63, 2013 6.12, 2031 2.73, 2103 4.81, 2130 1.61, 2301 1.42, 2310 1.07, 3012 2.47,
  3021 1.73, 3102 1.99, 3120 1.06, 3201 1.16, 3210 0.87
- Rail 3 1 1 1: 1113 8.70, 1131 3.90, 1311 2.46, 3111 1.60
- Rail 2 2 2 0: 0222 7.50, 2022 4.66, 2202 2.94, 2220 1.57
- Rail 2 2 1 1: 1122 6.65, 1212 5.21, 1221 3.68, 2112 4.16, 2121 2.93, 2211 2.37

Sources
-------
[Denexa Games, Superfecta (2020)](https://www.denexa.com/blog/2020/06/). The chances are computed from these rules.

Choices where the text is silent
--------------------------------
1. Players with a winning bet get equal shares, whatever their stakes, and whether they have bet once or several times.
   With ``proportional=True`` shares are in proportion to the stakes.
2. Shares are whole chips, rounded down. The remainder stays in the same pool.
3. The last race is paid out like any other. Then all that is left in the three pools is put together and divided; the
   house keeps what is less than a chip for each, and says how much.
4. A suit with all six cards of the rail has six left: its horse cannot finish, and is fourth. With five in the rail,
   seven are left, and it can. The other horses always can, so there are always cards enough for three to finish.
5. Tickets are secret until the race, and so are their cost and what it adds to the pools: until then the others see the
   chips and pools of before the race. Afterwards all tickets, payments and chips are shown.
6. The players bet one after the other from the dealer's left, in each race. As the tickets are secret, the order does
   not matter.
7. A bet of several times the minimum is made by betting the minimum several times. The minimum is one chip.
8. A player may bet on several horses or orders, of which only one can win.
9. All players bet. The house shuffles, deals and keeps the pools; the dealer is just the seat before the first.
10. A player who can pay no bet can only hand in the ticket, and shares in the last division like all others.
11. All begin with 100 chips. A ticket has at most 20 bets, a multiple counting as so many, to bound the game.
12. No cards are dealt after the third horse has finished: they would change nothing.
13. The rail does not move the horses. It shows how long the way is, and which cards are not in the stock.
14. Players with equally many chips share the win.
15. Any number may play; here it is two to sixteen.

Options
-------
``races``: races in a match.
``chips``: chips that each player begins with.
``bets``: the most bets on a ticket; with as many as all chips together there is no limit.
``win_minimum``, ``exa_minimum``, ``sfc_minimum``: the minimum bet of each pool.
``proportional``: whether a pool is divided in proportion to the stakes.

Rewards
-------
Those with the most chips share +1, the others share -1; if all are equal, all get 0. The score is the chips won or lost
in the races that are over. With ``reward="score"`` a match brings a player the final chips less their mean, divided by
the most that this can be: fifteen times what each player begins with.

End
---
After the last race. There is no bound: a match has at most races × players × (bets + 1) steps, 1008 for four players.
Random players take 780 of them on average, novices 190 and experts 350.

Written deck
------------
The pack is the 48 cards without the aces. The rail, six cards, then the stock, its top card first. For later races the
cards are shuffled.
"""

from collections import defaultdict
from enum import IntEnum
from itertools import permutations, product

import numpy as np

from cardzoo.envs.engine import arrays, piles, rewards, rng
from cardzoo.envs.engine.actions import Actions, Block, places
from cardzoo.envs.engine.cards import ACE, CARDS, SUIT_WORDS, SUITS, rank_of, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Choice, Flag, Number, Options, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import bidding
from cardzoo.envs.families.tricks import Suit
from cardzoo.envs.scene import Arrangement, Layout, Spread, Track

SEATS = Seats(16)
RAIL_SIZE = 6
SPACES = 7  # from the start to the finish
MOST_RACES = 30
MOST_START_CHIPS = 100
MOST_CHIPS = SEATS * MOST_START_CHIPS
MOST_BETS = 100
USUAL_CHIPS, USUAL_BETS = 100, 20  # defaults: a player's first chips, and the most bets on a ticket
MOST_MINIMUM = 10
PACK = np.array([card for card in range(CARDS) if rank_of(card) != ACE], np.int16)
CARDS_A_SUIT = len(PACK) // SUITS


class Pool(IntEnum):
    """A pool, and the kind of bets that is paid into it."""

    WIN = 0
    EXA = 1
    SFC = 2


POOLS = len(Pool)
PAIRS = tuple(permutations(range(SUITS), 2))
ORDERS = tuple(permutations(range(SUITS)))  # in the order of PAIRS, which is that of the winners

HORSES = places("spaces", SUIT_WORDS)

ACTIONS = Actions(
    Block("win", HORSES, doc="bet the minimum on a horse to finish first"),
    Block("exa", permutations(HORSES, 2), doc="bet the minimum on two horses to finish first and second"),
    Block("sfc", permutations(HORSES), doc="bet the minimum on all four horses to finish in this order"),
    Block("done", doc="hand in the ticket"),
)
WIN = ACTIONS.first("win")
EXA = ACTIONS.first("exa")
SFC = ACTIONS.first("sfc")
DONE = BETS = ACTIONS.first("done")
CERTAIN = 10000  # a chance of 1
USUAL_CHANCE = 1000


def order_chances(on_rail: np.ndarray) -> np.ndarray:
    """The exact chances of all orders, from the first space on: no sample.

    Cards of horses that have finished may be passed over. So the next card that counts is equally likely to be any
    card left of the horses still running.

    Args:
        on_rail: (rails, 4) cards of each suit in the rail.

    Returns:
        (rails, 24) chance of each of `ORDERS`.
    """
    left = CARDS_A_SUIT - on_rail
    chances = np.zeros((len(on_rail), len(ORDERS)))
    reached: dict[tuple[tuple[int, ...], tuple[int, ...]], np.ndarray] = {((), (0,) * SUITS): np.ones(len(on_rail))}
    while reached:
        moved: dict[tuple[tuple[int, ...], tuple[int, ...]], np.ndarray] = defaultdict(lambda: np.zeros(len(on_rail)))
        for (finished, spaces), chance in reached.items():
            running = [suit for suit in range(SUITS) if suit not in finished]
            if len(running) == 1:
                chances[:, ORDERS.index((*finished, *running))] += chance
                continue
            cards = left[:, running] - np.array(spaces)[running]
            shares = (chance / cards.sum(axis=1))[:, None] * cards
            for place, suit in enumerate(running):
                now = (*spaces[:suit], spaces[suit] + 1, *spaces[suit + 1 :])
                ranking = (*finished, suit) if now[suit] == SPACES else finished
                moved[ranking, now] += shares[:, place]
        reached = moved
    return chances


def bet_chances() -> np.ndarray:
    """The chances of all bets, rounded, by the cards of the first three suits in the rail.

    Returns:
        (7, 7, 7, 40) int16, of `CERTAIN`; 0 where there is no such rail.
    """
    rails = np.array([rail for rail in product(range(RAIL_SIZE + 1), repeat=SUITS) if sum(rail) == RAIL_SIZE])
    orders = order_chances(rails)
    wins, exactas = (orders.reshape(len(rails), bets, -1).sum(axis=2) for bets in (SUITS, len(PAIRS)))
    table = np.zeros((*(RAIL_SIZE + 1,) * (SUITS - 1), BETS), np.int16)
    table[tuple(rails[:, :-1].T)] = np.rint(CERTAIN * np.hstack([wins, exactas, orders]))
    return table


CHANCES = bet_chances()

MATCH = Match(most=MOST_RACES, default=12, hands="races")

STATE = State(
    Pile("stock", len(PACK), doc="the stock"),
    Pile("rail", RAIL_SIZE, doc="the cards of the rail"),
    Pile("dealt", len(PACK) - RAIL_SIZE, doc="the cards that have been dealt in the last race of the match"),
    Number("tickets", SEATS, BETS, high=MOST_BETS, doc="how often each player has made each bet, in the order of ids"),
    Number("chips", SEATS, high=MOST_CHIPS, doc="the players' chips"),
    Number("pots", POOLS, high=MOST_CHIPS, doc="the chips in the pools WIN, EXA and SFC"),
    Number("chips_shown", SEATS, high=MOST_CHIPS, doc="the players' chips before this race"),
    Number("pots_shown", POOLS, high=MOST_CHIPS, doc="the chips in the pools before this race"),
    Number("unclaimed", high=SEATS - 1, doc="chips that the last division has left to the house"),
    MATCH.counter,
    Number("spaces", SUITS, high=SPACES, doc="how far each horse came in the last race"),
    Choice("last_order", Suit, SUITS, default=None, doc="the order of the last race, the winner first"),
    Number("last_tickets", SEATS, BETS, high=MOST_BETS, usual=1, doc="the tickets of the last race"),
    Number(
        "last_payments",
        SEATS,
        POOLS,
        high=MOST_CHIPS,
        usual=USUAL_CHIPS,
        doc="what each pool paid to each player in the last race",
    ),
)

VIEW = STATE.view(
    Cards("rail", doc="the cards of the rail"),
    Number("on_rail", SUITS, high=RAIL_SIZE, doc="how many cards of each suit lie in the rail"),
    Number(
        "chances",
        BETS,
        high=CERTAIN,
        usual=USUAL_CHANCE,
        doc="the chance of each bet, in ten-thousandths, in the order of ids",
    ),
    Number(
        "ticket",
        BETS,
        high=MOST_BETS,
        usual=1,
        shows="tickets",
        doc="how often this seat has made each bet for this race",
    ),
    Number("bets_left", high=MOST_BETS, usual=USUAL_BETS, doc="bets that still fit on the ticket"),
    Number(
        "chips",
        SEATS,
        high=MOST_CHIPS,
        usual=USUAL_CHIPS,
        shows="chips_shown",
        doc="own chips left; of the others, those from before this race",
    ),
    Number(
        "pools",
        POOLS,
        high=MOST_CHIPS,
        usual=USUAL_CHIPS,
        doc="chips in the pools WIN, EXA and SFC before this race",
    ),
    Number("minimums", POOLS, high=MOST_MINIMUM, doc="the minimum bet of each pool"),
    Flag("proportional", doc="whether a pool is divided in proportion to the stakes"),
    Number("turn", SEATS, shows="player", doc="1 for the player who is betting"),
    Number("handed_in", SEATS, doc="1 for a player who has handed in the ticket for this race"),
    MATCH.left,
    "last_order spaces last_tickets last_payments unclaimed",
)

OPTIONS = Options(
    MATCH.option,
    Number("chips", low=1, high=MOST_START_CHIPS, default=USUAL_CHIPS, doc="what each player begins with"),
    Number("bets", low=1, high=MOST_BETS, default=USUAL_BETS, doc="the most bets on a ticket"),
    Number("win_minimum", low=1, high=MOST_MINIMUM, default=1, doc="the minimum bet of WIN"),
    Number("exa_minimum", low=1, high=MOST_MINIMUM, default=1, doc="the minimum bet of EXA"),
    Number("sfc_minimum", low=1, high=MOST_MINIMUM, default=1, doc="the minimum bet of SFC"),
    Flag("proportional", doc="whether a pool is divided in proportion to the stakes"),
)


@rule
def deal(state):
    """Rule 1: chips for all, then the first race."""
    for player in range(state.num_players):
        state.chips[player] = state.options.chips
    set_up_race(state)


@rule
def set_up_race(state):
    """Rules 2 and 3, choice 6: the rail is laid out."""
    for _ in range(RAIL_SIZE):
        piles.push(state.rail, piles.draw(state.stock))
    state.player = first_to_bet(state)
    show_chips(state)


@rule
def first_to_bet(state):
    """Choice 6: the player on the dealer's left."""
    return (state.dealer + 1) % state.num_players


@rule
def show_chips(state):
    """Choice 5: chips and pools as the others see them until the next race."""
    arrays.copy(state.chips, state.chips_shown)
    arrays.copy(state.pots, state.pots_shown)


@rule
def legal_actions(state, mask):
    """Rules 4 and 20, choices 8, 10 and 11: bets that the player can pay, up to the limit, or done."""
    player = state.player
    mask[DONE] = 1
    if state.tickets[player].sum() < state.options.bets:
        for bet in range(BETS):
            mask[bet] = bidding.can_pay(state, player, minimum(state.options, pool_of(bet)))


@rule
def pool_of(bet):
    """Rules 5 and 7 to 9: the pool of a bet, as a plain number: a GPU's compiler takes no other index."""
    return int(bet >= EXA) + int(bet >= SFC)


@rule
def minimum(options, pool):
    """Rules 1 and 4: the cost of a bet."""
    if pool == Pool.WIN:
        return options.win_minimum
    return options.exa_minimum if pool == Pool.EXA else options.sfc_minimum


@rule
def apply_action(state, action):
    """Play a legal action."""
    if action == DONE:
        hand_in(state)
    else:
        place_bet(state, state.player, action)


@rule
def place_bet(state, player, bet):
    """Rules 4 to 6, choice 7: a player pays for a bet."""
    pool = pool_of(bet)
    state.tickets[player, bet] += 1
    bidding.pay_in(state, player, pool, minimum(state.options, pool))


@rule
def hand_in(state):
    """Rules 6, 10 and 16: with the last ticket the race begins."""
    state.player = (state.player + 1) % state.num_players
    if state.player == first_to_bet(state):
        run_race(state)
        for pool in range(POOLS):
            pay_pool(state, pool, winning_bet(state.last_order, pool))
        end_race(state)


@rule
def run_race(state):
    """Rules 10, 11 and 15, choices 4 and 12: cards are dealt until three horses have run all spaces."""
    state.spaces[:] = 0
    finished = 0
    while finished < SUITS - 1:
        card = piles.draw(state.stock)
        piles.push(state.dealt, card)
        horse = suit_of(card)
        if state.spaces[horse] < SPACES:
            state.spaces[horse] += 1
            if state.spaces[horse] == SPACES:
                state.last_order[finished] = horse
                finished += 1
    for horse in range(SUITS):
        if state.spaces[horse] < SPACES:
            state.last_order[SUITS - 1] = horse


@rule
def winning_bet(order, pool):
    """Rules 7 to 9 and 15: the bet that wins a pool with this order."""
    number = 6 * order[0] + 2 * (order[1] - (order[1] > order[0])) + (order[2] > order[3])  # the place in ORDERS
    if pool == Pool.WIN:
        return WIN + number // 6
    return EXA + number // 2 if pool == Pool.EXA else SFC + number


@rule
def pay_pool(state, pool, bet):
    """Rules 12, 13, 17 and 18, choices 1 and 2: the winners share the pool.

    Products of chips may be too large for an int16.
    """
    winners, stakes = 0, 0
    for player in range(state.num_players):
        winners += state.tickets[player, bet] > 0
        stakes += int(state.tickets[player, bet])
    pot = int(state.pots[pool])
    for player in range(state.num_players):
        stake = int(state.tickets[player, bet])
        payment = 0
        if stake > 0:
            payment = pot * stake // stakes if state.options.proportional else pot // winners
            bidding.pay_out(state, pool, player, payment)
        state.last_payments[player, pool] = payment


@rule
def end_race(state):
    """Rules 14, 16 and 21, choices 3, 5 and 14: the next race follows, or the game is over."""
    arrays.copy(state.tickets, state.last_tickets)
    state.tickets[:] = 0
    bidding.score_chips(state, state.options.chips)
    next_race(state, state.dealer)


@rule
def settle(state):
    """Rules 14 and 21, choices 3 and 5: after the last race the house divides the pools, and chips decide."""
    divide_pools(state)
    show_chips(state)
    bidding.score_chips(state, state.options.chips)
    rewards.reward_best_score(state)


@rule
def divide_pools(state):
    """Rule 14, choices 3 and 10: the house takes all that is left, and gives each player the same."""
    for pool in range(POOLS):
        state.unclaimed += state.pots[pool]
        state.pots[pool] = 0
    share = state.unclaimed // state.num_players
    for player in range(state.num_players):
        state.unclaimed -= share
        state.chips[player] += share


# Rule 2: all 48 cards are shuffled for each race.
next_race = MATCH.next_hand(
    STATE,
    PACK,
    set_up_race,
    reward=settle,
    keeps="chips pots unclaimed spaces last_order last_tickets last_payments",
)


@rule
def observe(state, player, view):
    """Computed fields of the view (rules 3 and 6, choice 5): the rail, its chances, own chips, tickets handed in."""
    seats, options = state.num_players, state.options
    for place in range(RAIL_SIZE):
        card = state.rail.cards[place]
        view.rail[card] = 1
        view.on_rail[suit_of(card)] += 1
    arrays.copy(CHANCES[view.on_rail[0], view.on_rail[1], view.on_rail[2]], view.chances)
    view.bets_left = options.bets - view.ticket.sum()
    view.proportional = options.proportional
    for pool in range(POOLS):
        view.pools[pool] = state.pots_shown[pool]
        view.minimums[pool] = minimum(options, pool)
    for seat in range(seats):
        other = (player + seat) % seats
        view.handed_in[seat] = betting_place(state, other) < betting_place(state, state.player)
    view.chips[0] = state.chips[player]


@rule
def betting_place(state, player):
    """Choice 6: how many bet before this player."""
    return (player - first_to_bet(state)) % state.num_players


@rule
def redeal_hidden(state, player):
    """Redraws the order of the stock, and the tickets of others who have bet or are betting."""
    piles.shuffle(state, state.stock)
    if state.over:
        return
    for other in range(state.num_players):
        if other != player and betting_place(state, other) <= betting_place(state, state.player):
            redraw_ticket(state, other)


@rule
def take_back_ticket(state, player):
    """All bets of this race are undone."""
    for bet in range(BETS):
        pool = pool_of(bet)
        bidding.pay_out(state, pool, player, state.tickets[player, bet] * minimum(state.options, pool))
        state.tickets[player, bet] = 0


@rule
def redraw_ticket(state, player):
    """A ticket with a random number of bets, each of which is equally likely to be any that the player can pay."""
    take_back_ticket(state, player)
    least = min(state.options.win_minimum, state.options.exa_minimum, state.options.sfc_minimum)
    for _ in range(rng.below(state, state.options.bets + 1)):
        if not bidding.can_pay(state, player, least):
            return
        bet = rng.below(state, BETS)
        while not bidding.can_pay(state, player, minimum(state.options, pool_of(bet))):
            bet = rng.below(state, BETS)
        place_bet(state, player, bet)


def score_range(options: np.record, num_players: int) -> float:
    """The lead over the mean of a player who wins all chips: the first chips of fifteen others."""
    return float((SEATS - 1) * options.chips)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    total = int(state.chips.sum() + state.pots.sum() + state.unclaimed)
    if total > MOST_CHIPS:
        return f"chips: players and pools have at most {MOST_CHIPS}"
    if state.over:
        return ""
    if state.rail.height != RAIL_SIZE or state.dealt.height > 0:
        return f"rail: it has {RAIL_SIZE} cards, and the stock all others before a race"
    if state.unclaimed:
        return "unclaimed: the house keeps chips after the last race only"
    return check_tickets(state)


def check_tickets(state) -> str:
    """The first problem of the bets of this race, by which hidden ones are redrawn."""
    minimums = np.array([minimum(state.options, pool_of(bet)) for bet in range(BETS)])
    paid = state.tickets * minimums
    if (state.tickets.sum(axis=1) > state.options.bets).any():
        return f"tickets: a ticket has at most {state.options.bets} bets"
    for player in range(state.num_players):
        if betting_place(state, player) > betting_place(state, state.player) and paid[player].any():
            return "tickets: nobody has bet before the own turn"
    for pool, bets in enumerate(np.split(paid.sum(axis=0), [EXA, SFC])):
        if state.pots_shown[pool] + bets.sum() != state.pots[pool]:
            return "pots: they hold the chips from before this race and the bets"
    if (state.chips + paid.sum(axis=1) != state.chips_shown).any():
        return "chips: they are those from before this race without the bets"
    return ""


POOL_WORDS = tuple(pool.name for pool in Pool)
POOLS_AT_THE_TABLE = ("win", "first two", "order")

LAYOUT = Layout(
    (Spread("rail"), Track("spaces", "race", Arrangement.LIST)),
    ended={"": "The race was run."},
    secretly=dict.fromkeys(("win", "exa", "sfc"), "wrote a bet on the ticket"),
    hidden={
        "last_tickets": "they are too long to be read, and what they paid is shown",
        "chances": "they follow from the rail, and are too long to be read",
    },
    titles={
        "last_order": "order of the last race",
        "ticket": "your ticket",
        "bets_left": "bets left",
        "pools": "pools",
        "minimums": "a bet costs",
        "races_left": "races left",
        "handed_in": "ready",
        "last_payments": "last won",
    },
    labels={
        "ticket": ACTIONS.words[:BETS],
        "pools": POOL_WORDS,
        "minimums": POOL_WORDS,
        "last_payments": POOL_WORDS,
        "last_order": ("first", "second", "third", "last"),
    },
    calls={
        "pools": POOLS_AT_THE_TABLE,
        "minimums": POOLS_AT_THE_TABLE,
        "last_payments": POOLS_AT_THE_TABLE,
        "ticket": [words.replace("exa", "first two").replace("sfc", "order") for words in ACTIONS.words[:BETS]],
    },
    says={
        "win": "Bet that {} wins",
        "exa": "Bet on {} before {}",
        "sfc": "Bet on the order {} {} {} {}",
        "done": "Hand in the ticket",
    },
    phases={"": "Bet on the horses, or hand in your ticket"},
    rules={"win": (7,), "exa": (8,), "sfc": (9,), "done": (6,)},
)

GAME = Game(
    name="superfecta",
    version=0,
    title="Superfecta",
    family="betting",
    players=(2, SEATS),
    default_players=4,
    pack=tuple(PACK.tolist()),
    score_range=score_range,
    rest="stock",
    **declared_in(__name__),
)
