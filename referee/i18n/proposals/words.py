"""Small words that decide if a clause of a free text can be an order. The words of each language are data.

Other than in `sentence_words`, a clause may hold words that stand in no table. A word in a table of doubts
only keeps a clause from being an order, so these tables may hold words with other meanings.
"""

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
    "unsure": (
        "almost perhaps maybe possibly probably would could might may can think believe guess hope instead",
        "presque peut peux pourrait pourrais pourrions peuvent espere pense pensons crois souhaite plutot",
        "vielleicht moglicherweise wahrscheinlich wurde wurden konnte konnten kann konnen durfte darf mag "
        "glaube denke hoffe statt anstatt",
        "ισωσ μπορει μπορω μπορουμε ελπιζω νομιζω πιστευω αντι μαλλον",
    ),
    "accompanied": (
        "accompanied followed joined",
        "accompagne accompagnee accompagnes accompagnees suivi suivie suivis suivies",
        "begleitet gefolgt",
        "",
    ),
    "too": (
        "too also ditto likewise same",
        "aussi pareil idem egalement meme",
        "auch ebenso ebenfalls gleichfalls dito dasselbe",
        "επισησ ομοιωσ ιδιο",
    ),
    "casualties": (
        "losses loss casualties hits",
        "pertes perte coups",
        "verluste verlust verloren treffer",
        "απωλειεσ απωλεια χτυπηματα",
    ),
    "hits": ("hit hits", "coup coups touche touches", "treffer", "χτυπημα χτυπηματα"),
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
        "says said say tells told writes wrote according claims claimed rumour rumours hear heard read reads",
        "dit dis disent raconte ecrit selon pretend entends entendu lu",
        "sagt sagte sagen schreibt schrieb meint meinte erzahlt behauptet hore gehort gelesen",
        "λεει ειπε γραφει εγραψε λενε ακουσα διαβασα",
    ),
    "relative": (
        "which where who whom whose that's since because as although though",
        "qui dont ou car puisque parce afin",
        "wo welche welcher weil denn da damit obwohl",
        "που οπου γιατι επειδη",
    ),
    "contrast": (
        "but just only however yet so",
        "mais seulement cependant alors donc",
        "aber sondern nur jedoch dafur drum darum daher deshalb",
        "αλλα μονο ομωσ",
    ),
    "possess": (
        "is are be has have stands lies sits there needs belongs remains look looks face faces watch watches",
        "est sont ont suis sommes avons regarde regardent",
        "ist sind bin hat habe haben steht stehen liegt liegen gehort braucht schaut blickt",
        "ειναι εχω εχει εχουν βρισκεται",
    ),
    "moves": (
        "step steps stepping walk walks walking slip slips go goes going get gets march marches "
        "marching sending "
        "cross crosses come comes ride rides park parks head heads return returns stroll strolls "
        "bringing moving pushing retreat retreats pull pulls fall falls withdraw withdraws advance advances "
        "advancing deploy charge charges drive drives proceed",
        "passe passent descend descendent remonte remontent revient reviennent revenir rejoint rejoignent "
        "rejoindre quitte quittent traverse monte arrive arrivent "
        "avance va vont marche replie retire recule rentre file gagne pousse",
        "kommt kommen spaziert brechen bricht reiten fahrt setzt setze setz hol hole holt wandert lauft "
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
        "verliert verliere verlieren nimmt nimm nehme opfere opfern bezahlt zahlt einstecken schluckt",
        "χανει χανω παιρνει θυσιαζω πληρωνει",
    ),
    "gives": (
        "go goes going give gives sacrificed dies die eat eats",
        "part partent donne donnent sacrifiee y",
        "geht gehen geopfert dran glauben weg",
        "φευγει θυσιαζεται",
    ),
    "that": ("that this those these so", "cela ca celle ceux", "das dies diese so", "αυτο"),
    "objects": ("it them", "la le les l", "sie die ihn es", "την τον"),
    "battles too": (
        "fight fights attack battle",
        "bataille attaque",
        "angegriffen geschlagen gekampft schlacht schlage",
        "μαχη",
    ),
    "ordering": (
        "first then only after last lastly both",
        "seule seulement abord ensuite puis premier uniquement",
        "zuerst danach erst dann nur einzige einzig ausschliesslich",
        "πρωτα μετα μονο",
    ),
    "both": (
        "both together all",
        "deux toutes ensemble",
        "beide zusammen miteinander gemeinsam alle",
        "και μαζι",
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
        "guards sit sits rest stop stops",
        "laisse laissons garde gardent gardons reste restent tient tiennent conserve conservent attend "
        "attendent economise",
        "lasse lassen lasst behalte behalt bleibt bleiben halt halten halte hebe spare spart wartet "
        "warten schone",
        "κρατω μενει μενουν παραμενει παραμενουν φυλαει",
    ),
    "rest": (
        "else rest others other everything everybody everyone further remaining",
        "reste autres autre tout",
        "sonst rest anderen andere ubrigen alles mehr weiteren weitere",
        "υπολοιποι υπολοιπεσ αλλοι αλλεσ ολα",
    ),
    "pronouns": ("it", "elle", "sie", "αυτη"),
    "there": ("there it", "y la", "dorthin dahin dort hin hinein hinuber", "εκει"),
    "thither": ("", "", "dorthin dahin hinein hinuber", ""),
    "retreats": (
        "retreat retreats retreating withdraw withdraws flee flees escape escapes leave leaves back evade "
        "run runs",
        "recule reculent reculer retraite retire retirent replie replient repli fuit",
        "ruckzug zuruck zuruckziehen weicht weichen ausweichen flieht abziehen haut hauen",
        "υποχωρει υποχωρουν υποχωρω υποχωρηση αποσυρεται",
    ),
    "strategic": (
        "strat strategic strategically",
        "strategique strategiquement",
        "strategisch strategische",
        "στρατηγικη στρατηγικα",
    ),
    "vague": (
        "gun guns plane planes unit units piece pieces",
        "canon canons avion avions unite unites piece pieces",
        "kanone kanonen geschutz geschutze flieger flugzeug einheit einheiten",
        "κανονι κανονια αεροπλανο",
    ),
    "everything": (
        "all everything lot whole",
        "tout toute tous",
        "alles ganze ganzen",
        "ολα",
    ),
    "polite": ("please", "plait prie svp", "bitte", "παρακαλω"),
}


def _read(name: str) -> frozenset[str]:
    """Return the words of a table in all languages as comparison keys, umlauts also as two letters."""
    text = " ".join(_TABLES[name])
    return frozenset((*key(text).split(), *key(text.translate(UMLAUTS)).split()))


UNREAL = _read("unreal")
"""Words of a thought, a possibility, the past or a later time."""

UNSURE = _read("unsure")
"""Words of a possibility, which may be a polite order."""

ACCOMPANIED = _read("accompanied")
"""Words of a piece that goes where the pieces before it go."""

HITS = _read("hits")
"""Words for hits, beside which a piece or a card takes one."""

TOO = _read("too")
"""Words of pieces that do what the pieces before them do: `uk-3 too`."""

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

GIVES = _read("gives")
"""Verbs of losses that mean other things elsewhere: `the cavalry goes`."""

BOTH = _read("both") - {"και"}
"""Words for the pieces of several clauses: `both into Boulogne`."""

BATTLES_TOO = _read("battles too")
"""Other words for a battle that is announced."""

ORDERING = _read("ordering")
"""Words that order battles or leave others out."""

THAT = _read("that")
"""Words for earlier words."""

OBJECTS = _read("objects")
"""Pronouns for pieces that are moved."""

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

THITHER = _read("thither")
"""Words for the way to the area that was named last."""

RETREATS = _read("retreats")
"""Words of a retreat."""

STRATEGIC = _read("strategic")
"""Words of a strategic movement."""

VAGUE = _read("vague")
"""Words for pieces of a kind that they do not name."""

EVERYTHING = _read("everything")
"""Words by which a letter takes everything back."""

POLITE = _read("polite")
"""Words that make an order of a request."""

ENDS = use.ENDS | {"through", "finished"}
"""Words that close a question."""

ENDING = (
    ENDS | use.CLOSING | {"also", "so", "therefore", "declarations", "declaration", "j", "ai", "and"}
) - {"battle", "battles"}
"""The only words beside them, apart from an English verb: `done building`."""

WITHIN = frozenset({"its", "their", "davon", "seiner", "ihrer", "ses", "leurs", "leur", "them"})
"""Words for a part of an army."""

NATIONS: Mapping[str, str] = {"frz": "french", "fr": "french", "dt": "german", "ung": "austrian"}
"""Short forms of nations that do not begin like their names."""
