/** The libp2p node that a host starts, with its settings. The only importer of libp2p. */
import "../../runtime/polyfills.js";
import { privateKeyFromRaw } from "@libp2p/crypto/keys";
import { identify } from "@libp2p/identify";
import { mdns } from "@libp2p/mdns";
import { noise } from "@libp2p/noise";
import { ping } from "@libp2p/ping";
import { tcp } from "@libp2p/tcp";
import { yamux } from "@libp2p/yamux";
import { createLibp2p } from "libp2p";
import type { Crypto, Logger } from "../../../protocol/ports.js";
import { afterTurn } from "../../runtime/turn.js";
import { libraryBounds } from "./arrivals.js";
import { connectionGater, Gate } from "./gater.js";
import { pubsubFactory } from "./gossipSettings.js";
import { DIAL_MS_MAX, HostNet } from "./hostNet.js";
import type { Connection, HostNode, HostServices, PeerId } from "./hostNode.js";
import type { HostOptions } from "./hostOptions.js";
import { Liveness } from "./liveness.js";
import { LanService, Neighbours } from "./neighbours.js";
import type { Net } from "./net.js";
import { LOOPBACK } from "./networks.js";
import { presumedReachable } from "./ownAddresses.js";
import { patches } from "./patches/index.js";
import { ProcessorTime } from "./processorTime.js";
import { relayListen, relayServices, relayTransports } from "./relaying.js";
import { webSocketTransports } from "./webSockets.js";

export type { HostOptions };

interface HostModules {
  readonly crypto: Pick<Crypto, "sha256" | "ed25519PublicKey">;
  readonly log: Logger;
}

/** Between questions to the local network, which all who are there hear the answers of. */
const LAN_QUERY_MS = 30_000;

type LanComponents = Parameters<ReturnType<typeof mdns>>[0] & { readonly peerId: PeerId };

/** Asks the local network for nodes of the same mesh, and answers them. */
function lanFactory(
  { lanTags = [] }: HostOptions,
  { log }: HostModules,
  neighbours: Neighbours,
): (components: LanComponents) => LanService {
  return (components) =>
    new LanService(
      lanTags.map((serviceTag) => {
        const peerName = components.peerId.toString();
        const discovery = mdns({ serviceTag, peerName, interval: LAN_QUERY_MS })(components);
        discovery.addEventListener("peer", ({ detail: { id, multiaddrs } }) => {
          neighbours.hear(
            id.toString(),
            multiaddrs.map((address) => address.toString()),
          );
        });
        return discovery;
      }),
      (error) => {
        log.warn("nodes on the local network cannot be looked for", { error: String(error) });
      },
    );
}

async function createNode(
  options: HostOptions,
  modules: HostModules,
  gate: Gate,
  neighbours: Neighbours,
  processor: ProcessorTime,
): Promise<HostNode> {
  // The library would find the public key by curve tables of its own, a megabyte that stays.
  const publicKey = modules.crypto.ed25519PublicKey(options.seed);
  const privateKey = privateKeyFromRaw(Uint8Array.from([...options.seed, ...publicKey]));
  const liveness = new Liveness(options.lookMs);
  const bounds = libraryBounds(options.connectionsMax);
  let node: HostNode | null = null;
  const { relay = "off" } = options;
  const connections = (): readonly Connection[] => node?.getConnections() ?? [];
  node = await createLibp2p<HostServices>({
    privateKey,
    start: false,
    addresses: {
      listen: [...options.listen, ...relayListen(relay)],
      announce: [...options.announce],
    },
    transports: [
      tcp(),
      ...(await webSocketTransports(
        [...options.listen, ...(options.bootstrap ?? [])],
        bounds.maxConnections,
      )),
      ...relayTransports(relay),
    ],
    connectionEncrypters: [
      patches.socketTurns.apply(
        patches.shortReads.apply(patches.fewerWrites.apply(noise())),
        (peer, bytes) => processor.begin(peer, bytes, afterTurn),
      ),
    ],
    streamMuxers: [
      patches.windowUpdates.apply(
        patches.watchedMuxers.apply(yamux({ enableKeepAlive: false }), (muxer, connection) =>
          liveness.watch(muxer, connection),
        ),
      ),
    ],
    connectionManager: {
      inboundConnectionThreshold: 200,
      // The mesh itself says who makes room: the library would refuse whoever comes last.
      ...bounds,
      dialTimeout: DIAL_MS_MAX,
    },
    connectionMonitor: { enabled: false },
    // An address known of a peer would be forgotten when it is told nothing new for six hours,
    // connected or not.
    peerStore: { maxPeerAge: Infinity },
    connectionGater: connectionGater(options, gate, connections),
    services: {
      identify: identify(),
      ping: ping(),
      pubsub: pubsubFactory(options, modules.crypto),
      lan: lanFactory(options, modules, neighbours),
      addresses: presumedReachable,
      ...relayServices(relay),
    },
  });
  patches.knownProtocols.apply(node.peerStore);
  return node;
}

/** Starts a libp2p host. @throws Error when an address cannot be listened on */
export async function startHost(options: HostOptions, modules: HostModules): Promise<Net> {
  const gate = new Gate(new Set([...LOOPBACK, ...options.sharedAddresses]), () =>
    performance.now(),
  );
  const neighbours = new Neighbours();
  const processor = new ProcessorTime();
  const node = await createNode(options, modules, gate, neighbours, processor);
  try {
    await node.start();
  } catch (error) {
    await node.stop();
    throw error;
  }
  const log = modules.log.child("net");
  const net = new HostNet(node, { gate, neighbours, processor, log }, options);
  const addresses = net.unheard();
  if (addresses.length > 0)
    log.warn("the node does not listen at all addresses that it was told", { addresses });
  return net;
}
