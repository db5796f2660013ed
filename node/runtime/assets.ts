/** Files that the build puts beside the program, for pages. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** Kept once read: they do not change while the program runs. */
const kept = new Map<string, Promise<Uint8Array | null>>();

/** @param name of a file, from code and never from a caller. @returns null where it is not there. */
export function asset(name: string): Promise<Uint8Array | null> {
  const known = kept.get(name) ?? read(name);
  kept.set(name, known);
  return known;
}

async function read(name: string): Promise<Uint8Array | null> {
  try {
    return await readFile(fileURLToPath(new URL(`./${name}`, import.meta.url)));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
