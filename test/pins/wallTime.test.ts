/**
 * No test compares the time of a clock: a busy machine is no failure. What must be fast is counted
 * as work, or measured by `npm run bench`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { codeOnly } from "./codeOnly.js";

const CLOCK = /\bDate\.now\b|\bperformance\.now\b|\bprocess\.hrtime\b|\bnew Date\(\)/;

/** What else reads a clock, and what for; none of it is compared. */
const READERS: Readonly<Record<string, string>> = {
  "test/contract/fakeNode.ts": "the clock of a node",
  "test/contract/life.test.ts": "gives up waiting",
  "test/e2e/mesh/meshHttp.test.ts": "a period that is now",
  "test/e2e/nodeEndpoints.test.ts": "the time that a node tells",
  "test/e2e/money/oneBalance.ts": "printed",
  "test/e2e/readyClock.test.ts": "whether the daemon's clock is an hour ahead",
  "test/fault/moneyRounds.ts": "an order that has not run out",
  "test/long/e2e/sharedReceipts.test.ts": "the clock of a node",
  "test/long/economy/replayKills.ts": "printed",
  "test/long/economy/replayMoney.ts": "printed",
  "test/long/namespaces/strangers.test.ts": "printed",
  "test/long/namespaces/translators.test.ts": "the first minute of each node, and printed",
  "test/long/sim/simulator.test.ts": "printed",
  "test/reliability/checker.ts": "gives up waiting",
  "test/reliability/restores.ts": "printed",
  "test/reliability/talk.ts": "when to say the next, and printed",
  "test/sim/determinism.test.ts": "other clocks for the process",
  "test/unit/node/mesh/host/ownAddresses.test.ts": "addresses that the library lets run out",
  "test/unit/solvers/mutating.ts": "when a job is told to stop",
};

/** A duration by its name, or a clock, held against a bound. */
const COMPARED = [
  /expect\([^;]{0,200}?\b(?:performance\.now|Date\.now|hrtime)\b[^;]{0,200}?\)\s*\.(?:not\.)?(?:to|is|be)\b[^;]*(?:below|above|less|least|most|greater|within)/i,
  /expect\(\s*(?:[\w.!?[\]"]*\.)?(?:\w*Ms(?:Max)?|\w*[sS]econds|p\d\dMs)\b[^;]{0,120}?\)\s*\.to\.be\.(?:below|lessThan|at\.most|within)/,
];

/** Where time is virtual, or of the processor. */
const OWN_TIME = ["test/sim/", "test/long/sim/", "test/unit/node/mesh/shards/slowLines.test.ts"];

function compares(source: string): boolean {
  const code = codeOnly(source);
  return COMPARED.some((pattern) => pattern.test(code));
}

const files = readdirSync("test", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => !file.startsWith("test/pins/"))
  .sort();

describe("pins: clocks in tests", () => {
  it("are compared nowhere", () => {
    expect(files.length).to.be.greaterThan(400);
    const found = files
      .filter((file) => !OWN_TIME.some((folder) => file.startsWith(folder)))
      .filter((file) => compares(readFileSync(file, "utf8")));
    expect(found).to.deep.equal([]);
  });

  it("bound no test by a limit of its own: the runner ends what hangs", () => {
    const found = files.filter((file) =>
      /(?:this|\}\))\.timeout\(/.test(codeOnly(readFileSync(file, "utf8"))),
    );
    expect(found).to.deep.equal([]);
  });

  it("are read for what is listed, and for nothing else", () => {
    const found = files.filter((file) => CLOCK.test(codeOnly(readFileSync(file, "utf8"))));
    expect(found).to.deep.equal(Object.keys(READERS).sort());
  });

  for (const source of [
    "expect(performance.now() - start).to.be.lessThan(10_000);",
    "expect(performance.now() - began, `${name}`).to.be.lessThan(30_000);",
    "expect(Number(process.hrtime.bigint() - from)).to.be.below(5);",
    "expect(seconds).to.be.below(SECONDS_MAX);",
    "expect(figures.readyMsMax).to.be.below(3_000);",
    "expect(figures.p99Ms).to.be.at.most(250);",
  ]) {
    it(`sees ${source}`, () => {
      expect(compares(source)).to.equal(true);
    });
  }

  it("leaves counts alone", () => {
    expect(compares("expect(writes).to.be.at.most(40); expect(items).to.be.below(3);")).to.equal(
      false,
    );
  });
});
