/** A backup: the files of the identity, all records as of one instant, and a manifest of both. */
import { readFile, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { BackupWriter } from "../../storage/backup/container.js";
import { BackupError } from "../../storage/backup/errors.js";
import { fileSection, PartsCount, type BackupManifest } from "../../storage/backup/manifest.js";
import { encodeManifest, encodeRecords } from "../../storage/backup/sections.js";
import { buckets, nameOfKey } from "../../storage/records/buckets.js";
import { valueUnder } from "../../storage/kv/checked.js";
import { FORMAT_VERSION } from "../../storage/records/format.js";
import type { Entry } from "../../storage/kv/kv.js";
import type { SpineTip } from "../../storage/records/records.js";
import { keyBytes } from "../../storage/kv/table.js";
import {
  IDENTITY_FILES,
  IdentityError,
  identityInFiles,
  identityMark,
  type Identity,
} from "../runtime/identity/identity.js";
import { nodeCrypto } from "../runtime/crypto.js";

/** Settings of the directory, which go with it where they are there. */
export const CONFIG_FILE = "config.json";

/** Where the records come from: a running node, or a database that is open here. */
export interface RecordSource {
  readonly software: string;
  readonly engineVersion: string;
  records(): AsyncIterable<readonly Entry[]>;
}

export interface WriteBackup {
  readonly dataDir: string;
  readonly identity: Identity;
  readonly source: RecordSource;
  /** Must not be there. */
  readonly file: string;
  /** ISO 8601. */
  readonly created: string;
  /** Null: anyone who has the file has the node's secrets. */
  readonly passphrase: string | null;
  /** Cost of scrypt. */
  readonly n?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (records: number, bytes: number) => void;
}

/**
 * The file appears whole or not at all.
 * @throws BackupError for a damaged record, and what reading and writing say
 */
export async function writeBackup(options: WriteBackup): Promise<BackupManifest> {
  const part = `${options.file}.part`;
  // Nobody else may read it from its first byte on; and one that is being written is not overwritten.
  const file = await open(part, "wx", 0o600);
  try {
    const manifest = await written(await BackupWriter.begin(file, options), options);
    await file.close();
    await rename(part, options.file);
    return manifest;
  } catch (error) {
    await file.close();
    await rm(part, { force: true });
    throw error;
  }
}

async function written(writer: BackupWriter, options: WriteBackup): Promise<BackupManifest> {
  const { created, identity, onProgress, signal, source } = options;
  const parts = new PartsCount();
  for (const [name, content] of await filesOf(options.dataDir)) {
    const section = fileSection(name, content);
    parts.file(name, section);
    await writer.write(section);
  }
  const own = new OwnTip(identity.publicKeyHex);
  for await (const list of source.records()) {
    signal?.throwIfAborted();
    for (const [key, record] of list) own.look(key, record);
    parts.entries(list);
    await writer.write(encodeRecords(list));
    onProgress?.(parts.records, parts.bytes);
  }
  const manifest: BackupManifest = {
    format: 1,
    created,
    software: source.software,
    engine_version: source.engineVersion,
    data_format: FORMAT_VERSION,
    public_key: identity.publicKeyHex,
    identity: identityMark(identity, nodeCrypto),
    spine: own.spine,
    parts: parts.end(),
    records: parts.records,
    bytes: parts.bytes,
  };
  await writer.write(encodeManifest(manifest));
  await writer.end();
  return manifest;
}

/** By their paths in the directory, the secrets first. */
async function filesOf(dataDir: string): Promise<readonly (readonly [string, Uint8Array])[]> {
  const files: (readonly [string, Uint8Array])[] = [];
  for (const path of [...IDENTITY_FILES.map((name) => `identity/${name}`), CONFIG_FILE]) {
    try {
      files.push([path, await readFile(join(dataDir, path))]);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  if (identityInFiles(new Map(files), nodeCrypto) === null)
    throw new IdentityError(`a part of ${join(dataDir, "identity")} is missing; restore it first`);
  return files;
}

/** Looks at each record as it passes: a damaged one ends the backup, and the own head is noted. */
class OwnTip {
  readonly #key: Buffer;
  spine: BackupManifest["spine"] = null;

  constructor(publicKey: string) {
    this.#key = Buffer.from(keyBytes(buckets.tip, publicKey));
  }

  look(key: Uint8Array, record: Uint8Array): void {
    const value = valueUnder(key, record);
    if (value === null) {
      const { bucket, key: name } = nameOfKey(key);
      throw new BackupError(
        "BACKUP_DAMAGED",
        `record ${name} of bucket ${bucket} is damaged: a backup of it would be refused`,
      );
    }
    if (!this.#key.equals(key)) return;
    const { id, seq }: SpineTip = buckets.tip.value.decode(value);
    this.spine = { seq, id };
  }
}
