/**
 * The result of a job as a document: what replicas must agree on to the last bit. It holds nothing
 * of who computed it and when.
 */
import { valueBits } from "../encoding/bits.js";
import { canonicalize } from "../encoding/jcs.js";
import { parseObject } from "../encoding/json.js";
import type { KernelValue } from "../chains/result.js";
import type { Crypto, JsonObject } from "../ports.js";

/** What came of one computation. */
export type Computed =
  | { readonly kernel: KernelValue; readonly credits: number }
  /** It has no value, and says why. */
  | { readonly none: JsonObject };

export interface ResultDocument {
  readonly text: string;
  readonly hash: string;
  readonly value: number | null;
  readonly valueBits: string | null;
  readonly credits: number;
}

/** @param engineVersion of the program that computed it: results of two versions never agree */
export function resultDocument(
  crypto: Pick<Crypto, "sha256Hex">,
  engineVersion: string,
  computed: Computed,
): ResultDocument {
  const body: JsonObject =
    "none" in computed
      ? { credits: 0, engine_version: engineVersion, none: computed.none, value: null }
      : valueBody(engineVersion, computed);
  const text = canonicalize(body);
  const value = "none" in computed ? null : computed.kernel.value;
  return {
    text,
    hash: crypto.sha256Hex(text),
    value,
    valueBits: value === null ? null : valueBits(value),
    credits: "none" in computed ? 0 : computed.credits,
  };
}

function valueBody(
  engineVersion: string,
  { credits, kernel }: Extract<Computed, { kernel: KernelValue }>,
): JsonObject {
  const { operatorChain, precisionActual, rows, solution, uncertainty, unit, value } = kernel;
  return {
    chain: [...operatorChain],
    credits,
    engine_version: engineVersion,
    precision_actual: precisionActual,
    uncertainty,
    unit,
    value,
    value_bits: valueBits(value),
    ...(rows === undefined ? {} : { ...membersOf(rows.members), rows_root: rows.root }),
    ...(solution === undefined
      ? {}
      : { fields_hash: solution.fieldsHash, solver: membersOf(solution.members) }),
  };
}

/** Members of an answer, each with a comma before it, as an object. */
function membersOf(members: string): JsonObject {
  return parseObject(`{${members.slice(1)}}`) ?? {};
}

/** A result document that was fetched; null where it is not what its hash says. */
export function readResult(
  crypto: Pick<Crypto, "sha256Hex">,
  hash: string,
  text: string,
): JsonObject | null {
  return crypto.sha256Hex(text) === hash ? parseObject(text) : null;
}
