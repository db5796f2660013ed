/** The node's part in the mesh: host, gossip, announcements, status, receipts on request. */
import type { Author } from "../../protocol/events/event.js";
import type { MeshSecrets } from "../../protocol/events/handshake.js";
import { TOPIC_NAMES, topicOf } from "../../protocol/events/topics.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { MeshSnapshot } from "../services/meshView.js";
import { Announcer } from "./announcer.js";
import type { AnnouncerModules } from "./announcer.js";
import { AuthorBook } from "./authorBook.js";
import { BlobExchange } from "./blob.js";
import type { BlobSource } from "./blob.js";
import { Frames } from "./frame.js";
import { Gossip } from "./gossip.js";
import type { GossipListener } from "./gossip.js";
import { peerIdOf, publicKeyOf } from "./peerKey.js";
import { Reconnect } from "./reconnect.js";
import type { Cancel, Random } from "./scheduler.js";
import { StatusExchange } from "./status.js";

interface MeshOptions {
  /** The network's name on the wire, 8 hex digits. */
  readonly network: string;
  readonly author: Author;
  /** Null: the node takes part in no topic and no exchange; its host only answers pings. */
  readonly secrets: { readonly ring: MeshSecrets; readonly kid: number } | null;
  readonly bootstrap: readonly string[];
  readonly engineVersion: string;
  readonly registryGeneration: string;
}

export interface MeshModules extends AnnouncerModules {
  readonly receipts: BlobSource;
  readonly random: Random;
}

const STORED_PEERS_MAX = 32;
/** A connected peer that follows no topic for so long is connected anew: its stream may be dead. */
const SILENT_MS_MAX = 30_000;
const WATCH_MS = 10_000;

/** Everything that needs the mesh secret. */
interface Parts {
  readonly authors: AuthorBook;
  readonly gossip: Gossip;
  readonly announcer: Announcer;
  readonly status: StatusExchange;
  readonly blobs: BlobExchange;
}

export class Mesh {
  readonly #options: MeshOptions;
  readonly #modules: MeshModules;
  readonly #listener: GossipListener;
  readonly #reconnect: Reconnect;
  readonly #parts: Parts | null;
  /** When each connected peer was first seen without a topic, in milliseconds of the clock. */
  readonly #silentSince = new Map<string, number>();
  #watch: Cancel = () => undefined;
  #stopped = false;

  constructor(options: MeshOptions, modules: MeshModules, listener: GossipListener = {}) {
    this.#options = options;
    this.#modules = modules;
    this.#listener = listener;
    this.#reconnect = new Reconnect(options.bootstrap, modules);
    this.#parts = options.secrets === null ? null : this.#build(options.secrets);
  }

  /** Topics of a network, for the host to allow. */
  static topics(network: string): readonly string[] {
    return TOPIC_NAMES.map((name) => topicOf(network, name));
  }

  async start(): Promise<void> {
    if (this.#parts !== null) {
      const { authors, gossip, announcer, status, blobs } = this.#parts;
      await authors.load(this.#options.author.publicKey);
      await blobs.start();
      await status.start();
      gossip.start();
      announcer.start();
      for (const [peer, { addresses }] of await this.#modules.store.peers.list(STORED_PEERS_MAX)) {
        this.#reconnect.learn(peer, addresses);
      }
      this.#watchSilence();
    }
    this.#reconnect.start();
  }

  /** Idempotent. Stops the host too. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#watch();
    this.#reconnect.stop();
    if (this.#parts !== null) {
      this.#parts.announcer.stop();
      this.#parts.status.stop();
      await this.#parts.gossip.stop();
    }
    await this.#modules.net.stop();
  }

  /** To be called when the spine has grown and the growth is durable. */
  headChanged(): void {
    this.#parts?.announcer.headChanged();
  }

  /** A shared receipt from a peer, checked against its id; null when none has it. */
  async fetchReceipt(id: string): Promise<string | null> {
    return this.#parts === null ? null : this.#parts.blobs.fetch(id);
  }

  snapshot(): MeshSnapshot {
    const { net } = this.#modules;
    const { network } = this.#options;
    const followers = TOPIC_NAMES.map(
      (name) => [name, net.subscribers(topicOf(network, name)).length] as const);
    return {
      gossip: this.#parts === null ? "disabled" : "on",
      peers: net.peers().length,
      topicMesh: this.#parts === null ? {} : Object.fromEntries(followers),
      recentGossipCount: this.#parts?.gossip.recentCount() ?? 0,
      lastGossipCalcond: this.#parts?.gossip.lastCalcond ?? null,
      heads: this.#parts?.authors.heads() ?? [],
      clockOffsetMs: this.#parts?.status.clockOffsetMs() ?? null,
    };
  }

  #build({ ring: secrets, kid }: { readonly ring: MeshSecrets; readonly kid: number }): Parts {
    const { network, author, engineVersion, registryGeneration } = this.#options;
    const modules = this.#modules;
    const authors = new AuthorBook(modules);
    const frames = new Frames({ secrets, kid, publicKey: author.publicKey }, modules);
    const gossip = new Gossip({ network, publicKey: author.publicKey, secrets },
      { ...modules, authors, log: modules.log.child("gossip") }, this.#listening());
    const announcer = new Announcer({ network, author, secrets, kid }, modules);
    const status = new StatusExchange({ network, engineVersion, registryGeneration },
      { ...modules, frames, tips: () => this.#tips(authors) }, (peer) => this.#greeted(peer));
    const blobs = new BlobExchange({ ...modules, frames, source: modules.receipts });
    return { authors, gossip, announcer, status, blobs };
  }

  /** What is told outside, and the addresses of nodes heard of. */
  #listening(): GossipListener {
    const { onNode } = this.#listener;
    return {
      ...this.#listener,
      onNode: (author, body) => {
        this.#reconnect.learn(peerIdOf(author), body.addrs);
        this.#remember(peerIdOf(author), body.addrs);
        onNode?.(author, body);
      },
    };
  }

  #tips(authors: AuthorBook): readonly (readonly [string, number, string])[] {
    const { tip } = this.#modules.spine;
    const own = this.#options.author.publicKey;
    return tip === null ? authors.linkedTips() : [...authors.linkedTips(), [own, tip.seq, tip.id]];
  }

  #greeted(peer: string): void {
    this.#modules.log.info("a peer joined", { publicKey: publicKeyOf(peer) });
  }

  /** Keeps where a peer was, for the next start. */
  #remember(peer: string, addresses: readonly string[]): void {
    const { store, clock, log } = this.#modules;
    const lastSeenCalcond = Number(clock.nowNs() / CALCOND_NS);
    store.write(
      store.peers.putOps(peer, { addresses, lastSeenCalcond })
    ).catch((error: unknown) => {
      log.warn("a peer's address could not be kept", { error: String(error) });
    });
  }

  #watchSilence(): void {
    const look = (): void => {
      this.#reviveSilent();
      if (!this.#stopped) this.#watch = this.#modules.scheduler.after(WATCH_MS, look);
    };
    this.#watch = this.#modules.scheduler.after(WATCH_MS, look);
  }

  #reviveSilent(): void {
    const { net, clock, log } = this.#modules;
    const nowMs = Number(clock.nowNs() / 1_000_000n);
    const heard = new Set(net.subscribers(topicOf(this.#options.network, "head")));
    const connected = net.peers();
    for (const peer of this.#silentSince.keys()) {
      if (heard.has(peer) || !connected.includes(peer)) this.#silentSince.delete(peer);
    }
    for (const peer of connected.filter((name) => !heard.has(name))) {
      const since = this.#silentSince.get(peer) ?? nowMs;
      this.#silentSince.set(peer, since);
      if (nowMs - since < SILENT_MS_MAX) continue;
      this.#silentSince.delete(peer);
      log.debug("a silent peer is connected anew", { peer });
      net.disconnect(peer).catch((error: unknown) => {
        log.debug("a peer could not be disconnected", { peer, error: String(error) });
      });
    }
  }
}
