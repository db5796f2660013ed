/**
 * Who uses the page. The key is in this tab's memory and its session storage; an equation is in
 * neither, and never leaves the page.
 */
import { computed, signal } from "@preact/signals";
import { isObject } from "../../../protocol/encoding/json.js";
import { createClient, solveWork, type ApiClient, type CallOptions } from "../../client/client.js";
import type { Outcome } from "../../client/outcome.js";
import { API_BASE } from "./base.js";
import { type Fields } from "./json.js";
import { watchedFetch } from "./reach.js";

export interface Session {
  /** An API key, or the token of a session. */
  readonly key: string;
  readonly kind: "demo" | "identity" | "key";
  /** What to call it: an account, or the beginning of a key. */
  readonly name: string;
}

const STORED = "calc.session";
const PREFIX_CHARS = 12;

function stored(): Session | null {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    return isSession(read) ? read : null;
  } catch {
    return null;
  }
}

function isSession(value: unknown): value is Session {
  return (
    typeof value === "object" &&
    value !== null &&
    ["key", "kind", "name"].every((name) => typeof Reflect.get(value, name) === "string")
  );
}

export const session = signal<Session | null>(stored());

export const client = computed<ApiClient>(() =>
  createClient({
    baseUrl: API_BASE,
    fetch: watchedFetch,
    ...(session.value === null ? {} : { key: session.value.key }),
    work: (task, options) => solveWork(task, options),
  }),
);

export function signIn(next: Session): void {
  session.value = next;
  try {
    sessionStorage.setItem(STORED, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing keeps it in memory alone.
  }
}

export function signOut(): void {
  session.value = null;
  sessionStorage.removeItem(STORED);
}

/** The beginning of a key, as lists show it. */
export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_CHARS);
}

/** @throws ProblemError where the node makes none */
export async function demoAccount(): Promise<void> {
  const minted = await client.value.demoKeyMint({});
  if (minted.kind === "problem") throw new Error(minted.problem.detail);
  const { key } = minted.value;
  signIn({ key, kind: "demo", name: `demo ${prefixOf(key)}` });
}

/** An operation by its name, with what a form read: the node holds it against its schema. */
export async function callByName(
  key: string,
  input: Fields,
  options: CallOptions = {},
): Promise<Outcome<Fields>> {
  const call: unknown = Reflect.get(client.value, key);
  if (typeof call !== "function") throw new Error(`This node has no operation ${key}.`);
  const outcome: Outcome<unknown> = await Reflect.apply(call, client.value, [input, options]);
  if (outcome.kind === "problem") return outcome;
  return { ...outcome, value: isObject(outcome.value) ? outcome.value : {} };
}

/** The body of an answer that is no JSON. @throws Error with the node's words */
export async function callBytes(key: string, input: Fields): Promise<Uint8Array> {
  const outcome = await callByName(key, input, { accept: "application/octet-stream" });
  if (outcome.kind === "problem") throw new Error(outcome.problem.detail);
  if (outcome.kind === "refusal" || outcome.bytes === undefined)
    throw new Error("The node answered no numbers.");
  return outcome.bytes;
}
