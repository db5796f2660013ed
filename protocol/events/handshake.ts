/**
 * Proof of membership on one message: a MAC under the mesh secret, bound to sender, time and
 * content.
 */
import { equalBytes, u64be } from "../encoding/bytes.js";
import { fromHex, hexInto, toHex } from "../encoding/hex.js";
import { utf8Encode } from "../encoding/utf8.js";
import { CALCOND_NS, HANDSHAKE_AHEAD_CALCONDS, HANDSHAKE_WINDOW_CALCONDS } from "../limits.js";
import type { Crypto } from "../ports.js";

export const HANDSHAKE_HEADER = "x-node-handshake";
const TAG = utf8Encode("calc-hs/1\u0000");
const KEY_BYTES = 32;
const HASH_BYTES = 32;
/** Where the parts of what the MAC covers begin. */
const SENDER_AT = TAG.length;
const CALCOND_AT = SENDER_AT + KEY_BYTES;
const HASH_AT = CALCOND_AT + 8;
const SYNTAX =
  /^v1;kid=([1-9]\d{0,2});sender=([0-9a-f]{64});calcond=(0|[1-9]\d{0,19});mac=([0-9a-f]{64})$/;
const KID_MAX = 255;
const WINDOW = BigInt(HANDSHAKE_WINDOW_CALCONDS);
const AHEAD = BigInt(HANDSHAKE_AHEAD_CALCONDS);
const U64_MAX = 0xffff_ffff_ffff_ffffn;

/** Mesh secrets by key number, 1 to 255: two live at once while one replaces the other. */
export type MeshSecrets = ReadonlyMap<number, Uint8Array>;

interface HandshakeClaim {
  readonly kid: number;
  readonly sender: string;
  readonly calcond: bigint;
  readonly mac: string;
}

/**
 * `unknown-kid` and `stale` may happen to honest nodes; `syntax` and `mac` are the sender's fault.
 */
type HandshakeFault = "syntax" | "unknown-kid" | "mac" | "stale";

type HandshakeResult =
  | { readonly ok: true; readonly claim: HandshakeClaim }
  | {
      readonly ok: false;
      readonly fault: HandshakeFault;
      /** A receipt sound but for its time. */
      readonly stale?: HandshakeClaim;
    };

/**
 * `v1;kid=..;sender=..;calcond=..;mac=..`, the same text as HTTP header, in relayed messages and in
 * sync frames.
 * @param message canonical bytes of the event, note or frame data.
 */
export function makeHandshake(
  crypto: Pick<Crypto, "sha256" | "hmacSha256">,
  secret: Uint8Array,
  claim: { readonly kid: number; readonly sender: string; readonly calcond: bigint },
  message: Uint8Array | string,
): string {
  if (!Number.isInteger(claim.kid) || claim.kid < 1 || claim.kid > KID_MAX)
    throw new RangeError("kid is 1 to 255");
  const mac = toHex(macOf(crypto, secret, claim, crypto.sha256(message)));
  return `v1;kid=${claim.kid};sender=${claim.sender};calcond=${claim.calcond};mac=${mac}`;
}

export function parseHandshake(text: string): HandshakeClaim | null {
  const match = SYNTAX.exec(text);
  if (match === null) return null;
  const kid = Number(match[1]);
  const calcond = BigInt(match[3]!);
  if (kid > KID_MAX || calcond > U64_MAX) return null;
  return { kid, sender: match[2]!, calcond, mac: match[4]! };
}

/** Checks syntax, secret, MAC (in constant time) and window, in this order. */
export function verifyHandshake(
  crypto: Pick<Crypto, "sha256" | "hmacSha256">,
  secrets: MeshSecrets,
  text: string,
  message: Uint8Array | string,
  nowNs: bigint,
): HandshakeResult {
  const claim = parseHandshake(text);
  if (claim === null) return { ok: false, fault: "syntax" };
  const secret = secrets.get(claim.kid);
  if (secret === undefined) return { ok: false, fault: "unknown-kid" };
  const expected = macOf(crypto, secret, claim, crypto.sha256(message));
  if (!equalBytes(expected, fromHex(claim.mac)!)) return { ok: false, fault: "mac" };
  return isInWindow(claim.calcond, nowNs / CALCOND_NS)
    ? { ok: true, claim }
    : { ok: false, fault: "stale", stale: claim };
}

/** now - 120 <= calcond <= now + 2. */
function isInWindow(calcond: bigint, now: bigint): boolean {
  return calcond >= now - WINDOW && calcond <= now + AHEAD;
}

/**
 * HMAC-SHA256(secret, "calc-hs/1" || 00 || sender || calcond as u64 big-endian || sha256(message)).
 */
function macOf(
  crypto: Pick<Crypto, "hmacSha256">,
  secret: Uint8Array,
  claim: { readonly sender: string; readonly calcond: bigint },
  messageHash: Uint8Array,
): Uint8Array {
  const covered = new Uint8Array(HASH_AT + HASH_BYTES);
  covered.set(TAG);
  if (claim.sender.length !== 2 * KEY_BYTES || !hexInto(claim.sender, covered, SENDER_AT))
    throw new RangeError("sender is 64 hex digits");
  covered.set(u64be(claim.calcond), CALCOND_AT);
  covered.set(messageHash, HASH_AT);
  return crypto.hmacSha256(secret, covered);
}
