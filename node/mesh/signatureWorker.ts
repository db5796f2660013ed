/** Checks signatures in a thread of its own, a batch at a time. */
import { parentPort } from "node:worker_threads";
import { verifyCheck } from "../../protocol/events/validate.js";
import type { SignatureCheck } from "../../protocol/events/validate.js";
import { nodeCrypto } from "../crypto.js";

parentPort?.on("message", (checks: readonly SignatureCheck[]) => {
  const valid = new Uint8Array(checks.length);
  checks.forEach((check, i) => { valid[i] = verifyCheck(nodeCrypto, check) ? 1 : 0; });
  parentPort?.postMessage(valid, [valid.buffer]);
});
