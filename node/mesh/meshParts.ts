/**
 * Everything of the mesh that needs its secret, made in the order in which the parts need each
 * other. What comes through any door goes judge, intake, then anyone who listens.
 */
import {
  ASIDE_ROLE,
  HANDS_ROLE,
  QUIET_ROLE,
  SHARE_ROLE,
  type DigestBody,
} from "../../protocol/mesh/kinds.js";
import { topicOf } from "../../protocol/events/topics.js";
import { AntiEntropy } from "./sync/antiEntropy.js";
import { Announcer } from "./discovery/announcer.js";
import { Admission } from "./intake/admission.js";
import { Keeping } from "./intake/keeping.js";
import { KeptHeads } from "./sync/keptHeads.js";
import { NodeNotes } from "./sync/nodeNotes.js";
import { WorkView } from "./sync/workView.js";
import { MissedSpines } from "./sync/missedSpines.js";
import { SpineRelease } from "./sync/spineRelease.js";
import type { RefusalCode } from "./host/refusals.js";
import { AuthorBook } from "./intake/authorBook.js";
import { BlobExchange } from "./shards/blob.js";
import { ClockGuard } from "./intake/clockGuard.js";
import { Entrance } from "./sync/entrance.js";
import { EventJudge } from "./intake/eventJudge.js";
import { EvidenceBook } from "./intake/evidence.js";
import { Forks } from "./sync/forks.js";
import { Frames } from "./host/frame.js";
import { serviceExchange, type ServiceExchange } from "./host/exchange.js";
import { Gossip } from "./intake/gossip.js";
import { EventIntake, type Effect, type Undo } from "./intake/intake.js";
import { calcondOf } from "./intake/calcond.js";
import { KeyBook } from "./intake/keyBook.js";
import type { MeshKeys, MeshListener, MeshModules, MeshOptions } from "./meshOptions.js";
import { MESH_EFFECT_KINDS } from "./intake/ownKinds.js";
import { HeadCheck } from "./sync/headCheck.js";
import { HeadHands } from "./sync/headHands.js";
import { HeadTopic } from "./sync/headTopic.js";
import { HeadNotes } from "./sync/headNotes.js";
import { Sightings } from "./discovery/sightings.js";
import { Republish } from "./sync/republish.js";
import type { Dials } from "./discovery/dials.js";
import { heldReceipts, SharedReceipts } from "./shards/sharedReceipts.js";
import { StatusExchange } from "./sync/status.js";
import { SyncClient } from "./sync/syncClient.js";
import { HeldBy } from "./sync/heldBy.js";
import { HeadHashes } from "./sync/syncHeads.js";
import type { Tip } from "./sync/syncHeads.js";
import { Successions } from "../runtime/identity/successions.js";
import { ClockLine } from "../runtime/clockLine.js";
import type { MeasuredClock, Standing } from "./intake/clockVotes.js";
import { networkOf } from "./host/networks.js";
import { budgeted } from "./host/budgets.js";
import { watchedFrames } from "./host/rubbish.js";
import { watchedAnswers } from "./host/unanswered.js";
import { SyncServer } from "./sync/syncServer.js";
import { peerIdOf, publicKeyOf } from "./host/peerKey.js";
import { SpineSync } from "./sync/syncSpines.js";
import { TileServer } from "./sync/tiles.js";
import { Unheard } from "./intake/unheard.js";
import { MeshVerifier } from "./shards/verifyRound.js";

/** What peers are told and asked, beside events: sharing, serving, comparing. */
interface Exchanges {
  readonly blobs: BlobExchange;
  readonly shared: SharedReceipts;
  readonly server: SyncServer;
  readonly tiles: TileServer | null;
  readonly republish: Republish;
  readonly sightings: Sightings;
  readonly verifier: MeshVerifier;
  /** For services beside the mesh. */
  readonly services: ServiceExchange;
}

export interface MeshParts extends Exchanges {
  readonly admission: Admission;
  readonly authors: AuthorBook;
  readonly gossip: Gossip;
  readonly announcer: Announcer;
  readonly status: StatusExchange;
  readonly clock: ClockGuard;
  readonly intake: EventIntake;
  readonly evidence: EvidenceBook;
  readonly keys: KeyBook;
  readonly forks: Forks;
  readonly client: SyncClient;
  readonly sync: SpineSync;
  readonly antiEntropy: AntiEntropy;
  readonly ownHeld: HeldBy;
  readonly headNotes: HeadNotes;
  readonly headCheck: HeadCheck;
  readonly headHands: HeadHands;
  readonly headTopic: HeadTopic;
  readonly keeping: Keeping;
  readonly keptHeads: KeptHeads;
  readonly nodeNotes: NodeNotes;
  readonly release: SpineRelease;
  readonly missed: MissedSpines;
  readonly judge: EventJudge;
  readonly entrance: Entrance;
  /** Says in own events what proofs this node has found. */
  readonly workView: WorkView;
  tellEvidence(): void;
}

interface PartsListener {
  /** What every part tells. */
  readonly mesh: MeshListener;
  /** What bounds calls to addresses that others told. */
  readonly dials: Dials;
  /** A peer has said who it is. */
  readonly onGreeted: (peer: string) => void;
  /** What peers say of this clock was weighed again. */
  readonly onClockWeighed: () => void;
  /**
   * There is proof against this node's own key, no matter who is being asked for its head
   * meanwhile.
   */
  readonly onProvenSelf: (detail: string) => void;
  /** How well a connected peer is known. */
  readonly standingOf: (peer: string) => Standing;
  /** Whether the operator named the node of an author. */
  readonly isNamed: (author: string) => boolean;
  /** Whether heads are gathered for all, by others than this node. */
  readonly isGathered: () => boolean;
  /** Whether an author has a place where only the invited have one. */
  readonly isInvited: (author: string) => boolean;
  readonly isBanned: (peer: string) => boolean;
  /** Says to a peer why it is sent away, and closes. */
  readonly refuse: (peer: string, code: RefusalCode) => Promise<void>;
  /** The same of the node of an author; null of one that was never met. */
  readonly metAs: (author: string) => Standing | null;
}

/** What all parts share. */
function baseOf(
  options: MeshOptions,
  { ring: secrets, kid }: MeshKeys,
  outside: MeshModules,
  { mesh: listener, dials, standingOf, metAs, isInvited, isNamed }: PartsListener,
) {
  const { publicKey } = options.author;
  const networkOfPeer = (peer: string): string => {
    const ip = outside.net.ipOf?.(peer) ?? null;
    return ip === null ? peer : networkOf(ip);
  };
  const onFault = (peer: string, what: string, code: string): void =>
    listener.onFault?.(peer, what, code);
  const admission = new Admission({
    ...outside,
    standingOf,
    metAs,
    networkOf: networkOfPeer,
    networkOfAuthor: (author) => {
      const ip = outside.net.ipOf?.(peerIdOf(author)) ?? null;
      return ip === null ? null : networkOf(ip);
    },
    ...(options.invitedOnly === true ? { isInvited } : {}),
  });
  const isTrusted = (peer: string): boolean => standingOf(peer) !== "stranger";
  const keeping: Keeping = new Keeping(
    { policy: options.keep ?? "all", publicKey, workBits: outside.keyWorkBits },
    {
      ...outside,
      isNamed,
      isBinding: (author) => authors.isBinding(author),
      isOfWork: (author) => authors.isOfWork(author),
    },
  );
  const authors: AuthorBook = new AuthorBook({
    ...outside,
    admission,
    keeping,
    onLeft: (author) => listener.onLeft?.(author),
  });
  const frames = new Frames({ secrets, kid, publicKey }, outside);
  const net = watchedAnswers(outside.net, onFault);
  const tips = tipsOf(publicKey, outside.spine, authors);
  return {
    ...outside,
    dials,
    net: budgeted(watchedFrames(net, onFault), { ...outside, onFault, isTrusted }),
    onFault,
    admission,
    keeping,
    authors,
    frames,
    networkOfPeer,
    tips,
    heads: new HeadHashes(outside.crypto),
    intake: new EventIntake({ ...outside, authors }, listener),
    client: new SyncClient({ net, frames }),
    unheard: new Unheard(outside),
  };
}

/** The ends of all spines; the same list until one of them changes. */
function tipsOf(
  own: string,
  spine: MeshModules["spine"],
  authors: AuthorBook,
): () => readonly Tip[] {
  let linked: readonly Tip[] | null = null;
  let ownId: string | null = null;
  let tips: readonly Tip[] = [];
  return () => {
    const { tip } = spine;
    const now = authors.linkedTips();
    if (now === linked && ownId === (tip?.id ?? null)) return tips;
    linked = now;
    ownId = tip?.id ?? null;
    return (tips = tip === null ? now : [...now, [own, tip.seq, tip.id]]);
  };
}

type Base = ReturnType<typeof baseOf>;

export function makeParts(
  options: MeshOptions,
  keys: MeshKeys,
  outside: MeshModules,
  partsListener: PartsListener,
): MeshParts {
  const { mesh: listener, onGreeted, onProvenSelf, standingOf } = partsListener;
  const { network, author, engineVersion, registryGeneration } = options;
  const { publicKey } = author;
  const of = { network, publicKey };
  const base = baseOf(options, keys, outside, partsListener);
  const { log, intake, client, authors } = base;
  const evidence = new EvidenceBook(of, base, { ...listener, onSelfEquivocation: onProvenSelf });
  const { successions = new Successions() } = outside;
  const keyBook = new KeyBook({ ...base, successions });
  const announcer: Announcer = new Announcer(
    { network, author, secrets: keys.ring, kid: keys.kid },
    {
      ...base,
      self: { ...base.self, digest: () => digest() },
      nodesFollowed: () => (base.keeping.isQuiet ? exchanges.shared.placement.keepers().length : 0),
      isClockStepped: () => base.line?.hasStepped(base.notBeforeNs?.()) ?? false,
    },
  );
  const tellEvidence = (): void => {
    evidence
      .tell(async (body) => (await announcer.say("evidence", body)) !== null)
      .catch((error: unknown) => {
        log.warn("a proof of two histories could not be published", { error: String(error) });
      });
  };
  const forks = new Forks(
    of,
    { ...base, evidence },
    {
      onFound: tellEvidence,
      onSelfEquivocation: (detail) => listener.onSelfEquivocation?.(detail),
    },
  );
  const sync = new SpineSync(of, { ...base, suspicion: forks, log: log.child("sync") }, listener);
  const judge = new EventJudge(
    { network, secrets: keys.ring },
    { ...base, isProven: (body) => forks.isProven(body), rounds: options.rounds },
  );
  const gossip = new Gossip(
    of,
    { ...base, judge, suspicion: forks, rounds: options.rounds, log: log.child("gossip") },
    listener,
  );
  const entrance = new Entrance(
    of,
    { ...base, judge, forks, evidence, log: log.child("entrance") },
    listener,
  );
  const status = new StatusExchange(
    { network, engineVersion, registryGeneration },
    { ...base, refuse: partsListener.refuse, isBanned: partsListener.isBanned },
    onGreeted,
    () => {
      clock.review();
      partsListener.onClockWeighed();
    },
    () => {
      clock.peerLeft();
      partsListener.onClockWeighed();
    },
  );
  const clock = clockGuard(base, status, standingOf, (skewed, offsetMs) => {
    announcer.hold(skewed);
    listener.onClock?.(skewed, offsetMs);
    partsListener.onClockWeighed();
  });
  const exchanges = exchangesOf(options, base, announcer, status);
  const ownHeld = new HeldBy(calcondOf(base.clock));
  const headNotes = new HeadNotes(of, {
    ...base,
    exchange: exchanges.services,
    suspicion: forks,
    ownNote: () => announcer.headNote(),
  });
  const { keeping, keptHeads, nodeNotes, release, isShared } = sharingOf(
    of,
    base,
    exchanges,
    forks,
  );
  const antiEntropy = new AntiEntropy(
    of,
    {
      ...base,
      status,
      sync,
      forks,
      kept: keptHeads,
      isShared,
      log: log.child("sync"),
    },
    {
      ...listener,
      onOwn: (peer, seq) => forks.ownBeyond(peer, seq),
      onHeld: (peer, seq, end) => ownHeld.note(peer, seq, end),
      onRound: (peer, agreed) => {
        workView.compared(peer, agreed);
        tellEvidence();
        headNotes.fill(peer).catch((error: unknown) => {
          log.warn("signed heads could not be asked for", { error: String(error) });
        });
        listener.onRound?.(peer, agreed);
      },
    },
  );
  const workView = new WorkView({
    ...base,
    compare: (peer) => antiEntropy.compare(peer),
    isAside: (peer) =>
      exchanges.shared.placement.rolesOf(publicKeyOf(peer) ?? "").includes(ASIDE_ROLE),
  });
  /** What this node says of itself, and what it holds for others. */
  const digest = async (): Promise<DigestBody> => ({
    ...(await outside.self.digest()),
    shards: await exchanges.shared.digest(),
  });
  intake.watch({
    onGap: (gapOf, seq, from) => sync.want(gapOf, from, seq),
    onForked: (signed, from) => forks.suspectEvent(signed, from),
  });
  joinEffects(intake, { evidence, shared: exchanges.shared, keys: keyBook }, outside);
  return {
    ...exchanges,
    admission: base.admission,
    authors,
    gossip,
    announcer,
    status,
    clock,
    intake,
    evidence,
    keys: keyBook,
    forks,
    client,
    sync,
    antiEntropy,
    ownHeld,
    headNotes,
    ...headWays(of, base, exchanges, {
      forks,
      gossip,
      kept: keptHeads,
      mayLeave: partsListener.isGathered,
      named: () => officesOf(options),
      notes: headNotes,
      ownNote: () => announcer.headNote(),
    }),
    keeping,
    keptHeads,
    nodeNotes,
    release,
    missed: new MissedSpines(publicKey, {
      ...base,
      keeping,
      sync,
      reach: (node) => exchanges.shared.reach(node),
    }),
    judge,
    entrance,
    workView,
    tellEvidence,
  };
}

/** What nodes need that keep different spines. */
function sharingOf(
  of: { readonly network: string; readonly publicKey: string },
  base: Base,
  { services: exchange, shared: { placement } }: Exchanges,
  forks: Forks,
) {
  const { keeping, spine } = base;
  keeping.use(placement.keepers);
  const parts = { ...base, exchange };
  const nodeNotes = new NodeNotes(of, { ...parts, suspicion: forks });
  const keptHeads = new KeptHeads(of.publicKey, {
    ...parts,
    nodes: nodeNotes,
    ownBinding: () => ({ binding: spine.isBinding !== false, ofWork: spine.isOfWork === true }),
    isAside: (node) => placement.rolesOf(node).includes(ASIDE_ROLE),
  });
  return {
    keeping,
    keptHeads,
    nodeNotes,
    release: new SpineRelease({ ...parts, kept: keptHeads }),
    isShared: (peer: string): boolean =>
      keeping.isShare || placement.rolesOf(publicKeyOf(peer) ?? "").includes(SHARE_ROLE),
  };
}

/** Witnesses of this network, and who gathers heads for them. */
export function officesOf({ gatherer, witnesses }: MeshOptions): readonly string[] {
  const gathering = gatherer === undefined || gatherer === null ? [] : [gatherer];
  return [...new Set([...gathering, ...(witnesses?.() ?? [])])];
}

/** Which heads come here, and to whom the own one goes. */
function headWays(
  of: { readonly network: string; readonly publicKey: string },
  base: Base,
  { services: exchange, shared }: Exchanges,
  parts: {
    readonly forks: Forks;
    readonly gossip: Gossip;
    readonly kept: KeptHeads;
    readonly mayLeave: () => boolean;
    readonly named: () => readonly string[];
    readonly notes: HeadNotes;
    readonly ownNote: () => string | null;
  },
): Pick<MeshParts, "headCheck" | "headHands" | "headTopic"> {
  const { placement } = shared;
  const reach = (node: string): Promise<string | null> => shared.reach(node);
  return {
    headCheck: new HeadCheck(of, {
      ...base,
      ...parts,
      ids: async (author, seq) => (await base.store.spine.idsAt(author, [seq]))[0] ?? null,
      reach,
    }),
    headHands: new HeadHands(of, {
      ...base,
      ...parts,
      exchange,
      reach,
      takesHeads: (node) => placement.rolesOf(node).includes(QUIET_ROLE),
    }),
    headTopic: new HeadTopic(of, {
      ...base,
      ...parts,
      nodes: placement.keepers,
      handsHeads: (node) => placement.rolesOf(node).includes(HANDS_ROLE),
      reach,
      follow: () => parts.gossip.follow(),
    }),
  };
}

/** The guard of the clock, with what it asks of the peers. */
function clockGuard(
  base: Base,
  status: StatusExchange,
  standingOf: PartsListener["standingOf"],
  onChange: (skewed: boolean, offsetMs: number) => void,
): ClockGuard {
  const { clock, line = new ClockLine(clock), log, networkOfPeer } = base;
  const clocks = {
    measured: (): readonly MeasuredClock[] =>
      status.clocks().map(([peer, bounds]) => ({
        peer,
        network: networkOfPeer(peer),
        standing: standingOf(peer),
        ...bounds,
      })),
    forgetClocks: () => status.forgetClocks(),
    measureAll: () => status.measureAll(),
  };
  return new ClockGuard({ ...base, clocks, line, log: log.child("clock") }, onChange);
}

function exchangesOf(
  { network, author: { publicKey } }: MeshOptions,
  base: Base,
  announcer: Announcer,
  status: StatusExchange,
): Exchanges {
  const { self, net, log, logs, recompute = () => "not-comparable" } = base;
  const blobs = new BlobExchange({ ...base, source: heldReceipts(base.receipts, base.store) });
  const services = serviceExchange(base);
  const sightings: Sightings = new Sightings({
    ...base,
    exchange: services,
    known: () => shared.placement.known(),
  });
  const shared: SharedReceipts = new SharedReceipts(
    { network, publicKey, self: () => self.node() },
    {
      ...base,
      blobs,
      log: log.child("shared"),
      isHeard: () => net.subscribers(topicOf(network, "shard")).length > 0,
      seenAt: (node) => sightings.at(node),
      say: (kind, body) => announcer.say(kind, body),
    },
  );
  return {
    blobs,
    shared,
    server: new SyncServer(base),
    tiles: logs === undefined ? null : new TileServer({ ...base, logs }),
    republish: new Republish(
      { network, publicKey },
      { ...base, publish: (topic, text) => announcer.publish(topic, text) },
    ),
    verifier: new MeshVerifier({ ...base, status, blobs, recompute }),
    sightings,
    services,
  };
}

/** What events of a kind change beside their spine. */
function joinEffects(
  intake: EventIntake,
  own: {
    readonly evidence: EvidenceBook;
    readonly shared: SharedReceipts;
    readonly keys: KeyBook;
  },
  { effects = {} }: MeshModules,
): void {
  const { evidence, keys, shared } = own;
  // An end that is not kept after all comes again with its event, and changes nothing then.
  const rows: Readonly<
    Record<(typeof MESH_EFFECT_KINDS)[number], { readonly effect: Effect; readonly undo?: Undo }>
  > = {
    evidence,
    "shard.claim": shared,
    "shard.release": shared,
    "spine.open": { effect: keys.opened },
    "key.rotate": { effect: keys.rotated },
    "key.revoke": { effect: keys.revoked },
  };
  for (const kind of MESH_EFFECT_KINDS) intake.effect(kind, rows[kind].effect, rows[kind].undo);
  for (const [kind, effect] of Object.entries(effects)) intake.effect(kind, effect);
}
