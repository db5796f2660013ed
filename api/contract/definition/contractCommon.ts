/** Schemas of contracts that several operations share. */
import * as z from "zod";
import { EVENT_TYPE_PATTERN } from "../../../protocol/contracts/program.js";

export const CONTRACTS = "/api/contracts";

/** Id of a contract: `ct_` and 16 bytes in base32. */
export const CONTRACT_ID_PATTERN = /^ct_[a-z2-7]{26}$/;

export const contractId = z
  .string()
  .regex(CONTRACT_ID_PATTERN, "must be ct_ and 26 of a-z and 2-7")
  .describe("Id of the contract");
export const EXAMPLE_CONTRACT = "ct_mfrggzdfmztwq2lknnwg23tpoa";
export const EXAMPLE_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

export const program = z
  .looseObject({})
  .describe(
    "A program calc-contract/1 {name, params, inputs, trigger, compute, machine}: states with guards in CEL",
  );

export const eventType = z
  .string()
  .regex(EVENT_TYPE_PATTERN, "a small letter, then at most 63 of a-z 0-9 . _ -")
  .describe("What happened; that of the program's trigger where none is given");

export const eventData = z
  .record(z.string().min(1).max(64), z.unknown())
  .describe("Inputs of the program by name, in the units that it states");

const status = z.string().describe("open, paused, insufficient_balance or closed");
const state = z.string().describe("State of its machine");
const context = z.looseObject({});

export const head = z
  .looseObject({ seq: z.int(), hash: z.string() })
  .describe("Last row of its log");

export const contractPrice = z.looseObject({
  credits: z.int().describe("The most that a transition costs"),
  least: z.int().optional().describe("The least, where the inputs of a solver decide"),
  computes: z.int().describe("Of a firing. One that moves pays for the dearest of them"),
  dayWorkMs: z
    .int()
    .describe(
      "Processor time of the account and a day of UTC: the other computes, and all of a firing that holds, " +
        "count against it",
    ),
});

/** What a program may not mean: it is deployed all the same. */
export const programNotices = z
  .array(z.looseObject({ pointer: z.string(), position: z.int(), message: z.string() }))
  .optional()
  .describe("What may not be meant: a number beside a reading whose unit is none of SI");

export const contractFields = {
  contract: contractId,
  name: z.string(),
  machine: z.string().nullable().describe("Machine whose roles hold for it"),
  status,
  state,
  context,
  version: z.int().describe("Of its program; If-Match of a change"),
  programHash: z.string(),
  trigger: z.looseObject({ type: z.string() }),
  nextCalcond: z.int().nullable().describe("When it fires by itself"),
  events: z.int(),
  transitions: z.int(),
  faults: z.int(),
  fault: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  credits: z.int().describe("Burned by its transitions"),
  createdCalcond: z.int(),
  price: contractPrice,
  head,
};

export const problem = z.looseObject({
  pointer: z.string().describe("JSON Pointer into the program"),
  code: z.string(),
  message: z.string(),
  position: z.int().optional().describe("Place in the text of an expression"),
});

const result = z.looseObject({
  as: z.string(),
  value: z.number(),
  unit: z.string(),
  uncertainty: z.number(),
});
const emitted = z.looseObject({ type: z.string(), data: z.looseObject({}) });

export const stepFields = {
  kind: z
    .enum(["ignored", "held", "moved", "fault"])
    .describe(
      "ignored: none of its events, or a window not full. held: no guard was true. moved: a transition. " +
        "fault: no decision, and nothing changed",
    ),
  event: z.looseObject({ type: z.string(), seq: z.int(), data: z.looseObject({}) }),
  calcond: z.int(),
  agg: z.looseObject({ value: z.number(), count: z.int() }).nullable(),
  from: z.string(),
  to: z.string(),
  context,
  results: z.array(result),
  emitted: z.array(emitted),
  fault: z
    .looseObject({ code: z.string(), message: z.string(), pointer: z.string().nullable() })
    .nullable(),
};

export const EXAMPLE_PROGRAM = {
  schema: "calc-contract/1",
  name: "Too fast",
  params: { limit: { type: "double", unit: "m/s", default: 30 } },
  inputs: { v: { type: "double", unit: "m/s" } },
  trigger: { type: "on-event", event: "reading" },
  machine: {
    initial: "nominal",
    states: {
      nominal: { on: [{ guard: "input.v > params.limit", target: "alert" }] },
      alert: { on: [{ guard: "input.v < params.limit - 2.0", target: "nominal" }] },
    },
  },
};

export const exampleStep = {
  kind: "moved",
  event: { type: "reading", seq: 1, data: { v: 31 } },
  calcond: 2311000001,
  agg: null,
  from: "nominal",
  to: "alert",
  context: {},
  results: [],
  emitted: [],
  fault: null,
} as const;

export const exampleContract = {
  contract: EXAMPLE_CONTRACT,
  name: "Too fast",
  machine: null,
  status: "open",
  state: "nominal",
  context: {},
  version: 1,
  programHash: EXAMPLE_HASH,
  trigger: { type: "on-event", event: "reading" },
  nextCalcond: null,
  events: 0,
  transitions: 0,
  faults: 0,
  fault: null,
  credits: 0,
  createdCalcond: 2311000000,
  price: { credits: 1, computes: 0, dayWorkMs: 600_000 },
  head: { seq: 0, hash: EXAMPLE_HASH },
};
