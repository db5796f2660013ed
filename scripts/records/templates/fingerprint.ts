/** The structure of a template without names and constants, by which near copies are found. */
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import type { JsonValue } from "../../../protocol/ports.js";
import { buildProgram } from "../../../protocol/templates/build.js";
import type { Template } from "../../../protocol/templates/template.js";

/** Operators, trigger, and the shape of all expressions, without names and numbers. */
export function fingerprintOf(category: string, template: Template): string {
  const program = buildProgram(category, template);
  const computes = (template.compute ?? []).map(({ inputs = {}, operators, solver }) => ({
    of: solver ?? (operators ?? []).join("+"),
    inputs: Object.values(inputs).map(shapeOf).sort(),
  }));
  const { trigger } = template;
  const fired = trigger.type === "on-aggregate" ? `${trigger.type}:${trigger.fn}` : trigger.type;
  return canonicalize({
    computes,
    fired,
    machine: shapesIn(program["machine"] ?? null),
  });
}

function shapesIn(value: JsonValue): JsonValue {
  if (typeof value === "string") return shapeOf(value);
  if (Array.isArray(value)) return value.map(shapesIn);
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapesIn(one)]));
}

/** An expression with every name as n and every number as 0. */
function shapeOf(expression: string): string {
  return expression
    .replace(/"[^"]*"|'[^']*'/g, "s")
    .replace(/[A-Za-z_][A-Za-z0-9_.]*/g, "n")
    .replace(/\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, "0")
    .replace(/\s+/g, "");
}
