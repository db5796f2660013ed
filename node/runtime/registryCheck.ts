/** Whether the records in memory are those the build stamped. */
import { createHash } from "node:crypto";
import type { Registry } from "../../protocol/operators/index.js";

/** Whether the registry's version, which every receipt names, is the hash of its records. */
export function versionHolds(
  registry: Pick<Registry, "canonicalParts" | "registryVersion">,
): boolean {
  const hash = createHash("sha256");
  for (const part of registry.canonicalParts()) hash.update(part);
  return hash.digest("hex") === registry.registryVersion;
}
