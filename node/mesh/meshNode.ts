/** The mesh of a running node: makes the parts from the configuration, and ties them together. */
import type { MeshSecretRing } from "../../config/secrets.js";
import { toHex } from "../../protocol/encoding/hex.js";
import {
  ASIDE_ROLE,
  HANDS_ROLE,
  QUIET_ROLE,
  SHARE_ROLE,
  type DigestBody,
  type NodeBody,
} from "../../protocol/mesh/kinds.js";
import type { AcceptedEvent } from "../../protocol/mesh/judgement.js";
import type { Registry } from "../../protocol/operators/registry.js";
import type { EncodedEvent } from "../../protocol/seal/event.js";
import type { Clock, Crypto, JsonObject, Logger } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { ENGINE_VERSION, SOFTWARE_VERSION } from "../../protocol/version.js";
import type { Metrics } from "../runtime/metrics/metrics.js";
import type { Store } from "../../storage/store.js";
import type { FollowedLogs } from "../spine/followedLogs.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { SpineLog } from "../spine/spineLog.js";
import type { Sealer } from "../sealing/sealer.js";
import { Mesh } from "./mesh.js";
import type { RoundBook } from "../../protocol/events/eventView.js";
import type { MeshListener } from "./meshOptions.js";
import type { Net } from "./host/net.js";
import { OperatorSet } from "./discovery/operatorSet.js";
import { peerInAddress } from "./host/peerKey.js";
import type { BlobSource } from "./shards/blob.js";
import { recomputer, type HeldVerifier, type SolverAgain } from "./shards/recompute.js";
import { announced, type PrivateAddresses } from "./discovery/addressFilter.js";
import { PeerRules } from "./discovery/peerRules.js";
import { Reputation } from "./discovery/reputation.js";
import { CLOCK_REMEDY, type ClockLine } from "../runtime/clockLine.js";
import type { RandomNumbers } from "../runtime/random.js";
import type { Scheduler } from "../runtime/scheduler.js";
import type { LogSource } from "./sync/tiles.js";
import type { SignatureChecker } from "./intake/eventJudge.js";
import type { Effect } from "./intake/intake.js";
import type { KeepPolicy } from "./intake/keeping.js";
import type { DrawRows } from "./shards/placement.js";
import { publishAccepted } from "./intake/acceptedEvents.js";

/** What the mesh asks the network it is opened in for. */
interface NetOptions {
  /** The network's name on the wire, 8 hex digits. */
  readonly network: string;
  /** All topics of this network; none when the node has no mesh secret. */
  readonly topics: readonly string[];
  /** What a peer is worth outside gossip: part of its score. */
  readonly appScore: (peer: string) => number;
  /** Who is kept out, of whom the peer or the address may be unknown yet. */
  readonly refuses: (peer: string | null, ip: string | null) => boolean;
  /** Who is long known or let in by the operator, of whom one of the two may be unknown. */
  readonly knows: (peer: string | null, ip: string | null) => boolean;
}

/** The world outside of the mesh. */
export interface MeshPorts {
  /** @throws Error when an address cannot be listened on */
  open(options: NetOptions): Promise<Net>;
  /** @param busy whether somebody waits for a seal */
  checker(busy: () => boolean): SignatureChecker & { stop(): Promise<void> | void };
  /** Draws for placement that nodes of one process share. */
  readonly draws?: DrawRows;
  /** Zero bits of a key that shows work, where many nodes are one process. */
  readonly keyWorkBits?: number;
  /** Is told what happens beside the node itself. */
  readonly watch?: MeshWatch;
}

type MeshWatch = Pick<MeshListener, "onEvent" | "onSelfEquivocation" | "onVerdict">;

interface MeshNodeOptions {
  readonly secrets: Pick<MeshSecretRing, "secrets" | "currentKid"> | null;
  readonly bootstrap: readonly string[];
  /** What this node can hold, 1 to 16. */
  readonly capacity: number;
  readonly connectionsMax: number;
  readonly privateAddresses: PrivateAddresses;
  /** Whether strangers have no place among the spines that are kept. */
  readonly invitedOnly: boolean;
  /** Whose spines are kept. */
  readonly keep: KeepPolicy;
  /** Keys of nodes that the operator named as witnesses, hex. */
  readonly witnesses: () => readonly string[];
  /** Rounds of gathered heads; null where no witnesses are named. */
  readonly rounds: RoundBook | null;
  /** Key of the node that gathers heads for witnesses, hex; null where nobody does. */
  readonly gatherer: string | null;
  /** URL of the HTTP interface, or null without one. */
  readonly http: string | null;
  /** Null: peers need not be asked for this node's own head; else told when they have been. */
  readonly onHeadKnown: (() => Promise<void>) | null;
  /** Whether peers may know more of the own spine; without it they are asked for the time alone. */
  readonly asksHead: boolean;
}

/** What the rest of the node does with what comes from the mesh. */
interface MeshUses {
  /** What events of a kind change beside their spine, written in the same batch. */
  readonly effects: Readonly<Record<string, Effect>>;
  /** An event of another author is durable. */
  readonly heard: (message: AcceptedEvent) => void;
  /** Two histories of an author are proven; from this number on nothing of it is taken. */
  readonly frozen: (author: string, seq: number) => void;
  readonly left: (author: string) => void;
  /** The own spine has grown from what peers kept of it. */
  readonly grown: () => Promise<void>;
}

interface MeshNodeModules extends MeshUses {
  readonly ports: MeshPorts;
  readonly store: Store;
  readonly spine: OwnSpine;
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Whether the wall clock was set. */
  readonly line: ClockLine;
  readonly random: RandomNumbers;
  readonly registry: Registry;
  readonly receipts: BlobSource;
  /** Inputs and results of jobs, by their hashes. */
  readonly jobDocuments: {
    held(hash: string): Promise<string | undefined>;
    is(hash: string, text: string): boolean;
  };
  readonly solvers: SolverAgain;
  readonly evaluator: HeldVerifier;
  readonly spineLog: SpineLog;
  readonly followedLogs: FollowedLogs;
  readonly sealer: Sealer;
  /** Root over the newest checkpoint of each machine of this node. */
  readonly logCheckpoints: {
    digest(): Promise<{ readonly root: string }>;
    announced(root: string, event: string): void;
  };
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A node that left is tried again about so often. */
const RETRY_SECONDS = 5;
const ADDRESSES_MAX = 8;
const nothing = (): void => undefined;
const NO_SHARDS = "0".repeat(64);
const UNREACHABLE_HOST = /^https?:\/\/(0\.0\.0\.0|127\.|localhost|\[::1?\])/;

export class MeshNode {
  readonly #net: Net;
  readonly #mesh: Mesh;
  readonly #checker: ReturnType<MeshPorts["checker"]>;
  /** Ends when a new node has begun to seal, or its clock was found wrong. */
  readonly begun: Promise<void>;

  private constructor(
    net: Net,
    mesh: Mesh,
    checker: ReturnType<MeshPorts["checker"]>,
    begun: Promise<void>,
  ) {
    this.#net = net;
    this.#mesh = mesh;
    this.#checker = checker;
    this.begun = begun;
  }

  /** @throws Error when an address cannot be listened on; nothing keeps running then */
  static async start(options: MeshNodeOptions, modules: MeshNodeModules): Promise<MeshNode> {
    const { secrets, bootstrap } = options;
    const { spine, log, sealer, ports, scheduler, random } = modules;
    const named = bootstrap.map(peerInAddress).filter((peer) => peer !== null);
    const reputation = new Reputation({ bootstrap: named }, modules);
    const rules = new PeerRules({ ...modules, log });
    await rules.load();
    /** Who comes before it is there is a stranger. */
    const joined: { mesh: Mesh | null } = { mesh: null };
    const net = await ports.open({
      network: spine.net,
      topics: secrets === null ? [] : Mesh.topics(spine.net),
      appScore: (peer) => reputation.applicationPoints(peer),
      refuses: (peer, ip) => rules.isBanned(peer, ip),
      knows: (peer, ip) => joined.mesh?.knows(peer, ip) ?? false,
    });
    const checker = ports.checker(() => sealer.waiting > 0);
    const { watch } = ports;
    const begin = async (): Promise<void> => {
      try {
        // Sealing reads the end of the continued spine before anything is written.
        await goOn(mesh, options, modules);
        mesh.mayWrite();
      } catch (error) {
        log.error("the node could not begin to seal", { error: String(error) });
        throw error;
      }
    };
    const mesh: Mesh = new Mesh(
      {
        network: spine.net,
        author: spine.author,
        bootstrap,
        engineVersion: ENGINE_VERSION,
        registryGeneration: modules.registry.registryVersion,
        secrets: secrets === null ? null : { ring: secrets.secrets, kid: secrets.currentKid },
        guarded: options.asksHead,
        isNew: options.onHeadKnown !== null && spine.size === 0,
        connectionsMax: options.connectionsMax,
        privateAddresses: options.privateAddresses,
        invitedOnly: options.invitedOnly,
        keep: options.keep,
        witnesses: options.witnesses,
        gatherer: options.gatherer,
        ...(options.rounds === null ? {} : { rounds: options.rounds }),
      },
      {
        ...modules,
        receipts: withDocuments(modules),
        net,
        reputation,
        rules,
        checker,
        notBeforeNs: () => sealer.notBeforeNs,
        recompute: recomputer(modules),
        appender: sealer,
        self: selfDescription(options, modules, {
          net,
          isAside: () => joined.mesh?.isAside ?? options.keep === "share",
          mayBeQuiet: () => joined.mesh?.mayBeQuiet ?? false,
        }),
        scheduler,
        random,
        ...(ports.draws === undefined ? {} : { draws: ports.draws }),
        ...(ports.keyWorkBits === undefined ? {} : { keyWorkBits: ports.keyWorkBits }),
        guardedSpine: spine,
        logs: logsOf(modules),
      },
      {
        ...listener(modules),
        onEvent: (message) => {
          publishAccepted(message.id);
          watch?.onEvent?.(message);
          modules.heard(message);
        },
        onFrozen: (author, seq) => modules.frozen(author, seq),
        onLeft: (author) => modules.left(author),
        onGuardPassed: () => void begin().catch(nothing),
      },
    );
    joined.mesh = mesh;
    try {
      await mesh.start();
    } catch (error) {
      await mesh.stop();
      throw error;
    }
    sealer.onWindow(() => mesh.headChanged());
    net.onPeer(() => modules.metrics.peers.set({ direction: "all" }, net.peers().length));
    const isNew = options.onHeadKnown !== null && !options.asksHead;
    return new MeshNode(net, mesh, checker, isNew ? begunOf(mesh, begin()) : Promise.resolve());
  }

  get peerId(): string {
    return this.#net.peerId;
  }

  addresses(): readonly string[] {
    return this.#net.addresses();
  }

  /** Says something in an event of this node's own; null when nothing may be written now. */
  say(kind: string, body: JsonObject): Promise<EncodedEvent | null> {
    return this.#mesh.say(kind, body);
  }

  /** Whether this node asks for work, does any, or has a word in it. */
  takePart(takesPart: boolean): void {
    this.#mesh.takePart(takesPart);
  }

  /** Whether what others have said of work is known here. */
  get seesWork(): boolean {
    return this.#mesh.seesWork;
  }

  /** What the API and an observer ask of the mesh. */
  get mesh(): Mesh {
    return this.#mesh;
  }

  /**
   * A shared receipt from a peer, checked against its id; null when none has it.
   * @throws Refusal while nodes that should have it were not reached: it may well exist
   */
  async fetchReceipt(id: string): Promise<string | null> {
    const { text, unreached } = await this.#mesh.lookForReceipt(id);
    if (text !== null || unreached.length === 0) return text;
    throw new Refusal(
      "NOT_READY",
      `${unreached.length} nodes that should hold this receipt were not reached`,
      { retryAfterSeconds: RETRY_SECONDS },
    );
  }

  /** Inputs or a result of a job from a peer, checked against its hash; null when none has it. */
  fetchDocument(hash: string): Promise<string | null> {
    return this.#mesh.fetchDocument(hash);
  }

  /** Idempotent. */
  async stop(): Promise<void> {
    // What waits for it is then checked here, and written before the mesh has stopped.
    await this.#checker.stop();
    await this.#mesh.stop();
  }
}

/** What peers may have for its hash: shared receipts, and inputs and results of jobs. */
function withDocuments({
  jobDocuments,
  receipts,
}: Pick<MeshNodeModules, "jobDocuments" | "receipts">): BlobSource {
  return {
    shared: async (id) => (await receipts.shared(id)) ?? (await jobDocuments.held(id)) ?? null,
    isReceipt: (id, text) => jobDocuments.is(id, text) || receipts.isReceipt(id, text),
  };
}

/** @param begins fails where nothing can be sealed, which has been logged */
async function begunOf(mesh: Mesh, begins: Promise<void>): Promise<void> {
  begins.catch(nothing);
  await mesh.firstClock?.judged;
  if (mesh.firstClock?.isWaiting !== true) await begins;
}

/** The own head is known: seals go on from the spine as it is now. */
async function goOn(
  mesh: Mesh,
  { onHeadKnown }: MeshNodeOptions,
  { sealer, grown, spine }: MeshNodeModules,
): Promise<void> {
  await sealer.reload();
  await grown();
  if (spine.size === 0) await mesh.firstClock?.known;
  sealer.unblock("RESTORE_GUARD");
  await onHeadKnown?.();
}

function listener({ sealer, metrics, log, ports: { watch } }: MeshNodeModules): MeshListener {
  return {
    onVerdict: (topic, verdict, code) => {
      metrics.gossip.inc({ dir: "in", result: verdict });
      metrics.meshEvents.inc({ entrance: "gossip", topic: topic.split("/")[4] ?? "", code });
      watch?.onVerdict?.(topic, verdict, code);
    },
    onPosted: (_verdict, code) => {
      metrics.meshEvents.inc({ entrance: "http", topic: "", code });
    },
    onPoints: (_peer, points, why) => log.debug("penalty points for a peer", { points, why }),
    onClock: (skewed, offsetMs) => {
      if (skewed) {
        sealer.block("CLOCK_SKEW");
        log.error("nothing is sealed while this clock is off that of the peers", {
          offsetMs,
          remedy: CLOCK_REMEDY,
        });
      } else {
        sealer.unblock("CLOCK_SKEW");
        log.info("the clock agrees with that of the peers again", { offsetMs });
      }
    },
    onSelfEquivocation: (detail) => {
      // A restored backup or a copied key: going on would sign a second history.
      sealer.block("SELF_EQUIVOCATION");
      log.error("nothing is sealed any more: this node's key is in use elsewhere", { detail });
      watch?.onSelfEquivocation?.(detail);
    },
  };
}

function logsOf({ spineLog, followedLogs }: MeshNodeModules): LogSource {
  const isOwn = (author: string): boolean => author === spineLog.author;
  return {
    checkpoint: async (author) => {
      if (isOwn(author)) return spineLog.checkpoint();
      const found = await followedLogs.checkpoint(author);
      return found.kind === "held" ? found.text : null;
    },
    tile: async (author, path) =>
      (await (isOwn(author) ? spineLog : await followedLogs.of(author))?.tile(path)) ?? null,
  };
}

function selfDescription(
  { capacity, http, keep, privateAddresses }: MeshNodeOptions,
  modules: MeshNodeModules,
  {
    isAside,
    mayBeQuiet,
    net,
  }: { readonly net: Net; readonly isAside: () => boolean; readonly mayBeQuiet: () => boolean },
): {
  node(): NodeBody;
  digest(): Promise<DigestBody>;
  announced(body: DigestBody, event: string): void;
} {
  const { crypto, store, spine, sealer, registry, logCheckpoints } = modules;
  const operators = new OperatorSet(crypto, store);
  const emptyRoot = crypto.sha256Hex("");
  return {
    node: () => ({
      addrs: announced(net.addresses(), privateAddresses).slice(0, ADDRESSES_MAX),
      capacity,
      engine_versions: [ENGINE_VERSION],
      roles: [
        "compute",
        HANDS_ROLE,
        ...(keep === "share" ? [SHARE_ROLE] : []),
        ...(mayBeQuiet() ? [QUIET_ROLE] : []),
        ...(isAside() ? [ASIDE_ROLE] : []),
      ],
      ...(http === null || UNREACHABLE_HOST.test(http) ? {} : { http }),
    }),
    digest: async () => ({
      build: SOFTWARE_VERSION,
      engine_version: ENGINE_VERSION,
      envelopes: sealer.envelopes,
      machines: (await logCheckpoints.digest()).root,
      // No shard is claimed: a tree over nothing.
      shards: { held: NO_SHARDS, root: emptyRoot },
      min_index: 0,
      operators_hash: await operators.hash(),
      registry_generation: registry.registryVersion,
      root: toHex(spine.root),
      size: spine.size,
    }),
    announced: ({ machines }, event) => logCheckpoints.announced(machines, event),
  };
}
