/** What a host is made with. */
import type { RelayRole } from "./relaying.js";

export interface HostOptions {
  /** 32-byte Ed25519 seed: the node's identity is also its peer id. */
  readonly seed: Uint8Array;
  readonly listen: readonly string[];
  readonly announce: readonly string[];
  /** Addresses that are dialed for sure: where one is of a WebSocket, the host speaks that, too. */
  readonly bootstrap?: readonly string[];
  /** IP addresses behind which many honest nodes live. */
  readonly sharedAddresses: readonly string[];
  readonly connectionsMax: number;
  /** Whether it is a relay, or uses one; neither where it is not given. */
  readonly relay?: RelayRole;
  /** All topics of this network; none when the node has no mesh secret. */
  readonly topics: readonly string[];
  /** What a peer is worth outside gossip: part of its score. */
  readonly appScore?: (peer: string) => number;
  /** Whom the operator or this node keeps out, of whom the peer or the address may be unknown yet. */
  readonly refuses?: (peer: string | null, ip: string | null) => boolean;
  /** Who is long known or let in by the operator: by its name, or by where it says that it is. */
  readonly knows?: (peer: string | null, ip: string | null) => boolean;
  /** Names under which nodes of this mesh are looked for on the local network; none: not at all. */
  readonly lanTags?: readonly string[];
  /** Smaller meshes, for many nodes on few processors. */
  readonly smallMesh?: boolean;
  /** Between looks whether peers still answer, where it is not the usual time. */
  readonly lookMs?: number;
  /**
   * How long a message waits for neighbours that may send it first, where it is not the usual time.
   */
  readonly waitMs?: number;
}
