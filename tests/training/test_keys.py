"""No third party's agent can compute the cards, and its games can be repeated by their key."""

import numpy as np
import pytest

from cardzoo.agents import CompiledAgent, ask, bots, find_agent
from cardzoo.agents.third_party import AgentError
from cardzoo.envs import find_game
from cardzoo.envs.engine import INTERPRETED, rng, rule
from cardzoo.training.evaluation.arena.arena import Arena, local_hands
from cardzoo.training.evaluation.arena.contest import enter
from cardzoo.training.evaluation.arena.results import Record, Results
from cardzoo.training.evaluation.duplicate import compare, play_deals
from cardzoo.training.evaluation.keys import check_key, is_own, key_for, make_seeds, new_key
from cardzoo.training.evaluation.leaderboard.submission import check_submission
from cardzoo.training.evaluation.play import play_games
from cardzoo.training.evaluation.schedule import agent_seeds, deal_seeds
from tests.training import cheats
from tests.training.cheats import Looks, Unshuffles, content

GETAWAY, KUHN = find_game("getaway"), find_game("kuhn_poker")
MODULE = cheats.__name__
KEYS = [f"{deal:032x}" for deal in range(40)]
needs_processes = pytest.mark.skipif(INTERPRETED, reason="about processes, not about rules")


@rule
def first(view, mask, generator):
    """Plays its first legal action."""
    return mask.argmax()


def play(game, agent, deals, **settings):
    """Games of an arena, in which an agent has each seat in turn."""
    other, players = find_agent("random", game), game.default_players
    seats = (np.arange(players) != np.arange(deals)[:, None] % players).astype(np.int16)
    draws = np.array([agent_seeds(deal, 0, 1)[0] for deal in range(deals)])
    return play_games(game, [agent, other], seats, deal_seeds(0, deals), draws, threads=1, **settings)


def test_a_deal_of_a_known_seed_is_found_by_the_own_hand_unless_it_is_keyed():
    with pytest.raises(AgentError, match="got Known: "):
        play(GETAWAY, Looks(GETAWAY), 4)
    play(GETAWAY, Looks(GETAWAY), 4, keys=KEYS[:4])


def test_the_generator_does_not_lead_to_the_deal_in_an_evaluation():
    cheat, other = Looks(GETAWAY), find_agent("random", GETAWAY)
    cheat.public.clear()
    with pytest.raises(AgentError, match="got Known: "):
        play_deals(GETAWAY, cheat, other, 4)
    assert compare(GETAWAY, Looks(GETAWAY), other, deals=4).key


@pytest.fixture
def true_tables(monkeypatch):
    """The true tables of all decisions for which agents are asked."""
    tables = []

    def note(agent, game, table, *arguments):
        tables.append(content(table))
        return ask(agent, game, table, *arguments)

    monkeypatch.setattr("cardzoo.training.evaluation.play.ask", note)
    return tables


def test_the_shuffle_of_hidden_cards_cannot_be_undone_in_keyed_games(true_tables):
    cheat = Unshuffles(KUHN)
    play(KUHN, cheat, 40)
    assert cheat.claims == true_tables
    first = len(true_tables)
    play(KUHN, cheat, 40, keys=KEYS)
    right = np.mean([one == other for one, other in zip(cheat.claims[first:], true_tables[first:], strict=True)])
    assert right < 0.75  # one of the two possible cards of the other player is right by chance


@needs_processes
def test_a_guest_does_not_know_the_cards_and_its_deals_are_repeated_by_their_keys(tmp_path):
    """A guest that knows the cards raises, which would forfeit the game."""
    names = [f"{MODULE}:Looks", "random"]

    def run(folder, keys=()):
        results = Results(tmp_path / folder, enter(GETAWAY, names, time_limit=300.0, keys=keys))
        list(Arena(results, 3, local_hands(results.contest, 1)).play())
        return (tmp_path / folder / "games.jsonl").read_text(encoding="utf-8")

    first_lines = run("first")
    record = Record(tmp_path / "first")
    assert not record.forfeits(3)
    assert len(set(record.keys())) == 3
    assert run("again", record.keys()) == first_lines
    assert run("others") != first_lines


@needs_processes
def test_a_submission_does_not_know_the_cards():
    verdict = check_submission(f"{MODULE}:Looks", GETAWAY, [4], games=3, time_limit=300.0, key=KEYS[1])
    assert verdict.accepted
    assert verdict.key == KEYS[1]


def test_a_comparison_is_repeated_by_its_key():
    agents = CompiledAgent("first", first, GETAWAY), find_agent("random", GETAWAY)
    found = compare(GETAWAY, *agents, deals=10)
    assert compare(GETAWAY, *agents, deals=10, key=found.key) == found
    first_key, second_key = (compare(GETAWAY, *agents, deals=10, key=key) for key in KEYS[1:3])
    assert first_key.score != second_key.score
    assert found.as_dict()["key"] == found.key


def test_deals_of_cardzoo_s_own_agents_follow_from_the_seed():
    agents = [find_agent(name, KUHN) for name in (*bots(KUHN), "trained", "search:4")]
    assert all(is_own(agent, KUHN) for agent in agents)
    assert is_own(find_agent("solver", find_game("yukon")), find_game("yukon"))
    assert key_for(agents, KUHN, new_key()) == ""
    assert "key" not in compare(KUHN, *agents[:2], deals=3).as_dict()


def test_agents_of_others_are_not_cardzoo_s_own():
    assert not is_own(Looks(KUHN), KUHN)
    assert not is_own(CompiledAgent("expert", first, KUHN), KUHN)


def test_no_two_seats_purposes_games_or_keys_share_a_keyed_seed():
    numbers = np.arange(4, dtype=np.uint64)
    seeds = [make_seeds(numbers, numbers, 3, [key] * 4) for key in KEYS]
    drawn = [part.ravel() for one in seeds for part in (one.deals, one.inside)]
    # seat 1 of game 0 and seat 0 of game 1 have the same number here; an arena's numbers have 63 random bits
    drawn += [part[:, :1].ravel() for one in seeds for part in (one.seats, one.redeals)]
    assert len(np.unique(drawn)) == 4 * len(drawn)
    assert max(map(np.max, drawn)) < 1 << 63


def test_keyed_seeds_depend_on_each_bit_of_the_key():
    seeds, keys = np.zeros(128, np.uint64), [(1 << bit).to_bytes(16, "little") for bit in range(128)]
    assert len(np.unique(rng.keyed_seeds(seeds, keys, "deal"))) == 128


@pytest.mark.parametrize("key", ["", "0" * 31, "0" * 33, "G" * 32, "A" * 32])
def test_no_other_words_are_keys(key):
    with pytest.raises(ValueError, match=r"^key must be 32 digits of 0-9 and a-f, got .*; take it from"):
        check_key(key)
