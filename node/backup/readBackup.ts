/** A backup read as a whole: its parts against its manifest, and the records against each other. */
import type { Crypto } from "../../protocol/ports.js";
import type { OpenBackup } from "../../storage/backup/container.js";
import { BackupError } from "../../storage/backup/errors.js";
import {
  fileSection,
  PartsCount,
  readManifest,
  type BackupManifest,
  type BackupPart,
} from "../../storage/backup/manifest.js";
import { readSections, SECTION, type Section } from "../../storage/backup/sections.js";
import { FORMAT_VERSION } from "../../storage/records/format.js";
import type { Entry } from "../../storage/kv/kv.js";
import {
  IDENTITY_FILES,
  IdentityError,
  identityInFiles,
  identityMark,
  type Identity,
} from "../runtime/identity/identity.js";
import { RecordsCheck, type RecordsReport } from "../verifying/recordsCheck.js";
import { CONFIG_FILE } from "./writeBackup.js";

export interface ReadBackup {
  readonly manifest: BackupManifest;
  /** Files by their paths in a data directory. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly report: RecordsReport;
}

interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (records: number, bytes: number) => void;
}

const KNOWN_FILES: ReadonlySet<string> = new Set([
  ...IDENTITY_FILES.map((name) => `identity/${name}`),
  CONFIG_FILE,
]);

/**
 * Writes nothing.
 * @throws BackupError where it is not what its manifest says; what its records say is in the report
 */
export async function readBackup(
  backup: Pick<OpenBackup, "content">,
  crypto: Crypto,
  { onProgress, signal }: ReadOptions = {},
): Promise<ReadBackup> {
  const files = new Map<string, Uint8Array>();
  const parts = new PartsCount();
  let check: RecordsCheck | null = null;
  let own: { readonly mark: string; readonly publicKey: string } | null = null;
  let manifest: BackupManifest | null = null;
  for await (const list of readSections(backup.content())) {
    signal?.throwIfAborted();
    const entries: Entry[] = [];
    for (const section of list) {
      if (section.kind === SECTION.manifest) manifest = readManifest(section);
      else if (section.kind === SECTION.record) entries.push([section.name, section.content]);
      else if (check === null) takeFile(section, files, parts);
      else throw new BackupError("BACKUP_DAMAGED", "a file stands between its records");
    }
    if (entries.length === 0) continue;
    own ??= ownerOf(files, crypto);
    check ??= new RecordsCheck(crypto, own.publicKey);
    parts.entries(entries);
    check.take(entries);
    onProgress?.(parts.records, parts.bytes);
  }
  own ??= ownerOf(files, crypto);
  check ??= new RecordsCheck(crypto, own.publicKey);
  // The sections end with it, or reading them has failed.
  compare(manifest!, parts.end(), own);
  const report = check.end();
  compareHead(manifest!, report);
  return { manifest: manifest!, files, report };
}

function takeFile(
  { content, name }: Section,
  files: Map<string, Uint8Array>,
  parts: PartsCount,
): void {
  const path = Buffer.from(name).toString("utf8");
  if (!KNOWN_FILES.has(path) || files.has(path))
    throw new BackupError("BACKUP_DAMAGED", "it holds a file that no data directory has");
  files.set(path, Uint8Array.from(content));
  parts.file(path, fileSection(path, content));
}

function ownerOf(
  files: ReadonlyMap<string, Uint8Array>,
  crypto: Crypto,
): { readonly mark: string; readonly publicKey: string } {
  const identity = ownIdentity(files, crypto);
  if (identity === null)
    throw new BackupError("BACKUP_DAMAGED", "a part of the identity is missing in it");
  return { mark: identityMark(identity, crypto), publicKey: identity.publicKeyHex };
}

function ownIdentity(files: ReadonlyMap<string, Uint8Array>, crypto: Crypto): Identity | null {
  try {
    return identityInFiles(files, crypto);
  } catch (error) {
    if (error instanceof IdentityError) throw new BackupError("BACKUP_DAMAGED", error.message);
    throw error;
  }
}

function compare(
  manifest: BackupManifest,
  found: readonly BackupPart[],
  own: { readonly mark: string; readonly publicKey: string },
): void {
  if (manifest.data_format !== FORMAT_VERSION)
    throw new BackupError(
      "BACKUP_NEWER",
      `its records are of data format ${manifest.data_format}, and this program reads ${FORMAT_VERSION}`,
    );
  if (manifest.identity !== own.mark || manifest.public_key !== own.publicKey)
    throw new BackupError("BACKUP_DAMAGED", "its identity is not the one that its manifest names");
  for (let i = 0; i < Math.max(found.length, manifest.parts.length); i += 1) {
    const [got, said] = [found[i], manifest.parts[i]];
    if (
      got === undefined ||
      said === undefined ||
      got.name !== said.name ||
      got.records !== said.records ||
      got.bytes !== said.bytes ||
      got.sha256 !== said.sha256
    )
      throw new BackupError(
        "BACKUP_DAMAGED",
        `its part ${said?.name ?? got?.name} is not what its manifest says`,
      );
  }
}

function compareHead({ spine }: BackupManifest, { head }: RecordsReport): void {
  if (spine?.seq !== head?.seq || spine?.id !== head?.id)
    throw new BackupError("BACKUP_DAMAGED", "its spine does not end where its manifest says");
}
