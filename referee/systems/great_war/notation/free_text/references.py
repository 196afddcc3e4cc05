"""Words that refer to other words: `there`, `the same`, `the second`, `with the 7th Army`.

They refer to names in the clauses before them in the same line.
"""

from collections.abc import Iterable, Sequence

from referee.i18n import order_words
from referee.i18n import sentence_words as use
from referee.systems.great_war.notation.free_text.tokens import Token, Tokens, find_keys, is_of_piece
from referee.systems.great_war.notation.sentences import ARROW, COMMA
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import GreatWarOrder, Move, Retreat
from schemas.record import Value


class Antecedents(Value):
    """Names in the clauses before a clause.

    `place` is the area that `there` means, or "" if there is none or several. `goal` is where the last
    pieces go.
    """

    place: str = ""
    goal: str = ""
    speaks_of_armies: bool = False


NO_ANTECEDENTS = Antecedents()


def follow(antecedents: Antecedents, tokens: Tokens, orders: Iterable[GreatWarOrder]) -> Antecedents:
    """Return the names after one more clause."""
    goals = {_find_goal(order) for order in orders}
    goal = goals.pop() if len(goals) == 1 else ""
    areas = list(dict.fromkeys(token.area for token in tokens if token.area))
    place = goal or (areas[0] if len(areas) == 1 else "" if areas else antecedents.place)
    speaks = antecedents.speaks_of_armies or not find_keys(tokens).isdisjoint(use.ARMIES)
    return Antecedents(place, goal, speaks)


def _find_goal(order: GreatWarOrder) -> str:
    match order:
        case Move(path=path):
            return path[-1]
        case Retreat(to=goal):
            return goal
        case _:
            return ""


def resolve_places(antecedents: Antecedents, tokens: Tokens) -> Tokens:
    """Return words with the area for `there`, and with the goal of the last pieces for `the same`."""
    result: list[Token] = []
    for token in tokens:
        if antecedents.place and token.key in use.THERE and not _has_goal(tokens):
            result += (
                Token(ARROW, ARROW),
                Token(antecedents.place, antecedents.place, area=antecedents.place),
            )
        else:
            result.append(token)
    names_area = any(token.area for token in result)
    refers = any(token.among(use.DITTO | use.FOLLOWS - use.SMALL) for token in tokens)
    if antecedents.goal and refers and not names_area:
        result += (Token(ARROW, ARROW), Token(antecedents.goal, antecedents.goal, area=antecedents.goal))
    return result


def _has_goal(tokens: Tokens) -> bool:
    """Return True if an area of a clause is its goal, so that `there` repeats it."""
    before = ("", *(token.key for token in tokens))
    return any(
        token.area and word in use.TO | use.INTO | {ARROW}
        for word, token in zip(before, tokens, strict=False)
    )


def leave_out_host(position: Position, theatre: GreatWarGame, tokens: Tokens) -> Tokens:
    """Return words without an army that stands in the goal: `to Strasbourg and joins the 7th Army's area`."""
    areas = [at for at, token in enumerate(tokens) if token.area]
    first = (
        next((at for at in range(areas[-1] + 1, len(tokens)) if tokens[at].among(use.BESIDE)), 0)
        if areas
        else 0
    )
    if not first:
        return tokens
    rest = tokens[first:]
    around = use.BESIDE | use.SMALL | use.AROUND_HOSTS | use.RETREATS
    if not all(token.among(around) or token.key == COMMA or is_of_piece(theatre, token) for token in rest):
        return tokens
    numbers = {token.ordinal.removesuffix("s") for token in rest if token.ordinal}
    goal = tokens[areas[-1]].area
    there = {
        piece.id.partition("-")[2]
        for piece in position.map.pieces.values()
        if piece.kind == "army" and piece.area == goal
    }
    after = [token for token in rest if token.among(use.RETREATS - use.SMALL)]
    return (*tokens[:first], *after) if len(numbers) == 1 and numbers <= there else tokens


def split_by_origin(tokens: Tokens) -> Sequence[Tokens]:
    """Return the words about each of several pieces that leave areas of their own, each with the goal.

    In `the 2nd Army, from Nancy, and fr-3, from Verdun, attack Metz` each piece stands before its area.
    """
    lefts = [
        at
        for at, token in enumerate(tokens)
        if token.area
        and at
        and tokens[at - 1].key in use.FROM
        and not (at + 1 < len(tokens) and tokens[at + 1].key in use.TO)
    ]
    if len(lefts) < 2 or any(token.area for token in tokens[: lefts[0]]):
        return ()
    end = lefts[-1] + 1
    heads = [
        tokens[first:last]
        for first, last in zip([0, *(at + 1 for at in lefts[:-1])], (at + 1 for at in lefts), strict=True)
    ]
    rest = tuple(token for token in tokens[end:] if token.key != COMMA and token.key not in use.COUNTS)
    if any(sum(bool(token.piece or token.ordinal) for token in head) != 1 for head in heads):
        return ()
    if sum(bool(token.area) for token in rest) != 1 or any(token.piece or token.ordinal for token in rest):
        return ()
    return tuple((*_strip(head), *rest) for head in heads)


def split_by_companion(tokens: Tokens) -> Sequence[Tokens]:
    """Return the words about each of two pieces, as in `the 4th Army goes to Metz with the 3rd`."""
    areas = [at for at, token in enumerate(tokens) if token.area]
    last = areas[-1] + 1 if areas else len(tokens)
    main, beside = tokens[:last], tokens[last:]
    if not beside or beside[0].key not in use.WITH:
        return ()
    numbers = [token for token in beside if token.piece or token.ordinal]
    pieces = [token for token in main if token.piece or token.ordinal]
    if len(numbers) != 1 or len(pieces) != 1 or any(token.is_joint for token in tokens):
        return ()
    companion = [token for token in beside[1:] if not token.among(use.ARMIES)]
    first = main.index(pieces[0])
    return main, (*main[:first], *companion, *main[first + 1 :])


def _strip(head: Tokens) -> Tokens:
    """Return words without commas and without conjunctions before them."""
    words = [token for token in head if token.key != COMMA]
    return words[1:] if words and words[0].key in order_words.AND else words
