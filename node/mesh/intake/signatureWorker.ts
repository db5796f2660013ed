/** Checks signatures in a thread of its own, a batch at a time. */
import { parentPort } from "node:worker_threads";
import { verifyCheck } from "../../../protocol/mesh/judgement.js";
import { nodeCrypto } from "../../runtime/crypto.js";

/** Type, author, text and signature of one check. */
const TEXTS_A_CHECK = 4;

parentPort?.on("message", (texts: readonly string[]) => {
  const valid = new Uint8Array(texts.length / TEXTS_A_CHECK);
  for (let i = 0; i < valid.length; i += 1) {
    const [type, author, text, sig] = texts.slice(TEXTS_A_CHECK * i, TEXTS_A_CHECK * (i + 1));
    const check = {
      type: type === "event" ? type : "note",
      author: author!,
      text: text!,
      sig: sig!,
    } as const;
    valid[i] = verifyCheck(nodeCrypto, check) ? 1 : 0;
  }
  parentPort?.postMessage(valid, [valid.buffer]);
});
