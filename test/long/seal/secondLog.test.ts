/** Needs python3 with the package cryptography: the verifier is another implementation on purpose. */
import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { temporaryDir } from "../../../scripts/devnet.js";

const VECTOR = "test/vectors/log/machine.ndjson";

describe("scripts/seal/verify_log.py", () => {
  const dir = temporaryDir("second-log");
  after(() => dir.remove());
  const lines = readFileSync(VECTOR, "utf8").trimEnd().split("\n");
  const python = (...args: readonly string[]) =>
    spawnSync("python3", ["scripts/seal/verify_log.py", ...args], { encoding: "utf8" });
  const held = (changed: readonly string[]): string => {
    const path = join(dir.path, "held.ndjson");
    writeFileSync(path, `${changed.join("\n")}\n`);
    return path;
  };

  it("agrees about the vector, and about one without a checkpoint", () => {
    const whole = python(VECTOR);
    expect(whole.stdout).to.match(/^valid .* 10 rows, 8 signed by 2 checkpoints/);
    expect(whole.status).to.equal(EXIT.ok);
    expect(python(held(lines.slice(0, 4))).status).to.equal(EXIT.notChecked);
    expect(python(VECTOR, "--key", "00".repeat(32)).status).to.equal(EXIT.notVerified);
  });

  it("names the row of each forgery", () => {
    const forgeries: readonly (readonly [what: RegExp, changed: readonly string[]])[] = [
      [/row \d+: prev/, lines.map((line) => line.replace('"granted"', '"revoked"'))],
      [/row 2: seq/, lines.filter((_, i) => i !== 3)],
      [/rows under the checkpoint/, lines.filter((_, i) => i !== 4)],
      [
        /signature does not verify/,
        lines.map((line) => line.replace("calcond 2310000002", "calcond 2310000009")),
      ],
      [/not in canonical form/, lines.map((line, i) => (i === 2 ? ` ${line}` : line))],
    ];
    for (const [what, changed] of forgeries) {
      const { status, stdout } = python(held(changed));
      expect(stdout).to.match(what);
      expect(status).to.equal(EXIT.notVerified);
    }
  });
});
