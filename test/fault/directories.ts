/** A data directory in use, and what becomes of it when some of its files are not as they were. */
import { chmod, cp, readdir, readFile, rename, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { IdentityError, identityMark, loadIdentity } from "../../node/runtime/identity/identity.js";
import { checkHead, readOwnHead, writeHead } from "../../node/spine/headFile.js";
import { OwnSpine, SpineDamagedError } from "../../node/spine/ownSpine.js";
import { StoreError } from "../../storage/kv/errors.js";
import { openStore, type Store } from "../../storage/store.js";
import { makeRecords, recordsOf, type Recorded } from "./directoryRecords.js";

/** Of the spine that the records of the first run were sealed on. */
let net = "0badcafe";
const RUNS = 3;
const WRITES = 60;
/** Enough that one run fills LevelDB's memory, so that tables and logs come and go. */
const FILLER_BYTES = 60_000;

/** Records acknowledged: the ids of the spine's events, and texts by their names. */
export interface Acknowledged {
  readonly ids: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  /** Digests of all records of the database by their keys. */
  readonly records: ReadonlyMap<string, string>;
  readonly kinds: ReadonlySet<string>;
}

/** Files that hold nothing: LevelDB's lock and its own log for people. */
const WITHOUT_CONTENT = /^db\/(?:LOCK|LOG|LOG\.old)$/;

interface Opened {
  readonly store: Store;
  readonly spine: OwnSpine;
}

/** As a daemon starts. */
export async function start(dir: string): Promise<Opened> {
  const head = await readOwnHead(dir, nodeCrypto);
  const store = await openStore({ dir });
  try {
    const identity = await loadIdentity(dir, nodeCrypto);
    const author = { seed: identity.seed, publicKey: identity.publicKeyHex };
    const spine = new OwnSpine({ author, net }, { crypto: nodeCrypto, store });
    await spine.reload();
    await checkHead(head, store, spine);
    return { store, spine };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * A directory that was used several times. @param to where it is copied to while it is still in
 * use, as a process leaves it that is killed
 */
export async function useDirectory(dir: string, to: string): Promise<Acknowledged> {
  const ids: string[] = [];
  const texts = new Map<string, string>();
  await useAsNode(dir, ids);
  let kept: Recorded = { digests: new Map(), kinds: new Set() };
  for (let run = 0; run < RUNS; run += 1) {
    const { store, spine } = await start(dir);
    const mark = identityMark(await loadIdentity(dir, nodeCrypto), nodeCrypto);
    if (spine.size > 0) await writeHead(dir, spine, mark);
    for (let i = 0; i < WRITES; i += 1) {
      const { encoded, operations } = spine.stage("digest", { run, i }, 1);
      const name = `text ${run} ${i % 20}`;
      const text = `${run} ${i} `.padEnd(i % 7 === 0 ? FILLER_BYTES : 100, "x");
      await store.write([...operations, ...store.meta.putOps(name, text)]);
      spine.confirm();
      ids.push(encoded.id);
      texts.set(name, text);
      // A write without an event is acknowledged as well.
      if (i % 5 === 0) {
        await store.write(store.meta.putOps(`alone ${run}`, `${i}`));
        texts.set(`alone ${run}`, `${i}`);
      }
    }
    if (run === RUNS - 1) {
      kept = await recordsOf(store);
      await cp(dir, to, { recursive: true });
    }
    await writeHead(dir, spine, mark);
    await store.close();
  }
  return { ids, texts, records: kept.digests, kinds: kept.kinds };
}

/** A whole node makes records of many kinds on a directory that nobody used. */
async function useAsNode(dir: string, ids: string[]): Promise<void> {
  const store = await openStore({ dir });
  const identity = await loadIdentity(dir, nodeCrypto);
  net = await makeRecords(store, identity);
  await store.close();
  const { spine, store: again } = await start(dir);
  for (let seq = 0; seq < spine.size; seq += 1) {
    const event = await again.spine.event(identity.publicKeyHex, seq);
    if (event === undefined) throw new Error(`the spine lacks event ${seq}`);
    ids.push(event.id);
  }
  await again.close();
}

/** Every file of a directory with what is in it, but those without content. */
export async function filesOf(dir: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(dir.length + 1), (await readFile(path)).toString("latin1"));
  }
  return files;
}

export type Fault =
  | { readonly kind: "cut"; readonly file: string; readonly to: number }
  | { readonly kind: "lost"; readonly file: string }
  | { readonly kind: "swapped"; readonly file: string; readonly other: string };

export async function inflict(dir: string, fault: Fault): Promise<void> {
  const path = join(dir, fault.file);
  if (fault.kind === "cut") await truncate(path, fault.to);
  else if (fault.kind === "lost") await rm(path);
  else {
    const other = join(dir, fault.other);
    await rename(path, `${path}.between`);
    await rename(other, path);
    await rename(`${path}.between`, other);
    // Both are secrets or neither is: who may read a file is not what is tried here.
    await chmod(path, 0o600);
    await chmod(other, 0o600);
  }
}

/**
 * Starts on a directory. @returns "whole" where all that was acknowledged is there, "refused" where
 * it was refused and is as it was; else what is wrong
 */
export async function startedOn(
  dir: string,
  { ids, records, texts }: Acknowledged,
): Promise<string> {
  const before = await filesOf(dir);
  let opened: Opened;
  try {
    opened = await start(dir);
  } catch (error) {
    const isNamed =
      error instanceof StoreError ||
      error instanceof IdentityError ||
      error instanceof SpineDamagedError;
    if (!isNamed) throw error;
    const after = await filesOf(dir);
    for (const [name, text] of before)
      if (!WITHOUT_CONTENT.test(name) && after.get(name) !== text)
        return `refused (${error.message}), but ${name} is not as it was`;
    if (after.size !== before.size) return `refused (${error.message}), with other files`;
    return "refused";
  }
  const { spine, store } = opened;
  try {
    if (spine.size < ids.length) return `the spine has ${spine.size} events of ${ids.length}`;
    if (spine.next.seq !== ids.length) return `the next event would be number ${spine.next.seq}`;
    for (const [seq, id] of ids.entries())
      if ((await store.spine.event(spine.author.publicKey, seq))?.id !== id)
        return `event ${seq} is missing`;
    for (const [name, text] of texts)
      if ((await store.meta.get(name)) !== text) return `${name} is missing`;
    const { digests } = await recordsOf(store);
    for (const [key, digest] of records)
      if (digests.get(key) !== digest) return `record ${key} is missing or another one`;
    return "whole";
  } catch (error) {
    if (error instanceof StoreError) return `named: ${error.message}`;
    throw error;
  } finally {
    await store.close();
  }
}
