/** Reading what is known to be JSON. */
import { isObject } from "../../../protocol/encoding/json.js";

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsAt(value: unknown, name: string): Fields {
  const found = isObject(value) ? value[name] : undefined;
  return isObject(found) ? found : {};
}

export function listAt(value: unknown, name: string): readonly Fields[] {
  const found = isObject(value) ? value[name] : undefined;
  return Array.isArray(found) ? found.filter(isObject) : [];
}

export function textAt(value: unknown, name: string): string {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === "string" ? found : typeof found === "number" ? String(found) : "";
}

export function numberAt(value: unknown, name: string): number | null {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === "number" ? found : null;
}
