"""A player who has nothing but the text of his reports: he reads them line by line, and writes letters.

He knows English and the lines of orders that the report shows him; no rule, no pack, no position.
"""

import re
from dataclasses import dataclass, field

FIGURE = re.compile(r"\b([a-z]{2}-[a-z0-9]+-\d+) (\d+(?:\.\d+)?,\d+(?:\.\d+)?)")
ENEMY = re.compile(r"\b(c\d\d) (\d+(?:\.\d+)?,\d+(?:\.\d+)?)")
SHOTS = re.compile(r"^((?:[a-z]{2}-\S+-\d+(?:, )?)+): (c\d\d) .*?(unaimed, )?needs (\d+)")
GROUND = re.compile(r"([^;:.]+?) ([\d.]+)-([\d.]+),([\d.]+)-([\d.]+)")
MARCH = re.compile(r"(.+) manoeuvre to (\S+)")

Place = tuple[float, float]
Box = tuple[float, ...]
Shot = tuple[list[str], str, bool, int]

CLOSE, WORTH = 6.0, 18
"""Within how many inches of an enemy he holds and shoots; the worst die that he throws."""


def place(text: str) -> Place:
    x, y = text.split(",")
    return float(x), float(y)


def apart(a: Place, b: Place) -> float:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@dataclass
class Page:
    """What one report says: the question, the offered lines, men, enemies, shots and ground."""

    text: str
    offered: list[str] = field(default_factory=list[str])
    men: dict[str, Place] = field(default_factory=dict[str, Place])
    enemies: dict[str, Place] = field(default_factory=dict[str, Place])
    shots: list[Shot] = field(default_factory=list[Shot])
    wire: list[Box] = field(default_factory=list[Box])
    head: tuple[str, ...] = ()

    @property
    def asked(self) -> bool:
        return "Your turn" in self.text

    @property
    def over(self) -> bool:
        return "The game is over" in self.text

    @property
    def turn(self) -> int:
        found = re.search(r": turn (\d+) of", self.text)
        return int(found[1]) if found else 0


def read(text: str) -> Page:
    """A report, whose bullets are lines that run on where they are indented."""
    page = Page(text)
    block = re.search(r"^BEGIN ORDERS.*?^END ORDERS$", text, re.MULTILINE | re.DOTALL)
    if block is not None:
        lines = block[0].splitlines()
        page.head = tuple(line for line in lines if not line.startswith("#"))
        page.offered = [line[2:] for line in lines if line.startswith("# ")]
    for item in re.findall(r"^- (.*(?:\n  .*)*)", text, re.MULTILINE):
        _take(page, " ".join(item.split()))
    return page


def _take(page: Page, item: str) -> None:
    if shot := SHOTS.match(item):
        page.shots.append((shot[1].split(", "), shot[2], bool(shot[3]), int(shot[4])))
    elif item.startswith("Enemies in sight"):
        page.enemies = {alias: place(at) for alias, at in ENEMY.findall(item)}
    elif "east and north: " in item:
        named = GROUND.findall(item.partition("east and north: ")[2])
        page.wire = [tuple(map(float, box)) for name, *box in named if "wire" in name]
    elif re.match(r".* \(..-\w+\), ", item):
        page.men |= {id: place(at) for id, at in FIGURE.findall(item)}


def answer(page: Page, *, bold: bool) -> str:
    """A letter: fire where fire is asked for, movement where movement is; `bold` players go forward."""
    lines: list[str] = []
    if "fire orders" in page.text:
        lines = _fire(page)
    elif "movement orders" in page.text and bold:
        lines = _march(page)
    begin, *rest, end = page.head
    return "\n".join((begin, *rest, *lines, "done", end, ""))


def _fire(page: Page) -> list[str]:
    """Every shot that is worth it; and a grenade at an enemy who is near enough."""
    lines: list[str] = []
    for figures, enemy, unaimed, needs in page.shots:
        if needs <= WORTH:
            lines.append(f"{', '.join(figures)} {'unaimed' if unaimed else 'aimed'} fire at {enemy}")
    busy = " ".join(lines)
    lines += [line for line in page.offered if line.startswith("beaten zone") and line.split()[2] not in busy]
    return lines


def _march(page: Page) -> list[str]:
    """Each unit that is offered a way goes it, unless an enemy is near: at a run, if no wire lies on it."""
    lines: list[str] = []
    for line in page.offered:
        if line.startswith("barrage"):
            lines.append(line)
        way = MARCH.match(line)
        if way is None:
            continue
        who, goal = way[1].split(", "), place(way[2])
        here = [at for id, at in page.men.items() if any(id.startswith(name) for name in who)]
        near = [at for at in page.enemies.values() if any(apart(at, man) < CLOSE for man in here)]
        if near:
            continue
        lines.append(line if _meets_wire(page, here, goal) else line.replace("manoeuvre", "rush"))
    return lines


def _meets_wire(page: Page, here: list[Place], goal: Place) -> bool:
    """Whether any man on his way north or south may cross wire, with room for the others beside the first."""
    east = [x for x, _ in here]
    north = [goal[1], *(y for _, y in here)]
    return any(
        min(east) - 3 <= right and max(east) + 3 >= left and min(north) - 9 <= top and max(north) + 9 >= low
        for left, right, low, top in page.wire
    )
