/**
 * Fills gaps: fetches ranges of spines from peers, judges every event as if it had come alone, and
 * links them in order. What one peer cannot give, or gives wrongly, is asked of another.
 */
import { isObject } from "../../protocol/events/event.js";
import type { MeshSecrets } from "../../protocol/events/handshake.js";
import { validateSyncedEvent } from "../../protocol/events/validate.js";
import type { AcceptedEvent, EventView, Judgement } from "../../protocol/events/validate.js";
import { SYNC_EVENTS_MAX } from "../../protocol/limits.js";
import type { Clock, Crypto, JsonValue, Logger } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv.js";
import { WINDOW_ITEMS_MAX } from "../../storage/groupCommit.js";
import type { AuthorBook } from "./authorBook.js";
import type { Suspicion } from "./gossip.js";
import type { EventIntake } from "./intake.js";
import type { Net } from "./net.js";
import type { Random } from "./scheduler.js";
import { SyncFault } from "./syncClient.js";
import type { SyncClient } from "./syncClient.js";

/** Authors fetched at the same time, and those that may wait for it. */
const PULLS_AT_ONCE = 4;
const WANTED_MAX = 4_096;
/** Peers asked for one author before it is left to the next comparison. */
const PEERS_ASKED_MAX = 3;
/** What a peer that served a bad event loses of its score. */
export const BAD_SYNC_POINTS = -100;

interface SyncOptions {
  readonly network: string;
  /** Own public key, hex: nobody else writes this spine. */
  readonly publicKey: string;
}

interface SyncModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly net: Net;
  readonly random: Random;
  readonly log: Logger;
  readonly authors: AuthorBook;
  readonly intake: EventIntake;
  readonly client: SyncClient;
  readonly suspicion: Suspicion;
}

interface SyncListener {
  /** A peer did what no honest one does; negative points. */
  readonly onPoints?: (peer: string, points: number, why: string) => void;
}

interface Wanted {
  readonly peers: Set<string>;
  /** Highest number somebody said there is. */
  seq: number;
}

const NO_SECRETS: MeshSecrets = new Map();

export class SpineSync {
  readonly #options: SyncOptions;
  readonly #modules: SyncModules;
  readonly #listener: SyncListener;
  readonly #wanted = new Map<string, Wanted>();
  readonly #running = new Map<string, Promise<void>>();
  #stopped = false;

  constructor(options: SyncOptions, modules: SyncModules, listener: SyncListener = {}) {
    this.#options = options;
    this.#modules = modules;
    this.#listener = listener;
  }

  /** Authors being fetched or waiting for it. */
  get size(): number {
    return this.#wanted.size + this.#running.size;
  }

  /**
   * There is more of an author's spine than is held.
   * @param from who said so, and is asked first
   * @param seq highest number it is known to have
   */
  want(author: string, from: string | null, seq = 0): void {
    if (this.#stopped || author === this.#options.publicKey) return;
    const wanted = this.#wanted.get(author) ?? { peers: new Set<string>(), seq: 0 };
    if (from !== null) wanted.peers.add(from);
    wanted.seq = Math.max(wanted.seq, seq);
    if (!this.#wanted.has(author) && this.#wanted.size >= WANTED_MAX) return;
    this.#wanted.set(author, wanted);
    this.#next();
  }

  /** Takes no more in; resolves when what runs has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wanted.clear();
    await Promise.all(this.#running.values());
  }

  #next(): void {
    for (const [author, wanted] of this.#wanted) {
      if (this.#running.size >= PULLS_AT_ONCE) return;
      if (this.#running.has(author)) continue;
      this.#wanted.delete(author);
      const pull = this.#pull(author, wanted).catch((error: unknown) => {
        this.#modules.log.warn("a spine could not be fetched", { author, error: String(error) });
      }).finally(() => {
        this.#running.delete(author);
        this.#next();
      });
      this.#running.set(author, pull);
    }
  }

  async #pull(author: string, { peers, seq }: Wanted): Promise<void> {
    const connected = this.#modules.net.peers();
    const preferred = [...peers].filter((peer) => connected.includes(peer));
    const others = this.#shuffled(connected.filter((peer) => !preferred.includes(peer)));
    for (const peer of [...preferred, ...others].slice(0, PEERS_ASKED_MAX)) {
      if (this.#stopped || !this.#lacks(author, seq)) return;
      await this.#pullFrom(author, peer, seq);
    }
  }

  #shuffled(peers: readonly string[]): readonly string[] {
    const left = [...peers];
    const order: string[] = [];
    while (left.length > 0) {
      order.push(...left.splice(Math.floor(this.#modules.random() * left.length), 1));
    }
    return order;
  }

  /** Whether more of the author is known to be out there than is linked. */
  #lacks(author: string, seq: number): boolean {
    const { authors } = this.#modules;
    const next = (authors.tip(author)?.seq ?? -1) + 1;
    if (authors.isFrozen(author, next)) return false;
    return next <= Math.max(seq, authors.headSeq(author) ?? -1)
      || authors.tip(author) === null || authors.isWaiting(author);
  }

  async #pullFrom(author: string, peer: string, seq: number): Promise<void> {
    const { client, authors, log } = this.#modules;
    const first = (authors.tip(author)?.seq ?? -1) + 1;
    let pulled = 0;
    try {
      let from = first;
      let ahead = client.events(peer, author, from, SYNC_EVENTS_MAX);
      for (;;) {
        const values = await ahead;
        if (values.length === 0 || this.#stopped) break;
        from += values.length;
        // The next range travels while this one is judged.
        const isMore = values.length === SYNC_EVENTS_MAX
          || from <= Math.max(seq, authors.headSeq(author) ?? -1);
        if (isMore) {
          ahead = client.events(peer, author, from, SYNC_EVENTS_MAX);
          ahead.catch(() => undefined);
        }
        const linked = await this.#takeRange(author, from - values.length, values, peer);
        pulled += linked;
        if (!isMore || linked === 0) break;
      }
    } catch (error) {
      if (error instanceof SyncFault) this.#blame(peer, author, error.message);
      else log.debug("a peer gave no range", { author, peer, error: String(error) });
    }
    if (pulled > 0) {
      log.debug("a spine was fetched", { author, peer, events: pulled, seq: authors.tip(author)?.seq });
    }
  }

  #blame(peer: string, author: string, why: string): void {
    this.#modules.log.warn("a peer served what no honest node holds", { peer, author, why });
    this.#listener.onPoints?.(peer, BAD_SYNC_POINTS, why);
  }

  /** Judges a range and takes it in, a batch at a time. @returns how many were sound */
  async #takeRange(
    author: string, first: number, values: readonly JsonValue[], peer: string,
  ): Promise<number> {
    let taken = 0;
    for (let at = 0; at < values.length; at += WINDOW_ITEMS_MAX) {
      const { sound, written } = this.#takeBatch(
        author, first + at, values.slice(at, at + WINDOW_ITEMS_MAX), peer);
      await written;
      taken += sound;
      if (sound < Math.min(WINDOW_ITEMS_MAX, values.length - at)) return taken;
    }
    return taken;
  }

  #takeBatch(
    author: string, first: number, values: readonly JsonValue[], peer: string,
  ): { readonly sound: number; readonly written: Promise<void> } {
    const { intake, clock } = this.#modules;
    const operations: Operation[] = [];
    const told: AcceptedEvent[] = [];
    const view = this.#view();
    const nowNs = clock.nowNs();
    let sound = 0;
    let fault: string | null = null;
    for (const value of values) {
      if (!isAt(value, author, first + sound)) {
        fault = "not the range that was asked for";
        break;
      }
      const judgement = validateSyncedEvent(value, view, nowNs);
      const { message, verdict } = judgement;
      if (verdict === "accept" && message?.type === "event" && message.state === "linked") {
        const staged = intake.stage(message, peer);
        operations.push(...staged.operations);
        told.push(...staged.told);
      } else if (judgement.code !== "BELOW_TIP") {
        fault = this.#refused(judgement, peer);
        break;
      }
      sound += 1;
    }
    if (fault !== null) this.#blame(peer, author, fault);
    return { sound, written: intake.write(author, operations, told) };
  }

  /** @returns what the peer did wrong; null when it may be honest */
  #refused(judgement: Judgement, peer: string): string | null {
    const { suspicion, log } = this.#modules;
    if (judgement.signed !== undefined) suspicion.suspect(judgement, peer);
    log.debug("a range ends before an event that is not taken",
      { peer, code: judgement.code, detail: judgement.detail });
    if (judgement.verdict === "accept") return "an event with a gap before it";
    return judgement.verdict === "reject" ? judgement.detail : null;
  }

  #view(): EventView {
    const { authors, crypto, suspicion } = this.#modules;
    return {
      crypto, net: this.#options.network, secrets: NO_SECRETS, arrival: { via: "sync" },
      // Only what is linked counts: what waits is linked by the event that is being fetched.
      isHeld: () => false,
      allow: () => true,
      isFrozen: (author, seq) => authors.isFrozen(author, seq),
      tip: (author) => authors.tip(author),
      idAt: (author, seq) => authors.idAt(author, seq),
      hasDetachedRoom: () => false,
      headSeq: (author) => authors.headSeq(author),
      isProven: (body) => suspicion.isProven(body),
    };
  }
}

function isAt(value: JsonValue, author: string, seq: number): boolean {
  if (!isObject(value) || !isObject(value["header"])) return false;
  return value["header"]["author"] === author && value["header"]["seq"] === seq;
}
