/**
 * An enclosure that is wider than it has to be is sound, and finds no root and no integral. Here that of
 * each function alone is held against its values, slopes and curvature at points of the interval, which
 * it may exceed by what lies between two of them. Those whose enclosures are wider stand in no list.
 */
import { expect } from "chai";
import { EVERYWHERE } from "../../../../protocol/equations/enclosures/functions.js";
import type { Interval } from "../../../../protocol/equations/enclosures/interval.js";
import { variableJet } from "../../../../protocol/equations/enclosures/jet.js";
import { EnclosureRun } from "../../../../protocol/equations/enclosures/run.js";
import { closures } from "../../../../protocol/equations/evaluation/valueFunction.js";
import { lower } from "../../../../protocol/equations/lowering/lower.js";
import { call, name } from "../evaluation/trees.js";

const EDGES = [-3, -2, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3];
const POINTS = 100;
/** Of the larger end: values, slopes and curvature between points move by that. */
const EXCESS = [0.01, 0.08, 0.16] as const;

const namesOf = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const CURVED = namesOf(
  "exp log sin cos sinh cosh expm1 log1p exp2 exp10 log2 log10 sinpi cospi lgamma e1 k0",
);
const SLOPED = namesOf("abs atan tanh asinh erf erfc digamma i0 k1");
const VALUED = namesOf(
  "floor ceil sign heaviside sqrt cbrt tan asin acos acosh atanh gamma lambertw si ei ellipk ellipe i1 y1",
);

/** How much wider the enclosure is than what was seen, of its larger end. */
function excessOf({ hi, lo }: Interval, seen: readonly number[]): number {
  const [low, high] = [Math.min(...seen), Math.max(...seen)];
  return (hi - lo - (high - low)) / Math.max(Math.abs(low), Math.abs(high), 1e-9);
}

const differences = (of: readonly number[], step: number): number[] =>
  of.slice(1).map((one, i) => (one - of[i]!) / step);

describe("equations: enclosures that are no wider than they have to be", () => {
  for (const fn of [...CURVED, ...SLOPED, ...VALUED])
    it(fn, () => {
      const node = lower(call(fn, name("x")), () => ({ kind: "slot", slot: 0 }));
      const value = closures(node);
      const orders = CURVED.has(fn) ? 3 : SLOPED.has(fn) ? 2 : 1;
      let tried = 0;
      for (const [i, hi] of EDGES.entries())
        for (const lo of EDGES.slice(0, i)) {
          const run = new EnclosureRun(node, { left: Number.POSITIVE_INFINITY });
          const { domain, jet, jumps } = run.run([variableJet({ lo, hi })]);
          if (domain !== EVERYWHERE) continue;
          tried += 1;
          const step = (hi - lo) / POINTS;
          const values = Array.from({ length: POINTS + 1 }, (_, k) =>
            value(Float64Array.of(lo + step * k)),
          );
          const slopes = differences(values, step);
          const seen = [values, slopes, differences(slopes, step)];
          for (const [order, enclosed] of [jet.v, jet.d, jet.c].slice(0, orders).entries())
            if (order === 0 || !jumps)
              expect(
                excessOf(enclosed, seen[order]!),
                `${order}. derivative on ${lo} to ${hi}`,
              ).to.be.at.most(EXCESS[order]!);
        }
      expect(tried).to.be.at.least(3);
    });
});
