"""The facts about ways, modes of movement and armies that stand against orders."""

from enum import unique

from referee.engine.facts import Fact


@unique
class Refusal(Fact):
    """Objections to orders about movement."""

    NO_OFFENSIVE_CARD = "{card} is not an offensive card", "play an offensive card, or pass"
    ONE_MOVE_IN_A_PASS = "a side that passes moves one piece, and you have moved yours", "write: done"
    EXCHANGED_BEFORE = "you have already exchanged cards in this pass", "wait for your next pass"
    PLAYED_BEFORE_EXCHANGE = "you have played a card in this pass", "wait for your next pass"

    OUT_OF_PLAY = "{areas} cannot be entered", "choose an area of the map"
    FORTS_NEVER_MOVE = "forts never move", "leave it where it is"
    MOVES_WITHOUT_CARD = "this movement uses no card", "leave the card out"
    OTHER_MODE_USED = (
        "{pieces} already used {mode} in this turn",
        "use another piece, or wait for your next player turn",
    )
    OTHER_MODE_USED_BY_CARRIED = (
        "{pieces} already used {mode} in this turn",
        "leave it behind, or {piece} stays",
    )
    OTHER_MODE_USED_BY_SEVERAL = (
        "{pieces} already used {mode} in this turn",
        "leave them behind, or {piece} stays",
    )
    MOVES_SPENT = (
        "{pieces} can still move {left:area_count} this turn",
        "use another piece, or go on in your next player turn",
    )
    MOVES_SPENT_BY_CARRIED = (
        "{pieces} can still move {left:area_count} this turn",
        "leave it behind, or {piece} stays",
    )
    MOVES_SPENT_BY_SEVERAL = (
        "{pieces} can still move {left:area_count} this turn",
        "leave them behind, or {piece} stays",
    )
    CAME_BY_RAIL = (
        "{piece} came by rail movement and does not move again this turn",
        "use another piece, or wait for your next player turn",
    )
    CAME_BY_STRATEGIC_MOVEMENT = (
        "{piece} came by strategic movement and does not move again this turn",
        "use another piece, or wait for your next player turn",
    )
    CAME_BY_SEA = (
        "{piece} came by sea movement and does not move again this turn",
        "use another piece, or wait for your next player turn",
    )
    CAME_AS_RESERVES = (
        "{piece} came by reserves movement and does not move again this turn",
        "use another piece, or wait for your next player turn",
    )
    CAME_IN_TRANSIT = (
        "{piece} came by transit movement and does not move again this turn",
        "use another piece, or wait for your next player turn",
    )

    NOT_ADJACENT = "{area} does not border {origin:area}"
    NOT_AMONG_NEIGHBOURS = "{area} does not border {origin:area}", "from there: {near:area_choice}"
    LEFT_BY_SEA_ONLY = "{area} does not border {origin:area}", "pieces leave it by sea only"
    REACHED_IN_TRANSIT = "{area} does not border {origin:area}", "write: transit {piece:id} to {area:id}"
    NOT_FRIENDLY = "{area} is not friendly"
    NEUTRAL_AREA = "{area} is neutral and may not be entered"
    FULL_ON_THE_WAY = (
        "{area} is full, and you would pass through it",
        "go around it, or move a piece out first",
    )
    NO_OFFENSIVE_PLAYED = (
        "{area} is an enemy area, and no offensive was played this turn",
        "open a later player turn with an offensive card",
    )
    BEGAN_IN_DISPUTED_AREA = (
        "{pieces} began this player turn's march in a disputed area, and {goal:area} is an enemy area",
        "end the march in a friendly or disputed area",
    )
    FROM_ENEMY_AREA = (
        "{area} and {goal:area} are enemy areas",
        "enter an enemy area only from a friendly area",
    )
    FROM_DISPUTED_AREA = (
        "{area} is disputed, and {goal:area} is an enemy area",
        "enter an enemy area only from a friendly area",
    )
    FROM_NEUTRAL_AREA = (
        "{area} is neutral, and {goal:area} is an enemy area",
        "enter an enemy area only from a friendly area",
    )
    LIMITED_AND_AREA_ENTERED = (
        "a limited offensive allows one battle, and {area} was entered already",
        "enter only {area}, or play a full offensive in another player turn",
    )

    NO_SHEDDING = (
        "pieces cannot join or leave armies during a retreat",
        "change armies in your next player turn",
    )
    NO_PIECE_TO_SHED = "you have no piece {id} in {area} that can stay"
    DRIVEN_ARMY_RETREATS = "an army of yours must retreat", "retreat the army first"
    WENT_BACK_IN = "{piece} has already returned to that army", "leave it where it is"
    WENT_BACK_OUT = "{piece} has already left an army again", "leave it where it is"
    IN_THAT_ARMY = "{piece} is in {army}", "leave this line out"
    IN_NO_ARMY = "{piece} is in no army", "leave this line out"
    KEPT_APART = "the scenario keeps {pieces} apart in {area}", "move them out of {area} separately"
    NO_ARMY_TO_ABSORB = "{piece} is not an army, so it cannot take in pieces"
    NOT_LOOSE = "you have no piece {id} in {area} outside armies"

    MODERATOR_AMENDS = "only the moderator corrects a position", "ask the moderator"
    AMENDMENT_WOULD_TELL = (
        "the contents of armies are hidden in this match, and this correction would reveal them",
        "correct only loose pieces and whole armies",
    )
    PLANS_ARE_MADE = "both sides now write sealed plans", "wait until the plans are opened"
    AMENDED_IN_BATTLE = "{piece} is in {area}, where a battle is fought", "wait until it is over"
    NOT_ALIKE = (
        "{piece} and {other:piece} are not alike",
        "name two pieces of one nation, kind and strength, no armies and no forts",
    )
    FORT_AMENDED = "{piece} is a fort, and forts never move", "leave it where it is"
    NO_PLACE_OF_ITS_SIDE = (
        "{piece} cannot be put in {area}: its side neither controls the area nor has pieces there"
    )
    CONTROL_AMENDED = "it would change the control of {area}"
    ARMY_NOT_THERE = "{army} cannot take in this piece in {area}"
    NOTHING_AMENDED = "it would change nothing", "leave this line out"

    RESERVES_NEED_CARD = "reserves movement needs a card", "write: ... with CARD"
    NO_CARD_FOR_RESERVES = "reserves movement needs a card", "leave this line out"
    MOVES_NO_RESERVES = "{card} does not move reserves", "name a reserves card, or move without a card"
    ONE_RESERVE_IN_A_PASS = "in a pass, reserves movement moves one piece"
    RESERVES_ARE_SECOND = "{piece} has already moved; use another piece for reserves movement"
    NO_WAY_FOR_RESERVES = (
        "reserves movement finds no way from {origin:area} to {area}: it goes through friendly areas "
        "that are not full",
        "name another area",
    )
    RESERVES_STAND_THERE = "the piece is already in {area}", "leave this line out"

    RAIL_RANGE = "rail movement covers at most {limit} areas, and this way has {length}"
    RAIL_LIMIT = "{limit} pieces have used the railways this turn", "march, or wait for your next player turn"
    NOT_FRIENDLY_ALL_TURN = (
        "{area} was not friendly from the start of your turn",
        "march, or wait for your next player turn",
    )
    NOT_FRIENDLY_NOW = (
        "trains run through friendly areas only, and {area} is not friendly",
        "march, or name other areas",
    )
    NO_RAILWAY = "no railway joins {area} and {goal:area}", "march, or name other areas"
    STRATEGIC_SIDE = "strategic movement is for the {side} side only", "use rail movement"
    STRATEGIC_LIMIT = (
        "strategic movement carries {count:piece_count} per turn in this season",
        "use rail movement, or wait for your next player turn",
    )
    STRATEGIC_ONE_STEP = "strategic movement goes to another source in one step"
    NO_STRATEGIC_SOURCE = "{area} is not your supply source, or was not friendly all turn"
    NO_SEA_MOVEMENT = "{piece} has no sea movement", "move it by land"
    SEA_LIMIT = "one piece has crossed the sea this turn", "wait for your next player turn"
    NO_SEA_LANE = "no sea lane joins {area} and {goal:area}"
    NO_OPEN_PORT = "{area} is not a friendly or disputed port with a supply source"

    TRANSIT_ONE_STEP = "transit movement goes from a supply source to a transit box, or back, in one step"
    BOX_OF_OTHER_SIDE = "{area} is for the {side} side only"
    BOX_FULL = (
        "{area} has room for {room} build points of pieces, and this would make {whole}",
        "leave pieces behind, or wait until there is room",
    )
    NO_WAY_TO_BOX = (
        "transit movement does not lead from {area} to {box:area}",
        "go to or from one of your friendly supply sources",
    )
    NOT_REMOVABLE_IN_TRANSIT = "{piece} is not a piece in transit that can be removed by itself"
