/**
 * A node that listens on a public address tells it from the start, also where nobody is there to
 * try it. The library keeps it back until another peer has called there (AutoNAT), and forever where
 * that is off. What peers then find closed is taken back, as before.
 */
import { ipIn, reachOf } from "./networks.js";

interface Address {
  toString(): string;
}

/** That of a transport which begins to listen. */
interface Listening<A extends Address> {
  readonly detail: { getAddrs(): readonly A[] };
}

/** What the library hands to a service, as far as addresses go. */
export interface AddressComponents<A extends Address> {
  readonly events: {
    addEventListener(
      type: "transport:listening",
      listener: (event: Listening<A>) => void,
      options?: { readonly signal?: AbortSignal },
    ): void;
  };
  readonly addressManager: {
    confirmObservedAddr(
      address: A,
      options: { readonly type: "transport"; readonly ttl: number },
    ): void;
  };
}

/**
 * A service of the host. It waits for each transport to say that it listens: the library starts
 * services and transports side by side, and a transport has no address before.
 */
export function presumedReachable<A extends Address>({
  events,
  addressManager,
}: AddressComponents<A>): { start(): void; stop(): void } {
  let stopped = new AbortController();
  return {
    start: () => {
      stopped = new AbortController();
      const { signal } = stopped;
      const listener = ({ detail }: Listening<A>): void => {
        for (const address of detail.getAddrs()) {
          const text = address.toString();
          const ip = ipIn(text);
          // No time to live: whoever can try the address is still asked to. What begins with the
          // address of a relay is no address of this node.
          if (ip !== null && reachOf(ip) === "world" && !text.includes("/p2p-circuit"))
            addressManager.confirmObservedAddr(address, { type: "transport", ttl: 0 });
        }
      };
      events.addEventListener("transport:listening", listener, { signal });
    },
    stop: () => {
      stopped.abort();
    },
  };
}
