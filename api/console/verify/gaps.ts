/** Receipts of a node in the order in which it sealed them, and what is missing between them. */
import type { Link } from "../engine/messages.js";

export type Between =
  | { readonly kind: "linked" }
  /** @param atLeast envelopes that must stand between */
  | { readonly kind: "gap"; readonly atLeast: number }
  /** The one after does not name the one before, though nothing can stand between. */
  | { readonly kind: "broken" };

/** By node, then by event, then by place in its tree; each once. */
export function inOrder(links: readonly Link[]): readonly Link[] {
  const each = [...new Map(links.map((one) => [one.id, one])).values()];
  return each.sort(
    (a, b) =>
      (a.author < b.author ? -1 : a.author > b.author ? 1 : 0) ||
      a.seq - b.seq ||
      a.index - b.index,
  );
}

/** What stands between two receipts of one node that follow each other here. */
export function between(before: Link, after: Link): Between {
  if (after.prev === before.id) return { kind: "linked" };
  const isOneEvent = before.seq === after.seq;
  const atLeast = isOneEvent
    ? after.index - before.index - 1
    : before.count - 1 - before.index + after.index;
  if (atLeast > 0) return { kind: "gap", atLeast };
  // Events between them may have sealed more.
  return isOneEvent || after.seq === before.seq + 1
    ? { kind: "broken" }
    : { kind: "gap", atLeast: 1 };
}
