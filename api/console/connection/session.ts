/**
 * Who uses the page. The key is in the memory of each tab of the node and in its session storage; an
 * equation is in neither, and never leaves the page.
 */
import { computed, signal } from "@preact/signals";
import { isObject } from "../../../protocol/encoding/json.js";
import { createClient, solveWork, type ApiClient, type CallOptions } from "../../client/client.js";
import type { Outcome } from "../../client/outcome.js";
import { API_BASE, ROOT } from "./base.js";
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

/** Whether the node knew the key of the account no more: told once, whichever request finds it. */
export const isExpired = signal(false);

/** Work that the node asks for before it makes an account; null while there is none. */
export const working = signal<{
  readonly tried: number;
  readonly expected: number;
  readonly stop: () => void;
} | null>(null);

/** What the node says of a key that it does not know, or not any more. */
const KEY_FAULTS: ReadonlySet<unknown> = new Set([
  "BAD_KEY_FORMAT",
  "INVALID_KEY",
  "SESSION_EXPIRED",
]);
const UNAUTHORISED = 401;

function fetchFor(current: Session | null): typeof fetch {
  return async (input, init) => {
    const response = await watchedFetch(input, init);
    if (current === null || response.status !== UNAUTHORISED) return response;
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    if (isObject(body) && KEY_FAULTS.has(body["code"]) && session.value?.key === current.key) {
      signOut();
      isExpired.value = true;
    }
    return response;
  };
}

export const client = computed<ApiClient>(() => clientFor(session.value));

export function clientFor(current: Session | null): ApiClient {
  return createClient({
    baseUrl: API_BASE,
    fetch: fetchFor(current),
    ...(current === null ? {} : { key: current.key }),
    work: async (task, options) => {
      const stopper = new AbortController();
      const stop = (): void => stopper.abort(new Error("You stopped the work."));
      options.signal?.addEventListener("abort", stop, { once: true });
      try {
        return await solveWork(task, {
          signal: stopper.signal,
          onProgress: (tried, expected) => {
            working.value = { expected, stop, tried };
          },
        });
      } finally {
        working.value = null;
      }
    },
  });
}

/** Tabs of one browser have one account: a link that is opened in another tab goes on with it. */
const tabs = new BroadcastChannel(`${STORED} ${ROOT.href}`);
const ASKED = "who";

function tellTabs(message: typeof ASKED | Session | { readonly over: string }): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  tabs.postMessage(message);
}

tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
  const current = session.value;
  if (data === ASKED) {
    if (current !== null) tellTabs(current);
  } else if (isSession(data)) {
    if (current === null) keep(data);
  } else if (isObject(data) && data["over"] === current?.key) forget();
};
if (session.value === null) tellTabs(ASKED);

function keep(next: Session): void {
  isExpired.value = false;
  session.value = next;
  try {
    sessionStorage.setItem(STORED, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing keeps it in memory alone.
  }
}

function forget(): void {
  session.value = null;
  sessionStorage.removeItem(STORED);
}

export function signIn(next: Session): void {
  keep(next);
  tellTabs(next);
}

export function signOut(): void {
  if (session.value !== null) tellTabs({ over: session.value.key });
  forget();
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
