/** Addresses that a node was to listen at and does not: they are taken, or not of this machine. */

const TCP = /^\/(ip4|ip6)\/([^/]+)\/tcp\/(\d+)/;
const ANYWHERE: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/**
 * @param asked as configured
 * @param listening as the host tells them: an address of all interfaces stands as each of them
 */
export function unheardAddresses(
  asked: readonly string[],
  listening: readonly string[],
): readonly string[] {
  const known = listening.flatMap((address) => {
    const [, family, host, port] = TCP.exec(address) ?? [];
    return family === undefined ? [] : [{ family, host, port }];
  });
  return asked.filter((address) => {
    const [, family, host, port] = TCP.exec(address) ?? [];
    // This list tells of TCP alone.
    if (family === undefined) return false;
    return !known.some(
      (one) =>
        one.family === family &&
        (port === "0" || one.port === port) &&
        (ANYWHERE.has(host ?? "") || one.host === host),
    );
  });
}
