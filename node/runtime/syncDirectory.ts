/** A new or renamed file survives a power loss only once its directory is synced. */
import { open } from "node:fs/promises";

/** Windows syncs no directories. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
