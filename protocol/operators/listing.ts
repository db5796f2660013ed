/**
 * The registry as it is listed: records verbatim with their category, and counters from the same
 * records.
 */
import type { OperatorEntry } from "./entry.js";
import type { Counters, Registry } from "./registry.js";
import type { OperatorRecord } from "./schema.js";

type OperatorListing = OperatorRecord & { readonly category: string; readonly evaluable: boolean };

interface Catalog extends Counters {
  readonly registry_version: string;
  readonly operators: readonly OperatorListing[];
}

export function listingOf(entry: OperatorEntry): OperatorListing {
  return { ...entry.record, category: entry.domain, evaluable: entry.evaluable };
}

/** All operators by id with the honest counters. */
export function catalogOf(registry: Registry): Catalog {
  return {
    registry_version: registry.registryVersion,
    ...registry.counters,
    operators: registry.entries.map(listingOf),
  };
}

/** Domains by name with their sizes. */
export function categoriesOf(
  registry: Registry,
): { readonly category: string; readonly count: number; readonly evaluable: number }[] {
  return Object.entries(registry.counters.by_domain).map(([category, { total, evaluable }]) => ({
    category,
    count: total,
    evaluable,
  }));
}
