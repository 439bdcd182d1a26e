"""No observation leaks hidden cards.

`redeal_hidden` redeals the cards that a seat cannot know. If the seat's view or mask changed with it, they would leak
something hidden. If it never changed anything, these checks would be void, and a search that uses it would cheat.
"""

import numpy as np

from cardzoo.envs import Table
from cardzoo.envs.drawing.ansi import draw_ansi
from cardzoo.envs.engine import Flag, Number
from cardzoo.envs.engine.fields import Field
from cardzoo.envs.scene import table_scene
from cardzoo.testing.check import Each, check
from cardzoo.testing.checks.games import difference
from cardzoo.testing.playing import HIDING_SEED, at, cards_of, positions, redealt, some_positions, walk
from cardzoo.testing.setting import Setting, count

REDEALS = count(compiled=12, interpreted=8)
SEEDS = count(compiled=3, interpreted=1)  # of redeals that are compared field by field


def hides_cards(setting: Setting) -> bool:
    """Returns whether the game hides any cards."""
    return setting.game.hides_cards


def shows_all(setting: Setting) -> bool:
    """Returns whether all cards are open."""
    return not setting.game.hides_cards


@check(Each.SETTING)
def check_redeal_changes_nothing_that_is_seen(setting: Setting) -> None:
    """In every phase and for every seat, a redeal keeps the view, the mask on turn, and the pack."""
    game, pack = setting.game, setting.game.count(setting.pack)
    for table in positions(setting):
        for player in range(setting.num_players):
            view = table.view(player)
            for seed in range(SEEDS):
                other = redealt(table, player, seed)
                seen = other.view(player)
                changed = [name for name in game.view.fields if view[name].tobytes() != seen[name].tobytes()]
                again = f"when hidden cards are drawn again for player {player} (redeal seed {seed})"
                assert not changed, at(table, f"{', '.join(changed)} in the view changes {again}")
                assert (other.player, other.over) == (table.player, table.over), at(table, f"the turn changes {again}")
                assert player != table.player or np.array_equal(other.mask, table.mask), at(
                    table, f"the mask changes {again}"
                )
                counts = other.count_cards()
                assert np.array_equal(counts, pack), at(table, f"{difference(setting.game, counts, pack)} {again}")
                assert other.mask.any() != other.over, at(table, f"nothing is legal {again}")


DEALT = {
    "board",
    "chips",
    "tokens",
    "deal_number",
    "cards",
    "colors",
    "decks",
    "hand_size",
    "lives",
}  # of the start: they are seen


@check(Each.GAME)
def check_views_tell_what_ends_a_game(setting: Setting) -> None:
    """A different bound, such as of hands, turns or points, gives the seats a different view."""
    for option in setting.game.options:
        if not isinstance(option, Number) or isinstance(option, Flag) or option.name in DEALT:
            continue
        bounds = {option.low, option.high, option.blank}
        seen = {seen_with(setting.game.table(1), option, bound) for bound in bounds}
        assert len(seen) == len(bounds), f"the seats' views do not show {option.name}"


def seen_with(table: Table, option: Field, bound: int) -> bytes:
    """The view of the seat on turn after an option is changed."""
    table.state.options[option.name] = bound
    return bytes(table.view(table.player).tobytes())


@check(Each.SETTING)
def check_redeal_leaves_the_table_itself_alone(setting: Setting) -> None:
    """A redeal makes another table."""
    for table in some_positions(setting):
        before = table.snapshot()
        table.redeal(0, seed=1)
        assert table.snapshot() == before, at(table, "redealing a copy changes the table")


@check(Each.SETTING)
def check_redeal_is_not_always_the_truth(setting: Setting) -> None:
    """Many redeals of one position differ from it and from each other."""
    varied = 0
    for table in some_positions(setting, 4):
        for player in range(setting.num_players):
            worlds = (cards_of(redealt(table, player, seed)) for seed in range(REDEALS))
            first = next(worlds)
            if any(cards != first for cards in worlds):  # stops at the first, since some redeals are slow
                varied += 1
            else:
                assert first == cards_of(table), at(  # nothing is hidden any more
                    table, f"all redeals for player {player} are the same, but not what lies there"
                )
    assert varied or not hides_dealt_cards(setting), "redeal_hidden never draws anything again"


def hides_dealt_cards(setting: Setting) -> bool:
    """Returns whether the game hides cards, and its deals are not all the same."""
    return hides_cards(setting) and cards_of(setting.table(HIDING_SEED)) != cards_of(setting.table(HIDING_SEED + 1))


@check(Each.SETTING, concerns=hides_cards)
def check_deals_hide_something_from_everybody(setting: Setting) -> None:
    """Several deals are possible for each seat, unless all deals are the same."""
    if not hides_dealt_cards(setting):
        return
    table = setting.table(HIDING_SEED)
    for player in range(setting.num_players):
        worlds = {cards_of(table.redeal(player, seed)) for seed in range(8)}
        assert len(worlds) > 1, at(table, f"nothing is hidden from player {player} after the deal")


@check(Each.SETTING, concerns=shows_all)
def check_open_games_show_everybody_the_whole_pack(setting: Setting) -> None:
    """A game without `redeal_hidden` hides nothing."""
    pack = setting.game.count(setting.pack)
    for table in positions(setting):
        for player in range(setting.num_players):
            seen = setting.game.view.count_cards(table.view(player), len(pack))
            problem = f"player {player} does not see all: {difference(setting.game, seen, pack)}"
            assert np.array_equal(seen, pack), at(table, problem)


@check(Each.SETTING)
def check_redeal_is_told_by_its_seed(setting: Setting) -> None:
    """Redeals of the same seed are the same."""
    table = setting.table(8)
    one, same_seed, other = (table.redeal(0, seed).snapshot() for seed in (1, 1, 2))
    assert one == same_seed, at(table, "two redeals of the same seed differ")
    assert one != other, at(table, "redeals of two seeds are the same")


@check(Each.SETTING)
def check_redealt_tables_can_be_played_on(setting: Setting) -> None:
    """Redealt tables can be played on, and redealing them again changes nothing that the seat sees."""
    pack = setting.game.count(setting.pack)
    for table in some_positions(setting, 4):
        for player in range(setting.num_players):
            other = redealt(table, player, player % SEEDS).copy()
            where = f"redealt for player {player} and played on to step"
            for _ in walk(other, seed=1, most=count(compiled=25, interpreted=4, checked=10)):
                counts = other.count_cards()
                assert np.array_equal(counts, pack), at(
                    table, f"{where} {other.state.steps}: {difference(setting.game, counts, pack)}"
                )
            again = other.redeal(player, seed=3).view(player).tobytes()
            assert again == other.view(player).tobytes(), at(table, f"{where} {other.state.steps}: a redeal is seen")


@check(Each.SETTING, concerns=hides_cards)
def check_redealt_tables_are_positions_that_can_be(setting: Setting) -> None:
    """Redealt tables pass the game's own `Game.check`, so they may be written as positions."""
    for table in positions(setting):
        for player in range(setting.num_players):
            problem = setting.game.check(redealt(table, player, player % SEEDS).copy().state)  # the check may write
            assert not problem, at(table, f"redealt for player {player}, it is a position that cannot be: {problem}")


@check(Each.FEW_SETTINGS)
def check_looking_changes_nothing(setting: Setting) -> None:
    """Observing changes nothing, at any time and for every seat, also out of turn and after the end."""
    env = setting.env()
    env.reset(seed=2)
    for action in [*walk(setting.table(2), most=count(compiled=400, interpreted=20)), None]:
        before = env.table.snapshot()
        for agent in env.possible_agents:
            env.observe(agent)
            env.view(agent)
        env.state()
        env.table.view_words(0)
        assert env.table.snapshot() == before, at(env.table, "looking at the table changes it")
        if action is not None:
            env.step(action)


@check(Each.FEW_SETTINGS)
def check_only_the_acting_seat_has_a_mask(setting: Setting) -> None:
    """The others' masks are empty or hold only the idle action, and infos are zero before the end."""
    env, parallel = setting.env(), setting.parallel()
    env.reset(seed=2)
    observations, _ = parallel.reset(seed=2)
    for action in walk(setting.table(2), most=count(compiled=400, interpreted=20)):
        for agent in env.possible_agents:
            is_acting = agent == env.agent_selection
            assert env.observe(agent)["action_mask"].any() == is_acting, at(env.table, f"the mask of {agent}")
            idle = observations[agent]["action_mask"][-1]
            assert idle != is_acting, at(env.table, f"the parallel view's idle action of {agent} is {idle}")
        assert all(not any(info.values()) for info in env.infos.values()), at(env.table, f"infos: {env.infos}")
        acting = env.agent_selection
        env.step(action)
        observations, *_ = parallel.step(dict.fromkeys(parallel.agents, parallel.idle_action) | {acting: action})


@check(Each.FEW_SETTINGS, views=True)
def check_texts_of_idle_seats_name_no_legal_action(setting: Setting) -> None:
    """A text names only its own reader's legal actions."""
    env = setting.env(encoding="text")
    env.reset(seed=2)
    for agent in env.possible_agents:
        is_idle = env.observe(agent)["observation"].endswith("legal actions: none")
        assert is_idle == (agent != env.agent_selection), at(env.table, f"the text for {agent}")


@check(Each.FEW_SETTINGS, views=True)
def check_pictures_of_idle_seats_show_no_legal_action(setting: Setting) -> None:
    """A picture shows only its own reader's legal actions."""
    table = setting.table(2)
    for player in range(setting.num_players):
        shows_legal = "legal: " in draw_ansi(table_scene(table, player), colours=False)
        assert shows_legal == (player == table.player), at(table, f"the picture for player {player}")


@check(Each.GAME)
def check_observations_are_the_caller_s_own(setting: Setting) -> None:
    """Writing into an observation changes neither the table nor the next observation."""
    env = setting.env()
    env.reset(seed=1)
    agent = env.agent_selection
    first = env.observe(agent)
    kept = {name: part.copy() for name, part in first.items()}
    first["action_mask"][:] = 1
    first["observation"][:] = 7
    for name, part in kept.items():
        assert np.array_equal(env.observe(agent)[name], part), at(env.table, f"{name} is not a copy")
    assert env.table.mask.sum() == kept["action_mask"].sum(), at(env.table, "action_mask is the table's own")
