import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { RECEIPT_BYTES_MAX } from "../../../protocol/limits.js";
import { withChange } from "../../../scripts/seal/jsonPaths.js";
import type { ReceiptVector } from "../../../scripts/seal/receiptVectors.js";
import { temporaryDir } from "../../../scripts/devnet.js";

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
    // It computes no value again, so it calls nothing valid.
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
});
