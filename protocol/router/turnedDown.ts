/** What may still be tried for a question that no law or solver was sure of. */
import type { Draft } from "./routed.js";

type TurnedDown = Pick<Draft, "refusal" | "solver">;

/** Reasons of refusals that say no more than that a number was not taken. */
const NOT_TAKEN: ReadonlySet<string> = new Set(["input", "unknown unit"]);

/** No law is named, or it takes no such number: kinds alone may lead to what is asked. */
export function isNotTaken({ refusal }: Pick<TurnedDown, "refusal">): boolean {
  return refusal?.kind !== "UNREAD_QUANTITY" || NOT_TAKEN.has(refusal.reason ?? "");
}

/** Whether a law may be proposed for what no law was sure of. */
export function mayPropose(draft: TurnedDown): boolean {
  if (draft.refusal?.kind === "AMBIGUOUS") return false;
  return mayReadLoosely(draft) && (draft.solver !== null || isNotTaken(draft));
}

/** Reasons that a number in another form does not take away. */
const SAID_OTHERWISE: ReadonlySet<string> = new Set(["negated", "change", "contradiction"]);

/** Whether the numbers may be read in another form. */
export function mayReadLoosely({ refusal, solver }: TurnedDown): boolean {
  switch (refusal?.kind) {
    case "NO_MATCH":
      return refusal.reason === "no-domain-cue";
    case "MISSING_INPUT":
    case "AMBIGUOUS":
      return true;
    case "UNREAD_QUANTITY":
      return solver !== null || !SAID_OTHERWISE.has(refusal.reason ?? "");
    default:
      return false;
  }
}
