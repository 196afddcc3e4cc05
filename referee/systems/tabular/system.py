"""The faces of a game by its tables."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Generic, cast

from msgspec import to_builtins
from msgspec.structs import replace

from referee.engine.copy_check import CopiedMove, Judgement
from referee.engine.facts import Parameter, kinds, list_by_code
from referee.i18n import pack_names
from referee.i18n.fact_text import narrate_event
from referee.i18n.translator import ENGLISH, Catalogue, Translator
from referee.systems.faces import Narrator, Pictures, Secrecy, System
from referee.systems.language import Language
from referee.systems.tabular.copy_check import judge
from referee.systems.tabular.notation import NOTHING, TabularNotation
from referee.systems.tabular.rules import TabularRules
from referee.systems.tabular.tables import GameTables, StateT
from schemas.model import Order
from schemas.record import REFEREE, Event, JsonValue, Record, Shuffled, Side
from schemas.reports import Block, Bullets, Counter, Heading, MapPicture, PictureSide, Score, Text
from schemas.rulebook import AnyPack, Citation, PackNames


class TableView(Record):
    """A position as one viewer may know it, field by field."""

    viewer: Side
    state: Mapping[str, JsonValue]


class GameCatalogue:
    """The translations of a game of tables in one language, before those of `referee`."""

    def __init__(self, words: Mapping[str, str], catalogue: Catalogue) -> None:
        self._words, self._catalogue = words, catalogue

    def gettext(self, message: str, /) -> str:
        """Return the translation of a template, or the template itself."""
        return self._words[message] if message in self._words else self._catalogue.gettext(message)

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        """Return the translation of the template for one, or of that for several."""
        message = one if count == 1 else many
        return self._words.get(message) or self._catalogue.ngettext(one, many, count)


class TabularLanguage(Language, Generic[StateT]):
    """The words of a game of tables: those of its tables and its pack."""

    def __init__(
        self,
        tables: GameTables[StateT],
        pack: AnyPack,
        tongue: Translator = ENGLISH,
        names: PackNames | None = None,
    ) -> None:
        words = tables.words.get(tongue.language, {})
        if words:
            tongue = replace(tongue, catalogue=GameCatalogue(words, tongue.catalogue))
        super().__init__(tongue, names, pack.game.sides)
        self.tables, self.pack = tables, pack
        self.purposes = list_by_code(*tables.purposes)

    def name(self, kind: str, of: Parameter) -> object:
        """Return the adjective of a side; other parameters stay as they are."""
        return self.side_adjective(of) if kind == "side" and isinstance(of, str) else of

    def cite(self, meaning: str) -> Citation:
        number = self.pack.clauses.meanings.get(meaning, meaning)
        citations = (one for one in self.pack.clauses.citations if one.number == number)
        # Objections name meanings that no check of the pack sees.
        return next(citations, Citation(number=number, title=meaning, rule=""))

    def translate(self, sentence: str) -> str:
        """Return a sentence of the game in the language, or in English if it has no translation."""
        return self.tongue.translate(sentence, "", {}) if sentence else ""


class TabularSecrecy(Secrecy[StateT, Order, Event]):
    """The knowledge of viewers by the `show` function and the secret fields of the tables."""

    judges_copies = True

    def __init__(self, rules: TabularRules[StateT]) -> None:
        self._rules, self._tables = rules, rules.tables

    def judge_seen(self, state: StateT, move: CopiedMove[Order, Event]) -> Judgement:
        return judge(self._rules, state, move, self.redact_event)

    def view(self, state: StateT, viewer: Side) -> TableView:
        view = state if viewer == REFEREE else self._tables.show(state, viewer)
        return TableView(viewer=viewer, state=to_builtins(view))

    def redact_event(self, event: Event, viewer: Side) -> Event:
        """Return an event without the fields that only its own side may see."""
        if viewer in {REFEREE, getattr(event, "side", None)}:
            return event
        if isinstance(event, Shuffled):
            return replace(event, order=())
        secret = self._tables.find_event(type(event)).secret
        return replace(event, **dict.fromkeys(secret, None)) if secret else event

    def redact_order(self, order: Order, viewer: Side) -> Order | None:
        entry = self._tables.find_order(type(order))
        sealed = entry is not None and entry.sealed and viewer not in {order.side, REFEREE}
        return None if sealed else order


class TabularNarrator(Narrator[StateT, Event]):
    """Prose by the sentences of the tables, with the dice of each event."""

    def __init__(self, language: TabularLanguage[StateT]) -> None:
        self._language, self._tables = language, language.tables

    def narrate(self, state: StateT, event: Event) -> tuple[Block, ...]:  # noqa: ARG002 - sentences name fields of events
        entry = self._tables.find_event(type(event))
        hides = any(getattr(event, name) is None for name in entry.secret)
        sentence = self._language.translate(entry.hidden if hides else entry.sentence)
        kind_of = kinds(sentence)
        # A kind chooses the name of a field; the translator would take it for the format of a number.
        bare = re.sub(r"\{(\w+):\w+\}", r"{\1}", sentence)
        return narrate_event(
            self._language, bare, event, lambda name: self._name(kind_of[name], getattr(event, name))
        )

    def _name(self, kind: str, value: object) -> object:
        """Return a field of an event as text; a list without its brackets, and no value as a hyphen."""
        if value in (None, (), ""):
            return NOTHING
        if kind == "side" and isinstance(value, str):
            return Counter(text=self._language.side_adjective(value), side=value)
        if isinstance(value, tuple):
            return self._language.listed([str(item) for item in cast("tuple[object, ...]", value)])
        return str(value)

    def situation(self, state: StateT, viewer: Side) -> tuple[Block, ...]:
        """Return the lines of a position as one viewer may know it."""
        view = state if viewer == REFEREE else self._tables.show(state, viewer)
        items = tuple((Text(text=self._language.translate(line)),) for line in self._tables.lines(view))
        return (Heading(text=self._language.pack.game.name), Bullets(items=items)) if items else ()

    def moment(self, state: StateT) -> str:
        return self._tables.moment(state)


class TabularPictures(Pictures[StateT, Event]):
    """The map and the score of the tables, if there are any."""

    def __init__(self, language: TabularLanguage[StateT]) -> None:
        self._language, self._tables = language, language.tables

    def picture(self, state: StateT, viewer: Side) -> MapPicture | None:
        if self._tables.areas is None:
            return None
        view = state if viewer == REFEREE else self._tables.show(state, viewer)
        game = self._language.pack.game
        sides = tuple(PictureSide(side=one.id, name=one.name, colour=one.colour) for one in game.sides)
        return MapPicture(title=game.name, sides=sides, cells=tuple(self._tables.areas(view)))

    def score(self, state: StateT, viewer: Side) -> Score | None:
        if self._tables.score is None:
            return None
        return self._tables.score(state if viewer == REFEREE else self._tables.show(state, viewer))


class TabularSystem(System[StateT, Order, Event]):
    """A game of tables as a system with all its faces; the advisor is the default."""

    rules: TabularRules[StateT]
    language: TabularLanguage[StateT]

    def __init__(self, rules: TabularRules[StateT], language: TabularLanguage[StateT]) -> None:
        super().__init__(rules, language)
        self.family = language.pack.game.system

    def speaking(self, tongue: Translator, names: PackNames | None) -> "TabularSystem[StateT]":
        pack = self.rules.pack if names is None else _localise(self.rules.pack, names)
        language = TabularLanguage(self.rules.tables, pack, tongue, names)
        return TabularSystem(self.rules, language)

    @cached_property
    def notation(self) -> TabularNotation[StateT]:
        return TabularNotation(self.rules, self.rules.tables, self.rules.find_unstored)

    @cached_property
    def secrecy(self) -> TabularSecrecy[StateT]:
        return TabularSecrecy(self.rules)

    @cached_property
    def narrator(self) -> TabularNarrator[StateT]:
        return TabularNarrator(self.language)

    @cached_property
    def pictures(self) -> TabularPictures[StateT]:
        return TabularPictures(self.language)


def _localise(pack: AnyPack, names: PackNames) -> AnyPack:
    """Return a pack with the names of its sides and clauses in a language."""
    game = pack_names.update(pack.game, sides=pack_names.sides(pack.game.sides, names.sides))
    return pack_names.update(pack, game=game, clauses=pack_names.clauses(pack.clauses, names))
