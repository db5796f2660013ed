/**
 * JSON-RPC messages and the two eras of the tool protocol. From 2026-07-28 on each request states
 * its revision and the client's capabilities in `params._meta`, mirrored by header fields; before,
 * `initialize` opened a session.
 */
import { isObject } from "../../protocol/encoding/json.js";
import type { Fields } from "../readable/fields.js";

export const MODERN_VERSIONS: readonly string[] = ["2026-07-28"];
/** Newest first: what `initialize` offers when it does not know the revision asked for. */
export const LEGACY_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26"];

const META_VERSION = "io.modelcontextprotocol/protocolVersion";
const META_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
export const META_SERVER_INFO = "io.modelcontextprotocol/serverInfo";

export const RPC = {
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
  /** The node would not do it now; `data` is the problem that HTTP answers. */
  refused: -32_000,
} as const;

export type { Fields } from "../readable/fields.js";
export type MessageId = string | number | null;

/** What comes back as it was sent: a number beyond 2^53 would be rounded. */
export function isMessageId(id: unknown): id is string | number {
  return typeof id === "string" || Number.isSafeInteger(id);
}

/** A JSON-RPC error; `status` is the HTTP status where the protocol fixes one. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: unknown;

  constructor(code: number, message: string, status = 200, data?: unknown) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

export interface RpcRequest {
  readonly id: MessageId;
  readonly method: string;
  readonly params: Fields;
  readonly modern: boolean;
  /** What the client declared with this request; empty before 2026. */
  readonly capabilities: Fields;
}

interface RpcHeaders {
  readonly version: string;
  readonly method: string;
  readonly name: string;
}

/**
 * Null for notifications and for answers of the client, which are only acknowledged.
 * @throws RpcError when the message breaks a rule of its era.
 */
export function readMessage(message: Fields, headers: RpcHeaders): RpcRequest | null {
  const { method, id } = message;
  if (message["jsonrpc"] !== "2.0") {
    throw new RpcError(RPC.invalidRequest, 'jsonrpc must be "2.0"', 400);
  }
  if (typeof method !== "string") {
    if ("result" in message || "error" in message) return null;
    throw new RpcError(RPC.invalidRequest, "a message names a method, or answers a request", 400);
  }
  const params = message["params"] ?? {};
  if (!isObject(params)) throw new RpcError(RPC.invalidParams, "params must be an object");
  if (id === undefined) return null;
  if (!isMessageId(id))
    throw new RpcError(
      RPC.invalidRequest,
      "id must be a string, or a whole number of at most 2^53 - 1: a larger one would come back as another",
      400,
    );
  const meta = isObject(params["_meta"]) ? params["_meta"] : {};
  const claimed = meta[META_VERSION];
  if (claimed === undefined) return legacyRequest(id, method, params, headers);
  const capabilities = checkModern(claimed, meta, method, params, headers);
  return { id, method, params, modern: true, capabilities };
}

function legacyRequest(
  id: MessageId,
  method: string,
  params: Fields,
  headers: RpcHeaders,
): RpcRequest {
  const { version } = headers;
  if (MODERN_VERSIONS.includes(version)) {
    if (method === "initialize") {
      throw new RpcError(
        RPC.headerMismatch,
        `initialize does not exist in revision ${version}, which the header names`,
        400,
      );
    }
    throw new RpcError(
      RPC.invalidParams,
      `params._meta lacks ${META_VERSION} and ${META_CAPABILITIES}`,
      400,
    );
  }
  if (version !== "" && method !== "initialize" && !LEGACY_VERSIONS.includes(version)) {
    throw unsupported(version);
  }
  return { id, method, params, modern: false, capabilities: {} };
}

function checkModern(
  claimed: unknown,
  meta: Fields,
  method: string,
  params: Fields,
  headers: RpcHeaders,
): Fields {
  if (typeof claimed !== "string") {
    throw new RpcError(RPC.invalidParams, `${META_VERSION} must be a string`, 400);
  }
  if (headers.version !== "" && headers.version !== claimed) {
    throw mismatch("MCP-Protocol-Version", headers.version, claimed);
  }
  if (!MODERN_VERSIONS.includes(claimed)) throw unsupported(claimed);
  const capabilities = meta[META_CAPABILITIES];
  if (!isObject(capabilities)) {
    throw new RpcError(RPC.invalidParams, `params._meta lacks ${META_CAPABILITIES}`, 400);
  }
  if (headers.version === "") throw mismatch("MCP-Protocol-Version", "", claimed);
  if (headers.method !== method) throw mismatch("Mcp-Method", headers.method, method);
  const name = mirroredName(method, params);
  if (name !== null && decodeHeader(headers.name) !== name) {
    throw mismatch("Mcp-Name", headers.name, name);
  }
  return capabilities;
}

/** The parameter that the Mcp-Name field repeats, for methods that have one. */
function mirroredName(method: string, params: Fields): string | null {
  const value =
    method === "tools/call" || method === "prompts/get"
      ? params["name"]
      : method === "resources/read"
        ? params["uri"]
        : null;
  return typeof value === "string" ? value : null;
}

/** Values that are no header text travel as `=?base64?...?=`. Null when that is malformed. */
function decodeHeader(value: string): string | null {
  const payload = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value.trim())?.[1];
  if (payload === undefined) return value.trim();
  try {
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function mismatch(field: string, header: string, body: string): RpcError {
  const said = header === "" ? "is missing" : `says ${JSON.stringify(header)}`;
  return new RpcError(
    RPC.headerMismatch,
    `the header ${field} ${said}, the body says ${JSON.stringify(body)}`,
    400,
  );
}

function unsupported(requested: string): RpcError {
  return new RpcError(RPC.unsupportedVersion, `revision ${requested} is not supported`, 400, {
    supported: [...MODERN_VERSIONS, ...LEGACY_VERSIONS],
    requested,
  });
}

export function failure(id: MessageId, error: RpcError): Fields {
  const { code, message, data } = error;
  return {
    jsonrpc: "2.0",
    id,
    error: data === undefined ? { code, message } : { code, message, data },
  };
}
