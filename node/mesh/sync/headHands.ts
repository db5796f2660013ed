/**
 * `/calc/head/1`: the own head, from the node itself to those who keep its spine and do not follow the
 * heads of all. They fetch what it counts, as who hears a head on a topic does; nobody else hears of it.
 */
import * as z from "zod";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { boundTopic, topicOf } from "../../../protocol/events/topics.js";
import type { Clock, JsonValue, Logger } from "../../../protocol/ports.js";
import { Paced, SEAL_GATHERING_MS } from "../../runtime/paced.js";
import { FrameError } from "../host/frame.js";
import type { Net } from "../host/net.js";
import { peerIdOf, publicKeyOf } from "../host/peerKey.js";
import { rubbish, unanswered, type ServiceExchange } from "../host/exchange.js";
import type { AuthorBook } from "../intake/authorBook.js";
import type { Keeping } from "../intake/keeping.js";
import { RecentMap } from "../../runtime/recentMap.js";
import { Periodic } from "../../runtime/periodic.js";
import type { Scheduler } from "../../runtime/scheduler.js";
import { TokenBuckets } from "../../runtime/tokenBucket.js";
import type { HeadNotes } from "./headNotes.js";
import type { KeptHeads } from "./keptHeads.js";
import { LookTries } from "./lookTries.js";

const HEAD_PROTOCOL = "/calc/head/1";
const REQUEST_BYTES_MAX = 8_192;
const ANSWER_BYTES_MAX = 4_096;
/** Between heads of a spine that grows, behind the first four. */
const HEAD_MS = 388;
const BURST = 4;
const REST_MS = 50;
/** Between looks whether somebody who should keep the spine lacks its head. */
const LOOK_CALCONDS = 13;
/** Nodes that are called at one look. */
const CALLED_MAX = 4;
const NODES_MAX = 2_048;
/** Heads taken of one author: an honest one hands over one in 388 ms, and four at once. */
const AUTHOR_RATE = { perSecond: 5, burst: 50 };
/** Who does not keep the spine is not asked again before so many looks. */
const DECLINED_LOOKS = 36;

const headRequest = z.strictObject({ head: z.record(z.string(), z.unknown()) });
const headAnswer = z.strictObject({ kept: z.boolean() });

interface HeadHandsModules {
  readonly exchange: Pick<ServiceExchange, "ask" | "serve">;
  readonly net: Pick<Net, "peers" | "subscribers">;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly authors: Pick<AuthorBook, "isKept">;
  readonly keeping: Pick<Keeping, "holdersOf">;
  readonly kept: Pick<KeptHeads, "has">;
  readonly notes: Pick<HeadNotes, "take">;
  readonly spine: {
    readonly tip: { readonly seq: number } | null;
    readonly isBinding?: boolean;
    readonly isOfWork?: boolean;
  };
  /** The own head, signed; null while there is none or nothing may be said. */
  readonly ownNote: () => string | null;
  /** Whether a node said that it takes heads that are handed to it. */
  readonly takesHeads: (node: string) => boolean;
  /** Calls a node unless it is connected. @returns the peer; null where nobody answered */
  readonly reach: (node: string) => Promise<string | null>;
}

interface HeadHandsOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
}

export class HeadHands {
  readonly #options: HeadHandsOptions;
  readonly #modules: HeadHandsModules;
  readonly #paced: Paced;
  /** Number of the newest own event whose head each node has. */
  readonly #handed = new RecentMap<string, number>(NODES_MAX);
  readonly #rate = new TokenBuckets(AUTHOR_RATE);
  /** Nodes that were called or asked in vain. */
  readonly #vain = new LookTries(NODES_MAX);
  readonly #periodic: Periodic;

  constructor(options: HeadHandsOptions, modules: HeadHandsModules) {
    this.#options = options;
    this.#modules = modules;
    this.#paced = new Paced(() => this.#handAll(), modules.scheduler, {
      periodMs: () => HEAD_MS,
      burst: BURST,
      restMs: REST_MS,
    });
    const look = (): void => {
      this.#look().catch((error: unknown) => {
        modules.log.debug("the own head could not be handed on", { error: String(error) });
      });
    };
    this.#periodic = new Periodic(look, LOOK_CALCONDS, modules.scheduler);
  }

  async start(): Promise<void> {
    await this.#modules.exchange.serve(HEAD_PROTOCOL, REQUEST_BYTES_MAX, (data, from) =>
      this.#answer(data, from),
    );
    this.#periodic.start();
  }

  stop(): void {
    void this.#periodic.stop();
    this.#paced.stop();
  }

  /** The spine has grown. */
  grown(): void {
    this.#paced.ask(SEAL_GATHERING_MS);
  }

  /** Hands the head to who lacks it, and calls those who should have it and are not connected. */
  async #look(): Promise<void> {
    this.#vain.begin();
    const { keeping, net, takesHeads } = this.#modules;
    const connected = new Set(net.peers());
    const absent = keeping
      .holdersOf(this.#options.publicKey)
      .filter((node) => !connected.has(peerIdOf(node)) && takesHeads(node) && this.#lacks(node));
    await Promise.all(absent.slice(0, CALLED_MAX).map((node) => this.#call(node)));
    await this.#handAll();
    this.#noteFollowers();
  }

  /** Who should have it and follows the heads of all hears of it there. */
  #noteFollowers(): void {
    const { keeping, spine } = this.#modules;
    const { publicKey } = this.#options;
    if (spine.tip === null) return;
    const followers = this.#followers();
    for (const node of keeping.holdersOf(publicKey))
      if (followers.has(peerIdOf(node))) this.#handed.set(node, spine.tip.seq);
  }

  async #call(node: string): Promise<void> {
    if ((await this.#modules.reach(node)) === null) this.#vain.passOver(node);
  }

  /** Whether a node is to be given the head now. */
  #lacks(node: string): boolean {
    const { tip } = this.#modules.spine;
    if (tip === null || (this.#handed.get(node) ?? -1) >= tip.seq) return false;
    return this.#vain.isDue(node);
  }

  async #handAll(): Promise<void> {
    const { ownNote, spine } = this.#modules;
    const to = this.#keepers().filter((node) => this.#lacks(node));
    const { tip } = spine;
    const note = to.length === 0 ? null : ownNote();
    if (note === null || tip === null) return;
    await Promise.all(to.map((node) => this.#hand(node, note, tip.seq)));
  }

  /** Connected nodes that keep the own spine and have its head by no topic. */
  #keepers(): readonly string[] {
    const { keeping, kept, net } = this.#modules;
    const { publicKey } = this.#options;
    const followers = this.#followers();
    const others = net.peers().filter((peer) => !followers.has(peer));
    if (others.length === 0) return [];
    const holders = new Set(keeping.holdersOf(publicKey).map(peerIdOf));
    return others
      .filter((peer) => holders.has(peer) || kept.has(peer, publicKey) === true)
      .flatMap((peer) => publicKeyOf(peer) ?? []);
  }

  /** Peers that hear the own head on a topic. */
  #followers(): ReadonlySet<string> {
    const { net, spine } = this.#modules;
    const { network } = this.#options;
    const followers = new Set(net.subscribers(topicOf(network, "head")));
    if (spine.isBinding === false) return followers;
    const topic = topicOf(network, boundTopic(spine.isOfWork === true));
    for (const peer of net.subscribers(topic)) followers.add(peer);
    return followers;
  }

  async #hand(node: string, note: string, seq: number): Promise<void> {
    const { exchange, log } = this.#modules;
    try {
      const request = `{"head":${note}}`;
      const data = await exchange.ask(node, HEAD_PROTOCOL, request, ANSWER_BYTES_MAX);
      const read = headAnswer.safeParse(data);
      if (!read.success) throw new FrameError("not an answer of this protocol");
      if (!read.data.kept) {
        this.#vain.passOver(node, DECLINED_LOOKS);
        return;
      }
      this.#vain.delete(node);
      this.#handed.set(node, Math.max(seq, this.#handed.get(node) ?? -1));
    } catch (error) {
      this.#vain.passOver(node);
      log.debug("a node did not take the own head", { node, error: String(error) });
    }
  }

  async #answer(data: JsonValue, from: string): Promise<string> {
    const { authors, clock, notes } = this.#modules;
    const read = headRequest.safeParse(data);
    const head = read.success && isObject(data) ? data["head"] : undefined;
    const note = isObject(head) ? head["note"] : undefined;
    if (head === undefined || !isObject(note) || note["author"] !== from)
      throw rubbish("not the head of who asks");
    if (!this.#rate.take(from, clock.nowNs())) throw unanswered("too many heads");
    const isKept = authors.isKept(from, null);
    if (isKept) await notes.take(head, peerIdOf(from));
    return canonicalize({ kept: isKept });
  }
}
