/** The network of a process: sockets, and a thread that checks signatures. */
import type { Config } from "../config/schema.js";
import type { MeshSecretRing } from "../config/secrets.js";
import { lanTags } from "../protocol/events/lanTag.js";
import type { Logger } from "../protocol/ports.js";
import { startHost } from "./mesh/host/host.js";
import { looksForNeighbours } from "./mesh/host/neighbours.js";
import { relayRole } from "./mesh/host/relaying.js";
import { SignatureThread } from "./mesh/intake/signatureThread.js";
import type { MeshPorts } from "./mesh/meshNode.js";
import { nodeCrypto } from "./runtime/crypto.js";
import type { Identity } from "./runtime/identity/identity.js";
import { CHECKED_MIN, collectAll, poolBuffersLarge } from "./runtime/restHeap.js";

interface Modules {
  readonly identity: Identity;
  /** Null: no topic is followed, and no neighbour looked for. */
  readonly meshSecrets: MeshSecretRing | null;
  readonly log: Logger;
}

export function hostPorts({ p2p }: Config, { identity, meshSecrets, log }: Modules): MeshPorts {
  const { listen, announce, bootstrap, sharedAddresses, connectionsMax, mdns, relay } = p2p;
  return {
    open: ({ network, topics, appScore, refuses, knows }) => {
      poolBuffersLarge();
      return startHost(
        {
          appScore,
          refuses,
          knows,
          topics,
          seed: identity.seed,
          listen,
          announce,
          bootstrap,
          sharedAddresses,
          connectionsMax,
          relay: meshSecrets === null ? "off" : relayRole(relay, listen, announce),
          lanTags:
            meshSecrets !== null && looksForNeighbours(mdns, listen)
              ? lanTags(nodeCrypto, meshSecrets.secrets, network)
              : [],
        },
        { crypto: nodeCrypto, log },
      );
    },
    checker: (busy) =>
      new SignatureThread({
        log,
        onRest: (checked) => {
          // Who waits for a seal does not wait for this as well.
          if (checked >= CHECKED_MIN && !busy()) collectAll(log);
        },
      }),
  };
}
