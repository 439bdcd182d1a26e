"""The rules of Diloti, clause by clause. Cards that a position does not name lie in the stock."""

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS, card_words, parse_cards, rank_of
from cardzoo.envs.families import fishing
from cardzoo.envs.games.diloti import GAME, MOST_POINTS
from tests.games.kept_cards import assert_any_ten_is_kept
from tests.playing import count, now, play_out, walk

NUMBERS_OF_PLAYERS = (2, 4)
OWNERS = ("own declaration", "left declaration", "partner's declaration", "right declaration")
PACK = list(CARD_WORDS[:CARDS])


def position(hands, table="", declared=(), **words):
    """Player 0 is to play, not the first card of the hand; declarations are (seat, value, cards) or with "group"."""
    fields = {"declared": [""] * 4, "values": [0] * 4, "groups": [0] * 4}
    for seat, value, cards, *group in declared:
        fields["declared"][seat], fields["values"][seat], fields["groups"][seat] = cards, value, len(group)
    given = {"player": 0, "num_players": max(2, len(hands)), "turns": 5} | fields | words
    return GAME.position(hands=hands, table=table, **given)


def full_stop(table="", captured=("", ""), hands=("", ""), stock="", **words):
    """The last cards of a hand: all others are captured, those not named by the side of players 1 and 3."""
    named = parse_cards(" ".join([table, stock, *captured, *hands]))
    rest = card_words(card for card in range(CARDS) if card not in named)
    words = {"turns": 47, "last_capturer": 1} | words
    return position(hands, table, captured=[captured[0], f"{captured[1]} {rest}"], stock=stock, **words)


def cards(words):
    return set((words or "").split())


def declarations(table):
    """Value, whether it is a group, and cards of each player's declaration."""
    fields = table.words("values", "groups", "declared")
    return {
        seat: (value, "group" if group else "single", cards(bundle))
        for seat, (value, group, bundle) in enumerate(zip(*fields.values(), strict=True))
        if value
    }


def play(table, card, mode, *items):
    """A whole turn."""
    chosen = [f"select {item}" for item in sorted(items, key=[*PACK, *OWNERS].index)]
    return table.play(f"play {card}", mode, *chosen, *(["commit"] if mode != "lay" else []))


def offered(table, *words):
    """The legal actions after these."""
    return table.copy().play(*words).legal()


def modes(table, card):
    return offered(table, f"play {card}")


def plays(table):
    """All turns that the masks lead to, as (card, mode, items); no two ways lead to the same one."""
    found, open_tables = [], [(table, ())]
    while open_tables:
        before, path = open_tables.pop()
        assert before.legal()
        for word in before.legal():
            if word in ("lay", "commit"):
                found.append((path[0], path[1] if path[1:] else "lay", frozenset(path[2:])))
            else:
                open_tables.append(
                    (before.copy().play(word), (*path, word.removeprefix("play ").removeprefix("select ")))
                )
    assert len(found) == len(set(found))
    return set(found)


# The turns that masks must lead to, by brute force


def value_of(card):
    rank = rank_of(parse_cards(card)[0])
    return rank + 1 if rank < 10 else 0


def splits(values, value):
    """Returns whether the values split into sets of this value, by trying all sets with the first one."""
    if not values:
        return True
    first, *others = values
    for size in range(len(others) + 1):
        for places in combinations(range(len(others)), size):
            left = [other for place, other in enumerate(others) if place not in places]
            if first + sum(others) - sum(left) == value and splits(left, value):
                return True
    return False


def subsets(items):
    return [list(chosen) for size in range(len(items) + 1) for chosen in combinations(items, size)]


def expected_plays(table):
    """All turns that the rules allow."""
    player, seats = table.player, table.num_players
    bundles = {(seat - player) % seats: bundle for seat, bundle in declarations(table).items()}
    own = bundles.get(0)
    loose, hand = now(table, "table").split(), now(table, "hands")[player].split()
    numerals = [card for card in loose if value_of(card)]
    found = set()
    for card in hand:
        value = value_of(card)
        held = {value_of(other) for other in hand if other != card}
        alike = [other for other in loose if other[:-1] == card[:-1]]
        if not own and (value or not alike):
            found.add((card, "lay", frozenset()))
        if not value:
            found |= {(card, "capture", frozenset([other])) for other in alike}
            continue
        for chosen in subsets(numerals):
            values = [value_of(other) for other in chosen]
            for seats_taken in subsets(list(bundles)):
                items = frozenset(chosen + [OWNERS[seat] for seat in seats_taken])
                if not items:
                    continue
                taken = [bundles[seat] for seat in seats_taken]
                kept = not own or own[0] != value or value in held or 0 in seats_taken
                if kept and all(bundle[0] == value for bundle in taken) and splits(values, value):
                    found.add((card, "capture", items))
                if any(kind == "group" for _, kind, _ in taken) or (own and 0 not in seats_taken):
                    continue
                for aim in held - {0}:
                    others = [seat for seat in seats_taken if bundles[seat][0] != aim]
                    joined = not others and splits([value, *values], aim)
                    raised = len(others) == 1 and others[0] % 2 and bundles[others[0]][0] + value == aim
                    if joined or (raised and splits(values, aim)):
                        found.add((card, f"declare {aim}", items))
    return found


def random_position(generator, seats):
    """A table with loose cards, declarations whose owners hold the required cards, and a hand."""
    deck = [CARD_WORDS[card] for card in generator.permutation(CARDS)]
    hands, declared = [[] for _ in range(seats)], []
    for seat in range(seats):
        numerals = [card for card in deck if value_of(card)]
        parts = numerals[: generator.integers(2, 4)]
        value = sum(map(value_of, parts))
        kept = [card for card in deck if value_of(card) == value and card not in parts]
        if generator.random() < 0.6 and kept:
            group = len(kept) > 1 and generator.random() < 0.3
            parts = [*parts, *kept[1 : 1 + group]]
            declared.append((seat, value, " ".join(parts), *["group"] * group))
            hands[seat].append(kept[0])
            deck = [card for card in deck if card not in (*parts, kept[0])]
    sizes = generator.integers(0, 8), generator.integers(1, 5)
    loose, more = deck[: sizes[0]], deck[sizes[0] : sum(sizes)]
    hands[0] += more
    return position([" ".join(hand) for hand in hands], " ".join(loose), declared)


@pytest.mark.clause(7, 10, 14, "c3", "c4")
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_exactly_the_plays_of_the_rules_can_be_reached(seats):
    generator = np.random.default_rng(seats)
    found = Counter()
    for _ in range(count(compiled=1000, interpreted=20)):
        table = random_position(generator, seats)
        reached = plays(table)
        assert reached == expected_plays(table), table.words("hands", "table", "declared", "values", "groups")
        found.update(mode.split()[0] for _, mode, _ in reached)
    assert min(found[mode] for mode in ("lay", "capture", "declare")) > count(compiled=500, interpreted=5)


@pytest.mark.clause(7, "c4")
def test_exact_cover_is_what_trying_everything_finds():
    """Some cards are chosen and some free; the free ones need not be covered."""
    generator = np.random.default_rng(1)
    numerals = [value for value in range(1, 11) for _ in range(4)]
    outcomes = Counter()
    for _ in range(count(compiled=2500, interpreted=300)):
        drawn = generator.permutation(numerals).tolist()
        must, free = generator.integers(1, 6), generator.integers(0, 6)
        must, free = drawn[:must], drawn[must : must + free]
        value = int(generator.integers(1, 11))
        counts = [np.int64(sum(1 << 4 * (card - 1) for card in part)) for part in (must, free)]
        expected = any(splits(must + more, value) for more in subsets(free))
        assert fishing.can_cover(value, *counts) == expected, (value, must, free)
        outcomes[expected] += 1
    assert min(outcomes.values()) > count(compiled=200, interpreted=20)


@pytest.mark.clause(7)
def test_exact_cover_of_the_whole_pack():
    """This is the longest possible search: 18 sets of several cards, and the tens."""
    everything = [value for value in range(1, 11) for _ in range(4)]
    for missing, expected in [
        ([], True),
        ([1, 9], True),
        ([1, 8], False),
        ([5], False),
        ([3, 8, 9], True),
        ([2, 3, 5], False),
    ]:
        values = everything.copy()
        for value in missing:
            values.remove(value)
        counts = np.int64(sum(1 << 4 * (value - 1) for value in values))
        assert fishing.can_cover(10, counts, fishing.NOTHING) == expected
        assert fishing.can_cover(10, fishing.NOTHING, counts)


@pytest.mark.clause(7)
def test_exact_cover_goes_back_over_more_than_ten_sets():
    """Nines need the aces, eights the 2s and sevens three of the 3s: not all sixes get a 4, or a 3 with an ace."""
    values = [1] * 3 + [2] * 3 + [3] * 4 + [4] * 2 + [5] * 3 + [6] * 4 + [7] * 3 + [8] * 3 + [9] * 3
    counts = np.int64(sum(1 << 4 * (value - 1) for value in values))
    assert not fishing.can_cover(10, counts, fishing.NOTHING)
    assert fishing.can_cover(10, counts, np.int64((2 << 4 * (4 - 1)) + (1 << 4 * (2 - 1))))  # two 4s and a 2


# The deal


@pytest.mark.clause(1)
def test_two_or_four_play():
    for num_players in (1, 3, 5):
        with pytest.raises(ValueError, match="must be 2 or 4"):
            GAME.table(num_players=num_players)


@pytest.mark.clause(2, 4)
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_six_cards_each_then_four_on_the_table(seats):
    table = GAME.table(num_players=seats, deck=range(CARDS), dealer=1)
    hands = now(table, "hands")
    for turn in range(seats):
        assert hands[(2 + turn) % seats] == card_words(range(turn, 6 * seats, seats))
    assert now(table, "table") == card_words(range(6 * seats, 6 * seats + 4))
    assert now(table, "stock") == card_words(range(CARDS - 1, 6 * seats + 3, -1))
    assert table.player == 2 % seats
    assert now(table, "returned") == ""


def deck_with(*table):
    """For two players, with these cards on the table first."""
    others = [card for card in PACK if card not in table]
    return others[:12] + list(table) + others[12:]


@pytest.mark.clause(3, "c16")
@pytest.mark.parametrize("alike", ["7♣ 7♦ 7♥ K♠", "2♠ Q♦ Q♥ Q♠", "A♣ A♦ A♥ A♠"])
def test_three_of_a_rank_on_the_table_go_back_and_four_others_are_laid_out(alike):
    laid_out = set()
    for seed in range(count(compiled=60, interpreted=20)):
        table = GAME.table(seed, deck=deck_with(*alike.split()))
        first, stock = now(table, "table"), now(table, "stock")
        assert len(first.split()) == 4
        assert len(stock.split()) == 36
        assert Counter(card[:-1] for card in first.split()).most_common(1)[0][1] < 3
        assert cards(alike) - cards(first) <= cards(now(table, "returned")) <= cards(stock)
        laid_out.add(first)
    assert len(laid_out) > count(compiled=40, interpreted=10)


@pytest.mark.clause(3)
def test_two_pairs_stay_on_the_table():
    table = GAME.table(deck=deck_with("7♣", "7♦", "K♥", "K♠"))
    assert cards(now(table, "table")) == cards("7♣ 7♦ K♥ K♠")


@pytest.mark.clause("c17")
def test_cards_that_went_back_are_in_the_stock_until_the_next_deal():
    table = GAME.table(3, deck=deck_with("7♣", "7♦", "7♥", "K♠"))
    returned = cards(now(table, "returned"))
    assert returned
    assert cards(table.view_words(0)["returned"]) == cards(table.view_words(1)["returned"]) == returned
    for seed in range(50):
        for player in range(2):
            assert not returned & cards(" ".join(now(table.redeal(player, seed), "hands")))
    hands = set()
    while now(table, "turns") < 12:
        table.play(table.legal()[0])
    assert now(table, "returned") == ""
    for seed in range(50):
        hands |= cards(now(table.redeal(0, seed), "hands")[1])
    assert hands & returned


@pytest.mark.clause(4)
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_turns_of_one_card_go_round_to_the_left(seats):
    table = GAME.table(2, num_players=seats)
    for turn in range(10):
        player = table.player
        assert player == (now(table, "dealer") + 1 + turn) % seats
        size = len(now(table, "hands")[player].split())
        while table.player == player and now(table, "turns") == turn:
            table.play(table.legal()[0])
        assert len(now(table, "hands")[player].split()) == (size - 1 if turn < 6 * seats - seats or size > 1 else 6)


# Laying and capturing


@pytest.mark.clause(5)
def test_a_card_may_be_laid():
    table = play(position(["5♣ K♣", "9♠"], "2♦ Q♠"), "5♣", "lay")
    assert cards(now(table, "table")) == cards("2♦ 5♣ Q♠")
    assert now(table, "hands")[0] == "K♣"
    assert (table.player, now(table, "phase"), now(table, "card")) == (1, "play", None)
    assert "lay" in modes(position(["K♣ 5♣", "9♠"], "2♦ Q♠"), "K♣")


@pytest.mark.clause(6, 9)
@pytest.mark.parametrize("card", ["Q♣", "9♣"])
def test_a_card_captures_its_rank(card):
    other = card.replace("♣", "♠")
    table = play(position([f"{card} K♣", "A♠"], f"2♦ {other}"), card, "capture", other)
    assert now(table, "table") == "2♦"
    assert cards(now(table, "captured")[0]) == {card, other}
    assert now(table, "captured")[1] == ""
    assert now(table, "last_capturer") == 0


@pytest.mark.clause(7, "c3")
def test_several_sets_are_captured_at_once_as_the_player_chooses():
    table = position(["8♣ K♣", "9♠"], "8♠ 6♦ 5♥ 3♦ 2♠ J♠")
    chosen = {items for card, mode, items in plays(table) if (card, mode) == ("8♣", "capture")}
    sets = [{"8♠"}, {"5♥", "3♦"}, {"6♦", "2♠"}]
    assert chosen == {frozenset().union(*some) for some in subsets(sets) if some}
    play(table, "8♣", "capture", "3♦", "6♦", "5♥", "2♠", "8♠")
    assert now(table, "table") == "J♠"
    assert cards(now(table, "captured")[0]) == cards("8♣ 8♠ 6♦ 5♥ 3♦ 2♠")


@pytest.mark.clause(7)
def test_a_card_of_the_table_is_in_one_set():
    table = position(["8♣ K♣", "9♠"], "6♦ 2♥ 2♠")
    assert plays(table) >= {("8♣", "capture", frozenset({"6♦", two})) for two in ("2♥", "2♠")}
    assert ("8♣", "capture", frozenset({"6♦", "2♥", "2♠"})) not in plays(table)


@pytest.mark.clause(7)
def test_an_ace_counts_one():
    table = play(position(["10♣ K♣", "9♠"], "A♠ 9♥ 3♥"), "10♣", "capture", "9♥", "A♠")
    assert now(table, "table") == "3♥"


@pytest.mark.clause(8)
def test_court_cards_are_part_of_no_sum_and_no_declaration():
    table = position(["10♣ 8♣ J♦", "9♠"], "2♦ J♠ K♥")
    offers = {item for _, mode, items in plays(table) if mode != "lay" for item in items}
    assert offers == {"J♠", "2♦"}
    assert modes(table, "J♦") == ["capture"]
    assert modes(table, "8♣") == ["lay", "declare 10"]
    assert modes(table, "10♣") == ["lay"]


@pytest.mark.clause("c1")
def test_numerals_need_not_capture_but_court_cards_must():
    table = position(["7♣ Q♣ J♣", "9♠"], "7♠ Q♥")
    assert modes(table, "7♣") == ["lay", "capture"]
    assert modes(table, "Q♣") == ["capture"]
    assert modes(table, "J♣") == ["lay"]


@pytest.mark.clause("c1", 20)
def test_every_hand_has_a_capture():
    for seed in range(count(compiled=40, interpreted=3)):
        table = GAME.table(seed, hands=1)
        generator = np.random.default_rng(seed)
        while not table.over:
            legal = [word for word in table.legal() if word not in ("capture",)] or table.legal()
            table.play(str(generator.choice(legal)))
        assert now(table, "table") == ""
        assert sum(len(pile.split()) for pile in now(table, "captured")) == CARDS


@pytest.mark.clause("c2")
def test_a_court_card_takes_one_of_two():
    table = position(["K♣ 2♣", "9♠"], "K♦ K♠ 5♥")
    assert {items for card, _, items in plays(table) if card == "K♣"} == {frozenset({"K♦"}), frozenset({"K♠"})}
    play(table, "K♣", "capture", "K♠")
    assert cards(now(table, "table")) == cards("K♦ 5♥")


@pytest.mark.clause(9)
def test_partners_share_a_pile():
    table = position(["8♣ K♣", "7♣ 2♠", "9♣ 4♠", "A♣"], "8♠ 7♠ 9♠ Q♥")
    play(table, "8♣", "capture", "8♠")
    play(table, "7♣", "capture", "7♠")
    play(table, "9♣", "capture", "9♠")
    assert [cards(pile) for pile in now(table, "captured")] == [cards("8♣ 8♠ 9♣ 9♠"), cards("7♣ 7♠")]
    for player in range(4):
        piles = [cards(pile) for pile in table.view_words(player)["captured"]]
        assert len(piles[player % 2]) == 4


@pytest.mark.clause(4)
def test_items_are_chosen_in_ascending_order():
    table = position(["10♣ K♣", "9♠"], "4♣ 6♥ A♦ 9♥")
    first = ["select 4♣", "select A♦"]
    assert offered(table, "play 10♣", "capture") == first
    assert offered(table, "play 10♣", "capture", "select A♦") == ["select 9♥"]
    assert offered(table, "play 10♣", "capture", "select 4♣") == ["select A♦", "select 6♥"]
    assert offered(table, "play 10♣", "capture", "select 4♣", "select 6♥") == ["commit"]


# Declarations


@pytest.mark.clause(10)
def test_a_declaration_is_captured_by_its_value_only_and_as_a_whole():
    table = play(position(["5♣ 10♦", "10♥ 5♠ 3♥"], "2♠ 3♦ K♠"), "5♣", "declare 10", "3♦", "2♠")
    assert declarations(table) == {0: (10, "single", cards("5♣ 3♦ 2♠"))}
    assert now(table, "table") == "K♠"
    assert plays(table) >= {("10♥", "capture", frozenset(["left declaration"]))}
    assert not [items for card, mode, items in plays(table) if mode == "capture" and card != "10♥"]
    play(table, "10♥", "capture", "left declaration")
    assert cards(now(table, "captured")[1]) == cards("10♥ 5♣ 3♦ 2♠")
    assert declarations(table) == {}


@pytest.mark.clause(10, 11)
def test_the_value_is_the_sum_and_must_be_held():
    table = position(["5♣ 8♣ 9♦", "10♥"], "2♠ 3♦ 4♥")
    declared = {(mode, items) for card, mode, items in plays(table) if card == "5♣" and mode.startswith("declare")}
    assert declared == {
        ("declare 8", frozenset({"3♦"})),
        ("declare 9", frozenset({"4♥"})),
    }


@pytest.mark.clause("c8")
def test_a_single_declaration_needs_a_card_of_the_table():
    assert modes(position(["5♣ 5♦", "10♥"], ""), "5♣") == ["lay"]
    assert modes(position(["5♣ 5♦", "10♥"], "7♠ K♠"), "5♣") == ["lay"]


@pytest.mark.clause("c8", 14)
@pytest.mark.parametrize("rank", ["7", "A", "10"])
def test_a_group_may_be_the_card_played_on_one_of_its_rank(rank):
    table = position([f"{rank}♣ {rank}♦", "K♥"], f"{rank}♠")
    assert modes(table, f"{rank}♣") == ["lay", "capture", f"declare {max(1, int(rank.replace('A', '1')))}"]
    play(table, f"{rank}♣", f"declare {rank.replace('A', '1')}", f"{rank}♠")
    assert declarations(table)[0][1:] == ("group", {f"{rank}♣", f"{rank}♠"})


@pytest.mark.clause(14, "c9")
def test_a_group_binds_sets_of_the_same_value_one_with_the_card_played():
    table = position(["2♣ 8♣", "K♥"], "6♦ 4♠ 4♥ 8♠ 9♠")
    declared = {items for card, mode, items in plays(table) if (card, mode) == ("2♣", "declare 8")}
    sixes = frozenset({"6♦"})
    assert declared == {sixes, sixes | {"8♠"}, sixes | {"4♠", "4♥"}, sixes | {"8♠", "4♠", "4♥"}}
    assert declarations(play(table.copy(), "2♣", "declare 8", "6♦"))[0][1] == "single"
    play(table, "2♣", "declare 8", "4♥", "6♦", "4♠")
    assert declarations(table)[0] == (8, "group", cards("2♣ 6♦ 4♠ 4♥"))


@pytest.mark.clause(11, "c10")
def test_the_kept_card_may_only_capture_the_own_declaration():
    table = position(["9♣ 4♦", "K♥"], "9♠ 5♠ 4♠", [(0, 9, "2♥ 7♥")])
    own = "own declaration"
    assert {items for card, _, items in plays(table) if card == "9♣"} == {
        frozenset({own}),
        frozenset({own, "9♠"}),
        frozenset({own, "4♠", "5♠"}),
        frozenset({own, "4♠", "5♠", "9♠"}),
    }
    assert modes(table, "9♣") == ["capture"]


@pytest.mark.clause("c10")
def test_with_two_cards_of_the_value_one_is_free():
    table = position(["9♣ 9♦ 2♦", "K♥"], "9♠ Q♠", [(0, 9, "2♥ 7♥")])
    reached = plays(table)
    assert {("9♣", "capture", frozenset({"9♠"})), ("9♣", "declare 9", frozenset({"own declaration", "9♠"}))} <= reached
    assert ("9♣", "declare 9", frozenset({"own declaration"})) in reached
    play(table, "9♣", "capture", "9♠")
    assert declarations(table) == {0: (9, "single", cards("2♥ 7♥"))}


@pytest.mark.clause(13)
def test_a_player_with_a_declaration_neither_lays_nor_declares():
    table = position(["9♣ 4♦ 8♦ 3♥", "K♥"], "4♠ 5♠ Q♠", [(0, 9, "2♥ 7♥ 9♥", "group")])
    assert table.legal() == ["play 9♣", "play 4♦"]
    assert modes(table, "4♦") == ["capture"]
    alone = position(["9♣ 4♦ 8♦ Q♥", "K♥ 9♠"], "5♠", [(1, 9, "2♥ 7♥")])
    assert modes(alone, "4♦") == ["lay", "declare 9"]
    assert "lay" in modes(alone, "Q♥")


@pytest.mark.clause(13, "c11")
def test_captures_of_other_cards_stay_open():
    table = position(["9♣ 4♦ Q♥ K♦", "K♥"], "4♠ Q♠", [(0, 9, "2♥ 7♥")])
    assert plays(table) == {
        ("9♣", "capture", frozenset({"own declaration"})),
        ("4♦", "capture", frozenset({"4♠"})),
        ("Q♥", "capture", frozenset({"Q♠"})),
    }


@pytest.mark.clause(13)
@pytest.mark.parametrize("capturer", [1, 2, 3])
def test_when_anybody_captures_it_the_owner_is_free(capturer):
    hands = ["9♣ 4♦", "K♥ 2♣", "Q♥ 3♣", "J♥ 2♠"]
    hands[capturer] += " 9♦"
    table = position(hands, "K♠", [(0, 9, "2♥ 7♥")], player=capturer)
    play(table, "9♦", "capture", OWNERS[4 - capturer])
    assert declarations(table) == {}
    while table.player:
        table.play(table.legal()[-1])
    assert table.legal() == ["play 9♣", "play 4♦"]
    assert "lay" in modes(table, "9♣")


@pytest.mark.clause(12, 13)
def test_an_opponent_raises_and_the_duty_passes():
    table = position(["6♣ 3♥", "2♦ 8♦ K♥"], "Q♠", [(0, 6, "2♥ 4♥")], player=1)
    assert modes(table, "2♦") == ["lay", "declare 8"]
    play(table, "2♦", "declare 8", "left declaration")
    assert declarations(table) == {1: (8, "single", cards("2♥ 4♥ 2♦"))}
    assert "lay" in modes(table, "6♣")
    play(table, "3♥", "lay")
    assert plays(table) == {("8♦", "capture", frozenset({"own declaration"}))}


@pytest.mark.clause(12)
def test_a_raise_goes_to_ten_at_most_and_the_new_value_must_be_held():
    table = position(["6♣ 3♥", "2♦ 9♦ 5♠ 3♦ A♥"], "Q♠", [(0, 6, "2♥ 4♥")], player=1)
    assert [mode for _, mode, _ in plays(table) if mode.startswith("declare")] == ["declare 9"]


@pytest.mark.clause(12)
def test_neither_owner_nor_partner_raises():
    hands = ["6♣ 2♣ 8♣ 10♣", "2♦ 8♦", "2♥ 8♥", "2♠ 8♠"]
    raised = []
    for player in range(4):
        table = position(hands, "Q♠", [(0, 6, "3♥ 3♦")], player=player)
        raised += [player for _, mode, _ in plays(table) if mode == "declare 8"]
    assert raised == [1, 3]


@pytest.mark.clause("c6")
def test_a_group_is_neither_raised_nor_taken_into_a_group():
    table = position(["6♣", "2♦ 8♦ 3♠ 6♠"], "3♦ Q♠", [(0, 6, "2♥ 4♥ 6♥", "group")], player=1)
    left = {(card, mode) for card, mode, items in plays(table) if "left declaration" in items}
    assert left == {("6♠", "capture")}
    assert ("3♠", "declare 6", frozenset({"3♦"})) in plays(table)
    assert modes(position(["6♣", "6♦ 6♠"], "Q♠", [(0, 6, "2♥ 4♥ 6♥", "group")], player=1), "6♦") == ["lay", "capture"]


@pytest.mark.clause(15)
@pytest.mark.parametrize(("owner", "word"), [(0, OWNERS[0]), (2, OWNERS[2])])
def test_a_group_takes_in_the_own_or_the_partners_declaration(owner, word):
    hands = ["9♣ 4♦ K♦", "K♥", "9♦", "Q♥"]
    table = position(hands, "5♠ Q♠", [(owner, 9, "2♥ 7♥")])
    play(table, "4♦", "declare 9", "5♠", word)
    assert declarations(table) == {0: (9, "group", cards("4♦ 5♠ 2♥ 7♥"))}


@pytest.mark.clause(15)
def test_with_a_declaration_only_a_group_with_it_may_be_declared():
    table = position(["9♣ 4♦ 8♦", "K♥"], "5♠ 4♠ Q♠", [(0, 9, "2♥ 7♥")])
    declared = {(card, mode, items) for card, mode, items in plays(table) if mode.startswith("declare")}
    assert declared == {("4♦", "declare 9", frozenset({"own declaration", "5♠"}))}
    play(table, "4♦", "declare 9", "5♠", "own declaration")
    play(table, "K♥", "lay")
    assert table.legal() == ["play 9♣"]


@pytest.mark.clause("c5", "c13")
def test_a_group_takes_in_an_opponents_declaration_whose_owner_is_free():
    table = position(["9♣ 4♦", "9♦ 3♥ K♥"], "5♠ Q♠", [(1, 9, "2♥ 7♥")])
    play(table, "4♦", "declare 9", "5♠", "left declaration")
    assert declarations(table) == {0: (9, "group", cards("4♦ 5♠ 2♥ 7♥"))}
    assert "lay" in modes(table, "9♦")
    assert "lay" in modes(table, "3♥")


@pytest.mark.clause(16)
def test_a_declaration_is_raised_and_grouped_in_one_turn():
    table = position(["7♣", "2♦ 9♦"], "9♠ Q♠", [(0, 7, "3♥ 4♥")], player=1)
    play(table, "2♦", "declare 9", "9♠", "left declaration")
    assert declarations(table) == {1: (9, "group", cards("2♦ 9♠ 3♥ 4♥"))}


@pytest.mark.clause("c7", 16)
def test_a_raise_adds_the_card_played_to_one_declaration_and_nothing_else():
    table = position(["2♦ 10♦ 9♣", "7♣", "K♥", "7♠"], "A♠ Q♠", [(1, 7, "3♥ 4♥"), (3, 7, "5♥ 2♥")])
    raised = {(mode, items) for card, mode, items in plays(table) if card == "2♦" and mode != "lay"}
    assert raised == {("declare 9", frozenset({word})) for word in ("left declaration", "right declaration")}


@pytest.mark.clause("c7")
def test_with_a_declaration_one_raises_only_into_a_group_with_it():
    declared = [(0, 9, "8♥ A♥"), (1, 7, "3♥ 4♥")]
    table = position(["2♦ 10♦ 3♦ 9♣", "7♣"], "Q♠", declared)
    assert {(card, mode, items) for card, mode, items in plays(table) if mode != "capture"} == {
        ("2♦", "declare 9", frozenset({"own declaration", "left declaration"}))
    }
    play(table, "2♦", "declare 9", "own declaration", "left declaration")
    assert declarations(table) == {0: (9, "group", cards("8♥ A♥ 3♥ 4♥ 2♦"))}


@pytest.mark.clause(17)
@pytest.mark.parametrize("declared", [["2♥ 7♥"], ["2♥ 7♥ 3♥ 6♥", "group"]])
def test_anybody_captures_declarations_of_the_value_with_other_sets(declared):
    for player in range(4):
        hands = ["9♣", "9♦", "9♥", "9♠"]
        table = position(hands, "4♠ 5♠ Q♠", [(0, 9, *declared)], player=player)
        word = OWNERS[(4 - player) % 4]
        play(table, hands[player], "capture", "4♠", "5♠", word)
        assert cards(now(table, "captured")[player % 2]) == cards(f"{hands[player]} 4♠ 5♠ {declared[0]}")
        assert declarations(table) == {}


@pytest.mark.clause("c11")
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_nobody_is_without_a_play_and_no_declaration_outlives_its_cards(seats):
    declared = 0
    for seed in range(count(compiled=20, interpreted=3)):
        table = GAME.table(seed, num_players=seats, hands=1)
        generator = np.random.default_rng(seed)
        while not table.over:
            legal = table.legal()
            assert legal
            table.play(str(generator.choice([word for word in legal if word.startswith("declare")] or legal)))
            assert len(declarations(table)) <= seats
            declared += len(declarations(table)) > 0
            for owner, (value, _, _) in declarations(table).items():
                kept = any(value_of(card) == value for card in now(table, "hands")[owner].split())
                assert kept or (owner == table.player and value_of(now(table, "card")) == value)
    assert declared > count(compiled=300, interpreted=30)


@pytest.mark.clause("c12")
def test_two_declarations_of_the_same_value_may_lie_side_by_side():
    table = position(["9♣ 4♦", "9♦ 3♥ K♥"], "5♠ Q♠", [(1, 9, "2♥ 7♥")])
    play(table, "4♦", "declare 9", "5♠")
    assert declarations(table) == {0: (9, "single", cards("4♦ 5♠")), 1: (9, "single", cards("2♥ 7♥"))}
    assert {items for card, _, items in plays(table) if card == "9♦"} == {
        frozenset({"own declaration"}),
        frozenset({"own declaration", "left declaration"}),
    }


@pytest.mark.clause("c13")
def test_after_an_opponents_raise_the_first_owners_side_may_raise():
    hands = ["2♣ 10♣", "8♦", "2♥ 10♥", "2♠ 10♠"]
    raised = []
    for player in range(4):
        table = position(hands, "Q♠", [(1, 8, "3♥ 3♦ 2♦")], player=player)
        raised += [player for _, mode, _ in plays(table) if mode == "declare 10"]
    assert raised == [0, 2]


# Xeri


@pytest.mark.clause(18)
@pytest.mark.parametrize(
    ("table", "card", "declared"),
    [("8♠ 5♥ 3♦", "8♣", []), ("J♠", "J♣", []), ("3♠", "9♣", [(1, 9, "2♥ 7♥")]), ("3♠", "9♣", [(0, 9, "2♥ 7♥")])],
)
def test_capturing_all_there_is_makes_a_xeri(table, card, declared):
    table = position([f"{card} K♣", "9♠ K♠"], table.replace("3♠", ""), declared)
    table.play(f"play {card}", "capture")
    while table.player == 0:
        table.play(table.legal()[0])
    assert now(table, "table") == ""
    assert now(table, "xeris") == [1, 0]
    assert table.view_words(1)["xeris"] == [0, 1]


@pytest.mark.clause(18)
@pytest.mark.parametrize(("table", "declared"), [("8♠ 2♠", []), ("8♠", [(1, 9, "2♥ 7♥")])])
def test_leaving_something_makes_none(table, declared):
    table = play(position(["8♣ K♣", "9♠ K♠"], table, declared), "8♣", "capture", "8♠")
    assert now(table, "xeris") == [0, 0]


@pytest.mark.clause("c14", 18)
@pytest.mark.parametrize(("turns", "xeris"), [(0, 0), (1, 1)])
def test_the_first_card_of_a_hand_makes_no_xeri(turns, xeris):
    table = play(position(["8♣ K♣", "9♠ K♠"], "8♠ 5♥ 3♦", turns=turns), "8♣", "capture", "3♦", "5♥", "8♠")
    assert now(table, "xeris") == [xeris, 0]


@pytest.mark.clause("c14")
def test_the_last_card_of_a_hand_may_make_a_xeri():
    table = full_stop("9♣ A♥", hands=("10♣", "")).play("play 10♣", "capture", "select 9♣", "select A♥", "commit")
    assert now(table, "score")[0] == 10 + 1


# New cards, the end of a hand, the score


@pytest.mark.clause(19)
@pytest.mark.parametrize(("seats", "deals"), [(2, 4), (4, 2)])
def test_six_more_cards_while_the_stock_lasts(seats, deals):
    table = GAME.table(5, num_players=seats, hands=1)
    first, sizes = table.player, []
    while not table.over:
        if now(table, "phase") == "play" and all(len(hand.split()) == 6 for hand in now(table, "hands")):
            sizes.append(len(now(table, "stock").split()))
            assert table.player == first
        last = table.copy()
        table.play(table.legal()[0])
        dealt = now(last, "stock").split()[::-1]
        if len(dealt) > len(now(table, "stock").split()):
            for player in range(seats):
                order = (player - first) % seats
                assert cards(now(table, "hands")[player]) == set(dealt[order : 6 * seats : seats])
    assert sizes == [48 - 6 * seats * deal for deal in range(1, deals + 1)]


@pytest.mark.clause(20)
@pytest.mark.parametrize("last", [0, 1])
def test_the_last_capturer_takes_what_is_left_and_makes_no_xeri(last):
    table = full_stop("10♦ A♥ J♠", hands=("5♣", ""), captured=("A♣", ""), last_capturer=last)
    table.play("play 5♣", "lay")
    scored = now(table, "score")
    assert scored[last] - scored[1 - last] == ((1 + 2 + 1) - (4 + 2 + 1) if last == 0 else (4 + 2 + 2 + 1 + 1) - 1)


@pytest.mark.clause(20)
def test_a_capture_with_the_last_card_counts_for_what_is_left():
    table = full_stop("10♦ A♥ 5♠", hands=("5♣", "")).play("play 5♣", "capture", "select 5♠", "commit")
    assert now(table, "score") == [2 + 1, 4 + 3 + 1]


@pytest.mark.clause(21, 22)
@pytest.mark.parametrize(
    ("mine", "score"),
    [
        ("3♣..K♣ 3♥..K♥ K♦ Q♦ J♦ 9♦", (0, 0 + 2 + 4 + 1)),
        ("3♣..K♣ 3♥..K♥ K♦ Q♦ J♦ 9♦ 8♦", (4, 2 + 4 + 1)),
        ("10♦", (2, 4 + 4 + 1)),
        ("A♣ A♠", (2, 4 + 2 + 2 + 1)),
        ("2♣", (1, 4 + 2 + 4)),
        ("2♦ 2♥ 2♠ 10♣ 10♠", (0, 4 + 2 + 4 + 1)),
    ],
)
def test_points_of_a_hand(mine, score):
    """The last card is laid and goes to the other side."""
    table = full_stop("", hands=("6♠", ""), captured=(mine, "")).play("play 6♠", "lay")
    assert tuple(now(table, "score")) == score


@pytest.mark.clause(21)
def test_each_xeri_scores_ten():
    table = full_stop("", hands=("6♠", ""), captured=("2♣ 3♣ 4♣ 5♣ 7♣ 8♣", ""), xeris=[3, 1]).play("play 6♠", "lay")
    assert now(table, "score") == [30 + 1, 10 + 4 + 2 + 4]


@pytest.mark.clause(21, 22, "c1")
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_a_hand_brings_7_or_11_points_and_10_for_each_xeri(seats):
    for seed in range(count(compiled=60, interpreted=4)):
        table = play_out(GAME.table(seed, num_players=seats, hands=1), seed)
        scores, captured = now(table, "score"), [len(pile.split()) for pile in now(table, "captured")]
        assert sum(captured) == CARDS
        assert sum(scores[:2]) == (7 if captured[0] == 26 else 11) + 10 * sum(now(table, "xeris"))
        assert scores == scores[:2] * (seats // 2)
        assert max(scores) <= MOST_POINTS


# The match


def before_the_end(score, seats=2, **words):
    """Player 0 lays the last card of a hand in which side 1 scores 11."""
    score = [score[player % 2] for player in range(seats)]
    hands = ("6♠", *[""] * (seats - 1))
    return full_stop("", hands=hands, score=score, dealer=seats - 1, player=0, seed=3, **words)


@pytest.mark.clause(23)
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_the_deal_passes_to_the_left(seats):
    table = before_the_end([30, 30], seats).play("play 6♠", "lay")
    assert not table.over
    assert table.words("dealer", "player", "turns", "phase") == {"dealer": 0, "player": 1, "turns": 0, "phase": "play"}
    assert now(table, "captured") == ["", ""]
    assert now(table, "last_capturer") is None
    assert [len(hand.split()) for hand in now(table, "hands")] == [6] * seats
    assert now(table, "score") == [30, 41] * (seats // 2)


@pytest.mark.clause(23)
@pytest.mark.parametrize(("mine", "theirs", "over"), [(60, 49, False), (61, 10, True), (10, 50, True), (10, 49, False)])
def test_61_points_end_the_match(mine, theirs, over):
    table = before_the_end([mine, theirs]).play("play 6♠", "lay")
    assert table.over == over
    winner = 0 if mine > theirs + 11 else 1
    expected = [0, 0] if not over else [1, -1] if winner == 0 else [-1, 1]
    assert now(table, "reward") == expected
    assert not now(table, "truncated")


@pytest.mark.clause(23)
def test_partners_win_together():
    table = before_the_end([10, 55], 4).play("play 6♠", "lay")
    assert now(table, "reward") == [-1, 1, -1, 1]
    assert now(table, "score") == [10, 66, 10, 66]


@pytest.mark.clause("c15", 23)
@pytest.mark.parametrize(("mine", "reward"), [(80, [1, -1]), (70, [-1, 1]), (72, None)])
def test_with_both_sides_at_61_the_higher_score_wins_and_equal_ones_play_on(mine, reward):
    table = before_the_end([mine, 61]).play("play 6♠", "lay")
    assert table.over == (reward is not None)
    assert now(table, "reward") == (reward or [0, 0])
    if not table.over:
        while now(table, "hands_over") == 1:
            table.play(table.legal()[0])
        assert table.over  # a hand brings an odd number of points


@pytest.mark.clause(23)
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_a_match_has_19_hands_at_most(seats):
    for seed in range(count(compiled=20, interpreted=1)):
        table = play_out(GAME.table(seed, num_players=seats), seed)
        assert now(table, "hands_over") <= 19
        assert not now(table, "truncated")
        assert max(now(table, "score")) >= 61


def test_another_target():
    assert before_the_end([10, 20], options={"target": 31}).play("play 6♠", "lay").over
    assert not before_the_end([10, 20], options={"target": 32}).play("play 6♠", "lay").over


@pytest.mark.parametrize(("score", "reward"), [((10, 20), [-1, 1]), ((80, 20), [1, -1]), ((31, 20), [0, 0])])
def test_a_number_of_hands_instead(score, reward):
    options = {"hands": 2}
    assert not before_the_end(score, options=options, hands_over=0).play("play 6♠", "lay").over
    table = before_the_end(score, options=options, hands_over=1)
    assert table.view_words(0)["hands_left"] == 1
    table.play("play 6♠", "lay")
    assert table.over
    assert now(table, "reward") == reward


# Common knowledge


@pytest.mark.clause("c17", 11)
def test_all_know_that_a_declarer_holds_the_value_until_such_a_card_is_played():
    table = position(["5♣ 8♣ 8♦", "8♥ K♥ 2♥"], "3♦ Q♠")
    known = [now(table, "known")[0][7]]
    for word in ("play 5♣", "declare 8", "select 3♦", "commit", "play 8♥", "capture", "select left declaration"):
        table.play(word)
        known.append(now(table, "known")[0][7])
    table.play("commit", "play 8♣")
    assert known == [0, 0, 1, 1, 1, 1, 1, 1]
    assert not np.any(now(table, "known"))
    assert table.view_words(1)["known"] == now(table, "known")[1::-1]


@pytest.mark.clause("c17", "c10")
@pytest.mark.parametrize(
    ("items", "known"), [([], 0), (["own declaration"], 0), (["left declaration"], 1), (["9♠"], 0)]
)
def test_a_card_of_the_value_may_have_been_the_kept_one_until_the_own_declaration_stays_behind(items, known):
    declared = [(0, 9, "2♥ 7♥"), (1, 9, "A♥ 8♥")]
    table = position(["9♣ 9♦ 4♦", "9♥"], "9♠ Q♠", declared, known=[[0] * 8 + [1, 0]] * 2)
    table.play("play 9♣", "capture", *[f"select {item}" for item in items])
    assert now(table, "known")[0][8] == known
    if items:
        table.play("commit")
        assert now(table, "known")[0][8] == ("own declaration" not in items)


def count_redeals(table, player, number):
    """Counts of each hand of the others, and of each first card of the stock, in redeals."""
    dealt, tops = Counter(), Counter()
    for seed in range(number):
        hands, stock = table.redeal(player, seed).words("hands", "stock").values()
        dealt[tuple(hand for seat, hand in enumerate(hands) if seat != player)] += 1
        tops.update(stock.split()[-1:])
    return dealt, tops


def is_uniform(counts, kinds):
    """Returns whether so many kinds come about equally often: no chi square beyond five sigma."""
    mean = sum(counts.values()) / kinds
    chi_square = sum((count - mean) ** 2 / mean for count in counts.values()) + (kinds - len(counts)) * mean
    return len(counts) <= kinds and chi_square < kinds - 1 + 5 * (2 * kinds) ** 0.5


def knows(*values):
    """The values that all know one player to hold."""
    return [int(value in values) for value in range(1, 11)]


@pytest.mark.clause("c17", 11)
@pytest.mark.parametrize("values", [[], [9], [9, 3]])
def test_redeals_are_uniform_among_hands_with_the_known_values(values):
    hidden = ["9♣", "9♦", "3♠", "K♣", "Q♣", "3♦"]
    table = full_stop(hands=("4♣", "9♣ 3♠ K♣"), stock="9♦ Q♣ 3♦", known=[knows(), knows(*values)])
    possible = [hand for hand in combinations(hidden, 3) if set(values) <= set(map(value_of, hand))]
    dealt, tops = count_redeals(table, 0, count(compiled=4000, interpreted=500))
    assert is_uniform(dealt, len(possible))
    assert {frozenset(hand.split()) for (hand,) in dealt} == set(map(frozenset, possible))
    assert len(tops) == len(hidden)


@pytest.mark.clause("c17", 11)
def test_redeals_are_uniform_among_three_hands_with_known_values():
    hidden = ["9♣", "9♦", "3♠", "3♦", "K♣", "7♦"]
    known = [knows(), knows(9), knows(3), knows()]
    table = full_stop(hands=("4♣", "9♣", "3♠", "K♣"), stock="9♦ 3♦ 7♦", known=known)
    possible = [h for h in permutations(hidden, 3) if h[0][0] == "9" and h[1][0] == "3"]
    dealt, tops = count_redeals(table, 0, count(compiled=4000, interpreted=500))
    assert set(dealt) == set(possible)
    assert is_uniform(dealt, len(possible))
    assert set(tops) == set(hidden)


@pytest.mark.clause("c17", 11)
@pytest.mark.parametrize("hand", ["10♦", "10♦ Q♦ 4♠", "10♦ 10♥ 4♠ 5♥ 6♥"])
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_any_card_of_the_value_may_be_the_kept_one(hand, seats):
    """With a full stock, a redealt hand is equally likely to be any hand with a 10."""
    others = ["A♠ 2♠", "A♥ 2♥"][: seats - 2]
    assert_any_ten_is_kept(position(["Q♣ J♣ 3♣", hand, *others], "7♥ 4♦ 2♣", [(1, 10, "5♣ 5♠")]))


@pytest.mark.clause("c17", 11)
def test_redeals_are_uniform_among_hands_that_must_hold_the_same_values():
    """Three hands without a stock: two keep a 9, one of them a 3 too, as the third does."""
    hidden = ["9♣", "9♦", "9♥", "3♠", "3♦", "K♣"]
    known = [knows(), knows(9), knows(9, 3), knows(3)]
    table = full_stop(hands=("4♣", "9♣ K♣", "9♦ 3♠", "3♦ 9♥"), known=known)
    found = set()
    for order in permutations(hidden):
        values = [{value_of(card) for card in order[place : place + 2]} for place in (0, 2, 4)]
        if 9 in values[0] and values[1] == {9, 3} and 3 in values[2]:
            found.add(tuple(frozenset(order[place : place + 2]) for place in (0, 2, 4)))
    draws = count(compiled=6000, interpreted=500)
    dealt = Counter(
        tuple(frozenset(hand.split()) for hand in now(table.redeal(0, seed), "hands")[1:]) for seed in range(draws)
    )
    assert set(dealt) <= found
    assert is_uniform(dealt, len(found))


@pytest.mark.clause("c17")
def test_redeals_leave_cards_that_went_back_in_the_stock():
    hidden = ["9♣", "9♦", "3♠", "K♣", "Q♣", "3♦"]
    table = full_stop(hands=("4♣", "9♣ 3♠"), stock="9♦ K♣ Q♣ 3♦", returned="9♦ Q♣", known=[knows(), knows(3)])
    possible = [hand for hand in combinations(hidden, 2) if not {"9♦", "Q♣"} & set(hand) and {"3♠", "3♦"} & set(hand)]
    dealt, tops = count_redeals(table, 0, count(compiled=4000, interpreted=500))
    assert is_uniform(dealt, len(possible))
    assert set(tops) == set(hidden)


@pytest.mark.clause("c17")
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_redeals_keep_what_declarers_must_hold(seats):
    """This holds at every step of random games, so that the redealt player can go on."""
    kept = 0
    for seed in range(count(compiled=12, interpreted=2)):
        table = GAME.table(seed, num_players=seats, hands=1)
        for _ in walk(table, seed, count(compiled=400, interpreted=60)):
            other = table.redeal((table.player + 1) % seats, seed)
            assert other.legal()
            for owner, (value, _, _) in declarations(other).items():
                busy = owner == other.player and value_of(now(other, "card") or "K♣") == value
                held = any(value_of(card) == value for card in now(other, "hands")[owner].split())
                assert held or busy
                kept += held
    assert kept > count(compiled=100, interpreted=5)


@pytest.mark.clause("c17", 9)
@pytest.mark.parametrize("seats", NUMBERS_OF_PLAYERS)
def test_a_seat_sees_the_table_the_turn_and_its_own_hand(seats):
    hands = ["4♦ 9♣ 2♠", "K♥ 9♦", "3♣", "4♣"][:seats]
    declared, piles = [(1, 9, "2♥ 7♥")], ["A♣ 6♦ 7♦ 8♦", "10♦ J♦"]
    table = position(hands, "5♠ Q♠", declared, captured=piles, last_capturer=1, xeris=[2, 1], dealer=1)
    table.play("play 4♦", "declare 9", "select 5♠", "select left declaration")
    for player in range(seats):
        view = table.view_words(player)
        turned = [(seat - player) % seats for seat in range(seats)]
        assert cards(view["hand"]) == cards(now(table, "hands")[player])
        assert cards(view["table"]) == cards("5♠ Q♠")
        assert (view["phase"], view["card"], view["aim"], view["selected"]) == ("select", "4♦", 9, "5♠")
        assert view["turn"][turned[0]] == view["taken"][turned[1]] == view["dealer"][turned[1]] == 1
        assert sum(view["turn"]) == sum(view["taken"]) == sum(view["dealer"]) == 1
        assert (view["values"][turned[1]], view["declared"][turned[1]], view["groups"]) == (9, "2♥ 7♥", [0] * seats)
        assert view["captured"] == piles[:: 1 if player % 2 == 0 else -1]
        assert view["xeris"] == [2, 1][:: 1 if player % 2 == 0 else -1]
        assert view["last_capturer"] == [player % 2 == 1, player % 2 == 0]
        assert view["hand_sizes"] == [
            len(now(table, "hands")[(player + seat) % seats].split()) for seat in range(seats)
        ]
        assert view["needed"] == [61, 61]


# Written positions


DECLARED = {"declared": ["", "3♣ 4♣"], "values": [0, 7], "groups": [0, 0]}
SHOWN = {"card": "2♦", "hands": ["9♠", "7♥"]}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"options": {"hands": 2}, "hands_over": 2}, "hands_over: the game is over after 2"),
        ({"xeris": [1, 0]}, "xeris: "),
        ({"score": [3000, 0]}, "could not see|score: "),
        ({"num_players": 4, "hands": ["2♦ 9♠", "7♥", "8♥", "8♦"], "score": [1, 0, 2, 0]}, "score: partners"),
        ({"returned": "7♣"}, "returned: "),
        (DECLARED | {"values": [0, 0]}, "declared: each has a value"),
        (DECLARED | {"values": [0, 8]}, "declared: cards that add up to 7 are not one set of 8"),
        (DECLARED | {"groups": [0, 1]}, "declared: cards that add up to 7 are not several sets of 7"),
        (DECLARED | {"declared": ["", "7♠"]}, "declared: each has two cards"),
        (DECLARED | {"declared": ["", "K♠ 7♠"]}, "declared: each has two cards"),
        (DECLARED | {"declared": ["3♣ 4♣", ""], "values": [7, 0]}, "player 0 must hold a card of the value 7"),
        ({"hands": ["2♦ 9♠", "7♥ 8♦ 8♥ 8♠ 2♥ 3♥ 4♥"]}, "hand_sizes"),
        ({"known": [[0] * 10, [0] * 4 + [1] + [0] * 5]}, "player 1 must hold a card of the value 5"),
        ({"aim": 9}, "aim: "),
        ({"taken": [1, 0]}, "taken: "),
        ({"phase": "mode"}, "phase: "),
        ({"card": "3♣"}, "card: "),
        (SHOWN | {"phase": "select", "aim": 8}, "'declare 8' was not legal"),
        (SHOWN | {"phase": "mode", "over": True}, "card: "),
        (SHOWN | {"phase": "select", "aim": 9, "selected": "K♣"}, "'select K♣' was not"),
        (SHOWN | {"phase": "mode", "aim": 9}, "phase: "),
        ({"hands": ["", "7♥"]}, "no action is legal"),
    ],
    ids=str,
)
def test_impossible_positions_are_refused(words, problem):
    given = {"hands": ["2♦ 9♠", "7♥"], "table": "7♣ K♣", "player": 0, "dealer": 1} | words
    with pytest.raises(ValueError, match=problem):
        GAME.position(**given)


@pytest.mark.clause("c17")
def test_a_position_fills_in_what_declarations_and_the_turn_tell():
    table = position(["9♠ 8♥ 4♠", "8♦ J♦"], "7♣ K♣", [(1, 8, "5♣ 3♣")])
    assert now(table, "known") == [[0] * 10, knows(8)]
    words = {"table": "7♣ K♣", "card": "2♦", "phase": "select", "aim": 9, "selected": "7♣"}
    table = GAME.position(hands=["9♠", "J♦"], player=0, dealer=1, **words)
    assert now(table, "known")[0] == knows(9)
    assert table.legal() == ["commit"]


def test_hands_of_a_position_may_have_different_sizes():
    """All play until their cards are gone; then six more are dealt."""
    table = position(["9♠", "7♥ 2♥ J♥"], "K♣", dealer=1).play("play 9♠", "lay", "play J♥", "lay")
    assert table.player == 1
    table.play("play 7♥", "lay", "play 2♥", "lay")
    assert (table.player, [len(hand.split()) for hand in now(table, "hands")]) == (0, [6, 6])


def test_a_hand_of_a_position_may_bring_no_capture():
    """Then the table is gathered with all other cards for the next hand."""
    table = full_stop("K♠ K♥", hands=("6♠", ""), last_capturer=None).play("play 6♠", "lay")
    assert (now(table, "hands_over"), table.count_cards().max()) == (1, 1)


@pytest.mark.clause(23)
def test_a_target_and_so_many_hands_do_not_go_together():
    with pytest.raises(ValueError, match="diloti: options target and hands do not go together; give one of them"):
        GAME.table(seed=1, target=61, hands=3)
