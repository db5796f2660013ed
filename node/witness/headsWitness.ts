/**
 * The part of a witness for heads that another node has gathered: it cosigns the checkpoint above
 * them where each of them goes on from the one that it cosigned last of that spine. It sees all of
 * them, so nothing is hidden under a root.
 */
import { equalBytes } from "../../protocol/encoding/bytes.js";
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import type { Clock, Crypto } from "../../protocol/ports.js";
import {
  checkpointOrigin,
  parseCheckpoint,
  verifyCheckpoint,
} from "../../protocol/seal/checkpoint.js";
import { cosignatureLine } from "../../protocol/witness/cosignature.js";
import {
  headNoteOf,
  headsTree,
  readHead,
  readHeadsOrigin,
  type SignedHead,
} from "../../protocol/witness/heads.js";
import { verifyConsistency } from "../../protocol/seal/merkle.js";
import type { Store } from "../../storage/store.js";
import type { FollowedLogs } from "../spine/followedLogs.js";
import type { Witness } from "./witness.js";

/** Why a head keeps a checkpoint from being cosigned. */
export const HEAD_REFUSALS = [
  "unknown",
  "frozen",
  "smaller",
  "conflict",
  "behind",
  "inconsistent",
] as const;
export type HeadRefusal = (typeof HEAD_REFUSALS)[number];

export interface RefusedHead {
  readonly author: string;
  readonly why: HeadRefusal;
  /** Of a smaller or another head, the one that was cosigned: both have their author's signature. */
  readonly kept: string | null;
}

export const HEADS_REFUSALS = ["malformed", "unknown", "unsigned", "waiting"] as const;

export type HeadsAnswer =
  | { readonly kind: "cosigned"; readonly line: string }
  /** A later round was cosigned, or this one with other heads. */
  | { readonly kind: "stale"; readonly round: number }
  /** It would be cosigned without these. */
  | { readonly kind: "without"; readonly heads: readonly RefusedHead[] }
  | { readonly kind: "refused"; readonly why: (typeof HEADS_REFUSALS)[number] };

/** That a spine which has one head now had an earlier one: an RFC 6962 consistency proof. */
export interface HeadGrowth {
  readonly author: string;
  /** Events under the earlier one. */
  readonly from: number;
  readonly proof: readonly Uint8Array[];
}

interface HeadsModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly store: Store;
  readonly witness: Witness;
  readonly followedLogs: Pick<FollowedLogs, "checkpoint">;
}

interface HeadsOptions {
  readonly net: string;
  readonly seed: Uint8Array;
}

const SECOND_NS = 1_000_000_000n;

export class HeadsWitness {
  readonly #options: HeadsOptions;
  readonly #modules: HeadsModules;

  constructor(options: HeadsOptions, modules: HeadsModules) {
    this.#options = options;
    this.#modules = modules;
  }

  /**
   * @param notes the heads as their authors signed them, in the order of the authors
   * @param growths that heads go on from earlier ones, for spines that are not held here
   */
  cosign(
    note: string,
    notes: readonly string[],
    growths: readonly HeadGrowth[] = [],
  ): Promise<HeadsAnswer> {
    return this.#modules.witness.inTurn(() => this.#judge(note, notes, growths));
  }

  async #judge(
    note: string,
    notes: readonly string[],
    growths: readonly HeadGrowth[],
  ): Promise<HeadsAnswer> {
    const { crypto, witness } = this.#modules;
    const { net } = this.#options;
    if (witness.isWaiting) return { kind: "refused", why: "waiting" };
    const signed = parseCheckpoint(note);
    const of = signed === null ? null : readHeadsOrigin(signed.checkpoint.origin);
    if (signed === null || of === null || of.net !== net)
      return { kind: "refused", why: "malformed" };
    const { origin, root, size } = signed.checkpoint;
    if (!(await witness.isFollowed(of.gatherer))) return { kind: "refused", why: "unknown" };
    if (!verifyCheckpoint(crypto, note, origin, fromHex(of.gatherer)!).ok)
      return { kind: "refused", why: "unsigned" };
    const key = roundsKey(net, of.gatherer);
    const last = await witness.last(key);
    const isLater = last === undefined || of.round > last.size;
    if (!isLater && !(of.round === last.size && toHex(root) === last.root))
      return { kind: "stale", round: last.size };
    const heads = notes.flatMap((one) => readHead(crypto, net, one) ?? []);
    const isWhole =
      size > 0 &&
      heads.length === notes.length &&
      heads.length === size &&
      heads.every(({ author }, i) => i === 0 || heads[i - 1]!.author < author) &&
      equalBytes(headsTree(crypto, heads).root, root);
    if (!isWhole) return { kind: "refused", why: "malformed" };
    const refused: RefusedHead[] = [];
    for (const head of heads) {
      const fault = await this.#faultOf(head, growths);
      if (fault !== null) refused.push(fault);
    }
    if (refused.length > 0) return { kind: "without", heads: refused };
    return this.#sign(signed.text, heads, { key, round: of.round, root, note });
  }

  async #faultOf(
    { author, checkpoint, note }: SignedHead,
    growths: readonly HeadGrowth[],
  ): Promise<RefusedHead | null> {
    const { crypto, witness } = this.#modules;
    const { origin, root, size } = checkpoint;
    const fault = (why: HeadRefusal, kept: string | null = null) => ({ author, why, kept });
    const isHeld = await witness.isFollowed(author);
    if (!isHeld && !witness.vouchesUnheld(author)) return fault("unknown");
    const from = witness.disputedFrom(author);
    if (from !== null && size > from) return fault("frozen");
    const last = await witness.last(origin);
    if (last !== undefined && size <= last.size) {
      const kept = ownHead(last.note);
      if (size < last.size) return fault("smaller", kept);
      if (toHex(root) === last.root) return null;
      await witness.proveSplit(last.note, note);
      return fault("conflict", kept);
    }
    if (!isHeld) {
      if (last === undefined) return null;
      const from = fromHex(last.root)!;
      const isGrown = growths.some(
        (one) =>
          one.author === author &&
          one.from === last.size &&
          verifyConsistency(crypto, last.size, size, from, root, one.proof),
      );
      return isGrown ? null : fault("behind", ownHead(last.note));
    }
    const held = await witness.heldLog(author);
    if (held === null || held.size < size) return fault("behind");
    if (!equalBytes(await held.rootAt(size), root)) {
      const own = await this.#announced(author, size);
      if (own !== null) await witness.proveSplit(own, note);
      return fault("conflict", own);
    }
    // Both are of the history that is held, so the later goes on from the earlier.
    if (last !== undefined && toHex(await held.rootAt(last.size)) !== last.root)
      return fault("inconsistent", ownHead(last.note));
    return null;
  }

  /** The head of the history held here, as its author signed it for this size; null without one. */
  async #announced(author: string, size: number): Promise<string | null> {
    const held = await this.#modules.followedLogs.checkpoint(author);
    const isOfSize = held.kind === "held" && parseCheckpoint(held.text)?.checkpoint.size === size;
    return isOfSize ? ownHead(held.text) : null;
  }

  /** All heads count as cosigned, each for its own spine, in the batch that keeps the round. */
  async #sign(
    text: string,
    heads: readonly SignedHead[],
    of: {
      readonly key: string;
      readonly round: number;
      readonly root: Uint8Array;
      readonly note: string;
    },
  ): Promise<HeadsAnswer> {
    const { clock, crypto, store, witness } = this.#modules;
    const { seed } = this.#options;
    const seconds = Number(clock.nowNs() / SECOND_NS);
    const line = cosignatureLine(crypto, text, { key: witness.key, seed, seconds });
    const { cosigned } = store.witness;
    await store.write([
      ...cosigned.putOps(of.key, { size: of.round, root: toHex(of.root), note: of.note }),
      ...heads.flatMap(({ checkpoint, note }) =>
        cosigned.putOps(checkpoint.origin, {
          size: checkpoint.size,
          root: toHex(checkpoint.root),
          note,
        }),
      ),
    ]);
    witness.countHeads();
    return { kind: "cosigned", line };
  }
}

/** Under it stands the last round that was cosigned of a node that gathers heads. */
function roundsKey(net: string, gatherer: string): string {
  return `${checkpointOrigin(net, gatherer)}/heads`;
}

/** A note with its author's signature alone. */
function ownHead(note: string): string {
  const head = headNoteOf(note);
  const end = head.indexOf("\n\n");
  const [origin = ""] = head.split("\n");
  const own = head
    .slice(end + 2)
    .split("\n")
    .filter((line) => line.split(" ")[1] === origin);
  // A cosignature of its own author has the same name, and is no harm.
  return `${head.slice(0, end + 2)}${own.map((line) => `${line}\n`).join("")}`;
}
