/** Files of logs from strangers: other line ends and bytes, of a time to come, too long, unpaid. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { CliSession } from "../../../api/cli/session.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { LOG_LINE_BYTES_MAX, RECEIPT_AHEAD_CALCONDS_MAX } from "../../../protocol/limits.js";
import { ExportCheck, identityLine } from "../../../protocol/log/exported.js";
import { rowText, type MachineRow } from "../../../protocol/log/row.js";
import { verifyLogFile, verifyLogText } from "../../../scripts/cli/records/verifyLog.js";
import { marksOf } from "../../../scripts/cli/texts.js";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { parseFields } from "../../kit/requests.js";

const VECTOR = readFileSync("test/vectors/log/machine.ndjson");
/** Of the last checkpoint of the vector. */
const SIGNED_CALCOND = 2_310_000_004;
const KEY = "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c";
const REACTOR = `rx_${"a".repeat(26)}`;

describe("log: a file as a stranger hands it over", () => {
  const dir = temporaryDir("held-logs");
  after(() => dir.remove());

  /** What `calc verify` says of a file and, of what is text, of the same on standard input. */
  async function shownFor(bytes: Uint8Array) {
    let shown = "";
    const none = (): never => {
      throw new Error("not called");
    };
    const session = new CliSession(
      { json: true },
      {
        client: none,
        readFile: none,
        readStdin: none,
        err: none,
        isTerminal: false,
        out: (text) => void (shown += text),
      },
    );
    const path = join(dir.path, "held.ndjson");
    writeFileSync(path, bytes);
    const exit = await verifyLogFile(session, path, {});
    const file = parseFields(shown);
    shown = "";
    if (Buffer.from(bytes).equals(Buffer.from(Buffer.from(bytes).toString("utf8")))) {
      expect(await verifyLogText(session, Buffer.from(bytes).toString("utf8"), {})).equal(exit);
      expect(parseFields(shown)).deep.equal(file);
    }
    return { exit, ...file };
  }

  it("has line feeds at the ends of its lines, and nothing before them", async () => {
    expect(await shownFor(VECTOR)).include({ exit: EXIT.ok, verdict: "valid", rows: 10 });
    const windows = Buffer.from(VECTOR.toString("utf8").replaceAll("\n", "\r\n"));
    expect(await shownFor(windows)).include({ exit: EXIT.notVerified, verdict: "invalid" });
    // Readers of lines end them here, too; JSON has both characters in strings.
    const separated = Buffer.from(VECTOR.toString("utf8").replace("über", "ü\u2028ber"));
    expect(await shownFor(separated)).nested.property("firstBad.rule", "root");
  });

  it("is UTF-8, in lines of a length that a reader can hold", async () => {
    const broken = Buffer.from(VECTOR);
    broken[broken.indexOf("über")] = 0xff;
    expect(await shownFor(broken)).nested.property("firstBad.rule", "line");
    const long = Buffer.concat([VECTOR, Buffer.alloc(LOG_LINE_BYTES_MAX + 1, 32)]);
    expect(await shownFor(long)).nested.property("firstBad.rule", "line");
  });

  it("lies at most 120 calconds ahead of the clock: rows, and what signs them", () => {
    const verdictAt = (now: number) => {
      const check = new ExportCheck(nodeCrypto, KEY, null, now);
      for (const line of VECTOR.toString("utf8").trimEnd().split("\n")) check.line(line);
      return check.verdict;
    };
    const first = SIGNED_CALCOND - RECEIPT_AHEAD_CALCONDS_MAX;
    expect(verdictAt(first).verdict).equal("valid");
    expect(verdictAt(first - 1).firstBad).include({ rule: "clock", got: `${SIGNED_CALCOND}` });
    expect(verdictAt(0).firstBad).include({ seq: 0, rule: "clock" });
  });

  it("names the receipt of each step of a reactor", () => {
    const genesis = "1".repeat(64);
    const row = (token: string | null): MachineRow => ({
      v: 3,
      machine: REACTOR,
      seq: 0,
      prev: genesis,
      ns: "0",
      calcond: 0,
      transitionType: "step",
      payloadHash: "2".repeat(64),
      programHash: null,
      from: null,
      to: null,
      evalRoot: null,
      evalCount: 0,
      token,
      proof: null,
      actor: { key: "csm_test", role: "admin" },
      engineVersion: "calc-engine/2",
    });
    const verdictOf = (token: string | null) => {
      const check = new ExportCheck(nodeCrypto);
      const origin = `calc/0badcafe/${KEY}/m/${REACTOR}`;
      const identity = { machine: REACTOR, genesis, genesisCalcond: 0, origin, publicKey: KEY };
      check.line(identityLine({ ...identity, owner: null }));
      check.line(rowText(row(token)));
      return check.verdict;
    };
    expect(verdictOf("3".repeat(64))).include({ verdict: "sound", firstBad: null });
    expect(verdictOf(null).firstBad).include({ seq: 0, rule: "token" });
  });

  it("has its values counted before any of them is kept", () => {
    // RFC 8259: an array of n values has n - 1 commas.
    expect(marksOf('{"a":[1,2,{"b":"x"}]}')).equal(5);
  });
});
