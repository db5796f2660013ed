/**
 * A change of the node's key, as the operator asks for it, in `identity/`. It is asked for in a file,
 * carried out by the next start, and each step can be broken off and done again.
 *
 * - `after.seed`: the secret of the key that may follow the next one.
 * - `change.json`: what is to be done, and to which key.
 */
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Crypto } from "../../../protocol/ports.js";
import {
  IdentityError,
  readIdentity,
  readSecretFile,
  SECRET_BYTES,
  writeSecretFile,
  type Identity,
} from "./identity.js";
import { systemRandom, type RandomBytes } from "../random.js";
import { syncDirectory } from "../syncDirectory.js";

export interface KeyChange {
  readonly change: "rotate" | "revoke";
  /** The key that ends, hex. */
  readonly key: string;
  /** Of a revocation: the last event that stands; null for the last that is here. */
  readonly last: number | null;
}

const CHANGE_FILE = "change.json";
const AFTER_FILE = "after.seed";
const NEXT_FILE = "next.seed";
const NEXT_PUBLIC_FILE = "next.public";
const SEED_FILE = "ed25519.seed";

const path = (dataDir: string, name: string): string => join(dataDir, "identity", name);

/** Null where none is asked for. @throws IdentityError for a file that is none */
export async function readKeyChange(dataDir: string): Promise<KeyChange | null> {
  let text: string;
  try {
    text = await readFile(path(dataDir, CHANGE_FILE), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const found =
    /^\{"change":"(rotate|revoke)","key":"([0-9a-f]{64})","last":(null|\d{1,15})\}\n$/.exec(text);
  if (found === null) throw new IdentityError(`${path(dataDir, CHANGE_FILE)} is damaged`);
  const [, change, key, last] = found;
  return {
    change: change === "rotate" ? "rotate" : "revoke",
    key: key!,
    last: last === "null" ? null : Number(last),
  };
}

/**
 * Asks for a change with the next start.
 * @param secret of the next key where it was moved out; null: it is in the directory
 * @throws IdentityError where it is not, or is that of another key, or a change is asked for already
 */
export async function askKeyChange(
  dataDir: string,
  asked: Pick<KeyChange, "change" | "last">,
  secret: Uint8Array | null,
  crypto: Crypto,
  random: RandomBytes = systemRandom,
): Promise<KeyChange> {
  if ((await readKeyChange(dataDir)) !== null)
    throw new IdentityError("a change of the key is asked for already: start the node");
  const identity = await readIdentity(dataDir, crypto);
  if (identity === null) throw new IdentityError(`${dataDir} holds no identity`);
  const next = secret ?? (await readSecretFile(path(dataDir, NEXT_FILE)));
  if (next === null)
    throw new IdentityError("the next key's secret was moved out: name the file that holds it");
  if (!isKeyOf(next, identity.nextPublicKey, crypto))
    throw new IdentityError("that is not the secret of the key to which this node has committed");
  await writeSecretFile(path(dataDir, NEXT_FILE), next);
  await writeSecretFile(path(dataDir, AFTER_FILE), random.bytes(SECRET_BYTES));
  const change: KeyChange = { ...asked, key: identity.publicKeyHex };
  await writeSecretFile(path(dataDir, CHANGE_FILE), changeText(change));
  await syncDirectory(join(dataDir, "identity"));
  return change;
}

/** The secrets that a rotation needs beside the node's own. @throws IdentityError */
export async function keyChangeSecrets(
  dataDir: string,
): Promise<{ readonly next: Uint8Array; readonly after: Uint8Array }> {
  const [next, after] = [
    await readSecretFile(path(dataDir, NEXT_FILE)),
    await readSecretFile(path(dataDir, AFTER_FILE)),
  ];
  if (next === null || after === null)
    throw new IdentityError("the secrets of a change of the key are not all there");
  return { next, after };
}

/** The next key becomes the node's. Done again it changes nothing. @returns the identity from now on */
export async function takeNextKey(
  dataDir: string,
  { key }: KeyChange,
  crypto: Crypto,
): Promise<Identity> {
  const before = await readIdentity(dataDir, crypto);
  if (before?.publicKeyHex === key) {
    const { next } = await keyChangeSecrets(dataDir);
    await writeSecretFile(path(dataDir, SEED_FILE), next);
  }
  // A crash here leaves a next key that is the node's own: it is replaced below.
  const after = await readSecretFile(path(dataDir, AFTER_FILE));
  if (after !== null) {
    await rm(path(dataDir, NEXT_PUBLIC_FILE), { force: true });
    await rename(path(dataDir, AFTER_FILE), path(dataDir, NEXT_FILE));
  }
  await syncDirectory(join(dataDir, "identity"));
  return (await readIdentity(dataDir, crypto))!;
}

/** The change is on the spine. */
export async function endKeyChange(dataDir: string): Promise<void> {
  await rm(path(dataDir, CHANGE_FILE), { force: true });
}

function changeText({ change, key, last }: KeyChange): string {
  return `{"change":"${change}","key":"${key}","last":${last ?? "null"}}\n`;
}

function isKeyOf(seed: Uint8Array, publicKey: Uint8Array, crypto: Crypto): boolean {
  return Buffer.from(crypto.ed25519PublicKey(seed)).equals(publicKey);
}
