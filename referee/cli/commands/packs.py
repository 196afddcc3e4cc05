"""Commands for packs: list, create, check, redraw, describe, count and run cases."""

from pathlib import Path
from typing import Annotated

import typer

from referee.analysis import skirmish_odds
from referee.cli import terminal_output
from referee.cli.arguments import PackName, PacksLanguage
from referee.cli.faults import CommandFault
from referee.cli.groups import SessionCommand
from referee.cli.render import answer_text
from referee.cli.session import Session
from referee.faults import Misuse
from referee.packs import catalogue, json_schemas, new_packs
from referee.packs.conformance import suite
from referee.packs.conformance.clause_pairs import Wanted
from referee.packs.faults import PackFault
from referee.packs.figures import filling
from referee.texts import language_choice

app = typer.Typer(rich_markup_mode=None)
packs_app = typer.Typer(help="List, check and create packs.", no_args_is_help=True)
app.add_typer(packs_app, name="packs")


@packs_app.command("list", cls=SessionCommand)
def list_(context: typer.Context, language: PacksLanguage = None) -> int:
    """List the installed packs.

    Examples:
        referee packs list
    """
    session: Session = context.obj
    tongue = language_choice.find_tongue(language)
    listing = catalogue.shelve()
    return session.answer(listing, lambda: answer_text.packs(listing, tongue))


@packs_app.command(cls=SessionCommand)
def new(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Folder of the new pack; it gives the pack its name.")
    ],
    source: Annotated[
        str | None, typer.Option("--from", metavar="PACK", help="Pack to copy (default: a small theatre).")
    ] = None,
    own: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Copy this file and inherit the other files. Repeatable."),
    ] = None,
    blank: Annotated[bool, typer.Option("--blank", help="Leave reconstructed figures blank.")] = False,
) -> int:
    """Create a pack of your own.

    Examples:
        referee packs new ./my-war
        referee packs new ./my-war --from ttlm --own tables --blank
    """
    session: Session = context.obj
    new_pack = new_packs.begin(folder, source, own or (), blank=blank)
    return session.answer(new_pack, lambda: answer_text.word_new_pack(new_pack))


@packs_app.command(cls=SessionCommand)
def check(context: typer.Context, pack: PackName) -> int:
    """Report every fault of a pack.

    Examples:
        referee packs check ./my-war
    """
    session: Session = context.obj
    sound = catalogue.check(pack)
    return session.answer(sound, lambda: f"{sound.pack} {sound.version} is sound.")


@packs_app.command(cls=SessionCommand)
def redraw(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of your own pack.")],
    geography: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="GeoJSON file with coast, rivers and places to draw."),
    ] = None,
) -> int:
    """Compute the outlines of a map from the points of its areas.

    Examples:
        referee packs redraw ./my-war
        referee packs redraw ./my-war --geography west.geojson
    """
    session: Session = context.obj
    try:
        # It needs an extra, which the other commands of packs do without.
        from referee.packs import map_redrawing
    except ImportError as error:
        raise Misuse(PackFault.SHAPELY_MISSING) from error
    outlines = map_redrawing.redraw(folder, geography)
    return session.answer(outlines, lambda: answer_text.redrawn(outlines))


@packs_app.command(cls=SessionCommand)
def fill(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of your own pack.")],
    values: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NUMBER",
            help="Figures of the next blanks; - leaves one blank. Write -- before a negative figure.",
        ),
    ] = None,
    language: PacksLanguage = None,
) -> int:
    """Fill the blanks of a pack, the most important figures first.

    Examples:
        referee packs fill ./my-figures
        referee packs fill ./my-figures 4 5 - 8
    """
    session: Session = context.obj
    filled_pack = filling.fill(folder, values or ())
    tongue = language_choice.find_tongue(language)
    return session.answer(filled_pack, lambda: answer_text.word_filled_pack(filled_pack, tongue))


@packs_app.command(cls=SessionCommand)
def show(context: typer.Context, pack: PackName, language: PacksLanguage = None) -> int:
    """Describe a pack: scenarios, options and provenance.

    Examples:
        referee packs show ttlm
    """
    session: Session = context.obj
    tongue = language_choice.find_tongue(language)
    description = catalogue.describe(pack, language)
    return session.answer(description, lambda: answer_text.word_pack(description, tongue))


@packs_app.command(cls=SessionCommand)
def count(
    context: typer.Context,
    pack: PackName,
    scenario: Annotated[
        str | None, typer.Option(metavar="SCENARIO", help="Scenario to count (default: all scenarios).")
    ] = None,
    depth: Annotated[
        int,
        typer.Option(
            metavar="NUMBER", help="Number of orders in sequence. Each step takes about 100 times as long."
        ),
    ] = 1,
    games: Annotated[
        int,
        typer.Option(metavar="NUMBER", help="Number of games to play each way between scripted players."),
    ] = 0,
    language: PacksLanguage = None,
) -> int:
    """Count the legal orders at the start of each scenario.

    Examples:
        referee packs count ttlm --scenario 1914
    """
    session: Session = context.obj
    tongue = language_choice.find_tongue(language)
    counts = skirmish_odds.count_opening_orders(pack, scenario, depth, games)
    return session.answer(counts, lambda: answer_text.counts(counts, tongue))


@packs_app.command(cls=SessionCommand)
def schema(
    context: typer.Context,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Name of a schema (default: list the names).")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FOLDER", help="Write all schemas into this folder."),
    ] = None,
) -> int:
    """Print the JSON Schemas of packs, letters, journals and answers.

    Examples:
        referee packs schema
        referee packs schema letter
        referee packs schema -o schemas
    """
    session: Session = context.obj
    if output is not None:
        if name is not None:
            raise Misuse(CommandFault.SCHEMA_AND_FOLDER)
        return session.say(f"{json_schemas.write(output)} schemas written to {output}")
    return session.say(catalogue.schema(name))


@packs_app.command(cls=SessionCommand)
def conform(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH", help="Case files or folders (default: the cases of this checkout)."),
    ] = None,
    pack: Annotated[
        str | None, typer.Option(metavar="PACK", help="Pack to use instead of the pack that a case names.")
    ] = None,
    pairs: Annotated[
        bool,
        typer.Option(
            "--pairs", help="Count the pairs of clauses that occur together, and list the largest gaps."
        ),
    ] = False,
    most: Annotated[
        int, typer.Option(metavar="NUMBER", min=0, help="With --pairs: number of gaps to list.")
    ] = 20,
    turns: Annotated[
        int, typer.Option(metavar="NUMBER", min=0, help="With --pairs: player turns of random wars.")
    ] = 60,
    language: PacksLanguage = None,
) -> int:
    """Run cases of the rulebook against the rules.

    Examples:
        referee packs conform
        referee packs conform cases.yaml --pack ./my-war
    """
    session: Session = context.obj
    bar = terminal_output.bar("conform", quiet=session.quiet)
    request = Wanted(turns, most) if pairs else None
    conformity = suite.conform(files or (), pack, bar, language_choice.find_tongue(language), request)
    return session.page(conformity.document, conformity.outcome, conformity.exit_code)
