"""How answers are printed: letters as they are, lines that fit, files where they were asked for."""

import json
from pathlib import Path

import pytest

from referee.cli import demo
from referee.cli.render import answer_text, evidence
from referee.faults import NotFound
from referee.packs import loading
from schemas.answers.evidence import Compared, Told
from schemas.answers.packs import Explained, ExplainedRuling, Explanation
from schemas.reports import Block, Table, words
from tests.cli.conftest import Referee


def test_letters_beyond_ascii_are_printed_as_they_are(duel: None, referee: Referee) -> None:
    told = referee("submit", "duel", "--as", "red", "--json", stdin="hède 2")

    assert "hède" in told.out
    assert json.loads(told.out)["exit"] == told.code


def test_schemas_are_written_into_a_folder_or_printed_one_by_one(tmp_path: Path, command: Referee) -> None:
    written = command("packs", "schema", "-o", tmp_path / "schemas")
    names = sorted(path.name for path in (tmp_path / "schemas").iterdir())

    assert written.code == 0
    assert written.out.startswith(f"{len(names)} schemas written to ")
    assert "great-war.map.schema.json" in names
    assert json.loads(command("packs", "schema", "letter").out)["title"]
    assert command("packs", "schema", "letter", "-o", tmp_path).code == 2


def test_a_rulebook_is_explained_in_lines_that_a_mail_program_leaves_alone() -> None:
    long = " ".join("x" * 90)
    answer = Explanation(
        clauses=(Explained(pack="p", book="b", number="1", title="t", rule=long, rulings=(long,)),),
        rulings=(ExplainedRuling(pack="p", id="R-1", title="t", text=long, because=long),),
    )
    lengths = [len(line) for line in answer_text.explanation(answer).splitlines() if line.startswith("  ")]

    assert max(lengths) == 72
    assert lengths.count(71) == 7


def test_an_example_is_missed_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "shelf", lambda: ())

    with pytest.raises(NotFound, match="example"):
        demo._first()


@pytest.mark.parametrize(
    ("common", "said"),
    [
        (-1, "The copies differ from the header on; they have no common entries."),
        (0, "The copies differ from entry 1 on; they agree up to entry 0."),
        (4, "The copies differ from entry 5 on; they agree up to entry 4."),
    ],
)
def test_comparison_of_different_copies_names_the_last_equal_entry(common: int, said: str) -> None:
    told = Told(seq=common + 1, seal="ab" * 32, at="1914-08-04T06:00:00Z")
    answer = Compared(first="a", second="b", match="duel", common=common, ends=(5, 6), parted=(told, told))

    assert evidence.word_comparison(answer).splitlines()[0] == said


@pytest.mark.parametrize("traced", ["", "1"])
def test_a_mistake_of_ours_shows_the_way_there_where_it_is_asked_for(
    command: Referee, monkeypatch: pytest.MonkeyPatch, traced: str
) -> None:
    hidden = "the enemy's hand"

    def stumble(*_: object, **__: object) -> None:
        raise RuntimeError(hidden)

    monkeypatch.setenv("REFEREE_TRACE", traced)
    monkeypatch.setattr(answer_text, "shelf", stumble)
    told = command("list")

    assert told.code == 70
    assert "internal error: RuntimeError at test_answers.py" in told.err
    assert ("in stumble" in told.err) is bool(traced)
    assert hidden not in told.err + told.out


def open_files() -> list[str]:
    return sorted(path.name for path in Path("/dev/fd").iterdir())


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="only some platforms list the open files")
def test_a_command_leaves_no_file_open(command: Referee) -> None:
    command("list")
    before = open_files()
    command("list")

    assert open_files() == before


ONE, TWO = (Table(columns=(name,), rows=()) for name in ("one", "two"))
ABOVE, BETWEEN = words("above"), words("between")


@pytest.mark.parametrize(
    ("blocks", "picked"),
    [
        ((), ()),
        ((ABOVE,), ()),
        ((ONE,), (ONE,)),
        ((ABOVE, ONE), (ABOVE, ONE)),
        ((BETWEEN, ABOVE, ONE, BETWEEN), (ABOVE, ONE)),
        ((ABOVE, ONE, ABOVE, TWO, BETWEEN), (ABOVE, TWO)),
        ((ONE, ABOVE, ONE, BETWEEN, TWO), (BETWEEN, TWO)),
    ],
)
def test_the_tour_shows_the_last_table_below_what_it_is_about(
    blocks: tuple[Block, ...], picked: tuple[Block, ...]
) -> None:
    assert tuple(demo._pick_table(blocks)) == picked


@pytest.mark.parametrize(
    ("text", "shown"), [("a", "a"), ("a\nb\nc\n", "a\nb\nc"), ("a\nb\nc\nd", "a\nb\n...")]
)
def test_a_text_is_cut_where_the_tour_goes_on(text: str, shown: str) -> None:
    assert demo._cut(text, 3) == shown


def test_json_view_shows_the_plotted_orders_of_its_side(command: Referee) -> None:
    command("new", "raid", "skirmish", "--quiet")
    for side in ("german", "british"):
        assert command("submit", "raid", "--as", side, stdin="done\n").code == 0
    order = command("options", "raid", "--as", "german", "--limit", 2).out.splitlines()[1]
    assert command("submit", "raid", "--as", "german", stdin=order).code == 0

    plots = command("show", "raid", "--as", "german", "--json").json["plots"]

    assert [plot["side"] for plot in plots] == ["german"]
    assert command("show", "raid", "--as", "british", "--json").json["plots"] == []
