/**
 * What it costs a node to check work that is shown, beside one hash of the same text; and what the
 * search costs.
 */
import { createHash, randomBytes } from "node:crypto";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { solutionText, workText } from "../../protocol/work/challenge.js";
import { checkWork, giveChallenge, subjectOf } from "../../protocol/work/check.js";
import { NonceMiner } from "../../protocol/work/miner.js";
import { median, type Row } from "./report.js";

const ROUNDS = 9;
const CALLS = 20_000;
const BITS = 18;
const CALCOND = 2_310_000_000;
const TRIES = 300_000;
const US_PER_MS = 1_000;

/** Microseconds of one call, the median of the rounds. */
function timeOf(calls: number, run: (i: number) => unknown): number {
  const rounds: number[] = [];
  let kept: unknown = null;
  for (let round = -2; round < ROUNDS; round += 1) {
    const from = performance.now();
    for (let i = 0; i < calls; i += 1) kept = run(i);
    if (round >= 0) rounds.push(((performance.now() - from) * US_PER_MS) / calls);
  }
  if (kept === undefined) throw new Error("nothing was run");
  return median(rounds);
}

export function benchWork(): Promise<readonly Row[]> {
  const key = randomBytes(32);
  const subject = subjectOf(nodeCrypto, key, "192.0.2.7");
  const { challenge, mac } = giveChallenge(nodeCrypto, key, {
    purpose: "claim",
    bits: BITS,
    expires: CALCOND + 1_158,
    subject,
    salt: randomBytes(16).toString("hex"),
  });
  const nonce = new NonceMiner({
    before: workText(challenge, ""),
    after: "",
    start: "b",
    bits: BITS,
  }).run(1e9)!;
  const header = solutionText(challenge, mac, nonce);
  const task = { purpose: "claim", subject, bits: BITS, calcond: CALCOND } as const;
  const text = workText(challenge, nonce);
  if (!checkWork(nodeCrypto, key, header, task).ok) throw new Error("the solution does not hold");
  const wrong = [solutionText(challenge, mac, `${nonce}0`), "x".repeat(10_240)] as const;
  const miner = new NonceMiner({
    before: workText(challenge, ""),
    after: "",
    start: "s",
    bits: 60,
  });
  const bare = timeOf(CALLS, () => createHash("sha256").update(text).digest());
  const full = timeOf(CALLS, () => checkWork(nodeCrypto, key, header, task));
  const search = timeOf(1, () => miner.run(TRIES)) / TRIES;
  return Promise.resolve([
    {
      name: "verify a solution, address to verdict",
      value: full + timeOf(CALLS, () => subjectOf(nodeCrypto, key, "192.0.2.7")),
      unit: "us",
      target: "below 20",
    },
    { name: "verify a solution: header to verdict", value: full, unit: "us" },
    { name: "one SHA-256 of the same text, node:crypto", value: bare, unit: "us" },
    {
      name: "refuse a wrong nonce",
      value: timeOf(CALLS, () => checkWork(nodeCrypto, key, wrong[0], task)),
      unit: "us",
    },
    {
      name: "refuse a header of 10 kB",
      value: timeOf(CALLS, () => checkWork(nodeCrypto, key, wrong[1], task)),
      unit: "us",
    },
    { name: "search, one thread", value: 1 / search, unit: "million hashes/s" },
    {
      name: "search 18 bits, one thread, on average",
      value: (2 ** BITS * search) / 1e6,
      unit: "s",
    },
  ]);
}
