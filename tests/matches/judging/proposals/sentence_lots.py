"""Clauses from which letters are drawn by lot, and what they mean for the orders of a letter.

A letter has an order, and clauses beside it. A clause without an order leaves it alone. A clause of doubt
keeps the question open: a condition, a question, a correction, a limit.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from referee.matches import matches
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Piece
from schemas.great_war.orders import (
    Battle,
    Build,
    Buy,
    Entrench,
    GreatWarOrder,
    Move,
    Offensive,
    Play,
    Retreat,
)
from tests.matches.judging.proposals.test_writers import POSITIONS

Texts = Mapping[str, Sequence[str]]
"""Templates by language."""

ENDS: Texts = {
    "en": ("Done", "That is all"),
    "de": ("Fertig", "Das ist alles"),
    "fr": ("Terminé", "C'est tout"),
}

JOINTS: Texts = {
    "en": (", ", "; ", ". ", " and ", " - ", ", but ", ": ", ".\n", "\n", ", then "),
    "de": (", ", "; ", ". ", " und ", " - ", ", aber ", ".\n", "\n", ", dann "),
    "fr": (", ", "; ", ". ", " et ", " - ", ", mais ", ".\n", "\n", ", puis "),
}

WHILE: Texts = {"en": (" while ",), "de": (", während ",), "fr": (" tandis que ",)}
"""Joints between an order and pieces that stay."""

GOES: Texts = {
    "en": ("{id} to {to}", "{id} goes to {to}", "{id} -> {to}", "move {id} to {to}", "I send {id} to {to}"),
    "de": ("{id} nach {to}", "{id} geht nach {to}", "{id} -> {to}", "ich schicke {id} nach {to}"),
    "fr": ("{id} va à {to}", "{id} vers {to}", "{id} à {to}", "{id} -> {to}", "j'envoie {id} à {to}"),
}

DEEDS: Mapping[str, Texts] = {
    "move": GOES,
    "retreat": GOES,
    "battle": {
        "en": ("battle in {to}", "attack {to}", "we fight in {to}", "battle {to}"),
        "de": ("Schlacht in {to}", "wir kämpfen in {to}", "Kampf in {to}"),
        "fr": ("bataille à {to}", "j'attaque {to}", "on se bat à {to}"),
    },
    "play": {
        "en": ("play {card} in {to}", "card {card} in {to}", "{card} in {to}"),
        "de": ("Karte {card} in {to}", "ich spiele {card} in {to}"),
        "fr": ("carte {card} à {to}", "je joue la {card} à {to}"),
    },
    "offensive": {
        "en": ("offensive {card}", "I play {card}", "card {card}"),
        "de": ("Offensive {card}", "ich spiele die {card}", "Karte {card}"),
        "fr": ("offensive {card}", "je joue la {card}", "carte {card}"),
    },
    "entrench": {
        "en": ("entrench {id}", "{id} digs in", "trenches for {id}"),
        "de": ("{id} gräbt sich ein", "Gräben für {id}"),
        "fr": ("{id} se retranche", "tranchées pour {id}"),
    },
    "buy": {
        "en": ("buy {cards} cards", "{cards} cards", "I buy {cards} cards"),
        "de": ("{cards} Karten", "ich kaufe {cards} Karten"),
        "fr": ("{cards} cartes", "j'achète {cards} cartes"),
    },
    "build": {
        "en": ("build {id} in {to}", "{id} in {to}", "I build {id} in {to}"),
        "de": ("baue {id} in {to}", "{id} in {to}"),
        "fr": ("je construis {id} à {to}", "{id} à {to}"),
    },
}
"""Orders by kind."""

NOTHING: Mapping[str, Texts] = {
    "a remark": {
        "en": ("nice weather here", "that was a hard season", "sorry for the delay", "what a war"),
        "de": ("schönes Wetter hier", "das war eine harte Saison", "entschuldige die Verspätung"),
        "fr": ("beau temps ici", "quelle saison", "désolé pour le retard"),
    },
    "a reason": {
        "en": ("because it is weak", "nobody is there", "to help the others", "so that it is safe"),
        "de": ("weil es schwach ist", "dort ist niemand", "um zu helfen", "damit es sicher ist"),
        "fr": ("car c'est faible", "il n'y a personne", "pour aider les autres"),
    },
    "another time": {
        "en": ("next turn {deed}", "{deed} next turn", "tomorrow {deed}", "last turn {deed}"),
        "de": ("nächste Runde {deed}", "{deed} in der nächsten Runde", "morgen {deed}"),
        "fr": ("au prochain tour {deed}", "{deed} au prochain tour", "demain {deed}"),
    },
    "a denial": {
        "en": ("not {deed}", "I don't want to {deed}", "never {deed}"),
        "de": ("nicht {deed}", "auf keinen Fall {deed}"),
        "fr": ("pas {deed}", "surtout pas {deed}"),
    },
    "pieces that stay": {
        "en": (
            "{x} stays",
            "{x} and {y} stay",
            "{x} holds {place}",
            "the others stay",
            "{x} does not move",
            "nobody else moves",
        ),
        "de": (
            "{x} bleibt",
            "{x} und {y} bleiben",
            "{x} hält {place}",
            "die anderen bleiben",
            "sonst bewegt sich nichts",
        ),
        "fr": (
            "{x} reste",
            "{x} et {y} restent",
            "{x} tient {place}",
            "les autres restent",
            "rien d'autre ne bouge",
        ),
    },
    "words of another": {
        "en": ("Bob says {deed}", "my brother says {deed}", "you propose {deed}"),
        "de": ("Bernd sagt, {deed}", "mein Bruder meint, {deed}"),
        "fr": ("Paul dit {deed}", "mon frère dit {deed}"),
    },
    "a thought": {
        "en": ("perhaps {deed}", "I thought of {deed}", "I nearly wrote {deed}", "I am tempted to {deed}"),
        "de": ("vielleicht {deed}", "ich dachte an {deed}", "fast {deed}"),
        "fr": ("peut-être {deed}", "j'ai pensé à {deed}", "j'ai failli écrire {deed}"),
    },
}
"""Clauses that give no order."""

DOUBTS: Mapping[str, Texts] = {
    "a condition": {
        "en": ("if Bob agrees, {deed}", "{deed} if it rains", "otherwise {deed}", "should that fail, {deed}"),
        "de": ("wenn Bernd zusagt, {deed}", "{deed}, falls es regnet", "notfalls {deed}"),
        "fr": ("si Paul accepte, {deed}", "sinon {deed}", "au cas où, {deed}", "s'il pleut, {deed}"),
    },
    "a correction": {
        "en": (
            "{deed}, I mean {other}",
            "{deed}, sorry, {other}",
            "{deed}, no, {other}",
            "{deed} or {other}",
        ),
        "de": ("{deed}, ich meine {other}", "{deed}, nein, {other}", "{deed} oder {other}"),
        "fr": ("{deed}, je veux dire {other}", "{deed}, non, {other}", "{deed} ou {other}"),
    },
    "an unknown verb": {
        "en": ("{deed} gets zorfed",),
        "de": ("{deed} wird gezorfelt",),
        "fr": ("{deed} se fait zorfer",),
    },
    "a withdrawal": {
        "en": ("strike that", "I take that back", "forget that", "never mind that move"),
        "de": ("streich das", "das nehme ich zurück", "lass das", "das gilt nicht"),
        "fr": ("oublie ça", "je reprends ce coup", "ne tiens pas compte de ça"),
    },
}
"""Clauses after which a question is not closed, or not with their orders."""


class Lot(NamedTuple):
    """A letter by lot: the kinds of the clauses beside its order, its text, and its order."""

    kinds: tuple[str, ...]
    language: str
    text: str
    order: GreatWarOrder


class Goal(NamedTuple):
    """A piece and the area to which an order sends it."""

    piece: str
    area: str


def list_goals(shelf: Path, place: str) -> tuple[GreatWar, list[Goal]]:
    """Return the rules, and the legal moves and retreats of a position to other areas."""
    rules = matches.find(shelf, place).rules
    assert isinstance(rules, GreatWar)
    deeds = Drawing(shelf, place, place).deeds
    goals = [Goal(find_name(one), find_goal(one)) for one in deeds if isinstance(one, Move | Retreat)]
    return rules, list(dict.fromkeys(goals))


class Drawing:
    """Letters by lot to one position."""

    def __init__(self, shelf: Path, place: str, seed: str) -> None:
        match = matches.find(shelf, place)
        assert isinstance(match.rules, GreatWar)
        position = match.position()
        self._areas, self._board = match.rules.theatre.areas, position.map
        self._lot, self._side = Random(seed), POSITIONS[place].side
        prompts = [one for one in match.rules.prompts(position) if one.side == self._side]
        lawful = [one for prompt in prompts for one in match.rules.lawful(position, prompt)]
        self.deeds = [one for one in lawful if self._is_plain(one)]

    def draw(self) -> Lot | None:
        """Return a letter, or None for a choice that has no clear meaning."""
        kinds = [self._lot.choice([*NOTHING, *DOUBTS]) for _ in range(self._lot.choice((1, 1, 2)))]
        deed, beside, other = (self._lot.choice(self.deeds) for _ in range(3))
        own = [one for one in self._board.owned(self._side) if one.kind != "fort"]
        others = [one for one in own if find_name(deed) not in {one.id, one.army}]
        kept, kept_too = self._lot.sample(others, 2)
        names = [find_name(one) or one.type for one in (deed, beside, other)]
        if names[0] in {names[1], kept.army, kept_too.army} or names[1] == names[2]:
            return None
        language = self._lot.choice(["en", "de", "fr"])
        clauses = [self._write(deed, language)]
        for kind in kinds:
            words = self._lot.choice((NOTHING | DOUBTS)[kind][language])
            deeds = {"deed": self._write(beside, language), "other": self._write(other, language)}
            place = self._name(kept.area)
            clauses.append(words.format(**deeds, x=kept.id, y=kept_too.id, place=place))
        if not {"a withdrawal", "a reason"} & {*kinds}:
            self._lot.shuffle(clauses)
        text = clauses[0]
        for clause in clauses[1:]:
            joints = [*JOINTS[language]]
            if {*kinds} == {"pieces that stay"}:
                joints += WHILE[language]
            joint = self._lot.choice(joints)
            text += joint + (clause[0].upper() + clause[1:] if joint in {". ", ".\n"} else clause)
        letter = f"{text}.\n{self._lot.choice(ENDS[language])}"
        return Lot(tuple(kinds), language, letter, deed)

    def _is_plain(self, order: GreatWarOrder) -> bool:
        """Return True for an order that has words here, and leads elsewhere."""
        if isinstance(order, Move) and order.mode != "march":
            return False
        goal = find_goal(order)
        piece: Piece | None = self._board.pieces.get(find_name(order))
        is_there = piece is not None and piece.area == goal
        return order.type in DEEDS and not is_there and (goal != "" or not isinstance(order, Play))

    def _write(self, order: GreatWarOrder, language: str) -> str:
        words = self._lot.choice(DEEDS[order.type][language])
        cards = order.cards if isinstance(order, Buy) else 0
        card = order.card if isinstance(order, Offensive | Play) else 0
        return words.format(id=find_name(order), to=self._name(find_goal(order)), cards=cards, card=card)

    def _name(self, area: str) -> str:
        return self._areas[area].name if area else ""


def find_name(order: GreatWarOrder) -> str:
    """Return the name by which two orders exclude each other: a piece, a card, or the area of a battle."""
    match order:
        case Move(piece=name) | Retreat(piece=name) | Build(piece=name) | Entrench(piece=name):
            return name
        case Battle(area=name):
            return name
        case Play(card=card):
            return str(card)
        case _:
            return ""


def find_goal(order: GreatWarOrder) -> str:
    """Return the area of an order, or ""."""
    match order:
        case Move(path=path):
            return path[-1]
        case Retreat(to=area) | Battle(area=area) | Build(area=area):
            return area
        case Play(area=area):
            return area or ""
        case _:
            return ""
