"""Sentences that need no answer now: remarks, questions, denials, and wishes about later questions."""

import re

from referee.i18n import second_thoughts, sentence_phrases
from referee.i18n import sentence_words as use
from referee.i18n.name_matching import nearest
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation import prose
from referee.systems.great_war.notation.free_text import comments, statements
from referee.systems.great_war.notation.free_text.context import Context
from referee.systems.great_war.notation.free_text.denials import holds_denial, is_name
from referee.systems.great_war.notation.free_text.orders import adds_battle, buys_cards, names_next_battle
from referee.systems.great_war.notation.free_text.statements import (
    DOUBTS,
    ORDERS,
    may_refer,
)
from referee.systems.great_war.notation.free_text.tokens import (
    Tokens,
    find_keys,
    holds_piece,
    is_of_piece,
    leave_counts_out,
    list_parts,
    tokens_of,
)
from referee.systems.great_war.notation.proposals import answers
from referee.systems.great_war.notation.sentences import ARROW, COMMA
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.tasks import (
    CombatCards,
    DeclareBattles,
    PayHits,
    RetreatAfter,
    RideOff,
    StandOrRetreat,
)

_PAST = re.compile(
    r"\b(?:a|ont|ai|as|avons|avez|est|sont) (?:\w+ )?(?!termin)\w+(?:é|és|ée|ées)\b"
    r"|\ba (?=avance|joue|passe|marche|envoye)"
)
_CLOCK_TIMES = re.compile(r"(?:1[89]|20)\d\d")
_IN_CASE = re.compile(
    r"\bfalls\b(?! back)|\bή\b|\bau cas où\b|\bs['’]ils?\b(?! (?:vous|te) pla)"
    r"|\bshould (?:that|this|it|he|they)\b|^\W*sollten? (?:das|dies|er|es|sie)\b"
    r"|\bsonst\b(?= (?!(?:niemand|nichts|keine?[nrs]?|bleib\w+)\b)[^,.]*\d)",
    re.IGNORECASE,
)
"""Conditions with words that have other meanings as well.

German `falls` is an English verb as well, Greek `ή` an article without its accent, and `sonst` means another
order only before a number: `sonst ge-4 nach Metz`.
"""

FEWEST_STRANGE = 3
"""Lowest number of unknown words of a remark that names an area."""

ORDERING = (
    use.MOTION | use.RETREATS | use.BATTLES | use.PLAYS | use.FORTS | use.SPENDS
) - use.SMALL  # fmt: skip
"""Words that order something where nothing else is named."""

CLOSERS = use.ENDS | use.PASSES
"""Words that close a question."""

_KNOWN = use.SMALL | ORDERING | use.STAYS | use.DENIES | use.DOUBTS | use.LATER
_ADDS = frozenset({"add", "adds", "ajoute", "ajouter", "dazu", "declare", "erklare", "list", "liste"})
"""Words that declare a battle."""


def is_doubtful(text: str, doubts: frozenset[str] = use.DOUBTS) -> bool:
    """Return True for a question, a condition or an event of the past."""
    parts = list_parts(text)
    patterns = (sentence_phrases.ASKED, _PAST, _IN_CASE)
    if any(pattern.search(text) for pattern in patterns) or not doubts.isdisjoint(parts):
        return True
    is_polite = not use.POLITE.isdisjoint(parts) and parts[0] in use.REQUESTS
    return bool(parts) and parts[0] in use.QUESTIONS and not is_polite


def leaves_open(text: str) -> bool:
    """Return True for a sentence after which it is not sure that a question is closed."""
    return is_doubtful(text, use.DOUBTS - use.EXCEPTIONS)


def is_afterthought(theatre: GreatWarGame, text: str) -> bool:
    """Return True for words below the last order that name no piece, and take no order back."""
    tokens = tokens_of(theatre, text)
    names_piece = any(token.piece or token.ordinal for token in tokens)
    if len(tokens) < FEWEST_STRANGE or names_piece or any(token.key.isdecimal() for token in tokens):
        return False
    return not second_thoughts.may_take_back(text) and find_keys(tokens).isdisjoint(CLOSERS)


def wants_nothing(context: Context, sentence: str) -> bool:
    """Return True for a sentence that needs no answer now."""
    if is_wish(context, sentence):
        return False
    return is_later(context, sentence) or wants_nothing_now(context, sentence)


def wants_nothing_now(context: Context, text: str) -> bool:
    """Return True for a text that tells, asks or denies something, or lets pieces stay."""
    return (
        _is_remark(context, text)
        or _tells_of_piece(context, tokens_of(context.theatre, text), text)
        or answers.stays(context, text)
        or comments.is_comment(context, text)
        or statements.only_stays(context, text)
    )


def is_wish(context: Context, sentence: str) -> bool:
    """Return True for a wish that a remark must not hide: an end, a next battle, or `the 7th Army too`."""
    tokens = tokens_of(context.theatre, sentence)
    keys = find_keys(tokens)
    is_still = not keys.isdisjoint(use.STAYS | use.DENIES | use.LATER)
    names_piece = any(is_of_piece(context.theatre, one) for one in tokens)
    # "Too many Germans" adds nothing.
    ends = tokens[-1:] if keys.isdisjoint(use.TOO - {"too", "also", "same", "meme"}) else tokens
    goes_too = names_piece and not (is_still or find_keys(ends).isdisjoint(use.TOO))
    return goes_too or _orders_ahead(context, tokens, sentence) or names_next_battle(context, tokens)


def _is_remark(context: Context, sentence: str) -> bool:
    """Return True for a sentence that names nothing to be ordered, a question, a report or a heading."""
    tokens = tokens_of(context.theatre, sentence)
    keys = find_keys(tokens)
    if keys.isdisjoint(CLOSERS) and prose.is_sentence(
        context.theatre, context.position, context.side, sentence, context.verbs
    ):
        return True
    if sentence_phrases.ASKED.search(sentence):
        return _wants_no_order(tokens)
    if _is_reported(context, tokens, sentence) or is_unsure_battle(tokens, sentence):
        return True
    if sentence.endswith(":") and not holds_piece(tokens) and ARROW not in keys:
        return True
    return _is_chat(context, tokens)


def _wants_no_order(tokens: Tokens) -> bool:
    """Return True for a question that proposes no order. `What about ge-3 to Metz?` proposes one."""
    keys, first = find_keys(tokens), tokens[0].key if tokens else ""
    names = any(token.piece or token.area or token.key.isdecimal() for token in tokens)
    if names and (_leads_somewhere(tokens) or not keys.isdisjoint(ORDERING | use.BUYS | use.TRENCHES)):
        return False
    return first in use.QUESTIONS - use.REQUESTS or not (holds_piece(tokens) or first in use.REQUESTS)


def _orders_ahead(context: Context, tokens: Tokens, sentence: str) -> bool:
    """Return True for an end, a purchase, a battle that is added, or a plan for later battles."""
    keys = find_keys(tokens)
    retreats = isinstance(context.position.task, CombatCards | DeclareBattles)
    goes_back = not keys.isdisjoint(use.GOES_BACK)
    sends_back = goes_back and retreats and _leads_somewhere(tokens)
    # "Everybody back to Berlin" names no area of the map.
    is_own = keys.isdisjoint(use.OTHERS | use.YOUR | use.SECOND_PERSON | use.PEOPLES)
    is_own = is_own and not keys.isdisjoint(use.TO) and not is_later(context, sentence)
    sends_back |= goes_back and context.retreats() and is_own
    sends_back = sends_back and not holds_denial(sentence_phrases.NO_ONE.sub("none", sentence))
    kinds = lexicon(context.theatre).kinds
    is_about_losses = not keys.isdisjoint(use.CASUALTIES) or any(kinds.holds(word) for word in keys)
    loses = is_about_losses and not keys.isdisjoint(use.FIRST)
    # "That goes for the other battles too" is a plan as well.
    applies = not sentence.endswith(":") and not keys.isdisjoint(
        use.TOO | {"goes", "applies", "gilt", "vaut", "pareil"}
    )
    is_nameless = not any(token.area or token.piece for token in tokens)
    plans = (loses or applies) and sentence_phrases.OTHER_BATTLES.search(sentence) is not None
    plans |= applies and is_nameless and sentence_phrases.LATER_TURNS.search(sentence) is not None
    return (
        sends_back
        or plans
        or adds_battle(context, tokens, is_denied=holds_denial(sentence))
        or buys_cards(context, tokens)
        or sentence_phrases.ALL_SAID.match(sentence.strip()) is not None
    )


def _is_reported(context: Context, tokens: Tokens, sentence: str) -> bool:
    """Return True for reports of others, for fears, and for a remark about the fort after hits."""
    others = [token for token in tokens if not _CLOCK_TIMES.fullmatch(token.key)]
    is_told = sentence_phrases.TOLD.search(sentence) or sentence_phrases.WISHED_AWAY.search(sentence)
    if is_told and not any(
        token.area or token.piece or token.ordinal or token.key.isdecimal() for token in others
    ):
        return find_keys(tokens).isdisjoint(CLOSERS)
    is_result = isinstance(context.position.task, PayHits) and sentence_phrases.LEFT_OVER.search(sentence)
    return bool(is_result) and not any(token.piece for token in tokens)


def _is_of_other_battle(context: Context, tokens: Tokens) -> bool:
    """Return True for a sentence that begins with the area of another battle than the one in question."""
    task, now = context.position.task, context.position.now
    if not isinstance(task, PayHits | StandOrRetreat | RetreatAfter | RideOff | CombatCards) or now is None:
        return False
    first = next((at for at, token in enumerate(tokens) if token.area), len(tokens))
    before, after = tokens[:first], tokens[first:]
    own = "" if isinstance(task, CombatCards) else task.area
    areas = {token.area for token in after}
    pieces = [context.position.map.pieces.get(token.piece) for token in tokens if token.piece]
    if not after or after[0].area not in set(now.battles) - {own} or own in areas - {""}:
        return False
    if any(piece is not None and piece.area == own for piece in pieces):
        return False
    introduction = use.SMALL | use.INTO | use.FROM | use.BATTLES | use.AROUND_BATTLES
    introduction |= use.CONTRASTS
    return all(token.among(introduction) for token in before) and find_keys(tokens).isdisjoint(
        CLOSERS | use.PLAYS - use.DENIES - use.SMALL - {"one"}
    )


def is_later(context: Context, sentence: str) -> bool:
    """Return True for a sentence about a question that is not open."""
    tokens = tokens_of(context.theatre, sentence)
    keys, task = find_keys(tokens), context.position.task
    if _is_of_other_battle(context, tokens):
        return True
    if sentence_phrases.LATER_TURNS.search(sentence) is not None and not sentence_phrases.THIS_TURN.search(
        sentence
    ):
        return keys.isdisjoint(CLOSERS)
    if sentence_phrases.OTHER_BATTLES.search(sentence) is not None:
        return keys.isdisjoint(CLOSERS) and not any(token.piece for token in tokens)
    is_later_step = sentence_phrases.LATER_STEPS.search(sentence) is not None
    if not isinstance(task, PayHits | StandOrRetreat | RetreatAfter | RideOff):
        goes = holds_piece(tokens) and _leads_somewhere(tokens)
        speaks_of_battle = sentence_phrases.BATTLE_STEPS.search(sentence) is not None or not keys.isdisjoint(
            use.LATER
        )
        is_about_battle = speaks_of_battle and not (goes or _names_more(context, sentence))
        return (is_later_step or is_about_battle) and keys.isdisjoint(CLOSERS)
    areas = {token.area for token in tokens if token.area}
    pieces = [context.position.map.pieces.get(token.piece) for token in tokens if token.piece]
    places = areas | {piece.area for piece in pieces if piece is not None}
    return is_later_step and bool(areas) and task.area not in places and keys.isdisjoint(CLOSERS)


def _names_more(context: Context, sentence: str) -> bool:
    """Return True for words about an area beside losses: `Coup de main in Metz, losses infantry first`."""
    parts = (tokens_of(context.theatre, part) for part in re.split(r"[,;]", sentence))
    return any(
        any(token.area for token in tokens)
        and find_keys(tokens).isdisjoint(use.LATER | use.STAYS | use.LOSES)
        and any(not (token.area or token.among(use.SMALL | use.INTO)) for token in tokens)
        for tokens in parts
    )


def _leads_somewhere(tokens: Tokens) -> bool:
    """Return True for words with an area behind a word of direction, or an attacked one."""
    before = ("", *(token.key for token in tokens))
    leads = use.TO | use.INTO | use.ATTACKS | {ARROW}
    return any(token.area and word in leads for word, token in zip(before, tokens, strict=False))


def is_unsure_battle(tokens: Tokens, sentence: str) -> bool:
    """Return True for `the only battle is Valjevo, I think`, after which the question stays open."""
    keys = find_keys(tokens)
    names_piece = any(token.piece or token.ordinal for token in tokens)
    is_unsure = sentence_phrases.UNSURE.search(sentence) is not None
    return (
        is_unsure
        and not names_piece
        and not keys.isdisjoint(use.BATTLES - use.ATTACKS)
        and keys.isdisjoint(CLOSERS)
    )


def is_harmless_aside(context: Context, text: str) -> bool:
    """Return True for a bracket behind a sentence that names no piece, and takes nothing back.

    It may name a card that the writer keeps.
    """
    tokens = tokens_of(context.theatre, text)
    keys = find_keys(tokens)
    kinds = lexicon(context.theatre).kinds
    names_piece = any(
        token.area or token.piece or token.ordinal or kinds.holds(token.key) for token in tokens
    )
    names_card = any(token.key.isdecimal() for token in tokens) and keys.isdisjoint(use.STAYS)
    doubts = use.DOUBTS - use.CONTRASTS
    plays = frozenset[str]() if keys.isdisjoint(use.STAYS) else use.PLAYS
    return not (
        names_piece or names_card or second_thoughts.may_take_back(text) or is_bare_condition(text)
    ) and keys.isdisjoint((ORDERING | CLOSERS | use.ARMIES | use.DENIES | doubts) - use.SMALL - plays)


def is_empty_bracket(context: Context, tokens: Tokens) -> bool:
    """Return True for words between brackets that name nothing of the game."""
    if find_keys(tokens) <= use.SMALL | use.ARMIES:
        return True
    return not any(is_name(context, token) for token in tokens) and find_keys(tokens).isdisjoint(
        (context.verbs | ORDERING | use.DENIES) - use.SMALL
    )


def is_bare_condition(sentence: str) -> bool:
    """Return True for a condition of the sentence before it, such as `only if it rains`."""
    return sentence_phrases.ONLY_IF.match(sentence) is not None


def _is_chat(context: Context, tokens: Tokens) -> bool:
    """Return True for a remark without a piece, a number, a verb of orders, and a wish about an area."""
    others = [token for token in tokens if not token.area and token.key != COMMA]
    if not isinstance(context.position.task, PayHits):
        others = leave_counts_out(context.theatre, others)
    if any(is_name(context, token) or not token.key.replace(" ", "").isalpha() for token in others):
        return False
    keys = find_keys(tokens)
    names_battle = isinstance(context.position.task, DeclareBattles) and any(token.area for token in tokens)
    if names_battle and not keys.isdisjoint(_ADDS):
        # "I add Mulhouse to the list" declares a battle.
        return False
    # A plan is a line of its own, with a colon.
    if not keys.isdisjoint((context.verbs - {"plan"} | ORDERING | CLOSERS) - use.SMALL):
        return False
    if any(token.area for token in tokens):
        strange = sum(1 for token in others if not token.among(_KNOWN))
        return keys.isdisjoint(use.DOUBTS) and strange >= FEWEST_STRANGE
    # A single word may be a mistyped order.
    return len(others) > 1 or not nearest(" ".join(keys), context.verbs, likeness=prose.LIKENESS)


def _tells_of_piece(context: Context, tokens: Tokens, text: str) -> bool:
    """Return True for a remark about a piece, to which a pronoun may refer: `the 8th Army is too far out`."""
    keys = find_keys(tokens)
    orders = (ORDERS - use.ARMIES) | use.TO | use.INTO - use.SMALL | {ARROW}
    return (
        any(token.piece or is_of_piece(context.theatre, token) for token in tokens)
        and not keys.isdisjoint(use.BEING)
        and keys.isdisjoint(orders | DOUBTS)
        and not may_refer(text)
    )
