/**
 * Which numbers of an answer state no uncertainty. A number `x` states one as `x_uncertainty` beside
 * it, `value` as `uncertainty`, a field as a member of its record. What is counted, given, or checks
 * the run itself is exact and stands in no list.
 */
import type { JsonValue } from "../ports.js";
import type { Field } from "./solver.js";

/** Counts, numbers and names of things, inputs that are said again, settings of the run, checks. */
const EXACT: ReadonlySet<string> = new Set([
  "bias",
  "blocks",
  "bound_states",
  "box",
  "brokenBonds",
  "bus",
  "cells",
  "certificate",
  "charges",
  "clusters",
  "cutoff",
  "dof",
  "dt",
  "elements",
  "energyDriftBoundPct",
  "energyDriftPct",
  "extent",
  "firstIndex",
  "from",
  "heldAtLimit",
  "index",
  "m",
  "mesh",
  "mode",
  "model",
  "n",
  "nu",
  "proof_chars",
  "r",
  "rank",
  "run",
  "slenderness",
  "t",
  "to",
  "window",
]);

/** Paths as `poses[].coordinates` and `fields.voltage`, in the order of the answer. */
export function withoutUncertainty(
  named: Readonly<Record<string, JsonValue>>,
  fields: readonly Field[],
): string[] {
  const found = new Set<string>();
  walk(named, "", found);
  for (const { name, uncertainty } of fields)
    if (uncertainty === undefined) found.add(`fields.${name}`);
  return [...found];
}

function walk(value: JsonValue, path: string, found: Set<string>): void {
  if (typeof value === "number") found.add(path);
  else if (isList(value))
    for (const one of value) walk(one, path.endsWith("[]") ? path : `${path}[]`, found);
  else if (value !== null && typeof value === "object") {
    for (const [name, one] of Object.entries(value)) {
      if (EXACT.has(name) || name.endsWith("uncertainty")) continue;
      const stated = value[name === "value" ? "uncertainty" : `${name}_uncertainty`];
      if (stated !== undefined && stated !== null) continue;
      walk(one, path === "" ? name : `${path}.${name}`, found);
    }
  }
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
