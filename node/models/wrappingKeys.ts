/**
 * The keys that wrap the data keys of credentials. The file has a line for each, the one in use first.
 * There are two only while a rotation is under way: a kill in the middle leaves what can read all.
 */
import { createHash } from "node:crypto";
import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { inspect } from "node:util";
import type { RandomBytes } from "../runtime/random.js";
import { syncDirectory } from "../runtime/syncDirectory.js";

const KEY_BYTES = 32;
const ID_CHARS = 16;
const ID_DOMAIN = "calc-llm-wrapping-key/1";
const LINE = /^[0-9a-f]{64}$/;

/** Where the text of the keys is kept; null where there is none yet. */
export interface KeyFile {
  /** For messages. */
  readonly path: string;
  read(): Promise<string | null>;
  /** Whole or not at all, and durable when it resolves. */
  write(text: string): Promise<void>;
}

export class WrappingKeyError extends Error {
  override readonly name = "WrappingKeyError";
}

/** Printing or serialising it shows no key. */
export class WrappingKey {
  readonly id: string;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.id = createHash("sha256").update(ID_DOMAIN).update(bytes).digest("hex").slice(0, ID_CHARS);
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  toJSON(): string {
    return `[wrapping key ${this.id}]`;
  }

  [inspect.custom](): string {
    return this.toJSON();
  }
}

export class WrappingKeys {
  readonly #file: KeyFile;
  readonly #random: RandomBytes;
  #keys: readonly WrappingKey[] = [];

  constructor(file: KeyFile, random: RandomBytes) {
    this.#file = file;
    this.#random = random;
  }

  get path(): string {
    return this.#file.path;
  }

  /** @throws WrappingKeyError where the file holds something else */
  async load(): Promise<void> {
    const text = await this.#file.read();
    if (text === null) return;
    const lines = text.split("\n").filter((line) => line !== "");
    if (lines.length === 0 || lines.some((line) => !LINE.test(line)))
      throw new WrappingKeyError(
        `${this.path} does not hold lines of 64 hexadecimal digits; restore it`,
      );
    this.#keys = lines.map((line) => new WrappingKey(Buffer.from(line, "hex")));
  }

  byId(id: string): WrappingKey | undefined {
    return this.#keys.find((key) => key.id === id);
  }

  get ids(): readonly string[] {
    return this.#keys.map(({ id }) => id);
  }

  /** The one in use; made with the first credential. */
  async current(): Promise<WrappingKey> {
    return this.#keys[0] ?? (await this.begin());
  }

  /** A new key ahead of those there are, all in the file. */
  async begin(): Promise<WrappingKey> {
    const key = new WrappingKey(this.#random.bytes(KEY_BYTES));
    await this.#write([key, ...this.#keys]);
    return key;
  }

  /** Nothing is wrapped by any other key than the one in use. */
  async finish(): Promise<void> {
    const [current] = this.#keys;
    if (current !== undefined && this.#keys.length > 1) await this.#write([current]);
  }

  async #write(keys: readonly WrappingKey[]): Promise<void> {
    const lines = keys.map(({ bytes }) => `${Buffer.from(bytes).toString("hex")}\n`);
    await this.#file.write(lines.join(""));
    this.#keys = keys;
  }
}

/** In memory, for nodes without a directory. */
export function memoryKeyFile(): KeyFile {
  let text: string | null = null;
  return {
    path: "memory",
    read: () => Promise.resolve(text),
    write: (bytes) => {
      text = bytes;
      return Promise.resolve();
    },
  };
}

/** A file of mode 0600. */
export function keyFileAt(path: string): KeyFile {
  return {
    path,
    read: async () => {
      let text: string;
      try {
        text = await readFile(path, "utf8");
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      }
      const mode = (await stat(path)).mode & 0o777;
      // Windows has no such modes.
      if (process.platform !== "win32" && (mode & 0o077) !== 0)
        throw new WrappingKeyError(
          `${path} is readable by others (mode ${mode.toString(8)}); run: chmod 600 ${path}`,
        );
      return text;
    },
    write: async (text) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(`${path}.new`, "w", 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.new`, path);
      await syncDirectory(dirname(path));
    },
  };
}
