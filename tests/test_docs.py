"""What the pages say is true: their links lead somewhere, their code runs."""

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
OURS: Final = ("*.md", "docs/**/*.md", "examples/**/*.md", "web/*.md")
PAGES: Final = sorted(page for form in OURS for page in ROOT.glob(form))
NAMES: Final = [str(page.relative_to(ROOT)) for page in PAGES]
READMES: Final = ("README.md", "README.fr.md")


def blocks(page: Path, language: str) -> list[str]:
    """Cut the blocks of code of one language out of a page."""
    return re.findall(
        rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL
    )


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", READMES)
def test_the_code_of_the_readme_runs(name: str) -> None:
    (code,) = blocks(ROOT / name, "python")
    exec(compile(code, name, "exec"), {})


@pytest.mark.slow
def test_the_code_for_learners_runs() -> None:
    for code in blocks(ROOT / "docs" / "learning.md", "python"):
        exec(compile(code, "learning.md", "exec"), {})


def test_both_readmes_show_the_same_commands() -> None:
    english, french = (
        [
            re.sub(r" --lang \w+|#.*", "", line).split()[:2]
            for block in blocks(ROOT / name, "sh")
            for line in block.splitlines()
        ]
        for name in READMES
    )
    assert french == english


def test_every_decision_is_listed_and_has_the_four_headings() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = (folder / "README.md").read_text()
    for page in folder.glob("[0-9]*.md"):
        headings = re.findall(r"^## (.*)$", page.read_text(), re.MULTILINE)
        assert headings == ["Question", "Choice", "Price", "Reopen when"], page.name
        assert page.name in listed


def test_the_map_shows_every_page_and_every_package() -> None:
    map_ = (ROOT / "docs" / "map.md").read_text()
    pages = {f"({page.name})" for page in (ROOT / "docs").glob("*.md")} - {"(map.md)"}
    packages = {
        f"`src/pioche/{file.parent.name}/`"
        for file in (ROOT / "src" / "pioche").glob("*/__init__.py")
    }
    assert [name for name in sorted(pages | packages) if name not in map_] == []
