"""A theatre of one's own: from nothing to a first player turn, and over another pack in part or whole."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Referee


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def spoil(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def test_a_pack_is_begun_checked_and_played(here: Path, command: Referee) -> None:
    """From nothing to a first player turn, with dice that others threw, and its proof."""
    assert command("packs", "new", "my-war").code == 0
    # So many offensives that Red is dealt one.
    spoil(here / "my-war" / "cards.yaml", "copies: 10", "copies: 90")
    assert command("packs", "check", "./my-war").out == "my-war 0.1.0 is sound.\n"
    assert command("new", "first", "./my-war", "--dice", "spoken").code == 0
    first = next(line for line in command("options", "first").out.splitlines() if "offensive" in line)
    attack = f"{first}\nmove re-1 from orchard to ford\nbattle ford\ndone\n"
    thrown = ("--faces", "6", "--source", "thrown at the table")
    played = command("submit", "first", "--as", "red", *thrown, stdin=attack)

    assert played.code == 0
    assert "Ford is now disputed." in played.out
    assert "retreat from Ford instead of firing" in command("prompts", "first").out
    assert command("report", "first", "--as", "blue").code == 0
    assert command("map", "first").out.startswith("<svg")
    assert command("verify", "first", "--rejudge").code == 0


def test_a_table_that_was_left_out_comes_from_nowhere(here: Path, command: Referee) -> None:
    command("packs", "new", "my-war")
    assert "events:" not in (here / "my-war" / "tables.yaml").read_text("utf-8")
    described = command("packs", "show", "./my-war", "--json").json["tables"]
    assert "tables.blockade" in {table["table"] for table in described}
    assert "tables.events" not in {table["table"] for table in described}


def test_a_refusal_quotes_the_new_book(here: Path, command: Referee) -> None:
    command("packs", "new", "my-war")
    command("new", "first", "./my-war")
    refused = command("submit", "first", "--as", "red", stdin="pass\nmove re-2 from hill to the lake\n")

    assert refused.code == 1
    assert "- 4, Movement: The Lake cannot be entered." in refused.out


def test_an_editor_finds_the_schema_of_every_file(here: Path, command: Referee) -> None:
    command("packs", "new", "my-war")
    for file in (here / "my-war").rglob("*.yaml"):
        first, *_ = file.read_text("utf-8").splitlines()
        assert (file.parent / first.partition("$schema=")[2]).is_file(), file


def test_tables_of_ones_own_lie_over_another_pack(here: Path, command: Referee) -> None:
    begun = command("packs", "new", "my-east", "--from", "aac", "--own", "tables").out
    assert "my-east holds game.yaml, tables.yaml, and builds on aac." in begun
    spoil(here / "my-east" / "tables.yaml", "title: SUMMER 1914 ", "title: AUGUST 1914 ")
    assert command("packs", "check", "./my-east").code == 0
    command("new", "mine", "./my-east")
    command("new", "theirs", "aac")

    assert "AUGUST 1914, turn 1 of 3" in command("show", "mine").out
    assert "SUMMER 1914, turn 1 of 3" in command("show", "theirs").out


def test_a_map_of_ones_own_lies_under_the_charts_of_another_pack(here: Path, command: Referee) -> None:
    """Another map is its areas, its outlines and the set-ups on it; charts, deck and forces stay."""
    own = ("map", "art", "scenarios/1914", "scenarios/campaign")
    command("packs", "new", "my-east", "--from", "aac", *(word for file in own for word in ("--own", file)))
    for file in own:
        path = here / "my-east" / f"{file}.yaml"
        path.write_text(path.read_text("utf-8").replace("kovel", "holm").replace("Kovel", "Cholm"), "utf-8")
    assert command("packs", "check", "./my-east").out == "my-east 0.1.0 is sound.\n"
    assert command("new", "mine", "--pack", "./my-east").code == 0

    assert "Cholm" in command("show", "mine").out
    assert "Kovel" not in command("show", "mine").out
    assert command("submit", "mine", "--as", "central", stdin="pass\ndone\n").code == 0
    assert command("submit", "mine", "--as", "entente", stdin="pass\nmove ru-5 to lublin\ndone\n").code == 0
    assert command("verify", "mine", "--rejudge").code == 0


def test_a_whole_pack_of_ones_own_stands_by_itself(here: Path, command: Referee) -> None:
    command("packs", "new", "my-east", "--from", "aac")
    assert "extends:" not in (here / "my-east" / "game.yaml").read_text("utf-8")
    assert command("new", "mine", "--pack", "./my-east", "--scenario", "campaign").code == 0


@pytest.mark.parametrize("words", [(), ("aac", "--pack", "./my-war")])
def test_a_match_has_one_pack(here: Path, command: Referee, words: tuple[str, ...]) -> None:
    command("packs", "new", "my-war")
    answer = command("new", "first", *words)

    assert (answer.code, "(name one" in answer.err) == (2, True)
    assert not (here / "matches").exists()


def test_fault_in_the_base_pack_names_its_place(here: Path, command: Referee) -> None:
    command("packs", "new", "below")
    command("packs", "new", "above", "--from", "./below", "--own", "map")
    assert command("packs", "check", "./above").code == 0
    spoil(here / "below" / "forces.yaml", "home: [rl]", "home: [nowhere]")

    assert "below/forces.yaml:" in command("packs", "check", "./above").err


def test_a_change_below_is_another_pack(here: Path, command: Referee) -> None:
    command("packs", "new", "below")
    command("packs", "new", "above", "--from", "./below", "--own", "map")
    before = command("packs", "show", "./above", "--json").json["digest"]
    spoil(here / "below" / "cards.yaml", "copies: 10", "copies: 11")

    assert command("packs", "show", "./above", "--json").json["digest"] != before


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("packs", "new", "My_War"), 2, "no pack can be called"),
        (("packs", "new", "my-war", "--own", "map"), 2, "add --from PACK"),
        (("packs", "new", "my-war", "--from", "aac", "--own", "chart"), 2, "no file chart.yaml"),
        (("packs", "new", "my-war", "--from", "east"), 66, "there is no pack `east`"),
        (("packs", "new", "taken"), 73, "taken already exists"),
    ],
)
def test_pack_that_cannot_be_created_leaves_no_files(
    here: Path, command: Referee, words: tuple[str, ...], code: int, said: str
) -> None:
    (here / "taken").mkdir()
    answer = command(*words)

    assert (answer.code, said in answer.err) == (code, True)
    assert [path.name for path in here.iterdir() if path.name != "matches"] == ["taken"]


def test_pack_that_builds_on_itself_is_refused(here: Path, command: Referee) -> None:
    command("packs", "new", "loop", "--from", "aac", "--own", "map")
    spoil(here / "loop" / "game.yaml", "extends: aac", "extends: ./../loop")
    answer = command("packs", "check", "./loop")

    assert answer.code == 65
    assert "tables.yaml:1:1: this file is missing" in answer.err


@pytest.mark.parametrize("line", ["{path}", '"{path}"', "'{path}'   # mine", "{path}\r"])
def test_a_pack_builds_on_a_folder_with_a_space_in_its_path(here: Path, command: Referee, line: str) -> None:
    command("packs", "new", "my packs/war")
    command("packs", "new", "own", "--from", "my packs/war", "--own", "tables")
    path = "./../my packs/war"
    spoil(here / "own" / "game.yaml", f"extends: {path}\n", f"extends: {line.format(path=path)}\n")

    assert command("packs", "check", "./own").out == "own 0.1.0 is sound.\n"


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("./my-war", "as in: referee new verdun ./my-war)"),
        ("./my-war ford", "(write the match first: referee new ford ./my-war)"),
    ],
)
def test_path_of_a_pack_in_place_of_the_match_has_a_line_that_works(
    here: Path, command: Referee, line: str, remedy: str
) -> None:
    command("packs", "new", "my-war")
    answer = command("new", *line.split())

    assert answer.code != 0
    assert remedy in answer.err
    assert command(*remedy.rpartition("referee ")[2].strip(")").split()).code == 0


def test_a_pack_that_builds_on_itself_has_one_folder(here: Path, command: Referee) -> None:
    command("packs", "new", "loop")
    spoil(here / "loop" / "game.yaml", "name: The Ford", "extends: ./../loop\nname: The Ford")

    assert command("packs", "check", "./loop").out == "loop 0.1.0 is sound.\n"


def test_a_pack_that_builds_on_nothing_says_where(here: Path, command: Referee) -> None:
    command("packs", "new", "lost", "--from", "aac", "--own", "map")
    spoil(here / "lost" / "game.yaml", "extends: aac", "extends: acc")
    answer = command("packs", "check", "./lost")

    assert answer.code == 65
    assert "lost/game.yaml:9:10: there is no pack `acc` (did you mean `aac`?)" in answer.err


def test_a_match_finds_its_pack_again_where_others_lie(
    here: Path, command: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was moved, or the journal is verified on another machine, without the copy that the shelf keeps."""
    command("packs", "new", "my-war")
    assert "first is open: my-war 0.1.0" in command("new", "first", "./my-war").out
    elsewhere = here / "elsewhere" / "my-war"
    elsewhere.parent.mkdir()
    (here / "my-war").rename(elsewhere)
    shutil.rmtree(here / "matches" / "_packs")

    lost = command("show", "first")
    assert (lost.code, "$REFEREE_PACKS" in lost.err) == (66, True)
    assert "not replayed" in command("verify", "first").err
    monkeypatch.setenv("REFEREE_PACKS", str(elsewhere.parent))
    assert command("submit", "first", "--as", "red", stdin="pass").code == 0
    verified = command("verify", "first", "--rejudge")
    assert (verified.code, verified.err) == (0, "")
    assert "first  my-war 1914" in command("list").out

    shutil.rmtree(here / "matches" / "_packs")
    spoil(elsewhere / "cards.yaml", "copies: 10", "copies: 12")
    assert "the pack my-war has changed since first was opened" in command("show", "first").err


def rename_piece(folder: Path) -> None:
    spoil(folder / "forces.yaml", "armies: [re-1, re-2]", "armies: [re-1, re-9]")
    spoil(folder / "scenarios" / "1914.yaml", "army: re-2", "army: re-9")


def rename_area(folder: Path) -> None:
    for file in folder.rglob("*.yaml"):
        file.write_text(file.read_text("utf-8").replace("orchard", "garden"), "utf-8")


def break_yaml(folder: Path) -> None:
    (folder / "map.yaml").write_text(":::", "utf-8")


CHANGES: tuple[Callable[[Path], None], ...] = (rename_piece, rename_area, break_yaml, shutil.rmtree)


@pytest.mark.parametrize("change", CHANGES)
def test_a_match_goes_on_by_the_pack_that_it_was_opened_with(
    here: Path, command: Referee, change: Callable[[Path], None]
) -> None:
    command("packs", "new", "my-war")
    command("new", "first", "./my-war")
    command("submit", "first", "--as", "red", stdin="pass\nmove re-2 from hill to orchard\ndone\n")
    shown = command("show", "first").out
    change(here / "my-war")

    show = command("show", "first")
    assert (show.code, show.out) == (0, shown)
    assert show.err.count("the match goes on by its copy") == 1
    assert command("submit", "first", "--as", "blue", stdin="pass\ndone\n").code == 0
    for line in ("report first", "log first", "replay first --as referee -o war.html", "rejudge first"):
        answer = command(*line.split())
        assert (answer.code, "goes on by its copy" in answer.err) == (0, True), line
    verified = command("verify", "first", "--rejudge")
    assert (verified.code, verified.err) == (0, "")
    assert "first  my-war 1914" in command("list").out


def test_a_match_without_a_copy_goes_to_the_changed_pack(here: Path, command: Referee) -> None:
    """The page of packs gives this as the way to a corrected pack."""
    command("packs", "new", "my-war")
    command("new", "first", "./my-war")
    spoil(here / "my-war" / "map.yaml", "name: Orchard", "name: Garden")
    assert "Orchard" in command("show", "first").out
    shutil.rmtree(here / "matches" / "_packs")

    show = command("show", "first")
    assert ("Orchard" in show.out, "has changed since first was opened" in show.err) == (False, True)
    assert command("submit", "first", "--as", "red", stdin="pass\ndone\n").code == 0
    assert not (here / "matches" / "_packs").exists()


def test_a_match_of_an_earlier_version_gets_its_copy_with_the_next_letter(
    here: Path, command: Referee
) -> None:
    command("packs", "new", "my-war")
    command("new", "first", "./my-war")
    shutil.rmtree(here / "matches" / "_packs")
    command("submit", "first", "--as", "red", stdin="pass\ndone\n")
    shutil.rmtree(here / "my-war")

    assert command("report", "first").code == 0


def test_a_copy_is_complete_and_counts_only_as_it_was_written(here: Path, command: Referee) -> None:
    """A pack that extends another may lose it, and an edit of the copy does not change a match."""
    command("packs", "new", "base")
    command("packs", "new", "mine", "--from", "./base", "--own", "cards")
    command("new", "first", "./mine")
    (folder,) = (here / "matches" / "_packs").iterdir()
    shutil.rmtree(here / "base")
    assert command("show", "first", "--language", "fr").code == 0
    assert folder.stat().st_mode & 0o077 == 0

    spoil(folder / "map.yaml", "name: Orchard", "name: Garden")
    assert command("show", "first").code != 0


def test_a_published_copy_of_a_match_has_no_figures_of_its_pack(here: Path, command: Referee) -> None:
    """They may be those of a printed game, filled in by its owner."""
    command("packs", "new", "my-war")
    command("new", "first", "./my-war")
    command("export", "first", "--as", "red", "-o", "red.jsonl")

    assert {path.name for path in (here / "matches" / "first").iterdir()} == {"journal.jsonl", "secret.json"}
    assert b"counters" not in (here / "red.jsonl").read_bytes()


NAMES = """\
language: français
sides:
  red: { name: Rougie, adjective: rouge, label: Rouges }
  blue: { name: Bleuie, adjective: bleu, label: Bleus }
seasons: { SPRING: PRINTEMPS, SUMMER: ÉTÉ, AUTUMN: AUTOMNE, WINTER: HIVER }
areas: { hill: Colline }
nations:
  re: { name: Rougie, masculine: rouge, feminine: rouge }
units: { infantry: { name: infanterie, plural: infanteries, piece: "l'infanterie {feminine} {id}" } }
ordinals: { n: "{number}e" }
words: { Draw: Nulle }
clauses: { "4": Mouvement }
"""


@pytest.fixture
def french(here: Path, command: Referee) -> Path:
    """The names of a pack of one's own in French."""
    command("packs", "new", "my-war")
    file = here / "my-war" / "languages" / "fr.yaml"
    file.parent.mkdir()
    file.write_text(NAMES, "utf-8")
    return file


@pytest.mark.usefixtures("here")
def test_blanks_of_a_pack_are_listed_in_another_language(command: Referee) -> None:
    command("packs", "new", "mine", "--from", "ttlm", "--blank")

    assert command("packs", "fill", "mine", "--language", "de").out.startswith("0 Zahlen eingesetzt")


def test_own_pack_appears_in_another_language(french: Path, command: Referee) -> None:
    assert french.is_file()
    assert command("packs", "check", "./my-war").code == 0
    assert command("new", "first", "./my-war", "--language", "fr").code == 0
    assert "Colline" in command("show", "first").out


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("blue:", "bleu:", "4:3: nothing in the pack is called `bleu` (did you mean `blue`?)"),
        ("hill:", "hilx:", "6:10: nothing in the pack is called `hilx` (did you mean `hill`?)"),
        ("re:", "rx:", "8:3: nothing in the pack is called `rx` (known: `bl` and `re`)"),
        ("infantry:", "infant:", "9:10: nothing in the pack is called `infant` (did you mean `infantry`?)"),
        ("Draw:", "Drow:", "11:10: nothing in the pack is called `Drow` (did you mean `Draw`?)"),
        ('"4":', '"9":', "12:12: nothing in the pack is called `9`"),
        ("{feminine}", "{femnine}", "9:8: `units`: `l'infanterie {femnine} {id}` has the part `femnine`"),
        ("{id}", "{number}", "known: feminine, id, masculine"),
        ("{id}", "{id!r}", "known: feminine, id, masculine"),
        ("{id}", "{id", "9:8: `units`"),
        ("{number}e", "{id}e", "10:11: `ordinals`: `{id}e` has the part `id`; known: number"),
    ],
)
def test_name_of_an_unknown_thing_is_reported_with_its_place(
    french: Path, command: Referee, old: str, new: str, told: str
) -> None:
    spoil(french, old, new)
    checked = command("packs", "check", "./my-war")

    assert checked.code == 65
    assert told in checked.err


def test_unreadable_names_are_reported_before_anything_is_filed(
    french: Path, command: Referee, here: Path
) -> None:
    command("new", "first", "./my-war", "--language", "fr")
    journal = here / "matches" / "first" / "journal.jsonl"
    before = journal.read_bytes()
    spoil(french, "{feminine}", "{femnine}")

    sent = command("submit", "first", "--as", "red", stdin="pass\nmove infantry from orchard to hill\ndone")

    assert (sent.code, "fr.yaml:9:8" in sent.err) == (65, True)
    assert journal.read_bytes() == before


def test_names_of_the_pack_below_need_not_fit_the_pack_above(
    french: Path, command: Referee, here: Path
) -> None:
    own = [word for file in ("map", "art", "scenarios/1914") for word in ("--own", file)]
    assert command("packs", "new", "above", "--from", "./my-war", *own).code == 0
    for file in ("map.yaml", "art.yaml", "scenarios/1914.yaml"):
        text = (here / "above" / file).read_text("utf-8")
        (here / "above" / file).write_text(text.replace("hill", "knoll").replace("Hill", "Knoll"), "utf-8")

    assert "hill: Colline" in french.read_text("utf-8")
    assert command("packs", "check", "./above").out == "above 0.1.0 is sound.\n"
