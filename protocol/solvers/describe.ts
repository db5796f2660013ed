/**
 * A solver's inputs as JSON Schema: what lists, forms and the description of the interface show.
 */
import * as z from "zod";
import { parseJson, isObject } from "../encoding/json.js";
import type { JsonObject } from "../ports.js";
import type { SolverCard } from "./solver.js";

const descriptions = new WeakMap<SolverCard, JsonObject>();

export function solverSchema(card: SolverCard): JsonObject {
  const known = descriptions.get(card);
  if (known !== undefined) return known;
  const read = parseJson(
    JSON.stringify(z.toJSONSchema(card.inputs, { unrepresentable: "any", io: "input" })),
  );
  if (!read.ok || !isObject(read.value))
    throw new Error(`the schema of ${card.id} is no JSON object`);
  descriptions.set(card, read.value);
  return read.value;
}
