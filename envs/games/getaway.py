"""Getaway.

A trick-taking game for three to eight players, known as Bhabhi, in which nobody wants to be the last with cards:
a player who cannot follow suit stops the trick, and the player who was winning it takes its cards into hand.

Rules
-----
1. The whole pack of 52 is dealt one card at a time, from the dealer's left; hands may differ by one card.
2. The holder of A♠ leads it to the first trick.
3. Follow suit if able; otherwise play any card. The ace is high.
4. To the first trick everybody plays, whatever the suits; its cards go to the discard pile, and A♠ wins.
5. From the second trick on, the first card of another suit stops the trick: nobody plays after it.
6. The player of the highest card of the suit led then takes the trick's cards into hand and leads.
7. If all follow suit, the cards are discarded, face down, and the highest card leads next.
8. Between tricks a player may take the whole hand of the player to the left, who gets away by it.
9. A player who has no cards left has got away, and is out of danger.
10. If the player who should lead has got away, the next player to the left who is still in leads.
11. With two players left: if one plays the last card and the other's card is higher, the player without cards gets
    away and the other loses.
12. If instead the other's card was lower, so that the player without cards should lead, there is a shootout.
13. In the shootout the discard pile, without the two cards of the last trick, is shuffled, and the player without
    cards turns up its top card as a lead.
14. The other player replies with a card of that suit. Lower: another card is turned up. Higher: the player without
    cards gets away and the other loses. No card of the suit: that player gets away, and the player without cards loses.
15. The game ends when one player is left, who loses.
16. As A♠ is the highest card, its player always wins the first trick.
17. Cards taken from a stopped trick may be played at once, to lead as well.
18. The discard pile is used in a shootout only.
19. There are no trumps: a card of another suit never wins.
20. A player whose hand is taken is away at once; the seats stay as they are.
21. Hands, trick, discard pile and what a shootout has shown are always the 52 cards of the pack.

Sources
-------
[Denexa Games, Getaway (2020)](https://www.denexa.com/blog/2020/02/); descriptions of Bhabhi and Get Away on the web for
the points below.

Choices where the text is silent
--------------------------------
1. The player about to lead may take the left neighbour's hand, from the second trick on, and then the next
   neighbour's. The text says "a player", but the reason it gives fits a leader only. With ``takers="anyone"`` every
   player still in is asked before each lead, from the leader on; if the leader's hand is taken, rule 10 applies.
2. "Left" is the next player to the left who is still in.
3. With two players left, taking the other's hand is allowed, and loses.
4. In the first trick a card of another suit is discarded for good.
5. The winner of a stopped trick takes its cards even after playing the last one, and is not away.
6. Other players without cards after a stopped trick have got away; if only the taker is left, the taker loses.
7. Rule 12 holds as well if the player without cards has followed with the higher card: that player, who should lead and
   cannot, must turn up a card. With a lower card or another suit that player is away.
8. With three or more players left, a trick winner without cards is away, and rule 10 finds the leader.
9. If all players left run out of cards in one trick, its winner loses: nobody else owes a lead.
10. If a trick of three or more players leaves cards to just one of them, that player loses, whoever won the trick.
11. Cards of the shootout are laid aside; when the pile runs out, all but the latest two are shuffled and turned over.
12. Any card of the suit may answer in a shootout.
13. A lower answer with the last card: that player is away, and the player without cards loses.
14. There is no game for two.

Options
-------
``takers``: players who may take a neighbour's hand, ``"leader"`` or ``"anyone"``.
``max_tricks``: tricks after which the game is stopped.

Rewards
-------
The loser gets -1, the others share +1. A stopped game: those away share +1 and those still in share -1, or all get 0
if nobody is away. The score is the number of players whom one left behind when getting away, 0 for the loser.

End
---
When one player is left. Stopped tricks remove no cards, so a game could go on for ever: after ``max_tricks`` it is
truncated. Random players, who take a hand every other time, need 3 tricks on average when there are three of them and
8 when there are eight; novices 26 and 38, experts 21.2 and 26.7. The longest of 20,000 games of each kind had 69.

Written deck
------------
Cards go round from the dealer's left, the first card first.
"""

from enum import IntEnum

from cardzoo.envs.engine import arrays, piles, rewards
from cardzoo.envs.engine.actions import Actions, Block, Place
from cardzoo.envs.engine.cards import CARD_WORDS, CARDS, NO_CARD, SUITS, rank_ace_high, suit_of
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.families import dealing, tricks
from cardzoo.envs.scene import Hands, Layout, Spread

SEATS = Seats(8)
MOST_TRICKS = 500
ACE_OF_SPADES = CARD_WORDS.index("A♠")


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    OPTION = 0
    LEAD = 1
    FOLLOW = 2
    SHOOTOUT = 3


class Takers(IntEnum):
    """The players who may take the left neighbour's hand."""

    LEADER = 0
    ANYONE = 1


ACTIONS = Actions(
    Block("play", CARDS, doc="lead, follow or answer with a card of the hand"),
    Block("take hand", at=Place("hand_sizes"), doc="take the left neighbour's hand, before a lead"),
    Block("decline", doc="leave the neighbour's hand"),
)
TAKE_HAND = ACTIONS.first("take hand")
DECLINE = ACTIONS.first("decline")

STATE = State(
    Choice("phase", Phase, default=Phase.LEAD, doc="what the player whose turn it is decides"),
    Cards("hands", SEATS, doc="the players' hands"),
    Card("trick", SEATS, doc="the card that each player has on the table"),
    Cards("discards", doc="the discard pile; its order never matters"),
    Pile("stock", CARDS, doc="the pile of a shootout, shuffled"),
    Cards("aside", doc="cards that a shootout has used, but for the latest two"),
    Cards("known", SEATS, memo=True, doc="cards that all know to be in a player's hand"),
    Number("void", SEATS, SUITS, doc="1 for a suit of which a player has shown to hold no card but known ones"),
    Number("away", SEATS, doc="1 for a player who has got away"),
    Number("asked", SEATS, doc="1 for a player who has declined to take a hand before this lead"),
    Seat("leader", SEATS, doc="the player who leads or has led"),
    Number("tricks", high=MOST_TRICKS, doc="tricks played"),
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    "trick",
    Choice("suit_led", tricks.Suit, default=None, doc="the suit led"),
    "leader",
    Cards("discards", doc="what lies in the discard pile; in a shootout, what can still be turned up"),
    "known void",
    Number("hand_sizes", SEATS, high=CARDS, shows="hands", doc="cards in each hand"),
    "away asked phase",
    Number("tricks_left", high=MOST_TRICKS, doc="tricks until the game is stopped, this one included"),
)

OPTIONS = Options(
    Choice("takers", Takers, doc="who may take a neighbour's hand"),
    Number("max_tricks", low=1, high=MOST_TRICKS, default=MOST_TRICKS, doc="tricks after which the game is truncated"),
    titles={"takers": "A neighbour's hand may be taken by"},
    calls={"takers": ("the leader", "anyone")},
)


@rule
def deal(state):
    """Rules 1 and 2: all cards; the holder of the ace of spades leads."""
    dealing.deal_out(state)
    for player in range(state.num_players):
        if state.hands[player, ACE_OF_SPADES] > 0:
            state.player = state.leader = player
            state.known[player, ACE_OF_SPADES] = 1
    state.phase = Phase.LEAD


@rule
def legal_actions(state, mask):
    """Rules 2, 3, 8 and 14: legal actions of each phase; a suit must be followed if possible."""
    hand = state.hands[state.player]
    if state.phase == Phase.OPTION:
        mask[TAKE_HAND] = mask[DECLINE] = 1
    elif state.phase == Phase.LEAD and state.tricks == 0:
        mask[ACE_OF_SPADES] = 1
    elif state.phase == Phase.LEAD:
        tricks.mask_any(hand, mask)
    else:
        tricks.mask_following(hand, suit_of(state.trick[state.leader]), mask)


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.OPTION:
        answer_option(state, action)
    else:
        tricks.play_card(state, action)
        state.known[state.player, action] = 0
        if state.phase == Phase.LEAD:
            state.phase = Phase.FOLLOW
            state.player = next_in(state, state.player)
        elif state.phase == Phase.FOLLOW:
            follow(state, action)
        else:
            answer_shootout(state)


@rule
def next_in(state, player):
    """The next player to the left who is still in (choice 2)."""
    player = (player + 1) % state.num_players
    while state.away[player]:
        player = (player + 1) % state.num_players
    return player


@rule
def players_in(state):
    """Number of players who have not got away."""
    return state.num_players - state.away[: state.num_players].sum()


@rule
def get_away(state, player, left_behind):
    """Rule 9: a player has got away. The score is the number of players left behind."""
    state.away[player] = 1
    state.score[player] = left_behind


@rule
def lose(state, player):
    """Rule 15: everybody else is away."""
    for other in range(state.num_players):
        if other != player and not state.away[other]:
            get_away(state, other, 1)
    state.over = True
    rewards.reward_loser(state, player)


@rule
def answer_option(state, action):
    """Rules 8, 10 and 20, choices 1 to 3: the player takes the next one's hand, or declines and others may be asked."""
    player = state.player
    if action == TAKE_HAND:
        take_hand(state, player, next_in(state, player))
        if players_in(state) == 1:
            lose(state, player)
        return
    state.asked[player] = 1
    if state.options.takers == Takers.ANYONE:
        for _ in range(state.num_players):
            player = next_in(state, player)
            if not state.asked[player]:
                state.player = player
                return
    state.phase = Phase.LEAD
    state.player = state.leader


@rule
def take_hand(state, player, neighbour):
    """The neighbour gets away; all that is known of both hands is known of the taker's."""
    for suit in range(SUITS):
        state.void[player, suit] = lacks_unknown(state, player, suit) and lacks_unknown(state, neighbour, suit)
        state.void[neighbour, suit] = 0
    state.asked[neighbour] = 0
    for card in range(CARDS):
        state.hands[player, card] += state.hands[neighbour, card]
        state.hands[neighbour, card] = 0
        state.known[player, card] += state.known[neighbour, card]
        state.known[neighbour, card] = 0
    get_away(state, neighbour, players_in(state) - 1)
    if state.leader == neighbour:
        state.leader = next_in(state, neighbour)


@rule
def lacks_unknown(state, player, suit):
    """Returns whether all know that none of the player's cards that nobody has seen is of the suit."""
    return state.void[player, suit] == 1 or state.hands[player].sum() == state.known[player].sum()


@rule
def follow(state, card):
    """Rules 3 to 7: a card is added to the trick, which it stops or completes if that comes next."""
    suit = suit_of(state.trick[state.leader])
    state.player = next_in(state, state.player)
    if suit_of(card) != suit and state.tricks > 0:
        stop_trick(state, suit)
    elif state.player == state.leader:
        complete_trick(state, suit)


@rule
def stop_trick(state, suit):
    """Rule 6, choices 5 and 6: a card of another suit ends the trick; the highest card's player takes all cards."""
    taker = tricks.winner(state.trick, suit, tricks.NO_TRUMP, state.num_players)
    for player in range(state.num_players):
        card = state.trick[player]
        if card != NO_CARD:
            state.hands[taker, card] += 1
            state.known[taker, card] = 1
            state.trick[player] = NO_CARD
    let_away(state)
    if players_in(state) == 1:
        lose(state, taker)
    else:
        start_trick(state, taker)


@rule
def complete_trick(state, suit):
    """Rules 4, 7 and 9 to 12, choices 4 and 7 to 10: all have followed; the highest leads next, if the game goes on."""
    best = tricks.winner(state.trick, suit, tricks.NO_TRUMP, state.num_players)
    before = players_in(state)
    with_cards, holder = count_with_cards(state)
    if with_cards == 0:
        lose(state, best)
    elif before == 2 and with_cards == 1 and holder != best:
        start_shootout(state, best)
    elif with_cards == 1:
        lose(state, holder)
    else:
        tricks.gather(state.trick, state.discards)
        let_away(state)
        start_trick(state, next_in(state, best) if state.away[best] else best)


@rule
def count_with_cards(state):
    """Number of players with cards, and the last of them."""
    count, holder = 0, -1
    for player in range(state.num_players):
        if state.hands[player].sum() > 0:
            count, holder = count + 1, player
    return count, holder


@rule
def let_away(state):
    """Rule 9: all players without cards get away together."""
    left_behind = count_with_cards(state)[0]
    for player in range(state.num_players):
        if not state.away[player] and state.hands[player].sum() == 0:
            get_away(state, player, left_behind)


@rule
def start_trick(state, leader):
    """Begin a trick with the question of rule 8, or stop the game at the bound on tricks."""
    state.tricks += 1
    state.player = state.leader = leader
    state.asked[:] = 0
    state.phase = Phase.OPTION
    if state.tricks >= state.options.max_tricks:
        state.over = state.truncated = True
        still_in = players_in(state)
        gone = state.num_players - still_in
        if gone > 0:
            for player in range(state.num_players):
                state.reward[player] = 1 / gone if state.away[player] else -1 / still_in


@rule
def start_shootout(state, drawer):
    """Rule 13: the discards become a stock, from which the winner of the last trick draws.

    The two cards of the last trick stay on the table.
    """
    for card in range(CARDS):
        if state.discards[card] > 0:
            piles.push(state.stock, card)
            state.discards[card] = 0
    piles.shuffle(state, state.stock)
    state.leader = drawer
    state.player = next_in(state, drawer)
    state.phase = Phase.SHOOTOUT
    turn_up(state)


@rule
def turn_up(state):
    """Rules 13 and 14, choice 11: a new lead, which the other player must be able to follow."""
    if state.stock.height == 0:
        piles.move_counted(state.aside, state.stock)
        piles.shuffle(state, state.stock)
    tricks.gather(state.trick, state.aside)
    lead = piles.draw(state.stock)
    state.trick[state.leader] = lead
    if not tricks.has_suit(state.hands[state.player], suit_of(lead)):
        lose(state, state.leader)


@rule
def answer_shootout(state):
    """Rule 14, choices 12 and 13: a higher answer loses; an answer with the last card wins."""
    player, drawer = state.player, state.leader
    if rank_ace_high(state.trick[player]) > rank_ace_high(state.trick[drawer]):
        lose(state, player)
    elif state.hands[player].sum() == 0:
        lose(state, drawer)
    else:
        turn_up(state)


@rule
def observe(state, player, view):
    """Computed fields of the view: the suit led, the discard pile's cards, and the tricks left."""
    view.tricks_left = state.options.max_tricks - state.tricks
    arrays.copy(state.discards, view.discards)
    for place in range(state.stock.height):
        view.discards[state.stock.cards[place]] += 1
    if state.trick[state.leader] != NO_CARD:
        view.suit_led = suit_of(state.trick[state.leader])


@rule
def redeal_hidden(state, player):
    """Redraws others' cards not taken in sight, consistent with shown voids, and the order of a shootout's pile."""
    tricks.redeal(state, player, state.known, tricks.has_not_shown_void)
    piles.shuffle(state, state.stock)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    seats = int(state.num_players)
    hands, known = state.hands[:seats], state.known[:seats]
    if (known > hands).any():
        return "known: a card is not in the player's hand"
    for player in range(seats):
        if any(
            state.void[player, suit] and tricks.has_suit(hands[player] - known[player], suit) for suit in range(SUITS)
        ):
            return f"void: player {player} holds a card of such a suit, and it is not known"
    if (hands.sum(axis=1)[state.away[:seats] == 1] > 0).any():
        return "away: a player who has got away has no cards"
    if state.over:
        return ""
    if players_in(state) < 2 or state.away[state.leader] or state.away[state.player]:
        return "away: two at least are in, among them the leader and the player whose turn it is"
    if state.tricks >= state.options.max_tricks:
        return f"tricks: after {state.options.max_tricks} the game is over"
    put = int(state.discards.sum() + state.aside.sum() + state.stock.height)
    if state.tricks == 0 and players_in(state) < seats:
        return "away: nobody gets away before the first trick is over"
    if state.tricks > 0 and put < seats:
        return "discards: the cards of the first trick are there"
    if state.phase == Phase.SHOOTOUT:
        return wrong_shootout(state)
    if state.stock.height + state.aside.sum() > 0:
        return "stock and aside: only a shootout has them"
    return wrong_trick(state)


def wrong_shootout(state) -> str:
    """The first problem of a shootout."""
    lead = state.trick[state.leader]
    if players_in(state) != 2 or state.player == state.leader or state.hands[state.leader].any():
        return "leader: one of two players, who has no cards, and the other one answers"
    if lead == NO_CARD or state.trick[state.player] != NO_CARD or state.discards.any():
        return "trick: the card turned up lies there alone, and discards are in stock and aside"
    return "" if tricks.has_suit(state.hands[state.player], suit_of(lead)) else "hands: without the suit it ends"


def wrong_trick(state) -> str:
    """The first problem of the cards on the table, and of the player whose turn it is."""
    placed, player = 0, int(state.leader)
    while state.trick[player] != NO_CARD and placed < players_in(state):
        placed, player = placed + 1, int(next_in(state, player))
    if (state.trick != NO_CARD).sum() != placed or placed == players_in(state):
        return "trick: it lies before the leader and the next players, and somebody is to play"
    if (placed > 0) != (state.phase == Phase.FOLLOW):
        return "phase: a player follows when a card is led, and not before"
    if any(
        not state.away[other] and state.trick[other] == NO_CARD and not state.hands[other].any()
        for other in range(state.num_players)
    ):
        return "hands: a player who is in and has not played to the trick has cards"
    if state.phase == Phase.OPTION:
        by_leader = state.options.takers == Takers.LEADER
        if state.tricks == 0 or (by_leader and state.player != state.leader):
            return "player: the leader is asked, from the second trick on"
        asked = state.asked[: state.num_players]
        if (
            state.asked[state.player]
            or (asked * (1 - by_leader) * (1 - state.away[: state.num_players]) != asked).any()
        ):
            return "asked: a player who was asked before is in, and not asked again"
        return ""
    if state.player != player:
        return f"player: it is the turn of player {player}, who is next in the trick"
    if state.tricks == 0:
        is_led = state.trick[state.leader] == ACE_OF_SPADES
        return (
            "" if is_led or state.hands[player, ACE_OF_SPADES] else f"hands: {CARD_WORDS[ACE_OF_SPADES]} is led first"
        )
    suits = {int(suit_of(card)) for card in state.trick if card != NO_CARD}
    return "trick: another suit has stopped it" if len(suits) > 1 else ""


LAYOUT = Layout(
    (Hands("hand", known="known"), Spread("trick")),
    noted=("discards",),
    says={
        "take hand": "Take the neighbour's hand",
        "decline": "Leave the neighbour's hand alone",
    },
    titles={
        "away": "got away",
    },
    phases={
        "option": "Take your neighbour's hand, or leave it alone",
        "lead": "Lead a card",
        "follow": "Play a card to the trick",
        "shootout": "Answer the card with one of your hand",
    },
    rules={"play": (3, 5), "take hand": (8,), "decline": (8,)},
)

GAME = Game(
    name="getaway",
    version=0,
    title="Getaway",
    family="trick-taking",
    players=(3, SEATS),
    default_players=4,
    score_range=SEATS - 1,
    rest="discards",
    **declared_in(__name__),
)
