/**
 * What a stream is: declared as an operation is, with the messages it sends. Routes, documents, the
 * typed client and tests are loops over the list of these objects.
 */
import * as z from "zod";
import type { ErrorCode } from "../../../protocol/errors/index.js";
import type { Call } from "./call.js";
import type { KeyAuth, Limits, Operation } from "./operation.js";
import type { Upgrade } from "./subscription.js";

/** The subprotocol that is selected. */
export const SUBPROTOCOL = "calc";
/** Begins the one that shows a key. */
export const BEARER = "bearer.";

export interface StreamSpec<I extends z.ZodObject, M extends z.ZodType> {
  readonly id: string;
  readonly path: string;
  readonly since: string;
  readonly summary: string;
  readonly description: string;
  readonly auth: Extract<KeyAuth, "optional">;
  readonly limits: Limits;
  /** The query of the address. */
  readonly input: I;
  /** Each text message of the server. */
  readonly messages: M;
  /** Why the node closes a connection, by the code of the close frame. */
  readonly closeCodes: Readonly<Record<number, string>>;
  /** Before the connection becomes a stream. */
  readonly errors: readonly ErrorCode[];
  readonly examples: readonly {
    readonly input: z.input<I>;
    readonly messages: readonly z.input<M>[];
  }[];
}

export type Stream = StreamSpec<z.ZodObject, z.ZodType>;

export function defineStream<const I extends z.ZodObject, const M extends z.ZodType>(
  spec: StreamSpec<I, M>,
): StreamSpec<I, M> {
  return spec;
}

/** One handler for each stream, which says no before the connection becomes one. */
export type StreamHandlers<T> = {
  readonly [K in keyof T]: (
    input: T[K] extends StreamSpec<infer I, z.ZodType> ? z.output<I> : never,
    call: Call,
  ) => Upgrade | Promise<Upgrade>;
};

/** A message that a stream sends. */
export type MessageOf<T> = T extends StreamSpec<z.ZodObject, infer M> ? z.output<M> : never;

/** The request that opens a stream, as surfaces of operations see it. */
export function openingOf(stream: Stream): Operation {
  const { auth, description, errors, id, input, limits, path, since, summary } = stream;
  return {
    id,
    method: "GET",
    path,
    since,
    summary,
    description,
    auth,
    effect: "read",
    limits,
    input,
    output: z.looseObject({}),
    errors,
    examples: [],
  };
}
