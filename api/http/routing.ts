/** Which operation a request's method and path name, and what is answered where they name none. */
import { isConsolePath } from "../contract/node/console.js";
import { HTML_TYPE, landing } from "../contract/node/pages.js";
import { ApiError } from "../contract/definition/problem.js";
import { CORS_MAX_AGE_SECONDS, CORS_METHODS, CORS_REQUEST_HEADERS } from "./headers.js";
import type { Route } from "./route.js";
import type { Routed, Router } from "./router.js";
import type { RequestHead } from "./server.js";

/** Paths that people try of themselves, and the operation that does what they mean. */
const OTHER_PATHS: ReadonlyMap<string, string> = new Map([
  ["/api", "/docs"],
  ["/api/status", "/api/mesh/status"],
  ["/api/evaluate", "/api/playground/compute"],
  ["/api/calc/evaluate", "/api/playground/compute"],
  ["/api/eval", "/api/playground/compute"],
  ["/api/compute", "/api/calc/compute"],
  ["/api/convert", "/api/calc/convert"],
  ["/api/verify", "/api/calc/verify"],
  ["/api/solve", "/api/calc/solve"],
  ["/api/search", "/api/operators"],
]);
/** Of one operator: its record is asked for by a body. */
const ONE_OPERATOR = /^\/api\/(?:calc\/)?operators?\/[^/]+$/;
const OPERATOR_RECORD = "/api/calc/operator-spec";

function meantPath(path: string): string | undefined {
  const bare = path.replace(/\/$/, "");
  return OTHER_PATHS.get(bare) ?? (ONE_OPERATOR.test(bare) ? OPERATOR_RECORD : undefined);
}

const METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "QUERY",
]);

export type Found =
  /** The path has operations, of other methods. */
  | { readonly kind: "refused"; readonly routed: Routed<Route>; readonly error: ApiError }
  | { readonly kind: "route"; readonly route: Route; readonly routed: Routed<Route> }
  /** Answered without a handler: `route` is the one that a preflight asks about. */
  | {
      readonly kind: "bare";
      readonly status: 204 | 308;
      readonly headers: readonly string[];
      readonly route: Route | null;
      readonly routed: Routed<Route> | null;
    };

/**
 * @throws ApiError METHOD_NOT_IMPLEMENTED, NOT_FOUND, INVALID_BODY for a path that cannot be
 * decoded
 */
export function findRoute(router: Router<Route>, head: RequestHead): Found {
  const { method, path } = head;
  if (!METHODS.has(method)) {
    throw new ApiError(
      "METHOD_NOT_IMPLEMENTED",
      "the method is none of those this node knows; methods are case-sensitive",
    );
  }
  // Asked of the server as a whole.
  if (path === "*") {
    return {
      kind: "bare",
      status: 204,
      headers: ["allow", CORS_METHODS],
      route: null,
      routed: null,
    };
  }
  const routed = routedOf(router, head);
  if (routed === null) return consolePage(router, head) ?? withoutSlash(router, head);
  const route = routed.methods.get(method === "HEAD" ? "GET" : method);
  if (route !== undefined) return { kind: "route", route, routed };
  if (method === "OPTIONS") return optionsOf(routed, head);
  const error = new ApiError("METHOD_NOT_ALLOWED", `${path} answers ${routed.allow}`, {
    headers: ["allow", routed.allow],
  });
  return { kind: "refused", routed, error };
}

/** Null where the path names nothing; a person who mistyped one is shown the console's page. */
function routedOf(router: Router<Route>, head: RequestHead): Routed<Route> | null {
  try {
    return lookUp(router, head.path);
  } catch (error) {
    if (isOpenedByPerson(head)) return null;
    throw error;
  }
}

/** Whether a browser opens a page. Programs are told in JSON what is wrong, and below `/api` all are. */
function isOpenedByPerson(head: RequestHead): boolean {
  const { method, path } = head;
  return (
    (method === "GET" || method === "HEAD") &&
    head.header("accept").includes(HTML_TYPE) &&
    !/^\/(?:api|console|mcp|\.well-known)\/./.test(path) &&
    !SCRIPT_PATH.test(path)
  );
}

/** A browser that opens a screen of the console, or nothing that there is, gets the node's page. */
function consolePage(router: Router<Route>, head: RequestHead): Found | null {
  const { path } = head;
  if (!isOpenedByPerson(head) || (!isConsolePath(path) && hasSlashTooMuch(router, path)))
    return null;
  const routed = router.find(landing.path);
  const route = routed?.methods.get("GET");
  return routed === null || route === undefined ? null : { kind: "route", route, routed };
}

const DESCRIPTION_PATH = "/api/openapi.json";

function lookUp(router: Router<Route>, path: string): Routed<Route> | null {
  try {
    return router.find(path);
  } catch (error) {
    if (error instanceof URIError) {
      throw new ApiError("INVALID_BODY", "a percent-encoding in the path is malformed");
    }
    throw error;
  }
}

/** Paths that once were programs to run: an address in an old text says where to go on. */
const SCRIPT_PATH = /\.(?:sh|bash|ps1|py|js|mjs|cjs)$/;

const RETIRED =
  "scripts are retired and no longer served here; the program is installed as a package, and " +
  `${DESCRIPTION_PATH} describes the interface`;

/** Whether the path names something once the slashes at its end are gone. */
function hasSlashTooMuch(router: Router<Route>, path: string): boolean {
  const bare = path.replace(/\/+$/, "");
  return bare !== path && bare !== "" && lookUp(router, bare) !== null;
}

function withoutSlash(router: Router<Route>, { path, query }: RequestHead): Found {
  const bare = path.replace(/\/+$/, "");
  if (!hasSlashTooMuch(router, path)) {
    throw unknownPath(router, path);
  }
  const location = query === "" ? bare : `${bare}?${query}`;
  return { kind: "bare", status: 308, headers: ["location", location], route: null, routed: null };
}

/** A path may be as long as a head allows: an answer shows its beginning. */
const SHOWN_CHARS_MAX = 120;

function unknownPath(router: Router<Route>, path: string): ApiError {
  const shown = path.length > SHOWN_CHARS_MAX ? `${path.slice(0, SHOWN_CHARS_MAX)}...` : path;
  const nearest = meantPath(path) ?? router.nearest(path);
  return new ApiError(
    "NOT_FOUND",
    SCRIPT_PATH.test(path)
      ? RETIRED
      : `no operation has the path ${shown}${nearest === null ? "" : `; the nearest is ${nearest}`}`,
    {
      members: {
        remedy: `GET ${DESCRIPTION_PATH} lists every path.`,
        ...(nearest === null ? {} : { nearest: [nearest] }),
      },
      headers: ["link", `<${DESCRIPTION_PATH}>; rel="service-desc"`],
    },
  );
}

function optionsOf(routed: Routed<Route>, head: RequestHead): Found {
  const headers = ["allow", routed.allow];
  const asked = head.header("access-control-request-method");
  const isPreflight = head.header("origin") !== "" && asked !== "";
  if (isPreflight) {
    // Credentials are never sent cross-origin, so one answer fits every keyless route.
    headers.push(
      "access-control-allow-methods",
      CORS_METHODS,
      "access-control-allow-headers",
      CORS_REQUEST_HEADERS,
      "access-control-max-age",
      CORS_MAX_AGE_SECONDS,
    );
  }
  return {
    kind: "bare",
    status: 204,
    headers,
    route: isPreflight ? (routed.methods.get(asked) ?? null) : null,
    routed,
  };
}
