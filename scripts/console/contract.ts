/** What the console is told of every operation, beside the table of its client. */
import { fieldsOf } from "../../api/cli/fields.js";
import { operations } from "../../api/contract/index.js";
import { keyAuthOf, roleAuthOf, type Operation } from "../../api/contract/definition/operation.js";
import { schemaOf } from "../../api/openapi/schemas.js";

function described(key: string, operation: Operation) {
  const { cli, description, effect, events, examples, id, input, keyed, list, mcp } = operation;
  const { method, path, summary } = operation;
  return {
    key,
    id,
    method,
    path,
    summary,
    description,
    auth: keyAuthOf(operation),
    role: roleAuthOf(operation)?.role,
    effect,
    events,
    keyed,
    list: list?.items,
    verb: cli?.verb,
    positional: cli?.positional,
    document: cli?.document,
    words:
      cli === undefined
        ? undefined
        : Object.fromEntries(fieldsOf(operation).map((field) => [field.name, field.kind])),
    toolset: mcp?.toolset,
    input: schemaOf(input),
    examples: examples.map((one) => ({ summary: one.summary, input: one.input })),
  };
}

/** JSON of all operations that answer below `/api`, by their names in the client. */
export function contractText(): string {
  return JSON.stringify(
    Object.entries<Operation>(operations)
      .filter(([, { path }]) => path.startsWith("/api/"))
      .map(([key, operation]) => described(key, operation)),
  );
}
