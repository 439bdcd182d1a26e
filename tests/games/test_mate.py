"""The rules of Mate, clause by clause. Cards that a position does not name have been played."""

from itertools import permutations

import numpy as np
import pytest

from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.envs.games.mate import GAME
from tests.playing import count, now, walk

RANKS = ("A", "10", "K", "Q", "7")
SUITS = "♣♠♥♦"
PACK = [rank + suit for suit in SUITS for rank in RANKS]


def position(own, others, lead=None, leader=0, **words):
    """The leader holds the first hand and is about to lead, or has led already. Each has been dealt ten cards."""
    named = [*own.split(), *others.split(), *([lead] if lead else [])]
    gone = [card for card in PACK if card not in named]
    played = 10 - len(own.split()) - (lead is not None)
    fronts = [" ".join([*gone[:played], *([lead] if lead else [])]), " ".join(gone[played:])]
    order = 1 if leader == 0 else -1
    fields = {"hands": [own, others][::order], "played": fronts[::order], "lead": lead}
    return GAME.position(player=leader if lead is None else 1 - leader, **fields, **words)


def before_mate(card, move, **words):
    """The leader can mate with this card in this move; the other hand has nothing of its suit or rank."""
    others = [other for other in PACK if other[:-1] != card[:-1] and other[-1] != card[-1]]
    theirs = others[: 11 - move]
    own = [other for other in PACK if other not in theirs and other != card][: 10 - move]
    return position(" ".join([card, *own]), " ".join(theirs), **words)


def cards(words):
    return set(words.split())


def scored(table):
    """The points of both players."""
    return tuple(now(table, "score"))


def play_games(table, games, seed=0):
    """Play at random until so many games of the match are over; returns the table itself."""
    choose = np.random.default_rng(seed)
    while not table.over and now(table, "games_over") < games:
        table.step(int(choose.choice(np.flatnonzero(table.mask))))
    return table


# The cards


@pytest.mark.clause(1, "c3")
def test_each_of_the_20_cards_is_there_once():
    assert sorted(CARD_WORDS[card] for card in GAME.pack) == sorted(PACK)
    hands = now(GAME.table(seed=1), "hands")
    assert sorted(" ".join(hands).split()) == sorted(PACK)


@pytest.mark.clause(1)
@pytest.mark.parametrize("num_players", [1, 3])
def test_two_play(num_players):
    with pytest.raises(ValueError, match="must be 2"):
        GAME.table(num_players=num_players)


@pytest.mark.clause(2, "c2")
@pytest.mark.parametrize("dealer", [0, 1])
def test_ten_cards_each_are_dealt_one_by_one_and_all_are_played_with(dealer):
    table = GAME.table(deck=PACK, dealer=dealer)
    hands = now(table, "hands")
    assert cards(hands[1 - dealer]) == set(PACK[0::2])
    assert cards(hands[dealer]) == set(PACK[1::2])
    assert set(table.legal()) == {f"play {card}" for card in PACK[1::2]}


@pytest.mark.clause(2)
def test_both_players_see_both_hands():
    table = GAME.table(seed=3)
    hands = now(table, "hands")
    assert table.view_words(0)["hands"] == hands
    assert table.view_words(1)["hands"] == hands[::-1]


@pytest.mark.clause(16)
def test_no_stock_is_left_in_any_game():
    table = GAME.table(seed=3)
    for _ in walk(table, seed=3):
        assert now(table, "stock") == ""
        assert sorted(" ".join(now(table, "hands") + now(table, "played")).split()) == sorted(PACK)


# Moves


@pytest.mark.clause(4, "c4")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_dealer_leads_any_card_and_the_other_player_answers(dealer):
    table = GAME.table(seed=3, dealer=dealer)
    hand = now(table, "hands")[dealer]
    assert table.player == dealer
    assert set(table.legal()) == {f"play {card}" for card in hand.split()}
    card = hand.split()[0]
    table.play(f"play {card}")
    assert (table.player, now(table, "lead")) == (1 - dealer, card)


@pytest.mark.clause("c4")
def test_the_first_dealer_is_drawn():
    assert {now(GAME.table(seed=seed), "dealer") for seed in range(20)} == {0, 1}


@pytest.mark.clause(5, "c5")
@pytest.mark.parametrize(
    ("lead", "hand", "answers"),
    [
        ("K♥", "A♥ 7♥ K♣ 10♠", {"A♥", "7♥"}),
        ("K♥", "7♥ K♣ K♠ K♦", {"7♥"}),
        ("K♥", "A♣ K♣ K♦ 10♠", {"K♣", "K♦"}),
        ("K♥", "A♣ K♦ 10♠ 7♦", {"K♦"}),
    ],
    ids=["of the suit", "of the suit though the rank is held", "of the rank", "the only one"],
)
def test_the_answer_is_of_the_suit_and_only_without_one_of_the_rank(lead, hand, answers):
    table = position("A♠ Q♠ 7♠", hand, lead)
    assert set(table.legal()) == {f"play {card}" for card in answers}


@pytest.mark.clause(6)
def test_a_lead_without_an_answer_ends_the_game():
    table = position("K♥ Q♥ A♣", "A♠ 10♦ 7♠").play("play K♥")
    assert (now(table, "games_over"), now(table, "lead"), scored(table)) == (1, None, (32, 0))


@pytest.mark.clause(6)
@pytest.mark.parametrize("hand", ["7♥ 10♦ 7♠", "A♠ 10♦ K♠"], ids=["the suit", "the rank"])
def test_a_lead_with_an_answer_is_no_mate(hand):
    table = position("K♥ Q♥ A♣", hand).play("play K♥")
    assert (now(table, "games_over"), table.player, scored(table)) == (0, 1, (0, 0))


@pytest.mark.clause(6)
def test_only_a_lead_mates():
    """After the answer player 1 has no card that matches anything of player 0, and nothing happens before a lead."""
    table = position("A♥ 10♥", "7♣ Q♣ K♦", "K♠").play("play K♦")
    assert (now(table, "games_over"), table.player, scored(table)) == (0, 0, (0, 0))


@pytest.mark.clause(3, 7)
@pytest.mark.parametrize("suit", SUITS)
def test_of_two_cards_of_a_suit_the_higher_rank_wins_and_leads(suit):
    other = "7♦" if suit != "♦" else "7♣"
    for lead, answer in permutations(RANKS, 2):
        rest = next(card for card in PACK if card not in (lead + suit, answer + suit, other))
        table = position(rest, f"{answer + suit} {other}", lead + suit).play(f"play {answer}{suit}")
        winner = 0 if RANKS.index(lead) < RANKS.index(answer) else 1
        assert (table.player, now(table, "lead")) == (winner, None), (lead, answer)


@pytest.mark.clause(3, 7, "c1")
@pytest.mark.parametrize("rank", RANKS)
def test_of_two_cards_of_a_rank_the_higher_suit_wins_and_leads(rank):
    for lead, answer in permutations(SUITS, 2):
        rest, other = [rank + suit for suit in SUITS if suit not in (lead, answer)]
        table = position(rest, f"{rank + answer} {other}", rank + lead).play(f"play {rank}{answer}")
        winner = 0 if SUITS.index(lead) < SUITS.index(answer) else 1
        assert (table.player, now(table, "lead")) == (winner, None), (lead, answer)


@pytest.mark.clause("c1")
def test_spades_are_above_hearts():
    assert position("7♦", "10♥ Q♦", "10♠").play("play 10♥").player == 0
    assert position("7♦", "10♠ Q♦", "10♥").play("play 10♠").player == 1


@pytest.mark.clause(16)
def test_no_suit_beats_a_higher_card_of_another_suit():
    """Clubs, the highest suit, may not be played to a diamond that can be followed."""
    table = position("Q♥ Q♠", "A♣ K♣ 7♦", "K♦")
    assert table.legal() == ["play 7♦"]
    assert table.play("play 7♦").player == 0


@pytest.mark.clause(8, 12)
@pytest.mark.parametrize("leader", [0, 1])
def test_one_player_may_lead_to_all_ten_moves_and_without_a_mate_nobody_scores(leader):
    """The player with clubs and spades takes the hearts and diamonds of each rank."""
    deck = [card for rank in RANKS for card in (f"{rank}♥", f"{rank}♣", f"{rank}♦", f"{rank}♠")]
    table = GAME.table(deck=deck, dealer=leader)
    for rank in RANKS:
        for lead, answer in ("♣♥", "♠♦"):
            assert (table.player, now(table, "games_over")) == (leader, 0)
            table.play(f"play {rank}{lead}", f"play {rank}{answer}")
    assert (now(table, "games_over"), now(table, "steps"), scored(table)) == (1, 20, (0, 0))


@pytest.mark.clause(12)
def test_an_answered_tenth_move_ends_the_game_whoever_wins_it():
    for lead, answer in (("A♣", "7♣"), ("7♣", "A♣")):
        table = position("", answer, lead).play(f"play {answer}")
        assert (now(table, "games_over"), scored(table)) == (1, (0, 0))


@pytest.mark.clause(9)
def test_played_cards_lie_in_front_of_their_player_until_the_game_is_over():
    for seed in range(count(compiled=20, interpreted=4)):
        table = GAME.table(seed=seed)
        fronts = [set(), set()]
        for action in walk(table, seed):
            player, games, card = table.player, now(table, "games_over"), CARD_WORDS[GAME.pack[action]]
            assert [cards(front) for front in now(table, "played")] == fronts
            after = table.copy()
            after.step(action)
            fronts[player].add(card)
            if after.over:
                break
            if now(after, "games_over") > games:
                fronts = [set(), set()]
            else:
                assert not fronts[player] & cards(now(after, "hands")[player])


# Points


@pytest.mark.clause(10, "c6")
@pytest.mark.parametrize(
    ("card", "move", "points"),
    [
        ("A♦", 1, 11),
        ("10♥", 1, 10),
        ("7♠", 1, 7),
        ("K♣", 1, 4),
        ("Q♦", 1, 3),
        ("K♦", 7, 28),
        ("7♥", 3, 21),
        ("Q♠", 9, 27),
        ("10♣", 10, 100),
        ("A♠", 10, 110),
    ],
)
def test_a_mate_scores_what_the_card_counts_times_the_number_of_the_move(card, move, points):
    table = before_mate(card, move)
    assert table.view_words(0)["move"] == move
    assert scored(table.play(f"play {card}")) == (points, 0)


@pytest.mark.clause(10)
def test_the_number_of_the_move_is_counted_in_play():
    """K♣ takes 7♣ in the eighth move and mates are possible in the ninth: a king scores 36."""
    table = position("K♣ K♦ Q♥", "7♣ A♠ 10♠").play("play K♣", "play 7♣", "play K♦")
    assert scored(table) == (36, 0)


@pytest.mark.clause(11)
@pytest.mark.parametrize(("leader", "score"), [(0, (49, 7)), (1, (5, 51))])
def test_the_other_player_of_a_mate_scores_nothing(leader, score):
    assert scored(before_mate("A♠", 4, leader=leader, games_over=1, score=[5, 7]).play("play A♠")) == score


@pytest.mark.clause(6, 11)
def test_in_random_games_nobody_scores_but_by_a_lead():
    mates = 0
    for seed in range(count(compiled=60, interpreted=15)):
        table = GAME.table(seed=seed)
        for action in walk(table, seed):
            after = table.copy()
            after.step(action)
            points = [then - before for before, then in zip(scored(table), scored(after), strict=True)]
            assert points[1 - table.player] == 0
            assert points[table.player] == 0 or now(table, "lead") is None
            mates += points[table.player] > 0
    assert mates > count(compiled=60, interpreted=15)


# Rounds and matches


@pytest.mark.clause(13)
@pytest.mark.parametrize("dealer", [0, 1])
def test_in_the_second_game_of_a_round_hands_and_the_dealer_are_exchanged(dealer):
    for seed in range(count(compiled=20, interpreted=5)):
        table = GAME.table(seed=seed, dealer=dealer)
        dealt = now(table, "hands")
        play_games(table, 1, seed)
        assert table.words("hands", "played", "lead", "games_over") == {
            "hands": dealt[::-1],
            "played": ["", ""],
            "lead": None,
            "games_over": 1,
        }
        assert (now(table, "dealer"), table.player) == (1 - dealer, 1 - dealer)


@pytest.mark.clause(14)
@pytest.mark.parametrize("dealer", [0, 1])
def test_a_match_is_two_rounds_with_the_pack_shuffled_between_them(dealer):
    other = 1 - dealer
    new_hands = set()
    for seed in range(count(compiled=20, interpreted=5)):
        table = GAME.table(deck=PACK, seed=seed, dealer=dealer)
        hands, dealers, leaders = [], [], []
        for games in range(4):
            assert (now(table, "games_over"), table.over) == (games, False)
            hands.append(now(table, "hands"))
            dealers.append(now(table, "dealer"))
            leaders.append(table.player)
            play_games(table, games + 1, seed + games)
        assert table.over
        assert dealers == leaders == [dealer, other, other, dealer]
        assert hands[1] == hands[0][::-1]
        assert hands[3] == hands[2][::-1]
        assert hands[2] not in hands[:2]
        new_hands.add(hands[2][0])
    assert len(new_hands) > count(compiled=15, interpreted=4)


@pytest.mark.clause(14)
def test_a_second_round_is_dealt_from_the_shuffled_pack_evenly():
    """Each card comes to each player about equally often."""
    games = count(compiled=400, interpreted=60)
    held = np.zeros(20)
    for seed in range(games):
        table = position("A♣", "7♦", games_over=1, seed=seed).play("play A♣")
        assert now(table, "games_over") == 2
        held += table.state.hands[0, list(GAME.pack)]
    assert np.abs(held / games - 0.5).max() < 5 * np.sqrt(0.25 / games)


@pytest.mark.clause(15)
@pytest.mark.parametrize(("score", "rewards"), [([0, 109], [1, -1]), ([0, 111], [-1, 1]), ([300, 111], [1, -1])])
def test_the_better_total_after_the_last_game_wins(score, rewards):
    table = before_mate("A♠", 10, games_over=3, score=score).play("play A♠")
    assert table.over
    assert not now(table, "truncated")
    assert scored(table) == (score[0] + 110, score[1])
    assert now(table, "reward") == rewards


@pytest.mark.clause("c7")
def test_equal_totals_are_a_draw():
    table = before_mate("A♠", 10, games_over=3, score=[0, 110]).play("play A♠")
    assert table.over
    assert now(table, "reward") == [0, 0]
    assert table.ranks() == [1, 1]


@pytest.mark.clause(15)
def test_nothing_is_won_before_the_last_game():
    for games in range(3):
        table = before_mate("A♠", 10, games_over=games, score=[110 * games, 0]).play("play A♠")
        assert not table.over
        assert now(table, "reward") == [0, 0]


def test_a_short_match_is_one_round():
    for seed in range(5):
        table = GAME.table(seed=seed, rounds=1)
        assert not play_games(table, 1).over
        play_games(table, 2)
        assert table.over
        assert now(table, "games_over") == 2


def test_a_game_has_20_steps_at_most():
    longest = 0
    for seed in range(count(compiled=50, interpreted=10)):
        table = GAME.table(seed=seed)
        for game in range(1, 5):
            before = now(table, "steps")
            longest = max(longest, now(play_games(table, game, seed), "steps") - before)
        assert table.over
    assert longest <= 20


@pytest.mark.parametrize(("rounds", "reward"), [(2, 0.25), (1, 0.5)])
def test_the_score_reward_is_the_share_of_what_could_be_scored(rounds, reward):
    """110 of 110 for each of the two or four games."""
    table = before_mate("A♠", 10, options={"rounds": rounds}, reward="score").play("play A♠")
    assert now(table, "reward") == [reward, -reward]


def test_a_point_is_worth_the_same_in_the_last_game():
    table = before_mate("K♦", 7, games_over=3, score=[3, 100], reward="score").play("play K♦")
    assert now(table, "reward") == [round(28 / 440, 6), round(-28 / 440, 6)]


# A seat's view


def test_a_seat_sees_everything_from_its_own_chair():
    table = position("7♠ Q♥", "A♣ K♦ 10♣", "K♣", games_over=2, score=[20, 44], dealer=1)
    played = now(table, "played")
    assert table.view_words(1) == {
        "hands": now(table, "hands")[::-1],
        "played": played[::-1],
        "lead": "K♣",
        "turn": [1, 0],
        "dealer": [1, 0],
        "move": 8,
        "scores": [44, 20],
        "games_to_come": 1,
    }
    assert table.view_words(0) == {
        "hands": now(table, "hands"),
        "played": played,
        "lead": "K♣",
        "turn": [0, 1],
        "dealer": [0, 1],
        "move": 8,
        "scores": [20, 44],
        "games_to_come": 1,
    }


def test_the_move_is_the_same_before_and_after_the_lead():
    table = position("K♣ K♦ Q♥", "7♣ A♠ 10♠")
    assert table.view_words(0)["move"] == 8
    assert table.play("play K♣").view_words(0)["move"] == 8
    assert table.play("play 7♣").view_words(1)["move"] == 9


@pytest.mark.parametrize(("rounds", "left"), [(2, [3, 2, 1, 0, 0]), (1, [1, 0, 0])])
def test_games_to_come_are_those_after_this_one(rounds, left):
    table = GAME.table(seed=2, rounds=rounds)
    seen = [table.view_words(0)["games_to_come"]]
    for game in range(1, 2 * rounds + 1):
        seen.append(play_games(table, game).view_words(0)["games_to_come"])
    assert seen == left


def test_after_the_match_the_last_game_is_still_seen():
    mated = before_mate("A♠", 6, games_over=3).play("play A♠").view_words(1)
    assert (mated["lead"], mated["move"]) == ("A♠", 6)
    assert "A♠" in cards(mated["played"][1])
    answered = position("", "7♣", "A♣", games_over=3).play("play 7♣").view_words(1)
    assert (answered["lead"], answered["move"]) == (None, 10)


# Written positions


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"hands": ["A♣ 7♦", ""]}, "each player has been dealt 10 cards"),
        ({"stock": "A♣", "hands": ["", "7♦"]}, "each player has been dealt 10 cards"),
        ({"games_over": 2, "options": {"rounds": 1}}, "the game is over after 2"),
        ({"score": [1, 0]}, "at most 110 points for each game that is over"),
        ({"over": True, "games_over": 4}, "without cards a game is over"),
        ({"lead": "A♣"}, "the leader has played it"),
        ({"lead": "K♠", "player": 0}, "one card less"),
    ],
)
def test_a_position_that_cannot_be_is_refused(words, problem):
    fields = position("A♣", "7♦").words("hands", "played", "lead", "player", "games_over", "score")
    with pytest.raises(ValueError, match=problem):
        GAME.position(**fields | words)


def test_a_lead_that_mates_is_not_waited_on():
    with pytest.raises(ValueError, match="it is a mate"):
        position("A♠", "7♦ 10♦", "K♣")
