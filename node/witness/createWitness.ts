/** The parts of witnessing, made in the order in which they need each other. */
import { parseJson, isObject } from "../../protocol/encoding/json.js";
import type { Clock, Crypto, Logger } from "../../protocol/ports.js";
import { witnessOfNode } from "../../protocol/witness/cosignature.js";
import { readLogs, readPolicy } from "../../protocol/witness/policy.js";
import { standingOf, type Standing } from "../../protocol/witness/standing.js";
import type { Store } from "../../storage/store.js";
import type { ServiceExchange } from "../mesh/host/exchange.js";
import type { Identity } from "../runtime/identity/identity.js";
import type { Successions } from "../runtime/identity/successions.js";
import { CALCOND_MS, type Scheduler } from "../runtime/scheduler.js";
import type { FollowedLogs } from "../spine/followedLogs.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { SpineLog } from "../spine/spineLog.js";
import { Collector } from "./collector.js";
import { Forgetting } from "./forgetting.js";
import { Gatherer } from "./gatherer.js";
import { HttpWitnesses, postText, type PostText } from "./httpWitnesses.js";
import { HeadsWitness } from "./headsWitness.js";
import { ProvenEvents, type SpineSources } from "./provenEvents.js";
import { Witness, type WitnessMesh } from "./witness.js";
import { WitnessedBook, type WitnessedSpine } from "./witnessedBook.js";
import { WitnessExchange } from "./witnessExchange.js";

/** A calcond, in the milliseconds of a timer. */
/** Peers that are asked what this node has cosigned. */
const RECALLED_FROM = 8;
/** Peers that are asked for the newest checkpoint of a spine. */
const SOUGHT_FROM = 4;

export interface WitnessServices {
  readonly witnessing: Witnessing;
  readonly forgetting: Forgetting;
}

export interface WitnessConfig {
  readonly keys: readonly string[];
  readonly quorum: number;
  /** Key of the node that gathers heads for the witnesses; this one's own where it does. */
  readonly gatherer?: string | undefined;
  /** Logs of other systems that this node cosigns, by the keys that they publish. */
  readonly logs?: readonly string[] | undefined;
}

export interface WitnessedLog {
  readonly author: string;
  /** Events that this node cosigned last; null for none. */
  readonly cosignedSize: number | null;
  /** Events that a quorum is known to cover; null for none. */
  readonly witnessedSize: number | null;
  readonly witnessedAt: number | null;
}

/** Of an event on its spine. */
interface EventPlace {
  readonly author: string;
  readonly seq: number;
  readonly calcond: number;
}

/** What whoever starts the node may hand in. */
export interface WitnessPorts {
  /** Absent: witnesses of other systems are asked over the network as it is. */
  readonly postText?: PostText;
}

interface CreateModules extends WitnessPorts {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly store: Store;
  readonly identity: Identity;
  readonly spine: OwnSpine;
  readonly spineLog: SpineLog;
  readonly followedLogs: FollowedLogs;
  readonly successions: Successions;
  readonly log: Logger;
  /** Peers may know more of what this node did than it does itself: it may have been restored. */
  readonly isGuarded: boolean;
}

export class Witnessing {
  readonly witness: Witness;
  readonly book: WitnessedBook;
  readonly exchange: WitnessExchange;
  readonly http: HttpWitnesses;
  readonly collector: Collector;
  readonly headsWitness: HeadsWitness;
  readonly gatherer: Gatherer;
  /** Events of spines that are not kept here. */
  readonly proven: ProvenEvents;
  readonly #gathers: boolean;
  readonly #gatheredBy: string | null;
  readonly #modules: CreateModules;
  #isHeadKnown: boolean;
  #isJoined = false;
  readonly #seeking = new Set<string>();
  /** What finalSizeOf found last of a spine. */
  readonly #final = new Map<string, { readonly of: WitnessedSpine; readonly size: number }>();
  #stopped = false;

  constructor(config: WitnessConfig, modules: CreateModules) {
    const { crypto, identity, spine } = modules;
    const { net } = spine;
    const key = witnessOfNode(net, identity.publicKeyHex)!;
    this.#modules = modules;
    this.#isHeadKnown = !modules.isGuarded;
    const logs = readLogs(crypto, config.logs ?? []);
    this.witness = new Witness({ net, key, seed: identity.seed, logs }, modules);
    this.http = new HttpWitnesses({ ...modules, post: modules.postText ?? postText });
    this.book = new WitnessedBook({ net, policy: readPolicy(crypto, net, config) }, modules);
    modules.successions.onEnded((ended) => this.book.succeed(ended));
    const { seed } = identity;
    const { witness, book } = this;
    this.headsWitness = new HeadsWitness({ net, seed }, { ...modules, witness });
    const parts = { ...modules, net, witness, headsWitness: this.headsWitness, book };
    this.exchange = new WitnessExchange(parts);
    this.proven = new ProvenEvents(parts);
    const calcondOf = this.#calcondOf;
    this.gatherer = new Gatherer(
      { net, seed },
      { ...parts, exchange: this.exchange, proven: this.proven, calcondOf },
    );
    this.#gatheredBy = config.gatherer === "" ? null : (config.gatherer ?? null);
    this.#gathers = this.#gatheredBy === identity.publicKeyHex;
    const { exchange, gatherer, http } = this;
    const options = { gatheredBy: this.#gatheredBy };
    this.collector = new Collector(options, { ...parts, exchange, gatherer, http });
  }

  load(): Promise<void> {
    return this.book.load();
  }

  /** The mesh is there. */
  async use(
    mesh: WitnessMesh & SpineSources & { readonly exchange: ServiceExchange | null },
  ): Promise<void> {
    this.witness.use(mesh);
    this.book.use(mesh);
    this.gatherer.use(mesh);
    if (mesh.exchange !== null) {
      await this.exchange.use(mesh.exchange);
      await this.proven.use(mesh.exchange, mesh);
      mesh.exchange.onJoined((peer) => {
        if (this.#modules.isGuarded) void this.exchange.recall(peer);
      });
    }
    this.#isJoined = true;
    this.#begin();
  }

  /** The own spine is what peers have of it. */
  headKnown(): void {
    this.#isHeadKnown = true;
    this.#begin();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.collector.stop();
    await this.gatherer.stop();
  }

  /** Key of the node that gathers heads; null where nobody is named. */
  get gatheredBy(): string | null {
    return this.#gatheredBy;
  }
  get ownKey(): string {
    return this.#modules.identity.publicKeyHex;
  }
  /** Events of the own spine. */
  get ownSize(): number {
    return this.#modules.spine.size;
  }
  /** How far the own spine is witnessed; null while it is not. */
  get own(): WitnessedSpine | null {
    return this.book.of(this.ownKey);
  }
  get witnessedSize(): number {
    return this.own?.size ?? 0;
  }

  /** Events of the own spine that are final. */
  finalSize(): Promise<number> {
    return this.#finalSizeOf(this.ownKey);
  }

  /** Calconds never fall along a spine. */
  async #finalSizeOf(author: string): Promise<number> {
    const covered = this.book.of(author);
    if (covered === null) return 0;
    const known = this.#final.get(author);
    if (known?.of === covered) return known.size;
    let [low, high] = [0, covered.size];
    while (low < high) {
      const seq = Math.floor((low + high) / 2);
      const calcond = (await this.#calcondOf(author, seq)) ?? Number.MAX_SAFE_INTEGER;
      if (standingOf({ seq, calcond }, covered) === "final") low = seq + 1;
      else high = seq;
    }
    this.#final.set(author, { of: covered, size: low });
    return low;
  }

  readonly #calcondOf = async (author: string, seq: number): Promise<number | null> => {
    const event = await this.#modules.store.spine.event(author, seq);
    return event === undefined ? null : calcondIn(event.header);
  };

  /** How surely a receipt of this node stays, for one look-up; of any other that it is sealed. */
  async standingOfReceipt(id: string): Promise<Standing> {
    const { spine, store } = this.#modules;
    const place = this.book.isOn ? await store.envelopes.place(id) : undefined;
    if (place === undefined) return "sealed";
    const { author, seq } = spine.placeOf(place.window);
    // As if it were old: whether a quorum covers it, and no dispute.
    if (this.book.standing(author, { seq, calcond: 0 }) === "sealed") return "sealed";
    return seq < (await this.#finalSizeOf(author)) ? "final" : "witnessed";
  }

  /** Facts about each spine, in the order of the authors. */
  async logs(): Promise<readonly WitnessedLog[]> {
    const logs = new Map<string, WitnessedLog>();
    for (const [origin, { size }] of await this.witness.all()) {
      const author = origin.slice(origin.lastIndexOf("/") + 1);
      // Rounds of gathered heads are no spine.
      if (author === "heads") continue;
      logs.set(author, { author, cosignedSize: size, witnessedSize: null, witnessedAt: null });
    }
    for (const [author, { seconds, size }] of this.book.all()) {
      const cosignedSize = logs.get(author)?.cosignedSize ?? null;
      logs.set(author, { author, cosignedSize, witnessedSize: size, witnessedAt: seconds });
    }
    return [...logs.values()].sort((a, b) => (a.author < b.author ? -1 : 1));
  }

  /** How surely an event stays, and its place under the checkpoint that says so. */
  async proofOf({ author, calcond, seq }: EventPlace): Promise<{
    readonly standing: Standing;
    readonly proof: { readonly note: string; readonly path: readonly string[] } | null;
  }> {
    const { followedLogs, spineLog } = this.#modules;
    const standing = this.book.standing(author, { seq, calcond });
    const covered = this.book.of(author);
    if (standing === "sealed" || covered === null) return { standing, proof: null };
    const log = author === spineLog.author ? spineLog : await followedLogs.of(author);
    // A quorum may have cosigned more than has come of a spine that is kept since a short time.
    if (log === null || log.size < covered.size) return { standing, proof: null };
    const path = await log.inclusion(seq, covered.size);
    return { standing, proof: { note: covered.note, path } };
  }

  /** How surely an event stays; of another author's that is sealed only, peers are asked meanwhile. */
  standing(author: string, event: { readonly seq: number; readonly calcond: number }): Standing {
    const standing = this.book.standing(author, event);
    if (standing !== "final" && this.book.isOn && author !== this.ownKey) this.seekSoon(author);
    return standing;
  }

  /** Has peers asked for what a quorum has cosigned of a spine; once at a time. */
  seekSoon(author: string): void {
    if (this.#seeking.has(author) || this.#stopped) return;
    this.#seeking.add(author);
    void this.seek(author).finally(() => this.#seeking.delete(author));
  }

  /** Asks peers for what a quorum has cosigned of a spine. @returns whether more counts now */
  async seek(author: string): Promise<boolean> {
    const peers = this.exchange.peers();
    const first = [author, this.#gatheredBy ?? ""].filter((one) => peers.includes(one));
    const asked = [...new Set([...first, ...peers])].slice(0, SOUGHT_FROM);
    for (const peer of asked) {
      const note = await this.exchange.newest(peer, author);
      if (note !== null && (await this.book.take(author, note))) return true;
    }
    return false;
  }

  #begin(): void {
    if (!this.#isHeadKnown || !this.#isJoined || this.#stopped) return;
    if (!this.#modules.isGuarded) this.#go();
    else void this.#recall();
  }

  /** A witness that was restored must know what it had cosigned before it cosigns again. */
  async #recall(): Promise<void> {
    const peers = this.exchange.peers().slice(0, RECALLED_FROM);
    const answers = await Promise.all(peers.map((peer) => this.exchange.recall(peer)));
    if (peers.length === 0 || answers.includes(true)) this.#go();
    else this.#modules.scheduler.after(CALCOND_MS, () => this.#begin());
  }

  #go(): void {
    if (this.#stopped) return;
    this.witness.ready();
    this.collector.start();
    if (this.#gathers) this.gatherer.start();
  }
}

function calcondIn(header: string): number {
  const read = parseJson(header);
  const calcond = read.ok && isObject(read.value) ? read.value["calcond"] : null;
  return typeof calcond === "number" ? calcond : Number.MAX_SAFE_INTEGER;
}

export function createWitness(
  config: WitnessConfig | undefined,
  modules: CreateModules,
  forgetDays = 0,
): WitnessServices {
  const witnessing = new Witnessing(config ?? { keys: [], quorum: 0 }, modules);
  const { book, ownKey } = witnessing;
  return { witnessing, forgetting: new Forgetting(forgetDays, { ...modules, book, ownKey }) };
}
