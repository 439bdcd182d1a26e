"""Ristiseiska.

A Finnish game of the sevens family for three to five players, named after the seven of clubs. Cards are added to rows
in suit, and a player who cannot add one gets another from the right.

Rules
-----
1. The whole pack of 52 is dealt one card at a time, from the dealer's left; hands may differ by one card.
2. The holder of 7♣ starts, by playing it.
3. Then the players have their turns one after the other, to the left.
4. One may play a 7; next to a 7 that lies, the 6 or 8 of its suit; below the 6 the next lower card of the suit, and
   above the 8 the next higher one.
5. An ace closes the lower end of its row, a king the upper end.
6. A player who can play must play, one card.
7. A player who cannot play in the own first turn passes.
8. A player who cannot play later on begs: the player to the right gives one card, face down, and the beggar's turn
   ends.
9. Nobody's last card can be begged. Instead the next player to the right with more than one card gives.
10. A player who begs though able to play gets a card from each other player.
11. The first player without cards wins.
12. A 7 can be played whatever lies already.
13. Before its 7 lies, no other card of a suit can be played.
14. In a turn just one card is played or given, or none.
15. The one who gives is the player whose turn it was before, if rule 9 does not look further.
16. A beggar keeps all cards; the giver has one less.
17. Hands and rows are always the 52 cards of the pack.

Sources
-------
[Denexa Games, Ristiseiska](https://denexa.com/blog/tag/ristiseiska); the pages of
[Wikipedia](https://en.wikipedia.org/wiki/Ristiseiska), [korttipelit.net](http://www.korttipelit.net/ristiseiskaEn) and
Board Game Arena for the points below, which describe somewhat different games.

Choices where the text is silent
--------------------------------
1. Begging is automatic: it cannot be done by a player who can play, so rule 10 never applies. With ``false_begging`` it
   can be done in every turn but the own first one. It is found out at once: the others give a card each, from the
   right, but nobody the last one (rule 9), and the turn ends. If nobody has a card to give, nobody begs falsely.
2. The first turn of rule 7 is each player's own first one.
3. A card that was given cannot be played at once: the turn is over.
4. If all others have a single card, the beggar's turn ends without a card.
5. Any card may be given, also one that can be played.
6. The 6 and the 8 of a suit may come in any order. With ``six_before_eight`` the 6 comes first, then the 8, then the
   cards beyond either.
7. An ace or a king brings no further card in the same turn.
8. The others rank by the cards they have left, the fewest first. Nothing but the score depends on it.
9. As rule 9 protects last cards, nobody can win by giving.
10. If the cards do not go round evenly, the first players from the dealer's left have one more.

Options
-------
``six_before_eight``: whether the 8 of a suit must wait for its 6, and the 5 for the 8.
``false_begging``: whether a player who can play may beg, and pays for it.
``max_turns``: turns of all players together after which the game is stopped.

Rewards
-------
The winner gets +1, the others share -1. In a stopped game those with the fewest cards share +1 and the others share
-1, or all get 0 if all have equally many. The score is less by one for each card left.

End
---
When a player has no cards left. Somebody can always play, but a single card that can be played may be handed on with
the turn for ever: after ``max_turns`` the game is truncated, and also when passes and cards begged for come near to
500, which only false begging can bring about before. Random players need 49 turns on average when there are three of
them and 46 when there are five.

Written deck
------------
Cards go round from the dealer's left, the first card first.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import rewards, rng
from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import CARD_WORDS, CARDS
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Cards, Choice, Flag, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.families import dealing, melds, rows, tricks
from cardzoo.envs.scene import Arrangement, Hands, Layout, Look, Suits

SEATS = Seats(5)
SEVEN_OF_CLUBS = CARD_WORDS.index("7♣")
MOST_TURNS = 500
MOST_SHOWS = 500
ALL_SEATS = (1 << SEATS) - 1
NOBODY = NO_SHOW = -1
NO_GIFT = CARDS * SEATS
FINE = NO_GIFT + CARDS

EXCHANGES = 400
MOST_WRONG = 3  # faults that a history between two others may have
ODDS = 3  # one fault more makes a history rarer by this factor


class Phase(IntEnum):
    """Decisions of the player who is asked."""

    TURN = 0
    GIVE = 1
    FINE = 2


ACTIONS = Actions(
    Block("play", CARDS, doc="add a card of the hand to the rows"),
    Block("give", CARDS, doc="give a card of the hand to the player who begs"),
    Block("pass", doc="play no card in the own first turn, when none can be played"),
    Block("beg", doc="beg though a card can be played, with the option false_begging"),
)
GIVE = ACTIONS.first("give")
PASS = ACTIONS.first("pass")
BEG = ACTIONS.first("beg")

STATE = State(
    Choice("phase", Phase, doc="what the player who is asked decides"),
    Cards("hands", SEATS, doc="the players' hands"),
    Cards("layout", doc="the cards that lie in the rows"),
    Pile("stock", CARDS, doc="the pack before the deal"),
    Number("turns", high=MOST_TURNS - 1, doc="turns that are over"),
    Seat("on_turn", SEATS, doc="the player whose turn it is: who plays, passes or begs"),
    Number("played_in", CARDS, high=MOST_TURNS - 1, default=None, optional=True, doc="the turn a card was played in"),
    Number("shows", high=MOST_SHOWS, doc="how often all have seen that a player could not play, or pay a fine"),
    Number("show_turns", MOST_SHOWS, high=MOST_TURNS - 1, doc="the turns of these"),
    Number(
        "gifts",
        MOST_SHOWS,
        high=FINE + NO_GIFT - 1,
        doc=f"what the player got then: {CARDS} times the giver's seat plus the card, {NO_GIFT} for nothing (yet); "
        f"{FINE} more for a card that was paid for begging falsely",
    ),
    Number(
        "ruled_out",
        SEATS,
        CARDS,
        high=ALL_SEATS,
        doc="the players who cannot hold a card by all that a player has seen, as the sum of 2 to the power of each",
    ),
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    "layout",
    Cards("fits", doc="the cards that can be played now by who holds them"),
    Cards("known", SEATS, doc="cards that this seat knows another player to hold"),
    Cards("lacks", SEATS, doc="cards of other hands that this seat knows another player not to hold"),
    Number("hand_sizes", SEATS, high=CARDS, shows="hands", doc="cards in each hand"),
    "on_turn",
    Number("asked", SEATS, shows="player", doc="1 for the player who is to act: who plays, passes or gives"),
    Number("begged", SEATS, SEATS, high=MOST_SHOWS, doc="cards that a player has got by begging from each player"),
    "turns",
    Number("turns_left", high=MOST_TURNS, doc="turns until the game is stopped, this one included"),
    Number("shows_left", high=MOST_SHOWS, doc="passes and cards begged for until the game is stopped"),
    "phase",
)

OPTIONS = Options(
    Flag("six_before_eight", doc="whether the 8 of a suit must wait for its 6, and the 5 for the 8"),
    Flag("false_begging", doc="whether a player who can play may beg, and pays for it"),
    Number("max_turns", low=1, high=MOST_TURNS, default=MOST_TURNS, doc="turns after which the game is truncated"),
)


@rule
def deal(state):
    """Rules 1 and 2, choice 10: all cards; the holder of 7♣ begins."""
    dealing.deal_out(state)
    for player in range(state.num_players):
        if state.hands[player, SEVEN_OF_CLUBS] > 0:
            state.player = state.on_turn = player
    forget_all(state)


@rule
def legal_actions(state, mask):
    """Rules 2, 4, 6, 7 and 8, choice 5: a card that fits, else a pass; or a card to give."""
    hand = state.hands[state.player]
    if state.phase != Phase.TURN:
        tricks.mask_any(hand, mask[GIVE:])
    elif state.turns == 0:
        mask[SEVEN_OF_CLUBS] = 1
    else:
        playable = melds.to_bits(hand) & fitting_in(state, state.turns)
        melds.from_bits(playable, 0, mask)
        mask[PASS] = playable == 0
        if state.options.false_begging and state.turns >= state.num_players and find_giver(state, 0) != NOBODY:
            mask[BEG] = 1


@rule
def fitting_in(state, turn):
    """Rules 4, 5, 12 and 13, choice 6: the cards that could be played in a turn, this or an earlier one, as bits."""
    layout, played_in = state.layout, state.played_in
    laid = np.int64(0)
    for card in range(CARDS):
        laid |= np.int64(layout[card] > 0 and played_in[card] < turn) << card
    return rows.fitting(laid, state.options.six_before_eight)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.GIVE:
        give(state, action - GIVE)
    elif state.phase == Phase.FINE:
        pay(state, action - GIVE)
    elif action == PASS:
        show_lacks(state)
    elif action == BEG:
        ask(state, Phase.FINE, 0)
    else:
        play(state, action)
    if not state.over and state.phase == Phase.TURN:
        end_turn(state)


@rule
def play(state, card):
    """Rules 4 and 11, choice 7: a card is added to its row; the first without cards ends the game."""
    state.hands[state.player, card] = 0
    state.layout[card] = 1
    state.played_in[card] = state.turns
    if state.hands[state.player].sum() == 0:
        end_game(state)


@rule
def end_game(state):
    """Rule 11, choice 8: scores are the cards left, as losses."""
    state.over = True
    for player in range(state.num_players):
        state.score[player] = -state.hands[player].sum()
    rewards.reward_best_score(state)


@rule
def ask(state, phase, distance):
    """Rules 8 to 10: the next player to the right who has more than one card is to give one, if there is one."""
    giver = find_giver(state, distance)
    state.phase = Phase.TURN if giver == NOBODY else phase
    if giver != NOBODY:
        state.player = giver


@rule
def give(state, card):
    """Rules 8 and 16, choices 3 and 5: the player asked gives a card to the beggar."""
    state.gifts[state.shows - 1] = CARDS * state.player + card
    hand_over(state, card)
    state.phase = Phase.TURN


@rule
def pay(state, card):
    """Rules 10 and 16, choice 1: the player asked gives a card to the beggar, as do all others."""
    giver = state.player
    state.show_turns[state.shows] = state.turns
    state.gifts[state.shows] = FINE + CARDS * giver + card
    state.shows += 1
    hand_over(state, card)
    ask(state, Phase.FINE, (state.on_turn - giver + state.num_players) % state.num_players)


@rule
def hand_over(state, card):
    """A card goes from the player who is asked to the beggar."""
    tricks.give(state, card, state.player, state.on_turn)
    note_gift(state, state.player, state.on_turn, card)


@rule
def end_turn(state):
    """Rules 3 and 6 to 9, choices 1 and 4: up to the next player who has something to decide."""
    while state.turns + 1 < state.options.max_turns and state.shows + state.num_players <= MOST_SHOWS:
        state.turns += 1
        state.player = state.on_turn = (state.on_turn + 1) % state.num_players
        if state.turns < state.num_players or can_play(state):
            return
        show_lacks(state)
        ask(state, Phase.GIVE, 0)
        if state.phase == Phase.GIVE:
            return
    state.truncated = True
    end_game(state)


@rule
def can_play(state):
    """Rule 6: returns whether the player whose turn it is holds a card that fits."""
    return melds.to_bits(state.hands[state.on_turn]) & fitting_in(state, state.turns) != 0


@rule
def find_giver(state, distance):
    """Rules 8, 9 and 15, choice 4: the first player farther to the right of the beggar who has more than one card."""
    for farther in range(distance + 1, state.num_players):
        giver = (state.on_turn - farther + state.num_players) % state.num_players
        if state.hands[giver].sum() > 1:
            return giver
    return NOBODY


@rule
def show_lacks(state):
    """Rules 7 and 8: all see that the player whose turn it is holds no card that fits."""
    state.show_turns[state.shows] = state.turns
    state.gifts[state.shows] = NO_GIFT
    state.shows += 1
    note_lacks(state, state.on_turn, state.turns)


@rule
def forget_all(state):
    """Rule 2: common knowledge before the first card is played."""
    state.ruled_out[:] = 0
    for player in range(state.num_players):
        state.ruled_out[player, SEVEN_OF_CLUBS] = ALL_SEATS - (1 << seat_of_turn(state, 0))


@rule
def seat_of_turn(state, turn):
    """Rule 3: the seat whose turn it was."""
    return (state.on_turn + state.num_players * state.turns - state.turns + turn) % state.num_players


@rule
def note_lacks(state, player, turn):
    """Record that the player lacks the cards that fitted."""
    cards = fitting_in(state, turn)
    for card in range(CARDS):
        if cards >> card & 1:
            for witness in range(state.num_players):
                state.ruled_out[witness, card] |= 1 << player


@rule
def note_gift(state, giver, taker, card):
    """The giver knows where the card is. To the others it may have been any card that the giver may have held."""
    for witness in range(state.num_players):
        if witness == giver:
            state.ruled_out[witness, card] = ALL_SEATS - (1 << taker)
        elif witness != taker:
            for other in range(CARDS):
                if not state.ruled_out[witness, other] >> giver & 1:
                    state.ruled_out[witness, other] &= ALL_SEATS - (1 << taker)


@rule
def observe(state, player, view):
    """Computed fields of the view: all that the seat has been shown, given and asked for."""
    seats = state.num_players
    view.turns_left = state.options.max_turns - state.turns
    view.shows_left = MOST_SHOWS - state.shows
    for show in range(state.shows):
        if is_gift(state, show):
            beggar = seat_of_turn(state, state.show_turns[show])
            giver = giver_of(state, show)
            view.begged[(beggar - player + seats) % seats, (giver - player + seats) % seats] += 1
    melds.from_bits(fitting_in(state, state.turns) & ~melds.to_bits(state.layout), 0, view.fits)
    for seat in range(1, seats):
        show_memory(state, player, (player + seat) % seats, view.lacks[seat], view.known[seat])


@rule
def show_memory(state, player, other, lacks, known):
    """The cards of other hands that another player cannot hold, and those that it alone can.

    Args:
        state: the table.
        player: the seat that remembers.
        other: the other player's seat.
        lacks: (52,) set to 1 for the cards that it cannot hold.
        known: (52,) set to 1 for those that it alone can.
    """
    rest = (1 << state.num_players) - 1 & ~(1 << player | 1 << other)
    hand, layout, ruled_out = state.hands[player], state.layout, state.ruled_out[player]
    for card in range(CARDS):
        is_elsewhere = (hand[card] == 0) & (layout[card] == 0)
        lacks[card] = is_elsewhere & (ruled_out[card] >> other & 1)
        known[card] = is_elsewhere & (ruled_out[card] & (rest | 1 << other) == rest)


@rule
def redeal_hidden(state, player):
    """Redraws the other hands and the others' gifts: any deal with any gifts that fit is equally likely.

    A chain of random exchanges of the ways of two or three cards, from the deal up to some turn or up to now. Each
    exchange keeps the player's own cards and gifts and the cards that were played. The chain may pass through histories
    with faults: somebody passed or begged with a card that fitted, or played without one. Without faults it could not
    get from some histories to others; histories with more faults are rarer. It ends at a history without faults. So the
    others' memories agree with their new hands as well.
    """
    if state.hands.sum() == state.hands[player].sum():
        return
    wrong, number = 0, 0
    while number < EXCHANGES:
        wrong = exchange(state, player, wrong)
        number += wrong == 0
    remember(state)


@rule
def remember(state):
    """Rebuild the common knowledge from all that has been shown and given."""
    forget_all(state)
    for show in range(state.shows):
        turn = state.show_turns[show]
        if not is_fine(state, show):
            note_lacks(state, seat_of_turn(state, turn), turn)
        if is_gift(state, show):
            note_gift(state, giver_of(state, show), seat_of_turn(state, turn), state.gifts[show] % CARDS)


@rule
def exchange(state, player, wrong):
    """Exchange the ways of two or three random cards, each of which takes the way of the next.

    The third card is the first one half of the time. Their ways lead from the deal up to now. Or else, half of the
    time, they begin before a gift or end after one, of which the first card is the one given; there all of them are in
    one hand. All know the first holder of 7♣. Returns the number of faults then.
    """
    start, end, turn = 0, state.shows, state.turns
    gift = draw_gift(state, player)
    if gift == NO_SHOW or rng.below(state, 2):
        first = draw_hidden(state, player, end, turn)
    else:
        first = state.gifts[gift] % CARDS
        other = draw_gift(state, player)
        if rng.below(state, 2):
            start = gift
            gift = other if rng.below(state, 2) else state.shows
        elif rng.below(state, 2):
            start = other
        if start > gift:
            return wrong
        if gift < state.shows:
            end, turn = gift + 1, state.show_turns[gift]
    second = draw_hidden(state, player, end, turn)
    third = draw_hidden(state, player, end, turn) if rng.below(state, 2) else first
    if second in (first, third) or SEVEN_OF_CLUBS in (first, second, third):
        return wrong
    seats = (
        seat_after(state, first, end, turn),
        seat_after(state, second, end, turn),
        seat_after(state, third, end, turn),
    )
    is_now = end == state.shows and turn == state.turns
    if min(seats) == NOBODY or (not is_now and min(seats) != max(seats)):
        return wrong
    added = count_added(state, player, (first, second, third), seats, start, end)
    if wrong + added > MOST_WRONG:
        return wrong
    if is_now or state.options.false_begging:
        added -= count_unable(state)
    exchange_ways(state, (first, second, third), seats, start, end, is_now)
    if is_now or state.options.false_begging:
        added += count_unable(state)
    if wrong + added <= MOST_WRONG and (added <= 0 or rng.below(state, ODDS**added) == 0):
        return wrong + added
    if third == first:
        exchange_ways(state, (first, second, third), (seats[1], seats[0], seats[1]), start, end, is_now)
    else:
        exchange_ways(state, (first, third, second), (seats[1], seats[0], seats[2]), start, end, is_now)
    return wrong


@rule
def exchange_ways(state, cards, seats, start, end, is_now):
    """The first card takes the way of the second one, that one the third one's, that one the first one's.

    Args:
        state: the table.
        cards: the three cards; the third may be the first one.
        seats: holder of each of them now.
        start: the first show of the ways.
        end: the show after the last one.
        is_now: whether the ways lead up to now, and the cards change hands.
    """
    first, second, third = cards
    for show in range(start, end):
        if is_gift(state, show):
            given = state.gifts[show] % CARDS
            if given == second:
                state.gifts[show] += first - given
            elif given == third:
                state.gifts[show] += second - given
            elif given == first:
                state.gifts[show] += third - given
    if is_now:
        tricks.give(state, first, seats[0], seats[1])
        tricks.give(state, second, seats[1], seats[2])
        if third != first:
            tricks.give(state, third, seats[2], seats[0])


@rule
def draw_gift(state, player):
    """The number of a random gift of which the player does not know the card; -1 if there has been none."""
    chosen, number = NO_SHOW, 0
    for show in range(state.shows):
        taker = seat_of_turn(state, state.show_turns[show])
        if is_gift(state, show) and player not in (giver_of(state, show), taker):
            number += 1
            if rng.below(state, number) == 0:
                chosen = show
    return chosen


@rule
def draw_hidden(state, player, shows, turn):
    """A random card that lay in another hand after the turn and after this number of shows."""
    while True:
        card = rng.below(state, CARDS)
        if seat_after(state, card, shows, turn) not in (player, NOBODY):
            return card


@rule
def is_gift(state, show):
    """Returns whether a card was given there."""
    return state.gifts[show] != NO_GIFT


@rule
def is_fine(state, show):
    """Returns whether the card was given to a player who could play."""
    return state.gifts[show] >= FINE


@rule
def giver_of(state, show):
    """The player who gave the card."""
    return (state.gifts[show] - FINE * is_fine(state, show)) // CARDS


@rule
def seat_after(state, card, shows, turn):
    """The holder of the card after the turn and after this number of shows; -1 if it had been played."""
    seat = holder(state, card)
    if state.layout[card] > 0 and state.played_in[card] > turn:
        seat = seat_of_turn(state, state.played_in[card])
    if seat != NOBODY:
        for later in range(state.shows - 1, shows - 1, -1):
            if is_gift(state, later) and state.gifts[later] % CARDS == card:
                seat = giver_of(state, later)
    return seat


@rule
def holder(state, card):
    """The holder of the card, -1 if nobody holds it."""
    for player in range(state.num_players):
        if state.hands[player, card] > 0:
            return player
    return NOBODY


@rule
def count_added(state, player, cards, seats, start, end):
    """Number of fitting cards that the exchange adds to hands without one; a large number if it is impossible.

    Args:
        state: the table.
        player: the seat that must not notice.
        cards: the three cards that exchange their ways; the third may be the first one.
        seats: holder of each of them at the end.
        start: the first show of the ways.
        end: the show after the last one.
    """
    first, second, third = cards
    first_at, second_at, third_at = seats
    added = 0
    for show in range(end - 1, start - 1, -1):
        turn = state.show_turns[show]
        asker = seat_of_turn(state, turn)
        if is_gift(state, show) and state.gifts[show] % CARDS in cards:
            given, giver = state.gifts[show] % CARDS, giver_of(state, show)
            if player in (giver, asker):
                return CARDS
            first_at = giver if given == first else first_at
            second_at = giver if given == second else second_at
            third_at = giver if given == third else third_at
        if not is_fine(state, show):
            playable = fitting_in(state, turn)
            added += (playable >> first & 1) * (int(second_at == asker) - int(first_at == asker))
            added += (playable >> second & 1) * (int(third_at == asker) - int(second_at == asker))
            added += (playable >> third & 1) * (int(first_at == asker) - int(third_at == asker))
    if start == 0:
        return CARDS if player in (first_at, second_at, third_at) else added
    return added if first_at == second_at == third_at else CARDS


@rule
def count_unable(state):
    """Number of players without a fitting card among those with the choice to play and those who begged falsely."""
    number = 0
    if not state.over and state.phase == Phase.TURN and state.turns >= state.num_players:
        number += not can_play(state)
    if state.options.false_begging:
        turn = -1
        for show in range(state.shows):
            if is_fine(state, show) and state.show_turns[show] != turn:
                turn = state.show_turns[show]
                number += not could_play(state, turn, show)
        if state.phase == Phase.FINE and turn != state.turns:
            number += not could_play(state, state.turns, state.shows)
    return number


@rule
def could_play(state, turn, shows):
    """Returns whether the player whose turn it was held a card that fitted, before what was shown next."""
    playable, player = fitting_in(state, turn), seat_of_turn(state, turn)
    card = 0
    while card < CARDS and not (playable >> card & 1 and seat_after(state, card, shows, turn) == player):
        card += 1
    return card < CARDS


def check(state) -> str:
    """The first problem of a written position, in words, or nothing. Fills in common knowledge left out."""
    wrong = wrong_rows(state) or wrong_history(state)
    if wrong:
        return wrong
    written = state.ruled_out.copy()
    remember(state)
    if written.any() and (written != state.ruled_out).any():
        return "ruled_out: something else has been shown"
    if state.over:
        return ""
    if not state.hands[: state.num_players].any(axis=1).all():
        return "hands: a player without cards has won"
    if state.turns >= state.options.max_turns or state.shows + state.num_players > MOST_SHOWS + 1:
        return "turns: the game has been stopped before"
    return wrong_phase(state)


def wrong_rows(state) -> str:
    """The first problem of the turns in which cards were played; a position may leave them out."""
    turns = [int(turn) for turn in state.played_in if turn >= 0]
    if (state.layout[state.played_in >= 0] == 0).any() or len(set(turns)) < len(turns):
        return "played_in: one card a turn, which lies in a row"
    for card in np.flatnonzero(state.played_in >= 0):
        turn = state.played_in[card]
        if turn > state.turns - (not state.over) or not int(fitting_in(state, turn)) >> card & 1:
            return f"played_in: {CARD_WORDS[card]} did not fit then"
    return ""


def wrong_history(state) -> str:
    """The first problem of the shows, going back from the hands."""
    shows = int(state.shows)
    turns, fines = state.show_turns[:shows].tolist(), [bool(is_fine(state, show)) for show in range(shows)]
    if (
        turns != sorted(turns)
        or (shows and turns[-1] > state.turns)
        or (any(fines) and not state.options.false_begging)
    ):
        return "show_turns: they are in order, up to this turn"
    if state.show_turns[shows:].any() or state.gifts[shows:].any():
        return "shows: there are more than these"
    holders = {int(card): player for player, hand in enumerate(state.hands) for card in np.flatnonzero(hand)}
    played = {int(state.played_in[card]): int(card) for card in np.flatnonzero(state.played_in >= 0)}
    for turn in range(int(state.turns), -1, -1):
        asker, here = int(seat_of_turn(state, turn)), [show for show in range(shows) if turns[show] == turn]
        if turn in played:
            holders[played[turn]] = asker
        if here and (turn in played or (len(here) > 1 and not all(fines[show] for show in here))):
            return f"show_turns: turn {turn} has another show"
        givers = [int(giver_of(state, show)) for show in here if is_gift(state, show)]
        distances = [(asker - giver) % state.num_players for giver in givers]
        if distances != sorted(set(distances)) or 0 in distances or any(giver >= state.num_players for giver in givers):
            return f"gifts: another player gave one in turn {turn}, each from the right"
        if givers and turn < state.num_players:
            return f"gifts: nobody begs in turn {turn}"
        for show in reversed(here):
            card = int(state.gifts[show] % CARDS)
            if is_gift(state, show) and holders.get(card) != asker:
                return f"gifts: player {asker} did not get {CARD_WORDS[card]}"
            if is_gift(state, show):
                holders[card] = int(giver_of(state, show))
        playable = int(fitting_in(state, turn))
        could_play = any(holder == asker and playable >> card & 1 for card, holder in holders.items())
        if here and could_play != fines[here[0]]:
            return f"shows: player {asker} {'held' if could_play else 'did not hold'} a card that fitted in turn {turn}"
    return ""


def wrong_phase(state) -> str:
    """The first problem of the player who is asked."""
    here = [show for show in range(state.shows) if state.show_turns[show] == state.turns]
    if state.turns == 0 or state.hands[:, SEVEN_OF_CLUBS].any():
        is_first = state.turns == 0 and state.phase == Phase.TURN and not here and state.player == state.on_turn
        if not is_first or not state.hands[state.player, SEVEN_OF_CLUBS] or state.layout.any():
            return f"turns: {CARD_WORDS[SEVEN_OF_CLUBS]} is played in the first one, by its holder"
        return ""
    if state.phase == Phase.TURN:
        if state.player != state.on_turn or here:
            return "player: it is the turn of the player in on_turn, who has shown nothing yet"
        return "" if state.turns < state.num_players or can_play(state) else "phase: a player who cannot play begs"
    last = (state.on_turn - giver_of(state, here[-1])) % state.num_players if here and state.phase == Phase.FINE else 0
    if state.turns < state.num_players or state.player != find_giver(state, last):
        return "player: from the right, the next one with more than one card gives"
    if state.phase == Phase.GIVE:
        return "" if here and not is_gift(state, here[-1]) else "shows: a beggar has shown that no card fits"
    if not state.options.false_begging or (here and not is_fine(state, here[0])):
        return "phase: nobody pays here for begging falsely"
    return "" if could_play(state, state.turns, here[0] if here else state.shows) else "hands: the beggar could play"


def name_beggar(before: Look, after: Look) -> str:
    """The player who gets the card, and the reason."""
    could = "could have played" if before.phase == "fine" else "could not play"
    return f"{before.marked('on_turn')} {could} and took the card"


LAYOUT = Layout(
    (Hands("hand", known="known"), Suits("layout", "", Arrangement.LIST)),
    noted=("fits", "lacks"),
    says={
        "beg": "Beg for a card",
    },
    secretly={"give": "gave a card face down"},
    then={"give": name_beggar},
    titles={
        "begged": "begged",
    },
    phases={
        "turn": "Add a card to the rows",
        "give": "Give a card to the player who begs",
        "fine": "Give a card: the beggar could have played",
    },
    rules={"play": (4, 6), "give": (8,), "pass": (7,), "beg": (10,)},
    against=0,
)

GAME = Game(
    name="ristiseiska",
    version=0,
    title="Ristiseiska",
    family="shedding",
    players=(3, SEATS),
    default_players=4,
    score_range=CARDS,
    rest="layout",
    **declared_in(__name__),
)
