/**
 * Sets a damaged data directory aside within itself, so that the next start makes a new node.
 * Nothing is deleted. The old key goes out of use first: what was signed behind the damage is
 * unknown, so it never signs again, whatever happens in between.
 */
import { mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";

const SEED_FILE = "ed25519.seed";
const RETIRED_FILE = "ed25519.seed.retired";
/** In this order. The head is last: while it is there, no start takes the directory for a new one. */
const PARTS = ["identity", "db", "acknowledged", "VERSION", "head.json"] as const;
const NAME = /^lost-(\d{1,6})$/;

/** Finishes a move that was broken off. @returns the directory in which the data is now */
export async function setAside(dataDir: string): Promise<string> {
  const names = await readdir(dataDir);
  const numbers = names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number);
  const last = Math.max(0, ...numbers);
  const isBegun = last > 0 && !(await has(join(dataDir, `lost-${last}`), "head.json"));
  const place = join(dataDir, `lost-${isBegun ? last : last + 1}`);
  if (await has(join(dataDir, "identity"), SEED_FILE))
    await rename(join(dataDir, "identity", SEED_FILE), join(dataDir, "identity", RETIRED_FILE));
  await mkdir(place, { recursive: true, mode: 0o700 });
  for (const part of PARTS) {
    if (names.includes(part)) await rename(join(dataDir, part), join(place, part));
  }
  return place;
}

/** Whether `setAside` was broken off in a directory. */
export async function isHalfAside(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir);
  const last = names.filter((name) => NAME.test(name)).sort((a, b) => order(b) - order(a))[0];
  return last !== undefined && names.includes("head.json") && !names.includes("identity")
    ? !(await has(join(dataDir, last), "head.json"))
    : false;
}

function order(name: string): number {
  return Number(NAME.exec(name)?.[1] ?? 0);
}

async function has(dir: string, name: string): Promise<boolean> {
  try {
    return (await readdir(dir)).includes(name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}
