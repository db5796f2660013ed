import * as z from "zod";
import { BODY_BYTES_MAX, VERSION_CHARS_MAX } from "../../../protocol/limits.js";
import { CORE_MEMBERS } from "../../../protocol/seal/members.js";
import { SINCE, sealedFields, verdict } from "../definition/common.js";
import { envelope } from "./envelopeCommon.js";
import { defineOperation } from "../definition/operation.js";

const version = z.string().min(1).max(VERSION_CHARS_MAX);
const precision = z.number().min(0);

/** What the call names itself; everything beside it is taken for a member of the envelope. */
export const CHAIN_VERIFY_FIELDS = [
  "envelope",
  "engine_version",
  "precision_actual",
  "precision_bound",
  "generation",
] as const;

/** Names by which a receipt, an answer, a token or a bare envelope is known for one. */
export const ENVELOPE_MEMBERS: ReadonlySet<string> = new Set([
  ...CHAIN_VERIFY_FIELDS,
  ...Object.keys(sealedFields),
  ...Object.keys(envelope.shape),
  // Of a receipt, and of the core its hash-link covers.
  "core",
  "prev",
  "inputs",
  ...Object.keys(CORE_MEMBERS),
  "precision_scale",
  // As older interfaces call them.
  "masterSum",
  "calcondTick",
]);

/** Which generation an envelope is of, and whether its links hold. */
export const chainVerify = defineOperation({
  id: "calc_tally_verify",
  method: "POST",
  path: "/api/chain/:slug/tally/verify",
  since: SINCE,
  summary: "Check an envelope's hash-link and name its generation: v3, v1 or pre_genesis",
  description:
    "Takes a receipt, a compute answer, or an envelope of `core` and `prev`, under `envelope`. " +
    "Beside it, engine_version, precision_actual and precision_bound are held against what it " +
    "says. Arithmetic and signatures only: the value is computed again by /api/calc/verify, so the " +
    "verdict is sound or invalid. An " +
    "older generation is reported as such, not as broken; one that does not exist is refused, " +
    "and so is a body that holds nothing of an envelope.",
  auth: "optional",
  effect: "read",
  limits: { bodyBytesMax: BODY_BYTES_MAX, deadlineMs: 30_000, rate: "default" },
  input: z.looseObject({
    slug: z
      .string()
      .min(1)
      .max(64)
      .describe("The chain: `self` for this node's own, or a machine's slug"),
    envelope: z
      .looseObject({})
      .optional()
      .describe(
        "A receipt, a compute answer, or {core, prev, calcProof?}; its members may also stand beside these",
      ),
    engine_version: version
      .optional()
      .describe("Version of the arithmetic that it is said to be of"),
    precision_actual: precision
      .optional()
      .describe("Relative numerical error that it is said to have"),
    precision_bound: precision.optional().describe("Bound that it is said to have been held to"),
  }),
  body: "required",
  output: z.looseObject({
    verdict,
    valid: z
      .boolean()
      .nullable()
      .describe(
        "True when the hash-link, or for pre_genesis what stands in its place, holds and " +
          "nothing contradicts it: that a node signed it only the checks named signature and " +
          "inclusion say. Null when nothing could be checked",
      ),
    generation: z.enum(["v3", "v1", "pre_genesis"]),
    detail: z.string().describe("What was checked, and what was not"),
    checks: z.array(
      z.looseObject({ name: z.string(), ok: z.boolean().nullable(), detail: z.string() }),
    ),
    token_id: z
      .string()
      .nullable()
      .describe("The hash-link as computed, hex; null where the generation has none"),
    chain: z.looseObject({
      slug: z.string(),
      kind: z
        .enum(["node", "machine"])
        .nullable()
        .describe("Null for a chain this node does not know"),
      holds: z
        .boolean()
        .nullable()
        .describe(
          "Whether this node sealed it; of a machine, whether its key computed it, which only its " +
            "owner is told. Null where it cannot say, or may not",
        ),
    }),
  }),
  errors: ["INVALID_INPUT"],
  examples: [
    {
      summary: "An envelope from before the hash-links",
      input: { slug: "self", envelope: { value: 3 } },
      output: {
        verdict: "sound",
        valid: null,
        generation: "pre_genesis",
        detail: "pre_genesis: an envelope of the oldest generation, not broken",
        checks: [],
        token_id: null,
        chain: { slug: "self", kind: "node", holds: null },
      },
    },
  ],
  cli: { verb: "tally verify", positional: ["slug"], document: "envelope", verdict: true },
  mcp: {
    toolset: "receipts",
    listed: false,
    description:
      "Check an envelope's hash-link, proof and signature, and name its generation; the value is not computed again.",
  },
});
