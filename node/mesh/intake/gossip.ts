/**
 * The door for what neighbours flood: each message is judged once, kept, and told to anyone who
 * listens.
 */
import {
  isBoundTopic,
  isOfWorkTopic,
  TOPIC_NAMES,
  topicOf,
} from "../../../protocol/events/topics.js";
import type { TopicName } from "../../../protocol/events/topics.js";
import type { RoundBook } from "../../../protocol/events/eventView.js";
import type { AcceptedEvent, AcceptedNote, Judgement } from "../../../protocol/mesh/judgement.js";
import type { JsonObject, Logger } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import type { EventJudge } from "./eventJudge.js";
import type { EventIntake, IntakeListener } from "./intake.js";
import type { GossipVerdict, Net } from "../host/net.js";
import type { Keeping } from "./keeping.js";
import type { Unheard } from "./unheard.js";

interface GossipOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
}

export interface GossipListener extends IntakeListener {
  /** Somebody signs with this node's key what this node did not write. */
  readonly onSelfEquivocation?: (detail: string) => void;
  /** Every verdict, for metrics. */
  readonly onVerdict?: (topic: string, verdict: GossipVerdict, code: string) => void;
  /** A neighbour handed over what no honest one does. */
  readonly onFault?: (peer: string, topic: string, code: string) => void;
}

interface GossipModules {
  readonly log: Logger;
  readonly net: Net;
  readonly store: Store;
  readonly intake: EventIntake;
  readonly judge: EventJudge;
  readonly suspicion: Suspicion;
  readonly unheard: Pick<Unheard, "heard">;
  readonly keeping: Pick<Keeping, "isAside" | "isQuiet">;
  /** Where rounds of gathered heads go; absent where no witnesses are named. */
  readonly rounds?: Pick<RoundBook, "take"> | undefined;
}

/** Looks into what two histories of one author are made of. */
export interface Suspicion {
  /** A judgement that names a second event or head where one is held. */
  suspect(judgement: Judgement, from: string | null): void;
  isProven(body: JsonObject): boolean;
}

/**
 * What strangers say of their spines, of use to who gathers it or keeps all. A digest tells that its author
 * is there, which connections tell as well, and stands on its spine for those who keep that.
 */
const OF_STRANGERS: ReadonlySet<TopicName> = new Set(["head", "digest"]);

/** What became of the messages of a topic. */
export type TopicCounts = Record<GossipVerdict, number>;

export class Gossip {
  readonly #options: GossipOptions;
  readonly #modules: GossipModules;
  readonly #listener: GossipListener;
  readonly #counts = new Map<TopicName, TopicCounts>();
  readonly #leave = new Map<TopicName, () => void>();
  #isStarted = false;
  #idle: Promise<unknown> = Promise.resolve();

  constructor(options: GossipOptions, modules: GossipModules, listener: GossipListener = {}) {
    this.#options = options;
    this.#modules = modules;
    this.#listener = listener;
  }

  start(): void {
    this.#isStarted = true;
    this.follow();
  }

  /** Joins the topics that concern this node now, and leaves all others. */
  follow(): void {
    if (!this.#isStarted) return;
    for (const name of TOPIC_NAMES) {
      const leave = this.#leave.get(name);
      const isWanted = this.#isWanted(name);
      if (isWanted && leave === undefined) this.#join(name);
      if (isWanted || leave === undefined) continue;
      leave();
      this.#leave.delete(name);
    }
  }

  #isWanted(name: TopicName): boolean {
    const { isAside, isQuiet } = this.#modules.keeping;
    // Who names no witnesses could not tell a round from a lie.
    if (name === "ckpt" && this.#modules.rounds === undefined) return false;
    if (isOfWorkTopic(name) && isAside) return false;
    // On the topic of the heads of all are those of spines that bind, too.
    if (isBoundTopic(name)) return isQuiet;
    return !isQuiet || !OF_STRANGERS.has(name);
  }

  #join(name: TopicName): void {
    const counts = this.#counts.get(name) ?? { accept: 0, ignore: 0, reject: 0 };
    this.#counts.set(name, counts);
    const topic = topicOf(this.#options.network, name);
    const leave = this.#modules.net.subscribe(topic, (data, from) => {
      const judged = this.#modules.judge.judge(
        data,
        { via: "gossip", topic },
        from,
        (judgement) => {
          const verdict = this.#act(judgement, from);
          counts[verdict] += 1;
          this.#tell(topic, verdict, judgement, from);
          return verdict;
        },
      );
      if (judged instanceof Promise) this.#track(judged);
      return judged;
    });
    this.#leave.set(name, leave);
  }

  /** Leaves the topics and waits for what is being written. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    for (const leave of this.#leave.values()) leave();
    this.#leave.clear();
    for (let idle = null; idle !== this.#idle;) {
      idle = this.#idle;
      await idle;
    }
  }

  follows(name: TopicName): boolean {
    return this.#leave.has(name);
  }

  counts(name: TopicName): TopicCounts {
    return this.#counts.get(name) ?? { accept: 0, ignore: 0, reject: 0 };
  }

  #act(judgement: Judgement, from: string): GossipVerdict {
    const { verdict, message, heardOf } = judgement;
    const { suspicion, intake, judge, rounds, unheard } = this.#modules;
    if (judgement.signed !== undefined || judgement.rivalHead !== undefined) {
      suspicion.suspect(judgement, from);
    }
    if (heardOf !== undefined) unheard.heard(heardOf);
    if (verdict !== "accept" || message === undefined) return verdict;
    const author = message.type === "event" ? message.event.header.author : message.note.author;
    if (author === this.#options.publicKey) {
      if (message.type !== "round") this.#track(this.#checkOwn(message));
      return "ignore";
    }
    judge.count();
    if (message.type === "round") {
      const { author: gatherer, checkpoint, round } = message.note;
      rounds?.take({ gatherer, round, note: checkpoint });
      return "accept";
    }
    // Forwarding promises nothing, so it does not wait for the disk; the application does.
    this.#track(
      message.type === "event" ? intake.take(message, from) : intake.takeHead(message, from),
    );
    return "accept";
  }

  #tell(topic: string, verdict: GossipVerdict, { code, detail }: Judgement, from: string): void {
    this.#listener.onVerdict?.(topic, verdict, code);
    if (verdict !== "reject") return;
    this.#modules.log.debug("a message was rejected", { from, topic, code, detail });
    this.#listener.onFault?.(from, topic, code);
  }

  #track(work: Promise<unknown>): void {
    const before = this.#idle;
    this.#idle = work.then(
      () => before,
      (error: unknown) => {
        this.#modules.log.error("work for the mesh failed", { error: String(error) });
        return before;
      },
    );
  }

  /** What comes back under this node's own key must be its own. */
  async #checkOwn(message: AcceptedEvent | AcceptedNote): Promise<void> {
    const { store } = this.#modules;
    const { publicKey } = this.#options;
    const { seq, id } =
      message.type === "event" ? { seq: message.event.header.seq, id: message.id } : message.note;
    const held = await store.spine.event(publicKey, seq);
    if (held?.id === id) return;
    this.#listener.onSelfEquivocation?.(
      `an event ${seq} signed with this node's key is not the one on its spine`,
    );
  }
}
