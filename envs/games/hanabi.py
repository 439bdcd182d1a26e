"""Hanabi.

A cooperative game for two to five players, who build fireworks of five colours together. Everybody sees all hands but
the own one, so players depend on hints.

Rules
-----
1. The pack has 50 cards of the colours red, yellow, green, white and blue. Each colour has the ranks 1 1 1 2 2 3 3 4 4
   5. With two or three players each is dealt five cards, with more players four. All see a hand but its holder.
2. There are 8 information tokens and 3 life tokens.
3. In each turn a player gives a hint, discards a card, or plays a card. Passing is not possible. Turns go clockwise.
4. A hint costs an information token. It names another player and a colour or a rank, and points out all cards of that
   hand that have it. There must be one at least.
5. Without information tokens no hint can be given.
6. A discarded card goes open to the discards and brings back an information token; then a card is drawn. With all
   tokens there nobody may discard.
7. A played card must be the next rank of its colour, a 1 at first. Otherwise it goes open to the discards, and a life
   token is lost. Then a card is drawn, if there is one.
8. A 5 that is played brings back an information token, if one is missing.
9. After the last card has been drawn everybody has one more turn, its drawer last. Nothing is drawn in these turns;
   hints, discards and plays are legal as before.
10. The game ends after these turns, when all fireworks are complete, or when the last life token is lost.
11. The score of all is the sum of the highest ranks of the colours, 25 points at most.

Sources
-------
The [Hanabi Learning Environment](https://github.com/google-deepmind/hanabi-learning-environment) of Bard et al., "The
Hanabi challenge: a new frontier for AI research" (2020), which is also OpenSpiel's ``hanabi`` and PettingZoo's
``hanabi_v5``; descriptions of the rules on the web.

Choices where the text is silent
--------------------------------
1. After the last life token is lost the score is 0. With ``lost="keep"`` the points count.
2. A hint that points out no card is not legal.
3. ``colors`` is the number of colours, in the order of rule 1. ``hand_size`` replaces the number of cards of rule 1;
   a pack that is too small for it is dealt out in equal hands. There are ``information`` and ``lives`` tokens.
4. Cards keep their places. A gap closes: later cards move towards the first place, and a new card comes last.
5. All see for each card which colours and ranks the hints to its holder have left for it. A hint leaves its colour or
   rank to the cards that it points out, and takes it from the others of that hand. The cards that a player sees
   elsewhere are not counted. Everybody's last turn is shown too.
6. The dealer's left neighbour begins.
7. A card that does not fit costs the life token before anything else. The card that completes all fireworks ends the
   game at once.

Options
-------
``colors``: number of colours.
``hand_size``: cards in a hand; None for the number by rule 1.
``information``: number of information tokens.
``lives``: number of life tokens.
``lost``: whether the score after the last life token is ``"zero"``, or all ``"keep"`` the points.

Rewards
-------
All players receive the same: the score divided by the most points, 25 with all colours. The reward by score pays each
point when its card is played, and takes all points back when the last life token is lost, unless they are kept.

End
---
When rule 10 says so. Each play and discard uses up a card, and each hint a token, so no bound is needed.

Written deck
------------
Cards go round from the dealer's left, one at a time; then come those of the stock, its top card first.
"""

from enum import IntEnum
from typing import Any

import numpy as np
from typing_extensions import override

from cardzoo.envs.engine import arrays, piles, rewards, rng
from cardzoo.envs.engine.actions import Actions, Block, places
from cardzoo.envs.engine.cards import NO_CARD
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Number, Options, Pile, Seats, State, Unfit
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.packs import Pack, Rank, Suit
from cardzoo.envs.scene import STOCK, Foundations, Hands, Layout, Look, Spread

SEATS = Seats(5)
PACK = Pack(
    suits=(
        Suit("R", "red", colour="#c4122f", pip="disc"),
        Suit("Y", "yellow", colour="#a67c00", pip="triangle"),
        Suit("G", "green", colour="#17603b", pip="square"),
        Suit("W", "white", colour="#6b7280", pip="diamond"),
        Suit("B", "blue", colour="#1f4fa3", pip="cross"),
    ),
    ranks=tuple(Rank(str(number), pips=number) for number in range(1, 6)),
    copies=(3, 2, 2, 2, 1) * 5,
    pattern="{suit}{rank}",
    spoken="{suit} {rank}",
)
CODES, COLOURS, RANKS = PACK.codes, len(PACK.suits), len(PACK.ranks)
COPIES = np.array(PACK.copies_of, np.int16)
SIGNS = "".join([suit.word for suit in PACK.suits] + [rank.word for rank in PACK.ranks])
SIGN_COUNT = COLOURS + RANKS
MOST_HAND = 5
SMALL_HAND = 4
FEW_PLAYERS = 3  # who have large hands
MOST_INFORMATION = 8
MOST_LIVES = 3
SUBSETS = 1 << MOST_HAND  # of the places of a hand
NONE = -1


class Turn(IntEnum):
    """Kinds of turns."""

    DISCARD = 0
    PLAY = 1
    HINT = 2


Sign = IntEnum("Sign", "RED YELLOW GREEN WHITE BLUE ONE TWO THREE FOUR FIVE", start=0)
Lost = IntEnum("Lost", "ZERO KEEP", start=0)


class Signs(Number):
    """Colours and ranks that are left for a card: 1 for each colour, then for each rank; all 0 without a card.

    Args:
        name: the attribute's name.
        *shape: sizes of the array of cards.
        doc: its meaning.
    """

    describes_hands = True

    def __init__(self, name: str, *shape: int, doc: str = "") -> None:
        super().__init__(name, *shape, SIGN_COUNT, doc=doc)

    @override
    def may_be(self, words: Any, card: int) -> bool:
        return not isinstance(words, str) or set(PACK.words[card]) <= set(words)

    @override
    def to_words(self, value: Any, num_players: int) -> Any:
        if value.ndim == 1:
            return "".join(sign for sign, left in zip(SIGNS, value, strict=True) if left)
        if value.ndim == 2:  # a hand, without its empty places
            return [words for card in value if (words := self.to_words(card, num_players))]
        return [self.to_words(hand, num_players) for hand in value[:num_players]]

    @override
    def _write(self, words: Any, record: Any, index: tuple[int, ...], shape: tuple[int, ...]) -> None:
        if len(shape) > 1:
            super()._write(words, record, index, shape)
            return
        if not isinstance(words, str) or not set(words) <= set(SIGNS) or len(set(words)) < len(words):
            raise Unfit(f"some of {SIGNS}", words)
        record[self.name][index] = [sign in words for sign in SIGNS]


OTHERS = range(1, SEATS)
ACTIONS = Actions(
    Block("discard", places("hands", range(1, MOST_HAND + 1), 0), doc="discard the card at this place"),
    Block("play", places("hands", range(1, MOST_HAND + 1), 0), doc="play the card at this place"),
    Block(
        "hint colour",
        [f"{chair} {suit.name}" for chair in OTHERS for suit in PACK.suits],
        doc="point out a colour in the hand of the player so many seats to the left",
    ),
    Block(
        "hint rank",
        [f"{chair} {rank.word}" for chair in OTHERS for rank in PACK.ranks],
        doc="point out a rank in that hand",
    ),
    pack=PACK,
)
DISCARD, PLAY, COLOUR, RANK = (ACTIONS.first(verb) for verb in ("discard", "play", "hint colour", "hint rank"))

STATE = State(
    Pile("stock", len(PACK.cards), doc="the cards that are not drawn"),
    Card("hands", SEATS, MOST_HAND, doc="the players' cards, the oldest first"),
    Number("hand_sizes", SEATS, high=MOST_HAND, doc="cards in each hand"),
    Signs("left", SEATS, MOST_HAND, doc="colours and ranks that hints have left for each card"),
    Cards("fireworks", packs=1, doc="the cards that are built"),
    Cards("discards", packs=None, doc="the discarded cards"),
    Number("information", high=MOST_INFORMATION, doc="information tokens"),
    Number("lives", high=MOST_LIVES, doc="life tokens"),
    Number("turns_left", high=SEATS, default=None, optional=True, doc="turns until the end, after the last draw"),
    Choice("turns", Turn, SEATS, default=None, doc="each player's last turn"),
    Number("places", SEATS, high=MOST_HAND, doc="the place, from 1 on, of the card that left the hand"),
    Card("laid", SEATS, memo=True, doc="that card"),
    Number("hinted", SEATS, high=SEATS - 1, doc="places to the left of the player who got the hint"),
    Choice("named", Sign, SEATS, default=None, doc="the colour or rank of the hint"),
    Number("pointed", SEATS, MOST_HAND, doc="1 for each card that it pointed out"),
    pack=PACK,
)

VIEW = STATE.view(
    Card("hands", SEATS, MOST_HAND, doc="the others' cards, the oldest first; of the own ones none is seen"),
    "hand_sizes left fireworks discards information",
    Number("spent", low=-MOST_INFORMATION, high=MOST_INFORMATION, doc="information tokens that may come back"),
    "lives",
    Number("stock_size", high=len(PACK.cards), shows="stock", doc="cards that are not drawn"),
    "turns_left turns places laid hinted named pointed",
    Number("points", high=COLOURS * RANKS, shows="score", doc="points so far"),
    "turn",
)

OPTIONS = Options(
    Number("colors", low=1, high=COLOURS, default=COLOURS, doc="number of colours"),
    Number("hand_size", low=2, high=MOST_HAND, default=None, optional=True, doc="cards in a hand; None: by rule 1"),
    Number("information", low=1, high=MOST_INFORMATION, default=MOST_INFORMATION, doc="number of information tokens"),
    Number("lives", low=1, high=MOST_LIVES, default=MOST_LIVES, doc="number of life tokens"),
    Choice("lost", Lost, doc="whether the score after the last life token is zero, or all keep the points"),
    titles={"lost": "After the last life"},
    calls={"lost": ("the score is zero", "all keep the points")},
)


def pack(num_players: int, options) -> tuple[int, ...]:
    """Rule 1, choice 3: the cards of the colours in play."""
    return tuple(card for card in PACK.cards if card < RANKS * options.colors)


def score_range(options, num_players: int) -> float:
    """Rule 11: the most points."""
    return float(RANKS * options.colors)


@rule
def hand_size(state):
    """Rule 1, choice 3: the number of cards that each player is dealt."""
    size = state.options.hand_size
    if size == NONE:
        size = MOST_HAND if state.num_players <= FEW_PLAYERS else SMALL_HAND
    return min(size, COPIES[:RANKS].sum() * state.options.colors // state.num_players)


@rule
def deal(state):
    """Rules 1 and 2, choice 6: the hands and the tokens."""
    for card in range(hand_size(state) * state.num_players):
        draw(state, (state.player + card) % state.num_players)
    state.information = state.options.information
    state.lives = state.options.lives


@rule
def draw(state, player):
    """Rules 7 and 9, choices 4 and 5: a card comes to the last place, and its colour and rank are open."""
    place = state.hand_sizes[player]
    state.hands[player, place] = piles.draw(state.stock)
    state.hand_sizes[player] += 1
    left = state.left[player, place]
    for colour in range(state.options.colors):
        left[colour] = 1
    for rank in range(RANKS):
        left[COLOURS + rank] = 1
    if state.stock.height == 0:
        state.turns_left = state.num_players


@rule
def legal_actions(state, mask):
    """Rules 3 to 6, choice 2: discards, plays, and hints that point out a card."""
    for place in range(state.hand_sizes[state.player]):
        mask[DISCARD + place] = state.information < state.options.information
        mask[PLAY + place] = 1
    if state.information == 0:
        return
    for chair in range(1, state.num_players):
        other = (state.player + chair) % state.num_players
        for place in range(state.hand_sizes[other]):
            card = state.hands[other, place]
            mask[COLOUR + COLOURS * (chair - 1) + card // RANKS] = 1
            mask[RANK + RANKS * (chair - 1) + card % RANKS] = 1


@rule
def apply_action(state, action):
    """Rules 3 to 10: a turn, which is the last one of all if the stock has been empty for a round."""
    player = state.player
    is_last_round = state.stock.height == 0
    forget_turn(state, player)
    if action >= COLOUR:
        hint(state, player, action)
    else:
        lay(state, player, action)
    if is_last_round:
        state.turns_left -= 1
    state.player = (player + 1) % state.num_players
    is_complete = state.score[0] == RANKS * state.options.colors
    if state.lives == 0 or state.turns_left == 0 or is_complete:
        end(state)


@rule
def forget_turn(state, player):
    """Clear a player's last turn."""
    state.named[player] = NONE
    state.laid[player] = NO_CARD
    state.hinted[player] = state.places[player] = 0
    for place in range(MOST_HAND):
        state.pointed[player, place] = 0


@rule
def hint(state, player, action):
    """Rule 4, choice 5: a hint points out cards, and all see what it leaves for each card of the hand."""
    state.information -= 1
    is_rank = action >= RANK
    number = action - (RANK if is_rank else COLOUR)
    chair, value = 1 + number // RANKS, number % RANKS
    other = (player + chair) % state.num_players
    first = COLOURS if is_rank else 0
    for place in range(state.hand_sizes[other]):
        card = state.hands[other, place]
        is_meant = (card % RANKS if is_rank else card // RANKS) == value
        state.pointed[player, place] = is_meant
        left = state.left[other, place]
        for sign in range(first, first + RANKS):
            left[sign] = left[sign] and is_meant == (sign == first + value)
    state.turns[player] = Turn.HINT
    state.hinted[player] = chair
    state.named[player] = first + value


@rule
def fits(fireworks, card):
    """Rule 7: whether a card is the next one of its colour."""
    return fireworks[card] == 0 and (card % RANKS == 0 or fireworks[card - 1] == 1)


@rule
def lay(state, player, action):
    """Rules 6 to 8: a card is discarded or played, and another one is drawn."""
    is_play = action >= PLAY
    place = action - (PLAY if is_play else DISCARD)
    card = take(state, player, place)
    state.turns[player] = Turn.PLAY if is_play else Turn.DISCARD
    state.places[player] = place + 1
    state.laid[player] = card
    if is_play and fits(state.fireworks, card):
        state.fireworks[card] = 1
        for other in range(state.num_players):
            state.score[other] += 1
        if card % RANKS == RANKS - 1:
            state.information = min(state.information + 1, state.options.information)
    else:
        state.discards[card] += 1
        if is_play:
            state.lives -= 1
        else:
            state.information += 1
    if state.stock.height > 0:
        draw(state, player)


@rule
def take(state, player, place):
    """Choice 4: take a card from a hand, and close the gap."""
    card = state.hands[player, place]
    last = state.hand_sizes[player] - 1
    for k in range(place, last):
        state.hands[player, k] = state.hands[player, k + 1]
        arrays.copy(state.left[player, k + 1], state.left[player, k])
    state.hands[player, last] = NO_CARD
    for sign in range(SIGN_COUNT):
        state.left[player, last, sign] = 0
    state.hand_sizes[player] = last
    return card


@rule
def end(state):
    """Rules 10 and 11, choice 1: the game ends with the common score."""
    if state.lives == 0 and state.options.lost == Lost.ZERO:
        for player in range(state.num_players):
            state.score[player] = 0
    state.over = True
    rewards.reward_all(state, state.score[0] / (RANKS * state.options.colors))


def tally(state) -> int:
    """Rule 11, choice 1: the points on the table."""
    return 0 if state.lives == 0 and state.options.lost == Lost.ZERO else int(state.fireworks.sum())


@rule
def observe(state, player, view):
    """Computed fields of the view: the others' hands, and the spent tokens."""
    for chair in range(1, state.num_players):
        other = (player + chair) % state.num_players
        for place in range(state.hand_sizes[other]):
            view.hands[chair, place] = state.hands[other, place]
    view.spent = state.options.information - state.information


@rule
def may_be(left, card):
    """Choice 5: whether hints have left this card possible."""
    return left[card // RANKS] == 1 and left[COLOURS + card % RANKS] == 1


@rule
def redeal_hidden(state, player):
    """Redraws the own cards and the stock: each deal of the unseen cards that agrees with the hints is equally likely.

    The places receive their cards one after the other. A card's chance is the number of deals of the later places with
    it, by `count_deals`.
    """
    size = state.hand_sizes[player]
    unseen = arrays.zeros(CODES, np.int64)
    for card in state.stock.cards[: state.stock.height]:
        unseen[card] += 1
    for card in state.hands[player, :size]:
        unseen[card] += 1
    left = state.left[player]
    chances = arrays.zeros(CODES, np.int64)
    for place in range(size):
        total = 0
        for card in range(CODES):
            chances[card] = 0
            if unseen[card] > 0 and may_be(left[place], card):
                unseen[card] -= 1
                chances[card] = (unseen[card] + 1) * count_deals(unseen, left, place + 1, size)
                unseen[card] += 1
                total += chances[card]
        at = rng.below(state, total)
        card = 0
        while at >= chances[card]:
            at -= chances[card]
            card += 1
        state.hands[player, place] = card
        unseen[card] -= 1
    piles.clear(state.stock)
    piles.move_counted(unseen, state.stock)
    piles.shuffle(state, state.stock)


@rule
def count_deals(unseen, left, first, size):
    """The number of ways to deal unseen cards to the places from the first one on, each card of its own.

    Inclusion and exclusion: of the sets of places that hold the lowest one, a set of k places that would share a card
    counts with the factor (-1)^(k - 1) (k - 1)!.
    """
    shared, ways = arrays.zeros(SUBSETS, np.int64), arrays.zeros(SUBSETS, np.int64)
    number = size - first
    for card in range(CODES):
        if unseen[card] > 0:
            fitting = 0
            for k in range(number):
                fitting |= int(may_be(left[first + k], card)) << k
            some = fitting
            while some > 0:
                shared[some] += unseen[card]
                some = (some - 1) & fitting
    ways[0] = 1
    for places_left in range(1, 1 << number):
        lowest = places_left & -places_left
        some = places_left
        while some > 0:
            if some & lowest:
                ways[places_left] += factor(some) * shared[some] * ways[places_left ^ some]
            some = (some - 1) & places_left
    return ways[(1 << number) - 1]


@rule
def factor(some):
    """(-1)^(k - 1) (k - 1)! for a set of k places."""
    product, k = 1, 0
    while some > 0:
        if k > 0:
            product *= -k
        k += 1
        some &= some - 1
    return product


def check(state) -> str:
    """Check a written position: tokens, fireworks, hands, hints and turns."""
    num_players, colors = int(state.num_players), int(state.options.colors)
    built = state.fireworks.reshape(COLOURS, RANKS)
    if (np.diff(built, axis=1) > 0).any():
        return "fireworks: each colour is built from the 1 up"
    if state.information > state.options.information or state.lives > state.options.lives:
        return "information and lives: there are not so many tokens"
    if (state.stock.height == 0) != (state.turns_left != NONE):
        return "turns_left: it is counted when the stock is empty, and not before"
    if state.turns_left > num_players:
        return f"turns_left must be at most {num_players}, got {state.turns_left}"
    is_complete = built.sum() == RANKS * colors
    if state.over != (state.lives == 0 or state.turns_left == 0 or is_complete):
        return "over: the game ends without lives or turns, and with complete fireworks"
    return wrong_hands(state) or wrong_turns(state)


def wrong_hands(state) -> str:
    """Error in the hands, or in what hints have left of their cards, in words."""
    num_players, size = int(state.num_players), int(hand_size(state))
    for player in range(num_players):
        cards, number = state.hands[player], int(state.hand_sizes[player])
        ago = (int(state.player) - 1 - player) % num_players  # turns since this player's last one
        may_lack = state.turns_left != NONE and ago < num_players - state.turns_left
        if number not in (size, size - may_lack):
            return f"hand_sizes: player {player} must have {size} cards, or one less after a turn of the last round"
        if (cards[:number] == NO_CARD).any() or (cards[number:] != NO_CARD).any():
            return f"hands: player {player} must have as many cards as in hand_sizes, without gaps"
        for place in range(MOST_HAND):
            left = state.left[player, place]
            if place >= number:
                if left.any():
                    return f"left: player {player} has no card at place {place + 1}"
            elif not may_be(left, cards[place]) or left[state.options.colors : COLOURS].any():
                return f"left: {PACK.words[cards[place]]} of player {player} must be left, and only colours in play"
    return ""


def wrong_turns(state) -> str:
    """Error in the players' last turns, in words."""
    laid = np.zeros(CODES, int)
    for player in range(int(state.num_players)):
        turn, card = int(state.turns[player]), int(state.laid[player])
        is_hint, lays = turn == Turn.HINT, turn in (Turn.DISCARD, Turn.PLAY)
        if lays != (card != NO_CARD) or lays != (state.places[player] > 0):
            return f"laid: player {player} has laid a card in the last turn, or none"
        is_named = state.named[player] != NONE and state.pointed[player].any()
        if is_hint != is_named or is_hint != (0 < state.hinted[player] < state.num_players):
            return f"hinted: player {player} has given a hint to another player, or none"
        if not is_hint and (state.named[player] != NONE or state.hinted[player] or state.pointed[player].any()):
            return f"hinted: player {player} has given no hint"
        if lays:
            laid[card] += 1
    return "laid: these cards lie there" if (laid > state.fireworks + state.discards).any() else ""


def hand_in_words(look: Look, left: Any) -> str:
    """The cards of a hand, (places, signs), as far as hints have named them, such as ``"red 3, any, 3 not R"``."""
    in_game = look.view.left.any(axis=(0, 1))
    return ", ".join(card_in_words(card, in_game) for card in left if card.any())


def card_in_words(left: Any, in_game: Any) -> str:
    """A card as far as hints have named it, such as ``"red 3"``, or ``"3 not R"`` if another hint named red cards.

    Args:
        left: (signs,) that are left for the card.
        in_game: (signs,) of all cards.
    """
    yes, no = [], ""
    for signs in (range(COLOURS), range(COLOURS, SIGN_COUNT)):
        can = [sign for sign in signs if left[sign]]
        cannot = "".join(SIGNS[sign] for sign in signs if in_game[sign] and not left[sign])
        if len(can) == 1:
            yes.append(PACK.suits[can[0]].name if can[0] < COLOURS else SIGNS[can[0]])
        elif len(can) <= len(cannot):
            yes.append("".join(SIGNS[sign] for sign in can))
        else:
            no += cannot
    return " ".join(yes + [f"not {no}"] * bool(no)) or "any"


def name_discarded(before: Look, after: Look) -> str:
    """The card that a player has discarded."""
    return f"it was {PACK.names[after.view.laid[0]]}"


def name_played(before: Look, after: Look) -> str:
    """The card that a player has played."""
    fits = "which fits" if after.view.lives == before.view.lives else "which does not fit: a life is lost"
    return f"it was {PACK.names[after.view.laid[0]]}, {fits}"


CHAIRS = ("the next player", "the second player", "the third player", "the fourth player")
LAYOUT = Layout(
    (Hands("hands"), Foundations("fireworks"), Spread("discards"), STOCK),
    titles={
        "left": "may be",
        "information": "hints left",
        "lives": "lives",
        "turns_left": "turns left",
        "turns": "last turn",
        "laid": "laid",
        "named": "named",
    },
    noted=("laid",),
    words={"left": hand_in_words},
    labels={"pointed": [str(place + 1) for place in range(MOST_HAND)]},
    says={"discard": "Discard card {}", "play": "Play card {}", "hint colour": "Show {}", "hint rank": "Show {}"},
    calls={
        "hint colour": [f"{chair} the {suit.name} cards" for chair in CHAIRS for suit in PACK.suits],
        "hint rank": [f"{chair} the {rank.word}s" for chair in CHAIRS for rank in PACK.ranks],
    },
    then={"discard": name_discarded, "play": name_played},
    phases={"": "Give a hint, discard or play a card"},
    rules={"hint colour": (4, 5), "hint rank": (4, 5), "discard": (6,), "play": (7, 8)},
)

GAME = Game(
    name="hanabi",
    version=0,
    title="Hanabi",
    family="cooperative",
    players=(2, SEATS),
    default_players=2,
    pack=pack,
    score_range=score_range,
    rest="stock",
    cooperative=True,
    **declared_in(__name__),
)
