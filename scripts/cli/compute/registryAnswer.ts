/** Answers about the registry as a node gives them, from the one that ships with the program. */
import { CliError, EXIT } from "../../../api/cli/exitCodes.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { writeDocument } from "../../../node/compute/workers/documents.js";
import { registryHandlers } from "../../../node/compute/operations/registry.js";
import { searchOperators } from "../../../protocol/router/laws/find.js";
import { ownRegistry } from "./ownRegistry.js";
import type { RegistryVerb } from "./registryVerbs.js";

/** The part of a call that tells who asks. */
const NOBODY = { principal: null };

/** @throws CliError for an unknown operator. */
export function ownAnswer(
  name: RegistryVerb,
  input: Record<string, unknown>,
): Readonly<Record<string, unknown>> {
  const handlers = registryHandlers({
    registry: ownRegistry(),
    evaluator: {
      document: (document) => writeDocument(document, ownRegistry()),
      searchOperators: (query, options) => searchOperators(ownRegistry(), query, options),
    },
  });
  try {
    const answer: unknown = Reflect.apply(
      handlers[name === "operators" ? "operators" : "operatorSpec"],
      handlers,
      [input, NOBODY],
    );
    if (typeof answer !== "object" || answer === null)
      throw new TypeError(`${name} answered no object`);
    const plain: unknown = "body" in answer ? JSON.parse(String(answer.body)) : answer;
    return { ...(plain as object) };
  } catch (error) {
    if (error instanceof ApiError)
      throw new CliError(error.code, EXIT.usage, error.message, "Use one of the nearest ids.");
    throw error;
  }
}
