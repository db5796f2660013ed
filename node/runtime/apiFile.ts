/**
 * `api.json` in the data directory: where the node listens and the operator's key of this start.
 * Mode 0600.
 */
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** What a daemon tells in `api.json` and, when it was forked, to its parent. */
export interface ApiInfo {
  readonly http: string;
  readonly ws: string;
  readonly p2p: readonly string[];
  readonly peerId: string;
  readonly publicKey: string;
  readonly token: string;
  readonly pid: number;
  readonly version: string;
}

export function apiFilePath(dataDir: string): string {
  return join(dataDir, "api.json");
}

/** Appears whole or not at all: a reader never sees half of it. */
export async function writeApiFile(dataDir: string, info: ApiInfo): Promise<void> {
  const path = apiFilePath(dataDir);
  const temporary = `${path}.new`;
  const file = await open(temporary, "w", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(info, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

export async function removeApiFile(dataDir: string): Promise<void> {
  await rm(apiFilePath(dataDir), { force: true });
}
