/**
 * The node's Ed25519 identity (peer id, event author and receipt signer are one key) and the secret
 * of its receipt HMAC. Both live in `identity/` (0700), each in a file of mode 0600. The secret of
 * the key that may follow can be moved out: then its public key stands there.
 */
import { chmod, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { equalBytes } from "../../../protocol/encoding/bytes.js";
import type { Crypto } from "../../../protocol/ports.js";
import { systemRandom, type RandomBytes } from "../random.js";
import { syncDirectory } from "../syncDirectory.js";

const SEED_FILE = "ed25519.seed";
const PROOF_KEY_FILE = "proof.key";
const NEXT_SEED_FILE = "next.seed";
/** Stands for the secret of the next key where that was moved out of the directory. */
const NEXT_PUBLIC_FILE = "next.public";
/** Beside an identity that no start has used yet: it has signed nothing. */
const UNUSED_FILE = "unused";
export const SECRET_BYTES = 32;

/** In `identity/`, the seed last: an identity has all of them but one of the next key's two. */
export const IDENTITY_FILES = [
  PROOF_KEY_FILE,
  NEXT_SEED_FILE,
  NEXT_PUBLIC_FILE,
  SEED_FILE,
] as const;

export interface Identity {
  readonly seed: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly publicKeyHex: string;
  /** HMAC key of calcProof; only its holder can check that proof. */
  readonly proofKey: Uint8Array;
  /**
   * Key that can take over one day; its hash is published in the first event, before this one could
   * be stolen.
   */
  readonly nextPublicKey: Uint8Array;
  /** True when this start made the identity, or is the first with one that was made for it. */
  readonly created: boolean;
}

export class IdentityError extends Error {
  override readonly name = "IdentityError";
}

/** Appears whole or not at all, readable by its owner alone. @param content a secret, or a text */
export async function writeSecretFile(path: string, content: Uint8Array | string): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, "w", 0o600);
  try {
    const text =
      typeof content === "string" ? content : Buffer.from(content).toString("hex") + "\n";
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

async function makeSecret(path: string, random: RandomBytes): Promise<Uint8Array> {
  const secret = random.bytes(SECRET_BYTES);
  await writeSecretFile(path, secret);
  return secret;
}

/** @throws IdentityError where others can read it, or it is none */
export async function readSecretFile(path: string): Promise<Uint8Array | null> {
  let text: string;
  try {
    text = (await readFile(path, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new IdentityError(`cannot read ${path}: ${(error as Error).message}`);
  }
  const mode = (await stat(path)).mode & 0o777;
  if ((mode & 0o077) !== 0) {
    throw new IdentityError(
      `${path} is readable by others (mode ${mode.toString(8)}); run: chmod 600 ${path}`,
    );
  }
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new IdentityError(
      `${path} does not hold 64 hexadecimal digits; restore it from a backup`,
    );
  }
  return Buffer.from(text, "hex");
}

/** The next public key: of its secret, or as written where the secret was moved out. */
async function readNextKey(
  dir: string,
  crypto: Pick<Crypto, "ed25519PublicKey">,
): Promise<Uint8Array | null> {
  return nextKeyOf(
    await readSecretFile(join(dir, NEXT_SEED_FILE)),
    await readSecretFile(join(dir, NEXT_PUBLIC_FILE)),
    crypto,
  );
}

/** @throws IdentityError where the two are not of one key */
function nextKeyOf(
  seed: Uint8Array | null,
  stated: Uint8Array | null,
  crypto: Pick<Crypto, "ed25519PublicKey">,
): Uint8Array | null {
  if (seed === null) return stated;
  const publicKey = crypto.ed25519PublicKey(seed);
  if (stated !== null && !equalBytes(stated, publicKey))
    throw new IdentityError(`${NEXT_SEED_FILE} is not the secret of ${NEXT_PUBLIC_FILE}`);
  return publicKey;
}

/**
 * What tells this identity from another one, secret by secret, and gives none of them away.
 */
export function identityMark(
  {
    nextPublicKey,
    proofKey,
    publicKeyHex,
  }: Pick<Identity, "nextPublicKey" | "proofKey" | "publicKeyHex">,
  crypto: Pick<Crypto, "sha256Hex">,
): string {
  const next = Buffer.from(nextPublicKey).toString("hex");
  return crypto.sha256Hex(
    `calcmesh identity 1 ${publicKeyHex} ${next} ${crypto.sha256Hex(proofKey)}`,
  );
}

/**
 * The identity in a directory that has one; makes nothing.
 * @returns null where there is none. @throws IdentityError where a part of it is missing or cannot
 * be used
 */
export async function readIdentity(dataDir: string, crypto: Crypto): Promise<Identity | null> {
  const dir = join(dataDir, "identity");
  const seed = await readSecretFile(join(dir, SEED_FILE));
  const proofKey = await readSecretFile(join(dir, PROOF_KEY_FILE));
  const nextPublicKey = await readNextKey(dir, crypto);
  if (seed === null && proofKey === null && nextPublicKey === null) return null;
  if (seed === null || proofKey === null || nextPublicKey === null) {
    const missing = seed === null ? SEED_FILE : proofKey === null ? PROOF_KEY_FILE : NEXT_SEED_FILE;
    throw new IdentityError(`${join(dir, missing)} is missing; restore it from a backup`);
  }
  return identityOf({ seed, proofKey, nextPublicKey }, crypto, false);
}

interface Secrets {
  readonly seed: Uint8Array;
  readonly proofKey: Uint8Array;
  readonly nextPublicKey: Uint8Array;
}

/**
 * The identity of files of a data directory, by their paths in it.
 * @returns null where a part is missing
 */
export function identityInFiles(
  files: ReadonlyMap<string, Uint8Array>,
  crypto: Pick<Crypto, "ed25519PublicKey">,
): Identity | null {
  const read = (name: string): Uint8Array | null => {
    const content = files.get(`identity/${name}`);
    const text = content === undefined ? "" : Buffer.from(content).toString("latin1").trim();
    return /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, "hex") : null;
  };
  const [seed, proofKey] = [read(SEED_FILE), read(PROOF_KEY_FILE)];
  const nextPublicKey = nextKeyOf(read(NEXT_SEED_FILE), read(NEXT_PUBLIC_FILE), crypto);
  if (seed === null || proofKey === null || nextPublicKey === null) return null;
  return identityOf({ seed, proofKey, nextPublicKey }, crypto, false);
}

/**
 * Moves the secret of the next key to a file elsewhere. Whoever copies the directory after that can
 * neither rotate nor revoke the node's key. Broken off anywhere, the secret is in one place at least.
 * @throws IdentityError where it is not in the directory
 */
export async function moveNextSecret(dataDir: string, path: string, crypto: Crypto): Promise<void> {
  const dir = join(dataDir, "identity");
  const seed = await readSecretFile(join(dir, NEXT_SEED_FILE));
  if (seed === null || (await readIdentity(dataDir, crypto)) === null)
    throw new IdentityError(`${join(dir, NEXT_SEED_FILE)} is not there: it was moved before`);
  const way = relative(dataDir, path);
  if (!isAbsolute(way) && way.split(sep)[0] !== "..")
    throw new IdentityError(`${path} is in the data directory: name a place apart from it`);
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(Buffer.from(seed).toString("hex") + "\n");
    await file.sync();
  } finally {
    await file.close();
  }
  await syncDirectory(dirname(path));
  await writeSecretFile(join(dir, NEXT_PUBLIC_FILE), crypto.ed25519PublicKey(seed));
  await syncDirectory(dir);
  await rm(join(dir, NEXT_SEED_FILE));
  await syncDirectory(dir);
}

/** @param created whether it was made now */
function identityOf(
  { nextPublicKey, proofKey, seed }: Secrets,
  crypto: Pick<Crypto, "ed25519PublicKey">,
  created: boolean,
): Identity {
  const publicKey = crypto.ed25519PublicKey(seed);
  return {
    seed,
    publicKey,
    publicKeyHex: Buffer.from(publicKey).toString("hex"),
    proofKey,
    nextPublicKey,
    created,
  };
}

/**
 * Refuses a directory whose identity is missing or another one than that which wrote it. Writes
 * nothing.
 * @param mark of the identity that wrote it
 * @throws IdentityError
 */
export async function checkIdentity(dataDir: string, crypto: Crypto, mark: string): Promise<void> {
  const dir = join(dataDir, "identity");
  const [seed, proofKey, nextPublicKey] = [
    await readSecretFile(join(dir, SEED_FILE)),
    await readSecretFile(join(dir, PROOF_KEY_FILE)),
    await readNextKey(dir, crypto),
  ];
  if (seed === null || proofKey === null || nextPublicKey === null) {
    const missing = seed === null ? SEED_FILE : proofKey === null ? PROOF_KEY_FILE : NEXT_SEED_FILE;
    throw new IdentityError(
      `${join(dir, missing)} is missing, and the directory was used before; nothing was changed: ` +
        "restore it from a backup",
    );
  }
  const found = identityMark(
    {
      publicKeyHex: Buffer.from(crypto.ed25519PublicKey(seed)).toString("hex"),
      nextPublicKey,
      proofKey,
    },
    crypto,
  );
  if (found !== mark) {
    throw new IdentityError(
      `the secrets in ${dir} are not those of the node that wrote this directory; nothing was ` +
        "changed: restore them from a backup",
    );
  }
}

/**
 * Reads the identity, or makes one when both files are absent. One file without the other is
 * refused: inventing the missing one would silently change who the node is.
 */
export async function loadIdentity(
  dataDir: string,
  crypto: Crypto,
  random: RandomBytes = systemRandom,
): Promise<Identity> {
  const dir = join(dataDir, "identity");
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await chmod(dir, 0o700);
  let seed = await readSecretFile(join(dir, SEED_FILE));
  let proofKey = await readSecretFile(join(dir, PROOF_KEY_FILE));
  let nextPublicKey = await readNextKey(dir, crypto);
  const created = seed === null || (await isUnused(dir));
  if (seed === null) {
    // An identity that is being made has no next key without its secret.
    if ((await readSecretFile(join(dir, NEXT_PUBLIC_FILE))) !== null)
      throw new IdentityError(`${join(dir, SEED_FILE)} is missing; restore it from a backup`);
    proofKey ??= await makeSecret(join(dir, PROOF_KEY_FILE), random);
    nextPublicKey ??= crypto.ed25519PublicKey(await makeSecret(join(dir, NEXT_SEED_FILE), random));
    // Written last: its presence says that the identity is whole.
    seed = await makeSecret(join(dir, SEED_FILE), random);
  }
  if (proofKey === null || nextPublicKey === null) {
    const missing = proofKey === null ? PROOF_KEY_FILE : NEXT_SEED_FILE;
    throw new IdentityError(
      `${join(dir, missing)} is missing beside ${SEED_FILE}; restore it from a backup`,
    );
  }
  return identityOf({ seed, proofKey, nextPublicKey }, crypto, created);
}

async function isUnused(dir: string): Promise<boolean> {
  try {
    await stat(join(dir, UNUSED_FILE));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/**
 * Makes an identity for a node that has not started yet. Nobody has to be asked what it signed.
 * @throws IdentityError where there is a part of one
 */
export async function makeIdentity(
  dataDir: string,
  crypto: Crypto,
  random: RandomBytes = systemRandom,
  accepts: (seed: Uint8Array) => boolean = () => true,
): Promise<Identity> {
  if ((await readIdentity(dataDir, crypto)) !== null)
    throw new IdentityError(`${join(dataDir, "identity")} holds an identity already`);
  const dir = join(dataDir, "identity");
  await mkdir(dir, { mode: 0o700 });
  const file = await open(join(dir, UNUSED_FILE), "wx", 0o600);
  await file.close();
  // Chosen by its public key, where the key has to show work; nothing else is known of it.
  let seed = random.bytes(SECRET_BYTES);
  while (!accepts(seed)) seed = random.bytes(SECRET_BYTES);
  await writeSecretFile(join(dir, PROOF_KEY_FILE), random.bytes(SECRET_BYTES));
  await writeSecretFile(join(dir, NEXT_SEED_FILE), random.bytes(SECRET_BYTES));
  await writeSecretFile(join(dir, SEED_FILE), seed);
  return loadIdentity(dataDir, crypto, random);
}

/** From now on it may have signed something. */
export async function useIdentity(dataDir: string): Promise<void> {
  await rm(join(dataDir, "identity", UNUSED_FILE), { force: true });
}
