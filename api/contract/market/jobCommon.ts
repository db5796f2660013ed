/** What operations of jobs share. */
import * as z from "zod";
import { JOB_REPLICAS_MAX } from "../../../protocol/limits.js";
import { DRAWN_MAX, JOB_CALCONDS_MAX, JOB_CALCONDS_MIN } from "../../../protocol/market/terms.js";
import { hexDigits } from "../definition/common.js";
import { tableColumns, tableUncertainties } from "../compute/table.js";
import { standing } from "../mesh/witness.js";

export const JOBS = "/api/jobs";

export const orderId = z
  .string()
  .regex(/^job_[0-9a-f]{16}$/, "must be the id of a job, as in job_0123456789abcdef")
  .describe("Id of a job, as in job_0123456789abcdef");
export const meshJob = hexDigits(64).describe(
  "Id of a part on the mesh: of the event that opened it",
);
export const nodeKey = hexDigits(64).describe("Public key of a node");

/** The request, and how often it is computed. */
export const jobFields = {
  operators: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(4)
    .optional()
    .describe("Operator ids; KO42 is added when left out"),
  solver: z.string().min(1).max(64).optional().describe("Id of a solver, in place of operators"),
  inputs: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Values by symbol, in SI or with units; the body of the solver"),
  columns: tableColumns
    .optional()
    .describe(
      "Of a table, in place of inputs: a number, a list, or a range for each input, in SI or with units",
    ),
  grid: z.array(z.string()).optional().describe("Axes of a table: every combination of them"),
  uncertainties: tableUncertainties
    .optional()
    .describe("Standard uncertainties of columns: a number, or one for each row"),
  class: z
    .enum(["replicated", "economy"])
    .default("replicated")
    .describe(
      "replicated: k nodes compute it and have to agree; economy: one that has earned trust",
    ),
  k: z
    .int()
    .min(2)
    .max(Math.min(JOB_REPLICAS_MAX, DRAWN_MAX))
    .default(2)
    .describe("Results that have to agree in a replicated job"),
  deadline: z
    .int()
    .min(JOB_CALCONDS_MIN)
    .max(JOB_CALCONDS_MAX)
    .optional()
    .describe("Calconds from now to the last one in which a result counts; 772 (ten minutes)"),
};

const shard = z.looseObject({
  job: z.string().nullable().describe("Its id on the mesh; null before it was said"),
  rows: z.int().nullable().describe("Of a table; null for a single computation"),
  phase: z
    .enum(["locked", "open", "called", "revealing", "done", "failed", "expired", "cancelled"])
    .describe("locked: paid for and not said yet"),
  locked: z.int(),
  spent: z.int(),
  returned: z.int(),
  replicas: z.int().describe("Equal results that it takes; 1: one node alone"),
  result: z.string().nullable().describe("sha256 of the result"),
  why: z.string().nullable(),
  standing: standing.nullable().describe("Of its settlement, before that of its opening"),
  beacon: z
    .looseObject({
      kind: z
        .enum(["quorum", "node", "unknown"])
        .describe("`node`: too few witnesses were there, and one node's word was drawn with"),
      by: z.array(z.string()).describe("Nodes whose words it is of"),
      fault: z.string().nullable().describe("Why the draw does not follow from it"),
    })
    .nullable()
    .describe("What the nodes were drawn with; null before"),
  wrong: z.boolean().describe("Computed again by this node, its result was another"),
  others: z
    .int()
    .nullable()
    .describe(
      "Others that ever agreed with one of the nodes that agree, this node among them where it " +
        "computed a result itself; 0: they vouch for each other alone. Null without a result",
    ),
  nodes: z.array(
    z.looseObject({
      node: z.string(),
      stage: z.enum(["called", "claimed", "committed", "revealed", "lost"]),
      agrees: z.boolean().nullable(),
      standing: standing.nullable().describe("Of the event that reveals its result"),
      token: z.string().nullable().describe("Its receipt, which anyone may fetch"),
      credits: z.int().describe("What it is paid"),
      withheld: z.boolean().describe("Its bond is withheld: a result of it was wrong"),
    }),
  ),
});

export const jobAnswer = {
  id: z.string(),
  state: z
    .enum(["open", "done", "failed", "expired", "cancelled"])
    .describe("done: every part has a result"),
  chain: z.array(z.string()),
  class: z.enum(["replicated", "economy"]),
  k: z.int(),
  createdCalcond: z.int(),
  deadline: z.int().describe("The last calcond in which a result counts"),
  funding: z.enum(["free", "paid", "allowance"]).describe("Which credits are locked"),
  locked: z.int().describe("Credits still set aside"),
  spent: z.int(),
  returned: z.int(),
  parts: z.int(),
  ended: z.int(),
  value: z.number().nullable().describe("Of a single computation that is done"),
  unit: z.string().nullable(),
};
export const jobWithShards = { ...jobAnswer, shards: z.array(shard) };

export const EXAMPLE_ORDER = "job_0123456789abcdef";
export const EXAMPLE_JOB = {
  id: EXAMPLE_ORDER,
  state: "open" as const,
  chain: ["KO42", "NM21"],
  class: "replicated" as const,
  k: 2,
  createdCalcond: 2_310_461_010,
  deadline: 2_310_461_782,
  funding: "free" as const,
  locked: 6,
  spent: 0,
  returned: 0,
  parts: 1,
  ended: 0,
  value: null,
  unit: null,
};
