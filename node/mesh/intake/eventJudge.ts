/**
 * The one judge behind every entrance of this node: buckets, the bound of what waits, and where
 * signatures are checked.
 */
import { isAscii, isUtf8 } from "node:buffer";
import type { MeshSecrets } from "../../../protocol/events/handshake.js";
import { beginEvent } from "../../../protocol/mesh/validate.js";
import { verifyCheck } from "../../../protocol/mesh/judgement.js";
import type { Arrival, EventView, RoundBook } from "../../../protocol/events/eventView.js";
import type { Judgement, SignatureCheck } from "../../../protocol/mesh/judgement.js";
import { VALIDATION_QUEUE_MAX } from "../../../protocol/limits.js";
import type { Clock, Crypto, JsonObject } from "../../../protocol/ports.js";
import type { Admission } from "./admission.js";
import type { AuthorBook } from "./authorBook.js";
import type { EventIntake } from "./intake.js";
import { calcondOf } from "./calcond.js";
import { ReplayMemory } from "./replayMemory.js";
import { TokenBuckets } from "../../runtime/tokenBucket.js";
import type { Unheard } from "./unheard.js";

/** Checks signatures somewhere else, while this thread goes on. */
export interface SignatureChecker {
  /** @throws Error when the checker is gone */
  check(check: SignatureCheck): Promise<boolean>;
  /** All of a range, in order. @throws Error when the checker is gone */
  checkAll(checks: readonly SignatureCheck[]): Promise<readonly boolean[]>;
}

interface JudgeOptions {
  readonly network: string;
  readonly secrets: MeshSecrets;
}

interface JudgeModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly authors: AuthorBook;
  readonly admission?: Pick<Admission, "mayBring">;
  readonly intake: Pick<EventIntake, "writing">;
  readonly isProven: (body: JsonObject) => boolean;
  readonly unheard: Pick<Unheard, "has">;
  /** Rounds of gathered heads that were heard, where witnesses are named. */
  readonly rounds?: Pick<RoundBook, "state"> | undefined;
  /** Without one every signature is checked here. */
  readonly checker?: SignatureChecker;
}

const AUTHOR_RATE = { perSecond: 10, burst: 100 };
const NEIGHBOUR_RATE = { perSecond: 500, burst: 1_000 };
/** Signatures checked in this thread; what comes beyond goes to the checker. */
const INLINE_RATE = { perSecond: 2_000, burst: 200 };
const INLINE = "inline";
/** Calconds over which accepted messages are counted. */
const RECENT_CALCONDS = 120;

const BUSY: Judgement = { verdict: "ignore", code: "BUSY", detail: "too many events are waiting" };

export class EventJudge {
  readonly #options: JudgeOptions;
  readonly #modules: JudgeModules;
  readonly #authorRate = new TokenBuckets(AUTHOR_RATE);
  readonly #neighbourRate = new TokenBuckets(NEIGHBOUR_RATE);
  readonly #inlineRate = new TokenBuckets(INLINE_RATE);
  readonly #replays = new ReplayMemory();
  /** Accepted messages by calcond. */
  readonly #recent = new Map<number, number>();
  #lastCalcond: number | null = null;
  #checking = 0;
  readonly #calcond: () => number;

  constructor(options: JudgeOptions, modules: JudgeModules) {
    this.#options = options;
    this.#modules = modules;
    this.#calcond = calcondOf(modules.clock);
  }

  /** Messages judged and not yet durable. */
  get waiting(): number {
    return this.#checking + this.#modules.intake.writing;
  }

  /** Messages accepted in the last 120 calconds. */
  recentCount(): number {
    const oldest = this.#calcond() - RECENT_CALCONDS;
    let count = 0;
    for (const [calcond, accepted] of this.#recent) if (calcond >= oldest) count += accepted;
    return count;
  }

  get lastCalcond(): number | null {
    return this.#lastCalcond;
  }

  /** Handshakes remembered. */
  get replays(): number {
    return this.#replays.size;
  }

  /** Id of the event that came with this MAC before, or null. */
  replayed(mac: string): string | null {
    return this.#replays.find(mac, this.#calcond());
  }

  remember(mac: string, sender: string, id: string): void {
    this.#replays.remember(mac, sender, id, this.#calcond());
  }

  count(): void {
    const calcond = this.#calcond();
    this.#lastCalcond = calcond;
    this.#recent.set(calcond, (this.#recent.get(calcond) ?? 0) + 1);
    for (const old of this.#recent.keys()) {
      if (old >= calcond - RECENT_CALCONDS) break;
      this.#recent.delete(old);
    }
  }

  /**
   * Judges a message and acts on it in the same turn of the event loop, so that what the judgement
   * rests on still holds.
   * @param neighbour who handed it over
   */
  judge<T>(
    bytes: Uint8Array,
    arrival: Arrival,
    neighbour: string,
    act: (judgement: Judgement) => T,
  ): T | Promise<T> {
    const { clock, crypto, checker } = this.#modules;
    const nowNs = clock.nowNs();
    // Before anything is read: who is flooded must not read the flood.
    if (arrival.via === "gossip" && this.waiting >= VALIDATION_QUEUE_MAX) return act(BUSY);
    const begun = beginEvent(bytes, this.#view(arrival, neighbour, nowNs), nowNs);
    if (!("check" in begun)) return act(begun);
    if (this.waiting >= VALIDATION_QUEUE_MAX) return act(BUSY);
    const { check, conclude } = begun;
    if (checker === undefined || this.#inlineRate.take(INLINE, nowNs)) {
      return act(conclude(verifyCheck(crypto, check)));
    }
    this.#checking += 1;
    return checker
      .check(check)
      .catch(() => verifyCheck(crypto, check))
      .then((isValid) => {
        this.#checking -= 1;
        return act(conclude(isValid));
      });
  }

  #view(arrival: Arrival, neighbour: string, nowNs: bigint): EventView {
    const { admission, authors, crypto, isProven, rounds, unheard } = this.#modules;
    const { network: net, secrets } = this.#options;
    // Whoever hands in over HTTP names a sender of its choice.
    const introducer = arrival.via === "http" ? null : neighbour;
    return {
      crypto,
      net,
      secrets,
      arrival,
      isProven,
      isHeld: (id) => authors.isHeld(id),
      isUnheard: (id) => unheard.has(id),
      isReplay: (mac) => this.replayed(mac) !== null,
      allow: (author) =>
        this.#neighbourRate.take(neighbour, nowNs) && this.#authorRate.take(author, nowNs),
      hasPlace: (author, kind) =>
        authors.tip(author) !== null ||
        !authors.isKept(author, kind) ||
        admission?.mayBring(author, introducer) !== false,
      isFrozen: (author, seq) => authors.isFrozen(author, seq),
      tip: (author) => authors.tip(author),
      idAt: (author, seq) => authors.idAt(author, seq),
      hasDetachedRoom: (author, bytes) => authors.hasDetachedRoom(author, bytes),
      headSeq: (author) => authors.headSeq(author),
      headId: (author) => authors.headId(author),
      ...(rounds === undefined ? {} : { roundState: (round) => rounds.state(round) }),
      decode: strictText,
    };
  }
}

/** The text of well-formed UTF-8, else null. */
export function strictText(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(bytes)) return buffer.toString("latin1");
  return isUtf8(bytes) ? buffer.toString("utf8") : null;
}
