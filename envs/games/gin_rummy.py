"""Gin Rummy.

A rummy game for two: draw a card, discard a card, keep the melds in hand, and knock when little is left outside them.

Rules
-----
1. Two players and the pack of 52. An ace counts 1, a court card 10, any other card its number.
2. A turn is to draw a card and to discard one; melds are not laid out before somebody knocks.
3. A hand is hidden from the other player until then.
4. Each player is dealt ten cards. The next card is turned up and begins the discard pile; the others are the stock.
5. A meld is three or four cards of a rank, or three or more of a suit in sequence; the ace is low only, and a card
   is part of one meld only.
6. The cards outside a hand's melds are its deadwood, which counts the points of these cards.
7. First the player who did not deal may take the upcard or pass, then the dealer may; if both pass, the player who
   did not deal draws from the stock.
8. Afterwards a turn begins with drawing the top card of the discard pile or of the stock.
9. A card just taken from the discard pile may not be discarded in the same turn.
10. A player who has drawn may knock, if ten of the cards can be arranged to leave 10 points or less; the discard of
    this turn is put away face down.
11. To knock with no deadwood at all is gin.
12. When the knocker has laid out the melds, the defender lays out melds too, then lays off deadwood cards on the
    knocker's melds; nothing may be laid off against gin.
13. If the knocker has the lower deadwood, the knocker scores the difference.
14. For gin the knocker scores 25 and the defender's deadwood.
15. If the defender has no more deadwood than the knocker, it is an undercut: the defender scores 25 and the difference.
16. When a discard without a knock leaves two cards in the stock, the deal is void, unless the next player can knock
    with the upcard and does.
17. Deals follow each other with alternating dealers until a player has 100 points and wins.

Sources
-------
The game and its idea in [Denexa Games, Game Rules](https://www.denexa.com/blog/category/game-rules/); the rules of a
deal as OpenSpiel's ``gin_rummy`` and the tournament rules that it cites have them.

Choices where the text is silent
--------------------------------
1. The text gives rules 1 to 3 only. A knock takes 10 points, gin and undercut bring 25: the numbers of OpenSpiel.
   Its code differs in some points: a player may return the card just taken (the deal is a draw when both do), some
   knocks that rule 10 allows are refused, the defender lays off before melding, a run takes two cards at an end and
   no more, and equal deadwood brings nothing. Some of its functions show the knocker the defender's hand.
2. In rule 16 the last player takes the upcard only by knocking, otherwise passes; rule 9 holds here as well.
3. Eleven cards in melds bring nothing extra: the player discards one and has gin.
4. The game is a match to ``target`` points; with ``target=None`` it is one deal. There are no bonuses for the match
   or for deals won: they could not change who reaches the target first.
5. The first dealer is drawn, then the deal alternates; a void deal is dealt again by the same dealer.
6. A run has any length. As actions there are runs of three to five, of which two make any longer one.
7. Equal deadwood is an undercut. The knocker may arrange the ten cards freely, as long as at most 10 points are left,
   so gin must also be laid out as gin; the defender need not lay out anything.
8. A run may be extended again and again at both ends. A card that fits a run and a set goes to the run, where it may
   help another one.
9. After the discard of rule 10 the knocker's ten cards lie open. The card put away is shown when the deal is over;
   before that the defender knows it only if it had been taken from the discard pile. Both remember the player of each
   discard.

Options
-------
``target``: points that win the match; None for a single deal.
``max_upcard_draws``: times that players may draw from the discard pile in a deal, the first upcard not counted; with
the last of them the deal is void.
``max_hands``: deals after which the match is stopped, void ones counted.

Rewards
-------
The winner of the match gets +1, the other player -1; a single deal goes to the player who scores in it, and brings 0 if
it is void. If the match is stopped, the better score wins, and equal scores bring 0. The score is the points.

End
---
With the target reached, or after the one deal. Players could draw upcards for ever, hence the bound on them: it ends
a deal, and truncates a single one. After ``max_hands`` a match is truncated. The bounds are so large that they stop
less than one game in a hundred even of random players, of whose deals most are void.

Written deck
------------
Ten cards to each player, one at a time, the player who does not deal first; then the upcard, then the stock, its top
card first. Later deals of a match are shuffled.
"""

from enum import IntEnum

import numpy as np

from cardzoo.envs.engine import piles, rng
from cardzoo.envs.engine.actions import Actions, Block, Place
from cardzoo.envs.engine.cards import CARDS, NO_CARD
from cardzoo.envs.engine.compiling import rule
from cardzoo.envs.engine.fields import Card, Cards, Choice, Number, Options, Pile, Seat, Seats, State
from cardzoo.envs.engine.game import Game, declared_in
from cardzoo.envs.engine.match import Match
from cardzoo.envs.families import dealing, melds
from cardzoo.envs.scene import STOCK, Beside, Hands, Layout, Look, Spread

SEATS = Seats(2)
HAND_SIZE = 10
KNOCK_POINTS = 10
GIN_POINTS = 25
UNDERCUT_POINTS = 25
WALL = 2  # cards that stay in the stock
NOBODY = NO_TARGET = -1
HIGHEST_TARGET = 250
MOST_UPCARD_DRAWS = 100
MOST_HANDS = 1000
MOST_POINTS = GIN_POINTS + HAND_SIZE * 10  # in one deal: gin, and the defender has court cards and melds none
MOST_DEADWOOD = 8 * 10 + 2 * 9 + 8  # eleven cards without a meld hold at most two of each rank
PACK = np.arange(CARDS, dtype=np.int16)
EXCHANGES = 500


class Phase(IntEnum):
    """Decisions of the player whose turn it is."""

    UPCARD = 0
    DRAW = 1
    DISCARD = 2
    KNOCK = 3
    MELD = 4
    DEFEND = 5
    LAY_OFF = 6
    WALL = 7


SHOWDOWN = (Phase.MELD, Phase.DEFEND, Phase.LAY_OFF)

ACTIONS = Actions(
    Block("discard", CARDS, doc="discard a card, also when knocking"),
    Block("draw upcard", at=Place("discard_pile"), doc="take the top card of the discard pile"),
    Block("draw stock", at=Place("stock_size"), doc="take the top card of the stock"),
    Block("pass", doc="leave the upcard; or be done with melds or with laying off"),
    Block("knock", doc="say that the hand will be laid out; the discard comes next"),
    Block("meld", melds.SETS + melds.RUNS, doc="lay out a meld after a knock"),
    Block("lay off", CARDS, doc="lay off a card on the knocker's melds"),
)
DRAW_UPCARD = ACTIONS.first("draw upcard")
DRAW_STOCK = ACTIONS.first("draw stock")
PASS = ACTIONS.first("pass")
KNOCK = ACTIONS.first("knock")
MELD = ACTIONS.first("meld")
LAY_OFF = ACTIONS.first("lay off")


@rule
def hands_in_all(options):
    """Rule 17, choice 4: after how many hands the game is over, whatever the score."""
    return 1 if options.target == NO_TARGET else options.max_hands


MATCH = Match(most=MOST_HANDS, default=500, bound=True, length=hands_in_all, shortest={"target": None})

STATE = State(
    Choice("phase", Phase, doc="what the player whose turn it is decides"),
    Cards("hands", SEATS, doc="the players' hands, without what they have laid out"),
    Pile("stock", CARDS, doc="the stock"),
    Pile("discard_pile", CARDS, doc="the discard pile; on top a knock's discard, for those who know it"),
    Cards("discards", SEATS, memo=True, doc="cards of the discard pile that each player has discarded"),
    Cards("sets", doc="the knocker's sets, with cards laid off on them"),
    Cards("runs", doc="the knocker's runs, with cards laid off on them"),
    Cards("defence", doc="the defender's melds"),
    Card("face_down", doc="the discard of a knock, if it is not known to both"),
    Card("taken", memo=True, doc="the card just taken from the discard pile"),
    Cards("known", SEATS, memo=True, doc="cards that both know to be in a player's hand"),
    Seat("knocker", SEATS, default=None, doc="the knocker"),
    Number("passes", high=SEATS, doc="players who have passed on the first upcard, until somebody draws"),
    Number("upcard_draws", high=MOST_UPCARD_DRAWS, doc="upcards drawn in this deal, but for the first one"),
    MATCH.counter,
)

VIEW = STATE.view(
    Cards("hand", shows="hands", doc="own hand"),
    Cards("unmelded", doc="the cards of the own hand that its best arrangement leaves"),
    Number("deadwood", high=MOST_DEADWOOD, doc="what they count"),
    Number("deadwood_with_upcard", high=MOST_DEADWOOD, doc="the least it can be with the upcard, if that can be drawn"),
    Card("upcard", doc="the card on top of the discard pile"),
    "discard_pile discards known sets runs defence",
    Number("upcard_melds", doc="1 if the upcard can be drawn, would be part of a meld and leaves less deadwood"),
    "phase turn dealer knocker passes",
    Number("stock_size", high=CARDS, shows="stock", doc="cards in the stock"),
    Number(
        "upcard_draws_left", high=MOST_UPCARD_DRAWS, doc="upcards to be drawn, with the last of which the deal is void"
    ),
    Number("scores", SEATS, high=HIGHEST_TARGET + MOST_POINTS, shows="score", doc="points so far"),
    Number("points_missing", SEATS, high=HIGHEST_TARGET, doc="points that a player lacks to win; 1 in a single deal"),
    MATCH.left,
)

OPTIONS = Options(
    Number("target", low=1, high=HIGHEST_TARGET, default=100, optional=True, doc="points that win; None: one deal"),
    Number("max_upcard_draws", low=1, high=MOST_UPCARD_DRAWS, default=50, doc="the upcard whose drawing voids a deal"),
    MATCH.option,
    presets={"First to 100": {}, "One deal": {"target": None}},
)


@rule
def deal(state):
    """Rule 4: the hands, then the first upcard."""
    dealing.deal(state, SEATS * HAND_SIZE)
    piles.push(state.discard_pile, piles.draw(state.stock))
    state.phase = Phase.UPCARD


@rule
def legal_actions(state, mask):
    """Legal actions of each phase."""
    if state.phase == Phase.UPCARD:
        mask[DRAW_UPCARD] = mask[PASS] = 1
        return
    if state.phase == Phase.DRAW:
        mask[DRAW_STOCK] = 1
        mask[DRAW_UPCARD] = state.passes < SEATS
        return
    hand = melds.to_bits(state.hands[state.player])
    if state.phase == Phase.DISCARD or state.phase == Phase.WALL:
        taken = state.taken
        if state.phase == Phase.DISCARD:
            melds.from_bits(hand & ~melds.bit(taken), 0, mask)
        else:
            mask[PASS] = 1
            taken = piles.top(state.discard_pile)
        mask[KNOCK] = may_knock(hand | melds.bit(taken), taken)
    elif state.phase == Phase.KNOCK:
        mask_knock_discards(hand, state.taken, mask)
    elif state.phase == Phase.LAY_OFF:
        melds.from_bits(hand & layoffs(melds.to_bits(state.runs), melds.to_bits(state.sets)), LAY_OFF, mask)
        mask[PASS] = 1
    else:
        most_points = KNOCK_POINTS if state.phase == Phase.MELD else MOST_POINTS
        mask_melds(hand, most_points, mask)
        mask[PASS] = melds.points(hand) <= most_points


@rule
def layoffs(runs, sets):
    """Rule 12, choice 8: the cards that fit."""
    return melds.next_to_runs(runs) | melds.missing_from_sets(sets)


@rule
def may_knock(hand, taken):
    """Rules 9 and 10, of eleven cards."""
    return melds.deadwood_after_discard(hand, hand & ~melds.bit(taken)) <= KNOCK_POINTS


@rule
def mask_knock_discards(hand, taken, mask):
    """Rules 9 and 10: discards that leave the knock possible."""
    for card in range(CARDS):
        bit = melds.bit(card)
        if hand & bit and card != taken and melds.deadwood(hand ^ bit) <= KNOCK_POINTS:
            mask[card] = 1


@rule
def mask_melds(hand, most_points, mask):
    """Rule 5, choice 7: melds after which the deadwood can still be brought down to a number of points."""
    for meld in range(len(melds.MELD_BITS)):
        bits = melds.MELD_BITS[meld]
        if hand & bits == bits and melds.deadwood(hand ^ bits) <= most_points:
            mask[MELD + meld] = 1


@rule
def apply_action(state, action):
    """Play a legal action."""
    if state.phase == Phase.UPCARD or state.phase == Phase.DRAW:
        draw(state, action)
    elif state.phase == Phase.KNOCK:
        discard_face_down(state, action)
    elif state.phase == Phase.MELD or state.phase == Phase.DEFEND:
        lay_out(state, action)
    elif state.phase == Phase.LAY_OFF:
        lay_off(state, action)
    elif action == KNOCK:
        knock(state)
    elif action == PASS:
        end_deal(state)
    else:
        discard(state, action)


@rule
def pass_turn(state, phase):
    """The turn passes to the other player."""
    state.player = 1 - state.player
    state.phase = phase


@rule
def draw(state, action):
    """Rules 7 and 8; the bound on upcards voids the deal."""
    if action == PASS:
        state.passes += 1
        pass_turn(state, Phase.UPCARD if state.passes < SEATS else Phase.DRAW)
        return
    if action == DRAW_STOCK:
        state.hands[state.player, piles.draw(state.stock)] = 1
    else:
        state.upcard_draws += state.phase == Phase.DRAW
        if state.upcard_draws == state.options.max_upcard_draws:
            state.truncated = state.options.target == NO_TARGET
            end_deal(state)
            return
        take_upcard(state)
    state.passes = 0
    state.phase = Phase.DISCARD


@rule
def take_upcard(state):
    """Take the upcard, which both players know."""
    card = piles.draw(state.discard_pile)
    state.discards[:, card] = 0
    state.hands[state.player, card] = 1
    state.known[state.player, card] = 1
    state.taken = card


@rule
def remove_from_hand(state, card):
    """Remove the card from the player's hand."""
    state.hands[state.player, card] = 0
    state.known[state.player, card] = 0


@rule
def lay_on_pile(state, card):
    """Lay the card on the pile: all see it and know its player."""
    piles.push(state.discard_pile, card)
    state.discards[state.player, card] = 1


@rule
def discard(state, card):
    """Rules 8 and 16: a card goes on the pile, and the turn passes."""
    lay_on_pile(state, card)
    remove_from_hand(state, card)
    state.taken = NO_CARD
    pass_turn(state, Phase.DRAW if state.stock.height > WALL else Phase.WALL)


@rule
def knock(state):
    """Rules 10 and 16: at the wall, the upcard is drawn first."""
    if state.phase == Phase.WALL:
        take_upcard(state)
    state.knocker = state.player
    state.phase = Phase.KNOCK


@rule
def discard_face_down(state, card):
    """Rule 10, choice 9: the player knocks, and lays the hand open.

    A card that was known to be in the hand is known to be the one put away.
    """
    player = state.player
    if state.known[player, card]:
        lay_on_pile(state, card)
    else:
        state.face_down = card
    remove_from_hand(state, card)
    show_hand(state, player)
    state.taken = NO_CARD
    state.phase = Phase.MELD


@rule
def show_hand(state, player):
    """Show the hand to both players."""
    for card in range(CARDS):
        state.known[player, card] = state.hands[player, card]


@rule
def lay_out(state, action):
    """Rules 11 and 12: a meld, or the end of melding."""
    if action == PASS:
        if state.phase == Phase.MELD:
            pass_turn(state, Phase.DEFEND)
        elif has_gin(state):
            score_deal(state)
        else:
            state.phase = Phase.LAY_OFF
        return
    meld = action - MELD
    for card in range(CARDS):
        if melds.MELD_BITS[meld] & melds.bit(card):
            remove_from_hand(state, card)
            if state.phase == Phase.DEFEND:
                state.defence[card] = 1
            elif meld < melds.FIRST_RUN:
                state.sets[card] = 1
            else:
                state.runs[card] = 1


@rule
def has_gin(state):
    """Rule 11: returns whether the knocker has no card left unmelded."""
    return state.hands[state.knocker].sum() == 0


@rule
def lay_off(state, action):
    """Rule 12, choice 8: the defender adds a card to the knocker's melds, or has done so."""
    if action == PASS:
        score_deal(state)
        return
    card = action - LAY_OFF
    remove_from_hand(state, card)
    if melds.next_to_runs(melds.to_bits(state.runs)) & melds.bit(card):
        state.runs[card] = 1
    else:
        state.sets[card] = 1


@rule
def score_deal(state):
    """Rules 13 to 15: the players' unmelded cards are compared, and the winner scores."""
    defender = 1 - state.knocker
    knocker = 1 - defender
    show_hand(state, defender)
    lead = melds.points(melds.to_bits(state.hands[defender])) - melds.points(melds.to_bits(state.hands[knocker]))
    if has_gin(state):
        state.score[knocker] += GIN_POINTS + lead
    elif lead > 0:
        state.score[knocker] += lead
    else:
        state.score[defender] += UNDERCUT_POINTS - lead
    end_deal(state)


@rule
def points_to_win(options):
    """Rule 17, choice 4: a single deal goes to the player who scores in it."""
    return 1 if options.target == NO_TARGET else options.target


@rule
def end_deal(state):
    """Rule 17, choices 4 and 5: a deal without a knock is void."""
    next_hand(state, state.dealer if state.knocker == NOBODY else 1 - state.dealer)
    if state.over and not is_won(state) and state.options.target != NO_TARGET:
        state.truncated = True


@rule
def is_won(state):
    """Rule 17: returns whether a player has the points that win."""
    return max(state.score[0], state.score[1]) >= points_to_win(state.options)


next_hand = MATCH.next_hand(STATE, PACK, deal, is_over=is_won)


@rule
def observe(state, player, view):
    """Computed fields of the view: deadwood, a knock's discard for those who know it, and progress of the match."""
    show_deadwood(melds.to_bits(state.hands[player]), melds.bit(piles.top(state.discard_pile)), view)
    view.upcard = piles.top(state.discard_pile)
    if state.face_down != NO_CARD and (player == state.knocker or state.over):
        piles.push(view.discard_pile, state.face_down)
        view.discards[0 if player == state.knocker else 1, state.face_down] = 1
    view.upcard_draws_left = state.options.max_upcard_draws - state.upcard_draws
    for seat in range(SEATS):
        other = player if seat == 0 else 1 - player
        view.points_missing[seat] = max(points_to_win(state.options) - state.score[other], 0)


@rule
def show_deadwood(hand, upcard, view):
    """Deadwood counts from the own hand and the upcard, which a learner would take long to work out."""
    unmelded = melds.unmelded(hand, np.int64(0))
    view.deadwood = melds.points(unmelded)
    if view.phase == Phase.UPCARD or view.phase == Phase.DRAW or view.phase == Phase.WALL:
        left = melds.unmelded(hand | upcard, hand)
        view.deadwood_with_upcard = melds.points(left) - melds.highest(left & hand)
        view.upcard_melds = left & upcard == 0 and view.deadwood_with_upcard < view.deadwood
    melds.from_bits(unmelded, 0, view.unmelded)


@rule
def redeal_hidden(state, player):
    """Redraws the other hand except known cards, the stock, and a discard that the other player has put away."""
    other = 1 - player
    if state.phase == Phase.KNOCK and state.knocker == other:
        redeal_knocker(state)
        return
    put_away = state.face_down != NO_CARD and state.knocker == other and not state.over
    if put_away:
        piles.push(state.stock, state.face_down)
    hidden = 0
    for card in range(CARDS):
        if state.hands[other, card] > state.known[other, card]:
            state.hands[other, card] = 0
            piles.push(state.stock, card)
            hidden += 1
    piles.shuffle(state, state.stock)
    for _ in range(hidden):
        state.hands[other, piles.draw(state.stock)] = 1
    if put_away:
        state.face_down = piles.draw(state.stock)


@rule
def redeal_knocker(state):
    """Redraws a hand about to be laid out: swaps cards with the stock as long as a knock stays possible."""
    knocker = state.knocker
    hand = state.hands[knocker]
    for _ in range(EXCHANGES):
        card = rng.below(state, CARDS)
        place = rng.below(state, state.stock.height)
        if hand[card] > state.known[knocker, card]:
            other = state.stock.cards[place]
            hand[card] = 0
            hand[other] = 1
            if may_knock(melds.to_bits(hand), state.taken):
                state.stock.cards[place] = card
            else:
                hand[other] = 0
                hand[card] = 1
    piles.shuffle(state, state.stock)


def check(state) -> str:
    """The first problem of a written position, in words, or nothing."""
    return wrong_bounds(state) or wrong_cards(state) or wrong_turn(state) or wrong_table(state)


def wrong_bounds(state) -> str:
    """The first problem of the numbers that end a deal or the match."""
    if state.upcard_draws > state.options.max_upcard_draws - (not state.over):
        return "upcard_draws: the deal is void by then"
    if not state.over and state.score.max() >= points_to_win(state.options):
        return "score: the game is won by then"
    return ""


def wrong_cards(state) -> str:
    """The first problem of hands, of the cards known in them, and of the players of discards."""
    held, phase, drawn = state.hands.sum(axis=1), state.phase, state.phase in (Phase.DISCARD, Phase.KNOCK)
    if held[state.player] > HAND_SIZE + drawn or held[1 - state.player] > HAND_SIZE:
        return f"hands: they have {HAND_SIZE} cards at most, and one more for the player who discards"
    if not held.all() and phase not in SHOWDOWN:
        return "hands: nobody is without cards before the knock"
    if (state.known > state.hands).any():
        return "known: these cards are not in the hand"
    if (state.discards.sum(axis=0) > np.isin(PACK, state.discard_pile.cards)).any():
        return "discards: each card is in the discard pile, and one player has discarded it"
    if state.taken != NO_CARD and not (drawn and state.known[state.player, state.taken]):
        return "taken: it is known to be in the hand of the player who has drawn"
    return ""


def wrong_turn(state) -> str:
    """The first problem of the phase."""
    phase, player, other, stock = Phase(state.phase), state.player, 1 - state.player, state.stock.height
    knockers = {Phase.KNOCK: player, Phase.MELD: player, Phase.DEFEND: other, Phase.LAY_OFF: other}
    passes = {Phase.UPCARD: (player == state.dealer,), Phase.DRAW: (0, SEATS)}
    if state.knocker != knockers.get(phase, NOBODY):
        return "knocker: it does not go with the phase and the player"
    if state.passes not in passes.get(phase, (0,)):
        return "passes: they do not go with the phase and the player"
    if stock < WALL + (phase in (Phase.UPCARD, Phase.DRAW)) or (phase == Phase.WALL and stock > WALL):
        return f"stock: {WALL} cards stay in it, and with these the last player does not draw"
    if phase in (Phase.UPCARD, Phase.DRAW, Phase.WALL) and state.discard_pile.height == 0:
        return "discard_pile: there is an upcard when a turn begins"
    return ""


def wrong_table(state) -> str:
    """The first problem of a knock and the melds."""
    phase, knocker = state.phase, state.knocker
    sets, runs, defence = (melds.to_bits(cards) for cards in (state.sets, state.runs, state.defence))
    if phase not in SHOWDOWN:
        nothing = sets | runs | defence == 0 and state.face_down == NO_CARD
        return "" if nothing else "phase: nothing is laid out before a knock"
    hand = melds.to_bits(state.hands[knocker])
    if (melds.deadwood(hand) if phase == Phase.MELD else melds.points(hand)) > KNOCK_POINTS:
        return "hands: the knocker has too many points"
    if (state.known != state.hands)[knocker].any():
        return "known: after the knock both know the knocker's hand"
    if phase == Phase.LAY_OFF and hand == 0:
        return "phase: nothing is laid off against gin"
    if phase == Phase.MELD and defence:
        return "defence: the knocker melds first"
    if sets & ~melds.in_sets(sets) or melds.outside_runs(runs) or melds.deadwood(defence):
        return "sets, runs, defence: not all cards are part of a meld"
    return ""


def rest_of_pack(look: Look, chair: int) -> int:
    """Cards in the other hand: those that lie nowhere else, without a knock's discard put away unseen."""
    view = look.view
    if chair == 0:
        return int(view.hand.sum())
    seen = sum(int(cards.sum()) for cards in (view.hand, view.sets, view.runs, view.defence))
    put_away = view.knocker[1] and look.words(look.field("phase"), view.phase) in ("meld", "defend", "lay off")
    return CARDS - seen - int(view.stock_size) - int(view.discard_pile.height) - int(put_away)


def name_pass(look: Look) -> str:
    """A pass that ends the melds or lay-offs of a player."""
    return {"meld": "Lay out no more", "defend": "Lay out no more", "lay_off": "Lay off no more"}.get(look.phase, "")


def name_knock(before: Look, after: Look) -> str:
    """The knock of a deal that an action of the defender ends, with what the last cards of both players count."""
    if before.phase not in ("defend", "lay_off") or (before.view.scores == after.view.scores).all():
        return ""
    chair = int(before.view.knocker.argmax())
    left, against = (melds.points(melds.to_bits(cards)) for cards in (before.view.known[chair], before.view.hand))
    knocked = f"knocked with {left}" if left else "had gin"
    return f"{before.name(chair)} {knocked}, against {against}"


LAYOUT = Layout(
    (
        Hands("hand", sizes=rest_of_pack, known="known"),
        Beside(STOCK, Spread("discard_pile", "discard pile")),
        Beside(Spread("sets", sets=True, sparse=True), Spread("runs", sparse=True), Spread("defence", sparse=True)),
    ),
    noted=("unmelded", "discards"),
    hidden={"upcard": "it lies on the discard pile"},
    closes=("knock",),
    titles={
        "deadwood": "your deadwood",
        "knocker": "has knocked",
    },
    says={
        "meld": "Lay out {}",
    },
    says_now={"pass": name_pass},
    then={"pass": name_knock},
    phases={
        "upcard": "Take the first upcard, or pass",
        "draw": "Take a card: from the stock or the discard pile",
        "discard": "Discard a card, or knock",
        "knock": "Choose the discard with which you knock",
        "meld": "Lay out your melds",
        "defend": "Lay out your melds",
        "lay_off": "Lay off cards on the knocker's melds",
        "wall": "Knock with the upcard, or pass",
    },
    rules={
        "discard": (2, 9),
        "draw upcard": (7, 8),
        "draw stock": (8,),
        "pass": (7, 12),
        "knock": (10,),
        "meld": (5, 12),
        "lay off": (12,),
    },
)

GAME = Game(
    name="gin_rummy",
    version=0,
    title="Gin Rummy",
    family="rummy",
    players=(SEATS, SEATS),
    default_players=SEATS,
    score_range=(HIGHEST_TARGET - 1 + MOST_POINTS) / 2,
    rest="stock",
    **declared_in(__name__),
)
