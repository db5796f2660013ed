/** A thread of `calc dns`: searches its own nonces and tells how far it is. */
import { parentPort, workerData } from "node:worker_threads";
import { WorkMiner, type WorkSearch } from "../../protocol/names/mine.js";

/** About a third of a second: between two reports. */
const TRIES_A_REPORT = 262_144;

function isSearch(value: unknown): value is WorkSearch {
  return typeof value === "object" && value !== null && "author" in value && "bits" in value
    && "start" in value;
}

if (parentPort === null || !isSearch(workerData)) throw new Error("not started as a thread of calc dns");
const miner = new WorkMiner(workerData);
for (let nonce: string | null = null; nonce === null;) {
  nonce = miner.run(TRIES_A_REPORT);
  parentPort.postMessage({ tried: miner.tried, nonce }, []);
}
