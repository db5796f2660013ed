import { expect } from "chai";
import { spawnSync } from "node:child_process";

/**
 * Needs python3 with the package cryptography: the verifier is another implementation on purpose.
 */
describe("scripts/seal/verify_receipt.py", () => {
  const folder = "test/vectors/seal";

  it("accepts the vectors of every generation and answers every forgery as the project's verifier does", () => {
    const run = spawnSync(
      "python3",
      [
        "scripts/seal/verify_receipt.py",
        `${folder}/receipts.json`,
        "--forgeries",
        `${folder}/forgeries.json`,
      ],
      { encoding: "utf8" },
    );
    expect(run.stderr).to.equal("");
    expect(run.stdout.match(/^valid /gm)).to.have.length(12);
    expect(run.stdout).to.match(/^\d{3} forgeries, 0 answered otherwise than stated$/m);
    expect(run.status).to.equal(0);
  });

  it("refuses the receipts under another key", () => {
    const run = spawnSync(
      "python3",
      ["scripts/seal/verify_receipt.py", `${folder}/receipts.json`, "--key", "00".repeat(32)],
      { encoding: "utf8" },
    );
    expect(run.stdout.match(/^refused .*: signed by another key$/gm)).to.have.length(12);
    expect(run.status).to.equal(1);
  });
});
