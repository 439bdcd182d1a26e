"""A picture of each game for its page: a position in which novices have played half of a hand, as SVG.

It is laid out as `cardzoo.envs.drawing.pixels` does it. Letters are the reader's own, fitted to the widths with which
the layout counts.
"""

from collections.abc import Iterator
from html import escape

from cardzoo.agents import CompiledAgent, agent_generator, bots
from cardzoo.envs import Game, Table
from cardzoo.envs.drawing.cards import HEIGHT, WIDTH, card_shapes
from cardzoo.envs.drawing.paint import LIGHT_SUITS, TEXT, card_height, piece_width, pieces
from cardzoo.envs.drawing.pixels import (
    ACCENT,
    PANEL,
    PICTURE_HEIGHT,
    PICTURE_WIDTH,
    TABLE,
    Page,
    Placed,
    Text,
    lay_out,
)
from cardzoo.envs.drawing.shapes import SUITS, Shape
from cardzoo.envs.drawing.svg import path_data, shapes_svg
from cardzoo.envs.engine.cards import SUIT_WORDS
from cardzoo.envs.scene import EMPTY, table_scene

FEWEST, MOST = 8, 80  # actions of a hand: after fewer there is little to see, after more nothing new
TRIES = 50  # seeds


def picture(game: Game) -> str:
    """A game's picture."""
    table = position(game)
    return page_svg(lay_out(table_scene(table, table.player)))


def position(game: Game) -> Table:
    """A table in the middle of a hand."""
    table, positions = hand(game)
    table.restore(positions[len(positions) // 2])
    return table


def hand(game: Game) -> tuple[Table, list[bytes]]:
    """A table, and its positions in a hand; of the first seed with which that is long enough."""
    positions: list[bytes] = []
    for seed in range(1, TRIES + 1):
        table = game.table(seed)
        positions = [table.snapshot(), *play(table, seed)]
        if len(positions) > FEWEST:
            break
    return table, positions


def play(table: Table, seed: int) -> Iterator[bytes]:
    """The positions after each action of novices, up to the end of the hand."""
    game, generator = table.game, agent_generator(seed)
    novice = CompiledAgent("novice", bots(game)["novice"], game)
    for _ in range(MOST):
        if table.over or game.hands_over(table.state) > 0:
            return
        table.step(novice.act(table.view(table.player), table.mask, generator))
        yield table.snapshot()


def page_svg(page: Page) -> str:
    """A laid out scene as SVG, each card described once."""
    items = page.items()
    used = sorted({item.card for item in items if isinstance(item, Placed)})
    edge = f'<path d="{path_data(card_shapes(EMPTY)[0].path)}" fill="none" stroke="{ACCENT}"/>'
    symbols = {f"card{card}": shapes_svg(card_shapes(card)) for card in used} | {"mark": edge}
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PICTURE_WIDTH} {PICTURE_HEIGHT}" '
        f'font-family="sans-serif" font-size="{TEXT}" stroke-linecap="round" stroke-linejoin="round">'
    )
    lines = [
        head,
        *(f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{what}</symbol>' for name, what in symbols.items()),
        f'<rect width="{PICTURE_WIDTH}" height="{PICTURE_HEIGHT}" fill="{TABLE}"/>',
        f'<path d="M0 {page.panel_top:.0f}H{PICTURE_WIDTH}V{PICTURE_HEIGHT}H0Z" fill="{PANEL}"/>',
    ]
    for item in items:
        lines += text_lines(item) if isinstance(item, Text) else card_lines(item)
    return "\n".join([*lines, "</svg>"]) + "\n"


def card_lines(placed: Placed) -> Iterator[str]:
    """A card, and an edge around it if it is marked."""
    place = f'x="{placed.x:.0f}" y="{placed.y:.0f}" width="{placed.width}" height="{card_height(placed.width)}"'
    yield f'<use href="#card{placed.card}" {place}/>'
    if placed.marked:
        yield f'<use href="#mark" {place} stroke-width="{max(4, 300 / placed.width):.1f}"/>'


def text_lines(text: Text) -> Iterator[str]:
    """A text, with the signs of suits drawn as they are in pixels."""
    x = text.x
    for piece in pieces(text.words):
        width = piece_width(piece)
        if piece in SUIT_WORDS:
            suit, size = SUIT_WORDS.index(piece), TEXT / 2
            signs = (path.placed(x + size, text.y + 2 + size, TEXT * 0.42) for path in SUITS[suit])
            yield shapes_svg(Shape(sign, fill=LIGHT_SUITS[suit]) for sign in signs)
        elif piece != " ":
            place = f'x="{x:.0f}" y="{text.y + TEXT - 1:.0f}" textLength="{width:.0f}" lengthAdjust="spacingAndGlyphs"'
            yield f'<text {place} fill="{text.colour}">{escape(piece)}</text>'
        x += width
