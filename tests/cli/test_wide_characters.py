"""Every command for players and auditors, in a test language of wide characters: all text is translated."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.dice.chain import Secrets
from referee.i18n import languages
from referee.i18n.translator import Translator
from referee.matches import opening
from referee.packs import loading, policies
from referee.packs.loading import LoadedPack
from referee.systems.great_war.notation.verbs import VERBS
from schemas.great_war.events import EVENTS
from tests.cli.conftest import BATTLE, MARCH, ROOT, Referee, Result, Table
from tests.languages import pseudo

READ: tuple[tuple[object, ...], ...] = (
    ("dispute", "liege", 1),
    ("dispute", "liege", 13),
    ("dispute", "liege", 44),
    ("dispute", "liege", 44, "--as", "entente"),
    ("dispute", "liege", 44, "--as", "public"),
    ("dispute", "liege", 99),
    ("dispute", "liege", 44, "--resolve"),
    ("luck", "liege"),
    ("rejudge", "liege"),
    ("verify", "liege"),
    ("verify", "liege", "--rejudge"),
    ("verify", "liege", "--head", f"40:{'0' * 64}"),
    ("verify", "liege", "--head", f"400:{'0' * 64}"),
    ("compare", "liege", "liege"),
    ("log", "liege"),
    ("log", "liege", "--as", "public"),
    ("prompts", "liege"),
    ("options", "liege"),
    ("options", "liege", "--as", "entente"),
    ("map", "liege", "--around", "9"),
    ("diff", "liege", "9", "1"),
    ("retract", "liege", "--to", 0, "--reason", "7"),
    ("retract", "liege", "--to", 3),
    ("retract", "liege", "--to", 66, "--as", "entente"),
    ("retract", "liege", "--to", 67, "--as", "entente"),
    ("retract", "liege", "--to", 9, "--as", "german"),
    ("retract", "liege", "--to", 99),
    ("note", "liege", " "),
    ("note", "liege", "7"),
    ("export", "liege", "--output", "out"),
    ("reveal", "liege"),
    ("reveal", "liege", "--unfinished"),
    ("explain", "movement.adjacent", "--pack", "ttlm", "--language", "pseudo"),
    ("help", "proof", "--language", "pseudo"),
    ("list", "--language", "pseudo"),
    ("packs", "count", "ttlm", "--language", "pseudo"),
    ("packs", "show", "ttlm", "--language", "pseudo"),
)

LETTERS = (
    MARCH,
    BATTLE,
    "offensive 99\n",
    "move ge-1 to verdun\n",
    "moev ge-1 to mons\n",
    "head: 40:0000\npass\n",
    "answers: 12\npass\n",
    "match: other\npass\n",
    "side: entente\npass\n",
    "orders:\n  - {type: mvoe, piece: 1, zz: no}\n  - 7\nmatch: [liege]\nanswers: many\n",
    "orders:\n  - {type: pass, side: entente}\n",
    "orders:\n  - {type: move, pieces: [ge-1], zz: 1}\n",
    "orders:\n- &a pass\n- *a\n",
    "orders: !x [pass]\n",
    "orders: [pass\n",
    "orders: {a: b: c}\n",
    "orders:\n\t- pass\n",
    "orders: [pass]\norders: [pass]\n",
    "orders: [pass]\n---\norders: [pass]\n",
    f"orders: {'[' * 40}{']' * 40}",
    "orders: [pass]\nhaed: 12\n",
    '{"orders": ["pass" "pass"]}',
    '{"orders": [0.5], "orders": [}',
    '{"orders": [{"type": "move"}]}',
    '{"orders": ["pass"], "match": 1}',
)

SAME = (
    *(
        "liege",
        "ttlm",
        "sealed-by-dice",
        "referee",
        "german",
        "entente",
        "sequence",
        "art",
        "map",
        "cards",
        "geography",
    ),
    *("sap", "dawn-sap", "farm", "mine", "british", "br", "weapons", "troops", "into", "via", "moev"),
)
"""What is called so in every language."""

TYPED = re.compile(
    r"printf .*|\(?\{'.*|\"[^\"]*\"|`[^`]*`|[\w.-]*/\S+|--?[a-z]+\b|\d{4}-\S+|  [0-9a-f]{2}\b|K\(0\)"
    r"|\b[a-z_]+(\.\w+)+|SK-[A-Z]{3}\S*"
)
"""What is to be typed or copied: quoted words, commands, files, options, times, bytes, tables."""

EXPLAINED = frozenset({"4.1-d", "SK-MOV-02"})
"""The clauses that are explained here, in the words of the pack."""

EVENT_TYPES = tuple(EVENTS.kinds)


@pytest.fixture
def wide(liege: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """The example, everybody in it being told in wide letters."""
    learn(monkeypatch)
    told = dict.fromkeys(("german", "entente", "referee", "public"), pseudo.TONGUE.language)
    (liege.folder / "languages.json").write_text(json.dumps(told))
    # An export without a path beside it is written where the reader stands.
    monkeypatch.chdir(liege.folder)
    return liege


def learn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the wide letters a language that is spoken here."""
    spoken, known, named = languages.tongue, languages.list_codes(), loading.names

    def tongue(code: str) -> Translator:
        return pseudo.TONGUE if code == pseudo.TONGUE.language else spoken(code)

    def names(loaded: LoadedPack, code: str) -> object:
        return pseudo.called(loaded.pack) if code == pseudo.TONGUE.language else named(loaded, code)

    monkeypatch.setattr(languages, "tongue", tongue)
    monkeypatch.setattr(languages, "list_codes", lambda: (*known, pseudo.TONGUE.language))
    monkeypatch.setattr(loading, "names", names)


def left(told: Result, game: str = "ttlm") -> set[str]:
    """The words in plain letters, but for orders, ids, files, and what is to be typed."""
    pack, policy = loading.load(game).pack, policies.load(policies.DEFAULT).policy
    spelt = [name for area in pack.map.areas for name in (area.name, area.id)] if game == "ttlm" else []
    spelt += [name for option in pack.game.options for name in (option.id, *option.choices)]
    spelt += [pack.game.id, pack.game.name, pack.game.system, pack.clauses.book]
    # What a policy says has its words beside it; what clauses and rulings say is told by the pack alone.
    spelt += [text for one in policy.paragraphs for text in (one.title, one.text)]
    spelt += [clause.rule for clause in pack.clauses.citations if clause.number in EXPLAINED]
    spelt += [text for ruling in pack.rulings.rulings for text in (ruling.title, ruling.text)]
    same = {word for name in (*VERBS, *spelt, *SAME) for word in pseudo.WORD.findall(name)}
    text = (told.out + told.err).replace(str(ROOT), "")
    return pseudo.plain_words([TYPED.sub("", text)]) - same


def test_texts_of_commands_come_from_the_catalogue(wide: Table) -> None:
    past: dict[object, set[str]] = {}
    for arguments in READ:
        told = wide.command(*arguments)
        assert told.code != 70
        assert told.out + told.err
        past[arguments] = left(told)
    assert not {arguments: words for arguments, words in past.items() if words}


def test_rulings_on_letters_come_from_the_catalogue(wide: Table) -> None:
    past: dict[str, set[str]] = {}
    for letter in LETTERS:
        told = wide.submit(letter, "german", "--dry-run")
        assert told.code in {0, 1, 65, 77}, letter
        assert told.out + told.err
        past[letter] = left(told)
    assert not {letter: words for letter, words in past.items() if words}


def test_a_refused_letter_is_explained_by_the_catalogue(wide: Table) -> None:
    for letter in ("move ge-1 to verdun\n", "moev ge-1 to mons\n"):
        assert wide.submit(letter).code == 1
        last = len(wide.lines) - 1
        for viewer in ("german", "referee"):
            told = wide.command("dispute", "liege", last, "--as", viewer)
            assert told.code == 0
            assert not left(told)


def test_ruling_comes_from_the_catalogue(wide: Table) -> None:
    wide.submit(MARCH)
    for arguments in (
        ("dispute", "liege", 69, "--resolve", "--error", "7", "--file"),
        ("dispute", "liege", 71),
        ("dispute", "liege", 69),
        ("dispute", "liege", 70, "--resolve"),
        ("log", "liege"),
    ):
        told = wide.command(*arguments)
        assert told.code in {0, 2}
        assert not left(told)


def test_own_takeback_comes_from_the_catalogue(wide: Table) -> None:
    wide.submit(MARCH)
    for arguments in (
        ("retract", "liege", "--to", 68, "--as", "german", "--reason", "7", "--consent", "entente"),
        ("log", "liege"),
        ("dispute", "liege", 69),
    ):
        told = wide.command(*arguments)
        assert told.code == 0
        assert not left(told)


def _changed(old: bytes, new: bytes, line: int = 30) -> Callable[[list[bytes]], None]:
    def change(lines: list[bytes]) -> None:
        assert old in lines[line]
        lines[line] = lines[line].replace(old, new, 1)

    return change


def _dropped(lines: list[bytes]) -> None:
    del lines[30]


def _torn(lines: list[bytes]) -> None:
    lines[-1] = lines[-1][:40]


def _beheaded(lines: list[bytes]) -> None:
    lines[:] = [lines[0][:40]]


SPOILT: tuple[Callable[[list[bytes]], None], ...] = (
    _dropped,
    _torn,
    _beheaded,
    _changed(b'"seq":', b'"sqe":'),
    _changed(b'{"seal"', b'{ "seal"'),
    _changed(b'{"seal"', b'{"sea1"'),
    _changed(b'{"seal"', b'"seal"'),
    _changed(b'{"seal"', b'\xff{"seal"'),
    _changed(b'"at":"2', b'"at":"1'),
    _changed(b'"seq":30', b'"seq":0.5'),
    _changed(b'"salt":"', b'"salt":"0'),
)


def test_faults_of_a_journal_come_from_the_catalogue(wide: Table, tmp_path: Path) -> None:
    for number, spoil in enumerate(SPOILT):
        lines = wide.lines
        spoil(lines)
        copy = tmp_path / f"{number}.jsonl"
        copy.write_bytes(b"".join(lines))
        for arguments in (("verify", copy), ("compare", copy, "liege")):
            told = wide.command(*arguments, "--language", pseudo.TONGUE.language)
            assert told.code in {0, 65}
            assert not left(told)


def test_copies_that_part_are_compared_by_the_catalogue(wide: Table, shelf: Path) -> None:
    shutil.copytree(wide.folder, shelf / "other")
    wide.submit(MARCH)
    wide.command("note", "other", "7")
    told = wide.command("compare", "liege", wide.folder.parent / "other" / "journal.jsonl")
    assert told.code == 1
    assert not left(told)


def test_second_opinion_comes_from_the_catalogue(wide: Table, tmp_path: Path) -> None:
    """Two packs of their own: one lets less go by rail and stand together, the other lets guns hit better."""
    other = tmp_path / "other"
    tables, forces = ("tables.yaml", "stacking: 3", "stacking: 2"), ("forces.yaml", "attack: 1", "attack: 4")
    for number, (file, old, new) in enumerate((tables, forces)):
        own = shutil.copytree(ROOT / "games" / "ttlm", other / f"{number}" / "ttlm")
        text = (own / file).read_text(encoding="utf-8")
        assert old in text
        (own / file).write_text(text.replace(old, new), encoding="utf-8")
        told = wide.command("rejudge", "liege", "--pack", f"{own}/")
        assert told.code == 1
        types = {word for name in EVENT_TYPES for word in pseudo.WORD.findall(name)}
        # Fields of events, and keys of their tables, keep their names.
        assert not left(told) - types - {"scored", "purpose", "cavalry"}


def test_spoken_dice_are_asked_for_by_the_catalogue(
    command: Referee, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn(monkeypatch)
    secrets = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=64)
    opening.open_match(shelf, "liege", "ttlm", at="2026-12-01T20:00:00Z", dice="spoken", secrets=secrets)
    command("language", "liege", "german", pseudo.TONGUE.language)
    card = command("options", "liege").out.splitlines()[0]
    letter = f"{card}\nmove ge-1, ge-2 from aachen to liege\nbattle liege\ndone\nstand\n"
    for more in (["--dry-run"], [], ["--faces", "3,5,7"], ["--faces", "3,5"], ["--faces", "3,5,1,6"]):
        told = command("submit", "liege", "--as", "german", *more, "--source", "7", stdin=letter)
        assert told.code == (0 if "--dry-run" in more else 2)
        assert not left(told)
    assert command("submit", "liege", "--as", "german", "--faces", "3,5,1", stdin=letter).code == 2


IN_THE_TRENCHES: tuple[tuple[object, ...], ...] = (
    # Entries 13 and 14 quote the comments of a letter, which no catalogue has.
    *(("dispute", "sap", entry) for entry in (2, 4, 9, 11)),
    ("dispute", "sap", 11, "--as", "german"),
    ("dispute", "sap", 11, "--resolve"),
    ("luck", "sap"),
    ("rejudge", "sap"),
    ("verify", "sap"),
    ("packs", "show", "skirmish", "--language", "pseudo"),
    ("explain", "SK-MOV-02", "--pack", "skirmish", "--language", "pseudo"),
)


def test_a_skirmish_is_disputed_by_the_catalogue(command: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    learn(monkeypatch)
    assert command("demo", "skirmish", "--keep", "--quiet").code == 0
    for viewer in ("german", "british", "referee"):
        command("language", "sap", viewer, pseudo.TONGUE.language)
    past = {arguments: left(command(*arguments), "skirmish") for arguments in IN_THE_TRENCHES}
    assert not set().union(*past.values()), {one: words for one, words in past.items() if words}


def test_a_word_that_comes_past_the_catalogue_is_seen(wide: Table) -> None:
    told = wide.command("luck", "liege", "--language", "en")
    assert {"Expected", "Rolled", "Fair"} <= left(told)
    assert json.loads(wide.command("luck", "liege", "--json").out)["ok"]
