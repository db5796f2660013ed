/** The verdict on an exported tick: its place in the log, and the receipt in it. */
import { verifyHeld, type VerifyExpectations } from "../kernel/verifyAnswer.js";
import type { Registry } from "../operators/registry.js";
import type { Crypto, JsonValue } from "../ports.js";
import { verdictMembers, type Checked, type Verdict } from "../seal/verdict.js";
import { checkExportedTick } from "./exportedTick.js";

export interface TickProof {
  readonly verdict: Verdict;
  readonly valid: boolean;
  /** Why it is not valid: what failed, or else what was not checked. */
  readonly reasons: readonly string[];
  /** Id of the channel. */
  readonly machine: string | null;
  readonly tick: number | null;
  readonly receipt_id: string | null;
  readonly signer: string | null;
  readonly checks: readonly Checked[];
}

interface TickModules {
  readonly crypto: Crypto;
  readonly registry: Registry;
}

/** What holds the receipt of an exported tick: an answer, or the receipt alone. */
export function heldByTick(crypto: Crypto, value: JsonValue): JsonValue {
  return checkExportedTick(crypto, value).held;
}

/** Never throws for any JSON. */
export function verifyTick(
  modules: TickModules,
  value: JsonValue,
  expected: VerifyExpectations,
): TickProof {
  const { key } = expected;
  const { checks, held, machine, signer, tick, token } = checkExportedTick(
    modules.crypto,
    value,
    key === undefined ? {} : { key },
  );
  if (held === null)
    return { ...verdictMembers(checks), machine, tick, receipt_id: null, signer, checks };
  const proof = verifyHeld(modules, held, expected);
  const named = (name: string, ok: boolean, bad: string): Checked => ({
    name,
    ok,
    detail: ok ? "row and receipt agree" : bad,
  });
  const all: readonly Checked[] = [
    ...checks,
    named("token", token === proof.id, `the row names ${token}, the receipt is ${proof.id}`),
    named(
      "key",
      signer === proof.signer,
      `the log is of ${signer}, the receipt of ${proof.signer}`,
    ),
    ...proof.checks,
  ];
  return { ...verdictMembers(all), machine, tick, receipt_id: proof.id, signer, checks: all };
}
