"""Orders with a field missing, of a wrong type, empty, too long or unknown are refused at their place.

The faults are data over the order kinds of both systems and their fields: a new kind is tried as well.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pydantic
import pytest

import referee
from referee.analysis.bots import bot_play, registry
from referee.analysis.bots.bot_play import Table
from referee.cli import serving
from referee.cli.session import Session
from referee.faults import DataFault
from referee.matches.matches import Holder
from schemas.great_war.orders import ORDERS as GREAT_WAR
from schemas.model import Model, ModelUnion
from schemas.skirmish.orders import ORDERS as SKIRMISH

AT = "2026-12-01T00:00:00Z"

SYSTEMS: Mapping[str, tuple[ModelUnion[Any], str, str]] = {
    "ttlm": (GREAT_WAR, "1914", "german"),
    "skirmish": (SKIRMISH, "mine-crater", "british"),
}
"""The orders of a system, with a pack, a scenario and a side that is asked at the start."""

ODD = {"odd": "value"}
LONG = "x" * 1001

READ_WITHOUT_MORE = {"offensive": "a card of each hand is called so"}
"""Lines in which a part may be missing, each with the reason."""

KINDS = [(pack, name) for pack, (orders, _, _) in SYSTEMS.items() for name in orders.kinds]

Fields = dict[str, Any]


def sample(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    """A value that a JSON Schema allows."""
    value: Any = "x"
    match schema:
        case {"$ref": str(reference)}:
            value = sample(root["$defs"][reference.rpartition("/")[2]], root)
        case {"const": found} | {"enum": [found, *_]}:
            value = found
        case {"anyOf": [first, *_]}:
            value = sample(first, root)
        case {"type": "array", "prefixItems": items}:
            value = [sample(item, root) for item in items]
        case {"type": "array", "items": item}:
            value = [sample(item, root)]
        case {"type": "object"}:
            value = {name: sample(of, root) for name, of in schema.get("properties", {}).items()}
        case {"type": "integer"}:
            value = schema.get("minimum", 1)
        case {"type": "boolean"}:
            value = True
        case _:
            pass
    return value


def sound(kind: type[Model]) -> Fields:
    """All fields of an order, as its model allows them."""
    schema = kind.model_json_schema()
    return {name: sample(of, schema) for name, of in schema["properties"].items()}


def faults(kind: type[Model]) -> Iterator[tuple[str, Fields]]:
    """Each fault of an order by its name, with the fields."""
    fields = {name: of for name, of in sound(kind).items() if name != "side"}
    yield "unknown field", {**fields, "surplus": "x"}
    for name, field in kind.model_fields.items():
        if name == "side":
            continue
        if field.is_required() or name == "type":
            yield f"{name} missing", {key: of for key, of in fields.items() if key != name}
        yield f"{name} of a wrong type", {**fields, name: ODD}
        yield f"{name} empty", {**fields, name: ""}
        yield f"{name} too long", {**fields, name: LONG}
        if isinstance(fields[name], list):
            yield f"{name} with an odd item", {**fields, name: [ODD]}


def opened(pack: str) -> referee.Match:
    _, scenario, _ = SYSTEMS[pack]
    return referee.open_in_memory(pack, scenario, seed=7)


@pytest.fixture(scope="module", params=SYSTEMS)
def match(request: pytest.FixtureRequest) -> tuple[str, referee.Match]:
    return request.param, opened(request.param)


def kinds_filed(match: referee.Match) -> set[str]:
    """The kinds of the entries after the opening."""
    return {entry.kind for entry in match.log().entries if entry.seq > 1}


def yaml_letter(orders: list[Fields]) -> str:
    return "orders:\n" + "".join(f"- {json.dumps(order)}\n" for order in orders)


def json_letter(orders: list[Fields]) -> str:
    return '{"orders": [\n' + ",\n".join(map(json.dumps, orders)) + "\n]}\n"


def test_each_kind_has_a_sound_order_to_be_spoilt() -> None:
    for orders, _, side in SYSTEMS.values():
        for kind in orders.kinds.values():
            assert isinstance(orders.read({**sound(kind), "side": side}), kind)


@pytest.mark.parametrize(("pack", "name"), KINDS)
def test_no_model_is_built_from_a_faulty_field(pack: str, name: str) -> None:
    orders, _, side = SYSTEMS[pack]
    kind = orders.kinds[name]
    tried = 0
    for fault, fields in faults(kind):
        with pytest.raises(msgspec.ValidationError, match=r" - at `\$"):
            orders.read({**fields, "side": side})
        if fault != "type missing":
            with pytest.raises(pydantic.ValidationError):
                kind(**{**fields, "side": side})
        tried += 1
    for strange in ("", 7, ODD, LONG):
        with pytest.raises(pydantic.ValidationError):
            kind(**{**sound(kind), "side": strange})
    assert tried >= 5


@pytest.mark.parametrize("write", [yaml_letter, json_letter])
def test_a_letter_of_faulty_records_is_refused_order_by_order(
    match: tuple[str, referee.Match], write: Any
) -> None:
    pack, war = match
    orders, _, side = SYSTEMS[pack]
    before = war.prompts()
    for kind in orders.kinds.values():
        spoilt = dict(faults(kind))
        answer = war.submit(write(list(spoilt.values())), side)

        assert (answer.code, answer.accepted) == ("refused", ())
        assert [one.line for one in answer.refused] == list(range(2, 2 + len(spoilt)))
        assert {one.fact for one in answer.refused} == {"record-misread"}
        assert all(one.column >= 1 and one.unreadable for one in answer.refused)
    assert kinds_filed(war) <= {"refusal"}
    assert war.prompts() == before


def complain(war: referee.Match, side: str, line: str) -> str:
    """The place and the fault of a line that is refused, or that no order is read from."""
    try:
        answer = war.submit(f"{line}\n", side)
    except DataFault as fault:
        return str(fault)
    assert (answer.code, answer.accepted) == ("refused", ()), line
    (refused,) = answer.refused
    return f"letter:{refused.line}:{refused.column}: {refused.unreadable or refused.held}"


def test_a_line_with_a_part_missing_or_unknown_or_too_long_is_refused(
    match: tuple[str, referee.Match],
) -> None:
    pack, war = match
    orders, _, side = SYSTEMS[pack]
    before = war.prompts()
    for name, kind in orders.kinds.items():
        fields = [field for one, field in kind.model_fields.items() if one not in {"type", "side"}]
        if name not in READ_WITHOUT_MORE and any(field.is_required() for field in fields):
            assert complain(war, side, name).startswith("letter:1:"), name
        if fields:
            assert complain(war, side, f"{name} qqq zzz").startswith("letter:1:"), name
            assert "the limit is 1,000" in complain(war, side, f"{name} {LONG}"), name
    assert kinds_filed(war) <= {"refusal"}
    assert war.prompts() == before


@pytest.mark.parametrize("pack", SYSTEMS)
def test_a_program_that_serves_refuses_the_same_and_files_no_order(pack: str, tmp_path: Path) -> None:
    orders, scenario, side = SYSTEMS[pack]
    war = referee.create("front", pack, scenario, shelf=tmp_path)
    run = ["submit", "front", "--as", side]
    letters = [yaml_letter([fields for _, fields in faults(kind)]) for kind in orders.kinds.values()]
    requests = "".join(json.dumps({"run": run, "input": letter}) + "\n" for letter in letters)
    replies = BytesIO()

    serving.serve(Session(shelf=str(tmp_path), now=AT), BytesIO(requests.encode()), replies)

    told = [json.loads(line) for line in replies.getvalue().splitlines()]
    assert len(told) == len(letters)
    for kind, reply in zip(orders.kinds.values(), told, strict=True):
        (answer,) = reply["answers"]
        assert (answer["ok"], answer["accepted"]) == (False, [])
        assert [one["line"] for one in answer["refused"]] == list(range(2, 2 + len(list(faults(kind)))))
    assert kinds_filed(war) <= {"refusal"}


class Careless:
    """A bot whose letters hold faulty orders."""

    def __init__(self, letter: str) -> None:
        self.letter = letter

    def begin(self, _: object) -> "nullcontext[Careless]":
        """The bot, ready for questions."""
        return nullcontext(self)

    def answer(self, _: object) -> str:
        """The letter, at each question."""
        return self.letter


@pytest.mark.parametrize("pack", SYSTEMS)
def test_a_bot_with_faulty_orders_is_stopped_and_files_no_order(
    pack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    orders, scenario, side = SYSTEMS[pack]
    war = referee.create("front", pack, scenario, shelf=tmp_path)
    with Holder() as holder:
        table = Table(tmp_path, "front", AT, holder)
        for kind in [*orders.kinds.values()][:: pytestconfig.getoption("--cases")]:
            careless = Careless(yaml_letter([fields for _, fields in faults(kind)]))
            monkeypatch.setattr(bot_play, "begin", careless.begin)
            with pytest.raises(DataFault, match="random"):
                table.play({side: registry.find_bot("random")})
    assert kinds_filed(war) <= {"refusal"}
