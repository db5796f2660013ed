/**
 * 100,000 seeded arguments for each function of the first tier, published hard cases among them:
 * the digest of arguments and results is the one of the correctly rounded values, which mpmath 1.3
 * computed (scripts/math/fast_check.py --write).
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { hexOf } from "../../../protocol/math/index.js";
import { last } from "../../../protocol/math/fast/settle.js";
import { pointsOf, subjects } from "../../../scripts/math/points.js";

const file = join(process.cwd(), "test", "vectors", "math", "digests.txt");
const pinned = new Map(
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [name, count, digest] = line.split(" ");
      return [name!, { count: Number(count), digest: digest! }] as const;
    }),
);

/** Functions whose values come from double-double at once. */
const WITHOUT_FAST = new Set(["gamma", "lgamma"]);
/** Of the points a fast phase is asked for; the hard cases among them are chosen against it. */
const UNDECIDED_MAX = 0.02;

describe("math: digests of 100,000 results a function", () => {
  it("there is one for every function", () => {
    expect([...pinned.keys()].sort()).to.deep.equal(subjects.map(({ name }) => name).sort());
    for (const [name, { count }] of pinned) expect(count, name).to.equal(100_000);
  });

  for (const subject of subjects) {
    it(subject.name, () => {
      const { count, digest } = pinned.get(subject.name)!;
      const hash = createHash("sha256");
      let asked = 0;
      let undecided = 0;
      for (const [x, y] of pointsOf(subject, count)) {
        last.fill(NaN);
        const value = subject.evaluate(x!, y ?? 0);
        const [hi, lo, error] = last;
        if (hi === hi) {
          asked += 1;
          if (hi! + (lo! - error!) !== hi! + (lo! + error!)) undecided += 1;
        }
        const words = y === undefined ? hexOf(x!) : `${hexOf(x!)},${hexOf(y)}`;
        // The sign of a zero is another test's.
        hash.update(`${words} ${hexOf(value === 0 ? 0 : value)}\n`);
      }
      expect(hash.digest("hex")).to.equal(digest);
      if (WITHOUT_FAST.has(subject.name)) expect(asked).to.equal(0);
      else {
        expect(asked).to.be.greaterThan(count / 2);
        expect(undecided / asked).to.be.below(UNDECIDED_MAX);
      }
    });
  }
});
