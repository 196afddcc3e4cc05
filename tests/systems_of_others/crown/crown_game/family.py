"""Crown: in each of three years every power claims a province in secret; rivals roll for it."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec.structs import replace

from referee.engine.dice import Dice, state_purpose
from referee.engine.facts import Fact, Objection
from referee.packs.families import Family
from referee.packs.tabular_families import make_family
from referee.systems.tabular.tables import GameTables, QuestionEntry, event_entry, order_entry
from schemas.model import Order, Slug
from schemas.record import Event, Rolled, Side, Value
from schemas.reports import PictureCell, Score

SIDES = ("north", "east", "south")
PROVINCES = {"alder": (100, 100), "birch": (400, 100), "cedar": (700, 100), "elm": (400, 400)}
YEARS = 3


class Refusal(Fact):
    """Reasons against an order."""

    NO_PROVINCE = "{province} is not a province", "claim alder, birch, cedar or elm"
    HELD_ALREADY = "{province} is yours already", "claim another province"


class Text(Fact):
    """Questions, and purposes of rolls."""

    CLAIM = "Claim a province."
    RIVALS = "the {side} side rolls for {province}"


class Claim(Order):
    """Claim a province in secret."""

    type: Literal["claim"] = "claim"
    province: Slug


class Rest(Order):
    """Claim nothing this year."""

    type: Literal["rest"] = "rest"


class Claimed(Event, tag="claimed"):
    """A side has decided; others do not see on what."""

    side: Side
    province: str | None = None


class Won(Rolled, tag="won"):
    """A side wins a province, after a roll if there were rivals."""

    side: Side
    province: str


class YearEnded(Event, tag="year-ended"):
    """The claims of a year are settled."""

    year: int


class Kingdom(Value):
    """The holders of provinces, and the claims of this year; "" is a rest, and "?" a hidden claim."""

    year: int = 1
    holders: Mapping[str, Side] = {}
    claims: Mapping[Side, str] = {}


def work(state: Kingdom, dice: Dice) -> Iterator[Event]:
    """Settle the claims once all are made: the highest roll wins, and a tie goes to the first side."""
    if state.year > YEARS or len(state.claims) < len(SIDES):
        return
    for province in PROVINCES:
        rivals = [side for side in SIDES if state.claims[side] == province]
        rolls = [
            dice.throw(state_purpose(Text.RIVALS, side=side, province=province), 1, needed=0)
            for side in (rivals if len(rivals) > 1 else ())
        ]
        if rivals:
            faces = [roll.faces[0] for roll in rolls] or [0]
            yield Won(side=rivals[faces.index(max(faces))], province=province, rolls=tuple(rolls))
    yield YearEnded(year=state.year)


def object_to(state: Kingdom, order: Claim) -> Iterator[Objection]:
    """Refuse what is not a province, or is held already."""
    if order.province not in PROVINCES:
        yield Objection(Refusal.NO_PROVINCE, (("province", order.province),), clause="claim.province")
    elif state.holders.get(order.province) == order.side:
        yield Objection(Refusal.HELD_ALREADY, (("province", order.province),), clause="claim.other")


def show(state: Kingdom, viewer: Side) -> Kingdom:
    """Hide the claims of other sides."""
    hidden = {side: claim if side == viewer else "?" for side, claim in state.claims.items()}
    return replace(state, claims=hidden)


def count(state: Kingdom) -> dict[Side, int]:
    """Return the number of provinces of each side."""
    return {side: list(state.holders.values()).count(side) for side in SIDES}


def name_result(state: Kingdom) -> str:
    """Return the result: the only side with the most provinces wins."""
    held = count(state)
    first = [side for side, number in held.items() if number == max(held.values())]
    return f"{first[0]} wins" if len(first) == 1 else "a draw"


def draw(state: Kingdom) -> Iterator[PictureCell]:
    """Yield the provinces as squares."""
    for province, (x, y) in PROVINCES.items():
        corners = ((x, y), (x + 200, y), (x + 200, y + 200), (x, y + 200))
        holder = state.holders.get(province)
        yield PictureCell(
            area=province, name=province.title(), at=(x + 100, y + 100), corners=corners, holder=holder
        )


TABLES = GameTables(
    start=Kingdom,
    questions=(
        QuestionEntry(
            "claim", Text.CLAIM, "claim.secret",
            lambda state: [side for side in SIDES if state.year <= YEARS and side not in state.claims],
        ),
    ),
    orders=(
        order_entry(
            Claim, "claim", "claim {province}", sealed=True, objections=object_to,
            options=lambda state, side: [Claim(side=side, province=one) for one in PROVINCES],
            outcome=lambda state, order, dice: [Claimed(side=order.side, province=order.province)],
        ),
        order_entry(
            Rest, "claim", "rest", sealed=True,
            options=lambda state, side: [Rest(side=side)],
            outcome=lambda state, order, dice: [Claimed(side=order.side, province="")],
        ),
    ),
    events=(
        event_entry(
            Claimed, "The {side} side decides: {province}.", secret=("province",),
            hidden="The {side} side decides in secret.",
            apply=lambda state, event: replace(
                state, claims={**state.claims, event.side: "?" if event.province is None else event.province}
            ),
        ),
        event_entry(
            Won, "The {side} side wins {province}.",
            apply=lambda state, event: replace(
                state, holders={**state.holders, event.province: event.side}
            ),
        ),
        event_entry(
            YearEnded, "Year {year} ends.",
            apply=lambda state, event: replace(state, year=event.year + 1, claims={}),
        ),
    ),
    work=work,
    show=show,
    knows=lambda state: "?" not in state.claims.values(),
    lines=lambda state: [f"{side}: {held}" for side, held in count(state).items()],
    facts=(Refusal,),
    purposes=(Text,),
    areas=draw,
    score=lambda state: Score(
        moment=f"year {state.year}", points=0, held=count(state), level=name_result(state)
    ),
    moment=lambda state: f"year {state.year}",
    words={"fr": {"Year {year} ends.": "L'année {year} s'achève."}},
)  # fmt: skip


def describe() -> Family:
    """Return the family for the entry point."""
    return make_family(TABLES)
