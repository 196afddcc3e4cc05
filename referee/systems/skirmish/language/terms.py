"""What things are called that bear no name of their own in a pack, as the catalogue has it."""

from collections.abc import Mapping

from referee.i18n.translator import message
from schemas.skirmish.names import Compass, Light, Mode, Phase, Posture, Role, Status, TerrainKind

PHASES: Mapping[Phase, str] = {
    "plotting": message("Movement"),
    "movement": message("Movement"),
    "artillery": message("Off-table artillery"),
    "firing": message("Firing"),
    "melee": message("Melee"),
    "morale": message("Morale and rallying"),
}
"""The phases of the sheet, as headings have them."""

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
"""Where a turn stands, phase by phase."""

MODES: Mapping[Mode, str] = {
    "halt": message("halt"),
    "stealthy": message("stealthy"),
    "manoeuvre": message("manoeuvre"),
    "rush": message("rush"),
    "assault": message("assault"),
}
"""The ways to move."""

POSTURES: Mapping[Posture, str] = {
    "open": message("open"),
    "observe": message("observe"),
    "hidden": message("hidden"),
    "prone": message("prone"),
}
"""How a figure holds itself."""

ROLES: Mapping[Role, str] = {
    "platoon-commander": message("platoon commander"),
    "squad-leader": message("squad leader"),
    "gun-leader": message("gun leader"),
    "trooper": message("trooper"),
    "loader": message("loader"),
}
"""What a figure is in its unit."""

STATUSES: Mapping[Status, str] = {
    "active": message("active"),
    "killed": message("killed"),
    "surrendered": message("surrendered"),
    "dispersed": message("dispersed"),
}
"""What became of a figure."""

LIGHTS: Mapping[Light, str] = {
    "day": message("day"),
    "twilight": message("twilight"),
    "night": message("night"),
}
"""How well one sees."""

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
"""Where somebody faces."""

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
"""The same in short reports."""

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
"""Ground that has no name."""

NOTHING = message("nothing")
"""What a figure carries that has no weapon."""

BLOCKING: Mapping[str, str] = {
    "dense-wood": message("dense wood"),
    "light-cover": message("light cover"),
    "smoke-and-light-cover": message("smoke and light cover"),
}
"""What blocks a line of sight where no single piece of ground does."""

ASKED: Mapping[str, str] = {
    "deployment": message("deployment"),
    "plotting": message("movement"),
    "laying": message("fire"),
}
"""The orders that a phase asks for."""
