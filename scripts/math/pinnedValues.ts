/**
 * Results that are pinned: what stands in a file is never changed by a generator while the engine
 * version stays, since each is a sealed value. New ones are added, and those of operators that went
 * are left out.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { exampleLines } from "./values.js";

export const VALUES_FILE = "test/pins/values.txt";

/** First the engine version, then a line an operator. */
export function valuesText(): string {
  return [ENGINE_VERSION, ...exampleLines(), ""].join("\n");
}

export interface PinnedValues {
  readonly engineVersion: string;
  readonly values: ReadonlyMap<string, string>;
}

/** @returns what has another result than the pinned one, under the same engine version */
export function changedValues(pinned: PinnedValues, now: PinnedValues): readonly string[] {
  if (pinned.engineVersion !== now.engineVersion) return [];
  return [...now.values].flatMap(([id, value]) => {
    const before = pinned.values.get(id);
    return before === undefined || before === value ? [] : [`${id}: ${before} became ${value}`];
  });
}

/** Says what is changed where nothing may. @returns whether something is */
export function refuseChanges(file: string, pinned: PinnedValues, now: PinnedValues): boolean {
  const changed = changedValues(pinned, now);
  if (changed.length === 0) return false;
  process.stderr.write(
    `${file} is left as it is: sealed values changed under ${now.engineVersion}.\n` +
      changed.map((line) => `  ${line}\n`).join("") +
      "Undo the change, or raise ENGINE_VERSION in protocol/version.ts. Where the inputs of an " +
      "example were changed, take its line out of the file first.\n",
  );
  process.exitCode = 1;
  return true;
}

function readValues(text: string): PinnedValues {
  const [engineVersion = "", ...lines] = text.trimEnd().split("\n");
  const values = lines.map((line): [string, string] => {
    const end = line.indexOf(" ");
    return [line.slice(0, end), line.slice(end + 1)];
  });
  return { engineVersion, values: new Map(values) };
}

function main(): void {
  const text = valuesText();
  if (!refuseChanges(VALUES_FILE, readValues(readFileSync(VALUES_FILE, "utf8")), readValues(text)))
    writeFileSync(VALUES_FILE, text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
