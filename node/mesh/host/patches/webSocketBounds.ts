/**
 * A listener for WebSockets has bounds. The library's keeps whoever connects and says nothing, as
 * many as come, and takes messages of 100 MB before anyone has shown a key.
 *
 * Library: @libp2p/websockets 10.1.21.
 * Gain: strangers without the mesh secret hold no more connections and memory than over TCP.
 * Upstream: none found.
 */

/** Longer than between pings of a connection that is up. */
const SILENT_MS_MAX = 30_000;
/** A frame of the cipher is at most 64 KiB; others may join some. */
const MESSAGE_BYTES_MAX = 1_048_576;

/** What the library's listener has, and the type that it exports has not. */
interface Inner {
  readonly server: {
    maxConnections: number;
    prependListener(name: "connection", f: (socket: Socket) => void): unknown;
  };
  readonly wsServer: { readonly options: { maxPayload?: number } };
}

interface Socket {
  setTimeout(ms: number, f: () => void): unknown;
  destroy(): unknown;
}

function isInner(listener: object): listener is Inner {
  return "server" in listener && "wsServer" in listener;
}

/**
 * @param connectionsMax before and after peers have shown their keys
 * @throws TypeError where the library has other insides: it would be open to anyone without bounds
 */
export function boundWebSockets<T extends object>(listener: T, connectionsMax: number): T {
  if (!isInner(listener)) throw new TypeError("the WebSocket library is another than this needs");
  const { server, wsServer } = listener;
  server.maxConnections = connectionsMax;
  wsServer.options.maxPayload = MESSAGE_BYTES_MAX;
  server.prependListener("connection", (socket) => {
    socket.setTimeout(SILENT_MS_MAX, () => socket.destroy());
  });
  return listener;
}
