/**
 * Requests of somebody without a key, for every operation that takes them: made from the contract,
 * so that a new operation is tried without being listed anywhere.
 */
import { readFileSync } from "node:fs";
import * as z from "zod";
import { allOperations, allStreams } from "../../../api/contract/index.js";
import {
  methodsOf,
  needsKey,
  pathParameters,
  takesBody,
  type Method,
  type Operation,
} from "../../../api/contract/definition/operation.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { BODY_BYTES_MAX, MCP_BATCH_MAX } from "../../../protocol/limits.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { frameWith, OPCODE } from "../../contract/frames.js";
import { isList, jsonOf, parseFields, type Fields, type Json } from "../requests.js";

export interface KeylessRequest {
  readonly operation: string;
  readonly method: Method;
  readonly path: string;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the client, behind the handshake of a socket. */
  readonly frames?: Buffer;
}

type Random = () => number;

export const keylessOperations: readonly Operation[] = allOperations.filter(
  (operation) => !needsKey(operation),
);

const SIZES = [10, 100, 1_000, 10_000, 60_000, 300_000, BODY_BYTES_MAX - 100];
const LISTED = [1, 3, 64, 65, 300, 5_000, 40_000];
const DEPTH_MAX = 5;
/** Lists in lists of long texts would be longer than a text can be. */
const WRITTEN_CHARS_MAX = 64 * 1024 * 1024;
const NUMBERS = [0, 1, -1, 2.5, 1e308, -1e-308, 2 ** 53, 12_345.678_9];
const WORDS = (
  "kinetic energy of a mass = 2 kg at v = 3 m/s between 1 and 2 heat diffusion wave not 1e5 " +
  "kg*m/s^2 force gravity m1 m2 r degrees C , ; organ pipe length 0.61 m open-open how many x ^ ( )"
).split(" ");
const PLACES = ["0", "NM19", "..%2f", "%00", "a.b.c", "x"];
const TERMS = ["x", "a", "b", "k", "2", "0.5", "pi", "1e-3", "x^x", "a/b"];
const FUNCTIONS = ["sin", "exp", "log", "gamma", "zeta", "erf", "j0", "lambertw"];

const registry = builtinRegistry();
const operators = registry.entries.map(({ id }) => id);

/** Real receipts, and forgeries of them. */
function receipts(): readonly Fields[] {
  return ["receipts", "forgeries"].flatMap((name) => {
    return objectsIn(jsonOf(readFileSync(`test/vectors/seal/${name}.json`, "utf8"))).filter(
      (one) => one["envelope"] !== undefined,
    );
  });
}

function objectsIn(value: Json): readonly Fields[] {
  if (Array.isArray(value)) return value.flatMap((one: Json) => objectsIn(one));
  if (!isObject(value)) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

/** Requests that are an example as it stands: some operations answer little else. */
const WHOLE_SHARE = 0.2;

/** Characters of the value as JSON, about; items of a list that are one object are looked at once. */
function weight(value: Json): number {
  if (typeof value === "string") return value.length + 2;
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    const [first = null] = items;
    return items.every((item) => item === first)
      ? items.length * (weight(first) + 1)
      : items.reduce<number>((sum, item) => sum + weight(item) + 1, 2);
  }
  if (!isObject(value)) return 8;
  const members = Object.entries(value);
  const [, first = null] = members[0] ?? [];
  return members.every(([, member]) => member === first)
    ? members.length * (weight(first) + 8)
    : members.reduce((sum, [name, member]) => sum + name.length + weight(member) + 4, 2);
}

/** Frames of a client that are sent at once, at most. */
const FRAMES_MAX = 40;
const FRAME_BYTES = [0, 1, 125, 126, 1_024, 1_025, 16_000];
const OPCODES = Object.values(OPCODE);

export class KeylessCaller {
  readonly #random: Random;
  readonly #receipts = receipts();
  readonly #schemas = new Map<string, Fields>();
  readonly #jobs = solverCards.flatMap(({ examples, id }) =>
    examples.map(({ body }) => ({ id, body: jsonOf(JSON.stringify(body)) })),
  );
  #turn = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** One operation after the other, so that each is tried equally often. */
  next(): KeylessRequest {
    const operation = keylessOperations[this.#turn % keylessOperations.length]!;
    this.#turn += 1;
    return this.of(operation);
  }

  of(operation: Operation): KeylessRequest {
    const method = this.#one(methodsOf(operation));
    const input = this.#input(operation);
    const names = pathParameters(operation.path);
    const path = operation.path.replaceAll(/[:*](\w+)/g, (_, name: string) => {
      const given = isObject(input) ? input[name] : undefined;
      const text = typeof given === "string" && this.#often(0.7) ? given : this.#one(PLACES);
      return encodeURIComponent(text.slice(0, 2_000)).replaceAll("%2F", "/");
    });
    const rest = isObject(input)
      ? Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))
      : input;
    const headers: Record<string, string> = this.#often(0.5) ? { "accept-encoding": "gzip" } : {};
    const request = { operation: operation.id, method };
    if (!takesBody(method)) {
      const query = isObject(rest) ? queryOf(rest).slice(0, 7_000) : "";
      return { ...request, path: query === "" ? path : `${path}?${query}`, body: null, headers };
    }
    headers["content-type"] = "application/json";
    const isTooLong = weight(rest) > WRITTEN_CHARS_MAX;
    const body = this.#often(0.2) || isTooLong ? this.#hostile() : JSON.stringify(rest);
    return { ...request, path, headers, body: body.slice(0, operation.limits.bodyBytesMax) };
  }

  /**
   * The opening of a socket with what a client sends behind it, or with a head that is none.
   * @param channels ids of which some are there
   */
  socket(channels: readonly string[]): KeylessRequest {
    const [stream] = allStreams;
    const query = new URLSearchParams();
    if (this.#often(0.95))
      query.set("channel", this.#one([...channels, ...channels, this.#words(50)]));
    if (this.#often(0.4)) query.set("after", String(this.#one(NUMBERS)));
    if (this.#often(0.2)) query.set("sig", "0f".repeat(this.#one([16, 32, 1_000])));
    if (this.#often(0.1)) query.set("x", this.#words(400));
    const protocols = this.#one([
      "calc",
      "calc",
      "calc",
      "calc, bearer.calc_x",
      "a,".repeat(1_000),
      "",
    ]);
    const headers: Record<string, string> = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": this.#often(0.95) ? "13" : "8",
      "sec-websocket-key": this.#often(0.95) ? "dGhlIHNhbXBsZSBub25jZQ==" : "x",
      ...(protocols === "" ? {} : { "sec-websocket-protocol": protocols }),
      ...(this.#often(0.2)
        ? { "sec-websocket-extensions": "permessage-deflate; x=".repeat(50) }
        : {}),
      ...(this.#often(0.1) ? { authorization: `Bearer ${this.#words(100)}x` } : {}),
    };
    const frames = this.#many(FRAMES_MAX, () => this.#frame());
    return {
      operation: stream!.id,
      method: "GET",
      path: `${stream!.path}?${query.toString().slice(0, 7_000)}`,
      body: null,
      headers,
      frames: Buffer.concat(frames),
    };
  }

  #frame(): Buffer {
    const bytes = Buffer.alloc(this.#one(FRAME_BYTES), this.#one(["x", "{", "\u00ff"]));
    const first = this.#often(0.9) ? 0x80 | this.#one(OPCODES) : Math.floor(this.#random() * 256);
    return frameWith(first, bytes);
  }

  #often(share: number): boolean {
    return this.#random() < share;
  }

  #one<T>(of: readonly T[]): T {
    return of[Math.floor(this.#random() * of.length)]!;
  }

  #many<T>(most: number, make: (i: number) => T): readonly T[] {
    return Array.from({ length: Math.floor(this.#random() * (most + 1)) }, (_, i) => make(i));
  }

  /** An example of the operation with some members made anew, or a value of its schema. */
  #input(operation: Operation): Json {
    const schema = this.#schemaOf(operation);
    const example = jsonOf(JSON.stringify(this.#one(operation.examples).input));
    if (this.#often(WHOLE_SHARE)) return example;
    const fitted = this.#fitting(schema, 0);
    if (!isObject(example) || !isObject(fitted)) return fitted;
    const mixed: Record<string, Json> = {};
    for (const name of new Set([...Object.keys(example), ...Object.keys(fitted)])) {
      const value = this.#often(0.5) ? (example[name] ?? null) : (fitted[name] ?? example[name]!);
      if (value !== null) mixed[name] = this.#special(name, value);
    }
    return this.#known(mixed);
  }

  /** What an operation of evaluation or verification is asked in earnest. */
  #known(mixed: Fields): Json {
    const kind = this.#random();
    if (Object.hasOwn(mixed, "value") || Object.hasOwn(mixed, "receipt_id"))
      return kind < 0.6 ? this.#receipt() : mixed;
    if (Object.hasOwn(mixed, "solver") && kind < 0.6) {
      const { body, id } = this.#one(this.#jobs);
      return { solver: id, inputs: this.#often(0.5) ? body : this.#widened(body) };
    }
    if (Object.hasOwn(mixed, "jsonrpc") && kind < 0.8) return this.#message();
    if (Object.hasOwn(mixed, "equation")) return { ...mixed, equation: this.#equation() };
    return mixed;
  }

  /** A message of the tool protocol that reaches an operation by any of its ways, alone or with others. */
  #message(): Json {
    const message = (id: number): Fields => ({ jsonrpc: "2.0", id, ...this.#rpc() });
    return this.#often(0.8) ? message(1) : { batch: this.#many(MCP_BATCH_MAX, message) };
  }

  #rpc(): Fields {
    const call = (name: string, args: Json): Fields => ({
      method: "tools/call",
      params: { name, arguments: args },
    });
    const operation = this.#one(keylessOperations);
    switch (Math.floor(this.#random() * 8)) {
      case 0:
        return call(operation.id, this.#fitting(this.#schemaOf(operation), 0));
      case 1:
      case 2: {
        // Whole lists and documents above all.
        const path = operation.path.replaceAll(/[:*]\w+/g, () => this.#one(PLACES));
        const { method } = operation;
        return call(
          "calc_http",
          takesBody(method) ? { method, path, body: this.#input(operation) } : { method, path },
        );
      }
      case 3:
        return call("calc_api_catalog", this.#often(0.5) ? {} : { q: this.#words(3) });
      case 4:
        return call("calc_more", { handle: `more_${"0f".repeat(16)}`, at: "/operators" });
      case 5:
        return {
          method: "resources/read",
          params: { uri: this.#one(["calc://conformance", "calc://operators/NM19", "calc://x"]) },
        };
      case 6: {
        const ref = { type: "ref/resource", uri: "calc://operators/{id}" };
        const params = { ref, argument: { name: "id", value: this.#one(["", "N", "nm1"]) } };
        return { method: "completion/complete", params };
      }
      default:
        return { method: this.#one(["tools/list", "resources/list", "ping", "x"]), params: {} };
    }
  }

  #special(name: string, value: Json): Json {
    if (name === "query") return this.#words(this.#one([5, 40, 300]));
    if (name === "q") return this.#words(20).slice(0, 200);
    if (name === "operators" && this.#often(0.7)) return this.#many(3, () => this.#one(operators));
    if (name === "operator" && this.#often(0.7)) return this.#one(operators);
    return value;
  }

  #words(most: number): string {
    return this.#many(most, () => this.#one(WORDS)).join(" ");
  }

  #equation(): string {
    const one = this.#term(0);
    const many = Array(1 + Math.floor(this.#random() * 20))
      .fill(one)
      .join(" + ");
    return (this.#often(0.5) ? `S = ${many}` : `${one} = ${this.#term(0)}`).slice(0, 4_096);
  }

  #term(depth: number): string {
    const kind = depth > 3 ? 0 : this.#random();
    if (kind < 0.3) return this.#one(TERMS);
    const inner = this.#term(depth + 1);
    if (kind < 0.5)
      return `(${inner} ${this.#one(["+", "-", "*", "/", "^"])} ${this.#term(depth + 1)})`;
    if (kind < 0.7) return `${this.#one(FUNCTIONS)}(${inner})`;
    if (kind < 0.8) return `SUM_{k=1..${10 ** Math.ceil(this.#random() * 5)}} (${inner})`;
    return kind < 0.9
      ? `INT_0^${1 + Math.floor(this.#random() * 99)} (${inner}) dx`
      : `d/dx (${inner})`;
  }

  /** A receipt as it is, with a member changed, or with much beside it. */
  #receipt(): Json {
    const one = this.#one(this.#receipts);
    const kind = this.#random();
    if (kind < 0.3) return one;
    const large = jsonOf(this.#hostile("small"));
    if (kind < 0.6) return { ...one, inputs: large };
    if (kind < 0.8) return { ...one, [this.#one(Object.keys(one))]: large };
    const id = this.#one(operators);
    const { example } = registry.get(id)!.record;
    const inputs = "inputs" in example ? { ...example.inputs } : {};
    return { operatorChain: ["KO42", id], inputs, value: 1, unit: "m", large };
  }

  /** A member of a job that is a list becomes a long one. */
  #widened(body: Json): Json {
    if (!isObject(body)) return body;
    const name = this.#one(Object.keys(body));
    const member = body[name];
    const length = this.#one([100, 1_000, 5_000]);
    if (isList(member) && member.length > 0)
      return { ...body, [name]: Array.from({ length }, () => this.#one(member)) };
    return { ...body, [name]: typeof member === "number" ? this.#one(NUMBERS) : member! };
  }

  #schemaOf(operation: Operation): Fields {
    const known = this.#schemas.get(operation.id);
    if (known !== undefined) return known;
    const schema = parseFields(
      JSON.stringify(z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" })),
    );
    this.#schemas.set(operation.id, schema);
    return schema;
  }

  #fitting(schema: Json | undefined, depth: number): Json {
    if (!isObject(schema) || depth >= DEPTH_MAX || this.#often(0.05)) return this.#any(depth);
    const choices = schema["anyOf"] ?? schema["oneOf"];
    if (isList(choices)) return this.#fitting(this.#one(choices), depth);
    if (isList(schema["enum"])) return this.#one(schema["enum"]);
    if (schema["const"] !== undefined) return schema["const"];
    switch (schema["type"]) {
      case "object":
        return this.#object(schema, depth);
      case "array": {
        const item = this.#fitting(schema["items"], depth + 1);
        return Array.from({ length: this.#one(depth > 1 ? [0, 3] : LISTED) }, () => item);
      }
      case "boolean":
        return this.#often(0.5);
      case "integer":
        return Math.floor(this.#random() * this.#one([2, 100, 100_000]));
      case "number":
        return this.#one(NUMBERS);
      case "string":
        return this.#text(schema);
      default:
        return this.#any(depth);
    }
  }

  #object(schema: Fields, depth: number): Json {
    const properties = isObject(schema["properties"]) ? schema["properties"] : {};
    const members = Object.entries(properties)
      .filter(() => this.#often(0.6))
      .map(([name, inner]) => [name, this.#fitting(inner, depth + 1)] as const);
    const others = schema["additionalProperties"];
    const length = others === false || this.#often(0.7) ? 0 : this.#one(depth > 1 ? [3] : LISTED);
    const inner = isObject(others) ? this.#fitting(others, depth + 1) : this.#any(depth + 1);
    const more = Array.from({ length }, (_, i) => [`k${i.toString(36)}`, inner] as const);
    return Object.fromEntries([...members, ...more]);
  }

  #text(schema: Fields): string {
    const { pattern, maxLength } = schema;
    const digits = typeof pattern === "string" ? /\{(\d+)\}/.exec(pattern)?.[1] : undefined;
    if (digits !== undefined && this.#often(0.8)) return "0f".repeat(Number(digits) / 2);
    const most = typeof maxLength === "number" ? maxLength : 3_000;
    return this.#one(["", "x", "NM19", this.#words(400)])
      .padEnd(this.#one([0, most]), "ab ")
      .slice(0, most + 1);
  }

  #any(depth: number): Json {
    const kind = this.#random();
    if (kind < 0.4 || depth >= DEPTH_MAX)
      return this.#one<Json>([null, true, "x", "NM19", 7, 1e308]);
    if (kind < 0.7) return this.#many(4, () => this.#any(depth + 1));
    return Object.fromEntries(this.#many(4, (i) => [`m${i}`, this.#any(depth + 1)] as const));
  }

  /** JSON that costs much for its size to read, to check or to tell the faults of. */
  #hostile(size: "any" | "small" = "any"): string {
    const bytes = this.#one(size === "any" ? SIZES : SIZES.slice(0, 5));
    const filled = (item: string, between = ","): string =>
      Array(Math.max(1, Math.floor((bytes - 20) / (item.length + between.length))))
        .fill(item)
        .join(between);
    const keys = (value: string): string =>
      Array.from(
        { length: Math.floor(bytes / 12) },
        (_, i) => `"k${i.toString(36)}":${value}`,
      ).join(",");
    switch (Math.floor(this.#random() * 12)) {
      case 0:
        return `[${filled("1")}]`;
      case 1:
        return `{"operators":[${filled("1")}]}`;
      case 2:
        return `{"inputs":{${keys('"x"')}}}`;
      case 3:
        return `{${keys("1")}}`;
      case 4:
        return `[${filled("[".repeat(60) + "]".repeat(60))}]`;
      case 5:
        return `{"value":[${filled("{}")}]}`;
      case 6:
        return `["${filled("\\n", "")}"]`;
      case 7:
        return `[${filled("1.00000000000000011102230246251565404236316680908203125")}]`;
      case 8:
        return `{"equation":"${filled("x", " ")}"}`;
      case 9:
        return `{"query":"${filled("1", " ").slice(0, 2_000)}","inputs":{${keys("1e300")}}}`;
      case 10:
        return `{"inputs":{"a":[${filled("0.1234567890123")}]},"operatorChain":["KO42"],"value":1}`;
      default:
        return `{"uncertainties":{${keys("-1")}}}`;
    }
  }
}

function queryOf(input: Fields): string {
  return Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text =
        typeof value === "string" ? value : JSON.stringify(value).replace(/^\[|\]$/g, "");
      return `${encodeURIComponent(name)}=${encodeURIComponent(text.slice(0, 3_000))}`;
    })
    .join("&");
}
