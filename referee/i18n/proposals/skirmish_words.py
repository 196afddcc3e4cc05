"""Words of a skirmish in free text, by the order that they may mean. The words of each language are data."""

from collections.abc import Mapping, Sequence

from referee.i18n.name_matching import key

_VERBS: Mapping[str, Sequence[str]] = {
    "stealthy": (
        "sneak sneaks sneaking creep creeps creeping crawl crawls crawling slip slips stealthily",
        "rampe rampent glisse glissent faufile faufilent",
        "schleicht schleichen kriecht kriechen",
        "ερπει ερπουν",
    ),
    "manoeuvre": (
        "manoeuvre manoeuvres maneuver maneuvers move moves moving walk walks walking go goes going advance "
        "advances advancing march marches shift shifts follow",
        "manoeuvre manoeuvrent avance avancent va vont marche marchent bouge bougent deplace deplacent",
        "ruckt rucken geht gehen zieht ziehen bewegt bewegen marschiert marschieren lauft laufen",
        "κινειται κινουνται προχωρα προχωρει προχωρουν παει πανε",
    ),
    "rush": (
        "rush rushes rushing run runs running sprint sprints dash dashes hurry hurries",
        "court courent fonce foncent",
        "rennt rennen eilt eilen hastet sprintet sprinten",
        "τρεχει τρεχουν ορμα",
    ),
    "assault": (
        "assault assaults charge charges storm storms",
        "charge chargent assaut",
        "sturmt sturmen angreifen greift",
        "εφορμα εφορμουν",
    ),
    "aimed fire": (
        "fire fires firing shoot shoots shooting",
        "tire tirent vise visent",
        "schiesst schiessen feuert feuern",
        "πυροβολει πυροβολουν ριχνει ριχνουν",
    ),
    "unaimed fire": (
        "suppress suppresses suppressing",
        "arrose arrosent",
        "niederhalten",
        "καθηλωνει καθηλωνουν",
    ),
    "throw": (
        "throw throws throwing lob lobs toss tosses",
        "lance lancent jette jettent",
        "wirft werfen",
        "πεταει πετα",
    ),
    "flame": ("flame flames burn burns", "brule brulent", "flammt", "καιει"),
    "look": (
        "look looks looking spot spots search searches scan scans",
        "regarde regardent cherche cherchent",
        "schaut schauen sucht suchen spaht spahen",
        "κοιταζει κοιταζουν ψαχνει",
    ),
    "hide": ("hide hides hiding", "cache cachent", "versteckt verstecken", "κρυβεται κρυβονται"),
    "observe": (
        "observe observes observing",
        "observe observent",
        "beobachtet beobachten",
        "παρατηρει παρατηρουν",
    ),
    "barrage": (
        "barrage shell shells",
        "pilonne pilonnent bombarde bombardent",
        "beschiesst trommelfeuer",
        "βομβαρδιζει",
    ),
}

_AROUND: Mapping[str, Sequence[str]] = {
    "via": ("via through past by", "via par", "via uber durch", "μεσω"),
    "within": ("within radius", "rayon", "umkreis", "ακτινα"),
    "stop": ("stop stops stopping halt halts", "arrete arretent", "halt halten", "σταματα"),
    "unaimed": ("unaimed suppressive", "", "ungezielt", ""),
    "rapid": ("rapid rapidly", "rapide", "schnellfeuer", ""),
    "masks": ("mask masks", "masque masques", "maske masken", "μασκα μασκεσ"),
    "off": ("off", "enlevent enleve", "ab", "βγαζουν"),
}


def _read(words: Sequence[str]) -> frozenset[str]:
    return frozenset(word for one in words for word in key(one).split())


VERBS: Mapping[str, str] = {word: verb for verb, words in _VERBS.items() for word in _read(words)}
"""The verb of an order by each word that may stand for it."""

VIA, WITHIN, STOP, UNAIMED, RAPID, MASKS, OFF = (_read(words) for words in _AROUND.values())
"""Words of ways, of radiuses, of stops, of kinds of fire, of gas masks and of their removal."""
