"""The command line: one table of commands, each imported only when it is run."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from io import TextIOWrapper
from typing import Final

from cyclopts import App, CycloptsError

from api.refusal import Refused, complain

WHERE: Final = "api.commands"
"""The package of the modules named here."""
COMMANDS: Final = {
    "replay": ("replay:replay", "Replay match logs: results, findings, what was refused."),
    "explain": ("explain:explain", "Explain one ruling with its clauses."),
    "verify": ("proof:verify", "Check the digest of a match and its signatures."),
    "sign": ("proof:sign", "Sign the result of a match as its record stands."),
    "bundle": ("bundle:bundle", "Write a match with its proofs to a file for others."),
    "keys": ("keys:app", "Make, list, register and revoke keys for signing."),
    "audit": ("audit:audit", "List the findings of a match or a file."),
    "report": ("report:report", "Report on a competition: standings, results, doubts."),
    "preview": ("preview:preview", "Tell what a correction would change, append nothing."),
    "history": ("preview:history", "List what changed a result after the fact."),
    "ingest": ("log:ingest", "Append match logs to the log and bring the tables up."),
    "import": ("importing:import_", "Import score sheets and files of other systems."),
    "sheet": ("sheet:sheet", "Write matches as score sheets or results for others."),
    "rebuild": ("log:rebuild", "Throw the tables away and make them anew from the log."),
    "status": ("log:status", "Show how far the tables are, and what waits or was refused."),
    "simulate": ("simulate:simulate", "Simulate a season through the rules, marked so."),
    "diff": ("diff:diff", "List the rulings this version changes, before they are shown."),
    "backup": ("backup:backup", "Write all that cannot be made again into one file."),
    "restore": ("backup:restore", "Put a backup back, compared by digest."),
    "doctor": ("doctor:doctor", "Look for what is wrong here, and say how to mend it."),
    "archive": ("archive:archive", "Keep the log as Parquet files, added to by each run."),
    "lake": ("lake:app", "Make the tables of an archive on many processors."),
    "log": ("copy:app", "Show how much a log holds; copy a log into another."),
    "stats": ("stats:stats", "Print a statistic, or list them all."),
    "export": ("export:export", "Write tables to files, for others."),
    "chart": ("chart:chart", "Draw a chart into a file, or list them all."),
    "profile": ("profile:profile", "Show a player for a coach, against the field."),
    "players": ("players:app", "List players; name them, merge them, erase a name."),
    "erase": ("players:erase", "Erase the name of a person for good."),
    "serve": ("serve:serve", "Serve the HTTP API and its pages."),
    "tokens": ("tokens:app", "Make, list and revoke tokens; assign scorers."),
    "token": ("serve:token", "Show the token that appending by HTTP needs."),
    "clauses": ("reference:clauses", "Print the clause register, or one clause."),
    "reasons": ("reference:reasons", "Print every reason and finding, and what to do."),
    "schema": ("reference:schema", "Print the JSON Schema of the events."),
    "asyncapi": ("reference:asyncapi", "Print the Kafka topics as an AsyncAPI document."),
}
STDIN: Final = "stdin:"
"""What stands for ``-``, which would be read as an option without a name."""
USAGE: Final = 2
"""Exit status of what cannot be understood, or cannot be done at all."""


def make_app() -> App:
    """Return the application with all commands, none of them imported yet."""
    app = App(
        name="cuelog",
        help="Event-sourced match-log analytics for pool and snooker.",
        version=lambda: version("cuelog"),
        help_format="plaintext",
        result_action="return_value",
        version_flags=["--version"],
    )
    for name, (path, words) in COMMANDS.items():
        app.command(f"{WHERE}.{path}", name=name, help=words)
    app.register_install_completion_command()  # pyright: ignore[reportUnknownMemberType]
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; never ends in a traceback of an expected error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        given = sys.argv[1:] if arguments is None else arguments
        return _run([STDIN if word == "-" else word for word in given])
    except BrokenPipeError:
        # The reader went away, as `head` does: nothing is left to say, and to whom.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    except KeyboardInterrupt:
        return 130


def _run(arguments: list[str]) -> int:
    try:
        result = make_app()(arguments, exit_on_error=False, print_error=True)
    except CycloptsError:
        return USAGE
    except Refused as refused:
        complain(str(refused))
        return refused.status
    except BrokenPipeError:
        raise
    except OSError as error:  # a full disk, a directory without rights, a device that fails
        place = error.filename or "what was to be printed"
        complain(f"{place}: {error.strerror}; make room, or set its rights, and try again")
        return USAGE
    return result if isinstance(result, int) else 0
