/**
 * Requests that nearly fit what the OpenAPI document says a node takes: values of its schemas, some
 * of them replaced by others.
 */
import { isObject } from "../../protocol/encoding/json.js";
import { type Fields, type Json } from "../kit/requests.js";

export interface StrangeRequest {
  readonly method: string;
  readonly path: string;
  /** The body as it is sent; null for none. */
  readonly raw: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly schema: Json | undefined;
}

type Random = () => number;

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "query"]);
const BODILESS: ReadonlySet<string> = new Set(["GET", "DELETE"]);
const DEPTH_MAX = 6;
const HEX_DIGITS = "0123456789abcdef";
const NUMBERS = [0, -1, 1, 7, 1.5, 2 ** 53, 2 ** 64, 1e308, -1e308, 1e-320, -0];
const TEXTS = [
  "",
  "NM21",
  "QM1",
  "heat",
  "free",
  "shared",
  "y = x^2",
  "a/b",
  "../x",
  "\u0000",
  "\u00e9\u{1f600}",
  "__proto__",
  "constructor",
  "2026-11-23T00:00:00Z",
  "calc_ak_x",
  "0".repeat(64),
  "f".repeat(32),
  "a".repeat(300),
  "x".repeat(5_000),
];
const NAMES = [
  "operators",
  "inputs",
  "m1",
  "r",
  "x",
  "limit",
  "ids",
  "count",
  "account",
  "credits",
  "__proto__",
  "toString",
  "",
];
const PLACES = ["0".repeat(64), "x", "NM21", "..%2f", "%00", "a".repeat(200), "f".repeat(16), "1"];
const QUERIES = ["limit=1", "limit=-1", "offset=abc", "q=%ff", "from=1e9", "x="];
const KEYS = ["x", `calc_ak_${"a".repeat(40)}`, "csm_0"];
/** How often a value of another kind stands where one of the schema would. */
const STRANGE = 0.12;

/** All operations of an OpenAPI document, QUERY with them. */
export function operationsIn(document: Fields): readonly Operation[] {
  const paths = isObject(document["paths"]) ? document["paths"] : {};
  return Object.entries(paths).flatMap(([path, item]) => {
    if (!isObject(item)) return [];
    const more = isObject(item["additionalOperations"]) ? item["additionalOperations"] : {};
    return Object.entries({ ...item, ...more })
      .filter(([method]) => METHODS.has(method.toLowerCase()))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        schema: at(operation, "requestBody", "content", "application/json", "schema"),
      }));
  });
}

function at(value: Json | undefined, ...names: readonly string[]): Json | undefined {
  return names.reduce<Json | undefined>(
    (inner, name) => (isObject(inner) ? inner[name] : undefined),
    value,
  );
}

export class Stranger {
  readonly #document: Fields;
  readonly #operations: readonly Operation[];
  readonly #random: Random;

  constructor(document: Fields, random: Random) {
    this.#document = document;
    this.#operations = operationsIn(document);
    this.#random = random;
  }

  /** @param key of the operator, for most */
  next(key: string): StrangeRequest {
    const { method, path, schema } = this.#one(this.#operations);
    const place = path.replaceAll(/\{[^}]*\}/g, () => this.#one(PLACES));
    const query = this.#often(0.3) ? `?${this.#one(QUERIES)}` : "";
    const shown = this.#often(0.8) ? key : this.#one(KEYS);
    const headers: Record<string, string> = this.#often(0.9)
      ? { authorization: `Bearer ${shown}` }
      : {};
    if (BODILESS.has(method)) return { method, path: place + query, raw: null, headers };
    headers["content-type"] = this.#often(0.9)
      ? "application/json"
      : this.#one(["text/plain", "application/json; charset=utf-8"]);
    if (this.#often(0.1))
      headers["idempotency-key"] = this.#one(["k1", "k2", "x".repeat(300), String(this.#random())]);
    const text = JSON.stringify(
      schema !== undefined && this.#often(0.85) ? this.#fitting(schema, 0) : this.#any(0),
    );
    return {
      method,
      path: place + query,
      raw: this.#often(0.04) ? text.slice(0, text.length / 2) : text,
      headers,
    };
  }

  #often(share: number): boolean {
    return this.#random() < share;
  }

  #one<T>(of: readonly T[]): T {
    return of[Math.floor(this.#random() * of.length)]!;
  }

  #times<T>(most: number, make: () => T): readonly T[] {
    return Array.from({ length: Math.floor(this.#random() * (most + 1)) }, make);
  }

  /** Whatever JSON can say. */
  #any(depth: number): Json {
    const kind = this.#random();
    if (kind < 0.1) return null;
    if (kind < 0.2) return this.#often(0.5);
    if (kind < 0.4) return this.#one(NUMBERS);
    if (kind < 0.65 || depth >= DEPTH_MAX) return this.#one(TEXTS);
    if (kind < 0.8) return this.#times(4, () => this.#any(depth + 1));
    return Object.fromEntries(
      this.#times(5, () => [this.#one(NAMES), this.#any(depth + 1)] as const),
    );
  }

  #fitting(schema: Json | undefined, depth: number): Json {
    if (!isObject(schema) || depth >= DEPTH_MAX || this.#often(STRANGE)) return this.#any(depth);
    const reference = schema["$ref"];
    if (typeof reference === "string")
      return this.#fitting(at(this.#document, ...reference.split("/").slice(1)), depth + 1);
    const choices = schema["anyOf"] ?? schema["oneOf"] ?? schema["enum"];
    if (Array.isArray(choices)) {
      const chosen: Json = this.#one(choices);
      return schema["enum"] === undefined ? this.#fitting(chosen, depth + 1) : chosen;
    }
    if (schema["const"] !== undefined) return schema["const"];
    const { type } = schema;
    return this.#ofType(Array.isArray(type) ? this.#one(type) : type, schema, depth);
  }

  #ofType(type: Json | undefined, schema: Fields, depth: number): Json {
    switch (type) {
      case "object":
        return this.#object(schema, depth);
      case "array":
        return this.#times(3, () => this.#fitting(schema["items"], depth + 1));
      case "boolean":
        return this.#often(0.5);
      case "integer":
      case "number":
        return this.#one([...NUMBERS, schema["minimum"] ?? 2, schema["maximum"] ?? 3]);
      case "string":
        return this.#text(schema["pattern"]);
      default:
        return this.#any(depth);
    }
  }

  #object(schema: Fields, depth: number): Json {
    const properties = isObject(schema["properties"]) ? schema["properties"] : {};
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const members = Object.entries(properties)
      .filter(([name]) => this.#often(required.includes(name) ? 0.95 : 0.4))
      .map(([name, inner]) => [name, this.#fitting(inner, depth + 1)] as const);
    const others = isObject(schema["additionalProperties"])
      ? this.#times(
          3,
          () =>
            [this.#one(NAMES), this.#fitting(schema["additionalProperties"], depth + 1)] as const,
        )
      : [];
    return Object.fromEntries([...members, ...others]);
  }

  /** Hex of the length that a pattern asks for, mostly. */
  #text(pattern: Json | undefined): string {
    const digits =
      typeof pattern === "string" ? /\[0-9a-f\]\{(\d+)\}/.exec(pattern)?.[1] : undefined;
    if (digits === undefined || !this.#often(0.8)) return this.#one(TEXTS);
    return Array.from(
      { length: Number(digits) },
      () => HEX_DIGITS[Math.floor(this.#random() * HEX_DIGITS.length)]!,
    ).join("");
  }
}
