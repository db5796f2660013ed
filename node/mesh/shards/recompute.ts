/** Computing a receipt of another node again. */
import { parseJson } from "../../../protocol/encoding/json.js";
import { instantOf } from "../../../protocol/math/modulation.js";
import {
  isWorthSolving,
  verifyHeld,
  type Proof,
  type VerifyExpectations,
} from "../../../protocol/kernel/verifyAnswer.js";
import type { SolvedAgain } from "../../../protocol/kernel/reexecute.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import type { Clock, Crypto, JsonValue } from "../../../protocol/ports.js";
import type { Verdict } from "../../../protocol/seal/verdict.js";
import type { Recomputed } from "./verifyRound.js";

/** Runs the solver of a receipt again. */
export interface SolverAgain {
  again(held: JsonValue): Promise<SolvedAgain | null>;
}

/** Verifies what is held, also where that takes long. */
export interface HeldVerifier {
  verify(held: JsonValue, expected: VerifyExpectations): Proof | Promise<Proof>;
}

interface RecomputeModules {
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly registry: Registry;
  /** Without it receipts of solvers are not comparable here. */
  readonly solvers?: SolverAgain;
  /** Without it a receipt is verified where it is asked for. */
  readonly evaluator?: HeldVerifier;
}

const OF_VERDICT: Readonly<Record<Verdict, Recomputed>> = {
  valid: "agrees",
  sound: "not-comparable",
  invalid: "differs",
};

/**
 * @returns what tells of a receipt's text whether the same bits come out here, and it proves its id
 */
export function recomputer({
  clock,
  crypto,
  evaluator,
  registry,
  solvers,
}: RecomputeModules): (id: string, text: string) => Promise<Recomputed> {
  return async (id, text) => {
    const read = parseJson(text);
    const held = read.ok ? read.value : null;
    const expected = { id, nowCalcond: instantOf(clock.nowNs()).calcond };
    const solved = isWorthSolving({ crypto, registry }, held, expected)
      ? ((await solvers?.again(held)) ?? null)
      : null;
    const whole = { ...expected, ...(solved === null ? {} : { solved }) };
    const proof =
      evaluator === undefined
        ? verifyHeld({ crypto, registry }, held, whole)
        : await evaluator.verify(held, whole);
    // Which of two clocks is wrong does not show: that alone counts for no peer, and against none.
    const failed = proof.checks.filter(({ ok }) => ok === false);
    if (failed.length > 0 && failed.every(({ name }) => name === "clock")) return "not-comparable";
    return OF_VERDICT[proof.verdict];
  };
}
