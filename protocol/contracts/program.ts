/** The format `calc-contract/1`: what a program may hold, and its hash. */
import * as z from "zod";
import { canonicalize } from "../encoding/jcs.js";
import type { Crypto, JsonObject } from "../ports.js";

export const PROGRAM_SCHEMA = "calc-contract/1";

export const PROGRAM_LIMITS = {
  /** Of the canonical text. */
  bytes: 32_768,
  states: 64,
  transitions: 256,
  computes: 8,
  params: 32,
  inputs: 32,
  /** Parts of all expressions together. */
  nodes: 2_000,
  /** Steps of the longest firing. */
  steps: 300_000,
  /** Of the canonical text of a context. */
  contextBytes: 4_096,
  /** Events of a window of an aggregate. */
  windowEvents: 10_000,
  /** Events that one event from outside may lead to. */
  emittedOfRoot: 16,
  emitsOfTransition: 16,
  operators: 4,
  /** A day. */
  everyCalconds: 111_197,
  /** Firings that are made up for after a time without the node. */
  caughtUp: 100,
} as const;

/** Three hours less a little: what is missed longer is not made up for, unless a program says so. */
export const CATCH_UP_CALCONDS = 9_264;

/** Never `__proto__`: names begin with a letter. */
export const NAME_PATTERN = /^[A-Za-z][A-Za-z0-9_]{0,31}$/;
export const EVENT_TYPE_PATTERN = /^[a-z][a-z0-9._-]{0,63}$/;

const name = z.string().regex(NAME_PATTERN, "a name is a letter and at most 31 of A-Z a-z 0-9 _");
const eventType = z
  .string()
  .regex(EVENT_TYPE_PATTERN, "a type of events is a letter and at most 63 of a-z 0-9 . _ -");
const expression = z.string().min(1).max(PROGRAM_LIMITS.bytes);
const unit = z.string().min(1).max(64);
const about = z.string().max(500);
const finite = z.number();

const param = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("double"),
    unit: unit.optional(),
    default: finite,
    min: finite.optional(),
    max: finite.optional(),
    about: about.optional(),
  }),
  z.strictObject({
    type: z.literal("string"),
    default: z.string().max(200),
    about: about.optional(),
  }),
  z.strictObject({ type: z.literal("bool"), default: z.boolean(), about: about.optional() }),
]);

const input = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("double"),
    unit: unit.optional(),
    default: finite.optional(),
    optional: z.boolean().optional(),
    min: finite.optional(),
    max: finite.optional(),
    about: about.optional(),
  }),
  z.strictObject({
    type: z.literal("string"),
    default: z.string().max(200).optional(),
    optional: z.boolean().optional(),
    about: about.optional(),
  }),
  z.strictObject({
    type: z.literal("bool"),
    default: z.boolean().optional(),
    optional: z.boolean().optional(),
    about: about.optional(),
  }),
  z.strictObject({
    type: z.literal("doubles"),
    unit: unit.optional(),
    maxItems: z.int().min(1).max(1_000).optional(),
    default: z.array(finite).max(1_000).optional(),
    optional: z.boolean().optional(),
    min: finite.optional(),
    max: finite.optional(),
    about: about.optional(),
  }),
]);

const contextValue = z.union([
  finite,
  z.string().max(200),
  z.boolean(),
  z.strictObject({ type: z.literal("double"), unit: unit.optional(), initial: finite }),
]);

export const AGGREGATES = ["mean", "sum", "min", "max", "count", "stddev", "p50", "p95"] as const;

const catchUp = {
  catchup: z.enum(["none", "one", "all"]).optional(),
  /** Calconds within which what was missed is made up for. */
  window: z.int().min(1).max(1_111_970).optional(),
};

const window = z.union([
  z.strictObject({ count: z.int().min(1).max(PROGRAM_LIMITS.windowEvents) }),
  z.strictObject({ calconds: z.int().min(1).max(1_111_970) }),
]);

/** Events that a time's program keeps for its next time, without being fired by them. */
const listen = z.strictObject({
  event: eventType,
  aggregate: z.strictObject({ field: name, fn: z.enum(AGGREGATES), window }).optional(),
});

const trigger = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("every-calcond"),
    every: z.int().min(1).max(PROGRAM_LIMITS.everyCalconds),
    listen: listen.optional(),
    ...catchUp,
  }),
  z.strictObject({
    type: z.literal("cron"),
    cron: z.string().min(1).max(200),
    listen: listen.optional(),
    ...catchUp,
  }),
  z.strictObject({
    type: z.literal("on-event"),
    event: eventType,
    where: expression.optional(),
  }),
  z.strictObject({
    type: z.literal("on-aggregate"),
    event: eventType,
    field: name,
    fn: z.enum(AGGREGATES),
    window,
    emit: z.enum(["full", "always"]).optional(),
  }),
]);

const compute = z.strictObject({
  as: name,
  solver: z.string().min(1).max(64).optional(),
  operators: z.array(z.string().min(1).max(64)).min(1).max(16).optional(),
  domain: z.string().min(1).max(64).optional(),
  inputs: z.record(z.string().min(1).max(64), expression).optional(),
});

const transition = z.strictObject({
  guard: expression,
  target: name,
  assign: z.record(name, expression).optional(),
  emit: z
    .array(z.strictObject({ type: eventType, data: z.record(name, expression).optional() }))
    .max(PROGRAM_LIMITS.emitsOfTransition)
    .optional(),
  about: about.optional(),
});

export const programSchema = z.strictObject({
  schema: z.literal(PROGRAM_SCHEMA),
  name: z.string().min(1).max(120),
  template: z.string().min(1).max(120).optional(),
  about: z.string().max(2_000).optional(),
  params: z.record(name, param).optional(),
  inputs: z.record(name, input).optional(),
  trigger,
  compute: z.array(compute).optional(),
  machine: z.strictObject({
    initial: name,
    context: z.record(name, contextValue).optional(),
    states: z.record(
      name,
      z.strictObject({ on: z.array(transition).optional(), about: about.optional() }),
    ),
  }),
  seal: z.literal("on-transition").optional(),
});

export type Program = z.output<typeof programSchema>;
export type ParamDeclaration = z.output<typeof param>;
export type InputDeclaration = z.output<typeof input>;
export type ContextDeclaration = z.output<typeof contextValue>;
export type Trigger = z.output<typeof trigger>;
export type AggregateTrigger = Extract<Trigger, { type: "on-aggregate" }>;
export type AggregateName = (typeof AGGREGATES)[number];
export type ComputeDeclaration = z.output<typeof compute>;
export type TransitionDeclaration = z.output<typeof transition>;

/** SHA-256 over the canonical text: the same program has the same hash everywhere. */
export function programHash(
  crypto: Pick<Crypto, "sha256Hex">,
  program: Program | JsonObject,
): string {
  return crypto.sha256Hex(`calc-program/1\u0000${canonicalize(program)}`);
}
