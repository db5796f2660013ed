/**
 * Every place where this program relies on the inside of a library: what it gains, of which
 * version, and where it is asked for. The head of each file says the same and why. A new version of
 * a library here fails `patches.test.ts` until somebody has looked whether its patches still take
 * effect.
 */
import { fewerWrites } from "./fewerWrites.js";
import { tellGrafted } from "./graftNews.js";
import { tellProtocolsOnce } from "./knownProtocols.js";
import { startable } from "./lanLifecycle.js";
import { sendOneWay } from "./oneWay.js";
import { tellOversized } from "./oversizedGossip.js";
import { dialBackApart } from "./ownDialBacks.js";
import { membersOf } from "./pubsubMembers.js";
import { expectShortReads } from "./shortReads.js";
import { watchTurns } from "./socketTurns.js";
import { watchMuxers } from "./watchedMuxers.js";
import { boundWebSockets } from "./webSocketBounds.js";
import { fewerWindowUpdates } from "./windowUpdates.js";

export interface Patch {
  /** Package and version whose inside it relies on. */
  readonly library: string;
  readonly gain: string;
  /** Address of an issue or pull request; null where none was found. */
  readonly upstream: string | null;
  readonly apply: (...given: never[]) => unknown;
}

/** By the name of their file. */
export const patches = {
  fewerWrites: {
    library: "@libp2p/noise 17.0.3",
    gain: "one write a peer and turn of the event loop instead of two a message",
    upstream: "https://github.com/ChainSafe/js-libp2p-noise/pull/387",
    apply: fewerWrites,
  },
  graftNews: {
    library: "@libp2p/gossipsub 17.1.1",
    gain: "no message is lost to a neighbour that joins",
    upstream: "https://github.com/libp2p/js-libp2p/pull/3583",
    apply: tellGrafted,
  },
  knownProtocols: {
    library: "@libp2p/peer-store 12.0.28",
    gain: "one write of what is known of a peer for each protocol instead of each stream",
    upstream: null,
    apply: tellProtocolsOnce,
  },
  lanLifecycle: {
    library: "@libp2p/mdns 12.0.32",
    gain: "what strangers say on a network takes no memory that lasts",
    upstream: null,
    apply: startable,
  },
  oneWay: {
    library: "@libp2p/gossipsub 17.1.1",
    gain: "an event is read 2.6 times instead of 4.8 by six daemons",
    upstream: "https://github.com/libp2p/specs/pull/548",
    apply: sendOneWay,
  },
  oversizedGossip: {
    library: "@libp2p/gossipsub 17.1.1",
    gain: "gossip longer than any costs its sender points",
    upstream: null,
    apply: tellOversized,
  },
  ownDialBacks: {
    library: "@libp2p/autonat 3.0.28",
    gain: "a node behind a translator of addresses stays connected to those it called",
    upstream: null,
    apply: dialBackApart,
  },
  pubsubMembers: {
    library: "@libp2p/gossipsub 17.1.1",
    gain: "a message is passed on after it was judged",
    upstream: null,
    apply: membersOf,
  },
  shortReads: {
    library: "@libp2p/noise 17.0.3",
    gain: "27 of 560 ms of a busy member's processor time",
    upstream: null,
    apply: expectShortReads,
  },
  socketTurns: {
    library: "@libp2p/tcp 11.0.28",
    gain: "who sends rubbish below the level of requests is found by what it costs",
    upstream: null,
    apply: watchTurns,
  },
  watchedMuxers: {
    library: "@libp2p/yamux 8.0.3",
    gain: "an idle daemon with six neighbours takes 9.3 ms of a second instead of 22.0",
    upstream: "https://github.com/libp2p/js-libp2p/issues/2643",
    apply: watchMuxers,
  },
  webSocketBounds: {
    library: "@libp2p/websockets 10.1.21",
    gain: "strangers without the mesh secret hold no more connections and memory than over TCP",
    upstream: null,
    apply: boundWebSockets,
  },
  windowUpdates: {
    library: "@libp2p/yamux 8.0.3",
    gain: "2,150 judged deliveries of gossip a processor second instead of 1,750",
    upstream: "https://github.com/libp2p/rust-yamux/pull/109",
    apply: fewerWindowUpdates,
  },
} as const satisfies Readonly<Record<string, Patch>>;
