"""Errors are one line that names the allowed values."""

from dataclasses import replace
from functools import partial

import gymnasium
import numpy as np
import pytest

from cardzoo import envs
from cardzoo.agents import find_agent
from cardzoo.envs import AgentError, Batch, CardEnv, find_game, known_position
from cardzoo.envs.engine import Card, Cards, Choice, Flag, Number, Pile, rule
from cardzoo.envs.engine.cards import card_words
from cardzoo.envs.engine.fields import Field
from cardzoo.envs.games import getaway
from cardzoo.envs.single import SingleSeat, VectorSeats
from cardzoo.training.evaluation.duplicate import compare
from tests.playing import usual

GETAWAY = find_game("getaway")  # played with the usual pack


def refused(call, *parts):
    """Check that the call raises a ValueError of one line with these parts."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is tested
        call()
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 400, message
    for part in parts:
        assert str(part) in message, message


@pytest.mark.views
@pytest.mark.parametrize("num_players", [-1, 0, 99, 2.5, "two", True])
def test_player_numbers(game, num_players):
    allowed = game.players_in_words
    for view in (envs.make, envs.make_parallel, partial(envs.make_batch, num_tables=2), gymnasium.make):
        name = f"cardzoo/{game.id}" if view is gymnasium.make else game.id
        refused(lambda view=view, name=name: view(name, num_players=num_players), game.name, allowed)


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int64])
def test_numbers_of_players_may_be_numpy_s(kind):
    env, vector = envs.make("getaway", num_players=kind(5)), VectorSeats("getaway", 2, num_players=kind(5))
    numbers = [env.table.num_players, vector.tables.batch.num_players]
    assert numbers == [5, 5]
    assert [type(number) for number in numbers] == [int, int]
    assert GETAWAY.position(num_players=kind(3), over=True, hands=[[]] * 3).num_players == 3
    compared = compare(GETAWAY, *[find_agent("random", GETAWAY)] * 2, deals=2, num_players=kind(3))
    assert compared == compare(GETAWAY, *[find_agent("random", GETAWAY)] * 2, deals=2, num_players=3)


@pytest.mark.views
def test_seats_of_views(game):
    """With another number compiled code would read and write foreign memory."""
    table, last = game.table(1), game.default_players - 1
    for call in (table.view, table.view_words, partial(table.redeal, seed=1), partial(known_position, table)):
        for wrong in (last + 1, -1, 1000, 2**70, np.int64(-1), "0", 0.0, True, [0]):
            refused(partial(call, wrong), f"{game.name}: player must be 0 to {last}, got {wrong!r:.60}")
        call(np.int8(last))


@pytest.mark.views
@pytest.mark.parametrize(
    ("name", "value", "parts"),
    [
        ("encoding", "flatt", ["'flat'"]),
        ("encoding", "pixels", ["flat", "planes", "tokens", "text", "view"]),
        ("encoding", None, ["flat"]),
        ("encoding", ["flat"], ["'flat'", "got ['flat']"]),
        ("reward", "scores", ["'score'"]),
        ("reward", "money", ["outcome", "score"]),
        ("illegal", "rais", ["'raise'"]),
        ("illegal", "ignore", ["terminate", "raise"]),
        ("render_mode", "ansy", ["'ansi'"]),
        ("render_mode", "pixels", ["ansi", "human", "rgb_array"]),
        ("max_stepz", 3, ["max_stepz"]),
    ],
)
def test_settings(game, name, value, parts):
    refused(lambda: CardEnv(game, **{name: value}), game.name, *parts)


def test_option_values(game):
    for field in game.options:
        wrongs = ["nonsense", 7] if isinstance(field, Choice) else [field.low - 1, field.high + 1, 1.5, "x"]
        wrongs += [] if isinstance(field, Flag) else [True]
        wrongs += [] if field.allowed.endswith("or None") else [None]
        for wrong in wrongs:
            refused(
                lambda field=field, wrong=wrong: game.blank(**{field.name: wrong}), game.name, field.name, field.allowed
            )


@pytest.mark.views
def test_option_names(game):
    for field in game.options:
        refused(lambda field=field: CardEnv(game, **{f"{field.name}s": 1}), game.name, f"did you mean {field.name!r}?")


@pytest.mark.views
@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "one"])
def test_seeds(game, seed):
    refused(lambda: game.table(seed), "seed", "0 to 2^64 - 1")
    env, batch = CardEnv(game), usual(game).batch(2)
    refused(lambda: env.reset(seed=seed), "seed", "0 to 2^64 - 1")
    refused(lambda: batch.reset(seed=seed), "seed", "0 to 2^64 - 1")


@pytest.mark.views
def test_seeds_of_a_batch(game):
    batch = usual(game).batch(3)
    refused(lambda: batch.reset(seed=[1, 2]), game.name, "seeds must be 3", "got 2")
    refused(lambda: batch.reset(seed=[1, 2, -1]), "seed", "0 to 2^64 - 1")


@pytest.mark.views
@pytest.mark.parametrize(
    ("sizes", "part"),
    [
        *(({"num_tables": wrong}, "num_tables") for wrong in (0, 1.5, "3", True, None, [3])),
        *(({"num_tables": 2, "threads": wrong}, "threads") for wrong in (0, 1.5, "2", True)),
    ],
)
def test_sizes_of_a_batch(game, sizes, part):
    refused(lambda: Batch(game, **sizes), game.name, part, "at least 1")


@rule
def declining(view, mask, generator):
    """Never takes a hand, even if it is not asked."""
    return getaway.DECLINE


@rule
def beyond(view, mask, generator):
    """Chooses a number that is no action."""
    return len(mask)


@rule
def without_actions(state, mask):
    """A rule that lacks a case."""


def batch_of_agents(game, agent):
    batch = Batch(game, 3, num_players=3, bots={agent.__name__: agent})
    batch.actors[:, 1:] = 0
    return batch


@pytest.mark.parametrize(("agent", "words"), [(declining, "'decline'"), (beyond, "54")])
def test_an_agent_in_a_batch_that_chooses_an_illegal_action_is_named(agent, words):
    batch = batch_of_agents(GETAWAY, agent)
    message = rf"^getaway: action {words} at table \d is not legal .* chosen by {agent.__name__}; reset"
    with pytest.raises(AgentError, match=message):
        batch.reset(seed=0)


def test_a_rule_that_leaves_an_agent_no_action_ends_no_loop_in_silence():
    batch = batch_of_agents(replace(GETAWAY, name="forgetful", legal_actions=without_actions), declining)
    batch.actors[:] = 0
    with pytest.raises(AgentError, match=r"^forgetful: player \d has no legal action at table \d, .*a rule is wrong"):
        batch.reset(seed=0)


@pytest.mark.views
@pytest.mark.parametrize("dealer", [-1, 99, "me", 0.5])
def test_dealers(game, dealer):
    env = CardEnv(game)
    refused(lambda: env.reset(options={"dealer": dealer}), game.name, "dealer", f"0 to {game.default_players - 1}")


def deck_with(*changes):
    deck = card_words(GETAWAY.pack_of(4)).split()
    for place, word in changes:
        deck[place] = word
    return [word for word in deck if word]


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ([(0, None)], ["A♣ is missing"]),
        ([(0, "2♣")], ["2♣ is too many", "A♣ is missing"]),
        ([(0, "1♣")], ["'1♣'", "'A♠'"]),
        ([(0, "joker")], ["joker is too many", "A♣ is missing"]),
        ([(place, None) for place in range(30)], ["and 24 more"]),
        ([(place, None) for place in range(52)], ["is missing"]),
    ],
)
def test_decks(changes, parts):
    env = CardEnv(GETAWAY)
    refused(lambda: env.reset(options={"deck": deck_with(*changes)}), *parts)


def test_deck_codes(game):
    env = CardEnv(game)
    pack = game.pack_of(game.default_players)
    refused(lambda: env.reset(options={"deck": [*pack[1:], 99]}), "99", f"0 to {len(game.cards.words) - 1}")
    refused(lambda: env.reset(options={"deck": [*pack[1:], 0.5]}), "0.5")
    refused(lambda: env.reset(options={"deck": 5}), "5")


@pytest.mark.views
@pytest.mark.parametrize(
    ("name", "near"), [("decks", "deck"), ("Deck", "deck"), ("positon", "position"), ("delaer", "dealer")]
)
def test_names_of_reset_options(game, name, near):
    env, single = CardEnv(game), gymnasium.make(f"cardzoo/{game.id}", opponents="random").unwrapped
    refused(lambda: env.reset(options={name: 1}), game.name, f"did you mean {near!r}?")
    refused(lambda: single.reset(options={name: 1}), game.name, f"did you mean {near!r}?")


RESETS = {
    "aec": lambda: envs.make("getaway"),
    "parallel": lambda: envs.make_parallel("getaway"),
    "single": lambda: SingleSeat("getaway", opponents="random"),
    "vector": lambda: VectorSeats("getaway", 2, opponents="random"),
}


@pytest.mark.parametrize("view", RESETS)
@pytest.mark.parametrize("options", [["deck"], "deck", 3, ("dealer", 0)])
def test_reset_options_that_are_no_dictionary(view, options):
    env = RESETS[view]()
    refused(lambda: env.reset(options=options), f"getaway: options must be a dictionary, got {options!r}")


@pytest.mark.parametrize("view", RESETS)
def test_other_reset_options_change_nothing(view):
    """Wrappers pass options of their own through."""
    plain, other = RESETS[view](), RESETS[view]()
    first, second = plain.reset(seed=3), other.reset(seed=3, options={"foo": 1, "mask": 2, 3: None})
    if view in ("single", "vector"):
        assert (first[0] == second[0]).all()
    else:
        assert getattr(plain, "aec", plain).table.records == getattr(other, "aec", other).table.records


def test_a_misspelt_reset_mask():
    env = RESETS["vector"]()
    refused(lambda: env.reset(options={"reset_mak": 1}), "did you mean 'reset_mask'?")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ({"plyer": 0}, ["did you mean"]),
        ({"player": 99}, ["player must be", "0 to", "got 99"]),
        ({"player": -1}, ["player must be", "0 to", "got -1"]),
        ({"player": "first"}, ["player"]),
        ({"dealer": 70_000}, ["dealer"]),
        ({"seed": -1}, ["seed"]),
        ({"steps": "many"}, ["steps"]),
        ({"score": [0] * 99}, ["score"]),
        ({"score": 5}, ["score"]),
        ({"score": ["x"]}, ["score"]),
    ],
)
def test_positions(game, words, parts):
    env = CardEnv(game)
    refused(lambda: env.reset(options={"position": words}), game.name, *parts)


def test_positions_with_cards_that_are_not_in_the_pack(game):
    """Every field that may hold a card is tried, also those that only remember cards."""
    for field in game.state:
        if not isinstance(field, (Card, Cards, Pile)) or field.codes > 52:
            continue
        for wrong in ("joker", 60, -7):
            value = wrong if isinstance(field, Card) else [wrong]
            for _ in field.shape:
                value = [value]
            refused(lambda name=field.name, value=value: game.position(**{name: value}), game.name, field.name)


def test_positions_out_of_a_field_s_range(game):
    for field in game.state:
        if isinstance(field, (Choice, Number)) and type(field).to_words is Field.to_words:  # with the usual words
            value = "nonsense" if isinstance(field, Choice) else field.high + 1
            for _ in field.shape:
                value = [value]
            refused(
                lambda name=field.name, value=value: game.position(**{name: value}),
                game.name,
                field.name,
                field.allowed,
            )
        if field.shape:
            value = [None] * (field.shape[0] + 1)
            refused(lambda name=field.name, value=value: game.position(**{name: value}), game.name, field.name)


@pytest.mark.views
def test_words_of_actions(game):
    first = game.actions.words[0]
    refused(lambda: game.actions.parse(f"{first}x"), f"did you mean {first!r}?")
    refused(lambda: game.actions.parse("qqqq"), "'qqqq'")
    refused(lambda: game.actions.describe(len(game.actions)), f"0 to {len(game.actions) - 1}")


def test_fields_in_words(game):
    refused(lambda: game.table(1).words("stokc"), game.name, "stokc")


@pytest.mark.parametrize(
    ("settings", "parts"),
    [
        ({"opponents": "experts"}, ["'expert'"]),
        ({"opponents": "nobody"}, ["random", "novice", "expert"]),
        ({"opponents": ["random"] * 20}, ["a list of 20"]),
        ({"seat": 20}, ["seat", "0 to"]),
        ({"seat": "last"}, ["seat", "0 to", "'rotate'"]),
        ({"seat": True}, ["seat"]),
        ({"illegal": "rais"}, ["'raise'"]),
        ({"render_mode": "ansy"}, ["'ansi'"]),
        ({"encoding": ["flat"]}, ["'flat'"]),
    ],
)
@pytest.mark.filterwarnings("ignore:.*render_mode")
def test_single_seats(settings, parts):
    refused(lambda: gymnasium.make("cardzoo/getaway-v0", **settings), "getaway", *parts)


@pytest.mark.parametrize("look", [find_game, envs.make, envs.make_parallel, partial(envs.make_batch, num_tables=1)])
@pytest.mark.parametrize(
    ("id", "parts"),
    [
        ("gettaway-v0", ["did you mean 'getaway'?"]),
        ("getaway-v7", ["'getaway-v0'"]),
        ("getaway-vx", ["did you mean 'getaway'?"]),
        ("xyz", ["`cardzoo games` lists them"]),
        ("", ["`cardzoo games` lists them"]),
    ],
)
def test_ids(look, id, parts):
    refused(lambda: look(id), *parts)


@pytest.mark.parametrize("look", [envs.make, envs.make_parallel, partial(envs.make_batch, num_tables=1)])
@pytest.mark.parametrize("id", [None, 3, ["getaway"]])
def test_ids_that_are_no_text(look, id):
    refused(lambda: look(id), f"id must be a game's id, such as 'getaway-v0', got {id!r}")


@pytest.mark.parametrize("bots", [["random"], "random"])
def test_bots_that_are_no_dictionary(bots):
    refused(lambda: Batch(GETAWAY, 1, bots=bots), f"getaway: bots must be a dictionary of agents by name, got {bots!r}")


@pytest.mark.views
def test_agents(game):
    refused(lambda: find_agent("expret", game), game.name, "did you mean 'expert'?")
    refused(lambda: find_agent("/no/such/folder", game), game.name, "random")


def test_modules_of_versions():
    with pytest.raises(AttributeError, match="did you mean 'getaway'"):
        envs.gettaway_v0  # noqa: B018
    with pytest.raises(ImportError):
        exec("from cardzoo.envs import getaway_v9")
