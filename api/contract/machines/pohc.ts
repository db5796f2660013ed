import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";
import {
  BOUNDED_READING,
  EXAMPLE_HASH,
  exampleHead,
  extentFields,
  headFields,
  rowFields,
  slug,
  VIEWER,
} from "./stateLogCommon.js";

const ROWS_MAX = 1_000;

const pass = z.boolean().nullable().describe("Null where there was nothing to check");
const layerShape = z.looseObject({ pass, checked: z.int() });
const PASSED = { pass: true, checked: 2 } as const;

/** Checks the log of a machine as a whole. */
export const statePohcValidate = defineOperation({
  id: "calc_state_validate",
  method: "GET",
  path: "/api/state/:slug/pohc/validate",
  since: SINCE,
  summary: "Check a machine's log: links, payloads, checkpoints, and the five layers",
  description:
    "Reads all rows, one after the other, in constant memory. `firstBad` is the first row that breaks a rule. " +
    "`checkpointsMatched` counts the signed checkpoints that the rows agree with. " +
    `${BOUNDED_READING} \`valid\` and \`pass\` are false before all rows were read.`,
  auth: VIEWER,
  effect: "read",
  limits: { ...WORKING, deadlineMs: 600_000 },
  input: z.strictObject({ slug }),
  output: z.looseObject({
    valid: z.boolean(),
    ...extentFields,
    rows: z.int().describe("Rows that were read"),
    head: z.looseObject(headFields),
    layers: z.looseObject({
      "pulse-attestation": layerShape,
      "phase-agreement": layerShape,
      "hash-linkage": layerShape,
      "operator-coverage": layerShape,
      "energy-record": layerShape,
    }),
    firstBad: z
      .looseObject({
        seq: z.int(),
        rule: z.string(),
        expected: z.string(),
        got: z.string(),
      })
      .optional(),
    checkpointsMatched: z.int(),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { slug: "oven-north" },
      output: {
        valid: true,
        complete: true,
        next: null,
        rows: 2,
        head: exampleHead,
        layers: {
          "pulse-attestation": PASSED,
          "phase-agreement": { pass: null, checked: 0 },
          "hash-linkage": PASSED,
          "operator-coverage": { pass: null, checked: 0 },
          "energy-record": { pass: null, checked: 0 },
        },
        checkpointsMatched: 0,
      },
    },
  ],
  cli: { verb: "state validate", positional: ["slug"], verdict: true },
  mcp: {
    toolset: "node",
    listed: false,
    description: "Check a machine's hash-linked log, layer by layer.",
  },
});

/** As lines of NDJSON have it, or as an answer has it: what stands beside what is hashed is no matter. */
const row = z.looseObject(rowFields);
const given = z.union([
  z.strictObject({
    row: row.describe("A row as the log has it"),
    core: z.looseObject({}).optional().describe("Core of the envelope sealed with it"),
    payload: z.unknown().optional(),
  }),
  row,
]);

const layerInput = z.strictObject({
  machine: z
    .string()
    .min(4)
    .max(64)
    .optional()
    .describe("Slug of a machine, or id of a machine, contract, reactor or channel"),
  fromSeq: z.int().min(0).optional().describe("The first row; 0 if absent"),
  toSeq: z.int().min(0).optional().describe("The last row; the last of all if absent"),
  rows: z
    .array(given)
    .min(1)
    .max(ROWS_MAX)
    .optional()
    .describe("Rows themselves, instead of a machine: in their order"),
});

const layerOutput = z.looseObject({
  layer: z.string(),
  pass,
  ...extentFields,
  checked: z.int().describe("Rows that had something to check"),
  failures: z
    .array(z.looseObject({ seq: z.int(), why: z.string() }))
    .describe("At most 100, the first ones"),
});

interface LayerWords {
  readonly layer: string;
  readonly verb: string;
  readonly summary: string;
  readonly why: string;
}

function layerOperation(id: string, { layer, summary, verb, why }: LayerWords) {
  return defineOperation({
    id,
    method: "POST",
    path: `/api/protocol/pohc/${layer}`,
    since: SINCE,
    summary,
    description:
      "Of a machine, contract, reactor or channel of this node that the caller may see, or of rows that are given. " +
      `${BOUNDED_READING} \`pass\` is false before all rows were read.`,
    auth: "optional",
    effect: "read",
    limits: { ...WORKING, deadlineMs: 600_000, bodyBytesMax: 4_194_304 },
    input: layerInput,
    body: "required",
    output: layerOutput,
    errors: ["NOT_FOUND", "INVALID_INPUT"],
    examples: [
      {
        input: { machine: "oven-north" },
        output: { layer, pass: true, complete: true, next: null, checked: 2, failures: [] },
      },
      {
        summary: "A log that fails this layer alone",
        input: { machine: "oven-north", fromSeq: 7, toSeq: 7 },
        output: {
          layer,
          pass: false,
          complete: true,
          next: null,
          checked: 1,
          failures: [{ seq: 7, why }],
        },
      },
    ],
    cli: { verb: `pohc ${verb}`, positional: ["machine"] },
    mcp: { toolset: "node", listed: false, description: summary },
  });
}

export const pohcPulse = layerOperation("calc_pohc_pulse", {
  layer: "pulse-attestation",
  verb: "pulse",
  summary: "Check the time of rows: calcond from nanoseconds, never back, not behind a checkpoint",
  why: "calcond: 2310986020 expected, 2310986021 got",
});
export const pohcPhase = layerOperation("calc_pohc_phase", {
  layer: "phase-agreement",
  verb: "phase",
  summary: "Check that phase and R_t of what was sealed agree with the time of its row",
  why: "phase: 0.25 expected, 0.75 got",
});
export const pohcLinkage = layerOperation("calc_pohc_linkage", {
  layer: "hash-linkage",
  verb: "linkage",
  summary: "Check hashes: each row's link, payloads that are kept, the tree and its checkpoints",
  why: `prev: ${EXAMPLE_HASH} expected, 00 got`,
});
export const pohcCoverage = layerOperation("calc_pohc_coverage", {
  layer: "operator-coverage",
  verb: "coverage",
  summary: "Check the operators of what was sealed: KO42 first, at most four, all of the registry",
  why: 'operatorChain: KO42 first and only there expected, ["NM21"] got',
});
export const pohcEnergy = layerOperation("calc_pohc_energy", {
  layer: "energy-record",
  verb: "energy",
  summary: "Check credits against the price rule, and recorded drift of conserved quantities",
  why: "credits: 3 expected, 2 got",
});
