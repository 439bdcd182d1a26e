"""Commune.

A bluffing game for two to ten players: each declares a higher poker hand that the cards of all players together shall
make, until somebody does not believe it.

Rules
-----
1. Everybody has three tokens at first. A player is dealt four cards less one for each token: one card in the first
   hand, later up to three.
2. The players look at their own cards only. The cards that are not dealt stay out of play.
3. The cards of all players together are the pool. Jokers and 2s are wild: each stands for any card.
4. The player to the left of the dealer begins and declares any poker hand, naming the ranks that matter, as in "pair of
   6s" or "5-high straight".
5. Each player after that declares a higher hand, or calls.
6. After a call all cards are shown. If the hand declared last can be made from the pool, the caller loses a token,
   otherwise its declarer does. It need not be the best hand of the pool.
7. The deal then passes to the left.
8. A player without tokens is out. The last player with tokens wins.
9. Declarations are heard by all, and are made in turn to the left.
10. Bluffing is free: the own cards need not support what one declares.
11. Each hand costs one player one token.
12. The pool has the dealt cards only, those of players who are still in.
13. Cards besides the named ranks never make a declaration higher, and an equal declaration is not a higher one.
14. A player who loses a token and is still in has one card more in the next hand.
15. For every hand the whole pack is shuffled.

Sources
-------
The rules of Commune in [Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/); [Wikipedia's
description](https://en.wikipedia.org/wiki/Commune_(card_game)) for the points below.

Choices where the text is silent
--------------------------------
1. From the lowest the kinds of declarations are: high card, pair, two pair, three, straight, flush, full house, four,
   straight flush, five of a kind.
2. Within a kind ranks decide, the ace being highest: two pair by the higher pair, then the lower; a full house by the
   three, then the pair; straights by the top card, from 5 to ace; flushes by the highest card, from 7 to ace, whatever
   the suit. That makes 327 declarations.
3. A 2 may be declared, and so may straights that contain one; only wild cards make it. In one description nobody may:
   ``no_twos`` forbids these declarations.
4. A wild card stands for any rank and any suit.
5. A high card needs one card of the rank, or a wild card. A declaration may need more cards than the pool has; it is
   then not there.
6. A flush is five cards of a suit with different ranks, and the named rank is the highest of the five; the pool may
   have higher ones. A straight flush is a flush too.
7. A declaration contained in a higher one is there: a pair in three of a kind. Two pair and a full house take two
   different ranks. A wild card is used once, and a 2 is nothing but a wild card.
8. Only the player whose turn it is may call. The player who begins a hand cannot.
9. After five aces the next player must call.
10. The next dealer is the next player to the left of the last one who is still in, even if the last dealer is out.
    The next player still in after the dealer begins.
11. A player who loses the last token is out at once.
12. In another description the last loser begins the next hand; here it is the dealer's left, as in rule 4.
13. Both jokers are in the pack; one description has none.
14. Cards are dealt one at a time from the dealer's left; a player who has enough is passed over. Ten players get 30
    cards at most, so the pack is always enough.

Options
-------
``no_twos``: whether no declaration may contain a 2.

Rewards
-------
The last player with tokens gets +1, the others share -1. The score is the number of players whom one has outlasted: all
who are still in score a point when somebody goes out.

End
---
When one player has tokens left. Each hand costs a token, so there are three hands a player less one at most; and in a
hand there are 327 declarations at most.

Written deck
------------
Cards go round from the dealer's left, one to each player; the others are the stock. Later hands are shuffled.
"""

from enum import IntEnum
from itertools import combinations, permutations

import numpy as np

from cardzoo.envs.engine import arrays, piles, rewards
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARDS, CARDS_AND_JOKERS, RANK_WORDS, RANKS, SUITS, TWO
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match, as_many_as_it_takes
from cardzoo.envs.families.tokens import next_in
from cardzoo.envs.scene import Hands, Layout, Look, Spread

SEATS = Seats(10)
TOKENS = 3
MOST_CARDS = TOKENS  # in a hand: with one token left
POKER_HAND = 5  # cards of a straight, a flush or a full house
NOTHING = NOBODY = -1
PACK = np.arange(CARDS_AND_JOKERS, dtype=np.int16)


class Kind(IntEnum):
    """The kinds of declarations, the lowest first (choice 1)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8
    FIVE = 9


Rank = IntEnum("Rank", "TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING ACE", start=0)


def ladder():
    """All declarations, the lowest first, as (words, kind, heights of the cards that are named). Choices 1 and 2.

    A height is a rank as it counts here, from 1 for the 2 to 13 for the ace, which is also 0 in a straight; modulo 13
    it is the rank's code. The one that decides first is the first.
    """
    name = {height: RANK_WORDS[height % RANKS] for height in range(RANKS + 1)}
    ranks = range(1, RANKS + 1)
    straights = [range(top, top - POKER_HAND, -1) for top in ranks[POKER_HAND - 2 :]]
    pairs = sorted((high, low) for low, high in combinations(ranks, 2))
    houses = permutations(ranks, 2)
    return [
        *((f"{name[a]} high", Kind.HIGH_CARD, [a]) for a in ranks),
        *((f"pair of {name[a]}s", Kind.PAIR, [a] * 2) for a in ranks),
        *((f"two pair {name[a]}s and {name[b]}s", Kind.TWO_PAIR, [a, a, b, b]) for a, b in pairs),
        *((f"three {name[a]}s", Kind.THREE, [a] * 3) for a in ranks),
        *((f"{name[run[0]]}-high straight", Kind.STRAIGHT, run) for run in straights),
        *((f"{name[a]}-high flush", Kind.FLUSH, [a]) for a in ranks[POKER_HAND:]),
        *((f"full house {name[a]}s over {name[b]}s", Kind.FULL_HOUSE, [a] * 3 + [b] * 2) for a, b in houses),
        *((f"four {name[a]}s", Kind.FOUR, [a] * 4) for a in ranks),
        *((f"{name[run[0]]}-high straight flush", Kind.STRAIGHT_FLUSH, run) for run in straights),
        *((f"five {name[a]}s", Kind.FIVE, [a] * 5) for a in ranks),
    ]


LADDER = ladder()
DECLARATIONS = len(LADDER)
KINDS = np.array([kind for _, kind, _ in LADDER])
NEEDS = np.array([[sum(h % RANKS == rank for h in heights) for rank in range(RANKS)] for _, _, heights in LADDER])
"""Number of cards of each rank that a declaration names; the four lower cards of a flush are not named."""
TOPS = np.array([heights[0] for _, _, heights in LADDER])
"""The height that decides first."""
SECONDS = np.array([heights[-1] if kind in (Kind.TWO_PAIR, Kind.FULL_HOUSE) else 0 for _, kind, heights in LADDER])
"""The height that decides next, 0 if there is none."""

ACTIONS = Actions(
    Block("declare", [words for words, _, _ in LADDER], doc="declare a hand higher than the last; the lowest first"),
    Block("call", doc="say that the hand declared last is not there"),
)
CALL = ACTIONS.first("call")

MATCH = Match(most=SEATS * TOKENS, early=True, stakes="tokens", length=as_many_as_it_takes)

STATE = State(
    Number("tokens", SEATS, high=TOKENS, default=TOKENS, doc="tokens that each player has left"),
    Cards("hands", SEATS, codes=CARDS_AND_JOKERS, doc="the players' hands"),
    Pile("stock", CARDS_AND_JOKERS, codes=CARDS_AND_JOKERS, doc="the cards that are not dealt"),
    Number(
        "declarations",
        SEATS,
        high=DECLARATIONS - 1,
        default=None,
        optional=True,
        doc="the action of each player's latest declaration in this hand; the highest is the last one",
    ),
    Number("declared", DECLARATIONS, doc="1 for each declaration made in this hand, which went round in rising order"),
    Cards("last_hands", SEATS, codes=CARDS_AND_JOKERS, memo=True, doc="the players' hands in the hand before"),
    Number(
        "last_declaration",
        high=DECLARATIONS - 1,
        default=None,
        optional=True,
        doc="the action of the declaration that was called in the hand before",
    ),
    Seat("last_declarer", SEATS, default=None, doc="the player who had made it"),
    Seat("last_caller", SEATS, default=None, doc="the player who called"),
    Number("last_present", doc="1 if it was there"),
    MATCH.counter,
)

VIEW = STATE.view(
    Cards("hand", codes=CARDS_AND_JOKERS, shows="hands", doc="own hand"),
    Number("tokens", SEATS, high=TOKENS, shows="tokens", doc="tokens that each player has left"),
    Number("hand_sizes", SEATS, high=MOST_CARDS, doc="cards in each hand"),
    "dealer turn",
    Choice("kinds", Kind, SEATS, default=None, doc="the kind of each player's latest declaration in this hand"),
    Choice("ranks", Rank, SEATS, default=None, doc="its rank: of the highest card, or of the three of a full house"),
    Choice("second_ranks", Rank, SEATS, default=None, doc="the other rank of a two pair or a full house"),
    "declared",
    Number("lacking", high=POKER_HAND, doc="how many cards the own hand lacks for the last declaration"),
    "last_hands",
    Choice("last_kind", Kind, default=None, doc="the kind of the declaration that was called in the hand before"),
    Choice("last_rank", Rank, default=None, doc="its rank"),
    Choice("last_second_rank", Rank, default=None, doc="its other rank"),
    "last_declarer last_caller last_present",
)

OPTIONS = Options(
    Flag("no_twos", doc="whether no declaration may contain a 2"),
)


@rule
def deal(state):
    """Rules 1, 12 and 14, choice 14: each player gets one card more for each token that is lost."""
    for cards in range(MOST_CARDS):
        for place in range(state.num_players):
            player = (state.player + place) % state.num_players
            if cards < hand_size(state, player):
                state.hands[player, piles.draw(state.stock)] = 1


@rule
def hand_size(state, player):
    """Rules 1 and 8: how many cards a player is dealt."""
    return TOKENS + 1 - state.tokens[player] if state.tokens[player] > 0 else 0


@rule
def legal_actions(state, mask):
    """Rules 4, 5, 10 and 13, choices 3, 8 and 9: any declaration above the last one, or a call if there is one."""
    last = last_declaration(state)
    for declaration in range(last + 1, DECLARATIONS):
        mask[declaration] = not state.options.no_twos or NEEDS[declaration, TWO] == 0
    mask[CALL] = last != NOTHING


@rule
def last_declaration(state):
    """The highest of the hand so far (rule 5)."""
    return arrays.largest(state.declarations)


@rule
def apply_action(state, action):
    """Rules 4, 5 and 9: a player declares or calls."""
    if action == CALL:
        call(state)
    else:
        state.declarations[state.player] = action
        state.declared[action] = 1
        state.player = next_in(state, state.player)


@rule
def call(state):
    """Rules 6 to 8, 11 and 15, choices 10 and 12: the hands are shown, somebody loses a token, and a new one begins."""
    show_pool(state)
    loser = state.last_caller if state.last_present else state.last_declarer
    state.tokens[loser] -= 1
    state.hands_over += 1
    if state.tokens[loser] == 0:
        drop_out(state)
    clear_table(state)
    if not state.over:
        state.dealer = next_in(state, state.dealer)
        state.player = next_in(state, state.dealer)
        piles.shuffle(state, state.stock)
        deal(state)


@rule
def show_pool(state):
    """Rules 3, 6 and 12: records this hand, which all know from now on. All cards are gathered in the first hand."""
    arrays.copy(state.hands, state.last_hands)
    pool = state.hands[0]
    for player in range(1, state.num_players):
        for card in range(CARDS_AND_JOKERS):
            pool[card] += state.hands[player, card]
    state.last_caller = state.player
    state.last_declarer = state.declarations.argmax()
    state.last_declaration = last_declaration(state)
    state.last_present = lacking(pool, state.last_declaration) == 0


@rule
def lacking(cards, declaration):
    """Number of cards that a set of cards lacks for a declaration; 0 if it is there. Choices 3 to 7."""
    wild = cards[CARDS] + cards[CARDS + 1]
    for suit in range(SUITS):
        wild += cards[RANKS * suit + TWO]
    kind = KINDS[declaration]
    if kind == Kind.FLUSH:
        needed = needed_for_flush(cards, TOPS[declaration])
    elif kind == Kind.STRAIGHT_FLUSH:
        needed = needed_for_straight_flush(cards, declaration)
    else:
        needed = needed_for_ranks(cards, declaration)
    return max(needed - wild, 0)


@rule
def needed_for_ranks(cards, declaration):
    """Number of cards that the natural ones lack, in any suit. There is no natural 2 (choice 7)."""
    needed = NEEDS[declaration, TWO]
    for rank in range(RANKS):
        if rank != TWO and NEEDS[declaration, rank] > 0:
            natural = 0
            for suit in range(SUITS):
                natural += cards[RANKS * suit + rank]
            needed += max(NEEDS[declaration, rank] - natural, 0)
    return needed


@rule
def needed_for_straight_flush(cards, declaration):
    """The same in the suit that lacks least."""
    most = 0
    for suit in range(SUITS):
        natural = 0
        for rank in range(RANKS):
            if rank != TWO and NEEDS[declaration, rank] > 0:
                natural += cards[RANKS * suit + rank]
        most = max(most, natural)
    return POKER_HAND - most


@rule
def needed_for_flush(cards, top):
    """Choice 6: the top card and any four below it, in the suit that lacks least."""
    most = 0
    for suit in range(SUITS):
        below = 0
        for rank in range(TWO + 1, top):
            below += cards[RANKS * suit + rank]
        most = max(most, min(below, POKER_HAND - 1) + cards[RANKS * suit + top % RANKS])
    return POKER_HAND - most


@rule
def drop_out(state):
    """Rule 8, choice 11: everybody with tokens has outlasted one player more."""
    still_in = 0
    for player in range(state.num_players):
        if state.tokens[player] > 0:
            still_in += 1
            state.score[player] += 1
    if still_in == 1:
        state.over = True
        rewards.reward_best_score(state)


@rule
def clear_table(state):
    """All cards go back (rule 15), and the declarations are done with."""
    state.hands[:] = 0
    piles.fill(state.stock, PACK)
    state.declarations[:] = NOTHING
    state.declared[:] = 0


@rule
def observe(state, player, view):
    """Computed fields of the view: the meaning of declarations, and the size of each hand."""
    seats = state.num_players
    if state.last_declaration != NOTHING:
        view.last_kind = KINDS[state.last_declaration]
        view.last_rank = TOPS[state.last_declaration] - 1
        view.last_second_rank = SECONDS[state.last_declaration] - 1
    last = last_declaration(state)
    if last != NOTHING:
        view.lacking = lacking(state.hands[player], last)
    for seat in range(seats):
        other = (player + seat) % seats
        view.hand_sizes[seat] = 0 if state.over else hand_size(state, other)
        declaration = state.declarations[other]
        if declaration != NOTHING:
            view.kinds[seat] = KINDS[declaration]
            view.ranks[seat] = TOPS[declaration] - 1
            view.second_ranks[seat] = SECONDS[declaration] - 1


@rule
def redeal_hidden(state, player):
    """Redraws the others' hands and the stock, shuffled together; declarations prove nothing."""
    for other in range(state.num_players):
        if other != player:
            piles.move_counted(state.hands[other], state.stock)
    piles.shuffle(state, state.stock)
    if state.over:
        return
    for other in range(state.num_players):
        if other != player:
            for _ in range(hand_size(state, other)):
                state.hands[other, piles.draw(state.stock)] = 1


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    lost = TOKENS * state.num_players - state.tokens[: state.num_players].sum()
    if state.hands_over > lost:
        return f"hands_over must be {lost} at most, as many as tokens are lost"
    return wrong_memory(state) or ("" if state.over else wrong_hands(state) or wrong_declarations(state))


def wrong_memory(state) -> str:
    """The first problem of the hand before; a position may leave it out, or a part of it."""
    last = (state.last_declaration, state.last_declarer, state.last_caller)
    if NOTHING in last:
        is_empty = set(last) == {NOTHING} and not state.last_present and not state.last_hands.any()
        return "" if is_empty else "last_declaration, last_declarer and last_caller belong together"
    if state.hands_over == 0 or state.last_caller == state.last_declarer:
        return "the hand before must be over, and called by another player than the declarer"
    if state.last_hands.sum(axis=1).max() > MOST_CARDS or state.last_hands.sum(axis=0).max() > 1:
        return f"last_hands must be of {MOST_CARDS} cards at most, no card twice"
    return ""


def wrong_hands(state) -> str:
    """The first problem of tokens and hands."""
    players = range(state.num_players)
    if sum(state.tokens[player] > 0 for player in players) < 2 or state.tokens[state.player] == 0:
        return "two players at least must have tokens, and player too"
    for player in players:
        if state.hands[player].sum() != hand_size(state, player):
            return f"player {player} with tokens {state.tokens[player]} must have {hand_size(state, player)} cards"
    return ""


def wrong_declarations(state) -> str:
    """The first problem of the declarations: the players before the one to act made the last ones in turn."""
    players = [(state.player + place) % state.num_players for place in range(state.num_players)]
    if any(state.declarations[player] != NOTHING for player in players if state.tokens[player] == 0):
        return "declarations must be of players with tokens"
    latest = [state.declarations[player] for player in players if state.tokens[player] > 0]
    declared = np.flatnonzero(state.declared).tolist()
    if latest != ([NOTHING] * len(latest) + declared)[-len(latest) :]:
        return "declarations must be the last of those declared, in the order of turns up to player"
    return "no_twos forbids what is declared" if state.options.no_twos and NEEDS[declared, TWO].any() else ""


def in_a_call(words: str) -> str:
    """A declaration as people say it, such as ``"a pair of 4s"``."""
    if words.endswith(" high"):
        return f"high card {words.removesuffix(' high')}"
    if words.startswith(("two", "three", "four", "five")):
        return words.replace("two pair", "two pairs:")
    return f"an {words}" if words.startswith(("8", "A")) else f"a {words}"


def ask_to_declare(look: Look) -> str:
    """The request to the first player of a hand."""
    return "" if look.view["declared"].any() else "Make the first call"


def name_result(before: Look, after: Look) -> str:
    """Whether the hands had the last declaration, and the player who loses a token for it."""
    lost = before.view["tokens"] > after.view["tokens"]
    loser = before.name(int(lost.argmax()))
    words, _, _ = LADDER[int(np.flatnonzero(before.view["declared"])[-1])]
    had = "had" if after.view["last_present"] else "did not have"
    return f"The hands {had} {in_a_call(words)}, so {loser} lost a token"


LAYOUT = Layout(
    (Spread("last_hands", "last hand", sparse=True), Hands("hand")),
    labels={"declared": "declare"},
    titles={
        "declared": "called",
    },
    calls={"declare": [in_a_call(words) for words, _, _ in LADDER]},
    says={
        "declare": "Call {}",
        "call": "Call the bluff",
    },
    then={"call": name_result},
    phases={"": "Call a higher hand, or call the bluff"},
    asks_now={"": ask_to_declare},
    rules={"declare": (4, 5), "call": (6,)},
)

GAME = Game(
    name="commune",
    version=0,
    title="Commune",
    family="bluffing",
    players=(2, SEATS),
    default_players=4,
    pack=tuple(PACK.tolist()),
    score_range=(SEATS - 1) / 2,
    rest="stock",
    **declared_in(__name__),
)
