"""An archive holds a log byte for byte, whatever the rounds, the crashes and the days."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, count
from pathlib import Path
from types import ModuleType

import polars as pl
import pytest

from ingest.log import EventLog, NewRecord, open_log
from ingest.simulate import play
from ingest.wire import receive_all
from projections.archive import files, manifest
from projections.archive.manifest import ArchiveError
from projections.archive.reading import Archived, in_log_order
from projections.archive.writing import archive
from projections.grouping import Judges
from projections.records import NOBODY, Refusal
from tests.ingest.conformance import read_all
from tests.projections.logs import SEASON, season_log, vector_logs

JUDGES = Judges(receive_all)


def archived(log: EventLog, folder: Path, round_: int = 100_000, largest: int = 300) -> int:
    return sum(archive(log, folder, JUDGES, round_=round_, largest=largest))


def back(folder: Path) -> list[Archived]:
    return list(chain.from_iterable(in_log_order(folder, manifest.load(folder), {})))


@pytest.mark.parametrize("round_", [100_000, 333])
def test_every_record_comes_back_as_it_was_in_its_place(tmp_path: Path, round_: int) -> None:
    log = season_log()
    assert archived(log, tmp_path, round_) == sum(log.ends().values())
    for was, now in zip(read_all(log), back(tmp_path), strict=True):
        assert was.position == now.position
        assert (was.match, was.raw, was.received_ms) == (now.match, now.raw, now.received_ms)
        assert (was.recorder, was.signature) == (now.recorder, now.signature)
    assert archived(log, tmp_path) == 0


def test_a_match_is_in_the_file_of_its_first_day_and_in_its_supplements(tmp_path: Path) -> None:
    archived(season_log(), tmp_path, 333)
    kept, homes = manifest.load(tmp_path), defaultdict[str, set[str]](set)
    for file in kept.files:
        rows = files.read(tmp_path, file)
        assert rows.equals(rows.sort(files.ORDER))
        assert (len(rows), rows["match"].drop_nulls().n_unique()) == (file.records, file.matches)
        for match in rows["match"].drop_nulls().unique():
            homes[match].add(file.of or file.name)
    assert {match: len(home) for match, home in homes.items()} == dict.fromkeys(homes, 1)
    for number, records in enumerate(play(SEASON)):
        (home,) = homes[SEASON.name(number)]
        day = receive_all(records[:1])[0].event.at[:10]  # type: ignore[union-attr]
        assert home.startswith(f"{day[:4]}/{day}.")
    assert any(file.of for file in kept.files)


def test_a_day_of_many_records_has_files_of_whole_matches(tmp_path: Path) -> None:
    log = open_log("memory:")
    raws = [raw for _, records in vector_logs() for raw in records]
    log.append([NewRecord(None, raw) for raw in raws])
    archived(log, tmp_path, largest=50)
    kept = manifest.load(tmp_path)
    rows = pl.concat(
        files.read(tmp_path, file).select("match").with_columns(file=pl.lit(file.name))
        for file in kept.files
    )
    assert rows.drop_nulls("match").group_by("match").n_unique().get_column("file").max() == 1
    longest = rows.group_by("match").len().get_column("len").max()
    assert isinstance(longest, int)
    assert 50 < max(file.records for file in kept.files) < 50 + longest
    assert [one.raw for one in back(tmp_path)] == raws


@pytest.mark.parametrize(("module", "name"), [(manifest, "save"), (files, "write")])
def test_a_round_broken_off_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str
) -> None:
    log, folder, true, calls = season_log(), tmp_path / "broken", getattr(module, name), count(1)
    archived(log, tmp_path / "whole", 500)

    def fail(*given: object) -> object:
        if next(calls) == 3:
            raise RuntimeError("the power failed")
        return true(*given)

    with monkeypatch.context() as patch:
        patch.setattr(module, name, fail)
        with pytest.raises(RuntimeError):
            archived(log, folder, 500)
    (folder / "2025").mkdir(exist_ok=True)
    (folder / "2025" / "2025-09-01.009.parquet").write_bytes(b"left over")
    archived(log, folder, 500)
    assert manifest.load(folder) == manifest.load(tmp_path / "whole")
    listed = {f"{file.name}.parquet" for file in manifest.load(folder).files}
    assert {str(path.relative_to(folder)) for path in folder.rglob("*.parquet")} == listed


def test_another_log_and_a_damaged_archive_are_refused(tmp_path: Path) -> None:
    log = open_log("memory:")
    log.append([NewRecord(None, b"one"), NewRecord(None, b"two")])
    archived(log, tmp_path)
    shorter, other = open_log("memory:"), open_log("memory:")
    shorter.append([NewRecord(None, b"one")])
    other.append([NewRecord(None, b"one"), NewRecord(None, b"three")])
    with pytest.raises(ArchiveError, match="ends at 1 but is archived up to 2"):
        archived(shorter, tmp_path)
    with pytest.raises(ArchiveError, match="record 0:1 of the log is not the one archived"):
        archived(other, tmp_path)
    with manifest.held(tmp_path), pytest.raises(ArchiveError, match="another process"):
        archived(log, tmp_path)
    (file,) = manifest.load(tmp_path).files
    path = tmp_path / f"{file.name}.parquet"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ArchiveError, match="its hash differs; restore it"):
        back(tmp_path)
    path.unlink()
    with pytest.raises(ArchiveError, match="restore it from a copy"):
        back(tmp_path)
    archived(log, tmp_path / "2")
    (tmp_path / "2" / "manifest.json").unlink()
    with pytest.raises(ArchiveError, match=r"manifest\.json is missing"):
        archived(log, tmp_path / "2")
    (tmp_path / "2" / "manifest.json").write_text('{"format": 99}')
    with pytest.raises(ArchiveError, match="format 99"):
        archived(log, tmp_path / "2")


def test_how_a_record_was_judged_is_kept(tmp_path: Path) -> None:
    log = open_log("memory:")
    log.append([NewRecord("other", next(play(SEASON))[0]), NewRecord(None, b"none")])

    def refuse(_: object, match: str | None) -> Refusal | None:
        return Refusal("wrong_key", f"of {match}") if match else None

    assert sum(archive(log, tmp_path, Judges(receive_all, refuse, NOBODY))) == 2
    one, two = back(tmp_path)
    assert (one.match, one.refused, one.detail) == ("other", "wrong_key", "of sim-1-000000")
    assert (two.match, two.refused, two.verified) == (None, None, False)


def test_an_event_takes_at_most_45_bytes(tmp_path: Path) -> None:
    log = open_log("memory:")
    for number, records in enumerate(play(SEASON)):
        log.append([NewRecord(SEASON.name(number), raw) for raw in records])
    archived(log, tmp_path)
    kept = manifest.load(tmp_path)
    assert sum(file.bytes for file in kept.files) / kept.records <= 45
