"""The rules of Commune, clause by clause. Cards that a position does not name are not dealt."""

import re
from collections import Counter
from itertools import combinations_with_replacement

import numpy as np
import pytest

from cardzoo.agents.scripted.commune import add, find
from cardzoo.envs.engine import CARDS_AND_JOKERS, RANKS, SUITS, piles
from cardzoo.envs.engine.cards import CARD_WORDS, card_words, parse_cards
from cardzoo.envs.games.commune import CALL, DECLARATIONS, GAME, PACK, lacking
from cardzoo.envs.scene import table_scene
from tests.playing import count, now, play_out, walk

NUMBERS_OF_PLAYERS = range(2, 11)
RANKS_UP = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
WILD = {"2♣", "2♦", "2♥", "2♠", "joker", "joker2"}
DECLARED = [words.removeprefix("declare ") for words in GAME.actions.words[:CALL]]


def sizes(table):
    return [len(hand.split()) for hand in now(table, "hands")]


def after(*declarations, hands=None, **words):
    """Each of the first players has made the given declaration; the next one is to go on."""
    players = words.get("num_players", 4)
    hands = hands or ["A♠", "K♠", "Q♠", "J♠", "10♠", "9♠", "8♠", "7♠", "6♠", "5♠"][:players]
    flags = [int(declaration in declarations) for declaration in DECLARED]
    turn = {"player": len(declarations) % players, "dealer": players - 1}
    numbers = [DECLARED.index(declaration) for declaration in declarations]
    return GAME.position(hands=hands, declarations=numbers, declared=flags, **turn | words)


def is_present(pool, declaration):
    """Returns whether a declaration is there, by the rules: the pool goes to the fewest players, and player 1 calls."""
    cards = pool.split()
    players = max(-(-len(cards) // 3), 2)
    hands = [" ".join(cards[player::players]) for player in range(players)]
    tokens = [4 - len(hand.split()) for hand in hands]
    table = after(declaration, num_players=players, hands=hands, tokens=tokens).play("call")
    assert last_pool(table) == card_words(sorted(parse_cards(pool)))
    tokens[now(table, "last_present")] -= 1
    assert now(table, "tokens") == tokens
    return bool(now(table, "last_present"))


def last_pool(table):
    """All cards shown at the end of the previous hand."""
    return card_words(sorted(parse_cards(" ".join(now(table, "last_hands")))))


def counted(cards):
    """Cards as counted by the rules."""
    return np.bincount(parse_cards(cards), minlength=CARDS_AND_JOKERS).astype(np.int16)


# Tokens and the deal


@pytest.mark.clause(1)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_everybody_begins_with_three_tokens_and_one_card(num_players):
    table = GAME.table(seed=num_players, num_players=num_players)
    assert now(table, "tokens") == [3] * num_players
    assert sizes(table) == [1] * num_players


@pytest.mark.clause(1, 12, 14)
def test_a_player_gets_four_cards_less_one_for_each_token_and_none_when_out():
    table = after("pair of As", tokens=[3, 3, 2, 0], hands=["A♠", "3♠", "K♠ Q♠", ""]).play("call")
    assert now(table, "tokens") == [2, 3, 2, 0]
    assert sizes(table) == [2, 1, 2, 0]
    table = after("pair of As", tokens=[2, 1, 3, 3], hands=["A♠ 3♠", "K♠ Q♠ J♠", "9♠", "8♠"]).play("call")
    assert sizes(table) == [3, 3, 1, 1]


@pytest.mark.clause(14)
def test_a_player_who_loses_a_token_has_one_card_more_in_the_next_hand():
    table = GAME.table(seed=3)
    for action in walk(table, seed=3):
        before, held, dealt = table.player, now(table, "tokens"), sizes(table)
        table_after = table.copy()
        table_after.step(action)
        if action == CALL and not table_after.over:
            lost = [had - has for had, has in zip(held, now(table_after, "tokens"), strict=True)]
            loser = lost.index(1)
            assert loser in (before, now(table_after, "last_declarer"))
            more = [has - had for had, has in zip(dealt, sizes(table_after), strict=True)]
            out = now(table_after, "tokens")[loser] == 0
            assert more == [(-3 if out else 1) * gone for gone in lost]


@pytest.mark.clause("c14")
@pytest.mark.parametrize("dealer", range(4))
def test_cards_go_round_from_the_dealers_left(dealer):
    table = GAME.table(deck=range(CARDS_AND_JOKERS), dealer=dealer)
    for turn in range(4):
        assert now(table, "hands")[(dealer + 1 + turn) % 4] == CARD_WORDS[turn]
    assert table.player == (dealer + 1) % 4
    assert parse_cards(now(table, "stock")) == list(range(CARDS_AND_JOKERS))[:3:-1]


@pytest.mark.clause(15, "c14")
def test_in_later_hands_a_player_who_has_enough_is_passed_over():
    """The pack is shuffled again by the table's generator, with the resulting order here."""
    table = after("pair of As", tokens=[3, 1, 2, 0], hands=["A♠", "9♠ 8♠ 7♠", "K♠ Q♠", ""], seed=4)
    shuffled = table.copy().state
    piles.fill(shuffled.stock, PACK)
    piles.shuffle(shuffled, shuffled.stock)
    cards = [CARD_WORDS[card] for card in shuffled.stock.cards[::-1]]
    table.play("call")
    assert (now(table, "dealer"), now(table, "tokens")) == (0, [2, 1, 2, 0])
    dealt = {1: {cards[0], cards[3], cards[6]}, 2: {cards[1], cards[4]}, 0: {cards[2], cards[5]}}
    assert {player: set(now(table, "hands")[player].split()) for player in dealt} == dealt
    assert now(table, "stock").split() == cards[:6:-1]


@pytest.mark.clause(15)
def test_every_hand_is_dealt_from_the_whole_pack():
    """All 54 cards come equally often in the second hand, also those that were just shown."""
    first, second, games = np.zeros(CARDS_AND_JOKERS), np.zeros(CARDS_AND_JOKERS), count(compiled=600, interpreted=120)
    for seed in range(games):
        table = GAME.table(deck=range(CARDS_AND_JOKERS), num_players=10, dealer=9, seed=seed)
        first += table.state.hands.sum(axis=0)
        table.play("declare five As", "call")
        second += table.state.hands.sum(axis=0)
        assert sizes(table) == [2] + [1] * 9
    assert first.tolist() == [games] * 10 + [0] * 44
    share = 11 / CARDS_AND_JOKERS
    assert np.abs(second / games - share).max() < 4.5 * np.sqrt(share * (1 - share) / games)


@pytest.mark.clause("c14")
def test_ten_players_with_one_token_each_get_thirty_cards():
    tokens = [1, 1, 1, 1, 1, 1, 1, 1, 1, 2]
    hands = [card_words(range(3 * player, 3 * player + 3)) for player in range(9)] + ["K♠ Q♠"]
    number = DECLARED.index("five 3s")
    words = {"declarations": [*[None] * 9, number], "declared": [0] * number + [1], "dealer": 8}
    table = GAME.position(num_players=10, tokens=tokens, hands=hands, **words)
    table.play("call")
    assert now(table, "tokens") == [1] * 10
    assert sizes(table) == [3] * 10


@pytest.mark.clause("c13", 3)
def test_the_pack_has_both_jokers():
    table = GAME.table(seed=1)
    assert table.count_cards().tolist() == [1] * CARDS_AND_JOKERS
    assert CARD_WORDS[52:] == ("joker", "joker2")


# Visible cards


@pytest.mark.clause(2)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_a_seat_sees_its_own_cards_only(num_players):
    table = play_out(GAME.table(seed=num_players, num_players=num_players), most=40)
    past = set(last_pool(table).split())
    for player in range(num_players):
        view = table.view_words(player)
        assert view["hand"] == now(table, "hands")[player]
        assert set(re.findall(r"joker2?|\w+[♣♦♥♠]", str(view))) <= past | set(view["hand"].split())


@pytest.mark.clause(9)
def test_all_hear_the_declarations_and_who_made_them():
    table = after("3 high", "full house Ks over 4s", "A-high straight flush")
    view = table.view_words(1)
    assert view["kinds"] == ["full_house", "straight_flush", None, "high_card"]
    assert view["ranks"] == ["king", "ace", None, "three"]
    assert view["second_ranks"] == ["four", None, None, None]
    heard = [DECLARED[number] for number in np.flatnonzero(view["declared"])]
    assert heard == ["3 high", "full house Ks over 4s", "A-high straight flush"]
    assert (view["turn"], view["dealer"]) == ([0, 0, 1, 0], [0, 0, 1, 0])
    table.play("declare five 3s", "declare five 4s")
    view = table.view_words(1)
    assert view["kinds"] == ["full_house", "straight_flush", "five", "five"]
    assert sum(view["declared"]) == 5


@pytest.mark.clause(9, "c2")
@pytest.mark.parametrize(
    ("declaration", "kind", "rank", "second"),
    [
        ("9 high", "high_card", "nine", None),
        ("pair of 2s", "pair", "two", None),
        ("two pair As and 10s", "two_pair", "ace", "ten"),
        ("three Js", "three", "jack", None),
        ("5-high straight", "straight", "five", None),
        ("7-high flush", "flush", "seven", None),
        ("full house 6s over Qs", "full_house", "six", "queen"),
        ("four 8s", "four", "eight", None),
        ("5-high straight flush", "straight_flush", "five", None),
        ("five Ks", "five", "king", None),
    ],
)
def test_a_view_tells_a_declaration_by_its_kind_and_ranks(declaration, kind, rank, second):
    table = after(declaration)
    view = table.view_words(2)
    assert (view["kinds"][2], view["ranks"][2], view["second_ranks"][2]) == (kind, rank, second)
    view = table.play("call").view_words(2)
    assert (view["last_kind"], view["last_rank"], view["last_second_rank"]) == (kind, rank, second)
    assert (view["kinds"], view["ranks"], view["second_ranks"]) == ([None] * 4,) * 3


@pytest.mark.clause(6, 9)
def test_after_a_call_all_have_seen_the_pool_and_how_it_went():
    table = after("A high", "three As", hands=["A♠", "A♥", "2♠", "9♣"])
    blank = table.view_words(0)
    assert (blank["last_hands"], blank["last_kind"], blank["last_present"]) == ([""] * 4, None, 0)
    assert blank["last_caller"] == blank["last_declarer"] == [0] * 4
    view = table.play("call").view_words(3)
    assert view["last_hands"] == ["9♣", "A♠", "A♥", "2♠"]
    assert (view["last_declarer"], view["last_caller"], view["last_present"]) == ([0, 0, 1, 0], [0, 0, 0, 1], 1)
    assert sum(view["declared"]) == 0
    table = after("A high", "four As", hands=["A♠", "A♥", "2♠", "9♣"]).play("call")
    assert table.view_words(3)["last_present"] == 0
    hands = now(table, "hands")
    table.play("declare five As", "call")
    assert now(table, "last_hands") == hands


@pytest.mark.clause(6)
def test_a_picture_shows_the_hands_of_the_hand_before_with_their_owners():
    table = after("A high", "three As", hands=["A♠", "A♥", "2♠", "9♣"])
    assert not [zone for zone in table_scene(table, 1).zones() if zone.id.startswith("last_hands")]
    table.play("call")
    zones = {zone.label: zone.cards for zone in table_scene(table, 1).zones() if zone.id.startswith("last_hands")}
    assert zones == {
        f"player {player}": tuple(parse_cards(card)) for player, card in enumerate(["A♠", "A♥", "2♠", "9♣"])
    }


def test_a_view_tells_tokens_and_hand_sizes():
    table = after("A high", tokens=[1, 3, 2, 0], hands=["A♠ K♠ Q♠", "J♠", "10♠ 9♠", ""])
    view = table.view_words(1)
    assert view["tokens"] == [3, 2, 0, 1]
    assert view["hand_sizes"] == [1, 2, 0, 3]


def test_a_view_tells_how_many_cards_the_own_hand_lacks():
    table = after("full house Ks over 4s", tokens=[3, 2, 1, 1], hands=["A♠", "4♠ 4♣", "4♥ K♦ joker", "K♣ 2♣ 9♥"])
    assert [table.view_words(player)["lacking"] for player in range(4)] == [5, 3, 2, 3]
    assert GAME.table(seed=1).view_words(0)["lacking"] == 0


# Declaring and calling


@pytest.mark.clause(4, "c8")
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_the_dealers_left_begins_with_any_declaration_and_cannot_call(num_players):
    table = GAME.table(seed=num_players, num_players=num_players)
    assert table.player == (now(table, "dealer") + 1) % num_players
    assert table.mask.tolist() == [1] * DECLARATIONS + [0]


@pytest.mark.clause(5, 13)
@pytest.mark.parametrize(
    "declaration", ["2 high", "K high", "pair of 6s", "two pair As and Ks", "9-high flush", "five Ks"]
)
def test_the_next_player_declares_higher_or_calls(declaration):
    legal = after(declaration).legal()
    higher = DECLARED[DECLARED.index(declaration) + 1 :]
    assert legal == [*(f"declare {words}" for words in higher), "call"]


@pytest.mark.clause(5, 9)
def test_the_turn_passes_to_the_left_past_players_who_are_out():
    table = GAME.position(num_players=5, tokens=[3, 0, 3, 0, 0], hands=["A♠", "", "K♠", "", ""], dealer=2, player=0)
    turns = []
    for declaration in ("3 high", "4 high", "5 high", "6 high"):
        turns.append(table.player)
        table.play(f"declare {declaration}")
    assert turns == [0, 2, 0, 2]


@pytest.mark.clause(10)
def test_one_may_declare_what_the_own_cards_do_not_support():
    for hand in ("3♠", "A♠", "joker"):
        table = after("K high", hands=["K♠", hand, "Q♠", "J♠"])
        assert table.mask.tolist() == [0] * 12 + [1] * (DECLARATIONS - 12) + [1]
        assert table.play("declare five 9s").player == 2


@pytest.mark.clause("c9")
def test_after_five_aces_one_must_call():
    assert after("five As").legal() == ["call"]
    assert after("five As", options={"no_twos": True}).legal() == ["call"]


@pytest.mark.clause("c8")
def test_a_call_is_that_of_the_player_whose_turn_it_is():
    table = after("K high", "A high", "three 4s").play("call")
    assert (now(table, "last_declarer"), now(table, "last_caller")) == (2, 3)


# The ladder


@pytest.mark.clause("c1", "c2", 13)
def test_the_ladder_has_327_declarations_in_this_order():
    high_cards = [f"{a} high" for a in RANKS_UP]
    pairs = [f"pair of {a}s" for a in RANKS_UP]
    two_pairs = [f"two pair {a}s and {b}s" for i, a in enumerate(RANKS_UP) for b in RANKS_UP[:i]]
    threes = [f"three {a}s" for a in RANKS_UP]
    straights = [f"{a}-high straight" for a in RANKS_UP[3:]]
    flushes = [f"{a}-high flush" for a in RANKS_UP[5:]]
    houses = [f"full house {a}s over {b}s" for a in RANKS_UP for b in RANKS_UP if a != b]
    fours = [f"four {a}s" for a in RANKS_UP]
    straight_flushes = [f"{a}-high straight flush" for a in RANKS_UP[3:]]
    fives = [f"five {a}s" for a in RANKS_UP]
    kinds = [high_cards, pairs, two_pairs, threes, straights, flushes, houses, fours, straight_flushes, fives]
    assert [len(kind) for kind in kinds] == [13, 13, 78, 13, 10, 8, 156, 13, 10, 13]
    assert [words for kind in kinds for words in kind] == DECLARED
    assert len(DECLARED) == DECLARATIONS == CALL == 327
    starts = [DECLARED.index(kind[0]) for kind in kinds]
    assert starts == [0, 13, 26, 104, 117, 127, 135, 291, 304, 314]


@pytest.mark.clause("c3")
def test_a_2_is_declared_and_made_by_wild_cards():
    assert is_present("2♣ K♣", "2 high")
    assert is_present("joker K♣", "2 high")
    assert not is_present("3♣ K♣", "2 high")
    assert is_present("joker 2♠ K♣", "pair of 2s")
    assert not is_present("2♠ K♣", "pair of 2s")
    assert is_present("A♠ 3♥ 4♥ 5♥ joker", "5-high straight")
    assert not is_present("A♠ A♥ 3♥ 4♥ 5♥", "5-high straight")


@pytest.mark.clause("c3")
def test_no_twos_forbids_all_declarations_with_a_2():
    table = GAME.table(seed=1, no_twos=True)
    forbidden = set(DECLARED) - {words.removeprefix("declare ") for words in table.legal()}
    runs = {f"{top}-high {kind}" for top in (5, 6) for kind in ("straight", "straight flush")}
    assert forbidden == {words for words in DECLARED if re.search(r"\b2(s| high)", words)} | runs
    assert len(forbidden) == 45
    assert after("9 high", options={"no_twos": True}).legal()[:5] == [
        "declare 10 high",
        "declare J high",
        "declare Q high",
        "declare K high",
        "declare A high",
    ]
    assert after("A high", options={"no_twos": True}).legal()[0] == "declare pair of 3s"
    assert after("A high").legal()[0] == "declare pair of 2s"


# The content of the pool


@pytest.mark.clause(3, "c7")
@pytest.mark.parametrize("wild", sorted(WILD))
def test_jokers_and_2s_stand_for_any_card_once(wild):
    for rank in RANKS_UP:
        assert is_present(f"{wild} {'K♣' if rank != 'K' else 'Q♣'}", f"{rank} high")
    assert is_present(f"K♣ {wild}", "pair of Ks")
    assert not is_present(f"K♣ {wild}", "three Ks")
    assert not is_present(f"K♣ Q♣ {wild}", "two pair Ks and Qs")


@pytest.mark.clause(3, "c4")
def test_a_wild_card_has_any_suit():
    assert is_present("K♣ 9♣ 5♣ 2♦ joker", "K-high flush")
    assert is_present("K♣ Q♣ J♣ 2♠ 10♣", "A-high straight flush")
    assert not is_present("K♣ Q♣ J♣ A♠ 10♣", "A-high straight flush")


@pytest.mark.clause(3, 12)
def test_the_pool_has_the_cards_of_all_players_and_no_others():
    assert now(after("four As", hands=["A♠", "A♥", "A♦", "A♣"]).play("call"), "last_present") == 1
    table = after("four As", tokens=[3, 3, 3, 0], hands=["A♠", "A♥", "A♦", ""]).play("call")
    assert last_pool(table) == "A♦ A♥ A♠"
    assert now(table, "last_present") == 0


@pytest.mark.clause("c5")
def test_a_pool_may_be_too_small_for_a_declaration():
    assert is_present("K♣ 3♦", "K high")
    assert not is_present("K♣ 3♦", "Q high")
    assert not is_present("2♣ 2♦ 2♥ 2♠", "9-high straight")
    assert not is_present("2♣ 2♦ 2♥ 2♠", "five 9s")
    assert is_present("2♣ 2♦ 2♥ 2♠ joker", "five 9s")
    assert is_present("2♣ 2♦ 2♥ 2♠", "four 9s")


@pytest.mark.clause("c6")
def test_a_flush_is_of_five_different_ranks_below_or_at_the_one_named():
    pool = "A♥ J♥ 9♥ 7♥ 5♥ 3♥"
    assert is_present(pool, "A-high flush")
    assert is_present(pool, "J-high flush")
    for rank in ("K", "Q", "10", "9", "7"):
        assert not is_present(pool, f"{rank}-high flush")
    assert is_present("A♥ J♥ 9♥ 7♥ 2♠", "A-high flush")
    assert not is_present("A♥ K♥ 9♥ 7♥ 2♠", "J-high flush")
    assert is_present("J♥ 10♥ 9♥ 7♥ 2♠", "Q-high flush")
    assert is_present("3♣ 4♣ 5♣ 6♣ 7♣", "7-high flush")
    assert is_present("A♣ 3♣ 4♣ 5♣ 2♦", "A-high flush")
    assert not is_present("A♥ J♥ 9♥ 7♥ 5♠", "A-high flush")


@pytest.mark.clause("c7")
def test_a_declaration_within_a_larger_one_is_there():
    pool = "K♣ K♦ K♥ 4♣ 4♦"
    for declaration in ("K high", "pair of Ks", "two pair Ks and 4s", "three Ks", "full house Ks over 4s"):
        assert is_present(pool, declaration)
    for declaration in ("full house 4s over Ks", "three 4s", "four Ks"):
        assert not is_present(pool, declaration)
    assert not is_present("K♣ K♦ K♥ K♠ 3♥", "two pair Ks and 3s")
    assert not is_present("K♣ K♦ K♥ K♠ 3♥", "full house Ks over 3s")
    assert is_present("2♣ 2♦ 2♥", "three Js")


@pytest.mark.clause(6, "c2")
def test_the_ace_is_high_and_also_low_in_a_straight():
    assert is_present("A♣ 3♦ 4♦ 5♦ joker", "5-high straight")
    assert is_present("A♣ K♦ Q♦ J♦ 10♥", "A-high straight")
    assert not is_present("A♣ K♦ Q♦ 3♦ 4♥ joker", "A-high straight")
    assert is_present("A♦ 3♦ 4♦ 5♦ joker", "5-high straight flush")
    assert not is_present("A♣ 3♦ 4♦ 5♦ joker", "5-high straight flush")
    assert not is_present("A♣ 3♦ 4♦ 5♦ 6♦", "6-high straight")


@pytest.mark.clause("c7")
def test_five_wild_cards_make_everything():
    cards = counted("2♣ 2♦ 2♥ 2♠ joker2")
    assert all(lacking(cards, declaration) == 0 for declaration in range(DECLARATIONS))
    cards = counted("2♣ 2♦ 2♥ 2♠")
    for number, words in enumerate(DECLARED):
        small = re.match(r"\w+ high|pair|two|three|four", words)
        assert lacking(cards, number) == (0 if small else 1), words


def formed(cards):
    """The declarations that some natural cards make, for many sets of cards at once, in plain code.

    Args:
        cards: (N, 4, 13) copies of each card, the 2 being the first rank and the ace the last.

    Returns:
        (327,) bool: whether any of the sets makes it.
    """
    ranks, has = cards.sum(axis=1), cards > 0
    low_ace = np.concatenate([has[:, :, -1:], has], axis=2)  # the ace below the 2 as well
    made = [(ranks >= 1)[:, a] for a in range(RANKS)]
    made += [(ranks >= 2)[:, a] for a in range(RANKS)]
    made += [(ranks[:, a] >= 2) & (ranks[:, b] >= 2) for a in range(RANKS) for b in range(a)]
    made += [(ranks >= 3)[:, a] for a in range(RANKS)]
    made += [low_ace.any(axis=1)[:, top - 3 : top + 2].all(axis=1) for top in range(3, RANKS)]
    made += [(has[:, :, a] & (has[:, :, :a].sum(axis=2) >= 4)).any(axis=1) for a in range(5, RANKS)]
    made += [(ranks[:, a] >= 3) & (ranks[:, b] >= 2) for a in range(RANKS) for b in range(RANKS) if a != b]
    made += [(ranks >= 4)[:, a] for a in range(RANKS)]
    made += [low_ace[:, :, top - 3 : top + 2].all(axis=2).any(axis=1) for top in range(3, RANKS)]
    made += [(ranks >= 5)[:, a] for a in range(RANKS)]
    return np.array([one.any() for one in made])


def fill_in(pool, wild):
    """All ways in which so many wild cards can stand for natural ones beside a pool's natural cards, (N, 4, 13)."""
    fillings = list(combinations_with_replacement(range(SUITS * RANKS), wild))
    cards = np.zeros((len(fillings), SUITS * RANKS), np.int8)
    for card in pool:
        if CARD_WORDS[card] not in WILD:
            cards[:, card // RANKS * RANKS + (card - 1) % RANKS] = 1
    for place in range(wild):
        cards[np.arange(len(fillings)), [filling[place] for filling in fillings]] += 1
    return cards.reshape(-1, SUITS, RANKS)


def random_pools(number, wild, seed):
    """Pools with so many wild cards, half of them of few suits or few ranks."""
    generator = np.random.default_rng([seed, wild])
    wilds = [card for card in range(CARDS_AND_JOKERS) if CARD_WORDS[card] in WILD]
    for turn in range(number):
        rows = generator.choice(SUITS, (1, 2, 4)[turn % 3], replace=False)
        columns = [rank for rank in generator.choice(RANKS, (7, RANKS)[turn % 2], replace=False) if rank != 1]
        natural = [RANKS * row + column for row in rows for column in columns]
        most = min(len(natural), 12)
        pool = generator.choice(natural, generator.integers(most + 1), replace=False).tolist()
        yield pool + generator.choice(wilds, wild, replace=False).tolist()


@pytest.mark.clause(3, 6, "c4", "c5", "c6", "c7")
@pytest.mark.parametrize(("wild", "number"), [(0, 60), (1, 60), (2, 40), (3, 8), (4, 1)])
def test_presence_agrees_with_all_fillings_of_the_wild_cards(wild, number):
    """The number of missing wild cards agrees, too."""
    for pool in random_pools(count(compiled=number, interpreted=(number + 3) // 4), wild, seed=5):
        cards = counted(card_words(pool))
        lacks = np.array([lacking(cards, declaration) for declaration in range(DECLARATIONS)])
        for more in range(max(3 - wild, 1)):
            assert (lacks <= more).tolist() == formed(fill_in(pool, wild + more)).tolist(), card_words(pool)


# The loser, and the next hand


@pytest.mark.clause(6, 11)
def test_a_call_costs_the_caller_a_token_if_the_hand_is_there():
    table = after("A high", "pair of As", hands=["A♠", "A♥", "K♠", "9♣"]).play("call")
    assert now(table, "tokens") == [3, 3, 2, 3]


@pytest.mark.clause(6, 11)
def test_a_call_costs_the_declarer_a_token_if_the_hand_is_not_there():
    table = after("A high", "pair of Ks", hands=["A♠", "A♥", "K♠", "9♣"]).play("call")
    assert now(table, "tokens") == [3, 2, 3, 3]


@pytest.mark.clause(6)
def test_the_hand_need_not_be_the_best_one():
    table = after("3 high", hands=["3♠", "A♥", "A♠", "A♣"]).play("call")
    assert now(table, "tokens") == [3, 2, 3, 3]


@pytest.mark.clause(11)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_each_hand_costs_one_token(num_players):
    table = GAME.table(seed=2, num_players=num_players)
    calls = 0
    for action in walk(table, seed=2):
        assert sum(now(table, "tokens")) == 3 * num_players - calls
        calls += action == CALL
    assert sum(now(table, "tokens")) == 3 * num_players - calls
    assert calls <= 3 * num_players - 1


@pytest.mark.clause(7, "c10", "c12")
def test_the_deal_passes_to_the_left_whoever_lost():
    table = after("pair of As", "three As", dealer=3).play("call")
    assert now(table, "tokens") == [3, 2, 3, 3]
    assert (now(table, "dealer"), table.player) == (0, 1)
    table.play("declare five As", "call")
    assert (now(table, "dealer"), table.player) == (1, 2)


@pytest.mark.clause(7, "c10")
def test_players_who_are_out_neither_deal_nor_begin():
    hands = ["A♠ K♠ Q♠", "J♠", "", "", "10♠"]
    table = after("five As", num_players=5, tokens=[1, 3, 0, 0, 3], hands=hands, dealer=1).play("call")
    assert now(table, "tokens") == [0, 3, 0, 0, 3]
    assert (now(table, "dealer"), table.player) == (4, 1)


@pytest.mark.clause("c10", "c11")
def test_a_dealer_who_goes_out_is_followed_by_the_next_player_still_in():
    hands = ["A♠", "J♠", "10♠", "9♠ 8♠ 7♠"]
    table = after("pair of As", "three As", "four As", tokens=[3, 3, 3, 1], hands=hands, dealer=3)
    table.play("declare five As", "call")
    assert now(table, "tokens") == [3, 3, 3, 0]
    assert (now(table, "dealer"), table.player) == (0, 1)
    assert sizes(table) == [1, 1, 1, 0]


@pytest.mark.clause(8, "c11")
def test_a_player_who_loses_the_last_token_is_out_and_takes_no_more_turns():
    hands = ["A♠ K♠ Q♠", "J♠", "10♠", "9♠"]
    table = after("five As", tokens=[1, 3, 3, 3], hands=hands).play("call")
    assert now(table, "tokens") == [0, 3, 3, 3]
    assert now(table, "hands")[0] == ""
    assert not now(table, "over")
    assert now(table, "score") == [0, 1, 1, 1]
    for _ in walk(table, seed=1):
        assert table.player != 0


@pytest.mark.clause(8)
def test_the_last_player_with_tokens_wins():
    hands = ["A♠ K♠ Q♠", "J♠ 9♠ 8♠", "", ""]
    words = {"tokens": [1, 1, 0, 0], "hands": hands, "score": [2, 2, 0, 1]}
    table = after("five As", **words).play("call")
    assert now(table, "over")
    assert now(table, "score") == [2, 3, 0, 1]
    assert now(table, "reward") == [-0.333333, 1, -0.333333, -0.333333]
    assert table.ranks() == [2, 1, 4, 3]
    table = after("A high", **words).play("call")
    assert now(table, "reward") == [1, -0.333333, -0.333333, -0.333333]


@pytest.mark.clause(8)
def test_after_the_end_the_hands_are_still_shown():
    table = after("five As", num_players=2, tokens=[1, 1], hands=["A♠ K♠ Q♠", "J♠ 9♠ 8♠"]).play("call")
    view = table.view_words(0)
    assert view["last_hands"] == ["A♠ Q♠ K♠", "8♠ 9♠ J♠"]
    assert (view["hand"], view["hand_sizes"], view["tokens"]) == ("", [0, 0], [0, 1])


def test_with_score_rewards_the_others_gain_when_somebody_goes_out():
    table = after("five As", reward="score", tokens=[1, 3, 3, 3], hands=["A♠ K♠ Q♠", "J♠", "10♠", "9♠"]).play("call")
    assert np.allclose(now(table, "reward"), np.array([-0.75, 0.25, 0.25, 0.25]) / 4.5, atol=1e-5)


# Impossible positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands_over": 1}, "hands_over must be 0"),
        ({"last_caller": 0}, "belong together"),
        ({"last_hands": ["3♠"]}, "belong together"),
        ({"last_present": 1}, "belong together"),
        ({"last_caller": 0, "last_declarer": 1, "last_declaration": 5}, "must be over"),
        ({"tokens": [3, 0, 0], "hands": ["A♠"]}, "two players at least"),
        ({"player": 1, "tokens": [3, 0, 3], "hands": ["A♠", "", "Q♠"]}, "and player too"),
        ({"hands": ["A♠", "", "Q♠"]}, "player 1 with tokens 3 must have 1 cards"),
        ({"tokens": [2, 3, 3]}, "player 0 with tokens 2 must have 2 cards"),
        ({"tokens": [3, 3, 0], "hands": ["A♠", "K♠", ""], "declarations": [None, None, 4]}, "players with tokens"),
        ({"declarations": [4]}, "last of those declared"),
        ({"declared": [1]}, "last of those declared"),
        ({"declarations": [None, 1, 0], "declared": [1, 1]}, "last of those declared"),
        ({"declarations": [0, 1, None], "declared": [1, 1]}, "last of those declared"),
        ({"declarations": [None, 0, 2], "declared": [1, 1, 1]}, "last of those declared"),
        ({"declarations": [None, None, 0], "declared": [1], "options": {"no_twos": True}}, "no_twos"),
    ],
)
def test_a_position_that_cannot_be_is_refused(words, problem):
    with pytest.raises(ValueError, match=problem):
        GAME.position(num_players=3, **{"hands": ["A♠", "K♠", "Q♠"]} | words)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"last_caller": 1, "last_declarer": 1}, "another player"),
        ({"last_hands": ["3♠ 4♠ 5♠ 6♠"]}, "3 cards at most"),
        ({"last_hands": ["3♠", "3♠"]}, "no card twice"),
    ],
)
def test_a_hand_before_that_cannot_be_is_refused(words, problem):
    given = {"tokens": [2, 3], "hands": ["A♠ K♠", "Q♠"], "hands_over": 1, "last_declaration": 5}
    memory = {"last_caller": 0, "last_declarer": 1}
    assert GAME.position(num_players=2, **given | memory).view_words(0)["last_caller"] == [1, 0]
    with pytest.raises(ValueError, match=problem):
        GAME.position(num_players=2, **given | memory | words)


# Redealing hidden cards


def test_redealing_keeps_the_own_hand_and_all_sizes():
    table = after("A high", tokens=[1, 2, 3, 0], hands=["A♠ K♠ Q♠", "J♠ joker", "10♠", ""])
    for seed in range(count(compiled=50, interpreted=20)):
        other = table.redeal(1, seed)
        assert now(other, "hands")[1] == "J♠ joker"
        assert sizes(other) == [3, 2, 1, 0]


def test_all_hands_that_a_seat_cannot_see_are_equally_likely():
    """The other player's card is any of the 52 that the seat does not hold, whatever was declared."""
    table = after("A high", "pair of As", num_players=2, tokens=[3, 2], hands=["A♠", "J♠ joker"])
    draws = count(compiled=5200, interpreted=520)
    found = Counter(now(table.redeal(1, seed), "hands")[0] for seed in range(draws))
    assert set(found) <= set(CARD_WORDS) - {"J♠", "joker"}
    share = 1 / 52
    spread = np.sqrt(draws * share * (1 - share))
    assert all(abs(found[card] - draws * share) < 5 * spread for card in set(CARD_WORDS) - {"J♠", "joker"})


def test_hidden_hands_are_drawn_together():
    """Two others with a card each: the same as two cards drawn one after the other."""
    table = after("A high", num_players=3, hands=["A♠", "K♠", "Q♠"])
    draws = count(compiled=4000, interpreted=400)
    pairs = [tuple(now(table.redeal(0, seed), "hands")[1:]) for seed in range(draws)]
    assert all(first != second for first, second in pairs)
    same_suit = sum(first[-1] == second[-1] for first, second in pairs if "joker" not in first + second) / draws
    share = (12 * 11 + 3 * 13 * 12) / (53 * 52)
    assert abs(same_suit - share) < 4 * np.sqrt(share * (1 - share) / draws)


# The expert


def test_the_expert_counts_in_a_world_what_the_rules_find_there():
    for wild in range(7):
        for pool in random_pools(count(compiled=40, interpreted=10), wild, seed=8):
            counts, suits, found = (
                np.zeros(RANKS + 1, np.int64),
                np.zeros(SUITS, np.int64),
                np.zeros(DECLARATIONS, np.int8),
            )
            for card in pool:
                add(card, counts, suits)
            find(counts, suits, found)
            cards = counted(card_words(pool))
            assert found.tolist() == [lacking(cards, number) == 0 for number in range(DECLARATIONS)], card_words(pool)
