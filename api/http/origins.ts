/** What pages of other origins may do: the Origin field, and what browsers are told of it. */
import { ApiError } from "../contract/definition/problem.js";
import { EXPOSED } from "./headers.js";
import type { Route } from "./route.js";

/** A configured origin, or the node's own. */
function isAllowed(allowed: ReadonlySet<string>, origin: string, host: string): boolean {
  return allowed.has(origin) || origin === `http://${host}`;
}

/** @throws ApiError ORIGIN_NOT_ALLOWED */
export function checkOrigin(
  route: Route,
  allowed: ReadonlySet<string>,
  origin: string,
  host: string,
): void {
  if (origin === "" || route.publicRead || isAllowed(allowed, origin, host)) return;
  throw new ApiError(
    "ORIGIN_NOT_ALLOWED",
    "pages of this origin are not configured to make keyed or changing calls",
  );
}

/** @param origin of the page that asks; a call of no page gets none of these fields */
export function addCors(
  headers: string[],
  route: Route | null,
  allowed: ReadonlySet<string>,
  origin: string,
  host: string,
): void {
  if (isAllowed(allowed, origin, host)) headers.push("access-control-allow-origin", origin);
  else if (route === null || route.publicRead) headers.push("access-control-allow-origin", "*");
  else return;
  headers.push("access-control-expose-headers", EXPOSED);
}
