/**
 * Nodes that nobody can call: they find it out (AutoNAT), keep a place at a relay (circuit-relay-v2),
 * and try for a way of their own (DCUtR). Nobody is a relay but by its operator's choice, and what a
 * relay carries is bounded in places, time and bytes.
 */
import { autoNAT } from "@libp2p/autonat";
import { circuitRelayServer, circuitRelayTransport } from "@libp2p/circuit-relay-v2";
import { dcutr } from "@libp2p/dcutr";
import { patches } from "./patches/index.js";
import {
  CONNECTION_BYTES_MAX,
  CONNECTION_MS_MAX,
  HOPS_IN_ALL_MAX,
  HOPS_MAX,
  PLACE_MS,
  PLACES_MAX,
} from "./relayBounds.js";

/** `serve`: for others; `use`: those of others; `off`: neither. */
export type RelayRole = "serve" | "use" | "off";

/** What a configuration may say; `auto` uses relays where it may be needed. */
export type RelayChoice = "auto" | "serve" | "off";

/** Where a node waits for a relay, whichever comes. */
const ANY_RELAY = "/p2p-circuit";

const OWN_MACHINE = /^\/(?:ip4\/127\.|ip6\/::1\/)/;

/** @param announce addresses told in place of the listening ones: who gives them can be called */
export function relayRole(
  choice: RelayChoice,
  listen: readonly string[],
  announce: readonly string[],
): RelayRole {
  if (choice !== "auto") return choice;
  const isOpen = listen.some((address) => !OWN_MACHINE.test(address));
  return isOpen && announce.length === 0 ? "use" : "off";
}

/** Where to listen, beside the own addresses. */
export function relayListen(role: RelayRole): readonly string[] {
  return role === "use" ? [ANY_RELAY] : [];
}

export function relayTransports(role: RelayRole): ReturnType<typeof circuitRelayTransport>[] {
  return role === "off" ? [] : [circuitRelayTransport()];
}

/** The services of a role, by their names. */
export function relayServices(role: RelayRole): {
  readonly autoNAT?: ReturnType<typeof autoNAT>;
  readonly dcutr?: ReturnType<typeof dcutr>;
  readonly relay?: ReturnType<typeof circuitRelayServer>;
} {
  if (role === "off") return {};
  return {
    autoNAT: patches.ownDialBacks.apply(autoNAT()),
    ...(role === "use" ? { dcutr: dcutr() } : {}),
    ...(role === "serve"
      ? {
          relay: circuitRelayServer({
            maxInboundHopStreams: HOPS_MAX,
            maxOutboundStopStreams: HOPS_IN_ALL_MAX,
            reservations: {
              maxReservations: PLACES_MAX,
              reservationTtl: PLACE_MS,
              defaultDurationLimit: CONNECTION_MS_MAX,
              defaultDataLimit: BigInt(CONNECTION_BYTES_MAX),
            },
          }),
        }
      : {}),
  };
}
