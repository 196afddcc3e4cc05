"""The page on which one side composes its letter, with its map and its legal orders.

It contains only facts that this side may know, is self-contained, and uses no network. Reports compute no
odds: a caller hands over the function that makes the tables.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from hashlib import sha256
from html import escape
from pathlib import Path

from msgspec.structs import replace

from referee.i18n.translator import Translator, message
from referee.matches.matches import Match
from referee.reports.composer.choices import Choice, Choices, find_choices
from referee.reports.formats import html
from referee.reports.pictures import area_shapes, columns, svg
from referee.reports.pictures.drawing import Palette
from schemas.answers.orders import Where
from schemas.record import JsonValue, Side, Value
from schemas.reports import MapPicture


class BattleRow(Value):
    """One battle: pieces that marched there to join the forces there, and the result for the side.

    `holds` is the chance in percent that the side holds the area afterwards, `own` and `enemy` are the mean
    losses.
    """

    pieces: tuple[str, ...]
    holds: float
    own: float
    enemy: float


class BattleTable(Value):
    """The battles in one area. `hidden` is True if enemy armies hide their contents."""

    area: str
    rows: tuple[BattleRow, ...] = ()
    hidden: bool = False


MakeTables = Callable[[Match, Side, Choices], tuple[BattleTable, ...]]
"""Function that makes the tables of a page from facts that its side knows."""


def make_no_tables(match: Match, side: Side, choices: Choices) -> tuple[BattleTable, ...]:  # noqa: ARG001 - as `MakeTables`
    """Return no tables."""
    return ()


def pack_tables(tables: tuple[BattleTable, ...]) -> dict[str, JsonValue]:
    """Return the tables in the format of the script. The value of a hidden area is None."""
    return {table.area: None if table.hidden else [_pack_row(row) for row in table.rows] for table in tables}


def _pack_row(row: BattleRow) -> JsonValue:
    return [list[JsonValue](row.pieces), row.holds, row.own, row.enemy]


def page(match: Match, side: Side, to: str = "", make_tables: MakeTables = make_no_tables) -> str:
    """Return the page. `to` is the address for its letter, or "" if the player should type it.

    `make_tables` computes the odds of battles that the letter may declare (default: no odds).
    """
    tongue, state = match.tongue, match.position()
    picture = match.system.pictures.picture(state, side)
    choices = find_choices(match.system, state, side)
    title = tongue.say("{match}: orders of {side}", match=match.name, side=match.bound.name_of(side))
    tables = make_tables(match, side, choices)
    data = json.dumps(
        _data(match, side, to, choices, picture) | _board(match, side, picture, tables),
        ensure_ascii=False, separators=(",", ":"),
    )  # fmt: skip
    drawing, map_style = _draw(picture, tongue)
    style, script = html.SHEET + _read("page.css") + map_style, _read("board.js") + _read("page.js")
    return _read("page.html").format(
        title=html.safe(title), language=escape(tongue.language), policy=_policy(style, script),
        style=style, script=script, map=drawing,
        # Escape "<", so that no text can end the data element or begin a comment in it.
        data=data.replace("<", "\\u003c"), **_words(tongue, picture, choices),
    )  # fmt: skip


def _draw(picture: MapPicture | None, tongue: Translator) -> tuple[str, str]:
    """Return the map without its style sheet, and the style sheet: the policy allows no other sheet."""
    if picture is None:
        return "", ""
    before, _, rest = svg.write(picture, tongue).partition("<style>")
    style, _, after = rest.partition("</style>")
    return before + after, style


def _read(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy: only this script and this style may run."""
    digests = {
        kind: b64encode(sha256(text.encode()).digest()).decode()
        for kind, text in (("script", script), ("style", style))
    }
    rules = (f"{kind}-src 'sha256-{digest}'" for kind, digest in digests.items())
    return "; ".join(("default-src 'none'", "base-uri 'none'", "form-action 'none'", *rules))


def _data(
    match: Match, side: Side, to: str, choices: Choices, picture: MapPicture | None
) -> dict[str, JsonValue]:
    advisor, cells = match.system.advisor, () if picture is None else picture.cells
    return {
        "to": to,
        "subject": f"[{match.name}] " + match.tongue.say("orders of {side}", side=match.bound.name_of(side)),
        "head": [f"BEGIN ORDERS {match.name}", f"side: {side}", f"answers: {match.journal.head.seq}"],
        "foot": ["END ORDERS"],
        "areas": {cell.area: cell.name for cell in cells},
        "spots": {cell.area: list[JsonValue](cell.at) for cell in cells},
        "facts": {} if picture is None else _describe_areas(picture, side, match.tongue),
        "key": f"referee {match.header.match} {side} {match.journal.head}",
        "stages": [list(stage.prompts) for stage in choices.stages],
        "groups": [[group.leads, int(group.again)] for group in choices.groups],
        "choices": [_pack(choice) for choice in choices.choices],
        "plan": [
            [question, advisor.name_of_plan(question), list(lines)]
            for question, lines in advisor.plans.items()
        ],
        "roles": [[role, advisor.name_of_plan(role)] for role in advisor.roles],
        "said": _sayings(match.tongue),
    }


def _board(
    match: Match, side: Side, picture: MapPicture | None, tables: tuple[BattleTable, ...]
) -> dict[str, JsonValue]:
    """Return the data for the map and the table: armies, odds, and the scale of a table."""
    armies = match.system.advisor.list_armies(match.position(), side)
    ruler = None if picture is None else picture.ruler
    return {
        "side": match.bound.name_of(side),
        "armies": {
            army.id: [army.area, columns.shorten(army.label), dict[str, JsonValue](army.units)]
            for army in armies
        },
        "odds": pack_tables(tables),
        "table": None if picture is None or ruler is None else [ruler.unit, picture.width, picture.height],
    }


def _describe_areas(picture: MapPicture, side: Side, tongue: Translator) -> dict[str, JsonValue]:
    """Return what stands in each area, and its borders, in sentences."""
    palette, names = Palette(picture, tongue), {cell.area: cell.name for cell in picture.cells}
    facts: dict[str, JsonValue] = {}
    for cell in picture.cells:
        own = [piece.text for piece in cell.pieces if piece.side == side]
        enemies = [piece.text for piece in cell.pieces if piece.side != side]
        near = [names[area] for area in sorted(area_shapes.touching(picture.cells, cell.area))]
        parts = [*svg.list_facts(replace(cell, pieces=()), palette)]
        if own:
            parts.append(tongue.say("own forces: {pieces}", pieces=", ".join(own)))
        if enemies:
            parts.append(tongue.say("enemy forces: {pieces}", pieces=", ".join(enemies)))
        if near:
            parts.append(tongue.say("borders on {areas}", areas=tongue.listed(near)))
        facts[cell.area] = tongue.chain(parts)
    return facts


def _pack(choice: Choice) -> JsonValue:
    """Return a choice in the format of the script."""
    option = choice.option
    start, to = _pack_place(option.start), _pack_place(option.to)
    # March and rail are apart on a map; a table has no such difference.
    has_mode = choice.moves and not isinstance(to, list)
    return [
        option.text, choice.stage, option.piece, start, to, list(choice.groups), list(choice.needs),
        choice.label, int(choice.moves), str(option.order.get("mode", "")) if has_mode else "",
        option.order.get("figures", []),
    ]  # fmt: skip


def _pack_place(place: Where) -> JsonValue:
    return list[JsonValue](place) if isinstance(place, tuple) else place


_WORDS: Mapping[str, str] = {
    "skip": message("Skip to the orders"),
    "map_title": message("Map"),
    "orders_title": message("Orders"),
    "help": message(
        "Choose a piece, here or on the map. The places that it can reach light up; choose one, or"
        " choose an order in the list, or drag it there. An army opens to show its units: tick some to"
        " move a part. The page predicts the effects of an order as far as it can; the referee decides."
    ),
    "script_needed": message("This page needs JavaScript. Otherwise answer the report by mail."),
    "battles_title": message("Battles and their odds"),
    "plain_title": message("Cards, battles and answers"),
    "pieces_title": message("Pieces"),
    "everywhere": message("Show all places"),
    "spot_title": message("Another place, in inches (leave it empty for the place in the order)"),
    "east": message("East"),
    "north": message("North"),
    "own_title": message("A line of your own"),
    "own_label": message("Any order as you would write it in a mail"),
    "orders_of": message("Orders of this piece"),
    "add": message("Add"),
    "plan_title": message("A plan for a battle"),
    "plan_help": message("It answers the questions of a battle in advance. Empty answers are left out."),
    "battle": message("Battle in"),
    "role": message("As"),
    "add_plan": message("Add the plan"),
    "letter_title": message("Your letter"),
    "empty": message("The letter has no orders yet."),
    "letter_label": message("The letter as the referee reads it"),
    "copy": message("Copy the letter"),
    "mail": message("Write the mail"),
    "clear": message("Begin again"),
    "undo": message("Undo"),
    "redo": message("Redo"),
    "larger": message("Larger"),
    "smaller": message("Smaller"),
    "whole": message("Whole map"),
    "keys": message(
        "The number or letter on a button presses it. Arrow keys go from area to area on the map, and"
        " move a figure on a table by an inch (with Shift by a quarter); + and - zoom, 0 shows all of it."
        " Ctrl+Z takes the last step back. The page keeps the letter in this browser."
    ),
    "footer": message(
        "This page sends nothing by itself. Copy the letter into a mail, or open it in your mail program."
    ),
}
"""Fixed texts of the page."""

_TABLE_WORDS: Mapping[str, str] = {
    "help": message(
        "Choose a figure, here or on the table, and one of its orders in the list; or drag it to its place."
        " The page predicts the effects of an order as far as it can; the referee decides."
    ),
    "plain_title": message("Other orders"),
    "pieces_title": message("Figures"),
}
"""Fixed texts of the page of a table, in place of those of a map."""

_NO_FIGURES = message(
    "No order of a figure is listed here. Choose an order in the list, or write a line of your own; the"
    " referee decides."
)
"""Help of the page of a table where the list has no order of a figure, as in many deployments."""

_SAYINGS: Mapping[str, str] = {
    "units": message("Units of {piece}"),
    "tick": message("In the part that moves: {piece}"),
    "part": message("Orders of {count} pieces"),
    "march": message("March"),
    "rail": message("Rail and other movement"),
    "coming": message("ordered to come: {pieces}"),
    "leaving": message("ordered to leave: {pieces}"),
    "far": message("{piece} cannot go to {area}."),
    "spot": message("{piece} at {east},{north}: {inches} inches. Choose how."),
    "odds": message(
        "{area}: {side} controls it afterwards in {percent} %; mean losses: own {own}, enemy {enemy}."
    ),
    "exact": message("Exact odds without cards and retreats."),
    "partly": message("They count {pieces} and the forces there now, and no other orders of the letter."),
    "now": message("They count the forces there now, and no orders of the letter."),
    "unknown": message("{area}: this page has no odds for these forces."),
    "secret": message("{area}: an enemy army hides its contents; its odds are unknown."),
    "added": message("Added: {line}. Next: {question}"),
    "removed": message("Removed: {line}. Next: {question}"),
    "moved": message("{line} is line {number} now."),
    "cleared": message("The letter is empty again."),
    "copied": message("The letter was copied."),
    "end": message("Later orders cannot be predicted. Send the letter, or add lines of your own."),
    "lit": message("{piece} can go to: {areas}"),
    "ways": message("{area}: {count} ways to go there. Choose one in the list."),
    "there": message("{area}: {count} pieces with orders."),
    "can": message("Orders of {piece}"),
    "target": message("{area}: go there"),
    "start": message("{area}: show its pieces"),
    "up": message("Move up: {line}"),
    "down": message("Move down: {line}"),
    "remove": message("Remove: {line}"),
    "every": message("every battle"),
    "restored": message("The letter is as you left it."),
    "undone": message("Taken back."),
    "redone": message("Done again."),
}
"""Messages of the script, which fills in the parts in braces."""


def _words(tongue: Translator, picture: MapPicture | None, choices: Choices) -> Mapping[str, str]:
    """Return the fixed texts of the page."""
    is_table = picture is not None and picture.ruler is not None
    words = {**_WORDS, **(_TABLE_WORDS if is_table else {})}
    if is_table and not any(choice.option.piece for choice in choices.choices):
        words["help"] = _NO_FIGURES
    return {name: html.safe(tongue.say(text)) for name, text in words.items()}


def _sayings(tongue: Translator) -> dict[str, JsonValue]:
    """Return the messages of the script."""
    return {name: tongue.translate(text, "", {}) for name, text in _SAYINGS.items()}
