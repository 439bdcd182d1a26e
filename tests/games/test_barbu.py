"""The rules of Barbu, clause by clause. Cards that a position does not name have been played."""

import re
from collections import Counter
from itertools import product

import numpy as np
import pytest

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import CARD_WORDS, card_words, parse_cards
from cardzoo.envs.families.contracts import WORDS, points_in
from cardzoo.envs.games.barbu import GAME
from cardzoo.envs.render import render
from cardzoo.table.terminal.session import Session
from cardzoo.table.web.messages import words_of
from tests.playing import count, now, play_out, walk
from tests.shown import shown

NAMES = [word.replace(" ", "_") for word in WORDS]
SUMS = dict(zip(NAMES, (-26, -30, -24, -20, -30, 65, 65), strict=True))
NEGATIVE = NAMES[:5]
IN_TRICKS = NAMES[:6]
HEARTS = " ".join(CARD_WORDS[26:39])


def rest_of(*named):
    """The cards that are not named."""
    return [card for card in CARD_WORDS[:CARDS] if card not in " ".join(filter(None, named)).split()]


def playing(contract, *hands, trick=(), player=None, points=None, options=None, **words):
    """A hand of this contract alone, of dealer 0, who has led; all points so far are the dealer's."""
    played = np.zeros(CARDS, np.int16)
    played[parse_cards(rest_of(*hands, *trick))] = 1
    used = [[int(name == contract) for name in NAMES], *([[0] * 7] * 3)]
    if contract == "domino":
        words = {"phase": "domino", "start": 6} | words
    elif points is None:
        points = [int(points_in(NAMES.index(contract), played)), 0, 0, 0]
    words = {"kept": [[dealer, 0, 0, 0] for dealer, *_ in words.get("doubles", ())]} | words
    if contract == "trumps":
        words = {"trump": "spades"} | words
    return GAME.position(
        contract=contract,
        hands=list(hands),
        trick=list(trick),
        player=len(trick) if player is None else player,
        used=used,
        points=points or [0] * 4,
        options={"contract": contract} | (options or {}),
        **words,
    )


def last_trick(contract, *cards, points=None, **words):
    """All play these cards to the last trick; returns the points of the hand."""
    table = playing(contract, *cards, points=points, **words)
    return now(table.play(*(f"play {card}" for card in cards)), "points")


def asking(named="no tricks", **settings):
    """A hand in which the dealer, player 0, has named a contract."""
    return GAME.table(seed=1, dealer=0, **settings).play(named)


def play_hands(table, number, seed=0):
    """Play at random until so many hands are over; returns the table itself."""
    while not table.over and now(table, "hands_over") < number:
        table.step(int(np.random.default_rng([seed, now(table, "steps")]).choice(np.flatnonzero(table.mask))))
    return table


# The deal and the contracts


@pytest.mark.clause(1)
@pytest.mark.parametrize("num_players", [3, 5])
def test_four_play(num_players):
    with pytest.raises(ValueError, match="must be 4"):
        GAME.table(num_players=num_players)


@pytest.mark.clause(1)
def test_thirteen_cards_each_go_round_from_the_dealers_left():
    table = GAME.table(deck=range(CARDS), dealer=1)
    for turn in range(4):
        assert now(table, "hands")[(2 + turn) % 4] == card_words(range(turn, CARDS, 4))


@pytest.mark.clause(1, "c1")
@pytest.mark.parametrize(("by_turn", "dealers"), [(False, 4), (False, 2), (True, 4), (True, 3)])
def test_each_dealer_deals_seven_hands_in_a_row_or_by_turn(by_turn, dealers):
    table, seen = GAME.table(seed=3, dealer=2, by_turn=by_turn, dealers=dealers), []
    while not table.over:
        seen.append(now(table, "dealer"))
        play_hands(table, len(seen))
    seats = [(2 + place) % 4 for place in range(dealers)]
    assert seen == (seats * 7 if by_turn else [seat for seat in seats for _ in range(7)])
    assert all(sum(used) == 7 * (seat in seats) for seat, used in enumerate(now(table, "used")))


@pytest.mark.clause(1)
def test_each_seat_is_the_first_dealer_equally_often():
    dealers = Counter(now(GAME.table(seed=seed), "dealer") for seed in range(count(compiled=400, interpreted=80)))
    assert set(dealers) == {0, 1, 2, 3}
    assert max(dealers.values()) < 2.2 * min(dealers.values())


@pytest.mark.clause(2, "c4")
def test_the_dealer_names_a_contract_and_the_suit_or_any_starting_rank():
    table = GAME.table(seed=1, dealer=3)
    assert table.player == 3
    assert table.legal() == [
        *WORDS[:5],
        *(f"trumps {suit}" for suit in "♣♦♥♠"),
        *(f"domino {rank}" for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]),
    ]
    assert now(table.copy().play("trumps ♥"), "trump") == "hearts"
    assert now(table.copy().play("domino 10"), "start") == 9


@pytest.mark.clause(2)
def test_no_contract_is_named_twice_in_the_own_seven_hands():
    table, named = GAME.table(seed=2, dealer=0), []
    for number in range(7):
        assert not {words for words in table.legal() if words.split(" ")[0] in ("trumps", "domino")} & set(named)
        assert not set(WORDS[:5]) & set(named) & set(table.legal())
        named.append(next(word for word in WORDS if any(words.startswith(word) for words in table.legal())))
        table.play(next(words for words in table.legal() if words.startswith(named[-1])))
        play_hands(table, number + 1)
    assert named == list(WORDS)
    assert len(table.legal()) == 22


@pytest.mark.clause(2, 3)
@pytest.mark.parametrize("contract", NAMES)
def test_a_contract_may_be_the_only_one(contract):
    table = GAME.table(seed=2, contract=contract)
    assert all(words.startswith(contract.replace("_", " ")) for words in table.legal())
    assert now(play_out(table), "hands_over") == 1


@pytest.mark.clause(3)
@pytest.mark.parametrize(("contract", "phase"), [("no tricks", "tricks"), ("domino 7", "domino")])
def test_the_dealer_leads_after_the_doubles(contract, phase):
    table = asking(contract)
    while now(table, "phase") == "double":
        table.play("leave")
    assert (now(table, "phase"), table.player, now(table, "leader")) == (phase, 0, 0)


@pytest.mark.clause(3)
def test_nobody_sees_the_others_cards():
    table = GAME.table(seed=1)
    for player in range(4):
        words = set(re.split(r"[^\w♣♦♥♠]+", str(table.view_words(player))))
        assert words & set(CARD_WORDS) == set(now(table, "hands")[player].split())


# Tricks


@pytest.mark.clause(4)
@pytest.mark.parametrize(("trump", "winner"), [("clubs", 0), ("diamonds", 1), ("hearts", 2)])
def test_the_highest_trump_wins_and_leads_next(trump, winner):
    table = playing("trumps", "K♣ 2♠", "A♦ 3♠", "2♥ 4♠", "A♠ 5♠", trump=trump)
    table.play("play K♣", "play A♦", "play 2♥", "play A♠")
    assert (table.player, now(table, "leader")) == (winner, winner)


@pytest.mark.clause(4, 5)
@pytest.mark.parametrize("contract", NEGATIVE)
def test_without_trumps_the_highest_card_of_the_suit_led_wins_the_ace_being_high(contract):
    table = playing(contract, "K♣ 2♠", "A♦ 3♠", "A♣ 4♠", "A♠ 5♠", options={"early_stop": False})
    table.play("play K♣", "play A♦", "play A♣", "play A♠")
    assert table.player == 2


@pytest.mark.clause(5)
@pytest.mark.parametrize("contract", NEGATIVE)
def test_the_suit_led_is_followed_if_possible(contract):
    table = playing(contract, "K♥ K♠", "3♣ 4♣ 5♠", "2♦ 3♦ 4♦", "2♠ 3♠ Q♠", trick=["9♣"])
    assert table.legal() == ["play 3♣", "play 4♣"]
    table = playing(contract, "K♥", "4♦ 5♠", "2♦ 3♦", "2♠ Q♠", trick=["9♣"])
    assert table.legal() == ["play 4♦", "play 5♠"]


@pytest.mark.clause(6)
def test_each_trick_counts_2_against_its_taker():
    assert last_trick("no_tricks", "A♣", "2♣", "3♥", "Q♥", points=[-8, -6, -10, 0]) == [-10, -6, -10, 0]


@pytest.mark.clause(7)
def test_the_ace_of_hearts_counts_6_and_other_hearts_2():
    assert last_trick("no_hearts", "A♣", "2♣", "A♥", "Q♥", points=[-10, -6, -6, 0]) == [-18, -6, -6, 0]


@pytest.mark.clause(9)
def test_each_queen_counts_6():
    assert last_trick("no_queens", "A♣", "Q♣", "3♥", "Q♥", points=[0, -6, -6, 0]) == [-12, -6, -6, 0]


@pytest.mark.clause(10)
def test_the_king_of_hearts_counts_20():
    assert last_trick("barbu", "A♣", "2♣", "K♥", "Q♥") == [-20, 0, 0, 0]


@pytest.mark.clause(11)
def test_the_last_two_tricks_count_10_and_20():
    table = playing("no_last_two", "A♣ 2♦", "2♣ 3♦", "3♣ A♦", "4♣ 5♦")
    table.play("play A♣", "play 2♣", "play 3♣", "play 4♣")
    assert now(table, "points") == [-10, 0, 0, 0]
    assert now(table.play("play 2♦", "play 3♦", "play A♦", "play 5♦"), "points") == [-10, 0, -20, 0]


@pytest.mark.clause(13)
def test_each_trick_counts_5_in_trumps():
    assert last_trick("trumps", "A♣", "2♣", "3♥", "Q♥", points=[20, 15, 25, 0]) == [25, 15, 25, 0]


@pytest.mark.clause(6, 7, 9, 10, 11, 13, 17)
@pytest.mark.parametrize("contract", NAMES)
def test_each_contract_has_the_same_points_in_all(contract):
    for seed in range(count(compiled=20, interpreted=3)):
        table = play_out(GAME.table(seed=seed, contract=contract), seed)
        assert sum(now(table, "points")) == sum(now(table, "score")) == SUMS[contract]


@pytest.mark.clause(8, "c6")
@pytest.mark.parametrize("contract", NAMES[:6])
@pytest.mark.parametrize("leads", ["never", "broken", "free"])
@pytest.mark.parametrize("is_broken", [False, True])
def test_a_heart_is_led_in_no_hearts_and_barbu_by_who_has_nothing_else(contract, leads, is_broken):
    hands = ["2♥ K♥ 3♠ 4♠", "3♥ 4♥ 5♥ 6♥", "7♥ 8♥ 9♥ 10♥", "J♥ Q♥ A♥ 5♠"]
    if is_broken:
        hands[3] = hands[3].replace("A♥", "6♠")
    is_barred = contract in ("no_hearts", "barbu") and (leads == "never" or (leads == "broken" and not is_broken))
    options = {"heart_leads": leads}
    assert (playing(contract, *hands, options=options).legal()[0] != "play 2♥") == is_barred
    hearts_alone = "2♥ 3♥ 4♥ K♥", "5♥ 6♥ 7♥ 8♥", "9♥ 10♥ J♥ Q♥", "A♥ 2♠ 3♠ 4♠"
    assert playing(contract, *hearts_alone, options=options).legal()[0] == "play 2♥"


@pytest.mark.clause("c6")
def test_the_king_of_hearts_may_be_kept_at_the_first_chance():
    assert playing("barbu", "2♥", "4♦ K♥", "2♦ 3♦", "2♠ 3♠", trick=["9♣"], player=1).legal() == ["play 4♦", "play K♥"]


@pytest.mark.clause(12, "c8")
@pytest.mark.parametrize(
    ("contract", "cards"),
    [("no_hearts", "A♣ 2♣ 3♥ 4♣"), ("no_queens", "A♣ Q♣ 3♣ 4♣"), ("barbu", "A♣ 2♣ K♥ 4♣")],
)
@pytest.mark.parametrize("early_stop", [True, False])
def test_a_hand_ends_with_the_last_card_that_counts(contract, cards, early_stop):
    hands = [f"{card} {spade}♠" for card, spade in zip(cards.split(), "2345", strict=True)]
    table = playing(contract, *hands, options={"early_stop": early_stop})
    table.play(*(f"play {card}" for card in cards.split()))
    assert table.over == early_stop


@pytest.mark.clause("c8")
@pytest.mark.parametrize("contract", NEGATIVE)
def test_early_stop_changes_no_points(contract):
    for seed in range(count(compiled=10, interpreted=2)):
        whole, short = (GAME.table(seed=seed, contract=contract, early_stop=stop) for stop in (False, True))
        for action in walk(whole, seed):
            if not short.over:
                short.step(action)
        assert now(short, "score") == now(whole, "score")


# Trumps


@pytest.mark.clause(13, "c5")
@pytest.mark.parametrize(
    ("must_beat", "legal"), [(True, ["play J♠", "play K♠"]), (False, ["play 2♠", "play J♠", "play K♠"])]
)
def test_a_trump_that_is_led_is_beaten_if_possible(must_beat, legal):
    table = playing(
        "trumps", "2♥ 3♥", "2♠ J♠ K♠", "2♦ 3♦ 4♦", "5♦ 6♦ 7♦", trick=["9♠"], options={"must_beat": must_beat}
    )
    assert table.legal() == legal


@pytest.mark.clause(13)
def test_a_trump_that_is_led_is_followed_with_a_lower_one_otherwise():
    table = playing("trumps", "2♥", "2♠ 4♦", "2♦ 3♦", "5♦ 6♦", trick=["9♠"])
    assert table.legal() == ["play 2♠"]
    table = playing("trumps", "2♥", "8♥ 4♦", "2♦ 3♦", "5♦ 6♦", trick=["9♠"])
    assert table.legal() == ["play 4♦", "play 8♥"]


@pytest.mark.clause(14)
def test_another_suit_that_is_led_is_followed_and_need_not_be_beaten():
    table = playing("trumps", "2♥ 3♥", "2♣ K♣ A♠", "2♦ 3♦ 4♦", "5♦ 6♦ 7♦", trick=["9♣"])
    assert table.legal() == ["play 2♣", "play K♣"]


@pytest.mark.clause(14)
def test_without_the_suit_a_trump_is_played():
    table = playing("trumps", "2♥ 3♥", "2♠ K♠ A♥", "2♦ 3♦ 4♦", "5♦ 6♦ 7♦", trick=["9♣"])
    assert table.legal() == ["play 2♠", "play K♠"]


@pytest.mark.clause(14, "c5")
@pytest.mark.parametrize(("must_beat", "legal"), [(True, ["play K♠"]), (False, ["play 2♠", "play K♠"])])
def test_a_trump_in_the_trick_is_beaten_if_possible(must_beat, legal):
    table = playing(
        "trumps", "2♥ 3♥", "2♦ 3♦", "2♠ K♠ A♥", "5♦ 6♦ 7♦", trick=["9♣", "9♠"], options={"must_beat": must_beat}
    )
    assert table.legal() == legal


@pytest.mark.clause(14, "c5")
@pytest.mark.parametrize(("must_beat", "legal"), [(True, ["play A♥", "play 2♠"]), (False, ["play 2♠"])])
def test_a_player_with_only_lower_trumps_plays_any_card(must_beat, legal):
    table = playing("trumps", "2♥", "2♦", "2♠ A♥", "5♦ 6♦", trick=["9♣", "9♠"], options={"must_beat": must_beat})
    assert table.legal() == legal


# Domino


@pytest.mark.clause(15)
def test_rows_start_with_the_rank_and_grow_by_the_next_cards():
    table = GAME.table(deck=range(CARDS), dealer=3, contract="domino").play("domino 10", "leave", "leave", "leave")
    assert table.view_words(0)["fits"] == "10♣ 10♦ 10♥ 10♠"
    assert table.legal() == ["play 10♥"]
    assert table.play("play 10♥").view_words(0)["fits"] == "10♣ 10♦ 9♥ J♥ 10♠"


@pytest.mark.clause(15, "c3")
@pytest.mark.parametrize(("ace_low", "fits"), [(False, "A♣ 5♣ 7♦ 7♥ 7♠"), (True, "5♣ 7♦ 7♥ 7♠")])
def test_rows_go_up_to_the_ace_or_down_to_it(ace_low, fits):
    row = "6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣"
    spare = [card for card in CARD_WORDS[:CARDS] if card not in row.split()]
    hands = [" ".join(spare[seat::4]) for seat in range(4)]
    table = playing("domino", *hands, options={"ace_low": ace_low})
    assert table.view_words(0)["fits"] == fits


@pytest.mark.clause(15, "c3")
def test_a_two_ends_a_row_downwards_when_the_ace_is_high():
    row = "2♣ 3♣ 4♣ 5♣ 6♣ 7♣"
    spare = [card for card in CARD_WORDS[:CARDS] if card not in row.split()]
    hands = [" ".join(spare[seat::4]) for seat in range(4)]
    assert playing("domino", *hands).view_words(0)["fits"] == "8♣ 7♦ 7♥ 7♠"
    assert playing("domino", *hands, options={"ace_low": True}).view_words(0)["fits"] == "A♣ 8♣ 7♦ 7♥ 7♠"


@pytest.mark.clause(16, "c4")
def test_a_player_adds_a_card_if_possible_and_else_passes_also_the_dealer_first():
    hands = [" ".join(CARD_WORDS[seat * 13 : seat * 13 + 13]) for seat in range(4)]
    table = playing("domino", *hands)
    assert table.legal() == ["play 7♣"]
    swapped = [hands[0].replace("7♣", "8♦"), hands[1].replace("8♦", "7♣"), *hands[2:]]
    table = playing("domino", *swapped)
    assert table.legal() == ["pass"]
    assert table.play("pass").legal() == ["play 7♣", "play 7♦"]


@pytest.mark.clause(16, 17, "c2")
@pytest.mark.parametrize(
    ("domino", "points"),
    [("english", [40, 25, 10, -10]), ("french", [45, 20, 10, -10]), ("american", [45, 20, 5, -5])],
)
def test_players_are_paid_in_the_order_in_which_they_are_without_cards_and_left_out(domino, points):
    table = playing("domino", "A♣", "A♦", "2♥ A♥", "2♠ A♠ 3♠", options={"domino": domino})
    table.play("play A♣", "play A♦", "play A♥", "play A♠")
    assert table.player == 2
    assert now(table.play("play 2♥"), "points") == points
    assert table.over


@pytest.mark.clause(17)
def test_the_hand_ends_when_the_third_is_without_cards():
    for seed in range(count(compiled=10, interpreted=3)):
        table = play_out(GAME.table(seed=seed, contract="domino"), seed)
        left = [len(hand.split()) for hand in now(table, "hands")]
        assert sorted(left)[:3] == [0, 0, 0]
        assert max(left) > 0
        assert now(table, "points")[left.index(max(left))] == -10


# Doubles


@pytest.mark.clause(18, "c10")
def test_all_are_asked_about_the_others_from_the_dealers_left_and_from_their_own_left():
    table, asked = asking(), []
    while now(table, "phase") == "double":
        asked.append((table.player, now(table, "asked")))
        table.play("leave")
    assert asked == [(1, 2), (1, 3), (1, 0), (2, 3), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)]


@pytest.mark.clause(19, 20, 24)
def test_the_dealer_may_only_redouble_who_has_doubled_the_dealer():
    table = asking().play("leave", "leave", "double", "double", "leave", "leave", "double", "leave", "leave")
    assert (table.player, now(table, "asked")) == (0, 1)
    table.play("double")
    assert (table.player, now(table, "asked")) == (0, 3)
    table.play("leave")
    assert now(table, "phase") == "tricks"
    assert now(table, "doubles") == [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0]]
    for player in range(4):
        shown = np.array(table.view_words(player)["doubles"])
        assert (np.roll(shown, (player, player), (0, 1)) == now(table, "doubles")).all()


@pytest.mark.clause(21, "c7", "c10")
@pytest.mark.parametrize("contract", ["trumps ♣", "domino 7"])
@pytest.mark.parametrize("flank", [False, True])
def test_in_trumps_and_domino_the_others_double_only_the_dealer(contract, flank):
    table, asked = asking(contract, flank_doubles=flank), 0
    while now(table, "phase") == "double":
        assert flank or now(table, "asked") == 0
        asked += 1
        table.play("leave")
    assert asked == (9 if flank else 3)


@pytest.mark.clause(22, "c11")
@pytest.mark.parametrize("required", [0, 1, 2, 7])
def test_each_other_player_must_double_each_dealer_so_often(required):
    for seed in range(count(compiled=6, interpreted=2)):
        table = GAME.table(seed=seed, dealers=1, required=required)
        while not table.over:
            leave = GAME.actions.parse("leave")
            legal = np.flatnonzero(table.mask)
            choice = leave if leave in legal else np.random.default_rng([seed, now(table, "steps")]).choice(legal)
            table.step(int(choice))
        dealer = now(table, "dealer")
        assert [kept[dealer] for kept in now(table, "kept")] == [required * (seat != dealer) for seat in range(4)]


@pytest.mark.clause(22, 24, "c1")
@pytest.mark.parametrize("by_turn", [False, True])
def test_all_know_how_often_each_player_has_doubled_each_dealer(by_turn):
    """Doubles are announced, so those of other dealers can be counted too."""
    table, said = GAME.table(seed=3, by_turn=by_turn), np.zeros((4, 4), int)
    for action in walk(table, 3):
        doubler, asked, dealer = table.player, now(table, "asked"), now(table, "dealer")
        said[doubler, dealer] += GAME.actions.words[action] == "double" and asked == dealer
        for player in range(4) if now(table, "phase") == "contract" else ():
            shown = np.array(table.view_words(player)["kept"])
            assert (np.roll(shown, (player, player), (0, 1)) == said).all()
        if now(table, "hands_over") == 9:
            break
    assert said.any(axis=0).sum() == (4 if by_turn else 2)


@pytest.mark.clause(22, "c11")
def test_a_player_who_owes_as_many_doubles_as_there_are_hands_must_double():
    """Player 1 owes two and player 2 one, with two hands left; a double of another player is not one of the dealer."""
    table = play_hands(GAME.table(seed=1, dealer=0), 5)
    words = table.words("hands", "phase", "player", "dealer", "used", "leader", "hands_over")
    table = GAME.position(kept=[[0] * 4, [0] * 4, [1, 0, 0, 0], [2, 0, 0, 0]], **words)
    table.play(table.legal()[0])
    owed = table.view_words(0)["owed"]
    assert owed == [0, 2, 1, 0]
    must = {}
    while now(table, "phase") == "double" and table.player != 0:
        if now(table, "asked") == 0:
            must[table.player] = table.legal()
            table.play("double" if table.player == 1 else "leave")
        else:
            table.play("leave")
    assert must == {1: ["double"], 2: ["double", "leave"], 3: ["double", "leave"]}


@pytest.mark.clause("c11")
def test_there_is_no_such_duty_in_a_hand_alone():
    table = GAME.table(seed=1, contract="barbu", required=7).play("barbu")
    while now(table, "phase") == "double":
        assert table.legal() == ["double", "leave"]
        table.play("leave")


@pytest.mark.clause(23)
def test_parletts_example_of_a_settlement():
    """No queens: the dealer 0 takes one, 2 one, 3 two. 1 has doubled all, 2 the dealer, who redoubles 2."""
    doubles = [[0, 0, 1, 0], [1, 0, 1, 1], [1, 0, 0, 0], [0] * 4]
    table = playing(
        "no_queens", "2♣", "3♣", "4♣", "A♣", points=[-6, 0, -6, -12], doubles=doubles, options={"early_stop": False}
    )
    table.play("play 2♣", "play 3♣", "play 4♣", "play A♣")
    assert now(table, "points") == [-6, 0, -6, -12]
    assert now(table, "score") == [-12, 24, -12, -24]


@pytest.mark.clause(23)
def test_doubles_move_points_between_players_and_leave_their_sum():
    for seed, contract in product(range(count(compiled=5, interpreted=1)), NAMES):
        assert sum(now(play_out(GAME.table(seed=seed, contract=contract), seed), "score")) == SUMS[contract]


@pytest.mark.clause(25)
def test_all_scores_of_a_dealer_and_of_the_match_add_up_to_0():
    table = GAME.table(seed=5)
    for dealer in range(count(compiled=4, interpreted=1)):
        assert sum(now(play_hands(table, 7 * dealer + 7), "score")) == 0
    assert table.over == (now(table, "hands_over") == 28)


@pytest.mark.clause("c9")
@pytest.mark.parametrize(
    ("contract", "others", "dealer"),
    [("no_tricks", -9, 1), ("no_hearts", -10, 0), ("no_queens", -8, 0), ("barbu", -7, 1), ("no_last_two", -10, 0)],
)
def test_with_skip_undoubled_a_negative_hand_without_doubles_is_shared(contract, others, dealer):
    table = asking(contract.replace("_", " "), contract=contract, skip_undoubled=True).play(*["leave"] * 9)
    assert table.over
    assert now(table, "score") == [dealer, others, others, others]


@pytest.mark.clause("c9")
def test_a_doubled_or_positive_hand_is_played_in_any_case():
    table = asking(contract="no_tricks", skip_undoubled=True).play("double", *["leave"] * 8)
    assert (table.over, now(table, "phase")) == (False, "tricks")
    table = asking("trumps ♣", contract="trumps", skip_undoubled=True).play(*["leave"] * 3)
    assert (table.over, now(table, "phase")) == (False, "tricks")


@pytest.mark.clause(25, "c12")
@pytest.mark.parametrize(
    ("score", "rewards"),
    [([10, 0, 5, -40], [1, -1 / 3, -1 / 3, -1 / 3]), ([9, 7, 0, -40], [0.5, 0.5, -0.5, -0.5])],
)
def test_most_points_win_and_equal_ones_share(score, rewards):
    table = playing("no_tricks", "A♣", "2♣", "3♣", "4♣", score=score, points=[0, 0, -24, 0])
    table.play("play A♣", "play 2♣", "play 3♣", "play 4♣")
    assert now(table, "reward") == [round(reward, 6) for reward in rewards]


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 5040),
        ({"dealers": 2}, 2520),
        *(({"contract": name}, most) for name, most in zip(NAMES, (182, 210, 168, 140, 210, 455, 280), strict=True)),
    ],
)
def test_score_rewards_are_shares_of_what_nobody_exceeds(options, most):
    assert GAME.blank(**options)[0]["score_range"] == most


def test_a_dealer_can_lose_seven_times_what_a_contract_counts():
    """All queens, redoubled with three players."""
    doubles = [[0, 1, 1, 1], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]]
    table = playing(
        "no_queens", "A♣", "2♣", "3♣", "4♣", points=[-24, 0, 0, 0], doubles=doubles, options={"early_stop": False}
    )
    assert now(table.play("play A♣", "play 2♣", "play 3♣", "play 4♣"), "score") == [-168, 48, 48, 48]


# A seat's knowledge


def lacks(table, player):
    return set(now(table, "lacks")[player].split())


@pytest.mark.clause(5)
def test_a_player_who_does_not_follow_shows_a_void():
    table = playing("no_tricks", "2♥", "4♦ 5♠", "2♦ 3♦", "2♠ 3♠", trick=["9♣"]).play("play 4♦")
    assert lacks(table, 1) == set(CARD_WORDS[:13])


@pytest.mark.clause(8)
def test_a_lead_of_a_heart_in_no_hearts_shows_a_hand_of_nothing_else():
    table = playing("no_hearts", "2♥ 3♥", "4♦ 5♠", "2♦ 3♦", "2♠ 3♠").play("play 2♥")
    assert lacks(table, 0) == set(CARD_WORDS[:CARDS]) - set(HEARTS.split())
    assert not lacks(playing("no_queens", "2♥ Q♥", "4♦ 5♠", "2♦ 3♦", "2♠ 3♠").play("play 2♥"), 0)


SPADES = CARD_WORDS[39:52]
ABOVE_NINE = {"10♠", "J♠", "Q♠", "K♠", "A♠"}


@pytest.mark.clause(13, 14)
@pytest.mark.parametrize(
    ("trick", "hand", "card", "shown"),
    [
        (["9♠"], "2♠ 3♦", "2♠", ABOVE_NINE),
        (["9♠"], "2♥ 3♦", "2♥", set(SPADES)),
        (["9♠"], "K♠ 3♦", "K♠", set()),
        (["9♣"], "2♥ 3♦", "2♥", set(CARD_WORDS[:13]) | set(SPADES)),
        (["9♣"], "2♠ 3♦", "2♠", set(CARD_WORDS[:13])),
        (["9♣", "9♠"], "2♠ 3♦", "2♠", set(CARD_WORDS[:13]) | ABOVE_NINE),
        (["9♣", "9♠"], "2♠ 3♦", "3♦", set(CARD_WORDS[:13]) | ABOVE_NINE),
        (["9♣", "9♠"], "10♠ 3♦", "10♠", set(CARD_WORDS[:13])),
    ],
)
def test_a_player_who_does_not_trump_or_beat_shows_a_lack_of_such_trumps(trick, hand, card, shown):
    hands = ["A♦", "K♦", "Q♦", "J♦"]
    spare = ["10♦ 9♦", "8♦ 7♦", "6♦ 5♦", "4♦ 2♦"]
    player = len(trick)
    hands = [hands[seat] if seat < player else spare[seat] for seat in range(4)]
    hands[player] = hand
    assert lacks(playing("trumps", *hands, trick=trick).play(f"play {card}"), player) == shown


@pytest.mark.clause(16)
def test_a_player_who_passes_shows_a_lack_of_all_cards_that_fit():
    hands = [" ".join(CARD_WORDS[seat * 13 : seat * 13 + 13]) for seat in range(4)]
    swapped = [hands[0].replace("7♣", "8♦"), hands[1].replace("8♦", "7♣"), *hands[2:]]
    assert lacks(playing("domino", *swapped).play("pass"), 0) == {"7♣", "7♦", "7♥", "7♠"}


def test_redealing_keeps_what_a_seat_knows():
    hands = ["2♣ 3♦", "4♣ 5♣ 6♦", "7♣ 8♥ 9♥", "10♣ J♦ Q♠"]
    table = playing("no_tricks", *hands, trick=["3♣"], lacks=["", "", " ".join(CARD_WORDS[13:26]), "8♥ 9♥"])
    seen = set()
    for seed in range(count(compiled=100, interpreted=30)):
        dealt = now(table.redeal(0, seed), "hands")
        assert dealt[0] == hands[0]
        assert "♦" not in dealt[2]
        assert "♥" not in dealt[3]
        seen.add(tuple(dealt))
    assert len(seen) > 10


def test_a_new_hand_forgets_all_but_contracts_and_doubles_of_dealers():
    table = play_hands(GAME.table(seed=2, dealer=1), 2)
    assert now(table, "lacks") == [""] * 4
    assert now(table, "doubles") == [[0] * 4] * 4
    assert now(table, "points") == [0] * 4
    assert (now(table, "contract"), now(table, "trump"), now(table, "start"), now(table, "asked")) == (None,) * 4
    assert sum(map(sum, now(table, "used"))) == 2
    assert sum(map(sum, now(table, "kept"))) > 0


# Positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"player": 1}, "turn of player 0, who is next"),
        ({"hands": ["2♣ 3♣", "4♣", "5♣", "6♣"]}, "points: they are those|equally many"),
        ({"lacks": ["2♣"]}, "lacks: player 0 holds such a card"),
        ({"points": [0, 0, 0, 0]}, "points: they are those"),
        ({"trump": "hearts"}, "trump: trumps have a trump suit"),
        ({"start": 3}, "start: domino has a starting rank"),
        ({"used": [[0] * 7] * 4}, "used: player 0 has dealt 1 hands"),
        ({"used": [[0, 1, 0, 0, 0, 0, 0]]}, "used: the dealer has named"),
        ({"kept": [[0] * 4, [2, 0, 0, 0]]}, "kept: the others double a dealer once"),
        ({"kept": [[1, 0, 0, 0]]}, "kept: the others double a dealer once"),
        ({"kept": [[0] * 4, [0, 1, 0, 0]]}, "kept: the others double a dealer once"),
        ({"doubles": [[0] * 4, [1, 0, 0, 0]]}, "doubles of this hand are counted"),
        ({"kept": [[0] * 4, [1, 0, 0, 0]]}, "doubles of this hand are counted"),
        ({"asked": 1}, "asked: nobody is asked"),
        ({"doubles": [[0, 1, 0, 0]]}, "doubles: player 0 cannot have doubled player 1"),
        ({"doubles": [[0] * 4, [0, 1, 0, 0]]}, "doubles: player 1 cannot have doubled player 1"),
        ({"phase": "contract"}, "names a contract first"),
        ({"phase": "domino"}, "domino is played"),
        ({"contract": None}, "used"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    hands = ["2♣", "3♣", "4♣", "5♣"]
    fitting = {
        "hands": hands,
        "contract": "no_tricks",
        "used": [[1, 0, 0, 0, 0, 0, 0]],
        "points": [-24, 0, 0, 0],
        "options": {"contract": "no_tricks"},
    }
    assert GAME.position(**fitting)
    with pytest.raises(ValueError, match=problem):
        GAME.position(**fitting | words)


@pytest.mark.parametrize(
    ("named", "words", "problem"),
    [
        (None, {"doubles": [[0] * 4, [1, 0, 0, 0]]}, "the hand has not begun"),
        ("no tricks", {"lacks": ["", "A♠"]}, "player 1 holds|the hand has not begun"),
        ("no tricks", {"doubles": [[0] * 4, [0, 0, 0, 1]]}, "player 1 cannot have doubled player 3"),
        ("no tricks", {"doubles": [[0] * 4, [0, 0, 1, 0]]}, "player 1 cannot have doubled player 2"),
    ],
)
def test_a_position_before_the_play_tells_no_doubles_that_are_still_to_be_asked_and_no_lacks(named, words, problem):
    table = asking(named) if named else GAME.table(seed=1, dealer=0)
    fitting = table.words("phase", "player", "dealer", "leader", "hands", "contract", "used", "asked")
    table.set_position(fitting)
    with pytest.raises(ValueError, match=problem):
        table.set_position(fitting | words)


def test_a_position_tells_doubles_that_have_been_asked_about():
    table = asking().play("double", "leave")
    assert (now(table, "asked"), now(table, "doubles")[1]) == (0, [0, 0, 1, 0])
    table.set_position(table.words())


@pytest.mark.parametrize("points", [[65, -30, -30, -5], [1, -1, 0, 0]])
def test_the_points_of_a_position_are_such_as_tricks_can_have(points):
    hands = [" ".join(CARD_WORDS[seat:CARDS:4]) for seat in range(4)]
    assert playing("trumps", *hands, points=[0] * 4)
    with pytest.raises(ValueError, match="points: they are those of the tricks"):
        playing("trumps", *hands, points=points)
    last = ["2♣", "3♣", "4♣", "5♣"]
    assert playing("no_tricks", *last, points=[-22, -2, 0, 0])
    for wrong in ([-23, -1, 0, 0], [-26, 2, 0, 0]):
        with pytest.raises(ValueError, match="points: they are those of the tricks"):
            playing("no_tricks", *last, points=wrong)


@pytest.mark.clause(3)
def test_in_a_position_of_the_first_trick_the_dealer_has_led_or_will():
    hands = [" ".join(CARD_WORDS[seat:CARDS:4]) for seat in range(4)]
    with pytest.raises(ValueError, match="leader: the dealer leads to the first trick"):
        playing("no_tricks", *hands, points=[0] * 4, leader=2, player=2)


@pytest.mark.clause(12, "c8")
@pytest.mark.parametrize(("contract", "missing"), [("no_hearts", "3♥"), ("no_queens", "Q♣"), ("barbu", "K♥")])
def test_a_position_of_a_hand_that_would_have_ended_is_refused(contract, missing):
    assert playing(contract, missing, "3♣", "4♣", "5♣")
    assert playing(contract, "2♣", "3♣", "4♣", "5♣", options={"early_stop": False})
    with pytest.raises(ValueError, match="points: the hand ends when all that counts has been taken"):
        playing(contract, "2♣", "3♣", "4♣", "5♣")


@pytest.mark.parametrize("named", ["no tricks", None])
def test_a_position_before_the_play_has_no_card_on_the_table(named):
    table = asking(named) if named else GAME.table(seed=1, dealer=0)
    words = table.words("phase", "player", "dealer", "leader", "hands", "contract", "used", "asked")
    table.set_position(words)
    card, *rest = words["hands"][3].split()
    with pytest.raises(ValueError, match="hands: all have 13 cards before the play"):
        table.set_position(words | {"hands": [*words["hands"][:3], " ".join(rest)], "trick": [None] * 3 + [card]})


def test_people_see_who_may_be_doubled_in_question_moves_and_table():
    table = asking("no queens")
    texts = shown(table)
    assert (table.player, now(table, "asked")) == (1, 2)
    assert texts.asks == "Double player 2, or do not"
    assert texts.moves == ["Double player 2", "Do not double player 2"]
    assert "may be doubled now" in texts.cells["player 2", ""]
    assert [shown(table, seat).cells["player 2", ""] for seat in range(4)] == [texts.cells["player 2", ""]] * 4


def test_a_double_is_logged_with_the_name_of_who_is_doubled():
    session, names, said = Session(GAME, ["random"], seed=1), ("Ann", "Bea", "Cem", "{0}"), set()
    while said != {"doubled", "did not double"}:
        before = session.table.copy()
        action = GAME.actions.words[session.play_agent()]
        if action in ("double", "leave"):
            verb = "doubled" if action == "double" else "did not double"
            assert words_of(session.log[-1], names) == f"{verb} {names[now(before, 'asked')]}"
            said.add(verb)


def test_people_see_with_which_rank_a_domino_starts():
    table = asking("domino 9")
    assert shown(table).notes["rows start with"] == "9"
    assert "rows start with: 9" in render(table, 0, "ansi")


@pytest.mark.parametrize("contract", ["no queens", "trumps ♣"])
def test_nothing_is_shown_of_a_starting_rank_where_there_is_none(contract):
    table = asking(contract)
    assert "rows start with" not in shown(table).notes
    assert "start" not in render(table, 0, "ansi")


def test_people_see_how_many_doubles_are_still_owed_to_the_dealer():
    table = asking("no queens")
    assert [shown(table).cells[f"player {seat}", "doubles still owed"] for seat in range(4)] == ["", "2", "2", "2"]
