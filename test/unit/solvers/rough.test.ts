/** Random fields, sides and sources that jump or bend are answered right, or refused. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import {
  countsOf,
  keptCounts,
  outcomeOf,
  roughJobs,
  roughTable,
  type Outcome,
  type RoughJob,
} from "../../../scripts/solvers/rough.js";
import { isLong, sample } from "../../kit/runs.js";

/** The short form takes every so many of them: one of most kinds, and one more in other forms (random/). */
const EVERY = 30;
/** Kinds whose jobs take a second each. */
const SLOW: ReadonlySet<string> = new Set([
  "half space, wall pulse",
  "plate, rectangle",
  "membrane, rectangle in velocity",
  "charge, disc",
  "disc, step in velocity",
  "disc, clamp, displacement",
  "membrane, clamp, displacement",
  "membrane, disc in velocity",
  "narrow well",
  "dam break",
]);

/**
 * The largest part of jobs of heat that may be refused. Where a length is drawn far below the finest
 * cell, most of them are too thin to be answered.
 */
const REFUSED_MAX = 0.1;
const THIN_REFUSED_MAX: Readonly<Record<string, number>> = {
  "boundary layer": 0.75,
  "skin depth, bar": 0.5,
  "skin depth, half space": 0.5,
};

describe("solvers: random fields that jump or bend", () => {
  const kinds = new Map<string, RoughJob[]>();
  for (const job of roughJobs()) {
    const key = `${job.solver}, ${job.kind}`;
    kinds.set(key, [...(kinds.get(key) ?? []), job]);
  }

  for (const [kind, all] of kinds) {
    const isSlow = SLOW.has(all[0]!.kind);
    const jobs = isLong ? all : isSlow ? all.slice(0, 1) : sample(all, EVERY);
    it(`${kind}: right or refused`, async () => {
      const outcomes: (readonly [RoughJob, Outcome])[] = [];
      for (const job of jobs) outcomes.push([job, await outcomeOf(job)]);
      const wrong = outcomes.filter(([, outcome]) => outcome === "wrong");
      expect(wrong.map(([{ body }]) => JSON.stringify(body))).to.deep.equal([]);
      if (!isLong) return;
      const kept = keptCounts().filter((one) => `${one.solver}, ${one.kind}` === kind);
      expect(countsOf(outcomes)).to.deep.equal(kept);
    });
  }

  it("answers the commonest: bodies in contact, boxes, clamps, what is switched", () => {
    for (const { jobs, kind, refused, solver, wrong } of keptCounts()) {
      expect(wrong, `${solver} ${kind}`).to.equal(0);
      if (solver === "heat")
        expect(refused / jobs, kind).to.be.at.most(THIN_REFUSED_MAX[kind] ?? REFUSED_MAX);
    }
  });

  it("has its table in the page", () => {
    expect(readFileSync("docs/validation.md", "utf8")).to.contain(roughTable());
  });
});
