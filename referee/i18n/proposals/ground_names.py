"""Names of the ground of the skirmish in German, French and Greek, as letters use them.

The names that a report prints are those in the language files of the pack; a case that follows a preposition
stands beside them.
"""

from collections.abc import Mapping

from referee.i18n.name_matching import key

_NAMES: Mapping[str, tuple[str, ...]] = {
    "the fire trench": ("Schützengraben", "la tranchée de tir", "χαράκωμα πυρός"),
    "the communication trench": ("Laufgraben", "le boyau de communication", "όρυγμα συγκοινωνίας"),
    "the western wire": (
        "westlicher Drahtverhau", "westlichen Drahtverhau", "les barbelés ouest", "δυτικό συρματόπλεγμα",
    ),
    "the eastern wire": (
        "östlicher Drahtverhau", "östlichen Drahtverhau", "les barbelés est", "ανατολικό συρματόπλεγμα",
    ),
    "the farm": ("Gehöft", "la ferme", "αγρόκτημα"),
    "the farm wall": ("Hofmauer", "le mur de la ferme", "τοίχος του αγροκτήματος", "τοίχο του αγροκτήματος"),
    "the wood": ("Wald", "le bois", "δάσος"),
    "the scrub": ("Gestrüpp", "les broussailles", "θάμνοι", "θάμνους"),
    "the western crater": (
        "westlicher Trichter", "westlichen Trichter", "le cratère ouest", "δυτικός κρατήρας",
        "δυτικό κρατήρα",
    ),
    "the eastern crater": (
        "östlicher Trichter", "östlichen Trichter", "le cratère est", "ανατολικός κρατήρας",
        "ανατολικό κρατήρα",
    ),
    "the knoll": ("Kuppe", "le mamelon", "λοφίσκος", "λοφίσκο"),
    "the farmhouse": ("Bauernhaus", "le corps de ferme", "αγροικία"),
    "the yard wall": ("Hofmauer", "le mur de la cour", "τοίχος της αυλής", "τοίχο της αυλής"),
    "the hedge by the lane": ("Hecke am Weg", "la haie du chemin", "φράχτης του δρόμου", "φράχτη του δρόμου"),
    "the copse": ("Wäldchen", "le bosquet", "σύδεντρο"),
    "the corn": ("Kornfeld", "les blés", "σπαρτά"),
    "the clay pit": ("Lehmgrube", "la glaisière", "λάκκος του πηλού", "λάκκο του πηλού"),
    "the mine crater": (
        "Minentrichter", "l'entonnoir", "κρατήρας της υπονόμου", "κρατήρα της υπονόμου",
    ),
    "the old crater": (
        "alter Trichter", "alten Trichter", "le vieux cratère", "παλιός κρατήρας", "παλιό κρατήρα",
    ),
    "the stumps": ("Baumstümpfe", "Baumstümpfen", "les souches", "κούτσουρα"),
    "the British wire": (
        "britischer Drahtverhau", "britischen Drahtverhau", "les barbelés britanniques",
        "βρετανικό συρματόπλεγμα",
    ),
    "the German wire": (
        "deutscher Drahtverhau", "deutschen Drahtverhau", "les barbelés allemands", "γερμανικό συρματόπλεγμα",
    ),
}  # fmt: skip

ARTICLES = ("the ", "le ", "la ", "les ", "l ")
"""Articles of the names above, as keys."""

GROUND_NAMES: Mapping[str, frozenset[str]] = {
    name: frozenset(key(one) for one in translations) for name, translations in _NAMES.items()
}
"""Names of a piece of ground as comparison keys, by its English name."""
