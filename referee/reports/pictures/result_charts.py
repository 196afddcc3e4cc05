"""SVG charts of battle results and of the luck of a match."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from xml.etree.ElementTree import Element

from referee.i18n.translator import Translator
from referee.reports.pictures.drawing import (
    INK,
    NOBODY,
    PAPER,
    STYLE,
    add,
    begin,
    finish,
    polygon,
    rectangle,
    shade,
    words,
)
from referee.reports.pictures.fonts import measure
from schemas.answers.odds import BattleOdds, BattleSwing, Hindsight, HolderOdds, LossOdds, Odds
from schemas.record import Side, Value
from schemas.reports import PictureSide

WIDTH, HEAD, BATTLE = 1000, 44, 250
"""The width of the picture, and the heights of its title and of a battle."""

LEFT, RIGHT = 40, 960
"""Left and right end of the bar of control."""

LETTERS = 12

_TALL = 110
"""The height of the bar of the likeliest number of losses."""

_WIDEST = 48
"""The widest bar of losses."""


class _Frame(Value):
    """A battle while it is drawn: the sides with their colours, the language, and the height to begin at."""

    sides: Sequence[PictureSide]
    tongue: Translator
    top: int

    def find_side(self, side: Side) -> PictureSide:
        """A side with its colour."""
        return next(one for one in self.sides if one.side == side)


def write_chances(odds: Odds, sides: Sequence[PictureSide], tongue: Translator) -> str:
    """The odds as SVG, the same text every time."""
    height = HEAD + BATTLE * len(odds.battles)
    title = tongue.say("Possible results of battles")
    if odds.match:
        title = tongue.say("{match}: possible results of battles", match=odds.match)
    frames = [_Frame(sides, tongue, HEAD + BATTLE * number) for number, _ in enumerate(odds.battles)]
    none = tongue.say("No battle is open or possible now.")
    description = " ".join(_tell(one, frame) for one, frame in zip(odds.battles, frames, strict=True))
    root = _begin("odds", height, title, description or none)
    words(root, LEFT, 28, title, 18, font_weight="bold")
    for one, frame in zip(odds.battles, frames, strict=True):
        _draw(add(root, "g", id=f"battle-{one.area}"), one, frame)
    return finish(root)


def _begin(name: str, height: int, title: str, description: str) -> Element:
    root = begin(name, (WIDTH, height), title, description)
    add(root, "style", STYLE)
    add(root, "rect", width=WIDTH, height=height, fill=PAPER)
    return root


def _tell(battle: BattleOdds, frame: _Frame) -> str:
    """A battle in a sentence."""
    holders = frame.tongue.listed([_say_holder(one, frame) for one in battle.holders])
    return frame.tongue.say("{area}: {held}.", area=battle.name, held=holders)


def _say_holder(one: HolderOdds, frame: _Frame) -> str:
    return f"{_name_holder(one, frame)} {one.percent:.1f} %"


def _name_holder(one: HolderOdds, frame: _Frame) -> str:
    return frame.tongue.say("in dispute") if one.holder is None else frame.find_side(one.holder).name


def _draw(group: Element, battle: BattleOdds, frame: _Frame) -> None:
    attacker = frame.find_side(battle.attacker).name
    caption = frame.tongue.say("{area}: the attacker is {side}.", area=battle.name, side=attacker)
    words(group, LEFT, frame.top + 20, caption, 14, font_weight="bold")
    holders = ", ".join(_say_holder(one, frame) for one in battle.holders if one.percent)
    words(group, RIGHT, frame.top + 20, holders, LETTERS, text_anchor="end")
    _draw_holders(group, battle, frame)
    half = (RIGHT - LEFT) / 2
    for number, losses in enumerate(battle.losses):
        _draw_losses(group, losses, frame, LEFT + half * number)


def _draw_holders(group: Element, battle: BattleOdds, frame: _Frame) -> None:
    """Draw one bar, divided by the chances of control."""
    top, x = frame.top + 32, float(LEFT)
    for one in battle.holders:
        wide = (RIGHT - LEFT) * one.percent / 100
        colour = NOBODY if one.holder is None else frame.find_side(one.holder).colour
        bar = _bar(group, (x, top, x + wide, top + 26), colour)
        label = _say_holder(one, frame)
        add(bar, "title", label)
        for text in (label, f"{one.percent:.0f} %"):
            if measure(text, LETTERS) < wide:
                words(group, x + wide / 2, top + 18, text, LETTERS, text_anchor="middle")
                break
        x += wide


def _draw_losses(group: Element, losses: LossOdds, frame: _Frame, left: float) -> None:
    """A bar for each number of losses, the likeliest the tallest."""
    side, chances = frame.find_side(losses.side), list(_list_chances(losses))
    bottom, step = frame.top + 222, min(_WIDEST, ((RIGHT - LEFT) / 2 - 20) / max(1, len(chances)))
    tallest = max((chance for _, chance in chances), default=Fraction(1))
    label = frame.tongue.say(
        "Losses of {side}: {mean} on average", side=side.name, mean=f"{losses.about:.2f}"
    )
    words(group, left, frame.top + 80, label, LETTERS)
    axis = frame.tongue.say("pieces lost")
    words(group, left + step * len(chances) + 6, bottom + 16, axis, LETTERS)
    for number, (lost, chance) in enumerate(chances):
        x, percent = left + step * number, float(100 * chance)
        high = _TALL * float(chance / tallest)
        bar = _bar(group, (x + 2, bottom - high, x + step - 2, bottom), side.colour)
        add(bar, "title", f"{lost}: {percent:.1f} %")
        words(group, x + step / 2, bottom + 16, str(lost), LETTERS, text_anchor="middle")
        if measure(share := f"{percent:.0f} %", LETTERS) < step and percent >= 1:
            words(group, x + step / 2, bottom - high - 5, share, LETTERS, text_anchor="middle")


def _list_chances(losses: LossOdds) -> Iterator[tuple[int, Fraction]]:
    """The chance of each number of losses, from none to the most."""
    chances = {int(lost): Fraction(chance) for lost, chance in losses.table.items()}
    for lost in range(max(chances, default=0) + 1):
        yield lost, chances.get(lost, Fraction(0))


def _bar(
    group: Element,
    frame: tuple[float, float, float, float],
    colour: str,
    *,
    opacity: float = 0.55,
    rim: float = 0.8,
) -> Element:
    corners = rectangle(*map(round, frame))
    return polygon(group, corners, fill=colour, fill_opacity=opacity, stroke=INK, stroke_width=rim)


HEIGHT = 440
"""Height of the picture of luck."""

LEFT_LUCK, RIGHT_LUCK, TOP, BOTTOM = 70, 980, 70, 340
"""The frame in which battles stand side by side."""

LETTERS_LUCK = 11

WIDEST_LUCK = 60

_FAINT = shade("faint")


def write_luck(hindsight: Hindsight, sides: Sequence[PictureSide], tongue: Translator) -> str:
    """The luck of a match as SVG, the same text every time; `sides` are in the order of the match."""
    title = tongue.say("{match}: the luck of {side}, in pieces", match=hindsight.match, side=sides[0].name)
    root = _begin("luck", HEIGHT, title, " ".join(_tell_luck(hindsight, sides[0], tongue)))
    words(root, 12, 26, title, 18, font_weight="bold")
    if hindsight.battles:
        _draw_luck(root, hindsight.battles, sides, tongue)
    return finish(root)


def _tell_luck(hindsight: Hindsight, side: PictureSide, tongue: Translator) -> Iterator[str]:
    """Each battle in a sentence."""
    for one in hindsight.battles:
        gain = f"{one.sides[0].about_pieces:+.2f}"
        yield tongue.say(
            "{area}, entry {entry}: {gained} for {side}.",
            area=one.name, entry=one.closed, gained=gain, side=side.name,
        )  # fmt: skip


def _draw_luck(
    root: Element, battles: Sequence[BattleSwing], sides: Sequence[PictureSide], tongue: Translator
) -> None:
    gains = [one.sides[0].about_pieces for one in battles]
    sums = list(accumulate(gains))
    low, high = min(0.0, *gains, *sums), max(0.0, *gains, *sums)
    step = (RIGHT_LUCK - LEFT_LUCK) / len(battles)

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - low) / max(1.0, high - low)

    for value in sorted({low, 0.0, high}):
        add(root, "path", d=f"M{LEFT_LUCK} {y(value):.1f}H{RIGHT_LUCK}", stroke=_FAINT, fill="none")
        words(root, LEFT_LUCK - 8, y(value) + 4, f"{value:+.1f}", LETTERS_LUCK, text_anchor="end")
    for number, (one, gain) in enumerate(zip(battles, gains, strict=True)):
        middle, half = LEFT_LUCK + step * (number + 0.5), min(step * 0.7, WIDEST_LUCK) / 2
        frame = middle - half, y(max(gain, 0.0)), middle + half, y(min(gain, 0.0))
        bar = _bar(root, frame, sides[gain < 0].colour, opacity=0.7, rim=3 if one.turning else 0.8)
        add(bar, "title", f"{one.name}: {gain:+.2f}")
        _name(root, one, middle, step)
    line = "L".join(
        f"{LEFT_LUCK + step * (number + 0.5):.1f} {y(value):.1f}" for number, value in enumerate(sums)
    )
    add(root, "path", id="sum", d=f"M{line}", stroke=INK, stroke_width=3, fill="none")
    axis = tongue.say("Luck in pieces: up for {side}, down for {other}", **_name_sides(sides))
    words(root, LEFT_LUCK, TOP - 14, axis, LETTERS_LUCK)
    note = tongue.say("bars: each battle, with a thick rim where the war turned; line: all battles so far")
    words(root, LEFT_LUCK, HEIGHT - 14, note, LETTERS_LUCK)


def _name_sides(sides: Sequence[PictureSide]) -> dict[str, str]:
    return {"side": sides[0].name, "other": sides[1].name}


def _name(root: Element, one: BattleSwing, middle: float, step: float) -> None:
    """The name of the area where there is room for it, or where the war turned."""
    if measure(one.name, LETTERS_LUCK) <= step or one.turning:
        row = 0 if measure(one.name, LETTERS_LUCK) <= step else one.turning
        words(root, middle, BOTTOM + 16 + 14 * row, one.name, LETTERS_LUCK, text_anchor="middle")
