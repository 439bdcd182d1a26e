"""Real cards at the table in games whose engine keeps ranks: a card is the same wherever all have seen it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

import numpy as np
import pytest

from cardzoo.envs import Table, find_game
from cardzoo.envs.engine.cards import CARDS, FRENCH, RANK_WORDS
from cardzoo.envs.replay import record
from cardzoo.envs.scene import (
    RealCards,
    Scene,
    follow_real_cards,
    lay_real_cards,
    moved_cards,
    table_scene,
)
from cardzoo.table.terminal.hand_ends import scene_of_end
from cardzoo.table.terminal.session import Session
from cardzoo.table.web.messages import PUBLIC, scene_for, viewers
from cardzoo.table.web.moves import read_touched
from tests.games.canastas import spell
from tests.games.test_canasta import position, to_draw
from tests.playing import count

ONE_HAND = {"canasta": {"target": None}, "hand_and_foot": {"hands": 1}, "triple_play": {"hands": 1}, "the_kings": {}}
CANASTAS = [name for name in ONE_HAND if name != "the_kings"]
SEED = 20
MOST = count(compiled=600, interpreted=60)


class Step(NamedTuple):
    """An action with what lay before and after it."""

    before: Table
    action: int
    after: Table
    lay: RealCards
    lie: RealCards


def play(name: str, seed: int = SEED, **options) -> Iterator[Step]:
    """Random play; in a patience nobody gives up."""
    table, choose = find_game(name).table(seed, **(ONE_HAND[name] | options)), np.random.default_rng(seed)
    lay = lay_real_cards(table, seed)
    for _ in range(MOST):
        legal = [action for action in np.flatnonzero(table.mask) if table.game.actions.words[action] != "give up"]
        if table.over or not legal:
            return
        before, action = table.copy(), int(choose.choice(legal))
        table.step(action)
        lie = lay.after(table, moved_cards(before, action))
        yield Step(before, action, table, lay, lie)
        lay = lie


def row(cards: RealCards, *starts: str) -> Counter[int]:
    """The real cards in the rows whose zones begin so."""
    rows = zip(cards.pack.zones, cards.rows, strict=True)
    return Counter(chain.from_iterable(lying for zone, lying in rows if zone.startswith(starts)))


def faces(scene: Scene, zone: str) -> list[str]:
    """The cards of a zone in words."""
    return [FRENCH.words[card] for one in scene.zones() if one.id == zone for card in one.cards if card >= 0]


def dealt(table: Table, rows: dict[str, str]) -> RealCards:
    """The real cards of a table, with those of some zones by their words."""
    cards = lay_real_cards(table, SEED)
    spelled = {zone: tuple(FRENCH.parse_all(words)) for zone, words in rows.items()}
    lying = []
    for zone, here in zip(cards.pack.zones, cards.rows, strict=True):
        wanted = spelled.get(zone, ())
        is_of = Counter(cards.pack.code_of[card] for card in wanted) == Counter(cards.pack.code_of[one] for one in here)
        lying.append(wanted if is_of else here)
    return replace(cards, rows=tuple(lying))


@pytest.mark.parametrize("name", ONE_HAND)
def test_no_card_lies_in_two_places_and_each_lies_where_its_rank_lies(name):
    for step in play(name):
        cards, pack = step.lie, step.lie.pack
        have = pack.cards(step.after.state)
        lying = Counter(chain.from_iterable(cards.rows))
        assert all(number <= have[card] for card, number in lying.items())
        for ranks, real in zip(pack.count(step.after.state), cards.rows, strict=True):
            codes = np.bincount([pack.code_of[card] for card in real], minlength=len(ranks))
            assert [codes[code] for code in pack.alike] == [ranks[code] for code in pack.alike]


@pytest.mark.parametrize("name", CANASTAS)
def test_melded_and_discarded_cards_are_those_of_the_hand_and_of_the_pile(name):
    """Nothing that lies on the table comes from elsewhere, and nothing melded goes back into a hand."""
    moved = 0
    for step in play(name):
        hand = f"hand.{step.before.player}"
        new = row(step.lie, "melds", "discard_pile") - row(step.lay, "melds", "discard_pile")
        assert new <= row(step.lay, hand)
        assert row(step.lay, "melds") <= row(step.lie, "melds", "laid")
        verb = step.after.game.actions.verb(step.action)
        if verb == "meld" and not step.after.over:
            laid = row(step.lie, "melds", "laid") - row(step.lay, "melds", "laid")
            assert laid <= row(step.lay, hand)
            moved += laid.total()
    assert moved


def test_a_discard_that_another_player_takes_and_melds_stays_the_same_card():
    table = to_draw("9 9 K Q Q", pile="9 5 9", ours=["4 4 4"])
    cards = dealt(table, {"hand.0": "9♣ 9♠ K♦ Q♣ Q♥", "discard_pile": "9♦ 5♠ 9♥"})
    table.play("take with two naturals")
    cards = cards.after(table)
    assert faces(cards.shown(table_scene(table, 1)), "melds.0.8") == ["9♣", "9♥", "9♠"]
    assert faces(cards.shown(table_scene(table, 1)), "hand.0") == ["5♠", "9♦"]  # as all have seen them in the pile
    assert faces(cards.shown(table_scene(table, 0)), "hand.0") == ["5♠", "9♦", "Q♣", "Q♥", "K♦"]


def test_a_card_that_all_have_seen_leaves_a_hand_before_others():
    """The game itself counts so; else a suit would reveal that the player still holds another card of the rank."""
    for seed in range(10):
        table = position("9 9 K K", known=[spell("9 K"), "", "", ""])
        cards = lay_real_cards(table, seed)
        seen, _ = faces(cards.shown(table_scene(table, 1)), "hand.0")
        table.play("discard 9")
        assert faces(cards.after(table).shown(table_scene(table, 1)), "discard_pile")[-1] == seen


@pytest.mark.parametrize("name", CANASTAS)
def test_the_choice_between_cards_of_a_rank_depends_on_no_suit(name):
    """With other suits of all cards, the same cards move, each with its other suit."""
    for step in play(name):
        pack = step.lay.pack
        other = {}
        for cards in pack.alike.values():
            other |= dict(zip(cards, cards[::-1], strict=True))
        turned = replace(step.lay, rows=tuple(tuple(other[card] for card in here) for here in step.lay.rows))
        after = turned.after(step.after)
        if after.drawn == turned.drawn:
            assert after.rows == tuple(tuple(other[card] for card in here) for here in step.lie.rows)


@pytest.mark.parametrize("name", CANASTAS)
def test_the_scene_of_a_seat_depends_on_no_suit_of_a_hidden_card(name):
    for step in play(name):
        pack, players = step.lie.pack, step.after.num_players
        for seat in range(players):
            rows = list(step.lie.rows)
            for place in (one for one in range(players) if one != seat):
                assert pack.zones[place].startswith("hand")
                rows[place] = tuple(pack.alike[pack.code_of[card]][-1] for card in rows[place])
            scene = table_scene(step.after, seat, for_people=True)
            assert replace(step.lie, rows=tuple(rows)).shown(scene) == step.lie.shown(scene)
        if step.after.over:
            return


@pytest.mark.parametrize("name", CANASTAS)
def test_all_viewers_see_the_same_cards(name):
    session = Session(find_game(name), ["me", "guest", "random", "random"], seed=SEED, others=[0, 1])
    choose = np.random.default_rng(SEED)
    for number in range(count(compiled=120, interpreted=16)):
        legal = np.flatnonzero(session.table.mask)
        session.play(int(choose.choice(legal))) if session.waits else session.play_agent()
        if session.table.over:
            return
        if number % 4:
            continue
        scenes = [scene_for(session, viewer) for viewer in map(str, range(session.table.num_players))]
        public = {zone.id: Counter(zone.cards) for zone in scene_for(session, PUBLIC).zones()}
        for scene in scenes:
            for zone in scene.zones():
                if zone.id.startswith(("melds", "discard_pile")):
                    assert Counter(zone.cards) == public[zone.id]
                elif zone.id.startswith("hand"):
                    own = next(one for one in scenes[zone.seat].zones() if one.id == zone.id)
                    seen = Counter(card for card in zone.cards if card >= 0)
                    assert seen <= Counter(own.cards)
                    assert Counter({card: n for card, n in public[zone.id].items() if card >= 0}) <= seen
    assert viewers(session) == ["0", "1", PUBLIC]


def test_all_cards_but_jokers_have_a_suit():
    for name in CANASTAS:
        for step in play(name):
            scene = step.lie.shown(table_scene(step.after, step.after.player, for_people=True))
            assert all(card < CARDS or card == CARDS for zone in scene.zones() for card in zone.cards)


def test_after_undo_the_same_cards_lie_as_before():
    session = Session(find_game("canasta"), ["me", "random", "random", "random"], seed=SEED)
    choose = np.random.default_rng(SEED)
    taken_back = 0
    for _ in range(120):
        if not session.waits:
            session.play_agent()
            continue
        before = session.scene()
        action = int(choose.choice(np.flatnonzero(session.table.mask)))
        session.play(action)
        if session.can_undo:
            after = session.scene()
            session.undo()
            assert session.scene() == before
            session.play(action)
            assert session.scene() == after
            taken_back += 1
        if session.table.over:
            break
    assert taken_back


def test_red_threes_are_red_and_black_ones_black():
    table, suits = position("black black 9 9", pile="red 5 black"), Counter()
    for seed in range(20):
        scene = lay_real_cards(table, seed).shown(table_scene(table, 0))
        *hand, _, _ = faces(scene, "hand.0")
        red, black = sorted(
            (card for card in faces(scene, "discard_pile") if card.startswith("3")),
            key=lambda card: card not in ("3♦", "3♥"),
        )
        assert faces(scene, "discard_pile")[-1] == black
        suits.update({f"red {red}": 1} | {f"black {card}": 1 for card in (*hand, black)})
    assert {*suits} == {"red 3♦", "red 3♥", "black 3♣", "black 3♠"}


@pytest.mark.parametrize(("melds", "tops"), [("9 9 9 9 9 9 9", "♦♥"), ("9 9 9 9 9 2 joker", "♣♠")])
def test_a_card_of_its_colour_lies_on_top_of_a_canasta(melds, tops):
    table = position("K K Q", ours=[melds])
    for seed in range(10):
        scene = lay_real_cards(table, seed).shown(table_scene(table, 0))
        assert faces(scene, "melds.0.8")[-1][-1] in tops


@pytest.mark.parametrize("known", ["", "9 9 9", "9", "9 9"])
def test_the_touched_card_leaves_the_hand_whether_others_have_seen_it_or_not(known):
    for seed in range(10):
        table = position("9 9 9 K K", known=[spell(known), "", "", ""])
        cards = lay_real_cards(table, seed)
        *nines, _, _ = faces(cards.shown(table_scene(table, 0)), "hand.0")
        for place, touched in enumerate(nines):
            after = table.copy()
            after.play("discard 9")
            scene = cards.after(
                after, read_touched(cards.shown(table_scene(table, 0)), [{"zone": "hand.0", "card": place}])
            )
            assert faces(scene.shown(table_scene(after, 0)), "discard_pile")[-1] == touched
            assert Counter(faces(scene.shown(table_scene(after, 0)), "hand.0")[:2]) == Counter(nines) - Counter(
                [touched]
            )


@pytest.mark.parametrize(
    "asked",
    [
        None,
        "hand.0",
        [["hand.0", 0]],
        [{"zone": "hand.0", "card": 9}],
        [{"zone": "hand.0", "card": True}],
        [{"zone": ["hand.0"], "card": 0}],
        [{"zone": "melds.0.8", "card": 0}],
        [{"zone": "hand.1", "card": 0}],
        [{}],
    ],
)
def test_only_places_of_the_own_hand_count_as_touched_cards(asked):
    table = position("9 9 K K", ours=["9 9 9"])
    assert read_touched(lay_real_cards(table, SEED).shown(table_scene(table, 0)), asked) == []


def test_the_top_of_a_foundation_is_the_card_that_was_played_there():
    """In the deal other cards of its rank may follow by themselves; its foundation is the first."""
    for seed in range(60):
        for step in play("the_kings", seed):
            if step.after.game.actions.verb(step.action) == "home":
                (card,) = moved_cards(step.before, step.action)
                height = card % len(RANK_WORDS)
                rows = zip(step.lay.rows[::-1], step.lie.rows[::-1], strict=True)
                assert next(new[height] for old, new in rows if len(old) <= height < len(new)) == card
            home = Counter(chain.from_iterable(step.lie.rows))
            assert all(home[card] == number for card, number in enumerate(step.lie.pack.cards(step.after.state)))


def test_the_same_seed_and_actions_bring_the_same_suits_and_others_do_not():
    session = Session(find_game("canasta"), ["random"], seed=SEED)
    actions = []
    while not session.table.over and len(actions) < MOST:
        actions.append(session.play_agent())
    replay = record(session.table, SEED, actions)
    *_, (table, cards) = follow_real_cards(replay.tables(), replay.actions, SEED)
    assert cards.shown(table_scene(table, 1, session.names, for_people=True)) == scene_for(session, "1")
    *_, (_, others) = follow_real_cards(replay.tables(), replay.actions, SEED + 1)
    assert others.rows != cards.rows


def test_the_next_hand_is_dealt_from_the_whole_pack():
    """Else the suits that all have seen would mark cards in the next hands."""
    session, actions = Session(find_game("canasta"), ["novice"], seed=SEED), []
    while not session.hands:
        actions.append(session.play_agent())
    replay = record(session.table, SEED, actions)
    *_, (_, lay), (table, lie) = follow_real_cards(replay.tables(), actions, SEED)
    unseen = replace(lay, rows=((),) * len(lay.rows), counts=np.zeros_like(lay.counts))
    assert unseen.after(table).rows == lie.rows


def test_the_end_of_a_hand_shows_the_same_cards():
    session = Session(find_game("canasta"), ["novice"], seed=SEED)
    while not session.hands:
        lay = session.scene(0)
        session.play_agent()
    melds = {zone.id: Counter(zone.cards) for zone in lay.zones() if zone.id.startswith("melds")}
    shown = {zone.id: Counter(zone.cards) for zone in scene_of_end(session.hands[0], 0, session.names).zones()}
    assert melds
    assert all(cards <= shown[zone] for zone, cards in melds.items())


def test_a_change_on_the_table_names_the_cards_that_lie_there():
    session = Session(find_game("canasta"), ["novice"], seed=SEED)
    laid = 0
    for _ in range(count(compiled=100, interpreted=40)):
        session.play_agent()
        if session.hands:
            break
        zones = {zone.id: zone.cards for zone in scene_for(session, "0").zones()}
        turns = session.last_turns("0", frozenset(), lambda table: scene_for(session, "0", table))
        last = session.log[-1].player
        for zone, card in turns[last].laid if last in turns else ():
            assert card in zones[zone]
            laid += 1
    assert laid
