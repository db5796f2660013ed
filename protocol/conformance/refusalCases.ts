/** One question for each kind of refusal, typed by hand, with the rule it is refused by. */
import type { RefusalKind } from "../equations/reading/ast.js";
import type { ConformanceCase } from "./conformanceCase.js";

interface RefusalCase {
  readonly kind: RefusalKind;
  readonly equation: string;
  readonly inputs?: Readonly<Record<string, number>>;
  readonly symbols?: Readonly<Record<string, string>>;
  readonly solveFor?: string;
  readonly rule: string;
}

const CASES: readonly RefusalCase[] = [
  { kind: "empty", equation: " ", rule: "an equation has at least one symbol" },
  { kind: "syntax", equation: "y = 2 +", rule: "a sum has two sides" },
  {
    kind: "unknown-function",
    equation: "y = frobnicate(x)",
    inputs: { x: 2 },
    rule: "only listed functions exist",
  },
  { kind: "entailment", equation: "a = b => b = a", rule: "a consequence is not a value" },
  { kind: "inequality", equation: "dx dp >= hbar/2", rule: "a bound is not an assignment" },
  {
    kind: "approximation",
    equation: "y ~= 3 x",
    inputs: { x: 2 },
    rule: "an approximation is not an equality",
  },
  {
    kind: "proportionality",
    equation: "F prop to x",
    inputs: { x: 2 },
    rule: "no constant is given",
  },
  { kind: "multi-result", equation: "x = 2 +- 1", rule: "an envelope carries one number" },
  { kind: "limit", equation: "f(x) -> 1 as x -> 0", rule: "a tendency is not a value" },
  { kind: "distribution", equation: "X ~ Normal(0, 1)", rule: "a distribution is not one number" },
  {
    kind: "stochastic-differential",
    equation: "dS/S = mu dt + sigma dW",
    rule: "a random process is not one number",
  },
  { kind: "asymptotic", equation: "T = O(n log2(n))", rule: "a growth rate is not a value" },
  {
    kind: "path-integral",
    equation: "Z = INT D phi exp(i S)",
    rule: "a functional is not one number",
  },
  {
    kind: "commutator",
    equation: "[x, p] = i hbar",
    rule: "an operator identity is not one number",
  },
  {
    kind: "tensor-equation",
    equation: "G_mu_nu = 8 pi T_mu_nu",
    rule: "free indices make several numbers",
  },
  { kind: "density-matrix", equation: "rho = |psi><psi|", rule: "an operator is not one number" },
  { kind: "state-vector", equation: "|psi> = a |0> + b |1>", rule: "a vector is not one number" },
  {
    kind: "transfer-function",
    equation: "H(s) = 1/(s + 1)",
    rule: "a function of s is not one number",
  },
  { kind: "complex-value", equation: "z = 2 + 3 i", rule: "a complex number is two numbers" },
  {
    kind: "unbounded-sum",
    equation: "S = SUM_{n=1..infinity} 1/n",
    rule: "the harmonic series has no sum",
  },
  {
    kind: "partial-differential",
    equation: "partial u/partial t = alpha lap(u)",
    rule: "a field is not one number",
  },
  {
    kind: "integral",
    equation: "y = INT_0^1 x^2",
    inputs: { x: 2 },
    rule: "an integral names its variable",
  },
  { kind: "braket", equation: "E = <psi|A B|psi>", rule: "an operator has one name" },
  { kind: "relation", equation: "a in b", rule: "membership is not a value" },
  { kind: "no-solution", equation: "x^2 = -1", rule: "no real number has a negative square" },
  {
    kind: "solve-for",
    equation: "E = m c^2",
    inputs: { E: 2 },
    solveFor: "q",
    rule: "the unknown occurs in the equation",
  },
  {
    kind: "budget",
    equation: `y = ${"(".repeat(120)}x${")".repeat(120)}`,
    inputs: { x: 2 },
    rule: "at most 100 levels",
  },
  { kind: "sum", equation: "S = SUM_k 3 a", inputs: { a: 2 }, rule: "an index needs a range" },
  { kind: "divergent", equation: "y = INT_0^1 1/x dx", rule: "ln x has no limit at 0" },
  {
    kind: "ode",
    equation: "(dx/dt)^2 = k x",
    inputs: { k: 2 },
    rule: "a derivative is integrated where it stands linearly",
  },
  {
    kind: "dimension-mismatch",
    equation: "y = a + b",
    inputs: { a: 2, b: 3 },
    symbols: { a: "m", b: "s" },
    rule: "metres and seconds do not add",
  },
  { kind: "domain-error", equation: "y = 1/x", inputs: { x: 0 }, rule: "1/0 has no value" },
  {
    kind: "overflow",
    equation: "y = exp(x)",
    inputs: { x: 1000 },
    rule: "e^1000 is past the largest double",
  },
  {
    kind: "underflow",
    equation: "y = exp(x)",
    inputs: { x: -740 },
    rule: "e^-740 has lost its digits",
  },
  {
    kind: "precision-loss",
    equation: "y = (1 + x) - 1",
    inputs: { x: 1e-17 },
    rule: "the sum has lost x",
  },
  {
    kind: "constant-supplied",
    equation: "E = m c^2",
    inputs: { m: 2, c: 3 },
    rule: "c is the speed of light",
  },
  {
    kind: "ambiguous-function",
    equation: "y = log(x)",
    inputs: { x: 2 },
    rule: "log has no stated base",
  },
];

export const REFUSAL_CASES: readonly ConformanceCase[] = CASES.map(
  ({ kind, equation, inputs = {}, symbols, solveFor, rule }) => ({
    id: `refusal/${kind}`,
    operation: "playgroundCompute",
    request: {
      equation,
      inputs,
      ...(symbols === undefined ? {} : { symbols }),
      ...(solveFor === undefined ? {} : { solve_for: solveFor }),
    },
    expect: { refusal: kind },
    source: `rule: ${rule}`,
  }),
);
