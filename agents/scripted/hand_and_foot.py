"""Scripted agents of Hand and Foot."""

from cardzoo.agents.families.canastas import ME, PARTNER, could_run_out, discarding, laying_plainly
from cardzoo.envs.engine import rule
from cardzoo.envs.engine.cards import THREE, TWO
from cardzoo.envs.families.canastas import FIVES, JOKER, POINTS, Answer, Phase, meld_size
from cardzoo.envs.games.hand_and_foot import (
    ASK,
    CLEAN_POINTS,
    COPIES,
    DIRTY_POINTS,
    DISCARD,
    DRAW,
    END,
    LAID,
    LAY,
    LIMITS,
    NO,
    OUT_POINTS,
    PACK,
    RED_THREE_POINTS,
    TAKE,
    WILD_POINTS,
    YES,
    Part,
    unplayed,
)

# The expert's weights.
CARD_COUNT = 8.0  # worth of a card of the pile to the next player
HELD_COUNT = 20.0  # worth of another card of the rank in hand
WILD_COUNT = 400.0
SMALL_HAND = 4

LAST_DRAWS = 10  # cards in the stock below which all is laid down
FULL = 4  # cards of a meld to which wild cards are added
UNSEEN = 200.0  # cards, roughly
LEFT = float(POINTS[PACK].mean())  # cost of a card left in a hand or a foot


@rule
def novice(view, mask, generator):
    """Takes the pile, lays down all that it can, natural cards first, and goes out as soon as it can.

    - Wild cards go on the wild meld before others.
    - It discards black 3s first, then the cards of which it holds the fewest, and wild cards last.
    - It asks for leave when the books are complete, and always gives it.
    """
    if mask[YES]:
        return YES
    if mask[ASK] and view.part[2] == Part.FOOT and view.missing[0].sum() == 0:
        return ASK
    if mask[TAKE]:
        return TAKE
    if view.phase == Phase.DRAW:
        return DRAW
    lay = plainest_lay(mask)
    if lay >= 0:
        return lay
    return END if mask[END] else plainest_discard(view, mask)


plainest_lay = laying_plainly(LAID, LAY)


@rule
def plain_worth(view, card):
    """The number of such cards in the hand; wild cards are kept, and black 3s are not."""
    return view.hand[card] + 100 * (card in (TWO, JOKER)) - 50 * (card == THREE)


plainest_discard = discarding(DISCARD, plain_worth)


@rule
def expert(view, mask, generator):
    """Collects the books needed to go out, takes piles, and avoids feeding the next player.

    - It takes the pile whenever it can.
    - It lays down natural cards and wild melds. Wild cards go on other melds only if these hold one already or a dirty
      book is missing. They also go there to reach the minimum, to empty the hand for the foot or the end, and before
      the stock ends.
    - It discards the card of least worth to the own side, weighed against the risk that the next player takes the pile.
    - It asks for leave if it has laid down all that it may and could go out with the rest. Both partners must have
      their feet, and the books must be complete.
    - It asks, and gives leave, only if that is good for the side (`should_end`).
    """
    if view.phase == Phase.ANSWER:
        return YES if should_end(view, ME) else NO
    if mask[TAKE]:
        return TAKE
    if view.phase == Phase.DRAW:
        return DRAW
    if mask[ASK] and may_go_out(view) and should_end(view, PARTNER):
        return ASK
    lay = best_lay(view, mask)
    if lay >= 0:
        return lay
    return END if mask[END] else best_discard(view, mask)


@rule
def best_lay(view, mask):
    """The next meld or card to lay down; -1 if there is none."""
    hurries = is_in_a_hurry(view)
    lacks_wild = view.canastas[0, TWO] == 0
    lacks_dirty = view.mixed_canastas[0].sum() < 2
    best, most = -1, 0
    for lay in range(len(LAID)):
        if mask[LAY + lay]:
            rank, _, twos, jokers = LAID[lay]
            worth = 4
            if rank != TWO and twos + jokers > 0:
                is_dirty = view.twos[0, rank] + view.jokers[0, rank] > 0
                size = meld_size(view, 0, rank)
                worth = 2 if is_dirty and size >= FULL else int(hurries)
                if lacks_dirty and not lacks_wild and size >= FULL + 1:
                    worth = 2
            elif rank == TWO:
                worth = 3
            if worth > most:
                best, most = LAY + lay, worth
    return best


@rule
def is_in_a_hurry(view):
    """True if all is to be laid down: for the minimum, for the foot, to go out, or before the deal ends."""
    is_opening = 0 < view.melded[0] < view.minimum
    is_late = view.stock_size <= LAST_DRAWS
    is_near_end = (view.part[0] == Part.HAND or view.missing[0].sum() == 0) and view.hand_sizes[0] <= SMALL_HAND
    return is_opening or is_late or is_near_end or view.answer == Answer.YES


@rule
def worth_of(view, card):
    """A card's worth to the own side, plus its cost if the next player takes the pile for it."""
    reach = min(view.discard_pile.sum() + 1, 7)
    return worth_keeping(view, card) + CARD_COUNT * reach * chance_to_be_taken(view, card)


best_discard = discarding(DISCARD, worth_of)


@rule
def worth_keeping(view, card):
    """A card's potential for the own side."""
    if card == THREE:
        return 0.0
    if card in (TWO, JOKER):
        return WILD_COUNT
    return HELD_COUNT * view.hand[card]


@rule
def chance_to_be_taken(view, card):
    """The chance that the next player has two cards of a kind, which take the pile."""
    if card in (THREE, TWO, JOKER) or meld_size(view, 1, card) > 4:
        return 0.0
    unseen = COPIES - view.hand[card] - view.discard_pile[card] - view.melds[0, card] - view.melds[1, card]
    hidden = view.hand_sizes[1] - view.known[1].sum()
    held = hidden * unseen / UNSEEN + view.known[1, card]
    return min(1.0, held * held / 2)


@rule
def may_go_out(view):
    """True if the player can go out in this turn with the partner's leave."""
    is_ready = view.part[PARTNER] == Part.FOOT and view.missing[0].sum() == 0
    return is_ready and could_run_out(view, LIMITS[view.most_wilds - 2])


@rule
def should_end(view, stays):
    """True if it is good for the own side to go out now, while its player ``stays`` keeps the cards left.

    In the last deal: if that wins the match; before: if it costs the opponents more than the side.
    """
    gain = OUT_POINTS + cost_of_rest(view, 1) + cost_of_rest(view, 3) - cost_of_rest(view, stays)
    if view.hands_left > 1:
        return gain > 0
    total = FIVES * (view.scores[0] - view.scores[1])
    return total + count_table(view, 0) - count_table(view, 1) + gain > 0


@rule
def cost_of_rest(view, seat):
    """Cost of the cards left in a player's hand and foot; exact for the own hand, else an estimate."""
    cost = float(unplayed(view.hand)) if seat == ME else LEFT * view.hand_sizes[seat]
    return cost + LEFT * view.foot_size * (view.part[seat] == Part.HAND)


@rule
def count_table(view, side):
    """Points of a side's cards on the table."""
    wild, dirty = view.canastas[side, TWO], view.mixed_canastas[side].sum()
    books = CLEAN_POINTS * (view.canastas[side].sum() - wild) + DIRTY_POINTS * dirty + WILD_POINTS * wild
    return view.melded[side] + books + RED_THREE_POINTS * view.red_threes[side]


AGENTS = {"novice": novice, "expert": expert}
