"""Terms for things that have no name in a pack, as messages of the catalogue."""

from collections.abc import Mapping

from referee.i18n.translator import message
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

MOMENTS: Mapping[Phase, str] = {
    "deployment": message("deployment"),
    "opening": message("opening"),
    "plotting": message("plotting"),
    "movement": message("movement"),
    "artillery": message("artillery"),
    "laying": message("laying"),
    "firing": message("firing"),
    "melee": message("melee"),
    "morale": message("morale"),
    "over": message("over"),
}
"""Phases of a turn, within sentences."""

MODES: Mapping[Mode, str] = {
    "halt": message("halt"),
    "stealthy": message("stealthy"),
    "manoeuvre": message("manoeuvre"),
    "rush": message("rush"),
    "assault": message("assault"),
}
"""Modes of movement."""

POSTURES: Mapping[Posture, str] = {
    "open": message("open"),
    "observe": message("observe"),
    "hidden": message("hidden"),
    "prone": message("prone"),
}
"""Postures of figures."""

ROLES: Mapping[Role, str] = {
    "platoon-commander": message("platoon commander"),
    "squad-leader": message("squad leader"),
    "gun-leader": message("gun leader"),
    "trooper": message("trooper"),
    "loader": message("loader"),
}
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

STATUSES: Mapping[Status, str] = {
    "active": message("active"),
    "killed": message("killed"),
    "surrendered": message("surrendered"),
    "dispersed": message("dispersed"),
}
"""Fates of figures."""

LIGHTS: Mapping[Light, str] = {
    "day": message("day"),
    "twilight": message("twilight"),
    "night": message("night"),
}
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

SHORT_WINDS: Mapping[Compass, str] = {
    "N": message("N"),
    "NE": message("NE"),
    "E": message("E"),
    "SE": message("SE"),
    "S": message("S"),
    "SW": message("SW"),
    "W": message("W"),
    "NW": message("NW"),
}
"""Facing of a figure in short reports."""

GROUND: Mapping[TerrainKind, str] = {
    "trench": message("trench"),
    "wire": message("wire"),
    "building": message("building"),
    "wall": message("wall"),
    "hill": message("hill"),
    "dense-wood": message("dense wood"),
    "scrub": message("scrub"),
    "hedge": message("hedge"),
    "crater": message("crater"),
    "smoke": message("smoke"),
    "impassable": message("impassable"),
}
"""Ground without a name of its own."""

NOTHING = message("nothing")
"""Text in place of the weapons of an unarmed figure."""

BLOCKING: Mapping[str, str] = {
    "dense-wood": message("dense wood"),
    "light-cover": message("light cover"),
    "smoke-and-light-cover": message("smoke and light cover"),
}
"""Obstacles to a line of sight that are not a single feature."""

ASKED: Mapping[str, str] = {
    "deployment": message("deployment"),
    "plotting": message("movement"),
    "laying": message("fire"),
}
"""Orders that a phase asks for."""
