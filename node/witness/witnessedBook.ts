/** What quorums have cosigned, as far as this node knows: the newest checkpoint of each spine. */
import { equalBytes } from "../../protocol/encoding/bytes.js";
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import type { Crypto, Logger } from "../../protocol/ports.js";
import type { KeyEnded } from "../../protocol/events/keyEnds.js";
import { parseCheckpoint } from "../../protocol/seal/checkpoint.js";
import { headNoteOf, readHeadsOrigin, verifyCovered } from "../../protocol/witness/heads.js";
import {
  succeededPolicy,
  verifyWitnessed,
  type WitnessedResult,
  type WitnessPolicy,
} from "../../protocol/witness/policy.js";
import { standingOf, type SpineWitnessed, type Standing } from "../../protocol/witness/standing.js";
import type { Store } from "../../storage/store.js";
import type { FollowedLogs } from "../spine/followedLogs.js";
import type { SpineLog } from "../spine/spineLog.js";
import { HeardRounds, roundOf } from "./heardRounds.js";
import type { WitnessMesh } from "./witness.js";

interface BookModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly spineLog: SpineLog;
  readonly followedLogs: FollowedLogs;
  readonly log: Logger;
}

interface BookOptions {
  readonly net: string;
  readonly policy: WitnessPolicy;
}

/** A checkpoint that counts. */
export interface WitnessedSpine extends SpineWitnessed {
  readonly note: string;
  readonly root: string;
}

export class WitnessedBook {
  readonly #options: BookOptions;
  #policy: WitnessPolicy;
  readonly #modules: BookModules;
  readonly #byAuthor = new Map<string, WitnessedSpine>();
  #mesh: WitnessMesh | null = null;
  #verified: {
    readonly key: string;
    readonly policy: WitnessPolicy | null;
    readonly result: WitnessedResult | null;
  } = { key: "", policy: null, result: null };
  readonly #listeners = new Set<() => void>();
  /** Rounds of gathered heads that were heard. */
  readonly rounds: HeardRounds;

  constructor(options: BookOptions, modules: BookModules) {
    this.#options = options;
    this.#policy = options.policy;
    this.#modules = modules;
    this.rounds = new HeardRounds({
      log: modules.log,
      verify: (note, gatherer) => {
        const publicKey = fromHex(gatherer);
        const origin = parseCheckpoint(note)?.checkpoint.origin ?? "";
        if (publicKey === null) return { ok: false, reason: "no key", cosigners: [] };
        return verifyWitnessed(modules.crypto, note, { origin, publicKey }, this.#policy);
      },
    });
  }

  get policy(): WitnessPolicy {
    return this.#policy;
  }
  /** Whether anything can count as witnessed here. */
  get isOn(): boolean {
    return this.policy.quorum > 0;
  }

  /** A witness has another key now. */
  succeed(ended: KeyEnded): void {
    this.#policy = succeededPolicy(this.#options.net, this.#policy, ended);
  }

  use(mesh: WitnessMesh): void {
    this.#mesh = mesh;
  }

  /** Told when more counts as witnessed than before. */
  onGrown(grown: () => void): void {
    this.#listeners.add(grown);
  }

  /** A kept note counts only under the policy of today. */
  async load(): Promise<void> {
    for (const [author, { note, root }] of await this.#modules.store.witness.witnessed.list()) {
      const read = this.#read(author, note);
      if (read !== null) this.#byAuthor.set(author, { ...read, note, root });
    }
  }

  of(author: string): WitnessedSpine | null {
    return this.#byAuthor.get(author) ?? null;
  }

  all(): ReadonlyMap<string, WitnessedSpine> {
    return this.#byAuthor;
  }

  /** How surely an event stays. */
  standing(author: string, event: { readonly seq: number; readonly calcond: number }): Standing {
    const from = this.#mesh?.disputedFrom(author) ?? null;
    return standingOf(event, from !== null && event.seq >= from ? null : this.of(author));
  }

  /**
   * Takes a note where a quorum has cosigned it and it is of the history that is held here.
   * @returns whether more counts now
   */
  async take(author: string, note: string): Promise<boolean> {
    return (await this.takeAll([[author, note]])) > 0;
  }

  /** The same of several spines, in one batch. @returns of how many more counts now */
  async takeAll(notes: readonly (readonly [author: string, note: string])[]): Promise<number> {
    const taken: (readonly [author: string, spine: WitnessedSpine])[] = [];
    for (const [author, note] of notes) {
      const read = await this.#counting(author, note);
      if (read !== null) taken.push([author, read]);
    }
    if (taken.length === 0) return 0;
    const { store } = this.#modules;
    await store.write(
      taken.flatMap(([author, { note, root, size }]) =>
        store.witness.witnessed.putOps(author, { size, root, note }),
      ),
    );
    for (const [author, spine] of taken) this.#byAuthor.set(author, spine);
    for (const listener of this.#listeners) listener();
    return taken.length;
  }

  /** What a note says; null where nothing more counts for it. */
  async #counting(author: string, note: string): Promise<WitnessedSpine | null> {
    const read = this.#read(author, note);
    if (read === null) return null;
    const known = this.of(author);
    if (known !== null && read.size < known.size) return null;
    if (known?.size === read.size) {
      if (known.root !== read.root) {
        await this.#forked(author, known.note, note);
        return null;
      }
      if (read.seconds <= known.seconds) return null;
    }
    return (await this.#isHeld(author, read.size, read.root)) ? { ...read, note } : null;
  }

  /** One checkpoint stands above many heads: its signatures are checked once. */
  readonly #verify = (
    note: string,
    log: { readonly origin: string; readonly publicKey: Uint8Array },
  ): WitnessedResult => {
    if (readHeadsOrigin(log.origin) === null)
      return verifyWitnessed(this.#modules.crypto, note, log, this.#policy);
    const key = `${log.origin}\n${note}`;
    const known = this.#verified;
    if (known.result !== null && known.key === key && known.policy === this.#policy)
      return known.result;
    const result = verifyWitnessed(this.#modules.crypto, note, log, this.#policy);
    this.#verified = { key, policy: this.#policy, result };
    const round = roundOf(note);
    if (result.ok && round !== null) this.rounds.proven(round, result);
    return result;
  };

  #read(author: string, note: string): (SpineWitnessed & { readonly root: string }) | null {
    const { net } = this.#options;
    const read = verifyCovered(
      this.#modules.crypto,
      note,
      { net, author },
      this.#policy,
      this.#verify,
    );
    if (!read.ok) return null;
    const { checkpoint, seconds } = read.witnessed;
    return { size: checkpoint.size, seconds, root: toHex(checkpoint.root) };
  }

  /** More than f of the witnesses lie, or were restored: their own words prove it. */
  async #forked(author: string, first: string, second: string): Promise<void> {
    this.#modules.log.error("a quorum has cosigned two histories of one spine", { author });
    await this.#mesh?.proveSplit(headNoteOf(first), headNoteOf(second));
  }

  async #isHeld(author: string, size: number, root: string): Promise<boolean> {
    const { followedLogs, log, spineLog } = this.#modules;
    const held = author === spineLog.author ? spineLog : await followedLogs.of(author);
    // Of a spine that is not kept the witnesses saw that it goes on.
    if (held === null) return this.#mesh?.vouchesUnheld(author) ?? false;
    // A tile that is still being fetched counts when it is here.
    if (held.size < size) return false;
    if (equalBytes(await held.rootAt(size), fromHex(root)!)) return true;
    log.error("a quorum has cosigned another history of a spine than the one held", { author });
    return false;
  }
}
