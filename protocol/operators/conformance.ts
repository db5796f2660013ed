/**
 * The corpus any implementation can be held against: every operator's example, and every kind of
 * refusal.
 */
import { canonicalize } from "../encoding/jcs.js";
import type { Crypto } from "../ports.js";
import { INTERFACE_VERSION } from "../version.js";
import type { Registry } from "./registry.js";
import { REFUSAL_CASES } from "./refusalCases.js";

export interface ConformanceCase {
  readonly id: string;
  readonly request:
    | { readonly operators: readonly string[]; readonly inputs: Readonly<Record<string, number>> }
    | { readonly equation: string; readonly inputs: Readonly<Record<string, number>>;
      readonly symbols?: Readonly<Record<string, string>> };
  readonly expect:
    | { readonly value: number; readonly unit: string; readonly tolerance: number }
    | { readonly refusal: string };
  /** Where the expectation comes from; never this engine. */
  readonly source: string;
}

export interface ConformanceCorpus {
  readonly version: string;
  readonly registry_version: string;
  readonly corpus_sha256: string;
  readonly registry_drift: boolean;
  readonly cases: readonly ConformanceCase[];
}

function operatorCases(registry: Registry): ConformanceCase[] {
  return registry.entries.map(({ record }): ConformanceCase => {
    const { example } = record;
    if ("refusal" in example) {
      return { id: `operator/${record.id}`, request: { operators: ["KO42", record.id], inputs: {} },
        expect: { refusal: example.refusal }, source: record.reference };
    }
    const operators = record.id === "KO42" ? ["KO42"] : ["KO42", record.id];
    return { id: `operator/${record.id}`, request: { operators, inputs: example.inputs },
      expect: { value: example.value, unit: record.result!.unit, tolerance: example.rel_tol },
      source: `${example.origin}: ${record.reference}` };
  });
}

/** @param stampedFor registry a stored corpus was made for; its own when it is made now. */
export function conformanceCorpus(
  registry: Registry, crypto: Pick<Crypto, "sha256Hex">,
    stampedFor: string = registry.registryVersion,
): ConformanceCorpus {
  const cases = [...operatorCases(registry), ...REFUSAL_CASES];
  return {
    version: INTERFACE_VERSION, registry_version: registry.registryVersion,
    corpus_sha256: crypto.sha256Hex(canonicalize(cases)),
      registry_drift: stampedFor !== registry.registryVersion, cases,
  };
}
