/**
 * Runs a joined file of the program, `NAME.cjs`, with the code the engine made of it when it was
 * built. What has not changed since need not be read and compiled again, which is a fifth of a
 * start. The engine takes such code only from its own version, under the same options and on the
 * same kind of processor: otherwise, or when there is none, it compiles the file itself.
 *
 * Of the file it looks at the length alone, and at the code not at all. So a digest over both stands
 * before the code: of another file, or with a byte changed, it is not given to the engine.
 *
 * Only scripts can be given their code in this way, modules cannot: hence the format.
 */
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";

interface LoadedFile {
  readonly script: Script;
  readonly sourceHash: Buffer;
  /** Whose code it could be: the engine's version, its options and the processor. */
  readonly tag: number;
  readonly codePath: string;
  /** Whether the engine took what was built. */
  readonly isBuilt: boolean;
}

/** What a joined file is: a function of what modules have around them. */
type Body = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  programUrl: string,
) => void;

/** Bytes of SHA-256. */
const DIGEST_BYTES = 32;

/** Modules loaded in this thread, by name. */
export const loaded = new Map<string, LoadedFile>();

function sha256(...parts: readonly Buffer[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function readCode(path: string, sourceHash: Buffer): Buffer | undefined {
  try {
    const kept = readFileSync(path);
    const code = kept.subarray(DIGEST_BYTES);
    const digest = kept.subarray(0, DIGEST_BYTES);
    return sha256(sourceHash, code).equals(digest) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Writes down what the engine has made of a file by now. @returns its bytes */
export function keepCode({ codePath, script, sourceHash }: LoadedFile): number {
  const code = script.createCachedData();
  // A reader at any time sees the whole file or none.
  writeFileSync(`${codePath}.new`, Buffer.concat([sha256(sourceHash, code), code]));
  renameSync(`${codePath}.new`, codePath);
  return code.length;
}

/**
 * @param url of the module that asks, beside which `NAME.cjs` stands
 * @returns what the file exports
 */
export function load(name: string, url: string): unknown {
  const path = fileURLToPath(new URL(`./${name}.cjs`, url));
  const tag = cachedDataVersionTag();
  const codePath = join(dirname(path), `${name}-${tag.toString(16)}.code`);
  const source = readFileSync(path);
  const sourceHash = sha256(source);
  const cachedData = readCode(codePath, sourceHash);
  // All of it is ASCII: a byte a character in memory, too.
  const script = new Script(source.toString("latin1"), {
    filename: path,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  loaded.set(name, {
    script,
    sourceHash,
    tag,
    codePath,
    isBuilt: cachedData !== undefined && script.cachedDataRejected === false,
  });
  const module = { exports: {} };
  (script.runInThisContext() as Body)(module.exports, createRequire(url), module, url);
  return module.exports;
}
