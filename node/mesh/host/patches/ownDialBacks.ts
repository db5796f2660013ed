/**
 * Whether a peer can be called is tried over a connection of its own. The library takes the one that
 * is already there for the result of its call, reports success, and then closes it: two nodes of
 * which one is asked lose each other each time they meet.
 *
 * Library: @libp2p/autonat 3.0.28.
 * Gain: a node behind a translator of addresses stays connected to the nodes that it called.
 * Upstream: none found.
 */
import type { AutoNATComponents } from "@libp2p/autonat";

type Calls = AutoNATComponents["connectionManager"];
type Service = (components: AutoNATComponents) => unknown;

/** The same service. What it looks for of itself, several addresses of one peer, it dials as before. */
export function dialBackApart(make: Service): Service {
  return (components) =>
    make(
      new Proxy(components, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          return name === "connectionManager" ? callingAnew(target.connectionManager) : value;
        },
      }),
    );
}

function callingAnew(calls: Calls): Calls {
  const openConnection: Calls["openConnection"] = (to, options) =>
    calls.openConnection(to, Array.isArray(to) ? options : { ...options, force: true });
  return new Proxy(calls, {
    get: (target, name) => {
      if (name === "openConnection") return openConnection;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
