/**
 * The corpus any implementation can be held against: every operator's example, equations typed by
 * hand, and every kind of refusal.
 */
import { canonicalize } from "../encoding/jcs.js";
import type { Crypto } from "../ports.js";
import { solverCards } from "../solvers/cards.js";
import { ENGINE_VERSION, INTERFACE_VERSION } from "../version.js";
import { MODULATION_ID } from "../operators/chain.js";
import type { ConformanceCase } from "./conformanceCase.js";
import { LANGUAGE_CASES } from "./languageCases.js";
import { REFUSAL_CASES } from "./refusalCases.js";
import type { Registry } from "../operators/registry.js";
import stamped from "../operators/valueBits.json" with { type: "json" };

interface ConformanceCorpus {
  readonly version: string;
  /** Whose bits `value_bits` are. */
  readonly engine_version: string;
  readonly registry_version: string;
  readonly corpus_sha256: string;
  /** The bits were stamped for another registry than this node's. */
  readonly registry_drift: boolean;
  readonly cases: readonly ConformanceCase[];
}

/** Value bits by case id, as one engine version gave them for one registry. */
export interface Stamp {
  readonly engine_version: string;
  readonly registry_version: string;
  readonly bits: Readonly<Record<string, string>>;
}

/**
 * Alone, the modulation answers its average over one calcond; its value at an instant is a stamp,
 * not a result.
 */
const MODULATION_CASE: ConformanceCase = {
  id: `operator/${MODULATION_ID}`,
  operation: "compute",
  request: { operators: [MODULATION_ID], inputs: {} },
  expect: { value: 1, value_bits: null, unit: "1", tolerance: 0 },
  source: "the average of 1 + alpha sin(2 pi phase) over one period",
};

function operatorCases(registry: Registry): ConformanceCase[] {
  return registry.entries.map(({ record }): ConformanceCase => {
    if (record.id === MODULATION_ID) return MODULATION_CASE;
    const { id, example, reference, result } = record;
    const asked = { id: `operator/${id}`, operation: "compute" as const };
    const operators = [MODULATION_ID, id];
    if ("refusal" in example) {
      return {
        ...asked,
        request: { operators, inputs: {} },
        expect: { refusal: example.refusal },
        source: reference,
      };
    }
    return {
      ...asked,
      request: { operators, inputs: example.inputs },
      expect: {
        value: example.value,
        value_bits: null,
        unit: result!.unit,
        tolerance: example.rel_tol,
      },
      source: `${example.origin}: ${reference}`,
    };
  });
}

/** The examples of the solvers' cards, which run in the tests of each. */
function solverCases(): ConformanceCase[] {
  return solverCards.flatMap(({ examples, id }) =>
    examples.map(({ body, expect }, i): ConformanceCase => ({
      id: `solver/${id}/${i}`,
      operation: "solver",
      request: { solver: id, body },
      expect: {
        value: expect.value,
        value_bits: null,
        unit: expect.unit,
        tolerance: expect.relative,
        ...(expect.absolute === undefined ? {} : { absolute: expect.absolute }),
      },
      source: expect.source,
    })),
  );
}

/** Every case without its bits: what the stamp is made from. */
export function unstampedCases(registry: Registry): ConformanceCase[] {
  return [...operatorCases(registry), ...LANGUAGE_CASES, ...REFUSAL_CASES, ...solverCases()];
}

function withBits(one: ConformanceCase, { bits }: Stamp): ConformanceCase {
  if ("refusal" in one.expect) return one;
  return { ...one, expect: { ...one.expect, value_bits: bits[one.id] ?? null } };
}

/** @param stamp bits to publish; those that ship with this engine when absent. */
export function conformanceCorpus(
  registry: Registry,
  crypto: Pick<Crypto, "sha256Hex">,
  stamp: Stamp = stamped,
): ConformanceCorpus {
  // The bits of another engine would be claims about this one.
  const own = stamp.engine_version === ENGINE_VERSION;
  const unstamped = unstampedCases(registry);
  const cases = own ? unstamped.map((one) => withBits(one, stamp)) : unstamped;
  return {
    version: INTERFACE_VERSION,
    engine_version: ENGINE_VERSION,
    registry_version: registry.registryVersion,
    corpus_sha256: crypto.sha256Hex(canonicalize(cases)),
    registry_drift: stamp.registry_version !== registry.registryVersion,
    cases,
  };
}
