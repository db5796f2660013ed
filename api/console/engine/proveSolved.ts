/** The receipt of a solver proved in the page by running the solver again. */
import { isWorthSolving } from "../../../protocol/kernel/verifyAnswer.js";
import { solveAgain, workAgain } from "../../../protocol/kernel/solveAgain.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import { parseJson } from "../../../protocol/encoding/json.js";
import { tweetCrypto } from "../../../protocol/seal/tweetCrypto.js";
import { expectedNow, proved, secondsOf } from "./prove.js";
import type { Proved } from "./messages.js";

/** Seconds that a run here may take; null where the page has no such solver, or it would prove nothing. */
export async function secondsAgain(registry: Registry, held: unknown): Promise<number | null> {
  const read = parseJson(JSON.stringify(held));
  if (!read.ok || !isWorthSolving({ crypto: tweetCrypto, registry }, held, expectedNow()))
    return null;
  const work = await workAgain(read.value).catch(() => null);
  return work === null ? null : secondsOf(work);
}

/** @param share from 0 to 1, told while it runs */
export async function provedSolved(
  registry: Registry,
  held: unknown,
  id: string | null,
  share: (done: number) => void,
): Promise<Proved> {
  const read = parseJson(JSON.stringify(held));
  if (!read.ok) return proved(registry, held, id, null);
  const solved = await solveAgain(tweetCrypto, read.value, (done, of) =>
    share(of > 0 ? done / of : 0),
  );
  return proved(registry, held, id, null, solved);
}
