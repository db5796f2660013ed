/**
 * What a backup consists of, in a row: files, records as they are stored, and the manifest behind
 * them. A node sends its records in the same form.
 */
import type { Entry } from "../kv/kv.js";
import { BackupError } from "./errors.js";

export const SECTION = { file: 0x46, record: 0x52, manifest: 0x4d } as const;
type SectionKind = (typeof SECTION)[keyof typeof SECTION];

export interface Section {
  readonly kind: SectionKind;
  /** Of a file its name, of a record its key, of the manifest nothing. */
  readonly name: Uint8Array;
  readonly content: Uint8Array;
}

const HEAD_BYTES = 9;
/** Longer than any record: what says that it is longer is damaged. */
const SECTION_BYTES_MAX = 0x1000_0000;
const KINDS: ReadonlySet<number> = new Set(Object.values(SECTION));

function writeSection(into: Buffer, at: number, { content, kind, name }: Section): number {
  into[at] = kind;
  into.writeUInt32BE(name.length, at + 1);
  into.writeUInt32BE(content.length, at + 5);
  into.set(name, at + HEAD_BYTES);
  into.set(content, at + HEAD_BYTES + name.length);
  return at + sectionBytes(name, content);
}

/** What a section takes. */
export function sectionBytes(name: Uint8Array, content: Uint8Array): number {
  return HEAD_BYTES + name.length + content.length;
}

export function encodeSection(section: Section): Buffer {
  const bytes = Buffer.allocUnsafe(sectionBytes(section.name, section.content));
  writeSection(bytes, 0, section);
  return bytes;
}

/** Records of one list, in one piece. */
export function encodeRecords(list: readonly Entry[]): Buffer {
  let size = 0;
  for (const [key, record] of list) size += sectionBytes(key, record);
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const [name, content] of list)
    at = writeSection(bytes, at, { kind: SECTION.record, name, content });
  return bytes;
}

export function encodeManifest(manifest: object): Buffer {
  const content = Buffer.from(JSON.stringify(manifest));
  return encodeSection({ kind: SECTION.manifest, name: Buffer.alloc(0), content });
}

/** @returns the section at a place, or null where the bytes end within it. @throws BackupError */
function sectionAt(bytes: Buffer, at: number): Section | null {
  if (bytes.length - at < HEAD_BYTES) return null;
  const kind = bytes[at]!;
  const nameBytes = bytes.readUInt32BE(at + 1);
  const contentBytes = bytes.readUInt32BE(at + 5);
  if (!isKind(kind) || nameBytes > SECTION_BYTES_MAX || contentBytes > SECTION_BYTES_MAX)
    throw new BackupError("BACKUP_DAMAGED", "a section of it begins with what no section has");
  const nameAt = at + HEAD_BYTES;
  const contentAt = nameAt + nameBytes;
  if (bytes.length < contentAt + contentBytes) return null;
  return {
    kind,
    name: bytes.subarray(nameAt, contentAt),
    content: bytes.subarray(contentAt, contentAt + contentBytes),
  };
}

function isKind(byte: number): byte is SectionKind {
  return KINDS.has(byte);
}

/**
 * The sections of a stream of bytes, in lists. @throws BackupError where it ends within one, or
 * before the manifest
 */
export async function* readSections(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly Section[]> {
  let rest: Buffer = Buffer.alloc(0);
  let isEnded = false;
  for await (const part of source) {
    const bytes = rest.length === 0 ? Buffer.from(part) : Buffer.concat([rest, part]);
    const list: Section[] = [];
    let at = 0;
    for (let next = sectionAt(bytes, at); next !== null; next = sectionAt(bytes, at)) {
      if (isEnded) throw new BackupError("BACKUP_DAMAGED", "something stands behind its manifest");
      isEnded = next.kind === SECTION.manifest;
      list.push(next);
      at += sectionBytes(next.name, next.content);
    }
    rest = bytes.subarray(at);
    if (list.length > 0) yield list;
  }
  if (!isEnded || rest.length > 0)
    throw new BackupError("BACKUP_CUT", "it ends before its manifest");
}
