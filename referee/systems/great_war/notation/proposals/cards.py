"""Cards, hits and passes that a sentence probably means."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from referee.i18n import order_words, sentence_phrases
from referee.i18n import sentence_words as use
from referee.systems.great_war.notation.free_text.card_names import find_kind
from referee.systems.great_war.notation.free_text.tokens import Token, find_keys
from referee.systems.great_war.notation.proposals.clauses import Clause, Sentence
from referee.systems.great_war.notation.proposals.context import Orders, Search
from referee.systems.great_war.notation.proposals.frames import Frame
from referee.systems.great_war.notation.proposals.mentions import NUMBER
from referee.systems.great_war.notation.proposals.pieces import number as number_of
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import (
    ChooseOffensive,
    CombatCards,
    DeclareBattles,
    LoseInTransit,
    MakePlans,
    PassMove,
    PayCrisis,
    PayHits,
    TrimHands,
)
from schemas.great_war.orders import (
    Discard,
    Forfeit,
    GreatWarOrder,
    Lose,
    Offensive,
    Pass,
    Play,
    Redraw,
    Spend,
)
from schemas.record import Value

PAYING = PayHits | PayCrisis | LoseInTransit
LONGEST_NUMBER = 2
"""Most digits of the number of a card."""

FEWEST_LETTERS = 3
"""Letters of a word that may be the beginning of the name of a card, and more."""


class _Cards:
    """Cards that a sentence names: by number, and as a kind of card."""

    def __init__(self) -> None:
        self.numbers: dict[int, None] = {}
        self.kinds: dict[str, None] = {}


def take(search: Search, sentence: Sentence, frames: Sequence[Frame]) -> None:
    """Propose the cards that a sentence plays, spends or discards."""
    view = search.view
    if view is None or sentence.is_blocked:
        return
    uses = not sentence.keys.isdisjoint(use.USES | use.SPENDS)
    is_elliptic = not any(clause.has_verb for clause in sentence.clauses)
    # "I pay both hits with cards. One with number 30."
    uses, search.pays = (
        uses or (search.pays and is_elliptic),
        uses and not sentence.keys.isdisjoint(order_words.CARDS),
    )
    # "The hit goes to Gericht (24)", and "Gas (39) in Reims" without a verb.
    names_hit = not sentence.keys.isdisjoint(use.HITS)
    pays_hit = isinstance(view.task, PAYING) and names_hit and not sentence.keys.isdisjoint(use.GIVES)
    uses = uses or pays_hit or (is_elliptic and isinstance(view.task, CombatCards | DeclareBattles))
    cards = _find_cards(search, view, frames, uses=uses)
    if isinstance(view.task, ChooseOffensive):
        _take_offensive(search, cards, frames, uses=uses)
    elif isinstance(view.task, PAYING):
        _take_one(search, cards, Spend, uses=uses)
        _take_losses(search, frames)
    elif isinstance(view.task, MakePlans):
        if any(isinstance(one, Forfeit) for one in search.list_options()):
            _take_losses(search, frames)
    elif isinstance(view.task, PassMove):
        _take_redraw(search, sentence, cards)
    elif isinstance(view.task, CombatCards | DeclareBattles):
        _take_play(search, cards, frames, uses=uses)
    elif isinstance(view.task, TrimHands) and uses and (cards.numbers or cards.kinds):
        _take_discard(search, view, cards, frames)


def _take_redraw(search: Search, sentence: Sentence, cards: _Cards) -> None:
    redraw = (Redraw(side=search.side, cards=tuple(cards.numbers)),) if cards.numbers else ()
    if redraw and not sentence.keys.isdisjoint(use.EXCHANGES) and not search.take(redraw):
        search.leave(redraw)


def _take_discard(search: Search, view: Position, cards: _Cards, frames: Sequence[Frame]) -> None:
    search.pays = True
    numbers = tuple(number for number in cards.numbers if number in view.hand(search.side).cards)
    is_whole = all(list_numbers(search, clause) for frame in frames for clause in frame.clauses)
    if not (is_whole and search.take((Discard(side=search.side, cards=numbers),))):
        search.leave()


def _find_cards(search: Search, view: Position, frames: Sequence[Frame], *, uses: bool) -> _Cards:
    """Return the cards of the hand that frames name, except kept and denied ones."""
    cards = _Cards()
    hand = view.hand(search.side).cards
    for frame in frames:
        if frame.is_void or frame.stays:
            continue
        for clause in frame.clauses:
            for number, kind in _list_cards(search, clause.tokens, uses=uses):
                if number and number in hand:
                    cards.numbers.setdefault(number)
                elif kind:
                    cards.kinds.setdefault(kind)
    return cards


class NamedCards(Value):
    """Numbers and kinds of cards of the hand that clauses name."""

    numbers: frozenset[int]
    kinds: frozenset[str]


def find_named(search: Search, view: Position, clauses: Iterable[Clause]) -> NamedCards:
    """Return the cards of the hand that clauses name."""
    hand = view.hand(search.side).cards
    kinds = {card.id for number in hand if (card := search.theatre.card(number)) is not None}
    cards = [one for clause in clauses for one in _list_cards(search, clause.tokens, uses=True)]
    return NamedCards(
        frozenset(number for number, _ in cards if number in hand),
        frozenset(kind for number, kind in cards if kind in kinds and not number),
    )


def _list_cards(search: Search, tokens: Sequence[Token], *, uses: bool) -> Iterator[tuple[int, str]]:
    """Yield the numbers and the kinds of cards that words name."""
    at = 0
    while at < len(tokens):
        length, kind = find_kind(search.theatre, tokens[at:])
        after = tokens[at + length].key if at + length < len(tokens) else ""
        digits = after.removeprefix(NUMBER)
        card = search.theatre.card(int(digits)) if digits.isdecimal() and len(digits) < 4 else None
        if kind and card is not None and card.id == kind:
            yield int(digits), kind
            length += 1
        elif kind:
            yield 0, kind
        elif (number := _read_number(search, tokens, at, uses=uses)) is not None:
            yield number, ""
        at += max(length, 1)


def list_numbers(search: Search, clause: Clause) -> list[int]:
    """Return the numbers of cards in a clause."""
    return [number for number, _ in _list_cards(search, clause.tokens, uses=True) if number]


def _read_number(search: Search, tokens: Sequence[Token], at: int, *, uses: bool) -> int | None:
    """Return the number of a card: `no. 52`, and `the 52` at the end of a clause beside a verb of cards."""
    digits = tokens[at].key.removeprefix(NUMBER)
    if not digits.isdecimal() or len(digits) > LONGEST_NUMBER:
        return None
    is_marked = tokens[at].key != digits
    before = tokens[at - 1].key if at else ""
    # "Ersatz" is the beginning of several names.
    is_name = len(before) > FEWEST_LETTERS and bool(search.names.lexicon.cards.find(before))
    is_last = at > 0 and at + 1 == len(tokens) and (before in order_words.ARTICLES or is_name)
    is_object = before in use.PLAYS & use.USES or before in use.SPENDS - use.SMALL
    return int(digits) if is_marked or is_object or (is_last and uses) else None


def _list_legal(search: Search, cards: _Cards, model: type[Offensive | Spend]) -> list[GreatWarOrder]:
    """Return the legal orders for the named cards. The first of like cards is enough."""
    orders: list[GreatWarOrder] = [model(side=search.side, card=number) for number in cards.numbers]
    if not orders:
        kinds: dict[str, GreatWarOrder] = {}
        for one in search.list_options():
            card = search.theatre.card(one.card) if isinstance(one, model) else None
            if card is not None and card.id in cards.kinds:
                kinds.setdefault(card.id, one)
        orders = list(kinds.values())
    return [one for one in orders if search.is_legal((one,))]


def _take_one(search: Search, cards: _Cards, model: type[Offensive | Spend], *, uses: bool) -> None:
    if not (uses and (cards.numbers or cards.kinds)):
        return
    several = [Spend(side=search.side, card=number) for number in cards.numbers]
    if model is Spend and len(several) > 1:
        for one in several:
            if not search.take((one,)):
                search.leave((one,))
        return
    legal = _list_legal(search, cards, model)
    if len(legal) != 1 or not search.take(legal):
        search.leave()


def _take_offensive(search: Search, cards: _Cards, frames: Sequence[Frame], *, uses: bool) -> None:
    """Propose an offensive card, or a pass."""
    is_named = bool(cards.numbers) and all(frame.keys.isdisjoint(use.POSSESSES) for frame in frames)
    if (uses or is_named) and _list_legal(search, cards, Offensive):
        _take_one(search, cards, Offensive, uses=True)
    elif any(_passes(search, frame) for frame in frames):
        search.passes.append(search.words)


def _passes(search: Search, frame: Frame) -> bool:
    """Return True for `no attack from me`, `I do not attack`, `I pass`."""
    if frame.is_unreal or frame.is_of_others or any(clause.mentions for clause in frame.clauses):
        return False
    for clause in frame.clauses:
        text = sentence_phrases.SITS_OUT.sub(" pass ", clause.text)
        keys = find_keys(search.names.read(text))
        is_pass = not keys.isdisjoint(use.PASSES) and keys <= use.PASSES | use.PASSING | use.FIRST_PERSON | {
            "also",
            "so",
            "daher",
            "je",
        }
        if is_pass and not clause.is_denied:
            return True
        if not keys.isdisjoint(_OWNING | order_words.CARDS):
            return False
    return denies_any(frame, use.COMBAT)


_OWNING = frozenset({"have", "has", "hold", "habe", "haben", "hand", "ai", "avons", "main", "εχω"})


def _take_play(search: Search, cards: _Cards, frames: Sequence[Frame], *, uses: bool) -> None:
    """Propose a card on a battle."""
    if not (uses and (cards.numbers or cards.kinds)):
        return
    areas = {
        area for frame in frames if not frame.is_void for area in (*frame.places, *frame.goals, frame.there)
    } - {""}
    if len(cards.numbers) == len(areas) > 1 and (plays := _pair_plays(search, frames)):
        for play in plays:
            if not search.take((play,)):
                search.leave((play,))
        return
    legal = [one for one in _list_legal_plays(search, cards) if not areas or one.area in areas]
    if len(legal) != 1 or not search.take(legal):
        search.leave()


def _pair_plays(search: Search, frames: Sequence[Frame]) -> list[Play]:
    """Return the cards of clauses that each name one card and its battle, or []."""
    plays: list[Play] = []
    for clause in (clause for frame in frames if not frame.is_void for clause in frame.clauses):
        areas = [one.area for one in clause.mentions if one.area]
        numbers = list_numbers(search, clause)
        if len(areas) == len(numbers) == 1:
            plays.append(Play(side=search.side, card=numbers[0], area=areas[0]))
        elif areas or numbers:
            return []
    return plays


def _list_legal_plays(search: Search, cards: _Cards) -> list[Play]:
    plays = [one for one in search.list_options() if isinstance(one, Play)]
    areas = dict.fromkeys(one.area for one in plays)
    candidates = [
        Play(side=search.side, card=number, area=area) for number in cards.numbers for area in areas
    ]
    if not candidates:
        first: dict[tuple[str, str | None], Play] = {}
        for one in plays:
            card = search.theatre.card(one.card)
            if card is not None and card.id in cards.kinds:
                first.setdefault((card.id, one.area), one)
        candidates = list(first.values())
    return [one for one in candidates if search.is_legal((one,))]


def loses(frame: Frame) -> bool:
    """Return True if a frame names a loss that may be meant."""
    gives = not frame.keys.isdisjoint(use.GIVES) and not (frame.goals or frame.places)
    # "The third hit is ge-i1"
    is_hit = not frame.keys.isdisjoint(use.HITS) and any(
        one.ids for clause in frame.clauses for one in clause.mentions
    )
    loses = gives or is_hit or not frame.keys.isdisjoint(use.LOSES)
    return loses and not (frame.is_void or frame.stays)


def _take_losses(search: Search, frames: Sequence[Frame]) -> None:
    """Propose the pieces that take hits."""
    before = [order for _, order in search.orders]
    for at, frame in enumerate(frames):
        if not loses(frame):
            continue
        orders = tuple(_list_losses(search, _name_loss(frame, frames[at + 1 :])))
        is_repeated = any(isinstance(one, Forfeit) and one in before for one in orders)
        if is_repeated or (orders and not search.take(orders)):
            search.leave()


def _name_loss(frame: Frame, after: Sequence[Frame]) -> Frame:
    """Return a frame with the number that the next one adds: `the infantry in Grodno, i4`."""
    first, others = frame.subjects[:1], after[0].subjects if after else ()
    kinds = {one.kind for one in (*first, *others)}
    names = any(one.numbers or one.ids for one in first)
    is_number = (
        len(others) == 1 and bool(others[0].numbers) and not any(one.has_verb for one in after[0].clauses)
    )
    return replace(frame, subjects=others) if is_number and len(kinds) == 1 and not names else frame


def _list_numbered(search: Search, frame: Frame, view: Position) -> Iterator[Lose | Forfeit | None]:
    """Yield the loss of each piece that a frame names by kind and number: `the i22`, `infantry 22`.

    A number that fits several pieces that may be lost, or none, yields None.
    """
    own = [one for one in view.map.owned(search.side) if not one.id.endswith("-fort")]
    for mention in frame.subjects:
        for digits in mention.numbers if mention.kind else ():
            like = [one.id for one in own if one.kind == mention.kind and number_of(one.id) == int(digits)]
            models: tuple[type[Lose | Forfeit], ...] = (Lose, Forfeit)
            losses = [model(side=search.side, piece=id) for id in like for model in models]
            legal = [one for one in losses if search.is_legal((one,))]
            yield legal[0] if len(legal) == 1 else None


def _list_losses(search: Search, frame: Frame) -> Orders:
    """Return the losses that a frame names: a fort, or so many pieces of one kind."""
    options = [one for one in search.list_options() if isinstance(one, Lose | Forfeit)]
    view = search.view
    kinds = {mention.kind for mention in frame.subjects if mention.kind}
    if not frame.keys.isdisjoint(use.FORTS):
        kinds.add("fort")
    ids = {id for mention in frame.subjects for id in mention.ids}
    if view is None:
        return ()
    losses_by_number = tuple(_list_numbered(search, frame, view))
    if losses_by_number:
        # "An infantry, the i22" is one piece.
        clear_losses = tuple(one for one in losses_by_number if one is not None)
        return clear_losses if len(clear_losses) == len(losses_by_number) and not ids else ()
    if ids:
        # "An infantry, the ge-i23" is one piece, and "the army with it" is its army.
        kinds -= {"army", *(view.map.pieces[id].kind for id in ids if id in view.map.pieces)}
    if (bool(ids) + len(kinds)) != 1:
        return ()
    losses = [one for one in options if one.piece in ids or view.map.pieces[one.piece].kind in kinds]
    here = [one for one in losses if view.map.pieces[one.piece].area in frame.places]
    # "An infantry in Grodno" is one of those there, if they can be lost.
    losses = here or losses
    counts = [len(ids)] if ids else [mention.count for mention in frame.subjects if mention.count]
    if "fort" in kinds:
        # "The fort takes two of them"
        beside = [clause for clause in frame.clauses if not clause.keys.isdisjoint(use.FORTS)]
        words = [token.key for clause in beside for token in clause.tokens]
        counts = [count for word in words if (count := order_words.COUNTS.get(word) or use.COUNTS.get(word))]
        losses = losses * max(counts, default=1)
    count = max(counts, default=1)
    return tuple(losses[:count]) if len(losses) >= count else ()


def add_pass(search: Search) -> None:
    """Propose a pass if the letter says so, and plays no offensive."""
    if search.passes and not search.orders and not search.unread:
        search.words = search.passes[0]
        search.take((Pass(side=search.side),))


_BETWEEN = frozenset({
    "de", "d", "a", "une", "eine", "einen", "any", "more", "further", "other", "weiteren", "weitere", "autre",
    "autres", "αλλη",
})  # fmt: skip
_VERBS = frozenset({
    "attack", "attacking", "attaque", "attaquons", "attaquer", "greife", "greifen", "fight", "επιτιθεμαι",
})  # fmt: skip


def denies_any(frame: Frame, words: frozenset[str]) -> bool:
    """Return True for `no attack` and `I do not attack`, and not for a denied card: `not the limited one`."""
    if not frame.keys.isdisjoint(use.STILL):
        return False
    for clause in frame.clauses:
        # "L'offensive" is a certain one.
        tokens = [token for token in clause.tokens if not token.text.casefold().startswith(("l'", "l’"))]
        parts = [part for token in tokens for part in token.key.split() if part not in _BETWEEN]
        for at, part in enumerate(parts):
            if part not in words or "limited" in clause.keys:
                continue
            near = {*parts[max(0, at - 1) : at], *(parts[at + 1 : at + 3] if part in _VERBS else ())}
            if not near.isdisjoint(use.NEGATES):
                return True
    return False
