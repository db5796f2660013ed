/** A receipt proved in the page: nobody is asked. */
import type { SolvedAgain } from "../../../protocol/kernel/reexecute.js";
import { verifyHeld } from "../../../protocol/kernel/verifyAnswer.js";
import { instantOf } from "../../../protocol/math/modulation.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import { proofCrypto } from "./proofCrypto.js";
import type { Proved } from "./messages.js";

export { linkOf } from "./chain.js";

const NS_PER_MS = 1_000_000n;

/** Inner-loop operations a second of a common core, where most solvers are not faster in a browser. */
const WORK_A_SECOND = 5e8;

/** How long a run of a solver may take in the page. */
export function secondsOf(work: bigint): number {
  return Number(work) / WORK_A_SECOND;
}

export function expectedNow(): { readonly nowCalcond: number } {
  return { nowCalcond: instantOf(BigInt(Date.now()) * NS_PER_MS).calcond };
}

/** @param solved what running its solver again gave */
export function proved(
  registry: Registry,
  held: unknown,
  id: string | null,
  key: string | null,
  solved: SolvedAgain | null = null,
): Proved {
  const proof = verifyHeld({ crypto: proofCrypto, registry }, held, {
    ...expectedNow(),
    ...(id === null ? {} : { id }),
    ...(key === null ? {} : { key }),
    ...(solved === null ? {} : { solved }),
  });
  return {
    verdict: proof.verdict,
    id: proof.id,
    signer: proof.signer,
    lines: proof.checks.map(({ detail, name, ok }) => ({ name, ok, detail: detail ?? "" })),
  };
}
