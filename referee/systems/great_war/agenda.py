"""The agenda: which tasks ask a question, and the work the rules do unasked."""

from typing import assert_never

from referee.core.dice import Dice
from referee.core.memory import remembered
from referee.systems.great_war import (
    air,
    attrition,
    battles,
    combat_cards,
    crises,
    driven,
    fire,
    game_events,
    losses,
    planning,
    retreats,
    scramble,
    seasons,
    special,
    transit,
    units,
)
from referee.systems.great_war.combat_tasks import (
    AnswerFire,
    CombatCards,
    Dogfight,
    KeepBattle,
    PayCrisis,
    Scrambling,
)
from referee.systems.great_war.course import Course
from referee.systems.great_war.position import Position
from referee.systems.great_war.tasks import (
    AdvanceSeason,
    CheckSupply,
    ChooseOffensive,
    CloseBattle,
    DealCards,
    DealPurchases,
    DeclareBattles,
    FightBattles,
    Fire,
    LeaveEmpty,
    LoseInTransit,
    MakePlans,
    MovePieces,
    OpenTurn,
    PassMove,
    PayHits,
    ReadEvents,
    RetreatAfter,
    RideOff,
    RollTransit,
    StandOrRetreat,
    TrimHands,
    Withdraw,
)
from referee.systems.great_war.theatre import Theatre
from schemas.great_war.choice_events import ScrambleClosed
from schemas.great_war.clauses import Clause
from schemas.great_war.events import RetreatsClosed
from schemas.great_war.plan_events import PhaseClosed
from schemas.record import Prompt

Asking = CombatCards | KeepBattle | AnswerFire | PayCrisis | Scrambling
"""What is asked of a side about cards, the air and crises."""


@remembered
def prompts(theatre: Theatre, position: Position) -> tuple[Prompt, ...]:  # noqa: C901, PLR0911 - one arm per task
    """The open questions that the top of the agenda asks; both sides plan at once, and are asked at once."""
    task = position.task
    match task:
        case ChooseOffensive(side=side):
            return (_ask(side, "offensive", Clause.OFFENSIVE_OR_PASS, "Play an offensive card, or pass?"),)
        case MovePieces(side=side):
            return (_ask(side, "movement", Clause.ALLOTMENT, "Which pieces move? Then: done."),)
        case PassMove(side=side):
            text = "You passed: one piece may move, and cards may be exchanged. Then: done."
            return (_ask(side, "pass-move", Clause.PASS_ONE_MOVE, text),)
        case DeclareBattles(side=side):
            return _battles_prompt(theatre, position, side)
        case PayHits():
            return _losses_prompt(theatre, position, task)
        case RideOff() | StandOrRetreat() | RetreatAfter() | LeaveEmpty():
            return _retreat_prompt(theatre, position, task)
        case CombatCards() | KeepBattle() | AnswerFire() | PayCrisis() | Scrambling():
            return _combat_prompt(theatre, position, task)
        case MakePlans():
            return tuple(planning.prompts(theatre, position, task))
        case TrimHands():
            return tuple(planning.discard_prompts(theatre, position))
        case LoseInTransit():
            return _transit_prompt(theatre, position, task)
        case (
            DealCards()
            | OpenTurn()
            | FightBattles()
            | Fire()
            | Withdraw()
            | Dogfight()
            | CloseBattle()
            | AdvanceSeason()
            | ReadEvents()
            | CheckSupply()
            | DealPurchases()
            | RollTransit()
            | None
        ):
            return ()
        case _:
            assert_never(task)


def _ask(side: str, question: str, clause: Clause, text: str, subject: str = "") -> Prompt:
    return Prompt(side=side, question=question, clause=clause.value, text=text, subject=subject)


def _battles_prompt(theatre: Theatre, position: Position, side: str) -> tuple[Prompt, ...]:
    if not battles.choice(theatre, position, side):
        return ()
    text = "Where do you fight, and in which order? Newly disputed areas are battles anyway. Then: done."
    return (_ask(side, "battles", Clause.DECLARE_DISPUTED, text),)


def _losses_prompt(theatre: Theatre, position: Position, task: PayHits) -> tuple[Prompt, ...]:
    if not losses.candidates(theatre, position, task) or losses.forced(theatre, position, task):
        return ()
    hits = "1 hit" if task.hits == 1 else f"{task.hits} hits"
    siege = f", {task.siege} of them on the fort" if task.siege else ""
    text = f"{hits} to pay in {theatre.area_name(task.area)}{siege}: which pieces or cards?"
    return (_ask(task.side, "losses", Clause.STRONGEST_UNIT, text, task.area),)


def _reorders(position: Position, task: retreats.Retreating) -> bool:
    """Whether the attacker, between two battles, may name another one as the next (A-41)."""
    fight = position.fight
    open_yet = fight is not None and not fight.named_next and task.side == fight.attacker
    return open_yet and isinstance(task, RetreatAfter) and len(battles.waiting(position)) > 1


def _window(theatre: Theatre, position: Position, task: retreats.Retreating) -> bool:
    """Whether the attacker, after a battle, may for all that is public have a crisis to play (A-18)."""
    return isinstance(task, RetreatAfter) and crises.conceivable(theatre, position, task.side)


def _transit_prompt(theatre: Theatre, position: Position, task: LoseInTransit) -> tuple[Prompt, ...]:
    if not transit.asks(theatre, position, task):
        return ()
    losses_due = "1 piece" if task.count == 1 else f"{task.count} pieces"
    text = f"{losses_due} lost in transit: which?"
    return (_ask(task.side, "transit-losses", Clause.TRANSIT_LOSSES, text),)


def _retreat_prompt(theatre: Theatre, position: Position, task: retreats.Retreating) -> tuple[Prompt, ...]:
    begun = not isinstance(task, LeaveEmpty) and task.begun
    reactions = isinstance(task, StandOrRetreat) and any(air.react_options(theatre, position, task.side))
    asked = begun or reactions or _reorders(position, task) or _window(theatre, position, task)
    if not asked and not retreats.choice(theatre, position, task):
        return ()
    area = theatre.area_name(task.area)
    match task:
        case RideOff():
            question, text = "cavalry-retreat", f"Does cavalry leave {area} before the battle? Then: done."
        case StandOrRetreat():
            question, text = (
                "stand-or-retreat",
                f"Does anyone retreat from {area} instead of firing? Then: done.",
            )
            if reactions:
                text = f"Who retreats from {area} instead of firing, and which biplanes react? Then: done."
        case RetreatAfter():
            question, text = "retreat-after", f"Does anyone retreat from {area} after the battle? Then: done."
            if not begun and not retreats.choice(theatre, position, task):
                text = "Is another battle than the one declared fought next? Write: battle AREA. Or: done."
                if not _reorders(position, task):
                    text = "The battle is over. Do you play a crisis? Then: done."
            if must := driven.due(position, task):
                armies = "An army" if must == 1 else f"{must} armies"
                text = f"{armies} of yours must retreat from {area}; does anyone else? Then: done."
        case LeaveEmpty(army=army):
            question, text = "empty-army", f"Where does the empty {theatre.army_name(army)} go from {area}?"
        case _:
            assert_never(task)
    return (_ask(task.side, question, retreats.clause(task), text, task.area),)


def _combat_prompt(  # noqa: PLR0911 - one arm per question
    theatre: Theatre, position: Position, task: Asking
) -> tuple[Prompt, ...]:
    match task:
        case CombatCards(side=side):
            text = "Battles are declared. Do you play cards on them? Then: done."
            return (_ask(side, "combat-cards", Clause.COMBAT_CARDS, text),)
        case KeepBattle(side=side):
            if combat_cards.left(theatre, position) is not None:
                return ()
            text = "Bad weather leaves you one battle: which? Write: keep AREA."
            return (_ask(side, "kept-battle", Clause.WEATHER_BATTLE, text),)
        case Scrambling(side=side, area=area):
            if not scramble.choice(theatre, position, task):
                return ()
            text = f"Do biplanes next to {theatre.area_name(area)} come into the battle? Then: done."
            return (_ask(side, "scramble", Clause.SCRAMBLE, text, area),)
        case AnswerFire(side=side, area=area):
            if not air.pending(theatre, position):
                return ()
            asked = air.chooser(theatre, task)
            whose = "your biplanes? Then: done" if asked == side else "the enemy's biplanes"
            text = f"Which hits in {theatre.area_name(area)} are thrown again for {whose}."
            return (_ask(asked, "rerolls", Clause.REROLL, text, area),)
        case PayCrisis(side=side, name=name, clause=clause, count=count):
            if not count or not crises.choice(theatre, position, task):
                return ()
            many = "one piece" if count == 1 else f"{count} pieces"
            return (_ask(side, "crisis", clause, f"{name}: remove {many} of infantry."),)
        case _:
            assert_never(task)


def _answer_combat(theatre: Theatre, course: Course, task: Asking) -> None:
    """What becomes of a question about cards or the air that nobody has to be asked."""
    match task:
        case CombatCards(side=side):
            combat_cards.close(course, side)
        case KeepBattle(side=side):
            combat_cards.keep(course, side, *(combat_cards.left(theatre, course.position) or ()))
        case AnswerFire():
            air.close(theatre, course, task)
        case Scrambling(side=side, area=area):
            course.add(ScrambleClosed(side=side, area=area))
        case PayCrisis():
            piece = crises.forced(theatre, course.position, task)
            if task.count and piece is not None:
                crises.pay(course, task, piece)
            else:
                crises.settle(theatre, course)
        case _:
            assert_never(task)


def advance(theatre: Theatre, course: Course, dice: Dice) -> None:  # noqa: C901, PLR0912, PLR0915 - one arm per task
    """Do the top of the agenda, where nobody is asked."""
    task = course.position.task
    match task:
        case DealCards():
            seasons.deal(theatre, course, dice)
        case OpenTurn(side=side):
            seasons.open_turn(course, side)
        case DeclareBattles(side=side):
            battles.close_declaration(course, side)
        case FightBattles(side=side):
            special.exhaust(course)
            battles.fight(course, side)
        case Fire():
            fire.resolve(theatre, course, task, dice)
            losses.settle(theatre, course)
        case PayHits():
            piece = losses.forced(theatre, course.position, task)
            if piece is not None:
                losses.lose(course, piece, siege=task.siege > 0)
            losses.settle(theatre, course)
        case RideOff(side=side, area=area):
            course.add(RetreatsClosed(side=side, area=area))
        case RetreatAfter():
            driven.close(theatre, course, task)
        case Dogfight(area=area):
            air.dogfight(theatre, course, area, dice)
        case CombatCards() | KeepBattle() | AnswerFire() | PayCrisis() | Scrambling():
            _answer_combat(theatre, course, task)
        case StandOrRetreat(side=side, area=area):
            units.close_declarations(course, area, side)
        case Withdraw(side=side, area=area):
            retreats.withdraw(course)
            course.add(RetreatsClosed(side=side, area=area))
            units.strand(course)
            units.order_off(course, area, side)
            course.settle(area)
        case CloseBattle(area=area):
            battles.close(course, area)
        case AdvanceSeason():
            seasons.advance_season(theatre, course, dice)
        case ReadEvents():
            game_events.read(theatre, course)
        case CheckSupply():
            attrition.check(theatre, course)
        case MakePlans():
            planning.reveal(theatre, course, task)
        case DealPurchases():
            planning.deal(theatre, course, dice)
        case TrimHands():
            course.add(PhaseClosed(phase="discards"))
        case RollTransit():
            transit.roll(theatre, course, dice)
        case LoseInTransit():
            transit.settle(theatre, course, task)
        case ChooseOffensive() | MovePieces() | PassMove() | LeaveEmpty() | None:
            pass
        case _:
            assert_never(task)
