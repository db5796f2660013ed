/**
 * The head of a request by RFC 9112: request line and fields, read whole or refused. Strict where
 * leniency lets two readers of the same bytes disagree: a proxy before this server must never see
 * another request than it does.
 */
import type { ErrorCode } from "../../../protocol/errors/index.js";

export interface HeadFault {
  readonly code: ErrorCode;
  readonly detail: string;
}

export interface Head {
  readonly method: string;
  /** Before "?", still percent-encoded. */
  readonly path: string;
  /** After "?", or "". */
  readonly query: string;
  /** Name in lower case, value, ... in the order of their coming. */
  readonly fields: readonly string[];
  /** Bytes of the body; `CHUNKED` where chunks say. */
  readonly bodyBytes: number;
  /** The sender waits for a word before it sends the body. */
  readonly waitsForContinue: boolean;
  /** The connection serves further requests. */
  readonly keepsAlive: boolean;
  /** HTTP/1.0: no chunks in the answer. */
  readonly isOld: boolean;
}

/** Length of a body that comes in chunks. */
export const CHUNKED = -1;

/** Characters of a token, RFC 9110 5.6.2. */
const IS_TOKEN = new Uint8Array(256);
for (const c of "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
  IS_TOKEN[c.charCodeAt(0)] = 1;

const SPACE = 0x20;
const TAB = 0x09;
const COLON = 0x3a;
const CR = "\r";
const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]*)(?::\d{0,5})?$/;
const ABSOLUTE = /^https?:\/\/([^/?#@]*)([/?].*)?$/i;
const DIGITS = /^\d{1,15}$/;

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

class Refused extends Error {
  readonly fault: HeadFault;

  constructor(detail: string, code: ErrorCode = "INVALID_BODY") {
    super(detail);
    this.fault = { code, detail };
  }
}

/** @param text the head in Latin-1, up to and without its empty line; every LF stands behind a CR */
export function parseHead(text: string): Head | HeadFault {
  try {
    return headOf(text);
  } catch (error) {
    if (error instanceof Refused) return error.fault;
    throw error;
  }
}

export function isFault(read: Head | HeadFault): read is HeadFault {
  return "code" in read;
}

function headOf(text: string): Head {
  const lineEnd = text.indexOf("\r\n");
  const line = lineEnd < 0 ? text : text.slice(0, lineEnd);
  const { method, target, isOld } = requestLine(line);
  const fields = lineEnd < 0 ? [] : fieldsOf(text, lineEnd + 2);
  const place = targetOf(method, target, fields);
  checkHost(fields, isOld);
  const mark = place.indexOf("?");
  const isCoded = fieldAt(fields, "transfer-encoding") >= 0;
  const lengths = valuesOf(fields, "content-length");
  return {
    method,
    path: mark < 0 ? place : place.slice(0, mark),
    query: mark < 0 ? "" : place.slice(mark + 1),
    fields,
    // One that is empty names no coding that is known: its body has no length.
    bodyBytes: isCoded
      ? chunkedOf(joined(fields, "transfer-encoding"), lengths, isOld)
      : lengthOf(lengths),
    waitsForContinue: !isOld && joined(fields, "expect").toLowerCase() === "100-continue",
    keepsAlive: keepsAlive(joined(fields, "connection").toLowerCase(), isOld),
    isOld,
  };
}

function requestLine(line: string): { method: string; target: string; isOld: boolean } {
  const first = line.indexOf(" ");
  const last = line.lastIndexOf(" ");
  const method = line.slice(0, Math.max(first, 0));
  const target = line.slice(first + 1, last);
  const version = line.slice(last + 1);
  if (!isToken(method) || last <= first || !isTarget(target))
    throw new Refused(APART.detail, APART.code);
  if (version === "HTTP/1.1") return { method, target, isOld: false };
  if (version === "HTTP/1.0") return { method, target, isOld: true };
  if (/^HTTP\/\d\.\d$/.test(version)) throw new Refused(OTHER_VERSION.detail, OTHER_VERSION.code);
  throw new Refused("the request line does not end with HTTP/1.1");
}

/** Visible ASCII without "#": anything else is percent-encoded, or no target. */
function isTarget(target: string): boolean {
  for (let i = 0; i < target.length; i += 1) {
    const unit = target.charCodeAt(i);
    if (unit <= SPACE || unit > 0x7e || unit === 0x23) return false;
  }
  return target !== "";
}

export function isToken(text: string): boolean {
  for (let i = 0; i < text.length; i += 1)
    if (text.charCodeAt(i) > 255 || IS_TOKEN[text.charCodeAt(i)] === 0) return false;
  return text !== "";
}

function fieldsOf(text: string, from: number): string[] {
  const fields: string[] = [];
  for (let at = from; at < text.length;) {
    let end = text.indexOf(CR, at);
    if (end < 0) end = text.length;
    else if (text.charAt(end + 1) !== "\n") throw new Refused("a field holds a bare CR");
    const colon = nameEnd(text, at, end);
    fields.push(text.slice(at, colon).toLowerCase(), valueOf(text, colon + 1, end));
    at = end + 2;
  }
  return fields;
}

function nameEnd(text: string, at: number, end: number): number {
  for (let i = at; i < end; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === COLON && i > at) return i;
    if (IS_TOKEN[unit] === 0)
      throw new Refused(
        i === at && (unit === SPACE || unit === TAB)
          ? "a field is folded over lines"
          : "a field has no name, or its name is no token",
      );
  }
  throw new Refused("a field has no colon");
}

/**
 * Without blanks at its ends. Bytes from 0x80 on stay: who reads the field says whether they may be
 * there.
 */
function valueOf(text: string, from: number, to: number): string {
  let [start, end] = [from, to];
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  for (let i = start; i < end; i += 1) {
    const unit = text.charCodeAt(i);
    if ((unit < SPACE && unit !== TAB) || unit === 0x7f)
      throw new Refused("a field holds a control character");
  }
  return text.slice(start, end);
}

function isBlank(unit: number): boolean {
  return unit === SPACE || unit === TAB;
}

/**
 * A target as path and query, and the authority that takes the place of Host where one is named.
 * @returns a fault for a target that is none of an origin's forms
 */
export function originForm(
  method: string,
  target: string,
): { readonly place: string; readonly authority: string | null } | HeadFault {
  if (method === "CONNECT")
    return { code: "METHOD_NOT_IMPLEMENTED", detail: "this server is no proxy" };
  if (target.startsWith("/") || (target === "*" && method === "OPTIONS"))
    return { place: target, authority: null };
  const absolute = ABSOLUTE.exec(target);
  if (absolute === null)
    return { code: "INVALID_BODY", detail: "the target is neither a path nor an http address" };
  const [, authority = "", rest = "/"] = absolute;
  return { place: rest.startsWith("?") ? `/${rest}` : rest, authority };
}

function targetOf(method: string, target: string, fields: string[]): string {
  const form = originForm(method, target);
  if ("code" in form) throw new Refused(form.detail, form.code);
  const at = fieldAt(fields, "host");
  if (form.authority !== null && at >= 0) fields[at + 1] = form.authority;
  return form.place;
}

function checkHost(fields: readonly string[], isOld: boolean): void {
  const fault = hostFault(valuesOf(fields, "host"), isOld);
  if (fault !== null) throw new Refused(fault);
}

/** @returns why these values of Host are refused, or null */
export function hostFault(hosts: readonly string[], isOld: boolean): string | null {
  if (hosts.length > 1) return "there are two Host fields";
  if (hosts[0] === undefined) return isOld ? null : "the Host field is missing";
  return HOST.test(hosts[0]) ? null : "Host is no host and port";
}

function lengthOf(lengths: readonly string[]): number {
  if (lengths.length === 0) return 0;
  if (lengths.length > 1) throw new Refused("there are two Content-Length fields");
  const [text = ""] = lengths;
  if (!/^\d+$/.test(text)) throw new Refused("Content-Length is not a number of bytes");
  // More digits than any limit has: the size check refuses it.
  return DIGITS.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER;
}

function chunkedOf(transfer: string, lengths: readonly string[], isOld: boolean): number {
  const fault = transferFault(transfer, lengths.length > 0, isOld);
  if (fault !== null) throw new Refused(fault.detail, fault.code);
  return CHUNKED;
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

function keepsAlive(connection: string, isOld: boolean): boolean {
  const options = connection === "" ? [] : connection.split(/\s*,\s*/);
  if (options.includes("close")) return false;
  return !isOld || options.includes("keep-alive");
}

function fieldAt(fields: readonly string[], name: string): number {
  for (let i = 0; i < fields.length; i += 2) if (fields[i] === name) return i;
  return -1;
}

function valuesOf(fields: readonly string[], name: string): readonly string[] {
  const values: string[] = [];
  for (let i = 0; i < fields.length; i += 2) if (fields[i] === name) values.push(fields[i + 1]!);
  return values;
}

/** All values of a field, as RFC 9110 5.3 joins them; "" where there is none. */
function joined(fields: readonly string[], name: string): string {
  let text = "";
  for (let i = 0; i < fields.length; i += 2)
    if (fields[i] === name) text = text === "" ? fields[i + 1]! : `${text}, ${fields[i + 1]!}`;
  return text;
}
