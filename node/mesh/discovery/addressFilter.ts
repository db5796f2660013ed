/**
 * Which addresses are told to others, and which that others tell are dialed. Private addresses mean
 * another machine elsewhere: a node with a public address neither tells nor dials them, or anyone
 * could have it knock at the doors of its own network.
 */
import { ipIn, reachOf, type Reach } from "../host/networks.js";

/** `auto`: unless this node has a public address. */
export type PrivateAddresses = "auto" | "on" | "off";

const RANK: Readonly<Record<Reach, number>> = { machine: 0, site: 1, world: 2 };
const PORT_ZERO = /\/(tcp|udp)\/0(\/|$)/;

/** From where an address can be reached; null for names and for other kinds of address. */
function reachIn(address: string): Reach | null {
  const ip = ipIn(address);
  return ip === null ? null : reachOf(ip);
}

/** From how far a node can be reached: the widest of its addresses; null where it has none. */
function widest(own: readonly string[]): Reach | null {
  const reaches = own.map(reachIn).filter((reach) => reach !== null);
  return reaches.reduce<Reach | null>(
    (best, reach) => (best === null || RANK[reach] > RANK[best] ? reach : best),
    null,
  );
}

/** The least reach that counts for a node with these addresses. */
function leastRank(own: readonly string[], choice: PrivateAddresses): number {
  if (choice === "on") return RANK.machine;
  if (choice === "off") return RANK.world;
  return RANK[widest(own) ?? "machine"];
}

/** What a node with these addresses tells others of them. */
export function announced(own: readonly string[], choice: PrivateAddresses): readonly string[] {
  const least = leastRank(own, choice);
  return own.filter((address) => isFarEnough(address, least));
}

/** What of the addresses that others tell is dialed. */
export function dialable(
  heard: readonly string[],
  own: readonly string[],
  choice: PrivateAddresses,
): readonly string[] {
  const least = leastRank(own, choice);
  return heard.filter((address) => !PORT_ZERO.test(address) && isFarEnough(address, least));
}

/** Whether all addresses of a node belong to its own machine. */
export function isLoopbackOnly(own: readonly string[]): boolean {
  return own.length > 0 && own.every((address) => reachIn(address) === "machine");
}

function isFarEnough(address: string, least: number): boolean {
  const reach = reachIn(address);
  return reach === null || RANK[reach] >= least;
}
