import { expect } from "chai";
import { CALC } from "../../../scripts/devnet/daemons.js";
import { expectEqualBits, mixedVersions } from "../../reliability/versions.js";
import { mixedMarket } from "../../reliability/versionsMarket.js";
import { print, shareOf } from "./share.js";

describe("reliability, long: a mesh of Node 20, 22 and 24", () => {
  it("seals the whole corpus with the same bits, and each computes all receipts again", async () => {
    const figures = await mixedVersions({ share: 1, install: true });
    print(figures);
    expectEqualBits(figures);
    // Here a version that cannot run proves nothing.
    expect(figures.missing).to.deep.equal([]);
  });
});

/** `OLD_CALC=/path/to/dist/program/calc.js`: the built program of an older version, as its own checkout has it. */
const OLD_CALC = process.env["OLD_CALC"];
const JOBS = shareOf(20);
const MARKET_KINDS = [
  "job.open",
  "job.draw",
  "job.settle",
  "work.offer",
  "work.claim",
  "work.commit",
  "work.reveal",
  "work.challenge",
  "work.verdict",
  "xfer.burn",
  "xfer.mint",
];

describe("reliability, long: a mesh of two versions of the program, with a market", () => {
  it(`ends all jobs, finds the liar and moves envelopes, and nobody rejects anything (${OLD_CALC ?? "this version twice"})`, async () => {
    const figures = await mixedMarket(OLD_CALC ?? CALC, JOBS);
    print(figures);
    expect(figures.rejected).to.equal(0);
    expect(figures.jobs).to.deep.equal({ done: 2 * JOBS });
    expect(new Set(figures.outcomes)).to.deep.equal(new Set(["upheld"]));
    expect(figures.moved).to.deep.equal([2, 2]);
    expect(Object.keys(figures.kinds)).to.include.members(MARKET_KINDS);
  });
});
