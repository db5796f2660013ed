/** Schemas of reactors that several operations share. */
import * as z from "zod";
import { REACTOR_STEPS_MAX } from "../../../protocol/limits.js";
import { ON_FAIL } from "../../../protocol/reactors/types.js";
import { domainLabel, operatorIds, sealedFields } from "../definition/common.js";

export const REACTOR = "/api/calc/reactor";

/** Id of a reactor: `rx_` and 16 bytes in base32. */
export const reactorId = z
  .string()
  .regex(/^rx_[a-z2-7]{26}$/, "must be rx_ and 26 of a-z and 2-7")
  .describe("Id of the reactor");
export const EXAMPLE_REACTOR = "rx_mfrggzdfmztwq2lknnwg23tpoa";
export const EXAMPLE_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

const INPUT_NAMES_MAX = 64;

export const solverId = z
  .string()
  .min(1)
  .max(64)
  .describe("Id of the solver that makes a step, as in heat");
export const chain = operatorIds.describe("Or the operators that make a step");
export const domain = domainLabel;

export const transition = z
  .strictObject({
    inputs: z
      .record(z.string().min(1).max(64), z.unknown())
      .refine((value) => Object.keys(value).length <= INPUT_NAMES_MAX, "at most 64 names")
      .describe(
        "By name: a text is a CEL expression over x (state), u (what the step is given) and n (steps so " +
          "far); `none` leaves the input out; a number, list or object stands for itself; a text as a value " +
          "is '...' in quotes",
      ),
  })
  .describe("How the inputs of a step follow from the state");

export const state = z
  .record(z.string().min(1).max(128), z.unknown())
  .describe(
    "value, the solver's outputs by name, and `state` of a solver that goes on from one of its own",
  );

export const onFail = z
  .enum(ON_FAIL)
  .describe("What a step without a value does: halt the reactor, or leave it where it is");
export const maxSteps = z
  .int()
  .min(1)
  .max(REACTOR_STEPS_MAX)
  .describe("The reactor is finished after so many");

export const drive = z.unknown().describe("What drives the step, as u of the expressions");
export const stepNumber = z.int().min(0).max(REACTOR_STEPS_MAX);

export const reactorStatus = z.string().describe("open, halted, finished or closed");
export const head = z
  .looseObject({ seq: z.int(), hash: z.string() })
  .describe("Last row of its log");

export const stepFields = {
  reactor: reactorId,
  n: stepNumber.describe("Steps so far"),
  x: state,
  status: reactorStatus,
  head: head.describe("Row of the step"),
  calcond: z.int(),
  envelope: z.looseObject(sealedFields).describe("The sealed answer of the solver"),
};

export const reactorFields = {
  reactor: reactorId,
  name: z.string().nullable(),
  machine: z.string().nullable().describe("Machine whose roles hold for it"),
  status: reactorStatus,
  n: stepNumber,
  program: z.looseObject({}),
  programHash: z.string().describe("sha256 over the program"),
  createdCalcond: z.int(),
  head,
};

const EXAMPLE_PROGRAM = {
  schema: "calc-reactor/1",
  solver: null,
  operators: ["NM19"],
  domain: null,
  transition: { inputs: { m: 2, a: "x.value / 4.0 + u" } },
  onFail: "halt",
  maxSteps: 1000,
};

export const exampleReactor = {
  reactor: EXAMPLE_REACTOR,
  name: null,
  machine: null,
  status: "open",
  n: 0,
  program: EXAMPLE_PROGRAM,
  programHash: EXAMPLE_HASH,
  createdCalcond: 2311000000,
  head: { seq: 0, hash: EXAMPLE_HASH },
};

export const exampleStep = {
  reactor: EXAMPLE_REACTOR,
  n: 1,
  x: { value: 6 },
  status: "open",
  head: { seq: 1, hash: EXAMPLE_HASH },
  calcond: 2311000001,
  envelope: { value: 6, unit: "N", receipt_id: EXAMPLE_HASH },
};
