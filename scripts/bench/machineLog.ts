/**
 * The check of a machine's log: a million rows, each read in canonical form, hashed, linked and added
 * to the tree, beside the same with `JSON.parse` and three bare hashes. By processor time, so that
 * other work on the machine does not count.
 */
import { hash } from "node:crypto";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { LogCheck } from "../../protocol/log/check.js";
import { rowHash, rowText, type MachineRow } from "../../protocol/log/row.js";
import { flat } from "../../protocol/encoding/flat.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import { median, type Row } from "./report.js";

const MACHINE = `m_${"a".repeat(26)}`;
const GENESIS = "0".repeat(64);
const CHUNKS = 10;
const ROWS_A_CHUNK = 100_000;
const START_NS = 2_310_000_000n * CALCOND_NS;
/** Nanoseconds between rows: about a thousand a second. */
const STEP_NS = 1_000_003n;
const US_PER_S = 1_000_000;
const MIB = 1_048_576;

function* chunks(): Generator<readonly string[]> {
  let prev = GENESIS;
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
    const texts: string[] = [];
    for (let i = 0; i < ROWS_A_CHUNK; i += 1) {
      const seq = chunk * ROWS_A_CHUNK + i;
      const ns = START_NS + BigInt(seq) * STEP_NS;
      const row: MachineRow = {
        v: 3,
        machine: MACHINE,
        seq,
        prev,
        ns: ns.toString(),
        calcond: Number(ns / CALCOND_NS),
        transitionType: "sealed_event",
        payloadHash: prev,
        programHash: null,
        from: null,
        to: null,
        evalRoot: null,
        evalCount: 0,
        token: prev,
        proof: prev,
        actor: { key: "csm_kJ3v0vHn", role: "admin" },
        engineVersion: "calc-engine/2",
      };
      const text = rowText(row);
      prev = toHex(rowHash(nodeCrypto, text));
      // Side by side, as the store gives it.
      texts.push(flat(text));
    }
    yield texts;
  }
}

/** What no check of a row can do without. */
function bare(texts: readonly string[]): void {
  for (const text of texts) {
    const row: { prev: string } = JSON.parse(text);
    const own = hash("sha256", text, "hex");
    hash("sha256", own, "hex");
    hash("sha256", row.prev + own, "hex");
  }
}

/** Rows of a chunk a second of processor time. */
function rateOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { system, user } = process.cpuUsage(before);
  return (ROWS_A_CHUNK * US_PER_S) / (user + system);
}

export async function benchMachineLog(): Promise<readonly Row[]> {
  const check = new LogCheck(nodeCrypto, { machine: MACHINE, prev: GENESIS });
  const rates: number[] = [];
  const bareRates: number[] = [];
  const heaps: number[] = [];
  for (const texts of chunks()) {
    rates.push(
      rateOf(() => {
        for (const text of texts) check.row(text);
      }),
    );
    bareRates.push(rateOf(() => bare(texts)));
    global.gc?.();
    heaps.push(process.memoryUsage().heapUsed / MIB);
  }
  if (!check.linkage.pass || !check.pulse.pass)
    throw new Error("the rows of the bench do not hold");
  const growth = heaps.at(-1)! - heaps[1]!;
  return [
    { name: "log check", value: median(rates), unit: "rows/s", target: "at least 100,000" },
    { name: "bare parse and hashes", value: median(bareRates), unit: "rows/s", target: "the peer" },
    {
      name: "heap growth over 800,000 rows",
      value: growth,
      unit: "MiB",
      target: "run with --expose-gc",
    },
  ];
}
