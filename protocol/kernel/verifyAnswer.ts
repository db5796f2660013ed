/**
 * The whole proof of something held: its structure and signature, then its value by computing it
 * again.
 */
import type { Registry } from "../operators/registry.js";
import type { Crypto } from "../ports.js";
import {
  verifyReceiptStructure,
  type ReceiptExpectations,
  type ReceiptVerdict,
} from "../seal/receipt.js";
import {
  isAnswer,
  reexecute,
  unsupportedMembers,
  type Reexecution,
  type SolvedAgain,
} from "./reexecute.js";

interface VerifyModules {
  readonly crypto: Crypto;
  readonly registry: Registry;
}
export interface VerifyExpectations extends Pick<ReceiptExpectations, "key" | "id" | "proofKey"> {
  /**
   * What running its solver again gave, where `solverJobOf` names one; without it such a value is
   * not comparable.
   */
  readonly solved?: SolvedAgain;
}

export interface Proof extends ReceiptVerdict {
  /** What computing it again gave; null when the receipt was too malformed to be computed. */
  readonly reexecution: Reexecution | null;
}

const OK_OF_VERDICT: Readonly<Record<Reexecution["verdict"], boolean | null>> = {
  agrees: true,
  differs: false,
  "no-value": false,
  "not-comparable": null,
};

/**
 * @param held a receipt or the whole answer to a compute request; any JSON is answered.
 * In an answer every member is checked, sealed or not: what a person reads must be what was
 * computed.
 */
export function verifyHeld(
  modules: VerifyModules,
  held: unknown,
  expected: VerifyExpectations = {},
): Proof {
  const { crypto, registry } = modules;
  let again: Reexecution | null = null;
  const verdict = verifyReceiptStructure(crypto, held, {
    ...expected,
    reexecute: (core, asked) => {
      again = reexecute(crypto, registry, core, asked, expected.solved);
      const { verdict: outcome, reasons, result } = again;
      const detail =
        outcome === "agrees" && result !== null
          ? `computed again: ${result.value}${result.unit === null ? "" : ` ${result.unit}`}, the same bits`
          : reasons.join("; ");
      return { ok: OK_OF_VERDICT[outcome], detail };
    },
  });
  const reexecution = again as Reexecution | null;
  if (reexecution === null || reexecution.result === null || !isAnswer(held))
    return { ...verdict, reexecution };
  const unsupported = unsupportedMembers(held, reexecution.result);
  const check = {
    name: "members" as const,
    ok: unsupported.length === 0,
    detail:
      unsupported.length === 0
        ? "every member is what the computation gives"
        : unsupported.join("; "),
  };
  return {
    ...verdict,
    valid: verdict.valid && check.ok,
    reexecution,
    checks: [...verdict.checks, check],
    reasons: check.ok ? verdict.reasons : [...verdict.reasons, check.detail],
  };
}
