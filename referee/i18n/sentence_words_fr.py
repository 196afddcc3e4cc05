"""French words of sentences that hold orders, by table. `sentence_words` describes the tables."""

from collections.abc import Mapping

TABLES: Mapping[str, str] = {
    "small": (
        "je j nous moi mon ma mes notre nos le la les l un une de du des d merci svp maintenant puis alors "
        "donc ensuite et aussi egalement enfin abord bon bien ici avec pour par dans en au aux a doit "
        "doivent tous toutes tout toute ce cette ces y"
    ),
    "motion": (
        "va vont aller se passent rejoint rejoignent descend descendent envoie part partent convergent "
        "retour mouvement descendre passer franchit franchissent prend prennent revient reviennent "
        "direction amène amènent assaille"
    ),
    "attacks": "assaille",
    "retreats": "retraite se bat part partent va vont marche fuit fuient",
    "stays": "tient tiennent attend attendent maintient maintiennent tenons défend défendent",
    "of": "de d des",
    "around_stays": (
        "qui où est sont garde gardent autre autres troupes tire tirent place position positions "
        "infanteries cartes carte seulement réserve se bat battent l front flanc frontière Prusse tenir "
        "faut il me offensive petite bon elle elles tranquille tranquilles immobile immobiles chez eux "
        "bouger après ensuite ça là"
    ),
    "around_pieces": (
        "auprès rejoint rejoignent avec chez zone ville place armée prend prennent débarque débarquent "
        "traverse traversent embarque embarquent biplan avion vide"
    ),
    "denies": "ne n pas rien aucun aucune personne jamais non ni sans",
    "denied": (
        "mouvement mouvements bataille batailles combat attaque carte cartes offensive retraite bouge "
        "bougent joue retire livre recule reculent reculons bouger jouons attaquons combats "
        "échange échanges échanger achat achats achète constructions construction"
    ),
    "around_denials": (
        "autre autres chez tour ci après troupes se ai pour plus côté elle elles moi nous ici aujourd hui "
        "cette fois faire utile main serbes"
    ),
    "doubts": "si quand sauf peut mais sinon plutôt lorsque annule sait",
    "questions": "peut peux pourrait pourriez est sont dois doit que comment pourquoi qui où",
    "requests": "peut peux pourrait pourriez",
    "polite": "svp plaît prie",
    "ends": "fini finis terminé termine terminée terminées terminés terminons",
    "closing": (
        "moi j je ai nous avons c ce est sont alors donc maintenant voilà bon svp merci avec pour les mes "
        "mouvements mouvement renforts de bouger placer cartes carte jouer ici batailles tout en plan du mon "
        "tour"
    ),
    "passes": "passe passons passer",
    "passing": (
        "je nous vais ce tour ci cette fois maintenant alors donc mon offensive préfère simplement puis "
        "ensuite après"
    ),
    "battles": "bataille batailles combat combats bats",
    "around_battles": (
        "partout ajoute ajouter j en ordre premier première deuxième second seconde abord celle celles une "
        "seule seul seulement est c ensuite vient enfin dernier dernière déclare accord également aussi "
        "puis pour battre veux me dans cet"
    ),
    "then": "puis ensuite deuxième seconde second",
    "first": "premier première abord",
    "plays": (
        "carte cartes numéro n no avec comme événement commence commençons ouvre mise jette commençant "
        "par attaque"
    ),
    "limited": "offensive limitée",
    "events": "événement",
    "ditto": "idem pareil même également",
    "follows": "eux elles rejoint rejoignent accompagne les suivie suivi suivies accompagnent",
    "helps": "aidant soutient soutiennent soutenir soutenant",
    "rail": "rail train fer chemin ferré voie",
    "sea": "embarque embarquent mer bateau manche débarque débarquent",
    "from": "de du des d depuis quitte quittent",
    "into": "dans en au aux sur",
    "to": "vers a jusqu jusque sur",
    "via": "via par",
    "spends": "paie",
    "still": "encore",
    "states": (
        "isolé isolée isolés isolées vide vides faible faibles fort forts forte fortes seul seule seules"
    ),
    "being": "est sont",
    "next": "ensuite prochaine prochain",
    "times": "tour saison besoin échéant",
    "everyone": "tous toutes monde",
    "discards": "jette jetez jeter",
    "trenches": "retranchées retranchement retranchements tranchée tranchées",
    "around_trenches": "point points dernier restants reste ce qui",
    "for_later": "plus tard occasion meilleure autre fois suite tour encore préfère",
    "needs": "besoin faut",
    "counted": "dés dé coups touches points tours pertes perte jours semaines",
    "forts": "fort forteresse",
    "around_hits": (
        "touche touches coup coups perte pertes prend encaisse perd sur annuler carte numéro le autre "
        "autres reste qui donc canon siège absorbe absorbent encaissent va vont subit c est"
    ),
    "everything": "tous toutes",
    "places": (
        "reconstruire reconstruis construire construis achète acheter lève place placez placer pose mets "
        "mon nouveau va rejoint affecte affecté affectée affectez attachez confie mettre mettez"
    ),
    "armies": "armée armées",
    "peoples": (
        "français belge allemand autrichien russe serbe belges allemands autrichiens russes serbes "
        "britanniques anglais"
    ),
    "nation_belgian": "belges",
    "nation_german": "allemands",
    "nation_british": "britanniques anglais anglaise",
    "nation_serbian": "serbes",
    "nation_austrian": "autrichien autrichienne autrichiens autrichiennes",
    "nation_american": "américains américain",
    "nation_italian": "italiens",
    "nation_turkish": "turcs",
    "nation_russian": "russes",
    "courtesies": (
        "allô bonjour bonsoir salut oui voilà évidemment cher arbitre désolé accord vive tant pis "
        "ah oh aïe ouf bof pfff hihi haha zut"
    ),
    "headings": (
        "mvt mvts mouvements ordres batailles ordre cet dans voici suivants c est vide zone point points"
    ),
    "later": "pertes perte coups",
    "takes_back": "annule annulez blague plaisante plaisantais rigole ignorez",
    "second_thoughts": "plutôt oublie oubliez change attends attendez erreur faux corrige",
    "abbreviations": "ca",
    "leaves_out": "laisse tranquille tranquilles de côté deux autres les laissons",
    "first_person": "je j nous",
    "second_person": "tu vous",
    "sayings": "dit dis pense pensais espère rêve crois écrit souhaite voudrais",
    "exceptions": "mais sauf",
    "playing": "joue utilise jouons",
    "around_no": "cartes carte joue utilise retirent recule reculent reculons bouge",
    "fights": "combattre attaquer affronter prendre veux",
    "foes": "ennemi ennemis cavaliers le la les veux",
    "contrasts": "mais",
    "around_motion": "fait font vais allons ordre bon arrière",
    "unreal": (
        "presque peut peux pourrait pourrais pourrions peuvent demain hier tard bientot etait etaient "
        "avait avais espere esperons pense pensons pensais crois croyais souhaite reve imagine crains "
        "craint suppose songe plutot hesite hesitais livres histoire roman failli dommage menace menacent"
    ),
    "unsure": (
        "presque peut peux pourrait pourrais pourrions peuvent espere pense pensons crois souhaite plutot"
    ),
    "accompanied": "accompagne accompagnee accompagnes accompagnees suivi suivie suivis suivies",
    "casualties": "pertes perte coups",
    "hits": "coup coups touche touches",
    "that_place": "y la",
    "its": "son sa ses leur leurs",
    "modals": "peut peux pouvez",
    "others": "tu vous il ils quelqu ennemi adversaire",
    "your": "ton ta tes votre vos leur leurs ennemi ennemie",
    "negates": "nulle refuse evite sans",
    "reports": "dit dis disent raconte ecrit selon pretend entends entendu lu",
    "relative": "qui dont ou car puisque parce afin",
    "contrast": "mais seulement cependant alors donc",
    "possesses": "est sont ont suis sommes avons regarde regardent",
    "moves": (
        "passe passent descend descendent revient reviennent revenir rejoint rejoignent rejoindre va vont "
        "ramene"
    ),
    "no_verbs": "entre se retour direction part",
    "takes": "prend prends prennent prendre conquiert envahit saisit",
    "combat": (
        "bataille batailles combat combats combattre combattons attaque attaques attaquer attaquons livre"
    ),
    "uses": "paie paye choisis",
    "loses": "perd perds perdre prend encaisse subit paie enleve",
    "gives": "part partent donne donnent sacrifiee y",
    "that": "cela ca celle ceux",
    "objects": "la le les l",
    "ordering": "seule seulement abord ensuite puis premier uniquement",
    "both": "deux toutes ensemble",
    "buys": "achete acheter prends prendre",
    "keeps": "tient tiennent attend attendent",
    "rest": "reste autres autre tout",
    "pronouns": "elle",
    "there": "y la",
    "goes_back": "retraite repli fuit",
    "strategic": "strategique strategiquement",
    "vague": "canon canons avion avions unite unites piece pieces",
    "whole": "tout toute tous",
}
"""Words by the name of their table, with blanks between them."""

VERBS: Mapping[str, str] = {
    "motion": (
        "avanc march déplac mont rentr remont pouss attaqu gagn ralli travers débarqu embarqu recul "
        "repli envoy progress gliss port dirig bascul transfér saut boug quitt évacu fil fonc occup "
        "entr"
    ),
    "retreats": "recul repli retir évacu rentr quitt abandonn fil sauv gagn",
    "stays": "gard rest demeur stationn",
    "moves": (
        "mont travers arriv avanc march repli retir recul rentr fil gagn pouss remont quitt déplac envoy"
    ),
    "attacks": "attaqu occup",
    "takes": "captur occup attaqu",
    "plays": "jou engag lanc",
    "discards": "défauss",
    "spends": "dépens pay défauss donn",
    "loses": "sacrifi élimin",
    "trenches": "retranch",
    "exchanges": "échang",
    "battles": "livr déclar attaqu",
    "keeps": "laiss gard rest demeur stationn conserv économis",
    "uses": "jou utilis dépens défauss lanc engag",
    "helps": "aid appui",
    "goes_back": "recul retir repli fil",
}
"""Stems of regular verbs by the name of their table. `sentence_words` adds their forms of the present."""
