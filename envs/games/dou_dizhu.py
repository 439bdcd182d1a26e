"""Dou Dizhu.

A climbing game for three players, in which one, the landlord, plays against the other two: the side that first gets
rid of a hand by playing combinations over combinations wins.

Rules
-----
1. The pack has 54 cards. The ranks are, from the lowest: 3 4 5 6 7 8 9 10 J Q K A 2, the small joker, the big joker.
   Suits never count.
2. Each player is dealt 17 cards, one at a time; three cards stay face down.
3. From the player to the dealer's left each passes or bids 1, 2 or 3, more than the highest bid so far. The bidding
   ends with a bid of 3, or when everybody has spoken once. The highest bidder is the landlord, takes the three cards,
   which all see, and leads. If all pass the cards are dealt again.
4. The leader plays any combination, and cannot pass. Then each in turn plays a higher one of the same shape, or passes.
   After two passes in a row the player of the last combination leads again. A player who has passed may still play
   later in the round.
5. The combinations are: a single; a pair; a three; a three with a single, or with a pair; a chain of five or more
   singles of consecutive ranks; a chain of three or more pairs; a plane, which is two or more consecutive threes,
   alone, with as many singles, or with as many pairs; a four with two singles, or with two pairs; a bomb, which is a
   four alone; and the rocket, which is both jokers. Threes, fours and bombs are of ranks from 3 to 2; the jokers are
   no pair.
6. Chains and planes have no 2s and no jokers in their consecutive part.
7. Combinations of one shape are compared by their main part: the three, the plane, the four or the chain. The cards
   that are carried along never count.
8. A bomb beats all but a higher bomb and the rocket; the rocket beats everything. A four with two singles or pairs is
   no bomb: it beats only a lower four with the same.
9. A player without cards wins: the landlord alone, or both peasants together. The hand ends at once.
10. The stake is the bid, doubled for each bomb and for the rocket, whoever has played it, and once more for a spring:
    the landlord wins and no peasant has played a card, or the peasants win and the landlord has played once only. The
    landlord wins or loses twice the stake, and each peasant the stake.

Sources
-------
The combinations of ``doudizhu`` in [RLCard](https://github.com/datamllab/rlcard), the scores of OpenSpiel's
``dou_dizhu``, the bidding also as in descriptions on the web. The best-known program is
[DouZero](https://github.com/kwai/DouZero) (Zha et al. 2021).
OpenSpiel's code differs from all descriptions in two points: it lists no chain or plane alone that begins with a rank
of which the hand has four cards, and it lists bombs after the rocket. It counts all doublings.

Choices where the text is silent
--------------------------------
1. Carried singles are of ranks outside the main part. Two or three cards of one rank count as two or three singles.
   Not carried are four of one rank, both jokers, and three cards of a rank next to a plane that they could prolong:
   three 2s may go with Q K A. Carried pairs are of different ranks outside the main part, and are no jokers. So a set
   of cards is never two combinations. ``adjoining`` allows the three next to a plane, and ``quads=False`` forbids
   fours with two singles or pairs; OpenSpiel does both. DouZero allows that three, both jokers and four of a rank.
2. With ``strict_kickers`` carried singles are all of different ranks.
3. With ``bidding="none"`` the player to the dealer's left is the landlord for a stake of 1, as in RLCard and DouZero.
4. If all pass, the same dealer deals again, ``redeals`` times at most. If all pass then, the player to the dealer's
   left is the landlord for 1, or with ``all_pass="void"`` the hand is over and scores nothing.
5. The player to the dealer's left bids first. In OpenSpiel, and in books, a card turned up decides that.
6. A player who has passed cannot bid later. In OpenSpiel the bidding goes on until two have passed in a row.
7. A game is one hand. With ``hands`` more follow, whose points are added up; the deal passes to the left.
8. As suits do not count, the landlord is known to hold at least as many cards of a rank as were among the three, less
   those that the landlord has played.
9. A spring doubles once, also if the landlord goes out with the first move.
10. A move is made in steps: first the combination with its main part, then the cards carried along, one rank a step
    from the lowest up. The others see it when it is complete.

Options
-------
``bidding``: whether players bid for ``"points"``, or ``"none"`` do.
``redeals``: how often cards are dealt again after all have passed.
``all_pass``: whether then the player to the dealer's left is the ``"landlord"``, or the hand is ``"void"``.
``strict_kickers``: whether carried singles are all of different ranks.
``adjoining``: whether three cards that could prolong a plane may be carried.
``quads``: whether there are fours with two singles or pairs.
``doublings``: doublings that count at most.
``hands``: how many hands are played.

Rewards
-------
In one hand the landlord gets +1 or -1 and each peasant half of that with the other sign; a void hand brings 0. In a
match the best scores share +1, the others -1. The score is the points; reward by score divides them by 384 a hand.

End
---
When a player has no cards left, or a hand is void; in a match after ``hands``. Of three turns in a row one plays cards.

Written deck
------------
51 cards go round from the dealer's left, one at a time; then come the three cards. A second deal is shuffled.
"""

from enum import IntEnum
from itertools import pairwise

import numpy as np

from cardzoo.envs.engine import arrays, piles
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARDS, RANKS
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import climbing, dealing, rank_sets
from cardzoo.envs.families.climbing import NOBODY, NOTHING, Sort
from cardzoo.envs.families.rank_sets import (
    ALL_RANKS,
    CODES,
    NAMES,
    WITH_JOKERS,
    Rank,
    RankHands,
    RankRows,
    RankSet,
    count_ranks,
)
from cardzoo.envs.scene import Layout, Look

SEATS = Seats(3)
HAND_SIZE = 17
SPARE = 3  # cards that the landlord takes
LARGEST_HAND = HAND_SIZE + SPARE
HIGHEST_BID = 3
LEAST_STAKE = 1  # of a landlord who has not bid
SHARES = 2  # stakes that the landlord wins or loses
MOST_DOUBLINGS = 8
MOST_BOMBS = 14
MOST_REDEALS = 10
MOST_HANDS = 20
MOST_POINTS = SHARES * HIGHEST_BID << MOST_DOUBLINGS
MOST_SCORE = MOST_POINTS * MOST_HANDS
SILENT = -1
PACK = np.array(WITH_JOKERS.cards, np.int16)


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    BID = 0
    PLAY = 1


class Bidding(IntEnum):
    """The way of finding the landlord."""

    POINTS = 0
    NONE = 1


class AllPass(IntEnum):
    """Ends of a bidding in which all have passed as often as cards are dealt."""

    LANDLORD = 0
    VOID = 1


def _block(verb: str, sort: Sort, doc: str) -> Block:
    """Block of the kinds of a sort, in words such as "pair of 7s" or "chain 3 to 7"."""
    plural = "s" if verb.endswith("of") else ""
    names = {code: name + plural for code, name in NAMES.items()}
    return Block(verb, map(climbing.ends_of, climbing.kinds_of(sort)), names=names, among=("hand",), doc=doc)


ACTIONS = Actions(
    Block("pass", doc="play nothing; not as the leader"),
    _block("play", Sort.SINGLE, "play a single card"),
    _block("pair of", Sort.PAIR, "play a pair"),
    _block("three of", Sort.THREE, "play a three"),
    _block("three and single of", Sort.THREE_WITH_SINGLE, "begin a three with a single, which is chosen next"),
    _block("three and pair of", Sort.THREE_WITH_PAIR, "begin a three with a pair, which is chosen next"),
    _block("chain", Sort.CHAIN, "play a chain of singles, five or more"),
    _block("pairs", Sort.PAIRS, "play a chain of pairs, three or more"),
    _block("plane", Sort.PLANE, "play consecutive threes"),
    _block("plane and singles", Sort.PLANE_WITH_SINGLES, "begin a plane with as many singles"),
    _block("plane and pairs", Sort.PLANE_WITH_PAIRS, "begin a plane with as many pairs"),
    _block("four and singles of", Sort.FOUR_WITH_SINGLES, "begin a four with two singles"),
    _block("four and pairs of", Sort.FOUR_WITH_PAIRS, "begin a four with two pairs"),
    _block("bomb of", Sort.BOMB, "play all four cards of a rank"),
    Block("rocket", doc="play both jokers"),
    Block("carry", CODES, names=NAMES, among=("hand",), doc="add a single or pair to the move, from the lowest up"),
    Block("bid", ("nothing", "1", "2", "3"), doc="bid for the three cards, or nothing"),
    pack=WITH_JOKERS,
)
PASS = ACTIONS.first("pass")
KIND = ACTIONS.first("play")  # of kind 0
CARRY = ACTIONS.first("carry")
BID = ACTIONS.first("bid")
MATCH = Match(most=MOST_HANDS)

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is decides"),
    MATCH.counter,
    Pile("stock", len(PACK), doc="the three cards, until the landlord takes them"),
    Cards("hands", SEATS, doc="the players' hands"),
    Cards("played", SEATS, doc="the cards that each player has played"),
    Cards("three", memo=True, doc="the three cards, once the landlord has taken them"),
    Cards("known", SEATS, memo=True, doc="those of them that the landlord still holds"),
    Number("redeals", high=MOST_REDEALS, doc="how often all have passed in this hand"),
    Number("bids", SEATS, high=HIGHEST_BID, default=None, optional=True, doc="each player's bid, 0 for a pass"),
    Seat("landlord", SEATS, default=None, doc="the landlord"),
    Number("stake", high=HIGHEST_BID, doc="the highest bid, or what the landlord plays for without one"),
    Number("bombs", high=MOST_BOMBS, doc="bombs and rockets played"),
    Number("moves", SEATS, high=LARGEST_HAND, doc="how often each player has played cards"),
    RankSet("last", SEATS, doc="the ranks of each player's last move in this round"),
    Number("best", high=climbing.KINDS - 1, default=None, optional=True, doc="the kind of the move to beat"),
    Seat("owner", SEATS, default=None, doc="the player who made it"),
    Number("begun", high=climbing.KINDS - 1, default=None, optional=True, doc="the kind of the move that is begun"),
    Number("carried", ALL_RANKS, high=climbing.MOST_OF_A_RANK, doc="singles or pairs that it carries along so far"),
    pack=WITH_JOKERS,
)

VIEW = STATE.view(
    RankSet("hand", doc="own hand"),
    RankSet("begun", doc="cards of the own move that is begun"),
    Number("to_carry", high=climbing.MOST_CARRIED, doc="singles or pairs that it lacks"),
    Number("unit", high=climbing.PAIR, doc="cards of each of these"),
    RankSet("last", SEATS, shows="last", doc="the ranks of each player's last move in this round"),
    Choice("sort_to_beat", Sort, default=None, doc="the sort of the move to beat"),
    Choice("rank_to_beat", Rank, default=None, doc="the lowest rank of its main part"),
    Number("length_to_beat", high=climbing.MOST_LENGTH, doc="how many ranks its main part has"),
    "owner",
    Number("passed", SEATS, doc="1 for a player who has passed since then"),
    RankSet("three", doc="the three cards, once the landlord has taken them"),
    RankSet("known", doc="cards that the landlord is known to hold"),
    RankSet("played", SEATS, doc="the cards that each player has played"),
    Number("hand_sizes", SEATS, high=LARGEST_HAND, shows="hands", doc="cards in each hand"),
    "landlord turn dealer phase",
    Number("bids", SEATS, high=HIGHEST_BID, default=None, optional=True, shows="bids", doc="bids, 0 for a pass"),
    "stake bombs moves",
    Number("doublings_left", high=MOST_DOUBLINGS, doc="doublings that still count"),
    Number("redeals_left", high=MOST_REDEALS, doc="how often cards are dealt again if all pass"),
    Number("scores", SEATS, low=-MOST_SCORE, high=MOST_SCORE, usual=MOST_POINTS, shows="score", doc="points so far"),
    MATCH.left,
)

OPTIONS = Options(
    Choice("bidding", Bidding, doc="whether players bid, or the player to the dealer's left is the landlord for 1"),
    Number("redeals", high=MOST_REDEALS, default=3, doc="how often cards are dealt again after all have passed"),
    Choice("all_pass", AllPass, doc="whether that player is the landlord when all pass then, or the hand is void"),
    Flag("strict_kickers", doc="whether carried singles are all of different ranks"),
    Flag("adjoining", doc="whether three cards that could prolong a plane may be carried"),
    Flag("quads", default=True, doc="whether there are fours with two singles or pairs"),
    Number("doublings", high=MOST_DOUBLINGS, default=6, doc="doublings that count at most"),
    MATCH.option,
    titles={"bidding": "Bidding", "all_pass": "When all have passed for good"},
    calls={
        "bidding": ("for points", "none, the first player is the landlord"),
        "all_pass": ("the first player is the landlord", "the hand is void"),
    },
)


def score_range(options, num_players: int) -> float:
    """Rule 10: what a landlord can win in all hands."""
    return float((SHARES * HIGHEST_BID << int(options.doublings)) * options.hands)


@rule
def deal(state):
    """Rule 2: the hands; three cards are left in the stock."""
    dealing.deal(state, SEATS * HAND_SIZE)
    state.phase = Phase.BID
    if state.options.bidding == Bidding.NONE:
        start_play(state, state.player, LEAST_STAKE)


@rule
def start_play(state, landlord, stake):
    """Rule 3: the landlord takes the three cards, which all see, and leads."""
    while state.stock.height > 0:
        card = piles.draw(state.stock)
        state.hands[landlord, card] = state.known[landlord, card] = state.three[card] = 1
    state.stake = stake
    state.player = state.landlord = landlord
    state.phase = Phase.PLAY


@rule
def legal_actions(state, mask):
    """Rules 3 to 8, choices 1, 2 and 10: bids, combinations, or what is carried along."""
    if state.phase == Phase.BID:
        mask[BID] = 1
        for bid in range(state.stake + 1, HIGHEST_BID + 1):
            mask[BID + bid] = 1
        return
    counts = arrays.zeros(ALL_RANKS, np.int64)
    count_ranks(state.hands[state.player], counts)
    if state.begun == NOTHING:
        mask[PASS] = state.best != NOTHING
        climbing.mask_kinds(counts, state.carried, state.best, state.options, KIND, mask)
    else:
        climbing.mask_carried(counts, state.carried, state.begun, state.options, CARRY, mask)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.BID:
        bid(state, action - BID)
    elif action == PASS:
        state.last[state.player] = 0
        climbing.pass_turn(state)
    else:
        if action >= CARRY:
            state.carried[action - CARRY] += 1
        else:
            state.begun = action - KIND
        if climbing.left_to_carry(state.begun, state.carried) == 0:
            make_move(state)


@rule
def bid(state, amount):
    """Rule 3, choices 4 and 6: a bid or a pass; after the last one there is a landlord, or a new deal."""
    state.bids[state.player] = amount
    state.stake = max(state.stake, amount)
    if amount < HIGHEST_BID and state.player != state.dealer:
        state.player = (state.player + 1) % SEATS
        return
    first = (state.dealer + 1) % SEATS
    if state.stake > 0:
        start_play(state, state.bids.argmax(), state.stake)
    elif state.redeals < state.options.redeals:
        deal_again(state, first)
    elif state.options.all_pass == AllPass.LANDLORD:
        start_play(state, first, LEAST_STAKE)
    else:
        next_hand(state, first)


@rule
def deal_again(state, first):
    """Choice 4: the whole pack is shuffled, and dealt by the same dealer."""
    state.redeals += 1
    state.hands[:] = 0
    state.bids[:] = SILENT
    piles.fill(state.stock, PACK)
    piles.shuffle(state, state.stock)
    state.player = first
    deal(state)


@rule
def make_move(state):
    """Rules 4, 8 and 9: the begun move is complete, and the others see it."""
    player = state.player
    for rank in range(ALL_RANKS):
        state.last[player, rank] = climbing.count_in(state.begun, state.carried, rank)
        play_rank(state, rank, state.last[player, rank])
    sort = climbing.SORT[climbing.SHAPE_OF[state.begun]]
    state.bombs += sort == Sort.BOMB or sort == Sort.ROCKET
    state.moves[player] += 1
    state.best = state.begun
    state.owner = player
    state.begun = NOTHING
    state.carried[:] = 0
    if arrays.total(state.hands[player]) == 0:
        end_hand(state)
    else:
        climbing.pass_turn(state)


@rule
def play_rank(state, rank, number):
    """Play some cards of a rank: first those of the three cards, so that choice 8 holds card by card."""
    hand, known = state.hands[state.player], state.known[state.player]
    for of_three in (1, 0):
        for card in range(CODES[rank], max(CARDS, CODES[rank] + 1), RANKS):
            if number > 0 and hand[card] and known[card] == of_three:
                hand[card] = known[card] = 0
                state.played[state.player, card] = 1
                number -= 1


@rule
def end_hand(state):
    """Rules 9 and 10: the hand is scored, and the next one follows or the game is over."""
    points = state.stake << min(state.bombs + is_spring(state), state.options.doublings)
    if state.player != state.landlord:
        points = -points
    for player in range(SEATS):
        state.score[player] += SHARES * points if player == state.landlord else -points
    next_hand(state, (state.dealer + 1) % SEATS)


@rule
def is_spring(state):
    """Rule 10: returns whether the losing side has not played, the landlord's first move left out."""
    if state.player != state.landlord:
        return state.moves[state.landlord] == 1
    return arrays.total(state.moves) == state.moves[state.landlord]


next_hand = MATCH.next_hand(STATE, PACK, deal)


@rule
def observe(state, player, view):
    """Computed fields of the view: cards by rank, the own move that is begun, the move to beat."""
    count_ranks(state.hands[player], view.hand)
    count_ranks(state.three, view.three)
    if state.landlord != NOBODY:
        count_ranks(state.known[state.landlord], view.known)
    for seat in range(SEATS):
        other = (player + seat) % SEATS
        count_ranks(state.played[other], view.played[seat])
        view.passed[seat] = climbing.has_passed(state, other)
    if state.begun != NOTHING and player == state.player:
        view.to_carry = climbing.left_to_carry(state.begun, state.carried)
        view.unit = climbing.UNIT[climbing.SHAPE_OF[state.begun]]
        for rank in range(ALL_RANKS):
            view.begun[rank] = climbing.count_in(state.begun, state.carried, rank)
    if state.best != NOTHING:
        shape = climbing.SHAPE_OF[state.best]
        view.sort_to_beat = climbing.SORT[shape]
        view.rank_to_beat = climbing.LOWEST[state.best]
        view.length_to_beat = climbing.LENGTH[shape]
    view.doublings_left = max(state.options.doublings - state.bombs, 0)
    view.redeals_left = state.options.redeals - state.redeals


@rule
def redeal_hidden(state, player):
    """Redraws the others' cards that nobody knows, and the three cards while players bid.

    A move that another player has begun, which nobody has seen, is begun anew.
    """
    dealing.redeal_unknown(state, player)
    if player != state.player:
        state.begun = NOTHING
        state.carried[:] = 0


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    if state.redeals > state.options.redeals:
        return f"redeals must be {state.options.redeals} at most, got {state.redeals}"
    if state.phase == Phase.BID:
        return wrong_bidding(state)
    return wrong_landlord(state) or wrong_moves(state) or climbing.wrong_round(state)


def wrong_bidding(state) -> str:
    """The first problem of a position in which players bid."""
    if state.over:
        is_void = state.redeals == state.options.redeals and state.options.all_pass == AllPass.VOID
        return "" if is_void and not state.bids.any() else "over: only a void hand ends with the bidding"
    if state.options.bidding == Bidding.NONE:
        return "phase: nobody bids"
    if state.stock.height != SPARE or (state.hands.sum(axis=1) != HAND_SIZE).any():
        return f"hands: all have {HAND_SIZE} cards while players bid, and {SPARE} are in the stock"
    order = [(state.dealer + 1 + place) % SEATS for place in range(SEATS)]
    spoken = state.bids[order[: order.index(state.player)]]
    if (spoken == SILENT).any() or (state.bids != SILENT).sum() != len(spoken):
        return "bids: those before player have bid or passed, and nobody else"
    rising = [int(bid) for bid in spoken if bid > 0]
    if any(low >= high for low, high in pairwise(rising)) or HIGHEST_BID in rising:
        return f"bids: each is higher than the one before, and {HIGHEST_BID} ends the bidding"
    if state.stake != max(rising, default=0):
        return f"stake must be the highest bid, got {state.stake}"
    seats = (state.landlord, state.owner, state.best, state.begun) != (NOBODY, NOBODY, NOTHING, NOTHING)
    sets = any(state[name].any() for name in ("moves", "last", "carried", "three", "known", "bombs"))
    return "phase: nobody plays while players bid" if seats or sets else ""


def wrong_landlord(state) -> str:
    """The first problem of the landlord, and of the cards that everybody has had."""
    landlord = int(state.landlord)
    if landlord == NOBODY or state.stake == 0 or state.stock.height:
        return "landlord: somebody is, for a stake, and has taken the three cards"
    said = state.bids[state.bids != SILENT]
    is_stake = not len(said) or (said.max() or LEAST_STAKE) == state.stake
    if not is_stake or (said.any() and state.bids[landlord] != said.max()):
        return "stake: it is the highest bid, and the landlord's"
    had = state.hands.sum(axis=1) + state.played.sum(axis=1)
    if any(had[player] != HAND_SIZE + SPARE * (player == landlord) for player in range(SEATS)):
        return f"hands: the landlord has had {LARGEST_HAND} cards, and the others {HAND_SIZE}"
    if state.three.sum() != SPARE or (state.three > state.hands[landlord] + state.played[landlord]).any():
        return f"three: {SPARE} cards which the landlord holds or has played"
    known = state.known.copy()
    known[landlord] -= state.three * state.hands[landlord]
    return "known: those of the three cards that the landlord still holds" if known.any() else ""


def wrong_moves(state) -> str:
    """The first problem of the number of moves, and of the player whose turn it is."""
    player, owner = int(state.player), int(state.owner)
    played, sizes = state.played.sum(axis=1), state.hands.sum(axis=1)
    if ((state.moves > 0) != (played > 0)).any() or (state.moves > played).any() or state.bombs > state.moves.sum():
        return "moves: a player who has played cards has made a move, and one for each card or bomb at most"
    if any(other != player * state.over - (not state.over) for other in range(SEATS) if sizes[other] == 0):
        return "over: a player without cards has won, and is player"
    if state.over and owner != player:
        return "owner: the player of the last move"
    return "" if state.moves.any() or player == state.landlord else "player: the landlord leads"


def ask_to_carry(look: Look) -> str:
    """The request for a move that is begun."""
    return "Choose what the move carries along" if look.view["to_carry"] else ""


def name_bid(look: Look, action: int) -> str:
    """Label of a bid of nothing."""
    return "Pass" if action == BID else ""


def name_carry(look: Look, action: int) -> str:
    """Label of a single or pair that is carried along; that of the last one is the whole move."""
    left, unit = int(look.view["to_carry"]), int(look.view["unit"])
    name = climbing.units_in_words([action - CARRY], unit)
    if left > 1:
        return f"Carry {name} along"
    return f"Play {climbing.move_in_words(look.view['begun'], action - CARRY, unit)}" if left else ""


def name_redeal(before: Look, after: Look) -> str:
    """Another deal after all have passed."""
    return "all passed, and the cards were dealt again" * bool(after.view.redeals_left < before.view.redeals_left)


def bid_in_words(look: Look, bid: int) -> str:
    """A bid in the table of the players."""
    return "" if bid == SILENT else str(bid) if bid else "pass"


COMBINATIONS = {
    "play": "Play {}",
    "pair of": "Play a pair of {}",
    "three of": "Play three {}",
    "three and single of": "Play three {} with a single",
    "three and pair of": "Play three {} with a pair",
    "chain": "Play the chain from {}",
    "pairs": "Play the pairs from {}",
    "plane": "Play the plane from {}",
    "plane and singles": "Play the plane from {} with singles",
    "plane and pairs": "Play the plane from {} with pairs",
    "four and singles of": "Play four {} with two singles",
    "four and pairs of": "Play four {} with two pairs",
    "bomb of": "Play the bomb of {}",
    "rocket": "Play the rocket",
}
STEPS = [verb for verb in COMBINATIONS if "and" in verb] + ["carry"]
LAYOUT = Layout(
    (RankRows("three", "the three cards"), RankRows("last", ""), RankRows("begun", "your move"), RankHands("hand")),
    titles={"landlord": "landlord", "passed": "passes", "stake": "stake", "bombs": "bombs", "played": "played"},
    words={"bids": bid_in_words},
    says=COMBINATIONS | {"carry": "Carry {} along"},
    says_each={"bid": name_bid, "carry": name_carry},
    then={"bid": name_redeal},
    sealed=("carry",),
    secretly=dict.fromkeys(STEPS, "began a move"),
    phases={"bid": "Bid for the three cards, or pass", "play": "Play a combination, or pass"},
    asks_now={"play": ask_to_carry},
    faces=rank_sets.FACES,
    rules=dict.fromkeys(["pass", *COMBINATIONS], (4, 5)) | {"carry": (5,), "bid": (3,)},
)

GAME = Game(
    name="dou_dizhu",
    version=0,
    title="Dou Dizhu",
    family="climbing",
    players=(SEATS, SEATS),
    default_players=SEATS,
    score_range=score_range,
    **declared_in(__name__),
)
