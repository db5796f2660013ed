import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { RECEIPT_BYTES_MAX } from "../../../protocol/limits.js";
import { withChange } from "../../../scripts/seal/jsonPaths.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { EnvelopeCore } from "../../../protocol/seal/members.js";
import { NOW, changed, honest, sealedBy, type Draft } from "../../kit/forger.js";
import type { ReceiptVector } from "../../../scripts/seal/receiptVectors.js";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";

/**
 * Needs python3 with the package cryptography: the verifier is another implementation on purpose.
 */
describe("scripts/seal/verify_receipt.py", () => {
  const folder = "test/vectors/seal";
  const file: { now: number; receipts: ReceiptVector[] } = JSON.parse(
    readFileSync(`${folder}/receipts.json`, "utf8"),
  );
  const dir = temporaryDir("second-verifier");
  after(() => dir.remove());

  function python(...args: readonly string[]) {
    return spawnSync("python3", ["scripts/seal/verify_receipt.py", ...args], { encoding: "utf8" });
  }

  function written(content: string | Uint8Array): string {
    const path = join(dir.path, "held.json");
    writeFileSync(path, content);
    return path;
  }

  it("gives the vectors of every generation and every forgery the project's own verdict", () => {
    const run = python(`${folder}/receipts.json`, "--forgeries", `${folder}/forgeries.json`);
    expect(run.stderr).to.equal("");
    for (const verdict of ["sound", "invalid"]) {
      const stated = file.receipts.filter((one) => one.verdict === verdict);
      expect(stated).to.not.have.lengthOf(0);
      expect(run.stdout.match(new RegExp(`^${verdict} `, "gm"))).to.have.length(stated.length);
    }
    // These are of a registry of their own.
    expect(run.stdout).to.not.match(/^valid /m);
    expect(run.stdout).to.match(/^18 receipts, 0 answered otherwise than stated$/m);
    expect(run.stdout).to.match(/^391 forgeries, 0 answered otherwise than stated$/m);
    expect(run.status).to.equal(0);
  });

  it("calls the receipts invalid under another key", () => {
    const run = python(`${folder}/receipts.json`, "--key", "00".repeat(32));
    expect(run.stdout.match(/^invalid .*signed by another key$/gm)).to.have.length(14);
    expect(run.status).to.equal(1);
  });

  it("has the exit codes of calc verify, and reads the clock where it is told none", () => {
    const [first] = file.receipts;
    const path = written(JSON.stringify(first!.receipt));
    expect(python(path).status).to.equal(EXIT.notChecked);
    expect(python(path, "--now", "1").status).to.equal(EXIT.notVerified);
    const forged = withChange(first!.receipt, ["inputs", "r"], () => 1);
    expect(python(written(JSON.stringify(forged))).status).to.equal(EXIT.notVerified);
  });

  it("refuses malformed UTF-8 and what is too large, before it reads it", () => {
    const text = JSON.stringify({ ...file.receipts[0]!.receipt, note: "\ufffd" });
    const bytes = Buffer.from(text);
    const at = bytes.indexOf(Buffer.from("\ufffd"));
    const cut = Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff), bytes.subarray(at + 3)]);
    expect(python(written(cut))).to.include({ status: EXIT.usage, stdout: "" });
    const path = written(text);
    truncateSync(path, RECEIPT_BYTES_MAX + 1);
    const large = python(path);
    expect(large).to.include({ status: EXIT.usage, stdout: "" });
    expect(large.stderr).to.contain(`more than ${RECEIPT_BYTES_MAX} bytes`);
  });

  it("computes a receipt of this registry again, and calls no lie about it sound", () => {
    const moon = honest(
      builtinRegistry(),
      ["KO42", "NM21"],
      { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 },
      { m1: 1e20 },
    )!;
    const judge = (draft: Draft) =>
      python(written(JSON.stringify(sealedBy(draft))), "--now", String(NOW));
    const right = judge(moon);
    expect(right.stdout).to.match(/^valid /);
    expect(right.status).to.equal(0);
    const lies: readonly (readonly [Partial<EnvelopeCore>, string])[] = [
      [{ value: moon.core.value * (1 + 2e-16) }, "computed again it is"],
      [{ value: 123_456_789 }, "computed again it is"],
      [{ operatorChain: ["KO42"] }, "KO42 has no input"],
      [{ operatorChain: ["KO42", "ZZZ999"] }, "no operator ZZZ999"],
      [{ fields_hash: "1".repeat(64) }, "computed again it is null"],
      [{ seal_kind: "observable-differential" }, "computed again it is null"],
      [{ uncertainty: 0 }, "uncertainty: the receipt says 0"],
      [{ precision_actual: 0 }, "precision_actual: the receipt says 0"],
    ];
    for (const [change, reason] of lies) {
      const run = judge(changed(moon, change));
      expect(run.stdout)
        .to.match(/^invalid /)
        .and.to.contain(reason);
      expect(run.status).to.equal(EXIT.notVerified);
    }
    for (const [change, reason] of [
      [{ registry_version: "1".repeat(64) }, "it was computed with registry 1111"],
      [{ engine_version: "calc-engine/3" }, "it was computed by calc-engine/3"],
      [{ engine_version: "calc-engine/2+heat/1" }, "no solver is run here"],
    ] as const) {
      const run = judge(changed(moon, { ...change, value: 1 }));
      expect(run.stdout)
        .to.match(/^sound /)
        .and.to.contain(reason);
      expect(run.status).to.equal(EXIT.notChecked);
    }
  });
});
