/** What the API needs of this node: keys, rates, log lines, metrics, names it answers to. */
import { hostname } from "node:os";
import type { ApiContext, Authenticated, RequestRecord } from "../api/index.js";
import { nodeOperations } from "../api/contract/index.js";
import { RateLimiter } from "../api/index.js";
import { ApiError } from "../api/index.js";
import { Refusal } from "../protocol/errors/refusal.js";
import { BusyError, StoreError } from "../storage/kv/errors.js";
import { isLoopback } from "../config/loopback.js";
import type { Config } from "../config/schema.js";
import type { Clock, Crypto, Logger } from "../protocol/ports.js";
import type { Identity } from "./runtime/identity/identity.js";
import type { Metrics } from "./runtime/metrics/metrics.js";
import type { RandomBytes } from "./runtime/random.js";
import type { Lookup } from "./accounts/accounts.js";
import { gossipRefusal } from "./mesh/operations/mesh.js";
import { problemOfRefusal } from "./operations/refusals.js";
import { representation } from "./compute/operations/representation.js";
import { damageProblem, recordBehind } from "./runtime/damage.js";
import { repeatingAnswers, type RepeatServices } from "./compute/operations/repeated.js";
import { asset } from "./runtime/assets.js";
import { consoleFile } from "./consoleFiles.js";
import { LedgerError } from "./ledger/ledger.js";
import { roleOnLog, type LogOwners } from "./machines/operations/logsByName.js";
import type { MeshView } from "./mesh/view/meshView.js";

interface ContextModules extends LogOwners, RepeatServices {
  readonly identity: Identity;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly random: RandomBytes;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly mesh: MeshView;
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/**
 * A page of another site could reach a loopback bind through a name that points at it, so names are
 * checked there.
 */
function allowedHosts({ http }: Config): ReadonlySet<string> | null {
  const { host } = http.listen;
  if (!isLoopback(host))
    return http.allowedHosts.length === 0
      ? null
      : new Set([host, hostname(), ...http.allowedHosts]);
  return new Set(
    [...LOOPBACK_NAMES, host.includes(":") ? `[${host}]` : host, ...http.allowedHosts].map((name) =>
      name.toLowerCase(),
    ),
  );
}

export function createApiContext(config: Config, modules: ContextModules): ApiContext {
  const { accounts, identity, clock, crypto, evaluator, log, metrics, mesh, random, solvers } =
    modules;
  const limiter = config.rateLimits === "off" ? null : new RateLimiter();
  const requests = log.child("http");
  return {
    authenticate: (token) => {
      const found = accounts.authenticate(token);
      return found instanceof Promise ? found.then(authenticated) : authenticated(found);
    },
    stands: (principal) => accounts.ended.stands(principal),
    roleOn: (name, principal) => roleOnLog(modules, name, principal),
    rate: (policy, key) => {
      if (limiter === null) return null;
      const verdict = limiter.take(policy, key, performance.now());
      if (!verdict.allowed) metrics.rateLimited.inc({ policy });
      return verdict;
    },
    refusal: (operation) =>
      operation === nodeOperations.meshGossip.id ? gossipRefusal(mesh) : null,
    idempotency: repeatingAnswers(modules),
    sockets: {
      open: (count) => metrics.sockets.set(count),
      dropped: (reason) => metrics.socketsDropped.inc({ reason }),
    },
    readText: (kind, asked, caller) => evaluator.readText(kind, asked, caller),
    represent: (asked) => representation(solvers, asked),
    asset,
    consoleFile,
    clock,
    crypto,
    translate: (error, asked) => {
      const damaged = recordBehind(error);
      if (damaged === null) {
        if (error instanceof StoreError && error.code === "STORE_IO")
          requests.error("the disk failed a request", { request_id: asked.requestId, error });
        return problemBehind(error);
      }
      const { bucket, key, message } = damaged;
      requests.error("a damaged record is in the way", {
        request_id: asked.requestId,
        op: asked.operationId,
        bucket,
        key,
        error: message,
      });
      return problemOfRefusal(damageProblem(error, damaged, asked.principal));
    },
    log: requests,
    random: (bytes) => random.bytes(bytes),
    observe: (record) => observe(record, requests, metrics),
    allowedHosts: allowedHosts(config),
    allowedOrigins: new Set(config.http.corsOrigins),
    trustedProxies: new Set(config.http.trustedProxies),
    querySecret: crypto.hmacSha256(identity.proofKey, "calc-query-secret/1"),
    about: {
      name: `calcmesh ${identity.publicKeyHex.slice(0, 16)}`,
      publicKey: identity.publicKeyHex,
    },
  };
}

function authenticated(found: Lookup): Authenticated {
  return found === "unknown" ? null : found;
}

/** Failures that say something to the caller. */
export function problemBehind(error: unknown): ApiError | null {
  if (error instanceof Refusal) return problemOfRefusal(error);
  if (error instanceof BusyError)
    return new ApiError("BUSY", error.message, { headers: ["retry-after", "1"] });
  if (error instanceof StoreError && error.code === "STORE_IO")
    return new ApiError(
      "NOT_READY",
      "the disk of the node takes nothing now; repeat the request under its idempotency key",
      { headers: ["retry-after", "5"] },
    );
  if (!(error instanceof LedgerError)) return null;
  if (error.fault === "NOT_WRITTEN")
    return new ApiError("NOT_READY", error.message, { headers: ["retry-after", "1"] });
  return error.fault === "OVERFLOW" ? new ApiError("CONFLICT", error.message) : null;
}

const MS_PER_S = 1_000;
const SERVER_ERROR = 500;

const ANSWERED_POST = "POST 200";

function answered(method: string, status: number): string {
  return status === 200 && method === "POST" ? ANSWERED_POST : `${method} ${status}`;
}

/**
 * One line a request, at debug unless the node itself failed: inputs, keys and addresses stay out
 * of info.
 */
function observe(record: RequestRecord, log: Logger, metrics: Metrics): void {
  const op = record.operationId ?? "none";
  const { method, status } = record;
  metrics.httpRequests.inc(op, answered(method, status), () => ({ op, method, status }));
  metrics.httpSeconds.observe(record.durationMs / MS_PER_S, op);
  // 503 and 504 tell of load, and of what `ready` says each time that it is asked.
  if (record.status !== SERVER_ERROR) {
    // Who follows the log would follow itself.
    if (log.debugging === true && op !== nodeOperations.nodeLogs.id)
      log.debug("request", {
        request_id: record.requestId,
        op,
        status: record.status,
        ms: toMicroseconds(record.durationMs),
        key_prefix: record.keyPrefix,
      });
  } else {
    log.error("request failed", {
      request_id: record.requestId,
      op,
      status: record.status,
      ms: toMicroseconds(record.durationMs),
    });
  }
}

/** Milliseconds to three places, which is what a line can tell. */
function toMicroseconds(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
