/** One question for each kind of refusal, typed by hand, with the rule it is refused by. */
import type { RefusalKind } from "../equations/ast.js";
import type { ConformanceCase } from "./conformance.js";

interface RefusalCase {
  readonly kind: RefusalKind;
  readonly equation: string;
  readonly inputs?: Readonly<Record<string, number>>;
  readonly symbols?: Readonly<Record<string, string>>;
  readonly rule: string;
}

const CASES: readonly RefusalCase[] = [
  { kind: "empty", equation: " ", rule: "an equation has at least one symbol" },
  { kind: "syntax", equation: "y = 2 +", rule: "a sum has two sides" },
  { kind: "unknown-function", equation: "y = frobnicate(x)", inputs: { x: 2 },
    rule: "only listed functions exist" },
  { kind: "entailment", equation: "a = b => b = a", rule: "a consequence is not a value" },
  { kind: "inequality", equation: "dx dp >= hbar/2", rule: "a bound is not an assignment" },
  { kind: "approximation", equation: "y ~= 3 x", inputs: { x: 2 },
    rule: "an approximation is not an equality" },
  { kind: "proportionality", equation: "F prop to x", inputs: { x: 2 },
    rule: "no constant is given" },
  { kind: "multi-result", equation: "x = 2 +- 1", rule: "an envelope carries one number" },
  { kind: "sum", equation: "S = SUM_{i=1..3} x_i", inputs: { x_1: 1, x_2: 2, x_3: 3 },
    rule: "sums are not evaluated yet" },
  { kind: "ode", equation: "dx/dt = -k x", inputs: { k: 2 },
    rule: "differential equations are not integrated yet" },
  { kind: "dimension-mismatch", equation: "y = a + b", inputs: { a: 2, b: 3 },
    symbols: { a: "m", b: "s" },
    rule: "metres and seconds do not add" },
  { kind: "domain-error", equation: "y = 1/x", inputs: { x: 0 }, rule: "1/0 has no value" },
  { kind: "overflow", equation: "y = exp(x)", inputs: { x: 1000 },
    rule: "e^1000 is past the largest double" },
  { kind: "underflow", equation: "y = exp(x)", inputs: { x: -740 },
    rule: "e^-740 has lost its digits" },
  { kind: "precision-loss", equation: "y = (1 + x) - 1", inputs: { x: 1e-17 },
    rule: "the sum has lost x" },
  { kind: "constant-supplied", equation: "E = m c^2", inputs: { m: 2, c: 3 },
    rule: "c is the speed of light" },
  { kind: "ambiguous-function", equation: "y = log(x)", inputs: { x: 2 },
    rule: "log has no stated base" },
];

export const REFUSAL_CASES: readonly ConformanceCase[] = CASES.map(({ kind, equation, inputs = {},
  symbols, rule }) => ({
  id: `refusal/${kind}`,
  request: { equation, inputs, ...(symbols === undefined ? {} : { symbols }) },
  expect: { refusal: kind },
  source: `rule: ${rule}`,
}));
