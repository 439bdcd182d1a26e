"""Sphinx's settings for the site: `make site` builds it from the Markdown pages.

The source is the whole repository, so that links between pages are valid on the site and in the files. A broken link, a
missing heading, or a page without an index ends the build.
"""

import inspect
import os
import re
from functools import cached_property
from importlib.metadata import version as installed_version
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from sphinx.domains.python import PyObject

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")  # the reference reads rules as plain functions

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).parents[1]
PLACES = ("docs", "benchmarks")  # folders with pages; all others are skipped

project = "cardzoo"
release = installed_version("cardzoo")
html_title = f"{project} {release}"
root_doc = "docs/index"
include_patterns = ["docs/**.md", "benchmarks/README.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md"]
exclude_patterns = [place.name for place in ROOT.iterdir() if place.is_dir() and place.name not in PLACES]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 4
highlight_language = "none"
default_role = "py:obj"  # `name` in a docstring
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
napoleon_use_ivar = True
python_maximum_signature_line_length = 100

html_theme = "furo"
html_theme_options = {"top_of_page_buttons": []}
html_additional_pages = {"index": "start.html"}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "versions.html",  # else furo's own
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
templates_path = ["theme"]
html_static_path = ["theme/site.css"]
html_css_files = ["site.css"]
html_copy_source = html_scaled_image_link = False
html_show_copyright = html_show_sphinx = False


def add_navigation(app: "Sphinx", page: str, source: list[str]) -> None:
    """Make the site's navigation from the lists of links on an index page: a part for each heading."""
    if PurePosixPath(page).name != "index":
        return
    for part in re.split(r"^## ", source[0], flags=re.MULTILINE):
        heading, _, text = part.partition("\n")
        caption = "" if heading.startswith("#") else f":caption: {heading}\n"
        if links := re.findall(r"^(?:-|\|) \[([^]<]*)\]\(([^)#:]+)\.md\)", text, flags=re.MULTILINE):
            lines = "\n".join(f"{title} <{target}>" for title, target in links)
            source[0] += f"\n```{{toctree}}\n:hidden:\n{caption}\n{lines}\n```\n"


def add_film(app: "Sphinx", page: str, source: list[str]) -> None:
    """Add a game's film, from `docs.films`, below its picture; readers who want less motion do not see it."""
    if PurePosixPath(page).parent.name == "games":
        name = PurePosixPath(page).name
        image = f'<img src="../../films/{name}.gif" alt="The beginning of a hand" loading="lazy">'
        film = f'<div class="film">{image}</div>'  # Sphinx would look for an image alone
        source[0] = source[0].replace(f"]({name}.svg)\n", f"]({name}.svg)\n\n{film}\n", 1)


def split_names(app: "Sphinx", what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Split ``low, high: ends of the interval`` into a line for each name, for Napoleon."""
    for place in range(len(lines) - 1, -1, -1):
        if match := re.fullmatch(r"( +)(\w+(?:, \w+)+): (.*)", lines[place]):
            lines[place : place + 1] = [f"{match[1]}{one}: {match[3]}" for one in match[2].split(", ")]


def keep_property(app: "Sphinx", what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Undo Napoleon's reading of a property, which takes the text before a colon as its type."""
    if isinstance(thing, (property, cached_property)):
        lines[:] = (inspect.getdoc(thing) or "").splitlines()


def setup(app: "Sphinx") -> None:
    """Sphinx's entry point."""
    app.connect("source-read", add_navigation)
    app.connect("source-read", add_film)
    app.connect("autodoc-process-docstring", split_names, priority=400)  # Napoleon's own is 500
    app.connect("autodoc-process-docstring", keep_property, priority=600)
    for kind in PyObject.doc_field_types:
        if kind.name == "variable":
            kind.label = "Attributes"
