/** All that a verb of one operation is made of: no schema, so that the build can write it down. */
import type { Operation } from "../contract/definition/operation.js";
import type { Field } from "./field.js";
import { exampleText } from "./examples.js";
import { fieldsOf } from "./fields.js";

export interface VerbShape extends Pick<
  Operation,
  "effect" | "keyed" | "method" | "path" | "summary"
> {
  /** The client's name of the operation. */
  readonly key: string;
  readonly cli: NonNullable<Operation["cli"]>;
  readonly fields: readonly Field[];
  /** The document may be left out. */
  readonly isDocumentOptional: boolean;
  /** What its help shows behind the options. */
  readonly example: string;
}

/** @returns null for an operation without a verb */
export function verbShapeOf(key: string, operation: Operation): VerbShape | null {
  const { cli, effect, input, keyed, method, path, summary } = operation;
  if (cli === undefined) return null;
  const { document } = cli;
  return {
    key,
    cli,
    effect,
    method,
    path,
    summary,
    ...(keyed === undefined ? {} : { keyed }),
    fields: fieldsOf(operation).map((field) =>
      field.name === "limit" && cli.page !== undefined
        ? { ...field, description: `How many on a page, of any number: ${cli.page} unless given` }
        : field,
    ),
    isDocumentOptional:
      typeof document === "string" && input.shape[document]?.safeParse(undefined).success === true,
    example: exampleText(operation),
  };
}
