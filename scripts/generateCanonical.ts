/**
 * Writes how each operator's equation is read: canonical text, kind, inputs in order, unit of the
 * result.
 * A person reads the differences before committing them; a test compares the file with the code.
 * With `--check` nothing is written, and the exit code is 1 when the file is out of date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { builtinRegistry } from "../protocol/operators/index.js";
import type { OperatorEntry } from "../protocol/operators/index.js";

const FILE = "test/unit/operators/canonical.json";

interface Reading {
  readonly kind: string;
  readonly canonical: string | null;
  readonly inputs: readonly string[];
  readonly unit: string | null;
}

function readingOf({ record, compiled }: OperatorEntry): Reading {
  return {
    kind: record.kind,
    canonical: compiled?.canonical ?? null,
    inputs: compiled?.inputs.map((input) => input.name) ?? [],
    unit: compiled?.result.unit ?? null,
  };
}

const lines = builtinRegistry().entries.map(
  (entry) => `  ${JSON.stringify(entry.id)}: ${JSON.stringify(readingOf(entry))}`,
);
const text = `{\n${lines.join(",\n")}\n}\n`;
if (!process.argv.includes("--check")) writeFileSync(FILE, text);
else if (readFileSync(FILE, "utf8") !== text) {
  process.stderr.write(`${FILE} is out of date\n`);
  process.exitCode = 1;
}
