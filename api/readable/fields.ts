/** Answers whose shape is open, read member by member. */
import { isObject } from "../../protocol/encoding/json.js";

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function numbersIn(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];
}
