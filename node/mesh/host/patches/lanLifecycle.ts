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

function isStartable(made: object): made is Startable {
  return (
    "start" in made &&
    typeof made.start === "function" &&
    "stop" in made &&
    typeof made.stop === "function"
  );
}

/** Those of them that start and stop. */
export function startable(made: readonly object[]): readonly Startable[] {
  return made.filter(isStartable);
}
