/**
 * Rounds of gathered heads under a quorum, as they were said to all or came with a proof. One number of
 * a gatherer has one root: where a quorum has cosigned two, somebody was shown other heads than the rest.
 */
import { toHex } from "../../protocol/encoding/hex.js";
import type { RoundState, RoundView } from "../../protocol/events/eventView.js";
import type { Logger } from "../../protocol/ports.js";
import { parseCheckpoint } from "../../protocol/seal/checkpoint.js";
import { readHeadsOrigin } from "../../protocol/witness/heads.js";
import type { WitnessedResult } from "../../protocol/witness/policy.js";
import { RecentMap } from "../runtime/recentMap.js";

/** Rounds whose roots are remembered, of all gatherers together. */
const ROUNDS_MAX = 512;
const GATHERERS_MAX = 64;

/** The latest round that was heard of a gatherer. */
export interface HeardRound {
  readonly gatherer: string;
  readonly round: number;
  /** Heads under it. */
  readonly heads: number;
  /** From then on a quorum had cosigned it, since 1970. */
  readonly seconds: number;
}

interface HeardRoundsModules {
  readonly log: Logger;
  /** Whether the gatherer and a quorum of the witnesses named here have signed a note. */
  readonly verify: (note: string, gatherer: string) => WitnessedResult;
}

export class HeardRounds {
  readonly #modules: HeardRoundsModules;
  readonly #latest = new RecentMap<string, HeardRound>(GATHERERS_MAX);
  /** Gatherer and number -> root. */
  readonly #roots = new RecentMap<string, string>(ROUNDS_MAX);
  /** Numbers of which two rounds were seen. */
  readonly #split = new RecentMap<string, true>(ROUNDS_MAX);

  constructor(modules: HeardRoundsModules) {
    this.#modules = modules;
  }

  /** The latest of all; null before one was heard. */
  get latest(): HeardRound | null {
    let latest: HeardRound | null = null;
    for (const heard of this.#latest.values())
      if (latest === null || heard.seconds > latest.seconds) latest = heard;
    return latest;
  }

  /** Rounds of which a quorum has cosigned two. */
  get splits(): number {
    return this.#split.size;
  }

  state(round: RoundView): RoundState {
    const root = rootOf(round.note);
    const known = this.#roots.get(placeOf(round));
    if (root === null) return "short";
    if (known === root) return "known";
    const isPast = (this.#latest.get(round.gatherer)?.round ?? 0) >= round.round;
    if (known === undefined ? isPast : this.#split.has(placeOf(round))) return "known";
    if (!this.#modules.verify(round.note, round.gatherer).ok) return "short";
    return known === undefined ? "new" : "split";
  }

  /** Takes a round that was said to all. */
  take(round: RoundView): void {
    const read = this.#modules.verify(round.note, round.gatherer);
    if (read.ok) this.proven(round, read);
  }

  /** Takes a round that a proof stood under. */
  proven(round: RoundView, read: Extract<WitnessedResult, { readonly ok: true }>): void {
    const { checkpoint, seconds } = read.witnessed;
    const place = placeOf(round);
    const root = toHex(checkpoint.root);
    const known = this.#roots.get(place);
    if (known !== undefined && known !== root) {
      if (this.#split.has(place)) return;
      this.#split.set(place, true);
      this.#modules.log.error("a quorum has cosigned two rounds of one number", {
        gatherer: round.gatherer,
        round: round.round,
        roots: [known, root],
      });
      return;
    }
    this.#roots.set(place, root);
    const { gatherer } = round;
    if ((this.#latest.get(gatherer)?.round ?? 0) >= round.round) return;
    this.#latest.set(gatherer, { gatherer, round: round.round, heads: checkpoint.size, seconds });
  }
}

/** The round that a cosigned note is; null for any other note. */
export function roundOf(note: string): RoundView | null {
  const read = readHeadsOrigin(parseCheckpoint(note)?.checkpoint.origin ?? "");
  return read === null ? null : { gatherer: read.gatherer, round: read.round, note };
}

function placeOf({ gatherer, round }: RoundView): string {
  return `${gatherer}/${round}`;
}

function rootOf(note: string): string | null {
  const root = parseCheckpoint(note)?.checkpoint.root;
  return root === undefined ? null : toHex(root);
}
