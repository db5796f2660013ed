/** An input as words of the command line. */
import { parseJson, isObject } from "../../protocol/encoding/json.js";

/**
 * pairs: `name=number` words. values: the same with anything for a number, or one JSON object. mixed:
 * pairs for operators, else values.
 * loose: JSON where it is some, else text.
 */
export type FieldKind =
  | "text"
  | "number"
  | "boolean"
  | "list"
  | "pairs"
  | "mixed"
  | "values"
  | "loose"
  | "json";

const PLAIN = /^[\w.,:=@%/+-]+$/;

/** Of a field that is no positional one. `--version` is the program's own. */
export function flagOf(name: string): string {
  return name === "version" ? "--of-version" : `--${kebab(name)}`;
}

/** `is_public` and `isPublic` are shown as `is-public`. */
export function kebab(name: string): string {
  return name
    .replaceAll("_", "-")
    .replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Positional fields in their order, then options, whose last may take several words. */
export function commandWords(
  positional: readonly string[],
  kinds: ReadonlyMap<string, FieldKind>,
  input: Readonly<Record<string, unknown>>,
): readonly string[] {
  const words: string[] = [];
  for (const name of [
    ...positional,
    ...Object.keys(input).filter((one) => !positional.includes(one)),
  ]) {
    const kind = kinds.get(name);
    const value = input[name];
    if (kind === undefined || value === undefined) continue;
    if (!positional.includes(name)) words.push(flagOf(name));
    words.push(...valueWords(kind, value));
  }
  return words;
}

function valueWords(kind: FieldKind, value: unknown): string[] {
  switch (kind) {
    case "text":
    case "number":
    case "boolean":
      return [String(value)];
    case "list":
      return Array.isArray(value) ? value.map(String) : [String(value)];
    case "pairs":
    case "mixed":
    case "values": {
      if (!isObject(value)) return [JSON.stringify(value)];
      return Object.entries(value).map(([name, one]) => `${name}=${looseWord(one)}`);
    }
    case "loose":
      return [looseWord(value)];
    case "json":
      return [JSON.stringify(value)];
    default:
      return kind satisfies never;
  }
}

/** A number as people type it: 70e9 has no nine zeros. */
export function typedNumber(value: number): string {
  const [plain, power] = [String(value), value.toExponential().replace("e+", "e")];
  return power.length < plain.length ? power : plain.replace("e+", "e");
}

/** A text stands as it is unless it would be read as something else. */
export function looseWord(value: unknown): string {
  if (typeof value === "number") return typedNumber(value);
  return typeof value === "string" && !parseJson(value).ok ? value : JSON.stringify(value);
}

/** As one word of a shell. */
export function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
