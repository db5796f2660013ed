/**
 * A program whose form is wrong, with the wrong parts put aside: the rest of it is checked too, so
 * that all problems are told at once. What is put aside is of any type where the rest reads it.
 */
import type * as z from "zod";
import { DYN } from "../cel/index.js";
import type { CelType, ScopeTypes } from "../cel/index.js";
import { isObject } from "../encoding/json.js";
import type { JsonObject, JsonValue } from "../ports.js";
import { NAME_PATTERN, programSchema, type Program } from "./program.js";

/** Parts that are put aside, by their pointers without the slash before. */
export type Gaps = ReadonlySet<string>;

export const NO_GAPS: Gaps = new Set();

export interface Repaired {
  readonly program: Program;
  readonly gaps: Gaps;
}

type Issue = Pick<z.core.$ZodIssue, "code" | "path"> & { readonly keys?: readonly string[] };

/** Parts that are put aside whole, longest first; a star is any name or place. */
const UNITS: readonly (readonly string[])[] = [
  ["machine", "states", "*", "on", "*"],
  ["machine", "states", "*", "on"],
  ["machine", "states", "*", "about"],
  ["machine", "states", "*"],
  ["machine", "context", "*"],
  ["machine", "context"],
  ["machine", "initial"],
  ["params", "*"],
  ["inputs", "*"],
  ["compute", "*"],
  ["params"],
  ["inputs"],
  ["compute"],
  ["trigger"],
  ["schema"],
  ["name"],
  ["template"],
  ["about"],
  ["seal"],
];

/** Null where too little is left to check. */
export function repaired(value: JsonValue, issues: readonly Issue[]): Repaired | null {
  if (!isObject(value)) return null;
  const copy: JsonObject = JSON.parse(JSON.stringify(value));
  const gaps = new Set<string>();
  for (const issue of issues) {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      const at = valueAt(copy, path);
      if (isObject(at)) for (const key of issue.keys ?? []) Reflect.deleteProperty(at, key);
      continue;
    }
    const unit = UNITS.find((one) => one.every((part, i) => fits(part, path[i])));
    if (unit === undefined) return null;
    const own = path.slice(0, unit.length);
    if (!gaps.has(own.join("/"))) putAside(copy, own);
    gaps.add(own.join("/"));
  }
  const read = programSchema.safeParse(copy);
  return read.success ? { program: read.data, gaps } : null;
}

/** Whether a part was put aside, or something below it. */
export function hasGap(gaps: Gaps, path: string): boolean {
  for (const gap of gaps) if (gap === path || gap.startsWith(`${path}/`)) return true;
  return false;
}

/** Types with what was put aside, of any type. */
export function typesWithGaps(scope: ScopeTypes, gaps: Gaps): ScopeTypes {
  const types: Record<string, CelType> = { ...scope };
  const groups = [
    ["params", "params"],
    ["inputs", "input"],
    ["machine/context", "ctx"],
  ] as const;
  for (const [group, name] of groups) {
    const type = types[name]!;
    if (gaps.has(group)) types[name] = DYN;
    else if (type.kind === "struct")
      types[name] = { ...type, fields: new Map([...type.fields, ...lostOf(group, gaps)]) };
  }
  if (gaps.has("trigger")) types["agg"] = DYN;
  return types;
}

function lostOf(group: string, gaps: Gaps): readonly (readonly [string, CelType])[] {
  const own = [...gaps].filter((gap) => gap.startsWith(`${group}/`));
  return own.map((gap) => [gap.slice(group.length + 1), DYN] as const);
}

/** Whether a compute was put aside whose name is not known. */
export function losesNames(gaps: Gaps, { compute = [] }: Program): boolean {
  const isUnread = ({ as }: { readonly as: string }, i: number): boolean => as === unreadName(i);
  return gaps.has("compute") || (hasGap(gaps, "compute") && compute.some(isUnread));
}

function unreadName(place: string | number): string {
  return `unread${place}`;
}

function fits(part: string, name: string | undefined): boolean {
  return name !== undefined && (part === "*" || part === name);
}

function valueAt(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const name of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Reflect.get(at, name);
  }
  return at;
}

function putAside(program: JsonObject, path: readonly string[]): void {
  const holder = valueAt(program, path.slice(0, -1));
  const name = path.at(-1)!;
  if (typeof holder !== "object" || holder === null) return;
  const stand = standIn(path, Reflect.get(holder, name), program);
  if (stand === undefined) Reflect.deleteProperty(holder, name);
  else Reflect.set(holder, name, stand);
}

/** What stands in its place, so that the places of others stay; undefined for nothing. */
function standIn(
  path: readonly string[],
  given: JsonValue | undefined,
  program: JsonObject,
): JsonValue | undefined {
  if (path[0] === "schema") return "calc-contract/1";
  if (path[0] === "name") return "unnamed";
  if (path[0] === "trigger") return { type: "on-event", event: "unknown" };
  const states = valueAt(program, ["machine", "states"]);
  const [first = "unknown"] = isObject(states) ? Object.keys(states) : [];
  if (path[0] === "machine") {
    if (path[1] === "initial") return first;
    if (path.length === 3 && path[1] === "states" && NAME_PATTERN.test(path[2]!)) return {};
    return path.length === 5 ? { guard: "true", target: first } : undefined;
  }
  if (path[0] !== "compute" || path.length !== 2) return undefined;
  const as = isObject(given) ? given["as"] : undefined;
  const isName = typeof as === "string" && NAME_PATTERN.test(as);
  return { as: isName ? as : unreadName(path[1]!), operators: ["KO42"] };
}
