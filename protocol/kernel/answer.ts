/**
 * How a result is written. The part that depends on request, registry and engine alone is one text, made once
 * and shared by the answer, the receipt and whoever re-executes it; the instant of the seal adds the rest.
 */
import { valueBits } from "../encoding/bits.js";
import { CALCOND_NS, PRECISION_BOUND } from "../limits.js";
import { FUNCTIONAL_EQUATION } from "./master.js";
import { PULSE_HZ } from "./modulation.js";
import type { KernelMissing, KernelRefused, KernelValue } from "./result.js";
import { stepsText } from "./steps.js";

/** The period as a number of seconds: the double nearest to 777000777 ns. */
export const CALCOND_SECONDS = Number(CALCOND_NS) / 1e9;

/** Units whose meaning is unambiguous, and the state of a continuum they are. A bare J or m maps to nothing. */
const CONTINUUM_OF_UNIT: ReadonlyMap<string, string> = new Map([
  ["Pa", "pressure"], ["m/s", "velocity"], ["V", "potential"], ["T", "magnetic_B"],
  ["kg m/s", "momentum"], ["K", "temperature"],
]);

/** Field-dependent parts of both equations: null, because a scalar has no field. */
const SCALAR_PARTS = `"master_terms":{"box_phi":null,"mu2_phi":null,"lambda_phi3":null,"decay":null,`
  + `"ko42_coupling":null,"T":null},"functional_equation":{"equation":${JSON.stringify(FUNCTIONAL_EQUATION)},`
  + `"E":null,"P_phi":null,"Z":null,"propagator":null}`;

function optional(name: string, value: object): string {
  for (const _ in value) return `,"${name}":${JSON.stringify(value)}`;
  return "";
}

/**
 * The members of an answer that no clock touches, without the braces. The same bytes wherever it is computed.
 * @param equations and masterSum are the canonical texts that are hashed into the envelope.
 */
export function timelessMembers(result: KernelValue, equations: string, masterSum: string): string {
  const unknown = result.unit === null ? optional("unit_unknown", result.unitUnknown) : "";
  const shift = result.metricShift === null ? "" : `,"cko":{"metric_shift":${result.metricShift}}`;
  return `"value":${result.value},"value_bits":"${valueBits(result.value)}","unit":${JSON.stringify(result.unit)}${unknown}`
    + `,"uncertainty":${result.uncertainty},"uncertainty_source":"${result.uncertaintySource}"`
    + `,"operator_id":${JSON.stringify(result.operatorId)},"operatorChain":${JSON.stringify(result.operatorChain)}`
    + `,"equations":${equations},"master_sum":${masterSum},"masterEquation":${JSON.stringify(result.masterEquation)}`
    + `,${SCALAR_PARTS},"precisionBound":${PRECISION_BOUND},"precision_bound":${PRECISION_BOUND},"precision_actual":${result.precisionActual}`
    + `,"calcond_variance":${result.calcondVariance},"calcond_averaged":${result.value}${shift}`
    + optional("assumed", result.assumed) + optional("unused", result.unused) + optional("notes", result.notes);
}

const RECEIPT_HEAD = `"calcond_receipt":{"pulse_hz":${PULSE_HZ},"calcond_seconds":${CALCOND_SECONDS},`
  + `"calcond_ns":${CALCOND_NS},"averaged":`;

/** The receipt of the timebase: pulse, period, averaged value, the state the unit names, and the HMAC. */
export function calcondReceipt(result: KernelValue, calcProof: string): string {
  const state = result.unit === null ? undefined : CONTINUUM_OF_UNIT.get(result.unit);
  const continuum = state === undefined ? "{}" : `{"${state}":${result.value}}`;
  return `${RECEIPT_HEAD}${result.value},"continuum":${continuum},"hmac":"${calcProof}"}`;
}

/** The seven steps of a result with a value. */
export function protocolMember(result: KernelValue): string {
  return `"protocol":${stepsText(result.facts)}`;
}

export interface Unanswered {
  readonly [member: string]: unknown;
  readonly value: null;
}

/** An answer about the question: no value, and why. */
export function unansweredBody(result: KernelMissing | KernelRefused): Unanswered {
  const why = result.status === "missing" ? { inputError: result.inputError } : { refusal: result.refusal };
  return { value: null, ...why, operator_id: result.operatorId, operatorChain: result.operatorChain,
    precisionBound: PRECISION_BOUND, protocol: result.steps };
}
