/** The contract as generators of clients read it: every operation with its schemas. */
import { operations } from "../../api/contract/index.js";
import { pathParameters, type Operation } from "../../api/contract/definition/operation.js";
import { JSON_TYPE } from "../../api/contract/definition/preEncoded.js";
import { schemaOf } from "../../api/openapi/schemas.js";
import type { JsonObject } from "../../protocol/ports.js";

export interface CallModel {
  /** Name of the function, as in `keyRotate`. */
  readonly key: string;
  /** The same as the name of a type, as in `KeyRotate`. */
  readonly typeName: string;
  readonly operation: Operation;
  readonly inPath: readonly string[];
  readonly input: JsonObject;
  readonly output: JsonObject;
  /** Whether the answer is JSON. */
  readonly isJson: boolean;
}

/** What the client of a program calls: pages for people are no part of it. */
export function callModels(): readonly CallModel[] {
  return Object.entries<Operation>(operations)
    .filter(([, { path }]) => path.startsWith("/api/") || path.startsWith("/problems"))
    .map(([key, operation]) => ({
      key,
      typeName: `${key.charAt(0).toUpperCase()}${key.slice(1)}`,
      operation,
      inPath: pathParameters(operation.path),
      input: schemaOf(operation.input),
      output: schemaOf(operation.output),
      isJson: (operation.produces?.[0] ?? JSON_TYPE) === JSON_TYPE,
    }));
}
