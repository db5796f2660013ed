/** Finding and changing single places in JSON, for forgeries that must fail. */
import { isObject } from "../../protocol/encoding/json.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";

export type Step = string | number;

/** Every scalar and every empty container inside a value, by its path. */
export function leafPaths(value: JsonValue, path: readonly Step[] = []): Step[][] {
  if (typeof value !== "object" || value === null) return [[...path]];
  const entries: [Step, JsonValue][] = isObject(value)
    ? Object.entries(value)
    : value.map((item, i) => [i, item]);
  if (entries.length === 0) return [[...path]];
  return entries.flatMap(([key, member]) => leafPaths(member, [...path, key]));
}

export function valueAt(root: JsonValue, path: readonly Step[]): JsonValue | undefined {
  let at: JsonValue | undefined = root;
  for (const step of path) {
    if (at === undefined || typeof at !== "object" || at === null) return undefined;
    at = isObject(at) ? at[String(step)] : at[Number(step)];
  }
  return at;
}

export function objectOf(value: JsonValue | undefined): JsonObject {
  if (!isObject(value)) throw new TypeError("expected an object");
  return value;
}

type Change = (value: JsonValue | undefined) => JsonValue | undefined;

/** A copy with one place changed; a change to `undefined` removes it. */
export function withChange(root: JsonObject, path: readonly Step[], change: Change): JsonObject {
  return objectOf(changedAt(root, path, change));
}

function changedAt(
  value: JsonValue | undefined,
  path: readonly Step[],
  change: Change,
): JsonValue | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return items.flatMap((item, i) =>
      i === step ? (changedAt(item, rest, change) ?? []) : [item],
    );
  }
  const { [String(step)]: member, ...others } = objectOf(value);
  const next = changedAt(member, rest, change);
  return next === undefined ? others : { ...others, [String(step)]: next };
}

/** Another value of the same type, as close as can be. */
export function altered(value: JsonValue | undefined): JsonValue {
  if (typeof value === "number") {
    if (value === 0) return 1;
    return Number.isInteger(value) && Math.abs(value) < 1e15 ? value + 1 : value * (1 + 2 ** -52);
  }
  if (typeof value === "string")
    return value === "" ? "x" : (value.startsWith("0") ? "1" : "0") + value.slice(1);
  if (typeof value === "boolean") return !value;
  return value === null ? "x" : ["x"];
}
