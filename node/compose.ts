/**
 * One node, for the daemon, the simulator and the tests: its services, the capabilities made of
 * them, and what they come to together. Files, signals, listening and the process are the daemon's.
 */
import type { NodeHandlers } from "../api/contract/index.js";
import { toHex } from "../protocol/encoding/hex.js";
import { isNode } from "../protocol/witness/policy.js";
import { REVOKE_SEQ } from "../protocol/events/succession.js";
import type { Capabilities, Capability } from "./capability/shape.js";
import type { AnyDefinition, CapabilitiesOf, PortsOf, ServicesOf } from "./capability/define.js";
import { makeCapabilities } from "./capability/making.js";
import {
  mergedDue,
  mergedEffects,
  mergedGauges,
  mergedHandlers,
  mergedListeners,
} from "./capability/merge.js";
import { MeshNode, type MeshPorts } from "./mesh/meshNode.js";
import { BackgroundRunner } from "./runtime/background.js";
import { Due } from "./runtime/due.js";
import type { Gauge } from "./runtime/metrics/gauges.js";
import { UNSEALED_REASONS } from "./sealing/readiness.js";
import type { Sealer } from "./sealing/sealer.js";
import { capabilities as builtin } from "./capabilities/index.js";
import { makeGround, openSpine, startSealing, type Ground } from "./ground/ground.js";
import type { GroundPorts, NodeConfig } from "./ground/ports.js";

type List = typeof builtin;

export type NodeServices = ServicesOf<List>;

/** The world outside: what the ground needs of it, the mesh, and any of the capabilities. */
export type NodePorts = GroundPorts &
  PortsOf<List> & {
    /** The network, and who checks signatures for it. */
    readonly net: MeshPorts;
  };

export interface ComposedNode {
  readonly services: NodeServices;
  readonly capabilities: CapabilitiesOf<List>;
  readonly handlers: NodeHandlers;
  readonly sealer: Sealer;
  readonly background: BackgroundRunner;
  /** Nothing is sealed until peers have told this node's own head, or a new one the time. */
  readonly isGuarded: boolean;
  /** Those of all capabilities, as they are now. */
  gauges(): readonly Gauge[];
  /**
   * Goes among its peers.
   * @param http URL of the HTTP interface, or null without one
   * @param onHeadKnown told when a guarded node may seal
   * @throws Error when an address cannot be listened on; nothing of the mesh keeps running then
   */
  join(http: string | null, onHeadKnown?: () => Promise<void>): Promise<MeshNode>;
}

/**
 * Each opened resource is closed by the closers of the ports, also where the start fails.
 * @param list a test may add to it
 */
export async function composeNode(
  config: NodeConfig,
  ports: NodePorts,
  list: readonly [...List, ...AnyDefinition[]] = builtin,
): Promise<ComposedNode> {
  const ground = await makeGround(config, ports);
  for (const reason of UNSEALED_REASONS) ground.metrics.unsealed.inc({ reason }, 0);
  const built = makeCapabilities(list, ground, ports);
  // The list is checked where it is written: its services are these, and maybe more.
  const services = built.services as unknown as NodeServices;
  const capabilities = built.capabilities as CapabilitiesOf<List>;
  const all = Object.values<Capability>(capabilities);
  for (const { composed } of all) composed?.(capabilities);
  await startSealing(
    ground,
    all.flatMap(({ logs = [] }) => logs),
  );
  for (const [name, { start, stop }] of Object.entries<Capability>(capabilities)) {
    if (stop !== undefined) ports.closers.add(name, stop);
    await start?.();
  }
  const due = dueOf(ground, capabilities);
  ports.closers.add("due", () => due.stop());
  due.start();
  const background = runnerOf(ground, capabilities);
  ports.closers.add("background", () => background.stop());
  background.start();
  return {
    services,
    capabilities,
    handlers: mergedHandlers(capabilities),
    sealer: ground.sealer,
    background,
    isGuarded: ground.isGuarded,
    gauges: () => mergedGauges(capabilities),
    join: (http, onHeadKnown) =>
      join({ services, capabilities }, { net: ports.net, http, onHeadKnown }),
  };
}

/** The queue of what is due, with who acts on each of its kinds. */
function dueOf(
  { store, clock, deadlines, scheduler, metrics, ...ground }: Ground,
  all: Capabilities,
): Due {
  const due = new Due({
    store,
    clock,
    deadlines,
    scheduler,
    log: ground.log.child("due"),
    onFired: (kind) => metrics.dueFired.inc({ kind }),
    onFailed: (kind) => metrics.dueFailures.inc({ kind }),
  });
  for (const [kind, handler] of Object.entries(mergedDue(all))) {
    due.register(kind, handler);
    metrics.dueFailures.inc({ kind }, 0);
  }
  return due;
}

function runnerOf(ground: Ground, capabilities: Capabilities): BackgroundRunner {
  const { scheduler, sealer, metrics } = ground;
  const runner = new BackgroundRunner({
    scheduler,
    log: ground.log.child("background"),
    busy: () => sealer.waiting > 0,
    onFailed: (task) => metrics.backgroundFailures.inc({ task }),
    onRest: () => ground.heap?.rest(),
  });
  const tasks = Object.values(capabilities).flatMap(({ background = [] }) => background);
  for (const task of tasks) {
    runner.add(task);
    // Told from the start, so that the first failure is seen as a change.
    metrics.backgroundFailures.inc({ task: task.name }, 0);
  }
  const following = tasks.filter(({ when }) => when === "idle");
  sealer.onWindow(() => {
    for (const { name } of following) runner.nudge(name);
  });
  return runner;
}

interface Joining {
  readonly net: MeshPorts;
  readonly http: string | null;
  readonly onHeadKnown: (() => Promise<void>) | undefined;
}

async function join(
  { capabilities, services }: Pick<ComposedNode, "capabilities" | "services">,
  { http, net, onHeadKnown }: Joining,
): Promise<MeshNode> {
  const { config, isGuarded } = services;
  const all = Object.values<Capability>(capabilities);
  const node = await MeshNode.start(
    {
      http,
      secrets: config.meshSecrets,
      bootstrap: config.p2p.bootstrap,
      capacity: config.mesh.capacity,
      connectionsMax: config.p2p.connectionsMax ?? Infinity,
      privateAddresses: config.p2p.privateAddresses ?? "auto",
      invitedOnly: config.mesh.admission === "invited",
      keep: config.mesh.keep ?? "all",
      witnesses: () =>
        services.witnessing.book.policy.keys
          .filter((key) => isNode(services.spine.net, key))
          .map(({ publicKey }) => toHex(publicKey)),
      rounds: services.witnessing.book.isOn ? services.witnessing.book.rounds : null,
      gatherer: services.witnessing.book.isOn ? services.witnessing.gatheredBy : null,
      asksHead: services.asksHead,
      onHeadKnown: isGuarded
        ? async () => {
            await openSpine(services);
            noteRevoked(services);
            await onHeadKnown?.();
          }
        : null,
    },
    {
      ...services,
      ports: net,
      log: services.log.child("mesh"),
      effects: mergedEffects(capabilities),
      heard: mergedListeners(capabilities),
      frozen: (author, seq) => {
        for (const { frozen } of all) frozen?.(author, seq);
      },
      left: (author) => {
        for (const { left } of all) left?.(author);
      },
      grown: async () => {
        for (const { grown } of all) await grown?.();
      },
    },
  );
  noteRevoked(services);
  services.closers.add("mesh", () => node.stop());
  for (const { joined } of all) await joined?.(node);
  return node;
}

/** What this node revokes itself counts here, too. */
function noteRevoked({ revokes, spine, successions }: Ground): void {
  if (revokes === undefined || spine.size <= REVOKE_SEQ) return;
  const { key, seq } = revokes;
  const { publicKey: successor } = spine.author;
  successions.note({ key, successor, by: "revocation", size: seq + 1 });
}
