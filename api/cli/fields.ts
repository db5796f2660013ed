/** Fields of an operation's input as words of a command line can give them, read from its schema. */
import * as z from "zod";
import type { Operation } from "../contract/definition/operation.js";
import type { FieldKind } from "../readable/commandWords.js";
import type { Field } from "./field.js";

export function fieldsOf(operation: Pick<Operation, "input">): readonly Field[] {
  return Object.entries(operation.input.shape).map(([name, schema]) => {
    const choices = choicesOf(schema);
    return {
      name,
      kind: kindOf(schema),
      description: z.globalRegistry.get(schema)?.description ?? describedInside(schema),
      ...(choices === null ? {} : { choices }),
      ...(takesNull(schema) && kindOf(schema) === "text" ? { isNullable: true } : {}),
    };
  });
}

function takesNull(schema: z.core.$ZodType): boolean {
  const next = inner(schema);
  return schema instanceof z.ZodNullable || (next !== null && takesNull(next));
}

function choicesOf(schema: z.core.$ZodType): readonly string[] | null {
  const next = inner(schema);
  if (next !== null) return choicesOf(next);
  return schema instanceof z.ZodEnum ? schema.options.map(String) : null;
}

function inner(schema: z.core.$ZodType): z.core.$ZodType | null {
  const wrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable;
  return wrapped ? schema.unwrap() : null;
}

function describedInside(schema: z.core.$ZodType): string {
  const next = inner(schema);
  if (next === null) return "";
  return z.globalRegistry.get(next)?.description ?? describedInside(next);
}

function kindOf(schema: z.core.$ZodType): FieldKind {
  const next = inner(schema);
  if (next !== null) return kindOf(next);
  if (schema instanceof z.ZodNumber) return "number";
  if (schema instanceof z.ZodBoolean) return "boolean";
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return "text";
  if (schema instanceof z.ZodLiteral) return kindOfValue(schema.value);
  if (schema instanceof z.ZodUnion) {
    const kinds = schema.options.map((option) => kindOf(option));
    if (kinds.every((kind) => kind === "text")) return "text";
    return kinds.includes("text") ? "loose" : "json";
  }
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodString ? "list" : "json";
  if (schema instanceof z.ZodRecord) {
    return kindOfValues(schema.valueType);
  }
  return "json";
}

function kindOfValues(schema: z.core.$ZodType): FieldKind {
  if (schema instanceof z.ZodNumber) return "pairs";
  const mixed =
    schema instanceof z.ZodUnion && schema.options.some((option) => option instanceof z.ZodNumber);
  return mixed ? "mixed" : "values";
}

function kindOfValue(value: unknown): FieldKind {
  return typeof value === "string" ? "text" : typeof value === "number" ? "number" : "json";
}
