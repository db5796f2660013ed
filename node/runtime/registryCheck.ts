/** Whether the records in memory are those the build stamped. */
import { createHash } from "node:crypto";
import type { Registry } from "../../protocol/operators/index.js";

type Stamped = Pick<Registry, "canonicalParts" | "registryVersion">;

/** Records between two pauses: some 5 ms of work, for callers are served meanwhile. */
const RECORDS_AT_ONCE = 100;

/** Whether the registry's version, which every receipt names, is the hash of its records. */
function* check(registry: Stamped): Generator<undefined, boolean> {
  const hash = createHash("sha256");
  let records = 0;
  for (const part of registry.canonicalParts()) {
    hash.update(part);
    records += 1;
    if (records % RECORDS_AT_ONCE === 0) yield undefined;
  }
  return hash.digest("hex") === registry.registryVersion;
}

/** At once. */
export function versionHolds(registry: Stamped): boolean {
  const slices = check(registry);
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
  }
}

/** @param pause waited for between slices of the work */
export async function versionHoldsInSlices(
  registry: Stamped,
  pause: () => Promise<void>,
): Promise<boolean> {
  const slices = check(registry);
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
    await pause();
  }
}
