/**
 * Keys of mail. An account has one secret of 32 bytes for each generation of its keys; an X25519
 * pair to be written to and an Ed25519 pair to sign messages with follow from it. The key of the
 * identity signs the public ones, so a key of an account may send without the equation.
 */
import { concatBytes } from "../encoding/bytes.js";
import { fromHex, toHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import { utf8Encode } from "../encoding/utf8.js";
import { hkdfSha256 } from "../identity/derive.js";
import type { Crypto } from "../ports.js";
import { verifySignature } from "../seal/signature.js";
import type { SecureCrypto } from "../streams/secure.js";

export type MailCrypto = Pick<
  Crypto,
  "ed25519Sign" | "ed25519Verify" | "ed25519PublicKey" | "sha256"
> &
  SecureCrypto;

const STATEMENT_TAG = "calc-mail-key/1\u0000";
const WRAP_AAD = "calc-mail-wrap/1|";
const KEY_KEK = "calc-mail-kek/1";
const EQUATION_KEK = "calc-mail-equation/1";
const BOX_INFO = "calc-mail-box/1";
const SIGN_INFO = "calc-mail-sign/1";
const INDEX_INFO = "calc-mail-index/1";
export const MAIL_SECRET_BYTES = 32;
/** Generations whose messages can still be opened. */
export const MAIL_GENERATIONS_MAX = 16;
const NONCE_BYTES = 12;

/** What the directory says of an address; the identity signs it. Keys are hex. */
export interface MailStatement {
  readonly address: string;
  readonly boxKey: string;
  readonly displayName: string | null;
  /** 1 for the first pair; each pair after it counts on. */
  readonly generation: number;
  /** Ed25519 key of the identity. */
  readonly identity: string;
  /** Ed25519 key of the node that takes mail for the address. */
  readonly node: string;
  readonly signKey: string;
}

export interface SignedMailStatement {
  readonly statement: MailStatement;
  /** 128 hex digits. */
  readonly signature: string;
}

export interface MailKeys {
  readonly secret: Uint8Array;
  readonly boxSecret: Uint8Array;
  readonly boxKey: string;
  readonly signSeed: Uint8Array;
  readonly signKey: string;
  /** AES-256 key of what only the account reads: summaries of its messages. */
  readonly indexKey: Uint8Array;
}

export function mailKeysOf(crypto: MailCrypto, secret: Uint8Array): MailKeys {
  const boxSecret = hkdfSha256(secret, BOX_INFO);
  const signSeed = hkdfSha256(secret, SIGN_INFO);
  return {
    secret,
    boxSecret,
    boxKey: toHex(crypto.x25519PublicKey(boxSecret)),
    signSeed,
    signKey: toHex(crypto.ed25519PublicKey(signSeed)),
    indexKey: hkdfSha256(secret, INDEX_INFO),
  };
}

function statementBytes({
  address,
  boxKey,
  displayName,
  generation,
  identity,
  node,
  signKey,
}: MailStatement): Uint8Array {
  const said = { address, boxKey, displayName, generation, identity, node, signKey };
  return utf8Encode(STATEMENT_TAG + canonicalize(said));
}

/** @param seed of the identity */
export function signMailStatement(
  crypto: Pick<Crypto, "ed25519Sign">,
  seed: Uint8Array,
  statement: MailStatement,
): SignedMailStatement {
  return { statement, signature: toHex(crypto.ed25519Sign(seed, statementBytes(statement))) };
}

export function isMailStatementSigned(
  crypto: Pick<Crypto, "ed25519Verify">,
  { signature, statement }: SignedMailStatement,
): boolean {
  const key = fromHex(statement.identity);
  const bytes = fromHex(signature);
  if (key === null || bytes === null) return false;
  return verifySignature(crypto, key, statementBytes(statement), bytes);
}

/** What secrets are wrapped under for an API key. */
export function kekOfKey(apiKey: string): Uint8Array {
  return hkdfSha256(utf8Encode(apiKey), KEY_KEK);
}

/** The same for the equation, which only the client has. */
export function kekOfEquation(equation: string): Uint8Array {
  return hkdfSha256(utf8Encode(equation), EQUATION_KEK);
}

/**
 * The secrets of all generations, the first one first, as they are stored.
 * @param account whose they are: another's do not open in its place
 * @param nonce 12 random bytes
 * @returns nonce, ciphertext and tag
 */
export function wrapSecrets(
  crypto: Pick<SecureCrypto, "aes256GcmSeal">,
  {
    account,
    kek,
    nonce,
  }: { readonly kek: Uint8Array; readonly account: string; readonly nonce: Uint8Array },
  secrets: readonly Uint8Array[],
): Uint8Array {
  const aad = utf8Encode(WRAP_AAD + account);
  return concatBytes(
    nonce,
    crypto.aes256GcmSeal({ key: kek, nonce, aad }, concatBytes(...secrets)),
  );
}

/** Null where it is wrapped under another key, or is another account's. */
export function unwrapSecrets(
  crypto: Pick<SecureCrypto, "aes256GcmOpen">,
  { account, kek }: { readonly kek: Uint8Array; readonly account: string },
  wrapped: Uint8Array,
): readonly Uint8Array[] | null {
  const aad = utf8Encode(WRAP_AAD + account);
  const nonce = wrapped.slice(0, NONCE_BYTES);
  if (nonce.length < NONCE_BYTES) return null;
  const all = crypto.aes256GcmOpen({ key: kek, nonce, aad }, wrapped.slice(NONCE_BYTES));
  if (all === null || all.length === 0 || all.length % MAIL_SECRET_BYTES !== 0) return null;
  const secrets: Uint8Array[] = [];
  for (let at = 0; at < all.length; at += MAIL_SECRET_BYTES)
    secrets.push(all.slice(at, at + MAIL_SECRET_BYTES));
  return secrets;
}
