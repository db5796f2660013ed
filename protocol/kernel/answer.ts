/**
 * How a result is written. The part that depends on request, registry and engine alone is one text,
 * made once and shared by the answer, the receipt and its re-execution; the instant of the
 * seal adds the rest.
 */
import { valueBits } from "../encoding/bits.js";
import { flat } from "../encoding/flat.js";
import { canonicalString } from "../encoding/jcs.js";
import { CALCOND_NS } from "../limits.js";
import { boundOf } from "../precision.js";
import { FUNCTIONAL_EQUATION, KO42_EQUATION } from "../chains/master.js";
import { PULSE_HZ } from "../math/modulation.js";
import type {
  FieldScale,
  KernelMissing,
  KernelRefused,
  KernelValue,
  Solution,
} from "../chains/result.js";
import type { SealKind } from "../solvers/gate.js";
import { stepsText } from "../chains/steps.js";

/** The period as a number of seconds: the double nearest to 777000777 ns. */
export const CALCOND_SECONDS = Number(CALCOND_NS) / 1e9;

/** Field-dependent parts of both equations: null, because a scalar has no field. */
const SCALAR_PARTS =
  `"master_terms":{"box_phi":null,"mu2_phi":null,"lambda_phi3":null,"decay":null,` +
  `"ko42_coupling":null,"T":null},"functional_equation":{"equation":${JSON.stringify(FUNCTIONAL_EQUATION)},` +
  `"E":null,"P_phi":null,"Z":null,"propagator":null}`;

function optional(name: string, value: object): string {
  for (const _ in value) return `,"${name}":${JSON.stringify(value)}`;
  return "";
}

/** What a planned chain always says, for as long as its plan is in use. */
const constants = new WeakMap<
  readonly string[],
  { readonly masterEquation: string; readonly text: string }
>();

/**
 * The members that are the same for every run of a chain, from `operator_id` to `precision_bound`.
 */
function chainMembers({
  masterEquation,
  operatorChain,
  operatorId,
  solution,
}: KernelValue): string {
  const known = constants.get(operatorChain);
  if (known?.masterEquation === masterEquation) return known.text;
  const bound = boundOf(solution);
  const text = flat(
    `"operator_id":${JSON.stringify(operatorId)},"operatorChain":${JSON.stringify(operatorChain)}` +
      `,"masterEquation":${JSON.stringify(masterEquation)}${solution === undefined ? `,${SCALAR_PARTS}` : ""}` +
      `,"precisionBound":${bound},"precision_bound":${bound}`,
  );
  // A solver's chain is that of one run.
  if (solution !== undefined) return text;
  constants.set(operatorChain, { masterEquation, text });
  return text;
}

/** Stands first among the equations of every result. */
const MODULATION = canonicalString(KO42_EQUATION);

/** The canonical text of equations that is hashed into the envelope. */
export function equationsText({ equations }: KernelValue): string {
  let text = "[";
  for (let i = 0; i < equations.length; i += 1) {
    const equation = equations[i]!;
    text +=
      (i === 0 ? "" : ",") + (equation === KO42_EQUATION ? MODULATION : canonicalString(equation));
  }
  return `${text}]`;
}

/** The canonical text of a master sum, likewise. */
export function masterSumText({ masterSum }: KernelValue): string {
  let terms = "";
  for (const { operator_id: id, role, unit, value } of masterSum.terms) {
    terms +=
      `${terms === "" ? "" : ","}{"operator_id":${canonicalString(id)},"role":"${role}","unit":${unitText(unit)}` +
      `,"value":${value}}`;
  }
  return `{"terms":[${terms}],"total":${masterSum.total},"unit":${unitText(masterSum.unit)}}`;
}

export function unitText(unit: string | null): string {
  return unit === null ? "null" : canonicalString(unit);
}

/**
 * The members of an answer that no clock touches, without the braces. The same bytes wherever it is
 * computed.
 * @param equations and masterSum are the canonical texts that are hashed into the envelope.
 */
export function timelessMembers(
  result: KernelValue,
  equations: string = equationsText(result),
  masterSum: string = masterSumText(result),
): string {
  const { value } = result;
  const unknown = result.unit === null ? optional("unit_unknown", result.unitUnknown) : "";
  const shift = result.metricShift === null ? "" : `,"cko":{"metric_shift":${result.metricShift}}`;
  return (
    `"value":${value},"value_bits":"${valueBits(value)}",` +
    `"unit":${unitText(result.unit)}${unknown},"uncertainty":${result.uncertainty},` +
    `"uncertainty_source":"${result.uncertaintySource}","equations":${equations},` +
    `"master_sum":${masterSum},${chainMembers(result)},` +
    `"precision_actual":${result.precisionActual},"calcond_variance":${result.calcondVariance},` +
    `"calcond_averaged":${value}${shift}` +
    optional("assumed", result.assumed) +
    optional("unused", result.unused) +
    optional("notes", result.notes) +
    (result.solution === undefined ? OBSERVABLE : solutionMembers(result.solution)) +
    (result.rows?.members ?? "") +
    (result.derived?.members ?? "")
  );
}

/** What a figure of precision is relative to. */
export type PrecisionScale = { readonly of: "value" } | ({ readonly of: "field" } & FieldScale);

function kindText(kind: SealKind, scale: PrecisionScale): string {
  return `,"seal_kind":"${kind}","precision_scale":${JSON.stringify(scale)}`;
}

/** Of every closed form. */
const OBSERVABLE = flat(kindText("observable", { of: "value" }));

function solutionMembers({ differential, fieldsHash, members, ofField }: Solution): string {
  const kind = kindText(
    differential ? "observable-differential" : "observable",
    ofField === null ? { of: "value" } : { of: "field", ...ofField },
  );
  return `,"fields_hash":"${fieldsHash}"${kind}${members}`;
}

const RECEIPT_HEAD = flat(
  `"calcond_receipt":{"pulse_hz":${PULSE_HZ},"calcond_seconds":${CALCOND_SECONDS},` +
    `"calcond_ns":${CALCOND_NS},"averaged":`,
);

/**
 * The receipt of the timebase: pulse, period, averaged value, the state that the value is, and the
 * HMAC.
 */
export function calcondReceipt(result: KernelValue, calcProof: string): string {
  const state = result.continuum;
  const continuum = state === null ? "{}" : `{"${state}":${result.value}}`;
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
  const why =
    result.status === "missing" ? { inputError: result.inputError } : { refusal: result.refusal };
  return {
    value: null,
    ...why,
    operator_id: result.operatorId,
    operatorChain: result.operatorChain,
    precisionBound: boundOf(),
    protocol: result.steps,
  };
}
