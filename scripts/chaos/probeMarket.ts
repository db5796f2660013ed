/** Events of a market on spines of probes: jobs with their locks, claims, commits, reveals, ends. */
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { valueBits } from "../../protocol/encoding/bits.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { jobLockMessage } from "../../protocol/events/job.js";
import type { JsonObject } from "../../protocol/ports.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { NETWORK, nowCalcond } from "./probe.js";
import type { ProbeSpine } from "./probeSpine.js";

/** What an asker says of a job, and what those who compute it say: three of them, three each. */
const ASKER_EVENTS = 2;
const REPLICAS = 3;
const WORKER_EVENTS = 3;
const JOB_EVENTS = ASKER_EVENTS + REPLICAS * WORKER_EVENTS;
const DEADLINE_CALCONDS = 1_000;

function sha(text: string): string {
  return nodeCrypto.sha256Hex(text);
}

/** A job whose price its own node has locked. */
export function openBody({ author }: ProbeSpine, n: number): JsonObject {
  const inputs = { a: 3, m: 1 + n };
  const nonce = sha(`${author.publicKey} ${n}`);
  const deadline = nowCalcond() + DEADLINE_CALCONDS;
  const lock = { credits: 6, expires: deadline, home: author.publicKey };
  const sig = nodeCrypto.ed25519Sign(author.seed, jobLockMessage(NETWORK, nonce, lock));
  return {
    chain: ["KO42", "NM19"],
    class: "replicated",
    deadline,
    engine_version: ENGINE_VERSION,
    inputs,
    inputs_hash: sha(canonicalize(inputs)),
    k: 2,
    lock: { ...lock, sig: toHex(sig) },
    nonce,
    price: 6,
  };
}

/** One whole job of an asker, told by all who have a part in it. */
async function oneJob(asker: ProbeSpine, workers: readonly ProbeSpine[], n: number): Promise<void> {
  const { id: job } = await asker.append("job.open", openBody(asker, n));
  const value = 3 * (1 + n);
  const paid: { node: string; credits: number; reveal: string }[] = [];
  for (const worker of workers) {
    const salt = sha(`salt ${job}`);
    const resultHash = sha(`result ${job}`);
    await worker.append("work.claim", { job });
    await worker.append("work.commit", { job, commit: sha(`${resultHash} ${salt}`) });
    const { id: reveal } = await worker.append("work.reveal", {
      job,
      result_hash: resultHash,
      salt,
      token_id: null,
      value,
      value_bits: valueBits(value),
    });
    paid.push({ node: worker.author.publicKey, credits: 2, reveal });
  }
  await asker.append("job.settle", {
    job,
    outcome: "done",
    result_hash: sha(`result ${job}`),
    paid,
    spent: 6,
    returned: 0,
  });
}

/**
 * Jobs of every spine, done by those that follow it.
 * @param eventsMax on each spine
 * @returns events that each of them has more
 */
export async function fillMarket(
  spines: readonly ProbeSpine[],
  eventsMax: number,
): Promise<number> {
  const jobs = Math.floor(eventsMax / JOB_EVENTS);
  if (spines.length <= REPLICAS) return 0;
  for (let n = 0; n < jobs; n += 1)
    for (const [at, asker] of spines.entries()) {
      const workers = [1, 2, 3].map((next) => spines[(at + next) % spines.length]!);
      await oneJob(asker, workers, n);
    }
  return jobs * JOB_EVENTS;
}
