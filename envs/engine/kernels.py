"""Compiled entry points of a game, over arrays of tables, for Python to call.

Each is compiled at its first use and kept on disk. All take arrays of records and an index
rather than records, which Numba accepts four times as fast.
"""

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cardzoo.envs.engine import piles, rng
from cardzoo.envs.engine.bots import Bot, Remembering, adviser, chooser, forgetter, module_of_bot, rule_of
from cardzoo.envs.engine.compiling import entry_point, hash_sources, inlined_rule, rule
from cardzoo.envs.engine.network import choose_legal, feed_forward

if TYPE_CHECKING:
    from cardzoo.envs.engine.game import Game

Rule = Callable[..., Any]

YOURS = -1  # an actor code: the caller of `play` chooses for this seat; smaller codes too
FIRST_NETWORK = 64  # an actor code: this and larger ones are networks, smaller ones down to 0 compiled agents
WAIT = -1  # in place of an action: leave this table as it is
RESTART = -2  # in place of an action: deal this table anew
RESUME = -3  # in place of an action: the record was changed from outside; go on from it
GO_ON = -4  # in place of an action: go on with the game dealt after the last one's end; rewards and flags stay
DEAL_WRITTEN = -5  # in place of an action: deal this table from the stock as it lies

OVER = 1 << 8  # flags of `step`'s result, above the player's seat
PAID = 1 << 9


class InputReader(Protocol):
    """Reader of networks' input; see `cardzoo.envs.policies.network_input.NetworkInput`."""

    @property
    def names(self) -> list[str]:
        """Names that identify its compiled code among those of the game."""

    @property
    def modules(self) -> list[str]:
        """Modules of the code that `read` calls."""

    @property
    def read(self) -> Rule:
        """``read(view, numbers, mask, generator, layout, factors, row, inputs)``, a rule: fills a row."""


class Workspace(NamedTuple):
    """Arrays of the batch step: N tables of P seats, and W workers.

    Attributes:
        records, actions, actors, generators, observations, masks, players, watchers, rewards, owed, terminations,
        truncations, scores, final_observations, memories: of the tables, as in `cardzoo.envs.batch`. An action may be
            `WAIT`, `RESTART`, `RESUME` or `GO_ON`. ``owed`` accumulates rewards until your next turn.
        blank, pack, blank_view, layout, factors, fresh_memory: sources of tables, views, rows and memories.
        views, numbers, rows, hidden: (W, ...) scratch: a view, its numbers, the networks' input, their layers.
        networks, sizes, greedy: (K, parameters) float32, (K, layers + 1) the sizes of their layers, and (K,) bool:
            whether they take their likeliest action. Smaller networks are padded with zeros.
        network_layout, network_factors: sources of the networks' input.
    """

    records: Any
    blank: Any
    pack: Any
    actions: Any
    actors: Any
    generators: Any
    blank_view: Any
    views: Any
    numbers: Any
    layout: Any
    factors: Any
    observations: Any
    masks: Any
    players: Any
    watchers: Any
    rewards: Any
    owed: Any
    terminations: Any
    truncations: Any
    scores: Any
    final_observations: Any
    networks: Any
    sizes: Any
    greedy: Any
    network_layout: Any
    network_factors: Any
    rows: Any
    hidden: Any
    memories: Any
    fresh_memory: Any


@rule
def pay_scores(state):
    """Assign rewards for changes of the score: each seat's gain less the mean gain, over the range."""
    seats = state.num_players
    mean = 0.0
    if seats > 1:
        for player in range(seats):
            mean += (state.score[player] - state.scored[player]) / seats
    for player in range(seats):
        gain = state.score[player] - state.scored[player]
        state.reward[player] = (gain - mean) / state.score_range
        state.scored[player] = state.score[player]


@rule
def pay_own_scores(state):
    """Assign rewards for changes of scores that have no rivals: each seat's gain, over the range."""
    for player in range(state.num_players):
        state.reward[player] = (state.score[player] - state.scored[player]) / state.score_range
        state.scored[player] = state.score[player]


@rule
def caller_seat(actors, player, seats):
    """First seat from a player on for which the caller of `play` chooses; without one, that player."""
    for place in range(seats):
        if actors[(player + place) % seats] < 0:
            return (player + place) % seats
    return player


@rule
def move_on(actors, table, seats):
    """Move the actors of a table to the next seat."""
    moved = actors[table, seats - 1]
    for player in range(seats - 1, 0, -1):
        actors[table, player] = actors[table, player - 1]
    actors[table, 0] = moved


@rule
def is_legal(mask, action):
    """Returns whether a number is a legal action."""
    return 0 <= action < len(mask) and mask[action] != 0


@inlined_rule
def clear_results(work, table):
    """Clear the rewards and flags of the last step."""
    work.rewards[table, :] = 0
    work.terminations[table] = False
    work.truncations[table] = False


@inlined_rule
def start_rewards(work, table):
    """Set the rewards that are not yet reported to those of a deal."""
    state = work.records[table]
    for player in range(state.num_players):
        work.owed[table, player] = state.reward[player]


@inlined_rule
def add_rewards(work, table):
    """Add the rewards of an action to those that are not yet reported."""
    state = work.records[table]
    for player in range(state.num_players):
        work.owed[table, player] += state.reward[player]


@inlined_rule
def report_rewards(work, table):
    """Report the rewards since the last report."""
    for player in range(work.records[table].num_players):
        work.rewards[table, player] = work.owed[table, player]
        work.owed[table, player] = 0


@inlined_rule
def report_end(work, table):
    """Report the end of a game: its flags, scores and rewards."""
    state = work.records[table]
    work.terminations[table] = not state.truncated
    work.truncations[table] = state.truncated
    for player in range(state.num_players):
        work.scores[table, player] = state.score[player]
    report_rewards(work, table)


class Kernels:
    """Entry points of one game.

    Args:
        game: the game.
    """

    def __init__(self, game: "Game") -> None:
        self._game = game
        self._rules = hash_sources(__package__, game.deal.__module__)

    def compile(self, name: str, function: Rule, *others: str) -> Rule:
        """Compile a function that works on the game's tables, and keep the result on disk.

        Args:
            name: its name among the game's entry points.
            function: the function; it must always be called with the same types.
            *others: names of the modules that it calls, besides the game, the engine and their imports.
        """
        return entry_point(self._game.name, name, self.sources(*others), function)

    def sources(self, *others: str) -> str:
        """Hash of all code that a function on the game's tables may call; see `compile`."""
        return f"{self._rules}-{hash_sources(*others)}" if others else self._rules

    @cached_property
    def _deal(self) -> Rule:
        deal_blank = self.deal_blank

        @rule
        def start(tables, table, blank, pack, shuffled, dealer):
            state = tables[table]
            seed = state.seed
            draws = state.draws
            tables[table] = blank[0]
            state.seed = seed
            state.draws = draws
            deal_blank(state, pack, shuffled, dealer)

        return start

    @cached_property
    def deal_blank(self) -> Rule:
        """``deal_blank(state, pack, shuffled, dealer)``: deals a game at a blank table."""
        begin = self._begin

        @rule
        def deal_blank(state, pack, shuffled, dealer):
            piles.fill(state.stock, pack)
            state.dealer = dealer
            begin(state, shuffled)

        return deal_blank

    @cached_property
    def _begin(self) -> Rule:
        """``begin(state, shuffled)``: deals the pack in the stock; a dealer of -1 is chosen at random."""
        shuffle, deal = self._game.shuffle, self._game.deal

        @rule
        def begin(state, shuffled):
            if shuffled:
                shuffle(state)
            if state.dealer < 0:
                state.dealer = rng.below(state, state.num_players)
            state.player = (state.dealer + 1) % state.num_players
            state.written = not shuffled
            deal(state)
            state.written = False

        return begin

    @cached_property
    def apply(self) -> Rule:
        """``apply(state, action)``: plays a legal action, with the engine's part, for compiled code to call."""
        apply_action = self._game.apply_action
        pay = pay_own_scores if self._game.plays_alone else pay_scores

        @rule
        def apply(state, action):
            state.reward[:] = 0
            apply_action(state, action)
            state.steps += 1
            if state.score_rewards:
                pay(state)

        return apply

    @cached_property
    def step(self) -> Rule:
        """``step(tables, action, mask)``: plays a legal action; returns the next seat with flags `OVER` and `PAID`.

        In place of an action it takes `RESTART` and `DEAL_WRITTEN`, which deal the pack in the stock, and `RESUME`.
        All are one entry point, as they share most of their compiled code.
        """
        apply, begin = self.apply, self._begin
        legal_actions = self._game.legal_actions

        def step(tables, action, mask):
            state = tables[0]
            if action >= 0:
                apply(state, action)
            elif action != RESUME:
                begin(state, action == RESTART)
            mask[:] = 0
            result = int(state.player)
            if state.over:
                result |= OVER
            else:
                legal_actions(state, mask)
            for player in range(state.num_players):
                if state.reward[player] != 0:
                    result |= PAID
            return result

        return self.compile("step", step)

    @cached_property
    def observe(self) -> Rule:
        """``observe(tables, player, blank, views)``: fills the view of a seat."""
        observe_game = self._game.observe

        def observe(tables, player, blank, views):
            views[0] = blank[0]
            observe_game(tables[0], player, views[0])

        return self.compile("observe", observe)

    @cached_property
    def redeal(self) -> Rule:
        """``redeal(tables, player)``: resamples the cards that are hidden from the seat."""
        redeal_hidden = self._game.redeal_hidden

        def redeal(tables, player):
            redeal_hidden(tables[0], player)

        return self.compile("redeal", redeal)

    @cache  # noqa: B019 - a game lives as long as the program
    def encode(self, encode_view: Rule) -> Rule:
        """``encode(tables, player, blank, views, numbers, layout, factors, out)``: encodes the view of a seat."""
        observe_game = self._game.observe

        def encode(tables, player, blank, views, numbers, layout, factors, out):
            views[0] = blank[0]
            observe_game(tables[0], player, views[0])
            encode_view(numbers[0], layout, factors, out)

        return self.compile(f"encode-{encode_view.__name__}", encode, encode_view.__module__)

    def play(self, encode_view: Rule, bots: Mapping[str, Bot], networks: InputReader) -> Rule:
        """Batch step: plays a range of tables up to your next turns.

        Args:
            encode_view: the encoder's compiled function.
            bots: compiled agents by name; actor code k is the k-th of them.
            networks: reader of the networks' input.

        Returns:
            ``play(first, last, worker, restart, rotate, work)`` on a `Workspace`. With ``restart`` a table whose game
            ends deals the next one; with ``rotate`` its actors then move to the next seat. Rewards accumulate for each
            seat from the last report until the end of the game or your next turn. If a game ends before your first
            turn, its mask is all ones and your next action ends it. The step stops at a table where an agent's action
            is illegal or no action is legal. It returns that table, with its player, mask and action in the workspace;
            otherwise -1.
        """
        words = dict.fromkeys([encode_view.__name__, *networks.names])
        modules = (encode_view.__module__, *networks.modules, *map(module_of_bot, bots.values()))
        return self._play(encode_view, networks.read, "-".join(["play", *words, *bots]), tuple(bots.values()), modules)

    @cache  # noqa: B019 - a game lives as long as the program
    def _play(self, encode_view: Rule, read: Rule, name: str, bots: tuple[Bot, ...], modules: tuple[str, ...]) -> Rule:
        return self.compile(name, self.play_function(read, bots, self._show_encoded(encode_view)), *modules)

    def _show_encoded(self, encode_view: Rule) -> Rule:
        """``show`` for `play_function`: encodes the view of a seat into a row."""
        observe_game = self._game.observe

        @inlined_rule
        def show(state, player, worker, work, row):
            view = work.views[worker]
            work.views[worker] = work.blank_view[0]
            observe_game(state, player, view)
            encode_view(work.numbers[worker], work.layout, work.factors, row)

        return show

    def play_function(self, read: Rule, bots: tuple[Bot, ...], show: Rule) -> Rule:
        """Function of the batch step, for `play` to compile for a CPU, and `cardzoo.envs.cuda` for a GPU.

        Args:
            read: reader of the networks' input; see `cardzoo.envs.policies.network_input.NetworkInput.read`.
            bots: compiled agents; actor code k is the k-th of them.
            show: ``show(state, player, worker, work, row)``, which fills a row of the ``observations`` or
                ``final_observations`` with a seat's observation.
        """
        deal, ask = self._deal_next(bots), self._ask_agent(read, bots)
        begin, play_table = self._begin_step(deal), self._play_table(deal, ask, show)

        def play(first, last, worker, restart, rotate, work):
            for table in range(first, last):
                if begin(work, table) and not play_table(work, table, worker, restart, rotate):
                    return table
            return -1

        return play

    def _deal_next(self, bots: tuple[Bot, ...]) -> Rule:
        """``deal(work, table)``: deals a new game, with fresh memories and its first rewards."""
        start, forget = self._deal, forgetter(bots)

        @inlined_rule
        def deal(work, table):
            start(work.records, table, work.blank, work.pack, True, -1)
            forget(work.memories, table, work.fresh_memory, work.records[table].num_players)
            start_rewards(work, table)

        return deal

    def _begin_step(self, deal: Rule) -> Rule:
        """``begin(work, table)``: prepares a table for its action, or does the engine's part in place of one.

        It returns whether the table is played: not if it waits, or the end of its game was reported before.
        """

        @inlined_rule
        def begin(work, table):
            state, action = work.records[table], work.actions[table]
            if action == WAIT:
                return False
            if action != GO_ON:
                clear_results(work, table)
            if action >= 0:
                return not state.over or work.masks[table][0] != 0
            if action == RESTART:
                deal(work, table)
            elif action == GO_ON or state.over:
                start_rewards(work, table)
            return True

        return begin

    def _play_table(self, deal: Rule, ask: Rule, show: Rule) -> Rule:
        """``play_table(work, table, worker, restart, rotate)``: plays a table up to your next turn.

        It returns False if an agent's action is illegal.
        """
        apply, legal_actions = self.apply, self._game.legal_actions

        @inlined_rule
        def play_table(work, table, worker, restart, rotate):
            state, mask, action = work.records[table], work.masks[table], work.actions[table]
            watcher = work.watchers[table] if work.watchers[table] >= 0 else work.players[table]
            running = action >= 0  # the game of your action; the next one may be over before your turn
            while True:
                if action >= 0 and not state.over:
                    apply(state, action)  # at one place only, as it is most of the compiled code
                    add_rewards(work, table)
                mask[:] = 0
                if state.over and running:
                    report_end(work, table)
                    if len(work.final_observations) > 0:
                        show(state, watcher, worker, work, work.final_observations[table])
                    if not restart:
                        break
                    deal(work, table)
                    if rotate:
                        move_on(work.actors, table, state.num_players)
                    running = False
                if state.over:
                    break
                legal_actions(state, mask)
                if work.actors[table, state.player] < 0:
                    break
                action = ask(work, table, worker)
                if not is_legal(mask, action):  # it would never end
                    work.actions[table] = action
                    work.players[table] = state.player
                    return False
            if not state.over:
                if running:
                    report_rewards(work, table)
                work.players[table] = watcher = state.player
            elif not running:
                mask[:] = 1
                work.players[table] = watcher = caller_seat(work.actors[table], state.player, state.num_players)
            show(state, watcher, worker, work, work.observations[table])
            return True

        return play_table

    def _ask_agent(self, read: Rule, bots: tuple[Bot, ...]) -> Rule:
        """``ask(work, table, worker)``: action of the agent whose turn it is."""
        observe_game, choose = self._game.observe, chooser(bots)

        @inlined_rule
        def ask_network(work, table, worker, place):
            row, hidden, mask = work.rows[worker], work.hidden[worker], work.masks[table]
            view, numbers, generator = work.views[worker], work.numbers[worker], work.generators[table]
            layout, factors, inputs = work.network_layout, work.network_factors, work.sizes[place, 0]
            read(view, numbers, mask, generator, layout, factors, row, inputs)
            last_layer = feed_forward(work.networks[place], work.sizes[place], row, hidden)
            return choose_legal(hidden[last_layer], mask, work.greedy[place], generator)

        @inlined_rule
        def ask(work, table, worker):
            state, view = work.records[table], work.views[worker]
            work.views[worker] = work.blank_view[0]
            observe_game(state, state.player, view)
            actor = work.actors[table, state.player]
            if actor >= FIRST_NETWORK:
                return ask_network(work, table, worker, actor - FIRST_NETWORK)
            mask, generator = work.masks[table], work.generators[table]
            return choose(actor, view, mask, generator, work.memories, table, state.player)

        return ask

    @cache  # noqa: B019 - a game lives as long as the program
    def act(self, name: str, bot: Bot) -> Rule:
        """``act(view, mask, generators)``: action of the compiled agent that is called ``name``.

        For an agent with a memory it is ``act(view, mask, generators, memories)``.
        """
        choose = rule_of(bot)

        def act(view, mask, generators):
            return choose(view, mask, generators[0])

        def act_remembering(view, mask, generators, memories):
            return choose(view, mask, generators[0], memories[0])

        return self.compile(f"act-{name}", act_remembering if isinstance(bot, Remembering) else act, module_of_bot(bot))

    @cache  # noqa: B019 - a game lives as long as the program
    def advise(self, name: str, bot: Bot) -> Rule:
        """``advise(tables, players, blank, views, masks, generators, actions)``: actions of a compiled agent.

        At a table where the game is over before the first turn the action is 0, and deals the next game.
        """
        observe_game, choose = self._game.observe, adviser(bot)

        def advise(tables, players, blank, views, masks, generators, actions):
            for table in range(len(tables)):
                actions[table] = 0
                if not tables[table].over:
                    views[0] = blank[0]
                    observe_game(tables[table], players[table], views[0])
                    actions[table] = choose(tables[table], players[table], views[0], masks[table], generators[table])

        return self.compile(f"advise-{name}", advise, module_of_bot(bot))
