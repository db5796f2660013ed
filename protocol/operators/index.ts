/** Operators by id: the registry that ships, and how it is searched, listed and described. */
import built from "./built.json" with { type: "json" };
import { RegistryError, registryOf } from "./registry.js";
import type { Registry } from "./registry.js";
import type { WordTable } from "./search.js";

export { resolveChain, unknownOperator, MODULATION_ID } from "./chain.js";
export type { ChainResult } from "./chain.js";
export { OperatorEntry, compileRecord, symbolsOf } from "./entry.js";
export type { Compilation } from "./entry.js";
export { editDistance, nearest, nearestName } from "../search/nearest.js";
export { RegistryError, countRecords, registryOf } from "./registry.js";
export type { Counters, DomainCount, Registry, SearchOptions, SearchResult } from "./registry.js";
export { refusalExampleOf, valueExampleOf } from "./record.js";
export type { OperatorRecord, OperatorSymbol, ValueExample } from "./schema.js";
export { catalogOf, categoriesOf, listingOf } from "./listing.js";
export { specOf } from "./spec.js";
export type { OperatorSpec, SpecInput } from "./spec.js";

/** What the build has checked and stamped, beside this file. */
interface BuiltForm {
  readonly registry_version: string;
  readonly words: WordTable;
  readonly records: readonly unknown[];
}

function isBuiltForm(value: unknown): value is BuiltForm {
  return (
    typeof value === "object" &&
    value !== null &&
    "registry_version" in value &&
    typeof value.registry_version === "string" &&
    "words" in value &&
    "records" in value &&
    Array.isArray(value.records)
  );
}

// In the sources the file is empty; `npm run build` puts the checked records into its output.
const form: unknown = built;

let builtin: Registry | null = null;

/**
 * The registry of the shipped domains, loaded once. `npm run build` fails unless they pass every
 * check, so they are not checked again.
 * @throws RegistryError before the build
 * @param sha256Hex a faster hash than the portable one, used by whoever asks first.
 */
export function builtinRegistry(sha256Hex?: (text: string) => string): Registry {
  if (builtin === null) {
    if (!isBuiltForm(form))
      throw new RegistryError(
        "the operators' records are not in their built form yet: run npm run build",
      );
    builtin = registryOf(form.records, sha256Hex, {
      version: form.registry_version,
      words: form.words,
    });
  }
  return builtin;
}
