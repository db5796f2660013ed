"""Re-runs the reference scripts and compares them with the examples of the operator records.

    python3 scripts/reference/check.py [domain ...]     exit status 1 on any difference
    python3 scripts/reference/check.py --fill [domain]  first fills in new values (null) only
"""
import importlib
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from common import DOMAINS, evaluate  # noqa: E402

HERE = pathlib.Path(__file__).parent
SUPPORT = {"common", "check", "relations", "vectors"}
NULL_VALUE = '"value": null'


def scripts():
    return sorted(path.stem for path in HERE.glob("*.py") if path.stem not in SUPPORT)


def differences(domain):
    """Examples whose recorded value is not the reference value, as (id, recorded, reference)."""
    values = evaluate(domain, importlib.import_module(domain).FUNCTIONS)
    found = []
    for record in json.loads((DOMAINS / f"{domain}.json").read_text()):
        example = record["example"]
        if "inputs" not in example:
            continue
        recorded, reference = example["value"], values[record["id"]]
        tolerance = 0 if example["origin"] == "reference-script" else example["rel_tol"]
        if recorded is None or abs(recorded - reference) > tolerance * abs(reference):
            found.append((record["id"], recorded, reference))
    return found, len(values)


def fill(domain):
    """Writes the reference value where the record says null; others are never touched."""
    path = DOMAINS / f"{domain}.json"
    text = path.read_text()
    values = evaluate(domain, importlib.import_module(domain).FUNCTIONS)
    for record in json.loads(text):
        example = record["example"]
        if "inputs" in example and example["value"] is None:
            start = text.index(f'"id": "{record["id"]}"')
            at = text.index(NULL_VALUE, start)
            text = text[:at] + f'"value": {values[record["id"]]!r}' + text[at + len(NULL_VALUE):]
    path.write_text(text)


def main(arguments):
    chosen = [name for name in arguments if name != "--fill"] or scripts()
    wrong = 0
    for domain in chosen:
        if "--fill" in arguments:
            fill(domain)
        found, count = differences(domain)
        wrong += len(found)
        for key, recorded, reference in found:
            print(f"{domain} {key}: recorded {recorded!r}, reference {reference!r}")
        print(f"{domain}: {count} examples, {len(found)} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
