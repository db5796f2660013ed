import { expect } from "chai";
import * as fc from "fast-check";
import type { JsonObject } from "../../../protocol/ports.js";
import { opt } from "../../../protocol/solvers/opt/solver.js";
import { withoutUncertainty } from "../../../protocol/solvers/unstated.js";
import { refusalOf, solve, valueAt, type Body } from "./motion.js";

const RATIO_MAX = 3;

function numbers(solved: ReturnType<typeof solve>, name: string): readonly number[] {
  const found = solved.result.named[name];
  if (!Array.isArray(found)) throw new Error(`${name} is no list`);
  return found.map(Number);
}

/** Errors of the point and its multipliers, in their uncertainties. */
function expectWithin(
  solved: ReturnType<typeof solve>,
  name: string,
  expected: readonly number[],
): void {
  const stated = numbers(solved, `${name}_uncertainty`);
  numbers(solved, name).forEach((value, i) => {
    // A product of doubles that the test itself rounds.
    const own = 4 * Number.EPSILON * Math.abs(expected[i]!);
    expect(Math.abs(value - expected[i]!), `${name}.${i} +- ${stated[i]}`).at.most(
      RATIO_MAX * stated[i]! + own,
    );
  });
}

const decimal = fc.integer({ min: -100_000, max: 100_000 }).map((v) => v / 10_000);
const factor = fc.integer({ min: 1, max: 9 });
const names = ["a", "b", "c", "d"];

describe("numbers without an uncertainty", () => {
  it("are listed by their paths, once, and those that state one are not", () => {
    const named: JsonObject = {
      poses: [
        { rank: 1, score: 2.5, score_uncertainty: 0.1, coordinates: [1, 2] },
        { rank: 2, score: 2, score_uncertainty: 0.1, coordinates: [1, 2] },
      ],
      modes: [{ mode: 1, value: 3, uncertainty: 0.1 }],
      loads: [{ mode: 1, value: 3 }],
      x: [1, 2],
      x_uncertainty: null,
      words: "none",
    };
    const axes = [{ name: "t", unit: "s", n: 1 }];
    const field = { unit: "1", shape: [1], data: Float64Array.of(1), axes };
    const fields = [
      { ...field, name: "psi" },
      { ...field, name: "voltage", uncertainty: 1e-9 },
    ];
    expect(withoutUncertainty(named, fields)).deep.equal([
      "poses[].coordinates[]",
      "loads[].value",
      "x[]",
      "fields.psi",
    ]);
  });

  it("opt: the least of chosen squares lies within three uncertainties of its place", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(decimal, factor), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: -4, max: 4 }),
        (places, scale) => {
          const variables = names.slice(0, places.length);
          const squares = places.map(([at, weight], i) => {
            const next = (i + 1) % places.length;
            return `1e${scale}*${weight}*(${names[i]}-(${at})+(${names[next]}-(${places[next]![0]})))^2`;
          });
          const alone = places.map(([at], i) => `1e${scale}*(${names[i]}-(${at}))^2`);
          const solved = solve(opt, {
            objective: [...squares, ...alone].join("+"),
            variables,
            start: variables.map(() => 0),
          });
          expectWithin(
            solved,
            "x",
            places.map(([at]) => at),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it("opt: so do the point nearest to another on a plane, and what the plane costs", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(decimal, factor), { minLength: 2, maxLength: 4 }),
        fc.integer({ min: -10, max: 10 }),
        (places, level) => {
          const variables = names.slice(0, places.length);
          const solved = solve(opt, {
            objective: places.map(([at], i) => `(${names[i]}-(${at}))^2`).join("+"),
            variables,
            start: variables.map(() => 0),
            constraints: [`${places.map(([, a], i) => `${a}*${names[i]}`).join("+")} = ${level}`],
          });
          const square = places.reduce((sum, [, a]) => sum + a * a, 0);
          const beyond = places.reduce((sum, [at, a]) => sum + a * at, -level);
          expectWithin(
            solved,
            "x",
            places.map(([at, a]) => at - (a * beyond) / square),
          );
          expectWithin(solved, "multipliers", [(2 * beyond) / square]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("opt: a flat place, a kink and a free cluster are not claimed to be known", () => {
    const bodies: readonly Body[] = [
      { objective: "(x-1)^4", variables: ["x"], start: [2] },
      { objective: "abs(x-1)", variables: ["x"], start: [2] },
      { objective: "(x+y)^2", variables: ["x", "y"], start: [2, 1] },
      { preset: "lennard-jones", atoms: 3, runs: 4, seed: 1 },
    ];
    for (const body of bodies) {
      const { named, notes } = solve(opt, body).result;
      expect(named["x_uncertainty"], JSON.stringify(body)).equal(null);
      expect(notes.join(" ")).contain("is not known");
      expect(withoutUncertainty(named, [])).include("x[]");
    }
  });

  it("opt: a gradient by differences widens the place by what they cut off", () => {
    // Least of gamma(x): the root of digamma, 1.46163214496836234126 (mpmath).
    const solved = solve(opt, {
      objective: "gamma(x)",
      variables: ["x"],
      start: [2],
      bounds: [[0.5, 5]],
    });
    expectWithin(solved, "x", [1.46163214496836]);
    expect(valueAt(solved, "named.x_uncertainty.0")).within(1e-17, 1e-6);
  });

  it("opt: roundings of a constraint that is met do not raise its price until nothing converges", () => {
    for (const body of [
      {
        objective: "(x-6.04)^2+(y-8.02)^2",
        constraints: ["5*x-4*y = 0"],
      },
      {
        objective: "(x-7.08)^2+(y-2.08)^2",
        constraints: ["x-7*y <= -10"],
      },
    ]) {
      const whole = { ...body, variables: ["x", "y"], start: [0, 0] };
      expect(solve(opt, whole).result.value).at.least(0);
    }
    expect(
      refusalOf(opt, {
        objective: "x^2",
        variables: ["x"],
        start: [1],
        constraints: ["x>=2", "x<=1"],
      }).code,
    ).equal("SOLVER_REJECTED");
  });
});
