/**
 * Questions that an operator answers: one named by its id, or by its name with every input said.
 */
import { equals, type Dimension } from "../units/dimension.js";
import { symbolsOf } from "../operators/entry.js";
import type { Registry } from "../operators/registry.js";
import type { OperatorEntry } from "../operators/entry.js";
import type { FoundQuantity } from "./quantities.js";
import { stemsOf, type Word } from "./text.js";

interface ClosedForm {
  readonly operator: string;
  readonly inputs: Readonly<Record<string, number>>;
  readonly cue: string;
  readonly at: readonly [number, number];
  readonly rule: string;
}

const ID = /\b[A-Z][A-Z_]*\d+\b|\b[A-Z]+(?:_[A-Z]+)+\b/g;

/** @param hasStrong a solver is named: then only an operator's id outranks it */
export function closedFormOf(
  registry: Registry,
  text: string,
  words: readonly Word[],
  found: readonly FoundQuantity[],
  hasStrong: boolean,
): ClosedForm | null {
  for (const match of text.matchAll(ID)) {
    const entry = registry.get(match[0]);
    if (entry === undefined) continue;
    const at = [match.index, match.index + match[0].length] as const;
    return {
      operator: entry.record.id,
      cue: match[0],
      at,
      rule: "operator named",
      inputs: inputsOf(entry, found),
    };
  }
  if (hasStrong || found.length === 0) return null;
  const stems = new Set(words.map(({ stem }) => stem));
  const named = registry.entries.filter((entry) => {
    const name = nameStems(entry);
    return (
      name.length >= 2 &&
      name.every((stem) => stems.has(stem)) &&
      isComplete(entry, inputsOf(entry, found))
    );
  });
  const longest = Math.max(0, ...named.map((entry) => nameStems(entry).length));
  const [only, another] = named.filter((entry) => nameStems(entry).length === longest);
  if (only === undefined || another !== undefined) return null;
  const last = words[words.length - 1]!;
  return {
    operator: only.record.id,
    cue: only.record.name,
    at: [words[0]!.start, last.end],
    rule: "operator matched by its name",
    inputs: inputsOf(only, found),
  };
}

const names = new WeakMap<OperatorEntry, readonly string[]>();
const SMALL: ReadonlySet<string> = new Set([
  "of",
  "the",
  "a",
  "an",
  "in",
  "for",
  "by",
  "to",
  "and",
  "law",
  "s",
]);

function nameStems(entry: OperatorEntry): readonly string[] {
  const known = names.get(entry);
  if (known !== undefined) return known;
  const made = stemsOf(entry.record.name.replace(/\(.*\)/, "")).filter((stem) => !SMALL.has(stem));
  names.set(entry, made);
  return made;
}

interface Known {
  readonly name: string;
  readonly spellings: readonly string[];
  readonly dimension: Dimension | null;
}

const known = new WeakMap<OperatorEntry, readonly Known[]>();

function symbolsOfEntry(entry: OperatorEntry): readonly Known[] {
  const made =
    known.get(entry) ??
    [...symbolsOf(entry.record)].map(([name, { aliases, dimension }]) => ({
      name,
      spellings: [name, ...aliases],
      dimension,
    }));
  known.set(entry, made);
  return made;
}

/** Numbers behind `name =`, and those whose unit only one input has. */
function inputsOf(entry: OperatorEntry, found: readonly FoundQuantity[]): Record<string, number> {
  const inputs: Record<string, number> = {};
  for (const { name, value } of found) if (name !== null) inputs[name] = value;
  for (const one of found) {
    if (one.name !== null || one.unit === "1") continue;
    const [symbol, another] = symbolsOfEntry(entry).filter(
      ({ dimension, spellings }) =>
        dimension !== null &&
        equals(dimension, one.dimension) &&
        !spellings.some((spelling) => Object.hasOwn(inputs, spelling)),
    );
    if (symbol !== undefined && another === undefined) inputs[symbol.name] = one.value;
  }
  return inputs;
}

function isComplete(entry: OperatorEntry, inputs: Readonly<Record<string, number>>): boolean {
  const symbols = symbolsOfEntry(entry);
  return (
    symbols.length > 0 &&
    symbols.every(({ spellings }) => spellings.some((spelling) => Object.hasOwn(inputs, spelling)))
  );
}
