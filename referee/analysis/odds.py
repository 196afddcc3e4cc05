"""Odds of the battles of a match or of a described set-up, by a policy."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple, cast

from msgspec import convert, to_builtins
from msgspec.structs import replace

from referee.analysis import battle_setups, forecasts, policies
from referee.analysis.battle_setups import BattleCard
from referee.analysis.bots import position_from_view
from referee.analysis.exact_odds.battle_end import End
from referee.analysis.exact_odds.choices import Choices, Knowledge, list_knowledge
from referee.analysis.families import find_great_war, refuse_odds
from referee.analysis.faults import AnalysisFault, find_interval
from referee.analysis.forecasts import Forecast
from referee.analysis.policies import QUIET, Policy, Written
from referee.faults import Complaint, DataFault, Misuse, NotFound, NotYours, PackProblem, declare, suggest
from referee.i18n.translator import Offered
from referee.matches.matches import Match
from referee.packs.conformance.great_war import case_pieces, setup
from referee.packs.conformance.misfits import Impossible
from referee.packs.rulesets import Ruleset
from referee.systems.great_war.facts import control
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.system import GreatWarSystem
from referee.texts.tree import quote
from schemas.answers.odds import (
    BattleOdds,
    CardOdds,
    EndOdds,
    GoneOdds,
    HiddenBattle,
    HolderOdds,
    LossOdds,
    Odds,
)
from schemas.great_war.case import GreatWarGiven
from schemas.record import REFEREE, Side

TAIL = Fraction(5, 100)
"""Chance of the losses in each tail outside the range shown."""


def odds(
    match: Match,
    viewer: Side,
    area: str | None = None,
    policy: Written | None = None,
    at: int | None = None,
    cards: Sequence[str] = (),
    orders: Written | None = None,
    *,
    choices: bool = False,
    deals: int = 0,
) -> Odds:
    """Return the odds of the battle in an area, or of each current, declared or possible battle.

    `policy` contains the answers, `at` is the entry after which the odds are computed, `cards` are played on
    the battle before it is fought, and `orders` of the viewer are carried out first, up to the first die. The
    odds use no secret of the match: two matches that differ only in facts hidden from the viewer have the
    same odds. Raises `Misuse` for another family of games or a match that forbids odds, `DataFault` for
    orders that cannot be carried out, `NotFound` if there is no battle, and `NotYours` if its armies are
    hidden.
    """
    game = find_great_war(match.system)
    if game is None:
        raise refuse_odds(match.system)
    if match.header.odds == "forbidden":
        raise Misuse(AnalysisFault.ODDS_FORBIDDEN)
    known_position = cast(Position, match.position(at))
    if orders is not None:
        known_position = battle_setups.carry_out(game, known_position, viewer, orders)
    request = Request(area, policy, tuple(cards), choices=choices, deals=deals)
    return position_odds(game, match.name, known_position, viewer, request)


class Request(NamedTuple):
    """A request for odds; see `odds`."""

    area: str | None = None
    policy: Written | None = None
    cards: tuple[str, ...] = ()
    choices: bool = False
    deals: int = 0


def position_odds(
    game: GreatWarSystem, match: str, known_position: Position, viewer: Side, request: Request
) -> Odds:
    """Return the odds of battles in a position, as `odds` does."""
    cards = request.cards
    position = battle_setups.show_public(game.rules.theatre, known_position, viewer)
    areas = _choose(game, position, request.area)
    battle_policy = QUIET if request.policy is None else policies.read(game, position, request.policy)
    hidden = tuple(one for one in areas if battle_setups.hides_armies(position, one))
    guesses = list_deals(game, known_position, position, viewer, request.deals) if hidden else ()
    if request.area is not None and hidden and not guesses:
        raise NotYours(Complaint.of(AnalysisFault.ARMIES_HIDDEN, area=game.language.area_name(hidden[0])))
    if cards and len(areas) != 1:
        raise Misuse(AnalysisFault.CARD_NEEDS_BATTLE)
    knowledge = list_knowledge(game, known_position, viewer) if request.choices else None
    battle_odds = (
        weigh(game, position, one, battle_policy, cards, knowledge, guesses if one in hidden else ())
        for one in areas
        if one not in hidden or guesses
    )
    battles = tuple(_add_chances(game, known_position, battle) for battle in battle_odds)
    unseen = tuple(HiddenBattle(area=one, name=game.language.area_name(one)) for one in hidden if not guesses)
    return tell(game, match, viewer, battle_policy, battles, unseen)


def tell(
    game: GreatWarSystem,
    match: str,
    viewer: Side,
    policy: Policy,
    battles: tuple[BattleOdds, ...],
    hidden: tuple[HiddenBattle, ...] = (),
) -> Odds:
    """Return the odds of some battles with the data they depend on."""
    return Odds(
        match=match,
        viewer=viewer,
        policy=tuple(map(str, policy.orders)),
        chart=tuple(unit.name for unit in game.language.pack.forces.units if unit.kind != "army"),
        battles=battles,
        hidden=hidden,
        sides={side: game.language.side_name(side) for side in game.rules.sides},
    )


def _choose(game: GreatWarSystem, position: Position, name: str | None) -> tuple[str, ...]:
    """Return the areas of the requested battles."""
    areas = battle_setups.list_areas(game.rules, position)
    if name is None:
        return areas
    subjects = game.notation.subjects
    areas_found = subjects.find(name)
    if len(areas_found) != 1:
        near = areas_found or subjects.nearest(name)
        raise NotFound(Complaint.of(AnalysisFault.NO_AREA, suggest(name, near), name=quote(name)))
    if areas_found[0] in areas:
        return areas_found
    name_of_area = game.language.area_name(areas_found[0])
    if not areas:
        raise NotFound(Complaint.of(AnalysisFault.NO_BATTLE, area=name_of_area))
    others = Offered(tuple(map(game.language.area_name, areas)))
    raise NotFound(Complaint.of(AnalysisFault.OTHER_BATTLES, area=name_of_area, areas=others))


def _add_chances(game: GreatWarSystem, position: Position, battle: BattleOdds) -> BattleOdds:
    """Return the odds with the chance of each side to have the played cards."""
    chances = (
        battle_setups.find_card_chance(game.rules, position, BattleCard(one.side, one.card))
        for one in battle.cards
    )
    cards = (
        replace(one, held=str(chance), percent=_percent(chance))
        for one, chance in zip(battle.cards, chances, strict=True)
    )
    return replace(battle, cards=tuple(cards))


def list_deals(
    game: GreatWarSystem, known_position: Position, position: Position, viewer: Side, number: int
) -> tuple[Position, ...]:
    """Return positions that fit a side's knowledge, each with other pieces in the armies that others hide."""
    if viewer not in known_position.map.sides:
        return ()
    view = convert(to_builtins(game.secrecy.view(known_position, viewer)), position_from_view.SeenWar)
    theatre = game.rules.theatre
    return tuple(
        position_from_view.suppose(theatre, view, position, Random(lot)).marking(closed=frozenset[Side]())
        for lot in range(number)
    )


def weigh(
    game: GreatWarSystem,
    position: Position,
    area: str,
    policy: Policy,
    cards: Sequence[str] = (),
    knowledge: Knowledge | None = None,
    guesses: Sequence[Position] = (),
) -> BattleOdds:
    """Return the odds of one battle, from a position without secrets.

    With `knowledge` of cards they contain the choices around it. With `guesses` they are means over these
    positions.
    """
    laid: tuple[BattleCard, ...] = ()
    results: list[Forecast] = []
    for start in guesses or (position,):
        after, laid = battle_setups.lay_cards(game, start, area, cards)
        results.append(forecasts.forecast(game.rules, after, area, policy))
        position = after
    forecast = results[0] if len(results) == 1 else _find_mean(results)
    fight = position.fight
    return BattleOdds(
        area=area,
        name=game.language.area_name(area),
        attacker=position.playing.side,
        fought=fight is not None and fight.area == area,
        method="weighed" if guesses else "simulated" if forecast.fights else "exact",
        positions=forecast.positions,
        fights=forecast.fights,
        deals=len(guesses),
        holders=tuple(hold(forecast, holder) for holder in (*game.rules.sides, None)),
        losses=tuple(_lose(forecast, number, side) for number, side in enumerate(game.rules.sides)),
        gone=tuple(_go(game, position, forecast, piece) for piece in _list_gone(forecast)),
        ends=tuple(_list_ends(game.rules, forecast)),
        cards=tuple(
            CardOdds(side=one.side, card=one.number, name=game.language.card_name(one.number)) for one in laid
        ),
        choices=() if knowledge is None else Choices(game, position, area, policy, knowledge).list_all(),
    )


def _find_mean(found: Sequence[Forecast]) -> Forecast:
    ends: dict[End, Fraction] = {}
    for one in found:
        for end, chance in one.ends.items():
            ends[end] = ends.get(end, Fraction(0)) + chance / len(found)
    return Forecast(ends, sum(one.positions for one in found), sum(one.fights for one in found))


def _add(forecast: Forecast, condition: Callable[[End], bool]) -> Fraction:
    return sum((chance for end, chance in forecast.ends.items() if condition(end)), start=Fraction(0))


def hold(forecast: Forecast, holder: Side | None) -> HolderOdds:
    """Return the chance that a side, or no side, holds the area; with an interval if battles were sampled."""
    chance = _add(forecast, lambda end: end.holder == holder)
    least, most = find_interval(float(chance), forecast.fights) if forecast.fights else (None, None)
    return HolderOdds(holder=holder, chance=str(chance), percent=_percent(chance), least=least, most=most)


def _lose(forecast: Forecast, number: int, side: Side) -> LossOdds:
    chances: dict[int, Fraction] = {}
    for end, chance in forecast.ends.items():
        lost = end.lost[number]
        chances[lost] = chances.get(lost, Fraction(0)) + chance
    mean = sum((lost * chance for lost, chance in chances.items()), start=Fraction(0))
    return LossOdds(
        side=side,
        mean=str(mean),
        about=round(float(mean), 2),
        low=_reach(chances, TAIL),
        high=_reach(chances, 1 - TAIL),
        table={lost: str(chances[lost]) for lost in sorted(chances)},
    )


def _reach(chances: Mapping[int, Fraction], part: Fraction) -> int:
    """Return the smallest number of losses that is not exceeded with at least this chance."""
    return min(
        most for most in chances if sum(chance for lost, chance in chances.items() if lost <= most) >= part
    )


def _list_gone(forecast: Forecast) -> tuple[str, ...]:
    return tuple(sorted({piece for end in forecast.ends for piece in end.gone}))


def _go(game: GreatWarSystem, position: Position, forecast: Forecast, id: str) -> GoneOdds:
    piece, chance = position.map.pieces[id], _add(forecast, lambda end: id in end.gone)
    name = game.language.piece_name(piece)
    return GoneOdds(piece=id, name=name, side=piece.side, chance=str(chance), percent=_percent(chance))


def _list_ends(rules: GreatWar, forecast: Forecast) -> Iterator[EndOdds]:
    """Yield all ends, the most likely one first."""
    for end, chance in sorted(forecast.ends.items(), key=lambda one: (-one[1], one[0].lost, one[0].gone)):
        losses = dict(zip(rules.sides, end.lost, strict=True))
        yield EndOdds(holder=end.holder, losses=losses, gone=end.gone, chance=str(chance))


def _percent(chance: Fraction) -> float:
    return round(float(100 * chance), 1)


BETWEEN_AREAS = ";"
"""Separator of two areas of a set-up in one line."""


def setup_odds(
    bound: Ruleset,
    setup_text: str,
    season: str | None = None,
    policy: Written | None = None,
    cards: Sequence[str] = (),
    *,
    choices: bool = False,
) -> Odds:
    """Return the odds of a described battle: `reims: ge-1 [5I 1A], fr-1 [3I 1A] entrenched`.

    The battle is in the first area, and the side of the first piece attacks. Other areas may follow,
    separated by semicolons. The season is the first of the scenario unless `season` names one. Raises
    `DataFault` with all faults of the set-up, and `Misuse` for another family of games.
    """
    game = find_great_war(bound.system)
    if game is None:
        raise refuse_odds(bound.system)
    try:
        area, position = _set_up(game, setup_text, season)
    except Impossible as impossible:
        raise DataFault(*map(_complain, impossible.misfits)) from None
    battle_policy = QUIET if policy is None else policies.read(game, position, policy)
    knowledge = list_knowledge(game, position, REFEREE) if choices else None
    battle = weigh(game, position, area, battle_policy, cards, knowledge)
    return tell(game, "", REFEREE, battle_policy, (battle,))


def _complain(misfit: PackProblem) -> Complaint:
    return Complaint.of(declare(AnalysisFault.SET_UP_IMPOSSIBLE, fact=misfit.text), misfit.remedy)


def _set_up(game: GreatWarSystem, setup_text: str, season: str | None) -> tuple[str, Position]:
    """Return the area of the battle, and the position in which it comes next."""
    text = "\n".join(_name_area(game, part) for part in setup_text.split(BETWEEN_AREAS))
    laid = case_pieces.read(game.rules.theatre, text)
    first = next((piece for piece in laid.pieces.values() if piece.kind != "fort"), None)
    if first is None:
        raise Misuse(AnalysisFault.SET_UP_EMPTY)
    area, names = laid.areas[0], game.language
    turn, question = f"{first.side} offensive", f"battle {area}"
    position = setup.position(
        game.rules, GreatWarGiven(pieces=text, season=season, turn=turn, asked=question)
    )
    for side in game.rules.sides:
        if not control.present(position.map, area, side):
            names_stated = {"side": names.side_name(side), "area": names.area_name(area)}
            raise Misuse(declare(AnalysisFault.SET_UP_ONE_SIDED, **names_stated))
    return area, battle_setups.show_public(game.rules.theatre, position, REFEREE)


def _name_area(game: GreatWarSystem, part: str) -> str:
    """Return the part of a set-up with its area by id; the part may use any name of the area."""
    name, colon, rest = part.partition(":")
    areas = game.notation.subjects.find(name.strip())
    return f"{areas[0]}{colon}{rest}" if len(areas) == 1 else part
