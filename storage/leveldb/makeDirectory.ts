/** Directories one by one, each under one that is there. */
import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

const PRIVATE = 0o700;

function codeOf(error: unknown): unknown {
  return Reflect.get(Object(error), "code");
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

/**
 * Makes a directory and what is missing above it, for its owner alone. Node's own recursive form
 * tries for ever where a file system answers ENOENT to the making itself, as `/proc` does.
 * @throws the error of the first that cannot be made
 */
export async function makeDirectory(path: string): Promise<void> {
  const missing: string[] = [];
  let at = resolve(path);
  while (!(await isDirectory(at))) {
    missing.push(at);
    const above = dirname(at);
    if (above === at) break;
    at = above;
  }
  for (const next of missing.reverse()) {
    await mkdir(next, { mode: PRIVATE }).catch(async (error: unknown) => {
      // Another process may have made it meanwhile.
      if (codeOf(error) !== "EEXIST" || !(await isDirectory(next))) throw error;
    });
  }
}

/** The same of one that may be there with other modes, and is not somebody else's to change. */
export async function makePrivate(path: string): Promise<void> {
  await makeDirectory(path);
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, PRIVATE);
}
