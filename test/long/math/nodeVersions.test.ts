/**
 * The digests of scripts/math/hash.ts on Node 20, 22 and 24, compiled and interpreted; those of the
 * solvers, compiled.
 */
import { expect } from "chai";
import { digestLines } from "../../../scripts/math/hash.js";
import { agrees, runEngines } from "../../../scripts/conformance/nodeVersions.js";

describe("math on other engines", () => {
  it("gives the same digests on every Node that starts here, with and without --jitless", async () => {
    const runs = await runEngines();
    const own = digestLines();
    for (const { engine, lines, reason } of runs) {
      if (lines === undefined) {
        process.stdout.write(`      ${engine}: not run, ${reason ?? "not available"}\n`);
      } else {
        expect(lines.slice(0, own.length), engine).to.deep.equal(own);
        expect(agrees(lines, runs[0]!.lines), engine).to.equal(true);
        expect(lines.length, engine).to.equal(
          engine.includes("--jitless") ? own.length : own.length + 1,
        );
      }
    }
    // This Node and its interpreter are always there; without them nothing was compared.
    expect(runs.filter(({ lines }) => lines !== undefined)).to.have.length.of.at.least(2);
  });
});
