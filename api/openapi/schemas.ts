/** Schemas of the contract as JSON Schema, each made once. */
import * as z from "zod";
import { isObject } from "../../protocol/encoding/json.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import { countWork } from "../../protocol/workCount.js";
import { allOperations } from "../contract/index.js";
import { turn } from "./turn.js";

/** Work of writing a character and reading it again. */
const COPIED_CHAR_WORK = 0.1;

const schemas = new WeakMap<z.ZodType, JsonObject>();

/** JSON Schema 2020-12 of a wire schema, inline; made once. */
export function schemaOf(schema: z.ZodType): JsonObject {
  const known = schemas.get(schema);
  if (known !== undefined) return known;
  const converted = jsonSchema(schema);
  schemas.set(schema, converted);
  return converted;
}

let making: Promise<void> | null = null;

/** Makes the schemas of all operations, which takes longer than a thread that serves may stand. */
export function schemasMade(): Promise<void> {
  making ??= makeSchemas();
  return making;
}

async function makeSchemas(): Promise<void> {
  for (const schema of allOperations.flatMap(({ input, output }) => [input, output])) {
    schemaOf(schema);
    await turn();
  }
}

function jsonSchema(schema: z.ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-2020-12", io: "input" });
  const value = plain(rest);
  return isObject(value) ? value : {};
}

/** The value as JSON text carries it. */
export function plain(value: unknown): JsonValue {
  const text = JSON.stringify(value);
  countWork(COPIED_CHAR_WORK * text.length);
  // What this program has written needs no strict reader.
  const read: JsonValue = JSON.parse(text);
  return read;
}

export function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isObject(found) ? found : {};
}
