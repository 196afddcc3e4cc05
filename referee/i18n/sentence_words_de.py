"""German words of sentences that hold orders, by table. `sentence_words` describes the tables."""

from collections.abc import Mapping

TABLES: Mapping[str, str] = {
    "small": (
        "außerdem zudem ferner wird werden ich wir mir uns mein meine meinen meiner unser unsere der die "
        "das den dem des ein eine einen bitte danke nun jetzt dann auch und ebenfalls noch zuerst danach "
        "schließlich gut hier dort dabei dazu zu zur zum mit von vom im am auf für bei ab alle beide "
        "beiden ganze soll sollen diesmal"
    ),
    "motion": (
        "läuft laufen greift greifen marschieren vor nach zurück ein vorrücken marsch über überqueren "
        "hinein rüber herüber "
        "hinüber "
        "betritt betreten"
    ),
    "attacks": "greif greift greifen",
    "retreats": "sich zurück aus ab Rückzug marschieren tritt fällt Rückmarsch Rückzugs",
    "stays": "halten halte hält wartet warten stehen steht sichert sichern decken deckt",
    "of": "von der ihrer davon seiner",
    "around_stays": (
        "Besatzung als die der das Front Flanke Grenze Preußen Ostpreußen tapfere kleine wo sie ist sind "
        "alles andere anderen übrigen feuern schießt da Armeen sonst besetzt Karten Karte nur Reserve "
        "fest liegen liegt ruhig dort hier wird werden gehalten Rest danach feuert schießen zurück stand"
    ),
    "around_pieces": (
        "zur zu bei mit Gebiet Stadt Armee per über setzt setzen übersetzen fährt fahren segelt "
        "Doppeldecker Flugzeug leere leeren"
    ),
    "denies": "kein keine keinen keiner niemand nichts nicht nie weder nein ohne",
    "denied": (
        "angegriffen gespielt geschlagen Zug Züge Bewegung Schlacht Schlachten Karte Karten Offensive "
        "Angriff Rückzug kämpfe spiele ziehen zieht greife ziehe erkläre Bewegungen weicht weichen rührt "
        "gehen spielen kämpft Schritt tausche tauschen Tausch Kartentausch gebe geb her "
        "Käufe Kauf Bauten kaufe baue"
    ),
    "around_denials": (
        "rührt bewegt Grund sehe weitere weiteren weiterer mehr mache es gibt rücken an aus sonst lasse "
        "behalte hier heute mir uns von Hand brauche dafür"
    ),
    "doubts": "wenn sobald bis später vielleicht außer aber statt sondern oder ob doch",
    "questions": (
        "kann könnte darf soll sollen geht gehen zieht ziehen kommt kommen marschiert marschieren rückt "
        "fährt ist sind wie warum wo wer was hat haben"
    ),
    "requests": "kann könnte darf soll",
    "polite": "bitte",
    "ends": "fertig beendet beende beenden Ende",
    "closing": (
        "ich wir bin sind ist dann jetzt nun bitte gut das damit mit meinen den die der Zügen Züge Zug "
        "weiter Bewegung Bewegungen Ziehen soweit somit hiermit Schlachten Karten Befehlen dem ganzen Bauen "
        "Plan meine meiner mein unsere unser"
    ),
    "passes": "passe passen",
    "passing": (
        "ich wir diesmal jetzt dann bitte diese Runde in dieser lieber einfach warte ab danach "
        "anschließend für diesen Zug"
    ),
    "battles": (
        "geschlagen ausgefochten Schlacht Schlachten Schlachtreihenfolge Kampfreihenfolge gekämpft Angriff"
    ),
    "around_battles": (
        "finden findet statt der um überall dazu kommt kommen noch erst erste zweite dritte zweitens "
        "Reihenfolge wird danach darauf zuletzt Schluss Ende nur einzige es gibt in dieser meine ist "
        "schlagen werden gewonnen auch los als zusätzlich"
    ),
    "then": "dann danach darauf zweite",
    "first": "erst erste zuerst",
    "plays": (
        "gespielt spielen ausspielen nehme Karte Karten Nummer Nr als Ereignis beginne Offensivkarte "
        "setze ziehe mit Offensive"
    ),
    "limited": "begrenzte Offensive",
    "events": "Ereignis",
    "ditto": "dasselbe ebenso gleichfalls dito ebenfalls",
    "follows": "ihnen begleitet schließt gefolgt",
    "helps": "hilft helfen",
    "rail": "Bahn Eisenbahn",
    "sea": "See Schiff Schiffe Meer Kanal",
    "from": "von vom aus",
    "into": "in ins zum zur",
    "to": "nach zu gegen auf",
    "via": "über via durch",
    "spends": "begleiche gebe gib ab",
    "still": "noch",
    "states": "leer schwach stark allein müde voll frei sicher",
    "being": "ist sind bin",
    "next": "nächste nächstes nächster",
    "times": "Runde Zug notfalls Not",
    "everyone": "alle alles",
    "discards": "weg wegwerfen wirf ab abwerfen ablegen raus",
    "trenches": "eingraben Schützengräben",
    "around_trenches": "Punkt Punkte letzter letzten restlichen deutsche deutschen österreichische russische",
    "exchanges": "Kartentausch",
    "for_later": "später noch warten will hebe heben spare auf bessere Gelegenheit Zeit lieber natürlich",
    "counted": (
        "Würfel Würfeln Treffer Treffern Punkte Punkten Runden Züge Tage Verluste Verlusten Wochen Stunden"
    ),
    "forts": "Fort Festung",
    "around_hits": (
        "Treffer nimmt verliert verlust gehen geht auf aufs Stufe Karte Nummer schluckt anderen übrigen "
        "leidet halt eben restlichen steckt ein einstecken frisst schlucken bekommt kriegt weg"
    ),
    "everything": "alle",
    "places": (
        "gebaut errichtet aufgestellt es wieder aufstellen aufbauen kaufen kaufe kommt geht neue neuer "
        "neuen wird unterstellt bitte unterstellen zugeteilt teile geben gib"
    ),
    "armies": "Armee Armeen",
    "peoples": (
        "Franzose Brite Russe Serbe Deutsche Belgier Deutschen Österreicher Franzosen Briten Russen Serben "
        "Engländer Schotten"
    ),
    "nation_belgian": "Belgier",
    "nation_german": "Deutschen",
    "nation_french": "Franzosen",
    "nation_british": "Briten Engländer englische",
    "nation_serbian": "Serben",
    "nation_austrian": "Österreicher Österreichern österreichische österreichischen Ungarn",
    "nation_american": "Amerikaner Amerikanern",
    "nation_italian": "Italiener Italienern",
    "nation_turkish": "Türken",
    "nation_russian": "Russen",
    "courtesies": (
        "Hallo Moin ja Guten Morgen Abend Tag Servus los s Spielleiter autsch Prost na einverstanden ach "
        "puh uff haha hihi tja"
    ),
    "headings": (
        "Züge Befehle Schlachten Reihenfolge dieser Antwort folgende folgendes dein ist sind leer Punkt "
        "Punkte"
    ),
    "later": "Verluste Verlust Treffer",
    "takes_back": "storniere Scherz scherze Spaß Witz ignoriere ignoriert",
    "second_thoughts": "stattdessen vergiss vergessen warte Fehler falsch Korrektur",
    "abbreviations": "russ serb brit ital türk engl bzw österr franz belg deut dt",
    "leaves_out": "lasse aus in Ruhe ruhen stehen liegen lassen",
    "first_person": "ich wir",
    "second_person": "du ihr euch",
    "sayings": "sagte sage denke dachte schrieb hoffe träume glaube wünsche würde wollte",
    "exceptions": "aber außer sondern doch",
    "playing": "spiele nutze spielen lege",
    "around_no": "Karten Karte spiele nutze weicht weichen zurück",
    "fights": "angreifen",
    "foes": "Feind Reiter Gegner",
    "contrasts": "aber",
    "around_motion": "ab weiter an den soll durch aus auf rein hin",
    "unreal": (
        "fast beinahe vielleicht moglicherweise eventuell wahrscheinlich hoffentlich angeblich vermutlich "
        "wurde wurden konnte konnten kann konnen durfte darf mag morgen gestern spater bald war waren "
        "hatte hatten ware waren gabe ging ginge gingen kam kame zog zoge hoffe hoffen glaube denke dachte "
        "vermute furchte traume wunsche uberlege uberlegte uberlegt erwage erwarte musste mussten wollte "
        "wollten droht drohen statt anstatt schade buch buchern film geschichte"
    ),
    "unsure": (
        "vielleicht moglicherweise wahrscheinlich wurde wurden konnte konnten kann konnen durfte darf mag "
        "glaube denke hoffe statt anstatt"
    ),
    "accompanied": "begleitet gefolgt",
    "casualties": "verluste verlust verloren treffer",
    "hits": "treffer",
    "that_place": "dort da",
    "its": "sein seine seinen seiner ihr ihre ihren ihrer",
    "modals": "kann kannst konnen konnt",
    "others": "er man ihr jemand feind gegner",
    "your": "dein deine deinen deiner euer eure euren feindliche feindlichen gegnerische",
    "negates": "nirgends nirgendwo kaum ohne keines keins keinem weder",
    "reports": "sagt sagte sagen schreibt schrieb meint meinte erzahlt behauptet hore gehort gelesen",
    "relative": "wo welche welcher weil denn da damit obwohl",
    "contrast": "aber sondern nur jedoch dafur drum darum daher deshalb",
    "possesses": "ist sind bin hat hab habe haben steht stehen liegt liegen gehort braucht schaut blickt",
    "moves": "lauft laufe laufen bricht tritt vorrucken marschieren ruhrt ruhren",
    "no_verbs": "nach vor uber zuruck ruber heruber hinuber hinein",
    "takes": "nimmt einnehmen angreifen",
    "combat": (
        "schlacht schlachten kampf kampfe kampfen gekampft angriff angriffe angreifen greife schlage "
        "angegriffen geschlagen"
    ),
    "uses": "spielen abwerfen einsetzen",
    "loses": "verlieren nimmt nimm bezahlt einstecken schluckt",
    "gives": "geht gehen geopfert dran glauben weg",
    "that": "das dies diese so",
    "objects": "sie die ihn es",
    "ordering": "zuerst danach erst dann nur einzige einzig ausschliesslich",
    "both": "beide zusammen miteinander gemeinsam alle",
    "keeps": "schone",
    "rest": "sonst rest anderen andere ubrigen alles mehr weiteren weitere",
    "pronouns": "sie",
    "there": "dorthin dahin dort hin hinein hinuber",
    "thither": "dorthin dahin hinein hinuber",
    "goes_back": "ruckzug zuruck zuruckziehen ausweichen abziehen",
    "strategic": "strategisch strategische",
    "vague": "kanone kanonen geschutz geschutze flieger flugzeug einheit einheiten",
    "whole": "alles ganze ganzen",
}
"""Words by the name of their table, with blanks between them."""

VERBS: Mapping[str, str] = {
    "motion": (
        "schieb zieh geh schick fahr marschier rück verleg beweg reit bring wander spazier eil "
        "flitz spring hüpf rutsch versetz verschieb transportier roll stoß brech schleich trab "
        "galoppier segel land verschiff schwenk folg setz besetz dring stürm kehr überquer "
        "wechsel begleit komm"
    ),
    "attacks": "besetz stürm",
    "retreats": "zieh weich geh räum verlass marschier setz rück hau flieh flücht tret reit",
    "stays": "bleib behalt verharr verteidig",
    "moves": (
        "komm spazier brech reit setz hol wander rück schwenk tret marschier zieh geh beweg schieb "
        "schick fahr verleg verschieb versetz bring"
    ),
    "takes": "nehm besetz erober greif stürm schnapp",
    "plays": "spiel eröffn leg start zock",
    "discards": "werf leg schmeiß",
    "spends": "zahl bezahl werf",
    "loses": "verlier opfer zahl nehm begleich entfern",
    "trenches": "grab verschanz",
    "needs": "brauch",
    "buys": "kauf hol bestell nehm",
    "places": "stell bau platzier setz",
    "exchanges": "tausch",
    "battles": "schlag kämpf",
    "fights": "schlag bekämpf",
    "keeps": "lass behalt heb bleib halt spar wart",
    "uses": "spiel nutz nehm setz bezahl zahl werf wähl start",
    "helps": "unterstütz",
    "goes_back": "weich flieh hau reit",
}
"""Stems of regular verbs by the name of their table. `sentence_words` adds their forms of the present."""
