/**
 * Runs a joined file of the program, `NAME.cjs`, with the code the engine made of it when it was
 * built. What has not changed since need not be read and compiled again, which is a fifth of a
 * start. The engine takes such code only from its own version, under the same options and on the
 * same kind of processor: otherwise, or when there is none, it compiles the file itself.
 *
 * Only scripts can be given their code in this way, modules cannot: hence the format.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";

interface LoadedFile {
  readonly script: Script;
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

/** Modules loaded in this thread, by use. */
export const loaded = new Map<string, LoadedFile>();

function readCode(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * @param url of the module that asks, beside which `NAME.cjs` stands
 * @param use what is going to be done with the file, when it serves several: each has the code of
 * what it runs
 * @returns what the file exports
 */
export function load(name: string, url: string, use = name): unknown {
  const path = fileURLToPath(new URL(`./${name}.cjs`, url));
  const tag = cachedDataVersionTag();
  const codePath = join(dirname(path), `${use}-${tag.toString(16)}.code`);
  const cachedData = readCode(codePath);
  // All of it is ASCII: a byte a character in memory, too.
  const script = new Script(readFileSync(path, "latin1"), {
    filename: path,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  loaded.set(use, {
    script,
    tag,
    codePath,
    isBuilt: cachedData !== undefined && script.cachedDataRejected === false,
  });
  const module = { exports: {} };
  (script.runInThisContext() as Body)(module.exports, createRequire(url), module, url);
  return module.exports;
}
