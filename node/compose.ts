/**
 * One node, for the daemon, the simulator and the tests: its services, the capabilities made of
 * them, and what they come to together. Files, signals, listening and the process are the daemon's.
 */
import type { NodeHandlers } from "../api/contract/index.js";
import { REVOKE_SEQ } from "../protocol/events/succession.js";
import {
  mergedDue,
  mergedEffects,
  mergedGauges,
  mergedHandlers,
  mergedListeners,
  offeredParts,
  type Capabilities,
} from "./capability/merge.js";
import { MeshNode } from "./mesh/meshNode.js";
import { BackgroundRunner } from "./runtime/background.js";
import { Due } from "./runtime/due.js";
import type { Gauge } from "./runtime/metrics/gauges.js";
import { UNSEALED_REASONS } from "./sealing/readiness.js";
import type { Sealer } from "./sealing/sealer.js";
import { capabilitiesOf, type NodeCapabilities } from "./capabilities/index.js";
import { makeGround, openSpine, startSealing, type Ground } from "./ground/ground.js";
import type { NodeConfig, NodePorts } from "./ground/ports.js";
import { makeServices, type NodeServices } from "./ground/services.js";

export interface ComposedNode {
  readonly services: NodeServices;
  readonly capabilities: NodeCapabilities;
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

/** What is opened is closed by the closers of the ports, also where the start fails. */
export async function composeNode(config: NodeConfig, ports: NodePorts): Promise<ComposedNode> {
  const ground = await makeGround(config, ports);
  for (const reason of UNSEALED_REASONS) ground.metrics.unsealed.inc({ reason }, 0);
  const services = makeServices(config, ground);
  const capabilities = capabilitiesOf(ground, services);
  services.offering.use(offeredParts(capabilities));
  const all = Object.values<Capabilities[string]>(capabilities);
  await startSealing(
    ground,
    all.flatMap(({ logs = [] }) => logs),
  );
  for (const [name, { start, stop }] of Object.entries<Capabilities[string]>(capabilities)) {
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
    handlers: mergedHandlers<NodeCapabilities>(capabilities),
    sealer: ground.sealer,
    background,
    isGuarded: ground.isGuarded,
    gauges: () => mergedGauges(capabilities),
    join: (http, onHeadKnown) =>
      join(config, { ground, services, capabilities }, http, onHeadKnown),
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

async function join(
  config: NodeConfig,
  made: {
    readonly ground: Ground;
    readonly services: NodeServices;
    readonly capabilities: Capabilities;
  },
  http: string | null,
  onHeadKnown: (() => Promise<void>) | undefined,
): Promise<MeshNode> {
  const { ground, services, capabilities } = made;
  const all = Object.values(capabilities);
  const node = await MeshNode.start(
    {
      http,
      secrets: config.meshSecrets,
      bootstrap: config.p2p.bootstrap,
      capacity: config.mesh.capacity,
      connectionsMax: config.p2p.connectionsMax ?? Infinity,
      privateAddresses: config.p2p.privateAddresses ?? "auto",
      invitedOnly: config.mesh.admission === "invited",
      asksHead: ground.asksHead,
      onHeadKnown: ground.isGuarded
        ? async () => {
            await openSpine(ground);
            noteRevoked(ground, services);
            await onHeadKnown?.();
          }
        : null,
    },
    {
      ...services,
      sealer: ground.sealer,
      metrics: ground.metrics,
      scheduler: ground.scheduler,
      line: ground.line,
      random: ground.random,
      ports: ground.net,
      log: ground.log.child("mesh"),
      effects: mergedEffects(capabilities),
      heard: mergedListeners(capabilities),
      frozen: (author, seq) => {
        for (const { frozen } of all) frozen?.(author, seq);
      },
      grown: async () => {
        for (const { grown } of all) await grown?.();
      },
    },
  );
  noteRevoked(ground, services);
  ground.closers.add("mesh", () => node.stop());
  services.mesh.use(node.mesh);
  services.names.use((kind, body) => node.say(kind, body));
  services.market.use(node);
  await services.witnessing.use(node.mesh);
  ground.sealer.onWindow(services.witnessing.collector.grown);
  services.transfers.use((kind, body) => node.say(kind, body));
  await services.mail.delivery.use(node.mesh.exchange);
  services.receipts.useFetch((id) => node.fetchReceipt(id));
  return node;
}

/** What this node revokes itself counts here, too. */
function noteRevoked({ revokes, spine }: Ground, { successions }: NodeServices): void {
  if (revokes === undefined || spine.size <= REVOKE_SEQ) return;
  const { key, seq } = revokes;
  const { publicKey: successor } = spine.author;
  successions.note({ key, successor, by: "revocation", size: seq + 1 });
}
