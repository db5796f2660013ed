/** A log in a file, as a stranger checks it; `scripts/seal/verify_log.py` reads the same vector. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { ExportCheck, type ExportVerdict } from "../../../protocol/log/exported.js";

const LINES = readFileSync("test/vectors/log/machine.ndjson", "utf8").trimEnd().split("\n");
const KEY = "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c";

function verdictOf(lines: readonly string[], key: string | null = null): ExportVerdict {
  const check = new ExportCheck(nodeCrypto, key);
  for (const line of lines) check.line(line);
  return check.verdict;
}

describe("log: an exported file", () => {
  it("is valid, and says how far it is signed", () => {
    expect(verdictOf(LINES, KEY)).to.include({
      verdict: "valid",
      rows: 10,
      signed: 8,
      checkpointsMatched: 2,
      firstBad: null,
      publicKey: KEY,
    });
  });

  it("is sound without a checkpoint, and invalid under another key", () => {
    expect(verdictOf(LINES.slice(0, 4))).to.include({ verdict: "sound", rows: 3, signed: 0 });
    expect(verdictOf(LINES, "0".repeat(64)).firstBad).to.include({ rule: "public_key" });
    expect(verdictOf([])).to.include({ verdict: "invalid", rows: 0 });
  });

  it("is invalid for a changed byte, a line that is missing, twice, or in another place", () => {
    fc.assert(
      fc.property(
        fc.nat(LINES.length - 1),
        fc.nat(),
        fc.integer({ min: 1, max: 127 }),
        (line, at, change) => {
          const bytes = Buffer.from(LINES[line]!);
          const place = at % bytes.length;
          bytes[place] = bytes[place]! ^ change;
          const changed = LINES.map((text, i) => (i === line ? bytes.toString("utf8") : text));
          // The last row has nothing behind it that is linked to it.
          const isTail = line === LINES.length - 1;
          const { verdict, rows } = verdictOf(changed);
          if (isTail && verdict === "valid") expect(rows).to.equal(10);
          else expect(verdict).to.equal("invalid");
        },
      ),
    );
    for (let i = 0; i < LINES.length - 1; i += 1) {
      const isMark = LINES[i]!.startsWith('{"checkpoint"');
      const without = verdictOf([...LINES.slice(0, i), ...LINES.slice(i + 1)]).verdict;
      // Who leaves out a checkpoint leaves out what is signed, and no more.
      expect(without, `without ${i}`).to.equal(isMark ? "valid" : "invalid");
      const twice = verdictOf([...LINES.slice(0, i + 1), ...LINES.slice(i)]).verdict;
      expect(twice, `twice ${i}`).to.equal(isMark ? "valid" : "invalid");
    }
  });

  it("is invalid for any text that another reader would take for another file", () => {
    const mark = LINES.findIndex((line) => line.startsWith('{"checkpoint"'));
    const changedAt = (at: number, change: (line: string) => string): readonly string[] =>
      LINES.map((line, i) => (i === at ? change(line) : line));
    const payload = '{"payload":{"a":1}}';
    const files: readonly (readonly [rule: string, lines: readonly string[]])[] = [
      ["line", [...LINES.slice(0, 3), "", ...LINES.slice(3)]],
      ["line", [...LINES, "", ""]],
      ["identity", changedAt(0, (line) => line.replace(":", ": "))],
      ["identity", changedAt(0, (line) => line.replace(/}$/, ',"zz":1}'))],
      ["checkpoint", changedAt(mark, (line) => line.replace(/}$/, ',"zz":1}'))],
      ["checkpoint", changedAt(mark, (line) => `${line}\r`)],
      ["payload", [LINES[0]!, LINES[1]!, payload.replace(":1", ": 1"), ...LINES.slice(2)]],
      ["payloadHash", [LINES[0]!, LINES[1]!, payload, ...LINES.slice(2)]],
      ["payload", [LINES[0]!, payload, ...LINES.slice(1)]],
    ];
    for (const [rule, lines] of files) {
      const { firstBad, verdict } = verdictOf(lines);
      expect([verdict, firstBad?.rule], lines.join("\n")).to.deep.equal(["invalid", rule]);
    }
    // The end of the last line is no line.
    expect(verdictOf([...LINES, ""]).verdict).to.equal("valid");
  });
});
