/** What a backup says of itself: what is in it, of whom, and the hash of each part. */
import { createHash, type Hash } from "node:crypto";
import { nameOfKey } from "../records/buckets.js";
import { BackupError } from "./errors.js";
import { encodeRecords, encodeSection, SECTION, type Section } from "./sections.js";
import type { Entry } from "../kv/kv.js";

/** A file, or the records of one bucket. */
export interface BackupPart {
  /** `identity/proof.key`, `db/journal`. */
  readonly name: string;
  readonly records: number;
  /** As sections. */
  readonly bytes: number;
  /** Of them, hex. */
  readonly sha256: string;
}

export interface BackupManifest {
  readonly format: 1;
  /** ISO 8601. */
  readonly created: string;
  readonly software: string;
  readonly engine_version: string;
  readonly data_format: number;
  /** Of the node, hex. */
  readonly public_key: string;
  /** Tells the identity's secrets from others, and gives none away. */
  readonly identity: string;
  /** The last event of its spine; null before the first. */
  readonly spine: { readonly seq: number; readonly id: string } | null;
  readonly records: number;
  readonly bytes: number;
  readonly parts: readonly BackupPart[];
}

/** Counts and hashes parts as they pass, each of which comes in one stretch. */
export class PartsCount {
  readonly #parts: BackupPart[] = [];
  #open: { readonly name: string; readonly hash: Hash; records: number; bytes: number } | null =
    null;
  records = 0;
  bytes = 0;

  file(name: string, encoded: Buffer): void {
    this.#add(name, encoded, 0);
  }

  /** @param list of one bucket or more */
  entries(list: readonly Entry[]): void {
    let from = 0;
    while (from < list.length) {
      const number = list[from]![0][0];
      let to = from + 1;
      while (to < list.length && list[to]![0][0] === number) to += 1;
      const some = list.slice(from, to);
      this.#add(partOf(list[from]![0]), encodeRecords(some), some.length);
      from = to;
    }
  }

  #add(name: string, encoded: Buffer, records: number): void {
    if (this.#open?.name !== name) {
      this.#close();
      this.#open = { name, hash: createHash("sha256"), records: 0, bytes: 0 };
    }
    this.#open.hash.update(encoded);
    this.#open.records += records;
    this.#open.bytes += encoded.length;
    this.records += records;
    this.bytes += encoded.length;
  }

  #close(): void {
    if (this.#open === null) return;
    const { bytes, hash, name, records } = this.#open;
    this.#parts.push({ name, records, bytes, sha256: hash.digest("hex") });
    this.#open = null;
  }

  end(): readonly BackupPart[] {
    this.#close();
    return this.#parts;
  }
}

function partOf(key: Uint8Array): string {
  return `db/${nameOfKey(key).bucket}`;
}

export function fileSection(name: string, content: Uint8Array): Buffer {
  return encodeSection({ kind: SECTION.file, name: Buffer.from(name), content });
}

/** @throws BackupError for a section that is no manifest of this format */
export function readManifest({ content }: Section): BackupManifest {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(content).toString("utf8"));
  } catch {
    read = null;
  }
  if (!isManifest(read)) throw new BackupError("BACKUP_DAMAGED", "its manifest cannot be read");
  return read;
}

const HASH = /^[0-9a-f]{64}$/;

function isManifest(value: unknown): value is BackupManifest {
  if (typeof value !== "object" || value === null) return false;
  const { data_format, format, identity, parts, public_key, spine } =
    value as Partial<BackupManifest>;
  return (
    format === 1 &&
    Number.isInteger(data_format) &&
    HASH.test(String(identity)) &&
    HASH.test(String(public_key)) &&
    (spine === null || (Number.isInteger(spine?.seq) && HASH.test(String(spine?.id)))) &&
    Array.isArray(parts)
  );
}
