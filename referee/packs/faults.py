"""Faults of packs, and of requests for packs."""

from referee.engine.facts import Fact


class PackFault(Fact):
    """A pack that cannot be found, read, played or made."""

    SCENARIO_UNKNOWN = "there is no scenario `{name}`"
    OPTION_UNKNOWN = "there is no option `{name}`"
    CHOICE_UNKNOWN = "there is no choice for {option} called `{name}`"
    PACK_MOVED = (
        "the pack {name} does not lie at {path} any more",
        "put it back, or into a folder that $REFEREE_PACKS names",
    )
    PACK_KEPT = (
        "the pack {pack} has changed since {match} was opened, or is gone; the match goes on by its copy",
        "see the page of packs for the way to the changed pack: `referee help packs`",
    )
    PACK_UNKNOWN = "there is no pack {name}"
    NO_GAME = "there is no {file} in {folder}", "give the folder of a pack"
    SCHEMA_UNKNOWN = "there is no schema {name}", "see what there is with `referee packs schema`"
    FILE_UNREADABLE = "this cannot be read: {why}"
    FILE_MISSING = "this file is missing"
    FILE_FOREIGN = "no file of a pack is called so"
    SYSTEM_MISSING = "`system` is missing"
    SYSTEM_UNKNOWN = "there is no rule system {name}"
    SYSTEM_BROKEN = (
        "the package of the rule system {name} does not work: {reason}",
        "install a version of it that fits this referee",
    )
    SCENARIO_MISSING = "there is no scenario"
    SCENARIO_FILE_MISSING = "there is no scenario {name}"
    SCENARIO_UNNAMED = (
        "{game} does not name the scenario {name}",
        "add it to `scenarios` there, or take {file} away",
    )
    SCENARIO_MISNAMED = "the scenario {name} lies in a file called {file}", "give both the same name"
    NAME_UNKNOWN = "nothing in the pack is called {name}"
    SHAPELY_MISSING = (
        "outlines are drawn by shapely, which is not installed",
        "run: pip install 'pbem-referee[redraw]'",
    )
    LABEL_UNKNOWN = "the label {name} is unknown"
    LABEL_UNUSED = "no figure of {file} is called {name}", "take the label out, or correct its path"
    NOTHING_TO_FILL = "{folder} has no blanks", "begin one with --blank: packs new FOLDER --from PACK --blank"
    FIGURE_WRONG = "{value} is not a whole number", "write one number for each blank, or - to leave it blank"
    BORDER_WRONG = "{value} is not the id of an area", "write one id for each border, or - to leave it blank"
    FIGURES_MANY = "there are {count} values and {blanks} blanks", "write fewer values"
    BLANK = "`{name}` is blank"
    BLANKS = "`{name}` has {count} blanks"
    BLANK_INSIDE = "`{name}` is blank in {inside}"
    PACK_NAME = (
        "no pack can be called {name!r}",
        "begin with a letter, and use small letters, digits and hyphens: my-war",
    )
    PACK_THERE = "{path} already exists", "choose another name"
    PACK_REFUSED = "{folder} cannot be created: {why}"
    PACK_NOT_UTF8 = "{folder} holds a file that is not UTF-8"
    TEMPLATE_MISSING = "the template of a pack is not installed"
    FILE_UNKNOWN = "the pack has no file {file}"
    NOTHING_TO_COPY = "there is nothing to take the other files from", "add --from PACK"
    NOTHING_TO_BLANK = "there are no figures to leave out", "add --from PACK"
    NOTHING_TO_DRAW = "{folder} has no {name}", "only packs with a map are drawn"
    GEOGRAPHY_UNREAD = "{path} cannot be read: {why}"
    GEOGRAPHY_SHAPE = (
        "{path} is not a geography: {why}",
        "write GeoJSON with `latitude`, `shore` and features of the kinds area, land, lakes, neutral, rivers",
    )
    GEOGRAPHY_INCOMPLETE = "{path} has no place for {areas}", "add a point of the kind `area` for each"
    ART_UNWRITTEN = "{path} cannot be written: {why}"
    POLICY_UNKNOWN = "there is no policy {name}"
    PARAGRAPH_TWICE = "there are two paragraphs {name}"
    PARAGRAPH_ALWAYS = "paragraph {name} applies always, so that none after it can"
    PARAGRAPH_KEEPS = "paragraph {name} keeps dice, and only a replay does"
    PARAGRAPH_GOES_BACK = (
        "paragraph {name} goes back to the {back}, but valid orders have no place to go back to"
    )
    PARAGRAPH_LAST = "the last paragraph has to apply always, and this one has a `when`"
