/**
 * Mesh secrets, apart from the configuration and in no output of it. A file holds either one secret
 * as its only line, which gets key number 1, or a line `<1-255>:<secret>` for each, the
 * one in use first; `#` starts a comment. A secret is 64 hex digits (32 bytes) or any other text of
 * at least 16 bytes, taken as UTF-8.
 */
import { open } from "node:fs/promises";
import { inspect } from "node:util";
import { ConfigError } from "./errors.js";
import { whyUnread } from "./sources.js";

const KEYS = ["mesh.secretFiles"];
const SECRET_BYTES_MIN = 16;
const FILE_BYTES_MAX = 65_536;
const KID_MAX = 255;
const NUMBERED = /^(\d{1,9}):(.*)$/;
const OTHERS_WRITE = 0o002;
/** Where each user has a group of their own, files are often writable by it: said, not refused. */
const GROUP_WRITE_OR_ANY_READ = 0o064;

/** Secrets by key number; printing or serialising it shows none of them. */
export class MeshSecretRing {
  readonly secrets: ReadonlyMap<number, Uint8Array>;
  /** The one to make handshakes with; the others are only accepted. */
  readonly currentKid: number;

  constructor(secrets: ReadonlyMap<number, Uint8Array>, currentKid: number) {
    this.secrets = secrets;
    this.currentKid = currentKid;
  }

  get current(): Uint8Array {
    return this.secrets.get(this.currentKid)!;
  }

  toJSON(): string {
    return `[${this.secrets.size} mesh secrets]`;
  }

  [inspect.custom](): string {
    return this.toJSON();
  }
}

interface LoadedSecrets {
  /** Null when no file was named. */
  readonly ring: MeshSecretRing | null;
  readonly warnings: readonly string[];
}

interface SecretFile {
  readonly text: string;
  readonly warnings: readonly string[];
}

async function readSecretFile(path: string): Promise<SecretFile> {
  const handle = await open(path, "r").catch((error: unknown) => {
    throw new ConfigError(
      `the mesh secret file ${path} cannot be read${whyUnread(error)}`,
      KEYS,
      error,
    );
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > FILE_BYTES_MAX) {
      throw new ConfigError(`${path} is not a mesh secret file`, KEYS);
    }
    const octal = (stats.mode & 0o777).toString(8).padStart(3, "0");
    // Windows has no such modes and shows all files as writable by all.
    const checked = process.platform !== "win32";
    if (checked && (stats.mode & OTHERS_WRITE) !== 0) {
      throw new ConfigError(
        `others may change the mesh secret file ${path} (mode ${octal}): run chmod 600 on it`,
        KEYS,
      );
    }
    const exposed = checked && (stats.mode & GROUP_WRITE_OR_ANY_READ) !== 0;
    return {
      text: await handle.readFile("utf8"),
      warnings: exposed
        ? [`the mesh secret file ${path} is open to others (mode ${octal}): run chmod 600 on it`]
        : [],
    };
  } finally {
    await handle.close();
  }
}

function secretBytes(text: string, path: string): Uint8Array {
  const bytes = Buffer.from(text, /^[0-9a-fA-F]{64}$/.test(text) ? "hex" : "utf8");
  if (bytes.length < SECRET_BYTES_MIN) {
    throw new ConfigError(
      `a secret in ${path} is shorter than ${SECRET_BYTES_MIN} bytes: ` +
        "make one with openssl rand -hex 32",
      KEYS,
    );
  }
  return bytes;
}

/** @returns key number and secret of each line, in order */
function parseSecrets(text: string, path: string): readonly (readonly [number, Uint8Array])[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (lines.length === 0) throw new ConfigError(`${path} holds no secret`, KEYS);
  const only = lines[0]!;
  if (lines.length === 1 && !NUMBERED.test(only)) return [[1, secretBytes(only, path)]];
  return lines.map((line, i) => {
    const match = NUMBERED.exec(line);
    const kid = Number(match?.[1]);
    if (match === null || kid < 1 || kid > KID_MAX) {
      // The line itself may be a secret: only its number may be told.
      throw new ConfigError(
        `line ${i + 1} of the secrets in ${path} is not <1-${KID_MAX}>:<secret>`,
        KEYS,
      );
    }
    return [kid, secretBytes(match[2]!, path)] as const;
  });
}

/** @throws ConfigError that names the file and never a secret */
export async function loadMeshSecrets(paths: readonly string[]): Promise<LoadedSecrets> {
  const secrets = new Map<number, Uint8Array>();
  const warnings: string[] = [];
  for (const path of paths) {
    const file = await readSecretFile(path);
    warnings.push(...file.warnings);
    for (const [kid, secret] of parseSecrets(file.text, path)) {
      if (secrets.has(kid)) {
        throw new ConfigError(`two mesh secrets have key number ${kid}`, KEYS);
      }
      secrets.set(kid, secret);
    }
  }
  const [currentKid] = secrets.keys();
  const ring = currentKid === undefined ? null : new MeshSecretRing(secrets, currentKid);
  return { ring, warnings };
}
