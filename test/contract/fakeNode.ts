/**
 * Both adapters over handlers that answer their operation's first example: what is tested is the
 * room, not the physics.
 */
import { problemOfRefusal } from "../../node/operations/refusals.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { randomBytes } from "node:crypto";
import { createApi, createServer, MemoryIdempotency, RateLimiter } from "../../api/index.js";
import type {
  AdapterName,
  ApiContext,
  Dispatcher,
  HttpServer,
  NodeHandlers,
  Principal,
  RequestRecord,
} from "../../api/index.js";
import { nodeOperations, nodeStreams } from "../../api/contract/index.js";
import type { Operation } from "../../api/contract/definition/operation.js";
import { preEncoded } from "../../api/contract/definition/preEncoded.js";
import type { AnyHandler } from "../../api/http/route.js";
import { textReaders } from "../../protocol/readable/textReadings.js";
import type { LogFields, Logger } from "../../protocol/ports.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";

export const GOOD_KEY = "calc_ak_0123456789abcdef";
export const OTHER_KEY = "calc_ak_fedcba9876543210";
export const MASTER_KEY = "calc_ak_master0000000000";
export const DEMO_KEY = "calc_ak_demo000000000000";

const PRINCIPALS: Readonly<Record<string, Principal>> = {
  [GOOD_KEY]: principal("alice", GOOD_KEY),
  [OTHER_KEY]: principal("bob", OTHER_KEY),
  [MASTER_KEY]: { ...principal("owner", MASTER_KEY), unlimited: true },
  [DEMO_KEY]: { ...principal("demo", DEMO_KEY), spinUpOnly: true },
};

function principal(owner: string, key: string): Principal {
  return {
    owner,
    kind: "account",
    machine: null,
    keyHash: Buffer.from(key).toString("hex"),
    keyPrefix: key.slice(0, 12),
    unlimited: false,
    spinUpOnly: false,
  };
}

/** A handler that repeats the example; replaced one by one where a test needs another. */
export function exampleHandlers(): Record<string, AnyHandler> {
  return Object.fromEntries(
    Object.entries<Operation>(nodeOperations).map(([key, operation]) => {
      const [example] = operation.examples;
      if (example === undefined) throw new Error(`${operation.id} has no example`);
      const { output } = example;
      const [type] = operation.produces ?? [];
      const handler: AnyHandler =
        typeof output === "string"
          ? () => preEncoded({ body: output, contentType: type })
          : () => output;
      return [key, handler];
    }),
  );
}

function isComplete(handlers: object): handlers is NodeHandlers {
  return Object.keys({ ...nodeOperations, ...nodeStreams }).every((key) =>
    Object.hasOwn(handlers, key),
  );
}

export interface FakeOptions {
  readonly handlers?: Readonly<Record<string, AnyHandler>>;
  readonly limited?: boolean;
  readonly slowKeys?: boolean;
  readonly context?: Partial<ApiContext>;
}

export interface FakeApi {
  readonly dispatcher: Dispatcher;
  readonly records: RequestRecord[];
  readonly errors: LogFields[];
}

export function fakeApi(options: FakeOptions = {}): FakeApi {
  const records: RequestRecord[] = [];
  const errors: LogFields[] = [];
  const limiter = new RateLimiter();
  const quiet = (): void => undefined;
  const log: Logger = {
    debug: quiet,
    info: quiet,
    warn: quiet,
    child: () => log,
    error: (_message, fields) => {
      errors.push(fields ?? {});
    },
  };
  const context: ApiContext = {
    authenticate: (token) => {
      const found = PRINCIPALS[token] ?? null;
      return options.slowKeys === true ? Promise.resolve(found) : found;
    },
    roleOn: async (slug) => ({ slug, role: "owner" }),
    translate: (error) => (error instanceof Refusal ? problemOfRefusal(error) : null),
    rate: (policy, key) =>
      options.limited === true ? limiter.take(policy, key, Date.now()) : null,
    readText: async (kind, asked) => textReaders[kind](asked),
    idempotency: new MemoryIdempotency(() => Date.now(), 86_400_000),
    clock: { nowNs: () => BigInt(Date.now()) * 1_000_000n },
    crypto: nodeCrypto,
    log,
    random: (bytes) => randomBytes(bytes),
    observe: (record) => {
      records.push(record);
    },
    allowedHosts: new Set(["127.0.0.1", "localhost"]),
    allowedOrigins: new Set(["https://console.example"]),
    trustedProxies: new Set(),
    querySecret: new Uint8Array(32).fill(7),
    about: { name: "test", publicKey: "00" },
    ...options.context,
  };
  const streamSocket: AnyHandler = () => {
    throw new Refusal("NOT_FOUND", "no stream is sent here");
  };
  const handlers = { streamSocket, ...exampleHandlers(), ...options.handlers };
  if (!isComplete(handlers)) throw new Error("a handler is missing");
  return { dispatcher: createApi(handlers, context), records, errors };
}

export type Adapter = AdapterName;

export function serverOf(adapter: Adapter, dispatcher: Dispatcher): HttpServer {
  return createServer(dispatcher, adapter);
}

export interface Running extends FakeApi {
  readonly url: string;
  readonly port: number;
  readonly server: HttpServer;
  stop(): Promise<void>;
}

export async function start(adapter: Adapter, options: FakeOptions = {}): Promise<Running> {
  const api = fakeApi(options);
  const server = serverOf(adapter, api.dispatcher);
  const port = await server.listen("127.0.0.1", 0);
  return { ...api, server, port, url: `http://127.0.0.1:${port}`, stop: () => server.close(1_000) };
}

export const ADAPTERS: readonly Adapter[] = ["uws", "node"];
