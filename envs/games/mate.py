"""Mate.

A trick-taking game for two in which all cards are open: lead a card to which the other player has no answer, as late as
you can. Then the hands are exchanged, and the other player tries to do better with the same cards.

Rules
-----
1. Two players, and 20 cards: ace, ten, king, queen and seven of each suit.
2. Each player is dealt ten cards. Both players know all of them.
3. The ranks from the highest are ace, ten, king, queen and seven; the suits clubs, spades, hearts and diamonds.
4. In a move one player leads any card and the other one answers it. The dealer leads to the first move of a game.
5. The answer is a card of the suit led; without one, a card of the rank led.
6. A lead that cannot be answered is a mate and ends the game.
7. Of two cards of a suit the one of the higher rank wins the move, of two cards of a rank the one of the higher suit.
8. The winner of a move leads to the next one; so the same player may lead to all ten.
9. Cards that have been played stay face up in front of their player, and do not come back in the same game.
10. For a mate a player scores what the card counts times the number of the move: the later, the better. An ace counts
    11, a ten 10, a seven 7, a king 4 and a queen 3.
11. The other player scores nothing.
12. If all ten moves are answered, nobody scores.
13. A round is two games. For the second one the players exchange the ten cards that they were dealt, and the other
    player is the dealer.
14. A match is two rounds. For the second one the pack is shuffled and dealt again. The dealer of games 1 and 4 is one
    player, that of games 2 and 3 the other.
15. The player with the better total after the match wins.
16. There are no trumps, and there is no stock.

Sources
-------
[Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/), which gives the aim, that a late mate is
better, and that hands are exchanged; descriptions of G. Capellen's game of 1915 by
[Pagat](https://www.pagat.com/misc/mate.html), by Board Game Arena and in Sid Sackson's A Gamut of Games (1969), for all
the rest.

Choices where the text is silent
--------------------------------
1. In one description hearts are above spades; in the others the suits are as in rule 3.
2. No card is laid aside before a game for another way to score.
3. There is one pack, not two.
4. The "first player" of some descriptions is the dealer. The first dealer is drawn.
5. A player who can answer must, and with a card of the rank only if there is none of the suit.
6. The number of the move counts the move of the mate itself: a king that mates in the seventh move scores 28.
7. With equal totals the match is a draw.

Options
-------
``rounds``: the rounds of a match; 1 for a short one.

Rewards
-------
The better total gives +1, the other one -1; equal totals give 0. The score is the points. With ``reward="score"`` a
match gives the difference of the totals, divided by 110 for each of its games, which is the most that one can bring: an
ace in the tenth move.

End
---
After the last game of the match. A game has 20 steps at most, so a match has 80. Every match between two players who
make no mistakes is a draw, as each can repeat the other's play with the same cards. All of 1,000 matches of the expert
against itself were draws; 911 of them had mates.

Written deck
------------
Ten cards to each player, one at a time, the player who does not deal first. For a second round the pack is shuffled.
"""

import numpy as np

from cardzoo.envs.engine.actions import Actions, Block
from cardzoo.envs.engine.cards import (
    ACE,
    CARDS,
    CLUBS,
    DIAMONDS,
    HEARTS,
    KING,
    NO_CARD,
    QUEEN,
    RANKS,
    SEVEN,
    SPADES,
    SUITS,
    TEN,
    rank_of,
    suit_of,
)
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Number, Options, Pile, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, tricks
from cardzoo.envs.scene import Hands, Layout, Look, Spread

SEATS = Seats(2)
HAND_SIZE = 10
GAMES_IN_ROUND = 2
MOST_ROUNDS = 2
MOST_GAMES = GAMES_IN_ROUND * MOST_ROUNDS
MOST_POINTS = 11 * HAND_SIZE  # in one game: an ace in the last move

# Rule 3, from the lowest card to the highest: a card's place here is its action, and the higher place wins a move.
PACK = np.array(
    [RANKS * suit + rank for suit in (DIAMONDS, HEARTS, SPADES, CLUBS) for rank in (SEVEN, QUEEN, KING, TEN, ACE)],
    np.int16,
)
PLACES = np.full(CARDS, -1)
PLACES[PACK] = np.arange(len(PACK))
VALUES = np.tile([7, 3, 4, 10, 11], SUITS)  # rule 10, by place

ACTIONS = Actions(
    Block("play", PACK, doc="lead a card of the hand, or answer with it; in the order of rule 3, the lowest first"),
)


@rule
def games_in_all(options):
    """Rule 14: how many games the rounds have."""
    return GAMES_IN_ROUND * options.rounds


MATCH = Match(most=MOST_GAMES, hands="games", length=games_in_all, shortest={"rounds": 1})

STATE = State(
    Pile("stock", len(PACK), doc="the pack before a deal"),
    Cards("hands", SEATS, doc="the players' hands"),
    Cards("played", SEATS, doc="what each player has played in this game"),
    Card("lead", memo=True, doc="the card that waits for an answer, or that mated in the last game of the match"),
    MATCH.counter,
)

VIEW = STATE.view(
    "hands played lead turn dealer",
    Number("move", low=1, high=HAND_SIZE, doc="the number of the move"),
    Number("scores", SEATS, high=MOST_GAMES * MOST_POINTS, shows="score", doc="points so far"),
    MATCH.to_come,  # if they are odd, hands are exchanged next
)

OPTIONS = Options(
    Number("rounds", low=1, high=MOST_ROUNDS, default=2, doc="rounds of a match"),
)


@rule
def deal(state):
    """Rules 2 and 4: all cards; the dealer leads."""
    dealing.deal_out(state)
    state.player = state.dealer


@rule
def legal_actions(state, mask):
    """Rules 4 and 5, choice 5: any card to lead; to answer the suit led, or without it the rank led."""
    hand, lead = state.hands[state.player], state.lead
    follows = lead != NO_CARD and tricks.has_suit(hand, suit_of(lead))
    for action in range(len(PACK)):
        card = PACK[action]
        fits = suit_of(card) == suit_of(lead) if follows else rank_of(card) == rank_of(lead)
        mask[action] = hand[card] > 0 and (lead == NO_CARD or fits)


@rule
def apply_action(state, action):
    """Play a legal action."""
    card = PACK[action]
    state.hands[state.player, card] = 0
    state.played[state.player, card] = 1
    if state.lead == NO_CARD:
        play_lead(state, card)
    else:
        play_answer(state, card)


@rule
def play_lead(state, card):
    """Rules 4, 6, 10 and 11, choice 6: a card is led; if it cannot be answered, it is mate.

    The leader has played a card in every move, this one included.
    """
    state.lead = card
    if may_answer(state.hands[1 - state.player], card):
        state.player = 1 - state.player
    else:
        state.score[state.player] += VALUES[PLACES[card]] * state.played[state.player].sum()
        end_game(state)


@rule
def may_answer(hand, lead):
    """Rule 5: returns whether the hand has a card of the suit or of the rank."""
    same_rank = 0
    for suit in range(SUITS):
        same_rank += hand[RANKS * suit + rank_of(lead)]
    return same_rank > 0 or tricks.has_suit(hand, suit_of(lead))


@rule
def play_answer(state, card):
    """Rules 7, 8 and 12: a card answers, and the higher one leads next."""
    if PLACES[card] < PLACES[state.lead]:
        state.player = 1 - state.player
    state.lead = NO_CARD
    if state.hands[state.player].sum() == 0:
        end_game(state)


@rule
def end_game(state):
    """Rules 13 to 15: the next game of the round follows, the next round, or the end."""
    if state.games_over % GAMES_IN_ROUND == GAMES_IN_ROUND - 1:
        next_round(state, state.dealer)
    else:
        exchange_hands(state)


@rule
def exchange_hands(state):
    """Rule 13: the players exchange the hands that they were dealt, with cards held and cards played."""
    for card in PACK:
        first = state.hands[0, card] + state.played[0, card]
        state.hands[0, card] = 1 - first
        state.hands[1, card] = first
    state.played[:] = 0
    state.lead = NO_CARD
    state.dealer = state.player = 1 - state.dealer
    state.games_over += 1


next_round = MATCH.next_hand(STATE, PACK, deal)  # rule 14


@rule
def observe(state, player, view):
    """Computed fields of the view: the move."""
    answered = min(state.played[0].sum(), state.played[1].sum())
    view.move = min(answered + 1, HAND_SIZE)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    player = int(state.player)
    dealt, held = (state.hands + state.played).sum(axis=1), state.hands.sum(axis=1)
    if state.stock.height > 0 or (dealt != HAND_SIZE).any():
        return f"hands and played: each player has been dealt {HAND_SIZE} cards, which are in these two"
    if (state.score < 0).any() or (state.score > MOST_POINTS * state.games_over).any():
        return f"score: at most {MOST_POINTS} points for each game that is over"
    if state.lead == NO_CARD:
        if held[0] != held[1] or (held[0] == 0) != state.over:
            return "hands: both are as large before a lead, and without cards a game is over"
        return ""
    leader = int(state.played[1, state.lead])
    if not state.played[:, state.lead].any() or held[1 - leader] != held[leader] + 1:
        return "lead: the leader has played it, and has one card less than the other player"
    if state.over != (not may_answer(state.hands[1 - leader], state.lead)):
        return "lead: without an answer it is a mate, and the match is over"
    return "" if state.over or player != leader else "player: the other one answers the lead"


def score_range(options, num_players):
    """Half of the largest possible lead: the mean lies in the middle of the two scores."""
    return MOST_POINTS * GAMES_IN_ROUND * options.rounds / 2


def name_end(before: Look, after: Look) -> str:
    """The reason for the end of a game; empty if it goes on."""
    names = [before.name(chair) for chair in range(before.num_players)]
    if after.view["scores"][0] > before.view["scores"][0]:
        return f"{names[1]} could not answer the lead, so {names[0]} mated"
    is_answered = before.view["move"] == HAND_SIZE and before.view["lead"] != NO_CARD
    return "All moves were answered" if is_answered else ""


LAYOUT = Layout(
    (Hands("hands", sizes=None), Spread("lead")),
    noted=("played",),
    then={"play": name_end},
    phases={"": "Play a card to the trick"},
    rules={"play": (5, 6)},
)

GAME = Game(
    name="mate",
    version=0,
    title="Mate",
    family="trick-taking",
    players=(SEATS, SEATS),
    default_players=SEATS,
    pack=tuple(PACK.tolist()),
    score_range=score_range,
    **declared_in(__name__),
)
