/**
 * A whole node in the process of a test: the composition of the daemon on any key-value store, by
 * default one in memory, with a clock that stands until it is moved and timers that never fire.
 */
import { composeNode, type ComposedNode, type NodePorts } from "../../node/compose.js";
import type { NodeConfig } from "../../node/ground/ports.js";
import { MemoryHub } from "../../scripts/sim/wires/memoryNet.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import type { Identity } from "../../node/runtime/identity/identity.js";
import { createMetrics } from "../../node/runtime/metrics/metrics.js";
import type { Scheduler } from "../../node/runtime/scheduler.js";
import { Closers } from "../../node/runtime/shutdown.js";
import { verifyCheck } from "../../protocol/mesh/judgement.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { SeededRandom } from "../../scripts/sim/random.js";
import type { KeyValueStore } from "../../storage/kv/kv.js";
import { MemoryStore } from "../../scripts/stores/memory.js";
import { Store } from "../../storage/store.js";
import { quiet } from "./logger.js";

/** Nodes of one process share what no test changes. */
const registry = builtinRegistry();
const metrics = createMetrics();

/** Timers that never fire: what runs behind the requests stands still. */
const stillScheduler: Scheduler = { after: () => () => undefined };

const CONFIG: NodeConfig = {
  network: { name: "test", registryFamily: "calc", witnesses: [] },
  mesh: { capacity: 1, alone: false },
  p2p: { bootstrap: [] },
  meshSecrets: null,
  credits: { welcome: 128 },
  claim: { unlockBelow: 128 },
  rateLimits: "off",
};

class StandingClock {
  ns = 2_310_000_000n * CALCOND_NS;
  nowNs(): bigint {
    return this.ns;
  }
}

export interface NodeSettings {
  readonly raw?: KeyValueStore;
  /** A node's key and secrets follow from it. */
  readonly seed?: number;
  /** False after the first start on one store, where peers may have to be asked. */
  readonly created?: boolean;
  readonly config?: Partial<NodeConfig>;
  readonly hub?: MemoryHub;
  readonly ports?: Partial<NodePorts>;
  /** Absent: that of every node. */
  readonly list?: Parameters<typeof composeNode>[2];
}

export interface TestNode extends ComposedNode {
  readonly store: Store;
  readonly clock: StandingClock;
  /** @returns whether every step ended well */
  close(): Promise<boolean>;
}

function identityOf(seed: number, created: boolean): Identity {
  const secret = new Uint8Array(32).fill(seed);
  const publicKey = nodeCrypto.ed25519PublicKey(secret);
  return {
    seed: secret,
    publicKey,
    publicKeyHex: Buffer.from(publicKey).toString("hex"),
    proofKey: new Uint8Array(32).fill(seed + 1),
    nextPublicKey: nodeCrypto.ed25519PublicKey(new Uint8Array(32).fill(seed + 2)),
    created,
  };
}

export async function openNode({
  raw = new MemoryStore(),
  seed = 9,
  created = true,
  config = {},
  hub = new MemoryHub(),
  ports = {},
  list,
}: NodeSettings = {}): Promise<TestNode> {
  const store = new Store(raw);
  const clock = new StandingClock();
  const closers = new Closers();
  const identity = identityOf(seed, created);
  const node = await composeNode(
    { ...CONFIG, ...config },
    {
      store,
      identity,
      clock,
      closers,
      registry,
      metrics,
      crypto: nodeCrypto,
      scheduler: stillScheduler,
      random: new SeededRandom(`node ${seed}`),
      log: quiet,
      net: {
        open: async () => hub.join(identity.publicKeyHex),
        checker: () => ({
          check: async (one) => verifyCheck(nodeCrypto, one),
          checkAll: async (all) => all.map((one) => verifyCheck(nodeCrypto, one)),
          stop: () => undefined,
        }),
      },
      ...ports,
    },
    list,
  );
  return { ...node, store, clock, close: () => closers.closeAll(quiet) };
}
