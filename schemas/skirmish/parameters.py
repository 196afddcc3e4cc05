"""The numbers of the sheet and the open points: `parameters.yaml`, one table for each chapter.

Each table names the source of its numbers; its note lists the points that the sheet leaves open.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from schemas.model import Model
from schemas.rulebook import Sourced
from schemas.skirmish.names import Inches, Mode, Moving, Quality, TerrainKind


class Measuring(Sourced):
    """Distances: from centre to centre, `within` inclusive, `over` strict."""

    base_diameter: Inches = 100


class Turns(Sourced):
    """Order of movement and of fire."""

    first_unit: Literal["roll", "scenario", "loser-of-last"] = "roll"
    alternation: Literal["plotted", "live"] = "plotted"
    tiers: tuple[tuple[Quality, ...], ...]


class Motivation(Sourced):
    """Leaders and their reach."""

    squad_leader: Inches
    platoon_commander: Inches
    scope: Literal["own-section", "any-friend"] = "own-section"
    pinned_leader_counts: bool = True
    gun_leader: bool = True
    succession: Literal["none", "next-turn"] = "none"
    measured: Literal["when-carried-out", "start-of-phase"] = "when-carried-out"
    flight_needs_motivation: bool = True


class Pace(Model):
    """Allowance of a mode of movement: inches and dice."""

    inches: Inches
    dice: Annotated[int, Field(ge=0, le=3)]


class Movement(Sourced):
    """Paces, and the costs of ground. A factor of two makes one inch cost two."""

    paces: Mapping[Moving, Pace]
    roll_scope: Literal["unit-mode", "figure"] = "unit-mode"
    assault_reach: Inches
    assault_fire: Literal["aimed-or-unaimed", "unaimed"] = "aimed-or-unaimed"
    slow: Mapping[TerrainKind, Inches] = {}
    wire_modes: tuple[Mode, ...] = ("stealthy", "manoeuvre")
    trench_enter: Inches = 100
    trench_leave: Inches = 200
    advance: Literal["nearest-enemy", "enemy-edge"] = "nearest-enemy"


class Sight(Sourced):
    """Limits of a line of sight through ground."""

    dense_wood: Inches
    light_cover: Inches
    wall_adjacent: Inches = 100
    building_edge: Inches = 100
    hill_sees_off: bool = True
    pool_light: bool = True
    hidden_seen_inside: bool = True
    elevation_over: bool = False
    edge_run_blocks: bool = False
    hiding_kinds: tuple[TerrainKind, ...] = ("trench", "building")
    soft_kinds: tuple[TerrainKind, ...]
    hard_kinds: tuple[TerrainKind, ...]


class Spotting(Sourced):
    """Ranges of automatic spotting, and the units that learn of a sighting."""

    twilight: Inches
    emerging: Inches
    night: Inches
    open_silent: Inches
    stealthy_open: Inches | None = 1800
    cover_fired: Inches
    cover_silent: Inches
    masked_need: Annotated[int, Field(ge=2, le=6)]
    sniper_need: Annotated[int, Field(ge=2, le=6)]
    sniper_always_rolls: bool = True
    attempts: Annotated[int, Field(ge=1)] = 1
    shared_with: Literal["section", "side"] = "section"
    contact_reveals: bool = True
    firing_window: Literal["previous-firing-phase", "this-turn"] = "previous-firing-phase"
    persistence: Literal["until-sight-lost", "one-turn"] = "until-sight-lost"


class AimedFire(Sourced):
    """Aimed fire: modifiers are added to the die."""

    kill: Annotated[int, Field(ge=1, le=20)]
    pin: Annotated[int, Field(ge=1, le=20)]
    confined: int
    expert: int
    bomber_within: Inches
    far_still: int
    far: Inches
    masked: int
    protected: int
    cover_and_armour_stack: bool = False
    natural_20_kills: bool = False
    confined_kinds: tuple[TerrainKind, ...]
    burst_inside_negates_cover: bool = True
    automatic_is_area: bool = False


class UnaimedFire(Sourced):
    """Unaimed fire: modifiers are added to the score needed."""

    hard_cover: int
    area_or_rapid: int
    automatic: int
    at_a_point: bool = True
    point_radius: Inches = 100


class Shooting(Sourced):
    """Limits of fire. With `any`, reaction fire needs neither reach nor a crew."""

    reaction_uses_shot: bool = True
    reaction_weapons: Literal["reaching", "any"] = "reaching"
    into_new_contact: bool = True
    contacted_fires: bool = True
    heavy_moves_and_fires: bool = False
    served_within: Inches = 100
    spread: Literal["round-robin", "aim-figure"] = "round-robin"
    same_tier: Literal["simultaneous", "alternate"] = "simultaneous"
    figures_block: bool = False


class Pins(Sourced):
    """Pins, and the free move of a pinned figure."""

    stack: bool = True
    prone_is_hard_cover: bool = False
    fall_back: Inches
    enemy_within: Inches
    fall_back_timing: Literal["on-trigger", "own-activation"] = "on-trigger"


class HandToHand(Sourced):
    """Contact and a round of a melee."""

    halt: Inches
    ignored_pin_leaves_marker: bool = False
    most_attackers: Annotated[int, Field(ge=1, le=3)] = 2
    second_attacker: int
    armour: int
    pinned: int
    kill_by: Annotated[int, Field(ge=1)] = 2
    two_on_one: Literal["separate", "best-attacker"] = "separate"
    break_off_need: Annotated[int, Field(ge=0, le=6)] = 0
    break_off_mode: Moving = "manoeuvre"
    break_off_clear: bool = True


class Morale(Sourced):
    """Causes of morale tests."""

    order: tuple[Literal["tests", "rally", "unpin"], ...] = ("tests", "rally", "unpin")
    tests: Literal["per-trigger", "one-per-turn"] = "per-trigger"
    leader_within: Inches
    per_leader: bool = True
    tank_within: Inches
    per_tank: bool = False
    flames_within: Inches
    flames_from: Literal["firer", "line"] = "firer"
    advance_percent: Annotated[int, Field(ge=0, le=100)] = 50
    defend_percent: Annotated[int, Field(ge=0, le=100)] = 50
    flight_compulsory: bool = False


class Surrender(Sourced):
    """Conditions of surrender. An enemy is `on-the-way` if a figure on its straight way home touches it."""

    routing_markers: Annotated[int, Field(ge=1)] = 2
    cut_off_within: Inches
    surrounded_by: Annotated[int, Field(ge=1)]
    near: Inches
    routing_moves: bool = False
    between: Literal["on-the-way", "nearer-edge"] = "on-the-way"
    scope: Literal["figure", "unit"] = "figure"


class Rallying(Sourced):
    """Loss of markers and of pins."""

    failure_adds_marker: bool = False
    after_failure_same_turn: bool = True
    unpin_need: Annotated[int, Field(ge=2, le=6)]
    unpin_per_die: bool = True


class Zone(Sourced):
    """The beaten zone of a heavy machine gun, on a page that the sheet only cites.

    An ellipse lies along the line of fire: `depth` is half its length, `radius` half its breadth.
    """

    radius: Inches
    dice: Annotated[int, Field(ge=1)]
    friends_too: bool = True
    shape: Literal["circle", "ellipse"] = "circle"
    depth: Inches = 1200


class Artillery(Sourced):
    """Off-table artillery. The sheet gives only its phase."""

    delay: Annotated[int, Field(ge=0)]
    on_target: Annotated[int, Field(ge=0, le=6)]
    deviation_dice: Annotated[int, Field(ge=1)]
    directions: Annotated[int, Field(ge=4, le=24)]
    shell_radius: Inches
    dice: Annotated[int, Field(ge=1)]
    smoke_radius: Inches
    smoke_turns: Annotated[int, Field(ge=1)]


class Reporting(Sourced):
    """Visible facts of an enemy other than its place."""

    enemy_quality: Literal["hidden", "shown"] = "hidden"
    enemy_pins: Literal["shown", "hidden"] = "shown"


class Parameters(Model):
    """All numbers and options of the rules: `parameters.yaml`."""

    measuring: Measuring
    turns: Turns
    motivation: Motivation
    movement: Movement
    sight: Sight
    spotting: Spotting
    aimed: AimedFire
    unaimed: UnaimedFire
    shooting: Shooting
    pins: Pins
    hand_to_hand: HandToHand
    morale: Morale
    surrender: Surrender
    rallying: Rallying
    beaten_zone: Zone
    artillery: Artillery
    reporting: Reporting
