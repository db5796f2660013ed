/**
 * Evaluates a record at the ends of its inputs, beyond its scale and at random, and finds what is
 * impossible for most quantities: negative values, and speeds above that of light. Where they are
 * possible, `signed.ts` says why; else the quantity has a range, or the record a relation.
 */
import { Philox } from "../../protocol/math/random/philox.js";
import type { OperatorEntry } from "../../protocol/operators/entry.js";
import { valueExampleOf } from "../../protocol/operators/record.js";
import type { OperatorRecord } from "../../protocol/operators/schema.js";
import { FASTER_THAN_LIGHT, SIGNED_QUANTITIES, SIGNED_RECORDS } from "./operators/signed.js";

/** Draws of all inputs of a record, beside one input at a time at its ends. */
const DRAWS = 200;
const SEED = 58;
const C_M_PER_S = 299_792_458;

export interface Extremes {
  readonly id: string;
  readonly quantity: string;
  readonly unit: string;
  /** Least and greatest value, and the inputs that gave them. */
  readonly least: number;
  readonly greatest: number;
  readonly leastInputs: Readonly<Record<string, number>>;
  readonly greatestInputs: Readonly<Record<string, number>>;
}

type Symbols = OperatorRecord["symbols"];

/** Ends of the range, of the scale, and what lies beyond the scale but within the range. */
function placesOf(symbol: Symbols[string], scale: readonly number[] | undefined): number[] {
  const [min, max] = symbol.range ?? [null, null];
  const [low = 0, high = 0] = scale ?? [];
  const ends = [min ?? low, max ?? high, low, high, low / 100, 100 * high, 0];
  const inside = ends.filter((x) => x >= (min ?? x) && x <= (max ?? x));
  return symbol.whole === true ? inside.map((x) => Math.round(x)) : inside;
}

/** @returns null for a record without a value to look at */
export function extremesOf({ compiled, record }: OperatorEntry): Extremes | null {
  const example = valueExampleOf(record);
  if (example === null || compiled === null || record.result === null) return null;
  const { quantity, unit } = record.result;
  const base = example.inputs;
  let [least, greatest] = [example.value, example.value];
  let [leastInputs, greatestInputs] = [base, base];
  const look = (inputs: Readonly<Record<string, number>>): void => {
    const outcome = compiled.evaluate(inputs);
    if (outcome.status !== "value") return;
    const { uncertainty, value } = outcome;
    if (value + uncertainty < least) [least, leastInputs] = [value, inputs];
    if (value - uncertainty > greatest) [greatest, greatestInputs] = [value, inputs];
  };
  const names = Object.keys(base);
  const symbolOf = (name: string): Symbols[string] | undefined =>
    record.symbols[name] ?? record.symbols[`${name.split("_")[0]}_i`];
  const places = new Map(
    names.map((name) => {
      const symbol = symbolOf(name);
      return [name, symbol === undefined ? [base[name]!] : placesOf(symbol, record.scale?.[name])];
    }),
  );
  for (const name of names) for (const x of places.get(name)!) look({ ...base, [name]: x });
  const random = new Philox(SEED, 0);
  for (let k = 0; k < DRAWS; k += 1) {
    const drawn = names.map((name): [string, number] => {
      const u = random.uniform();
      const of = places.get(name)!;
      if (u < 0.3) return [name, of[Math.floor((u / 0.3) * of.length)]!];
      // Around the example's, on either side and over some orders of magnitude.
      const factor = u < 0.65 ? 10 * random.uniform() : 2 * random.uniform();
      const x = base[name]! * factor;
      return [name, symbolOf(name)?.whole === true ? Math.round(x) : x];
    });
    look(Object.fromEntries(drawn));
  }
  return { id: record.id, quantity, unit, least, greatest, leastInputs, greatestInputs };
}

/** Records whose value is impossible for most quantities. */
export interface Looked {
  readonly negative: readonly string[];
  /** Pure numbers: no probability, no efficiency. */
  readonly aboveOne: readonly string[];
  readonly fasterThanLight: readonly string[];
}

/** Records by what a sweep over them finds; each name was looked at, and may have such a value. */
export function lookedAt(all: readonly Extremes[]): Looked {
  const idsOf = (found: (extremes: Extremes) => boolean): readonly string[] =>
    all.filter(found).map(({ id }) => id);
  return {
    negative: idsOf(({ least }) => least < 0),
    aboveOne: idsOf(({ greatest, unit }) => unit === "1" && greatest > 1),
    fasterThanLight: idsOf(({ greatest, unit }) => unit === "m/s" && greatest > C_M_PER_S),
  };
}

/** Whether a value was negative, or a speed above that of light, and no list says why it may be. */
export function isSuspect({ greatest, id, least, quantity, unit }: Extremes): boolean {
  if (SIGNED_RECORDS.has(id)) return false;
  const isNegative = least < 0 && !SIGNED_QUANTITIES.has(quantity);
  return isNegative || (unit === "m/s" && greatest > C_M_PER_S && !FASTER_THAN_LIGHT.has(id));
}

export function extremesOfAll(entries: readonly OperatorEntry[]): readonly Extremes[] {
  return entries.flatMap((entry) => extremesOf(entry) ?? []);
}
