"""Without the memory aid Cactus is a game of memory, and its expert remembers what it has seen."""

import numpy as np
import pytest

from cardzoo.agents import CompiledAgent, agent_generator, ask, bots, find_agent, memory_of
from cardzoo.envs import find_game
from cardzoo.envs.engine import CARDS, INTERPRETED
from cardzoo.envs.engine.bots import adviser
from cardzoo.envs.engine.cards import CARD_WORDS
from cardzoo.training.evaluation.duplicate import compare
from tests.playing import count

GAME = find_game("cactus")
PACK = CARD_WORDS[:CARDS]


@pytest.mark.parametrize("name", ["novice", "expert"])
@pytest.mark.parametrize("top", ["A♠", "10♠"])
def test_without_a_stock_the_last_turn_begins_with_the_upcard(name, top):
    hidden = {"2♣", "5♦", "4♣", "8♦", top}
    pile = " ".join(card for card in PACK if card not in hidden) + f" {top}"
    layouts = [["2♣", "5♦"], ["4♣", "8♦"]]
    last = {"phase": "draw", "player": 0, "turn": 0, "caller": 1, "dealer": 1, "stock": "", "turns": 3}
    table = GAME.position(layouts=layouts, discard_pile=pile, **last)
    assert table.legal() == ["draw upcard"]
    agent = find_agent(name, GAME)
    memory = [] if memory_of(agent) is None else [memory_of(agent)]
    action = agent.act(table.view(0), table.mask, agent_generator(1), *memory)
    assert table.mask[action]


@pytest.mark.parametrize("other", ["novice", "random"])
def test_the_expert_remembers_what_the_aid_would_show(other):
    """The expert remembers at each decision, also in games of two hands against players who make mistakes."""
    expert, generator = find_agent("expert", GAME), agent_generator(1)
    for seed in range(count(compiled=60, interpreted=8)):
        table, aided = GAME.table(seed, hands=2), GAME.table(seed, hands=2, memory_aid=True)
        players = [expert, find_agent(other, GAME)]
        memory = memory_of(expert)
        while not table.over:
            player = table.player
            if player == 0:
                action = expert.act(table.view(0), table.mask, generator, memory)
                assert np.array_equal(memory[0].ranks, aided.view(0).ranks), (seed, table.state.steps)
            else:
                action = players[1].act(table.view(1), table.mask, generator)
            table.step(action)
            aided.step(action)


def test_among_experts_the_memory_knows_what_the_other_has_seen_too():
    expert, generator = find_agent("expert", GAME), agent_generator(1)
    for seed in range(count(compiled=60, interpreted=8)):
        table, aided = GAME.table(seed), GAME.table(seed, memory_aid=True)
        memories = [memory_of(expert) for _ in range(2)]
        while not table.over:
            player = table.player
            action = expert.act(table.view(player), table.mask, generator, memories[player])
            seen = aided.view(player)
            assert np.array_equal(memories[player][0].known_to_other * seen.occupied, seen.known_to_other)
            table.step(action)
            aided.step(action)


def test_asked_out_of_the_blue_the_expert_plays_as_if_it_had_played_all_along():
    """The expert uses only its seat's knowledge: hidden cards may be redealt."""
    expert, generator = find_agent("expert", GAME), agent_generator(1)
    advise = adviser(bots(GAME)["expert"])
    for seed in range(count(compiled=60, interpreted=3)):
        table = GAME.table(seed, hands=2)
        memories = [memory_of(expert) for _ in range(2)]
        while not table.over:
            player, redealt = table.player, table.redeal(table.player, seed)
            action = expert.act(table.view(player), table.mask, generator, memories[player])
            for state in (table.state, redealt.state):
                assert advise(state, player, table.view(player), table.mask, generator[0]) == action
            table.step(action)


@pytest.mark.skipif(INTERPRETED, reason="search is slow where rules are interpreted")
def test_search_remembers_too():
    """Seats in rollouts remember too: the search decides as it does with the memory aid."""
    search, players = find_agent("search:24", GAME), [find_agent("expert", GAME), find_agent("novice", GAME)]
    table, aided = GAME.table(5, max_turns=10), GAME.table(5, max_turns=10, memory_aid=True)
    while not table.over:
        player = table.player
        guesses = [one.redeal(player, seed=1).records for one in (table, aided)]
        choices = [search.act_at(guess, player, table.mask.copy(), agent_generator(1)) for guess in guesses]
        assert choices[0] == choices[1], table.state.steps
        agent = players[player]  # with the memory aid a fresh memory is as good as any
        action = ask(agent, GAME, aided.records, player, aided.mask, agent_generator(1), memory_of(agent))
        table.step(action)
        aided.step(action)


@pytest.mark.slow
def test_an_agent_with_memory_beats_one_without():
    class Forgetful:
        """The expert without its memory."""

        name = "forgetful"
        expert = CompiledAgent("expert", bots(GAME)["expert"], GAME)

        def act(self, view, mask, generator):
            return self.expert.act(view, mask, generator, memory_of(self.expert))

    assert compare(GAME, find_agent("expert", GAME), Forgetful(), deals=500).low > 0
