"""Cards as shapes, texts and pixels, apart from any game."""

from xml.etree import ElementTree

import numpy as np
import pytest

from cardzoo.envs import find_game
from cardzoo.envs.aec import CardEnv
from cardzoo.envs.drawing.ansi import WIDTH, band_lines, draw_ansi
from cardzoo.envs.drawing.blocks import Card
from cardzoo.envs.drawing.cards import BACKS, in_two_colours
from cardzoo.envs.drawing.geometry import turned_size
from cardzoo.envs.drawing.letters import TEXT, WIDTHS, text_width
from cardzoo.envs.drawing.paint import card_picture, font
from cardzoo.envs.drawing.shapes import ellipse, line, mirrored
from cardzoo.envs.drawing.svg import card_svg, path_data, svg_file, text_element
from cardzoo.envs.engine import FRENCH
from cardzoo.envs.engine.cards import CARDS_AND_JOKERS
from cardzoo.envs.scene import BACK, EMPTY, RANK_ONLY, Arrangement, Band, Kind, Scene, Zone, card_name, table_scene

ALL_CARDS = [*range(CARDS_AND_JOKERS), BACK, EMPTY, *range(RANK_ONLY, RANK_ONLY + 13)]


def row(*cards: int, kind: Kind = Kind.ROW, label: str = "", fan: int = 1) -> Band:
    return Band("row", label, Arrangement.LINE, (Zone("row", "", kind, cards, fan=fan),))


def test_every_card_is_drawn_and_no_two_alike():
    pictures = {card_svg(card) for card in ALL_CARDS}
    assert len(pictures) == len(ALL_CARDS)
    for picture in pictures:
        root = ElementTree.fromstring(picture)
        assert root.get("viewBox") == "0 0 100 140"
        assert len(root) >= 1


def test_words_and_attributes_of_svg_are_escaped():
    words = "<script> & \"'"
    picture = svg_file([text_element(words, class_="name", text_anchor=words, x=None)], id=words)
    root = ElementTree.fromstring(picture)
    assert (root.get("id"), root[0].text, root[0].attrib) == (words, words, {"class": "name", "text-anchor": words})


def test_svg_and_pixels_show_the_same_corners():
    """Corners are transparent outside of the curve, and have the colour of paper inside."""
    for card in (0, 50, BACK):
        pixels = np.asarray(card_picture(card, 60))
        assert pixels.shape == (84, 60, 4)
        assert pixels[0, 0, 3] < 10
        assert pixels[4, 30, 3] == 255


def test_four_suits_have_four_colours():
    aces = [np.asarray(card_picture(13 * suit, 60))[42, 30, :3] for suit in range(4)]
    assert len({tuple(colour) for colour in aces}) == 4


def test_two_colours_make_diamonds_hearts_and_clubs_spades():
    two = in_two_colours(FRENCH)
    assert card_svg(0, two) != card_svg(0)
    assert [suit.colour for suit in two.suits] == [FRENCH.suits[suit].colour for suit in (3, 2, 2, 3)]


def test_backs_have_three_colours():
    assert len({card_svg(BACK, colour=colour) for colour in BACKS}) == len(BACKS) == 3


def test_paths():
    assert path_data(line((0, 0), (1, 2.5))) == "M0 0L1 2.5"
    assert path_data(mirrored((0, 0), (1, 1), (0, 2))) == "M0 0L1 1L0 2L-1 1L0 0Z"
    circle = np.array(ellipse(3, 4, 2).points())
    assert np.allclose(np.hypot(circle[:, 0] - 3, circle[:, 1] - 4), 2, atol=0.01)
    turned = line((1, 0), (2, 1)).placed(10, 10, 2, turned=True)
    assert (turned.start, turned.parts) == ((8, 10), ((6, 8),))


def test_words_of_cards():
    assert [card_name(card) for card in (0, 35, 52, BACK, EMPTY, RANK_ONLY + 9)] == [
        "A♣",
        "10♥",
        "joker",
        "?",
        "·",
        "10",
    ]


@pytest.mark.parametrize(
    ("band", "text"),
    [
        (row(0, 35, BACK), "A♣ 10♥ ▒▒"),
        (row(0, BACK, BACK, kind=Kind.HAND), "A♣ ▒×2"),
        (row(BACK, BACK, kind=Kind.PILE, label="stock"), "stock: ▒×2"),
        (row(BACK, 12, kind=Kind.PILE), "K♣ ×2"),
        (row(0, 11, 12, kind=Kind.PILE, fan=2), "Q♣ K♣ ×3"),
        (row(11, 12, kind=Kind.PILE, fan=3), "Q♣ K♣"),
        (row(EMPTY, kind=Kind.PILE), "·"),
    ],
)
def test_lines_of_text(band, text):
    assert list(band_lines(band)) == [text]


def test_red_cards_are_red():
    scene = Scene("id", "Title", 0, ("you",), 0, (row(0, 35),), ())
    assert draw_ansi(scene, colours=False).splitlines() == ["Title · seen by you · you to play", "A♣ 10♥"]
    assert draw_ansi(scene).splitlines()[1] == "A♣ \x1b[31m10♥\x1b[0m"


def test_texts_fit_whatever_the_seats_are_called():
    names = [f"an agent whose name is longer than most, {player}" for player in range(8)]
    scene = table_scene(find_game("getaway").table(1, num_players=8), 0, names)
    assert max(map(len, draw_ansi(scene, colours=False).splitlines())) <= WIDTH


def test_a_turned_card_keeps_its_middle_and_fits_into_its_picture():
    flat, turned = card_picture(50, 60), card_picture(50, 60, 13)
    width, height = turned_size(Card(50, 60, 13))
    assert turned.size == pytest.approx((width, height), abs=2)
    shown, expected = (np.asarray(picture)[:, :, 3].astype(int).sum() for picture in (turned, flat))
    assert shown == pytest.approx(expected, rel=0.01)


def test_the_table_of_letters_is_that_of_the_font():
    """The font is that of Pillow 10 and later."""
    letters = [letter for letter in WIDTHS if letter.isascii()]
    assert len(letters) == 94
    assert [letter for letter in letters if abs(font().getlength(letter) - WIDTHS[letter]) > 1] == []
    assert text_width("A♥ B") == WIDTHS["A"] + TEXT + 4 + WIDTHS["B"]


def test_pictures_need_pillow_and_say_so_at_once(monkeypatch):
    monkeypatch.setattr("cardzoo.envs.render.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"pip install 'cardzoo\[play\]'"):
        CardEnv(find_game("getaway"), render_mode="rgb_array")
    CardEnv(find_game("getaway"), render_mode="ansi")


def test_no_colours_without_a_terminal():
    env = CardEnv(find_game("getaway"), render_mode="ansi")
    env.reset(seed=1)
    assert "\x1b" not in env.render()
