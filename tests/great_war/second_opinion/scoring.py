"""Victory points as the second opinion counts them (3.1)."""

from tests.great_war.second_opinion.marching import worth
from tests.great_war.second_opinion.war import War


def points(war: War) -> int:
    """The total of the moment: German-Friendly areas and the modifications to them."""
    almanac = war.almanac
    total = sum(
        area.points for name, area in almanac.areas.items() if war.status(name, "german") == "friendly"
    )
    lost = [almanac.side_of((almanac.counter(army) or ("", ""))[0]) for army in war.field.eliminated]
    total += lost.count("entente") - lost.count("german")
    return total + war.crises + _box(war) + _terror(war) - almanac.pack.tables.blockade.figures[war.turn - 1]


def _box(war: War) -> int:
    """One for every five build points in the transit box, up to 1917 (3.1)."""
    boxes = {name for name, area in war.almanac.areas.items() if area.transit is not None}
    there = sum(worth(chit) for chit in war.field.chits.values() if chit.area in boxes)
    return there // 5 if war.year <= 1917 else 0


def _terror(war: War) -> int:
    """One while the Paris Gun is in Paris or next to it (8.3.6)."""
    reach = {"paris", *war.almanac.borders["paris"]}
    return int(any(chit.kind == "P" and chit.area in reach for chit in war.field.chits.values()))
