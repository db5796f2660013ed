/**
 * Ways of hearing of others on the local network are started and stopped here, and not fed to the
 * library's list of peers, which grows with whatever is said. The type of what the library makes
 * leaves out that it starts and stops.
 *
 * Library: @libp2p/mdns 12.0.32.
 * Gain: what strangers say on a network takes no memory that lasts.
 * Upstream: none found.
 */

export interface Startable {
  start(): unknown;
  stop(): unknown;
}

function isStartable(component: object): component is Startable {
  return (
    "start" in component &&
    typeof component.start === "function" &&
    "stop" in component &&
    typeof component.stop === "function"
  );
}

/** Those of them that start and stop. */
export function startable(components: readonly object[]): readonly Startable[] {
  return components.filter(isStartable);
}
