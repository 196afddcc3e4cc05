"""Short reports: borders, contents of armies, payments, crisis cards, and pieces that are lost together."""

import re
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.engine.dice import NoDice, WrittenDice
from referee.reports.event_text import word_open_prompts
from referee.systems.great_war.facts import pool
from referee.systems.great_war.narrative import fronts
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import arrivals, plans
from referee.systems.great_war.state.position import Fight, Hand, Plan, Position
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    DeclareBattles,
    MakePlans,
    MovePieces,
    PassMove,
    PayHits,
    RetreatAfter,
)
from schemas.great_war.events import Intention, PieceLost, PlanExtended
from schemas.great_war.orders import Leave, Move, Spend
from schemas.great_war.plan_events import PieceArrived, PieceEntrenched, Planned, PlansRevealed
from tests.great_war.samples import EN, GE
from tests.great_war.test_situation import text
from tests.systems import system_of

CRISIS_CARD, OWN_CRISIS_CARD = 54, 55


@pytest.fixture(scope="module")
def opening(western: GreatWar) -> Position:
    position, _ = machine.run_on(western, western.start(), WrittenDice(orders=[tuple(range(1, 56))]))
    return position


def brief(rules: GreatWar, position: Position, side: str = GE) -> str:
    return text(system_of(rules).narrator.brief(position, side))


def find_row(told: str, area: str) -> str:
    return next(line for line in told.splitlines() if line.startswith(f"{area} "))


def test_few_areas_have_all_their_borders(western: GreatWar, opening: Position) -> None:
    """Writers of letters had to ask for the full report to plan a second move."""
    moving = replace(opening, agenda=(MovePieces(GE),))
    told = brief(western, moving)
    areas = {piece.area for piece in moving.map.owned(GE) if piece.kind != "fort"} & moving.map.owner.keys()
    assert 2 * len(areas) <= fronts.MOST_ROWS
    named = {area.id: area.name for area in western.theatre.pack.map.areas}
    for area in areas:
        borders = find_row(told, named[area]).partition(" > ")[2]
        names = {re.sub(r"^[*!]| \(.*", "", border) for border in borders.split(", ")}
        assert names == {named[id] for id in western.theatre.areas[area].borders if id in named}


def test_enemy_pieces_stand_beside_their_areas(western: GreatWar, opening: Position) -> None:
    moving = replace(opening, agenda=(MovePieces(GE),))
    row = find_row(brief(western, moving), "Metz")
    assert re.search(r"\*Verdun \(\d+I .*fort 4\)", row)


def test_pieces_outside_armies_show_that_they_have_moved(western: GreatWar, opening: Position) -> None:
    """Of 91 letters written from reports without the mark, six moved such a piece again."""
    board = opening.map
    moved = replace(board.pieces["ge-i30"], moved=1)
    moving = replace(opening, map=board.put(moved), agenda=(MovePieces(GE),))
    told = brief(western, moving)
    assert find_row(told, "Mulhouse").startswith("Mulhouse 1I ge-i30 (m), fort 1 > ")
    assert "(m) moved" in told
    assert "(m)" not in brief(western, replace(opening, agenda=(MovePieces(GE),)))


def test_borders_name_areas_without_room(western: GreatWar, opening: Position) -> None:
    """Seven of the 91 letters moved a piece into an area that was full."""
    moving = replace(opening, agenda=(MovePieces(GE),))
    assert "full" not in find_row(brief(western, moving), "Mulhouse")
    board = moving.map
    loose = [replace(board.pieces[id], area="strasbourg", army=None) for id in ("ge-i1", "ge-i2", "ge-i3")]
    crowded = replace(moving, map=board.put(*loose))
    told = brief(western, crowded)
    assert "Strasbourg (full)" in find_row(told, "Mulhouse")
    assert "full: 3 pieces, room only in armies" in told
    march = Move(side=GE, piece="ge-i30", path=("strasbourg",), mode="march")
    assert [one.fact.name for one in western.objections(crowded, march)] == ["AREA_FULL"]


def test_empty_armies_take_no_room(western: GreatWar, opening: Position) -> None:
    board = opening.map
    unloaded = [replace(one, army=None, area="metz") for one in board.owned(GE) if one.army == "ge-7"]
    moving = replace(opening, map=board.put(*unloaded[:2]), agenda=(MovePieces(GE),))
    assert unloaded[:2]
    assert "Metz (full)" in brief(western, moving)
    hosts = [replace(board.pieces[id], area="metz", filled=False) for id in ("ge-1", "ge-2")]
    left = [replace(one, army=None) for one in board.owned(GE) if one.army in {"ge-1", "ge-2"}]
    empty = replace(opening, map=board.put(*hosts, *left), agenda=(MovePieces(GE),))
    assert {"ge-1 empty", "ge-2 empty"} <= set(
        re.findall(r"ge-[12] empty", find_row(brief(western, empty), "Metz"))
    )
    assert "Metz (full)" not in brief(western, empty)


def test_many_areas_leave_out_borders_with_own_areas(
    western: GreatWar, opening: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fronts, "MOST_ROWS", 3)
    told = brief(western, replace(opening, agenda=(MovePieces(GE),)))
    assert "Other borders with your own areas are in the full report." in told
    assert find_row(told, "Mulhouse") == "Mulhouse 1I ge-i30, fort 1 > *Vosges, *Belfort (1I fort 4)"


@pytest.mark.parametrize(
    ("ids", "runs"),
    [
        ((), ()),
        (("i1", "i2"), ("i1", "i2")),
        (("i1", "i2", "i3", "c1"), ("i1-i3", "c1")),
        (("i9", "i10", "i11", "us-i12"), ("i9-i11", "us-i12")),
        (("i1", "i3", "i4", "i5", "i7"), ("i1", "i3-i5", "i7")),
    ],
)
def test_successive_ids_are_a_range(ids: Sequence[str], runs: Sequence[str]) -> None:
    assert tuple(fronts._join_runs(ids)) == tuple(runs)


def expand(short: str, nation: str) -> list[str]:
    """Return the ids that a short id or a range means."""
    first, _, last = short.partition("-")
    if last and not first.isalpha():
        letters = first.rstrip("0123456789")
        numbers = range(int(first.removeprefix(letters)), int(last.removeprefix(letters)) + 1)
        return [f"{nation}-{letters}{number}" for number in numbers]
    return [short if "-" in short else f"{nation}-{short}"]


def test_contents_of_armies_are_listed(western: GreatWar, opening: Position) -> None:
    guest = next(piece for piece in opening.map.contents("fr-1") if piece.kind == "infantry")
    moving = replace(
        opening.put(replace(guest, army="uk-1", area=opening.map.pieces["uk-1"].area)),
        agenda=(MovePieces(EN),),
    )
    assert moving.now is not None
    moving = moving.turning(replace(moving.now, side=EN))
    line = next(line for line in brief(western, moving, EN).splitlines() if line.startswith("Inside armies"))
    listed = line.partition(": ")[2].rstrip(".")
    for group in listed.split("; "):
        army, *shorts = group.split()
        nation = army.partition("-")[0]
        ids = sorted(id for short in shorts for id in expand(short, nation))
        assert ids == sorted(piece.id for piece in moving.map.contents(army))
    assert {group.split()[0] for group in listed.split("; ")} == {
        piece.id for piece in moving.map.owned(EN) if piece.kind == "army"
    }


@pytest.mark.parametrize(
    ("card", "turn", "fact"),
    [
        (CRISIS_CARD, 1, "Your crisis card brings no crisis in 1914."),
        (CRISIS_CARD, 12, "in a letter of its own"),
        (OWN_CRISIS_CARD, 1, "Your crisis card only pays hits: it is a crisis of your own."),
    ],
)
def test_crisis_card_is_explained(
    western: GreatWar, opening: Position, card: int, turn: int, fact: str
) -> None:
    """The mail explained a crisis card in 1914, although it brings no crisis in that year."""
    asked = replace(opening, agenda=(ChooseOffensive(GE),), map=replace(opening.map, turn=turn))
    asked = asked.holding(GE, Hand(size=1, cards=(card,)))
    assert fact in brief(western, asked)


@pytest.mark.parametrize(("cards", "fact"), [((), "."), ((1, 2), "; or any card.")])
def test_cards_pay_hits_if_there_are_any(
    western: GreatWar, opening: Position, cards: tuple[int, ...], fact: str
) -> None:
    hit = replace(opening, agenda=(PayHits(GE, "mulhouse", "offensive", 1),))
    told = brief(western, hit.holding(GE, Hand(size=len(cards), cards=cards)))
    assert f"The strongest unit takes the next hit: ge-i30 or mulhouse-fort{fact}" in told


def test_hit_of_siege_gun_falls_on_fort(western: GreatWar, opening: Position) -> None:
    """A reader asked whether a card can pay for a hit "on the fort"."""
    hit = replace(opening, agenda=(PayHits(GE, "mulhouse", "offensive", 2, siege=1),))
    told = brief(western, hit.holding(GE, Hand(size=1, cards=(1,))))
    assert "The fort takes the next hit, of a siege gun: mulhouse-fort; or any card." in told
    spend = Spend(side=GE, card=1)
    assert not [*western.objections(hit.holding(GE, Hand(size=1, cards=(1,))), spend)]


def test_paying_card_stands_for_all_of_its_kind(western: GreatWar, opening: Position) -> None:
    hit = replace(opening, agenda=(PayHits(GE, "mulhouse", "offensive", 1),))
    lines = system_of(western).notation.template(hit.holding(GE, Hand(size=3, cards=(1, 2, 27))), GE)
    assert any(re.search(r"^# spend 1 .*: Offensive \(1 or 2\): pays one hit", line) for line in lines)


def test_nations_that_pay_for_cards_are_named(eastern: GreatWar) -> None:
    start = replace(eastern.start(), agenda=(MakePlans("production"),))
    assert "Each nation pays for its own pieces and trenches, and any of them for cards." in brief(
        eastern, start, "central"
    )
    assert "and for cards: Russia for any number and Serbia for one at most." in brief(
        eastern, start, "entente"
    )


def test_common_build_points_need_no_payers(western: GreatWar, opening: Position) -> None:
    assert "Each nation pays" not in brief(western, replace(opening, agenda=(MakePlans("production"),)))


def lose(position: Position, army: str, fate: str) -> tuple[PieceLost, ...]:
    fallen = (*position.map.contents(army), position.map.pieces[army])
    return tuple(PieceLost(piece=piece.id, area=piece.area, fate=fate) for piece in fallen)  # type: ignore[arg-type]


def test_army_that_is_cut_off_is_one_sentence(western: GreatWar, opening: Position) -> None:
    """Each piece of the army had a sentence."""
    narrator = system_of(western).narrator
    events = lose(opening, "be-1", "cut-off")
    assert len(events) > 2
    assert narrator.list_recapped(events) == set(range(len(events)))
    inside = " ".join(event.piece for event in events[:-1])
    assert text(narrator.digest(opening, events, GE)) == (
        f"Eliminated, with no area to retreat to: Belgian 1st Army in Brussels with {inside}."
    )


def test_single_losses_keep_their_sentences(western: GreatWar, opening: Position) -> None:
    narrator = system_of(western).narrator
    (*inside, army), other = lose(opening, "be-1", "cut-off"), lose(opening, "fr-1", "hit")
    assert not narrator.list_recapped(inside)
    assert not narrator.list_recapped((army,))
    assert not narrator.list_recapped(other)


def test_steps_of_plans_name_pieces_by_area(western: GreatWar, opening: Position) -> None:
    entrenched = tuple(PieceEntrenched(piece=id) for id in ("fr-1", "fr-2", "fr-3"))
    lost = tuple(
        PieceLost(piece=id, area=opening.map.pieces[id].area, fate="out-of-supply")
        for id in ("fr-i4", "fr-i5")
    )
    events = (PlansRevealed(phase="production"), *entrenched, *lost)
    planned = replace(opening, agenda=(MakePlans("production"),))
    rows = text(system_of(western).narrator.digest(planned, events, GE)).splitlines()
    positions = [opening.map.pieces[id].area for id in ("fr-1", "fr-2", "fr-3")]
    assert len(set(positions)) == 3
    assert rows[1].startswith("France | entrenched | ")
    assert re.search(r"France \| lost, out of supply \| .* \(fr-i4 fr-i5\)", rows[2])
    assert len(rows) == 3


def test_report_contains_a_sealed_plan_until_its_table_has_the_steps(western: GreatWar) -> None:
    """Each order of a season was in the report three times."""
    narrator = system_of(western).narrator
    step = PieceEntrenched(piece="fr-1")
    events = (PlanExtended(side=EN, planned=(step,)), PlansRevealed(phase="production"), step)
    assert narrator.list_recapped(events[:1]) == set()
    assert narrator.list_recapped(events) == {0, 2}


def besiege(position: Position, area: str, strength: int, *attackers: str) -> Position:
    """Place German pieces beside a fort of this strength; they own its area if it is weak."""
    board = position.map
    fort = replace(board.pieces[f"{area}-fort"], strength=strength)
    pieces = (replace(board.pieces[id], area=area, army=None) for id in attackers)
    owner = {**board.owner, area: GE if strength < 2 else EN}
    return replace(position, map=replace(board.put(fort, *pieces), owner=owner))


@pytest.mark.parametrize("strength", [0, 1, 2])
def test_row_shows_fort_that_may_be_attacked(western: GreatWar, opening: Position, strength: int) -> None:
    """A template offered a battle in a rear area that showed no enemy."""
    moving = replace(besiege(opening, "liege", strength, "ge-i1"), agenda=(MovePieces(GE),))
    told = brief(western, moving)
    assert find_row(told, "Liège").startswith(f"Liège 1I ge-i1 against fort {strength} > ")
    assert ("enemy forts of 0 or 1 dispute no area" in told) == (strength < 2)


@pytest.mark.parametrize("strength", [1, 2])
def test_battle_names_its_weak_fort(western: GreatWar, opening: Position, strength: int) -> None:
    """Two players read that such an area is disputed, and did not find it among the disputed ones."""
    asked = replace(besiege(opening, "liege", strength, "ge-i1"), agenda=(DeclareBattles(GE),))
    told = brief(western, asked)
    texts = {1: "Not disputed, with a weak fort: Liège 1I against fort 1.", 2: "Liège 1I against fort 2"}
    assert texts[strength] in told
    remarks = {1: "weak fort, not disputed: optional", 2: "disputed before this turn: optional"}
    template = system_of(western).notation.template(asked, GE)
    assert [line for line in template if line.endswith(remarks[strength])]


@pytest.mark.parametrize(
    ("hits", "siege", "question"),
    [
        (1, 1, "You take 1 hit in Liège, on the fort. Choose a piece or a card."),
        (2, 2, "You take 2 hits in Liège, all on the fort. Choose pieces or cards."),
        (2, 1, "You take 2 hits in Liège, 1 of them on the fort. Choose pieces or cards."),
    ],
)
def test_question_about_losses_names_the_hits_on_the_fort(
    western: GreatWar, opening: Position, hits: int, siege: int, question: str
) -> None:
    paying = replace(opening, agenda=(PayHits(EN, "liege", "offensive", hits, siege=siege),))
    (prompt,) = word_open_prompts(system_of(western), paying, EN)
    assert prompt.text == question


@pytest.mark.parametrize("side", [GE, EN])
def test_battle_that_one_side_left_names_the_other_alone(
    western: GreatWar, opening: Position, side: str
) -> None:
    left = opening.without("liege-fort").put(replace(opening.map.pieces["ge-i30"], area="liege", army=None))
    battle = replace(left, fight=Fight("liege", GE, {}, {}), agenda=(RetreatAfter(GE, "liege"),))
    assert "In Liège: German 1I ge-i30, unopposed." in brief(western, battle, side)


def test_fort_alone_among_enemies_is_shown(western: GreatWar, opening: Position) -> None:
    """Its area was marked as disputed, without any piece of the reader's."""
    board = opening.map
    assert board.pieces["metz-fort"].side == GE
    others = [
        replace(one, area="trier") for one in board.owned(GE) if one.area == "metz" and one.kind != "fort"
    ]
    enemy = replace(board.pieces["fr-i1"], area="metz", army=None)
    moving = replace(opening, map=board.put(enemy, *others), agenda=(MovePieces(GE),))
    assert "Your forts alone among enemy pieces: Metz fort 4 against 1I." in brief(western, moving)
    lines = system_of(western).notation.template(moving, GE)
    assert not [line for line in lines if "battle metz" in line], "forts never attack"


def test_letters_of_pieces_that_are_not_shown_have_no_meaning(eastern: GreatWar) -> None:
    start = eastern.start()
    assert "L Imperial Guard" not in brief(eastern, replace(start, agenda=(PassMove("central"),)), "central")
    assert "L Imperial Guard" in brief(eastern, replace(start, agenda=(PassMove("entente"),)), "entente")


def test_moved_piece_of_a_pass_is_named(western: GreatWar, opening: Position) -> None:
    """The question still said that one piece may move."""
    assert opening.now is not None
    passed = replace(opening, now=replace(opening.now, kind="pass"), agenda=(PassMove(GE),))
    assert "The one piece moves, or joins or leaves an army." in brief(western, passed)
    piece = next(one for one in passed.map.contents("ge-1") if one.kind == "infantry")
    after, _ = machine.play(western, passed, Leave(side=GE, piece=piece.id), NoDice())
    assert isinstance(after.task, PassMove)
    assert f"Your one piece has moved: German infantry {piece.id}." in brief(western, after)


def plan(position: Position, side: str, *steps: Intention) -> Position:
    return replace(position, plans={**position.plans, side: Plan(planned=steps)})


def arrive(rules: GreatWar, id: str, area: str, into: str | None = None) -> PieceArrived:
    piece = pool.expect(rules.theatre, id)
    return PieceArrived(
        piece=id, side=piece.side, nation=piece.nation, kind=piece.kind, area=area, into=into, origin="built"
    )


def test_production_names_the_rest_of_a_plan(eastern: GreatWar) -> None:
    """The question names the whole, and the table had pieces of the plan, and of a nation without points."""
    start = eastern.start()
    start = replace(start, map=replace(start.map, turn=2), agenda=(MakePlans("production"),))
    points = {purse.holder: purse.points for purse in pool.side_budget(eastern.theatre, start, "entente")}
    free = (next(pool.free(eastern.theatre, start.map, "sb", kind), "") for kind in ("infantry", "artillery"))
    serbian = [arrive(eastern, id, "belgrade") for id in free if id][: points["sb"]]
    assert len(serbian) == points["sb"] > 0
    told = brief(eastern, start, "entente")
    assert "Your sealed plan leaves" not in told
    assert "Serbia | nothing" not in told
    spent = brief(eastern, plan(start, "entente", *serbian), "entente")
    assert f"(Russia at most {points['ru']} and Serbia at most 0)" in spent
    assert "Serbia | nothing" in spent
    assert "Romania |" not in told, "it has no build points yet"


def test_reinforcements_name_the_rest_of_a_plan(western: GreatWar, opening: Position) -> None:
    """A plan of reinforcements had a price, and the question named pieces that it had placed."""
    board = replace(opening.map, turn=2)
    asked = replace(opening, map=board, agenda=(MakePlans("reinforcements"),))
    due = arrivals.due(western.theatre, board, GE)
    assert due.pieces
    assert "still to place" not in brief(western, asked)
    (nation, kind), count = next(iter(due.pieces.items()))
    first = next(iter(pool.coming(western.theatre, board, nation, kind)))
    begun = plan(asked, GE, arrive(western, first, "koblenz"))
    told = brief(western, begun)
    assert f"still to place: {count - 1} German infantry" in told
    assert "The sealed plan of the German side:" in told
    assert "build points:" not in told.partition("The sealed plan")[2]


@pytest.mark.parametrize(("phase", "heading"), [("reinforcements", ""), ("production", " for infantry")])
def test_all_areas_of_new_pieces_are_listed(eastern: GreatWar, phase: Planned, heading: str) -> None:
    """Three reports left 16 areas out."""
    start = eastern.start()
    asked = replace(start, map=replace(start.map, turn=2), agenda=(MakePlans(phase),))
    lines = brief(eastern, asked, "central").splitlines()
    line = next(one for one in lines if one.startswith(f"Supplied areas with room{heading}: "))
    names = {area.name: area.id for area in eastern.theatre.pack.map.areas}
    listed = {names[name] for name in line.partition(": ")[2].rstrip(".").split(", ")}
    depot = plans.depot_of(eastern.theatre, asked, "central")
    free = [next(pool.free(eastern.theatre, asked.map, nation, "infantry")) for nation in ("ge", "ah")]
    infantry = [pool.expect(eastern.theatre, id) for id in free]
    spots = {spot for piece in infantry for spot in depot.spots(piece, depot.areas(piece.nation))}
    assert {area for area, into in spots if into is None} <= listed
    assert "one of these areas" in "".join(lines)
