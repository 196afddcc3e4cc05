"""Notation: lines as people write them, and lines that nobody should have to read."""

import random

import pytest
from msgspec.structs import replace

from referee.faults import Unreadable
from referee.packs import loading
from referee.systems.skirmish.notation.lines import VERBS
from referee.systems.skirmish.rules import Skirmish
from schemas.skirmish.names import Phase
from tests.systems import system_of

WRITTEN = [
    ("section 1 manoeuvre to 24.0,18.5 facing wood", "manoeuvre br-s1-1, br-s1-2, br-s1-3, br-s1-4"),
    ("Section 1 MANŒUVRE to 24,18", "manoeuvre br-s1-1, br-s1-2"),
    ("rush the vickers to 30,10", "rush br-mg-1, br-mg-2, br-mg-3 to 30.00,10.00"),
    ("br-s1-1 br-s1-2 stealthy to 18,8", "stealthy br-s1-1, br-s1-2 to 18.00,8.00"),
    ("sneak br-s1-1 to 18,8 via 19,6 then 20,7", "stealthy br-s1-1 to 18.00,8.00 via 19.00,6.00 then"),
    ("assault br-s1-1 to 18,8 contact c7", "assault br-s1-1 to 18.00,8.00 contact c07"),
    ("commander aimed fire at c07 else c9", "aimed fire br-hq-1 at c07 else c09"),
    ("br-s2-2 unaimed fire at 24,37 with lewis gun", "unaimed fire br-s2-2 at 24.00,37.00 with lmg"),
    ("br-s2-2 aimed fire at c03 dice c03 3, c04 2", "aimed fire br-s2-2 at c03 dice c03 3, c04 2"),
    ("br-s1-2 throw mills bomb at 16,10", "throw br-s1-2 at 16.00,10.00 with grenade-defensive"),
    ("br-s2-2 aimed fire at c03 dice c03 10, c04 2", "aimed fire br-s2-2 at c03 dice c03 10, c04 2"),
    ("throw br-s1-2 at 16,10", "throw br-s1-2 at 16.00,10.00 with grenade-defensive"),
    ("throw br-s1-2 at point 16,10", "throw br-s1-2 at 16.00,10.00 with grenade-defensive"),
    ("throw br-s1-5 at 16,10", "throw br-s1-5 at 16.00,10.00 with grenade-offensive"),
    ("br-s1-2 throw offensive grenade at 16,10", "throw br-s1-2 at 16.00,10.00 with grenade-offensive"),
    ("throw br-s1-2 at 16,10 with a stick grenade", "throw br-s1-2 at 16.00,10.00 with grenade-offensive"),
    ("barrage br-art-1 at 23,38", "barrage br-art-1 at 23.00,38.00"),
    ("react section 2 shoot assault only fallback if leaderless", "react br-s2 shoot assault-only fallback"),
    ("closing section 2 rally no", "closing br-s2 rally no unpin yes"),
    ("look br-s1-5 around 14, 22 within 4.5", "look br-s1-5 around 14.00,22.00 within 4.50"),
    ("look br-s1-5 around 14,22", "look br-s1-5 around 14.00,22.00 within 6.00"),
    ("look br-s1-5 around 14,22 within 0.01 inches", "look br-s1-5 around 14.00,22.00 within 0.01"),
    ("look br-s1-5 around 14,22 within 12", "look br-s1-5 around 14.00,22.00 within 12.00"),
    ("done   # that is all", "done"),
    ("done thx", "done"),
    ("that's all, done", "done"),
    ("done, merci", "done"),
    ("section 1 rush 20,9", "rush br-s1-1, br-s1-2"),
    ("rush br-s1-1 20, 9 via 19,7", "rush br-s1-1 to 20.00,9.00 via 19.00,7.00"),
    ("deploy br-s1-1 20,8", "deploy br-s1-1 at 20.00,8.00 open"),
    ("barrage br-art-1 23,38", "barrage br-art-1 at 23.00,38.00"),
    ("br-s1-1 to br-s1-3 aimed fire at c07", "aimed fire br-s1-1, br-s1-2, br-s1-3 at c07"),
    ("br-s1-1 - br-s1-3 aimed fire at c07", "aimed fire br-s1-1, br-s1-2, br-s1-3 at c07"),
    ("br-s1-3 – 1 aimed fire at c07", "aimed fire br-s1-1, br-s1-2, br-s1-3 at c07"),
    ("br-s1-1, 2 and 3 aimed fire at c07", "aimed fire br-s1-1, br-s1-2, br-s1-3 at c07"),
    ("the vickers beaten zone at 26,38", "beaten zone br-mg-1 at 26.00,38.00"),
    ("hide br-s1-1 to br-s1-3", "hide br-s1-1, br-s1-2, br-s1-3"),
    ("s2 assault contact c07", "assault br-s2-1, br-s2-2, br-s2-3"),
    ("br-s1-1 rush to 20,9 then 24,11", "rush br-s1-1 to 24.00,11.00 via 20.00,9.00"),
    ("section 1 - rush to 20,9", "rush br-s1-1, br-s1-2"),
    ("br-s1-1 - rush to 20,9", "rush br-s1-1 to 20.00,9.00"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "told"), WRITTEN, ids=[line for line, _ in WRITTEN])
def test_a_line_is_read_as_it_is_meant(raid: Skirmish, line: str, told: str) -> None:
    (order,) = system_of(raid).notation.read(raid.start(), "british", line)
    assert system_of(raid).notation.write(order).startswith(told)
    assert system_of(raid).notation.read(raid.start(), "british", system_of(raid).notation.write(order)) == (
        order,
    )


MEANT = {
    "section 2 manoeuver to 29,13": ("did you mean manoeuvre?", ("section 2 manoeuvre to 29,13",)),
    "mvoe section 1 to 18,10": ("did you mean move?", ("move section 1 to 18,10",)),
    "conced": ("did you mean concede or done?", ("concede", "done")),
    "nein": ("(orders are deploy, react", ()),
    "commander follow section 1": ("(orders are deploy, react", ()),
    "barrage at 23,36": ("the battery is missing: br-art-1 or br-art-2", ()),
    "wait until the whole of section 2 has come up to the wire": ('whole of section 2 has co…"', ()),
}


MISREAD = [
    ("fire at c01", "the order names no figure (name a unit or figures, as in your report)"),
    ("section 1 rush 6 inches north", "a place is missing"),
    ("br-hq-1 manoeuvre north", "a place is missing"),
    ("br-s1-1 rush to 20,5 9,5", "two places stand side by side"),
    ("br-s1-1 rush to 20,5 / 9,5", "two places stand side by side"),
    ("br-s1-1 rush to 20,5, 9,5", "two places stand side by side"),
    ("br-s1-7 - br-s2-2 aimed fire at c07", "these figures are of several units"),
    ("br-s2-2 aimed fire at c03 dice c03 three", '"three" is not a number of dice'),
    ("br-s2-2 aimed fire at c03 dice c03 100", '"100" is not a number of dice'),
    ("look br-s1-5 around 14,22 within 0", "a look goes at most 12 inches around its point"),
    ("look br-s1-5 around 14,22 within 12.01", "a look goes at most 12 inches around its point"),
    ("br-s2-2 aimed fire at c03 dice c03 3, c04", "write the number of dice after each enemy"),
]


@pytest.mark.parametrize(("line", "said"), MISREAD)
def test_a_line_that_cannot_be_read_is_quoted_where_it_goes_wrong(
    raid: Skirmish, line: str, said: str
) -> None:
    with pytest.raises(Unreadable) as fault:
        system_of(raid).notation.read(raid.start(), "british", line)

    assert said in str(fault.value)


@pytest.mark.parametrize("line", MEANT)
def test_fault_of_a_line_without_an_order_suggests_orders_but_not_concession(
    raid: Skirmish, line: str
) -> None:
    with pytest.raises(Unreadable) as fault:
        system_of(raid).notation.read(raid.start(), "british", line)
    said, readings = MEANT[line]
    assert said in str(fault.value)
    assert fault.value.readings == readings
    for reading in readings:
        assert system_of(raid).notation.read(raid.start(), "british", reading)


def test_fact_about_eight_figures_appears_once(raid: Skirmish) -> None:
    (order,) = system_of(raid).notation.read(raid.start(), "british", "look section 1 at c01")
    position = replace(raid.start(), phase="plotting")
    told = list(raid.objections(position, order))
    assert len(told) == len(set(told)) == 1


@pytest.mark.parametrize("side", ["british", "german"])
@pytest.mark.parametrize("phase", ["deployment", "plotting", "laying"])
def test_no_line_of_a_template_is_so_long_that_a_mail_program_breaks_it(
    raid: Skirmish, side: str, phase: Phase
) -> None:
    lines = system_of(raid).notation.template(replace(raid.start(), phase=phase), side)
    assert max(map(len, lines)) <= 72


STRANGE = [
    "", "   ", "#", ",", "to", "rush", "rush to", "rush br-s1-1", "rush br-s1-1 to", "rush br-s1-1 to water",
    "rush ge-g1-1 to 10,10", "rush nobody to 10,10", "rush br-s1-1 to 10.123,4", "rush br-s1-1 to 99999,4",
    "rush br-s1-1 to 10,10 stop", "rush br-s1-1 to 10,10 stop x", "rush br-s1-1 to 10,10 stop 0",
    "aimed fire", "aimed fire br-s1-5", "aimed fire br-s1-5 at", "aimed fire br-s1-5 at c1 c2", "throw",
    "throw br-s1-1",
    "throw br-s1-1 at c99", "look", "look br-s1-1", "look br-s1-1 around 1,1 within 99", "barrage", "deploy",
    "barrage br-art-1", "react", "react nobody", "react br-s1 shoot sometimes", "closing br-s1 rally perhaps",
    "done done", "done at once", "beaten zone", "flame", "break off", "aimed fire br-s1-5 at c01 dice c01",
    "aimed fire br-s1-5 at c01 dice c01 many", "fly br-s1-1 to 10,10", "\x00", "١,٢", "rush br-s1-1 to ١,٢",
]  # fmt: skip


@pytest.mark.parametrize("line", STRANGE)
def test_a_strange_line_is_answered_and_never_breaks(raid: Skirmish, line: str) -> None:
    with pytest.raises(Unreadable) as fault:
        system_of(raid).notation.read(raid.start(), "british", line)
    assert 1 <= fault.value.column <= len(line) + 1


def test_words_thrown_together_are_read_or_answered(raid: Skirmish) -> None:
    generator, state = random.Random(5), raid.start()
    more = "br-s1-1|section 1|br-s2|to|at|via|10,10|-1,3|c01|contact|with|rifle|dice|3|else|around|within"
    words = [*VERBS, *more.split("|"), "stop", "shoot", "always", ",", "rapid", "ge-g1-1"]
    for _ in range(3000):
        line = " ".join(generator.choices(words, k=generator.randint(1, 8)))
        try:
            orders = system_of(raid).notation.read(state, "british", line)
        except Unreadable:
            continue
        for order in orders:
            assert system_of(raid).notation.read(state, "british", system_of(raid).notation.write(order)) == (
                order,
            ), line
            list(raid.objections(state, order))


def test_no_example_of_a_template_fires_at_ones_own_feet(raid: Skirmish) -> None:
    laying = replace(raid.start(), phase="laying")
    fired = [
        line
        for line in system_of(raid).notation.template(laying, "british")
        if "fire at" in line and "br-" in line
    ]
    assert fired == ["# br-s1-5 unaimed fire at 20.50,18.00"]
    own = {f"{at[0] / 100:.2f},{at[1] / 100:.2f}" for at in (one.at for one in laying.figures.values())}
    assert not any(line.endswith(tuple(own)) for line in fired)


@pytest.mark.parametrize(
    ("line", "is_order"),
    [
        ("Lewis men to the wood", True),
        ("my lads into the western crater", True),
        ("regards from the farm", False),
    ],
)
def test_a_line_that_ends_at_ground_is_more_than_text(raid: Skirmish, line: str, is_order: bool) -> None:
    """The line "lmg team to the stumps" was left out as text, and the `done` below it was played."""
    assert system_of(raid).notation.could_be_order("british", line) is is_order


@pytest.mark.parametrize(
    ("phase", "own", "others"),
    [
        ("deployment", "orders are deploy, react", ("rush", "aimed fire")),
        ("plotting", "orders are stealthy, manoeuvre, rush", ("deploy", "aimed fire")),
        ("laying", "orders are aimed fire, unaimed fire", ("deploy", "rush")),
    ],
)
def test_fault_of_a_line_without_an_order_lists_the_orders_that_are_asked_for(
    raid: Skirmish, phase: Phase, own: str, others: tuple[str, ...]
) -> None:
    with pytest.raises(Unreadable) as fault:
        system_of(raid).notation.read(replace(raid.start(), phase=phase), "british", "no change at all")

    assert own in str(fault.value)
    assert not any(f" {verb}," in str(fault.value) for verb in others)


def test_fault_of_a_role_proposes_the_only_figure_that_has_it() -> None:
    rules = Skirmish(loading.load("skirmish").pack, "farm-crossroads")
    with pytest.raises(Unreadable) as fault:
        system_of(rules).notation.read(rules.start(), "british", "marksman look at c02")

    assert fault.value.readings == ("br-s1-7 look at c02",)


@pytest.mark.parametrize("unit", ["the flamethrower team", "flamethrower team", "ge-fw"])
def test_a_unit_may_stand_for_its_only_figure_with_the_weapon_of_the_order(raid: Skirmish, unit: str) -> None:
    (order,) = system_of(raid).notation.read(raid.start(), "german", f"{unit} flame to 24,33")

    assert system_of(raid).notation.write(order) == "flame ge-fw-1 to 24.00,33.00"


@pytest.mark.parametrize("verb", ["flame to", "beaten zone at", "throw at"])
def test_a_unit_without_such_a_weapon_is_several_figures(raid: Skirmish, verb: str) -> None:
    with pytest.raises(Unreadable, match="this order takes one figure, and you named several"):
        system_of(raid).notation.read(raid.start(), "german", f"group 1 {verb} 24,33")
