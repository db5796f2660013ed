/**
 * What a server lets through and this node does not: where leniency lets two readers of the same bytes
 * disagree, a proxy before this node must never see another request than it does.
 */
import type { ErrorCode } from "../../protocol/errors/index.js";
import { HEADERS_BYTES_MAX } from "../../protocol/limits.js";

export interface HeadFault {
  readonly code: ErrorCode;
  readonly detail: string;
}

const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]*)(?::\d{0,5})?$/;
const ABSOLUTE = /^https?:\/\/([^/?#@]*)([/?].*)?$/i;

export const OTHER_VERSION: HeadFault = {
  code: "HTTP_VERSION_NOT_SUPPORTED",
  detail: "this server speaks HTTP/1.1",
};

export const OTHER_CODING: HeadFault = {
  code: "TRANSFER_CODING_UNKNOWN",
  detail: "the only transfer coding is chunked",
};

export const APART: HeadFault = {
  code: "INVALID_BODY",
  detail: "the request line is not: method, space, target, space, HTTP/1.1",
};

export const NO_PROXY: HeadFault = {
  code: "METHOD_NOT_IMPLEMENTED",
  detail: "this server is no proxy",
};

export const HEAD_TOO_LARGE: HeadFault = {
  code: "HEADERS_TOO_LARGE",
  detail: `the header fields are larger than ${HEADERS_BYTES_MAX} bytes`,
};

export const TWO_LENGTHS: HeadFault = {
  code: "INVALID_BODY",
  detail: "there are two Content-Length fields",
};

/**
 * A target as path and query, and the authority that takes the place of Host where one is named.
 * @returns a fault for a target that is none of an origin's forms
 */
export function originForm(
  method: string,
  target: string,
): { readonly place: string; readonly authority: string | null } | HeadFault {
  if (method === "CONNECT") return NO_PROXY;
  if (target.startsWith("/") || (target === "*" && method === "OPTIONS"))
    return { place: target, authority: null };
  const absolute = ABSOLUTE.exec(target);
  if (absolute === null)
    return { code: "INVALID_BODY", detail: "the target is neither a path nor an http address" };
  const [, authority = "", rest = "/"] = absolute;
  return { place: rest.startsWith("?") ? `/${rest}` : rest, authority };
}

/** @returns why these values of Host are refused, or null */
export function hostFault(hosts: readonly string[], isOld: boolean): HeadFault | null {
  if (hosts.length > 1) return badHost("there are two Host fields");
  if (hosts[0] === undefined) return isOld ? null : badHost("the Host field is missing");
  return HOST.test(hosts[0]) ? null : badHost("Host is no host and port");
}

function badHost(detail: string): HeadFault {
  return { code: "INVALID_BODY", detail };
}

/** @returns why a body of this transfer coding is not read, or null */
export function transferFault(
  transfer: string,
  hasLength: boolean,
  isOld: boolean,
): HeadFault | null {
  if (hasLength || isOld)
    return {
      code: "INVALID_BODY",
      detail: "Transfer-Encoding stands beside Content-Length, or in HTTP/1.0",
    };
  return transfer.toLowerCase() === "chunked" ? null : OTHER_CODING;
}
