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
  {
    id: "juxtaposition",
    equation: "y = 1/2 x",
    inputs: { x: 3 },
    value: 1.5,
    source: "left to right: (1/2) x",
  },
  {
    id: "unary-minus",
    equation: "y = -x^2",
    inputs: { x: 3 },
    value: -9,
    source: "a power binds tighter than a sign",
  },
  {
    id: "power-tower",
    equation: "y = 2^3^2",
    inputs: {},
    value: 512,
    source: "powers are read from the right",
  },
  {
    id: "euler",
    equation: "y = e^x",
    inputs: { x: 2 },
    value: 7.38905609893065,
    source: "e^2 = 7.38905609893065022723 (OEIS A072334)",
  },
  {
    id: "factorial",
    equation: "y = n!",
    inputs: { n: 10 },
    value: 3628800,
    source: "10! (OEIS A000142)",
  },
  {
    id: "units",
    equation: "v = d/t",
    inputs: { d: 1, t: 2 },
    symbols: { d: "km", t: "min" },
    value: 1000 / 120,
    unit: "m/s",
    source: "1 km in 2 min is 25/3 m/s",
  },
  {
    id: "definition",
    equation: "y = 2 a; a = b^2",
    inputs: { b: 3 },
    value: 18,
    source: "2 * 3^2",
  },
  {
    id: "implicit",
    equation: "x = cos(x)",
    inputs: {},
    value: 0.7390851332151607,
    source: "the Dottie number, 0.73908513321516064165 (OEIS A003957)",
  },
  {
    id: "sum",
    equation: "y = SUM_i p_i x_i",
    inputs: { p_1: 0.25, p_2: 0.75, x_1: 2, x_2: 6 },
    value: 5,
    source: "2/4 + 3*6/4",
  },
  {
    id: "sum-range",
    equation: "y = SUM_{k=1..n} k^2",
    inputs: { n: 24 },
    value: 4900,
    source: "n (n + 1) (2 n + 1)/6, the cannonball number (OEIS A000330)",
  },
  {
    id: "product",
    equation: "y = PROD_{k=1..10} k",
    inputs: {},
    value: 3628800,
    source: "10! (OEIS A000142)",
  },
  {
    id: "integral",
    equation: "y = INT_{-oo}^{oo} exp(-x^2) dx",
    inputs: {},
    value: 1.7724538509055159,
    source: "sqrt(pi) = 1.77245385090551602730 (OEIS A002161)",
  },
  {
    id: "integral-indefinite",
    equation: "y = INT 1/x dx",
    inputs: { from: 2, to: 6 },
    value: 1.0986122886681098,
    source: "ln 3 = 1.09861228866810969140 (OEIS A002391)",
  },
  {
    id: "braket",
    equation: "y = <psi|H|psi>",
    inputs: { psi_1: 0.6, psi_2: 0.8, H_11: 3, H_12: 0, H_21: 0, H_22: -2 },
    value: -0.2,
    source: "0.36*3 - 0.64*2",
  },
  {
    id: "derivative",
    equation: "F = -dU/dx; U = k x^2/2",
    inputs: { k: 4, x: 1.5 },
    value: -6,
    source: "-k x",
  },
  { id: "prime", equation: "y = f'(x); f(t) = t^3", inputs: { x: 2 }, value: 12, source: "3 x^2" },
];

function pureNumbers(inputs: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.keys(inputs).map((name) => [name, "1"]));
}

export const LANGUAGE_CASES: readonly ConformanceCase[] = CASES.map((one) => ({
  id: `language/${one.id}`,
  operation: "playgroundCompute",
  request: {
    equation: one.equation,
    inputs: one.inputs,
    symbols: one.symbols ?? pureNumbers(one.inputs),
    ...(one.solveFor === undefined ? {} : { solve_for: one.solveFor }),
  },
  expect: {
    value: one.value,
    value_bits: null,
    unit: one.unit ?? "1",
    tolerance: one.tolerance ?? ROUNDING,
  },
  source: one.source,
}));
