/**
 * Signed links to a stream: who holds one reads the channel until it ends, without a key. The
 * signature is `<expires>.<HMAC-SHA-256 in hex>` over method, path, channel and end.
 */
import { isHex, toHex } from "../encoding/hex.js";
import type { Crypto } from "../ports.js";

const METHOD = "GET";
const MAC_BYTES = 32;
const EXPIRES = /^(?:0|[1-9][0-9]{0,15})$/;

/** What a link opens, and until when. */
export interface Link {
  readonly channel: string;
  /** Last calcond in which it is good. */
  readonly expires: number;
}

/** The one path that links are signed for, by whatever name it is asked. */
export function pullPath(channel: string): string {
  return `/api/calc/streams/${channel}/pull`;
}

function macOf(crypto: Pick<Crypto, "hmacSha256">, linkKey: Uint8Array, link: Link): string {
  const { channel, expires } = link;
  const text = `calc-pull/1\n${METHOD}\n${pullPath(channel)}\n${channel}\n${expires}`;
  return toHex(crypto.hmacSha256(linkKey, text));
}

export function signLink(
  crypto: Pick<Crypto, "hmacSha256">,
  linkKey: Uint8Array,
  link: Link,
): string {
  return `${link.expires}.${macOf(crypto, linkKey, link)}`;
}

/**
 * good: signed for this channel, and not over. bad: not signed with this key for this channel.
 * expired: signed, and over.
 */
export type LinkVerdict = "good" | "bad" | "expired";

/** Compares in constant time; only who holds a good signature learns that it is over. */
export function checkLink(
  crypto: Pick<Crypto, "hmacSha256">,
  linkKey: Uint8Array,
  asked: { readonly channel: string; readonly sig: string; readonly now: number },
): LinkVerdict {
  const dot = asked.sig.indexOf(".");
  const written = asked.sig.slice(0, Math.max(dot, 0));
  const mac = asked.sig.slice(dot + 1);
  const expires = Number(written);
  if (!EXPIRES.test(written) || !Number.isSafeInteger(expires) || !isHex(mac, MAC_BYTES))
    return "bad";
  if (!isSame(macOf(crypto, linkKey, { channel: asked.channel, expires }), mac)) return "bad";
  return asked.now > expires ? "expired" : "good";
}

/** Looks at every character, wherever the first difference is. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let i = 0; i < one.length; i += 1) difference |= one.charCodeAt(i) ^ other.charCodeAt(i);
  return difference === 0;
}
