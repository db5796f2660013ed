/** Networks as operators write them: an address, a slash, and how many of its bits count. */
import { isIP } from "node:net";
import { ip6Groups, plainIp } from "./networks.js";

const BITS = { 4: 32, 6: 128 } as const;
/** Wider ones would cut off a good part of the world by a slip of the finger. */
const BITS_MIN = { 4: 8, 6: 16 } as const;
const IP4_TAIL = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/;

export interface Cidr {
  readonly version: 4 | 6;
  /** The address as a number, its other bits zero. */
  readonly base: bigint;
  readonly bits: number;
  /** The one way to write it. */
  readonly text: string;
}

/** Reads `203.0.113.0/24`, or one address. Null for what is neither, or too wide. */
export function readCidr(text: string): Cidr | null {
  const [ip = "", bitsText, ...rest] = text.trim().split("/");
  const version = versionOf(ip);
  if (version === null || rest.length > 0) return null;
  if (bitsText !== undefined && !/^\d{1,3}$/.test(bitsText)) return null;
  const bits = bitsText === undefined ? BITS[version] : Number(bitsText);
  if (bits > BITS[version] || bits < BITS_MIN[version]) return null;
  const low = BigInt(BITS[version] - bits);
  const base = (numberOf(ip, version) >> low) << low;
  return { version, base, bits, text: `${ipText(base, version)}/${bits}` };
}

export function isWithin(ip: string, { version, base, bits }: Cidr): boolean {
  if (versionOf(ip) !== version) return false;
  const low = BigInt(BITS[version] - bits);
  return numberOf(ip, version) >> low === base >> low;
}

/** The network of one customer: /24 of IPv4, /48 of IPv6. Null for what is no IP address. */
export function siteCidr(ip: string): Cidr | null {
  const version = versionOf(ip);
  return version === null ? null : readCidr(`${plainIp(ip)}/${version === 4 ? 24 : 48}`);
}

function versionOf(ip: string): 4 | 6 | null {
  const version = isIP(plainIp(ip));
  return version === 4 || version === 6 ? version : null;
}

function numberOf(ip: string, version: 4 | 6): bigint {
  const bare = plainIp(ip);
  if (version === 4) return bytesNumber(bare.split("."));
  const dotted = IP4_TAIL.exec(bare);
  const low = dotted === null ? 0n : bytesNumber(dotted.slice(1));
  const hex = dotted === null ? bare : bare.replace(IP4_TAIL, "0:0");
  return ip6Groups(hex).reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n) | low;
}

function bytesNumber(bytes: readonly string[]): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function ipText(value: bigint, version: 4 | 6): string {
  if (version === 4)
    return [24n, 16n, 8n, 0n].map((at) => ((value >> at) & 0xffn).toString()).join(".");
  const groups = Array.from({ length: 8 }, (_, i) =>
    ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16),
  );
  return groups.join(":").replace(/(^|:)0(:0)+(:|$)/, "::");
}
