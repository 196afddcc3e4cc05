"""Terms for things that have no name in a pack, as messages of the catalogue."""

from collections.abc import Mapping

from referee.i18n.translator import message, messages
from schemas.skirmish.names import Compass, Light, Mode, Phase, Posture, Role, Status, TerrainKind
from schemas.skirmish.pack import Item, Trait

PHASES: Mapping[Phase, str] = {
    "plotting": message("Movement"),
    "movement": message("Movement"),
    "artillery": message("Off-table artillery"),
    "firing": message("Firing"),
    "melee": message("Melee"),
    "morale": message("Morale and rallying"),
}
"""Phases of the sheet, for headings."""

MOMENTS: Mapping[Phase, str] = messages(
    "deployment",
    "opening",
    "plotting",
    "movement",
    "artillery",
    "laying",
    "firing",
    "melee",
    "morale",
    "over",
)
"""Phases of a turn, within sentences."""

MODES: Mapping[Mode, str] = messages("halt", "stealthy", "manoeuvre", "rush", "assault")
"""Modes of movement."""

POSTURES: Mapping[Posture, str] = messages("open", "observe", "hidden", "prone")
"""Postures of figures."""

ROLES: Mapping[Role, str] = messages("platoon-commander", "squad-leader", "gun-leader", "trooper", "loader")
"""Roles of figures in their units."""

SKILLS: Mapping[Trait | Item, str] = {
    "bomber": message("bomber"),
    "marksman": message("marksman"),
    "sniper": message("sniper"),
    "british-1914": message("rapid fire"),
    "gas-mask": message("gas mask"),
    "body-armour": message("body armour"),
}
"""Skills and equipment of figures."""

STATUSES: Mapping[Status, str] = messages("active", "killed", "surrendered", "dispersed")
"""Fates of figures."""

LIGHTS: Mapping[Light, str] = messages("day", "twilight", "night")
"""Light of a turn."""

WINDS: Mapping[Compass, str] = {
    "N": message("facing north"),
    "NE": message("facing north-east"),
    "E": message("facing east"),
    "SE": message("facing south-east"),
    "S": message("facing south"),
    "SW": message("facing south-west"),
    "W": message("facing west"),
    "NW": message("facing north-west"),
}
"""Facing of a figure."""

SHORT_WINDS: Mapping[Compass, str] = messages("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""Facing of a figure in short reports."""

GROUND: Mapping[TerrainKind, str] = messages(
    "trench",
    "wire",
    "building",
    "wall",
    "hill",
    "dense-wood",
    "scrub",
    "hedge",
    "crater",
    "smoke",
    "impassable",
)
"""Ground without a name of its own."""

NOTHING = message("nothing")
"""Text in place of the weapons of an unarmed figure."""

BLOCKING: Mapping[str, str] = messages("dense-wood", "light-cover", "smoke-and-light-cover")
"""Obstacles to a line of sight that are not a single feature."""

ASKED: Mapping[str, str] = {
    "deployment": message("deployment"),
    "plotting": message("movement"),
    "laying": message("fire"),
}
"""Orders that a phase asks for."""
