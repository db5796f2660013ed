/**
 * Equations typed by hand whose value is known in closed form, one for each thing the language can
 * do.
 */
import type { ConformanceCase } from "./conformanceCase.js";

interface LanguageCase {
  readonly id: string;
  readonly equation: string;
  readonly inputs: Readonly<Record<string, number>>;
  readonly symbols?: Readonly<Record<string, string>>;
  readonly solveFor?: string;
  readonly value: number;
  readonly unit?: string;
  readonly tolerance?: number;
  readonly source: string;
}

const ROUNDING = 1e-12;

const CASES: readonly LanguageCase[] = [
  { id: "juxtaposition", equation: "y = 1/2 x", inputs: { x: 3 }, value: 1.5,
    source: "left to right: (1/2) x" },
  { id: "unary-minus", equation: "y = -x^2", inputs: { x: 3 }, value: -9,
    source: "a power binds tighter than a sign" },
  { id: "power-tower", equation: "y = 2^3^2", inputs: {}, value: 512,
    source: "powers are read from the right" },
  { id: "euler", equation: "y = e^x", inputs: { x: 2 }, value: 7.38905609893065,
    source: "e^2 = 7.38905609893065022723 (OEIS A072334)" },
  { id: "factorial", equation: "y = n!", inputs: { n: 10 }, value: 3628800,
    source: "10! (OEIS A000142)" },
  { id: "units", equation: "v = d/t", inputs: { d: 1, t: 2 }, symbols: { d: "km", t: "min" },
    value: 1000 / 120, unit: "m/s", source: "1 km in 2 min is 25/3 m/s" },
  { id: "definition", equation: "y = 2 a; a = b^2", inputs: { b: 3 }, value: 18,
    source: "2 * 3^2" },
  { id: "implicit", equation: "x = cos(x)", inputs: {}, value: 0.7390851332151607,
    source: "the Dottie number, 0.73908513321516064165 (OEIS A003957)" },
];

function pureNumbers(inputs: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.keys(inputs).map((name) => [name, "1"]));
}

export const LANGUAGE_CASES: readonly ConformanceCase[] = CASES.map((one) => ({
  id: `language/${one.id}`, operation: "playgroundCompute",
  request: { equation: one.equation, inputs: one.inputs,
    symbols: one.symbols ?? pureNumbers(one.inputs),
    ...(one.solveFor === undefined ? {} : { solve_for: one.solveFor }) },
  expect: { value: one.value, value_bits: null, unit: one.unit ?? "1",
    tolerance: one.tolerance ?? ROUNDING },
  source: one.source,
}));
