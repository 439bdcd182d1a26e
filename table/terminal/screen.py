"""The screen of ``cardzoo play``: the table as text, and a list of legal moves that typed words filter."""

import asyncio
from textwrap import wrap
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from cardzoo.envs.drawing.ansi import WIDTH, draw_ansi
from cardzoo.envs.scene import Move, Pick, find_pick, whole_moves
from cardzoo.table.names import agents_in_words
from cardzoo.table.terminal.hand_ends import scene_of_end
from cardzoo.table.terminal.hand_order import sort_hand, sort_moves
from cardzoo.table.terminal.session import Session, matching
from cardzoo.table.terminal.words import capitalized, end_in_words, entry_in_words, log_in_words

WIDE = WIDTH + 40  # terminal columns from which the moves are beside the table
HIGH = 36  # terminal lines from which cards are drawn as boxes
BESIDE, ABOVE = 75, 57  # percent of the lines for the table, with the moves beside it or below it
LOG_LINES = 4  # at least; a longer log takes the lines that the table leaves
FEW_MOVES = 8  # lines that the list of moves keeps
BELOW = 4  # lines of the status, the filter and the footer
NEXT_HAND = "Next hand"


class Rules(ModalScreen[None]):
    """The game's page of rules.

    Args:
        page: the text.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss", "back")]

    def __init__(self, page: str) -> None:
        super().__init__()
        self._page = page

    def compose(self) -> ComposeResult:
        """The scrollable text."""
        with VerticalScroll():
            yield Static(Text(self._page))
        yield Footer()


class PlayApp(App[None]):
    """A table on a terminal.

    Args:
        session: the games, with their seats and agents.
        pace: seconds between the agents' moves.
    """

    CSS = f"""
    #main {{ layout: vertical; }}
    #left {{ height: auto; }}
    #table {{ height: auto; max-height: {ABOVE}vh; scrollbar-size-vertical: 1; }}
    #side {{ height: 1fr; min-height: 5; }}
    #log {{ height: auto; color: $text-muted; }}
    #status {{ height: auto; max-height: 2; text-style: bold; }}
    #moves {{ height: 1fr; border: none; }}
    .wide #main {{ layout: horizontal; }}
    .wide #left {{ width: {WIDTH + 2}; height: 1fr; }}
    .wide #table {{ max-height: {BESIDE}vh; }}
    .wide #log {{ margin-top: 1; }}
    .wide #side {{ padding-left: 1; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "rules", "rules", priority=True),
        Binding("f2", "hint", "hint", priority=True),
        Binding("f3", "undo", "undo", priority=True),
        Binding("f4", "new_game", "new game", priority=True),
        Binding("f5", "next_seat", "other seat", priority=True),
        Binding("f10,ctrl+q", "quit", "quit", priority=True),
        Binding("escape", "clear", "all moves", show=False),
        Binding("down", "move_highlight(1)", show=False, priority=True),
        Binding("up", "move_highlight(-1)", show=False, priority=True),
        Binding("pagedown", "turn_page(1)", show=False, priority=True),
        Binding("pageup", "turn_page(-1)", show=False, priority=True),
    ]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, session: Session, pace: float = 0.5) -> None:
        super().__init__()
        self.session = session
        self.pace = pace
        self.thinking = False
        self.shown_moves: list[Move] = []
        self._seat = 0  # the seat whose cards are shown when a person only watches
        self._hints = 0
        self._is_marked = False  # whether an arrow or a hint has chosen the highlighted move
        self._table_lines = 0  # of the picture
        self._picked: list[Move] = []  # of a choice of several cards
        self._hands_seen = 0  # ends of hands that the person has looked at
        self.title = f"cardzoo · {session.game.title}"

    def compose(self) -> ComposeResult:
        """The table and the log, then the status and the moves."""
        with Vertical(id="main"):
            with Vertical(id="left"):
                with VerticalScroll(id="table"):
                    yield Static(id="picture")
                yield Static(id="log")
            with Vertical(id="side"):
                yield Static(id="status")
                yield Input(placeholder="type to filter the moves, enter plays", id="filter", compact=True)
                yield OptionList(id="moves")
        yield Footer()

    def on_mount(self) -> None:
        """Show the table and start the agents."""
        self.query_one("#moves", OptionList).can_focus = False
        self.query_one("#filter", Input).focus()
        self.show()
        self.go_on()

    def on_resize(self, event: Resize) -> None:
        """Put the moves beside or below the table."""
        self.default_screen.set_class(event.size.width >= WIDE, "wide")
        self.show()

    def show(self) -> None:
        """Redraw everything."""
        session = self.session
        ended = scene_of_end(session.hands[-1], session.me or 0, session.names) if self.rests else None
        scene = sort_hand(ended or session.scene(self._seat))
        boxed = self.size.height >= HIGH
        picture = Text.from_ansi(draw_ansi(scene, moves=False, boxed=boxed))
        agents = agents_in_words(session.seats)
        whole = Text(f"{agents}\n" * bool(agents), style="dim") + picture
        self._table_lines = len(whole.plain.splitlines())
        self.query_one("#picture", Static).update(whole)
        self.show_log()
        self.query_one("#status", Static).update(Text(self.status()))
        self.list_moves()

    @property
    def rests(self) -> bool:
        """True while the person looks at the end of a hand; agents alone play on."""
        session = self.session
        return session.me is not None and not session.table.over and len(session.hands) > self._hands_seen

    @property
    def is_mine(self) -> bool:
        """True if the person may play."""
        return self.session.is_mine and not self.rests

    def next_hand(self) -> None:
        """Go on with the next hand."""
        self._hands_seen = len(self.session.hands)
        self.show()
        self.go_on()

    def show_log(self) -> None:
        """Show the last lines of the log, as many as there is room for."""
        session, room, is_wide = self.session, self._log_room(), self.size.width >= WIDE
        entries = log_in_words(session, session.log, session.names, room)
        words = [capitalized(entry_in_words(entry, session.names)) for entry in entries]
        lines = [line for entry in words for line in wrap(entry, WIDTH if is_wide else self.size.width)]
        self.query_one("#log", Static).update(Text("\n".join(lines[-room:])))

    def _log_room(self) -> int:
        """Number of lines for the log: those that the table and the moves leave."""
        width, height = self.size
        if width >= WIDE:
            return max(LOG_LINES, height - min(self._table_lines, height * BESIDE // 100) - 2)
        moves = max(FEW_MOVES, len(self.moves()))
        return max(LOG_LINES, height - min(self._table_lines, height * ABOVE // 100) - BELOW - moves)

    def moves(self) -> tuple[Move, ...]:
        """Moves of the person, each with all of its actions; cards of a choice of several."""
        if not self.is_mine:
            return ()
        scene, pick = self.session.scene(), self.pick()
        return sort_moves(scene, pick.choices if pick else whole_moves(self.session.table, scene))

    def pick(self) -> Pick | None:
        """The choice of several cards before the person, if there is one."""
        return find_pick(self.session.table, self.session.scene()) if self.is_mine else None

    def status(self) -> str:
        """Status line: the turn or the result, and the wins in the games so far."""
        session, table = self.session, self.session.table
        if table.over:
            words = f"The game is over: {self._result()} · f4: new game"
        elif self.rests:
            words = f"{end_in_words(session.hands[-1], session.names)} · enter: next hand"
        elif session.is_mine:
            asks, pick = session.scene().asks, self.pick()
            words = f"Your turn: {asks[:1].lower()}{asks[1:]}" + (" · f3 takes back" if session.can_undo else "")
            words += f" · {len(self._picked)} of {pick.count} chosen" if pick else ""
        else:
            words = f"{session.names[table.player]} is thinking …"
        if len(session.results) > 1 and session.game.cooperative:
            points = ", ".join(str(result.scores[0]) for result in session.results)
            words += f" · {len(session.results)} games, points: {points}"
        elif len(session.results) > 1:
            wins = [sum(result.ranks[seat] == 1 for result in session.results) for seat in range(table.num_players)]
            first = ", ".join(f"{name} {count}" for name, count in zip(session.names, wins, strict=True))
            words += f" · {len(session.results)} games, came first: {first}"
        return words

    def _result(self) -> str:
        """Result of the last game in words: the team's points, or the players in the order of their places."""
        result, names = self.session.results[-1], self.session.names
        order = sorted(zip(names, result.scores, result.ranks, strict=True), key=lambda one: one[2])
        ranking = ", ".join(f"{rank}. {name} {score}" for name, score, rank in order)
        return result.together("you" if self.session.me is not None else "the team") or ranking

    def list_moves(self) -> None:
        """List the moves that match the typed words."""
        typed = self.query_one("#filter", Input).value.strip()
        self.shown_moves = matching(self.moves(), typed, self.session.game.cards)
        options = self.query_one("#moves", OptionList)
        options.clear_options()
        options.add_options([Option(Text("✓ " * (move in self._picked) + move.says)) for move in self.shown_moves])
        if self.rests:
            options.add_option(Option(NEXT_HAND))
        is_missing = self.is_mine and not self.shown_moves
        self.query_one("#status", Static).update(Text(f"No move matches “{typed}”." if is_missing else self.status()))
        options.highlighted = 0 if self.shown_moves or self.rests else None
        self._is_marked = False

    def go_on(self) -> None:
        """Start the agents, which play up to the person's turn."""
        table = self.session.table
        if not table.over and not self.rests and not self.session.is_mine and not self.thinking:
            self.run_worker(self._let_agents_play(), group="agents", exclusive=True)

    async def _let_agents_play(self) -> None:
        session = self.session
        self.thinking = True
        try:
            while self.is_running and not session.table.over and not self.rests and not session.is_mine:
                await asyncio.to_thread(session.play_agent)
                if self.is_running:  # the program may end while an agent thinks
                    self.show()
                    await asyncio.sleep(self.pace)
        finally:
            self.thinking = False
        if self.is_running:
            self.show()

    def play(self, move: Move) -> None:
        """Play a move of the list; of a choice of several cards, choose one or take it back."""
        if self.thinking or not self.is_mine:
            return
        if pick := self.pick():
            is_chosen = move in self._picked
            self._picked = [one for one in self._picked if one != move] if is_chosen else [*self._picked, move]
            actions = sorted(one.action for one in self._picked) if len(self._picked) == pick.count else []
        else:
            actions = [move.action, *move.then]
        for action in actions:
            self.session.play(action)
        self._picked = [] if actions else self._picked
        self._hints = 0
        self.query_one("#filter", Input).value = ""
        self.show()
        self.go_on()

    def on_input_changed(self) -> None:
        """Filter the list by the typed words."""
        if self.is_mine:
            self.list_moves()

    def on_input_submitted(self) -> None:
        """Play the highlighted move on enter, if the person has chosen it by typing, by an arrow or by a hint.

        At the end of a hand enter goes on.
        """
        if self.rests:
            self.next_hand()
            return
        chosen = self.query_one("#moves", OptionList).highlighted
        is_chosen = self._is_marked or len(self.shown_moves) == 1 or self.query_one("#filter", Input).value.strip()
        if chosen is not None and chosen < len(self.shown_moves):
            if is_chosen:
                self.play(self.shown_moves[chosen])
            else:
                self.query_one("#status", Static).update(
                    Text(f"Type a part of a move, or use an arrow · {self.status()}")
                )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play the clicked move, or go on with the next hand."""
        if self.rests:
            self.next_hand()
        else:
            self.play(self.shown_moves[event.option_index])

    def action_move_highlight(self, step: int) -> None:
        """Highlight the next or the previous move."""
        if isinstance(self.screen, Rules):
            scroll = self.screen.query_one(VerticalScroll)
            scroll.scroll_relative(y=step)
        elif self.shown_moves:
            options = self.query_one("#moves", OptionList)
            options.highlighted = ((options.highlighted or 0) + step) % len(self.shown_moves)
            self._is_marked = True

    def action_turn_page(self, step: int) -> None:
        """Scroll the table, or the rules, by a page."""
        scroll = self.screen.query_one(VerticalScroll)
        (scroll.scroll_page_down if step > 0 else scroll.scroll_page_up)()

    def action_clear(self) -> None:
        """Show all moves again."""
        self.query_one("#filter", Input).value = ""

    def action_rules(self) -> None:
        """Show the rules of the game, or the table again."""
        if isinstance(self.screen, Rules):
            self.pop_screen()
        else:
            self.push_screen(Rules(self.session.game.page))

    def action_hint(self) -> None:
        """Ask the next agent for a hint."""
        if self.is_mine and not self.thinking:
            names = self.session.hint_names()
            self.run_worker(self._ask(names[self._hints % len(names)]), group="agents", exclusive=True)
            self._hints += 1

    async def _ask(self, name: str) -> None:
        self.thinking = True
        self.query_one("#status", Static).update(Text(f"{capitalized(name)} is thinking …"))
        try:
            action = await asyncio.to_thread(self.session.hint, name)
        finally:
            self.thinking = False
        if not self.is_running:
            return
        self.query_one("#filter", Input).value = ""
        self.list_moves()
        places = [place for place, move in enumerate(self.shown_moves) if move.action == action]
        place = places[0] if places else 0
        self.query_one("#moves", OptionList).highlighted = place
        self._is_marked = True
        self.query_one("#status", Static).update(Text(f"{capitalized(name)} suggests: {self.shown_moves[place].says}"))

    def action_undo(self) -> None:
        """Take back the person's last step."""
        if not self.thinking and self._picked:
            self._picked.pop()
            self.show()
        elif not self.thinking and self.session.undo():
            self._hands_seen = min(self._hands_seen, len(self.session.hands))
            self.show()
        else:
            self.query_one("#status", Static).update(Text(f"Nothing can be taken back · {self.status()}"))

    def action_new_game(self) -> None:
        """Deal the next game."""
        if not self.thinking:
            self.session.new_game()
            self._hands_seen = 0
            self.show()
            self.go_on()

    def action_next_seat(self) -> None:
        """Show the view of the next seat, when a person only watches."""
        self._seat = (self._seat + 1) % self.session.table.num_players
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allows other seats' views only to a person who watches."""
        return action != "next_seat" or self.session.me is None
