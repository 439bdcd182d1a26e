"""The rules of Pishe Pasha, clause by clause. Player 0 has the turn; piles are written from the bottom to the top."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from cardzoo.agents import bots, find_agent
from cardzoo.agents.base import agent_generator
from cardzoo.agents.scripted.pishe_pasha import CHOICES
from cardzoo.envs import Batch, CardEnv
from cardzoo.envs.engine import CARDS, INTERPRETED
from cardzoo.envs.engine.cards import RANK_WORDS, card_words, parse_cards
from cardzoo.envs.games.pishe_pasha import END_TURN, GAME, MOST_TURNS, TO_FOUNDATION, TO_OPPONENT, TURN
from cardzoo.training.evaluation.duplicate import compare
from tests.playing import count, nightly, now, play_out, walk

PACK = range(CARDS)
MISSING = {"options": {"allow_miss": True}}
MOST_TURNS_BY_THE_RULES = 2652
NEVER_GIVE = np.array([TO_FOUNDATION, TURN, END_TURN, TO_OPPONENT])
ALWAYS_GIVE = np.array([TO_FOUNDATION, TO_OPPONENT, TURN, END_TURN])
RED = "A♦..K♦ A♥..K♥"


def position(discards=("", ""), stocks=("", ""), home="", rest=1, **words):
    """Cards that are not named lie under the others in a player's stock, by default player 1's."""
    named = parse_cards(" ".join([*discards, *stocks, home, words.get("stock", "")]))
    unnamed = card_words(card for card in PACK if card not in named)
    filled = [f"{unnamed} {stock}" if player == rest else stock for player, stock in enumerate(stocks)]
    return GAME.position(discards=discards, stocks=filled, foundations=home, **words)


def deck_of(first, second=""):
    """A written deck: the first cards turned by the non-dealer, player 0, and by the dealer."""
    turned = [parse_cards(first), parse_cards(second)]
    others = [card for card in reversed(PACK) if card not in turned[0] + turned[1]]
    for cards in turned:
        cards += [others.pop() for _ in range(CARDS // 2 - len(cards))]
    return [card for pair in zip(*turned, strict=True) for card in reversed(pair)][::-1]


def piles(table, name):
    return [pile.split() for pile in now(table, name)]


def discards(table):
    return now(table, "discards")


def home(table):
    return set(now(table, "foundations").split())


def cards_left(table, player):
    return len(piles(table, "stocks")[player]) + len(piles(table, "discards")[player])


def has_won(table, player):
    assert table.over
    assert not now(table, "truncated")
    assert now(table, "score") == [int(seat == player) for seat in range(2)]
    assert now(table, "reward") == [1 if seat == player else -1 for seat in range(2)]
    return cards_left(table, player) == 0


def random_games(compiled=6, interpreted=2, **settings):
    """Yields tables of random games, before each action and at the end."""
    for seed in range(count(compiled=compiled, interpreted=interpreted)):
        table = GAME.table(seed, **settings)
        for _ in walk(table, seed):
            yield table
        yield table


# The deal and the first cards


@pytest.mark.clause(1)
def test_the_pack_is_dealt_one_by_one_from_the_dealers_left():
    table = GAME.table(deck=PACK, dealer=1)
    assert now(table, "stocks") == [card_words(range(0, 50, 2)), card_words(range(1, 52, 2))]
    assert discards(table) == ["Q♠", ""]
    table = GAME.table(deck=PACK, dealer=0)
    assert now(table, "stocks") == [card_words(range(1, 52, 2)), card_words(range(0, 50, 2))]
    assert discards(table) == ["", "Q♠"]


@pytest.mark.clause(1)
def test_nobody_looks_at_a_stock():
    table = GAME.table(seed=1)
    for player in range(2):
        assert set(" ".join(table.view_words(player)["stocks"]).split()) == {"?"}
    sizes = [len(stock.split()) for stock in table.view_words(table.player)["stocks"]]
    assert sizes == [26, 26 - 1 - len(home(table))]


@pytest.mark.clause(2)
def test_the_first_card_starts_the_discard_pile_if_it_is_no_ace():
    table = GAME.table(deck=deck_of("2♣ A♣"))
    assert discards(table) == ["2♣", ""]
    assert not home(table)
    assert piles(table, "stocks")[0][-1] == "A♣"


@pytest.mark.clause(2, 5)
def test_an_ace_and_all_that_fit_next_go_to_the_foundations():
    table = GAME.table(deck=deck_of("A♥ A♣ 2♥ 2♣ 3♥ 5♥ 4♥"))
    assert home(table) == {"A♥", "A♣", "2♥", "2♣", "3♥"}
    assert discards(table) == ["5♥", ""]


@pytest.mark.clause(2)
def test_the_first_cards_end_with_one_that_does_not_fit():
    for seed in range(count(compiled=300, interpreted=30)):
        table = GAME.table(seed)
        first = 1 - now(table, "dealer")
        assert piles(table, "discards")[1 - first] == []
        assert cards_left(table, first) == 26 - len(home(table))
        assert len(piles(table, "discards")[first]) == 1
        table.state.player = first
        table.refresh()
        assert "to foundation" not in table.legal()


@pytest.mark.clause("c9")
def test_a_player_who_turns_26_fitting_cards_at_first_has_won_before_the_first_turn():
    deck = deck_of("A♣..K♣ A♦..K♦")
    table = GAME.table(deck=deck)
    assert has_won(table, 0)
    assert now(table, "steps") == 0
    env, ends = CardEnv(GAME), {}
    env.reset(options={"deck": deck})
    for agent in env.agent_iter():
        ends[agent] = env.last()[1:4]
        env.step(None)
    assert ends == {"player_0": (1, True, False), "player_1": (-1, True, False)}


@pytest.mark.clause("c9")
def test_25_fitting_cards_at_first_do_not_win():
    table = GAME.table(deck=deck_of("A♣..K♣ A♦..Q♦ K♥"))
    assert not table.over
    assert discards(table) == ["K♥", ""]


@pytest.mark.clause(3)
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_dealer_has_the_first_turn(dealer):
    table = GAME.table(seed=1, dealer=dealer)
    assert (table.player, now(table, "phase"), now(table, "turns")) == (dealer, "play", 0)


@pytest.mark.clause(3)
def test_turns_alternate():
    for table in random_games():
        assert table.over or (table.player + now(table, "turns")) % 2 == now(table, "dealer")


# Foundations


@pytest.mark.clause(4)
@pytest.mark.parametrize(("top", "fits"), [("6♣", 1), ("7♣", 0), ("6♠", 0), ("A♠", 1), ("2♠", 0), ("5♥", 0), ("4♥", 1)])
@pytest.mark.parametrize("phase", ["play", "turned"])
def test_foundations_are_built_up_in_suit_from_the_ace(top, fits, phase):
    table = position(discards=(f"J♦ {top}", "K♦"), home="A♣..5♣ A♥..3♥", phase=phase)
    assert ("to foundation" in table.legal()) == bool(fits)
    if fits:
        table.play("to foundation")
        assert home(table) == {*card_words(parse_cards("A♣..5♣ A♥..3♥")).split(), top}
        assert discards(table)[0] == "J♦"


@pytest.mark.clause(4)
def test_players_share_the_foundations():
    table = position(discards=("2♣", "3♣"), stocks=("9♥", ""), home="A♣").play("to foundation", "turn")
    assert (table.player, table.legal()) == (1, ["to foundation"])


@pytest.mark.clause(5)
@pytest.mark.parametrize("order", [*permutations(["A♣", "A♦", "A♥", "A♠"])][::5])
def test_aces_start_foundations_in_any_order(order):
    table = position(discards=("", "K♦"), stocks=(f"9♦ {' '.join(reversed(order))}", ""))
    for number in range(4):
        assert table.play("turn").legal() == ["to foundation"]
        assert home(table.play("to foundation")) == set(order[: number + 1])


@pytest.mark.clause(5)
def test_there_is_one_foundation_for_each_suit():
    table = position(discards=("8♥ 2♣ A♦", "K♦"), home="A♣").play("to foundation", "to foundation")
    assert table.view_words(0)["foundations"] == [2, 1, 0, 0]


@pytest.mark.clause(6)
def test_a_king_completes_its_foundation():
    table = position(discards=("9♦ K♣", "2♦"), home="A♣..Q♣").play("to foundation")
    assert table.view_words(0)["foundations"] == [13, 0, 0, 0]
    assert discards(table)[0] == "9♦"


@pytest.mark.clause(6)
@pytest.mark.parametrize("top", ["2♦", "2♥", "K♥", "2♠"])
def test_nothing_fits_a_complete_foundation(top):
    table = position(discards=(top, "7♦"), home="A♣..K♣")
    assert table.legal() == ["turn"]


@pytest.mark.clause(7, "c1")
@pytest.mark.parametrize("phase", ["play", "turned"])
def test_a_play_to_a_foundation_comes_before_anything_else(phase):
    """The card waits even if it could be played onto the other's discard pile."""
    table = position(discards=("J♦ 6♣", "7♦"), home="A♣..5♣", phase=phase)
    assert table.legal() == ["to foundation"]


@pytest.mark.clause(7, 12)
def test_a_card_uncovered_by_a_play_must_go_to_its_foundation_too():
    table = position(discards=("6♣ 8♣", "7♦"), home="A♣..5♣").play("to opponent")
    assert table.legal() == ["to foundation"]


# The other's discard pile


@pytest.mark.clause(8, "c4")
@pytest.mark.parametrize("onto", range(13))
def test_a_card_goes_onto_a_neighbouring_rank_of_the_others_discard_pile(onto):
    """King and ace are not neighbours."""
    for rank in range(1, 13):
        for suit in "♦♠":
            table = position(discards=(f"{RANK_WORDS[rank]}{suit}", f"{RANK_WORDS[onto]}♥"))
            assert ("to opponent" in table.legal()) == (abs(rank - onto) == 1)


@pytest.mark.clause("c4")
def test_a_king_does_not_go_onto_an_ace():
    table = position(discards=("K♦", "A♥"), phase="turned", stocks=("4♦", ""))
    assert table.legal() == ["end turn"]
    table = position(discards=("4♦", "K♥"), stocks=("A♦", ""), **MISSING).play("turn")
    assert table.legal() == ["end turn", "to foundation"]


@pytest.mark.clause(8, 14)
@pytest.mark.parametrize(("stock", "played"), [("", ()), ("8♠", ("turn",))])
def test_the_top_card_or_the_one_just_turned_is_played_onto_the_others_pile(stock, played):
    table = position(discards=("2♦ 8♠" if not stock else "2♦", "3♠ 7♦"), stocks=(f"K♥ {stock}", ""))
    table.play(*played, "to opponent")
    assert discards(table) == ["2♦", "3♠ 7♦ 8♠"]
    assert table.player == 0


@pytest.mark.clause("c5")
@pytest.mark.parametrize("phase", ["play", "turned"])
def test_nothing_goes_onto_an_empty_discard_pile(phase):
    for rank in RANK_WORDS[1:]:
        table = position(discards=(f"{rank}♦", ""), phase=phase)
        assert table.legal() == ["turn" if phase == "play" else "end turn"]


@pytest.mark.clause(14, 18)
def test_a_card_laid_on_the_others_pile_counts_for_the_other():
    table = position(discards=("2♦ 8♠", "3♠ 7♦"), stocks=("K♥", ""))
    before = [cards_left(table, player) for player in range(2)]
    table.play("to opponent")
    assert [cards_left(table, player) for player in range(2)] == [before[0] - 1, before[1] + 1]


@pytest.mark.clause(12, 14)
@pytest.mark.parametrize(("left", "legal"), [("J♥", ["turn"]), ("9♥", ["turn", "to opponent"])])
def test_a_card_that_the_other_laid_there_may_be_played_back(left, legal):
    table = position(discards=("2♦ 8♠", "7♦"), stocks=(left, "K♦")).play("to opponent", "turn")
    if left == "9♥":
        table.play("end turn")
    assert (table.player, table.legal()) == (1, legal)


@pytest.mark.clause(12, 14)
def test_a_card_that_the_other_laid_there_goes_to_its_foundation():
    table = position(discards=("2♦ 6♣", "7♦"), stocks=("J♥ 5♣", "K♦"), home="A♣..4♣")
    table.play("to opponent", "turn", "to foundation", "turn")
    assert (table.player, table.legal()) == (1, ["to foundation"])


@pytest.mark.clause(13, "c8")
def test_nobody_plays_from_the_others_discard_pile():
    """Neither to a foundation nor to the own discard pile. A top card that fits waits for its owner's turn."""
    table = position(discards=("9♦", "6♣"), stocks=("K♥ K♦", ""), home="A♣..5♣")
    assert table.legal() == ["turn"]
    table.play("turn")
    assert discards(table) == ["9♦ K♦", "6♣"]
    assert (table.player, table.legal()) == (1, ["to foundation"])


@pytest.mark.clause(13)
def test_the_others_discard_pile_only_grows_in_a_turn():
    """Only the top card of the player's own pile goes there."""
    player, own, others = 0, [], []
    for table in random_games():
        if now(table, "steps") > 0:
            assert piles(table, "discards")[1 - player] in (others, others + own[-1:])
        player = table.player
        own, others = piles(table, "discards")[player], piles(table, "discards")[1 - player]


# Turning cards, and the end of a turn


@pytest.mark.clause(9)
def test_the_next_card_of_the_stock_is_turned_onto_the_own_discard_pile():
    table = position(discards=("2♦ 9♥", "7♦"), stocks=("K♥ J♠ 8♠", "")).play("turn")
    assert discards(table) == ["2♦ 9♥ 8♠", "7♦"]
    assert now(table, "stocks")[0] == "K♥ J♠"
    assert (table.player, now(table, "phase")) == (0, "turned")


@pytest.mark.clause(9)
@pytest.mark.parametrize(("turned", "legal"), [("6♣", ["to foundation"]), ("8♠", ["to opponent", "end turn"])])
def test_a_card_just_turned_may_be_played(turned, legal):
    table = position(discards=("2♦ 9♥", "7♦"), stocks=(f"K♥ {turned}", ""), home="A♣..5♣").play("turn")
    assert table.legal() == legal


@pytest.mark.clause(10)
@pytest.mark.parametrize("turned", ["6♣", "8♠"])
def test_after_a_play_the_player_goes_on(turned):
    """With the card now on top, or with the next of the stock."""
    table = position(discards=("2♦ 9♥", "7♦"), stocks=(f"K♥ {turned}", ""), home="A♣..5♣").play("turn")
    table.play("to foundation" if turned == "6♣" else "to opponent")
    assert (table.player, now(table, "phase")) == (0, "play")
    assert table.legal() == (["turn"] if turned == "6♣" else ["turn", "to opponent"])
    assert now(table, "turns") == 0
    assert discards(table.play("turn"))[0] == "2♦ 9♥ K♥"


@pytest.mark.clause(11)
def test_a_turned_card_that_cannot_be_played_ends_the_turn():
    table = position(discards=("2♦ 9♥", "7♦"), stocks=("K♥ J♠", ""), home="A♣..5♣").play("turn")
    assert (table.player, now(table, "phase"), now(table, "turns")) == (1, "play", 1)
    assert discards(table) == ["2♦ 9♥ J♠", "7♦"]


@pytest.mark.clause(11)
def test_the_own_discard_pile_gets_one_card_in_a_turn():
    """The card goes onto the earlier pile or a part of it, or lies alone if the pile has been turned over."""
    for seed in range(count(compiled=10, interpreted=2)):
        table = GAME.table(seed)
        turns, player, before = 0, table.player, []
        for _ in walk(table, seed):
            if now(table, "turns") != turns:
                pile = piles(table, "discards")[player]
                assert pile
                assert pile[:-1] == before[: len(pile) - 1]
                turns, player = now(table, "turns"), table.player
                before = piles(table, "discards")[player]


@pytest.mark.clause(12)
def test_an_uncovered_card_is_played_like_any_other():
    table = position(discards=("2♦ 10♥ 8♠", "9♦"), stocks=("K♥", "")).play("to opponent")
    assert table.legal() == ["turn"]
    table = position(discards=("2♦ 7♥ 8♠", "9♦"), stocks=("K♥", "")).play("to opponent")
    assert table.legal() == ["turn", "to opponent"]


@pytest.mark.clause("c2")
def test_a_turned_card_may_be_left_which_ends_the_turn():
    table = position(discards=("2♦", "7♦"), stocks=("K♥ 8♠", "")).play("turn", "end turn")
    assert (table.player, now(table, "phase"), now(table, "turns")) == (1, "play", 1)
    assert discards(table) == ["2♦ 8♠", "7♦"]


@pytest.mark.clause("c2")
def test_no_turn_ends_between_plays():
    for table in random_games():
        assert table.over or ("end turn" in table.legal()) == (
            now(table, "phase") == "turned" and "to foundation" not in table.legal()
        )


@pytest.mark.clause("c3")
def test_before_a_card_is_turned_the_top_card_may_be_played_and_need_not_be():
    table = position(discards=("2♦ 8♠", "7♦"), stocks=("K♥ J♠", ""))
    assert table.legal() == ["turn", "to opponent"]
    assert discards(table.copy().play("to opponent")) == ["2♦", "7♦ 8♠"]
    assert discards(table.copy().play("turn")) == ["2♦ 8♠ J♠", "7♦"]


# Turning over


@pytest.mark.clause(15, "c6")
def test_an_empty_stock_is_replaced_by_the_discard_pile_unshuffled():
    table = position(discards=("9♦ K♥ 4♠ J♥", "2♦")).play("turn")
    assert discards(table)[0] == "9♦"
    assert now(table, "stocks")[0] == "J♥ 4♠ K♥"
    assert table.player == 1


@pytest.mark.clause("c6")
def test_the_discard_pile_is_turned_over_only_when_a_card_is_to_be_turned():
    """Until then the other player can play onto it."""
    table = position(discards=("9♦ K♥ 4♠", "6♦"), stocks=("J♥", "Q♦ 2♣")).play("turn")
    assert now(table, "stocks")[0] == ""
    assert discards(table)[0] == "9♦ K♥ 4♠ J♥"
    table.play("turn")
    assert (table.player, table.legal()) == (0, ["turn"])
    table = position(discards=("9♦ K♥ 4♠", "6♦"), stocks=("J♥", "2♣ Q♦")).play("turn", "turn", "to opponent")
    assert discards(table)[0] == "9♦ K♥ 4♠ J♥ Q♦"
    table.play("turn")
    assert (table.player, table.legal()) == (0, ["turn"])
    assert now(table.play("turn"), "stocks")[0] == "Q♦ J♥ 4♠ K♥"


@pytest.mark.clause("c6")
def test_the_top_card_may_be_played_before_the_pile_is_turned_over():
    table = position(discards=("9♦ K♥ 5♠", "6♦"))
    assert table.legal() == ["turn", "to opponent"]
    assert now(table.play("to opponent", "turn"), "stocks")[0] == "K♥"


@pytest.mark.clause("c7")
def test_all_know_the_order_of_a_stock_that_has_been_a_discard_pile():
    table = position(discards=("9♦ K♥ 4♠ J♥", "2♦"), stocks=("", "8♣"))
    assert table.view_words(1)["discards"] == ["2♦", "9♦ K♥ 4♠ J♥"]
    table.play("turn")
    for player in range(2):
        stocks = table.view_words(player)["stocks"]
        assert stocks[player] == "J♥ 4♠ K♥"
        assert set(stocks[1 - player].split()) == {"?"}
        for seed in range(5):
            assert now(table.redeal(player, seed), "stocks")[0] == "J♥ 4♠ K♥"


@pytest.mark.clause("c7")
def test_cards_that_were_never_turned_are_unknown_and_all_ways_they_can_lie_equally_likely():
    clubs_and_red = f"A♣..K♣ {RED} A♠"
    table = position(("5♠..9♠", "10♠..K♠"), ("2♠ 3♠", "4♠"), clubs_and_red, seed=1)
    draws = count(compiled=1200, interpreted=300)
    found = Counter(tuple(now(table.redeal(draw % 2, draw), "stocks")) for draw in range(draws))
    assert set(found) == {(f"{one} {two}", three) for one, two, three in permutations(["2♠", "3♠", "4♠"])}
    assert min(found.values()) > draws / 6 / 1.5
    assert max(found.values()) < draws / 6 * 1.5


@pytest.mark.clause("c7")
def test_of_a_stock_never_turned_only_the_order_is_unknown_when_the_other_has_been_turned_over():
    table = position(("5♠..9♠", "10♠..K♠"), ("2♠ A♠", "4♠ 3♠"), f"A♣..K♣ {RED}", known=[1, 0])
    assert table.view_words(1)["stocks"] == ["? ?", "2♠ A♠"]
    found = {tuple(now(table.redeal(0, seed), "stocks")) for seed in range(20)}
    assert found == {("2♠ A♠", "4♠ 3♠"), ("2♠ A♠", "3♠ 4♠")}


# The end


@pytest.mark.clause(17, "c10")
def test_the_last_card_onto_the_others_pile_wins_at_once():
    table = position(discards=("8♠", "7♦"))
    assert has_won(table.play("to opponent"), 0)


@pytest.mark.clause(17, "c10")
@pytest.mark.parametrize("turned", [False, True])
def test_the_last_card_to_a_foundation_wins_at_once(turned):
    if turned:
        table = position(discards=("", "7♦"), stocks=("A♠", ""), home="").play("turn", "to foundation")
    else:
        table = position(discards=("A♠", "7♦")).play("to foundation")
    assert has_won(table, 0)


@pytest.mark.clause(17)
def test_a_card_left_in_the_stock_or_the_pile_does_not_win():
    assert not position(discards=("8♠", "7♦"), stocks=("A♠", "")).play("to opponent").over
    assert not position(discards=("A♠ 8♠", "7♦")).play("to opponent").over


@pytest.mark.clause(17)
def test_player_1_wins_too():
    table = position(discards=("7♦", "8♠"), rest=0, player=1)
    assert has_won(table.play("to opponent"), 1)


@pytest.mark.clause(18)
def test_all_52_cards_are_always_there():
    for table in random_games(allow_miss=True):
        assert table.count_cards()[:CARDS].tolist() == [1] * CARDS
        assert len(home(table)) + cards_left(table, 0) + cards_left(table, 1) == CARDS


@pytest.mark.clause("c10", 17)
def test_there_always_is_a_card_to_turn():
    for table in random_games():
        assert (cards_left(table, 0) * cards_left(table, 1) == 0) == table.over
        if not table.over and now(table, "phase") == "play":
            assert table.legal()[0] == "turn" or table.legal() == ["to foundation"]


def test_foundations_grow_within_as_many_turns_as_the_rules_can_need():
    """The page proves it: for each card in play but one, each player needs at most one turn."""
    at_home, since = 0, 0
    for table in random_games(20, 3):
        if now(table, "steps") == 0 or len(home(table)) > at_home:
            at_home, since = len(home(table)), now(table, "turns")
        assert now(table, "turns") - since <= 2 * (CARDS - at_home - 1)


@pytest.mark.slow
@pytest.mark.parametrize("order", [None, NEVER_GIVE, ALWAYS_GIVE], ids=["any", "never give", "always give"])
@pytest.mark.parametrize("seeds", [range(1), nightly(range(1, 10))], ids=len)
def test_every_game_ends_by_itself(seeds, order):
    """10,000 games are random or of players who take the first legal one of these actions; each night 90,000 more."""
    assert MOST_TURNS > sum(2 * (cards - 1) for cards in range(2, CARDS + 1)) == MOST_TURNS_BY_THE_RULES
    batch = Batch(
        GAME, count(compiled=10_000, interpreted=20), bots=bots(GAME), restart=False, max_turns=MOST_TURNS_BY_THE_RULES
    )
    for seed in seeds:
        batch.reset(seed=seed * batch.num_tables)
        while not batch.records["over"].all():
            batch.step(batch.sample_actions() if order is None else order[batch.action_masks[:, order].argmax(axis=1)])
        assert not batch.records["truncated"].any()


@pytest.mark.clause("c11")
@pytest.mark.parametrize("max_turns", [10, 25])
def test_a_game_that_is_stopped_is_a_draw(max_turns):
    table = play_out(GAME.table(seed=1, max_turns=max_turns))
    assert table.words("over", "truncated", "turns") == {"over": True, "truncated": True, "turns": max_turns}
    assert table.words("score", "reward") == {"score": [0, 0], "reward": [0, 0]}


# Missed plays


def missing(**words):
    """Player 0 may play 6♣ to its foundation, or onto player 1's discard pile."""
    return position(**{"discards": ("J♦ 6♣", "7♦"), "stocks": ("K♥ 9♠", ""), "home": "A♣..5♣"} | MISSING | words)


@pytest.mark.clause(16, "c1")
def test_with_allow_miss_a_player_may_do_something_else():
    assert missing().legal() == ["turn", "to opponent", "to foundation"]
    assert missing(phase="turned").legal() == ["to opponent", "end turn", "to foundation"]
    assert missing(discards=("J♦ 6♣", "8♦")).legal() == ["turn", "to foundation"]
    assert missing(discards=("J♦", "8♦"), stocks=("K♥ 6♣", "")).play("turn").legal() == ["end turn", "to foundation"]


@pytest.mark.clause(16, "c1")
@pytest.mark.parametrize(("phase", "missed"), [("play", "turn"), ("play", "to opponent"), ("turned", "end turn")])
def test_the_other_player_is_asked_before_a_miss_is_done(phase, missed):
    table = missing(phase=phase)
    before = [*piles(table, "stocks"), *piles(table, "discards")]
    table.play(missed)
    assert (table.player, now(table, "phase")) == (1, "stop")
    assert table.legal() == ["let pass", "force", "take over"]
    assert [*piles(table, "stocks"), *piles(table, "discards")] == before
    assert [table.view_words(player)["missed"] for player in range(2)] == [missed.replace(" ", "_")] * 2


@pytest.mark.clause("c1")
def test_a_play_to_a_foundation_is_not_asked_about():
    table = missing().play("to foundation")
    assert (table.player, now(table, "phase")) == (0, "play")
    table = position(discards=("J♦ 8♦", "7♦"), stocks=("K♥ 9♠", ""), **MISSING)
    assert table.legal() == ["turn", "to opponent"]
    assert now(table.play("turn"), "phase") == "play"


@pytest.mark.clause("c1")
@pytest.mark.parametrize(
    ("phase", "missed", "after", "player"),
    [
        ("play", "turn", ["J♦ 6♣ 9♠", "7♦"], 1),
        ("play", "to opponent", ["J♦", "7♦ 6♣"], 0),
        ("turned", "to opponent", ["J♦", "7♦ 6♣"], 0),
        ("turned", "end turn", ["J♦ 6♣", "7♦"], 1),
    ],
)
def test_a_miss_that_is_let_pass_is_done(phase, missed, after, player):
    table = missing(phase=phase).play(missed, "let pass")
    assert discards(table) == after
    assert home(table) == {"A♣", "2♣", "3♣", "4♣", "5♣"}
    assert table.words("player", "phase", "missed") == {"player": player, "phase": "play", "missed": None}
    assert now(table, "turns") == player


@pytest.mark.clause(16, "c1")
@pytest.mark.parametrize(("phase", "missed"), [("play", "turn"), ("play", "to opponent"), ("turned", "end turn")])
def test_stop_may_force_the_play_and_the_player_goes_on(phase, missed):
    table = missing(phase=phase).play(missed, "force")
    assert discards(table) == ["J♦", "7♦"]
    assert home(table) == {"A♣", "2♣", "3♣", "4♣", "5♣", "6♣"}
    assert table.words("player", "phase", "missed") == {"player": 0, "phase": "play", "missed": None}
    assert (now(table, "turns"), table.legal()) == (0, ["turn"])


@pytest.mark.clause(16, "c1")
@pytest.mark.parametrize(("phase", "missed"), [("play", "turn"), ("play", "to opponent"), ("turned", "end turn")])
def test_stop_may_end_the_turn_and_nothing_is_done(phase, missed):
    table = missing(phase=phase)
    before = [*piles(table, "stocks"), *piles(table, "discards")]
    table.play(missed, "take over")
    assert [*piles(table, "stocks"), *piles(table, "discards")] == before
    assert home(table) == {"A♣", "2♣", "3♣", "4♣", "5♣"}
    assert table.words("player", "phase", "missed") == {"player": 1, "phase": "play", "missed": None}
    assert (now(table, "turns"), table.legal()) == (1, ["turn", "to opponent"])


@pytest.mark.clause(16, 17)
def test_a_forced_last_card_wins():
    table = position(discards=("6♣", "7♦"), home="A♣..5♣", **MISSING).play("turn", "force")
    assert has_won(table, 0)


@pytest.mark.clause("c1")
def test_a_player_may_miss_again_and_again_until_the_game_is_stopped():
    """With this option, a game need not end by itself."""
    table = GAME.table(seed=1, allow_miss=True)
    while not table.over:
        legal = table.legal()
        table.play(next(words for words in ("let pass", "end turn", "turn") if words in legal))
    assert table.words("truncated", "turns", "reward") == {"truncated": True, "turns": MOST_TURNS, "reward": [0, 0]}
    assert len(home(table)) < 4


@pytest.mark.clause("c1")
def test_without_allow_miss_nobody_is_asked():
    for table in random_games():
        assert now(table, "phase") != "stop"
        assert len(table.legal()) == 1 or "to foundation" not in table.legal()


@pytest.mark.clause("c11")
def test_a_seat_sees_how_many_turns_are_left():
    table = position(discards=("9♦", "2♦"), stocks=("K♥ J♠", "Q♠ 9♠"), options={"max_turns": 10}, turns=7)
    for left in (3, 2, 1):
        assert [table.view_words(player)["turns_left"] for player in range(2)] == [left, left]
        table.play("turn")
    assert table.over


# Written positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"stock": "K♦"}, "stock"),
        ({"home": "2♣"}, "foundations"),
        ({"home": "A♣ 3♣"}, "foundations"),
        ({"discards": ("", "7♦"), "stocks": ("", "")}, "stocks"),
        ({"turns": MOST_TURNS}, "turns"),
        ({"discards": ("", "7♦"), "stocks": ("9♦", ""), "phase": "turned"}, "discards"),
        ({"missed": "turn"}, "missed"),
        ({"phase": "stop"}, "missed"),
        ({"phase": "stop", "missed": "turn"}, "phase"),
        ({"phase": "stop", "missed": "turn", "player": 1} | MISSING, "phase"),
        ({"phase": "stop", "missed": "to_opponent", "player": 1, "discards": ("A♦", "7♦")} | MISSING, "missed"),
    ],
)
def test_positions_that_cannot_be_are_refused(words, problem):
    with pytest.raises(ValueError, match=f"position: {problem}"):
        position(**{"discards": ("9♦", "7♦"), "stocks": ("2♦", "")} | words)


# The scripted players


def endings(games, choices):
    """The last positions of novices' games with a choice."""
    novice, generator = find_agent("novice", GAME), agent_generator(1)
    for seed in range(games):
        table, kept = GAME.table(seed), []
        while not table.over:
            if table.mask.sum() > 1 and table.state.known.all():
                kept.append(table.copy())
            table.step(novice.act(table.view(table.player), table.mask, generator))
        yield from kept[-choices:]


def winner(table, choices, found):
    """The winner of optimal play, by brute force; None if it is unknown after so many choices or too many positions.

    ``found`` caches the results of actions.
    """
    while not table.over and table.mask.sum() == 1:
        table.step(int(table.mask.argmax()))
    if table.over:
        return int(table.state.score.argmax())
    if choices == 0 or len(found) > 500:
        return None
    position = (
        choices,
        table.player,
        int(table.state.phase),
        table.state.stocks.tobytes(),
        table.state.discards.tobytes(),
    )
    if position not in found:
        results = winners(table, choices, found)
        if table.player in results.values():
            found[position] = table.player
        else:
            found[position] = None if None in results.values() else 1 - table.player
    return found[position]


def winners(table, choices, found):
    """The winner after each legal action."""
    results = {}
    for action in np.flatnonzero(table.mask).tolist():
        after = table.copy()
        after.step(action)
        results[action] = winner(after, choices - 1, found)
    return results


@pytest.mark.skipif(INTERPRETED, reason="the search is slow as plain Python")
def test_the_expert_wins_what_can_be_searched_to_the_end():
    expert, generator = find_agent("expert", GAME), agent_generator(1)
    settled = 0
    for table in endings(games=20, choices=5):
        results = winners(table, CHOICES, {})
        if set(results.values()) == {0, 1}:
            action = expert.act(table.view(table.player), table.mask, generator)
            assert results[action] == table.player
            settled += 1
    assert settled > 10


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="many moves are slow as plain Python")
@pytest.mark.parametrize(("better", "worse"), [("novice", "random"), nightly("expert", "novice")])
def test_with_allow_miss_each_agent_beats_the_one_before(better, worse):
    agents = find_agent(better, GAME), find_agent(worse, GAME)
    assert compare(GAME, *agents, 200, options={"allow_miss": True}).low > 0
