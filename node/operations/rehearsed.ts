/** Work of a caller that seals nothing: dry runs, replays, the trial of a program before it is made. */
import type { Call } from "../../api/contract/definition/call.js";
import type { Asker } from "../compute/evaluator.js";
import type { VainWork } from "../ledger/vainWork.js";
import { asker as askerOf } from "./asker.js";
import { principalOf } from "./owner.js";

/** Runs for a caller what seals nothing: it counts against the day of the account. */
export async function rehearsed<R>(
  vainWork: Pick<VainWork, "check" | "spend">,
  call: Call,
  run: (by: Asker) => Promise<R>,
): Promise<R> {
  const { owner, unlimited } = principalOf(call);
  const by = askerOf(call);
  if (unlimited) return run(by);
  await vainWork.check(owner);
  try {
    return await run(by);
  } finally {
    void vainWork.spend(owner, by.workMs);
  }
}
