/**
 * The key of a provider, encrypted: AES-256-GCM under a data key of its own, which is wrapped by the
 * wrapping key. Both are bound to the account, the provider, the address and the id, so that a record
 * that is moved or turned to another address opens nowhere.
 */
import { secureCrypto } from "../runtime/secureCrypto.js";
import type { RandomBytes } from "../runtime/random.js";
import type { CredentialRecord } from "../../storage/records/llmRecords.js";
import type { WrappingKey } from "./wrappingKeys.js";

const DATA_KEY_BYTES = 32;
const NONCE_BYTES = 12;

/** What the ciphertexts of a record are bound to. */
export interface Bound {
  readonly account: string;
  readonly id: string;
  readonly provider: string;
  readonly baseUrl: string | null;
}

export type SealedKey = Pick<CredentialRecord, "wrappingKey" | "wrapped" | "sealed">;

export function sealKey(
  apiKey: string,
  bound: Bound,
  wrapping: WrappingKey,
  random: RandomBytes,
): SealedKey {
  const dataKey = random.bytes(DATA_KEY_BYTES);
  const sealed = encrypt(dataKey, Buffer.from(apiKey, "utf8"), keyContext(bound), random);
  const wrapped = encrypt(wrapping.bytes, dataKey, wrapContext(bound, wrapping), random);
  dataKey.fill(0);
  return { wrappingKey: wrapping.id, wrapped, sealed };
}

/** @returns null where it does not open */
export function openKey(
  { sealed, wrapped }: SealedKey,
  bound: Bound,
  wrapping: WrappingKey,
): string | null {
  const dataKey = decrypt(wrapping.bytes, wrapped, wrapContext(bound, wrapping));
  if (dataKey === null) return null;
  const apiKey = decrypt(dataKey, sealed, keyContext(bound));
  dataKey.fill(0);
  return apiKey === null ? null : Buffer.from(apiKey).toString("utf8");
}

/** The same data key under another wrapping key. @returns null where it does not open */
export function rewrap(
  key: SealedKey,
  bound: Bound,
  { from, to }: { readonly from: WrappingKey; readonly to: WrappingKey },
  random: RandomBytes,
): SealedKey | null {
  const dataKey = decrypt(from.bytes, key.wrapped, wrapContext(bound, from));
  if (dataKey === null) return null;
  const wrapped = encrypt(to.bytes, dataKey, wrapContext(bound, to), random);
  dataKey.fill(0);
  return { wrappingKey: to.id, wrapped, sealed: key.sealed };
}

function keyContext({ account, baseUrl, id, provider }: Bound): Uint8Array {
  // Of strings JSON has one form, and no two lists have the same.
  return Buffer.from(JSON.stringify(["calc-llm-credential/1", account, provider, id, baseUrl]));
}

function wrapContext(bound: Bound, { id }: WrappingKey): Uint8Array {
  const { account, provider } = bound;
  return Buffer.from(JSON.stringify(["calc-llm-data-key/1", account, provider, bound.id, id]));
}

function encrypt(key: Uint8Array, plain: Uint8Array, aad: Uint8Array, random: RandomBytes): string {
  const nonce = random.bytes(NONCE_BYTES);
  const frame = secureCrypto.aes256GcmSeal({ aad, key, nonce }, plain);
  return Buffer.concat([nonce, frame]).toString("base64");
}

function decrypt(key: Uint8Array, text: string, aad: Uint8Array): Uint8Array | null {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length < NONCE_BYTES) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  return secureCrypto.aes256GcmOpen({ aad, key, nonce }, bytes.subarray(NONCE_BYTES));
}
