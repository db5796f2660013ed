/** The node's part in the mesh: host, gossip, announcements, status, receipts on request. */
import type { Author, EncodedEvent } from "../../protocol/events/event.js";
import type { MeshSecrets } from "../../protocol/events/handshake.js";
import type { DigestBody } from "../../protocol/events/kinds.js";
import { TOPIC_NAMES, topicOf } from "../../protocol/events/topics.js";
import type { JsonObject } from "../../protocol/ports.js";
import type {
  KeptView, MeshSnapshot, MeshSource, PeerView, Posted, ScoreView, TopicView, VerifyRound,
} from "../services/meshView.js";
import { AntiEntropy } from "./antiEntropy.js";
import { Announcer } from "./announcer.js";
import type { AnnouncerModules } from "./announcer.js";
import { AuthorBook } from "./authorBook.js";
import { BlobExchange } from "./blob.js";
import type { BlobSource } from "./blob.js";
import { CutOff } from "./cutOff.js";
import { Entrance } from "./entrance.js";
import { EventJudge } from "./eventJudge.js";
import type { SignatureChecker } from "./eventJudge.js";
import { ClockGuard } from "./clockGuard.js";
import { EvidenceBook } from "./evidence.js";
import { Forks } from "./forks.js";
import { Frames } from "./frame.js";
import { Gossip } from "./gossip.js";
import type { GossipListener } from "./gossip.js";
import type { GossipVerdict } from "./net.js";
import { Reputation } from "./reputation.js";
import { EventIntake } from "./intake.js";
import type { Effect } from "./intake.js";
import { KnownPeers } from "./knownPeers.js";
import { peerIdOf, publicKeyOf } from "./peerKey.js";
import { Reconnect } from "./reconnect.js";
import { Republish } from "./republish.js";
import { knownPeers, RestoreGuard } from "./restoreGuard.js";
import type { GuardedSpine } from "./restoreGuard.js";
import type { Cancel, Random } from "./scheduler.js";
import { applicationPoints } from "./scoring.js";
import { heldReceipts, SharedReceipts } from "./sharedReceipts.js";
import { StatusExchange } from "./status.js";
import { SyncClient } from "./syncClient.js";
import type { Tip } from "./syncHeads.js";
import { SyncServer } from "./syncServer.js";
import { SpineSync } from "./syncSpines.js";
import { TileServer } from "./tiles.js";
import type { LogSource } from "./tiles.js";
import { MeshVerifier } from "./verifyRound.js";
import type { Recomputed } from "./verifyRound.js";
import { peerViews, scoreViews, topicViews } from "./views.js";

interface MeshOptions {
  /** The network's name on the wire, 8 hex digits. */
  readonly network: string;
  readonly author: Author;
  /** Null: the node takes part in no topic and no exchange; its host only answers pings. */
  readonly secrets: { readonly ring: MeshSecrets; readonly kid: number } | null;
  readonly bootstrap: readonly string[];
  readonly engineVersion: string;
  readonly registryGeneration: string;
  /** Whether peers have to be asked for this node's own head before it writes. */
  readonly guarded?: boolean;
}

export interface MeshModules extends AnnouncerModules {
  readonly receipts: BlobSource;
  readonly random: Random;
  /** What events of a kind change beside their spine, written in the same batch. */
  readonly effects?: Readonly<Record<string, Effect>>;
  /** What is held for and against each peer; the network may ask it too. */
  readonly reputation?: Reputation;
  /** Takes signature checks off this thread under load. */
  readonly checker?: SignatureChecker;
  /** Computes a shared receipt again; without it none can be compared. */
  readonly recompute?: (id: string, text: string) => Recomputed;
  /** The spines held here as logs; without them no tile is served to peers. */
  readonly logs?: LogSource;
  /** The own spine, to be continued from what peers kept of it; needed where it is guarded. */
  readonly guardedSpine?: GuardedSpine;
}

export interface MeshListener extends GossipListener {
  /** Two histories of an author are proven; from this number on nothing of it is taken. */
  readonly onFrozen?: (author: string, seq: number) => void;
  /** This node's clock went off the median of its peers, or came back to it. */
  readonly onClock?: (skewed: boolean, offsetMs: number) => void;
  /** Heads were compared with a peer; `agreed` when all were equal. */
  readonly onRound?: (peer: string, agreed: boolean) => void;
  /** Peers have told this node's own head, and what was missing of the spine is there again. */
  readonly onGuardPassed?: () => void;
  /** Every verdict on what was handed in over HTTP. */
  readonly onPosted?: (verdict: GossipVerdict, code: string) => void;
  /** A peer did what no honest one does; negative points for its score. */
  readonly onPoints?: (peer: string, points: number, why: string) => void;
}

/** Known peers tried at start. */
const TRIED_PEERS_MAX = 48;
/** A connected peer that follows no topic for so long is connected anew: its stream may be dead. */
const SILENT_MS_MAX = 30_000;
const WATCH_MS = 10_000;

const NOTHING_KEPT: KeptView = { shards: 0, open: 0, receipts: 0, bytes: 0, taken: 0, given: 0 };

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
  readonly tiles: TileServer | null;
  readonly sync: SpineSync;
  readonly antiEntropy: AntiEntropy;
  readonly republish: Republish;
  readonly shared: SharedReceipts;
  readonly judge: EventJudge;
  readonly entrance: Entrance;
  readonly verifier: MeshVerifier;
}

export class Mesh implements MeshSource {
  readonly #options: MeshOptions;
  readonly #modules: MeshModules;
  readonly #listener: MeshListener;
  readonly #reconnect: Reconnect;
  readonly #known: KnownPeers;
  readonly #reputation: Reputation;
  readonly #cutOff: CutOff;
  readonly #parts: Parts | null;
  /** When each connected peer was first seen without a topic, in milliseconds of the clock. */
  readonly #silentSince = new Map<string, number>();
  #watch: Cancel = () => undefined;
  #offNeighbours: Cancel = () => undefined;
  #guard: RestoreGuard | null = null;
  #stopped = false;

  constructor(options: MeshOptions, modules: MeshModules, listener: MeshListener = {}) {
    this.#options = options;
    this.#modules = modules;
    this.#listener = listener;
    this.#reconnect = new Reconnect(options.bootstrap, modules);
    this.#known = new KnownPeers(modules);
    this.#reputation = modules.reputation ?? new Reputation({ bootstrap: [] }, modules);
    this.#cutOff = new CutOff({ ...modules, reputation: this.#reputation });
    this.#parts = options.secrets === null ? null : this.#build(options.secrets);
  }

  /** Topics of a network, for the host to allow. */
  static topics(network: string): readonly string[] {
    return TOPIC_NAMES.map((name) => topicOf(network, name));
  }

  async start(): Promise<void> {
    if (this.#parts !== null) {
      const { authors, gossip, announcer, status, blobs } = this.#parts;
      const { evidence, server, antiEntropy, shared } = this.#parts;
      await authors.load(this.#options.author.publicKey);
      await evidence.load();
      await blobs.start();
      await server.start();
      await this.#parts.tiles?.start();
      await this.#startGuard(this.#parts.client);
      await status.start();
      gossip.start();
      announcer.start();
      await this.#parts.republish.start();
      antiEntropy.start();
      await shared.start();
      await this.#known.load();
      for (const [peer, addresses] of this.#known.best(TRIED_PEERS_MAX)) {
        this.#reconnect.learn(peer, addresses);
      }
      this.#watchSilence();
      this.#cutOff.start();
    }
    this.#reconnect.start();
    this.#offNeighbours = this.#modules.net.onNeighbour?.(
      (peer, addresses) => this.#reconnect.hint(peer, addresses)) ?? this.#offNeighbours;
  }

  /** Idempotent. Stops the host too. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#watch();
    this.#cutOff.stop();
    this.#offNeighbours();
    this.#reconnect.stop();
    const stopping = this.#stopParts();
    // Whatever still waits for a peer's answer ends with the connections.
    await this.#modules.net.stop();
    await stopping;
  }

  async #stopParts(): Promise<void> {
    if (this.#parts === null) return;
    const { announcer, status, antiEntropy, sync, forks, gossip, shared, republish } = this.#parts;
    announcer.stop();
    republish.stop();
    status.stop();
    await Promise.all([
      gossip.stop(), shared.stop(), this.#guard?.stop(), antiEntropy.stop(), sync.stop(),
    ]);
    await forks.idle();
  }

  /**
   * Says something in an event of this node's own, durable before anyone hears of it.
   * @returns null when nothing may be written now
   */
  async say(kind: string, body: JsonObject): Promise<EncodedEvent | null> {
    if (this.#parts !== null) return this.#parts.announcer.say(kind, body);
    return (await this.#modules.appender.append(kind, body))?.encoded ?? null;
  }

  /** To be called when the node may write again: what it could not say is said now. */
  mayWrite(): void {
    this.#parts?.announcer.announce();
  }

  /** To be called when the spine has grown and the growth is durable. */
  headChanged(): void {
    this.#parts?.announcer.headChanged();
    this.#parts?.shared.nudge();
  }

  /** Public keys of the nodes that should hold a shared receipt now. @param id 64 hex digits */
  holdersOf(id: string): readonly string[] {
    return this.#parts === null ? [] : this.#parts.shared.holdersOf(id);
  }

  /** A shared receipt, checked against its id and then kept; null when no node has it. */
  async fetchReceipt(id: string): Promise<string | null> {
    return this.#parts === null ? null : this.#parts.shared.fetch(id);
  }

  async post(body: Uint8Array, handshake: string): Promise<Posted> {
    return this.#open().entrance.post(body, handshake);
  }

  async verify(peers: number, samples: number): Promise<VerifyRound | null> {
    return this.#open().verifier.run(peers, samples);
  }

  peers(): readonly PeerView[] {
    return peerViews(this.#options.network, this.#modules.net, this.#parts?.status ?? null);
  }

  topics(): readonly TopicView[] {
    if (this.#parts === null) return [];
    return topicViews(this.#options.network, this.#modules.net, this.#parts.gossip);
  }

  scores(): { readonly scores: readonly ScoreView[]; readonly denied: readonly string[] } {
    const { net } = this.#modules;
    return {
      scores: scoreViews(net, this.#reputation), denied: this.#reputation.deniedPeers(),
    };
  }

  disputedFrom(author: string): number | null {
    return this.#parts?.authors.frozenAt(author) ?? null;
  }

  kept(): KeptView {
    return this.#parts?.shared.kept ?? NOTHING_KEPT;
  }

  /** Messages judged and not yet durable, and handshakes remembered. */
  load(): { readonly waiting: number; readonly replays: number } {
    const { waiting = 0, replays = 0 } = this.#parts?.judge ?? {};
    return { waiting, replays };
  }

  #open(): Parts {
    if (this.#parts === null) throw new Error("the node has no mesh secret");
    return this.#parts;
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
      recentGossipCount: this.#parts?.judge.recentCount() ?? 0,
      lastGossipCalcond: this.#parts?.judge.lastCalcond ?? null,
      heads: this.#parts?.authors.heads() ?? [],
      clockOffsetMs: this.#parts?.status.clockOffsetMs() ?? null,
      detached: this.#parts?.authors.detached ?? 0,
      frozen: this.#parts?.authors.frozenAuthors() ?? [],
      evidence: this.#parts?.evidence.size ?? 0,
      restoreGuard: this.#guard?.state ?? "off",
      shardsHeld: this.#parts?.shared.claimed ?? 0,
      coherenceScore: this.#parts?.verifier.score ?? null,
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
    const { onSelfEquivocation } = this.#listener;
    const evidence = new EvidenceBook({ network, publicKey }, modules,
      // A proof stands, whoever is being asked for the own head meanwhile.
      { ...listener, ...(onSelfEquivocation === undefined ? {} : { onSelfEquivocation }) });
    const announcer: Announcer = new Announcer({ network, author, secrets, kid }, {
      ...modules, self: { ...modules.self, digest: () => this.#digest() },
    });
    const forks = new Forks({ network, publicKey }, { ...modules, evidence }, {
      onFound: () => this.#tellEvidence(),
      onSelfEquivocation: (detail) => listener.onSelfEquivocation?.(detail),
    });
    const sync = new SpineSync({ network, publicKey },
      { ...modules, suspicion: forks, log: log.child("sync") }, listener);
    const judge = new EventJudge({ network, secrets },
      { ...modules, isProven: (body) => forks.isProven(body) });
    const gossip = new Gossip({ network, publicKey },
      { ...modules, judge, suspicion: forks, log: log.child("gossip") }, listener);
    const entrance = new Entrance({ network, publicKey },
      { ...modules, judge, forks, evidence, log: log.child("entrance") }, listener);
    const status = new StatusExchange({ network, engineVersion, registryGeneration },
      modules, (peer) => this.#greeted(peer), () => clock.review());
    const clock = new ClockGuard(status, (skewed, offsetMs) => {
      announcer.hold(skewed);
      listener.onClock?.(skewed, offsetMs);
    });
    const antiEntropy = new AntiEntropy({ network, publicKey },
      { ...modules, status, sync, forks, log: log.child("sync") }, {
        ...listener,
        onOwn: (peer, seq) => forks.ownBeyond(peer, seq),
        onRound: (peer, agreed) => {
          this.#tellEvidence();
          listener.onRound?.(peer, agreed);
        },
      });
    intake.effect("evidence", evidence.effect, evidence.undo);
    for (const [kind, effect] of Object.entries(this.#modules.effects ?? {})) intake.effect(kind, effect);
    intake.watch({
      onGap: (of, seq, from) => sync.want(of, from, seq),
      onForked: (signed, from) => forks.suspectEvent(signed, from),
    });
    const blobs = new BlobExchange(
      { ...modules, source: heldReceipts(modules.receipts, modules.store) });
    const shared = this.#shared({ authors, announcer, blobs, frames });
    intake.effect("shard.claim", shared.effect, shared.undo);
    intake.effect("shard.release", shared.effect, shared.undo);
    const server = new SyncServer(modules);
    const { logs } = this.#modules;
    const tiles = logs === undefined ? null : new TileServer({ ...modules, logs });
    const republish = new Republish({ network, publicKey },
      { ...modules, publish: (topic, text) => announcer.publish(topic, text) });
    const verifier = new MeshVerifier({
      ...modules, status, blobs, recompute: this.#modules.recompute ?? (() => "not-comparable"),
    });
    return {
      shared, judge, entrance, verifier, authors, gossip, announcer, status, blobs, intake, evidence, forks, client, server, sync,
      antiEntropy, republish, tiles,
    };
  }

  #shared(
    modules: Pick<Parts, "authors" | "announcer" | "blobs"> & { readonly frames: Frames },
  ): SharedReceipts {
    const { network, author: { publicKey } } = this.#options;
    const { self, net, log } = this.#modules;
    return new SharedReceipts({ network, publicKey, capacity: () => self.node().capacity }, {
      ...this.#modules, ...modules, log: log.child("shared"),
      isHeard: () => net.subscribers(topicOf(network, "shard")).length > 0,
      say: (kind, body) => modules.announcer.say(kind, body),
    });
  }

  /** What this node says of itself, and what it holds for others. */
  async #digest(): Promise<DigestBody> {
    return { ...await this.#modules.self.digest(), shards: await this.#parts!.shared.digest() };
  }

  async #startGuard(client: SyncClient): Promise<void> {
    const { store, guardedSpine: spine } = this.#modules;
    const { bootstrap, guarded, network, author: { publicKey } } = this.#options;
    if (guarded !== true || spine === undefined) return;
    const known = await knownPeers(bootstrap, store);
    const listener = this.#listening();
    this.#guard = new RestoreGuard({ network, publicKey, known },
      { ...this.#modules, client, spine, log: this.#modules.log.child("guard") }, {
        onPassed: () => listener.onGuardPassed?.(),
        onSelfEquivocation: (detail) => this.#listener.onSelfEquivocation?.(detail),
        ...(listener.onPoints === undefined ? {} : { onPoints: listener.onPoints }),
      });
    this.#guard.start();
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
    const { onEvent, onNode, onFrozen, onSelfEquivocation } = this.#listener;
    return {
      ...this.#listener,
      onSelfEquivocation: (detail) => {
        // What peers kept of the own spine is about to be taken over: it may well be this node's.
        if (this.#guard?.isWaiting !== true) onSelfEquivocation?.(detail);
      },
      onPoints: (peer, points, why) => this.#points(peer, points, why),
      onFault: (peer, topic, code) => {
        this.#cutOff.fault(peer, topic, code);
        this.#listener.onFault?.(peer, topic, code);
      },
      onFrozen: (author, seq) => {
        if (author !== this.#options.author.publicKey) {
          this.#points(peerIdOf(author), applicationPoints.equivocation, "two histories");
        }
        onFrozen?.(author, seq);
      },
      onEvent: (message) => {
        this.#parts?.shared.heard(message);
        onEvent?.(message);
      },
      onNode: (author, body) => {
        this.#reconnect.learn(peerIdOf(author), body.addrs);
        this.#known.learn(peerIdOf(author), body.addrs);
        onNode?.(author, body);
      },
    };
  }

  #points(peer: string, points: number, why: string): void {
    this.#listener.onPoints?.(peer, points, why);
    this.#cutOff.points(peer, points, why);
  }

  #tips(authors: AuthorBook): readonly Tip[] {
    const { tip } = this.#modules.spine;
    const own = this.#options.author.publicKey;
    return tip === null ? authors.linkedTips() : [...authors.linkedTips(), [own, tip.seq, tip.id]];
  }

  #greeted(peer: string): void {
    this.#modules.log.info("a peer joined", { publicKey: publicKeyOf(peer) });
    this.#guard?.ask(peer);
    this.#known.reached(peer);
    this.#parts?.antiEntropy.compare(peer);
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
