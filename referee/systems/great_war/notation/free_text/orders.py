"""Forms of clauses that are orders, each as the lines of a letter that it means.

A form applies only if all words of the clause are names or words of the form.
"""

from collections.abc import Sequence
from itertools import pairwise

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.systems.great_war.language.lexicon import lexicon
from referee.systems.great_war.notation.free_text import card_names
from referee.systems.great_war.notation.free_text.context import Context, Lines
from referee.systems.great_war.notation.free_text.staying import read_leave, read_stay
from referee.systems.great_war.notation.free_text.tokens import (
    Token,
    Tokens,
    consists_of,
    count_of,
    find_keys,
    is_of_piece,
)
from referee.systems.great_war.notation.sentences import COMMA
from referee.systems.great_war.season.production import card_limit
from referee.systems.great_war.state.position import Piece
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    CombatCards,
    DeclareBattles,
    LeaveEmpty,
    MakePlans,
    PayCrisis,
    PayHits,
    RetreatAfter,
    StandOrRetreat,
    TrimHands,
)
from schemas.great_war.orders import Retreat


def _end(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause that closes a question, or that passes."""
    own = getattr(context.position.task, "area", None)
    tokens = [token for token in tokens if not (token.area and token.area == own)]
    if consists_of(tokens, use.ENDS, use.CLOSING):
        return ["done"]
    others_pass = any(
        one.among(use.SECOND_PERSON) and other.among(use.PASSES) for one, other in pairwise(tokens)
    )
    # "We passes" stands for "Germany passes"; "passt" alone means that all is well.
    passes = use.PASSES | ({"passes", "passt", "passent"} if tokens[:1] and tokens[0].key == "we" else set())
    return ["pass"] if consists_of(tokens, passes, use.PASSING) and not others_pass else None


def _card(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause that plays a card by its number."""
    numbers = [token.key for token in tokens if token.key.isdecimal()]
    if not numbers and isinstance(context.position.task, ChooseOffensive):
        return _read_limited_offensive(tokens)
    name = context.find_card_words(numbers[0]) if len(numbers) == 1 else None
    if name is None:
        return None
    others = _without(tokens, numbers)
    others = [token for token in others if not lexicon(context.theatre).sides.holds(token.key)]
    words = find_keys(others)
    if not words <= use.SMALL | use.PLAYS | use.FIRST | name or words.isdisjoint(use.PLAYS | name):
        return None
    if not isinstance(context.position.task, ChooseOffensive | CombatCards):
        return None
    if not words.isdisjoint(use.EVENTS):
        return [f"play {numbers[0]} as event"]
    return [f"offensive {numbers[0]}"] if isinstance(context.position.task, ChooseOffensive) else None


def _keep(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause that keeps cards by their numbers and discards the others: `keep 1, 6, drop the rest`."""
    if not isinstance(context.position.task, TrimHands):
        return None
    hand = context.position.hand(context.side).cards
    numbers = [token.key for token in tokens if token.key.isdecimal()]
    words = [token.key for token in tokens if token.key not in {*numbers, COMMA}]
    last = max((at for at, token in enumerate(tokens) if token.key in numbers), default=0)
    before, after = find_keys(tokens[:last]), find_keys(tokens[last + 1 :])
    vocabulary = use.SMALL | use.STAYS | use.KEEPS | order_words.CARDS | order_words.AND
    is_known = {*words} <= vocabulary | use.REST | use.DISCARDS
    if not is_known or before.isdisjoint(use.KEEPS) or not before.isdisjoint(use.DISCARDS):
        return None
    cards = {int(number) for number in numbers}
    if after.isdisjoint(use.REST) or after.isdisjoint(use.DISCARDS) or not cards <= {*hand}:
        return None
    return [f"discard {', '.join(str(card) for card in sorted({*hand} - cards))}"]


def _keep_for_later(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause about a card that is not played now: `I keep card 53 for a better moment`."""
    if not isinstance(context.position.task, ChooseOffensive | DeclareBattles | CombatCards):
        return None
    hand = context.position.hand(context.side).cards
    cards, others = card_names.find_all(context.theatre, hand, tokens)
    words = find_keys(others)
    vocabulary = use.SMALL | use.KEEPS | use.FOR_LATER | order_words.CARDS | order_words.ARTICLES | use.FROM
    names_card = bool(cards) or not words.isdisjoint(order_words.CARDS)
    return [] if names_card and words <= vocabulary and not words.isdisjoint(use.KEEPS - use.SMALL) else None


def _play(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause with a card by its number, its name and its battle: `Poison Gas (39) in Reims`."""
    numbers = [token.key for token in tokens if token.key.isdecimal()]
    areas = [token.area for token in tokens if token.area]
    if not isinstance(context.position.task, CombatCards | DeclareBattles) or len(areas) != 1:
        return None
    name = context.find_card_words(numbers[0]) if len(numbers) == 1 else None
    words = find_keys(token for token in _without(tokens, numbers) if not token.area)
    if not numbers:
        return _play_by_name(context, [token for token in tokens if not token.area], areas[0])
    is_known = name is not None and words <= (use.SMALL | use.PLAYS | name) - {"played"}
    if name is None or not is_known or words.isdisjoint(name | use.USES):
        return None
    return [f"play {numbers[0]} in {areas[0]}"]


def _play_by_name(context: Context, tokens: Tokens, area: str) -> Lines | None:
    """Read the rest of a clause that plays the only card of a name in an area: `gas in Artois, please`."""
    hand = context.position.hand(context.side).cards
    cards, others = card_names.find_all(context.theatre, hand, tokens)
    words = find_keys(others)
    is_plain = words <= (use.SMALL | use.PLAYS | use.COURTESIES) - {"played"}
    if len(cards) != 1 or not is_plain or context.theatre.combat(cards[0]) == "weather":
        # Bad weather comes everywhere.
        return None
    return [f"play {cards[0]} in {area}"]


def _play_event(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause that plays the only card of a name as its event: `Bad Weather as an event`."""
    if not isinstance(context.position.task, CombatCards) or any(token.area for token in tokens):
        return None
    hand = context.position.hand(context.side).cards
    cards, others = card_names.find_all(context.theatre, hand, tokens)
    words = find_keys(others)
    is_event = words <= use.SMALL | use.PLAYS | use.EVENTS | {"as"} and not words.isdisjoint(use.EVENTS)
    return [f"play {cards[0]} as event"] if len(cards) == 1 and is_event else None


def _read_limited_offensive(tokens: Tokens) -> Lines | None:
    """Read a clause that plays a limited offensive without its number."""
    words = find_keys(tokens)
    is_limited = any(name <= words for name in use.LIMITED)
    return (
        ["limited offensive"]
        if is_limited and words <= use.SMALL | use.PLAYS | use.PASSING | _LIMITED_WORDS
        else None
    )


_LIMITED_WORDS = frozenset[str]().union(*use.LIMITED)
_MOVED = frozenset({"to", "out", "vers", "nach", "via", "προσ"})
"""Words of a move. A sentence with one of them declares no battle."""


_BATTLE_NOUNS = use.BATTLES & use.DENIED - use.ATTACKS
"""Nouns of battles."""


_LAST = frozenset({"last", "lastly", "finally", "zuletzt", "ende", "schluss", "dernier", "derniere", "enfin"})
"""Words beside the battle that is fought last."""


def _battles(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause that declares battles in the order in which it names them."""
    areas = [token.area for token in tokens if token.area]
    others = [token for token in tokens if not token.area and token.key != COMMA]
    if not find_keys(others).isdisjoint(use.ARMIES):
        # The armies that fight there, as in `Lodz with the 9th Army`.
        others = [token for token in others if not (token.ordinal or is_of_piece(context.theatre, token))]
    words = [part for token in others for part in token.key.split() if not part.isdecimal()]
    storms = isinstance(context.position.task, DeclareBattles) and not use.FIRST_PERSON.isdisjoint(words)
    around = use.AROUND_BATTLES | (use.ATTACKS if storms else frozenset[str]())
    if not areas or not set(words) <= use.SMALL | use.BATTLES | around:
        return None
    last = [at for at, token in enumerate(tokens) if token.key in _LAST]
    before_last = [at for at, token in enumerate(tokens) if token.area][-2:-1]
    if last and before_last and last[0] < before_last[0]:
        # "Last Metz, then Mons" may be any order.
        return None
    if sentence_phrases.LEFT_OUT.search(" ".join(token.text for token in tokens)):
        # "We fight in Aachen, Brussels I leave alone" names one battle.
        return None
    # "The battle attacks Mons" is not an order.
    attacks_itself = not (use.ATTACKS.isdisjoint(words) or _BATTLE_NOUNS.isdisjoint(words))
    if attacks_itself or not _MOVED.isdisjoint(words) or not _counts_areas(tokens) or _is_reversed(words[1:]):
        return None
    if isinstance(context.position.task, DeclareBattles) or not use.BATTLES.isdisjoint(words):
        return [f"battle {area}" for area in dict.fromkeys(areas)]
    return None


def _next_battle(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause that chooses the next battle of the turn: `fight Verdun next, before Antwerp`."""
    areas = [at for at, token in enumerate(tokens) if token.area]
    words = find_keys(token for token in tokens if not token.area)
    vocabulary = use.SMALL | use.BATTLES | use.COMBAT | use.AROUND_BATTLES | use.THEN | use.NEXT | use.AFTER
    if not (names_next_battle(context, tokens) and words <= vocabulary | order_words.AND and len(areas) < 3):
        return None
    # "Before Antwerp, Verdun" names the second battle first.
    is_first = find_keys(tokens[: areas[0]]).isdisjoint(use.AFTER)
    is_whole = len(areas) == 1 or not find_keys(tokens[areas[0] :]).isdisjoint(use.AFTER | use.THEN)
    return [f"battle {tokens[areas[0]].area}"] if is_first and is_whole else None


def adds_battle(context: Context, tokens: Tokens, *, is_denied: bool) -> bool:
    """Return True for an area that the writer adds to the battles: `I add Mulhouse`.

    If moves are asked for, the verb must be one of attack, and no card may be named.
    """
    keys = find_keys(tokens)
    names_card = any(token.key.isdecimal() for token in tokens)
    fights = context.moves() and not names_card and not keys.isdisjoint(use.COMBAT & use.TAKES)
    return (
        (fights or isinstance(context.position.task, DeclareBattles))
        and any(token.area for token in tokens)
        and not keys.isdisjoint(use.FIRST_PERSON)
        and not is_denied
        and keys.isdisjoint(use.KEEPS | use.NEEDS)
    )


def buys_cards(context: Context, tokens: Tokens) -> bool:
    """Return True for a number of cards in a plan: `five cards are bought`."""
    keys = find_keys(tokens)
    return (
        isinstance(context.position.task, MakePlans)
        and not keys.isdisjoint(order_words.CARDS)
        and any(map(count_of, tokens))
        and keys.isdisjoint(use.KEEPS | use.DENIES | use.POSSESSES)
    )


def names_next_battle(context: Context, tokens: Tokens) -> bool:
    """Return True for words that name another battle of the turn, and say that it comes next."""
    now, own = context.position.now, getattr(context.position.task, "area", "")
    areas = {token.area for token in tokens} & ({*now.battles} - {own} if now is not None else set())
    names_piece = any(token.piece or is_of_piece(context.theatre, token) for token in tokens)
    says_next = not find_keys(tokens).isdisjoint(use.NEXT)
    return context.retreats() and bool(areas) and says_next and not names_piece


def _counts_areas(tokens: Tokens) -> bool:
    """Return True if each number counts the area behind it, as in `1. Lodz 2. Banat`."""
    numbers = [at for at, token in enumerate(tokens) if token.key.isdecimal()]
    return all(
        int(tokens[at].key) == count and at + 1 < len(tokens) and bool(tokens[at + 1].area)
        for count, at in enumerate(numbers, 1)
    )


def _is_reversed(words: Sequence[str]) -> bool:
    """Return True for `then Liège, but first Longwy`."""
    later = [at for at, word in enumerate(words) if word in use.THEN]
    first = [at for at, word in enumerate(words) if word in use.FIRST]
    return bool(later and first) and first[-1] > later[0]


_PREFIXES = frozenset({"ein"})


def _hits(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause that puts hits on the fort."""
    task = context.position.task
    if not isinstance(task, PayHits) or any(token.area not in {"", task.area} for token in tokens):
        return None
    # "Das Fort nimmt halt den Treffer" and "le reste sur le fort" put hits on it.
    holds = any(one.text.casefold() == "hält" for one in tokens)
    if holds or any(one.key == "reste" and before.key != "le" for before, one in pairwise(tokens)):
        return None
    counts = [count for token in tokens if (count := count_of(token))]
    if tokens and tokens[-1].key in _PREFIXES:
        # A prefix, as in "steckt ... ein", does not count anything.
        tokens = tokens[:-1]
        counts = [count for token in tokens if (count := count_of(token))]
    others = [token for token in tokens if not (count_of(token) or token.area)]
    # The same number may stand twice, as in "one hit, the fort loses one step".
    if len(set(counts)) > 1 or not consists_of(others, use.FORTS, use.AROUND_HITS | use.SMALL):
        return None
    has_all = not find_keys(tokens).isdisjoint(use.EVERYTHING)
    # "The fort takes it"
    number = counts[0] if counts else task.hits if has_all or task.hits == 1 else 0
    if not 0 < number <= task.hits or (has_all and number != task.hits):
        return None
    return [f"lose {task.area}-fort"] * number


def _lose(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause that loses a piece by its id: `Take one out of the 2nd Army, ru-i5`."""
    pieces = context.position.map.pieces
    ids = {token.piece for token in tokens if token.piece}
    piece = pieces.get(min(ids)) if len(ids) == 1 else None
    if piece is None or not isinstance(context.position.task, PayHits | PayCrisis):
        return None
    armies = {"", (piece.army or "").partition("-")[2]}
    if any(token.area not in {"", piece.area} or token.ordinal not in armies for token in tokens):
        return None
    kinds = lexicon(context.theatre).kinds
    tokens = [one for one in tokens if not (kinds.holds(one.key) and piece.kind in kinds.find(one.key))]
    words = find_keys(one for one in tokens if not (one.area or one.piece or one.ordinal))
    vocabulary = use.SMALL | use.LOSES | use.OF | use.THEN | use.HITS | use.AROUND_HITS | use.ARMIES
    vocabulary |= {"one", "eine", "une", "aus", "zwar"} | use.COURTESIES | order_words.ARTICLES
    return [f"lose {piece.id}"] if words <= vocabulary else None


def _discard(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause that discards cards by name or number: `discard both Gas cards and the 26`."""
    if not isinstance(context.position.task, TrimHands):
        return None
    hand = context.position.hand(context.side).cards
    cards, others = card_names.find_all(context.theatre, hand, tokens)
    words = find_keys(others)
    vocabulary = use.SMALL | use.DISCARDS | order_words.CARDS | order_words.AND | order_words.EVERY
    # Nobody throws away more than he must: he may list the cards that he keeps.
    most = len(hand) - card_limit(context.theatre, context.position, context.side)
    if not words <= vocabulary or words.isdisjoint(use.DISCARDS - use.SMALL) or not 0 < len(cards) <= most:
        return None
    return [f"discard {', '.join(map(str, cards))}"]


_ALL_OF_US = frozenset({"we", "wir", "nous", "εμεισ"})


def _retreat_all(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause that sends all pieces back, or an empty army: `everybody back to Belfort`."""
    task = context.position.task
    if not isinstance(task, StandOrRetreat | RetreatAfter | LeaveEmpty) or task.side != context.side:
        return None
    goals = {token.area for token in tokens if token.area} - {task.area}
    names = {token.piece or token.ordinal for token in tokens if token.piece or token.ordinal}
    kinds = lexicon(context.theatre).kinds
    counts = [one for one in tokens if _counts_all(context, one)]
    words = find_keys(
        one
        for one in tokens
        if not (one.area or one.piece or one.ordinal or (names and (kinds.holds(one.key) or count_of(one))))
        and one not in counts
    )
    vocabulary = use.SMALL | use.MOTION | use.RETREATS | use.GOES_BACK | use.TO | use.INTO | use.FROM
    vocabulary |= use.STATES | use.EVERYONE | use.ARMIES | order_words.AND | use.AROUND_PIECES
    vocabulary |= {"raus", "heraus", "out"}
    is_french_we = len(tokens) > 1 and tokens[0].key == "on" and tokens[1].among(use.RETREATS)
    is_whole = isinstance(task, LeaveEmpty) or is_french_we or not words.isdisjoint(use.EVERYONE | _ALL_OF_US)
    here = _list_here(context)
    if len({one.army or one.id for one in here}) == 1 and not names and not words.isdisjoint(use.GOES_BACK):
        # "Back to Metz with it"
        is_whole, vocabulary = True, vocabulary | use.OBJECTS
    if len(goals) != 1 or not is_whole or not words <= vocabulary:
        return None
    if isinstance(task, LeaveEmpty):
        line, ids = f"retreat {task.army} to {min(goals)}", {task.army}
    else:
        line = f"retreat to {min(goals)}"
        ids = {order.piece for order in context.read_line(line) if isinstance(order, Retreat)}
    return [line] if names in (set(), ids, {id.partition("-")[2] for id in ids}) else None


def _list_here(context: Context) -> list[Piece]:
    """Return the own pieces in the area that the open question is about."""
    area = getattr(context.position.task, "area", "")
    return [one for one in context.position.map.owned(context.side) if one.area == area]


def _counts_all(context: Context, token: Token) -> bool:
    """Return True for the number of all own pieces in the area, and for their kind if they have one only."""
    here = _list_here(context)
    kinds = {one.kind for one in here}
    is_kind = len(kinds) == 1 and kinds <= {*lexicon(context.theatre).kinds.find(token.key)}
    return count_of(token) == len(here) or is_kind


def _spend(context: Context, tokens: Tokens) -> Lines | None:
    """Read a clause that pays hits with a card by its number."""
    if not isinstance(context.position.task, PayHits):
        return None
    numbers = [token.key for token in tokens if token.key.isdecimal()]
    name = context.find_card_words(numbers[-1]) if numbers else None
    if name is None or not set(numbers[:-1]) <= name:
        return None
    others = [token for token in _without(tokens, numbers) if not count_of(token)]
    around = use.AROUND_HITS | use.SMALL | use.PLAYS
    return [f"spend {numbers[-1]}"] if consists_of(others, use.SPENDS | name, around) else None


def _without(tokens: Tokens, numbers: Sequence[str]) -> list[Token]:
    return [token for token in tokens if token.key not in {*numbers, COMMA}]


FORMS = (
    _end, _card, _keep, _keep_for_later, _play, _play_event, _battles, _next_battle, _hits, _lose, _discard,
    _retreat_all, _spend, read_leave, read_stay,
)  # fmt: skip
