/** The example that `--help` of a verb shows: a command line that means the example's input. */
import type { Operation } from "../contract/definition/operation.js";
import { commandWords, quoted } from "../readable/commandWords.js";
import { fieldsOf } from "./fields.js";

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

function exampleWords(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): readonly string[] {
  const kinds = new Map(fieldsOf(operation).map(({ kind, name }) => [name, kind]));
  return commandWords(operation.cli?.positional ?? [], kinds, input);
}
