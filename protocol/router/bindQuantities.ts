/** Which input of a solver each number of a question is. */
import { parseUnit } from "../units/index.js";
import type { Slot } from "../units/quantity/index.js";
import { describeField } from "../solvers/input.js";
import type { SolverCard } from "../solvers/solver.js";
import { nearestName } from "../search/nearest.js";
import { fitsSlot, slotValue, type FoundQuantity } from "./quantities.js";
import { stemOf, wordsOf, type Word } from "./text.js";
import type { Unread } from "./unread.js";

export interface Bound {
  readonly params: Readonly<Record<string, unknown>>;
  /** How each came to its input. */
  readonly why: readonly {
    readonly input: string;
    readonly at: readonly [number, number];
    readonly rule: string;
  }[];
  /** Names of inputs that the question's words chose. */
  readonly named: ReadonlySet<string>;
  /** The first number that no input takes, and why; null where each ends in one. */
  readonly unread: Unread | null;
}

interface FieldNames {
  readonly name: string;
  readonly slot: Slot;
  readonly accepts: readonly string[];
  readonly words: ReadonlySet<string>;
}

const fieldsOf = new WeakMap<SolverCard, readonly FieldNames[]>();

function fields(card: SolverCard): readonly FieldNames[] {
  const known = fieldsOf.get(card);
  if (known !== undefined) return known;
  const bindings = Object.keys(card.inputs.shape).map((name) => {
    const { accepts, unit } = describeField(card, name);
    const read = unit === "" ? null : parseUnit(unit);
    const about = aboutOf(card, name);
    return {
      name,
      slot: {
        name,
        unit: read?.ok === true ? read : null,
        isDifference: /\bdifference\b/i.test(about),
      },
      accepts,
      words: new Set([...accepts, ...headWords(about)].map((word) => stemOf(word.toLowerCase()))),
    };
  });
  fieldsOf.set(card, bindings);
  return bindings;
}

/** What a field says of itself. */
function aboutOf(card: SolverCard, name: string): string {
  const about: unknown = Reflect.get(card.inputs.shape[name] ?? {}, "description");
  return typeof about === "string" ? about : "";
}

/** Words of the first clause: what the input is, before how it is used. */
function headWords(about: string): readonly string[] {
  return (about.split(/[,;:.(]/)[0] ?? "")
    .split(/[^A-Za-z]+/)
    .filter((word) => word.length > 3 && !COMMON.has(word.toLowerCase()));
}

const COMMON: ReadonlySet<string> = new Set([
  "number",
  "value",
  "with",
  "from",
  "that",
  "where",
  "each",
  "initial",
  "first",
  "which",
  "when",
  "unless",
  "given",
  "this",
  "over",
  "into",
  "than",
  "along",
  "between",
  "what",
]);

/**
 * Named first, then by the words before a number, then by a dimension that only one input has.
 * @param words those outside of strong cues: a model's name, as in "predator prey", chooses nothing
 */
export function bindQuantities(
  card: SolverCard,
  found: readonly FoundQuantity[],
  words: readonly Word[],
): Bound {
  const params: Record<string, unknown> = {};
  const why: { input: string; at: readonly [number, number]; rule: string }[] = [];
  const left: FoundQuantity[] = [];
  const unread: Unread[] = [];
  const take = (field: FieldNames, one: FoundQuantity, rule: string): void => {
    const value = slotValue(one, field.slot);
    if (typeof value === "string") unread.push({ at: one.at, message: value });
    else params[field.name] = value;
    why.push({ input: field.name, at: one.at, rule });
  };
  for (const one of found) {
    const field = one.name === null ? null : namedField(card, one.name);
    const fault = one.name === null ? null : namedFault(card, field, one, params);
    if (fault !== null) unread.push({ at: one.at, message: fault });
    else if (field !== null) take(field, one, "named");
    else left.push(one);
  }
  const unnamed: FoundQuantity[] = [];
  for (const one of left) {
    const field = fields(card).find(
      (candidate) =>
        !Object.hasOwn(params, candidate.name) && fits(candidate, one) && isSaid(candidate, one),
    );
    if (field === undefined) unnamed.push(one);
    else take(field, one, "word");
  }
  for (const one of unnamed) {
    const [field, another] = !one.hasUnit
      ? []
      : fields(card).filter(
          (candidate) =>
            !Object.hasOwn(params, candidate.name) &&
            card.kinds[candidate.name] === "physics" &&
            fits(candidate, one),
        );
    if (field !== undefined && another === undefined) take(field, one, "dimension");
    else unread.push({ at: one.at, message: orphanFault(card, one, another !== undefined) });
  }
  bindChoices(card, words, params, why);
  return { params, why, named: namesOf(card), unread: unread[0] ?? null };
}

/** A word before the number, or right behind it, names the input. */
function isSaid(field: FieldNames, one: FoundQuantity): boolean {
  return (
    one.before.slice(0, 3).some((word) => field.words.has(stemOf(word))) ||
    (one.after !== null && field.words.has(one.after.stem))
  );
}

function namesOf(card: SolverCard): ReadonlySet<string> {
  return new Set(fields(card).flatMap(({ words }) => [...words]));
}

/** Why `name = number` cannot be used, or null. */
function namedFault(
  card: SolverCard,
  field: FieldNames | null,
  one: FoundQuantity,
  params: Readonly<Record<string, unknown>>,
): string | null {
  if (field === null) {
    const names = fields(card).map(({ name }) => name);
    const nearest = nearestName(one.name!, names) ?? names.slice(0, 6).join(", ");
    return `${card.id} has no input ${one.name}; the nearest is ${nearest}`;
  }
  if (Object.hasOwn(params, field.name)) return `${field.name} is given twice`;
  if (!one.hasUnit || fits(field, one)) return null;
  const { unit } = field.slot;
  const wanted = unit === null ? "takes no unit" : `is in ${unit.text}`;
  return `${one.name} ${wanted}, and ${one.unit} is none of its units`;
}

function orphanFault(card: SolverCard, one: FoundQuantity, isShared: boolean): string {
  const written = !one.hasUnit ? "this number" : `this number in ${one.unit}`;
  return isShared
    ? `${written} fits more than one input of ${card.id}; write name = value`
    : `no input of ${card.id} takes ${written}; write name = value`;
}

/** By exact spelling, else by the only spelling that differs in case. */
function namedField(card: SolverCard, name: string): FieldNames | null {
  const exact = fields(card).find(({ accepts }) => accepts.includes(name));
  if (exact !== undefined) return exact;
  const near = fields(card).filter(({ accepts }) =>
    accepts.some((one) => one.toLowerCase() === name.toLowerCase()),
  );
  return near.length === 1 ? near[0]! : null;
}

function fits({ slot }: FieldNames, one: FoundQuantity): boolean {
  return fitsSlot(one, slot.unit);
}

/** A word that is one of an input's choices: `american`, `put`, `seir`. */
function bindChoices(
  card: SolverCard,
  words: readonly Word[],
  params: Record<string, unknown>,
  why: { input: string; at: readonly [number, number]; rule: string }[],
): void {
  for (const { name } of fields(card)) {
    if (Object.hasOwn(params, name)) continue;
    const said = choicesOf(card.inputs.shape[name])
      .map((choice) => ({ choice, at: placeOf(choice, words) }))
      .find(({ at }) => at !== null);
    if (said?.at === undefined || said.at === null) continue;
    params[name] = said.choice;
    why.push({ input: name, at: said.at, rule: "choice" });
  }
}

/** Where the words of a choice stand one behind the other: `open-open` is two of them. */
function placeOf(choice: string, words: readonly Word[]): readonly [number, number] | null {
  const wanted = wordsOf(choice).map(({ text }) => text.toLowerCase());
  if (wanted.length === 0) return null;
  const from = words.findIndex((_, i) =>
    wanted.every(
      (text, k) =>
        words[i + k]?.text.toLowerCase() === text &&
        (k === 0 || words[i + k]!.start - words[i + k - 1]!.end === 1),
    ),
  );
  return from < 0 ? null : [words[from]!.start, words[from + wanted.length - 1]!.end];
}

function choicesOf(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const options: unknown = Reflect.get(schema, "options");
  if (Array.isArray(options))
    return options.flatMap((one) => (typeof one === "string" ? [one] : choicesOf(one)));
  const unwrap: unknown = Reflect.get(schema, "unwrap");
  return typeof unwrap === "function" ? choicesOf(Reflect.apply(unwrap, schema, [])) : [];
}

/**
 * Weight of a question's units for a solver: what fits speaks for it, what nothing takes against
 * it.
 */
export function unitEvidence(card: SolverCard, found: readonly FoundQuantity[]): number {
  let score = 0;
  for (const one of found) {
    if (!one.hasUnit) continue;
    score += fields(card).some((field) => card.kinds[field.name] === "physics" && fits(field, one))
      ? UNIT_FITS
      : UNIT_FOREIGN;
  }
  return score;
}

const UNIT_FITS = 15;
const UNIT_FOREIGN = -10;
