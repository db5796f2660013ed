/** The example that `--help` of a verb shows: a command line that means the example's input. */
import { parseJson } from "../../protocol/encoding/json.js";
import type { Operation } from "../contract/operation.js";
import { fieldsOf, type Field } from "./arguments.js";
import { flagOf } from "./command.js";
import { isFields } from "./render.js";

const PLAIN = /^[\w.,:=@%/+-]+$/;

export function exampleText(operation: Operation): string {
  const {
    cli,
    examples: [example],
  } = operation;
  if (example === undefined || cli === undefined) return "";
  const { document, verb } = cli;
  if (document === true) return withDocument([verb], example.input);
  if (document === undefined)
    return `\nExample:\n  calc ${[verb, ...exampleWords(operation, example.input).map(quoted)].join(" ")}\n`;
  const { [document]: held, ...rest } = example.input as Readonly<Record<string, unknown>>;
  return withDocument([verb, ...exampleWords(operation, rest).map(quoted)], held);
}

function withDocument(words: readonly string[], document: unknown): string {
  return `\nExample:\n  calc ${words.join(" ")} document.json\nwith a document like\n  ${JSON.stringify(document)}\n`;
}

/** Positional fields in their order, then options, whose last may take several words. */
function exampleWords(operation: Operation, input: Readonly<Record<string, unknown>>): string[] {
  const { positional = [] } = operation.cli ?? {};
  const fields = fieldsOf(operation);
  const words: string[] = [];
  for (const name of [
    ...positional,
    ...Object.keys(input).filter((one) => !positional.includes(one)),
  ]) {
    const field = fields.find((one) => one.name === name);
    const value = input[name];
    if (field === undefined || value === undefined) continue;
    if (!positional.includes(name)) words.push(flagOf(name));
    words.push(...valueWords(field, value));
  }
  return words;
}

function valueWords({ kind }: Field, value: unknown): string[] {
  switch (kind) {
    case "text":
    case "number":
    case "boolean":
      return [String(value)];
    case "list":
      return Array.isArray(value) ? value.map(String) : [String(value)];
    case "pairs":
    case "mixed":
    case "values": {
      if (!isFields(value)) return [JSON.stringify(value)];
      return Object.entries(value).map(([name, one]) => `${name}=${looseWord(one)}`);
    }
    case "loose":
      return [looseWord(value)];
    case "json":
      return [JSON.stringify(value)];
    default:
      return kind satisfies never;
  }
}

/** A number as people type it: 70e9 has no nine zeros. */
export function typedNumber(value: number): string {
  const [plain, power] = [String(value), value.toExponential().replace("e+", "e")];
  return power.length < plain.length ? power : plain.replace("e+", "e");
}

/** A text stands as it is unless it would be read as something else. */
export function looseWord(value: unknown): string {
  if (typeof value === "number") return typedNumber(value);
  return typeof value === "string" && !parseJson(value).ok ? value : JSON.stringify(value);
}

/** As one word of a shell. */
export function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
