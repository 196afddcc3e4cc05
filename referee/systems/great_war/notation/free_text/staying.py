"""Clauses about pieces that stay, which mean no order."""

from itertools import pairwise

from referee.i18n import sentence_words as use
from referee.systems.great_war.notation.free_text.context import Context, Lines
from referee.systems.great_war.notation.free_text.tokens import Tokens, consists_of, count_of, is_of_piece
from referee.systems.great_war.notation.sentences import ARROW, COMMA
from referee.systems.great_war.state.tasks import MakePlans

_STAYING = use.STAYS | {"gehalten", "garder", "rester", "tenir", "tiens"}
"""Verbs of pieces that stay, with forms that remarks use as well."""

_TOWARDS = (use.TO | {ARROW}) - {"a", "au", "aux", "en", "bei", "zu"}
"""Words before a destination, and never before the place of a piece."""

_PLANES = frozenset({"plane", "flugzeug", "avion", "αεροπλανο"})
"""Words for a biplane."""


def read_stay(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause about pieces that stay. It means no order."""
    around = use.SMALL | use.STAYS | use.AROUND_STAYS | _PLANES | frozenset(use.COUNTS)
    around |= frozenset(token.key for token in tokens if token.key.isdecimal())
    others = [
        token
        for token in tokens
        if not (token.area or token.piece or is_of_piece(context.theatre, token)) or token.key in use.STAYS
    ]
    buys = isinstance(context.position.task, MakePlans) and any(token.key.isdecimal() for token in tokens)
    numbers = [token.key for token in tokens if token.key.isdecimal()]
    # "Back to Belfort and hold" goes there first, and "ge-4 to Ardennes, ge-3 and ge-5 stay" moves ge-4.
    leads = any(one.among(_TOWARDS) and other.area for one, other in pairwise(tokens))
    pieces = [at for at, token in enumerate(tokens) if token.piece or token.ordinal]
    # "ge-4 into the Ardennes, ge-3 stays" moves the first one.
    is_between = any(token.area and pieces[0] < at < pieces[-1] for at, token in enumerate(tokens) if pieces)
    goes = leads or is_between or not _are_there(context, tokens)
    # "Card 52 in Metz and I keep 48" plays the first card there.
    plays = context.plays_cards() and bool(numbers) and any(token.area for token in tokens)
    # "The 26. I keep the 26" says two things of the card.
    if goes or buys or plays or _is_partitive(tokens) or len(set(numbers)) < len(numbers):
        return None
    return [] if consists_of(others, _STAYING, around | _STAYING) else None


def _are_there(context: Context, tokens: Tokens) -> bool:
    """Return True if the named pieces stand in the named areas. French `ge-5 à Sedan` may lead there."""
    own = [*context.position.map.owned(context.side)]
    places: list[set[str]] = []
    is_followed = False
    for token in tokens:
        if token.key == COMMA:
            # In "6th and 7th stay, Mulhouse too", the area is one of its own.
            places = []
        elif token.area:
            if not all(token.area in one for one in places or [{piece.area for piece in own}]):
                return False
            is_followed = True
        elif name := token.piece or token.ordinal:
            places = [] if is_followed else places
            places.append({one.area for one in own if name in {one.id, one.id.partition("-")[2]}})
            is_followed = False
    return True


def _is_partitive(tokens: Tokens) -> bool:
    """Return True for `one of its infantry`, which is an order to leave it behind."""
    counts = (at for at, token in enumerate(tokens[:-1]) if count_of(token) and not token.ordinal)
    return any(tokens[at + 1].key in use.OF for at in counts)
