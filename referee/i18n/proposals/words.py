"""Small words that decide if a clause of a free text can be an order. The words of each language are data.

Other than in `sentence_words`, a clause may hold words that stand in no table. A word in a table of doubts
only keeps a clause from being an order, so these tables may hold words with other meanings.
"""

import re
from collections.abc import Mapping, Sequence

from referee.i18n import sentence_words as use
from referee.i18n.name_matching import UMLAUTS, key

_TABLES: Mapping[str, Sequence[str]] = {
    "unreal": (
        # English
        "almost nearly perhaps maybe possibly probably hopefully allegedly supposedly would could "
        "might may can "
        "cannot tomorrow yesterday later soon eventually someday were had went came took did gave got fought "
        "spent lost paid held sent considered wondered hope hopes hoping wish wishes think thinks "
        "thinking believe believes guess fear fears dream dreams imagine wonder suppose expect "
        "expected consider "
        "dreamt dreamed book books history film movie novel story considering tempted tempting afraid "
        "worry worried risk threatens threaten instead "
        "plotting pretend imagining pity sorry ought wanted feared been being",
        # French
        "presque peut peux pourrait pourrais pourrions peuvent demain hier tard bientot etait etaient avait "
        "avais espere esperons pense pensons pensais crois croyais souhaite reve imagine crains "
        "craint suppose "
        "songe plutot hesite hesitais livres histoire roman failli dommage menace menacent",
        # German
        "fast beinahe vielleicht moglicherweise eventuell wahrscheinlich hoffentlich angeblich "
        "vermutlich wurde "
        "wurden konnte konnten kann konnen durfte darf mag morgen gestern spater bald war waren "
        "hatte hatten ware waren gabe ging ginge gingen kam kame zog zoge hoffe hoffen glaube denke dachte "
        "vermute furchte traume wunsche uberlege uberlegte uberlegt erwage erwarte musste mussten "
        "wollte wollten "
        "droht drohen statt anstatt schade buch buchern film geschichte",
        # Greek
        "ισωσ παραλιγο σχεδον μπορει μπορω μπορουμε αυριο χθεσ αργοτερα ηταν ειχα ειχε πηγε πηγαν "
        "πηγαινε πηγαιναν επαιξα επαιξε υποχωρησε υποχωρησαν χασαμε εχασα ελπιζω νομιζω πιστευω φοβαμαι "
        "σκεφτομαι σκεφτηκα βιβλιο βιβλια ιστορια μακαρι αντι μαλλον",
    ),
    "accompanied": (
        "accompanied followed joined",
        "accompagne accompagnee accompagnes accompagnees suivi suivie suivis suivies",
        "begleitet gefolgt",
        "",
    ),
    "casualties": (
        "losses loss casualties hits",
        "pertes perte coups",
        "verluste verlust verloren treffer",
        "απωλειεσ απωλεια χτυπηματα",
    ),
    "first": ("first", "abord premier", "zuerst erst", "πρωτα"),
    "place": ("there", "y la", "dort da", "εκει"),
    "its": (
        "its their",
        "son sa ses leur leurs",
        "sein seine seinen seiner ihr ihre ihren ihrer",
        "τησ του τουσ",
    ),
    "modals": ("can may could might", "peut peux pouvez", "kann kannst konnen konnt", "μπορει μπορεισ"),
    "others": (
        "you he she they someone enemy opponent foe fellow",
        "tu vous il ils quelqu ennemi adversaire",
        "er man ihr jemand feind gegner",
        "εσυ εσεισ αυτοσ αυτοι εχθροσ αντιπαλοσ καποιοσ",
    ),
    "your": (
        "your his their theirs enemy enemys hostile opposing",
        "ton ta tes votre vos leur leurs ennemi ennemie",
        "dein deine deinen deiner euer eure euren feindliche feindlichen gegnerische",
        "σου σασ εχθρικη εχθρικο",
    ),
    "denies": (
        "cannot nowhere nor neither without hardly refuse refuses avoid except",
        "nulle refuse evite sans",
        "nirgends nirgendwo kaum ohne keines keins keinem weder",
        "πουθενα χωρισ ουτε",
    ),
    "reports": (
        "says said say tells told writes wrote according claims claimed rumour rumours heard read reads",
        "dit dis disent raconte ecrit selon pretend entendu lu",
        "sagt sagte sagen schreibt schrieb meint meinte erzahlt behauptet gehort gelesen",
        "λεει ειπε γραφει εγραψε λενε ακουσα διαβασα",
    ),
    "relative": (
        "which where who whom whose that's since because as although though",
        "qui dont ou car puisque parce afin",
        "wo welche welcher weil denn da damit obwohl",
        "που οπου γιατι επειδη",
    ),
    "contrast": (
        "but just only however yet",
        "mais seulement cependant",
        "aber sondern nur jedoch dafur",
        "αλλα μονο ομωσ",
    ),
    "possess": (
        "is are be has have stands lies sits there needs looks belongs remains look looks "
        "face faces watch watches",
        "est sont ont suis sommes avons regarde regardent",
        "ist sind bin hat habe haben steht stehen liegt liegen gehort braucht schaut blickt",
        "ειναι εχω εχει εχουν βρισκεται",
    ),
    "moves": (
        "step steps stepping walk walks walking slip slips go goes going get gets march marches "
        "marching sending "
        "bringing moving pushing retreat retreats pull pulls fall falls withdraw withdraws advance advances "
        "advancing deploy charge charges drive drives proceed",
        "avance va vont marche replie retire recule rentre file gagne pousse",
        "rucke ruckt schwenkt schwenke trete tritt marschiert reitet zieht geht vorrucken marschieren "
        "ziehen ruhrt ruhren bewegt bewegen",
        "υποχωρει αποσυρεται κινειται προελαυνει",
    ),
    "no verbs": (
        "back home part file roll get gets",
        "entre se retour direction part",
        "nach vor uber zuruck ruber heruber hinuber hinein",
        "",
    ),
    "takes": (
        "take takes taking capture captures seize seizes conquer conquers occupy occupies occupying attack "
        "attacks attacking assault assaults storm storms invade invades enter enters strike strikes",
        "prend prends prennent prendre capture occupe occuper attaque attaquent attaquer conquiert envahit "
        "saisit",
        "nimmt nehme nehmen einnehmen besetzt besetze besetzen erobert erobern greift greife greifen "
        "angreifen "
        "sturmt sturmen",
        "παιρνει καταλαμβανει καταλαμβανουν επιτιθεται επιτιθενται κυριευει",
    ),
    "fights": (
        "battle battles fight fights fighting attack attacks attacking offensive engage clash",
        "bataille batailles combat combats combattre combattons attaque attaques attaquer attaquons livre",
        "schlacht schlachten kampf kampfe kampfen gekampft angriff angriffe angreifen greife schlage",
        "μαχη μαχεσ επιθεση επιτιθεμαι πολεμω",
    ),
    "cards": ("card cards", "carte cartes", "karte karten", "καρτα καρτεσ"),
    "uses": (
        "play plays playing use uses using spend spends pay pays discard discards throw launch "
        "launches start "
        "open commit go opt choose",
        "joue jouer jouons utilise utiliser depense paie paye defausse lance choisis engage",
        "spiele spielen nutze nehme setze bezahle zahle werfe abwerfen einsetzen wahle starte",
        "παιζω χρησιμοποιω ξοδευω πληρωνω ριχνω επιλεγω",
    ),
    "loses": (
        "lose loses losing take takes absorb absorbs suffer suffers pay pays sacrifice sacrifices "
        "remove removes "
        "eliminate",
        "perd perds perdre prend encaisse subit sacrifie paie elimine",
        "verliert verliere verlieren nimmt nehme opfere opfern bezahlt zahlt einstecken schluckt",
        "χανει χανω παιρνει θυσιαζω πληρωνει",
    ),
    "buys": (
        "buy buys buying take purchase get draw",
        "achete acheter prends prendre",
        "kaufe kaufen nehme hole bestelle",
        "αγοραζω παιρνω",
    ),
    "keeps": (
        "keep keeps hold holds save saves spare spares stay stays stand stands remain remains wait "
        "waits guard "
        "guards sit sits rest",
        "garde gardent gardons reste restent tient tiennent conserve conservent attend attendent economise",
        "behalte behalt bleibt bleiben halt halten halte hebe spare spart wartet warten schone",
        "κρατω μενει μενουν παραμενει παραμενουν φυλαει",
    ),
    "rest": (
        "else rest others other everything everybody everyone further remaining",
        "reste autres autre tout",
        "sonst rest anderen andere ubrigen alles mehr weiteren weitere",
        "υπολοιποι υπολοιπεσ αλλοι αλλεσ ολα",
    ),
    "pronouns": ("it", "elle", "sie", "αυτη"),
    "there": ("there it", "y la", "dorthin dahin dort hin", "εκει"),
    "retreats": (
        "retreat retreats retreating withdraw withdraws flee flees leave leaves back evade",
        "recule reculent reculer retraite retire retirent replie replient repli fuit",
        "ruckzug zuruck zuruckziehen weicht weichen ausweichen flieht abziehen",
        "υποχωρει υποχωρουν υποχωρω υποχωρηση αποσυρεται",
    ),
    "polite": ("please", "plait prie svp", "bitte", "παρακαλω"),
}


def _read(name: str) -> frozenset[str]:
    """Return the words of a table in all languages as comparison keys, umlauts also as two letters."""
    text = " ".join(_TABLES[name])
    return frozenset((*key(text).split(), *key(text.translate(UMLAUTS)).split()))


UNREAL = _read("unreal")
"""Words of a thought, a possibility, the past or a later time."""

ACCOMPANIED = _read("accompanied")
"""Words of a piece that goes where the pieces before it go."""

CASUALTIES = _read("casualties")
"""Words for losses."""

FIRST = _read("first")
"""Words for the losses that come first."""

PLACE = _read("place")
"""Words for the area that was named last, without a direction."""

ITS = _read("its")
"""Words before the contents of an army that was named."""

MODALS = _read("modals")
"""Words of them that give leave: `you can go on`."""

OTHERS = _read("others")
"""Subjects other than the writer and the own pieces."""

YOUR = _read("your")
"""Words before a piece that is not the writer's."""

DENIES = _read("denies") | use.DENIES
"""Words of a denial."""

REPORTS = _read("reports")
"""Verbs before what another person says."""

RELATIVE = _read("relative")
"""First words of a clause about the word before it, or of a reason."""

CONTRAST = _read("contrast")
"""First words of a clause to which the denial before it does not apply."""

POSSESSES = _read("possess")
"""Verbs without movement: a place beside them is not a destination."""

MOVES = (_read("moves") | (use.MOTION - use.SMALL - use.STAYS)) - _read("no verbs")
"""Verbs of movement."""

TAKES = _read("takes") | use.ATTACKS
"""Verbs whose object is the destination."""

FIGHTS = _read("fights")
"""Words for a battle."""

CARDS = _read("cards")
"""Words for cards."""

USES = _read("uses")
"""Verbs with a card as their object."""

LOSES = _read("loses")
"""Verbs of losses."""

BUYS = _read("buys")
"""Verbs of a purchase."""

KEEPS = _read("keeps")
"""Verbs of pieces that stay, and of cards that are kept."""

REST = _read("rest")
"""Words for all pieces that are not named, or for none."""

PRONOUNS = _read("pronouns")
"""Words for the piece that was named last."""

THERE = _read("there")
"""Words for the area that was named last."""

RETREATS = _read("retreats")
"""Words of a retreat."""

POLITE = _read("polite")
"""Words that make an order of a request."""

ENDS = use.ENDS | {"through", "finished"}
"""Words that close a question."""

ENDING = (ENDS | use.CLOSING | {"also", "so", "therefore"}) - {"battle", "battles"}
"""The only words beside them, apart from an English verb: `done building`."""

CONDITION = re.compile(
    r"\b(?:if|unless|whether|when|whenever|until|provided|assuming|as soon as|in case|or"
    r"|wenn|falls(?! (?:back|on|to|upon)\b)|sofern|sobald|solange|ob|bis|oder|entweder"
    r"|si|s['’]ils?|quand|lorsque|sauf|à moins|jusqu|ou|soit"
    r"|αν|εάν|όταν|μόλις|εφόσον|εκτός|μήπως|μέχρι|ή|είτε)\b"
    r"|\brather than\b|\b(?:anything|nothing|all|everything) but\b|\bleast of all\b"
    r"|\balles außer\b|\btout sauf\b"
    r"|\bas (?:if|though)\b|\bals ob\b",
    re.IGNORECASE,
)
"""Words of a condition or a choice. A sentence with one of them is not an order."""

PAST = re.compile(
    r"\b(?:ai|as|a|avons|avez|ont|est|sont|suis)\s+(?:\w+\s+)?(?!termin|fini)\w+[éi](?:e|s|es)?\b"
    r"|(?!\bfait|\bsatisfait|\bparfait)\b\w{2,}(?:ait|aient|rais)\b"
    r"|\b(?:habe|habt|haben|hast|hat|hatte|hatten|ist|sind|bin|war|waren|wurde|wurden)\b"
    r"(?=.*\b(?:ge\w{3,}(?:t|en)|\w{3,}(?:zogen|gangen|schickt|rückt|iert))\b)"
    r"|\bwas\b(?!\s+(?:sie|er|ich|wir|es|du|man|auch|immer|die|der|das)\b)"
    r"|\b(?:i|we|he|she|they|you)\s+(?:\w+\s+)?thought\b"
    r"|\b(?:have|has|had)\s+(?:\w+\s+)?\w{3,}ed\b",
    re.IGNORECASE,
)
"""Forms of the past and of possibility."""

SAYS_ALL = re.compile(
    r"\b(?:(?:that['’]?s|that is|this is|das (?:ist|war)|das w[aä]r['’]?s|c['’]est|ce sera)"
    r"\s*(?:then|also|dann|donc)?\s*(?:it|all|everything|the lot|my lot|alles|es|schon(?: alles)?|tout)\b"
    r"|das war['’]?s|voilà tout|αυτά(?: είναι)?(?: όλα)?)",
    re.IGNORECASE,
)
"""The beginning of a sentence that says that nothing follows, with more words behind it."""

AFTER_BATTLE = re.compile(
    r"\b(?:afterwards?|after (?:the|a|any|each|every|that|this) (?:battles?|fights?|fighting)"
    r"|après (?:la |le |chaque )?(?:bataille|combat)s?|ensuite"
    r"|nach (?:der|dem|jeder|einer) (?:schlacht|kampf)|hinterher|danach"
    r"|μετά (?:τη|από τη|τις) μάχ(?:η|ες))\b",
    re.IGNORECASE,
)
"""Words for the time after a battle."""

NUMBERED = re.compile(
    r"(?<!\w)(?:no|nr|num(?:ber|mer)|n[°º]|nº|numéro|αρ|αριθμό[ςν]?|αριθ|card|carte|karte|κάρτα)\.?\s*(?=\d)|#(?=\d)",
    re.IGNORECASE,
)
"""Words before a number that names a card or a piece."""

LIMITED = re.compile(
    r"\boffensives? limit[ée]es?\b|\bbegrenzten? offensiven?\b|\bπεριορισμένης? επίθεσης?\b", re.IGNORECASE
)
"""Limited offensives in other languages, of which a pack may know only the English name."""

WITHIN = frozenset({"its", "their", "davon", "seiner", "ihrer", "ses", "leurs", "leur", "them"})
"""Words for a part of an army."""
