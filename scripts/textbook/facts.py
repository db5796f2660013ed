"""Writes test/vectors/operators/textbook.json: textbook examples of every domain, each with its source.

Run from the repository root: python3 scripts/textbook/facts.py
"""
import json
import pathlib

import electricity  # noqa: F401
import further  # noqa: F401
import heat  # noqa: F401
import matter  # noqa: F401
import mechanics  # noqa: F401
from rows import FACTS, RECORDS

OUTPUT = pathlib.Path(__file__).resolve().parents[2] / "test" / "vectors" / "operators" / "textbook.json"

FACTS.sort(key=lambda fact: RECORDS[fact["operator"]]["domain"])
lines = ",\n".join("  " + json.dumps(fact, ensure_ascii=False) for fact in FACTS)
OUTPUT.write_text("[\n" + lines + "\n]\n")
