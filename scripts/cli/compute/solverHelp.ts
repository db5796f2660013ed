/** What `calc SOLVER --help` says of inputs: units, ranges, allowed values, and which suffice. */
import * as z from "zod";
import { looseWord, quoted } from "../../../api/readable/commandWords.js";
import { numberText } from "../../../api/cli/render.js";
import { HELP_COLUMNS } from "../../../api/cli/help.js";
import type { VerbWords } from "../../../api/cli/completed.js";
import { textsIn, type Fields } from "../../../api/readable/fields.js";
import { wrapped } from "../../../api/readable/table.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { describeField } from "../../../protocol/solvers/input.js";
import type { SolverCard } from "../../../protocol/solvers/solver.js";

const PARTS_MAX = 6;

function schemaOf(card: SolverCard, name: string): Fields {
  const field = card.inputs.shape[name];
  return field === undefined
    ? {}
    : { ...z.toJSONSchema(field, { unrepresentable: "any", io: "input" }) };
}

/** Values of which a field takes one; none where it takes anything of a kind. */
export function allowedValues(schema: Fields): readonly string[] {
  if (Array.isArray(schema["enum"])) return schema["enum"].map(String);
  if (schema["const"] !== undefined) return [looseWord(schema["const"])];
  const parts = [schema["anyOf"], schema["oneOf"]].find((list) => Array.isArray(list));
  return Array.isArray(parts) ? parts.filter(isObject).flatMap(allowedValues) : [];
}

/** What a field takes, in words. */
export function takesText(schema: Fields): string {
  const parts = [schema["anyOf"], schema["oneOf"]].find((list) => Array.isArray(list));
  if (Array.isArray(parts)) {
    const values = allowedValues(schema);
    const others = parts
      .filter(isObject)
      .filter((part) => allowedValues(part).length === 0)
      .map((part) => takesText(part))
      .filter((text) => text !== "");
    const known = [...(values.length === 0 ? [] : [values.join(", ")]), ...new Set(others)];
    return known.slice(0, PARTS_MAX).join("; or ");
  }
  const values = allowedValues(schema);
  if (values.length > 0) return values.join(", ");
  switch (schema["type"]) {
    case "number":
    case "integer":
      return rangeText(schema);
    case "boolean":
      return "true or false";
    case "string":
      return Array.isArray(schema["over"])
        ? `an expression in ${textsIn(schema["over"]).join(", ")}`
        : "text";
    case "array":
      return `a list ${bracketed(schema)}`.trim();
    case "object":
      return `an object ${memberNames(schema)}`.trim();
    default:
      return "";
  }
}

function bracketed({ prefixItems, items, minItems, maxItems }: Fields): string {
  if (Array.isArray(prefixItems))
    return `[${prefixItems.filter(isObject).map(takesText).join("; ")}]`;
  const many = typeof minItems === "number" && minItems === maxItems ? `of ${minItems}` : "of";
  return isObject(items) && takesText(items) !== "" ? `${many} ${plural(items)}` : "";
}

function plural(items: Fields): string {
  const { type } = items;
  return type === "number" || type === "integer"
    ? "numbers"
    : type === "array"
      ? "lists"
      : takesText(items);
}

function memberNames({ properties }: Fields): string {
  return isObject(properties) ? `{${Object.keys(properties).join(", ")}}` : "";
}

function rangeText(schema: Fields): string {
  const { exclusiveMaximum, exclusiveMinimum, maximum, minimum, type } = schema;
  const bounds = [
    typeof exclusiveMinimum === "number" ? `above ${numberText(exclusiveMinimum)}` : "",
    typeof minimum === "number" && Math.abs(minimum) < Number.MAX_SAFE_INTEGER
      ? `from ${numberText(minimum)}`
      : "",
    typeof exclusiveMaximum === "number" ? `below ${numberText(exclusiveMaximum)}` : "",
    typeof maximum === "number" && Math.abs(maximum) < Number.MAX_SAFE_INTEGER
      ? `to ${numberText(maximum)}`
      : "",
  ].filter((bound) => bound !== "");
  const what = type === "integer" ? "a whole number" : "a number";
  return bounds.length === 0 ? what : `${what} ${bounds.join(" ")}`;
}

function inputLines(card: SolverCard, name: string): string[] {
  const { accepts, unit } = describeField(card, name);
  const schema = schemaOf(card, name);
  const takes = takesText(schema);
  const also = accepts.slice(1);
  const head =
    `${name}${unit === "" || unit === "1" ? "" : ` [${unit}]`}${takes === "" ? "" : `: ${takes}`}` +
    (also.length === 0 ? "" : `; also ${also.join(", ")}`);
  const about = schema["description"];
  return [
    ...wrapped(head, HELP_COLUMNS, "      ").map((line, i) =>
      i === 0 ? `  ${line.trim()}` : line,
    ),
    ...(typeof about === "string" ? wrapped(about, HELP_COLUMNS, "      ") : []),
  ];
}

/** Behind the options of the verb. */
export function solverHelp(card: SolverCard): string {
  const sets = card.sufficient.map((names) => `{${names.join(", ")}}`);
  const [example] = card.examples;
  const suffice =
    sets.length === 0
      ? []
      : [
          "",
          sets.length === 1 ? "These suffice:" : "One of these suffices:",
          ...sets.flatMap((set) => wrapped(set, HELP_COLUMNS, "  ")),
        ];
  return [
    "",
    "Inputs, in SI, or with a unit as in length=30cm:",
    ...Object.keys(card.inputs.shape).flatMap((name) => inputLines(card, name)),
    ...suffice,
    ...(example === undefined
      ? []
      : ["", "Example:", `  calc ${[card.id, ...wordsOf(example.body)].join(" ")}`]),
    "",
  ].join("\n");
}

export function wordsOf(body: Fields): string[] {
  return Object.entries(body).map(([name, value]) => quoted(`${name}=${looseWord(value)}`));
}

/** What completion offers behind the verb. */
export function solverWords(card: SolverCard): VerbWords {
  const names = Object.keys(card.inputs.shape);
  const values = names.flatMap((name) => {
    const allowed = allowedValues(schemaOf(card, name)).filter((value) => /^[\w.-]+$/.test(value));
    return allowed.length === 0 ? [] : [[name, allowed] as const];
  });
  return { words: names.map((name) => `${name}=`), values: Object.fromEntries(values) };
}
