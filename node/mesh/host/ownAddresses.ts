/**
 * A node that listens on a public address tells it from the start, also where nobody is there to
 * try it. The library keeps it back until another peer has called there (AutoNAT), and forever where
 * that is off. What peers then find closed is taken back, as before.
 */
import { ipIn, reachOf } from "./networks.js";

interface Address {
  toString(): string;
}

/** What the library hands to a service, as far as addresses go. */
export interface AddressComponents<A extends Address> {
  readonly transportManager: { getAddrs(): readonly A[] };
  readonly addressManager: {
    confirmObservedAddr(
      address: A,
      options: { readonly type: "transport"; readonly ttl: number },
    ): void;
  };
}

/** A service of the host. Listening has begun when it takes effect. */
export function presumedReachable<A extends Address>({
  transportManager,
  addressManager,
}: AddressComponents<A>): { start(): void; afterStart(): void; stop(): void } {
  return {
    start: () => undefined,
    afterStart: () => {
      for (const address of transportManager.getAddrs()) {
        const ip = ipIn(address.toString());
        // No time to live: whoever can try the address is still asked to.
        if (ip !== null && reachOf(ip) === "world")
          addressManager.confirmObservedAddr(address, { type: "transport", ttl: 0 });
      }
    },
    stop: () => undefined,
  };
}
