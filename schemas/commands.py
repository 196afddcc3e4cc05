"""What every command answers with `--json`."""

from collections.abc import Mapping

from schemas import answers, catalogue, evidence
from schemas.case import Outcome
from schemas.chart import Chart
from schemas.document import Document
from schemas.explanation import Explanation
from schemas.great_war.view import View as FrontView
from schemas.picture import MapPicture
from schemas.record import Record
from schemas.ruling import Submitted
from schemas.skirmish.view import View as TableView

ANSWERS: Mapping[str, tuple[type[Record], ...]] = {
    "new": (answers.Opened,),
    "list": (answers.Shelf,),
    "show": (FrontView, TableView),
    "log": (answers.Log,),
    "language": (answers.Languages,),
    "retract": (answers.Filed,),
    "note": (answers.Filed,),
    "reveal": (answers.Filed,),
    "export": (answers.Words, answers.Exported),
    "submit": (Submitted,),
    "prompts": (answers.Questions,),
    "options": (answers.Answers,),
    "report": (Document, answers.Exported),
    "map": (MapPicture, answers.Exported),
    "chart": (Chart, answers.Exported),
    "diff": (Document,),
    "replay": (answers.Words, answers.Exported),
    "verify": (answers.Verified, answers.Words),
    "compare": (evidence.Compared,),
    "rejudge": (evidence.Rejudgement,),
    "dispute": (Document, evidence.Resolution),
    "luck": (evidence.Luck,),
    "explain": (Explanation,),
    "packs.list": (catalogue.PackList,),
    "packs.new": (catalogue.BegunPack,),
    "packs.check": (catalogue.ListedPack,),
    "packs.redraw": (catalogue.RedrawnMap,),
    "packs.show": (catalogue.PackPage,),
    "packs.count": (catalogue.CountedOrders,),
    "packs.schema": (answers.Words,),
    "packs.conform": (Outcome,),
    "help": (answers.Words,),
    "demo": (answers.Verified,),
}
"""The records of each command, a subcommand behind a full stop: which of them depends on what was asked."""
