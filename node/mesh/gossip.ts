/**
 * The door for what neighbours flood: each message is judged once, kept, and told to whoever
 * listens.
 */
import type { MeshSecrets } from "../../protocol/events/handshake.js";
import { TOPIC_NAMES, topicOf } from "../../protocol/events/topics.js";
import { validateEvent } from "../../protocol/events/validate.js";
import type {
  AcceptedEvent, AcceptedNote, EventView, Judgement,
} from "../../protocol/events/validate.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Clock, Crypto, JsonObject, Logger } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { AuthorBook } from "./authorBook.js";
import type { EventIntake, IntakeListener } from "./intake.js";
import type { GossipVerdict, Net } from "./net.js";
import { RecentMap } from "./recentMap.js";
import { DENIED_MS, GRAYLISTING_FAULTS } from "./scoring.js";
import { TokenBuckets } from "./tokenBucket.js";

interface GossipOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
  readonly secrets: MeshSecrets;
}

export interface GossipListener extends IntakeListener {
  /** Somebody signs with this node's key what this node did not write. */
  readonly onSelfEquivocation?: (detail: string) => void;
  /** Every verdict, for metrics. */
  readonly onVerdict?: (topic: string, verdict: GossipVerdict, code: string) => void;
}

interface GossipModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly log: Logger;
  readonly net: Net;
  readonly store: Store;
  readonly authors: AuthorBook;
  readonly intake: EventIntake;
  readonly suspicion: Suspicion;
}

/** Looks into what two histories of one author are made of. */
export interface Suspicion {
  /** A judgement that names a second event or head where one is held. */
  suspect(judgement: Judgement, from: string | null): void;
  isProven(body: JsonObject): boolean;
}

const AUTHOR_RATE = { perSecond: 10, burst: 100 };
const NEIGHBOUR_RATE = { perSecond: 500, burst: 1_000 };
/** Messages whose write is under way; more are ignored, and may be asked for again. */
const WRITING_MAX = 4_096;
const FAULTY_PEERS_MAX = 4_096;
/** Calconds over which accepted messages are counted. */
const RECENT_CALCONDS = 120;

interface Faults {
  readonly topic: string;
  count: number;
}

export class Gossip {
  readonly #options: GossipOptions;
  readonly #modules: GossipModules;
  readonly #listener: GossipListener;
  readonly #authorRate = new TokenBuckets(AUTHOR_RATE);
  readonly #neighbourRate = new TokenBuckets(NEIGHBOUR_RATE);
  readonly #faults = new RecentMap<string, Faults>(FAULTY_PEERS_MAX);
  /** Accepted messages by calcond. */
  readonly #recent = new RecentMap<number, number>(RECENT_CALCONDS + 1);
  #leave: (() => void)[] = [];
  #lastCalcond: number | null = null;
  #idle: Promise<unknown> = Promise.resolve();

  constructor(options: GossipOptions, modules: GossipModules, listener: GossipListener = {}) {
    this.#options = options;
    this.#modules = modules;
    this.#listener = listener;
  }

  start(): void {
    for (const name of TOPIC_NAMES) {
      const topic = topicOf(this.#options.network, name);
      this.#leave.push(
        this.#modules.net.subscribe(topic, (data, from) => this.#judge(topic, data, from))
      );
    }
  }

  /** Leaves the topics and waits for what is being written. */
  async stop(): Promise<void> {
    for (const leave of this.#leave) leave();
    this.#leave = [];
    await this.#idle;
  }

  /** Messages accepted in the last 120 calconds. */
  recentCount(): number {
    const oldest = this.#calcond() - RECENT_CALCONDS;
    let count = 0;
    for (
      const [calcond, accepted] of this.#recent.entries()
    ) if (calcond >= oldest) count += accepted;
    return count;
  }

  get lastCalcond(): number | null {
    return this.#lastCalcond;
  }

  #calcond(): number {
    return Number(this.#modules.clock.nowNs() / CALCOND_NS);
  }

  #view(topic: string, from: string, nowNs: bigint): EventView {
    const { authors, crypto } = this.#modules;
    const { network: net, secrets } = this.#options;
    return {
      crypto, net, secrets, arrival: { via: "gossip", topic },
      isHeld: (id) => authors.isHeld(id),
      allow: (author) =>
        this.#neighbourRate.take(from, nowNs) && this.#authorRate.take(author, nowNs),
      isFrozen: (author, seq) => authors.isFrozen(author, seq),
      tip: (author) => authors.tip(author),
      idAt: (author, seq) => authors.idAt(author, seq),
      hasDetachedRoom: (author, bytes) => authors.hasDetachedRoom(author, bytes),
      headSeq: (author) => authors.headSeq(author),
      headId: (author) => authors.headId(author),
      isProven: (body) => this.#modules.suspicion.isProven(body),
    };
  }

  #judge(topic: string, data: Uint8Array, from: string): GossipVerdict {
    const nowNs = this.#modules.clock.nowNs();
    const judgement = this.#modules.intake.writing >= WRITING_MAX
      ? { verdict: "ignore", code: "BUSY", detail: "too much is being written" } as const
      : validateEvent(data, this.#view(topic, from, nowNs), nowNs);
    const verdict = this.#act(judgement, from);
    this.#listener.onVerdict?.(topic, verdict, judgement.code);
    if (verdict === "reject") this.#fault(topic, from, judgement);
    return verdict;
  }

  #act(judgement: Judgement, from: string): GossipVerdict {
    const { verdict, message } = judgement;
    const { suspicion, intake } = this.#modules;
    if (judgement.signed !== undefined || judgement.rivalHead !== undefined) {
      suspicion.suspect(judgement, from);
    }
    if (verdict !== "accept" || message === undefined) return verdict;
    const author = message.type === "event" ? message.event.header.author : message.note.author;
    if (author === this.#options.publicKey) {
      this.#track(this.#checkOwn(message));
      return "ignore";
    }
    this.#count();
    // Forwarding promises nothing, so it does not wait for the disk; the application does.
    this.#track(message.type === "event"
      ? intake.take(message, from) : intake.takeHead(message, from));
    return "accept";
  }

  #count(): void {
    const calcond = this.#calcond();
    this.#lastCalcond = calcond;
    this.#recent.set(calcond, (this.#recent.get(calcond) ?? 0) + 1);
  }

  #track(work: Promise<unknown>): void {
    const before = this.#idle;
    this.#idle = work.then(() => before, (error: unknown) => {
      this.#modules.log.error("work for the mesh failed", { error: String(error) });
      return before;
    });
  }

  /** What comes back under this node's own key must be its own. */
  async #checkOwn(message: AcceptedEvent | AcceptedNote): Promise<void> {
    const { store } = this.#modules;
    const { publicKey } = this.#options;
    const { seq, id } = message.type === "event"
      ? { seq: message.event.header.seq, id: message.id } : message.note;
    const held = await store.spine.event(publicKey, seq);
    if (held?.id === id) return;
    this.#listener.onSelfEquivocation?.(
      `an event ${seq} signed with this node's key is not the one on its spine`);
  }

  #fault(topic: string, from: string, { code, detail }: Judgement): void {
    const name = `${from} ${topic}`;
    const faults = this.#faults.get(name) ?? { topic, count: 0 };
    faults.count += 1;
    this.#faults.set(name, faults);
    this.#modules.log.debug("a message was rejected", { from, topic, code, detail });
    if (faults.count < GRAYLISTING_FAULTS) return;
    this.#faults.delete(name);
    this.#modules.log.warn("a neighbour was cut off", { from, topic, code });
    this.#track(this.#modules.net.deny(from, DENIED_MS));
  }
}
