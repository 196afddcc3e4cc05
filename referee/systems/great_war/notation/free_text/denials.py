"""Denials: clauses about pieces, areas, cards or things that nothing shall happen to."""

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation.free_text import card_names
from referee.systems.great_war.notation.free_text.context import Context
from referee.systems.great_war.notation.free_text.tokens import (
    Token,
    Tokens,
    find_keys,
    is_of_piece,
    list_parts,
    tokens_of,
)
from referee.systems.great_war.notation.sentences import ARROW, COMMA
from referee.systems.great_war.state.tasks import CombatCards

_DENIED = use.DENIED | use.RETREATS | use.MOTION
_EXCLUDES = use.DENIES | (use.LEAVES_OUT - use.SMALL)
_DENYING = use.SMALL | use.DENIES | _DENIED | use.AROUND_DENIALS | use.COURTESIES


def is_empty(tokens: Tokens) -> bool:
    """Return True for words that want nothing: a greeting, a heading, a link."""
    words_without_order = use.SMALL | use.COURTESIES | use.HEADINGS | frozenset(use.COUNTS)
    return not any(token.area or token.piece or token.key.isdecimal() for token in tokens) and all(
        token.among(words_without_order) for token in tokens if token.key != COMMA
    )


def answers_no(context: Context, tokens: Tokens) -> bool:
    """Return True for the answer no to the whole open question, such as `no cards`."""
    task = context.position.task
    own = getattr(task, "area", None)
    tokens = [token for token in tokens if not token.area or token.area != own]
    if not context.asks_whether or any(is_name(context, token) for token in tokens):
        return False
    if len(tokens) > 1 and tokens[0].key in use.DENIES and tokens[1].key == COMMA:
        # "No, we retreat" is unclear.
        return answers_no(context, tokens[2:])
    things = order_words.CARDS | use.PLAYING if isinstance(task, CombatCards) else use.RETREATS - use.SMALL
    keys = find_keys(tokens)
    # "No all retreat" is unclear.
    is_whole = keys <= _DENYING | use.AROUND_NO and keys.isdisjoint(
        use.STILL | use.SECOND_PERSON | {"all", "both", "alle", "beide", "tous", "toutes"}
    )
    return (
        is_whole
        and not keys.isdisjoint(use.DENIES - {"isnt", "isn", "won", "wont"})
        and not keys.isdisjoint(things)
    )


def is_denial(context: Context, tokens: Tokens) -> bool:
    """Return True for `no other moves`: pieces, areas or things that nothing shall happen to."""
    if any(token.key == COMMA for token in tokens) or not _denies_whole(context, tokens):
        return False
    keys = find_keys(tokens)
    if context.plays_cards() and _names_card_and_area(tokens):
        # "No other card, play 43 in Argonne"
        return False
    _, tokens = card_names.find_all(context.theatre, context.position.hand(context.side).cards, tokens)
    others = [token for token in tokens if not is_name(context, token)]
    if sentence_phrases.LEFT_OUT.search(" ".join(token.text for token in tokens)):
        return all(token.among(use.SMALL | use.LEAVES_OUT) for token in others)
    has_thing = not keys.isdisjoint(_DENIED) or len(others) < len(tokens)
    return not keys.isdisjoint(use.DENIES) and has_thing and all(token.among(_DENYING) for token in others)


def _names_card_and_area(tokens: Tokens) -> bool:
    # "Nicht 17. Karte 53" reads like the 17th card.
    pairs = zip(tokens, (*tokens[1:], None), strict=True)
    names_card = any(
        one.key.isdecimal() or (one.ordinal and other is not None and other.among(order_words.CARDS))
        for one, other in pairs
    )
    return names_card and any(token.area for token in tokens)


def denies_each(context: Context, sentence: str) -> bool:
    """Return True for `no battle in Lodz or Banat`."""
    text = sentence_phrases.NEITHER_NOR.sub(" and ", sentence)
    return text != sentence and is_denial(context, tokens_of(context.theatre, text))


def _denies_whole(context: Context, tokens: Tokens) -> bool:
    """Return True if a denial holds for all names of a clause, as in `no battle in Lodz and Banat`."""
    names = [at for at, token in enumerate(tokens) if is_name(context, token)]
    first = next((at for at, token in enumerate(tokens) if token.among(use.DENIES)), 0)
    # In "ge-c3 to Metz: no one else moves", the denial is about others.
    before = tokens if not find_keys(tokens).isdisjoint(use.REST) else tokens[:first]
    leads = any(token.area for token in before) and not find_keys(before).isdisjoint(use.TO | {ARROW})
    if leads and any(token.piece or token.ordinal for token in before):
        return False
    if not names or not any(token.is_joint for token in tokens):
        return True
    denials = [at for at, token in enumerate(tokens) if not _EXCLUDES.isdisjoint(token.key.split())]
    things = [at for at, token in enumerate(tokens) if not _DENIED.isdisjoint(token.key.split())]
    # "Pas Brussels et combat à Mulhouse" and "Battle in Mulhouse and in Metz none" deny one area.
    stands_first = bool(denials) and denials[0] < names[0] and len(things) == 1 and things[0] < names[0]
    stands_last = bool(denials) and denials[0] > names[-1] and not any(at < names[0] for at in things)
    if stands_last and all(tokens[at].piece for at in names):
        return find_keys(tokens).isdisjoint(use.TO | use.INTO | {ARROW})
    return (stands_first or stands_last) and all(tokens[at].area for at in names)


def is_name(context: Context, token: Token) -> bool:
    """Return True for an area, a piece or its description, and a number."""
    return bool(token.area or token.piece) or token.key.isdecimal() or is_of_piece(context.theatre, token)


def holds_denial(text: str) -> bool:
    """Return True for a text with a word of a denial."""
    return not use.DENIES.isdisjoint(list_parts(text)) or sentence_phrases.LEFT_OUT.search(text) is not None


def names_something(context: Context, text: str) -> bool:
    """Return True if a text names an area, a piece or a number. The name of a side is none."""
    sides = lexicon(context.theatre).sides
    return any(
        is_name(context, token) and not sides.holds(token.key) for token in tokens_of(context.theatre, text)
    )
