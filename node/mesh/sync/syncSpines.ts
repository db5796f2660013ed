/**
 * Fills gaps: fetches ranges of spines from peers, judges every event as if it had come alone, and
 * links them in order. What one peer cannot give, or gives wrongly, is asked of another.
 */
import { isObject } from "../../../protocol/events/event.js";
import type { MeshSecrets } from "../../../protocol/events/handshake.js";
import { beginSyncedEvent, verifyCheck } from "../../../protocol/events/validate.js";
import type {
  AcceptedEvent,
  EventView,
  Judgement,
  Pending,
  SignatureCheck,
  SyncedEvent,
} from "../../../protocol/events/validate.js";
import type { Clock, Crypto, JsonValue, Logger } from "../../../protocol/ports.js";
import type { Operation } from "../../../storage/kv.js";
import type { AuthorBook, LateWrites } from "../intake/authorBook.js";
import type { SignatureChecker } from "../intake/eventJudge.js";
import type { Suspicion } from "../intake/gossip.js";
import type { EventIntake } from "../intake/intake.js";
import type { Net } from "../host/net.js";
import type { RandomNumbers } from "../../runtime/random.js";
import { SyncFault } from "./syncClient.js";
import type { SyncClient } from "./syncClient.js";
import type { Unheard } from "../intake/unheard.js";

/**
 * Events asked for at a time, and judged together. Far fewer than a peer may be asked for: several
 * ranges are in memory at once, as bytes, as texts and as values.
 */
const RANGE_EVENTS = 128;
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
  readonly random: RandomNumbers;
  readonly log: Logger;
  readonly authors: AuthorBook;
  readonly intake: EventIntake;
  readonly client: SyncClient;
  readonly suspicion: Suspicion;
  readonly unheard: Pick<Unheard, "note">;
  /** Without one every signature is checked here. */
  readonly checker?: SignatureChecker;
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

/** One range from a peer, all of one author. */
interface Range {
  readonly author: string;
  readonly peer: string;
  /** Number of the first event. */
  readonly first: number;
  readonly events: readonly SyncedEvent[];
}

/** What was found of a range before any signature was checked. */
interface Begun {
  /** The events up to the first that cannot be taken, and that one. */
  readonly judgements: readonly (Judgement | Pending)[];
  readonly fault: string | null;
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
      const pull = this.#pull(author, wanted)
        .catch((error: unknown) => {
          this.#modules.log.warn("a spine could not be fetched", { author, error: String(error) });
        })
        .finally(() => {
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
      const at = Math.floor(this.#modules.random.next() * left.length);
      order.push(left[at]!);
      left.copyWithin(at, at + 1);
      left.length -= 1;
    }
    return order;
  }

  /** Whether more of the author is known to be out there than is linked. */
  #lacks(author: string, seq: number): boolean {
    const { authors } = this.#modules;
    const next = (authors.tip(author)?.seq ?? -1) + 1;
    if (authors.isFrozen(author, next)) return false;
    return (
      next <= Math.max(seq, authors.headSeq(author) ?? -1) ||
      authors.tip(author) === null ||
      authors.isWaiting(author)
    );
  }

  async #pullFrom(author: string, peer: string, seq: number): Promise<void> {
    const { client, authors, log } = this.#modules;
    let from = (authors.tip(author)?.seq ?? -1) + 1;
    let pulled = 0;
    let writing: Promise<void> = Promise.resolve();
    try {
      let ahead = client.range(peer, author, from, RANGE_EVENTS);
      for (;;) {
        const events = await ahead;
        if (events.length === 0 || this.#stopped) break;
        const first = from;
        from += events.length;
        // The next range travels while this one is judged.
        const isMore =
          events.length === RANGE_EVENTS || from <= Math.max(seq, authors.headSeq(author) ?? -1);
        if (isMore) {
          ahead = client.range(peer, author, from, RANGE_EVENTS);
          ahead.catch(() => undefined);
        }
        const range = { author, peer, first, events };
        const begun = this.#begin(range);
        const valid = await this.#verify(begun.judgements);
        // The range before is being written while this one is judged; no more than that waits.
        await writing;
        const { sound, written } = this.#conclude(range, begun, valid);
        writing = written;
        writing.catch(() => undefined);
        pulled += sound;
        if (!isMore || sound < events.length) break;
      }
      await writing;
    } catch (error) {
      if (error instanceof SyncFault) this.#blame(peer, author, error.message);
      else log.debug("a peer gave no range", { author, peer, error: String(error) });
    }
    if (pulled > 0) {
      log.debug("a spine was fetched", {
        author,
        peer,
        events: pulled,
        seq: authors.tip(author)?.seq,
      });
    }
  }

  #blame(peer: string, author: string, why: string): void {
    this.#modules.log.warn("a peer sent events that no honest node holds", { peer, author, why });
    this.#listener.onPoints?.(peer, BAD_SYNC_POINTS, why);
  }

  /** Everything but the signatures. */
  #begin({ author, first, events }: Range): Begun {
    const view = this.#view();
    const nowNs = this.#modules.clock.nowNs();
    const judgements: (Judgement | Pending)[] = [];
    for (const event of events) {
      if (!isAt(event.value, author, first + judgements.length)) {
        return { judgements, fault: "not the range that was asked for" };
      }
      const begun = beginSyncedEvent(event, view, nowNs);
      judgements.push(begun);
      if (!("check" in begun)) break;
    }
    return { judgements, fault: null };
  }

  /** One answer for each judgement that waits for one, in order. */
  async #verify(judgements: Begun["judgements"]): Promise<readonly boolean[]> {
    const { crypto, checker } = this.#modules;
    const checks = judgements.flatMap((begun) => ("check" in begun ? [begun.check] : []));
    const here = (): readonly boolean[] =>
      checks.map((check: SignatureCheck) => verifyCheck(crypto, check));
    return checker === undefined ? here() : checker.checkAll(checks).catch(here);
  }

  /** Ingests what is sound, in one batch. @returns how many were, and when they are durable */
  #conclude(
    { author, peer }: Range,
    { judgements, fault: begunFault }: Begun,
    valid: readonly boolean[],
  ): { readonly sound: number; readonly written: Promise<void> } {
    const { intake, unheard } = this.#modules;
    const operations: Operation[] = [];
    const told: AcceptedEvent[] = [];
    const late: LateWrites = new Map();
    let sound = 0;
    let fault = begunFault;
    for (const [i, begun] of judgements.entries()) {
      const judgement = "check" in begun ? begun.conclude(valid[i]!) : begun;
      const { message, verdict } = judgement;
      if (verdict === "accept" && message?.type === "event" && message.state === "linked") {
        const staged = intake.stage(message, peer, late);
        operations.push(...staged.operations);
        told.push(...staged.told);
        unheard.note(message);
      } else if (judgement.code !== "BELOW_TIP") {
        fault = this.#refused(judgement, peer);
        break;
      }
      sound += 1;
    }
    for (const write of late.values()) operations.push(...write());
    if (fault !== null) this.#blame(peer, author, fault);
    return { sound, written: intake.write(author, operations, told) };
  }

  /** @returns what the peer did wrong; null when it may be honest */
  #refused(judgement: Judgement, peer: string): string | null {
    const { suspicion, log } = this.#modules;
    if (judgement.signed !== undefined) suspicion.suspect(judgement, peer);
    log.debug("a range ends before an event that was not accepted", {
      peer,
      code: judgement.code,
      detail: judgement.detail,
    });
    if (judgement.verdict === "accept") return "an event with a gap before it";
    return judgement.verdict === "reject" ? judgement.detail : null;
  }

  #view(): EventView {
    const { authors, crypto, suspicion } = this.#modules;
    return {
      crypto,
      net: this.#options.network,
      secrets: NO_SECRETS,
      arrival: { via: "sync" },
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
