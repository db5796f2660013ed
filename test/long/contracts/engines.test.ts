/**
 * Random programs over random events give the same steps in a dry run, live and in a replay, and
 * every engine gives the same: this Node with and without its compiler, Node 22 and 24, Chromium.
 * All of them load one bundle.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { build } from "esbuild";
import * as fc from "fast-check";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { executableOf } from "../../../scripts/conformance/nodeVersions.js";
import { Chromium, hasChromium } from "../../kit/chromium.js";
import { digests } from "../../kit/contractEngine.js";
import { randomCase } from "../../unit/contracts/programs.js";

const run = promisify(execFile);
const SEED = 38;
const CASES = 600;
const ENTRY = new URL("../../kit/contractEngine.js", import.meta.url).pathname;
const OUTPUT_BYTES_MAX = 16 * 1_024 * 1_024;

describe("contracts on other engines", () => {
  const dir = temporaryDir("contract-engines");
  const cases = fc.sample(randomCase, { seed: SEED, numRuns: CASES });
  const given = JSON.stringify(cases);
  let bundle = "";
  let own: readonly string[] = [];

  before(async () => {
    const { outputFiles } = await build({
      entryPoints: [ENTRY],
      bundle: true,
      platform: "browser",
      format: "iife",
      globalName: "contracts",
      write: false,
    });
    bundle = outputFiles[0]!.text;
    writeFileSync(join(dir.path, "cases.json"), given);
    writeFileSync(
      join(dir.path, "run.cjs"),
      `${bundle}
      const cases = JSON.parse(require("node:fs").readFileSync("cases.json", "utf8"));
      contracts.digests(cases).then((all) => process.stdout.write(JSON.stringify(all)));`,
    );
    own = await digests(cases);
  });
  after(() => dir.remove());

  const ranBy = async (path: string, flags: readonly string[]): Promise<readonly string[]> => {
    const options = { cwd: dir.path, maxBuffer: OUTPUT_BYTES_MAX };
    return JSON.parse((await run(path, [...flags, "run.cjs"], options)).stdout);
  };

  it(`gives the same steps from the bundle, with and without the compiler (seed ${SEED})`, async () => {
    expect(new Set(own).size).to.be.greaterThan(CASES / 2);
    expect(await ranBy(process.execPath, [])).to.deep.equal(own);
    expect(await ranBy(process.execPath, ["--jitless"])).to.deep.equal(own);
  });

  for (const major of [22, 24])
    it(`gives the same steps on Node ${major}`, async () => {
      const { path, reason } = executableOf(major);
      if (path === undefined) process.stdout.write(`      not run: ${reason ?? "not available"}\n`);
      else expect(await ranBy(path, [])).to.deep.equal(own);
    });

  if (hasChromium)
    it("gives the same steps in Chromium", async () => {
      const browser = new Chromium(join(dir.path, "profile"));
      try {
        const { evaluate } = await browser.open("about:blank");
        expect(await evaluate(`${bundle}; contracts.digests(${given})`)).to.deep.equal(own);
      } finally {
        await browser.close();
      }
    });
});
