/**
 * Which network an IP address belongs to, and from where it can be reached: whoever has a block of
 * addresses has as many as it likes, so what is counted is counted by network.
 */
import { BlockList, isIP } from "node:net";

/** Addresses of this machine itself. */
export const LOOPBACK: readonly string[] = ["127.0.0.1", "::1"];

/** Where an address means the same place: on one machine, on one site, or everywhere. */
export type Reach = "machine" | "site" | "world";

const machine = new BlockList();
machine.addSubnet("127.0.0.0", 8, "ipv4");
machine.addAddress("0.0.0.0", "ipv4");
machine.addAddress("::1", "ipv6");
machine.addAddress("::", "ipv6");

/** IANA's registries of special-purpose addresses, as of 2026: private, shared and link-local. */
const site = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
] as const) {
  site.addSubnet(network, bits, "ipv4");
}
site.addSubnet("fc00::", 7, "ipv6");
site.addSubnet("fe80::", 10, "ipv6");

const IP_PART = /^\/ip[46]\/([^/]+)/;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const IP6_GROUPS = 8;
const NETWORK_GROUPS_IP6 = 2;
const SITE_GROUPS_IP6 = 3;

/** The IP address that a multiaddress begins with, or null. */
export function ipIn(address: string): string | null {
  const ip = IP_PART.exec(address)?.[1] ?? "";
  return isIP(ip) === 0 ? null : plainIp(ip);
}

/** Null for what is no IP address. */
export function reachOf(ip: string): Reach | null {
  const bare = plainIp(ip);
  const version = isIP(bare);
  if (version === 0) return null;
  const family = version === 4 ? "ipv4" : "ipv6";
  if (machine.check(bare, family)) return "machine";
  return site.check(bare, family) ? "site" : "world";
}

/** /16 of IPv4, /32 of IPv6: about what one provider gives out. */
export function networkOf(ip: string): string {
  return prefix(ip, 2, NETWORK_GROUPS_IP6);
}

/** /24 of IPv4, /48 of IPv6: about what one customer has. */
export function siteOf(ip: string): string {
  return prefix(ip, 3, SITE_GROUPS_IP6);
}

function prefix(ip: string, bytes: number, groups: number): string {
  const bare = plainIp(ip);
  const version = isIP(bare);
  if (version === 4) return bare.split(".").slice(0, bytes).join(".");
  if (version === 6) return ip6Groups(bare).slice(0, groups).join(":");
  return ip;
}

/** Without a zone, and IPv4 in its own form where IPv6 carries it. */
export function plainIp(ip: string): string {
  return MAPPED.exec(ip)?.[1] ?? ip.replace(/%.*$/, "");
}

/** The eight groups of an IPv6 address, without leading zeros. */
export function ip6Groups(ip: string): readonly string[] {
  const [head = "", tail] = ip.toLowerCase().split("::");
  const split = (part: string): string[] => (part === "" ? [] : part.split(":"));
  const [front, back] = [split(head), split(tail ?? "")];
  const zeros = tail === undefined ? 0 : Math.max(0, IP6_GROUPS - front.length - back.length);
  return [...front, ...Array.from({ length: zeros }, () => "0"), ...back].map(
    (group) => group.replace(/^0+(?=.)/, "") || "0",
  );
}
