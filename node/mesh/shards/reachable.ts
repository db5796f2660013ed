/** From how far a node can be called, by the addresses that it signed. */
import { ipIn, reachOf } from "../host/networks.js";

/** Of nodes that hold shards, who can be called from everywhere comes first. */
export const CALLED = { nowhere: 0, overRelay: 1, directly: 2 } as const;
export type Called = (typeof CALLED)[keyof typeof CALLED];

const NAME_PART = /^\/dns(?:4|6|addr)?\//;
const OVER_RELAY = "/p2p-circuit";

export function calledAt(addresses: readonly string[]): Called {
  let best: Called = CALLED.nowhere;
  for (const address of addresses) {
    if (address.includes(OVER_RELAY)) best = best === CALLED.nowhere ? CALLED.overRelay : best;
    else if (NAME_PART.test(address) || isPublic(address)) return CALLED.directly;
  }
  return best;
}

function isPublic(address: string): boolean {
  const ip = ipIn(address);
  return ip !== null && reachOf(ip) === "world";
}
