import pytest

from cardzoo.envs import IDS
from cardzoo.training.config import ConfigError, dump_config, load_config
from tests.playing import GAMES


@pytest.mark.parametrize("game", IDS)
def test_every_game_has_a_config_that_reads_back(game, tmp_path):
    config = load_config(game)
    assert config.game == game
    file = tmp_path / "config.yaml"
    file.write_text(dump_config(config), encoding="utf-8")
    assert load_config(game, file) == config


def test_settings_of_the_command_line_win():
    config = load_config("getaway", None, ["learning.learning_rate=3e-4", "total_steps=1_000", "options.takers=anyone"])
    assert config.learning.learning_rate == 3e-4
    assert config.total_steps == 1000
    assert config.options == {"takers": "anyone"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tabels: 3", ["tabels", "did you mean 'tables'?"]),
        ("learning: {batchsize: 3}", ["learning.batchsize", "did you mean 'batch_size'?"]),
        ("tables: many", ["tables", "'many' is not allowed", "integer"]),
        ("tables: 0", ["tables", "greater than or equal to 1"]),
        ("learning: {gamma: 2}", ["learning.gamma", "less than or equal to 1"]),
        ("reward: gold", ["reward", "'outcome' or 'score'"]),
        ("learning: 3", ["learning"]),
        ("minutes: 0", ["minutes", "greater than 0"]),
        ("learning: {hidden: [64, 0]}", ["learning.hidden.1", "greater than 0"]),
        (
            "{trainer: maskable_ppo, warm_start: {agent: expert}}",
            ["warm_start.agent needs trainer: ppo", "set warm_start.agent: null"],
        ),
        ("advisor: ''", ["advisor: '' is not allowed", "at least 1 character"]),
        ("{trainer: maskable_ppo, advisor: expert}", ["advisor needs trainer: ppo", "set advisor: null"]),
        ("{trainer: maskable_ppo, learning: {critic: table}}", ["learning.critic: table needs trainer: ppo"]),
        ("{tables: 23, workers: 3}", ["tables must be at least 24 for 3 workers, got 23"]),
        ("opponents: {self_share: 0.8, pool_share: 0.5}", ["opponents.pool_share must be at most 1 together"]),
        ("game: yukon-v0", ["it is for 'yukon-v0', not 'getaway-v0'"]),
        ("tables: 99999999999", ["tables", "less than or equal to"]),
        ("{tables: 1048576, learning: {steps: 65536}}", ["tables times learning.steps must be at most"]),
        ("learning: {learning_rate: .inf}", ["learning.learning_rate: inf", "finite"]),
        ("minutes: .nan", ["minutes: nan", "finite"]),
        ("options: {num_players: 3}", ["options: option must be one of takers, max_tricks, got 'num_players'"]),
        ("options: {takers: 3}", ["options: option takers must be 'leader' or 'anyone', got 3"]),
        (
            "evaluation: {options: {takrs: anyone}}",
            ["evaluation.options: option must be ", "got 'takrs'; did you mean 'takers'?"],
        ),
        ('"a\\nb": 3', ["there is no such key"]),
        ("- a list", ["keys and values"]),
        ("tables: [", ["line 1"]),
    ],
)
def test_a_bad_config_is_told_in_one_line(text, words, tmp_path):
    file = tmp_path / "my.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as problem:
        load_config("getaway", file)
    message = str(problem.value)
    assert message.startswith(str(file))
    assert "\n" not in message
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ("learning.entrpy=0.1", "learning.entrpy: there is no such key; did you mean 'entropy'?"),
        ("learning={entrpy: 0.1}", "learning.entrpy: there is no such key"),
        ("opponents.self_share=2", "opponents.self_share: 2 is not allowed"),
        ("num_players=9", "number of players must be 3 to 8, got 9"),
        ("options.takers=nobody", "options: option takers must be 'leader' or 'anyone', got 'nobody'"),
        (
            "evaluation.options={takrs: anyone}",
            "evaluation.options: option must be one of takers, max_tricks, got 'takrs'",
        ),
    ],
)
def test_a_setting_of_the_command_line_is_not_blamed_on_the_file(setting, problem, tmp_path):
    file = tmp_path / "my.yaml"
    file.write_text("tables: 16\noptions: {max_tricks: 100}", encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        load_config("getaway", file, ["seed=1", setting])
    assert str(refused.value).startswith(f"--set {setting}: ")
    assert problem in str(refused.value)


def test_the_file_is_blamed_for_what_stands_in_it(tmp_path):
    file = tmp_path / "my.yaml"
    file.write_text("learning: {entrpy: 0.1}", encoding="utf-8")
    with pytest.raises(ConfigError, match="entrpy") as refused:
        load_config("getaway", file, ["learning.entropy=0.1", "tables=16"])
    assert str(refused.value).startswith(str(file))


@pytest.mark.parametrize("text", ["5e-4", "5.0E-4", "+.5e-3", "0.0005"])
def test_numbers_may_have_an_exponent(text, tmp_path):
    file = tmp_path / "my.yaml"
    file.write_text(f"learning: {{learning_rate: {text}}}", encoding="utf-8")
    assert load_config("getaway", file).learning.learning_rate == 0.0005
    assert load_config("getaway", settings=[f"learning.learning_rate={text}"]).learning.learning_rate == 0.0005


def test_an_agent_is_measured_under_the_options_of_training_if_none_are_named():
    config = load_config("gin_rummy", None, ["evaluation.options=null"])
    assert config.evaluation_options == config.options == {"target": None}


def test_a_run_with_an_advisor_begins_as_it_and_meets_it_with_lower_learning_rates():
    config = load_config("the_clock", None, ["advisor=novice", "warm_start.share=0.5"])
    assert (config.warm_start.agent, config.opponents.scripted) == ("novice", ("novice",))
    assert config.learning.learning_rate < load_config("the_clock").learning.learning_rate
    assert config.warm_start.share == 0.5
    assert config.warm_start.learning_rate == config.learning.learning_rate


def test_an_advised_game_without_its_advisor_trains_by_the_usual_defaults():
    config = load_config("lorum", None, ["advisor=null", "trainer=maskable_ppo"])
    assert config.warm_start.agent is None
    assert config.learning.learning_rate == load_config("the_clock").learning.learning_rate


def test_agents_trained_on_hands_are_measured_by_matches():
    matches = {game.id: game.shortest for game in GAMES if game.shortest}
    trained_on_hands = [config for config in map(load_config, matches) if config.options == matches[config.game]]
    assert len(trained_on_hands) > 5
    assert all(config.evaluation_options == {} for config in trained_on_hands)


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(ConfigError, match="cannot be read: No such file"):
        load_config("getaway", tmp_path / "none.yaml")


@pytest.mark.parametrize(
    "setting", ["tables", "=3", "tables.size=3", "tables=[", "learning.rate=1", "seed=[&a 1, *a]", "seed=2020-99-99"]
)
def test_a_bad_setting_is_told(setting):
    with pytest.raises(ConfigError):
        load_config("getaway", None, [setting])
