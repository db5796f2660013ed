/**
 * Fixed-width big-endian or length-prefixed key parts, so that byte order is key order; and value
 * layouts.
 */
import { bufferOf } from "./bytes.js";

export interface KeyCodec<K> {
  size(key: K): number;
  /** Writes at `at` and returns the offset after it. */
  write(key: K, into: Buffer, at: number): number;
  /** @returns the key and the offset after it. @throws RangeError on bytes that are no such key */
  read(from: Buffer, at: number): readonly [K, number];
}

export interface ValueCodec<V> {
  encode(value: V): Uint8Array;
  /** @throws any error on bytes that are no such value; the caller names the record */
  decode(bytes: Uint8Array): V;
}

/** An integer from 0 to 65,535 in 2 bytes. */
export const uint16Key: KeyCodec<number> = {
  size: () => 2,
  write: (key, into, at) => into.writeUInt16BE(key, at),
  read: (from, at) => [from.readUInt16BE(at), at + 2],
};

/** A safe integer from 0 in 8 bytes. */
export const uint64Key: KeyCodec<number> = {
  size: () => 8,
  write: (key, into, at) => {
    if (!Number.isSafeInteger(key) || key < 0) throw new RangeError(`no key: ${key}`);
    into.writeUInt32BE(Math.floor(key / 0x1_0000_0000), at);
    return into.writeUInt32BE(key % 0x1_0000_0000, at + 4);
  },
  read: (from, at) => [from.readUInt32BE(at) * 0x1_0000_0000 + from.readUInt32BE(at + 4), at + 8],
};

/** A string of exactly `2 * bytes` lower-case hex digits. */
export function hexKey(bytes: number): KeyCodec<string> {
  return {
    size: () => bytes,
    write: (key, into, at) => {
      if (key.length !== 2 * bytes || into.write(key, at, bytes, "hex") !== bytes) {
        throw new RangeError(`a key of ${bytes} bytes in hex expected`);
      }
      return at + bytes;
    },
    read: (from, at) => {
      if (from.length < at + bytes) throw new RangeError("key too short");
      return [from.toString("hex", at, at + bytes), at + bytes];
    },
  };
}

/** Text as its length in two bytes and UTF-8; ordered by length first. */
export const textKey: KeyCodec<string> = {
  size: (key) => 2 + Buffer.byteLength(key),
  write: (key, into, at) => {
    const length = Buffer.byteLength(key);
    if (length > 0xffff) throw new RangeError("key text too long");
    into.writeUInt16BE(length, at);
    return at + 2 + into.write(key, at + 2, "utf8");
  },
  read: (from, at) => {
    const end = at + 2 + from.readUInt16BE(at);
    if (from.length < end) throw new RangeError("key too short");
    return [from.toString("utf8", at + 2, end), end];
  },
};

export function pairKey<A, B>(first: KeyCodec<A>, second: KeyCodec<B>): KeyCodec<readonly [A, B]> {
  return {
    size: ([a, b]) => first.size(a) + second.size(b),
    write: ([a, b], into, at) => second.write(b, into, first.write(a, into, at)),
    read: (from, at) => {
      const [a, middle] = first.read(from, at);
      const [b, end] = second.read(from, middle);
      return [[a, b], end];
    },
  };
}

export const bytesValue: ValueCodec<Uint8Array> = {
  encode: (value) => value,
  decode: (bytes) => bytes,
};

export const textValue: ValueCodec<string> = {
  encode: (value) => Buffer.from(value, "utf8"),
  decode: (bytes) => bufferOf(bytes).toString("utf8"),
};

/**
 * JSON of a plain record of ours; never hashed, so member order is free.
 * @param members every member the record has: one that lacks any is not of this format
 */
export function jsonValue<V extends object>(members: readonly (keyof V & string)[]): ValueCodec<V> {
  const isRecord = (value: unknown): value is V =>
    typeof value === "object" &&
    value !== null &&
    members.every((member) => Object.hasOwn(value, member));
  return {
    encode: (value) => Buffer.from(JSON.stringify(value), "utf8"),
    decode: (bytes) => {
      const value: unknown = JSON.parse(bufferOf(bytes).toString("utf8"));
      if (!isRecord(value)) throw new RangeError(`a record of ${members.join(", ")} expected`);
      return value;
    },
  };
}
