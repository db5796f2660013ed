/**
 * Peer ids of Ed25519 keys hold the key itself: base58btc over an identity multihash (00 24) of the
 * key's protobuf (08 01 12 20, then 32 bytes), as the libp2p peer id specification says.
 */
import { RecentMap } from "../../runtime/recentMap.js";

const PREFIX = Buffer.from("002408011220", "hex");
const KEY_BYTES = 32;
const PEER_ID_CHARS_MAX = 60;
const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

function toBase58(bytes: Uint8Array): string {
  let text = "";
  let rest = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  while (rest > 0n) {
    text = ALPHABET[Number(rest % 58n)]! + text;
    rest /= 58n;
  }
  // Leading zero bytes carry no weight in the number: each is written as the first character.
  for (let i = 0; i < bytes.length && bytes[i] === 0; i += 1) text = ALPHABET[0]! + text;
  return text;
}

function fromBase58(text: string): Uint8Array | null {
  let value = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return null;
    value = value * 58n + BigInt(digit);
  }
  let zeros = 0;
  while (text[zeros] === ALPHABET[0]) zeros += 1;
  const hex = value === 0n ? "" : value.toString(16);
  const rest = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  return Buffer.concat([Buffer.alloc(zeros), rest]);
}

/** Every frame names its sender both ways, and numbers of 300 bits take microseconds. */
const REMEMBERED_MAX = 1_024;
const ids = new RecentMap<string, string>(REMEMBERED_MAX);
const keys = new RecentMap<string, string | null>(REMEMBERED_MAX);

/** @param publicKey 64 hex digits */
export function peerIdOf(publicKey: string): string {
  const known = ids.get(publicKey);
  if (known !== undefined) return known;
  const id = toBase58(Buffer.concat([PREFIX, Buffer.from(publicKey, "hex")]));
  ids.set(publicKey, id);
  return id;
}

/** The public key in hex, or null for an id that holds no Ed25519 key. */
export function publicKeyOf(peerId: string): string | null {
  if (peerId.length > PEER_ID_CHARS_MAX) return null;
  const known = keys.get(peerId);
  if (known !== undefined) return known;
  const key = readKey(peerId);
  keys.set(peerId, key);
  return key;
}

function readKey(peerId: string): string | null {
  const bytes = fromBase58(peerId);
  if (bytes === null || bytes.length !== PREFIX.length + KEY_BYTES) return null;
  if (!PREFIX.equals(bytes.subarray(0, PREFIX.length))) return null;
  return Buffer.from(bytes.subarray(PREFIX.length)).toString("hex");
}

/** The peer id that an address ends in, or null when it names none. */
export function peerInAddress(address: string): string | null {
  const id = /\/p2p\/([1-9A-HJ-NP-Za-km-z]+)$/.exec(address)?.[1];
  return id !== undefined && publicKeyOf(id) !== null ? id : null;
}
