/**
 * The file of a backup: two lines of text, then pieces of its content, each with its length. With a
 * passphrase each piece is AES-256-GCM under a key of scrypt. A piece's nonce is its number and
 * whether it is the last, and the lines are authenticated with each, so no piece can be left out,
 * moved, added or cut off.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { BackupError } from "./errors.js";

const MAGIC = "calcmesh backup 1\n";
const MAGIC_ANY = /^calcmesh backup (\d{1,6})\n/;
const PIECE_BYTES = 262_144;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
const SALT_BYTES = 32;
const LENGTH_BYTES = 4;
/** Of the length's four bytes: the piece is the last. */
const LAST = 0x8000_0000;
const HEAD_BYTES_MAX = 4_096;
const BLOCK = 8;
/** 128 MiB and about half a second for each guess at a passphrase. */
export const SCRYPT_N = 131_072;
const SCRYPT_N_MIN = 16_384;
const SCRYPT_N_MAX = 1_048_576;

interface Head {
  readonly created: string;
  readonly encryption: null | {
    readonly cipher: "aes-256-gcm";
    readonly kdf: "scrypt";
    readonly n: number;
    readonly r: number;
    readonly p: number;
    readonly salt: string;
  };
}

function keyOf(passphrase: string, salt: Buffer, n: number): Promise<Buffer> {
  const cost = { N: n, r: BLOCK, p: 1, maxmem: 256 * n * BLOCK };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), salt, KEY_BYTES, cost, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(number), 0);
  nonce.writeUInt32BE(isLast ? 1 : 0, 8);
  return nonce;
}

/** One key, and what is authenticated with each piece. */
interface Seal {
  readonly key: Buffer;
  readonly head: Buffer;
}

function sealed({ head, key }: Seal, number: number, isLast: boolean, plain: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number, isLast));
  cipher.setAAD(head);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function unsealed({ head, key }: Seal, number: number, isLast: boolean, bytes: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number, isLast));
  decipher.setAAD(head);
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(0, bytes.length - TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    throw number === 0
      ? new BackupError("PASSPHRASE_WRONG", "the passphrase is another one, or its head is damaged")
      : new BackupError("BACKUP_DAMAGED", `piece ${number} of it is not what was written`);
  }
}

interface WriteOptions {
  /** ISO 8601. */
  readonly created: string;
  /** Null: its content is readable by anyone who has the file. */
  readonly passphrase: string | null;
  /** Cost of scrypt. */
  readonly n?: number;
}

/** Writes a file from its beginning to its end; what is in memory is one piece. */
export class BackupWriter {
  readonly #file: FileHandle;
  readonly #seal: Seal | null;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #number = 0;
  /** In the file. */
  bytes = 0;

  private constructor(file: FileHandle, seal: Seal | null) {
    this.#file = file;
    this.#seal = seal;
  }

  /** @param file empty, open for writing; it stays the caller's to close */
  static async begin(
    file: FileHandle,
    { created, n = SCRYPT_N, passphrase }: WriteOptions,
  ): Promise<BackupWriter> {
    const salt = randomBytes(SALT_BYTES);
    const head: Head = {
      created,
      encryption:
        passphrase === null
          ? null
          : { cipher: "aes-256-gcm", kdf: "scrypt", n, r: BLOCK, p: 1, salt: salt.toString("hex") },
    };
    const text = Buffer.from(`${MAGIC}${JSON.stringify(head)}\n`);
    const seal = passphrase === null ? null : { key: await keyOf(passphrase, salt, n), head: text };
    const writer = new BackupWriter(file, seal);
    await writer.#put(text);
    return writer;
  }

  async write(bytes: Buffer): Promise<void> {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes < PIECE_BYTES) return;
    const all = Buffer.concat(this.#waiting);
    let at = 0;
    for (; all.length - at >= PIECE_BYTES; at += PIECE_BYTES)
      await this.#piece(all.subarray(at, at + PIECE_BYTES), false);
    const rest = Buffer.from(all.subarray(at));
    this.#waiting = [rest];
    this.#waitingBytes = rest.length;
  }

  /** All of it is on the disk when it resolves. */
  async end(): Promise<void> {
    await this.#piece(Buffer.concat(this.#waiting), true);
    await this.#file.sync();
  }

  async #piece(plain: Buffer, isLast: boolean): Promise<void> {
    const content = this.#seal === null ? plain : sealed(this.#seal, this.#number, isLast, plain);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE((content.length + (isLast ? LAST : 0)) >>> 0, 0);
    this.#number += 1;
    await this.#put(Buffer.concat([length, content]));
  }

  async #put(bytes: Buffer): Promise<void> {
    await this.#file.writeFile(bytes);
    this.bytes += bytes.length;
  }
}

/** A file of a backup, as far as it can be read without a passphrase. */
export interface OpenBackup {
  readonly created: string;
  readonly isEncrypted: boolean;
  readonly bytes: number;
  /** Its content, from the beginning; each call reads the file anew. */
  content(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** @param passphrase asked for where it is needed. @throws BackupError */
export async function openBackup(
  path: string,
  passphrase: () => Promise<string>,
): Promise<OpenBackup> {
  const file = await open(path, "r");
  try {
    const { bytes, head, text } = await readHead(file);
    const { encryption } = head;
    const seal =
      encryption === null
        ? null
        : {
            key: await keyOf(await passphrase(), Buffer.from(encryption.salt, "hex"), encryption.n),
            head: text,
          };
    return {
      created: head.created,
      isEncrypted: seal !== null,
      bytes,
      content: () => pieces(file, { at: text.length, end: bytes, seal }),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHead(
  file: FileHandle,
): Promise<{ readonly bytes: number; readonly head: Head; readonly text: Buffer }> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new BackupError("NO_BACKUP", "it is no file");
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES_MAX), 0, HEAD_BYTES_MAX, 0);
  const begin = buffer.subarray(0, bytesRead);
  const version = MAGIC_ANY.exec(begin.toString("latin1"))?.[1];
  if (version === undefined) throw new BackupError("NO_BACKUP", "it is no backup of a node");
  if (!begin.toString("latin1").startsWith(MAGIC))
    throw new BackupError("BACKUP_NEWER", `it is of format ${version}, and this program reads 1`);
  const end = begin.indexOf("\n", MAGIC.length);
  const head = end < 0 ? null : headIn(begin.toString("utf8", MAGIC.length, end));
  if (head === null) throw new BackupError("BACKUP_DAMAGED", "its second line says nothing of it");
  return { bytes: stats.size, head, text: Buffer.from(begin.subarray(0, end + 1)) };
}

function headIn(line: string): Head | null {
  try {
    const head: unknown = JSON.parse(line);
    return isHead(head) ? head : null;
  } catch {
    return null;
  }
}

function isHead(value: unknown): value is Head {
  if (typeof value !== "object" || value === null) return false;
  const { created, encryption } = value as Partial<Head>;
  if (typeof created !== "string" || created.length > 40) return false;
  if (encryption === null) return true;
  if (typeof encryption !== "object") return false;
  const { cipher, kdf, n, p, r, salt } = encryption;
  const isCost =
    Number.isInteger(n) && n >= SCRYPT_N_MIN && n <= SCRYPT_N_MAX && (n & (n - 1)) === 0;
  return (
    cipher === "aes-256-gcm" &&
    kdf === "scrypt" &&
    isCost &&
    r === BLOCK &&
    p === 1 &&
    typeof salt === "string" &&
    /^[0-9a-f]{64}$/.test(salt)
  );
}

async function* pieces(
  file: FileHandle,
  { at, end, seal }: { readonly at: number; readonly end: number; readonly seal: Seal | null },
): AsyncGenerator<Buffer> {
  let place = at;
  for (let number = 0; ; number += 1) {
    const length = (await readExactly(file, place, LENGTH_BYTES)).readUInt32BE(0);
    const isLast = length >= LAST;
    const size = isLast ? length - LAST : length;
    const least = seal === null ? 0 : TAG_BYTES;
    if (size < least || size > PIECE_BYTES + TAG_BYTES)
      throw new BackupError("BACKUP_DAMAGED", `piece ${number} of it has no length of a piece`);
    const bytes = await readExactly(file, place + LENGTH_BYTES, size);
    place += LENGTH_BYTES + size;
    yield seal === null ? bytes : unsealed(seal, number, isLast, bytes);
    if (!isLast) continue;
    if (place !== end) throw new BackupError("BACKUP_DAMAGED", "something stands behind its end");
    return;
  }
}

async function readExactly(file: FileHandle, at: number, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let done = 0;
  while (done < size) {
    const { bytesRead } = await file.read(bytes, done, size - done, at + done);
    if (bytesRead === 0) throw new BackupError("BACKUP_CUT", "its end is missing");
    done += bytesRead;
  }
  return bytes;
}
