/** What the vault knows of an envelope, and what an order would do to some of them. */
import type { envelopes } from "../../contract/receipts/envelopes.js";
import type { OutputOf } from "../../contract/definition/operation.js";

export type Envelope = OutputOf<typeof envelopes>["envelopes"][number];

/** Why an envelope stays with its owner; null where it does not. */
export function tieOf({
  bondId,
  locked_for_vote,
  movable,
  soulbound,
}: Envelope): "soulbound" | "bonded" | "locked" | "held" | null {
  if (soulbound) return "soulbound";
  if (bondId !== undefined) return "bonded";
  if (locked_for_vote) return "locked";
  return movable ? null : "held";
}

export interface Preview {
  readonly movable: readonly Envelope[];
  /** How many stay, by why. */
  readonly staying: readonly (readonly [why: string, count: number])[];
  readonly value: number;
}

/** What an order of ownership would take of those that are chosen. */
export function previewOf(chosen: Iterable<Envelope>): Preview {
  const movable: Envelope[] = [];
  const staying = new Map<string, number>();
  for (const one of chosen) {
    const tie = tieOf(one);
    if (tie === null) movable.push(one);
    else staying.set(tie, (staying.get(tie) ?? 0) + 1);
  }
  movable.sort((a, b) => (a.token_id < b.token_id ? -1 : 1));
  return {
    movable,
    staying: [...staying],
    value: movable.reduce((sum, { value }) => sum + value, 0),
  };
}
