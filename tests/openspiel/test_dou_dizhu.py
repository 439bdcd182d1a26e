"""Dou Dizhu against OpenSpiel's and RLCard's, whole move by whole move in lockstep; `make test-openspiel` runs this.

RLCard's rules are the defaults without a bidding. It has no points: the winner's side is compared. Its dealer takes
the order of the cards from a generator, which here is the deck.

OpenSpiel differs in these points (numbers of the game's page), for which there are options or which are allowed for:

- Rule 5: its code lists no chain and no plane alone that begins with a rank of which the hand has four cards.
- Rule 8: after the rocket its code lists bombs as well.

- Rule 10: all doublings count there, here as many as the option allows.
- Choice 1: it allows three cards next to a plane to be carried, and has no fours with two singles or pairs.
- Choice 4: a hand is void when all have passed.
- Choice 5: a card turned up decides who bids first; here that is the first card, which player 0 receives.
- Choice 6: its bidding goes on until two have passed in a row, so it is fed passes after the third word.

``CARDZOO_OPENSPIEL_GAMES`` sets the number of games with each.
"""

import os

import numpy as np
import pyspiel
from rlcard.games.doudizhu.game import DoudizhuGame

from cardzoo.envs.engine import CARDS_AND_JOKERS
from cardzoo.envs.engine.cards import RANK_WORDS, parse_card
from cardzoo.envs.families import climbing, rank_sets
from cardzoo.envs.families.climbing import Sort
from cardzoo.envs.families.rank_sets import ALL_RANKS, CODES, SMALL_JOKER
from cardzoo.envs.games.dou_dizhu import BID, CARRY, GAME, KIND, PASS, Phase, is_spring

GAMES = int(os.environ.get("CARDZOO_OPENSPIEL_GAMES", "300"))
NATURAL = ["T" if RANK_WORDS[code] == "10" else RANK_WORDS[code] for code in CODES[:SMALL_JOKER]]
RLCARD_RANKS = [*NATURAL, "B", "R"]
OPENSPIEL_RANKS = [*NATURAL, "(BWJ)", "(CJ)"]
OPENSPIEL = {"adjoining": True, "quads": False, "all_pass": "void", "redeals": 0, "doublings": 8}
BOMBS = range(26_043, 26_056)  # OpenSpiel's
ROCKET = climbing.KINDS - 1
WITH_WINGS = (Sort.PLANE_WITH_SINGLES, Sort.PLANE_WITH_PAIRS)


def whole_moves(table):
    """The legal moves of a turn that begins: pairs of a kind and the units of each rank that it carries."""
    counts, none = np.zeros(ALL_RANKS, np.int64), np.zeros(ALL_RANKS, np.int16)
    rank_sets.count_ranks(table.state.hands[table.player], counts)
    mask = np.zeros_like(table.mask)
    left = [(int(action) - KIND, none) for action in np.flatnonzero(table.mask) if action != PASS]
    while left:
        kind, carried = left.pop()
        if climbing.left_to_carry(kind, carried) == 0:
            yield kind, carried
            continue
        mask[:] = 0
        climbing.mask_carried(counts, carried, kind, table.state.options, CARRY, mask)
        for action in np.flatnonzero(mask):
            more = carried.copy()
            more[action - CARRY] += 1
            left.append((kind, more))


def play(table, kind, carried):
    """Play a whole move, step by step."""
    table.step(KIND + kind)
    for rank in range(ALL_RANKS):
        for _ in range(carried[rank]):
            table.step(CARRY + rank)


def spell(kind, carried, names, apart=False):
    """A move as a string of its ranks from the lowest up; with ``apart`` what a plane carries comes last."""
    counts = [climbing.count_in(kind, carried, rank) for rank in range(ALL_RANKS)]
    if apart and climbing.SORT[climbing.SHAPE_OF[kind]] in WITH_WINGS:
        main = [count * climbing.is_main(kind, rank) for rank, count in enumerate(counts)]
        wings = [count - part for count, part in zip(counts, main, strict=True)]
        return "-".join(
            "".join(name * count for name, count in zip(names, part, strict=True)) for part in (main, wings)
        )
    return "".join(name * int(count) for name, count in zip(names, counts, strict=True))


def deal(generator):
    """A shuffled deck; or one in which most cards of a rank come to the same hand, so that rare moves occur."""
    if generator.random() < 0.5:
        return generator.permutation(CARDS_AND_JOKERS).tolist()
    order = generator.permutation(ALL_RANKS).tolist()
    cards = sorted(range(CARDS_AND_JOKERS), key=lambda card: order[rank_sets.RANK_OF[card]])
    for _ in range(int(generator.integers(12))):
        one, other = generator.integers(CARDS_AND_JOKERS, size=2)
        cards[one], cards[other] = cards[other], cards[one]
    return [cards[17 * (turn % 3) + turn // 3] for turn in range(51)] + cards[51:]


def choose(moves, may_pass, generator):
    """A random move, often one of many cards, so that all sorts of moves occur; None for a pass."""
    if not moves or (may_pass and generator.random() < 0.3):
        return None
    if generator.random() < 0.3:
        most = max(len(word) for word in moves)
        moves = [word for word in moves if len(word) >= most - 2]
    return str(generator.choice(sorted(moves)))


class Order:
    """A generator that shuffles RLCard's cards into a given order."""

    def __init__(self, cards):
        self.cards = cards

    def shuffle(self, deck):
        """Sort the deck in place."""
        deck.sort(key=lambda card: self.cards.index(our_card(card)))


def test_games_in_lockstep_with_rlcard():
    seen = dict.fromkeys(Sort, 0)
    won = [0, 0]
    for seed in range(GAMES):
        won[play_rlcard(np.random.default_rng(seed), seen)] += 1
    print(f"\n{GAMES} games with RLCard, won by landlord and peasants: {won}; {seen}")
    assert min(seen.values()) > 0
    assert min(won) > 0


def play_rlcard(generator, seen):
    """One game of both; returns 0 if the landlord won, 1 otherwise."""
    deck = deal(generator)
    theirs = DoudizhuGame()
    theirs.np_random = Order([*deck[0:51:3], *deck[1:51:3], *deck[2:51:3], *deck[51:]])
    state, player = theirs.init_game()
    table = GAME.table(deck=deck, dealer=2, bidding="none")
    while not table.over:
        assert table.player == player
        moves = {spell(*move, RLCARD_RANKS): move for move in whole_moves(table)}
        ours = {*moves, *(["pass"] if table.mask[PASS] else [])}
        assert ours == set(state["actions"]), (ours ^ set(state["actions"]), state["trace"][-3:])
        word = choose(list(moves), table.mask[PASS], generator)
        state, player = theirs.step("pass" if word is None else word)
        if word is None:
            table.step(PASS)
        else:
            seen[Sort(climbing.SORT[climbing.SHAPE_OF[moves[word][0]]])] += 1
            play(table, *moves[word])
    assert theirs.is_over()
    landlord_won = bool(table.state.score[0] > 0)
    assert landlord_won == (theirs.winner_id == 0)
    return int(not landlord_won)


def our_card(card):
    """The code of RLCard's card."""
    if not card.rank:
        return 52 + ["BJ", "RJ"].index(card.suit)
    return parse_card(card.rank.replace("T", "10") + card.suit)


def test_games_in_lockstep_with_openspiel():
    game = pyspiel.load_game("dou_dizhu")
    actions = {game.new_initial_state().action_to_string(0, action): action for action in range(26_057)}
    assert len(actions) == game.num_distinct_actions()
    seen = dict.fromkeys(Sort, 0) | dict.fromkeys(
        ("void", "spring", "fed", "left out", "bombed rocket", "uncounted"), 0
    )
    for seed in range(GAMES):
        play_openspiel(np.random.default_rng(seed), game.new_initial_state(), actions, seen)
    print(f"\n{GAMES} games with OpenSpiel: {seen}")
    rare = (Sort.FOUR_WITH_SINGLES, Sort.FOUR_WITH_PAIRS, "uncounted")
    assert min(times for name, times in seen.items() if name not in rare) > 0


def play_openspiel(generator, theirs, actions, seen):
    """One game of both with the same cards, bids and moves."""
    deck = deal(generator)
    theirs.apply_action(0)
    for card in deck[:51]:
        theirs.apply_action(51 + their_card(card))
    table = GAME.table(deck=deck, dealer=2, **OPENSPIEL)
    while not table.over and table.state.phase == Phase.BID:
        legal = [action - BID for action in np.flatnonzero(table.mask).tolist()]
        assert (legal, table.player) == (theirs.legal_actions(), theirs.current_player())
        bid = int(generator.choice(legal))
        table.step(BID + bid)
        theirs.apply_action(bid)
    while not table.over and theirs.legal_actions()[-1] <= 3:
        theirs.apply_action(0)
        seen["fed"] += 1
    while not table.over:
        assert table.player == theirs.current_player()
        moves = {actions[spell(*move, OPENSPIEL_RANKS, apart=True)]: move for move in whole_moves(table)}
        left_out = [action for action, (kind, _) in moves.items() if begins_with_four(table, kind)]
        seen["left out"] += len(left_out) > 0
        other = set(theirs.legal_actions())
        if table.state.best == ROCKET:
            seen["bombed rocket"] += len(other) > 1
            other -= set(BOMBS)
        ours = {*moves, *([0] if table.mask[PASS] else [])} - {*left_out}
        assert ours == other, {theirs.action_to_string(0, action) for action in ours ^ other}
        names = {spell(*move, OPENSPIEL_RANKS, apart=True): move for action, move in moves.items() if action in ours}
        word = choose(list(names), table.mask[PASS], generator)
        theirs.apply_action(0 if word is None else actions[word])
        if word is None:
            table.step(PASS)
        else:
            seen[Sort(climbing.SORT[climbing.SHAPE_OF[names[word][0]]])] += 1
            play(table, *names[word])
    assert theirs.is_terminal()
    uncounted = max(table.state.bombs + is_spring(table.state) - OPENSPIEL["doublings"], 0)
    assert theirs.returns() == [score << int(uncounted) for score in table.scores()]
    seen["uncounted"] += int(uncounted > 0)
    seen["void"] += int(table.state.stake == 0)
    seen["spring"] += bool(table.state.moves.min() == 0)


def begins_with_four(table, kind):
    """Returns whether a chain or a plane alone begins with a rank of which the hand has four cards."""
    counts = np.zeros(ALL_RANKS, np.int64)
    rank_sets.count_ranks(table.state.hands[table.player], counts)
    in_chain = climbing.SORT[climbing.SHAPE_OF[kind]] in (Sort.CHAIN, Sort.PAIRS, Sort.PLANE)
    return in_chain and counts[climbing.LOWEST[kind]] == rank_sets.COPIES


def their_card(card):
    """OpenSpiel's number of our card: suits by 13, ranks from the 3."""
    return card if card >= 52 else 13 * (card // 13) + int(rank_sets.RANK_OF[card])
