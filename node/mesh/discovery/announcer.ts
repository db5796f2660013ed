/**
 * What this node says about itself: its signed head, its addresses, its digest. Each is said when
 * it has changed, and to who comes; at rest nothing is. Nothing is said before it is durable: a
 * crash in between would let it sign two events with one number.
 */
import { createNote, EVENT_VERSION } from "../../../protocol/seal/event.js";
import type { Author, EncodedEvent } from "../../../protocol/seal/event.js";
import { makeHandshake } from "../../../protocol/events/handshake.js";
import type { MeshSecrets } from "../../../protocol/events/handshake.js";
import {
  EVENT_KINDS,
  NOTE_KINDS,
  ROUND_CHARS_MAX,
  topicOfEvent,
} from "../../../protocol/mesh/kinds.js";
import type { DigestBody, NodeBody } from "../../../protocol/mesh/kinds.js";
import { boundTopic, topicOf } from "../../../protocol/events/topics.js";
import type { TopicName } from "../../../protocol/events/topics.js";
import { encodeWire } from "../../../protocol/events/wireText.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { isObject, parseJson } from "../../../protocol/encoding/json.js";
import { parseCheckpoint } from "../../../protocol/seal/checkpoint.js";
import { readHeadsOrigin } from "../../../protocol/witness/heads.js";
import { CALCOND_NS } from "../../../protocol/limits.js";
import type { Clock, Crypto, JsonObject, Logger } from "../../../protocol/ports.js";
import type { Store } from "../../../storage/store.js";
import type { Net } from "../host/net.js";
import { CALCOND_MS, type Cancel, type Scheduler } from "../../runtime/scheduler.js";
import { GATHERING_MS, Paced, SEAL_GATHERING_MS } from "../../runtime/paced.js";

/**
 * Between heads of a spine that grows. Every head is heard by all: the more nodes there are, the
 * seldomer each speaks, so that one hears thirty a second of all together.
 */
const HEAD_MS_MIN = 388;
const HEAD_MS_OF_NODE = 33;

interface AnnouncerOptions {
  readonly network: string;
  readonly author: Author;
  readonly secrets: MeshSecrets;
  readonly kid: number;
}

/** The node's own spine, as far as it is announced. */
interface AnnouncedSpine {
  /** Null before the first event. */
  readonly tip: { readonly seq: number; readonly id: string } | null;
  /** Whether something on it binds others; absent: it may. */
  readonly isBinding?: boolean;
  /** Whether all of that is of work. */
  readonly isOfWork?: boolean;
  /** Signed text of the head. */
  checkpoint(): string;
}

/** The one writer of the spine. */
interface SpineAppender {
  /** @returns the durable event, or null when the node may not write now */
  append(kind: string, body: JsonObject): Promise<{ readonly encoded: EncodedEvent } | null>;
}

/** What the node says in its events. */
interface SelfDescription {
  node(): NodeBody;
  digest(): Promise<DigestBody>;
  /** Told of a digest that is durable, or was before this start. @param event canonical */
  announced(body: DigestBody, event: string): void;
}

export interface AnnouncerModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly log: Logger;
  readonly net: Net;
  readonly store: Store;
  readonly spine: AnnouncedSpine;
  readonly appender: SpineAppender;
  readonly self: SelfDescription;
  readonly scheduler: Scheduler;
  /**
   * Nodes whose heads come together where this one's goes: those of the whole mesh, where few follow the heads
   * of all. Absent: those near.
   */
  readonly nodesFollowed?: () => number;
  /** Whether the wall clock was set, which is seen before it is judged; never, if left out. */
  readonly isClockStepped?: () => boolean;
}

const BURST = 4;
const HEAD_MS_MAX = (NOTE_KINDS["head"]?.periodCalconds ?? 10) * CALCOND_MS;
/** Heads of one burst are not signed while the one before is being sent. */
const HEAD_REST_MS = 50;
/** Between looks at whether they have changed. */
const NODE_PERIOD_CALCONDS = EVENT_KINDS["node"]?.periodCalconds ?? 463;
const DIGEST_PERIOD_CALCONDS = EVENT_KINDS["digest"]?.periodCalconds ?? 120;
/**
 * Between greetings, which all hear, once newcomers come one after the other. They have heard
 * nothing that was said before, and fetch it from whom they know: only the signed head they may
 * have to wait for.
 */
const GREETING_PERIOD_CALCONDS = 60;
const GREETING_BURST = 2;

export class Announcer {
  readonly #options: AnnouncerOptions;
  readonly #modules: AnnouncerModules;
  /** The head of a spine that has grown. */
  readonly #head: Paced;
  /** The same head once more, for newcomers. */
  readonly #headAgain: Paced;
  readonly #greeting: Paced;
  #timers: Cancel[] = [];
  #offSubscriber: Cancel = () => undefined;
  #digestLooked = false;
  #stopped = false;
  #isHeld = false;
  /** Id of the event whose head was said last. */
  #saidHead = "";
  /** Events being written that are sent by themselves. */
  #appending = 0;

  constructor(options: AnnouncerOptions, modules: AnnouncerModules) {
    this.#options = options;
    this.#modules = modules;
    const { scheduler } = modules;
    this.#head = new Paced(() => this.#publishHead(true), scheduler, {
      periodMs: () => this.#headMs,
      burst: BURST,
      restMs: HEAD_REST_MS,
    });
    this.#headAgain = new Paced(() => this.#publishHead(false), scheduler, {
      periodMs: () => HEAD_MS_MAX,
      burst: BURST,
    });
    this.#greeting = new Paced(() => this.#greet(), scheduler, {
      periodMs: () => GREETING_PERIOD_CALCONDS * CALCOND_MS,
      burst: GREETING_BURST,
    });
  }

  get #headMs(): number {
    const { net } = this.#modules;
    const near = 1 + net.subscribers(topicOf(this.#options.network, "node")).length;
    const nodes = Math.max(near, this.#modules.nodesFollowed?.() ?? 0);
    return Math.min(HEAD_MS_MAX, Math.max(HEAD_MS_MIN, HEAD_MS_OF_NODE * nodes));
  }

  start(): void {
    const { network } = this.#options;
    const nodeTopic = topicOf(network, "node");
    const digestTopic = topicOf(network, "digest");
    this.#offSubscriber = this.#modules.net.onSubscriber((_, topic) => {
      if (topic === nodeTopic) this.#greeting.ask();
      // Until it is heard of, others place nothing on this node.
      if (topic === digestTopic && !this.#digestLooked) void this.#publishDigest();
    });
    this.announce();
    this.#every(NODE_PERIOD_CALCONDS, async () => {
      if (!(await this.#isSaid(this.#modules.self.node()))) this.#greeting.ask();
    });
    this.#every(DIGEST_PERIOD_CALCONDS, () => this.#publishDigest());
  }

  stop(): void {
    this.#stopped = true;
    this.#offSubscriber();
    this.#head.stop();
    this.#headAgain.stop();
    this.#greeting.stop();
    for (const cancel of this.#timers) cancel();
    this.#timers = [];
  }

  /** Says nothing any more, while its clock is wrong, or goes on. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (!isHeld) this.announce();
  }

  /** Says anew who this node is and how far its spine has come. */
  announce(): void {
    this.#headAgain.ask();
    // Nobody to greet: anyone who comes is greeted then.
    if (this.#modules.net.subscribers(topicOf(this.#options.network, "node")).length > 0)
      this.#greeting.ask();
  }

  /** What this node is has changed in a way for which others should not wait. */
  async nodeChanged(): Promise<void> {
    try {
      const text = await this.#nodeEvent(this.#modules.self.node());
      if (text !== null) await this.publish("node", text);
    } catch (error) {
      this.#modules.log.warn("this node could not say what it is", { error: String(error) });
    }
  }

  /** The spine has grown. */
  headChanged(): void {
    // An event that is being said is on its way: a head before it would have all neighbours ask for it.
    this.#head.ask(this.#appending > 0 ? GATHERING_MS : SEAL_GATHERING_MS);
  }

  /**
   * Says something in an event of this node's own, durable before it is sent.
   * @param kind one that has a topic
   * @returns null when nothing may be written now
   */
  async say(kind: string, body: JsonObject): Promise<EncodedEvent | null> {
    const topic = topicOfEvent(kind, body);
    if (topic === null) throw new RangeError(`${kind} is said on no topic`);
    const appended = await this.#append(kind, body);
    if (appended !== null) await this.publish(topic, appended.text);
    return appended;
  }

  #every(calconds: number, job: () => Promise<void>): void {
    const again = (): void => {
      const cancel = this.#modules.scheduler.after(calconds * CALCOND_MS, () => {
        this.#timers = this.#timers.filter((timer) => timer !== cancel);
        void job().finally(() => {
          if (!this.#stopped) again();
        });
      });
      this.#timers.push(cancel);
    };
    again();
  }

  /**
   * Publishes something durable, under a fresh handshake, if anybody follows its topic.
   * @param text canonical event or note
   */
  async publish(name: TopicName, text: string): Promise<void> {
    const { crypto, clock, net, log, isClockStepped = () => false } = this.#modules;
    const { secrets, kid, author, network } = this.#options;
    const topic = topicOf(network, name);
    if (this.#isHeld || isClockStepped()) return;
    // Anyone who joins the topic later is greeted then.
    if (net.subscribers(topic).length === 0) return;
    const calcond = clock.nowNs() / CALCOND_NS;
    const secret = secrets.get(kid)!;
    const handshake = makeHandshake(
      crypto,
      secret,
      { kid, sender: author.publicKey, calcond },
      text,
    );
    try {
      await net.publish(topic, encodeWire(handshake, text));
    } catch (error) {
      log.warn("an announcement could not be published", { topic: name, error: String(error) });
    }
  }

  /** @param isNew only a head that was not said yet */
  async #publishHead(isNew: boolean): Promise<void> {
    const { spine, log } = this.#modules;
    if (spine.tip === null || (isNew && spine.tip.id === this.#saidHead)) return;
    this.#saidHead = spine.tip.id;
    try {
      const text = this.#headNote(spine.tip);
      await this.publish("head", text);
      // Who keeps it and does not follow the heads of all.
      if (spine.isBinding !== false) await this.publish(boundTopic(spine.isOfWork === true), text);
    } catch (error) {
      log.error("the head could not be signed", { error: String(error) });
    }
  }

  /** The signed head for a peer that asks; null while there is none, or its clock may be wrong. */
  headNote(): string | null {
    const { spine, isClockStepped = () => false } = this.#modules;
    return spine.tip === null || this.#isHeld || isClockStepped()
      ? null
      : this.#headNote(spine.tip);
  }

  /** Says a round of heads that this node has gathered. @param checkpoint with its cosignatures */
  async tellRound(checkpoint: string): Promise<void> {
    const { clock, crypto, log } = this.#modules;
    const { author, network: net } = this.#options;
    const round = readHeadsOrigin(parseCheckpoint(checkpoint)?.checkpoint.origin ?? "")?.round;
    if (round === undefined || checkpoint.length > ROUND_CHARS_MAX) {
      log.debug("a round of gathered heads is too long to be said");
      return;
    }
    const { note, sig } = createNote(crypto, author, {
      author: author.publicKey,
      calcond: Number(clock.nowNs() / CALCOND_NS),
      checkpoint,
      kind: "ckpt",
      net,
      round,
      v: EVENT_VERSION,
    });
    await this.publish("ckpt", canonicalize({ note, sig }));
  }

  #headNote({ seq, id }: { readonly seq: number; readonly id: string }): string {
    const { spine, clock, crypto } = this.#modules;
    const { author, network: net } = this.#options;
    const { note, sig } = createNote(crypto, author, {
      author: author.publicKey,
      calcond: Number(clock.nowNs() / CALCOND_NS),
      checkpoint: spine.checkpoint(),
      id,
      kind: "head",
      net,
      seq,
      v: EVENT_VERSION,
    });
    return canonicalize({ note, sig });
  }

  /**
   * The first event of the spine, so that newcomers can link to it, who and where this node is, and
   * how far its spine has come.
   */
  async #greet(): Promise<void> {
    const { store, log, net, self } = this.#modules;
    if (net.subscribers(topicOf(this.#options.network, "node")).length === 0) return;
    try {
      const opened = await store.spine.event(this.#options.author.publicKey, 0);
      if (opened !== undefined && opened.body !== null) {
        const text = `{"body":${opened.body},"header":${opened.header},"sig":"${opened.sig}"}`;
        await this.publish("node", text);
      }
      const text = await this.#nodeEvent(self.node());
      if (text !== null) await this.publish("node", text);
      this.#headAgain.ask();
    } catch (error) {
      log.warn("this node could not announce itself", { error: String(error) });
    }
  }

  /** The event that says this; a new one only when there is something new to say. */
  async #nodeEvent(body: NodeBody): Promise<string | null> {
    const said = await this.#said("node");
    if (said !== null && isBodyOf(said, body)) return said;
    const appended = await this.#append("node", body);
    if (appended === null) return null;
    await this.#keep("node", appended);
    return appended.text;
  }

  async #isSaid(body: NodeBody): Promise<boolean> {
    const said = await this.#said("node");
    return said !== null && isBodyOf(said, body);
  }

  /** The newest own event of this kind, also from before this start. */
  async #said(kind: "node" | "digest"): Promise<string | null> {
    const { peers } = this.#modules.store;
    return (await peers.announcement(kind, this.#options.author.publicKey))?.text ?? null;
  }

  async #keep(kind: "node" | "digest", { id, text, event }: EncodedEvent): Promise<void> {
    const { store } = this.#modules;
    const { calcond } = event.header;
    const { publicKey } = this.#options.author;
    await store.write(store.peers.announcementOps(kind, publicKey, { calcond, id, text }));
  }

  /** Says the digest if there is anything new in it. */
  async #publishDigest(): Promise<void> {
    const topic = topicOf(this.#options.network, "digest");
    // Nobody misses what nobody follows: a lone node's spine holds its seals and little else.
    if (this.#modules.net.subscribers(topic).length === 0) return;
    const isFirst = !this.#digestLooked;
    try {
      this.#digestLooked = true;
      const { self } = this.#modules;
      const body = await self.digest();
      const said = await this.#said("digest");
      if (said !== null && digestNews(said) === digestNews(body)) {
        // Said before this start: the places of checkpoints in it are known again.
        if (isFirst) self.announced(body, said);
        return;
      }
      const appended = await this.#append("digest", body);
      if (appended === null) this.#digestLooked = false;
      else {
        await this.#keep("digest", appended);
        self.announced(body, appended.text);
        await this.publish("digest", appended.text);
      }
    } catch (error) {
      this.#modules.log.warn("the digest could not be announced", { error: String(error) });
    }
  }

  async #append(kind: string, body: JsonObject): Promise<EncodedEvent | null> {
    this.#appending += 1;
    try {
      const appended = await this.#modules.appender.append(kind, body);
      if (appended === null) return null;
      this.#head.ask();
      return appended.encoded;
    } finally {
      this.#appending -= 1;
    }
  }
}

function isBodyOf(event: string, body: JsonObject): boolean {
  return event.startsWith(`{"body":${canonicalize(body)},`);
}

/**
 * A digest without what changes by itself. Its own event makes the spine grow, and how far a spine has come
 * is said by its head.
 * @param said its body, or the text of the event that said it
 */
function digestNews(said: DigestBody | string): string {
  const event = typeof said === "string" ? parseJson(said) : null;
  const body = event?.ok === true && isObject(event.value) ? event.value["body"] : said;
  return isObject(body) ? canonicalize({ ...body, root: "", size: 0 }) : "";
}
