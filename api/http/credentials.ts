/**
 * What a request shows to say who asks, and what it may ask with it; and under which key it is done
 * once.
 */
import { roleRefusal } from "../../protocol/identity/roles.js";
import type { Principal } from "../contract/definition/call.js";
import { keyAuthOf, type Operation, type RoleAuth } from "../contract/definition/operation.js";
import { ApiError } from "../contract/definition/problem.js";
import type { ApiContext, Authenticated } from "./context.js";
import type { RequestHead } from "./server.js";

export type Shown = { readonly token: string } | "absent" | "malformed";

/**
 * The token of the header; without one that of the session's cookie, or of the query where that is
 * taken.
 * @throws ApiError ORIGIN_NOT_ALLOWED
 */
export function credentialShown(head: RequestHead, operation: Operation): Shown {
  const { effect } = operation;
  const read = tokenOf(head.header("authorization"));
  if (read !== "absent") return read;
  const held = cookieToken(head.header("cookie"));
  if (held !== null) {
    // Browsers send the cookie by themselves: what changes something must say which page it is
    // from.
    if (effect === "read" || head.header("origin") !== "") return { token: held };
    throw new ApiError(
      "ORIGIN_NOT_ALLOWED",
      "a change under the session's cookie needs the Origin field",
    );
  }
  const asked = keyAuthOf(operation) === "probe" ? queryToken(head.query) : null;
  return asked === null ? "absent" : tokenOf(`Bearer ${asked}`);
}

/**
 * Everything that is shown, for a call that only asks whether it is good: a cookie that is over
 * beside a live token, or what a proxy wants in the Authorization field beside a cookie, ends no
 * session.
 */
export function credentialsShown(head: RequestHead): readonly Shown[] {
  const held = cookieToken(head.header("cookie"));
  const asked = queryToken(head.query);
  const all: readonly Shown[] = [
    tokenOf(head.header("authorization")),
    held === null ? "absent" : { token: held },
    asked === null ? "absent" : tokenOf(`Bearer ${asked}`),
  ];
  return all.filter((one) => one !== "absent");
}

/** Of several, the first that is good; what the first one is where none is. */
export async function firstGood(
  context: Pick<ApiContext, "authenticate">,
  shown: readonly Shown[],
): Promise<Authenticated> {
  const found: Authenticated[] = [];
  for (const one of shown) {
    const known = typeof one === "string" ? "malformed" : await context.authenticate(one.token);
    if (known !== null && typeof known === "object") return known;
    found.push(known);
  }
  return found[0] ?? null;
}

/**
 * Whose idempotency keys a call's is among: the shared demo key is nobody's, and answers under it
 * show secrets.
 */
export function keyScope(principal: Principal | null): string | null {
  return principal === null || principal.spinUpOnly ? null : principal.owner;
}

/** What a call without a key is answered. */
export function missingKey(operation: Operation): ApiError {
  if (keyAuthOf(operation) !== "demo")
    return new ApiError("MISSING_KEY", "this call needs an Authorization header");
  return new ApiError("MISSING_KEY", "this call needs a demo key in the Authorization header", {
    members: {
      next:
        "GET /api/demo-key answers the shared demo key, POST /api/demo-key/mint makes one of " +
        "your own; send it as `Authorization: Bearer calc_ak_...`.",
    },
  });
}

/** No key can read so. */
const NO_KEY = " ";

/**
 * The Idempotency-Key field, "" where there is none. An empty field and a second one are as good as
 * a malformed one: its sender means a key.
 */
export function idempotencyField(head: RequestHead): string {
  const count = head.count("idempotency-key");
  if (count === 0) return "";
  const value = count === 1 ? head.header("idempotency-key") : "";
  return value === "" ? NO_KEY : value;
}

export function credentialError(found: Authenticated): ApiError {
  if (found === "malformed") {
    return new ApiError(
      "BAD_KEY_FORMAT",
      "the check characters of the key do not fit: one of its characters is wrong",
    );
  }
  if (found === "expired") return new ApiError("SESSION_EXPIRED", "the session is over");
  return new ApiError("INVALID_KEY", "the key is unknown or revoked");
}

/** @throws ApiError FORBIDDEN where a credential of this kind is not taken */
export function checkMayCall(operation: Operation, { kind, spinUpOnly }: Principal): void {
  const { effect } = operation;
  const auth = keyAuthOf(operation);
  if (spinUpOnly && (auth === "account" || auth === "either")) {
    throw new ApiError(
      "FORBIDDEN",
      "the shared demo key starts accounts and nothing else; POST /api/demo-key/mint makes a personal one",
    );
  }
  if (kind === "machine" && (auth === "account" || auth === "demo")) {
    throw new ApiError(
      "FORBIDDEN",
      "this is for keys of the account; a machine's key stands for its machine only",
    );
  }
  if (kind === "session" && effect === "seal") {
    throw new ApiError("FORBIDDEN", "computations belong to a key: make one with POST /api/keys");
  }
}

/** @throws Refusal NOT_FOUND, FORBIDDEN where the caller lacks the role that is demanded */
export async function checkDemand(
  context: Pick<ApiContext, "roleOn">,
  { machine, role }: RoleAuth,
  input: unknown,
  principal: Principal | null,
): Promise<void> {
  const named: unknown = Reflect.get(Object(input), machine);
  if (typeof named !== "string") throw new Error(`no input names a machine in ${machine}`);
  const refusal = roleRefusal(named, await context.roleOn(named, principal), role);
  if (refusal !== null) throw refusal;
}

/** The key that a socket shows; no cookie, for a browser sends one on its own. */
export function tokenShown(token: string | null): Shown {
  return token === null ? "absent" : tokenOf(`Bearer ${token}`);
}

/** @returns the token, "absent", or "malformed" for anything that cannot be a key of ours. */
function tokenOf(field: string): Shown {
  if (field === "") return "absent";
  const token = /^bearer +([A-Za-z0-9._~+/=-]{8,512})$/i.exec(field)?.[1] ?? "";
  return hasKeyPrefix(token) ? { token } : "malformed";
}

/** Keys of accounts and machines, and tokens of sessions. */
function hasKeyPrefix(token: string): boolean {
  return token.startsWith("calc_ak_") || token.startsWith("csm_") || token.startsWith("calc_st_");
}

export const SESSION_COOKIE = "calc_session";
const COOKIE_TOKEN = new RegExp(`(?:^|; *)${SESSION_COOKIE}=(calc_st_[A-Za-z0-9]{1,64})(?:;|$)`);

/** The session in a Cookie field, or null. */
function cookieToken(field: string): string | null {
  return COOKIE_TOKEN.exec(field)?.[1] ?? null;
}

/** The session in the text after "?", or null. */
function queryToken(query: string): string | null {
  return query === "" ? null : new URLSearchParams(query).get("token");
}
