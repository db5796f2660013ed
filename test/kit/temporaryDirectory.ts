import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function makeDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), "calcmesh-store-"));
}

export function removeDirectory(dir: string): Promise<void> {
  return rm(dir, { recursive: true, force: true });
}
