/** A whole node in the process of a test, behind HTTP, with a clock that stands until it is moved. */
import { problemBehind } from "../../node/apiContext.js";
import type { NodeHandlers } from "../../api/index.js";
import type { Operation } from "../../api/contract/definition/operation.js";
import type { AnyHandler } from "../../api/http/route.js";
import { isObject } from "../../protocol/encoding/json.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import { repeatingAnswers } from "../../node/compute/operations/repeated.js";
import { representation } from "../../node/compute/operations/representation.js";
import { roleOnLog } from "../../node/machines/operations/logsByName.js";
import { start, type Adapter, type Running } from "../contract/fakeNode.js";
import { jsonOf } from "./requests.js";
import { openNode, type NodeSettings, type TestNode } from "./composed.js";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Of JSON; empty for everything else. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ServedNode {
  readonly node: TestNode;
  readonly http: Running;
  /** Lets so many calconds pass. */
  pass(calconds: number): void;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** A fresh account's key, with its welcome credits. */
  account(): Promise<string>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ServedOptions extends NodeSettings {
  /** Of capabilities that the test adds: the contract lacks them. */
  readonly operations?: Readonly<Record<string, Operation>>;
}

function handlersOf(handlers: NodeHandlers): Readonly<Record<string, AnyHandler>> {
  return handlers;
}

export async function serveNode(
  { operations = {}, ...rest }: ServedOptions = {},
  adapter: Adapter = "uws",
): Promise<ServedNode> {
  const node = await openNode(rest);
  const { accounts, solvers } = node.services;
  const handlers = Object.entries(handlersOf(node.handlers));
  const http = await start(adapter, {
    handlers: Object.fromEntries(handlers.filter(([key]) => !Object.hasOwn(operations, key))),
    context: {
      authenticate: async (token) => {
        const found = await accounts.authenticate(token);
        return found === "unknown" ? null : found;
      },
      stands: (principal) => accounts.ended.stands(principal),
      roleOn: (name, principal) => roleOnLog(node.services, name, principal),
      idempotency: repeatingAnswers(node.services),
      represent: (asked) => representation(solvers, asked),
      translate: problemBehind,
      clock: node.clock,
    },
  });
  const { dispatcher } = http;
  for (const [key, handler] of handlers)
    if (operations[key] !== undefined) dispatcher.add(operations[key], handler);
  node.services.models.inside.use((request, signal) => dispatcher.inner(request, signal));
  node.services.offering.servedBy(adapter);
  const call = async (
    method: string,
    path: string,
    { body, headers = {}, key }: CallOptions = {},
  ): Promise<Reply> => {
    const response = await fetch(`${http.url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get("content-type") ?? "");
    // A batch of messages is answered by a list.
    const value = isJson ? jsonOf(text) : {};
    const read = isObject(value) ? value : {};
    return { status: response.status, headers: response.headers, text, body: read };
  };
  return {
    node,
    http,
    call,
    pass: (calconds) => {
      node.clock.ns += BigInt(calconds) * CALCOND_NS;
    },
    account: async () => {
      const minted = await call("POST", "/api/demo-key/mint", { body: {} });
      if (typeof minted.body["key"] !== "string") throw new Error(minted.text);
      return minted.body["key"];
    },
    close: async () => {
      await http.stop();
      await node.close();
    },
  };
}
