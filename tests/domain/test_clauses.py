"""The clause register is complete, consistent and found under every id in use."""

import re
import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from domain import clauses
from domain.clauses import TEXTS, Kind, Status

# What each text holds, by what follows its name in an id.
CLAUSES = {
    "SI": """1a 1b 1c 1d 1e 2 3 4 5a 5b 5c 5d 5e 5f 5g 5h 5i 6a 6b 6c1 6c2 6c3 6c4 6c5 6c6
        6d1 6d2 6d3 6d4 6e 6f 6g 6h 7a 7b 8 9 10a 10b 10c 11a 11b 11c 11d 11e 12a 12b 12c""",
    "PL": """1a 1b 1c 1d 2a 2b 2c 2d 2e 2f 2g 2h 2i 3.1a 3.1b 3.1c 3.1d 3.2a 3.2b 3.2c 3.2d 3.2e
        3.2f 3.2g 3.2h 3.2i 3.3a 3.3b 3.3c 3.3d 3.4a 3.4b 3.4c 3.5a 3.5b 3.5c 3.6a 3.6b 4a 4b
        5a 5b 6 7a 7b 8a 8b 8c 8d 8e 8f 8g 8h 8i 13a 13b 13c 13d""",
    "LT-14.1": """0a 0b 0c 1 2a 2b 2c 3a 3b 3c 3d1 3d2 4a 4b 5a 5b 5c 6a 6b 6c 7a 7b 7c 8 8a 8b
        8c 8d 8e 8f 8g 9s 9a 9b 10a 10b 10c 10d 10e 10f""",
    "LT-G": """LAG-1 LAG-2 LAG-3 LAG-4 LAG-5 LAG-6 LAG-7 LAG-8 LAG-9 TO-1 TO-2 TO-3 TO-4 TO-5
        TO-6 HAND-1 HAND-2 HAND-3 HAND-4 HAND-5 HAND-6 CALL-1 CALL-2 CALL-3 CALL-4 CALL-5
        POCK-1 POCK-2 SIM-1 SIM-2 FRZ-1 FRZ-2 FRZ-3 SET-1 SET-2 F-1 F-1D F-2 F-3 F-4 F-5 F-6
        F-6U F-7 F-8 F-9 F-10 F-11 F-11U F-12 F-13 F-13U SF-1 SF-2a SF-2b SF-2d SF-3
        UNS-1a UNS-1b UNS-1c UNS-1d UNS-1e UNS-1f UNS-1g UNS-2 UNS-3a UNS-3b UNS-3c UNS-3d""",
    "LT-8": """OBJ-1 OBJ-2 OBJ-3 OBJ-4 BRK-1 BRK-2 RACK-1 BRK-3 BRK-4 BRK-5 BRK-6 BRK-6a BRK-6b
        BRK-6c BRK-7 BRK-7a BRK-7b BRK-8 BRK-8a BRK-8b BRK-9 BRK-9a BRK-9b BRK-10 BRK-10a
        BRK-10b OPEN-1 OPEN-2 OPEN-3 OPEN-4 OPEN-5 PLAY-1 CALL-1 CALL-2 CALL-3 SPOT-1 SPOT-2
        LOSS-1 LOSS-2 LOSS-3 LOSS-4 LOSS-5 FOUL-1 SF-1 UNS-1""",
    "LT-9": """OBJ-1 OBJ-2 OBJ-3 OBJ-4 OBJ-5 BRK-1 BRK-2 RACK-1 BRK-3 BRK-4 PUSH-1 PUSH-2 PUSH-3
        PUSH-4 PUSH-5 PUSH-6 PLAY-1 PLAY-2 SPOT-1 SPOT-2 FOUL-1 SF-1 UNS-1""",
    "LT-10": """OBJ-1 OBJ-2 OBJ-3 BRK-1 BRK-2 RACK-1 BRK-3 BRK-4 BRK-5 PUSH-1 PUSH-2 PUSH-3
        PUSH-4 PUSH-5 PUSH-6 CALL-1 SAFE-1 SAFE-2 WRONG-1 PLAY-1 PLAY-2 PLAY-3 SPOT-1 SPOT-2
        FOUL-1 SF-1 UNS-1""",
    "LT-S": """OBJ-1 OPEN-1 OPEN-2 OPEN-3 VAL-1 TURN-1 TURN-2 TURN-3 TURN-4 TURN-5 TURN-6 TURN-7
        TURN-8 END-1 END-2 END-3 END-4 LEGAL-1 FOUL-1 FOUL-2 FOUL-3 PEN-1 PEN-2 PEN-3 PEN-4
        PEN-5 PEN-6 SPOT-1 SPOT-2""",
}

WPA = """1.4 1.5 1.6 1.7 1.11 1.12 4.3 4.6 4.7 4.8 4.8a 4.8d 4.9 4.10 4.11 4.12
    6.0 6.1 6.3 6.3F 6.11 6.14 8.4"""
READINGS = [
    *("A0", "A1", "A2", "A3", "A3b", *(f"A{n}" for n in range(4, 22))),
    *(f"R-{n:02}" for n in range(1, 49)),
    *(f"D{n}" for n in range(1, 46)),
    *("D6b", "D13b", "D13c", "D24b", "D25b"),
    *(f"Z{n}" for n in range(1, 32)),
    *(f"WPA-{section}" for section in WPA.split()),
    *(f"WPBSA-{name}" for name in ("7PT", "RESPOT", "HIGHEST", "FREE", "MISS")),
    *(f"contract-{n}" for n in (1, 2, 4, 5, 6)),
]

# The numbered scheme of the LT general rules, clause by clause.
NUMBERED = {
    "LAG-1": "1.1a",
    "LAG-2": "1.1b",
    "LAG-3": "1.1c",
    "LAG-7": "1.1d",
    "TO-1": "1.2a",
    "TO-2": "1.2b 1.2c",
    "TO-3": "1.2d",
    "TO-4": "1.2e",
    "TO-5": "1.2f",
    "TO-6": "1.2g",
    "HAND-1": "1.3a",
    "HAND-3": "1.3b",
    "HAND-4": "1.3c",
    "HAND-5": "1.3d",
    "HAND-6": "1.3e",
    "CALL-1": "1.4a",
    "CALL-2": "1.4b",
    "CALL-3": "1.4c",
    "CALL-4": "1.4d",
    "CALL-5": "1.4e",
    "POCK-2": "1.5",
    "SIM-1": "1.6",
    "FRZ-1": "1.7a",
    "FRZ-2": "1.7b",
    "SET-1": "1.8a",
    "SET-2": "1.8b",
    "F-1": "2.1.1",
    "F-1D": "2.1.2",
    "F-2": "2.1.3",
    "F-3": "2.1.4",
    "F-4": "2.1.5",
    "F-5": "2.1.6",
    "F-6": "2.1.7a 2.1.7b 2.1.7c",
    "F-7": "2.1.8",
    "F-8": "2.1.9",
    "F-9": "2.1.10",
    "F-10": "2.1.11a 2.1.11b 2.1.11c",
    "F-11": "2.1.12a",
    "F-11U": "2.1.12b",
    "F-12": "2.1.13",
    "F-13": "2.1.14a 2.1.14b",
    "F-13U": "2.1.14c",
    "SF-1": "2.2",
    "SF-2a": "2.2.1a 2.2.1c",
    "SF-2b": "2.2.1b",
    "SF-2d": "2.2.1d",
    "SF-3": "2.2.2a 2.2.2b 2.2.2c",
    "UNS-1a": "2.3a",
    "UNS-2": "2.3b",
    "UNS-3a": "2.3c",
    "UNS-3b": "2.3d",
}
SYNONYMS = {
    "PL-7c": "PL-7b",
    "WPA-4.3b": "WPA-4.3",
    "WPA-6": "WPA-6.0",
    **{
        f"LT-G-{number}": f"LT-G-{name}"
        for name, numbers in NUMBERED.items()
        for number in numbers.split()
    },
}

LANGUAGES = {"SI": "sl", "PL": "pl", "readings": "en"}

KINDS = {
    "A": Kind.READING,
    "R": Kind.READING,
    "D": Kind.DECISION,
    "Z": Kind.DECISION,
    "WPA": Kind.OUTSIDE,
    "WPBSA": Kind.OUTSIDE,
    "contract": Kind.CONTRACT,
}


def _table(text: str) -> dict[str, Any]:
    return tomllib.loads((files(clauses) / f"{text}.toml").read_text("utf-8"))


def _ids(text: str) -> list[str]:
    return [clause.id for clause in clauses.register().values() if clause.text == text]


@pytest.mark.parametrize("text", CLAUSES)
def test_a_text_is_listed_clause_by_clause_in_its_own_order(text: str) -> None:
    assert _ids(text) == [f"{text}-{suffix}" for suffix in CLAUSES[text].split()]


def test_readings_decisions_and_outside_rules_are_listed() -> None:
    assert sorted(_ids("readings")) == sorted(READINGS)


def test_nothing_is_listed_twice() -> None:
    written = [entry["id"] for text in TEXTS for entry in _table(text)["clause"]]
    synonyms = [name for clause in clauses.register().values() for name in clause.synonyms]
    assert [name for name, times in Counter(written + synonyms).items() if times > 1] == []
    assert len(clauses.register()) == len(written) == 524
    assert len(synonyms) == len(SYNONYMS) == 63


def test_each_synonym_leads_to_its_clause() -> None:
    assert {name: clauses.canonical(name) for name in SYNONYMS} == SYNONYMS


def test_a_clause_is_found_by_its_id_and_by_a_synonym() -> None:
    found = clauses.find("LT-G-F-2")
    assert found is not None
    assert found is clauses.find("LT-G-2.1.3")
    assert clauses.canonical("LT-G-F-2") == "LT-G-F-2"


def test_an_unknown_id_is_named() -> None:
    assert clauses.find("PL-9z") is None
    with pytest.raises(KeyError, match="PL-9z"):
        clauses.canonical("PL-9z")


def test_the_register_is_read_once_and_cannot_be_changed() -> None:
    assert clauses.register() is clauses.register()
    with pytest.raises(TypeError):
        clauses.register()["X"] = clauses.register()["Z1"]  # pyright: ignore[reportIndexIssue]


def test_what_a_reading_concerns_is_in_the_register() -> None:
    for clause in clauses.register().values():
        assert all(name in clauses.register() for name in clause.concerns), clause.id
        assert len(set(clause.concerns)) == len(clause.concerns), clause.id


def test_a_paraphrase_is_one_short_plain_sentence() -> None:
    for clause in clauses.register().values():
        assert re.fullmatch(r"[A-Z0-9][ -~]{4,214}[^.\s]\.", clause.paraphrase), clause.id
        assert not re.search(r"[.?!] [A-Z]|  ", clause.paraphrase), clause.id


def test_only_what_answers_a_question_has_one() -> None:
    for clause in clauses.register().values():
        if clause.kind is Kind.CLAUSE:
            assert (clause.question, clause.concerns) == ("", ()), clause.id
        else:
            assert re.fullmatch(r"[A-Z][ -~]{4,114}\?", clause.question), clause.id


def test_the_kind_shows_in_the_id() -> None:
    for clause in clauses.register().values():
        if clause.text == "readings":
            prefix = re.match("[A-Za-z]+", clause.id)
            assert prefix is not None
            assert clause.kind is KINDS[prefix.group()], clause.id
        else:
            assert clause.kind is Kind.CLAUSE, clause.id


def test_a_section_is_the_originals_own() -> None:
    for clause in clauses.register().values():
        if clause.text.startswith("LT-"):
            assert re.fullmatch(r"L\d+(-L\d+)?", clause.section), clause.id
        elif clause.text in {"SI", "PL"}:
            assert clause.id.startswith(f"{clause.text}-{clause.section}"), clause.id
        else:
            assert clause.section, clause.id


@pytest.mark.parametrize("text", TEXTS)
def test_a_file_says_what_it_holds(text: str) -> None:
    table = _table(text)
    assert set(table) == {"text", "title", "language", "disciplines", "source", "clause"}
    assert table["text"] == text
    assert table["language"] == LANGUAGES.get(text, "lt")
    assert {clause.language for clause in clauses.register().values() if clause.text == text} == {
        table["language"]
    }
    known = {"id", "kind", "section", "question", "paraphrase", "status", "concerns", "synonyms"}
    assert [entry["id"] for entry in table["clause"] if not set(entry) <= known] == []


def test_how_far_each_text_is_ruled() -> None:
    count = Counter((clause.text, clause.status) for clause in clauses.register().values())
    statuses = (Status.RULED, Status.REFEREE, Status.NOT_IN_LOG, Status.TODO)
    assert {text: tuple(count[text, status] for status in statuses) for text in TEXTS} == {
        "SI": (46, 0, 2, 0),
        "PL": (58, 0, 0, 0),
        "LT-14.1": (35, 1, 4, 0),
        "LT-G": (46, 15, 8, 0),
        "LT-8": (42, 1, 2, 0),
        "LT-9": (20, 1, 2, 0),
        "LT-10": (25, 1, 1, 0),
        "LT-S": (29, 0, 0, 0),
        "readings": (167, 2, 16, 0),
    }
