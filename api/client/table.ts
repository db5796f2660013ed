/**
 * What the client knows of the contract while it runs: how each operation is called, and no schema.
 * The package that is published has this table written out in the place of this module.
 */
import { operations } from "../contract/index.js";
import type { Operation } from "../contract/definition/operation.js";
import { streamSocket } from "../contract/machines/streamSocket.js";

export type CallShape = Pick<
  Operation,
  "events" | "headers" | "keyed" | "list" | "method" | "path" | "produces" | "twins"
> & {
  /** Absent for what only reads: most calls do. */
  readonly effect?: Exclude<Operation["effect"], "read">;
};

function shapeOf(operation: Operation): CallShape {
  const { effect, events, headers, keyed, list, method, path, produces, twins } = operation;
  return {
    method,
    path,
    ...(effect === "read" ? {} : { effect }),
    ...(twins === undefined ? {} : { twins }),
    ...(keyed === undefined ? {} : { keyed }),
    ...(headers === undefined ? {} : { headers }),
    ...(events === undefined ? {} : { events }),
    ...(produces === undefined ? {} : { produces }),
    ...(list === undefined ? {} : { list }),
  };
}

/** By the client's names of the operations. */
export const calls: Readonly<Record<string, CallShape>> = Object.fromEntries(
  Object.entries<Operation>(operations).map(([key, operation]) => [key, shapeOf(operation)]),
);

/** Where channels push their ticks. */
export const STREAM_PATH: string = streamSocket.path;
