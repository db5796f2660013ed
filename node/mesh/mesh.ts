/** The node's part in the mesh: its life, what it is told and tells, and what is asked of it. */
import type { KeyEnded } from "../../protocol/events/keyEnds.js";
import type { EncodedEvent } from "../../protocol/seal/event.js";
import { splitEvidence } from "../../protocol/mesh/evidence.js";
import { TOPIC_NAMES, topicOf, type TopicName } from "../../protocol/events/topics.js";
import type { JsonObject } from "../../protocol/ports.js";
import type {
  MeshLoad,
  MeshSnapshot,
  MeshSource,
  PeerView,
  Posted,
  ScoreView,
  TopicView,
  PeerRecords,
} from "./view/meshView.js";
import { Diagnosis } from "./discovery/diagnosis.js";
import type { ServiceExchange } from "./host/exchange.js";
import type { Invitations } from "./discovery/invitations.js";
import type { MeshListener, MeshModules, MeshOptions } from "./meshOptions.js";
import { makeParts } from "./meshParts.js";
import type { MeshParts } from "./meshParts.js";
import { MeshPeers } from "./meshPeers.js";
import { restoreGuardOf } from "./ownGuard.js";
import { peerIdOf, publicKeyOf } from "./host/peerKey.js";
import type { PeerControl } from "./discovery/peerControl.js";
import type { RestoreGuard, RestoreGuardState } from "./sync/restoreGuard.js";
import type { Cancel } from "../runtime/scheduler.js";
import { applicationPoints } from "./host/scoring.js";
import { AUTHORS_MAX } from "./intake/admission.js";
import { ClockLine } from "../runtime/clockLine.js";
import { ClockGuard } from "./intake/clockGuard.js";
import { FirstClock } from "./intake/firstClock.js";
import { calcondOf } from "./intake/calcond.js";
import { HeldBy } from "./sync/heldBy.js";
import { SilenceWatch } from "./discovery/silence.js";
import type { KeptView, LookedFor } from "./shards/sharedReceipts.js";
import type { VerifyRound } from "./shards/verifyRound.js";
import { peerViews, scoreViews, secondsOf, topicViews } from "./view/views.js";

/** Known peers tried at start. */
const TRIED_PEERS_MAX = 48;

const nothing = (): void => undefined;
const NOTHING_KEPT: KeptView = { shards: 0, open: 0, receipts: 0, bytes: 0, taken: 0, given: 0 };

export class Mesh implements MeshSource {
  readonly #options: MeshOptions;
  readonly #modules: MeshModules;
  readonly #listener: MeshListener;
  readonly #peers: MeshPeers;
  /** By what is known that two histories are signed with this node's key; null while nothing is. */
  #ownFork: string | null = null;
  readonly #diagnosis: Diagnosis;
  readonly #parts: MeshParts | null;
  readonly #silence: SilenceWatch;
  #offNeighbours: Cancel = () => undefined;
  /** Without a mesh secret nobody is asked for the time, but the clock may be set all the same. */
  readonly #loneClock: ClockGuard | null;
  /** Of a node whose spine is not open yet. */
  readonly #firstClock: FirstClock | null;
  #guard: RestoreGuard | null = null;
  #stopped = false;

  constructor(options: MeshOptions, modules: MeshModules, listener: MeshListener = {}) {
    this.#options = options;
    this.#modules = modules;
    this.#listener = listener;
    this.#peers = new MeshPeers(options, modules, {
      isGreeted: (peer) => this.#parts?.status.statusOf(peer) != null,
      introducerOf: (author) => this.#parts?.admission.introducerOf(author) ?? null,
      evidence: () => this.#parts?.evidence ?? null,
    });
    this.#silence = new SilenceWatch(options.network, modules);
    this.#parts = this.#makeParts();
    this.#loneClock = this.#parts === null ? this.#makeLoneClock() : null;
    this.#firstClock =
      options.isNew === true && this.#parts !== null
        ? new FirstClock({
            ...modules,
            clock: this.#parts.clock,
            hasNamed: options.bootstrap.length > 0,
          })
        : null;
    this.#diagnosis = this.#makeDiagnosis();
  }

  /** Null without a mesh secret. */
  #makeParts(): MeshParts | null {
    const { secrets } = this.#options;
    if (secrets === null) return null;
    const peers = this.#peers;
    return makeParts(this.#options, secrets, this.#modules, {
      mesh: this.#listening(),
      dials: peers.dials,
      onGreeted: (peer) => this.#greeted(peer),
      onClockWeighed: () => this.#firstClock?.review(),
      onProvenSelf: (detail) => this.#forked(detail),
      standingOf: (peer) => peers.standingOf(peer),
      isNamed: (author) => peers.isNamed(author),
      isGathered: () => this.#isGathered(),
      isInvited: (author) => peers.isInvited(author),
      isBanned: (peer) => peers.isBanned(peer),
      refuse: (peer, code) => peers.refusals.refuse(peer, code),
      metAs: (author) => peers.metAs(author),
    });
  }

  #makeDiagnosis(): Diagnosis {
    const { bootstrap, secrets } = this.#options;
    const parts = this.#parts;
    return new Diagnosis({
      ...this.#modules,
      bootstrap,
      hasSecret: secrets !== null,
      reconnect: this.#peers.reconnect,
      refusals: this.#peers.refusals,
      isGreeted: (peer) => parts?.status.statusOf(peer) != null,
      clockOffsetOf: (peer) => parts?.status.clockOffsetOf(peer) ?? null,
      ownOffMs: () => (parts?.clock ?? this.#loneClock)?.offMs ?? null,
      ownFork: () => this.#ownFork,
      witnesses: this.#options.witnesses ?? (() => []),
      publicKey: this.#options.author.publicKey,
      ownSeq: () => this.#modules.spine.tip?.seq ?? -1,
      heads: () => parts?.authors.heads() ?? [],
      heldSeqOf: (author) => parts?.authors.tip(author)?.seq ?? -1,
      ownHeld: parts?.ownHeld ?? new HeldBy(calcondOf(this.#modules.clock)),
    });
  }

  #makeLoneClock(): ClockGuard {
    const { clock, line = new ClockLine(clock) } = this.#modules;
    const clocks = { measured: () => [], forgetClocks: nothing, measureAll: nothing };
    return new ClockGuard({ ...this.#modules, clocks, line }, (skewed, offsetMs) =>
      this.#listener.onClock?.(skewed, offsetMs),
    );
  }

  /** Topics of a network, for the host to allow. */
  static topics(network: string): readonly string[] {
    return TOPIC_NAMES.map((name) => topicOf(network, name));
  }

  async start(): Promise<void> {
    if (this.#parts !== null) {
      const { authors, gossip, announcer, status, clock, blobs } = this.#parts;
      const { evidence, server, antiEntropy, shared } = this.#parts;
      // Whose spines are kept depends on who was met.
      await this.#peers.known.load();
      await authors.load(this.#options.author.publicKey);
      await evidence.load();
      this.#modules.successions?.onEnded((ended) => this.#keyEnded(ended));
      await this.#parts.keys.load();
      await blobs.start();
      await server.start();
      await this.#parts.tiles?.start();
      this.#guard = await restoreGuardOf(this.#options, this.#modules, this.#parts, {
        ...this.#listening(),
        onSelfEquivocation: (detail) => this.#forked(detail),
      });
      this.#guard?.start();
      await status.start();
      clock.start();
      this.#firstClock?.start();
      gossip.start();
      announcer.start();
      await this.#parts.republish.start();
      await this.#parts.headNotes.start();
      await this.#parts.headHands.start();
      this.#parts.headTopic.start();
      this.#parts.headCheck.start();
      await this.#parts.keptHeads.start();
      await this.#parts.nodeNotes.start();
      this.#parts.release.start();
      this.#parts.missed.start();
      antiEntropy.start();
      await shared.start();
      await this.#parts.sightings.start();
      for (const [peer, addresses] of this.#peers.known.best(TRIED_PEERS_MAX)) {
        this.#peers.reconnect.learn(peer, addresses);
      }
      this.#silence.start();
      this.#peers.cutOff.start();
    }
    this.#loneClock?.start();
    await this.#peers.refusals.start();
    await this.#peers.invitations.start();
    this.#peers.crowd.start();
    this.#peers.control.start();
    this.#diagnosis.start();
    this.#peers.reconnect.start();
    this.#offNeighbours =
      this.#modules.net.onNeighbour?.((peer, addresses) =>
        this.#peers.reconnect.hint(peer, addresses),
      ) ?? this.#offNeighbours;
  }

  /** Idempotent. Stops the host too. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#silence.stop();
    this.#firstClock?.stop();
    this.#loneClock?.stop();
    this.#peers.cutOff.stop();
    this.#peers.control.stop();
    this.#peers.crowd.stop();
    this.#diagnosis.stop();
    this.#offNeighbours();
    this.#peers.reconnect.stop();
    const stopping = this.#stopParts();
    // Whatever still waits for a peer's answer ends with the connections.
    await this.#modules.net.stop();
    await stopping;
  }

  async #stopParts(): Promise<void> {
    if (this.#parts === null) return;
    const { announcer, status, clock, antiEntropy, sync, forks } = this.#parts;
    const { gossip, missed, release, shared, republish, sightings, workView } = this.#parts;
    this.#parts.headTopic.stop();
    this.#parts.headHands.stop();
    workView.stop();
    missed.stop();
    announcer.stop();
    republish.stop();
    sightings.stop();
    status.stop();
    clock.stop();
    await Promise.all([
      gossip.stop(),
      shared.stop(),
      release.stop(),
      this.#parts.headCheck.stop(),
      this.#guard?.stop(),
      antiEntropy.stop(),
      sync.stop(),
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
    this.#parts?.headHands.grown();
  }

  /** To be called when the spine has grown and the growth is durable. */
  headChanged(): void {
    this.#parts?.announcer.headChanged();
    this.#parts?.headHands.grown();
    this.#parts?.shared.nudge();
  }

  /** Public keys of the nodes that should hold a shared receipt now. @param id 64 hex digits */
  holdersOf(id: string): readonly string[] {
    return this.#parts === null ? [] : this.#parts.shared.holdersOf(id);
  }

  /**
   * Whether this node asks for work, does any, or has a word in it: where it keeps a share of the
   * spines, it hears of work then alone.
   */
  takePart(takesPart: boolean): void {
    if (this.#parts === null || this.#stopped) return;
    const { announcer, gossip, keeping, workView } = this.#parts;
    const wasAside = keeping.isAside;
    keeping.takePart(takesPart);
    if (keeping.isAside === wasAside) return;
    gossip.follow();
    workView.changed();
    // Others say then which spines are of work.
    void announcer.nodeChanged();
  }

  /** Whether what others have said of work is known here, as far as peers could be asked. */
  get seesWork(): boolean {
    return this.#parts?.workView.isWhole ?? true;
  }

  /** Whether this node may leave the heads of strangers to others. */
  get mayBeQuiet(): boolean {
    return this.#parts?.keeping.isShare === true && this.#isGathered();
  }

  /** Whether heads are gathered for all, by others than this node. */
  #isGathered(): boolean {
    const { author, gatherer = null, rounds, witnesses } = this.#options;
    const { publicKey } = author;
    if (rounds === undefined || gatherer === null || gatherer === publicKey) return false;
    return !(witnesses?.() ?? []).includes(publicKey);
  }

  get isAside(): boolean {
    return this.#parts?.keeping.isAside ?? false;
  }

  /** Whether this node follows a topic. */
  follows(name: TopicName): boolean {
    return this.#parts?.gossip.follows(name) ?? false;
  }

  /** Whether this node keeps the spine of an author. */
  keeps(author: string): boolean {
    return this.#parts?.keeping.keeps(author) ?? false;
  }

  /** Whether a head of a spine counts by proofs: others are to keep it, and its key shows work. */
  vouchesUnheld(author: string): boolean {
    const { keeping } = this.#parts ?? {};
    return keeping !== undefined && !keeping.keeps(author) && keeping.showsWork(author);
  }

  /** Nodes that may have a spine: its author, those to whom it falls, then those connected. */
  sourcesOf(author: string): readonly string[] {
    const fallsTo = this.#parts?.keeping.holdersOf(author) ?? [];
    const connected = this.#modules.net.peers().flatMap((peer) => publicKeyOf(peer) ?? []);
    const isNear = (node: string): boolean => connected.includes(node);
    const likely = [author, ...fallsTo];
    const nodes = [...likely.filter(isNear), ...likely, ...connected];
    return [...new Set(nodes)].filter((node) => node !== this.#options.author.publicKey);
  }

  /** Calls a node that is not connected. @returns whether it is now */
  async reach(node: string): Promise<boolean> {
    return (await this.#parts?.shared.reach(node)) != null;
  }

  /** Public keys of the nodes that count among those that may hold something now. */
  get members(): readonly string[] {
    return this.#parts?.shared.placement.members().map(({ node }) => node) ?? [];
  }

  /** A shared receipt, checked against its id and then kept; null when no node has it. */
  async fetchReceipt(id: string): Promise<string | null> {
    return this.#parts === null ? null : this.#parts.shared.fetch(id);
  }

  /** The same, and which nodes that should have it were not reached. */
  async lookForReceipt(id: string): Promise<LookedFor> {
    return this.#parts === null ? { text: null, unreached: [] } : this.#parts.shared.lookFor(id);
  }

  /** A document of a job from any peer, checked; it is not kept here. */
  async fetchDocument(hash: string): Promise<string | null> {
    return this.#parts === null ? null : this.#parts.blobs.fetch(hash);
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
      scores: scoreViews(net, this.#peers.reputation),
      denied: this.#peers.reputation.deniedPeers(),
    };
  }

  disputedFrom(author: string): number | null {
    return this.#parts?.authors.frozenAt(author) ?? null;
  }

  /** Of a node whose spine has to be opened; null for any other. */
  get firstClock(): FirstClock | null {
    return this.#firstClock;
  }

  /** Records, and tells, that one key signed two checkpoints of one size. */
  async proveSplit(first: string, second: string): Promise<void> {
    if (await this.#parts?.evidence.found(splitEvidence(first, second)))
      this.#parts?.tellEvidence();
  }

  /** Says a round of gathered heads to all who name witnesses. */
  async tellRound(note: string): Promise<void> {
    await this.#parts?.announcer.tellRound(note);
  }

  /** Why this node and others do not talk. */
  get diagnosis(): Diagnosis {
    return this.#diagnosis;
  }

  /** Reasons said when connections were closed, since the start. */
  refusals(by: "peer" | "self"): Readonly<Record<string, number>> {
    return this.#peers.refusals.counts(by);
  }

  /** Who is invited, and by whom this node is. */
  get invitations(): Invitations {
    return this.#peers.invitations;
  }

  /** What the operator does about peers. */
  get control(): PeerControl {
    return this.#peers.control;
  }

  /** Spines and receipts of the connected peers, unchecked; null without a mesh secret. */
  get holders(): PeerRecords | null {
    if (this.#parts === null) return null;
    const { client } = this.#parts;
    return {
      peers: () => this.#modules.net.peers(),
      events: (peer, author, from, count) => client.events(peer, author, from, count),
      receipt: (id) => this.fetchReceipt(id),
    };
  }

  /** Questions of other services to other nodes; null without a mesh secret. */
  get exchange(): ServiceExchange | null {
    return this.#parts?.services ?? null;
  }

  kept(): KeptView {
    return this.#parts?.shared.kept ?? NOTHING_KEPT;
  }

  /** What waits, what is remembered, and how many places are taken. */
  load(): MeshLoad {
    const { waiting = 0, replays = 0 } = this.#parts?.judge ?? {};
    const { kept, max } = this.#places();
    const peersProcessorSeconds = secondsOf(this.#modules.net.processor?.total ?? 0);
    return { waiting, replays, spines: kept, spinesMax: max, peersProcessorSeconds };
  }

  #places(): MeshSnapshot["spines"] {
    const { held, max } = this.#parts?.admission.places ?? { held: 0, max: AUTHORS_MAX };
    return { kept: held, max };
  }

  #open(): MeshParts {
    if (this.#parts === null) throw new Error("the node has no mesh secret");
    return this.#parts;
  }

  snapshot(): MeshSnapshot {
    const { net } = this.#modules;
    const { network } = this.#options;
    const followers = TOPIC_NAMES.map(
      (name) => [name, net.subscribers(topicOf(network, name)).length] as const,
    );
    return {
      gossip: this.#parts === null ? "disabled" : "on",
      peers: net.peers().length,
      topicMesh: this.#parts === null ? {} : Object.fromEntries(followers),
      recentGossipCount: this.#parts?.judge.recentCount() ?? 0,
      lastGossipCalcond: this.#parts?.judge.lastCalcond ?? null,
      heads: this.#heads(),
      heldBy: this.#diagnosis.heldBy().all,
      clockOffsetMs: this.#parts?.clock.offsetMs ?? null,
      detached: this.#parts?.authors.detached ?? 0,
      frozen: this.#parts?.authors.frozenAuthors() ?? [],
      evidence: this.#parts?.evidence.size ?? 0,
      restoreGuard: this.#guardState(),
      spines: this.#places(),
      shardsHeld: this.#parts?.shared.claimed ?? 0,
      coherenceScore: this.#parts?.verifier.score ?? null,
    };
  }

  #guardState(): RestoreGuardState {
    const state = this.#guard?.state ?? "off";
    return state !== "unanswered" && this.#firstClock?.isWaiting === true ? "asking" : state;
  }

  #heads(): MeshSnapshot["heads"] {
    if (this.#parts === null) return [];
    const { authors } = this.#parts;
    return authors.heads().map((head) => ({ ...head, held: authors.tip(head.author)?.seq ?? -1 }));
  }

  /** Two histories are signed with this node's key: it is told so, and says nothing more. */
  #forked(detail: string): void {
    this.#ownFork = detail;
    this.#listener.onSelfEquivocation?.(detail);
  }

  /** Addresses told outside, and the addresses of nodes heard of. */
  #listening(): MeshListener {
    const { onEvent, onNode, onFrozen } = this.#listener;
    return {
      ...this.#listener,
      onSelfEquivocation: (detail) => {
        // What peers kept of the own spine is about to be taken over: it may well be this node's.
        if (this.#guard?.isWaiting !== true) this.#forked(detail);
      },
      onPoints: (peer, points, why) => this.#points(peer, points, why),
      onFault: (peer, topic, code) => {
        this.#peers.cutOff.fault(peer, topic, code);
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
        this.#peers.reconnect.learn(peerIdOf(author), body.addrs);
        this.#peers.known.learn(peerIdOf(author), body.addrs);
        this.#parts?.sightings.heardOf(author);
        onNode?.(author, body);
      },
    };
  }

  /** Findings for or against the old key's peer hold for the new one's. */
  #keyEnded({ key, size, successor }: KeyEnded): void {
    // Of a revocation of its own this node hears from itself.
    this.#parts?.authors.end(key, size, successor);
    this.#listener.onFrozen?.(key, size);
    this.#peers.control.follow(peerIdOf(key), peerIdOf(successor)).catch((error: unknown) => {
      this.#modules.log.warn("a rule about a peer could not follow its key", {
        error: String(error),
      });
    });
  }

  #points(peer: string, points: number, why: string): void {
    this.#listener.onPoints?.(peer, points, why);
    this.#peers.cutOff.points(peer, points, why);
  }

  /** Whether a peer is no stranger, or one that is none says that it is at an address. */
  knows(peer: string | null, ip: string | null): boolean {
    return this.#peers.knows(peer, ip);
  }

  #greeted(peer: string): void {
    this.#peers.reconnect.greeted(peer);
    this.#peers.refusals.settled(peer);
    this.#diagnosis.greeted();
    this.#peers.invitations.greeted(peer);
    this.#modules.log.debug("a peer joined", { publicKey: publicKeyOf(peer) });
    this.#guard?.ask(peer);
    this.#peers.known.reached(peer);
    const author = publicKeyOf(peer);
    if (author !== null) this.#parts?.admission.met(author);
    this.#parts?.antiEntropy.compare(peer);
  }
}
