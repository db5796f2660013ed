/**
 * `head.json` in the data directory: how far the spine had come at the last start or stop. LevelDB
 * reads its log up to the first damaged byte and drops the rest without a word, so the loss of
 * acknowledged events shows only against something kept outside of it. A node that went on from
 * there would sign other events with numbers it has used.
 */
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Store } from "../../storage/store.js";
import { SpineDamagedError, type OwnSpine } from "./ownSpine.js";

interface Head {
  readonly seq: number;
  readonly id: string;
}

function headPath(dataDir: string): string {
  return join(dataDir, "head.json");
}

/**
 * Null when none was written yet. @throws SpineDamagedError when it is not what is written here.
 */
async function readHead(dataDir: string): Promise<Head | null> {
  let text: string;
  try {
    text = await readFile(headPath(dataDir), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const match = /^\{"seq":(\d{1,15}),"id":"([0-9a-f]{64})"\}\n$/.exec(text);
  if (match === null) {
    throw new SpineDamagedError(`${headPath(dataDir)} is damaged: it names no head of a spine`);
  }
  return { seq: Number(match[1]), id: match[2]! };
}

/** @throws SpineDamagedError when the event that was the head once is missing or another. */
export async function checkHead(dataDir: string, store: Store, spine: OwnSpine): Promise<void> {
  const head = await readHead(dataDir);
  if (head === null) return;
  const event = await store.spine.event(spine.author.publicKey, head.seq);
  if (spine.size > head.seq && event?.id === head.id) return;
  throw new SpineDamagedError(
    `the spine has ${spine.size} events, but event ${head.seq} (${head.id}) ` +
      "was written before the last stop: a part of the database is missing",
  );
}

/** Appears whole or not at all. */
export async function writeHead(dataDir: string, spine: OwnSpine): Promise<void> {
  const path = headPath(dataDir);
  const file = await open(`${path}.new`, "w", 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ seq: spine.size - 1, id: spine.lastId })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
