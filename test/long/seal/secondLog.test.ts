/** Needs python3 with the package cryptography: the verifier is another implementation on purpose. */
import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { LOG_LINE_BYTES_MAX } from "../../../protocol/limits.js";
import { ExportCheck } from "../../../protocol/log/exported.js";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";

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

  it("takes no carriage return for the end of a line, no row of a time to come, no endless line", () => {
    const windows = held(lines.map((line) => `${line}\r`));
    expect(python(windows).status).to.equal(EXIT.notVerified);
    const early = python(VECTOR, "--now", `${2_310_000_004 - 121}`);
    expect(early.stdout).to.match(/clock: the checkpoint lies in the future/);
    expect(early.status).to.equal(EXIT.notVerified);
    expect(python(VECTOR, "--now", `${2_310_000_004 - 120}`).status).to.equal(EXIT.ok);
    const long = held([...lines, " ".repeat(LOG_LINE_BYTES_MAX + 1)]);
    expect(python(long).stdout).to.match(/a line that is too long/);
  });

  it("gives the same verdict on every file with one byte turned, added or left out", () => {
    const whole = readFileSync(VECTOR);
    const files: Buffer[] = [whole];
    for (let at = 0; at < whole.length; at += 1) {
      const turned = Buffer.from(whole);
      turned[at] = turned[at]! ^ [0x01, 0x20, 0x80][at % 3]!;
      files.push(turned);
      const added = Buffer.from([" ", "\n", "0", "\0"][at % 4]!);
      if (at % 5 === 0)
        files.push(Buffer.concat([whole.subarray(0, at), added, whole.subarray(at)]));
      if (at % 7 === 0) files.push(Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1)]));
    }
    const list = join(dir.path, "files.txt");
    writeFileSync(list, files.map((file) => file.toString("base64")).join("\n"));
    const { stderr, stdout } = spawnSync("python3", ["-c", EVERY_FILE, list, dir.path], {
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    const theirs = stdout.trimEnd().split("\n");
    expect(theirs, stderr).to.have.length(files.length);
    for (const [i, file] of files.entries())
      expect(verdictOf(file), file.toString("latin1")).to.equal(theirs[i]);
  });
});

/** The verdicts of the other implementation on files in base64, one a line. */
const EVERY_FILE = `
import base64, sys
sys.path.insert(0, "scripts/seal")
import verify_log
path = sys.argv[2] + "/one.ndjson"
for line in open(sys.argv[1]):
    with open(path, "wb") as file:
        file.write(base64.b64decode(line))
    try:
        print("valid" if verify_log.check(path, None).signed else "sound")
    except (verify_log.Refused, KeyError):
        print("invalid")
`;

function verdictOf(file: Buffer): string {
  const check = new ExportCheck(nodeCrypto);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file);
    for (const line of text.split("\n")) check.line(line);
  } catch {
    return "invalid";
  }
  return check.verdict.verdict;
}
