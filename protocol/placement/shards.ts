/** The shards over which what is shared is spread, and sets of them as text. */
import { fromHex, toHex } from "../encoding/hex.js";
import type { Crypto } from "../ports.js";

/** Shards of a network; a set of them is one bit each. */
export const SHARD_COUNT = 256;
/** Nodes that hold a shared receipt. */
export const RECEIPT_HOLDERS = 3;
/** Candidates a reader tries beyond those that should hold it. */
export const SPARE_CANDIDATES = 2;

/**
 * First byte of the SHA-256 of an id.
 * @param id of a receipt, a machine or a channel, as text
 */
export function shardOf(crypto: Pick<Crypto, "sha256">, id: string): number {
  return crypto.sha256(id)[0]!;
}

/** 64 hex digits: shard s is bit 7 - s % 8 of byte floor(s / 8). */
export function shardMap(shards: Iterable<number>): string {
  const bytes = new Uint8Array(SHARD_COUNT / 8);
  for (const shard of shards) bytes[shard >> 3]! |= 0x80 >> (shard & 7);
  return toHex(bytes);
}

/** The shards of a map in ascending order. @param map 64 hex digits; of anything else: none */
export function shardsIn(map: string): readonly number[] {
  const bytes = fromHex(map);
  if (bytes === null || bytes.length !== SHARD_COUNT / 8) return [];
  const shards: number[] = [];
  for (let shard = 0; shard < SHARD_COUNT; shard += 1) {
    if ((bytes[shard >> 3]! & (0x80 >> (shard & 7))) !== 0) shards.push(shard);
  }
  return shards;
}
