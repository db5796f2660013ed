/** The node's part in the mesh: host, gossip, announcements, status, receipts on request. */
import type { Author } from "../../protocol/events/event.js";
import type { MeshSecrets } from "../../protocol/events/handshake.js";
import { TOPIC_NAMES, topicOf } from "../../protocol/events/topics.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { MeshSnapshot } from "../services/meshView.js";
import { AntiEntropy } from "./antiEntropy.js";
import { Announcer } from "./announcer.js";
import type { AnnouncerModules } from "./announcer.js";
import { AuthorBook } from "./authorBook.js";
import { BlobExchange } from "./blob.js";
import type { BlobSource } from "./blob.js";
import { EvidenceBook } from "./evidence.js";
import { Forks } from "./forks.js";
import { Frames } from "./frame.js";
import { Gossip } from "./gossip.js";
import type { GossipListener } from "./gossip.js";
import { EventIntake } from "./intake.js";
import { peerIdOf, publicKeyOf } from "./peerKey.js";
import { Reconnect } from "./reconnect.js";
import type { Cancel, Random } from "./scheduler.js";
import { DENIED_MS, thresholds } from "./scoring.js";
import { StatusExchange } from "./status.js";
import { SyncClient } from "./syncClient.js";
import type { Tip } from "./syncHeads.js";
import { SyncServer } from "./syncServer.js";
import { SpineSync } from "./syncSpines.js";

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

export interface MeshListener extends GossipListener {
  /** Two histories of an author are proven; from this number on nothing of it is taken. */
  readonly onFrozen?: (author: string, seq: number) => void;
  /** Heads were compared with a peer; `agreed` when all were equal. */
  readonly onRound?: (peer: string, agreed: boolean) => void;
  /** A peer did what no honest one does; negative points for its score. */
  readonly onPoints?: (peer: string, points: number, why: string) => void;
}

/** What a proven equivocation costs: below the threshold at which a peer is ignored. */
const EQUIVOCATION_POINTS = -20_000;
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
  readonly intake: EventIntake;
  readonly evidence: EvidenceBook;
  readonly forks: Forks;
  readonly client: SyncClient;
  readonly server: SyncServer;
  readonly sync: SpineSync;
  readonly antiEntropy: AntiEntropy;
}

export class Mesh {
  readonly #options: MeshOptions;
  readonly #modules: MeshModules;
  readonly #listener: MeshListener;
  readonly #reconnect: Reconnect;
  readonly #parts: Parts | null;
  /** When each connected peer was first seen without a topic, in milliseconds of the clock. */
  readonly #silentSince = new Map<string, number>();
  #watch: Cancel = () => undefined;
  #stopped = false;

  constructor(options: MeshOptions, modules: MeshModules, listener: MeshListener = {}) {
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
      const { evidence, server, antiEntropy } = this.#parts;
      await authors.load(this.#options.author.publicKey);
      await evidence.load();
      await blobs.start();
      await server.start();
      await status.start();
      gossip.start();
      announcer.start();
      antiEntropy.start();
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
      const { announcer, status, antiEntropy, sync, forks, gossip } = this.#parts;
      announcer.stop();
      status.stop();
      await antiEntropy.stop();
      await sync.stop();
      await forks.idle();
      await gossip.stop();
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
      detached: this.#parts?.authors.detached ?? 0,
      frozen: this.#parts?.authors.frozenAuthors() ?? [],
      evidence: this.#parts?.evidence.size ?? 0,
      restoreGuard: "off",
    };
  }

  #build({ ring: secrets, kid }: { readonly ring: MeshSecrets; readonly kid: number }): Parts {
    const { network, author, engineVersion, registryGeneration } = this.#options;
    const { publicKey } = author;
    const listener = this.#listening();
    const authors = new AuthorBook(this.#modules);
    const frames = new Frames({ secrets, kid, publicKey }, this.#modules);
    const tips = (): readonly Tip[] => this.#tips(authors);
    const modules = {
      ...this.#modules, authors, frames, tips,
      intake: new EventIntake({ ...this.#modules, authors }, listener),
      client: new SyncClient({ net: this.#modules.net, frames }),
    };
    const { log, intake, client } = modules;
    const evidence = new EvidenceBook({ network, publicKey }, modules, listener);
    const announcer = new Announcer({ network, author, secrets, kid }, modules);
    const forks = new Forks({ network, publicKey }, { ...modules, evidence }, {
      onFound: () => this.#tellEvidence(),
      onSelfEquivocation: (detail) => listener.onSelfEquivocation?.(detail),
    });
    const sync = new SpineSync({ network, publicKey },
      { ...modules, suspicion: forks, log: log.child("sync") }, listener);
    const gossip = new Gossip({ network, publicKey, secrets },
      { ...modules, suspicion: forks, log: log.child("gossip") }, listener);
    const status = new StatusExchange({ network, engineVersion, registryGeneration },
      modules, (peer) => this.#greeted(peer));
    const antiEntropy = new AntiEntropy({ network, publicKey },
      { ...modules, status, sync, forks, log: log.child("sync") }, {
        ...listener,
        onOwn: (peer, seq) => forks.ownBeyond(peer, seq),
        onRound: (peer, agreed) => {
          this.#tellEvidence();
          listener.onRound?.(peer, agreed);
        },
      });
    intake.effect("evidence", evidence.effect);
    intake.watch({
      onGap: (of, seq, from) => sync.want(of, from, seq),
      onForked: (signed, from) => forks.suspectEvent(signed, from),
    });
    const blobs = new BlobExchange({ ...modules, source: modules.receipts });
    const server = new SyncServer(modules);
    return {
      authors, gossip, announcer, status, blobs, intake, evidence, forks, client, server, sync,
      antiEntropy,
    };
  }

  /** Says in own events what proofs this node has found. */
  #tellEvidence(): void {
    const { evidence, announcer } = this.#parts!;
    evidence.tell(async (body) => await announcer.say("evidence", body) !== null)
      .catch((error: unknown) => {
        this.#modules.log.warn("a proof could not be told", { error: String(error) });
      });
  }

  /** What is told outside, and the addresses of nodes heard of. */
  #listening(): MeshListener {
    const { onNode, onFrozen } = this.#listener;
    return {
      ...this.#listener,
      onPoints: (peer, points, why) => this.#points(peer, points, why),
      onFrozen: (author, seq) => {
        if (author !== this.#options.author.publicKey) {
          this.#points(peerIdOf(author), EQUIVOCATION_POINTS, "two histories");
        }
        onFrozen?.(author, seq);
      },
      onNode: (author, body) => {
        this.#reconnect.learn(peerIdOf(author), body.addrs);
        this.#remember(peerIdOf(author), body.addrs);
        onNode?.(author, body);
      },
    };
  }

  #points(peer: string, points: number, why: string): void {
    this.#listener.onPoints?.(peer, points, why);
    if (points > thresholds.graylistThreshold) return;
    this.#modules.net.deny(peer, DENIED_MS).catch((error: unknown) => {
      this.#modules.log.debug("a peer could not be cut off", { peer, error: String(error) });
    });
  }

  #tips(authors: AuthorBook): readonly Tip[] {
    const { tip } = this.#modules.spine;
    const own = this.#options.author.publicKey;
    return tip === null ? authors.linkedTips() : [...authors.linkedTips(), [own, tip.seq, tip.id]];
  }

  #greeted(peer: string): void {
    this.#modules.log.info("a peer joined", { publicKey: publicKeyOf(peer) });
    this.#parts?.antiEntropy.compare(peer);
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
