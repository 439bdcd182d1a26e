"""Errors are one line that names the allowed values."""

from dataclasses import replace
from functools import partial

import gymnasium
import pytest

from cardzoo import envs
from cardzoo.agents import find_agent
from cardzoo.envs import AgentError, Batch, CardEnv, find_game
from cardzoo.envs.engine import Card, Cards, Choice, Flag, Number, Pile, rule
from cardzoo.envs.engine.cards import card_words
from cardzoo.envs.engine.fields import Field
from cardzoo.envs.games import getaway
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


@pytest.mark.views
@pytest.mark.parametrize(
    ("name", "value", "parts"),
    [
        ("encoding", "flatt", ["'flat'"]),
        ("encoding", "pixels", ["flat", "planes", "tokens", "text", "view"]),
        ("encoding", None, ["flat"]),
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
    ("sizes", "part"), [({"num_tables": 0}, "tables"), ({"num_tables": 2, "threads": 0}, "threads")]
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


@pytest.mark.views
def test_agents(game):
    refused(lambda: find_agent("expret", game), game.name, "did you mean 'expert'?")
    refused(lambda: find_agent("/no/such/folder", game), game.name, "random")


def test_modules_of_versions():
    with pytest.raises(AttributeError, match="did you mean 'getaway'"):
        envs.gettaway_v0  # noqa: B018
    with pytest.raises(ImportError):
        exec("from cardzoo.envs import getaway_v9")
