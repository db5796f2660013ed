/** Schemas of streams that several operations share. */
import * as z from "zod";
import {
  LINK_CALCONDS_MAX,
  SUB_TICKS_MAX,
  TICK_INTERVAL_CALCONDS_MAX,
} from "../../../protocol/limits.js";
import { domainLabel, operatorIds } from "../definition/common.js";
import { channelId, EXAMPLE_CHANNEL } from "./streamSocket.js";

export const LEGACY_CHANNELS = "/api/calc/stream/channels";
export const CHANNELS = "/api/calc/streams";

const anyInputs = z
  .record(z.string().min(1).max(64), z.unknown())
  .refine((value) => Object.keys(value).length <= 256, "at most 256 names")
  .describe("Inputs by name: numbers for operators, what its card says for a solver")
  .meta({ maxProperties: 256 });

const contractSchema = z
  .strictObject({
    solver: z.string().min(1).max(64).optional().describe("Id of a solver, as in heat"),
    operators: operatorIds.optional(),
    domain: domainLabel.optional(),
    inputs: anyInputs.default({}),
    subTicks: z
      .int()
      .min(0)
      .max(SUB_TICKS_MAX)
      .default(0)
      .describe("Results between two ticks, neither sealed nor paid for, linked into tickRoot"),
  })
  .refine(
    ({ operators, solver }) => (operators === undefined) !== (solver === undefined),
    "name either a solver or operators",
  )
  .describe("What each tick computes");

const interval = z
  .int()
  .min(1)
  .max(TICK_INTERVAL_CALCONDS_MAX)
  .describe("Calconds between two ticks, at most a day (111197)");
const templateText = z
  .string()
  .max(65_536)
  .describe(
    "Text with {{value}}, {{unit}}, {{uncertainty}}, {{calcond}}, {{phase}}, {{token}}, {{proof}}, " +
      "{{tick}}, {{operators}} and {{inputs.name}}, each escaped for the content type",
  );
const contentType = z.string().min(3).max(128).describe("Media type of what a template makes");

export const channelOptions = {
  contract: contractSchema,
  tickIntervalCalconds: interval,
  autotick: z.boolean().describe("The node ticks it, as long as its owner has credits"),
  template: templateText,
  contentType,
};

export const expiresInCalconds = z
  .int()
  .min(1)
  .max(LINK_CALCONDS_MAX)
  .describe("How long the link is good, at most a week (777700)");

export const tickInputs = anyInputs.optional();
export const id = channelId;

export const channelFields = {
  id: channelId,
  name: z.string().nullable(),
  status: z.string().describe("open, insufficient_balance, refused or closed"),
  public: z.boolean(),
  contract: z.looseObject({}),
  programHash: z.string().describe("sha256 over the contract"),
  tickIntervalCalconds: z.int(),
  autotick: z.boolean(),
  outputFormat: z.string(),
  contentType: z.string(),
  template: z.string().nullable(),
  createdCalcond: z.int(),
  ticks: z.int().describe("Ticks so far; the number of the last one"),
  missed: z.int().describe("Ticks by itself that fell into a time in which the node did not run"),
  lastCalcond: z.int().nullable(),
  nextCalcond: z.int().nullable().describe("Null where it may tick at once"),
  head: z.looseObject({ seq: z.int(), hash: z.string() }).describe("Last row of its log"),
};

export const exampleChannel = {
  id: EXAMPLE_CHANNEL,
  name: "falling",
  status: "open",
  public: false,
  contract: { operators: ["NM19"], inputs: { m: 2, a: 9.8 }, subTicks: 0 },
  programHash: "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945",
  tickIntervalCalconds: 1,
  autotick: false,
  outputFormat: "json",
  contentType: "application/json",
  template: null,
  createdCalcond: 2311000000,
  ticks: 0,
  missed: 0,
  lastCalcond: null,
  nextCalcond: null,
  head: { seq: 0, hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" },
};
