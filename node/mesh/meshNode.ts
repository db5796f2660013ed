/** The mesh side of a node: host, gossip, receipts on demand. */
import type { Config } from "../../config/schema.js";
import type { MeshSecretRing } from "../../config/secrets.js";
import type { Logger } from "../../protocol/ports.js";
import type { Metrics } from "../metrics.js";
import type { Services } from "../operations/modules.js";
import type { MeshSnapshot } from "../services/meshView.js";
import type { Sealer } from "../services/sealer.js";
import { startHost } from "./host.js";
import type { Net } from "./net.js";

export interface MeshNodeOptions {
  readonly config: Config;
  readonly secrets: MeshSecretRing | null;
  readonly http: string;
}

export interface MeshNodeModules extends Services {
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export class MeshNode {
  readonly #net: Net;
  private constructor(net: Net) { this.#net = net; }

  static async start({ config }: MeshNodeOptions, { crypto, identity, log }: MeshNodeModules): Promise<MeshNode> {
    const { listen, announce, sharedAddresses, connectionsMax } = config.p2p;
    const net = await startHost({ seed: identity.seed, listen, announce, sharedAddresses, connectionsMax, topics: [] },
      { crypto, log });
    return new MeshNode(net);
  }

  get peerId(): string { return this.#net.peerId; }
  addresses(): readonly string[] { return this.#net.addresses(); }
  snapshot(): MeshSnapshot {
    return { gossip: "disabled", peers: this.#net.peers().length, topicMesh: {}, recentGossipCount: 0,
      lastGossipCalcond: null, heads: [] };
  }
  async fetchReceipt(_id: string): Promise<string | null> { return null; }
  stop(): Promise<void> { return this.#net.stop(); }
}
