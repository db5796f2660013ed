/**
 * The part of a witness: it cosigns a checkpoint where the log has only grown since the one that it
 * cosigned last. What it cosigned is on the disk before it answers, so that no crash lets it take a
 * word back.
 */
import { equalBytes } from "../../protocol/encoding/bytes.js";
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { utf8Encode } from "../../protocol/encoding/utf8.js";
import type { Clock, Crypto, Logger } from "../../protocol/ports.js";
import {
  checkpointOrigin,
  parseCheckpoint,
  verifyCheckpoint,
  type Checkpoint,
} from "../../protocol/seal/checkpoint.js";
import { readAddCheckpoint, rulingOf } from "../../protocol/witness/addCheckpoint.js";
import {
  cosignatureLine,
  cosignedAt,
  type WitnessKey,
} from "../../protocol/witness/cosignature.js";
import { headNoteOf, verifyCovered } from "../../protocol/witness/heads.js";
import type { Store } from "../../storage/store.js";
import type { CosignedRecord } from "../../storage/records/witnessRecords.js";
import type { FollowedLogs } from "../spine/followedLogs.js";
import type { SpineLog } from "../spine/spineLog.js";
import type { TiledLog } from "../spine/tiledLog.js";

/** Why a checkpoint is not cosigned. */
export const COSIGN_REFUSALS = [
  "malformed",
  "unknown",
  "unsigned",
  "conflict",
  "inconsistent",
  "frozen",
  "waiting",
] as const;
export type CosignRefusal = (typeof COSIGN_REFUSALS)[number];

export type CosignAnswer =
  | { readonly kind: "cosigned"; readonly line: string; readonly size: number }
  /** The asker goes out from another size than the one cosigned last. */
  | { readonly kind: "stale"; readonly size: number }
  /** `size`: of a conflict, that which was cosigned last. */
  | { readonly kind: "refused"; readonly why: CosignRefusal; readonly size?: number };

/** What a witness tells the mesh, and asks it. */
export interface WitnessMesh {
  /** First event of an author of which two histories are proven. */
  disputedFrom(author: string): number | null;
  /**
   * Whether heads of an author count whose spine is not kept here: they go on from one another by
   * proofs, and the key shows work.
   */
  vouchesUnheld(author: string): boolean;
  /** Two checkpoints that one key signed for one size. */
  proveSplit(first: string, second: string): Promise<void>;
  /** Says a round of gathered heads to all. @param note with the cosignatures of a quorum */
  tellRound(note: string): Promise<void>;
}

interface WitnessModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly store: Store;
  readonly spineLog: SpineLog;
  readonly followedLogs: FollowedLogs;
  readonly log: Logger;
}

interface WitnessOptions {
  readonly net: string;
  readonly key: WitnessKey;
  readonly seed: Uint8Array;
  /** Keys of logs of other systems, by their origins. */
  readonly logs: ReadonlyMap<string, Uint8Array>;
}

/** Whose checkpoint it is, and the key that has to have signed it. */
interface KnownLog {
  /** Of a spine of this network; null of a log of elsewhere. */
  readonly author: string | null;
  readonly publicKey: Uint8Array;
}

const SECOND_NS = 1_000_000_000n;
const AUTHOR = /^[0-9a-f]{64}$/;

export class Witness {
  readonly #options: WitnessOptions;
  readonly #modules: WitnessModules;
  /** One log after the other: two questions may not go out from one state. */
  #tail: Promise<unknown> = Promise.resolve();
  #mesh: WitnessMesh | null = null;
  #isWaiting = true;
  #cosigned = 0;
  #refused = 0;
  /** Origins by their SHA-256, as they were when so many records had been written. */
  readonly #origins = new Map<string, string>();
  #originsAt = -1;
  #written = 0;

  constructor(options: WitnessOptions, modules: WitnessModules) {
    this.#options = options;
    this.#modules = modules;
  }

  get key(): WitnessKey {
    return this.#options.key;
  }
  /** Nothing is cosigned before peers were asked what this node has cosigned. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }
  /** Since the start. */
  get counts(): { readonly cosigned: number; readonly refused: number } {
    return { cosigned: this.#cosigned, refused: this.#refused };
  }

  use(mesh: WitnessMesh): void {
    this.#mesh = mesh;
  }

  /** Heads cosigned before a restore are known again. */
  ready(): void {
    this.#isWaiting = false;
  }

  /** Events held here of a spine; null for nothing. */
  heldLog(author: string): Promise<TiledLog | SpineLog | null> {
    const { followedLogs, spineLog } = this.#modules;
    return author === spineLog.author ? Promise.resolve(spineLog) : followedLogs.of(author);
  }

  disputedFrom(author: string): number | null {
    return this.#mesh?.disputedFrom(author) ?? null;
  }

  async proveSplit(first: string, second: string): Promise<void> {
    await this.#mesh?.proveSplit(first, second);
  }

  /** A checkpoint above gathered heads was cosigned. */
  countHeads(): void {
    this.#cosigned += 1;
    this.#written += 1;
  }

  last(origin: string): Promise<CosignedRecord | undefined> {
    return this.#modules.store.witness.cosigned.get(origin);
  }

  /** The last head cosigned of each log, by its origin. */
  all(): Promise<readonly (readonly [origin: string, CosignedRecord])[]> {
    return this.#modules.store.witness.cosigned.list();
  }

  /** @param text the question of C2SP add-checkpoint */
  cosign(text: string): Promise<CosignAnswer> {
    return this.inTurn(async () => {
      const answer = await this.#judge(text);
      if (answer.kind === "cosigned") this.#cosigned += 1;
      if (answer.kind === "refused") this.#refused += 1;
      return answer;
    });
  }

  /**
   * Takes over what a peer shows that this node has cosigned, where it is further than what the node
   * knows of: it was restored from an older copy.
   */
  recall(text: string): Promise<void> {
    return this.inTurn(async () => {
      const { crypto, log, store } = this.#modules;
      const note = headNoteOf(text);
      const { key, net } = this.#options;
      const checkpoint = parseCheckpoint(note)?.checkpoint;
      const author = checkpoint === undefined ? null : this.#authorOf(checkpoint.origin);
      if (checkpoint === undefined || author === null) return;
      const trust = { keys: [key], quorum: 1 };
      if (!verifyCovered(crypto, text, { net, author }, trust).ok) return;
      const { origin, root, size } = checkpoint;
      const last = await this.last(origin);
      if (last !== undefined && last.size >= size) return;
      log.warn("a peer holds a later cosignature of this node than it does itself", {
        origin,
        size,
      });
      await store.write(store.witness.cosigned.putOps(origin, { size, root: toHex(root), note }));
      this.#written += 1;
    });
  }

  async #judge(text: string): Promise<CosignAnswer> {
    if (this.#isWaiting) return refused("waiting");
    const { crypto } = this.#modules;
    const question = readAddCheckpoint(text);
    const signed = question === null ? null : parseCheckpoint(question.note);
    if (question === null || signed === null) return refused("malformed");
    const { checkpoint } = signed;
    const of = await this.#knownLog(checkpoint.origin);
    if (of === null) return refused("unknown");
    if (!verifyCheckpoint(crypto, question.note, checkpoint.origin, of.publicKey).ok)
      return refused("unsigned");
    const from = of.author === null ? null : this.disputedFrom(of.author);
    if (from !== null && checkpoint.size > from) return refused("frozen");
    const kept = await this.last(checkpoint.origin);
    const last = kept === undefined ? null : { size: kept.size, root: fromHex(kept.root)! };
    const ruling = rulingOf(crypto, last, question, checkpoint);
    if (ruling === "stale") return { kind: "stale", size: last?.size ?? 0 };
    if (ruling === "conflict") {
      await this.#tellSplit(of, kept!.note, question.note);
      return { ...refused("conflict"), size: kept!.size };
    }
    if (ruling !== "cosign") return refused(ruling);
    if (of.author !== null && (await this.#isOtherHistory(of.author, checkpoint)))
      return { ...refused("conflict"), size: kept?.size ?? 0 };
    return this.#sign(checkpoint, signed.text, question.note);
  }

  /** Whether two histories are proven of its author, or it is none of those cosigned here. */
  async #isFrozen({ origin, size }: Checkpoint): Promise<boolean> {
    const of = await this.#knownLog(origin);
    if (of === null) return true;
    const from = of.author === null ? null : this.disputedFrom(of.author);
    return from !== null && size > from;
  }

  /** Null for a log that this node does not cosign. */
  async #knownLog(origin: string): Promise<KnownLog | null> {
    const publicKey = this.#options.logs.get(origin);
    if (publicKey !== undefined) return { author: null, publicKey };
    const author = this.#authorOf(origin);
    if (author === null) return null;
    if (!(await this.isFollowed(author)) && !this.vouchesUnheld(author)) return null;
    return { author, publicKey: fromHex(author)! };
  }

  /** Two checkpoints of one size that one key signed: of a spine the mesh is told. */
  async #tellSplit({ author }: KnownLog, first: string, second: string): Promise<void> {
    if (author !== null) await this.#mesh?.proveSplit(first, second);
    else this.#modules.log.error("a log of elsewhere has signed two histories", { first, second });
  }

  /**
   * The newest checkpoint of a log that was cosigned here, with the log's signature and this node's
   * cosignature, as monitors read it by the SHA-256 of its origin. Null where none was.
   */
  monitored(originHash: string): Promise<string | null> {
    return this.inTurn(async () => {
      const origin = await this.#originOf(originHash);
      const kept = origin === null ? undefined : await this.last(origin);
      const signed = kept === undefined ? null : parseCheckpoint(kept.note);
      if (kept === undefined || signed === null || signed.checkpoint.origin !== origin) return null;
      const { crypto } = this.#modules;
      const { key } = this.#options;
      if (signed.signatures.some((line) => cosignedAt(crypto, signed.text, line, key) !== null))
        return kept.note;
      // It was cosigned among the heads that were gathered: the line stands under them.
      if (this.#isWaiting || (await this.#isFrozen(signed.checkpoint))) return null;
      await this.#sign(signed.checkpoint, signed.text, kept.note);
      return (await this.last(origin))?.note ?? null;
    });
  }

  async #originOf(originHash: string): Promise<string | null> {
    const known = this.#origins.get(originHash);
    if (known !== undefined || this.#originsAt === this.#written) return known ?? null;
    this.#originsAt = this.#written;
    const { crypto } = this.#modules;
    for (const [origin] of await this.all())
      this.#origins.set(toHex(crypto.sha256(utf8Encode(origin))), origin);
    return this.#origins.get(originHash) ?? null;
  }

  async #sign(
    { origin, root, size }: Checkpoint,
    text: string,
    note: string,
  ): Promise<CosignAnswer> {
    const { clock, crypto, store } = this.#modules;
    const { key, seed } = this.#options;
    const seconds = Number(clock.nowNs() / SECOND_NS);
    const line = cosignatureLine(crypto, text, { key, seed, seconds });
    const record = { size, root: toHex(root), note: withLines(note, [line]) };
    await store.write(store.witness.cosigned.putOps(origin, record));
    this.#written += 1;
    return { kind: "cosigned", line, size };
  }

  /** Whether the events that this node holds itself give another root at this size. */
  async #isOtherHistory(author: string, { root, size }: Checkpoint): Promise<boolean> {
    const log = await this.heldLog(author);
    if (log === null || log.size < size || size === 0) return false;
    return !equalBytes(await log.rootAt(size), root);
  }

  /** Whether heads of a spine that is not held here are cosigned by proofs alone. */
  vouchesUnheld(author: string): boolean {
    return this.#mesh?.vouchesUnheld(author) ?? false;
  }

  /** Whether anything of the spine is held here. */
  async isFollowed(author: string): Promise<boolean> {
    const { spineLog, store } = this.#modules;
    return author === spineLog.author || (await store.spine.tip(author)) !== undefined;
  }

  /** Of a spine of this network; null for any other log. */
  #authorOf(origin: string): string | null {
    const author = origin.slice(origin.lastIndexOf("/") + 1);
    const isSpine = AUTHOR.test(author) && origin === checkpointOrigin(this.#options.net, author);
    return isSpine ? author : null;
  }

  /** Two questions may not go out from one state. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(work);
    this.#tail = run.catch(() => undefined);
    return run;
  }
}

function refused(why: CosignRefusal): Extract<CosignAnswer, { kind: "refused" }> {
  return { kind: "refused", why };
}

/** A note with more signature lines; those that it has already are not repeated. */
export function withLines(note: string, lines: readonly string[]): string {
  const at = note.lastIndexOf("\n\n");
  const held = new Set(note.slice(at + 2).split("\n"));
  return note + lines.filter((line) => !held.has(line.slice(0, -1))).join("");
}
