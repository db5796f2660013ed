/** All that is paid for goes through one frame: nothing else sets a price aside, or gives one back. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

const FRAME = "node/ledger/paidStep.ts";
/** What it is made of. */
const PARTS: ReadonlySet<string> = new Set([
  FRAME,
  "node/ledger/ledger.ts",
  "node/ledger/payment.ts",
  // Tells a payment what became of its envelope.
  "node/sealing/sealer.ts",
]);
const PAYING = /\bpayFor\b|\.reserve\(|\.unsealed\(\)/g;

function payingIn(path: string, source: string): string[] {
  return PARTS.has(path) ? [] : [...source.matchAll(PAYING)].map(([what]) => `${path}: ${what}`);
}

describe("paying has one frame", () => {
  it("holds in every file of node/", () => {
    const files = readdirSync("node", { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files).to.include.members([...PARTS]);
    expect(files.flatMap((file) => payingIn(file, readFileSync(file, "utf8")))).to.deep.equal([]);
  });

  it("finds what goes around it", () => {
    for (const source of [
      `import { payFor } from "../ledger/payment.js";`,
      "const payment = ledger.reserve(owner, 3);",
      "payment.unsealed();",
    ])
      expect(payingIn("node/streams/x.ts", source)).to.have.lengthOf(1);
  });
});
