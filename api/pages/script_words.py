"""What the scripts of the pages say, by script."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from api.pages.marking import mark

SCORER: Final[Mapping[str, str]] = {
    "made": mark("Ball made"),
    "miss": mark("Miss"),
    "safety": mark("Safety"),
    "foul": mark("Foul …"),
    "push_out": mark("Push-out"),
    "undo": mark("Undo"),
    "undo_reason": mark("entered by mistake"),
    "break_dry": mark("Break, nothing made"),
    "break_done": mark("Record the break"),
    "break_hint": mark("Tap every ball that fell, then record the break."),
    "record": mark("Record the stroke"),
    "details": mark("Whole stroke"),
    "one_tap": mark("One tap"),
    "pocket": mark("Called pocket"),
    "called": mark("Called ball"),
    "fell": mark("Fell"),
    "off": mark("Off the table"),
    "first": mark("Hit first"),
    "cushion": mark("Cushion after contact"),
    "cushion_none": mark("none"),
    "cushion_cue": mark("cue ball"),
    "cushion_balls": mark("object balls"),
    "fouls": mark("Fouls called"),
    "record_foul": mark("Record the foul"),
    "cancel": mark("Cancel"),
    "nearest": mark("is nearer"),
    "lag_again": mark("Lag again"),
    "plays_first": mark("plays first"),
    "announce_two": mark("Announce: on two fouls"),
    "rerack_hint": mark(
        "The rack is due. Play on if neither ball is in the way, else say where they lie."
    ),
    "fifteenth": mark("15th ball"),
    "cue_ball": mark("Cue ball"),
    "record_rerack": mark("Record the re-rack"),
    "online": mark("In step with the log"),
    "offline": mark("No connection: what you enter is kept here"),
    "waiting": mark("waiting to be sent:"),
    "not_ruled": mark("entered, not ruled yet"),
    "conflict": mark("Somebody else recorded event"),
    "yours": mark("Yours:"),
    "theirs": mark("In the log:"),
    "put_after": mark("Put mine after it"),
    "drop": mark("Drop mine"),
    "drop_all": mark("Drop all that waits"),
    "refused": mark("Refused, and not recorded:"),
    "drop_on": mark("Leave it out and go on"),
    "other_scorer": mark("keeps the score of this match."),
    "take_over": mark("Take over"),
    "you_keep": mark("You keep the score"),
    "taken": mark("Your turn as scorer was taken over."),
    "need_token": mark("Keeping score needs a token."),
    "finished": mark("The match is finished."),
    "won": mark("wins"),
    "drawn": mark("Drawn"),
    "run": mark("run"),
}
"""What the scorer's script says."""

SHEET: Final[Mapping[str, str]] = {
    "next": mark("Next:"),
    "finished": mark("The match is finished."),
    "first_wrong": mark("The first contradiction is in turn"),
    "unreadable": mark("This cannot be read."),
    "agrees": mark("No contradiction so far."),
    "recorded": mark("recorded"),
    "to_send": mark("to be sent"),
    "typing": mark("being typed"),
    "new": mark("New sheet"),
    "record": mark("Record the sheet"),
    "second": mark("Key it a second time"),
    "second_on": mark("Second keying: type the whole sheet again without looking at the first."),
    "same": mark("Both keyings agree."),
    "differs": mark("The keyings differ in turn"),
    "back": mark("Back to the first keying"),
    "offline": mark("No connection: the sheet is kept here."),
    "refused": mark("Not recorded:"),
    "need_token": mark("Checking a sheet needs the token of the service."),
    "empty": mark("a sheet without players"),
    "turn": mark("turn"),
    "delete": mark("Delete"),
}
"""What the script of the sheets says."""

DESK: Final[Mapping[str, str]] = {
    "preview": mark("Show what it would change"),
    "record": mark("Record the correction"),
    "changed": mark("Events ruled otherwise"),
    "before": mark("before"),
    "after": mark("after"),
    "score": mark("Score at the end"),
    "new_findings": mark("New findings"),
    "gone_findings": mark("Findings that go"),
    "newly_rejected": mark("Events that would be rejected"),
    "nothing": mark("Nothing is ruled otherwise."),
    "refused": mark("Refused:"),
    "recorded": mark("Recorded as event"),
    "offline": mark("The service cannot be reached."),
    "bad_json": mark("The body is no JSON:"),
}
"""What the script of the audit desk says."""
