/**
 * How far what was acknowledged goes, in a file of its own. LevelDB reads its log up to the first
 * damage and drops the rest without a word, so the loss of acknowledged writes shows only against
 * something outside of it. The file has two places that are written in turn, each with a checksum:
 * one that was torn leaves the other.
 *
 * It is written before a write is acknowledged, which takes some microseconds, and made durable a
 * little later: a sync of its own for each commit window would take as long as the window's. So it
 * is behind by up to `SYNC_MS` where the power goes, and by nothing where the process ends.
 */
import { constants, fdatasync, fsyncSync, writeSync } from "node:fs";
import { open, readFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { StoreCorruptError, StoreError } from "../kv/errors.js";

const FILE = "acknowledged";
const PLACE_BYTES = 128;
const SYNC_MS = 100;
const PLACE_TEXT =
  /^calcmesh acknowledged 1 (\d{1,15}) (\d{1,15}) (\S{1,60}) ([0-9a-f]{8})\n {0,99}$/;

export interface Acknowledged {
  /** Operations that were ever written and acknowledged, by the database's own count. */
  readonly sequence: number;
  /** Which directory it is: a copy of it is another one. */
  readonly directory: string;
}

interface Place extends Acknowledged {
  /** Counts the notes. */
  readonly turn: number;
}

function placeText({ directory, sequence, turn }: Place): string {
  const text = `calcmesh acknowledged 1 ${turn} ${sequence} ${directory} `;
  const sum = crc32(Buffer.from(text, "latin1")).toString(16).padStart(8, "0");
  return `${text}${sum}\n`.padEnd(PLACE_BYTES, " ");
}

function placeIn(bytes: Buffer): Place | null {
  const text = bytes.toString("latin1");
  const match = PLACE_TEXT.exec(text);
  if (match === null || bytes.length !== PLACE_BYTES) return null;
  const [, turn, sequence, directory = ""] = match;
  const place = { turn: Number(turn), sequence: Number(sequence), directory };
  return placeText(place) === text ? place : null;
}

/** @returns null where there is no such file. @throws StoreCorruptError where it cannot be used */
async function lastPlace(dir: string): Promise<Place | null> {
  const file = join(dir, FILE);
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new StoreError("STORE_IO", `${file} cannot be read`, error);
  }
  const places = [0, PLACE_BYTES]
    .map((at) => placeIn(bytes.subarray(at, at + PLACE_BYTES)))
    .filter((place) => place !== null)
    .sort((a, b) => b.turn - a.turn);
  const [newest] = places;
  if (newest !== undefined && bytes.length <= 2 * PLACE_BYTES) return newest;
  throw new StoreCorruptError(
    `${file} is damaged: it does not say how far what was acknowledged goes. Nothing was changed: ` +
      "restore a backup of the whole data directory, or choose another one",
  );
}

export function readAcknowledged(dir: string): Promise<Acknowledged | null> {
  return lastPlace(dir);
}

/** Calls `f` once, after a while. @returns how to take it back */
export type After = (ms: number, f: () => void) => () => void;

const atOnce: After = (_ms, f) => {
  f();
  return () => undefined;
};

/** The file while a store is open. */
export class AcknowledgedFile {
  readonly #file: FileHandle;
  readonly #directory: string;
  readonly #after: After;
  #turn: number;
  /** Whether a sync is to come or under way. */
  #isPlanned = false;
  #isClosing = false;
  #cancel: () => void = () => undefined;
  #syncing: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle, directory: string, turn: number, after: After) {
    this.#file = file;
    this.#directory = directory;
    this.#turn = turn;
    this.#after = after;
  }

  /** @param after absent: notes are made durable as fast as one sync follows the other */
  static async open(
    dir: string,
    { directory, sequence }: Acknowledged,
    after = atOnce,
  ): Promise<AcknowledgedFile> {
    const turn = (await lastPlace(dir))?.turn ?? 0;
    const flags = constants.O_RDWR | constants.O_CREAT;
    const handle = await open(join(dir, FILE), flags, 0o600);
    const file = new AcknowledgedFile(handle, directory, turn, after);
    file.#write(sequence);
    await handle.sync();
    return file;
  }

  /** To be called before anybody is told of the writes. @throws what the system says */
  note(sequence: number): void {
    this.#write(sequence);
    this.#plan();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#cancel();
    await this.#syncing;
    fsyncSync(this.#file.fd);
    await this.#file.close();
  }

  #plan(): void {
    if (this.#isPlanned || this.#isClosing) return;
    this.#isPlanned = true;
    this.#cancel = this.#after(SYNC_MS, () => {
      const turn = this.#turn;
      this.#syncing = this.#sync().then(() => {
        this.#isPlanned = false;
        if (this.#turn !== turn) this.#plan();
      });
    });
  }

  #write(sequence: number): void {
    this.#turn += 1;
    const place = { turn: this.#turn, sequence, directory: this.#directory };
    writeSync(this.#file.fd, placeText(place), (this.#turn % 2) * PLACE_BYTES, "latin1");
  }

  /** What fails here is tried again with the next note, and at the end. */
  #sync(): Promise<void> {
    return new Promise((resolve) => {
      fdatasync(this.#file.fd, () => {
        resolve();
      });
    });
  }
}
