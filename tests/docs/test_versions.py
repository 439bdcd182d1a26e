"""A site of several versions, for a project with a few pages."""

import json
import re
import subprocess
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect

from docs import versions
from tests.browser import LONG_MS, open_chromium

pytestmark = pytest.mark.slow
CONF = f"""
root_doc, release, exclude_patterns = "docs/index", "now", ["site"]
templates_path, html_sidebars = [{str(versions.ROOT / "docs/theme")!r}], {{"**": ["versions.html"]}}
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project with a release, and a page added after it."""
    root = tmp_path_factory.mktemp("project")
    (root / "docs").mkdir()
    (root / "docs/__init__.py").touch()
    (root / "docs/conf.py").write_text(CONF)
    (root / "docs/films.py").write_text("import pathlib, sys\npathlib.Path(sys.argv[1]).mkdir()\n")
    write(root, "index", "Page of then")
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "--quiet", "-m", "Pages")
    git(root, "tag", "v0.9")
    write(root, "index", "Page of now")
    write(root, "more", ":orphan:\n\nMore")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(versions, "ROOT", root)
        yield root


@pytest.fixture(scope="module")
def site(project):
    versions.main(project / "site")
    return project / "site"


def git(root, *arguments):
    subprocess.run(["git", *arguments], cwd=root, check=True)


def write(root, page, heading):
    (root / f"docs/{page}.rst").write_text(f"{heading}\n{'=' * len(heading)}\n")


def heading(site, version):
    return re.search("<h1>([^<]*)<", (site / version / "docs/index.html").read_text())[1]


def test_each_release_is_built_from_its_tag_beside_the_pages_of_now(site):
    assert json.loads((site / "versions.json").read_text()) == ["latest", "0.9"]
    assert (heading(site, "latest"), heading(site, "0.9")) == ("Page of now", "Page of then")
    assert "<title>Page of then &#8212; cardzoo 0.9" in (site / "0.9/docs/index.html").read_text()
    assert 'content="0; url=0.9/docs/index.html"' in (site / "index.html").read_text()
    assert sorted(place.name for place in site.iterdir()) == ["0.9", "index.html", "latest", "versions.json"]
    assert sorted(place.name for place in (site / "0.9").iterdir() if place.name[0] in ".f") == [".buildinfo", "films"]


def test_every_page_has_a_list_that_leads_to_the_same_page_of_another_version(site):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=site))
    Thread(target=server.serve_forever, daemon=True).start()
    with server, open_chromium() as browser:
        page, root = browser.new_page(), f"http://127.0.0.1:{server.server_port}"
        page.set_default_timeout(LONG_MS)
        page.goto(root)
        page.wait_for_url(f"{root}/0.9/docs/index.html")
        expect(page.get_by_label("Version").locator("option")).to_have_text(["latest", "0.9"])
        page.get_by_label("Version").select_option("latest")
        page.wait_for_url(f"{root}/latest/docs/index.html")
        page.goto(f"{root}/latest/docs/more.html")
        page.get_by_label("Version").select_option("0.9")
        page.wait_for_url(f"{root}/0.9/")  # that version lacks the page
        server.shutdown()


def test_a_build_that_fails_leaves_what_was_there_and_builds_no_release_twice(project, site):
    (site / "0.9/kept").touch()
    write(project, "index", "Page of :nobody:`s`")
    with pytest.raises(subprocess.CalledProcessError):
        versions.main(site)
    assert heading(site, "latest") == "Page of now"
    assert (site / "0.9/kept").exists()


def test_releases_are_ordered_by_their_numbers(project):
    for tag in ("v0.10.1", "v0.10", "v1", "version-of-ann", "v2-draft"):
        git(project, "tag", tag)
    assert versions.releases() == ["1", "0.10.1", "0.10", "0.9"]
