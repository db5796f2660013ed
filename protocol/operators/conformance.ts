/**
 * The corpus any implementation can be held against: every operator's example, and every kind of
 * refusal.
 */
import { canonicalize } from "../encoding/jcs.js";
import type { Crypto } from "../ports.js";
import { INTERFACE_VERSION } from "../version.js";
import type { ConformanceCase } from "./conformanceCase.js";
import type { Registry } from "./registry.js";
import { MODULATION_ID } from "./chain.js";
import { REFUSAL_CASES } from "./refusalCases.js";

interface ConformanceCorpus {
  readonly version: string;
  readonly registry_version: string;
  readonly corpus_sha256: string;
  readonly registry_drift: boolean;
  readonly cases: readonly ConformanceCase[];
}

/** Alone, the modulation answers its average over one calcond; its value at an instant is a stamp, not a result. */
const MODULATION_CASE: ConformanceCase = {
  id: `operator/${MODULATION_ID}`, request: { operators: [MODULATION_ID], inputs: {} },
  expect: { value: 1, unit: "1", tolerance: 0 }, source: "the average of 1 + alpha sin(2 pi phase) over one period",
};

function operatorCases(registry: Registry): ConformanceCase[] {
  return registry.entries.map(({ record }): ConformanceCase => {
    const { example } = record;
    if ("refusal" in example) {
      return { id: `operator/${record.id}`, request: { operators: [MODULATION_ID, record.id], inputs: {} },
        expect: { refusal: example.refusal }, source: record.reference };
    }
    if (record.id === MODULATION_ID) return MODULATION_CASE;
    return { id: `operator/${record.id}`, request: { operators: [MODULATION_ID, record.id], inputs: example.inputs },
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
