/**
 * Fills gaps: fetches ranges of spines from peers, judges every event as if it had come alone, and
 * links them in order. What one peer cannot give, or gives wrongly, is asked of another.
 */
import { isObject } from "../../../protocol/encoding/json.js";
import { beginSyncedEvent } from "../../../protocol/mesh/validate.js";
import { verifyCheck } from "../../../protocol/mesh/judgement.js";
import type { SyncedEvent } from "../../../protocol/mesh/validate.js";
import type { EventView } from "../../../protocol/events/eventView.js";
import type {
  AcceptedEvent,
  Judgement,
  Pending,
  SignatureCheck,
} from "../../../protocol/mesh/judgement.js";
import type { Clock, Crypto, JsonValue, Logger } from "../../../protocol/ports.js";
import type { Operation } from "../../../storage/kv/kv.js";
import type { Admission } from "../intake/admission.js";
import type { LateWrites } from "../intake/announcements.js";
import type { AuthorBook } from "../intake/authorBook.js";
import type { SignatureChecker } from "../intake/eventJudge.js";
import type { Suspicion } from "../intake/gossip.js";
import type { EventIntake } from "../intake/intake.js";
import type { Net } from "../host/net.js";
import { peerIdOf } from "../host/peerKey.js";
import { RecentMap } from "../../runtime/recentMap.js";
import type { RandomNumbers } from "../../runtime/random.js";
import { SyncFault } from "./syncClient.js";
import type { SyncClient } from "./syncClient.js";
import { PullQueue, type Pull } from "./pullQueue.js";
import { syncedView } from "./syncedView.js";
import type { Unheard } from "../intake/unheard.js";

/**
 * Events asked for at a time, and judged together. Far fewer than a peer may be asked for: several
 * ranges are in memory at once, as bytes, as texts and as values.
 */
const RANGE_EVENTS = 128;
/** What a peer that served a bad event loses of its score. */
export const BAD_SYNC_POINTS = -100;
/** Beside the topics: claims that a peer did not make good. */
const UNSERVED = "unserved";
const PEERS_MAX = 4_096;

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
  readonly admission?: Pick<Admission, "mayBring">;
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
  /** A peer did not give what it said that it holds. */
  readonly onFault?: (peer: string, what: string, code: string) => void;
}

/** One range from a peer, all of one author. */
interface Range {
  readonly author: string;
  readonly peer: string;
  /** Number of the first event. */
  readonly first: number;
  readonly events: readonly SyncedEvent[];
}

/** Events found of a range before any signature was checked. */
interface Begun {
  /** The events up to the first that cannot be taken, and that one. */
  readonly judgements: readonly (Judgement | Pending)[];
  readonly fault: string | null;
}

export class SpineSync {
  readonly #options: SyncOptions;
  readonly #modules: SyncModules;
  readonly #listener: SyncListener;
  readonly #queue: PullQueue;
  readonly #running = new Set<Promise<void>>();
  /** Ranges that came, so that a peer which gives none stands out from a line that is down. */
  readonly #gave = new RecentMap<string, number>(PEERS_MAX);
  #ranges = 0;
  #stopped = false;

  constructor(options: SyncOptions, modules: SyncModules, listener: SyncListener = {}) {
    this.#options = options;
    this.#modules = modules;
    this.#listener = listener;
    const { authors, random } = modules;
    this.#queue = new PullQueue({
      isKnown: (author) => authors.tip(author) !== null || authors.headSeq(author) !== null,
      lacks: (author, seq) => this.#lacks(author, seq),
      nodeOf: peerIdOf,
      draw: (count) => Math.floor(random.next() * count),
    });
  }

  /** Authors being fetched or waiting for it. */
  get size(): number {
    return this.#queue.size;
  }

  /**
   * There is more of an author's spine than is held.
   * @param from who said so, and is asked first
   * @param seq highest number it is known to have
   * @param isHeld whether it said that it holds that, too
   */
  want(author: string, from: string | null, seq = 0, isHeld = false): void {
    if (this.#stopped || author === this.#options.publicKey) return;
    const { admission, authors, net } = this.#modules;
    // Asked for again at the next comparison.
    if (!authors.isKept(author, null)) return;
    // Asked for again at the next comparison.
    if (authors.tip(author) === null && admission?.mayBring(author, from) === false) return;
    this.#queue.add(author, from, { seq, isHeld });
    // A head that somebody passes on may come before what it counts has come to them.
    const own = peerIdOf(author);
    if (from !== null && from !== own && net.peers().includes(own))
      this.#queue.add(author, own, { seq, isHeld: false });
    this.#next();
  }

  /** Takes no more in; resolves when what runs has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#queue.clear();
    await Promise.all(this.#running);
  }

  #next(): void {
    while (!this.#stopped) {
      const next = this.#queue.take(this.#modules.net.peers());
      if (next === null) return;
      const pull = this.#pull(next).finally(() => {
        this.#running.delete(pull);
        this.#next();
      });
      this.#running.add(pull);
    }
  }

  async #pull(pull: Pull): Promise<void> {
    const { author, peer, seq, claimedSeq } = pull;
    const { authors, net } = this.#modules;
    const before = this.#ranges - (this.#gave.get(peer) ?? 0);
    const pulled = await this.#pullFrom(author, peer, seq);
    const isUnserved =
      pulled === 0 &&
      !this.#stopped &&
      claimedSeq > (authors.tip(author)?.seq ?? -1) &&
      !authors.isFrozen(author, (authors.tip(author)?.seq ?? -1) + 1) &&
      net.peers().includes(peer);
    this.#queue.done(pull, pulled, isUnserved);
    // While others give nothing either, it may well be this node that is slow.
    const haveOthersGiven = this.#ranges - (this.#gave.get(peer) ?? 0) > before;
    if (isUnserved && haveOthersGiven) this.#listener.onFault?.(peer, UNSERVED, "UNSERVED");
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

  /** @returns how many sound events came */
  async #pullFrom(author: string, peer: string, seq: number): Promise<number> {
    const { client, authors, log } = this.#modules;
    let from = (authors.tip(author)?.seq ?? -1) + 1;
    let pulled = 0;
    let writing: Promise<void> = Promise.resolve();
    try {
      let ahead = client.range(peer, author, from, RANGE_EVENTS);
      for (;;) {
        const events = await ahead;
        if (events.length === 0 || this.#stopped) break;
        this.#ranges += 1;
        this.#gave.set(peer, (this.#gave.get(peer) ?? 0) + 1);
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
    return pulled;
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
    const accepted: AcceptedEvent[] = [];
    const late: LateWrites = new Map();
    let sound = 0;
    let fault = begunFault;
    for (const [i, begun] of judgements.entries()) {
      const judgement = "check" in begun ? begun.conclude(valid[i]!) : begun;
      const { message, verdict } = judgement;
      if (verdict === "accept" && message?.type === "event" && message.state === "linked") {
        const staged = intake.stage(message, peer, late);
        operations.push(...staged.operations);
        accepted.push(...staged.accepted);
        unheard.note(message);
      } else if (judgement.code !== "BELOW_TIP") {
        fault = this.#refused(judgement, peer);
        break;
      }
      sound += 1;
    }
    for (const write of late.values()) operations.push(...write());
    if (fault !== null) this.#blame(peer, author, fault);
    return { sound, written: intake.write(author, operations, accepted) };
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
    const { suspicion } = this.#modules;
    return {
      ...syncedView(this.#modules, this.#options.network),
      isProven: (body) => suspicion.isProven(body),
    };
  }
}

function isAt(value: JsonValue, author: string, seq: number): boolean {
  if (!isObject(value) || !isObject(value["header"])) return false;
  return value["header"]["author"] === author && value["header"]["seq"] === seq;
}
