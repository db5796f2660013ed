/**
 * News of other nodes on the local network. Anyone there can say anything, so it is kept
 * within bounds, apart from what is known, and for dialing only: who answers has to prove its key.
 */
import { BlockList, isIP } from "node:net";
import { RecentMap } from "../../runtime/recentMap.js";
import { patches } from "./patches/index.js";
import type { Startable } from "./patches/lanLifecycle.js";

const ADDRESSES_MAX = 4;
const REMEMBERED_MAX = 64;
const TCP_ADDRESS = /^\/ip([46])\/([0-9a-fA-F.:]{2,45})\/tcp\/(\d{1,5})$/;

/** Addresses that are only reached from near by: who answers there is on this network. */
const nearby = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
] as const) {
  nearby.addSubnet(network, bits, "ipv4");
}
nearby.addAddress("::1", "ipv6");
nearby.addSubnet("fc00::", 7, "ipv6");

/**
 * Whether an address is one of TCP on the local network, so that no word of a stranger leads out of
 * it.
 */
export function isPortOnLan(address: string): boolean {
  const match = TCP_ADDRESS.exec(address);
  if (match === null) return false;
  const [, version, ip = "", port] = match;
  return (
    isIP(ip) === Number(version) &&
    Number(port) >= 1 &&
    Number(port) <= 65_535 &&
    nearby.check(ip, version === "4" ? "ipv4" : "ipv6")
  );
}

export type NeighbourListener = (peer: string, addresses: readonly string[]) => void;

/** Addresses at which only this machine can be reached. */
const OWN_MACHINE = /^\/(?:ip4\/127\.|ip6\/::1\/|dns[46]?\/localhost\/)/;

/**
 * Whether to look for other nodes near by: always, never, or if they could reach one of `listen`.
 */
export function looksForNeighbours(
  choice: "auto" | "on" | "off",
  listen: readonly string[],
): boolean {
  if (choice !== "auto") return choice === "on";
  return listen.some((address) => !OWN_MACHINE.test(address));
}

/** Passes on who was heard of, and tells a listener that comes later of those before it. */
export class Neighbours {
  readonly #heard = new RecentMap<string, readonly string[]>(REMEMBERED_MAX);
  readonly #listeners = new Set<NeighbourListener>();

  /**
   * @param addresses where the peer is said to be; what leads out of the local network is left out
   */
  hear(peer: string, addresses: readonly string[]): void {
    const near = addresses.filter(isPortOnLan).slice(0, ADDRESSES_MAX);
    if (near.length === 0) return;
    this.#heard.set(peer, near);
    for (const listener of this.#listeners) listener(peer, near);
  }

  /** @returns how to stop it */
  listen(listener: NeighbourListener): () => void {
    this.#listeners.add(listener);
    for (const [peer, addresses] of this.#heard.entries()) listener(peer, addresses);
    return () => void this.#listeners.delete(listener);
  }
}

/**
 * Starts and stops with the host. The library's own list of peers is not fed by it: that grows with
 * whatever is said.
 */
export class LanService {
  readonly #discoveries: readonly Startable[];
  readonly #onTrouble: (error: unknown) => void;

  constructor(components: readonly object[], onTrouble: (error: unknown) => void) {
    this.#discoveries = patches.lanLifecycle.apply(components);
    this.#onTrouble = onTrouble;
  }

  async start(): Promise<void> {
    for (const discovery of this.#discoveries) {
      try {
        await discovery.start();
      } catch (error) {
        this.#onTrouble(error);
      }
    }
  }

  async stop(): Promise<void> {
    for (const discovery of this.#discoveries) await discovery.stop();
  }
}
