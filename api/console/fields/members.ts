/** An object of a form as its members, each with a text: what stands deepest is what a person types. */
import { isObject } from "../../../protocol/encoding/json.js";
import { fieldText, type FieldSchema } from "./schema.js";

export interface Member {
  /** Names from the outside in. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/** More are no form any more. */
const MEMBERS_MAX = 24;

function allOf(value: unknown, path: readonly string[]): readonly Member[] {
  return isObject(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([name, one]) => allOf(one, [...path, name]))
    : [{ path, value }];
}

/** Null for a text that is no object, for an empty one, and for one with lists of objects. */
export function membersOf(text: string): readonly Member[] | null {
  const value = parsed(text);
  if (!isObject(value)) return null;
  const all = allOf(value, []);
  const isPlain = all.every(
    (one) => one.path.length > 0 && !(Array.isArray(one.value) && one.value.some(isObject)),
  );
  return isPlain && all.length <= MEMBERS_MAX ? all : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A number, JSON where it is a list or an object, else the text. */
export function readMember(typed: string): unknown {
  const text = typed.trim().replaceAll("−", "-");
  if (NUMBER.test(text)) return Number(text);
  if (text === "true" || text === "false") return text === "true";
  return /^[[{]/.test(text) ? (parsed(text) ?? typed) : typed;
}

/** The object's text with another value at a path. */
export function withMember(text: string, path: readonly string[], value: unknown): string {
  const put = (at: unknown, [name, ...rest]: readonly string[]): unknown =>
    name === undefined
      ? value
      : { ...(isObject(at) ? at : {}), [name]: put(Object(at)[name], rest) };
  return JSON.stringify(put(parsed(text), path));
}

/** As in other fields, but for a list of texts, which is JSON here. */
export function memberText(value: unknown): string {
  return Array.isArray(value) ? JSON.stringify(value) : fieldText(value);
}

/** What the contract says of a member, where one of its alternatives has it. */
export function schemaAt(schema: FieldSchema, path: readonly string[]): FieldSchema | null {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  for (const one of [schema, ...(schema.anyOf ?? [])]) {
    const own = one.properties?.[name];
    if (own !== undefined) return schemaAt(own, rest);
    const deeper = one === schema ? null : schemaAt(one, path);
    if (deeper !== null) return deeper;
  }
  return null;
}
