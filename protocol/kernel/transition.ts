/**
 * What a transition of a contract seals. The inputs of its envelope commit to its step and to its
 * place in the log of the contract; all else that the envelope states follows from them.
 */
import * as z from "zod";
import { KO42_EQUATION, KO42_ID, masterEquationText, masterSum } from "../chains/master.js";
import type { KernelValue, Solution } from "../chains/result.js";
import { quoteClosedForm } from "../economy/price.js";
import { canonicalize } from "../encoding/jcs.js";
import { PRECISION_BOUND } from "../limits.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";

/** Follows the engine in the version of the envelope, as a solver does. */
export const TRANSITION_ENGINE = "contract/1";
/** Stands behind KO42 in the chain of the envelope, as a solver does. */
export const TRANSITION_ID = "contract";

const TRANSITION_TAG = "calc-transition/1";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
const name = z.string().min(1).max(64);

const commitmentSchema = z.strictObject({
  schema: z.literal(TRANSITION_TAG),
  /** Id of the contract, whose log has the row. */
  contract: z.string().regex(/^ct_[a-z2-7]{26}$/),
  /** Number of the row, and the hash of the one before it. */
  row: count,
  prev: hash,
  programHash: hash,
  from: name,
  to: name,
  event: z.strictObject({ type: name, seq: count, inputHash: hash }),
  /** When the event happened, as the program was told. */
  calcond: count,
  results: z
    .array(
      z.strictObject({
        as: name,
        value: z.number(),
        value_bits: z.string().regex(/^[0-9a-f]{16}$/),
        unit: z.string().max(256),
        uncertainty: z.number().min(0),
        credits: z.int().min(1),
      }),
    )
    .max(16),
  emitted: z.array(z.strictObject({ type: name, dataHash: hash })).max(64),
  /** Evaluations without a transition since the row before, as the row counts and folds them. */
  evalCount: count,
  evalRoot: hash.nullable(),
  /** Of the row: its payload has all of the step. */
  payloadHash: hash,
});

/** What the envelope of a transition commits to. */
export type Commitment = z.output<typeof commitmentSchema>;

/** Where a transition will stand in the log of its contract. */
export type TransitionPlace = Pick<
  Commitment,
  "contract" | "row" | "prev" | "programHash" | "evalCount" | "evalRoot"
>;

type Hasher = Pick<Crypto, "sha256Hex">;

/** The step as the payload of its row records it. */
export interface TransitionRecord {
  readonly from: string;
  readonly to: string;
  readonly event: { readonly type: string; readonly seq: number; readonly data: JsonObject };
  readonly calcond: number;
  readonly results: Commitment["results"];
  readonly emitted: readonly { readonly type: string; readonly data: JsonObject }[];
}

/** @param payload canonical text of the row's payload */
export function commitmentOf(
  crypto: Hasher,
  place: TransitionPlace,
  { calcond, emitted, event, from, results, to }: TransitionRecord,
  payload: string,
): Commitment {
  return {
    schema: TRANSITION_TAG,
    contract: place.contract,
    row: place.row,
    prev: place.prev,
    programHash: place.programHash,
    from,
    to,
    event: {
      type: event.type,
      seq: event.seq,
      inputHash: crypto.sha256Hex(canonicalize(event.data)),
    },
    calcond,
    results,
    emitted: emitted.map(({ data, type }) => ({
      type,
      dataHash: crypto.sha256Hex(canonicalize(data)),
    })),
    evalCount: place.evalCount,
    evalRoot: place.evalRoot,
    payloadHash: crypto.sha256Hex(payload),
  };
}

/** Null for what commits to no transition. */
export function readCommitment(inputs: JsonValue | undefined): Commitment | null {
  const read = commitmentSchema.safeParse(inputs);
  return read.success ? read.data : null;
}

/** The dearest compute decides; without one it is the price of the modulation alone. */
export function transitionCredits(results: readonly { readonly credits: number }[]): number {
  return results.reduce((most, { credits }) => Math.max(most, credits), BARE_CREDITS);
}

const BARE_CREDITS = quoteClosedForm(0).credits;

/** @param text canonical text of the commitment */
export function transitionValue(
  crypto: Hasher,
  { calcond, contract, event, from, row, to }: Commitment,
  text: string,
): KernelValue & { readonly solution: Solution } {
  const equation =
    `${contract} row ${row}: ${from} -> ${to} by ${event.type} ${event.seq} ` +
    `at calcond ${calcond}`;
  return {
    status: "value",
    operatorChain: [KO42_ID, TRANSITION_ID],
    operatorId: TRANSITION_ID,
    value: 1,
    unit: "1",
    unitUnknown: [],
    continuum: null,
    uncertainty: 0,
    uncertaintySource: "numerical",
    equations: [KO42_EQUATION, equation],
    masterSum: masterSum([{ operatorId: TRANSITION_ID, value: 1, unit: "1" }]),
    masterEquation: masterEquationText([equation]),
    precisionActual: 0,
    calcondVariance: 0,
    metricShift: null,
    assumed: {},
    unused: {},
    notes: [],
    facts: {
      domainOperators: 1,
      outOfScale: [],
      precisionActual: 0,
      refusedBecause: null,
    },
    solution: {
      engine: TRANSITION_ENGINE,
      fieldsHash: crypto.sha256Hex(`${TRANSITION_TAG}\u0000${text}`),
      fields: [],
      precisionBound: PRECISION_BOUND,
      differential: false,
      ofField: null,
      members: "",
    },
  };
}
