"""A picture of each game for its page: a position in the middle of a hand of novices, as SVG.

`cardzoo.envs.drawing.geometry` lays it out, like pictures in pixels. Letters are in the reader's font, fitted to the
widths of the layout.
"""

from collections.abc import Iterator

from cardzoo.agents import CompiledAgent, agent_generator, bots
from cardzoo.envs import Game, Table
from cardzoo.envs.drawing.blocks import PICTURE_HEIGHT, PICTURE_WIDTH, Area, Card, Lying, Text, Tone
from cardzoo.envs.drawing.cards import card_shapes
from cardzoo.envs.drawing.geometry import Picture, card_height, lay_out
from cardzoo.envs.drawing.letters import TEXT, piece_width, pieces
from cardzoo.envs.drawing.paint import LIGHT_SUITS
from cardzoo.envs.drawing.shapes import HEIGHT, SUITS, WIDTH, Shape
from cardzoo.envs.drawing.svg import element, path_data, shapes_svg, svg_file, text_element
from cardzoo.envs.engine import Pack
from cardzoo.envs.engine.cards import SUIT_WORDS
from cardzoo.envs.scene import EMPTY, table_scene

FEWEST, MOST = 8, 80  # actions of a hand
TRIES = 50  # seeds


def picture(game: Game) -> str:
    """A game's picture."""
    table = position(game)
    return picture_svg(lay_out(table_scene(table, table.player, for_people=True)), game.cards)


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


def picture_svg(laid: Picture, pack: Pack) -> str:
    """A laid out scene as SVG, each card described once."""
    used = sorted({item.card for _, _, item in laid.items if isinstance(item, Card)})
    edge = element("path", d=path_data(card_shapes(EMPTY)[0].path), fill="none", stroke=Tone.ACCENT)
    symbols = {f"card{card}": shapes_svg(card_shapes(card, pack)) for card in used} | {"mark": edge}
    lines = [
        *(element("symbol", shapes, id=name, viewBox=f"0 0 {WIDTH} {HEIGHT}") for name, shapes in symbols.items()),
        element("rect", width=PICTURE_WIDTH, height=PICTURE_HEIGHT, fill=Tone.FELT),
    ]
    for lying in laid.items:
        lines += item_lines(lying)
    size = f"0 0 {PICTURE_WIDTH} {PICTURE_HEIGHT}"
    strokes = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return svg_file(lines, viewBox=size, font_family="sans-serif", font_size=TEXT, **strokes)


def item_lines(lying: Lying) -> Iterator[str]:
    """The lines of an item."""
    x, y, item = lying
    match item:
        case Text():
            yield from text_lines(x, y, item)
        case Card():
            yield from card_lines(x, y, item)
        case Area():
            place = {"x": f"{x:.0f}", "y": f"{y:.0f}", "width": f"{item.width:.0f}", "height": f"{item.height:.0f}"}
            stroke_width = 2 if item.edge else None
            yield element(
                "rect", **place, rx=item.radius, fill=item.tone, stroke=item.edge or None, stroke_width=stroke_width
            )


def card_lines(x: float, y: float, card: Card) -> Iterator[str]:
    """A card, turned around its middle, and an edge around it if it may be played."""
    height = card_height(card.width)
    turn = f"rotate({card.turned} {x + card.width / 2:.0f} {y + height / 2:.0f})" if card.turned else None
    place = {"x": f"{x:.0f}", "y": f"{y:.0f}", "width": card.width, "height": height, "transform": turn}
    yield element("use", href=f"#card{card.card}", **place)
    if card.marked:
        yield element("use", href="#mark", **place, stroke_width=f"{max(4, 300 / card.width):.1f}")


def text_lines(x: float, y: float, text: Text) -> Iterator[str]:
    """A text, with the signs of suits drawn like those in pixels."""
    for piece in pieces(text.words):
        width = piece_width(piece)
        if piece in SUIT_WORDS:
            suit, size = SUIT_WORDS.index(piece), TEXT / 2
            signs = (path.placed(x + size, y + 2 + size, TEXT * 0.42) for path in SUITS[suit])
            yield shapes_svg(Shape(sign, fill=LIGHT_SUITS[suit]) for sign in signs)
        elif piece != " ":
            place = {"x": f"{x:.0f}", "y": f"{y + TEXT - 1:.0f}", "textLength": f"{width:.0f}"}
            yield text_element(piece, **place, lengthAdjust="spacingAndGlyphs", fill=text.tone)
        x += width
