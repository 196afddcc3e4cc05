"""Words of sentences that hold orders, by their use. The words of each language are data.

A sentence is read as an order only if each of its words is a name or stands in one of these tables. A new
word makes more sentences readable. A word with two meanings must stay out.
"""

from referee.i18n.name_matching import UMLAUTS, key


def _words(*, en: str = "", fr: str = "", de: str = "", el: str = "") -> frozenset[str]:
    """Return the words of all languages as comparison keys, German umlauts also as two letters."""
    text = f"{en} {fr} {de} {el}"
    return frozenset((*key(text).split(), *key(text.translate(UMLAUTS)).split()))


SMALL = _words(
    en="i we d ll m my our us me it the a an with please pls thanks will let to now then so also too just"
    " right well ok okay and both all there by for on over out over up down at in of as aswell single whole"
    " same together here finally its it behind should may",
    fr="je j nous moi mon ma mes notre nos le la les l un une de du des d merci svp maintenant puis alors"
    " donc ensuite et aussi egalement enfin abord bon bien ici avec pour par dans en au aux a doit doivent"
    " tous toutes tout toute ce cette ces y",
    de="ich wir mir uns mein meine meinen meiner unser unsere der die das den dem des ein eine einen bitte"
    " danke nun jetzt dann auch und ebenfalls noch zuerst danach schließlich gut hier dort"
    " dabei dazu zu zur zum mit von vom im am auf für bei ab alle beide beiden ganze soll sollen diesmal",
    el="εγώ εμείς μου μας ο η το οι τα τον την τη του της των τους τις ένα μία και με για παρακαλώ τώρα"
    " λοιπόν μετά ύστερα επίσης όλα όλη εδώ εκεί",
)
"""Words without a meaning of their own: articles, pronouns of the writer, courtesies, and links."""

MOTION = _words(
    en="go goes going move moves moving march marches marching head heads advance advances walk walks ride"
    " rides leave leaves enter enters travel travels send sends bring come comes cross crosses push pushes"
    " shift shifts attack attacks follow follows",
    fr="va vont aller avance avancent avancer marche marchent déplace déplacent se monte montent passent"
    " gagne gagnent descend descendent envoie part partent entre entrent quitte quittent convergent"
    " attaque attaquent débarque débarquent",
    de="geht gehen zieht ziehen marschiert marschieren rückt rücken fährt fahren setzt setzen verlege"
    " verlegt kommt kommen vor nach ein greift greifen an besetzt besetzen",
    el="πηγαίνει πηγαίνουν πάει πάνε κινείται κινούνται προχωρά προχωρούν προελαύνει μπαίνει μετακινώ στέλνω",
)
"""Verbs of movement, with the small words that belong to them."""

ATTACKS = _words(
    en="attack attacks", fr="attaque attaquent", de="greift greifen besetzt besetzen", el="επιτίθεται"
)
"""Verbs of movement with the area as their object: `the 5th Army attacks Longwy`."""

RETREATS = _words(
    en="retreat retreats retreating withdraw withdraws fall falls pull pulls drop drops go goes back",
    fr="recule reculent replie replient retire retirent retraite se bat",
    de="zieht ziehen sich zurück weicht weichen geht gehen Rückzug",
    el="υποχωρεί υποχωρούν υποχωρώ υποχώρηση πίσω",
)
"""Verbs of retreat, with the small words that belong to them."""

STAYS = _words(
    en="keep keeps stay stays hold holds remain remains wait waits stand stands",
    fr="garde gardent gardons reste restent tient tiennent attend attendent maintient maintiennent",
    de="behalte bleibt bleiben bleibe halten halte hält wartet warten stehen steht",
    el="κρατώ μένει μένουν παραμένει παραμένουν κρατά κρατούν",
)
"""Verbs of a piece that does nothing."""

AROUND_STAYS = _words(
    en="put where they are home everybody everyone else rest other others and guard fire fires fight fights"
    " ground position positions garrison its still as only card cards anyway alone reserve",
    fr="où est sont garde gardent autre autres troupes tire tirent place position positions infanteries"
    " cartes carte seulement réserve se bat battent l",
    de="wo sie ist sind alles andere anderen übrigen feuern schießt da Armeen sonst besetzt Karten Karte nur"
    " Reserve",
    el="όλοι υπόλοιποι υπόλοιπες άλλοι άλλες στη θέση όπου είναι",
)
"""The only words beside them."""

DENIES = _words(
    en="no not none nothing never neither nor don dont doesn wont won isn isnt",
    fr="ne n pas rien aucun aucune personne jamais non ni sans",
    de="kein keine keinen keiner niemand nichts nicht nie weder nein ohne",
    el="δεν δε μην μη κανένας καμία κανένα τίποτα ούτε όχι ποτέ",
)
"""Words of a denial. A clause with one of them is never an order."""

NO = frozenset({"no", "no thanks", "no thank you", "non", "non merci", "nein", "nein danke", "όχι"})
"""Answers to a question whether something happens."""

DENIED = _words(
    en="move moves moving battle battles fight fighting attack attacks card cards offensive offensives"
    " retreat retreats leave leaves go goes play changes",
    fr="mouvement mouvements bataille batailles combat attaque carte cartes offensive retraite bouge bougent"
    " joue retire livre",
    de="Zug Züge Bewegung Schlacht Schlachten Karte Karten Offensive Angriff Rückzug kämpfe spiele ziehen"
    " zieht greife ziehe erkläre Bewegungen",
    el="κίνηση κινήσεις μάχη μάχες κάρτα κάρτες επίθεση υποχώρηση υποχωρεί παίζω",
)
"""Things and actions that a side may have none of."""

AROUND_DENIALS = _words(
    en="other more further else either any extra armies keep turn time yet from do after one",
    fr="autre autres tour ci après troupes se ai pour plus",
    de="weitere weiteren weiterer mehr mache es gibt rücken an aus sonst lasse behalte",
    el="άλλη άλλες άλλο αυτή φορά γύρο",
)
"""The only words beside them."""

DOUBTS = _words(
    en="if unless whether when until later perhaps maybe otherwise except but or instead cancel wait wrong",
    fr="si quand sauf peut mais sinon plutôt lorsque annule sait",
    de="wenn sobald bis später vielleicht sonst außer aber statt sondern oder ob doch",
    el="αν εάν όταν μέχρι αργότερα ίσως αλλιώς εκτός αλλά αντί μήπως",
) - _words(de="sonst")  # fmt: skip
"""Words of a condition or a second thought: a sentence with one of them is not an order."""

QUESTIONS = _words(
    en="can could may might shall should would do does did is are was what how why where who which",
    fr="peut peux pourrait pourriez est sont dois doit que comment pourquoi qui où",
    de="kann könnte darf soll sollen geht gehen zieht ziehen kommt kommen marschiert marschieren rückt fährt"
    " ist sind wie warum wo wer was hat haben",
    el="μπορώ μπορεί πρέπει είναι τι πώς γιατί πού ποιος",
)
"""Words that begin a question, or a condition, if a sentence begins with them."""

REQUESTS = _words(
    en="can could may might will would shall should let",
    fr="peut peux pourrait pourriez",
    de="kann könnte darf soll",
    el="μπορώ μπορεί",
)
"""Words that begin a question which wants something."""

POLITE = _words(en="please pls", fr="svp", de="bitte", el="παρακαλώ")
"""Words that make an order of a request."""

ENDS = _words(
    en="done finished finish",
    fr="fini finis terminé termine terminée terminées terminés",
    de="fertig beendet",
    el="τέλος τελείωσα έτοιμος έτοιμη",
)
"""Words that close a question."""

CLOSING = _words(
    en="i we am m ve have is s that then now so please ok okay right well here with my our the moves"
    " movement moving movements placement reinforcements me",
    fr="j je ai nous avons c ce est sont alors donc maintenant voilà bon svp merci avec pour les mes"
    " mouvements mouvement renforts",
    de="ich wir bin sind ist dann jetzt nun bitte gut das damit mit meinen den die der Zügen Züge Bewegung"
    " Bewegungen Ziehen",
    el="είμαι είμαστε τώρα λοιπόν παρακαλώ με τις κινήσεις και αυτά",
)
"""The only words beside them."""

PASSES = _words(en="pass", fr="passe passons", de="passe passen", el="πάσο")
"""Words of a side that plays no offensive."""

PASSING = _words(
    en="i we ll will am going to this turn time now then so please for thank you",
    fr="je nous vais ce tour ci cette fois maintenant alors donc mon offensive",
    de="ich wir diesmal jetzt dann bitte diese Runde in dieser",
    el="αυτή τη φορά τώρα λοιπόν",
)
"""The only words beside them."""

BATTLES = _words(
    en="battle battles fight fights fighting attack",
    fr="bataille batailles combat combats livre livrons déclare attaque",
    de="Schlacht Schlachten schlage kämpfe gekämpft Kampf Angriff",
    el="μάχη μάχες",
)
"""Words before the areas of battles."""

AROUND_BATTLES = _words(
    en="this order declare only one two three four first second third last want have afterwards then that"
    " those of course is s are",
    fr="ordre premier première deuxième second seconde abord celle celles une seule seul seulement est c"
    " ensuite vient enfin dernier dernière déclare",
    de="erst erste zweite dritte zweitens Reihenfolge wird danach darauf zuletzt Schluss nur einzige es gibt"
    " in dieser meine ist",
    el="πρώτη δεύτερη τρίτη πρώτα μετά ύστερα στο στη στην στον σειρά",
)
"""The only words beside them."""

THEN = _words(
    en="then second afterwards last", fr="puis ensuite deuxième seconde second",
    de="dann danach darauf zweite", el="μετά ύστερα",
)  # fmt: skip
FIRST = _words(en="first", fr="premier première abord", de="erst erste zuerst", el="πρώτα πρώτη")
"""Words that order battles."""

PLAYS = _words(
    en="play plays playing played use using card cards number no nr event begin start open answer one plain"
    " number",
    fr="joue jouer jouons carte cartes numéro n no avec comme événement engage commence commençons",
    de="spiele spielen ausspielen nehme Karte Karten Nummer Nr als Ereignis eröffne beginne Offensivkarte",
    el="παίζω παίζουμε κάρτα αριθμός ξεκινώ",
)
"""Words before a card."""

EVENTS = _words(en="event", fr="événement", de="Ereignis", el="γεγονός")
"""Words for a card that is played for its event."""

RAIL = _words(
    en="rail train", fr="rail train fer chemin ferré voie", de="Bahn Eisenbahn", el="σιδηροδρομικώς τρένο"
)
SEA = _words(
    en="sea ship boat channel", fr="mer bateau manche", de="See Schiff Schiffe Meer", el="θάλασσα πλοίο"
)
"""Words of a journey by rail and by sea."""

AROUND_SEA = _words(
    en="across takes take", fr="prend prennent débarque débarquent", de="per über setzt", el="με από"
)
"""The only words beside them."""

FROM = _words(
    en="from out of leave leaves", fr="de du des d depuis quitte quittent", de="von vom aus", el="από"
)
"""Words before an area that pieces leave."""

INTO = _words(fr="dans en au aux sur", de="in ins zum zur", el="σε στο στη στην στον στα στις στους")
"""Words before an area that pieces enter, beside those for `to`."""

TO = _words(
    en="to into towards toward on", fr="vers a jusqu jusque sur", de="nach zu gegen auf",
    el="προς σε στο στη στην στον στα στις στους",
)  # fmt: skip
VIA = _words(en="via through", fr="via par", de="über via durch", el="μέσω")
"""Words before a destination, and before an area on the way."""

SPENDS = _words(
    en="spend spends spending give pay discard", fr="dépense paie paye défausse donne",
    de="gebe gib zahle bezahle werfe ab", el="ξοδεύω πληρώνω",
)  # fmt: skip
"""Words of hits that are paid with cards."""

FORTS = _words(en="fort fortress", fr="fort forteresse", de="Fort Festung", el="οχυρό φρούριο")
"""Words for a fort."""

AROUND_HITS = _words(
    en="hit hits take takes lose loses goes go on card number",
    fr="touche touches coup coups perte pertes prend encaisse perd sur annuler carte numéro le",
    de="Treffer nimmt verliert verlust gehen geht auf aufs Stufe Karte Nummer schluckt",
    el="χτύπημα χτυπήματα παίρνει στο",
)
"""The only words beside those of a fort or a card that takes hits."""

COUNTS = {
    "one": 1, "two": 2, "both": 2, "three": 3, "four": 4, "five": 5,
    "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5,
    "ein": 1, "einen": 1, "eine": 1, "zwei": 2, "beide": 2, "drei": 3, "vier": 4, "funf": 5,
    "ενα": 1, "δυο": 2, "τρια": 3, "τεσσερα": 4,
    "ersten": 1, "zweiten": 1, "dritten": 1, "erste": 1, "zweite": 1, "dritte": 1, "erster": 1,
}  # fmt: skip
"""Numbers of hits."""

EVERYTHING = _words(en="all", fr="tous toutes", de="alle", el="όλα")
"""Words for all hits."""

PLACES = _words(
    en="place put puts goes go set new joins joining assigned where area into is",
    fr="place placez placer pose mets mon nouveau va rejoint affecte",
    de="platziere stelle setze kommt geht neue neuer neuen wird unterstellt",
    el="τοποθετώ βάζω νέο πηγαίνει",
)
"""Words about a reinforcement and its place."""

PLANES = _words(en="biplane plane", fr="biplan avion", de="Doppeldecker Flugzeug", el="διπλάνο αεροπλάνο")
"""Words for a biplane."""

ARMIES = _words(en="army armies", fr="armée armées", de="Armee Armeen", el="Στρατιά Στρατιές Στρατιάς")
"""Words for armies."""

PEOPLES = _words(
    en="belgians germans austrians french british russians serbs",
    fr="belges allemands autrichiens russes serbes britanniques",
    de="Belgier Deutschen Österreicher Franzosen Briten Russen Serben",
    el="Βέλγοι Γερμανοί Γάλλοι Βρετανοί Ρώσοι Σέρβοι Αυστριακοί",
)
"""Peoples, as words beside the id of a piece or for pieces that stay."""

COURTESIES = _words(
    en="hello hi hiya morning evening good dear moderator greetings yes thank you sorry cheers",
    fr="allô bonjour bonsoir salut oui voilà évidemment cher arbitre désolé",
    de="Hallo Moin ja Guten Morgen Abend Tag Servus los s Spielleiter autsch",
    el="γεια καλησπέρα καλημέρα ναι ευχαριστώ",
)
"""Words of clauses that greet, agree or thank."""

HEADINGS = _words(
    en="moves movements orders battles order follows follow proposal agree your answer this is are empty"
    " isnt",
    fr="mouvements ordres batailles ordre cet dans voici suivants c est vide zone",
    de="Züge Befehle Schlachten Reihenfolge dieser Antwort folgende folgendes dein ist sind leer",
    el="κινήσεις διαταγές μάχες ακολουθούν είναι κενή κενό",
)
"""Words of headings, and of remarks about empty areas."""

LATER = _words(
    en="losses loss hits hit", fr="pertes perte coups", de="Verluste Verlust Treffer",
    el="απώλειες χτυπήματα",
)  # fmt: skip
"""Words of sentences about the losses of a later battle."""

WANTED_NOW = _words(
    en="move moves march marches go goes send advance play",
    fr="va vont avance marche envoie joue convergent entre entrent",
    de="geht gehen zieht marschiert verlege rückt spiele",
    el="πηγαίνει μετακινώ προχωρά παίζω",
)
"""Verbs of a move that is wanted now."""

TAKES_BACK = _words(
    en="cancel undo scratch kidding joke joking disregard",
    fr="annule annulez blague plaisante plaisantais rigole ignorez",
    de="storniere Scherz scherze Spaß Witz ignoriere ignoriert",
    el="άκυρο ακυρώνω αστειεύομαι πλάκα αστείο αγνόησε",
)
"""Words that take an order back. A letter with one of them is asked about."""

SECOND_THOUGHTS = TAKES_BACK | _words(
    en="instead forget change changed wait mistake wrong correction",
    fr="plutôt oublie oubliez change attends attendez erreur faux corrige",
    de="stattdessen vergiss vergessen warte Fehler falsch Korrektur",
    el="αντί ξέχνα αλλάζω περίμενε λάθος διόρθωση",
)
"""Words that may take back an order in the same line."""

ABBREVIATIONS = _words(
    en="no nr st lt col gen dr mr mrs ah ge fr n brit", fr="ca", de="bzw österr franz belg deut dt", el="αρ"
)
"""Words that end in a point without ending a sentence."""

LEAVES_OUT = _words(
    en="leave alone this time turn", fr="laisse tranquille tranquilles de côté", de="lasse aus in Ruhe"
)
"""The only words in a phrase that leaves areas alone."""
