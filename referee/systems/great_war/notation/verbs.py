"""The words that open orders, with the kinds of orders that their lines give and the readers of the lines."""

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from referee.i18n import order_words
from referee.i18n.name_matching import key
from referee.systems.great_war.flow.orders import ORDERS, question
from referee.systems.great_war.notation import card_lines, move_lines, names, pieces, plan_lines
from referee.systems.great_war.notation.sentences import Misreading, Phrase, Reading, sections
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import ChooseOffensive
from schemas.great_war import orders
from schemas.great_war.orders import GreatWarOrder, Mode
from schemas.record import Value

Orders = tuple[GreatWarOrder, ...]
Reader = Callable[[Reading, Phrase], Orders]
"""The reader of the words behind a verb."""


class OrderWords(Value):
    """The English words for some orders, the first one first, the kinds of these orders, and their reader."""

    verbs: tuple[str, ...]
    models: tuple[type[GreatWarOrder], ...]
    read: Reader


def _words(
    *verbs: str,
    gives: tuple[type[GreatWarOrder], ...],
    read: Reader | None = None,
    ends: tuple[str, ...] = (),
) -> OrderWords:
    """Make an entry; by default the pattern of the first kind of order says how its lines are read.

    The words behind a word of `ends` say nothing: `upgrade fr-i1 to a tank`.
    """
    return OrderWords(verbs, gives, read or _by_pattern(gives[0], dict.fromkeys(ends, "end")))


def _by_pattern(model: type[GreatWarOrder], ends: Mapping[str, str]) -> Reader:
    """Return the reader of an order with one field at most: a list gives an order for each of its parts."""

    def read(reading: Reading, rest: Phrase) -> Orders:
        fields = ORDERS.fields(model)
        if not fields:
            if rest.words and not (model is orders.Done and order_words.closes(key(reading.line))):
                raise reading.fault(Misreading.NOTHING_FOLLOWS, rest, [""])
            return (model.model_validate({"side": reading.side}),)
        values = FIELDS[fields[0]](reading, sections(reading, rest, ends)[""] if ends else rest)
        return tuple(model.model_validate({"side": reading.side, fields[0]: value}) for value in values)

    return read


FIELDS: Mapping[str, Callable[[Reading, Phrase], tuple[object, ...]]] = {
    "piece": pieces.pieces,
    "card": names.cards,
    "cards": lambda reading, rest: (names.cards(reading, rest),),
    "area": lambda reading, rest: card_lines.areas(reading, rest, rest),
    "kind": card_lines.kinds,
}
"""The readers of fields: the value of the field in each order of a line."""


def _offensive(reading: Reading, rest: Phrase) -> Orders:
    whole = reading.phrase()
    if not rest.words and whole.key in _LIMITED and not reading.names.cards.find(whole.key):
        # The pack may have no name of the card in this language.
        reading = replace(reading, line=_LIMITED[whole.key])
        whole = reading.phrase()
    phrase = rest if rest.words else whole
    return (orders.Offensive(side=reading.side, card=names.card(reading, phrase)),)


_LIMITED = dict.fromkeys(
    ("offensive limitee", "begrenzte offensive", "περιορισμενη επιθεση"), "limited offensive"
)
"""Words for a limited offensive, with its English name."""


def _react(reading: Reading, rest: Phrase) -> Orders:
    reacting = pieces.pieces(reading, rest, move_lines.battle_area(reading))
    return tuple(orders.React(side=reading.side, piece=id) for id in reacting)


def _in_mode(mode: Mode) -> Reader:
    """The reader of moves of one kind."""
    return lambda reading, rest: move_lines.moves(reading, rest, mode)


def _ersatz(reading: Reading, rest: Phrase) -> Orders:
    numbers = names.ersatz(reading, reading.phrase(), rest)
    return tuple(orders.Spend(side=reading.side, card=number) for number in numbers)


WORDS = (
    _words("offensive", "limited offensive", "limited", gives=(orders.Offensive,), read=_offensive),
    _words("pass", "passes", gives=(orders.Pass,)),
    _words("redraw", "exchange", gives=(orders.Redraw,)),
    _words("move", "march", "go", "mv", gives=(orders.Move, orders.Join), read=_in_mode("march")),
    _words("rail", "train", "rail move", gives=(orders.Move,), read=_in_mode("rail")),
    _words(
        "strategic", "strategic move", "strategic movement",
        gives=(orders.Move,), read=_in_mode("strategic"),
    ),
    _words("sea", "ship", "sail", "land", "sea move", gives=(orders.Move,), read=_in_mode("sea")),
    _words("join", "attach", gives=(orders.Join, orders.Transfer), read=move_lines.joins),
    _words("leave", "detach", gives=(orders.Leave, orders.Transfer)),
    _words(
        "battle", "battles", "attack", "fight", "declare", "keep",
        gives=(orders.Battle,), read=card_lines.battles,
    ),
    _words("bonus", "bonus dice", "extra dice", gives=(orders.Bonus,)),
    _words("react", "reaction", gives=(orders.React,), read=_react),
    _words("scramble", gives=(orders.Scramble,), read=card_lines.scrambles),
    _words("reroll", "rethrow", gives=(orders.Reroll,)),
    _words("reserves", "strategic reserves", gives=(orders.Move,), read=_in_mode("reserves")),
    _words("transit", gives=(orders.Move,), read=_in_mode("transit")),
    _words("lose", "loss", "remove", gives=(orders.Lose, orders.Forfeit), read=card_lines.losses),
    _words("spend", gives=(orders.Spend,)),
    _words("ersatz", gives=(orders.Spend,), read=_ersatz),
    _words("play", "card", gives=(orders.Play, orders.Spend, orders.Offensive), read=card_lines.plays),
    _words("retreat", "withdraw", gives=(orders.Retreat,), read=move_lines.retreats),
    _words("place", "reinforce", gives=(orders.Place,), read=plan_lines.places),
    _words("swap", gives=(orders.Swap,), ends=("for", "by", "with")),
    _words("build", "rebuild", "raise", gives=(orders.Build, orders.Rebuild), read=plan_lines.builds),
    _words("buy", gives=(orders.Buy, orders.Build, orders.Rebuild), read=plan_lines.purchases),
    _words("upgrade", gives=(orders.Upgrade,), ends=("to", "into")),
    _words("entrench", "dig in", gives=(orders.Entrench,)),
    _words("fortify", gives=(orders.Fortify,)),
    _words("discard", gives=(orders.Discard,)),
    _words("bid", "set aside", gives=(orders.Bid,), read=plan_lines.bids),
    _words("anew", "start again", "plan again", gives=(orders.Anew,)),
    _words("offer armistice", "request armistice", "armistice", gives=(orders.OfferArmistice,)),
    _words("accept armistice", "accept", gives=(orders.AcceptArmistice,)),
    _words(
        "decline armistice", "refuse armistice", "withdraw armistice", "decline",
        gives=(orders.DeclineArmistice,),
    ),
    _words("resign", "surrender", gives=(orders.Resign,)),
    _words(
        "done", "end", "stand", "stay", "finished", "none", "no more", "nothing more", "nothing", "no",
        "no retreat",
        gives=(orders.Done,),
    ),
)  # fmt: skip
"""All words that open orders."""

_ENGLISH: Mapping[str, OrderWords] = {verb: words for words in WORDS for verb in words.verbs}

VERBS: Mapping[str, OrderWords] = {
    **_ENGLISH,
    **{verb: _ENGLISH[english] for english, verbs in order_words.VERBS.items() for verb in verbs},
}
"""The words that open an order, in all languages."""

FIRST_WORDS = frozenset(verb.split()[0] for verb in VERBS)
"""The words that an order begins with."""


_AT_ANY_TIME = (orders.OfferArmistice, orders.AcceptArmistice, orders.DeclineArmistice, orders.Resign)
"""Orders that end a game, or offer its end. They answer no question."""


def list_verbs(position: Position) -> tuple[str, ...]:
    """Return the words of orders that answer the open question. Moves can follow an offensive card."""
    return tuple(words.verbs[0] for words in _list_answers(position))


def list_openings(position: Position) -> tuple[str, ...]:
    """Return the words of `list_verbs` that are not whole orders."""
    return tuple(words.verbs[0] for words in _list_answers(position) if ORDERS.fields(words.models[0]))


def _list_answers(position: Position) -> Iterator[OrderWords]:
    open_question = question(position)
    moves_follow = isinstance(position.task, ChooseOffensive)
    for words in WORDS:
        if words.models[0] in _AT_ANY_TIME:
            continue
        answers = any(ORDERS.find(model, open_question) for model in words.models)
        if answers or (moves_follow and orders.Move in words.models):
            yield words
