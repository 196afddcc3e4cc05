"""Conformance files: what is wrong with them is said with its place, and what differs is reported."""

from pathlib import Path

import pytest

from referee.faults import DataFault, NotFound
from referee.packs import loading
from referee.packs.conformance import suite
from schemas.record import to_json
from schemas.reports import Table

SOUND = """\
pack: ttlm
cases:
  - clause: 5.3.1-h
    title: The fort of Verdun
    given: { pieces: "verdun: fort 4" }
    then: { strength: { verdun-fort: 4 } }
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "cases.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def complaints(folder: Path, text: str) -> list[str]:
    path = written(folder, text)
    with pytest.raises(DataFault) as caught:
        suite.run([path])
    return [str(complaint).removeprefix(str(folder)) for complaint in caught.value.complaints]


def case(**changed: str) -> str:
    """The sound case with other lines."""
    parts = {
        "clause": "5.3.1-h",
        "title": "The fort of Verdun",
        "given": '{ pieces: "verdun: fort 4" }',
        "then": "{ strength: { verdun-fort: 4 } }",
    } | changed
    lines = [f"    {key}: {value}" for key, value in parts.items() if value]
    return "\n".join(["pack: ttlm", "cases:", "  -", *lines]) + "\n"


def test_a_sound_case_holds(tmp_path: Path) -> None:
    conformity = suite.conform([written(tmp_path, SOUND)])

    assert conformity.exit_code == 0
    assert [(one.title, one.place.line, one.differences) for one in conformity.outcome.tried] == [
        ("The fort of Verdun", 3, ())
    ]


def test_cases_of_the_checkout_run_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "tests" / "great_war" / "cases"
    folder.mkdir(parents=True)
    written(folder, SOUND)
    monkeypatch.chdir(tmp_path)

    assert [one.title for one in suite.conform([]).outcome.tried] == ["The fort of Verdun"]


def test_nothing_runs_if_there_are_no_files_and_no_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(NotFound, match="give files or folders"):
        suite.conform([])


def test_a_case_may_say_in_words_why_its_last_line_falls(tmp_path: Path) -> None:
    told = case(when='"german: pass"', then="{ says: [this order does not answer the open question] }")
    (tried,) = suite.run([written(tmp_path, told)]).tried

    assert (tried.manners, tried.differences) == (("refusing",), ())


WHOLE = "which is not a whole number (write digits only: 8, 1914, -2)"

MISSHAPEN: dict[str, tuple[str, list[str]]] = {
    "a misspelt key": (
        case(titel="The fort of Verdun", title=""),
        [
            "/cases.yaml:4:5: `title` is missing (add it here)",
            "/cases.yaml:7:5: the key `titel` is not known here (did you mean `title`?)",
        ],
    ),
    "a misspelt key of a position": (
        case(given='{ peices: "verdun: fort 4" }'),
        ["/cases.yaml:6:14: the key `peices` is not known here (did you mean `pieces`?)"],
    ),
    "a wrong type": (
        case(when="[pass]"),
        ["/cases.yaml:8:11: `when` is a list, which is not a text (write a text, '' for an empty one)"],
    ),
    "a wrong type in a table": (
        case(then="{ strength: { verdun-fort: four }, pile: 08 }"),
        [
            f"/cases.yaml:7:38: `verdun-fort` is `four`, {WHOLE}",
            f"/cases.yaml:7:52: `pile` is `08`, {WHOLE}",
        ],
    ),
    "a missing field": (case(then=""), ["/cases.yaml:4:5: `then` is missing (add it here)"]),
    "an empty expectation": (
        case(then="{ refused: [] }"),
        ["/cases.yaml:7:22: `refused` has 0 items and needs 1 or more"],
    ),
    "no expectation": (
        case(then="{}"),
        ["/cases.yaml:7:11: `then`: nothing is expected here, so the case can never fail"],
    ),
    "no cases": ("pack: ttlm\ncases: []\n", ["/cases.yaml:2:8: `cases` has 0 items and needs 1 or more"]),
    "a misspelt key of a file": (
        SOUND.replace("cases:", "casess:"),
        [
            "/cases.yaml:1:1: `cases` is missing (add it here)",
            "/cases.yaml:2:1: the key `casess` is not known here (did you mean `cases`?)",
        ],
    ),
    "a misspelt key of a file of twins": (
        "pack: aac\nof: ttlm\ntwins: [{ caes: x }]\n",
        [
            "/cases.yaml:3:9: `case` is missing (add it here)",
            "/cases.yaml:3:11: the key `caes` is not known here (did you mean `case`?)",
        ],
    ),
}


@pytest.mark.parametrize(("text", "told"), MISSHAPEN.values(), ids=MISSHAPEN)
def test_all_faults_of_the_shape_of_a_case_have_their_places(
    tmp_path: Path, text: str, told: list[str]
) -> None:
    assert complaints(tmp_path, text) == told


PLACED = {
    "given": '{ season: SUMMER 1918, asked: reinforcements, pieces: "paris: us-2 []" }',
    "then": '{ offered: ["place 6 american infantry into us-2"] }',
}
"""Five Americans are due, and each of six could be placed if it were the only one."""


def test_an_answer_that_stands_for_several_orders_is_judged_as_one(tmp_path: Path) -> None:
    lawful = suite.run([written(tmp_path, case(**PLACED))]).tried[0]
    barred = {**PLACED, "then": '{ barred: ["place 5 american infantry into us-2"] }'}
    unlawful = suite.run([written(tmp_path, case(**barred))]).tried[0]

    assert [said.split(":")[0] for said in lawful.differences] == [
        "`place 6 american infantry into us-2` must be legal, and is not"
    ]
    assert unlawful.differences == ("`place 5 american infantry into us-2` must be illegal, and is legal",)


def test_an_answer_that_goes_on_behind_dice_is_not_judged(tmp_path: Path) -> None:
    given = '{ asked: entente stand-or-retreat in reims, pieces: "reims: fr-1 [1I], ge-1 [1I]" }'
    text = case(given=given, then='{ offered: ["done; done"] }')
    (tried,) = suite.run([written(tmp_path, text)]).tried

    assert len(tried.differences) == 1
    assert "goes on behind dice" in tried.differences[0]


def test_a_line_that_falls_leaves_nothing_behind(tmp_path: Path) -> None:
    """Its first orders are lawful, and the last is not."""
    then = "{ refused: [reinforcements.listed], exactly: none }"
    falls = {**PLACED, "when": '"entente: place 6 american infantry into us-2"', "then": then}
    (tried,) = suite.run([written(tmp_path, case(**falls))]).tried

    assert tried.differences == ()


def test_a_case_that_does_not_hold_is_reported_with_its_place(tmp_path: Path) -> None:
    path = written(tmp_path, SOUND.replace("verdun-fort: 4", "verdun-fort: 3"))

    conformity = suite.conform([path])

    assert conformity.exit_code == 1
    assert conformity.outcome.failing[0].differences == (
        "the strength of verdun-fort is `4`, and must be `3`",
    )
    assert f"{path}:3" in to_json(conformity.document)


def test_the_report_counts_by_chapter(tmp_path: Path) -> None:
    conformity = suite.conform([written(tmp_path, SOUND)])
    (table,) = [block for block in conformity.document.blocks if isinstance(block, Table)]
    rows = {row[0]: row[1:] for row in table.rows}

    assert rows["5.3"] == ("30", "1", "0", "0", "1", "0")
    assert sum(int(row[0]) for row in rows.values()) == 539
    (book,) = conformity.outcome.rulebooks
    assert (book.pack, len(book.without), "5.3.1-h" in book.without) == ("ttlm", 538, False)


def test_a_clause_that_two_books_share_is_argued_in_both_and_one_of_its_own_in_one(tmp_path: Path) -> None:
    text = (
        SOUND
        + """\
  - pack: aac
    clause: 4.2-e
    title: A case of the East
    given: { pieces: "warsaw: fort 3" }
    then: { strength: { warsaw-fort: 3 } }
"""
    )
    western, eastern = suite.run([written(tmp_path, text)]).rulebooks
    shared = {citation.number for citation in loading.load("ttlm").pack.clauses.citations} & {
        citation.number for citation in loading.load("aac").pack.clauses.citations
    }

    assert {"5.3.1-h", "4.2-e"} <= shared
    assert "5.3.1-h" not in eastern.without
    assert ("4.2-e" in western.without, "4.2-e" in eastern.without) == (True, False)


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    written(tmp_path, SOUND)

    assert len(suite.run([tmp_path]).tried) == 1


def test_a_file_that_is_not_there_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        suite.run([tmp_path / "nothing.yaml"])


def test_all_faults_of_all_files_are_gathered(tmp_path: Path) -> None:
    first, second = tmp_path / "a.yaml", tmp_path / "b.yaml"
    first.write_text(case(clause="99.9-z"), encoding="utf-8")
    second.write_text(case(clause="98.9-z", given='{ pieces: "nowhere: fort 4" }'), encoding="utf-8")

    with pytest.raises(DataFault) as caught:
        suite.run([tmp_path])

    assert len(caught.value.complaints) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "/cases.yaml:1:1: this file does not say which pack its cases are about"),
        ("cases: [", "/cases.yaml:2:1: not YAML"),
        ("pack: nosuch\ncases: []\n", "/cases.yaml:1:7: there is no pack"),
        ("pack: ttlm\ncases: []\n", "/cases.yaml:2:8: `cases` has 0 items and needs 1 or more"),
        (case(clause=""), "/cases.yaml:4:5: `clause` is missing"),
        (case(then="{}"), "/cases.yaml:7:11: `then`: nothing is expected here"),
        (case(then="{ strngth: { verdun-fort: 4 } }"), "/cases.yaml:7:13: the key `strngth` is not known"),
        (case(then="{ events: [] }"), "/cases.yaml:7:21: `events` has 0 items and needs 1 or more"),
        (case(clause="5.3.1-zz"), "/cases.yaml:4:13: the rulebook of this pack has no clause `5.3.1-zz`"),
        (case(then="{ refused: [losses.nonsense] }"), "has no clause `losses.nonsense`"),
        (case(then="{ never: [piece-lsot] }"), "/cases.yaml:7:21: there is no event `piece-lsot`"),
        (case(then="{ status: { verdunn: disputed } }"), "no area `verdunn` (did you mean `verdun`?)"),
        (case(then="{ status: { verdun: { germans: disputed } } }"), "there is no side `germans`"),
        (case(then="{ gone: [verdun-fort, fr-i99] }"), "there is no counter `fr-i99`"),
        (case(then="{ supplied: { german: { pariss: false } } }"), "there is no area `pariss`"),
        (case(then="{ hands: { german: [ersatz-9] } }"), "there is no card `ersatz-9` left"),
        (case(then='{ pieces: "verdun: fort four" }'), "`fort four` is not a piece"),
        (case(given='{ pieces: "verdunn: fort 4" }'), "/cases.yaml:6:22: there is no area `verdunn`"),
        (case(given='{ pieces: "verdun fort 4" }'), "there is no area `verdun fort 4`"),
        (case(given='{ pieces: "rouen: fort 4" }'), "there is no fort in Rouen"),
        (case(given='{ pieces: "rouen: fr-1" }'), "an army, and only an army, says in brackets"),
        (case(given='{ pieces: "rouen: fr-c1 [2I]" }'), "an army, and only an army, says in brackets"),
        (case(given='{ pieces: "rouen: fr-1 [3X]" }'), "`3X` is not a piece"),
        (case(given='{ pieces: "rouen: fr-1 [99I]" }'), "there is no counter fr-i left"),
        (case(given='{ pieces: "rouen: fr-i1, fr-i1" }'), "fr-i1 stands in rouen already"),
        (case(given='{ pieces: "rouen: 4 fr-i" }'), "Rouen would hold more than 3 of your pieces"),
        (case(given='{ pieces: "rouen: fr-1 [4I]" }'), "French 1st Army has room for 3 infantry"),
        (case(given='{ pieces: "rouen: fr-1 [2I 2A]" }'), "French 1st Army may hold 1 artillery in 1914"),
        (case(given='{ pieces: "rouen: fr-1 [1us-A]" }'), "cannot contain American pieces"),
        (case(given="{ season: SPRING 1914 }"), "there is no season `SPRING 1914`"),
        (case(given="{ turn: german nonsense }"), "there is no turn `german nonsense`"),
        (case(given="{ asked: german nonsense }"), "`german nonsense` asks nothing that a turn asks"),
        (case(given="{ asked: french movement }"), "`french movement` asks nothing that a turn asks"),
        (case(given="{ asked: battle nowhere }"), "`battle nowhere` asks nothing that a turn asks"),
        (case(given="{ scenario: '1999' }"), "there is no scenario `1999`"),
        (case(given="{ options: { weather: fine } }"), "there is no option `weather: fine`"),
        (case(given="{ owners: { paris: french } }"), "there is no side `french`"),
        (case(given="{ hands: { french: [1] } }"), "there is no side `french`"),
        (case(given="{ hands: { german: [1], entente: [1] } }"), "there is no card `1` left"),
        (case(given="{ eliminated: [fr-77] }"), "there is no army `fr-77`"),
        (case(given="{ battles: [nowhere] }"), "there is no area `nowhere`"),
        (case(dice="[0]"), "which has the wrong form"),
    ],
)  # fmt: skip
def test_fault_of_a_file_names_its_place(tmp_path: Path, text: str, said: str) -> None:
    assert any(said in complaint for complaint in complaints(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (case(dice="[1]"), "no roll uses the remaining dice: 1"),
        (
            case(given='{ asked: battle verdun, pieces: "verdun: fort 4, ge-5 [1I]" }', dice="[7*]"),
            "a roll has dice without these faces: 7, 7, 7, 7",
        ),
        (
            case(given='{ asked: battle verdun, pieces: "verdun: fort 4, ge-5 [1I]" }', dice="[6, 6]"),
            "the case gives too few dice: 4 are thrown for Verdun: Entente defensive fire",
        ),
        (case(when='"german: nonsense"'), "the last line cannot be read"),
        (case(when='"german: pass"'), "the last line is refused"),
        (
            case(given="{ turn: german undecided }", when='"german: done\\ngerman: pass"'),
            "`german: done` falls before the end of the case",
        ),
        (
            case(when='"german: pass"', then="{ says: [the weather is fine] }"),
            "`the weather is fine` is not said of the last line, "
            "but: this order does not answer the open question",
        ),
        (
            case(given="{ turn: german undecided }", when='"german: pass"', then="{ says: [no] }"),
            "`no` is not said of the last line, but: none",
        ),
        (case(then="{ offered: [nonsense] }"), "an expected line cannot be read"),
    ],
)
def test_incomplete_case_fails(tmp_path: Path, text: str, said: str) -> None:
    (tried,) = suite.run([written(tmp_path, text)]).tried

    assert any(said in difference for difference in tried.differences)


TWINS = """\
pack: aac
of: ttlm
sides: { german: central }
spoken: { german: Central Powers }
twins:
  - { case: Verdun and Aachen, areas: { verdun: warsaw, aachen: posen }, nations: { fr: ru }, words: {} }
"""

TWINNED = """\
pack: ttlm
cases:
  - clause: [5.3.1-h, 8.4-j]
    title: Verdun and Aachen
    given: { asked: german movement, pieces: "verdun: fort 4, fr-1 [2I]\\naachen: 1 ge-i" }
    when: "german: move ge-i1 to verdun"
    then:
      refused: [movement.adjacent]
      strength: { verdun-fort: 4, fr-1: 2 }
      status: { aachen: { german: friendly } }
"""


def twin_files(folder: Path, twins: str, originals: str = TWINNED) -> list[Path]:
    """A file of cases and one of their twins."""
    (folder / "originals.yaml").write_text(originals, encoding="utf-8")
    (folder / "twins.yaml").write_text(twins, encoding="utf-8")
    return [folder]


def test_a_twin_is_its_case_on_the_other_pack_s_data(tmp_path: Path) -> None:
    outcome = suite.run(twin_files(tmp_path, TWINS))

    assert [(one.title, one.clauses, one.twin, one.differences) for one in outcome.tried] == [
        ("Verdun and Aachen", ("5.3.1-h", "8.4-j"), False, ()),
        ("aac: Verdun and Aachen", ("5.3.1-h",), True, ()),
    ]
    assert outcome.tried[1].place.line == 6


def test_a_twin_that_comes_out_otherwise_fails_where_it_stands(tmp_path: Path) -> None:
    bordering = TWINS.replace("aachen: posen", "aachen: narew")
    outcome = suite.run(twin_files(tmp_path, bordering))

    (failing,) = outcome.failing
    assert (failing.title, failing.place.line) == ("aac: Verdun and Aachen", 6)


def test_a_twin_may_start_from_something_else(tmp_path: Path) -> None:
    other = TWINS.replace("words: {", "given: { owners: { posen: entente } }, words: {")
    (failing,) = suite.run(twin_files(tmp_path, other)).failing

    assert "posen" in failing.differences[0]


def test_the_report_says_on_whose_data_a_clause_is_argued(tmp_path: Path) -> None:
    own = case(clause="[5.3.1-h, 5.3.1-i, 9.0-b]", title="Three").replace("pack: ttlm\ncases:\n", "")
    conformity = suite.conform(twin_files(tmp_path, TWINS, TWINNED + own))
    book = next(book for book in conformity.outcome.rulebooks if book.pack == "aac")
    (chapter,) = [chapter for chapter in book.chapters if chapter.chapter == "5.3"]

    assert (chapter.argued, chapter.own, chapter.twins, chapter.elsewhere) == (2, 0, 1, 1)
    assert book.elsewhere == ("5.3.1-i", "9.0-b")
    said = str(conformity.document)
    assert "0 by cases of its own, 1 by twins of another pack's cases." in said
    assert "Only on another pack's data: 5.3.1-i and 9.0-b." in said


def test_report_omits_own_data_if_all_cases_use_it(tmp_path: Path) -> None:
    conformity = suite.conform([written(tmp_path, SOUND)])

    assert "own data" not in str(conformity.document)


def test_a_pack_that_stands_for_another_has_no_twins(tmp_path: Path) -> None:
    outcome = suite.run(twin_files(tmp_path, TWINS), pack="ttlm")

    assert [one.twin for one in outcome.tried] == [False]


def test_a_twin_of_no_case_is_a_fault_beside_the_nearest_title(tmp_path: Path) -> None:
    paths = twin_files(tmp_path, TWINS.replace("Verdun and Aachen", "Verdun and Achen"))
    with pytest.raises(DataFault) as caught:
        suite.run(paths)

    (complaint,) = caught.value.complaints
    assert str(complaint).endswith(
        "twins.yaml:6:13: the pack `ttlm` has no case of this title in this run"
        " (did you mean `Verdun and Aachen`?)"
    )


def test_a_twin_that_argues_nothing_the_books_share_is_a_fault(tmp_path: Path) -> None:
    paths = twin_files(tmp_path, TWINS, TWINNED.replace("[5.3.1-h, 8.4-j]", "8.4-j"))
    with pytest.raises(DataFault, match="argues no clause that both books have"):
        suite.run(paths)


def test_a_twin_with_an_area_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    paths = twin_files(tmp_path, TWINS.replace("aachen: posen", "aachen: paris"))
    with pytest.raises(DataFault, match="there is no area `paris`"):
        suite.run(paths)
