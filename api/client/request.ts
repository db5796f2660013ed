/** The HTTP request of a call. */
import { methodsOf, takesBody, type Method } from "../contract/definition/operation.js";
import type { CallShape } from "./table.js";

export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** The method to fall back to from QUERY. */
export function twinOf(operation: Pick<CallShape, "method" | "twins">): Method | null {
  return (
    methodsOf(operation).find((method) => method === "POST") ??
    methodsOf(operation).find((method) => method === "GET") ??
    null
  );
}

/** The HTTP request of a call: path parameters into the path, the rest into body or query. */
export function requestOf(
  options: { readonly baseUrl: string; readonly key?: string | undefined },
  operation: Pick<CallShape, "path" | "produces">,
  method: Method,
  input: Readonly<Record<string, unknown>>,
  key: string | undefined,
): RawRequest & { readonly body: string | undefined } {
  const rest: Record<string, unknown> = { ...input };
  const path = operation.path
    .split("/")
    .map((part) => {
      if (!/^[:*]/.test(part)) return part;
      const name = part.slice(1);
      const value = queryText(rest[name] ?? "");
      delete rest[name];
      return part.startsWith("*")
        ? value.split("/").map(encodeURIComponent).join("/")
        : encodeURIComponent(value);
    })
    .join("/");
  const headers: Record<string, string> = {
    accept: (operation.produces ?? ["application/json"]).join(", "),
  };
  if (options.key !== undefined) headers["authorization"] = `Bearer ${options.key}`;
  if (key !== undefined) headers["idempotency-key"] = key;
  if (takesBody(method)) {
    headers["content-type"] = "application/json";
    return { method, url: options.baseUrl + path, headers, body: JSON.stringify(rest) };
  }
  const query = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(queryText(value))}`)
    .join("&");
  return {
    method,
    url: options.baseUrl + path + (query === "" ? "" : `?${query}`),
    headers,
    body: undefined,
  };
}

function queryText(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(",");
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
