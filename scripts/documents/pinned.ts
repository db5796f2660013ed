/** Files of pins: a line for each thing, with its name, a digest, and what of it a reader looks for. */
import { readFileSync, writeFileSync } from "node:fs";

export interface Line {
  readonly name: string;
  readonly digest: string;
  /** Its members in a form that people compare. */
  readonly parts: readonly string[];
}

/** Neither stands in a name or a part. */
const FIELD = "\t";
const PART = "; ";

export function lineOf(name: string, digest: string, parts: readonly string[] = []): Line {
  return { name, digest, parts };
}

/** @throws TypeError where two lines have one name */
export function pinText(lines: readonly Line[]): string {
  if (new Set(lines.map(({ name }) => name)).size < lines.length)
    throw new TypeError("a name is pinned twice");
  return lines
    .map(({ digest, name, parts }) => {
      const fields = parts.length === 0 ? [name, digest] : [name, digest, parts.join(PART)];
      return `${fields.join(FIELD)}\n`;
    })
    .join("");
}

export function writePins(path: string, lines: readonly Line[]): void {
  writeFileSync(path, pinText(lines));
}

export function readPins(path: string): readonly Line[] {
  const text = readFileSync(path, "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [name = "", digest = "", parts] = line.split(FIELD);
      return lineOf(name, digest, parts?.split(PART));
    });
}

/** Lines added, removed and changed since the lines were pinned; of what changed, how. */
export function differences(pinned: readonly Line[], now: readonly Line[]): readonly string[] {
  const [before, after] = [byName(pinned), byName(now)];
  const removed = pinned.filter(({ name }) => !after.has(name));
  return [
    ...removed.map(({ name }) => `removed: ${name}`),
    ...now.flatMap((line) => {
      const old = before.get(line.name);
      if (old === undefined) return [`added: ${line.name}`];
      return old.digest === line.digest && samePieces(old.parts, line.parts)
        ? []
        : [`changed: ${line.name}`, ...changed(old.parts, line.parts)];
    }),
  ];
}

function byName(lines: readonly Line[]): ReadonlyMap<string, Line> {
  return new Map(lines.map((line) => [line.name, line]));
}

/** Compared as they are written: a part that holds the sign between parts is read as two. */
function samePieces(a: readonly string[], b: readonly string[]): boolean {
  return a.join(PART) === b.join(PART);
}

function changed(before: readonly string[], after: readonly string[]): readonly string[] {
  const [old, now] = [pieces(before), pieces(after)];
  const found = [
    ...old.filter((part) => !now.includes(part)).map((part) => `    - ${part}`),
    ...now.filter((part) => !old.includes(part)).map((part) => `    + ${part}`),
  ];
  if (found.length > 0) return found;
  const why = samePieces(before, after)
    ? "a description, an example or what it refers to differs"
    : "its parts stand in another order";
  return [`    ${why}`];
}

function pieces(parts: readonly string[]): readonly string[] {
  return parts.join(PART).split(PART);
}
