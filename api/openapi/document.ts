/**
 * The machine-readable description, derived from the contract: OpenAPI 3.2, where QUERY is a method
 * like the others, and 3.1 for tools that stop there, where it stands under an extension.
 */
import { isObject } from "../../protocol/encoding/json.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import { INTERFACE_VERSION } from "../../protocol/version.js";
import { allOperations, allStreams } from "../contract/index.js";
import { methodsOf, type Operation } from "../contract/definition/operation.js";
import { components } from "./components.js";
import { NamedSchemas } from "./named.js";
import { describe, olderName, otherName, templated, type Described } from "./operation.js";
import { objectAt, schemasMade } from "./schemas.js";
import { describeStream } from "./stream.js";
import { TAGS, tags } from "./tags.js";
import { turn } from "./turn.js";

export const OPENAPI_VERSIONS = ["3.2.0", "3.1.1"] as const;
export type OpenapiVersion = (typeof OPENAPI_VERSIONS)[number];

/** Files beside the program that hold what `openapiText` gives: the build writes them. */
export const OPENAPI_ASSETS = {
  "3.2.0": "openapi.json",
  "3.1.1": "openapi-3.1.json",
} as const satisfies Readonly<Record<OpenapiVersion, string>>;

/** A document as a node serves it, written without holding the thread for long. */
export async function openapiText(version: OpenapiVersion): Promise<string> {
  await schemasMade();
  const named = new NamedSchemas();
  const byPath = new Map<string, Record<string, JsonValue>>();
  for (const operation of allOperations) {
    addTo(byPath, operation, version === "3.2.0", named);
    await turn();
  }
  addStreams(byPath, named);
  return textOf(documentOf(version, sorted(byPath), named));
}

/** JSON of the document, by parts that each take a fraction of the time. */
async function textOf(document: JsonObject): Promise<string> {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(document)) {
    const inner: string[] = [];
    if (!isObject(value)) inner.push(JSON.stringify(value));
    for (const [key, member] of isObject(value) ? Object.entries(value) : []) {
      inner.push(`${JSON.stringify(key)}:${JSON.stringify(member)}`);
      await turn();
    }
    const text = isObject(value) ? `{${inner.join(",")}}` : inner.join("");
    parts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${parts.join(",")}}`;
}

export function openapiDocument(version: OpenapiVersion): JsonObject {
  const named = new NamedSchemas();
  const byPath = new Map<string, Record<string, JsonValue>>();
  for (const operation of allOperations) addTo(byPath, operation, version === "3.2.0", named);
  addStreams(byPath, named);
  return documentOf(version, sorted(byPath), named);
}

function documentOf(
  version: OpenapiVersion,
  described: JsonObject,
  named: NamedSchemas,
): JsonObject {
  const shared = components();
  return {
    openapi: version,
    info: {
      title: "calc SDK",
      version: INTERFACE_VERSION,
      summary: "Deterministic physics computation with receipts anyone can check",
      description:
        "Name operators, give SI inputs, get value, unit, uncertainty, equations and a " +
        "signed receipt. " +
        "Errors are RFC 9457 problems with a stable `code`. Answers may gain fields; none is " +
        "renamed.",
      license: { name: "UNLICENSED", identifier: "LicenseRef-UNLICENSED" },
    },
    servers: [{ url: "/", description: "The node that serves this document" }],
    paths: described,
    components: { ...shared, schemas: { ...objectAt(shared, "schemas"), ...named.all } },
    tags: tags().map((name) => ({ name, description: TAGS[name] ?? name })),
  };
}

type Paths = Map<string, Record<string, JsonValue>>;

/** An operation under its path and under the other names of it. */
function addTo(
  byPath: Paths,
  operation: Operation,
  nativeQuery: boolean,
  named: NamedSchemas,
): void {
  const { aliasPath, legacyPath } = operation;
  const names: readonly Described[] = [
    operation,
    ...(aliasPath === undefined ? [] : [otherName(operation, aliasPath)]),
    ...(legacyPath === undefined ? [] : [olderName(operation, legacyPath)]),
  ];
  for (const one of names) {
    const item = itemAt(byPath, one.path);
    for (const method of methodsOf(one)) {
      if (method !== "QUERY" || nativeQuery) {
        // A parameter of the path is missing in the body: a schema of its own.
        const places = one.isOtherName === true ? named.inline : named;
        item[method.toLowerCase()] = describe(one, method, places);
      } else {
        item["x-oai-additionalOperations"] = { QUERY: describe(one, method, named.inline) };
      }
    }
  }
}

function addStreams(byPath: Paths, named: NamedSchemas): void {
  for (const stream of allStreams)
    itemAt(byPath, stream.path)["x-calc-socket"] = describeStream(stream, named.inline);
}

function itemAt(byPath: Paths, path: string): Record<string, JsonValue> {
  const name = templated(path);
  const item = byPath.get(name) ?? {};
  byPath.set(name, item);
  return item;
}

function sorted(byPath: ReadonlyMap<string, JsonObject>): JsonObject {
  return Object.fromEntries([...byPath].sort(([a], [b]) => (a < b ? -1 : 1)));
}
