"""What each game's table looks like: the parts of its picture, from top to bottom.

A game that is not named here is drawn too: every field of its view has a usual way to be shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations

from cardzoo.envs.engine import CARDS, NO_CARD, RANKS
from cardzoo.envs.engine.cards import ACE, RANK_WORDS, SEVEN, SUIT_WORDS, THREE
from cardzoo.envs.scene.look import Look
from cardzoo.envs.scene.parts import Backs, Beside, During, Hands, Part, Spread
from cardzoo.envs.scene.scene import RANK_ONLY, Arrangement, Band, Kind
from cardzoo.envs.scene.special_parts import Bundles, Codes, Foundations, RankMelds, Ranks, Suits, Top, Track


@dataclass(frozen=True)
class Layout:
    """How a game's view is shown.

    Attributes:
        parts: from top to bottom. Fields of cards that they do not name follow, the own hand last; numbers and
            choices go to a table of the players, one of the sides, and notes.
        told: fields of cards that are told in the notes, rather than shown or besides.
        hidden: fields that are not shown, and why: what else tells what they say, or that they are too long to be read.
        labels: what the places of a field's last dimension are called, or the values of a single number, where the
            usual names do not fit; a verb stands for what its actions are done to.
        titles: what fields in the tables and notes are called, where their names do not tell enough.
        faces: cards that are shown as others, where cards of a rank are all alike.
    """

    parts: tuple[Part, ...] = ()
    told: tuple[str, ...] = ()
    hidden: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, Sequence[str] | str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    faces: Mapping[int, int] = field(default_factory=dict)

    @property
    def shown(self) -> set[str]:
        """The fields that the parts show, or need not show."""
        return set(self.hidden).union(*(part.fields for part in self.parts))

    def faced(self, band: Band) -> Band:
        """A band with the faces that its cards have in the game."""
        if not self.faces:
            return band
        zones = (replace(zone, cards=tuple(self.faces.get(card, card) for card in zone.cards)) for zone in band.zones)
        return replace(band, zones=tuple(zones))


def numbered(word: str, count: int, start: int = 1) -> tuple[str, ...]:
    """Names with numbers, such as ``"column 1"``."""
    return tuple(f"{word} {place + start}" for place in range(count))


PYRAMID = tuple((6 - row + 2 * place, row) for row in range(7) for place in range(row + 1))
HOURS = ((9, 1), (12, 3), (13, 6), (12, 9), (9, 11), (6, 12), (3, 11), (0, 9), (-1, 6), (0, 3), (3, 1), (6, 0))
DIAL = tuple((x + 1, y) for x, y in (*HOURS, (6, 6)))
BUILDS = tuple(f"{place} build" for place in ("first", "second", "third", "fourth", "fifth", "sixth"))
DECLARERS = ("own declaration", "left declaration", "partner's declaration", "right declaration")
VALUES = ("A", *(str(value) for value in range(2, 11)))
POOLS = ("WIN", "EXA", "SFC")
PLACES = ("first", "second", "third", "last")
BETS = tuple(
    " ".join((verb, *suits))
    for verb, horses in (("win", 1), ("exa", 2), ("sfc", 4))
    for suits in permutations(SUIT_WORDS, horses)
)


def as_many_as_own(look: Look, chair: int) -> int:
    """Cards in a hand where all play to tricks in turn."""
    view = look.view
    return int(view.hand.sum() + (view.trick[0] != NO_CARD) - (view.trick[chair] != NO_CARD))


def three_or_four(look: Look, chair: int) -> int:
    """Cards in a hand of Stop the Bus: three, one more between taking and putting down, none without tokens."""
    view = look.view
    if chair == 0:
        return int(view.hand.sum())
    return 3 + int(view.taken != NO_CARD and view.turn[chair]) if view.tokens[chair] else 0


def rest_of_pack(look: Look, chair: int) -> int:
    """Cards in the other hand of Gin Rummy: those that lie nowhere else, without a knock's discard put away unseen."""
    view = look.view
    if chair == 0:
        return int(view.hand.sum())
    seen = sum(int(cards.sum()) for cards in (view.hand, view.sets, view.runs, view.defence))
    put_away = view.knocker[1] and look.words(look.field("phase"), view.phase) in ("meld", "defend", "lay off")
    return CARDS - seen - int(view.stock_size) - int(view.discard_pile["height"]) - int(put_away)


def one_card(look: Look, chair: int) -> int:
    """Cards in a hand where each player is dealt one."""
    return 1


STOCK = Backs("stock_size", "stock")


LAYOUTS: dict[str, Layout] = {
    "black_hole": Layout(
        (Top("hole", top="top"), Spread("fans", "", kind=Kind.COLUMN)),
        labels={"fans": numbered("fan", 17, start=0)},
    ),
    "bridge_solitaire": Layout(
        (
            Beside(STOCK, Spread("last_trick", "last trick", kind=Kind.ROW), Spread("lead")),
            Spread("face_up"),
            Hands("hand", sizes=None),
        ),
        told=("played",),
    ),
    "cactus": Layout(
        (
            Ranks("ranks", "", occupied="occupied"),
            Beside(STOCK, Spread("discard_pile", "discard pile"), Spread("drawn", "drawn card")),
        ),
        hidden={"upcard": "it lies on the discard pile"},
    ),
    "cassino": Layout(
        (
            Hands("hand"),
            Beside(STOCK, Spread("table"), Spread("card", "card played"), Spread("selected")),
            Spread("builds", sparse=True, notes=("values", "multiple", "own", "taken")),
        ),
        told=("captured",),
        labels={"known": VALUES, "builds": BUILDS},
    ),
    "chinese_ten": Layout(
        (Hands("hand"), Beside(STOCK, Spread("table"), Spread("card", "card that captures"))),
        told=("captured", "played"),
        hidden={"num_players": "each has a hand"},
    ),
    "commune": Layout(
        (Spread("last_hands", "shown in the last hand", sparse=True), Hands("hand")),
        labels={"declared": "declare"},
        titles={"declared": "all declared", "kinds": "declared", "ranks": "of", "second_ranks": "and"},
    ),
    "diloti": Layout(
        (
            Hands("hand"),
            Beside(STOCK, Spread("table"), Spread("card", "card played"), Spread("selected")),
            Spread("declared", sparse=True, notes=("values", "groups", "taken")),
        ),
        told=("captured", "returned"),
        labels={"known": VALUES, "declared": DECLARERS},
    ),
    "forty_thieves": Layout(
        (
            Beside(Spread("stock"), Spread("waste"), Foundations("foundations")),
            Spread("columns", "", kind=Kind.COLUMN),
        ),
        labels={"columns": numbered("column", 10)},
    ),
    "getaway": Layout(
        (Hands("hand", known="known"), Spread("trick")),
        told=("discards",),
    ),
    "gin_rummy": Layout(
        (
            Hands("hand", sizes=rest_of_pack, known="known"),
            Beside(STOCK, Spread("discard_pile", "discard pile")),
            Beside(Spread("sets", sets=True, sparse=True), Spread("runs", sparse=True), Spread("defence", sparse=True)),
        ),
        told=("unmelded", "discards"),
        hidden={"upcard": "it lies on the discard pile"},
    ),
    "king": Layout((Hands("hand", sizes=as_many_as_own), Spread("trick")), told=("played",)),
    "king_weirdo": Layout(
        (
            Hands("hand", known="known"),
            Spread("king_piles", ""),
            Beside(Backs("reserve_size", "reserve"), Spread("discard_pile", "discard pile")),
        ),
        told=("fits", "unseen", "lacks", "reserve"),
        labels={"king_piles": ("red king", "black king")},
    ),
    "kuhn_poker": Layout((Hands("hands", sizes=one_card),), labels={"bets": ("", "")}),
    "leduc_poker": Layout((Spread("board"), Hands("hands", sizes=one_card)), labels={"bets": ("",) * 4}),
    "lorum": Layout(
        (
            Hands("hands"),
            During(("no hearts", "queens", "no tricks", "hairy ape"), Spread("trick")),
            During(("quart", "domino"), Suits("taken", "", Arrangement.LIST, ranks=(*range(SEVEN, RANKS), ACE))),
        ),
        told=("taken", "lacks", "fits"),
    ),
    "mate": Layout((Hands("hands", sizes=None), Spread("lead")), told=("played",)),
    "pishe_pasha": Layout(
        (Spread("stocks"), Spread("discards", "discard piles"), Foundations("foundations")),
    ),
    "pyramid": Layout(
        (Spread("pyramid", "", at=PYRAMID), Beside(Spread("stock"), Spread("waste"))),
        labels={"pyramid": ("",) * len(PYRAMID)},
        told=("removed",),
    ),
    "ristiseiska": Layout(
        (Hands("hand", known="known"), Suits("layout", "", Arrangement.LIST)), told=("fits", "lacks")
    ),
    "salute_the_king": Layout(
        (Backs("sizes", "face-down cards"), Top("middle", "middle pile", top="top")),
    ),
    "speculation": Layout(
        (Spread("shown", "players' cards", backs="stacks"), Spread("highest", "highest trump")),
    ),
    "stop_the_bus": Layout(
        (
            Spread("last_hands", "shown in the last hand", sparse=True),
            Hands("hand", sizes=three_or_four, known="known"),
            Beside(Spread("table"), Spread("taken", "card taken")),
        ),
        told=("laid",),
        hidden={"strength": "it follows from the own hand"},
    ),
    "superfecta": Layout(
        (Spread("rail"), Track("spaces", "last race", Arrangement.LIST)),
        hidden={
            "last_tickets": "they are too long to be read, and what they paid is told",
            "chances": "they follow from the rail, and are too long to be read",
        },
        titles={"last_order": "order of the last race"},
        labels={
            "ticket": BETS,
            "pools": POOLS,
            "minimums": POOLS,
            "last_payments": POOLS,
            "last_order": PLACES,
        },
    ),
    "the_clock": Layout((Backs("face_down", "", at=DIAL),), told=("face_up",), labels={"next_pile": RANK_WORDS}),
    "the_kings": Layout(
        (
            Spread("lanes", "", Arrangement.LIST, kind=Kind.ROW),
            Foundations("foundations", suits=False),
        ),
        labels={"lanes": (*numbered("left", 4), *numbered("right", 4))},
    ),
    "triple_play": Layout(
        (
            Hands("hand", known="known"),
            Beside(STOCK, Top("discard_pile", "discard pile", top="upcard")),
            RankMelds("melds", twos="twos", jokers="jokers"),
        ),
        told=("buried", "next_buried", "canasta_cards"),
        titles={"canastas": "natural canastas", "scores": "tens of points", "score_rest": "and points"},
        faces={card: RANK_ONLY + card for card in range(RANKS) if card != THREE},
    ),
    "turnover_bridge": Layout(
        (
            Hands("hole", "hole cards", sizes="hole_sizes"),
            Spread("face_up", "cards in front", backs="face_down"),
            Spread("trick"),
        ),
        told=("covering", "played"),
    ),
    "umtali": Layout(
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
        told=("in_melds", "fits", "taken"),
    ),
    "vazhushal": Layout(
        (
            Hands("hand", known="known"),
            Beside(STOCK, Codes("line"), Spread("negative", "negative joker")),
            Bundles("melds"),
            Beside(
                Bundles("own_meld", "own meld"),
                Codes("chosen"),
                Spread("next", sparse=True),
                Spread("owed", sparse=True),
                Spread("loose", sparse=True),
            ),
        ),
        hidden={"reach": "the line shows it", "table": "the melds and their wild cards are these cards"},
        titles={"wilds": "wild cards in melds"},
    ),
    "yukon": Layout(
        (
            Foundations("foundations"),
            Spread("columns", "", kind=Kind.COLUMN),
        ),
        labels={"columns": numbered("column", 7)},
        hidden={"face_down": "the columns have as many backs"},
    ),
}
