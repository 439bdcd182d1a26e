"""A picture of each game for its page: a position in the middle of a hand of novices, as SVG.

`cardzoo.envs.drawing.geometry` lays it out, like pictures in pixels. Letters are in the reader's font, fitted to the
widths of the layout.
"""

from collections.abc import Iterator
from html import escape

from cardzoo.agents import CompiledAgent, agent_generator, bots
from cardzoo.envs import Game, Table
from cardzoo.envs.drawing.blocks import PICTURE_HEIGHT, PICTURE_WIDTH, Area, Card, Lying, Text, Tone
from cardzoo.envs.drawing.cards import HEIGHT, WIDTH, card_shapes
from cardzoo.envs.drawing.geometry import Picture, card_height, lay_out
from cardzoo.envs.drawing.letters import TEXT, piece_width, pieces
from cardzoo.envs.drawing.paint import LIGHT_SUITS
from cardzoo.envs.drawing.shapes import SUITS, Shape
from cardzoo.envs.drawing.svg import path_data, shapes_svg
from cardzoo.envs.engine.cards import SUIT_WORDS
from cardzoo.envs.scene import EMPTY, table_scene

FEWEST, MOST = 8, 80  # actions of a hand
TRIES = 50  # seeds


def picture(game: Game) -> str:
    """A game's picture."""
    table = position(game)
    return picture_svg(lay_out(table_scene(table, table.player, for_people=True)))


def position(game: Game) -> Table:
    """A table in the middle of a hand."""
    table, positions = hand(game)
    table.restore(positions[len(positions) // 2])
    return table


def hand(game: Game) -> tuple[Table, list[bytes]]:
    """A table, and its positions in a hand, of the first seed with a long enough hand."""
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


def picture_svg(laid: Picture) -> str:
    """A laid out scene as SVG, each card described once."""
    used = sorted({item.card for _, _, item in laid.items if isinstance(item, Card)})
    edge = f'<path d="{path_data(card_shapes(EMPTY)[0].path)}" fill="none" stroke="{Tone.ACCENT}"/>'
    symbols = {f"card{card}": shapes_svg(card_shapes(card)) for card in used} | {"mark": edge}
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PICTURE_WIDTH} {PICTURE_HEIGHT}" '
        f'font-family="sans-serif" font-size="{TEXT}" stroke-linecap="round" stroke-linejoin="round">'
    )
    lines = [
        head,
        *(f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{what}</symbol>' for name, what in symbols.items()),
        f'<rect width="{PICTURE_WIDTH}" height="{PICTURE_HEIGHT}" fill="{Tone.FELT}"/>',
    ]
    for lying in laid.items:
        lines += item_lines(lying)
    return "\n".join([*lines, "</svg>"]) + "\n"


def item_lines(lying: Lying) -> Iterator[str]:
    """The lines of an item."""
    x, y, item = lying
    match item:
        case Text():
            yield from text_lines(x, y, item)
        case Card():
            yield from card_lines(x, y, item)
        case Area():
            edge = f' stroke="{item.edge}" stroke-width="2"' if item.edge else ""
            size = f'width="{item.width:.0f}" height="{item.height:.0f}" rx="{item.radius}"'
            yield f'<rect x="{x:.0f}" y="{y:.0f}" {size} fill="{item.tone}"{edge}/>'


def card_lines(x: float, y: float, card: Card) -> Iterator[str]:
    """A card, turned around its middle, and an edge around it if it may be played."""
    height = card_height(card.width)
    place = f'x="{x:.0f}" y="{y:.0f}" width="{card.width}" height="{height}"'
    if card.turned:
        place += f' transform="rotate({card.turned} {x + card.width / 2:.0f} {y + height / 2:.0f})"'
    yield f'<use href="#card{card.card}" {place}/>'
    if card.marked:
        yield f'<use href="#mark" {place} stroke-width="{max(4, 300 / card.width):.1f}"/>'


def text_lines(x: float, y: float, text: Text) -> Iterator[str]:
    """A text, with the signs of suits drawn like those in pixels."""
    for piece in pieces(text.words):
        width = piece_width(piece)
        if piece in SUIT_WORDS:
            suit, size = SUIT_WORDS.index(piece), TEXT / 2
            signs = (path.placed(x + size, y + 2 + size, TEXT * 0.42) for path in SUITS[suit])
            yield shapes_svg(Shape(sign, fill=LIGHT_SUITS[suit]) for sign in signs)
        elif piece != " ":
            place = f'x="{x:.0f}" y="{y + TEXT - 1:.0f}" textLength="{width:.0f}" lengthAdjust="spacingAndGlyphs"'
            yield f'<text {place} fill="{text.tone}">{escape(piece)}</text>'
        x += width
