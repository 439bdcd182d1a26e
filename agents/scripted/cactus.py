"""Scripted agents of Cactus."""

from cardzoo.envs.engine import NO_CARD, RANKS, SUITS, Choice, Memory, Number, Remembering, arrays, rng, rule
from cardzoo.envs.engine.cards import rank_of
from cardzoo.envs.games.cactus import (
    CACTUS,
    DECLINE,
    DISCARD,
    DRAW_STOCK,
    DRAW_UPCARD,
    END_TURN,
    GIVE,
    LOOK_AT_OTHER,
    LOOK_AT_OWN,
    MATCH_CARD,
    MOST_HANDS,
    NO_MATCH,
    POINTS,
    POWERS,
    PUT,
    SEATS,
    SLOTS,
    TAKE,
    Event,
    Phase,
    Power,
    Rank,
    Sight,
    Source,
)

OWN, OTHER = 0, 1  # seats of a view
UNKNOWN = -1

# The novice's limits.
LOW = 4  # maximum of points of a card put into the layout
LOW_TOTAL = 10  # a known layout with which it calls
SHORT_GAME = 5  # turns after which it calls in any case

# The expert's weights, tuned over some thousand duplicate deals: calls against itself, the others
# against the novice.
OWN_LOOK = 1.0  # points for knowing one more card of the own layout
OTHER_LOOK = 0.5  # the same for the other layout
KEPT = 0.5  # estimate of a card kept by the other player who knows it, as a share of an unknown one
SHOWN = 0.3  # points lost by showing a placed card to the other player
LEAD = 2.0  # expected lead with which it calls, if all cards are known
OWN_DOUBT = 3.0  # additional lead for each unknown own card
OTHER_DOUBT = 1.0  # the same for each card of the other player


@rule
def novice(view, mask, generator):
    """Puts low cards on unknown places, matches only known cards, and calls with a low total or after five turns.

    It draws the upcard if that counts at most 4, and puts only such cards into the layout. It looks at own cards only
    and never exchanges. It calls if its cards are known to count at most 10, or after five turns.
    """
    if view.phase == Phase.DRAW:
        wanted = mask[DRAW_UPCARD] and (is_low(view.upcard) or not mask[DRAW_STOCK])
        return DRAW_UPCARD if wanted else DRAW_STOCK
    if view.phase == Phase.USE:
        slot = highest(view, mask, generator)
        wanted = slot >= 0 and (is_low(view.drawn) or not mask[DISCARD])
        return PUT + slot if wanted else DISCARD
    if view.phase == Phase.MATCH:
        return known_match(view, view.ranks)
    if view.phase == Phase.END:
        done = view.turns >= 2 * SHORT_GAME or knows_low_total(view)
        return CACTUS if mask[CACTUS] and done else END_TURN
    for slot in range(SLOTS):
        if mask[LOOK_AT_OWN + slot] and view.ranks[OWN, slot] == UNKNOWN:
            return LOOK_AT_OWN + slot
    return DECLINE if mask[DECLINE] else mask.argmax()


@rule
def is_low(card):
    """True if the novice wants the card."""
    return POINTS[rank_of(card)] <= LOW


@rule
def highest(view, mask, generator):
    """A place for a card: a random one of the unknown cards, or else the highest card."""
    unknown = 0
    for slot in range(SLOTS):
        unknown += mask[PUT + slot] and view.ranks[OWN, slot] == UNKNOWN
    choice = rng.below(generator, unknown) if unknown else 0
    best, most = -1, -1
    for slot in range(SLOTS):
        if mask[PUT + slot]:
            if unknown:
                if view.ranks[OWN, slot] == UNKNOWN:
                    if choice == 0:
                        return slot
                    choice -= 1
            elif POINTS[view.ranks[OWN, slot]] > most:
                best, most = slot, int(POINTS[view.ranks[OWN, slot]])
    return best


@rule
def known_match(view, ranks):
    """A match with a card known to have the upcard's rank, or no match."""
    for slot in range(SLOTS):
        if ranks[OWN, slot] == rank_of(view.upcard):
            return MATCH_CARD + slot
    return NO_MATCH


@rule
def knows_low_total(view):
    """True if all own cards are known to have a low total."""
    total = 0
    for slot in range(SLOTS):
        if view.occupied[OWN, slot]:
            if view.ranks[OWN, slot] == UNKNOWN:
                return False
            total += POINTS[view.ranks[OWN, slot]]
    return total <= LOW_TOTAL


MEMORY = Memory(
    Choice("ranks", Rank, SEATS, SLOTS, default=None, doc="the cards of the layouts that are remembered"),
    Number("known_to_other", SEATS, SLOTS, doc="1 for a card that the other player has seen"),
    Number("hands_left", high=MOST_HANDS, doc="hands to be scored; a change marks a new hand"),
    Number("action", high=END_TURN, doc="the player's latest action"),
)


@rule
def recall(view, memory):
    """Update the memory from the events that the seat sees since its last decision."""
    if view.hands_left != memory.hands_left:
        memory.hands_left = view.hands_left
        memory.ranks[:] = UNKNOWN
        memory.known_to_other[:] = 0
    if view.memory_aid:
        arrays.copy(view.ranks, memory.ranks)
        arrays.copy(view.known_to_other, memory.known_to_other)
        return
    follow_exchange(view, memory)
    for seat in range(SEATS):
        for slot in range(SLOTS):
            is_seen = view.ranks[seat, slot] != UNKNOWN
            if not view.occupied[seat, slot] or view.events[seat, slot] in (Event.PUT, Event.DEALT):
                memory.ranks[seat, slot] = UNKNOWN
                memory.known_to_other[seat, slot] = 0
            if is_seen:
                memory.ranks[seat, slot] = view.ranks[seat, slot]
            if view.events[seat, slot] == Event.PUT:
                memory.known_to_other[seat, slot] = seat == OTHER or is_open(view)
            elif view.events[seat, slot] == Event.LOOKED_AT:
                looked = memory.action == (LOOK_AT_OWN if seat == OWN else LOOK_AT_OTHER) + slot
                memory.known_to_other[seat, slot] |= not looked
            elif is_seen:  # both players have seen it
                memory.known_to_other[seat, slot] = 1


@rule
def is_open(view):
    """True if the card of this turn was drawn from the discard pile, so that both know it."""
    return view.source != Source.STOCK


@rule
def follow_exchange(view, memory):
    """Swap a card of each layout, and the knowledge of both."""
    own, other, exchanged = -1, -1, 0
    for slot in range(SLOTS):
        if view.events[OWN, slot] == Event.EXCHANGED:
            own, exchanged = slot, exchanged + 1
        if view.events[OTHER, slot] == Event.EXCHANGED:
            other, exchanged = slot, exchanged + 1
    if exchanged == 2 and own >= 0 and other >= 0:
        rank, known = memory.ranks[OWN, own], memory.known_to_other[OWN, own]
        memory.ranks[OWN, own] = memory.ranks[OTHER, other]
        memory.known_to_other[OWN, own] = memory.known_to_other[OTHER, other]
        memory.ranks[OTHER, other] = rank
        memory.known_to_other[OTHER, other] = known
        return
    for slot in range(SLOTS):
        for seat in range(SEATS):
            if view.events[seat, slot] == Event.EXCHANGED:  # the card is not visible any more
                memory.ranks[seat, slot] = UNKNOWN
                memory.known_to_other[seat, slot] = 0


@rule
def expert(view, mask, generator, memory):
    """Uses each card in the way with the highest expected gain of points on the other player.

    - It draws the upcard if that gains more than an unknown card of the stock; all unseen cards are equally likely.
    - It puts a card where that gains most. Matches of the discarded card with other own cards count too, also if the
      drawn card is discarded.
    - Looking is worth a little if there is an unknown card. A queen exchanges the own highest card for the card
      expected to be lowest, which gains twice the difference. Cards that the other player knows are assumed to be low.
    - It matches only known cards.
    - It calls if it expects to be ahead by enough points; each unknown card raises this lead. A known total of 0 is
      always enough, unless the other player's is known to be 0 too.
    - It remembers all cards that it has seen, like the memory aid.
    """
    recall(view, memory)
    memory.action = choose(view, memory, mask)
    return memory.action


@rule
def expert_at(state, player, view, mask, generator, memory):
    """The expert's action without a memory."""
    recollect(state, player, memory)
    return choose(view, memory, mask)


@rule
def recollect(state, player, memory):
    """The cards in an up-to-date memory, as the memory aid shows them."""
    for seat in range(SEATS):
        owner = player if seat == OWN else 1 - player
        for slot in range(SLOTS):
            card = state.layouts[owner, slot]
            if card != NO_CARD:
                if state.sights[player, owner, slot] != Sight.UNSEEN:
                    memory.ranks[seat, slot] = rank_of(card)
                memory.known_to_other[seat, slot] = state.sights[1 - player, owner, slot] != Sight.UNSEEN


@rule
def choose(view, memory, mask):
    """The expert's action from its view and its memory."""
    if view.phase == Phase.DRAW:
        return draw(view, memory, mask)
    mean = mean_points(view, memory)
    if view.phase == Phase.USE:
        return use_drawn(view, memory, mask, mean)
    if view.phase == Phase.MATCH:
        return known_match(view, memory.ranks)
    if view.phase == Phase.END:
        return CACTUS if mask[CACTUS] and wants_to_call(view, memory, mean) else END_TURN
    if mask[DECLINE] and power_gain(view, memory, rank_of(view.upcard), mean) <= 0:
        return DECLINE
    return use_power(view, memory, mask, mean)


@rule
def unseen(view, memory, rank):
    """The number of cards of a rank that the player has not seen, or does not remember."""
    number = SUITS
    for place in range(view.discard_pile.height):
        number -= rank_of(view.discard_pile.cards[place]) == rank
    for slot in range(SLOTS):
        number -= memory.ranks[OWN, slot] == rank
        number -= memory.ranks[OTHER, slot] == rank
    if view.drawn >= 0:
        number -= rank_of(view.drawn) == rank
    return number


@rule
def mean_points(view, memory):
    """The mean points of an unseen card."""
    points, cards = 0, 0
    for rank in range(RANKS):
        number = unseen(view, memory, rank)
        points += number * POINTS[rank]
        cards += number
    return points / max(cards, 1)


@rule
def estimate(view, memory, seat, slot, mean):
    """The expected points of the card at a place of a layout."""
    rank = memory.ranks[seat, slot]
    if rank != UNKNOWN:
        return float(POINTS[rank])
    return KEPT * mean if seat == OTHER and memory.known_to_other[OTHER, slot] else mean


@rule
def put_gain(view, memory, slot, rank, mean):
    """The gain of putting a card of this rank at a place."""
    gain = estimate(view, memory, OWN, slot, mean) - POINTS[rank]
    replaced = memory.ranks[OWN, slot]
    if replaced == UNKNOWN:
        return gain + (0.0 if view.caller[OTHER] else OWN_LOOK)
    return gain + match_gain(view, memory, replaced) - POINTS[replaced]


@rule
def match_gain(view, memory, rank):
    """The points of the own cards known to be of a rank."""
    gain = 0.0
    for slot in range(SLOTS):
        if memory.ranks[OWN, slot] == rank:
            gain += POINTS[rank]
    return gain


@rule
def best_put_gain(view, memory, rank, mean):
    """The gain of putting a card at the best place."""
    best = -1000.0
    for slot in range(SLOTS):
        if view.occupied[OWN, slot]:
            best = max(best, put_gain(view, memory, slot, rank, mean))
    return best


@rule
def power_gain(view, memory, rank, mean):
    """The gain of a rank's power."""
    power = POWERS[rank]
    if power == Power.EXCHANGE:
        give, take = highest_own(view, memory, mean), lowest_other(view, memory, mean)
        if give < 0 or take < 0:
            return 0.0
        return 2 * (estimate(view, memory, OWN, give, mean) - estimate(view, memory, OTHER, take, mean))
    if power == Power.NONE or view.caller[OTHER]:
        return 0.0
    seat = OWN if power == Power.LOOK_AT_OWN else OTHER
    for slot in range(SLOTS):
        if view.occupied[seat, slot] and memory.ranks[seat, slot] == UNKNOWN:
            return OWN_LOOK if seat == OWN else OTHER_LOOK
    return 0.0


@rule
def highest_own(view, memory, mean):
    """The place of the own card expected to count most; -1 if there is none."""
    best, most = -1, -1.0
    for slot in range(SLOTS):
        if view.occupied[OWN, slot] and estimate(view, memory, OWN, slot, mean) > most:
            best, most = slot, estimate(view, memory, OWN, slot, mean)
    return best


@rule
def lowest_other(view, memory, mean):
    """The place of the other player's card expected to count least; -1 if there is none."""
    best, least = -1, 1000.0
    for slot in range(SLOTS):
        if view.occupied[OTHER, slot] and estimate(view, memory, OTHER, slot, mean) < least:
            best, least = slot, estimate(view, memory, OTHER, slot, mean)
    return best


@rule
def draw(view, memory, mask):
    """The upcard if it gains more than a card of the stock."""
    if not (mask[DRAW_UPCARD] and mask[DRAW_STOCK]):
        return DRAW_UPCARD if mask[DRAW_UPCARD] else DRAW_STOCK
    mean = mean_points(view, memory)
    total, cards = 0.0, 0
    for rank in range(RANKS):
        number = unseen(view, memory, rank)
        if number > 0:
            discarded = match_gain(view, memory, rank) + max(power_gain(view, memory, rank, mean), 0.0)
            total += number * max(best_put_gain(view, memory, rank, mean), discarded)
            cards += number
    upcard = rank_of(view.upcard)
    gain = best_put_gain(view, memory, upcard, mean) - SHOWN
    if view.unused_power[OTHER]:
        gain = max(gain, match_gain(view, memory, upcard) + power_gain(view, memory, upcard, mean))
    return DRAW_UPCARD if gain * cards > total else DRAW_STOCK


@rule
def use_drawn(view, memory, mask, mean):
    """Put the card where it gains most, or discard it."""
    rank = rank_of(view.drawn)
    best, most = DISCARD, -1000.0
    if mask[DISCARD]:
        most = match_gain(view, memory, rank) + max(power_gain(view, memory, rank, mean), 0.0)
    for slot in range(SLOTS):
        if mask[PUT + slot]:
            gain = put_gain(view, memory, slot, rank, mean)
            if gain > most:
                best, most = PUT + slot, gain
    return best


@rule
def use_power(view, memory, mask, mean):
    """Look at an unknown card, or exchange the own highest card for the other's lowest."""
    if view.phase == Phase.EXCHANGE:
        return TAKE + lowest_other(view, memory, mean)
    best = mask.argmax()
    for slot in range(SLOTS):
        if mask[GIVE + slot]:
            return GIVE + highest_own(view, memory, mean)
        if mask[LOOK_AT_OWN + slot] and memory.ranks[OWN, slot] == UNKNOWN:
            return LOOK_AT_OWN + slot
        if mask[LOOK_AT_OTHER + slot] and memory.ranks[OTHER, slot] == UNKNOWN:
            best = LOOK_AT_OTHER + slot
            if memory.known_to_other[OTHER, slot]:
                return best
    return best


@rule
def wants_to_call(view, memory, mean):
    """True if the own layout is low enough."""
    own, other, wanted, own_unknown = 0.0, 0.0, LEAD, 0
    for slot in range(SLOTS):
        if view.occupied[OWN, slot]:
            own += estimate(view, memory, OWN, slot, mean)
            own_unknown += memory.ranks[OWN, slot] == UNKNOWN
        if view.occupied[OTHER, slot]:
            other += estimate(view, memory, OTHER, slot, mean)
            wanted += OTHER_DOUBT * (memory.ranks[OTHER, slot] == UNKNOWN)
    if own_unknown == 0 and own == 0:
        return other > 0
    return other - own >= wanted + OWN_DOUBT * own_unknown


AGENTS = {"novice": novice, "expert": Remembering(expert, MEMORY, expert_at)}
MEASURED = ({"memory_aid": True},)
