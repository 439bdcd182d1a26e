"""Hearts against OpenSpiel's, hand by hand in lockstep; `make test-openspiel` runs this.

OpenSpiel's hands are single ones of four players. Ours follow one another, so that each direction of the pass occurs,
with all of its options, and some deals make a player shoot the moon or hold points alone. OpenSpiel's player 0
sits to the dealer's left, passes cards in any order and gets 26 less the points. The code of a card is four times the
rank, the 2 being 0, and then the suit. Nothing else differs, but for the defaults: there Q♠ breaks hearts.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of hands.
"""

import os

import numpy as np
import pyspiel

from cardzoo.envs.engine import CARDS
from cardzoo.envs.engine.cards import card_words, parse_cards, rank_ace_high
from cardzoo.envs.games.hearts import GAME, PASS
from results.openspiel_games import HEARTS, HEARTS_FLAGS, by_rank

HANDS = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "300"))
SEATS = 4
HIGH = parse_cards("A♣ K♣ Q♣ A♦ K♦ Q♦ A♥ K♥ Q♥ J♥ A♠ K♠ Q♠")
POINTS = parse_cards("2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ Q♠")


def test_cards_have_the_same_words():
    state = pyspiel.load_game("hearts").new_initial_state()
    state.apply_action(0)
    for card in range(CARDS):
        word = card_words([card]).replace("10", "T").translate(str.maketrans("♣♦♥♠", "CDHS"))
        assert state.action_to_string(-1, by_rank(card)) == word


def test_hands_in_lockstep():
    seen = dict.fromkeys(("hands", "moon", "points first", "unbroken", "jack", "no trick"), 0)
    match = 0
    while seen["hands"] < HANDS:
        play_match(np.random.default_rng(match), match % 4, seen)
        match += 1
    print(f"\n{seen}")
    assert min(seen.values()) > 0


def play_match(generator, kind, seen):
    """One hand with high cards or points in one hand, or four ordinary ones, in both games."""
    ours = {name: bool(generator.integers(2)) for name in (*HEARTS_FLAGS.values(), "points_first")}
    given = {0: HIGH, 1: POINTS}.get(kind)
    if given is None:
        table = GAME.table(seed=int(generator.integers(1 << 32)), dealer=int(generator.integers(4)), hands=4, **ours)
    else:
        rest = generator.permutation([card for card in range(CARDS) if card not in given]).tolist()
        place = generator.integers(4)
        deck = [(given if turn % 4 == place else rest).pop() for given in [given.copy()] for turn in range(CARDS)]
        table = GAME.table(deck=deck, hands=1, passing="hold", **ours)
    while not table.over:
        play_hand(table, generator, kind, seen)


def play_hand(table, generator, kind, seen):
    """One hand of both games with the same cards and the same actions."""
    first, before = HEARTS.first(table), table.state.score[:SEATS].copy()
    theirs, over = HEARTS.deal(table), int(table.state.hands_over)
    while table.state.hands_over == over:
        assert theirs.current_player() == HEARTS.player(table)
        legal = np.flatnonzero(table.mask)
        if legal[0] >= PASS:
            left = table.state.hands[table.player] - table.state.passed[table.player]
            assert sorted(map(by_rank, np.flatnonzero(left))) == theirs.legal_actions()
            action = int(generator.choice(legal))
        else:
            assert sorted(map(HEARTS.translate, legal)) == theirs.legal_actions()
            count_rare(table, legal, seen)
            action = int(max(legal, key=rank_ace_high) if kind == 0 else generator.choice(legal))
        HEARTS.follow(theirs, table, action)
        table.step(action)
    points = before - table.state.score[:SEATS]
    assert theirs.is_terminal()
    assert theirs.returns() == (26.0 - np.roll(points, -first)).tolist()
    seen["hands"] += 1
    seen["moon"] += bool((points >= 16).sum() == 3)
    seen["jack"] += bool(points.sum() in (16, 68))
    seen["no trick"] += bool((points == -5).any())


def count_rare(table, legal, seen):
    """Count the rare events of random hands."""
    state = table.state
    hearts = (np.array(legal) // 13 == 2).any()
    if (state.trick < 0).all():
        seen["unbroken"] += bool(hearts and not state.taken[:, 26:39].any())
    elif not state.taken.any():
        seen["points first"] += bool(hearts)
