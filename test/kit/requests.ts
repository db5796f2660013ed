/**
 * What the end-to-end tests share: a plain HTTP caller, shapes of answers, and checks that use none
 * of the project's own cryptography, hashing or canonical JSON, so that they can disagree with it.
 */
import { createHash, createPublicKey, verify } from "node:crypto";
import { expect } from "chai";
import { isObject, parseJson } from "../../protocol/encoding/json.js";
import type { RunningNode } from "../../scripts/devnet/daemons.js";

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };
export type Fields = { readonly [name: string]: Json };

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body read as a JSON object; empty when it is none. */
  readonly body: Fields;
}

export interface CallOptions {
  /** A bearer key; the operator's own when left out, none when null. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is instead of `body`. */
  readonly raw?: string | Uint8Array;
}

export const EARTH_MOON = { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 } as const;
/** G m1 m2/r^2 with CODATA 2022's G, from scripts/reference/newtonian_mechanics.py with mpmath. */
export const EARTH_MOON_FORCE_N = 1.9805585650280284e20;

export async function call(
  node: { readonly api: Pick<RunningNode["api"], "http" | "token"> },
  method: string,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Reply> {
  const { key = node.api.token, headers = {}, raw } = options;
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${node.api.http}${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(sent === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: objectIn(text) };
}

function objectIn(text: string): Fields {
  if (!text.startsWith("{")) return {};
  return parseFields(text);
}

export function jsonOf(text: string): Json {
  // Strict: no answer of any operation has a key twice.
  const read = parseJson(text);
  if (!read.ok) throw new Error(`no JSON: ${read.message}: ${text.slice(0, 200)}`);
  return read.value;
}

export function parseFields(text: string): Fields {
  const value = jsonOf(text);
  if (!isObject(value)) throw new Error(`no JSON object: ${text.slice(0, 200)}`);
  return value;
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** A member that must be an object. */
export function fieldsOf(value: Json | undefined, name: string): Fields {
  const member = isObject(value) ? value[name] : undefined;
  if (!isObject(member)) throw new Error(`${name} is no object in ${JSON.stringify(value)}`);
  return member;
}

/** A member that must be a list. */
export function listOf(value: Json | undefined, name: string): readonly Json[] {
  const member = isObject(value) ? value[name] : undefined;
  if (!isList(member)) throw new Error(`${name} is no list in ${JSON.stringify(value)}`);
  return member;
}

export function textOf(value: Json | undefined, name: string): string {
  const member = isObject(value) ? value[name] : undefined;
  if (typeof member !== "string") throw new Error(`${name} is no text in ${JSON.stringify(value)}`);
  return member;
}

export function numberOf(value: Json | undefined, name: string): number {
  const member = isObject(value) ? value[name] : undefined;
  if (typeof member !== "number")
    throw new Error(`${name} is no number in ${JSON.stringify(value)}`);
  return member;
}

/** Computes and expects a sealed answer. */
export async function sealed(
  node: Pick<RunningNode, "api">,
  request: unknown,
  options: CallOptions = {},
): Promise<Fields> {
  const { status, body, text } = await call(node, "POST", "/api/calc/compute", request, options);
  expect(status, text).to.equal(200);
  expect(body["receipt_id"], text).to.match(/^[0-9a-f]{64}$/);
  return body;
}

export function force(visibility?: "private" | "record" | "shared"): Fields {
  return {
    operators: ["KO42", "NM21"],
    inputs: EARTH_MOON,
    ...(visibility === undefined ? {} : { visibility }),
  };
}

/** The problem's status, code and media type; @returns the problem. */
export function expectProblem(reply: Reply, status: number, code: string): Fields {
  expect(reply.status, reply.text).to.equal(status);
  expect(reply.headers.get("content-type")).to.match(/^application\/problem\+json/);
  expect(reply.body["code"], reply.text).to.equal(code);
  expect(reply.body["status"]).to.equal(status);
  expect(reply.headers.get("x-request-id")).to.equal(reply.body["request_id"]);
  return reply.body;
}

export interface SpineState {
  readonly size: number;
  readonly id: string;
  readonly root: string;
}

export async function spineOf(node: Pick<RunningNode, "api">): Promise<SpineState> {
  const spine = fieldsOf((await call(node, "GET", "/api/mesh/status")).body, "spine");
  return { size: numberOf(spine, "size"), id: textOf(spine, "id"), root: textOf(spine, "root") };
}

// Checks of our own.

export function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/**
 * RFC 8785 for what JSON.parse gives: V8 writes numbers and strings as it asks, members sort by
 * UTF-16 units.
 */
export function canonical(value: Json): string {
  if (isList(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name]!)}`).join(",")}}`;
}

export function without(value: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** Ed25519 through node:crypto alone (RFC 8032, RFC 8410). */
export function isSignedBy(
  publicKeyHex: string,
  message: string | Uint8Array,
  signature: Uint8Array,
): boolean {
  const x = Buffer.from(publicKeyHex, "hex").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, Buffer.from(message), key, signature);
}

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

export function merkleLeaf(data: Uint8Array): Buffer {
  return sha256(LEAF, data);
}

function merkleNode(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(NODE, left, right);
}

/** RFC 6962 section 2.1, by its recursive definition. */
export function merkleTree(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return leaves[0]!;
  let split = 1;
  while (2 * split < leaves.length) split *= 2;
  return merkleNode(merkleTree(leaves.slice(0, split)), merkleTree(leaves.slice(split)));
}

/** RFC 9162 section 2.1.4.2, verification of a consistency proof, step by step. */
export function isConsistent(
  first: number,
  second: number,
  firstRoot: Buffer,
  secondRoot: Buffer,
  proof: readonly Buffer[],
): boolean {
  if (first === second) return proof.length === 0 && firstRoot.equals(secondRoot);
  const power = (first & (first - 1)) === 0;
  const path = power ? [firstRoot, ...proof] : [...proof];
  let fn = first - 1;
  let sn = second - 1;
  while ((fn & 1) === 1) {
    fn >>= 1;
    sn >>= 1;
  }
  const [start, ...rest] = path;
  if (start === undefined) return false;
  let fr = start;
  let sr = start;
  for (const c of rest) {
    if (sn === 0) return false;
    if ((fn & 1) === 1 || fn === sn) {
      fr = merkleNode(c, fr);
      sr = merkleNode(c, sr);
      while ((fn & 1) === 0 && fn !== 0) {
        fn >>= 1;
        sn >>= 1;
      }
    } else {
      sr = merkleNode(sr, c);
    }
    fn >>= 1;
    sn >>= 1;
  }
  return fr.equals(firstRoot) && sr.equals(secondRoot) && sn === 0;
}

/**
 * Path of a level-0 tile or entry bundle below `tile/`, as tlog-tiles writes it; indexes below
 * 1000.
 */
function tileName(level: string, index: number, width: number): string {
  return `${level}/${String(index).padStart(3, "0")}${width === 256 ? "" : `.p/${width}`}`;
}

async function tiles(
  node: Pick<RunningNode, "api">,
  level: string,
  size: number,
): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for (let at = 0; at < size; at += 256) {
    const path = `/api/mesh/log/${node.api.publicKey}/tile/${tileName(level, at / 256, Math.min(256, size - at))}`;
    const response = await fetch(`${node.api.http}${path}`);
    expect(response.status, path).to.equal(200);
    found.push(Buffer.from(await response.arrayBuffer()));
  }
  return found;
}

/** Leaf hashes of the spine, from its level-0 tiles. */
export async function leavesOf(node: Pick<RunningNode, "api">, size: number): Promise<Buffer[]> {
  const all = Buffer.concat(await tiles(node, "0", size));
  expect(all.length).to.equal(32 * size);
  return Array.from({ length: size }, (_, i) => all.subarray(32 * i, 32 * i + 32));
}

/** Canonical texts of the spine's headers, from its entry bundles. */
export async function headersOf(node: Pick<RunningNode, "api">, size: number): Promise<string[]> {
  const all = Buffer.concat(await tiles(node, "entries", size));
  const headers: string[] = [];
  for (let at = 0; at < all.length;) {
    const length = all.readUInt16BE(at);
    headers.push(all.toString("utf8", at + 2, at + 2 + length));
    at += 2 + length;
  }
  expect(headers.length).to.equal(size);
  return headers;
}

const ZEROS = "0".repeat(64);

/**
 * Walks the spine from its first event: dense numbers, linked ids, one author, calconds that never
 * fall, one tree.
 */
export async function walkSpine(node: Pick<RunningNode, "api">): Promise<SpineState> {
  const spine = await spineOf(node);
  const headers = await headersOf(node, spine.size);
  let previous = ZEROS;
  let calcond = 0;
  headers.forEach((text, seq) => {
    const header = parseFields(text);
    expect(canonical(header)).to.equal(text);
    expect(header["seq"]).to.equal(seq);
    expect(header["prev"], `event ${seq}`).to.equal(previous);
    expect(header["author"]).to.equal(node.api.publicKey);
    expect(numberOf(header, "calcond")).to.be.at.least(calcond);
    calcond = numberOf(header, "calcond");
    previous = sha256("calc-event/1\0", text).toString("hex");
  });
  expect(previous).to.equal(spine.id);
  const leaves = headers.map((text) => merkleLeaf(Buffer.from(text)));
  expect(merkleTree(leaves).toString("hex")).to.equal(spine.root);
  return spine;
}

/** The next page of a list, or null on the last one. */
export function nextLink(headers: Headers): string | null {
  return /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? null;
}
