/**
 * Peers over WebSockets, where nothing else passes: networks that let only the web out, and reverse
 * proxies. Loaded only where an address asks for it.
 */
import type { webSockets } from "@libp2p/websockets";
import { patches } from "./patches/index.js";

type Transport = ReturnType<typeof webSockets>;

const WEB_SOCKET = /\/wss?(?:\/|$)/;

export function speaksWebSockets(addresses: readonly string[]): boolean {
  return addresses.some((address) => WEB_SOCKET.test(address));
}

/** @param connectionsMax of one listener, before and after peers have shown their keys */
export async function webSocketTransports(
  addresses: readonly string[],
  connectionsMax: number,
): Promise<Transport[]> {
  if (!speaksWebSockets(addresses)) return [];
  const [library, client] = await Promise.all([import("@libp2p/websockets"), import("ws")]);
  // Node.js 20 has none of its own, which the library asks for.
  if (!("WebSocket" in globalThis)) Object.assign(globalThis, { WebSocket: client.WebSocket });
  const make = library.webSockets();
  return [
    (components) => {
      const transport = make(components);
      const create = transport.createListener.bind(transport);
      transport.createListener = (options) =>
        patches.webSocketBounds.apply(create(options), connectionsMax);
      return transport;
    },
  ];
}
