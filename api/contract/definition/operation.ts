/**
 * What an operation is. One plain object states method, path, schemas, effect, limits, errors and
 * examples;
 * routes, the machine-readable description, tools, verbs, the typed client and tests are loops over
 * the list of these objects. No handler lives here, so that a browser can import the contract.
 */
import type { z } from "zod";
import type { ErrorCode } from "../../../protocol/errors/index.js";
import type { Role } from "../../../protocol/identity/roles.js";
import type { CountedPolicy } from "../../../protocol/errors/refusal.js";
import type { Listing } from "./listing.js";
import type { PreEncoded } from "./preEncoded.js";
import type { Call } from "./call.js";

export type Method = "GET" | "QUERY" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * none: keys are not looked at. optional: a key, if sent, must be valid. probe: a key, if sent, is
 * looked up and the handler is told the outcome, even a bad one. account: a valid key or session of
 * an account is required. either: the key of one of its machines will do, too. demo: any valid key,
 * the shared demo key included.
 *
 * Effects that seal take keys only: every computation belongs to one.
 */
export type KeyAuth = "none" | "optional" | "probe" | "account" | "either" | "demo";

/**
 * The caller has a role on a machine, whatever key says who that is; a private machine is not found
 * by who has none. What an operation does to a machine may demand more, by what is asked.
 */
export interface RoleAuth {
  readonly key: Extract<KeyAuth, "optional" | "account" | "either">;
  /** The lowest role that will do. */
  readonly role: Role;
  /** Field of the input that names the machine, by slug or id. */
  readonly machine: string;
}

interface Authorised {
  readonly auth: KeyAuth | RoleAuth;
}

/** Which keys an operation looks at and takes. */
export function keyAuthOf({ auth }: Authorised): KeyAuth {
  return typeof auth === "string" ? auth : auth.key;
}

/** The role on a machine that an operation demands, or null. */
export function roleAuthOf({ auth }: Authorised): RoleAuth | null {
  return typeof auth === "string" ? null : auth;
}

/** Whether a call cannot be made without a key. */
export function needsKey(operation: Authorised): boolean {
  const key = keyAuthOf(operation);
  return key === "account" || key === "either" || key === "demo";
}

/**
 * read: nothing changes. write: state changes, repeatable under an idempotency key. seal: as write,
 * and an envelope is sealed. destroy: as write, and something is lost.
 */
export type Effect = "read" | "write" | "seal" | "destroy";

export type PolicyName =
  | CountedPolicy
  | "prove"
  | "prove-verify"
  | "playground"
  | "mesh-verify"
  | "default-key"
  | "default-address";

export interface Limits {
  /** Largest body accepted, before parsing. */
  readonly bodyBytesMax: number;
  /** What to do with more than that. */
  readonly larger?: string;
  readonly deadlineMs: number;
  /** Null: never limited. "default" is per key where the call has one, else per address. */
  readonly rate: Exclude<PolicyName, "default-key" | "default-address"> | "default" | null;
}

/** How the command line offers an operation. */
interface CliView {
  readonly verb: string;
  /**
   * Fields taken from bare arguments, in order; the last one takes the rest when it is an array or
   * an object.
   */
  readonly positional?: readonly string[];
  /**
   * The whole input is one JSON document, read from a file or standard input; or the field of this
   * name is.
   */
  readonly document?: true | string;
  /** The field that is the caller's own account where nothing is said. */
  readonly own?: string;
  /** `limit` where nothing is said, of a list that the operation answers whole: it may be long. */
  readonly page?: number;
  /** The answer's `valid` decides the exit code. */
  readonly verdict?: boolean;
}

interface ToolView {
  readonly toolset:
    | "core"
    | "registry"
    | "receipts"
    | "node"
    | "solvers"
    | "economy"
    | "streams"
    | "contracts"
    | "mail"
    | "pages"
    | "models";
  /** In the default list; the others are listed by `?toolset=` and can always be called. */
  readonly listed: boolean;
  readonly description: string;
  /**
   * The call its description shows, where the examples of the operation are long. It ends in a
   * result on any node; null where no call does.
   */
  readonly example?: Readonly<Record<string, unknown>> | null;
  /** Its input is the answer of another tool, which may come in its short form. */
  readonly takesAnswers?: boolean;
}

/** A body of another type than JSON, with what stands beside it in the query. */
export interface BodyForm {
  readonly type: string;
  /** What the body holds, in words. */
  readonly about: string;
  /** What the query holds, by name; any other name is a constant. */
  readonly query: Readonly<Record<string, string>>;
  /**
   * The input that the same request in JSON has.
   *
   * @param query fields of the input by their own types, others as text
   * @throws Refusal that says where it is wrong
   */
  readonly read: (bytes: Uint8Array, query: Readonly<Record<string, unknown>>) => unknown;
}

interface Example<I, O> {
  readonly summary?: string;
  readonly input: I;
  /** Figures illustrate; the shape is exact. */
  readonly output: O;
}

/** Open where the operation answers something other than JSON. */
type OutputSchema = z.ZodType<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;

export interface OperationSpec<
  I extends z.ZodObject,
  O extends OutputSchema,
  Items extends string = string,
> {
  readonly id: string;
  /** The method clients use. */
  readonly method: Method;
  /** Other methods of the same path with the same meaning. */
  readonly twins?: readonly Method[];
  /** `:name` takes one segment, a final `*name` takes the rest. */
  readonly path: string;
  /** The part `*name` of the path may be empty: the path ends with a slash then. */
  readonly emptyRest?: boolean;
  /** An older name of the path, which answers alike and says that it is one. */
  readonly legacyPath?: string;
  /** A second path of the same standing: it has a field of the input in a segment. */
  readonly aliasPath?: string;
  /** Version of the interface that introduced it. */
  readonly since: string;
  readonly summary: string;
  readonly description?: string;
  readonly auth: KeyAuth | RoleAuth;
  readonly effect: Effect;
  readonly limits: Limits;
  /** Path, query and body in one flat object. */
  readonly input: I;
  /** True only for values that `input` accepts and hands on unchanged; those skip the schema. */
  readonly plainly?: (value: unknown) => boolean;
  /** A body that is a bare JSON string is this field. */
  readonly bare?: string;
  /** Bodies of other types than JSON, which are read into the same input. */
  readonly bodies?: readonly BodyForm[];
  /** Whether a body must be sent by methods that take one. */
  readonly body?: "required" | "optional";
  readonly output: O;
  /** The answer is a list, by pages. */
  readonly list?: Listing<Items>;
  /** Status of success; 200 unless stated. */
  readonly success?: 200 | 201 | 202;
  /** When it answers 204, without a body, in the place of success. */
  readonly empty?: string;
  /** Media types of success, the default first; JSON unless stated. */
  readonly produces?: readonly string[];
  /** Sends a strong ETag and answers If-None-Match; `control` is the Cache-Control value. */
  readonly cache?: { readonly control: string };
  /** Accepts an Idempotency-Key. */
  readonly keyed?: boolean;
  /** The answer shows a secret once: it is kept encrypted, under the caller's own key. */
  readonly secret?: boolean;
  /** Request headers the handler may read, lower case. */
  readonly headers?: readonly string[];
  /**
   * The handler reads the query text of its body-carrying methods itself; elsewhere it is refused.
   */
  readonly queryText?: boolean;
  /** A file for browsers: its query is ignored, as links get versions and marks of where they stood. */
  readonly anyQuery?: boolean;
  /**
   * JSON-RPC: an array of messages arrives as `batch`, and a body that is no message is answered in
   * JSON-RPC.
   */
  readonly rpc?: boolean;
  /**
   * The handler takes the body's bytes as they came, from `call.body()`: nothing of them is read
   * before it. `input` then only describes them, and whether the node can take any is asked first.
   */
  readonly raw?: boolean;
  /** The same piece by piece, from `call.pieces()`, while it arrives: the handler begins with the head. */
  readonly streamed?: boolean;
  /**
   * Long work: a caller who accepts `text/event-stream` is told its progress, then the result or
   * the problem. `messages`: events are messages of the protocol inside, and begin only with the
   * first that is emitted.
   */
  readonly events?: true | "messages";
  /** Codes of its own; the ones every operation may answer are added by the surfaces. */
  readonly errors: readonly ErrorCode[];
  readonly examples: readonly Example<z.input<I>, z.input<O> | string>[];
  readonly cli?: CliView;
  readonly mcp?: ToolView;
}

/** The same with the schemas' types erased, as loops over the list need it. */
export type Operation = OperationSpec<z.ZodObject, OutputSchema>;

/**
 * Any operation, with the types of its schemas: what is written for one is checked against them.
 */
export type AnyOperation = Pick<Operation, "id" | "secret" | "success" | "output">;

/** Checks a definition against its own types; what it returns is what it was given. */
export function defineOperation<
  const I extends z.ZodObject,
  const O extends OutputSchema,
  const Items extends string = never,
>(spec: OperationSpec<I, O, Items>): OperationSpec<I, O, Items> {
  return spec;
}

type InputOf<T> = T extends OperationSpec<infer I, OutputSchema> ? z.output<I> : never;
export type OutputOf<T> = T extends OperationSpec<z.ZodObject, infer O> ? z.input<O> : never;
/** What a list lists; never for operations that are none. */
export type ItemOf<T> =
  T extends OperationSpec<z.ZodObject, infer O, infer Items>
    ? z.input<O>[Items] extends readonly (infer Item)[]
      ? Item
      : never
    : never;
/** What a caller writes: fields with defaults may be left out. */
export type RequestOf<T> = T extends OperationSpec<infer I, OutputSchema> ? z.input<I> : never;

type Answer<T> = OutputOf<T> | PreEncoded<OutputOf<T>>;

/** One handler for each operation: a missing one does not compile. */
export type Handlers<T> = {
  readonly [K in keyof T]: (
    input: InputOf<T[K]>,
    call: Call,
  ) => Answer<T[K]> | Promise<Answer<T[K]>>;
};

/** Methods of an operation, the clients' one first. */
export function methodsOf(operation: Pick<Operation, "method" | "twins">): readonly Method[] {
  return operation.twins === undefined
    ? [operation.method]
    : [operation.method, ...operation.twins];
}

/** Whether a method carries its input in a body. */
export function takesBody(method: Method): boolean {
  return method !== "GET" && method !== "DELETE";
}

/** Every path that an operation answers, with an older name of it among them. */
export function pathsOf({ aliasPath, legacyPath, path }: Operation): readonly string[] {
  return [path, aliasPath, legacyPath].filter((one) => one !== undefined);
}

/** Names of the `:name` and `*name` parts of a path, in order. */
export function pathParameters(path: string): readonly string[] {
  return path
    .split("/")
    .filter((part) => part.startsWith(":") || part.startsWith("*"))
    .map((part) => part.slice(1));
}
