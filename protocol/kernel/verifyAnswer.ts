/**
 * The whole proof of something held: its structure and signature, then its value by computing it
 * again.
 */
import type { Registry } from "../operators/registry.js";
import type { Crypto, JsonObject } from "../ports.js";
import {
  verifyReceiptStructure,
  type ReceiptExpectations,
  type ReceiptVerdict,
} from "../seal/receipt.js";
import type { Receipt, ReceiptV3 } from "../seal/receiptFormat.js";
import { verdictMembers, type Checked } from "../seal/verdict.js";
import { isRowProof, rowChecks } from "./table/verifyRow.js";
import {
  isAnswer,
  isOwnSolver,
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
  /** The calcond now, by the clock of the checker. */
  readonly nowCalcond: number;
  /**
   * What running its solver again gave, where `solverJobOf` names one; without it such a value is
   * not comparable.
   */
  readonly solved?: SolvedAgain;
}

export interface Proof extends Omit<ReceiptVerdict, "checks"> {
  readonly checks: readonly Checked[];
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
  expected: VerifyExpectations,
): Proof {
  if (isRowProof(held)) return verifyRow(modules, held, expected);
  const { again, verdict } = receiptAgain(modules, held, expected);
  const { reexecution } = again;
  if (reexecution === null || !isAnswer(held)) return { ...verdict, reexecution };
  const checks = [...verdict.checks, membersCheck(held, reexecution, modules.registry)];
  return { ...verdict, ...verdictMembers(checks), reexecution, checks };
}

/** The checks of a receipt, its value computed again where it is whole enough for that. */
function receiptAgain(
  { crypto, registry }: VerifyModules,
  held: unknown,
  expected: VerifyExpectations,
): { readonly verdict: ReceiptVerdict; readonly again: { reexecution: Reexecution | null } } {
  const again: { reexecution: Reexecution | null } = { reexecution: null };
  const verdict = verifyReceiptStructure(crypto, held, {
    ...expected,
    reexecute: (core, asked) => {
      const done = reexecute(crypto, registry, core, asked, expected.solved);
      again.reexecution = done;
      const { verdict: outcome, reasons, result } = done;
      const detail =
        outcome === "agrees" && result !== null
          ? `computed again: ${result.value}${result.unit === null ? "" : ` ${result.unit}`}, the same bits`
          : reasons.join("; ");
      return { ok: OK_OF_VERDICT[outcome], detail };
    },
  });
  return { verdict, again };
}

/**
 * A row of a table: the row computed again alone, and the receipt that it is shown with, which
 * states figures of the whole table.
 */
function verifyRow(
  modules: VerifyModules,
  held: JsonObject & { readonly receipt: JsonObject },
  expected: VerifyExpectations,
): Proof {
  const { again, verdict } = receiptAgain(modules, held.receipt, expected);
  const { receipt } = verdict;
  const checks =
    receipt !== null && isOfToday(receipt)
      ? [...verdict.checks, ...rowChecks(modules, held, receipt)]
      : verdict.checks;
  return { ...verdict, ...verdictMembers(checks), checks, reexecution: again.reexecution };
}

function isOfToday(receipt: Receipt): receipt is ReceiptV3 {
  return receipt.envelope.generation === "v3";
}

/** What an answer says beside its receipt. */
function membersCheck(held: JsonObject, { result, verdict }: Reexecution, registry: Registry) {
  const name = "members" as const;
  if (result === null || verdict === "not-comparable") {
    const detail = "what the answer says beside its receipt was not computed again";
    // Without a value there is nothing that they could be; the check of the value says so.
    return { name, ok: null, detail };
  }
  const unsupported = unsupportedMembers(held, result, registry);
  const ok = unsupported.length === 0;
  return {
    name,
    ok,
    detail: ok ? "every member is what the computation gives" : unsupported.join("; "),
  };
}

/**
 * Whether running its solver again can tell anything: the receipt holds together, and it is of this
 * engine, this registry and this version of the solver. Whoever checks thus runs no job for a
 * forgery.
 */
export function isWorthSolving(
  { crypto, registry }: VerifyModules,
  held: unknown,
  expected: VerifyExpectations,
): boolean {
  const { receipt, verdict } = verifyReceiptStructure(crypto, held, expected);
  if (verdict === "invalid" || receipt?.envelope.generation !== "v3") return false;
  const { engine_version: engine, registry_version: version } = receipt.envelope.core;
  return version === registry.registryVersion && isOwnSolver(engine);
}
