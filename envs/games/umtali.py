"""Umtali.

A rummy game for two, in which cards that are laid down stay on their player's side and score there: sets, sequences
and marriages, single cards that extend what lies on the table, and a pair for a player who goes out.

Rules
-----
1. Two players and the pack of 52. Each is dealt ten cards; the next card is turned up and begins the discard pile, the
   others are the stock.
2. The player who did not deal begins. A turn is to draw, to meld as many cards as one likes, and to discard one card.
3. One draws the top card of the stock or of the discard pile.
4. A player who draws from the discard pile and melds that card at once may also take the next card of the pile, if that
   can be melded at once too.
5. A set is three or four cards of a rank other than jacks.
6. A sequence is three or more number cards of a suit, one after the other; the ace is low, below the 2.
7. A marriage is the king and the queen of a suit.
8. Melds are laid face up on the own side of the table.
9. A set or a sequence on either side can be extended: by the fourth card of the rank, or by the next card at an end.
   The new card goes to the side of its player, as a single card.
10. A single card can be extended in the same way, by a card of its rank, or of its suit and one rank higher or lower.
11. Cards in hand that form a set, a sequence or a marriage are melded as that and not as single cards.
12. A jack is part of no set or sequence. It is melded as a single card, at any time, and its suit's 10 and queen
    extend it.
13. A player who has melded all cards has gone out, and so has one who has melded all but one and discards that one.
14. On the turn of going out a player may meld one pair, two cards of a rank.
15. Going out, one may do without a discard, or put the discard face down. All other turns end with a discard face up.
16. The other player then has one turn more, the last one; after a discard face down it begins with a card of the stock.
17. In the last turn a pair is extended as if it were a set, and its player too may meld a pair if that is to go out.
18. The last turn may end with a discard. Cards that are left then go to the side of the player who went out, as single
    cards.
19. Each player scores the cards of the own side: 5 points for a 10, a jack, a queen or a king, 1 for any other card.
    A marriage counts double, which makes 20.
20. Most points after four hands win.

Sources
-------
The rules of Umtali in [Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/); descriptions of
Umtali on the web for the points below.

Choices where the text is silent
--------------------------------
1. Rule 4 gives one more card, not the whole pile. It is taken right after the first meld of the turn, which contains
   the first card, and the next meld contains it.
2. A card from the discard pile need not be melded. But a turn in which nothing is melded does not discard the card that
   was just taken from there.
3. From 10 the ranks go on with jack, queen, king; king and ace are no neighbours. So a single queen is extended by its
   king, and a single king by its queen.
4. Nothing extends a marriage.
5. No sequence has a jack, queen or king; and as they go down as single cards, jacks need nothing to extend.
6. Rule 11 forbids laying a card singly or in a pair while it is part of a set, sequence or marriage that is in
   the hand. If melds overlap, one chooses between them. Any card may be kept or discarded.
7. A set or sequence may be laid down without cards of the hand that would make it longer. When these are part of no
   meld any more, they may be laid singly: that does not break up a meld into single cards.
8. A pair is not of jacks. It is melded when it leaves one card in hand or none; with one left, that is melded or
   discarded, and so the player goes out. One pair a hand is all a player can meld.
9. The player who goes out first may discard the last card face down, nobody else.
10. In the last turn nobody is made to meld, nor to discard. If its player goes out too, nothing is left to hand over.
11. The pair of the player who went out is extended by its rank only, and in the last turn only.
12. A marriage is 20 points for both cards together. Cards that are handed over never form one.
13. Discards score for nobody.
14. With the stock used up, a player who does not want the top discard passes, which ends the hand: each side scores
    what lies there. In the last turn a player who passes goes on without a new card.
15. The first dealer is drawn, then the deal alternates.
16. With equal scores the game is a draw.
17. Extensions of a card on the table depend on that card alone. So an end of a sequence goes on from single card to
    single card, and a single card at it can be extended by its rank too.
18. A player without cards after a meld has gone out at once, without a discard.

Options
-------
``hands``: hands in a game.
``max_turns``: turns after which a hand in which nobody has gone out is stopped, and scored as in choice 14.

Rewards
-------
The higher score gets +1, the lower -1; equal scores bring 0. The score is the points of the hands that are over.
``reward="score"`` divides half the difference by the most that it can be: 78 a hand, as the whole pack, with four
marriages, makes 156.

End
---
After the last hand. Players could take each other's discards for ever, hence the bound on turns: it stops a hand, and
truncates the game if that is the last one. A hand takes random players 55 turns on average, novices 9 and experts 13.
Of 20,000 hands of each kind it stopped one, of random players.

Written deck
------------
Ten cards to each player, one at a time, the player who does not deal first; then the first card of the discard pile,
then the stock, its top card first. Later hands are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import piles, rng
from cardzoo.envs.engine.actions import Actions, Block, Place
from cardzoo.envs.engine.cards import CARDS, JACK, KING, NO_CARD, QUEEN, RANKS, SUITS, TEN
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, melds
from cardzoo.envs.scene import STOCK, Beside, Hands, Layout, Spread

SEATS = Seats(2)
HAND_SIZE = 10
HANDS = 4
NOBODY = NOTHING = -1
HIGH_POINTS = 5  # of 10, jack, queen and king
POINTS = np.array([HIGH_POINTS if card % RANKS >= TEN else 1 for card in range(CARDS)], np.int16)
MOST_POINTS = 156  # in one hand: the pack has 116, and ten more for each marriage
MOST_TURNS = 200
TURN_ENTRIES = 3  # of a player's history in each turn: the card drawn, the discard, and that both knew that card
MELD_ENTRIES = 130  # at most in a hand: each card is melded once and may have been known, and half may have come second
HISTORY = TURN_ENTRIES * (MOST_TURNS // 2 + 2) + 2 * MELD_ENTRIES  # twice: a written position may bring as many
TRIES = 10_000
PACK = np.arange(CARDS, dtype=np.int16)

SETS = melds.sets_of(rank for rank in range(RANKS) if rank != JACK)
SEQUENCES = melds.runs_of(range(3, TEN + 2), TEN + 1)
MARRIAGES = [[RANKS * suit + QUEEN, RANKS * suit + KING] for suit in range(SUITS)]
SINGLES = [[card] for card in range(CARDS)]
MELDS = melds.bits_of([*SETS, *SEQUENCES, *MARRIAGES, *SINGLES])
FIRST_SEQUENCE = len(SETS)
FIRST_MARRIAGE = FIRST_SEQUENCE + len(SEQUENCES)
FIRST_SINGLE = FIRST_MARRIAGE + len(MARRIAGES)
NUMBERS, JACKS, QUEENS, KINGS = melds.bits_of(
    [card for card in range(CARDS) if card % RANKS in ranks] for ranks in (range(TEN + 1), [JACK], [QUEEN], [KING])
)


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    DRAW = 0
    MELD = 1


class Second(IntEnum):
    """State of the discard pile's next card: it may be taken too, or has been taken and must be in the next meld."""

    NOT_NOW = 0
    ALLOWED = 1
    TAKEN = 2


ACTIONS = Actions(
    Block("draw stock", at=Place("stock_size"), doc="take the top card of the stock"),
    Block("draw upcard", at=Place("discard_pile"), doc="take the top card of the discard pile"),
    Block(
        "draw second",
        at=Place("discard_pile"),
        doc="take the next card of the discard pile too, right after the first one has been melded",
    ),
    Block("set", SETS, doc="meld cards of a rank"),
    Block("sequence", SEQUENCES, doc="meld a sequence of a suit"),
    Block("marriage", MARRIAGES, doc="meld queen and king of a suit"),
    Block("single", CARDS, doc="meld a single card: a jack, or one that extends what is on the table"),
    Block("pair", doc="meld two of the last three cards, being of a rank, to go out"),
    Block("discard", CARDS, doc="discard a card, which ends the turn"),
    Block("discard face down", doc="discard the last card face down, going out first"),
    Block("pass", doc="draw nothing, when the stock is used up; or discard nothing, in the last turn"),
)
DRAW_STOCK = ACTIONS.first("draw stock")
DRAW_UPCARD = ACTIONS.first("draw upcard")
DRAW_SECOND = ACTIONS.first("draw second")
MELD = ACTIONS.first("set")
SINGLE = ACTIONS.first("single")
PAIR = ACTIONS.first("pair")
DISCARD = ACTIONS.first("discard")
DISCARD_FACE_DOWN = ACTIONS.first("discard face down")
PASS = ACTIONS.first("pass")
TOOK = -1  # less the card: an entry of the history
GAVE_KNOWN = TOOK - CARDS  # likewise

MATCH = Match(most=HANDS, default=HANDS)

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is decides"),
    Cards("hands", SEATS, doc="the players' hands"),
    Pile("stock", CARDS, doc="the stock"),
    Pile("discard_pile", CARDS, doc="the discard pile"),
    Number("covered", high=CARDS - 1, default=None, optional=True, doc="cards below the discard that lies face down"),
    Cards("sets", SEATS, doc="sets on each player's side, and a pair"),
    Cards("sequences", SEATS, doc="sequences on each player's side"),
    Cards("marriages", SEATS, doc="marriages on each player's side"),
    Cards("singles", SEATS, doc="single cards on each player's side"),
    Card("taken", memo=True, doc="the card just taken from the discard pile, until the next meld"),
    Choice("second", Second, doc="whether the next card of the pile may be taken too, or has been and must be melded"),
    Cards(
        "known", SEATS, memo=True, doc="cards that both know to be in a player's hand, or discarded from it face down"
    ),
    Seat("out", SEATS, default=None, doc="the player who has gone out first"),
    Number("turns", high=MOST_TURNS, doc="turns of this hand that are over"),
    MATCH.counter,
    Number(
        "history", SEATS, HISTORY, low=GAVE_KNOWN - CARDS, high=len(ACTIONS) - 1, doc="what each has done in this hand"
    ),
    Number("history_length", SEATS, high=HISTORY, doc="entries of it"),
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    Cards("in_melds", doc="cards of the own hand that are part of a set, sequence or marriage in it"),
    Cards("fits", doc="cards that can be melded as single cards, wherever they are"),
    "sets sequences marriages singles known",
    Pile(
        "discard_pile",
        CARDS,
        shows="discard_pile",
        doc="the discard pile; a discard face down is shown to those who know it",
    ),
    Number("face_down", doc="1 if the discard of the player who went out lies face down"),
    "taken second phase turn out dealer",
    Number("hand_sizes", SEATS, high=HAND_SIZE + 1, shows="hands", doc="cards in each hand"),
    Number("stock_size", high=CARDS, shows="stock", doc="cards in the stock"),
    Number("points", SEATS, high=MOST_POINTS, doc="what lies on each player's side"),
    Number("scores", SEATS, high=HANDS * MOST_POINTS, shows="score", doc="points of the hands that are over"),
    MATCH.left,
    Number("turns_left", high=MOST_TURNS, doc="turns until this hand is stopped if nobody goes out, this one included"),
)

OPTIONS = Options(
    MATCH.option,
    Number("max_turns", low=1, high=MOST_TURNS, default=100, doc="turns after which a hand is stopped"),
)


@rule
def deal(state):
    """Rule 1: the hands, then the first upcard."""
    dealing.deal(state, SEATS * HAND_SIZE)
    piles.push(state.discard_pile, piles.draw(state.stock))
    state.phase = Phase.DRAW


next_hand = MATCH.next_hand(STATE, PACK, deal)


@rule
def legal_actions(state, mask):
    """Legal actions of each phase; there is always one."""
    if state.phase == Phase.DRAW:
        mask_draws(state, mask)
        return
    hand = melds.to_bits(state.hands[state.player])
    if state.second == Second.TAKEN:
        mask_melds(state, hand, melds.bit(state.taken), mask)
        return
    mask_melds(state, hand, np.int64(0), mask)
    if state.second == Second.ALLOWED:
        card = melds.bit(piles.top(state.discard_pile))
        mask[DRAW_SECOND] = can_meld(state, hand | card, card)
    melds.from_bits(hand & ~melds.bit(state.taken), DISCARD, mask)
    mask[DISCARD_FACE_DOWN] = state.out == NOBODY and melds.count(hand) == 1
    mask[PASS] = state.out != NOBODY


@rule
def mask_draws(state, mask):
    """Rules 3 and 16, choice 14: take a card of the stock or the upcard; pass when the stock is used up."""
    mask[DRAW_STOCK] = state.stock.height > 0
    mask[DRAW_UPCARD] = state.discard_pile.height > 0 and state.covered == NOTHING
    mask[PASS] = state.stock.height == 0


@rule
def mask_melds(state, hand, needed, mask):
    """Rules 5 to 7, 9 to 12 and 14, choices 6 and 8: melds that contain the card needed, if there is one."""
    basic = in_melds(hand)
    if basic:
        for meld in range(FIRST_SINGLE):
            cards = MELDS[meld]
            if hand & cards == cards and cards & needed == needed:
                mask[MELD + meld] = 1
    single = hand & ~basic & fits(state)
    melds.from_bits(single & needed if needed else single, SINGLE, mask)
    pair = pair_in(state, hand)
    mask[PAIR] = pair != 0 and pair & needed == needed


@rule
def can_meld(state, hand, card):
    """Rule 4: returns whether a card of the hand can be melded at once."""
    basic = in_melds(hand)
    return card & (basic | ~basic & fits(state) | pair_in(state, hand)) != 0


@rule
def in_melds(hand):
    """Rules 5 to 7: the cards that are part of a set, sequence or marriage."""
    marriages = hand & QUEENS & (hand & KINGS) >> 1
    return melds.in_sets(hand & ~JACKS) | melds.in_runs(hand & NUMBERS) | marriages | marriages << 1


@rule
def fits(state):
    """The cards that are not on the table and extend cards there, or are jacks."""
    sets, sequences, singles = on_table(state.sets), on_table(state.sequences), on_table(state.singles)
    laid = sets | sequences | singles | on_table(state.marriages)
    return extending(sets, sequences, singles, state.out != NOBODY) & ~laid


@rule
def extending(sets, sequences, singles, last_turn):
    """Rules 9, 10, 12 and 17, choices 3, 4, 11 and 17: cards that extend these; some are among these themselves."""
    ranks = melds.of_same_ranks(sets) if last_turn else melds.missing_from_sets(sets)
    return JACKS | ranks | melds.next_to_runs(sequences | singles) | melds.of_same_ranks(singles)


@rule
def on_table(cards):
    """Cards of one kind, on both sides."""
    bits = np.int64(0)
    for card in range(CARDS):
        bits |= np.int64(cards[0, card] | cards[1, card]) << card
    return bits


@rule
def pair_in(state, hand):
    """Rule 14, choices 6 and 8: the pair that the player may meld, or 0."""
    pair = melds.in_pairs(hand & ~JACKS)
    if melds.count(hand) > 3 or pair & in_melds(hand) or pair_on_side(state, state.player):
        return np.int64(0)
    return pair


@rule
def pair_on_side(state, player):
    """The pair that a player has melded, or 0."""
    sets = melds.to_bits(state.sets[player])
    return sets & ~melds.in_sets(sets)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.DRAW:
        draw(state, action)
    elif action == DRAW_SECOND:
        take_upcard(state)
        state.second = Second.TAKEN
    elif action >= DISCARD:
        discard(state, action)
        end_turn(state)
    else:
        meld(state, action)


@rule
def draw(state, action):
    """Rules 3 and 16, choice 14: take a card; a pass ends the hand unless somebody has gone out."""
    if action == PASS and state.out == NOBODY:
        end_hand(state, False)
        return
    if action == DRAW_UPCARD:
        take_upcard(state)
    elif action == DRAW_STOCK:
        state.hands[state.player, piles.draw(state.stock)] = 1
        write_down(state, DRAW_STOCK)
    state.phase = Phase.MELD


@rule
def take_upcard(state):
    """Rule 4: the top card of the discard pile goes to the hand. Both know this card."""
    card = piles.draw(state.discard_pile)
    state.hands[state.player, card] = 1
    state.known[state.player, card] = 1
    state.taken = card
    write_down(state, TOOK - card)


@rule
def write_down(state, entry):
    """Remember what the player has done, for `redeal_hidden`."""
    player = state.player
    state.history[player, state.history_length[player]] = entry
    state.history_length[player] += 1


@rule
def remove_from_hand(state, card):
    """Remove the card from the player's hand, seen by all."""
    player = state.player
    state.hands[player, card] = 0
    if state.known[player, card]:
        state.known[player, card] = 0
        write_down(state, GAVE_KNOWN - card)


@rule
def meld(state, action):
    """Rules 4 and 8, choices 1 and 18: cards of the hand are laid down on the own side."""
    player = state.player
    kind = action - MELD
    cards = pair_in(state, melds.to_bits(state.hands[player])) if action == PAIR else MELDS[kind]
    if kind < FIRST_SEQUENCE or action == PAIR:
        lay(state, cards, state.sets[player])
    elif kind < FIRST_MARRIAGE:
        lay(state, cards, state.sequences[player])
    elif kind < FIRST_SINGLE:
        lay(state, cards, state.marriages[player])
    else:
        lay(state, cards, state.singles[player])
    write_down(state, action)
    allowed = state.second == Second.NOT_NOW and cards & melds.bit(state.taken) and state.discard_pile.height > 0
    state.second = Second.ALLOWED if allowed else Second.NOT_NOW
    state.taken = NO_CARD
    if state.hands[player].sum() == 0:
        end_turn(state)


@rule
def lay(state, cards, side):
    """Cards of the hand go to the table."""
    for card in range(CARDS):
        if cards >> card & 1:
            remove_from_hand(state, card)
            side[card] = 1


@rule
def discard(state, action):
    """Rules 13, 15 and 18, choice 2: a card goes on the discard pile, unless the last turn goes without.

    Knowledge of the last card stays when it is discarded face down.
    """
    if action == PASS:
        return
    player = state.player
    if action == DISCARD_FACE_DOWN:
        card = state.hands[player].argmax()
        state.hands[player, card] = 0
        state.covered = state.discard_pile.height
    else:
        card = action - DISCARD
        remove_from_hand(state, card)
    piles.push(state.discard_pile, card)
    write_down(state, action)


@rule
def end_turn(state):
    """Rules 13, 16 and 18; the bound on turns stops the hand."""
    state.taken = NO_CARD
    state.second = Second.NOT_NOW
    if state.out != NOBODY:
        hand_over(state)
        end_hand(state, False)
        return
    if state.hands[state.player].sum() == 0:
        state.out = state.player
    else:
        state.turns += 1
        if state.turns == state.options.max_turns:
            end_hand(state, True)
            return
    state.player = 1 - state.player
    state.phase = Phase.DRAW


@rule
def hand_over(state):
    """Rule 18: the cards left go to the side of the player who has gone out."""
    for card in range(CARDS):
        if state.hands[state.player, card]:
            remove_from_hand(state, card)
            state.singles[state.out, card] = 1


@rule
def end_hand(state, stopped):
    """Rules 19 and 20, choice 15: the sides are scored, and the next hand follows or the game is over.

    The game is truncated if it was the bound on turns that ended it.
    """
    for player in range(SEATS):
        state.score[player] += points_on_side(state, player)
    next_hand(state, 1 - state.dealer)
    state.truncated = stopped and state.over


@rule
def points_on_side(state, player):
    """Rule 19, choices 12 and 13: points of the cards on a player's side; marriages count twice."""
    points = 0
    for card in range(CARDS):
        held = state.sets[player, card] + state.sequences[player, card] + state.singles[player, card]
        points += POINTS[card] * (held + 2 * state.marriages[player, card])
    return points


@rule
def observe(state, player, view):
    """Computed fields of the view: possible melds, whether the discard is known, and progress of the match."""
    hand = melds.to_bits(state.hands[player])
    melds.from_bits(in_melds(hand), 0, view.in_melds)
    melds.from_bits(fits(state), 0, view.fits)
    if hidden_discard(state, player) != NO_CARD:
        view.discard_pile.cards[state.covered] = NO_CARD
    view.face_down = state.covered != NOTHING
    view.turns_left = state.options.max_turns - state.turns
    for seat in range(SEATS):
        other = player if seat == 0 else 1 - player
        view.points[seat] = points_on_side(state, other)


@rule
def hidden_discard(state, player):
    """The other player's discard face down, if it was no card that both knew; -1 if there is none."""
    if state.covered == NOTHING or state.out == player:
        return np.int16(NO_CARD)
    card = state.discard_pile.cards[state.covered]
    return np.int16(NO_CARD) if state.known[state.out, card] else card


@rule
def redeal_hidden(state, player):
    """Redraws the stock, and the other hand except known cards, or the hidden discard of a player without cards.

    Draws the cards again until the other player could have played this hand with them; after thousands of failed draws
    they stay.
    """
    other = 1 - player
    known = melds.to_bits(state.known[other])
    put_away = hidden_discard(state, player)
    hidden = melds.to_bits(state.hands[other]) & ~known | melds.bit(put_away)
    for card in range(CARDS):
        if hidden >> card & 1:
            state.hands[other, card] = 0
            piles.push(state.stock, card)
    found = draw_again(state, other, hidden, known)
    height = state.stock.height
    state.stock.height = 0
    for place in range(height):
        card = state.stock.cards[place]
        state.stock.cards[place] = NO_CARD
        if not found >> card & 1:
            piles.push(state.stock, card)
        elif put_away != NO_CARD:
            state.discard_pile.cards[state.covered] = card
        else:
            state.hands[other, card] = 1


@rule
def draw_again(state, player, hidden, known):
    """As many cards as are hidden, from the shuffled stock, with which the player could have played so far."""
    number = melds.count(hidden)
    for _ in range(TRIES):
        piles.shuffle(state, state.stock)
        cards = np.int64(0)
        for place in range(number):
            cards |= melds.bit(state.stock.cards[state.stock.height - 1 - place])
        if number == 0 or could_have_played(state, player, known | cards, known):
            return cards
    return hidden


@rule
def could_have_played(state, player, hand, known):
    """Returns whether all melds of the player were and are legal with this hand, going back draw by draw.

    Single cards and pairs show that they were part of no other meld (rule 11).

    Each unknown card is as likely as the next to be the one that was drawn from the stock. So every way in which the
    hand could have come about has the same chance.
    """
    if state.second == Second.TAKEN and state.player == player and not can_meld(state, hand, melds.bit(state.taken)):
        return False
    for place in range(state.history_length[player] - 1, -1, -1):
        entry = state.history[player, place]
        if entry == DRAW_STOCK:
            hand ^= random_card(state, hand & ~known)
        elif entry <= GAVE_KNOWN:
            known |= melds.bit(GAVE_KNOWN - entry)
        elif entry <= TOOK:
            hand ^= melds.bit(TOOK - entry)
            known ^= melds.bit(TOOK - entry)
        elif entry >= DISCARD:
            hand |= melds.bit(entry - DISCARD) if entry < DISCARD_FACE_DOWN else 0
        else:
            cards = pair_on_side(state, player) if entry == PAIR else MELDS[entry - MELD]
            hand |= cards
            if entry >= SINGLE and cards & in_melds(hand):
                return False
    return True


@rule
def random_card(source, hand):
    """One of the cards, as a number; 0 of none."""
    for _ in range(rng.below(source, melds.count(hand))):
        hand &= hand - 1
    return hand & -hand


def score_range(options, num_players):
    """Half of what can lie on one side, in each hand; see Rewards."""
    return options.hands * MOST_POINTS / 2


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    return wrong_bounds(state) or wrong_turn(state) or wrong_melds(state) or wrong_history(state)


def wrong_bounds(state) -> str:
    """The first problem of the numbers that end a hand or the game."""
    if state.turns > state.options.max_turns - (not state.over):
        return "turns: the hand is stopped by then"
    if state.score.max() > (HANDS - state.options.hands + state.hands_over) * MOST_POINTS:
        return "score: this number of hands does not bring these points"
    return ""


def wrong_turn(state) -> str:
    """The first problem of the phase and of the player who has gone out."""
    held, melds_now, pile = state.hands.sum(axis=1), state.phase == Phase.MELD, state.discard_pile
    if held[state.player] > HAND_SIZE + (melds_now and state.second != Second.ALLOWED) or held.max() > HAND_SIZE + 1:
        return f"hands: they have {HAND_SIZE} cards at most, and one more for the player who has drawn"
    if held[1 - state.player] > HAND_SIZE:
        return f"hands: they have {HAND_SIZE} cards at most"
    if state.out != NOBODY and (state.out == state.player or held[state.out]):
        return "out: it is nobody, or the other player without cards"
    if state.covered != NOTHING and (state.out == NOBODY or state.covered >= pile.height):
        return "covered: the player who has gone out has discarded a card of the discard pile"
    if state.taken != NO_CARD and not (melds_now and state.known[state.player, state.taken]):
        return "taken: it is known to be in the hand of the player who has drawn"
    if state.second == Second.ALLOWED and not (melds_now and state.taken == NO_CARD and pile.height):
        return "second: there is no next card that may be taken now"
    if state.second == Second.TAKEN and state.taken == NO_CARD:
        return "second: no card has just been taken"
    return ""


def wrong_melds(state) -> str:
    """The first problem of the sides and of the cards known."""
    for player in range(SEATS):
        sets, sequences, marriages = (
            melds.to_bits(cards[player]) for cards in (state.sets, state.sequences, state.marriages)
        )
        if sets & JACKS or melds.count(sets & ~melds.in_sets(sets)) not in (0, 2) or sets & ~melds.in_pairs(sets):
            return "sets: they have three or four cards of a rank, no jacks, and there is one pair at most"
        if sequences & ~NUMBERS or melds.outside_runs(sequences):
            return "sequences: they have three or more number cards of a suit"
        if marriages & QUEENS | (marriages & QUEENS) << 1 != marriages:
            return "marriages: they are queen and king of a suit"
    return ""


def wrong_history(state) -> str:
    """The first problem of the cards known and of the players' history in this hand; both may be left out."""
    for player in range(SEATS):
        held = state.hands[player].copy()
        if player == state.out and state.covered != NOTHING:
            held[state.discard_pile.cards[state.covered]] = 1
        if (state.known[player] > held).any():
            return "known: these cards are not in the hand"
        length = state.history_length[player]
        if length > TURN_ENTRIES * (state.turns // 2 + 2) + MELD_ENTRIES:
            return "history_length: it is too long for these turns"
        if np.isin(state.history[player, :length], (DRAW_UPCARD, DRAW_SECOND, PASS)).any():
            return "history: it has no such entries"
    return ""


LAYOUT = Layout(
    (
        Hands("hand", known="known"),
        Beside(STOCK, Spread("discard_pile", "discard pile")),
        Beside(
            Spread("sets", sets=True, sparse=True),
            Spread("sequences", sparse=True),
            Spread("marriages", sparse=True),
            Spread("singles", sparse=True),
        ),
    ),
    noted=("in_melds", "fits", "taken"),
    says={
        "draw second": "Take the next discard too",
        "set": "Meld {}",
        "sequence": "Meld the run {}",
        "marriage": "Meld the marriage {}",
        "single": "Meld {}",
        "pair": "Meld the pair and go out",
        "discard face down": "Discard face down and go out",
    },
    titles={
        "out": "went out",
        "hands_left": "hands left",
    },
    phases={
        "draw": "Take a card: from the stock or the discard pile",
        "meld": "Meld or discard",
    },
    rules={
        "draw stock": (3,),
        "draw upcard": (3,),
        "draw second": (4,),
        "set": (5,),
        "sequence": (6,),
        "marriage": (7,),
        "single": (10, 12),
        "pair": (14,),
        "discard": (15,),
        "discard face down": (15,),
        "pass": (18,),
    },
)

GAME = Game(
    name="umtali",
    version=0,
    title="Umtali",
    family="rummy",
    players=(SEATS, SEATS),
    default_players=SEATS,
    score_range=score_range,
    rest="stock",
    **declared_in(__name__),
)
