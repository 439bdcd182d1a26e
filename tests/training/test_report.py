import re
import sys
from html.parser import HTMLParser

import numpy as np
import pytest

from cardzoo.training.evaluation.games import Tally
from cardzoo.training.evaluation.intervals import estimate_mean
from cardzoo.training.evaluation.ratings.ratings import rank
from cardzoo.training.evaluation.report.details import payoffs_by_seat, payoffs_over_deals, spread_scores
from cardzoo.training.evaluation.report.report import Event, write_report
from tests.training.simulated_games import simulate

NAMES = ["<script>alert(1)</script>", 'a "quoted" & $dollar', "_underscore", "牌" * 60]
STRENGTHS = [1, 2, 4, 8]
VOID = {"meta", "br", "link", "img", "input", "hr"}


class Page(HTMLParser):
    """A parsed page; it must be well formed."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.open, self.text = [], [], ""
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data

    def all(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


def write(path, games=None, names=NAMES, event=None, **further) -> str:
    games = simulate(STRENGTHS, 4, 30) if games is None else games
    players = games.seats.shape[1]
    event = event or Event("Getaway", "getaway-v0", players, {"takers": "anyone"}, 7, "cardzoo arena getaway")
    write_report(path / "report.html", event, games, rank(games, names), **further)
    return (path / "report.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    tallies = {NAMES[1]: Tally(1000, 0.05, {"stall": 3}), NAMES[2]: Tally(0, 0.0, {})}
    return write(tmp_path_factory.mktemp("report"), tallies=tallies)


@pytest.fixture(scope="module")
def page(text):
    return Page(text)


def test_names_are_text_and_never_markup(text, page):
    assert not page.all("script")
    assert "<script" not in text
    assert all(name in page.text for name in NAMES)


def test_the_page_needs_nothing_from_outside(text, page):
    assert not {"link", "img", "iframe", "object"} & {tag for tag, _ in page.tags}
    for _, attributes in page.tags:
        assert "src" not in attributes
        for name in ("href", "xlink:href"):
            assert attributes.get(name, "#").startswith("#")
    assert "@import" not in text
    assert not re.search(r"url\((?!#)", text)


def test_tables_and_pictures_can_be_heard(page):
    assert len(page.all("table")) == len(page.all("caption")) >= 4
    assert all(heading["scope"] in ("col", "row") for heading in page.all("th"))
    labels = [attributes["aria-label"] for attributes in page.all("div") if attributes.get("role") == "img"]
    assert len(labels) == len(page.all("svg")) == 4
    assert all(NAMES[0] in label for label in labels[:3])


def test_ids_are_there_once(page):
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_pictures_take_their_colours_from_the_page(text):
    pictures = "".join(re.findall(r"<svg.*?</svg>", text, re.DOTALL))
    assert "currentColor" in pictures
    assert "#010203" not in pictures
    assert "#000000" not in pictures


def test_the_page_shows_the_games_that_were_played(page):
    for words in ("getaway-v0", "takers = anyone", "cardzoo arena getaway", "20,000", "forfeits:stall"):
        assert words in page.text


def test_the_same_games_give_the_same_bytes(text, tmp_path):
    games = simulate(STRENGTHS, 3, 20)
    assert write(tmp_path, games) == write(tmp_path, games)


def test_forfeited_games_are_listed_and_many_are_cut_short(text, tmp_path):
    assert "None." in text
    forfeit = {"deal": 3, "game": 1, "seat": 2, "agent": "<b>x", "kind": "illegal", "reason": "7 is not <i>legal"}
    page = Page(write(tmp_path, forfeits=[forfeit] * 250))
    assert page.text.count("7 is not <i>legal") == 200
    assert "And 50 more." in page.text


def test_games_for_one_have_no_seats(page, tmp_path):
    assert "Payoff by seat" in page.text
    assert "Payoff by seat" not in write(tmp_path, simulate(STRENGTHS, 1, 30))


def test_the_headline_says_so_if_the_best_two_are_not_told_apart(tmp_path):
    assert "a is best" in Page(write(tmp_path, simulate([50, 1], 2, 60), ["a", "b"])).text
    assert "do not separate it from" in Page(write(tmp_path, simulate([1, 1], 2, 30), ["a", "b"])).text


@pytest.mark.parametrize(("entrants", "players", "sides"), [(1, 1, None), (12, 4, 2), (6, 6, None)])
def test_any_number_of_entrants_and_players_has_a_report(entrants, players, sides, tmp_path):
    games = simulate(range(1, entrants + 1), players, 40, sides=sides, levels=2)
    Page(write(tmp_path, games, [f"agent {number}" for number in range(entrants)]))


@pytest.mark.parametrize("library", ["matplotlib", "jinja2"])
def test_a_missing_library_is_named_and_no_file_is_left(library, tmp_path, monkeypatch):
    games = simulate([1, 2], 2, 10)
    ranking = rank(games, ["a", "b"])
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ValueError, match=rf"the arena needs {library}; install it by: pip install 'cardzoo\[arena\]'"):
        write_report(tmp_path / "report.html", Event("Getaway", "getaway-v0", 2, {}, 0, ""), games, ranking)
    assert not list(tmp_path.iterdir())


def test_payoffs_over_deals_end_at_the_mean_with_about_its_bootstrap_interval():
    games = simulate(STRENGTHS, 4, 200)
    course = payoffs_over_deals(games, 4)
    assert course[0][0] == 10
    assert course[-1][0] == 200
    for standing in rank(games, NAMES).standings:
        last = course[-1][1][standing.entrant]
        assert last.value == pytest.approx(standing.payoff.value)
        assert (last.low, last.high) == pytest.approx((standing.payoff.low, standing.payoff.high), abs=0.02)
        first = course[0][1][standing.entrant]
        assert first.high - first.low > 2 * (last.high - last.low)


def test_payoffs_over_deals_have_the_interval_of_a_mean_where_all_sit_once():
    games = simulate([1, 2], 2, 300)
    mine = np.where(games.seats == 0, games.rewards, 0).sum(axis=1).reshape(300, 2).mean(axis=1)
    last = payoffs_over_deals(games, 2)[-1][1][0]
    found = estimate_mean(mine)
    assert (last.low, last.high) == pytest.approx((found.low, found.high), abs=0.01)


def test_payoffs_by_seat_are_means():
    games = simulate(STRENGTHS, 4, 50)
    for entrant in range(4):
        for seat in range(4):
            there = games.seats[:, seat] == entrant
            assert payoffs_by_seat(games, 4)[entrant, seat] == pytest.approx(games.rewards[there, seat].mean())


@pytest.mark.parametrize("widest", [1, 5, 1000])
def test_scores_are_spread_over_bars_that_hold_all_of_them(widest):
    games = simulate(STRENGTHS, 4, 50)
    games.scores[:] = np.random.default_rng(0).integers(-widest, widest + 1, size=games.scores.shape)
    edges, shares = spread_scores(games, 4)
    assert shares.sum(axis=1) == pytest.approx(1)
    assert len(edges) <= 42
    assert edges[0] <= games.scores.min() <= games.scores.max() <= edges[-1]
