/**
 * `head.json` in the data directory: how far the spine had come at the last start or stop, and whose
 * it is. A database that is another one, or an older copy, shows against it before anything is
 * signed: a node that went on from there would sign other events with numbers it has used. What was
 * acknowledged since is noted by the store itself, with every write.
 */
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Crypto } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import { checkIdentity } from "../runtime/identity/identity.js";
import { SpineDamagedError, type OwnSpine } from "./ownSpine.js";

export interface NotedHead {
  readonly seq: number;
  readonly id: string;
  /** Of the identity, as `identityMark` makes it. */
  readonly identity: string;
}

function headPath(dataDir: string): string {
  return join(dataDir, "head.json");
}

/**
 * The state written last, with the identity beside it being the one that wrote it. Reads, and writes
 * nothing. Null when none was written yet.
 * @throws SpineDamagedError when it is not what is written here, IdentityError
 */
export async function readOwnHead(dataDir: string, crypto: Crypto): Promise<NotedHead | null> {
  const head = await readHead(dataDir);
  if (head !== null) await checkIdentity(dataDir, crypto, head.identity);
  return head;
}

async function readHead(dataDir: string): Promise<NotedHead | null> {
  let text: string;
  try {
    text = await readFile(headPath(dataDir), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const match = /^\{"seq":(\d{1,15}),"id":"([0-9a-f]{64})","identity":"([0-9a-f]{64})"\}\n$/.exec(
    text,
  );
  if (match === null) {
    throw new SpineDamagedError(
      `${headPath(dataDir)} is damaged: it names no head of a spine; nothing was changed`,
    );
  }
  return { seq: Number(match[1]), id: match[2]!, identity: match[3]! };
}

/**
 * @param head what `readOwnHead` said before the database was opened
 * @throws SpineDamagedError when the event that was the head once is missing or another
 */
export async function checkHead(
  head: NotedHead | null,
  store: Store,
  spine: OwnSpine,
): Promise<void> {
  if (head === null) return;
  const event = await store.spine.event(spine.author.publicKey, head.seq);
  if (spine.size > head.seq && event?.id === head.id) return;
  throw new SpineDamagedError(
    `the spine has ${spine.size} events, but event ${head.seq} (${head.id}) ` +
      "was written before the last stop: a part of the database is missing",
  );
}

/** The head of a spine whose key has ended: nothing is compared with it any more. */
export async function forgetHead(dataDir: string): Promise<void> {
  await rm(headPath(dataDir), { force: true });
}

export function writeHead(dataDir: string, spine: OwnSpine, identity: string): Promise<void> {
  return writeNotedHead(dataDir, { seq: spine.size - 1, id: spine.lastId, identity });
}

/** Appears whole or not at all. */
export async function writeNotedHead(
  dataDir: string,
  { id, identity, seq }: NotedHead,
): Promise<void> {
  const path = headPath(dataDir);
  const file = await open(`${path}.new`, "w", 0o600);
  try {
    const head: NotedHead = { seq, id, identity };
    await file.writeFile(`${JSON.stringify(head)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
