/**
 * Before a node writes again it asks its peers for its own head: most forks are restored backups.
 * Where a peer holds more of the spine, the node takes it over and goes on from there.
 */
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { utf8Length } from "../../../protocol/encoding/utf8.js";
import {
  encodeEvent,
  eventId,
  eventLeaf,
  NO_HASH,
  readEvent,
  verifyEventSignature,
} from "../../../protocol/seal/event.js";
import { eventKind } from "../../../protocol/mesh/kinds.js";
import type { EncodedEvent } from "../../../protocol/seal/event.js";
import { SYNC_EVENTS_MAX } from "../../../protocol/limits.js";
import type { Crypto, JsonValue, Logger } from "../../../protocol/ports.js";
import { WINDOW_ITEMS_MAX } from "../../../storage/kv/groupCommit.js";
import type { Store } from "../../../storage/store.js";
import type { Net } from "../host/net.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";
import { SyncFault } from "./syncClient.js";
import type { SyncClient } from "./syncClient.js";
import { bucketOf } from "./syncHeads.js";
import { BAD_SYNC_POINTS } from "./syncSpines.js";

/**
 * Whether peers were asked for this node's own head before it wrote: not needed, being asked,
 * answered, or nobody answered in time, so nothing is sealed.
 */
export type RestoreGuardState = "off" | "asking" | "passed" | "unanswered";

/** Peers whose answer is waited for, if so many are known. */
const ANSWERS_WANTED = 3;
/** After so long fewer answers do, if there is one at all. */
const FEWER_MS = 10_000;
/** Without any answer by then, people are told why nothing is sealed. */
const UNANSWERED_MS = 30_000;
/** Before a peer that gave no answer is asked again. */
const AGAIN_MS = 1_000;

/** The own spine as far as it has to be continued from what others kept. */
export interface GuardedSpine {
  readonly tip: { readonly seq: number; readonly id: string; readonly calcond: number } | null;
  /** Makes these, which follow the tip in order, durable as the node's own. */
  adopt(events: readonly EncodedEvent[]): Promise<void>;
}

interface RestoreGuardOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
  /** Peers that are known, connected or not. */
  readonly known: number;
}

interface RestoreGuardModules {
  readonly crypto: Crypto;
  readonly net: Net;
  readonly client: SyncClient;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly spine: GuardedSpine;
  /** Number of the newest own event whose head a peer has heard, whether it keeps the spine or not. */
  readonly headAt?: (peer: string) => Promise<number | null>;
  /** Whether a peer that has nothing of the own spine would have heard of it; absent: each would. */
  readonly wouldKnow?: (peer: string) => boolean;
  /** Calls those who should keep the own spine. */
  readonly seek?: () => void;
}

interface RestoreGuardListener {
  /** The node may write. */
  readonly onPassed: () => void;
  readonly onSelfEquivocation: (detail: string) => void;
  readonly onPoints?: (peer: string, points: number, why: string) => void;
}

/** Peers by the addresses that are configured and those kept from earlier runs. */
export async function knownPeers(
  bootstrap: readonly string[],
  store: Pick<Store, "peers">,
): Promise<number> {
  const stored = await store.peers.list({ limit: ANSWERS_WANTED });
  const names = bootstrap.map((address) => /\/p2p\/([^/]+)$/.exec(address)?.[1] ?? address);
  return new Set([...names, ...stored.map(([peer]) => peer)]).size;
}

export class RestoreGuard {
  readonly #options: RestoreGuardOptions;
  readonly #modules: RestoreGuardModules;
  readonly #listener: RestoreGuardListener;
  readonly #answered = new Set<string>();
  readonly #asking = new Set<string>();
  #state: RestoreGuardState = "asking";
  #timers: Cancel[] = [];
  /** One peer after the other: two may not continue the spine at the same time. */
  #tail: Promise<void> = Promise.resolve();
  #isLate = false;
  #stopped = false;

  constructor(
    options: RestoreGuardOptions,
    modules: RestoreGuardModules,
    listener: RestoreGuardListener,
  ) {
    this.#options = options;
    this.#modules = modules;
    this.#listener = listener;
  }

  get state(): RestoreGuardState {
    return this.#state;
  }

  /** Whether the node may not write yet. */
  get isWaiting(): boolean {
    return this.#state === "asking" || this.#state === "unanswered";
  }

  start(): void {
    if (this.#options.known === 0) {
      this.#pass();
      return;
    }
    this.#after(FEWER_MS, () => {
      this.#isLate = true;
      // Behind what is being taken over: nothing may be written while it is.
      this.#tail = this.#tail.then(() => this.#review());
    });
    this.#after(UNANSWERED_MS, () => {
      if (!this.isWaiting) return;
      this.#state = "unanswered";
      this.#modules.log.error(
        "no peer has told this node's own head: nothing is sealed until one " +
          "does; start with --i-am-alone if nobody else can have this node's key",
        {},
      );
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const cancel of this.#timers) cancel();
    this.#timers = [];
    await this.#tail;
  }

  /** A peer that has shown a valid status. */
  ask(peer: string): void {
    if (!this.isWaiting || this.#stopped || this.#answered.has(peer) || this.#asking.has(peer)) {
      return;
    }
    this.#asking.add(peer);
    this.#tail = this.#tail.then(() => this.#ask(peer)).finally(() => this.#asking.delete(peer));
  }

  async #ask(peer: string): Promise<void> {
    if (!this.isWaiting || this.#stopped) return;
    const { log, net } = this.#modules;
    try {
      await this.#continueFrom(peer);
      this.#answered.add(peer);
      this.#review();
    } catch (error) {
      log.debug("a peer did not tell this node's own head", { peer, error: String(error) });
      if (error instanceof SyncFault) {
        this.#listener.onPoints?.(peer, BAD_SYNC_POINTS, error.message);
        return;
      }
      this.#after(AGAIN_MS, () => {
        if (net.peers().includes(peer)) this.ask(peer);
      });
    }
  }

  /** Takes over whatever the peer holds beyond the own tip. */
  async #continueFrom(peer: string): Promise<void> {
    const { client, spine, log } = this.#modules;
    const { publicKey } = this.#options;
    const tips = await client.tips(peer, [bucketOf(publicKey)]);
    const tip = tips.find(([author]) => author === publicKey);
    const own = spine.tip;
    if (tip === undefined) {
      await this.#heed(peer);
      return;
    }
    const [, seq, id] = tip;
    if (own !== null && seq <= own.seq) {
      if (seq === own.seq && id !== own.id) await this.#compare(peer, seq);
      return;
    }
    const first = (own?.seq ?? -1) + 1;
    while ((spine.tip?.seq ?? -1) < seq && !this.#stopped) {
      const from = (spine.tip?.seq ?? -1) + 1;
      const values = await client.events(peer, publicKey, from, SYNC_EVENTS_MAX);
      if (values.length === 0) throw new SyncFault("a head without its events");
      for (let at = 0; at < values.length; at += WINDOW_ITEMS_MAX) {
        const adopted = this.#read(values.slice(at, at + WINDOW_ITEMS_MAX));
        if (adopted === null) return;
        await spine.adopt(adopted);
      }
    }
    log.warn("the spine was continued from what a peer kept of it", { from: first, to: seq });
  }

  /**
   * A peer that does not keep the own spine may have heard its head all the same. Where that is beyond the
   * own tip, others have what is missing: this peer's answer is none. Neither is that of one that leaves the
   * heads of strangers to others.
   * @throws Error then
   */
  async #heed(peer: string): Promise<void> {
    const { headAt, seek, spine, wouldKnow } = this.#modules;
    const seq = (await headAt?.(peer)) ?? -1;
    const isBeyond = seq > (spine.tip?.seq ?? -1);
    if (!isBeyond && wouldKnow?.(peer) !== false) return;
    seek?.();
    if (!isBeyond) throw new Error("the peer neither keeps the own spine nor hears its head");
    throw new Error(`the own spine goes on to ${seq}, and the peer does not keep it`);
  }

  /** Two events at the own tip: only a signature tells a copied key from a liar. */
  async #compare(peer: string, seq: number): Promise<void> {
    const [value] = await this.#modules.client.events(peer, this.#options.publicKey, seq, 1);
    const event = this.#signed(value);
    if (event.event.header.seq === seq && event.id !== this.#modules.spine.tip?.id) {
      this.#listener.onSelfEquivocation(`a peer holds another event ${seq} under this node's key`);
    }
  }

  /**
   * @returns events that follow the tip; null when they follow something else, signed all the same
   * @throws SyncFault for what this node never signed
   */
  #read(values: readonly JsonValue[]): readonly EncodedEvent[] | null {
    const { tip } = this.#modules.spine;
    let [seq, prev, calcond] = [tip?.seq ?? -1, tip?.id ?? NO_HASH, tip?.calcond ?? 0];
    const events: EncodedEvent[] = [];
    for (const value of values) {
      const encoded = this.#signed(value);
      const { header } = encoded.event;
      if (header.seq !== seq + 1) throw new SyncFault("not the range that was asked for");
      if (header.prev !== prev || header.calcond < calcond) {
        this.#listener.onSelfEquivocation(
          `a peer holds an event ${header.seq} under this node's key that follows another history`,
        );
        return null;
      }
      ({ seq, calcond } = header);
      prev = encoded.id;
      events.push(encoded);
    }
    return events;
  }

  /** @throws SyncFault unless it is an event of this node, with its body or one that peers forget */
  #signed(value: JsonValue | undefined): EncodedEvent {
    const { crypto } = this.#modules;
    const { publicKey, network } = this.#options;
    const event = readEvent(value);
    if (event?.header.author !== publicKey || event.header.net !== network) {
      throw new SyncFault("no event of this node");
    }
    const headerText = canonicalize({ ...event.header });
    const isForgotten = event.body === null && eventKind(event.header.kind)?.isSuperseded === true;
    const bodyText = isForgotten ? "" : canonicalize(event.body);
    if (
      (!isForgotten &&
        (event.header.body_len !== utf8Length(bodyText) ||
          event.header.body_hash !== crypto.sha256Hex(bodyText))) ||
      !verifyEventSignature(crypto, publicKey, headerText, event.sig)
    ) {
      throw new SyncFault("an event that this node did not sign");
    }
    return {
      event,
      headerText,
      bodyText,
      id: eventId(crypto, headerText),
      leaf: eventLeaf(crypto, headerText),
      text: encodeEvent(event),
    };
  }

  #review(): void {
    const wanted = this.#isLate ? 1 : Math.min(ANSWERS_WANTED, this.#options.known);
    if (this.isWaiting && this.#answered.size >= wanted) this.#pass();
  }

  #pass(): void {
    this.#state = "passed";
    for (const cancel of this.#timers) cancel();
    this.#timers = [];
    this.#modules.log.info("this node's own head is known: sealing starts", {
      answers: this.#answered.size,
    });
    this.#listener.onPassed();
  }

  #after(ms: number, f: () => void): void {
    if (!this.#stopped) this.#timers.push(this.#modules.scheduler.after(ms, f));
  }
}
