import * as z from "zod";
import {
  INPUTS_MAX,
  OPERATOR_ID_CHARS_MAX,
  TABLE_GRID_AXES_MAX,
  TABLE_ROWS_MAX,
} from "../../../protocol/limits.js";
import { FIELDS_MODES } from "../../../protocol/solvers/fieldText.js";
import { CSV_TYPE, OCTETS_TYPE } from "../../../protocol/solvers/media.js";
import { writtenColumnSchema, writtenUncertaintySchema } from "../../../protocol/table/written.js";
import {
  computeFields,
  EVALUATION_ERRORS,
  evaluationFields,
  HEX_32_BYTES,
  sealedFields,
  SINCE,
  WORKING,
} from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";
import { EVENTS_TYPE, JSON_TYPE, NDJSON_TYPE } from "../definition/preEncoded.js";
import { tableBodies } from "./tableBodies.js";
import { jobFields, SOLVER_DEADLINE_MS_MAX } from "./solverOperations.js";

const { domain, operators, visibility } = computeFields;
/** 10,000 rows of five columns. */
const TABLE_BODY_BYTES_MAX = 4_194_304;

/** Time for the answer beyond that of the rows. */
const ANSWER_GRACE_MS = 10_000;

const names = z.string().min(1).max(OPERATOR_ID_CHARS_MAX);

/** Columns of a table as a caller writes them, wherever one is asked for. */
export const tableColumns = z
  .record(names, writtenColumnSchema)
  .refine((all) => Object.keys(all).length <= INPUTS_MAX, `at most ${INPUTS_MAX} columns`)
  .meta({ maxProperties: INPUTS_MAX });
export const tableUncertainties = z.record(names, writtenUncertaintySchema);

const rows = z
  .looseObject({
    answered: z.int().min(0).describe("Rows that have a value"),
    values: z
      .array(z.number().nullable())
      .optional()
      .describe("By row, in `unit`; null where refused"),
    uncertainties: z
      .array(z.number().nullable())
      .optional()
      .describe("Standard uncertainty of each row"),
    refused: z
      .array(
        z.looseObject({
          kind: z.string(),
          message: z.string(),
          rows: z.array(z.int().min(0)).describe("Their numbers, from 0"),
        }),
      )
      .describe("Why rows have no value, by reason"),
  })
  .describe("What came of each row");

/** Computes a chain over columns of inputs, and seals one envelope over all rows. */
export const computeTable = defineOperation({
  id: "calc_table",
  method: "POST",
  path: "/api/calc/compute/table",
  since: SINCE,
  summary: "Compute operators over columns of inputs under one seal",
  description:
    "Each column is a constant, a list, or a range: `{from, to, step}` in decimal steps, or " +
    "`{from, to, count, spacing}` with both ends, `linear` or `log`. Any number may be a text with " +
    'its unit, and a range a text, as in `"1 km..9 km:2 km"` or `"1 Hz..1 kHz/log31"`; what is ' +
    "sealed is in SI. Lists and ranges are of one " +
    `length, one row each; those that \`grid\` names, at most ${TABLE_GRID_AXES_MAX}, are combined ` +
    "each with each, the last running fastest. Every row is what the same computation alone gives, " +
    "bit for bit; a row without a value says why and costs nothing. One envelope commits all rows: " +
    "`rows_root` is the RFC 6962 root over them. `value`, `unit` and `uncertainty` are those of the " +
    "first row that has a value. With `solver` in place of operators each row is a job of that " +
    "solver. As `text/event-stream`, or as lines of `application/x-ndjson`, each row is told as it " +
    "comes, in order, with its fields where `fields` asks, and `{result}` or `{error}` ends the " +
    "lines. Who leaves ends the jobs; the same table asked for again takes the rows that were done, " +
    "and tells them from `fromRow` on. As `text/csv` there " +
    "is a line for each row: number, columns, value, uncertainty, unit, kind of refusal; as " +
    "`application/octet-stream` the values of all rows, then their uncertainties, as little-endian " +
    "doubles, NaN where refused. The columns may come as `text/csv` or `application/octet-stream`, too: " +
    "then operators and constants stand in the query, as in `?operators=NM21&m1=5.97e24kg`.",
  auth: "either",
  effect: "seal",
  keyed: true,
  events: true,
  limits: {
    ...WORKING,
    bodyBytesMax: TABLE_BODY_BYTES_MAX,
    deadlineMs: SOLVER_DEADLINE_MS_MAX + ANSWER_GRACE_MS,
  },
  input: z.strictObject({
    domain: domain.optional(),
    operators: operators.optional(),
    solver: names.optional().describe("Id of a solver, in place of operators"),
    inputs: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("What all rows share: of operators numbers or quantities, of a solver of any kind"),
    deadlineMs: jobFields.deadlineMs
      .unwrap()
      .optional()
      .describe("Of a solver: a row that takes longer ends the table without a value"),
    fields: z
      .enum(FIELDS_MODES)
      .optional()
      .describe("Of a solver: samples of each row's fields, told with the row; none by default"),
    fromRow: z
      .int()
      .min(0)
      .max(TABLE_ROWS_MAX - 1)
      .optional()
      .describe(
        "Of rows that are told as they come: the first; a caller who was cut off has the others",
      ),
    columns: tableColumns.meta({
      description: 'By symbol or alias, in SI or with units: {"m1": "3 t", "r": "1 km..9 km:2 km"}',
      maxProperties: INPUTS_MAX,
    }),
    grid: z
      .array(names)
      .min(1)
      .max(TABLE_GRID_AXES_MAX)
      .optional()
      .describe("Columns that are combined each with each; the last runs fastest"),
    uncertainties: tableUncertainties
      .optional()
      .describe("Standard uncertainties (k = 1) by the names of columns: one, or one a row"),
    visibility: visibility.optional(),
  }),
  body: "required",
  bodies: tableBodies,
  output: z.looseObject({
    ...sealedFields,
    rows_count: z.int().min(1).max(TABLE_ROWS_MAX).optional(),
    rows_root: HEX_32_BYTES.optional(),
    rows,
  }),
  produces: [JSON_TYPE, EVENTS_TYPE, NDJSON_TYPE, CSV_TYPE, OCTETS_TYPE],
  errors: ["INSUFFICIENT_INPUTS", "SOLVER_REJECTED", "ENERGY_NOT_CONSERVED", ...EVALUATION_ERRORS],
  examples: [
    {
      summary: "The pull of the Earth on 1 kg at three distances",
      input: {
        operators: ["NM21"],
        columns: { m1: 5.9722e24, m2: 1, r: { from: 6.4e6, to: 8.4e6, step: 1e6 } },
      },
      output: {
        value: 9.7315,
        unit: "N",
        operatorChain: ["KO42", "NM21"],
        rows_count: 3,
        rows: { answered: 3, values: [9.7315, 7.2791, 5.6491], refused: [] },
      },
    },
  ],
  mcp: {
    toolset: "core",
    listed: false,
    description:
      "Evaluate operators over columns of inputs (lists, ranges, grids; up to 10,000 rows) under " +
      "one signed receipt. Needs the caller's API key.",
  },
});

/** One row of a sealed table, with its path to the root that the receipt commits. */
export const receiptRow = defineOperation({
  id: "calc_receipt_row",
  method: "GET",
  path: "/api/receipts/:id/rows/:row",
  since: SINCE,
  summary: "One row of a sealed table, with its proof",
  description:
    "The row's inputs, what came of it, the RFC 6962 path from its leaf to `rows_root`, and the " +
    "receipt that commits that root. The row is computed again when it is asked for.",
  auth: "optional",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({
    id: HEX_32_BYTES.describe("receipt_id: the hash-link in hex"),
    row: z
      .int()
      .min(0)
      .max(TABLE_ROWS_MAX - 1)
      .describe("Its number, from 0"),
  }),
  output: z.looseObject({
    row: z.int().min(0),
    value: evaluationFields.value,
    unit: evaluationFields.unit,
    uncertainty: evaluationFields.uncertainty,
    precision_actual: evaluationFields.precision_actual,
    refused: z.string().optional().describe("Kind of its refusal, where it has no value"),
    inputs: z.record(z.string(), z.number()),
    path: z.array(HEX_32_BYTES).describe("From its leaf to the root of the rows"),
    receipt: z.looseObject({}).describe("Of the table"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: {
        id: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        row: 0,
      },
      output: {
        row: 0,
        value: 9.7315,
        unit: "N",
        inputs: { m1: 5.9722e24 },
        path: [],
        receipt: {},
      },
    },
  ],
  cli: { verb: "receipt-row", positional: ["id", "row"] },
  mcp: {
    toolset: "receipts",
    listed: false,
    description: "One row of a sealed table with its inputs, its proof and the table's receipt.",
  },
});
