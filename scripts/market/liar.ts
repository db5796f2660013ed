/** Lies of nodes that compute for others, for the demonstration, the benchmark and the tests. */
import { valueBits } from "../../protocol/encoding/bits.js";
import type { ResultDocument } from "../../protocol/market/result.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";

/** The next double above the true value: the smallest lie there is. Colluding nodes tell the same. */
export function lastBitLie(result: ResultDocument): ResultDocument {
  const value = result.value === null ? null : result.value * (1 + Number.EPSILON);
  const text = result.text.replace(`"value":${result.value}`, `"value":${value}`);
  return {
    ...result,
    text,
    hash: nodeCrypto.sha256Hex(text),
    value,
    valueBits: value === null ? null : valueBits(value),
  };
}
