/**
 * Arguments of a tool call that are not the operation's input but travel beside it, as header
 * fields do over HTTP: shown work, and the key under which a change is made once. Which tools take
 * which follows from the contract.
 */
import * as z from "zod";
import { isObject } from "../../protocol/encoding/json.js";
import type { JsonObject } from "../../protocol/ports.js";
import { WORK_HEADER, WORK_HEADER_CHARS_MAX } from "../../protocol/work/challenge.js";
import { compute } from "../contract/compute/compute.js";
import type { Operation } from "../contract/definition/operation.js";
import { schemaOf } from "../openapi/schemas.js";
import type { Fields } from "./rpc.js";

const IDEMPOTENCY_HEADER = "idempotency-key";
const PREFER_CHARS_MAX = 1_024;

interface Aside {
  readonly header: string;
  readonly schema: z.ZodOptional<z.ZodString>;
  readonly takenBy: (operation: Operation) => boolean;
  /** Whether the schema of the tool says so; absent: always. */
  readonly isShown?: (operation: Operation) => boolean;
}

/** By the name of the argument. */
const ASIDES: Readonly<Record<"pow" | "idempotency_key" | "prefer", Aside>> = {
  pow: {
    header: WORK_HEADER,
    schema: z
      .string()
      .max(WORK_HEADER_CHARS_MAX)
      .optional()
      .describe("Work asked for by POW_REQUIRED: <challenge>;<mac>;<nonce>"),
    takenBy: ({ headers }) => headers?.includes(WORK_HEADER) === true,
  },
  idempotency_key: {
    header: IDEMPOTENCY_HEADER,
    schema: z
      .string()
      .max(255)
      .optional()
      .describe("Same key and arguments repeat the first answer"),
    takenBy: ({ keyed }) => keyed === true,
  },
  prefer: {
    header: "prefer",
    schema: z
      .string()
      .max(PREFER_CHARS_MAX)
      .optional()
      .describe("Short answer: return=minimal or fields=value,unit"),
    takenBy: ({ effect }) => effect === "seal",
    // The default list has a bound on its size.
    isShown: ({ id, mcp }) => id === compute.id || mcp?.listed === false,
  },
};

/** The same as fields, for a tool that calls whatever operation it is told. */
export const asideFields = {
  pow: ASIDES.pow.schema,
  idempotency_key: ASIDES.idempotency_key.schema,
  prefer: ASIDES.prefer.schema,
};

type NamedAsides = readonly (readonly [string, Aside])[];

/** The contract does not change while a node runs. */
const asidesKnown = new WeakMap<Operation, NamedAsides>();

function asidesOf(operation: Operation): NamedAsides {
  const known = asidesKnown.get(operation);
  if (known !== undefined) return known;
  const asides = Object.entries(ASIDES).filter(([, { takenBy }]) => takenBy(operation));
  asidesKnown.set(operation, asides);
  return asides;
}

/** The schema of a tool's arguments: the operation's input and what may come beside it. */
export function argumentsSchema(operation: Operation): JsonObject {
  const schema = schemaOf(operation.input);
  const beside = asidesOf(operation).filter(([, { isShown }]) => isShown?.(operation) ?? true);
  if (beside.length === 0) return schema;
  const more = schemaOf(
    z.object(Object.fromEntries(beside.map(([name, aside]) => [name, aside.schema]))),
  );
  return { ...schema, properties: { ...propertiesOf(schema), ...propertiesOf(more) } };
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

export interface Beside {
  readonly input: Fields;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Faults of what came beside the input, or null. */
export function asideFault(operation: Operation, given: Fields): string | null {
  for (const [name, { schema }] of asidesOf(operation)) {
    // All may be left out, and most are.
    if (given[name] === undefined) continue;
    const read = schema.safeParse(given[name]);
    if (!read.success) return `/${name}: ${read.error.issues[0]?.message ?? "no text"}`;
  }
  return null;
}

/** Takes apart what a tool was called with, which has no fault. */
export function apart(operation: Operation, given: Fields): Beside {
  const input: Record<string, unknown> = { ...given };
  const headers = new Map<string, string>();
  for (const [name, { header }] of asidesOf(operation)) {
    const value = input[name];
    if (typeof value === "string") headers.set(header, value);
    delete input[name];
  }
  return { input, headers };
}

/** Header fields of a call that is named by its path. */
export function headersBeside({
  pow,
  idempotency_key: key,
  prefer,
}: {
  readonly pow?: string | undefined;
  readonly idempotency_key?: string | undefined;
  readonly prefer?: string | undefined;
}): ReadonlyMap<string, string> {
  return new Map([
    ...(pow === undefined ? [] : [[ASIDES.pow.header, pow] as const]),
    ...(key === undefined ? [] : [[IDEMPOTENCY_HEADER, key] as const]),
    ...(prefer === undefined ? [] : [[ASIDES.prefer.header, prefer] as const]),
  ]);
}
