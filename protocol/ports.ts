/**
 * What pure code needs from outside, as types only: the node and the console each bring their own.
 */

export interface Clock {
  /** Unix time in integer nanoseconds; never floating point. */
  nowNs(): bigint;
  /** Nanoseconds of a clock that nobody sets, from any beginning; absent where there is none. */
  monoNs?(): bigint;
}

export type LogFields = Readonly<Record<string, unknown>>;

/** A constant message first, then data: messages can be searched for, data can be queried. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  /** Whether `debug` writes anything: what is only logged need not be put together. */
  readonly debugging?: boolean;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  child(module: string): Logger;
}

/** Synchronous primitives. Strings are hashed as their UTF-8 bytes. */
export interface Crypto {
  sha256(data: Uint8Array | string): Uint8Array;
  sha256Hex(data: Uint8Array | string): string;
  hmacSha256(key: Uint8Array, data: Uint8Array | string): Uint8Array;
  /** @param seed 32-byte Ed25519 seed. @returns 64-byte signature. */
  ed25519Sign(seed: Uint8Array, message: Uint8Array): Uint8Array;
  /**
   * The bare primitive; callers use `verifySignature` of protocol/seal, which checks lengths, S < L
   * and the key first.
   */
  ed25519Verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
  ed25519PublicKey(seed: Uint8Array): Uint8Array;
}

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}
