/** A solver's inputs as JSON Schema: what lists, forms and the description of the interface show. */
import { z } from "zod";
import type { JsonObject } from "../ports.js";
import type { SolverCard } from "./solver.js";

const made = new WeakMap<SolverCard, JsonObject>();

export function solverSchema(card: SolverCard): JsonObject {
  const known = made.get(card);
  if (known !== undefined) return known;
  const schema = JSON.parse(JSON.stringify(z.toJSONSchema(card.inputs, { unrepresentable: "any", io: "input" }))) as JsonObject;
  made.set(card, schema);
  return schema;
}
