/** Network addresses as text: in whose name work, rates and keys without an account are counted. */

/**
 * An IPv4 address stands for itself, an IPv6 address for its /64: a home has one of those, and 2^64
 * addresses.
 */
export function addressGroup(address: string): string {
  const mapped = mappedIpv4(address);
  if (mapped !== null) return mapped;
  if (!address.includes(":")) return address;
  return `${ipv6Groups(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The IPv4 address inside an IPv4-mapped IPv6 one, in either notation, or null. */
function mappedIpv4(address: string): string | null {
  if (!address.includes(":")) return null;
  const dotted = /^(?:::ffff:|0{4}:0{4}:0{4}:0{4}:0{4}:ffff:)(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (dotted?.[1] !== undefined) return dotted[1];
  if (address.includes(".")) return null;
  const groups = ipv6Groups(address);
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return null;
  return groups
    .slice(6)
    .map((group) => `${group >> 8}.${group & 255}`)
    .join(".");
}

/** The eight 16-bit groups; a zone (`%eth0`) is dropped. */
function ipv6Groups(address: string): number[] {
  const [bare = ""] = address.split("%");
  const [left = "", right] = bare.split("::");
  const parse = (part: string): number[] =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16) || 0);
  const head = parse(left);
  const tail = right === undefined ? [] : parse(right);
  const zeros = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  return [
    ...head,
    ...Array.from({ length: zeros }, () => 0),
    ...tail,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ].slice(0, 8);
}

/** The address as people write it: mapped IPv4 addresses without their prefix. */
export function plainAddress(address: string): string {
  return mappedIpv4(address) ?? address;
}

/**
 * An address as a proxy names it: some write the port behind it, and each would be an address of
 * its own.
 */
export function forwardedAddress(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text);
  const dotted = bracketed === null ? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) : bracketed;
  return plainAddress(dotted?.[1] ?? text);
}
