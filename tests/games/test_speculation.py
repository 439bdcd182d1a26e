"""The rules of Speculation, clause by clause. Cards that a position does not name have not been dealt."""

from collections import Counter
from itertools import permutations
from math import comb, sqrt

import numpy as np
import pytest

from cardzoo.agents import find_agent
from cardzoo.agents.base import agent_generator
from cardzoo.envs.engine import CARDS, INTERPRETED
from cardzoo.envs.engine.cards import CARD_WORDS, card_words
from cardzoo.envs.games.speculation import GAME, STACK_SIZE, START_CHIPS, BlindOffers
from tests.playing import count, now, walk

PACK = CARD_WORDS[:CARDS]
RANKS = [*map(str, range(2, 11)), "J", "Q", "K", "A"]
NUMBERS_OF_PLAYERS = range(3, 9)
OFFERS = tuple(who.name.lower() for who in BlindOffers)
NO_OFFERS = {"blind_offers": "off"}
LOW = ("2♣", "3♣", "4♣")


def sale(*stacks, **words):
    """Player 0 has just turned up 9♥, which is the highest trump, and player 1 shows 5♥; the pot is 4."""
    shown = {"shown": ["9♥", "5♥"], "highest": "9♥", "holder": 0, "pots": [4]}
    return GAME.position(num_players=max(len(stacks), 4), stacks=stacks, **{"phase": "sell"} | shown | words)


def turns(*stacks, **words):
    """The same position without offers for face-down cards, and player 0 keeps the trump."""
    return sale(*stacks, **{"options": NO_OFFERS} | words).play("keep")


def before_turn(*stacks, **words):
    """The same position with offers, before player 1's turn."""
    return sale(*stacks, **words).play("keep")


def asked(table):
    return table.player, now(table, "phase")


def prices(*numbers):
    return [f"price {number}" for number in numbers]


def pass_all(table):
    """Nobody makes an offer before this turn."""
    hand, due = now(table, "hands_over"), now(table, "due")
    while (now(table, "phase"), now(table, "hands_over"), now(table, "due")) == ("blind", hand, due):
        table.play("pass")
    return table


def play_quietly(table):
    """Nobody sells or buys anything; yields the table before every step."""
    while not table.over:
        yield table
        table.play("keep" if now(table, "phase") == "sell" else "pass")


def deck_with_upcard(upcard, num_players):
    """A deck in which this is the card after the stacks."""
    cards = [card for card in PACK if card != upcard]
    cards.insert(STACK_SIZE * num_players, upcard)
    return cards


# The deal


@pytest.mark.clause(1, "c2", 14)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_all_begin_with_20_chips_and_ante_one(num_players):
    table = GAME.table(seed=1, num_players=num_players)
    assert now(table, "chips") == [19] * num_players
    assert now(table, "pots") == [num_players]


@pytest.mark.clause(1, "c2", 19)
@pytest.mark.parametrize("num_players", [3, 8])
def test_chips_and_ante_are_options(num_players):
    table = GAME.table(seed=1, num_players=num_players, chips=33, ante=4, blind_offers="off")
    assert now(table, "chips") == [29] * num_players
    assert now(table, "pots") == [4 * num_players]
    assert {table.view_words(player)["ante"] for player in range(num_players)} == {4}
    for _ in play_quietly(table):
        assert now(table, "pots")[0] in range(4, 4 * num_players + 1, 4)
        assert sum(now(table, "chips") + now(table, "pots")) == 33 * num_players
    assert sum(now(table, "score")) == 0


@pytest.mark.clause("c15")
def test_a_player_with_less_than_the_ante_sits_out():
    table = turns("", "2♣", "", "", chips=[16, 2, 3, 9], pots=[4], options=NO_OFFERS | {"ante": 3})
    assert now(table, "pots") == [9]
    assert now(table, "chips") == [17, 2, 0, 6]
    table = turns("", "2♣", "", "", chips=[16, 2, 2, 2], pots=[4], options=NO_OFFERS | {"ante": 3})
    assert table.over


@pytest.mark.clause(2, 3)
def test_three_cards_each_are_dealt_one_by_one_then_the_dealer_s_upcard():
    table = GAME.table(num_players=5, deck=range(CARDS), dealer=2)
    stacks = now(table, "stacks")
    for turn in range(5):
        assert stacks[(3 + turn) % 5] == card_words(range(turn, 15, 5))
    assert now(table, "shown") == ["", "", PACK[15], "", ""]
    assert now(table, "highest") == PACK[15]
    assert now(table, "holder") == table.player == 2
    assert asked(table) == (2, "sell")


@pytest.mark.clause(2)
def test_every_hand_is_shuffled():
    table, deals = GAME.table(seed=1, blind_offers="off"), set()
    for _ in play_quietly(table):
        deals.add((now(table, "hands_over"), now(table, "stock")[:20]))
    assert len(deals) == len({stock for _, stock in deals}) == 10


@pytest.mark.clause(2, "c17")
def test_all_players_see_the_same_and_no_face_down_card():
    for seed in range(count(compiled=20, interpreted=3)):
        table = GAME.table(seed)
        for _ in walk(table, seed, count(compiled=100, interpreted=40)):
            views = [table.view_words(player) for player in range(4)]
            for player, view in enumerate(views):
                for name, value in view.items():
                    moved = value[-player:] + value[:-player] if isinstance(value, list) else value
                    assert moved == views[0][name], name
            seen = set(" ".join(views[0]["shown"]).split())
            hidden = set(" ".join([*now(table, "stacks"), now(table, "stock")]).split())
            assert not seen & hidden
            assert views[0]["stacks"] == [len(stack.split()) for stack in now(table, "stacks")]


@pytest.mark.clause(4, "c8")
@pytest.mark.parametrize("suit", "♣♦♥♠")
def test_a_dealer_with_an_ace_as_upcard_takes_the_pot_at_once(suit):
    table = GAME.table(seed=1, deck=deck_with_upcard(f"A{suit}", 4))
    assert table.legal() == ["keep"]
    table.play("keep")
    assert now(table, "score") == [-1, -1, -1, 3]
    assert now(table, "hands_over") == 1
    assert now(table, "dealer") == now(table, "holder") == 3
    assert now(table, "chips") == [18, 18, 18, 22]


@pytest.mark.clause(13)
def test_cards_that_are_not_dealt_stay_where_they_are():
    table = GAME.table(seed=4, hands=1)
    stock = now(table, "stock")
    assert len(stock.split()) == CARDS - 13
    for _ in play_quietly(table):
        assert now(table, "stock") == stock


@pytest.mark.clause("c16")
def test_the_first_dealer_is_drawn():
    assert {now(GAME.table(seed=seed), "dealer") for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.clause("c1")
@pytest.mark.parametrize("num_players", [2, 9])
def test_there_is_no_game_for_two_or_nine(num_players):
    with pytest.raises(ValueError, match="3 to 8"):
        GAME.table(num_players=num_players)


# Selling the highest trump


@pytest.mark.clause(5, "c3")
def test_an_owner_keeps_asks_a_price_or_holds_an_auction():
    assert sale(*LOW, "").legal() == ["keep", "auction", *prices(*range(1, 21))]


@pytest.mark.clause("c3")
def test_an_owner_asks_no_more_than_somebody_can_pay():
    assert sale(*LOW, "", chips=[20, 3, 0, 2]).legal() == ["keep", "auction", *prices(1, 2, 3)]
    assert sale(*LOW, "", chips=[0, 61, 0, 2]).legal()[-1] == "price 40"


@pytest.mark.clause("c3")
def test_an_owner_whom_nobody_can_pay_can_only_keep():
    assert sale(*LOW, "", chips=[20, 0, 0, 0]).legal() == ["keep"]


@pytest.mark.clause("c3")
def test_nothing_is_given_away_or_sold_to_oneself():
    table = sale(*LOW, "")
    assert {"price 0", "seat 0", "seat 4"}.isdisjoint(table.play("price 1").legal())
    assert table.legal() == ["seat 1", "seat 2", "seat 3", "all"]


@pytest.mark.clause(5, 14, "c5")
def test_a_price_may_be_asked_of_one_player_who_pays_the_seller():
    table = sale(*LOW, "").play("price 7", "seat 2")
    assert asked(table) == (2, "answer")
    table.play("accept")
    assert now(table, "chips") == [27, 20, 13, 20]
    assert now(table, "pots") == [4]
    assert now(table, "holder") == 2


@pytest.mark.clause("c3", "c5")
def test_a_price_is_asked_of_those_who_can_pay_it():
    table = sale(*LOW, "", chips=[20, 3, 4, 5]).play("price 4")
    assert table.legal() == ["seat 2", "seat 3", "all"]
    table.play("all")
    assert asked(table) == (2, "answer")


@pytest.mark.clause("c5")
def test_a_price_for_all_is_asked_from_the_owner_s_left_and_the_first_to_accept_buys():
    table = sale(*LOW, "", holder=2, player=2, shown=["", "5♥", "9♥"]).play("price 3", "all")
    assert asked(table) == (3, "answer")
    assert asked(table.play("refuse")) == (0, "answer")
    table.play("accept")
    assert now(table, "holder") == 0
    assert now(table, "chips") == [17, 20, 23, 20]


@pytest.mark.clause("c5", "c4")
def test_a_price_for_one_player_is_asked_of_nobody_else():
    table = sale(*LOW, "").play("price 3", "seat 1", "refuse")
    assert asked(table) == (0, "sell")
    assert now(table, "tries") == 1


@pytest.mark.clause("c5")
def test_a_player_who_could_not_pay_in_one_try_is_not_asked_in_the_next():
    table = sale(*LOW, "", chips=[20, 3, 20, 0]).play("price 5", "all", "refuse")
    assert asked(table) == (0, "sell")
    table.play("price 2", "seat 2", "refuse")
    assert asked(table) == (0, "sell")


@pytest.mark.clause("c6")
def test_a_player_who_is_asked_may_name_a_lower_price():
    table = sale(*LOW, "").play("price 4", "seat 3")
    assert table.legal() == [*prices(1, 2, 3), "accept", "refuse"]
    assert asked(table.play("price 2")) == (0, "counter")
    assert table.legal() == ["accept", "refuse"]
    table.play("accept")
    assert now(table, "holder") == 3
    assert now(table, "chips") == [22, 20, 20, 18]


@pytest.mark.clause("c6")
def test_after_a_refused_price_the_next_player_is_asked_the_old_one():
    table = sale(*LOW, "").play("price 4", "all", "price 2", "refuse")
    assert asked(table) == (2, "answer")
    assert (now(table, "price"), now(table, "counter")) == (4, 0)
    table.play("accept")
    assert now(table, "chips") == [24, 20, 16, 20]


@pytest.mark.clause("c6")
def test_with_nobody_left_to_ask_the_try_is_over():
    table = sale(*LOW, "").play("price 4", "all", "refuse", "refuse", "price 1", "refuse")
    assert asked(table) == (0, "sell")
    assert now(table, "tries") == 1
    assert table.legal()[:3] == ["keep", "auction", "price 1"]


@pytest.mark.clause("c6", "c3")
def test_nobody_names_less_than_one_chip():
    assert sale(*LOW, "").play("price 1", "seat 1").legal() == ["accept", "refuse"]


@pytest.mark.clause(5, "c7")
def test_bids_rise_around_the_table_until_nobody_else_bids():
    table = sale(*LOW, "").play("auction")
    assert asked(table) == (1, "bid")
    assert table.legal() == [*prices(*range(1, 21)), "pass"]
    assert asked(table.play("price 2")) == (2, "bid")
    assert table.legal() == [*prices(*range(3, 21)), "pass"]
    assert asked(table.play("pass")) == (3, "bid")
    assert asked(table.play("price 5")) == (1, "bid")
    assert asked(table.play("price 6")) == (3, "bid")  # player 2 has passed for good
    assert asked(table.play("pass")) == (0, "best_bid")
    assert table.legal() == ["accept", "refuse"]
    table.play("accept")
    assert now(table, "holder") == 1
    assert now(table, "chips") == [26, 14, 20, 20]


@pytest.mark.clause("c7")
def test_an_auction_begins_at_the_owner_s_left():
    assert asked(sale(*LOW, "", holder=2, player=2, shown=["", "5♥", "9♥"]).play("auction")) == (3, "bid")


@pytest.mark.clause("c7", "c3")
def test_a_player_who_cannot_outbid_is_not_asked():
    table = sale(*LOW, "", chips=[20, 0, 4, 20]).play("auction")
    assert asked(table) == (2, "bid")
    assert table.legal() == [*prices(1, 2, 3, 4), "pass"]
    table.play("price 3", "price 4")
    assert asked(table) == (0, "best_bid")


@pytest.mark.clause("c7", "c3")
def test_the_highest_price_ends_an_auction():
    table = sale(*LOW, "", chips=[0, 50, 50, 50]).play("auction", "pass", "price 40")
    assert asked(table) == (0, "best_bid")
    assert now(table.play("accept"), "chips") == [40, 50, 10, 50]


@pytest.mark.clause("c7", "c4")
def test_an_auction_without_bids_or_with_a_refused_one_ends_the_try():
    table = sale(*LOW, "").play("auction", "pass", "pass", "pass")
    assert asked(table) == (0, "sell")
    table.play("auction", "price 1", "pass", "pass", "refuse")
    assert asked(table) == (0, "sell")
    assert now(table, "chips") == [20] * 4
    assert (now(table, "tries"), now(table, "price"), now(table, "buyer")) == (2, 0, None)
    assert asked(table.play("auction")) == (1, "bid")
    assert table.legal()[0] == "price 1"


@pytest.mark.clause("c4")
@pytest.mark.parametrize("tries", [1, 2, 3, 5])
def test_after_so_many_tries_the_card_is_kept(tries):
    table = sale(*LOW, "", options={"tries": tries})
    for number in range(tries):
        assert asked(table) == (0, "sell")
        if number % 2:
            table.play("auction", "pass", "pass", "pass")
        else:
            table.play("price 1", "seat 1", "refuse")
    assert asked(table) == (1, "blind")
    assert now(table, "holder") == 0


@pytest.mark.clause(5, 9)
def test_an_owner_may_keep_the_card_after_a_try():
    table = sale(*LOW, "").play("price 5", "seat 1", "refuse", "keep")
    assert asked(table) == (1, "blind")


# Turns


@pytest.mark.clause(6, 7, 15, 18)
def test_the_left_neighbour_of_the_owner_turns_up_the_top_card_then_the_next_player():
    table = turns("", "K♣ 4♥ 2♠", "3♠ K♠", "10♥ 8♥")
    assert now(table, "shown") == ["9♥", "4♥ 5♥ 2♠", "3♠ K♠", "8♥ 10♥"]
    assert now(table, "stacks") == ["", "K♣", "", ""]
    assert (now(table, "highest"), now(table, "holder")) == ("10♥", 3)
    assert asked(table) == (3, "sell")


@pytest.mark.clause(6, 10, "c13")
def test_after_a_sale_the_left_neighbour_of_the_buyer_goes_on_and_the_buyer_is_passed_over():
    table = sale("2♦", "3♦", "4♦ 10♥", "J♥ 5♦", options=NO_OFFERS)
    table.play("price 6", "seat 2", "accept")
    assert now(table, "shown") == ["2♦", "3♦ 5♥", "9♥", "5♦ J♥"]
    assert now(table, "stacks") == ["", "", "4♦ 10♥", ""]
    assert (now(table, "highest"), now(table, "holder")) == ("J♥", 3)


@pytest.mark.clause(8, 12, "c12")
def test_the_owner_of_the_highest_trump_is_passed_over_and_keeps_the_stack_face_down():
    table = turns("K♥ Q♥", "2♣", "3♣ 4♣", "", options=NO_OFFERS | {"hands": 1})
    assert table.over
    assert now(table, "stacks") == ["K♥ Q♥", "", "", ""]
    assert now(table, "shown") == ["9♥", "2♣ 5♥", "3♣ 4♣", ""]
    assert now(table, "chips") == [24, 20, 20, 20]


@pytest.mark.clause(9, 16)
def test_a_player_who_turns_up_a_higher_trump_may_sell_it():
    table = sale("K♥", "2♣", "J♥", "Q♥", options=NO_OFFERS).play("price 9", "seat 1", "refuse", "keep")
    assert asked(table) == (2, "sell")
    assert now(table, "tries") == 0
    table.play("price 2", "seat 3", "accept")
    assert now(table, "shown")[1:3] == ["2♣ 5♥ J♥", ""]
    assert now(table, "chips") == [20, 18, 22, 20]
    assert asked(table) == (3, "sell")
    assert now(table, "shown")[3] == "Q♥"


@pytest.mark.clause(9)
def test_money_for_a_later_trump_is_the_finder_s():
    table = turns("", "", "J♥", "2♣")
    table.play("auction", "price 1", "price 2", "price 3", "pass", "pass", "accept")
    assert now(table, "score") == [0, 1, 3, 0]


@pytest.mark.clause(10, "c12")
def test_play_goes_on_to_the_left_of_who_keeps_the_new_trump_and_a_beaten_owner_has_turns_again():
    table = turns("6♣", "K♥ 7♣", "J♥", "3♦ 4♦")
    assert asked(table) == (2, "sell")
    table.play("keep")
    assert now(table, "shown") == ["6♣ 9♥", "7♣ 5♥ K♥", "J♥", "4♦"]
    assert now(table, "stacks") == ["", "", "", "3♦"]
    assert asked(table) == (1, "sell")


@pytest.mark.clause(15, 16)
@pytest.mark.parametrize("card", ["A♠", "K♦", "8♥", "2♥"])
def test_another_suit_or_a_lower_trump_changes_nothing(card):
    table = before_turn("6♣", card, "3♣", "")
    before = table.words("chips", "pots", "highest", "holder", "tries")
    assert asked(pass_all(table)) == (2, "blind")
    assert table.words("chips", "pots", "highest", "holder", "tries") == before


@pytest.mark.clause(1)
def test_an_ace_is_above_a_king_and_a_king_above_a_queen():
    table = turns("", "Q♥", "K♥", "A♥").play("keep", "keep")
    assert (now(table, "highest"), now(table, "holder")) == ("A♥", 3)


@pytest.mark.clause("c8")
def test_an_ace_of_trumps_turned_up_ends_the_hand_without_a_sale():
    table = turns("", "A♥", "3♣ 4♣", "", options=NO_OFFERS | {"hands": 1})
    assert asked(table) == (1, "sell")
    assert table.legal() == ["keep"]
    table.play("keep")
    assert table.over
    assert now(table, "chips") == [20, 24, 20, 20]
    assert now(table, "stacks")[2] == "3♣ 4♣"


@pytest.mark.clause("c8")
def test_an_ace_of_another_suit_does_not():
    table = turns("", "A♠", "3♣ 10♥", "")
    assert asked(table) == (2, "sell")
    assert len(table.legal()) == 22


@pytest.mark.clause("c11", 8)
def test_players_without_a_stack_are_passed_over():
    table = before_turn("2♣", "", "", "4♣")
    assert (now(table, "due"), *asked(table)) == (3, 3, "blind")


@pytest.mark.clause(12, "c11", 14)
def test_the_owner_of_the_highest_trump_takes_the_pot_and_deals_next():
    table = turns("", "", "", "2♣", holder=2, player=2, shown=["", "5♥", "9♥"])
    assert now(table, "score") == [0, 0, 4, 0]
    assert now(table, "chips") == [19, 19, 23, 19]
    assert now(table, "pots") == [4]
    assert now(table, "hands_over") == 1
    assert now(table, "dealer") == now(table, "holder") == table.player == 2
    assert [len(stack.split()) for stack in now(table, "stacks")] == [3] * 4
    assert sum(map(len, now(table, "shown"))) == len(now(table, "highest"))


@pytest.mark.clause(12)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
def test_without_sales_the_pot_goes_to_the_owner_of_the_highest_trump_of_all(num_players):
    for seed in range(count(compiled=20, interpreted=2)):
        table = GAME.table(seed, num_players=num_players, hands=1)
        highest, owner = now(table, "highest"), table.player
        for player, stack in enumerate(now(table, "stacks")):
            for card in stack.split():
                if card[-1] == highest[-1] and ranked(card) > ranked(highest):
                    highest, owner = card, player
        for _ in play_quietly(table):
            pass
        assert now(table, "score") == [num_players - 1 if player == owner else -1 for player in range(num_players)]


def ranked(card):
    return RANKS.index(card[:-1])


@pytest.mark.clause(12, "c12")
def test_the_upcard_and_the_dealer_win_as_often_as_the_cards_say():
    """The upcard needs to beat the nine cards of three others; the dealer has a share in what beats it as well."""
    unbeaten, unbeaten_by_all = (
        sum(comb(51 - higher, cards) / comb(51, cards) for higher in range(13)) / 13 for cards in (9, 12)
    )
    games, stayed, won = count(compiled=2000, interpreted=60), 0, 0
    for seed in range(games):
        table = GAME.table(seed, hands=1, blind_offers="off")
        upcard = now(table, "highest")
        for _ in play_quietly(table):
            pass
        stayed += now(table, "highest") == upcard
        won += now(table, "holder") == now(table, "dealer")
    for wins, chance in ((stayed, unbeaten), (won, unbeaten_by_all + (1 - unbeaten_by_all) * 3 / 12)):
        assert abs(wins / games - chance) < 4 * sqrt(chance * (1 - chance) / games)


@pytest.mark.clause(14, 19)
@pytest.mark.parametrize("num_players", NUMBERS_OF_PLAYERS)
@pytest.mark.parametrize("offers", OFFERS)
def test_chips_are_never_made_or_lost_and_only_antes_go_into_the_pot(num_players, offers):
    table = GAME.table(num_players, num_players=num_players, blind_offers=offers)
    state, hand, pot = table.state, 0, num_players
    for _ in walk(table, num_players, count(compiled=10**6, interpreted=100)):
        if state.hands_over > hand:
            hand, pot = state.hands_over, np.count_nonzero(state.stacks["height"])
        assert state.pots.tolist() == [pot]
        assert state.chips[:num_players].sum() + pot == START_CHIPS * num_players
        assert (state.chips >= 0).all()


@pytest.mark.clause(3, 18)
def test_a_hand_has_the_upcard_s_suit_as_trump():
    for seed in range(count(compiled=20, interpreted=2)):
        table, suits = GAME.table(seed), {}
        for _ in walk(table, seed, count(compiled=2000, interpreted=100)):
            suit = now(table, "highest")[-1]
            assert suits.setdefault(now(table, "hands_over"), suit) == suit
        assert len(set(suits.values())) > 1 or len(suits) < 5


# Face-down cards


@pytest.mark.clause(11, "c9")
def test_before_a_turn_each_player_from_the_one_in_turn_on_may_make_an_offer():
    table = before_turn(*LOW, "5♣", holder=1, player=1, shown=["", "9♥"])
    for player in (2, 3, 0, 1):
        assert asked(table) == (player, "blind")
        assert now(table, "due") == 2
        table.play("pass")
    assert now(table, "shown")[2] == "4♣"
    assert (now(table, "due"), *asked(table)) == (3, 3, "blind")


@pytest.mark.clause(11, "c9", "c12")
def test_an_offer_names_a_player_with_face_down_cards_then_a_price():
    table = before_turn("2♣", "3♣", "", "4♣", chips=[20, 6, 20, 20])
    assert table.legal() == ["seat 2", "seat 3", "pass"]
    table.play("seat 3")
    assert asked(table) == (1, "blind_price")
    assert table.legal() == prices(*range(1, 7))
    assert asked(table.play("price 2")) == (0, "blind_answer")
    assert (now(table, "buyer"), now(table, "seller"), now(table, "price")) == (1, 0, 2)
    table.play("accept")
    assert now(table, "chips") == [22, 4, 20, 20]
    assert now(table, "pots") == [4]


@pytest.mark.clause("c3")
def test_no_offer_is_above_the_highest_price():
    assert before_turn(*LOW, "", chips=[20, 53, 20, 20]).play("seat 1").legal()[-1] == "price 40"


@pytest.mark.clause("c10", 17, 7)
def test_the_seller_s_top_card_goes_under_the_buyer_s_stack_unseen():
    table = before_turn("2♣ 3♣", "4♣ 5♣", "6♣ 7♣ 8♣", "9♣ 10♣ J♣").play("seat 1", "price 1", "accept")
    assert now(table, "stacks") == ["2♣ 3♣", "8♣ 4♣ 5♣", "6♣ 7♣", "9♣ 10♣ J♣"]
    assert now(table, "shown") == ["9♥", "5♥", "", ""]
    for shown in ("5♣ 5♥", "4♣ 5♣ 5♥", "4♣ 5♣ 8♣ 5♥"):
        while now(table, "due") != 1:
            pass_all(table)
        assert now(pass_all(table), "shown")[1] == shown


@pytest.mark.clause(11, "c9")
def test_the_seller_may_refuse():
    table = before_turn(*LOW, "").play("seat 1", "price 3", "refuse")
    assert asked(table) == (2, "blind")
    assert now(table, "chips") == [20] * 4
    assert (now(table, "buyer"), now(table, "seller"), now(table, "price")) == (None, None, 0)


@pytest.mark.clause(11, "c9", "c3")
def test_the_seller_may_name_a_higher_price_that_the_buyer_can_pay():
    table = before_turn(*LOW, "", chips=[20, 5, 20, 20]).play("seat 1", "price 3")
    assert table.legal() == [*prices(4, 5), "accept", "refuse"]
    assert asked(table.play("price 5")) == (1, "blind_counter")
    assert table.legal() == ["accept", "refuse"]
    accepted, refused = table.copy().play("accept"), table.copy().play("refuse")
    assert now(accepted, "chips") == [20, 0, 25, 20]
    assert now(accepted, "stacks") == ["2♣", "4♣ 3♣", "", ""]
    assert now(refused, "chips") == [20, 5, 20, 20]
    assert now(refused, "stacks") == ["2♣", "3♣", "4♣", ""]
    assert asked(accepted) == asked(refused) == (2, "blind")
    assert now(refused, "counter") == 0


@pytest.mark.clause("c9")
def test_nobody_makes_two_offers_before_a_turn():
    table = before_turn(*LOW, "")
    seen = []
    while now(table, "due") == 1:
        seen.append(table.player)
        table.play("seat 1" if "seat 1" in table.legal() else "seat 2", "price 1", "refuse")
    assert seen == [1, 2, 3, 0]


@pytest.mark.clause("c3", "c9")
def test_a_player_without_chips_is_not_asked_for_an_offer():
    table = before_turn(*LOW, "", chips=[20, 0, 0, 20])
    assert asked(table) == (3, "blind")
    assert now(table, "due") == 1
    table = pass_all(before_turn("6♣", "10♥", "", "", chips=[20, 20, 20, 0]))
    assert asked(table) == (1, "sell")
    assert now(table, "waiting") == [0] * 4  # the time for offers is over


@pytest.mark.clause("c9")
def test_a_player_who_gets_chips_before_the_turn_may_still_make_an_offer():
    table = before_turn(*LOW, "", chips=[20, 0, 20, 20]).play("seat 3", "price 1", "accept")
    assert asked(table.play("pass", "pass")) == (1, "blind")
    assert now(table, "due") == 2


@pytest.mark.clause("c9")
def test_the_only_player_with_face_down_cards_is_not_asked_for_an_offer():
    table = before_turn("", "3♣ 4♣", "", "")
    assert asked(table) == (2, "blind")


@pytest.mark.clause("c9")
def test_offers_may_be_for_the_owner_of_the_highest_trump_alone():
    table = before_turn("2♣", "3♣", "4♣", "5♣", options={"blind_offers": "holder"})
    for due in (1, 2, 3):
        assert (now(table, "due"), *asked(table)) == (due, 0, "blind")
        table.play("pass")
    assert now(table, "hands_over") == 1


@pytest.mark.clause("c9")
def test_offers_may_be_off():
    for seed in range(count(compiled=5, interpreted=1)):
        table = GAME.table(seed, blind_offers="off")
        for _ in walk(table, seed):
            assert not now(table, "phase").startswith("blind")


@pytest.mark.clause("c11")
def test_a_player_who_sells_the_last_card_before_the_own_turn_is_passed_over():
    table = before_turn("", "2♣", "3♣", "4♣ 5♣").play("pass", "pass", "seat 2", "price 2", "accept")
    assert now(table, "stacks") == ["", "", "3♣", "2♣ 4♣ 5♣"]
    assert (now(table, "due"), *asked(table)) == (2, 0, "blind")
    table.play("pass")
    assert now(table, "shown") == ["9♥", "5♥", "3♣", ""]


@pytest.mark.clause("c11", 12)
def test_the_hand_ends_when_the_owner_of_the_highest_trump_buys_the_last_card():
    table = before_turn("", "A♥", "", "", options={"hands": 1}).play("pass", "pass", "seat 1", "price 5", "accept")
    assert table.over
    assert now(table, "chips") == [19, 25, 20, 20]
    assert now(table, "stacks") == ["A♥", "", "", ""]


@pytest.mark.clause("c12", 17)
def test_a_card_bought_from_the_owner_of_the_highest_trump_is_turned_up_by_its_buyer():
    table = before_turn("10♥", "3♣", "", "").play("pass", "seat 2", "price 4", "accept")
    assert now(table, "stacks") == ["", "3♣", "10♥", ""]
    pass_all(table)
    pass_all(table)
    assert asked(table) == (2, "sell")
    assert now(table, "highest") == "10♥"


# The match


@pytest.mark.clause("c14")
@pytest.mark.parametrize("hands", [1, 2, 10])
def test_a_match_has_so_many_hands(hands):
    table = GAME.table(seed=5, hands=hands)
    for _ in play_quietly(table):
        assert now(table, "hands_over") < hands
    assert now(table, "hands_over") == hands
    assert not now(table, "truncated")


@pytest.mark.clause("c14")
def test_most_chips_win_and_equal_ones_share():
    words = {"options": NO_OFFERS | {"hands": 1}}
    assert now(turns("", "2♣", "", "", chips=[20, 21, 22, 13], **words), "reward") == [1, *[-0.333333] * 3]
    assert now(turns("", "2♣", "", "", chips=[18, 22, 22, 14], **words), "reward")[:3] == [0.333333] * 3
    assert now(turns("", "2♣", "", "", chips=[16, 20, 20, 20], **words), "reward") == [0] * 4


@pytest.mark.clause("c14")
def test_the_score_is_the_chips_won_or_lost():
    table = GAME.table(seed=3)
    for _ in walk(table, 3):
        pass
    assert now(table, "score") == [chips - START_CHIPS for chips in now(table, "chips")]
    assert sum(now(table, "score")) == 0


@pytest.mark.clause("c15", 1)
def test_a_player_who_cannot_pay_the_ante_sits_out():
    table = pass_all(before_turn("", "2♣", "", "", chips=[16, 0, 30, 30], seed=1))
    assert now(table, "chips") == [19, 0, 29, 29]
    assert now(table, "pots") == [3]
    assert [len(stack.split()) for stack in now(table, "stacks")] == [3, 0, 3, 3]
    assert asked(table.play("keep")) == (2, "blind")
    assert table.legal() == ["seat 1", "seat 2", "pass"]


@pytest.mark.clause("c15")
def test_a_player_who_has_paid_the_last_chip_as_ante_plays_the_hand():
    table = turns("", "2♣", "", "", chips=[16, 1, 30, 33])
    assert now(table, "chips") == [19, 0, 29, 32]
    assert [len(stack.split()) for stack in now(table, "stacks")] == [3] * 4


@pytest.mark.clause("c15")
def test_a_match_ends_when_only_one_player_can_pay():
    table = turns("", "2♣", "", "", chips=[76, 0, 0, 0])
    assert table.over
    assert now(table, "hands_over") == 1
    assert now(table, "reward") == [1, *[-0.333333] * 3]


# Hidden cards


@pytest.mark.clause(2, "c17")
def test_redeals_are_uniform():
    """Of four cards that nobody has seen, two are in stacks: all twelve ways are equally likely."""
    hidden = ["2♣", "3♣", "4♣", "A♥"]
    shown = ["K♥", " ".join(card for card in PACK if card not in [*hidden, "K♥"])]
    table = before_turn("", "2♣", "3♣", "", shown=shown, highest="K♥")
    draws = count(compiled=2400, interpreted=240)
    seen = Counter(tuple(now(table.redeal(1, seed), "stacks")[1:3]) for seed in range(draws))
    assert set(seen) == set(permutations(hidden, 2))
    assert max(abs(number - draws / 12) for number in seen.values()) < 4.5 * sqrt(draws / 12)


def test_the_view_tells_what_is_asked():
    table = sale(*LOW, "", hands_over=3, dealer=2).play("price 6", "all", "price 4")
    view = table.view_words(1)
    assert view["turn"] == [0, 0, 0, 1]
    assert view["holder"] == [0, 0, 0, 1]
    assert view["buyer"] == [1, 0, 0, 0]
    assert view["waiting"] == [0, 1, 1, 0]
    assert view["dealer"] == [0, 1, 0, 0]
    assert (view["price"], view["counter"], view["phase"]) == (6, 4, "counter")
    assert (view["tries_left"], view["hands_left"]) == (2, 7)
    assert (view["highest"], view["higher"], view["pot"]) == ("9♥", 5, 4)
    assert view["stacks"] == [1, 1, 0, 1]
    blind = before_turn(*LOW, "").play("seat 1", "price 2").view_words(2)
    assert blind["seller"] == [1, 0, 0, 0]
    assert blind["due"] == blind["buyer"] == [0, 0, 0, 1]
    assert blind["waiting"] == [1, 1, 1, 0]


# Written positions

ANSWER = {"phase": "answer", "player": 1, "buyer": 1, "price": 5, "tries": 1}
BID = {"phase": "bid", "player": 1, "waiting": [0, 1, 1], "tries": 1}
BLIND = {"phase": "blind", "player": 1, "due": 2}
OFFER = {"phase": "blind_answer", "player": 2, "due": 1, "buyer": 1, "seller": 2, "price": 2}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"highest": None}, "highest"),
        ({"highest": "5♥"}, "highest"),
        ({"highest": "5♥", "holder": 1, "player": 1}, "highest"),
        ({"stacks": ["2♣..K♣", "2♦..K♦", "2♠"]}, "stacks"),
        ({"chips": [400]}, "chips"),
        ({"hands_over": 10}, "hands_over"),
        ({"player": 1}, "player"),
        ({"tries": 3}, "tries"),
        ({"seller": 1}, "seller"),
        ({"waiting": [0, 1]}, "waiting"),
        ({"buyer": 1}, "buyer"),
        ({"price": 1}, "price"),
        ({"counter": 1}, "counter"),
        ({"phase": "target", "tries": 1}, "price"),
        (ANSWER | {"player": 2}, "buyer"),
        (ANSWER | {"chips": [20, 4, 20]}, "price"),
        (ANSWER | {"counter": 2}, "counter"),
        (ANSWER | {"phase": "counter", "player": 0, "counter": 5}, "counter"),
        (BID | {"waiting": [0, 0, 1]}, "player"),
        (BID | {"price": 3, "buyer": 1}, "player"),
        (BID | {"price": 3}, "buyer"),
        (BID | {"waiting": [1, 1, 1]}, "waiting"),
        (BLIND | {"due": 0}, "due"),
        (BLIND | {"due": None}, "due"),
        (BLIND | {"waiting": [0, 1]}, "waiting"),
        (BLIND | {"buyer": 1}, "buyer"),
        (OFFER | {"seller": None}, "buyer"),
        (OFFER | {"player": 1}, "player"),
        (OFFER | {"buyer": 2}, "seller"),
        (OFFER | {"seller": 0, "player": 0}, "seller"),
        (OFFER | {"price": 0}, "price"),
        ({"holder": 3}, "holder"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    shown = {"shown": ["9♥", "5♥"], "highest": "9♥", "holder": 0, "stacks": ["", "3♣", "4♣"]}
    with pytest.raises(ValueError, match=f"position: {problem}"):
        GAME.position(num_players=3, **shown | words)


# The scripted players


@pytest.mark.skipif(INTERPRETED, reason="matches of experts are slow as plain Python")
def test_experts_sell_to_each_other_where_both_gain():
    """Experts sell the highest trump and face-down cards, as others' chances of winning the match fall."""
    expert, sold = find_agent("expert", GAME), Counter()
    for seed in range(10):
        table, generator = GAME.table(seed), agent_generator(seed)
        while not table.over:
            action = expert.act(table.view(table.player), table.mask, generator)
            if GAME.actions.words[action] == "accept":
                sold["blind" in now(table, "phase")] += 1
            table.step(action)
    assert min(sold[False], sold[True]) > 5


def test_in_the_last_hand_who_is_behind_pays_more_than_a_card_brings_on_average():
    """9♥ stays the highest in one of three hands, and the pot is 4: less than 2 chips, but that may win the match."""
    expert, generator = find_agent("expert", GAME), agent_generator(1)
    for chips, buys in ([15, 20, 21, 10], True), ([13, 30, 20, 13], False):
        stacks = ["", "2♣ 3♣ 4♣", "2♦ 3♦ 4♦", "2♠ 3♠ 4♠"]
        table = sale(*stacks, chips=chips, options={"hands": 1}).play("price 2", "seat 1")
        action = expert.act(table.view(1), table.mask, generator)
        assert GAME.actions.words[action] == ("accept" if buys else "refuse")
