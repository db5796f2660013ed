/**
 * How many events each event from outside has led to on its machine. Every emitted event says how
 * many there were when it was made; its siblings, and those of other contracts, are counted here.
 */
import type { Contract } from "./contracts.js";

const KEPT_MAX = 4_096;

/** Where an emitted event of a machine comes from. */
export interface Emitted {
  /** The event from outside; null where its row does not say. */
  readonly root: string | null;
  /** How many events that one had led to. */
  readonly emitted: number;
}

/** Null for an event without a root that another led to. */
export function rootOf(
  { progress, record: { id, machine } }: Contract,
  { cursor, from }: { readonly cursor?: number; readonly from?: Emitted },
): string | null {
  if (machine === null) return null;
  if (from !== undefined) return from.root;
  return cursor === undefined ? `${id}/${progress.at.events}` : `${machine}/${cursor}`;
}

export class Roots {
  /** The one that was counted longest ago comes first. */
  readonly #counts = new Map<string, number>();

  /** @param least what the event itself says, which is all that is known after a new start */
  of(root: string | null, least: number): number {
    return root === null ? least : Math.max(least, this.#counts.get(root) ?? 0);
  }

  /** @returns how many there are with so many more */
  add(root: string | null, before: number, more: number): number {
    const count = this.of(root, before) + more;
    if (root === null) return count;
    this.#counts.delete(root);
    this.#counts.set(root, count);
    if (this.#counts.size > KEPT_MAX) this.#counts.delete(this.#counts.keys().next().value!);
    return count;
  }
}
