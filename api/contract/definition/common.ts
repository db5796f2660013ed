/**
 * Schemas several operations share. Requests are strict, answers open: later versions add fields to
 * answers.
 */
import * as z from "zod";
import {
  BODY_BYTES_MAX,
  INPUTS_MAX,
  OPERATOR_ID_CHARS_MAX,
  OPERATORS_LISTED_MAX,
} from "../../../protocol/limits.js";
import { VERDICTS } from "../../../protocol/seal/verdict.js";
import type { Limits } from "./operation.js";

export const SINCE = "1.287.0";

/** Answers from memory: a second is generous. */
export const QUICK: Limits = { bodyBytesMax: BODY_BYTES_MAX, deadlineMs: 1_000, rate: "default" };
/** Evaluates or checks something, and may wait for a commit. */
export const WORKING: Limits = {
  bodyBytesMax: BODY_BYTES_MAX,
  deadlineMs: 30_000,
  rate: "default",
};

/** Checks something held, which may be larger than any body. */
export const CHECKING: Limits = {
  ...WORKING,
  larger: "`calc verify FILE` checks receipts of up to 48 MiB on your own machine",
};

/** A rule about a text that says in words what is wrong. @param fault null where nothing is */
export function writtenAs(fault: (text: string) => string | null) {
  return (text: string, context: z.RefinementCtx<string>): void => {
    const message = fault(text);
    if (message !== null) context.addIssue({ code: "custom", message });
  };
}

/** Exactly so many lower-case hex digits. */
export function hexDigits(digits: number) {
  return z
    .string()
    .regex(
      new RegExp(`^[0-9a-f]{${digits}}$`),
      `must be ${digits} lower-case hex digits (0-9, a-f)`,
    );
}

export const HEX_32_BYTES = hexDigits(64).describe("32 bytes in lower-case hex");

const operatorId = z.string().min(1).max(OPERATOR_ID_CHARS_MAX);

export const operatorIds = z
  .array(operatorId)
  .min(1)
  .max(OPERATORS_LISTED_MAX)
  .describe(
    "Operator ids: 1 to 3 domain operators, evaluated in order; KO42 stands first and is added when " +
      "left out",
  );
export const oneOperator = operatorId.describe("An operator id, as in NM21");

const UNIT_WANTED =
  'a number in SI stands without quotes, as in 2.5; a text has its unit, as in "384400 km"';

/** A number in SI, or a text with its unit. */
export const quantityValue = z.union(
  // A number in quotes is a mistake of its writer more often than a quantity without a unit.
  [z.number(), z.string().refine((text) => /[^\d\s.,+_eE-]/.test(text), UNIT_WANTED)],
  'expected a number in SI, or a text with its unit as in "384400 km"',
);

const numbers = (about: string) =>
  z
    .record(z.string().min(1).max(OPERATOR_ID_CHARS_MAX), quantityValue)
    .refine((value) => Object.keys(value).length <= INPUTS_MAX, `at most ${INPUTS_MAX} names`)
    .describe(about)
    .meta({ maxProperties: INPUTS_MAX });

export const inputNumbers = numbers(
  'SI values by symbol or alias, as in {"m1": 5.9722e24}, or "384400 km"',
);
const uncertaintyNumbers = z
  .record(z.string().min(1).max(OPERATOR_ID_CHARS_MAX), z.union([z.number().min(0), z.string()]))
  .refine((value) => Object.keys(value).length <= INPUTS_MAX, `at most ${INPUTS_MAX} names`)
  .describe("Standard uncertainties (k = 1)")
  .meta({ maxProperties: INPUTS_MAX });
export const domainLabel = z.string().max(OPERATOR_ID_CHARS_MAX).describe("Physics domain label");
export const visibility = z
  .enum(["private", "record", "shared"])
  .describe(
    "private: only its hash leaves the node; record: digests listed; shared: " +
      "anyone may fetch and re-run it",
  );

export const unitWanted = z.string().describe("A unit, as in km/h");

/** A value in the unit that was asked for. */
export const inUnit = z
  .looseObject({
    value: z.number(),
    unit: z.string(),
    uncertainty: z.number(),
    factor: z.string().describe("SI value of one such unit, exact, as in 5/18"),
  })
  .describe("The result in the unit that was asked for; `value` is in SI, and is what is sealed");

/** The body of a computation. */
export const computeFields = {
  domain: domainLabel.optional(),
  operators: operatorIds,
  inputs: inputNumbers.default({}),
  uncertainties: uncertaintyNumbers.optional(),
  visibility: visibility.optional(),
};

export const refusal = z
  .looseObject({
    kind: z
      .string()
      .describe("What the equation is, or what stopped it: inequality, domain-error, ..."),
    message: z.string(),
    values: z
      .array(z.number())
      .optional()
      .describe("Of a multi-result: the results that were found, ascending, in SI"),
    operator_id: z.string().optional(),
  })
  .describe("Why there is no number");

export const inputError = z.looseObject({
  code: z.string().describe("MISSING_INPUT"),
  message: z.string().describe("Names the missing input and its accepted aliases"),
  missing: z.string().describe("Canonical name of the missing input"),
  accepts: z.string().describe("Comma-separated aliases"),
});

export const inclusionProof = z
  .looseObject({
    index: z.int().min(0).describe("Place of the envelope in its commit window"),
    count: z.int().min(1).describe("Envelopes in the window"),
    path: z.array(z.string()).describe("RFC 6962 inclusion path, at most 8 hashes in hex"),
  })
  .describe("Inclusion path and the signed seal event's header");

/** Codes of every operation that evaluates a chain or an equation for its caller. */
export const EVALUATION_ERRORS = [
  "UNKNOWN_OPERATOR",
  "OPERATOR_CHAIN",
  "DUPLICATE_INPUT",
  "INVALID_INPUT",
  "DID_NOT_CONVERGE",
] as const;

/**
 * What an evaluation answers, sealed or not. Every field is absent or null where nothing was
 * computed.
 */
export const evaluationFields = {
  value: z.number().nullable().describe("The result; null when refused"),
  unit: z
    .string()
    .nullable()
    .optional()
    .describe("SI unit; null when a symbol has no known dimension"),
  uncertainty: z.number().nullable().optional().describe("Standard uncertainty (k = 1), in `unit`"),
  uncertainty_source: z.string().optional().describe("gum or numerical"),
  precision_actual: z
    .number()
    .nullable()
    .optional()
    .describe("Numerical error as a part of what `precision_scale` names"),
  precision_scale: z
    .looseObject({ of: z.enum(["value", "field"]) })
    .optional()
    .describe("What `precision_actual` is relative to: the value, or a scale of its field"),
  seal_kind: z
    .enum(["observable", "observable-differential"])
    .optional()
    .describe("`observable`: within the bound of the value itself; else of a stated mesh or field"),
  operator_id: z.string().optional(),
  operatorChain: z.array(z.string()).optional().describe("KO42 at index 0"),
  equations: z
    .array(z.string())
    .optional()
    .describe("Equations with the inputs substituted; KO42's at index 0"),
  master_sum: z.looseObject({}).nullable().optional(),
  masterEquation: z.string().optional(),
  R_t: z.number().nullable().optional().describe("1 + 1e-3 sin(2 pi phase) at the seal's instant"),
  phase: z.number().nullable().optional().describe("In [0, 1)"),
  calcond: z.int().nullable().optional().describe("Ticks of 777000777 ns since 1970"),
  precisionBound: z.number().optional(),
  calcond_averaged: z.number().nullable().optional(),
  assumed: z.looseObject({}).optional().describe("Standard conditions used and declared back"),
  inputError: inputError.optional(),
  refusal: refusal.optional(),
};

export const sealedFields = {
  ...evaluationFields,
  calcProof: z
    .string()
    .optional()
    .describe("HMAC-SHA256 over the hash-link, hex; its issuer can check it"),
  calcond_receipt: z.looseObject({}).optional(),
  receipt_id: z.string().optional().describe("The hash-link in hex"),
  proof: inclusionProof.optional(),
  public_key: z.string().optional().describe("Ed25519 key of the sealing node, hex"),
  visibility: visibility.optional(),
  unsealed_reason: z.string().optional().describe("Why a result carries no receipt"),
};

/** A receipt, or a compute answer handed back whole. */
export const receiptInput = z.looseObject({
  receipt_id: z
    .string()
    .optional()
    .describe("Alone: a receipt this node holds and the caller may see"),
});

export const verdict = z
  .enum(VERDICTS)
  .describe(
    "valid: every check holds and computing it again gave what it says. sound: hashes, path and " +
      "signature hold, and the value was not checked, for the reasons given. invalid: a check " +
      "failed",
  );

export const verdictFields = {
  verdict,
  valid: z.boolean().describe("Whether the verdict is `valid`"),
  checks: z
    .array(z.looseObject({ name: z.string(), ok: z.boolean().nullable() }))
    .describe("Every check; null where it cannot be made here, and the detail says why"),
  reasons: z.array(z.string()).describe("What failed, or was not checked; empty when it is valid"),
};

/** Of any length: what is no signature is answered as a wrong one is. */
export const linkSignature = z
  .string()
  .describe("Signature of a link, which opens this channel until it ends");
