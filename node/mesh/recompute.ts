/** Computing a receipt of another node again. */
import { parseJson } from "../../protocol/encoding/json.js";
import { verifyHeld } from "../../protocol/kernel/verifyAnswer.js";
import type { Registry } from "../../protocol/operators/registry.js";
import type { Crypto } from "../../protocol/ports.js";
import type { Recomputed } from "./verifyRound.js";

interface RecomputeModules {
  readonly crypto: Crypto;
  readonly registry: Registry;
}

/** @returns what tells of a receipt's text whether the same bits come out here, and it proves its id */
export function recomputer(
  { crypto, registry }: RecomputeModules,
): (id: string, text: string) => Recomputed {
  return (id, text) => {
    const read = parseJson(text);
    const proof = verifyHeld({ crypto, registry }, read.ok ? read.value : null, { id });
    const verdict = proof.reexecution?.verdict ?? "not-comparable";
    if (verdict === "not-comparable") return verdict;
    return proof.valid && verdict === "agrees" ? "agrees" : "differs";
  };
}
