"""Tree search: its choices, its knowledge and its budget."""

from dataclasses import replace

import numpy as np
import pytest

from cardzoo.agents import agent_generator, ask, check_table, find_agent
from cardzoo.agents.search import SearchAgent, SearchSettings, read_settings
from cardzoo.agents.search.agent import A_NOMINEE
from cardzoo.agents.search.policy import DOUBT, FAVOUR, advised_policy, key_of, make_memo, make_network, network_policy
from cardzoo.agents.search.race import LEAST_ROUNDS, Race
from cardzoo.agents.search.tree import ROOT
from cardzoo.agents.trained import TrainedAgent
from cardzoo.envs import find_game, make
from cardzoo.envs.engine import INTERPRETED, rule
from cardzoo.envs.engine.inlining import EntryPoint
from cardzoo.envs.policies.bots import rollout_of
from cardzoo.envs.policies.models import ModelCard, Network, load_model, save_model
from cardzoo.training.evaluation.duplicate import compare
from tests.agents.small_model import drawn_model, small_model
from tests.playing import ONE_GAME, Setting, usual, walk

pytestmark = pytest.mark.skipif(INTERPRETED, reason="search is slow where rules are interpreted")


def search(words="200", game=ONE_GAME):
    return find_agent(f"search:{words}", game)


def choices(agent, setting=None, seed=3, most=12):
    """The agent's action at each choice of a random game; the agent gets a redealt table."""
    table, generator, chosen = (setting or usual(ONE_GAME)).table(seed), agent_generator(seed), []
    for _ in walk(table, seed, most):
        guess = table.redeal(table.player, seed=seed)
        chosen.append(agent.act_at(guess.records, table.player, table.mask.copy(), generator))
        assert table.mask[chosen[-1]]
    return chosen


def test_the_same_seed_gives_the_same_choices():
    assert choices(search("100")) == choices(search("100"))


def test_threads_share_the_rounds_out():
    agent = search("200:threads=2")
    assert choices(agent, most=6) == choices(search("200:threads=2"), most=6)
    assert agent.rounds > LEAST_ROUNDS


def test_simulations_are_a_bound():
    agent = search("64")
    choices(agent, most=2)
    assert LEAST_ROUNDS <= agent.rounds <= 32


def test_a_second_is_a_budget_too():
    agent = search("0.01s")
    choices(agent, most=4)
    assert agent.steps > 0


def test_more_actions_than_simulations_leave_the_guides_choice():
    table, expert = usual(ONE_GAME).table(3), find_agent("expert", ONE_GAME)
    for _ in walk(table, 3, 12):
        mask, seen = table.mask.copy(), table.redeal(table.player, seed=1).records
        favourite = expert.act(table.view(table.player), mask.copy(), agent_generator(0))
        assert search("2").act_at(seen, table.player, mask, agent_generator(0)) == favourite


def test_a_full_tree_ends_the_search(monkeypatch):
    monkeypatch.setattr("cardzoo.agents.search.agent.MOST_NODES", 300)
    agent = search("100000")
    choices(agent, most=3)
    assert agent.steps > 0


@pytest.mark.parametrize(("name", "option", "many"), [("chinese_ten", "hands", 20), ("stop_the_bus", "tokens", 10)])
def test_a_match_is_searched_to_the_end_of_the_hand(name, option, many):
    """The search stops at the hand's end: one of many hands takes as many steps as one of a single hand."""
    game = find_game(name)
    agent, steps = search("200", game), []
    for number in (1, many):
        table = Setting(game, 2, {option: number}).table(5, deck=None)
        agent.act_at(table.redeal(table.player, seed=1).records, table.player, table.mask.copy(), agent_generator(1))
        steps.append(agent.steps)
    assert steps[1] < 2 * steps[0]


def test_in_a_lost_patience_the_search_gets_as_far_as_possible():
    """The 6♦ may go with the 7♦ or with the 7♠; only the 7♠ uncovers a king, which goes too."""
    game = find_game("pyramid")
    rows = "2♠ 2♦ 2♣ 3♠ 3♦ 3♣ 4♠ 4♦ 4♣ - 5♠ 5♦ 5♣ - - 8♠ 8♦ K♠ - - - 6♦ 7♦ 7♠ - - - -"
    for name, removed in (("novice", 2), ("search:200:guide=novice:rollout=novice", 3)):
        table = game.position(pyramid=[None if card == "-" else card for card in rows.split()], stock="")
        agent, generator, before = find_agent(name, game), agent_generator(1), int(table.state.score[0])
        while not table.over:
            table.step(ask(agent, game, table.records, 0, table.mask.copy(), generator, None))
        assert table.state.score[0] - before == removed


@pytest.mark.nightly
def test_it_is_better_than_the_agent_that_guides_it():
    result = compare(ONE_GAME, search("200"), find_agent("expert", ONE_GAME), deals=24, seed=1)
    assert result.low > 0, result


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("much", "'much' is not understood; write search:500, search:0.2s, search:500,trained, "),
        ("", "'' is not understood"),
        ("500,model=", "'model=' is not understood"),
        ("0", "simulations must be at least 1, got 0"),
        ("-1s", "seconds must be at least 0, got -1.0"),
        ("200:rolout=random", "'rolout' is unknown; did you mean 'rollout'?"),
        ("200:rollout=strong", "getaway has no scripted agent 'strong'"),
        ("200:rollout=solver", "getaway has no scripted agent 'solver'"),
        ("200:worlds=many", "'worlds=many' is not understood"),
        ("200:cut=0", "cut must be at least 1, got 0"),
        ("200:cut=5", "cut needs a model with a value head; write search:500,trained,cut=20"),
    ],
)
def test_mistakes_are_told_in_one_line(words, message):
    with pytest.raises(ValueError, match="search") as problem:
        search(words)
    assert message in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_number_is_a_budget_even_where_a_folder_is_called_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("60", "2s"):
        (tmp_path / name).mkdir()
    assert read_settings("search:60") == SearchSettings(simulations=60)
    assert read_settings("search:2s") == SearchSettings(simulations=None, seconds=2.0)


def test_a_search_needs_a_budget():
    with pytest.raises(ValueError, match="simulations or seconds"):
        SearchAgent(ONE_GAME, SearchSettings(simulations=None))


def race_of(gains, favourite=0, left=0.9):
    """A race after all of these rounds."""
    race = Race(len(gains), favourite)
    race.rounds = len(gains[0])
    race.gains[:, : race.rounds] = gains
    race.drop(left)
    return race


def go_on(race, gains, left=0.2):
    """Play more rounds of the candidates that are still racing."""
    first, race.rounds = race.rounds, race.rounds + len(gains[0])
    race.gains[race.racing, first : race.rounds] = gains
    race.drop(left)
    return race


def test_a_candidate_far_behind_leaves_the_heats():
    noise = np.random.default_rng(0).normal(size=64)
    assert race_of([noise, noise + 0.01, noise - 0.1]).racing.tolist() == [0, 1]


def test_half_of_the_actions_leave_as_the_heats_go_on():
    gains = np.arange(8)[:, None] + np.zeros(4)
    assert race_of(gains, left=0.8).racing.tolist() == [4, 5, 6, 7]
    assert race_of(gains, left=0.6).racing.tolist() == [6, 7]


def test_the_best_of_the_heats_meets_the_favourite():
    race = race_of(np.arange(8)[:, None] + np.zeros(4), left=0.4)
    assert race.racing.tolist() == [0, 7]
    assert not race.over


def test_a_favourite_that_wins_the_heats_has_won():
    race = race_of(np.arange(8)[:, None] + np.zeros(4), favourite=7, left=0.4)
    assert race.over
    assert race.winner(evidence=1) == 7


def test_the_final_counts_its_own_rounds_alone():
    """Luck in the heats is not counted for a challenger in the final."""
    lucky = [[0.0] * 16, [1.0] * 16]
    noise = np.random.default_rng(1).normal(size=16)
    assert go_on(race_of(lucky, left=0.4), [noise, noise[::-1]]).winner(evidence=1) == 0
    assert go_on(race_of(lucky, left=0.4), [noise, noise + 0.2]).winner(evidence=1) == 1


def test_a_clear_final_ends_early():
    noise = np.random.default_rng(1).normal(size=64)
    race = go_on(race_of([[0.0] * 16, [1.0] * 16], left=0.45), [noise, noise + 0.2], left=0.4)
    assert race.over
    assert race.winner(evidence=1) == 1


def test_few_rounds_tell_nothing():
    assert race_of([[0.0] * 2, [1.0] * 2]).winner(evidence=0) == 0
    final = race_of([[0.0] * 16, [1.0] * 16], left=0.4)
    assert go_on(final, [[0.0] * 4, [1.0] * 4]).winner(evidence=0) == 0


@pytest.fixture
def model(tmp_path):
    return small_model(tmp_path / "model")


@pytest.fixture
def opinionated(tmp_path):
    """A model that prefers actions with smaller codes, at any observation."""
    env = make("getaway-v0")
    sizes = env.encoder.width, len(env.game.actions)
    card = ModelCard("getaway-v0", "flat", 4, *sizes, ())
    save_model(tmp_path / "it", card, Network([(np.zeros(sizes[::-1]), -np.arange(sizes[1], dtype=np.float32))]))
    return tmp_path / "it"


def test_a_model_is_named_behind_a_comma_or_a_colon(model):
    with_comma, with_colon = search(f"60,{model}"), search(f"60:{model}")
    assert with_comma.settings == with_colon.settings == SearchSettings(simulations=60, model=str(model))
    assert choices(with_comma, most=4) == choices(with_colon, most=4)


def test_a_models_opinion_counts(model):
    assert choices(search(f"60,{model},guide=model,rollout=model")) != choices(search("60"))


def test_threads_ask_the_same_model(model):
    assert choices(search(f"100,{model},threads=2"), most=4) == choices(search(f"100,{model},threads=2"), most=4)


def test_a_model_may_advise_who_plays_on(model):
    """Their combination differs from each of them."""

    def steps(words):
        agent = search(words)
        choices(agent, most=6)
        return agent.steps

    together = steps(f"60,{model},guide=expert,rollout=expert")
    assert together not in (steps("60"), steps(f"60,{model},guide=expert,rollout=model"))


def test_a_slow_expert_is_asked_at_the_root_alone(tmp_path):
    """It does not play on, and two networks that it advises come to the same values, as both nominees are tried."""
    game = find_game("spades")
    table = usual(game).table(3)
    next(None for _ in walk(table, 3, 100) if table.mask.sum() == 2)
    found = []
    for seed in range(2):
        save_model(tmp_path / str(seed), *drawn_model(game, seed=seed, advisor="expert"))
        agent = search(f"100,{tmp_path / str(seed)}", game)
        agent.act_at(table.redeal(table.player, seed=1).records, table.player, table.mask.copy(), agent_generator(0))
        found.append(agent.values())
    assert len(found[0]) == 2
    assert found[0] == found[1]
    assert rollout_of(game) == "novice"


def test_the_model_nominates_what_is_tried(opinionated):
    """Only the favourite and its likeliest actions are tried, so that each gets more of the few simulations."""
    table, nominees = usual(ONE_GAME).table(3), 3
    next(None for _ in walk(table, 3, 100) if table.mask.sum() > nominees + 2)
    legal, seen = np.flatnonzero(table.mask), table.redeal(table.player, seed=1).records
    expert = find_agent("expert", ONE_GAME)
    favourites = {
        "model": legal[0],
        "expert": expert.act(table.view(table.player), table.mask.copy(), agent_generator(0)),
    }
    for name, favourite in favourites.items():
        agent = search(f"{(nominees - 1) * A_NOMINEE},{opinionated},guide={name}")
        agent.act_at(seen, table.player, table.mask.copy(), agent_generator(0))
        tried = agent._growers[0].tree.nodes[ROOT + 1 : ROOT + 1 + len(legal)]
        others = [action for action in legal if action != favourite]
        assert set(tried["action"][tried["visits"] > 0]) == {favourite, *others[:nominees]}


@pytest.mark.parametrize(
    ("results", "leads"),
    [
        ({}, False),
        ({"against": [{"opponent": "expert", "low": 0.01}]}, True),
        ({"against": [{"opponent": "novice", "low": 0.01}, {"opponent": "expert", "low": -0.01}]}, False),
        ({"against": "nobody"}, False),
        ({"against": [None, {"opponent": "expert", "low": None}]}, False),
    ],
)
def test_a_model_guides_if_its_card_says_that_it_beats_the_expert_and_the_expert_plays_on(model, results, leads):
    card, layers = load_model(model)
    save_model(model, replace(card, results=results), Network.from_tensors(layers))
    leader = f":guide={'model' if leads else 'expert'}:rollout=expert"
    assert choices(search(f"60,{model}"), most=3) == choices(search(f"60,{model}{leader}"), most=3)


def constant(game, number, unit, **table):
    """A model of random choices whose value head gives everything the same value."""
    card, network = drawn_model(game, value=unit, **table)
    network.head[:] = 0
    network.head[-1] = number
    return card, network


def test_a_cut_simulation_has_the_value_of_what_the_seat_sees(tmp_path):
    """Before the searching seat's second decision nobody has won or lost."""
    save_model(tmp_path / "it", *constant(ONE_GAME, 0.25, "outcome"))
    agent, table = search(f"12,{tmp_path / 'it'},cut=1"), usual(ONE_GAME).table(3)
    next(None for _ in walk(table, 3, 100) if table.mask.sum() > 1)
    agent.act_at(table.redeal(table.player, seed=1).records, table.player, table.mask.copy(), agent_generator(0))
    assert [round(one.value, 6) for one in agent.values()] == [0.25] * len(agent.values())
    gains = agent._growers[0].tree.gains
    assert gains[table.player] == 0.25
    assert gains.sum() == pytest.approx(0)


def test_a_cut_saves_the_rest_of_the_simulation(tmp_path):
    save_model(tmp_path / "it", *constant(ONE_GAME, 0.25, "outcome"))
    steps = {}
    for cut in ("", ",cut=1", ",cut=20"):
        agent = search(f"100,{tmp_path / 'it'},rollout=expert{cut}")
        table = usual(ONE_GAME).table(3)
        next(None for _ in walk(table, 3, 100) if table.mask.sum() > 1)
        agent.act_at(table.redeal(table.player, seed=1).records, table.player, table.mask.copy(), agent_generator(0))
        steps[cut] = agent.steps
    assert 2 * steps[",cut=1"] < steps[",cut=20"] < steps[""]


def test_partners_have_the_same_value(tmp_path):
    game = find_game("spades")
    save_model(tmp_path / "it", *constant(game, 30.0, "score"))
    agent, table = search(f"100,{tmp_path / 'it'},cut=1,rollout=novice", game), usual(game).table(3)
    agent.act_at(table.redeal(table.player, seed=1).records, table.player, table.mask.copy(), agent_generator(0))
    gains = agent._growers[0].tree.gains
    assert gains[table.player] == gains[(table.player + 2) % 4] == 30
    assert gains.sum() == 0


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("getaway", "", "whose value head is of 'outcome', trained with reward=outcome, but that of it is missing"),
        ("getaway", "score", "whose value head is of 'outcome', trained with reward=outcome, but that of it is of 'sc"),
        ("chinese_ten", "outcome", "whose value head is of 'score', trained with reward=score, but that of it is of"),
    ],
)
def test_a_cut_needs_a_value_in_the_searchs_unit(tmp_path, name, value, message):
    game = find_game(name)
    save_model(tmp_path / "it", *drawn_model(game, value=value))
    with pytest.raises(ValueError, match=message):
        search(f"100,{tmp_path / 'it'},cut=5", game)


@rule
def last_legal(view, mask, generator):
    last = -1
    for action in range(len(mask)):
        if mask[action]:
            last = action
    return last


def test_priors_are_the_networks_softmax_over_legal_actions(opinionated, monkeypatch):
    monkeypatch.setattr("cardzoo.agents.search.policy.REMEMBERED", 1)  # views take each other's place
    tables, views = ONE_GAME.blank(4), ONE_GAME.view.blank()
    asked_model = TrainedAgent.load(opinionated)
    asked, memo = make_network(views, asked_model), make_memo(len(ONE_GAME.actions), asked_model)
    read = asked_model.input.read
    mask, priors = np.zeros(len(ONE_GAME.actions), np.int8), np.zeros(len(ONE_GAME.actions))
    mask[[4, 5, 9]] = 1

    def favourite_of(policy):
        def fill(tables, views, mask, generator, asked, memo, priors):
            return policy.favour(tables[0], views[0], mask, generator[0], asked, memo, priors)

        return EntryPoint(fill)(tables, views, mask, agent_generator(0), asked, memo, priors)

    likely = np.exp([0.0, -1.0, -5.0])
    expected = DOUBT / 3 + (1 - DOUBT) * likely / likely.sum()
    assert favourite_of(network_policy(read)) == 4
    assert priors[[4, 5, 9]] == pytest.approx(expected)
    assert favourite_of(advised_policy(last_legal, read)) == 9
    assert priors[[4, 5, 9]] == pytest.approx((1 - FAVOUR) * expected + FAVOUR * np.array([0, 0, 1]))

    memo.priors[:, 5] = 1.0
    assert favourite_of(network_policy(read)) == 5, "a view that was met before is not given to the network again"
    views.view(np.int16)[-1] += 1
    assert favourite_of(network_policy(read)) == 4, "a view that differs in a number is"


def test_what_a_search_remembers_changes_no_choice_and_no_value(model, monkeypatch):
    usual_one = search(f"200,{model}")
    chosen = choices(usual_one, most=6)
    monkeypatch.setattr("cardzoo.agents.search.policy.REMEMBERED", 1)
    forgetful = search(f"200,{model}")
    assert choices(forgetful, most=6) == chosen
    assert forgetful.values() == usual_one.values() != []


def test_no_two_views_of_a_game_have_the_same_key():
    table, seen = usual(ONE_GAME).table(3), set()
    for _ in walk(table, 3):
        for player in range(table.num_players):
            seen.add(table.view(player).tobytes())
    keys = {EntryPoint(key_of)(np.frombuffer(view, np.int16)) for view in seen}
    assert len(keys) == len(seen) > 50


def test_a_model_for_other_tables_is_told_in_one_line(model):
    table = Setting(ONE_GAME, 3, {}).table(3, deck=None)
    with pytest.raises(ValueError, match="plays with 4 players, not 3") as problem:
        search(f"60,{model}").act_at(table.records.copy(), table.player, table.mask.copy(), agent_generator(0))
    assert "\n" not in str(problem.value)
    with pytest.raises(ValueError, match="plays with 4 players, not 3"):  # and before a game begins
        check_table([search("60"), search(f"60,{model}")], table.records)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("60,nowhere", "'nowhere' is not understood; write search:500, search:0.2s, search:500,trained"),
        ("60,trained", "{game} has no trained agent"),
        ("60:guide=model", "no scripted agent 'model'"),
    ],
)
def test_a_missing_model_is_told_in_one_line(words, message, monkeypatch):
    monkeypatch.setattr("cardzoo.envs.policies.shipped.shipped_players", lambda game: [])
    with pytest.raises(ValueError, match=r"search|trained") as problem:
        search(words)
    assert message.format(game=ONE_GAME.name) in str(problem.value)
    assert "\n" not in str(problem.value)
