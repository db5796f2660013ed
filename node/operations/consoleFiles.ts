/** Files of the console, which the build writes into a directory beside that of the program. */
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ConsoleFile } from "../../api/http/context.js";

/** From a joined program, and from the module where it is compiled alone. */
const PLACES = ["../console/", "../../console/"] as const;
const PACKED = ".br";

/** Kept once read: they do not change while the program runs. */
const kept = new Map<string, Promise<ConsoleFile | null>>();
let listed: Promise<Listed | null> | null = null;

interface Listed {
  readonly directory: URL;
  readonly names: ReadonlySet<string>;
}

/** @param name as a caller states it: only what the directory lists is read */
export async function consoleFile(name: string): Promise<ConsoleFile | null> {
  listed ??= list();
  const found = await listed;
  if (found === null || !found.names.has(name) || name.endsWith(PACKED)) return null;
  const file = kept.get(name) ?? read(found, name);
  kept.set(name, file);
  return file;
}

async function list(): Promise<Listed | null> {
  for (const place of PLACES) {
    const directory = new URL(place, import.meta.url);
    const names = await namesIn(fileURLToPath(directory));
    if (names.includes("index.html")) return { directory, names: new Set(names) };
  }
  return null;
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

async function read({ directory, names }: Listed, name: string): Promise<ConsoleFile> {
  const bytesOf = (of: string): Promise<Uint8Array> => readFile(new URL(of, directory));
  const [bytes, packed] = await Promise.all([
    bytesOf(name),
    names.has(name + PACKED) ? bytesOf(name + PACKED) : null,
  ]);
  return { bytes, packed };
}
