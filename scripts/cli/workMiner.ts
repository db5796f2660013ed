/** A thread that searches its own nonces and tells how far it is. */
import { parentPort, workerData } from "node:worker_threads";
import { NonceMiner, type NonceSearch } from "../../protocol/work/miner.js";

/** About a sixth of a second: between two reports. */
const TRIES_A_REPORT = 131_072;

function isSearch(value: unknown): value is NonceSearch {
  return (
    typeof value === "object" &&
    value !== null &&
    "before" in value &&
    "after" in value &&
    "bits" in value &&
    "start" in value
  );
}

if (parentPort === null || !isSearch(workerData))
  throw new Error("not started as a thread that searches work");
const miner = new NonceMiner(workerData);
for (let nonce: string | null = null; nonce === null;) {
  nonce = miner.run(TRIES_A_REPORT);
  parentPort.postMessage({ tried: miner.tried, nonce }, []);
}
