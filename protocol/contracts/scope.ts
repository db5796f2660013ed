/** What expressions of a program may read: its types for the check, its values for a firing. */
import { BOOL, STRING, double, list, struct } from "../cel/index.js";
import type { CelType, ScopeTypes } from "../cel/index.js";
import type { JsonObject, JsonValue } from "../ports.js";
import { dimensionless, parseUnit, toSI } from "../units/index.js";
import type { UnitValue } from "../units/index.js";
import { typeOfUnit } from "./catalog.js";
import { listens } from "./due.js";
import type {
  AggregateTrigger,
  ContextDeclaration,
  InputDeclaration,
  ParamDeclaration,
  Program,
} from "./program.js";
import { aggregateUnit } from "./windows.js";

/** Names that a compute cannot have. */
export const SCOPE_NAMES = ["params", "input", "event", "ctx", "agg", "tick"] as const;

/** A number that is declared without a unit is a pure one. */
function numberType(unit: string | undefined): CelType {
  return unit === undefined ? double(dimensionless) : typeOfUnit(unit);
}

function paramType(param: ParamDeclaration): CelType {
  if (param.type === "double") return numberType(param.unit);
  return param.type === "string" ? STRING : BOOL;
}

function inputType(input: InputDeclaration): CelType {
  switch (input.type) {
    case "double":
      return numberType(input.unit);
    case "doubles":
      return list(numberType(input.unit), input.maxItems);
    case "string":
      return STRING;
    case "bool":
      return BOOL;
  }
}

/** A bare number of the context is of no known unit: it may count anything. */
export function contextType(declared: ContextDeclaration): CelType {
  if (typeof declared === "object") return numberType(declared.unit);
  if (typeof declared === "number") return double("unknown");
  return typeof declared === "string" ? STRING : BOOL;
}

export function resultType(value: CelType): CelType {
  return struct({ value, unit: STRING, uncertainty: value });
}

/** Of everything but the results of computes. */
export function scopeTypes(program: Program): ScopeTypes {
  const { trigger } = program;
  const pure = double(dimensionless);
  const scope: Record<string, CelType> = {
    params: structOf(program.params ?? {}, paramType),
    input: structOf(program.inputs ?? {}, inputType),
    event: struct({ type: STRING, seq: pure }),
    ctx: structOf(program.machine.context ?? {}, contextType),
    tick: struct({ calcond: pure, missed: pure, gap: pure }),
  };
  if (listens(trigger)) {
    const { aggregate } = trigger.listen;
    scope["last"] = struct({ calcond: pure, count: pure });
    if (aggregate !== undefined) scope["agg"] = aggregateType(program, aggregate);
  }
  if (trigger.type === "on-aggregate") {
    scope["agg"] = aggregateType(program, trigger);
  }
  return scope;
}

function aggregateType(
  { inputs = {} }: Program,
  { field, fn }: Pick<AggregateTrigger, "field" | "fn">,
): CelType {
  const pure = double(dimensionless);
  const declared = Object.hasOwn(inputs, field) ? inputs[field] : undefined;
  const unit = declared?.type === "double" ? declared.unit : undefined;
  const value = aggregateUnit(fn) === "pure" ? pure : numberType(unit);
  return struct({ value, count: pure });
}

function structOf<T>(all: Readonly<Record<string, T>>, typeOf: (one: T) => CelType): CelType {
  return {
    kind: "struct",
    fields: new Map(Object.entries(all).map(([name, one]) => [name, typeOf(one)])),
  };
}

/** A unit that the check has read. */
function unitOf(text: string | undefined): UnitValue | null {
  if (text === undefined) return null;
  const read = parseUnit(text);
  if (!read.ok) throw new Error(`${text} is no unit: ${read.message}`);
  return read;
}

function inSi(value: number, unit: UnitValue | null): number {
  return unit === null ? value : toSI(value, unit);
}

/** Why an event cannot be read; its members otherwise, in SI. */
export type InputsRead =
  | { readonly ok: true; readonly input: JsonObject }
  | { readonly ok: false; readonly message: string };

/** Reads the data of an event: what is declared, and nothing else. */
export type InputReader = (data: JsonObject, unit?: InputOptions) => InputsRead;

interface InputOptions {
  /** Nothing is missing, and nothing is by default: only what is given is read. */
  readonly isPart: boolean;
}

type Taken = { readonly value: JsonValue } | { readonly message: string };

export function inputReader(program: Program): InputReader {
  const readers = Object.entries(program.inputs ?? {}).map(
    ([name, declared]) => [name, declared, takerOf(declared)] as const,
  );
  return (data, { isPart } = { isPart: false }) => {
    const input: Record<string, JsonValue> = {};
    for (const [name, declared, take] of readers) {
      const without = isPart ? null : (declared.default ?? null);
      const given = Object.hasOwn(data, name) ? data[name]! : without;
      if (given === null) {
        if (isPart || declared.optional === true) continue;
        return { ok: false, message: `the input ${name} is missing` };
      }
      const taken = take(given);
      if ("message" in taken) return { ok: false, message: `the input ${name} ${taken.message}` };
      input[name] = taken.value;
    }
    return { ok: true, input };
  };
}

function takerOf(declared: InputDeclaration): (given: JsonValue) => Taken {
  switch (declared.type) {
    case "double": {
      const number = numberTaker(declared);
      return (given) => number(given);
    }
    case "doubles": {
      const number = numberTaker(declared);
      const most = declared.maxItems ?? 1_000;
      return (given) => {
        if (!Array.isArray(given)) return { message: "is no list of numbers" };
        if (given.length > most) return { message: `has more than ${most} numbers` };
        const values: JsonValue[] = [];
        for (const one of given as readonly JsonValue[]) {
          const taken = number(one);
          if ("message" in taken) return taken;
          values.push(taken.value);
        }
        return { value: values };
      };
    }
    case "string":
      return (given) =>
        typeof given === "string" && given.length <= 1_000
          ? { value: given }
          : { message: "is no text of at most 1,000 characters" };
    case "bool":
      return (given) => (typeof given === "boolean" ? { value: given } : { message: "is no bool" });
  }
}

function numberTaker({
  max,
  min,
  unit,
}: {
  readonly unit?: string | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}): (given: JsonValue) => Taken {
  const read = unitOf(unit);
  return (given) => {
    if (typeof given !== "number") return { message: "is no number" };
    if (min !== undefined && given < min) return { message: `is ${given}, and at least ${min}` };
    if (max !== undefined && given > max) return { message: `is ${given}, and at most ${max}` };
    const value = inSi(given, read);
    return Number.isFinite(value) ? { value } : { message: "is past the largest number" };
  };
}

/** Values of the params in SI. */
export function paramValues(program: Program): JsonObject {
  return Object.fromEntries(
    Object.entries(program.params ?? {}).map(([name, param]) => [
      name,
      param.type === "double" ? inSi(param.default, unitOf(param.unit)) : param.default,
    ]),
  );
}

/** The context that a machine begins with, in SI. */
export function initialContext(program: Program): JsonObject {
  return Object.fromEntries(
    Object.entries(program.machine.context ?? {}).map(([name, declared]) => [
      name,
      typeof declared === "object" ? inSi(declared.initial, unitOf(declared.unit)) : declared,
    ]),
  );
}
