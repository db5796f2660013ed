/**
 * What an enclosure says of a function on an interval holds for every point of it: its values, its
 * slopes and its curvature. Ends of the intervals fall on kinks and jumps. The long form tries 20,000.
 */
import { expect } from "chai";
import { EVERYWHERE, NOWHERE } from "../../../../protocol/equations/enclosures/functions.js";
import type { Interval } from "../../../../protocol/equations/enclosures/interval.js";
import { variableJet } from "../../../../protocol/equations/enclosures/jet.js";
import { EnclosureRun } from "../../../../protocol/equations/enclosures/run.js";
import type { Reading } from "../../../../protocol/equations/enclosures/run.js";
import type { Node } from "../../../../protocol/equations/evaluation/node.js";
import { closures } from "../../../../protocol/equations/evaluation/valueFunction.js";
import { lower } from "../../../../protocol/equations/lowering/lower.js";
import type { BinaryOp, Expr } from "../../../../protocol/equations/reading/ast.js";
import { partsOf } from "../../../../protocol/equations/roots/trees.js";
import { generator } from "../../../kit/generator.js";
import { runs } from "../../../kit/runs.js";
import { bin, call, name, neg, num } from "../evaluation/trees.js";

const SEED = 20_261_127;
const COUNT = runs(800, 20_000);
const EDGES = [-3, -2, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3];
const UNARY = [
  "abs floor ceil sign heaviside sqrt cbrt exp log sin cos tan asin acos atan sinh cosh tanh",
  "asinh acosh atanh erf expm1 log1p erfc gamma lambertw j0 si ei digamma ellipk",
].flatMap((names) => names.split(" "));
const BINARY = ["min", "max", "min", "max", "hypot", "atan2", "mod", "pow"];
const OPERATIONS: readonly BinaryOp[] = ["+", "-", "*", "/"];
const SAMPLES = 12;
/** Rounding of the values that slopes are taken from. */
const SLACK = 1e-6;

function expression(random: () => number, depth: number): Expr {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const kind = depth === 0 ? random() * 0.3 : random();
  if (kind < 0.2) return name("x");
  if (kind < 0.3) return num(pick([0, 0.5, 1, 2, 3]));
  const below = (): Expr => expression(random, depth - 1);
  if (kind < 0.55) return bin(pick(OPERATIONS), below(), below());
  if (kind < 0.65) return bin("^", below(), num(pick([2, 3, -1, -2, 0.5, 1.5])));
  if (kind < 0.7) return neg(below());
  return kind < 0.85 ? call(pick(UNARY), below()) : call(pick(BINARY), below(), below());
}

/** NaN where a part has no value: what is computed from an overflow is none. */
function finite(node: Node): (x: number) => number {
  const value = closures(node);
  const parts = partsOf(node).map(finite);
  return (x) =>
    parts.some((part) => part(x) - part(x) !== 0) ? Number.NaN : value(Float64Array.of(x));
}

const tree = (expr: Expr): Node => lower(expr, () => ({ kind: "slot", slot: 0 }));

function contains({ lo, hi }: Interval, value: number, size: number): boolean {
  const slack = SLACK * size + 1e-300;
  return value >= lo - slack && value <= hi + slack;
}

interface Case {
  readonly box: Interval;
  readonly reading: Reading;
  readonly at: (x: number) => number;
  readonly where: string;
}

/** Values and, between each two points, slopes. */
function expectHeld({ box, reading, at, where }: Case): void {
  const { jet, domain, jumps } = reading;
  const xs = Array.from(
    { length: SAMPLES + 1 },
    (_, i) => box.lo + ((box.hi - box.lo) * i) / SAMPLES,
  );
  const values = xs.map(at);
  for (const [i, value] of values.entries()) {
    const isValue = value - value === 0;
    if (domain === NOWHERE) expect(isValue, `${where}: a value at ${xs[i]}`).to.equal(false);
    if (isValue && domain !== NOWHERE)
      expect(contains(jet.v, value, Math.abs(value)), `${where}: ${value} at ${xs[i]}`).to.equal(
        true,
      );
  }
  if (domain !== EVERYWHERE || jumps || values.some((value) => value - value !== 0)) return;
  const largest = Math.max(...values.map(Math.abs));
  const slopes = values.slice(1).map((value, i) => (value - values[i]!) / (xs[i + 1]! - xs[i]!));
  const step = (box.hi - box.lo) / SAMPLES;
  for (const [i, slope] of slopes.entries())
    expect(
      contains(jet.d, slope, Math.abs(slope) + largest / step / 1e6),
      `${where}: slope ${slope} from ${xs[i]}`,
    ).to.equal(true);
  for (const [i, slope] of slopes.slice(1).entries()) {
    const bend = (slope - slopes[i]!) / step;
    expect(
      contains(jet.c, bend, Math.abs(bend) + largest / step / step / 1e4),
      `${where}: curvature ${bend} around ${xs[i + 1]}`,
    ).to.equal(true);
  }
}

/** Whether the slope of each part is bounded: that of the root at 0 is not. */
function hasSlopes(node: Node, box: Interval): boolean {
  const { d } = new EnclosureRun(node, { left: Number.POSITIVE_INFINITY }).run([
    variableJet(box),
  ]).jet;
  return d.hi - d.lo < Infinity && partsOf(node).every((part) => hasSlopes(part, box));
}

/** The slope at an end of the box, as a point of its own, holds the slope of the box there. */
function expectEnd(node: Node, x: number, inward: number, { at, where }: Case): void {
  const run = new EnclosureRun(node, { left: Number.POSITIVE_INFINITY });
  const thin = run.run([variableJet({ lo: x, hi: x })]);
  const [here, h] = [at(x), inward * 1e-6];
  if (!hasSlopes(node, { lo: Math.min(x, x + h), hi: Math.max(x, x + h) })) return;
  const [near, further] = [at(x + h), at(x + 2 * h)];
  if (thin.domain !== EVERYWHERE || [here, near, further].some((value) => value - value !== 0))
    return;
  const slope = (4 * near - further - 3 * here) / (2 * h);
  // What changes much within the step tells no slope.
  if (Math.abs(slope) > 1e3) return;
  expect(
    contains(thin.jet.d, slope, 1e4 * (Math.abs(slope) + Math.abs(here) + 1)),
    `${where}: slope ${slope} at ${x}, towards ${x + h}`,
  ).to.equal(true);
}

describe("equations: enclosures", () => {
  it(`hold values, slopes and curvature of ${COUNT} functions, seed ${SEED}`, () => {
    const random = generator(SEED);
    for (let n = 0; n < COUNT; n += 1) {
      const node = tree(expression(random, 3));
      const edge = (): number => EDGES[Math.floor(random() * EDGES.length)]!;
      const [p, q] = [edge(), edge()];
      const box = { lo: Math.min(p, q), hi: p === q ? p + 0.25 : Math.max(p, q) };
      const at = finite(node);
      const run = new EnclosureRun(node, { left: Number.POSITIVE_INFINITY });
      const reading = run.run([variableJet(box)]);
      const shape = JSON.stringify(node, (key, one: unknown) => (key === "expr" ? undefined : one));
      const where = `seed ${SEED}, case ${n}, ${shape} on ${box.lo} to ${box.hi}`;
      const held = { box, reading, at, where };
      expectHeld(held);
      const { c } = reading.jet;
      const isBent = c.lo > -Infinity || c.hi < Infinity;
      if (reading.jumps || reading.domain !== EVERYWHERE || !isBent) continue;
      expectEnd(node, box.lo, 1, held);
      expectEnd(node, box.hi, -1, held);
    }
  });
});
