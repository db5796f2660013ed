/** Computing a receipt of another node again. */
import { parseJson } from "../../../protocol/encoding/json.js";
import { verifyHeld } from "../../../protocol/kernel/verifyAnswer.js";
import type { SolvedAgain } from "../../../protocol/kernel/reexecute.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import type { Crypto, JsonValue } from "../../../protocol/ports.js";
import type { Recomputed } from "./verifyRound.js";

/** Runs the solver of a receipt again. */
export interface SolverAgain {
  again(held: JsonValue): Promise<SolvedAgain | null>;
}

interface RecomputeModules {
  readonly crypto: Crypto;
  readonly registry: Registry;
  /** Without it receipts of solvers are not comparable here. */
  readonly solvers?: SolverAgain;
}

/**
 * @returns what tells of a receipt's text whether the same bits come out here, and it proves its id
 */
export function recomputer({
  crypto,
  registry,
  solvers,
}: RecomputeModules): (id: string, text: string) => Promise<Recomputed> {
  return async (id, text) => {
    const read = parseJson(text);
    const held = read.ok ? read.value : null;
    const solved = (await solvers?.again(held)) ?? null;
    const proof = verifyHeld({ crypto, registry }, held, {
      id,
      ...(solved === null ? {} : { solved }),
    });
    const verdict = proof.reexecution?.verdict ?? "not-comparable";
    if (verdict === "not-comparable") return verdict;
    return proof.valid && verdict === "agrees" ? "agrees" : "differs";
  };
}
