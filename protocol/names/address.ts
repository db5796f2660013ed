/**
 * The address of a key: 64 stretched bits, to be typed and compared by people. Never a credential.
 */
import { toHex } from "../encoding/hex.js";
import { utf8Encode } from "../encoding/utf8.js";

/** scrypt (RFC 7914). */
export interface Scrypt {
  scrypt(
    password: Uint8Array,
    salt: Uint8Array,
    cost: ScryptCost,
    bytes: number,
  ): Promise<Uint8Array>;
}

export interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

const SALT = utf8Encode("calc-addr/1");
/** 16 MiB and some tens of milliseconds: what makes a second key of one address dear. */
const COST: ScryptCost = { N: 16_384, r: 8, p: 1 };
const ADDRESS_BYTES = 8;

/** First 16 hex digits of scrypt over the 32 bytes of an Ed25519 key. */
export async function addressOf(port: Scrypt, publicKey: Uint8Array): Promise<string> {
  return toHex(await port.scrypt(publicKey, SALT, COST, ADDRESS_BYTES));
}
