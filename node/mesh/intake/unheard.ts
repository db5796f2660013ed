/**
 * Events that came by comparison, or were submitted by somebody else than their author, before
 * gossip brought them. They are held, so gossip's copy is no news here; but a neighbour may be
 * waiting for just that copy.
 */
import { eventKind } from "../../../protocol/mesh/kinds.js";
import { HANDSHAKE_WINDOW_CALCONDS } from "../../../protocol/limits.js";
import type { AcceptedEvent } from "../../../protocol/mesh/judgement.js";
import type { Clock } from "../../../protocol/ports.js";
import { calcondOf } from "./calcond.js";
import { RecentMap } from "../../runtime/recentMap.js";

/** Those forgotten first are heard of by comparison, as they were here. */
const UNHEARD_MAX = 4_096;

export class Unheard {
  readonly #ids = new RecentMap<string, true>(UNHEARD_MAX);
  readonly #calcond: () => number;

  constructor({ clock }: { readonly clock: Clock }) {
    this.#calcond = calcondOf(clock);
  }

  /**
   * Only what gossip may still bring: what has a topic, and is no older than a handshake may be.
   */
  note({
    id,
    event: {
      header: { calcond, kind },
    },
  }: AcceptedEvent): void {
    const hasTopic = (eventKind(kind)?.topic ?? null) !== null;
    if (hasTopic && calcond + HANDSHAKE_WINDOW_CALCONDS >= this.#calcond()) this.#ids.set(id, true);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Gossip has brought it. */
  heard(id: string): void {
    this.#ids.delete(id);
  }
}
