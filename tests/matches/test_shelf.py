"""The shelf: what is a match on it, how one is opened, who may look into it, and in which language."""

import os
from pathlib import Path

import pytest

from referee.faults import CannotWrite, Complaint, DataFault, Misuse, NotFound
from referee.i18n import languages
from referee.matches import journal, matches, opening, shelf, viewer_languages
from referee.matches.faults import MatchFault
from referee.matches.opening import Wanted
from referee.packs import rulesets
from referee.platform.ports import ports
from tests.duels import AT
from tests.engine import toy_pack
from tests.ports import disk_with


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A desk where the toy game is known, and an empty shelf."""
    monkeypatch.setattr(rulesets, "bind", toy_pack.bind)
    return tmp_path / "matches"


def test_matches_are_folders_with_journal_and_valid_name(tmp_path: Path) -> None:
    for name in ("verdun", "a", "0-x", "Marne", "-x", "a.b", "a" * 64, "b" * 65):
        (tmp_path / name).mkdir()
        (tmp_path / name / shelf.JOURNAL).touch()
    (tmp_path / "empty").mkdir()
    (tmp_path / "folder" / shelf.JOURNAL).mkdir(parents=True)
    (tmp_path / "file").touch()

    assert shelf.look_through(tmp_path) == ("0-x", "a", "a" * 64, "verdun") == shelf.names(tmp_path)


def test_missing_shelf_is_empty(tmp_path: Path) -> None:
    assert shelf.look_through(tmp_path / "nowhere") == ()
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        shelf.look_through(tmp_path / "file")
    assert shelf.names(tmp_path / "file") == ()


@pytest.mark.parametrize("opened", ["", shelf.JOURNAL, shelf.SECRETS])
def test_readable_secrets_are_found(desk: Path, opened: str) -> None:
    for name in ("duel", "copy"):
        opening.open_match(desk, name, "toy", at=AT)
    (desk / "copy" / shelf.SECRETS).unlink()
    assert shelf.find_exposed(desk, "duel", "copy", "none") == ()

    (desk / "copy").chmod(0o755)
    (desk / "duel" / opened).chmod(0o755)

    assert shelf.find_exposed(desk, "duel", "copy", "none") == ((desk / "duel" / opened).as_posix(),)


CHOSEN = [
    (("long",), {"long": "yes"}),
    (("long=no",), {"long": "no"}),
    (("long=", "cards=4=5"), {"long": "", "cards": "4=5"}),
    ((), {}),
]


@pytest.mark.parametrize(("choices", "options"), CHOSEN)
def test_option_without_choice_is_yes(choices: tuple[str, ...], options: dict[str, str]) -> None:
    assert opening.read_choices(choices) == options


@pytest.mark.parametrize("choices", [("",), ("=yes",), ("long", "long=no")])
def test_invalid_and_repeated_choices_are_refused(choices: tuple[str, ...]) -> None:
    with pytest.raises(Misuse, match="is not an option"):
        opening.read_choices(choices)


def test_unknown_kind_of_dice_is_refused(desk: Path) -> None:
    opened = opening.open_new(desk, Wanted("sealed", "toy"), at=AT)
    spoken = opening.open_new(desk, Wanted("spoken", "toy", dice="spoken"), at=AT)

    assert (opened.dice, spoken.dice) == ("sealed", "spoken")
    with pytest.raises(Misuse, match="did you mean `spoken`"):
        opening.open_new(desk, Wanted("third", "toy", dice="spoke"), at=AT)
    assert shelf.names(desk) == ("sealed", "spoken")


def test_chosen_languages_are_stored(desk: Path) -> None:
    opening.open_new(desk, Wanted("plain", "toy"), at=AT)
    opening.open_new(desk, Wanted("mixed", "toy", languages=("fr", "blue=en")), at=AT)

    assert not (desk / "plain" / shelf.LANGUAGES).exists()
    assert viewer_languages.of_match(desk, "plain").languages == dict.fromkeys(
        ("red", "blue", "referee", "public"), "en"
    )
    assert viewer_languages.of_match(desk, "mixed").languages == {
        "red": "fr", "blue": "en", "referee": "fr", "public": "fr",
    }  # fmt: skip


@pytest.mark.parametrize("kept", ['{"red": "fr", "blue": "klingon"}', '{"red": "klingon", "blue": "fr"}'])
def test_unknown_language_is_refused(desk: Path, kept: str) -> None:
    match = opening.open_match(desk, "duel", "toy", at=AT)
    (match.folder / shelf.LANGUAGES).write_text(kept)

    with pytest.raises(DataFault, match=r"languages\.json"):
        viewer_languages.tell(match, "red")


def test_language_is_requested_or_stored(desk: Path) -> None:
    match = opening.open_match(desk, "duel", "toy", at=AT)
    viewer_languages.choose(desk, "duel", "red", "fr")
    journal = match.folder / shelf.JOURNAL

    spoken = [
        viewer_languages.tell(match, "red"),
        viewer_languages.tell(match, "red", "en"),
        viewer_languages.tell(match, "blue"),
        viewer_languages.tell(match, "blue", "fr"),
    ]
    assert [one.tongue.language for one in spoken] == ["fr", "en", "en", "fr"]
    assert viewer_languages.of_author(desk, "duel", None).language == "en"
    assert viewer_languages.of_author(desk, "duel", "Red").language == "fr"
    assert viewer_languages.beside(journal, None).language == "en"
    assert viewer_languages.beside(journal, "fr").language == "fr"
    viewer_languages.choose(desk, "duel", "referee", "fr")
    assert viewer_languages.beside(journal, None).language == "fr"
    assert viewer_languages.beside(match.folder / "copy.jsonl", None).language == "en"
    assert viewer_languages.of_author(desk, "duel", None).language == "fr"
    assert languages.tongue("fr").language == "fr"
    assert matches.find(desk, "duel").tongue.language == "en"


@pytest.mark.parametrize("file", [shelf.SECRETS, shelf.JOURNAL])
def test_failed_opening_leaves_no_folder(desk: Path, file: str) -> None:
    def lost(descriptor: int) -> None:
        if (desk / "duel" / file).exists():
            raise OSError(5, os.strerror(5))

    with ports.use(disk=disk_with(fsync=lost)), pytest.raises(CannotWrite):
        opening.open_match(desk, "duel", "toy", at=AT)

    assert list(desk.iterdir()) == []
    assert opening.open_match(desk, "duel", "toy", at=AT).name == "duel"


@pytest.mark.parametrize(
    ("viewer", "owner"), [("red", "red"), ("blue", "blue"), ("public", None), ("referee", None)]
)
def test_owner_of_copy_is_found(desk: Path, viewer: str, owner: str | None) -> None:
    match = opening.open_match(desk, "duel", "toy", at=AT)
    copy = desk / f"{viewer}.jsonl"
    copy.write_bytes(b"".join(journal.copied(match.folder / shelf.JOURNAL, viewer)))

    assert matches.owner_of_copy(matches.read(copy)) == owner


@pytest.mark.parametrize(
    ("there", "name", "remedy"),
    [
        ("duel", "duell", "did you mean `duel`"),
        ("duel", "verdun", "known: `duel`"),
        ("", "verdun", "list the matches with `referee list`"),
    ],
)
def test_unknown_match_gets_suggestions(desk: Path, there: str, name: str, remedy: str) -> None:
    if there:
        opening.open_match(desk, there, "toy", at=AT)

    with pytest.raises(NotFound, match=remedy):
        matches.find(desk, name)


RETOLD = {
    "who reads French": ("duel", "red", None, "fr"),
    "by another spelling": ("duel", "RED", None, "fr"),
    "by the path of his journal": ("matches/duel/journal.jsonl", "red", None, "fr"),
    "who reads English": ("duel", "blue", None, "en"),
    "in the language asked for": ("duel", "blue", "fr", "fr"),
    "in a language that nobody speaks": ("duel", "red", "xx", "en"),
    "who is no viewer": ("duel", "green", None, "en"),
    "nobody": ("duel", None, None, "en"),
    "of no match": (None, "red", None, "en"),
    "of a name that no match has": ("../duel", "red", None, "en"),
}


@pytest.mark.parametrize(("name", "viewer", "asked", "language"), RETOLD.values(), ids=RETOLD)
def test_fault_is_in_language_of_its_reader(
    desk: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str | None,
    viewer: str | None,
    asked: str | None,
    language: str,
) -> None:
    opening.open_match(desk, "duel", "toy", at=AT)
    viewer_languages.choose(desk, "duel", "red", "fr")
    monkeypatch.chdir(desk.parent)
    fault = NotFound(Complaint.of(MatchFault.ENTRY_UNKNOWN, match="duel", at=9, last=1))
    (told,) = viewer_languages.retold(desk, name, viewer, fault, asked).complaints

    french = "duel n'a pas d'entrée 9"
    assert told.text.startswith(french if language == "fr" else "duel has no entry 9")


def test_languages_are_listed_and_invalid_list_is_a_fault(desk: Path) -> None:
    match = opening.open_match(desk, "duel", "toy", at=AT)
    chosen = viewer_languages.choose(desk, "duel", "Red", "fr")

    assert chosen == viewer_languages.of_match(desk, "duel")
    assert dict(chosen.languages) == {"red": "fr", "blue": "en", "referee": "en", "public": "en"}
    assert (match.folder / shelf.LANGUAGES).read_text() == '{"red": "fr"}\n'
    for spoilt in ('{"red": "xx"}', '["fr"]', "{"):
        (match.folder / shelf.LANGUAGES).write_text(spoilt)
        with pytest.raises(DataFault):
            viewer_languages.of_match(desk, "duel")
