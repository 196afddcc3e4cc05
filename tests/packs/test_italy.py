"""A front of mountains, winters, rivers and neutrals as data alone: checked, played by bots, and verified."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import referee
from referee.engine.dice import NoDice
from referee.i18n.translator import ENGLISH
from referee.packs import loading, rulesets
from referee.packs.conformance.great_war import setup
from referee.reports.formats import text_map
from referee.reports.pictures import fitting
from referee.systems.great_war.combat import fire
from referee.systems.great_war.facts.refusals import Refusal
from referee.systems.great_war.language.language import GreatWarLanguage
from referee.systems.great_war.narrative import map
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import Fire
from schemas.great_war.case import GreatWarGiven
from schemas.great_war.names import FirePhase
from schemas.great_war.orders import Move
from schemas.great_war.pack import Pack
from schemas.reports import MapPicture

ROOT = Path(__file__).parents[2]
ITALY = str(Path(__file__).parent / "italy")


@pytest.fixture(scope="module")
def rules() -> GreatWar:
    bound = rulesets.bind(ITALY, "1915", {})
    assert isinstance(bound.rules, GreatWar)
    return bound.rules


WINTER, SUMMER = "WINTER 1915-16", "SUMMER 1915"
BATTLE = "{area}: it-1 [1I 1A], it-m, it-c, ah-10 [1I 1A], 2 ah-m"


def lay(rules: GreatWar, season: str, pieces: str, turn: str = "italian offensive") -> Position:
    return setup.position(rules, GreatWarGiven(pieces=pieces, season=season, turn=turn))


@pytest.mark.parametrize(
    ("season", "piece", "area", "phase", "needed"),
    [
        (SUMMER, "it-a1", "udine", "offensive", 2),
        (SUMMER, "it-a1", "trento", "offensive", 1),
        (SUMMER, "it-a1", "trento", "artillery", 1),
        (SUMMER, "it-i1", "trento", "offensive", 1),
        (SUMMER, "it-m1", "trento", "offensive", 1),
        (SUMMER, "ah-m1", "trento", "defensive", 2),
        (WINTER, "ah-m1", "trento", "defensive", 3),
        (WINTER, "ah-m1", "udine", "defensive", 2),
        (WINTER, "it-a1", "trento", "offensive", 0),
        (WINTER, "ah-a1", "trento", "defensive", 0),
        (WINTER, "it-a1", "udine", "offensive", 2),
    ],
)
def test_mountains_and_winters_change_fire(
    rules: GreatWar, season: str, piece: str, area: str, phase: FirePhase, needed: int
) -> None:
    position = lay(rules, season, BATTLE.format(area=area))
    one = position.map.pieces[piece]
    task = Fire(side=one.side, area=area, phase=phase)

    assert fire.firepower(rules.theatre, position, one, task) == needed


@pytest.mark.parametrize(
    ("season", "path", "feature"),
    [
        (SUMMER, ("asiago", "cadore"), None),
        (WINTER, ("asiago", "cadore"), "mountains"),
        (WINTER, ("venice", "udine"), None),
        (WINTER, ("venice", "asiago"), None),
    ],
)
def test_snow_ends_a_march(rules: GreatWar, season: str, path: tuple[str, ...], feature: str | None) -> None:
    position = lay(rules, season, "verona: it-m; gorizia: ah-i".replace("; ", "\n"))
    order = Move(side="italian", piece="it-m1", mode="march", path=path)
    against = [(one.fact, dict(one.parameters).get("feature")) for one in rules.objections(position, order)]

    assert against == ([] if feature is None else [(Refusal.TERRAIN_ENDS_MARCH, feature)])
    options = [one for one in rules.options(position, rules.prompts(position)[0]) if isinstance(one, Move)]
    lawful = [one for one in options if not any(rules.objections(position, one))]
    assert any((one.mode, one.path) == ("march", path) for one in lawful) is (feature is None)


def test_river_ends_a_march_and_the_next_order_begins_no_other(rules: GreatWar) -> None:
    position = lay(rules, SUMMER, "gorizia: ah-m\ntrieste: it-i", turn="austrian offensive")
    across = Move(side="austrian", piece="ah-m1", mode="march", path=("udine",))
    further = Move(side="austrian", piece="ah-m1", mode="march", path=("udine", "venice"))
    on = Move(side="austrian", piece="ah-m1", mode="march", path=("venice",))

    (against,) = rules.objections(position, further)
    assert dict(against.parameters)["feature"] == "The Isonzo"
    assert not any(rules.objections(position, across))
    after = rules.outcome(position, across, NoDice()).after
    assert after.map.pieces["ah-m1"].moved == 2
    assert any(rules.objections(after, on))


def test_effects_of_terrain_are_listed_under_the_map(rules: GreatWar) -> None:
    match = referee.open_in_memory(ITALY, "1915", seed=1)
    drawn = match.draw_map()
    assert "The Isonzo: a march across it ends" in drawn
    assert (
        "-1 to the highest face that hits; fire of the attacker; artillery fire; not alpine infantry" in drawn
    )
    assert "no fire" not in drawn, "only winters have this effect"
    assert "The Isonzo: a march across it ends" in text_map.key(find_picture(rules, SUMMER))

    winter = find_picture(rules, WINTER)
    lines = [text for code, text in winter.details if not code]
    assert any("no fire; only artillery, cavalry" in line for line in lines), lines
    assert any("a march into it ends" in line for line in lines), lines
    narrow = fitting.fit(winter, 500, ENGLISH)
    assert {text for _, text in winter.details} <= {text for _, text in narrow.details}


def find_picture(rules: GreatWar, season: str) -> MapPicture:
    """The map in a season."""
    position = lay(rules, season, BATTLE.format(area="trento"))
    return map.picture(GreatWarLanguage(rules.theatre), position, referee.REFEREE)


def test_pack_without_the_chart_has_no_terrain() -> None:
    for name in ("ttlm", "aac"):
        pack = loading.load(name).pack
        assert isinstance(pack, Pack)
        assert pack.tables.terrain is None


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("tables", "asiago, cadore, villach", "asiago, cadora, villach", "there is no area `cadora`"),
        ("tables", "[[udine, gorizia]]", "[[udine, trieste]]", "`udine` does not border on `trieste`"),
        ("tables", "feature: isonzo", "feature: isonso", "there is no feature or river `isonso`"),
        ("tables", "spares: [alpine]", "spares: [alpin]", "there is no unit type `alpin`"),
        ("tables", "ruling: T-1", "ruling: T-2", "there is no ruling `T-2`"),
        ("tables", "change: -1", "change: 0", "it changes no fire"),
        ("scenarios/1915", "neutral: [ch]\n", "", "`grisons` has no owner"),
        ("scenarios/1915", "neutral: [ch]", "neutral: [ch, it]", "areas of `it` belong to a side"),
    ],
)
def test_terrain_of_nothing_is_refused(tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    template = tmp_path / "great-war"
    shutil.copytree(ROOT / "games" / "templates" / "great-war", template)
    folder = Path(shutil.copytree(ITALY, tmp_path / "italy"))
    spoil(folder / "game.yaml", "./../../../games/templates/great-war", "./../great-war")
    spoil(folder / f"{file}.yaml", old, new)

    complaints = loading.check(str(folder))

    assert told in str(complaints[0])


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_bots_play_the_front_to_its_end_and_both_verifiers_agree(tmp_path: Path) -> None:
    match = referee.create("white-war", ITALY, "1915", shelf=tmp_path)
    bots = {side: referee.bot("greedy", seed=number) for number, side in enumerate(match.sides)}
    while match.waiting:
        (side, *_) = match.waiting
        turn = match.turn(side)
        assert turn is not None
        match.submit(f"answers: {match.head.seq}\n{bots[side].choose(turn)}", side)
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(match.export("public"))

    view = match.view()
    assert isinstance(view, referee.GreatWarView)
    assert [area.status for area in view.areas if area.id == "grisons"] == ["neutral"]
    assert match.verify(rejudge=True).differences == ()
    standalone = [sys.executable, "-m", "referee.evidence.standalone.verify", str(copy)]
    done = subprocess.run(standalone, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
