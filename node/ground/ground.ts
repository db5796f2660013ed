/** What every capability stands on: the node's own log, and what writes commit windows to it. */
import { REVOKE_SEQ } from "../../protocol/events/succession.js";
import { genesisOf, net8 } from "../../protocol/events/topics.js";
import { builtinRegistry, type Registry } from "../../protocol/operators/index.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { Successions } from "../runtime/identity/successions.js";
import { ClockLine } from "../runtime/clockLine.js";
import { Deadlines } from "../runtime/deadlines.js";
import { SealEngine } from "../sealing/engine.js";
import { Readiness } from "../sealing/readiness.js";
import { Sealer } from "../sealing/sealer.js";
import type { StagedLog } from "../sealing/stagedLog.js";
import { FollowedLogs } from "../spine/followedLogs.js";
import { OwnSpine } from "../spine/ownSpine.js";
import { readOwnKeys } from "../spine/ownKeys.js";
import { SpineLog } from "../spine/spineLog.js";
import type { GroundPorts, NodeConfig } from "./ports.js";

export interface Ground extends GroundPorts {
  readonly config: NodeConfig;
  readonly engine: SealEngine;
  readonly registry: Registry;
  readonly spine: OwnSpine;
  readonly spineLog: SpineLog;
  readonly followedLogs: FollowedLogs;
  /** Which keys of nodes have ended, and what followed them. */
  readonly successions: Successions;
  readonly sealer: Sealer;
  readonly readiness: Readiness;
  readonly deadlines: Deadlines;
  /** Whether the wall clock was set since it was taken as right. */
  readonly line: ClockLine;
  /** Whether peers have to be asked before anything is sealed. */
  readonly isGuarded: boolean;
  /**
   * Whether peers may know more of this node's own spine than it does itself: it may have been
   * restored. A guarded node that is new asks for the time alone.
   */
  readonly asksHead: boolean;
}

/** Nothing is sealed before `startSealing`. */
export async function makeGround(config: NodeConfig, ports: GroundPorts): Promise<Ground> {
  const { store, crypto, clock, identity, metrics, closers, turn, heap } = ports;
  const { name, registryFamily, witnesses } = config.network;
  const registry = ports.registry ?? builtinRegistry((text) => crypto.sha256Hex(text));
  const net = net8(crypto, genesisOf(name, registryFamily, witnesses));
  const author = { seed: identity.seed, publicKey: identity.publicKeyHex };
  const spine = new OwnSpine(
    { author, net, endedKeys: await readOwnKeys(store) },
    { crypto, store },
  );
  await spine.reload();
  await ports.onSpine?.(spine);
  const log = ports.log.child("sealer");
  const line = new ClockLine(clock);
  const engine = new SealEngine(
    { proofKey: identity.proofKey },
    { crypto, clock, line, store, spine, log },
  );
  const sealer = new Sealer({
    engine,
    spine,
    log,
    metrics,
    ...(turn === undefined ? {} : { turn }),
    ...(heap === undefined ? {} : { growth: heap }),
  });
  closers.add("sealer", () => sealer.close());
  const asks = config.meshSecrets !== null && !config.mesh.alone;
  const asksHead = asks && !identity.created;
  const isGuarded = asksHead || (asks && spine.size === 0 && config.p2p.bootstrap.length > 0);
  const deadlines = new Deadlines({ store, clock, log: ports.log.child("deadlines") });
  const readiness = new Readiness();
  readiness.watch(sealer, clock, store, line);
  return {
    config,
    store,
    crypto,
    clock,
    identity,
    metrics,
    closers,
    turn,
    heap,
    scheduler: ports.scheduler,
    random: ports.random,
    log: ports.log,
    logged: ports.logged,
    revokes: ports.revokes,
    line,
    registry,
    spine,
    spineLog: new SpineLog({ crypto, store, spine }),
    followedLogs: new FollowedLogs({ crypto, store }),
    successions: new Successions(),
    engine,
    sealer,
    readiness,
    deadlines,
    isGuarded,
    asksHead,
  };
}

/** Of the event that each spine begins with. */
const OPENING_KIND = "spine.open";

/**
 * Sealing begins, where peers need not be asked first.
 * @param logs of the capabilities
 */
export async function startSealing(ground: Ground, logs: readonly StagedLog[]): Promise<void> {
  const { engine, sealer, isGuarded } = ground;
  engine.join(logs);
  engine.beginWith(OPENING_KIND);
  await engine.start();
  await lookAtOpening(ground);
  if (isGuarded) sealer.block("RESTORE_GUARD");
  else await openSpine(ground);
}

/** A version before this could write another event first, where many peers came at the first start. */
async function lookAtOpening({ log, spine, store }: Ground): Promise<void> {
  if (spine.size === 0) return;
  const first = await store.spine.event(spine.author.publicKey, 0);
  const begins = first === undefined ? OPENING_KIND : kindIn(first.header);
  if (begins === OPENING_KIND) return;
  log.error(
    "this node's spine does not begin with its opening: its receipts are right, " +
      "but no peer keeps it or books its transfers",
    { begins, remedy: "begin a new data directory, and register there anew" },
  );
}

function kindIn(header: string): unknown {
  return Object(JSON.parse(header)).kind;
}

/** An empty spine is opened with its first event. @throws Error when nothing may be written */
export async function openSpine({
  crypto,
  identity,
  revokes,
  sealer,
  spine,
}: Ground): Promise<void> {
  if (spine.size > (revokes === undefined ? 0 : REVOKE_SEQ)) return;
  const next = crypto.sha256Hex(identity.nextPublicKey);
  // At once, so that nothing comes between the two.
  const appended = [
    ...(spine.size > 0
      ? []
      : [sealer.append(OPENING_KIND, { engine_version: ENGINE_VERSION, next })]),
    ...(revokes === undefined ? [] : [sealer.append("key.revoke", { ...revokes })]),
  ];
  if ((await Promise.all(appended)).includes(null))
    throw new Error(`the spine cannot be opened: ${sealer.blocked ?? "unknown reason"}`);
}
