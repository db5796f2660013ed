/**
 * One text of a quantity has one reading, whichever way it comes in: as an input of an operator or
 * of an equation, in an equation, in a question in words, in a cell of a table, to be converted.
 * Each gives the number that the text was made from, or refuses.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { planChain } from "../../../protocol/chains/plan.js";
import { equationInNumbers, evaluateUnnamed } from "../../../protocol/equations/index.js";
import { numbersOf, withStated } from "../../../protocol/kernel/quantityInputs.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";
import { cellReader } from "../../../protocol/table/written.js";
import { TableError } from "../../../protocol/table/columns.js";
import { parseUnit } from "../../../protocol/units/index.js";
import { convertQuantity } from "../../../protocol/units/quantity/index.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_129;
const registry = builtinRegistry();

/** In kg; null for the spread where a door has none. */
interface Mass {
  readonly value: number;
  readonly spread: number | null;
}

type Door = (text: string) => Mass | null;

function ofOperator(text: string): Mass | null {
  const chain = planChain(registry, ["NM19"]);
  if (chain.status !== "plan") throw new Error(chain.message);
  const read = numbersOf(chain.operators, { m: text, a: 1 });
  if (!read.ok) return null;
  const all = withStated(undefined, read);
  if (!all.ok) throw new Error(all.message);
  return { value: read.numbers["m"]!, spread: all.uncertainties?.["m"] ?? 0 };
}

function ofEquation(equation: string, inputs: Readonly<Record<string, string>>): Mass | null {
  const read = equationInNumbers({ equation, inputs });
  if (!read.ok) return null;
  const outcome = evaluateUnnamed(read.request);
  if (outcome.status !== "value" || outcome.unit !== "kg") return null;
  const { uncertainty, uncertaintySource, value } = outcome;
  return { value, spread: uncertaintySource === "gum" ? uncertainty : 0 };
}

function ofWords(query: string): Mass | null {
  const { params, refusal, uncertainties } = routeQuery(registry, query);
  const { m: value } = params;
  if (refusal !== null || typeof value !== "number") return null;
  return { value, spread: uncertainties["m"] ?? 0 };
}

function ofCell(text: string): Mass | null {
  const unit = parseUnit("kg");
  if (!unit.ok) throw new Error(unit.message);
  const reader = cellReader({ name: "m", unit, isDifference: false, numbersIn: null });
  try {
    return { value: reader.cell(text, false, "").value, spread: null };
  } catch (error) {
    if (error instanceof TableError) return null;
    throw error;
  }
}

function ofConversion(text: string): Mass | null {
  const found = convertQuantity(text, "kg");
  return found.ok ? { value: found.conversion.value, spread: null } : null;
}

const DOORS: ReadonlyMap<string, Door> = new Map<string, Door>([
  ["input of an operator", ofOperator],
  ["input of an equation", (text) => ofEquation("y = x", { x: text })],
  ["equation", (text) => ofEquation(`y = ${text}`, {})],
  ["operator in words", (text) => ofWords(`NM19 m = ${text}, a = 1 m/s^2`)],
  ["law in words", (text) => ofWords(`force for m = ${text} and a = 1 m/s^2`)],
  ["cell", ofCell],
  ["conversion", ofConversion],
]);

/** Kilograms, exactly: NIST SP 811. */
const UNITS: readonly (readonly [unit: string, kilograms: number])[] = [
  ["kg", 1],
  ["g", 1e-3],
  ["mg", 1e-6],
  ["t", 1000],
  ["lb", 0.45359237],
  ["oz", 0.028349523125],
  ["st", 6.35029318],
  ["kilograms", 1],
  ["pounds", 0.45359237],
];

interface Written {
  readonly text: string;
  readonly value: number;
  readonly spread: number;
}

const digits = fc.integer({ min: 1, max: 99_999 });
const places = fc.integer({ min: 0, max: 4 });
const sized = fc.constantFrom(...UNITS);

/** `12.5`, and its value. */
const decimal = fc
  .tuple(digits, places)
  .map(([count, decimals]) => (count / 10 ** decimals).toFixed(decimals));

const VULGARS = [
  ["½", 1 / 2],
  ["¼", 1 / 4],
  ["¾", 3 / 4],
  ["⅓", 1 / 3],
  ["⅛", 1 / 8],
  ["⅝", 5 / 8],
] as const;
const POWERS = ["e3", "E+3", " x 10^3", " × 10^3", "·10³", "*10^3", " thousand"] as const;

function sure(text: string, value: number): Written {
  return { text, value, spread: 0 };
}

const whole = fc.integer({ min: 1, max: 40 });
const written: fc.Arbitrary<Written> = fc.oneof(
  fc
    .tuple(decimal, sized)
    .map(([number, [unit, kg]]) => sure(`${number} ${unit}`, Number(number) * kg)),
  fc
    .tuple(decimal, fc.constantFrom(...POWERS), sized)
    .map(([number, power, [unit, kg]]) =>
      sure(`${number}${power} ${unit}`, Number(number) * 1000 * kg),
    ),
  fc
    .tuple(whole, fc.integer({ min: 2, max: 9 }), sized)
    .map(([above, below, [unit, kg]]) => sure(`${above}/${below} ${unit}`, (above / below) * kg)),
  fc
    .tuple(whole, fc.integer({ min: 2, max: 9 }), sized)
    .map(([count, below, [unit, kg]]) =>
      sure(`${count} 1/${below} ${unit}`, (count + 1 / below) * kg),
    ),
  fc
    .tuple(whole, fc.constantFrom("", " "), fc.constantFrom(...VULGARS), sized)
    .map(([count, gap, [sign, part], [unit, kg]]) =>
      sure(`${count}${gap}${sign} ${unit}`, (count + part) * kg),
    ),
  fc
    .tuple(
      whole,
      fc.integer({ min: 1000, max: 999_999 }),
      fc.constantFrom(",", " ", "'", "\u202f"),
      sized,
    )
    .map(([, count, mark, [unit, kg]]) =>
      sure(`${String(count).replace(/(?=\d{3}$)/, mark)} ${unit}`, count * kg),
    ),
  fc
    .tuple(whole, fc.integer({ min: 1, max: 15 }))
    .map(([pounds, ounces]) =>
      sure(`${pounds} lb ${ounces} oz`, pounds * 0.45359237 + ounces * 0.028349523125),
    ),
  fc
    .tuple(whole, fc.integer({ min: 1, max: 999 }))
    .map(([kg, g]) => sure(`${kg} kg ${g} g`, kg + g / 1000)),
  // With an uncertainty.
  fc
    .tuple(decimal, decimal, fc.constantFrom(" ± ", "±", " +/- ", " +- "), sized)
    .map(([number, size, sign, [unit, kg]]) => ({
      text: `${number}${sign}${size} ${unit}`,
      value: Number(number) * kg,
      spread: Number(size) * kg,
    })),
  fc.tuple(decimal, decimal, sized, sized).map(([number, size, [unit, kg], [other, otherKg]]) => ({
    text: `${number} ${unit} ± ${size} ${other}`,
    value: Number(number) * kg,
    spread: Number(size) * otherKg,
  })),
  fc
    .tuple(decimal, decimal, fc.constantFrom(...POWERS), sized)
    .map(([number, size, power, [unit, kg]]) => ({
      text: `(${number} ± ${size})${power} ${unit}`,
      value: Number(number) * 1000 * kg,
      spread: Number(size) * 1000 * kg,
    })),
  fc
    .tuple(digits, places, whole, fc.constantFrom("", ...POWERS), sized)
    .map(([count, decimals, last, power, [unit, kg]]): Written => {
      const scale = power === "" ? 1 : 1000;
      const unitPlace = 10 ** decimals;
      const text = `${(count / unitPlace).toFixed(decimals)}(${last})${power} ${unit}`;
      return {
        text,
        value: (count / unitPlace) * scale * kg,
        spread: (last / unitPlace) * scale * kg,
      };
    }),
  fc
    .tuple(decimal, whole, fc.constantFrom("%", " %", " percent"), sized)
    .map(([number, part, sign, [unit, kg]]): Written => ({
      text: `${number} ${unit} ± ${part}${sign}`,
      value: Number(number) * kg,
      spread: (Number(number) * kg * part) / 100,
    })),
);

/** What has two readings, or a part that nobody reads: no door gives a value. */
const open: fc.Arbitrary<string> = fc
  .tuple(decimal, decimal, sized, fc.constantFrom(...POWERS))
  .chain(([number, size, [unit], power]) =>
    fc.constantFrom(
      `${number} ± ${size}${power} ${unit}`,
      `${number} ± ${size} % ${unit}`,
      `${number} ${unit} ± ${size}`,
      `${number} ± ${size} ${unit} ± ${size} ${unit}`,
      `${number} ${unit} ${size}`,
      `${number}-${size} ${unit}`,
      `${number} ${unit} (±${size})`,
      `${number}e3(2) ${unit}`,
      `${number} ${unit} ± ${size} m`,
      `${number} or ${size} ${unit}`,
      `< ${number} ${unit}`,
    ),
  );

describe("one text of a quantity has one reading", () => {
  const counts = new Map<string, number>();

  it("is the number it was made from at every door, or refused there", () => {
    fc.assert(
      fc.property(written, ({ spread, text, value }) => {
        for (const [name, door] of DOORS) {
          const found = door(text);
          if (found === null) continue;
          counts.set(name, (counts.get(name) ?? 0) + 1);
          expect(found.value / value, `${name}: ${text}`).to.be.closeTo(1, 1e-13);
          if (found.spread === null) continue;
          expect(Math.abs(found.spread - spread), `${name}: ${text}`).to.be.at.most(1e-13 * spread);
        }
      }),
      { seed: SEED, numRuns: runs(120, 2000) },
    );
  });

  it("is read at each door most of the time", () => {
    const most = Math.max(...counts.values());
    for (const name of DOORS.keys())
      expect(counts.get(name) ?? 0, name).to.be.above(most * (name === "equation" ? 0.1 : 0.5));
  });

  it("has no value at any door where it has two readings", () => {
    fc.assert(
      fc.property(open, (text) => {
        for (const [name, door] of DOORS) expect(door(text), `${name}: ${text}`).to.equal(null);
      }),
      { seed: SEED, numRuns: runs(50, 1000) },
    );
  });
});
