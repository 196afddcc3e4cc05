"""Whatever a refusal offers instead is lawful, and near: over random wrong orders of random positions."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from referee.engine import machine
from referee.engine.dice import WrittenDice
from referee.engine.facts import Asked, OpenQuestion
from referee.engine.system import Rules
from referee.faults import Unreadable
from referee.matches.judging import judge_letter
from referee.systems.great_war.notation.order_parts import NAMING
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Hand, Position
from referee.systems.great_war.state.tasks import PayHits
from schemas.great_war.orders import Battle, Build, Buy, GreatWarOrder, Lose, Move, Retreat, Spend
from schemas.letter import LetterLine
from schemas.model import Order
from tests.great_war.random_play import play
from tests.great_war.samples import EN, GE
from tests.loose_dice import LooseDice
from tests.systems import system_of

MARCHES = 120
"""How many refused marches are tried."""

WRONG = 60
"""Number of wrong orders."""

DRAWN = 20
"""Number of options of a prompt from which orders are drawn."""


@pytest.fixture(scope="module")
def opening(western: GreatWar) -> Position:
    position, _ = machine.run_on(western, western.start(), WrittenDice(orders=[tuple(range(1, 56))]))
    return position


def draw_wrong(western: GreatWar, seed: int) -> Iterator[tuple[Position, Asked, Order]]:
    """Lawful orders with another piece or another goal, as far as that makes them unlawful."""
    rng, areas = Random(seed), list(western.theatre.areas)
    for _, _, _, position in play(western, seed, seasons=1):
        for prompt in western.prompts(position):
            options = list(western.options(position, prompt))
            mine = [piece.id for piece in position.map.owned(prompt.side)]
            for order in rng.sample(options, min(2, len(options))):
                wrong = spoil(order, rng.choice(mine), rng.choice(areas), rng)
                if any(western.objections(position, wrong)) and reads_back(western, position, wrong):
                    yield position, prompt, wrong


def spoil(order: Order, piece: str, area: str, rng: Random) -> Order:
    """An order with one of its parts exchanged for another."""
    match order:
        case Move():
            return order.replace(path=(area,)) if rng.random() < 0.6 else order.replace(piece=piece)
        case Retreat():
            return order.replace(to=area) if rng.random() < 0.6 else order.replace(piece=piece)
        case Lose():
            return order.replace(piece=piece)
        case Battle():
            return order.replace(area=area)
        case _:
            return order


def reads_back(western: GreatWar, position: Position, order: Order) -> bool:
    try:
        return system_of(western).notation.read(
            position, order.side, system_of(western).notation.write(order)
        ) == (order,)
    except Unreadable:
        return False


def judge(rules: Rules, state: Position, side: str, *lines: str) -> judge_letter.LetterJudgement:
    asked = [LetterLine(line=at, text=line, typed=line) for at, line in enumerate(lines, 1)]
    return judge_letter.judge_lines(system_of(rules), state, side, asked, lambda _: LooseDice(Random(1)))


@pytest.mark.parametrize("seed", [15, 23])
def test_what_a_refusal_offers_is_lawful(western: GreatWar, seed: int) -> None:
    offered = 0
    for position, prompt, wrong in list(draw_wrong(western, seed))[:WRONG]:
        (fell,) = judge(
            western, position, prompt.side, system_of(western).notation.write(wrong)
        ).refused_lines
        for line in fell.nearest:
            if line.startswith(judge_letter.WHEN):
                continue
            (order,) = system_of(western).notation.read(position, prompt.side, line)
            assert not list(western.objections(position, order)), (
                system_of(western).notation.write(wrong),
                line,
            )
            offered += 1
    assert offered > 20


AMBIGUOUS = ("place infantry in kaschau", "plcae infantry in kaschau", "play 1 2", "move infantry to lodz")
"""Lines that can be read in several ways, or in none."""


def test_the_readings_that_an_unclear_line_offers_are_legal(eastern: GreatWar) -> None:
    unclear = 0
    for _, _, _, position in play(eastern, 3, seasons=1):
        for prompt in eastern.prompts(position):
            for line in AMBIGUOUS:
                for fell in judge(eastern, position, prompt.side, line).refused_lines:
                    unclear += fell.unreadable is not None
                    orders = [
                        system_of(eastern).notation.read(position, prompt.side, one)[0]
                        for one in fell.nearest
                        if not one.startswith(judge_letter.WHEN)
                    ]
                    assert not [one for one in orders if any(eastern.objections(position, one))], line
    assert unclear > 20


def test_the_piece_that_was_named_comes_first_and_the_nearest_goal(western: GreatWar) -> None:
    for position, prompt, wrong in list(draw_wrong(western, 15))[:WRONG]:
        (fell,) = judge(
            western, position, prompt.side, system_of(western).notation.write(wrong)
        ).refused_lines
        lines = [line for line in fell.nearest if not line.startswith(judge_letter.WHEN)]
        read = [system_of(western).notation.read(position, prompt.side, line)[0] for line in lines]
        gaps = [system_of(western).advisor.measure_gap(position, wrong, one) for one in read]
        lawful = [one for one in western.lawful(position, prompt) if one.type == wrong.type and one != wrong]
        best = sorted(system_of(western).advisor.measure_gap(position, wrong, one) for one in lawful)
        assert gaps == sorted(gaps)
        assert gaps[:1] == best[:1]


def test_refused_march_names_train_to_its_destination(
    western: GreatWar, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, tried, possible, named = Random(7), 0, 0, 0
    write = system_of(western).notation.write
    for _, _, _, position in play(western, 7, seasons=2):
        for prompt in western.prompts(position):
            if prompt.question != "movement" or tried == MARCHES:
                continue
            legal = [one for one in western.lawful(position, prompt) if isinstance(one, Move)]
            pieces = sorted({one.piece for one in legal})
            for piece in rng.sample(pieces, min(8, len(pieces))):
                goal = rng.choice(sorted(western.theatre.areas))
                march = Move(side=prompt.side, piece=piece, path=(goal,))
                if not any(western.objections(position, march)):
                    continue
                (fell,) = judge(western, position, prompt.side, write(march)).refused_lines
                others = {write(one) for one in legal if (one.piece, one.path[-1]) == (piece, goal)}
                tried += 1
                possible += bool(others)
                named += bool(others & {*fell.nearest})
                assert not others or fell.nearest[0] in others
    with capsys.disabled():
        sys.stdout.write(f"\n{tried} refused marches: {possible} can go another way, named {named} times\n")
    assert (possible > 0, named) == (True, possible)


def attacking(western: GreatWar, opening: Position) -> Position:
    """A German offensive before its first move."""
    held = opening.holding(GE, Hand(1, (3,)))
    (order,) = system_of(western).notation.read(held, GE, "offensive 3")
    return machine.play(western, held, order, LooseDice(Random(1)))[0]


BESIDE = [
    (("move ge-6 to paris", "move ge-1 to dijon", "move ge-5 to trier"), [1, 2]),
    (("move ge-6 to paris", "move ge-6 to dijon"), [1]),
    (("move ge-6 to paris", "battle paris", "move ge-1 to dijon"), [1, 3]),
    (("move ge-6 to paris", "done", "move ge-1 to dijon"), [1]),
    (("move ge-6 to paris", "mvoe ge-1 to dijon", "move ge-5 to dijon"), [1, 2]),
    (("move ge-5 to trier", "move ge-6 to paris", "move ge-1 to dijon", "move ge-5 to orleans"), [2, 3, 4]),
]
"""Lines, and which of them are refused at once."""


@pytest.mark.parametrize(("lines", "refused"), BESIDE)
def test_lines_that_do_not_depend_on_a_refused_one_are_judged_as_well(
    western: GreatWar, opening: Position, lines: tuple[str, ...], refused: list[int]
) -> None:
    start = attacking(western, opening)
    judgement = judge(western, start, GE, *lines)

    assert [fell.source.line for fell in judgement.refused_lines] == refused
    alone = judge(western, start, GE, lines[refused[-1] - 1])
    if len(refused) == 2:
        assert judgement.refused_lines[-1].objections == alone.refused_lines[0].objections
    stood = [stood.source.line for stood in judgement.accepted_orders]
    left = [line.line for line in judgement.unjudged_lines]
    assert sorted((*stood, *refused, *left)) == list(range(1, len(lines) + 1))


def test_an_order_that_is_refused_beside_another_is_refused_after_it_as_well(western: GreatWar) -> None:
    """Two orders that share neither piece nor place: which of them comes first does not matter."""
    rng, met = Random(9), Counter[str]()
    for _, _, _, position in play(western, 9, seasons=1):
        for prompt in western.prompts(position):
            lawful = list(draw_lawful(western, position, prompt, rng))
            for order in lawful[:2]:
                wrong = misname(order, [*position.map.pieces], list(western.theatre.areas), rng)
                if any(western.objections(position, wrong)):
                    met[wrong.type] += sum(put_before(western, position, wrong, lawful, rng))
    assert met.keys() >= {"move", "battle", "place", "build", "transfer", "retreat", "buy"}


def draw_lawful(western: GreatWar, position: Position, prompt: Asked, rng: Random) -> Iterator[GreatWarOrder]:
    """Some of the legal orders that have something at stake."""
    options = list(western.options(position, prompt))
    for order in rng.sample(options, min(DRAWN, len(options))):
        if system_of(western).advisor.list_stakes(position, order) and not any(
            western.objections(position, order)
        ):
            yield order


def misname(order: GreatWarOrder, pieces: Sequence[str], areas: Sequence[str], rng: Random) -> GreatWarOrder:
    """An order with one of its names, or its number, exchanged for another."""
    if isinstance(order, Buy):
        return order.replace(cards=99)
    if isinstance(order, Move) and rng.random() < 0.5:
        return order.replace(path=(rng.choice(areas),))
    field = rng.choice([name for name in NAMING if getattr(order, name, None)])
    return order.replace(**{field: rng.choice(areas if field in {"area", "to"} else pieces)})


def put_before(
    western: GreatWar, position: Position, wrong: GreatWarOrder, lawful: Sequence[GreatWarOrder], rng: Random
) -> Iterator[bool]:
    """Whether a wrong order stays wrong after each of some others that share nothing with it."""
    stakes = system_of(western).advisor.list_stakes(position, wrong)
    beside = [one for one in lawful if not stakes & system_of(western).advisor.list_stakes(position, one)]
    for other in rng.sample(beside, min(2, len(beside))):
        after, _ = machine.play(western, position, other, LooseDice(Random(1)))
        assert any(western.objections(after, wrong)), (
            system_of(western).notation.write(other),
            system_of(western).notation.write(wrong),
        )
        yield True


def find_production(western: GreatWar) -> tuple[Position, OpenQuestion]:
    """A position in which the German side plans its production."""
    return next(
        (position, prompt)
        for _, _, _, position in play(western, 9, seasons=1)
        for prompt in western.prompts(position)
        if prompt.question == "production" and prompt.side == GE
    )


def test_in_production_all_that_is_wrong_is_said_at_once(western: GreatWar) -> None:
    """What a side plans under seal: a letter with three wrong lines and a good one among them."""
    position, prompt = find_production(western)
    good = next(one for one in western.lawful(position, prompt) if isinstance(one, Build))
    lines = (
        "build ge-i1 in paris",
        system_of(western).notation.write(good),
        "buy 99 cards",
        "entrench ge-fort-9",
        "done",
    )
    judgement = judge(western, position, GE, *lines)
    assert [fell.source.line for fell in judgement.refused_lines] == [1, 3, 4]
    assert [line.line for line in judgement.unjudged_lines] == [2, 5]


def paying(opening: Position, hits: int) -> Position:
    """The Entente owes hits in Brussels, and holds two cards."""
    held = opening.holding(EN, Hand(2, (27, 41)))
    return replace(held, agenda=(PayHits(EN, "brussels", "offensive", hits), *held.agenda))


PAID = [
    (4, ("lose ge-i1", "lose fr-i1", "lose be-1", "spend 28", "lose be-i1"), [1, 2, 3, 4]),
    (4, ("lose fr-i1", "lose be-i1", "lose fr-i2"), [1, 3]),
    (3, ("lose fr-i1", "lose be-i1", "lose be-i2", "lose fr-i2"), [1]),
    (1, ("lose fr-i1", "lose fr-i2"), [1]),
    (3, ("lose fr-i1, fr-i2", "lose fr-i3"), [1, 2]),
    (2, ("lose fr-i1, fr-i2", "lose fr-i3"), [1]),
    (2, ("lose be-i1", "lose fr-i1", "lose fr-i2"), [2]),
    (4, ("lose fr-i1", "spend 27", "spend 28"), [1, 3]),
    (3, ("lose fr-i1", "spend 27", "spend 28"), [1]),
]
"""Hits, lines that pay them, and which lines are refused: what no payment before them would mend."""


@pytest.mark.parametrize(("hits", "lines", "refused"), PAID)
def test_behind_a_refused_loss_those_are_refused_as_well_that_no_payment_mends(
    western: GreatWar, opening: Position, hits: int, lines: tuple[str, ...], refused: list[int]
) -> None:
    judgement = judge(western, paying(opening, hits), EN, *lines)
    assert [fell.source.line for fell in judgement.refused_lines] == refused


def test_what_lasts_against_a_payment_stands_after_every_other_payment(western: GreatWar) -> None:
    """Of every piece and card: what is held against it for good is held against it after the next payment."""
    met = 0
    for _, _, _, position in play(western, 23, seasons=2):
        if not isinstance(position.task, PayHits) or position.task.hits < 2:
            continue
        side = position.task.side
        wrong = [Lose(side=side, piece=id) for id in position.map.pieces] + [
            Spend(side=side, card=n) for n in range(56)
        ]
        lasting = [order for order in wrong if system_of(western).advisor.find_lasting(position, order)]
        for prompt in western.prompts(position):
            for paid in western.lawful(position, prompt):
                after, _ = machine.play(western, position, paid, LooseDice(Random(1)))
                if isinstance(after.task, PayHits) and after.task.area == position.task.area:
                    assert all(any(western.objections(after, order)) for order in lasting)
                    met += len(lasting)
    assert met > 100


PLANNED = ("build ge-i1 in paris", "upgrade be-i1", "build fr-i1 in aachen")


def test_an_upgrade_is_judged_behind_a_refused_line_and_nothing_behind_it(western: GreatWar) -> None:
    """What an upgrade gives back may be what the next line needs."""
    position, prompt = find_production(western)
    judgement = judge(western, position, prompt.side, *PLANNED)
    assert [fell.source.line for fell in judgement.refused_lines] == [1, 2]
    assert [line.line for line in judgement.unjudged_lines] == [3]
