/** What a relay carries for others at most; the simulator's relays keep the same bounds. */

/** Nodes that keep a place at a relay, and how long without renewing it. */
export const PLACES_MAX = 32;
export const PLACE_MS = 3_600_000;
/** A relayed connection ends then, and is opened anew where it is wanted. */
export const CONNECTION_MS_MAX = 900_000;
export const CONNECTION_BYTES_MAX = 16_777_216;
/** Relayed connections that one node has asked for at the same time. */
export const HOPS_MAX = 8;
export const HOPS_IN_ALL_MAX = 64;
