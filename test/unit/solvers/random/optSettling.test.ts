/**
 * Least values on kinks and jumps that lie askew, along which hardly any direction leads down: their
 * values are closed forms, derived beside their names.
 */
import { expect } from "chai";
import { numericalUncertainty } from "../../../../protocol/solvers/gate.js";
import { executeJob } from "../../../../protocol/solvers/execute.js";
import { loadSolver } from "../../../../protocol/solvers/load.js";

type Body = Readonly<Record<string, unknown>>;

const SQUARE = [
  [-2, 2],
  [-2, 2],
];
const CASES: readonly (readonly [name: string, body: Body, value: number])[] = [
  [
    "the rim of a disc that stands above: (0.7745 - |(0.0492, -0.0902)|)^2",
    {
      variables: ["x", "y"],
      bounds: SQUARE,
      global: true,
      objective: "(x-(0.0492))^2 + (y-(-0.0902))^2 + {0.9521 if x^2+y^2 < 0.7745^2; 0 otherwise}",
    },
    (0.7745 - Math.hypot(0.0492, 0.0902)) ** 2,
  ],
  [
    "a wall along which the slope nearly vanishes: all of the gap by the dearer variable",
    {
      variables: ["x", "y"],
      start: [4, 4],
      objective: "abs(x-(-0.5209))+abs(y-(-0.7131))",
      constraints: ["0.5431*x+0.4882*y >= 2.9662"],
    },
    (2.9662 + 0.5431 * 0.5209 + 0.4882 * 0.7131) / 0.5431,
  ],
  [
    "a kink across both axes: (b - a)^2 / 8 where (x-y-a)^2 and (x-y-b)^2 meet, at y = 1",
    {
      variables: ["x", "y"],
      start: [3, -2],
      objective: "max((x-y-0.3)^2, (x-y-1.7)^2) + 0.01*(x+y-1)^2",
    },
    0.7 ** 2,
  ],
];

describe("solvers: least values on kinks and jumps that lie askew", () => {
  for (const [name, body, value] of CASES)
    it(name, async () => {
      const { result } = executeJob(await loadSolver("opt"), body, { aborted: false });
      const stated = numericalUncertainty(result.error, result.value);
      expect(stated).to.be.within(1e-12, 1e-4 * Math.max(1, value));
      expect(Math.abs(result.value - value)).to.be.at.most(3 * stated);
    });
});
