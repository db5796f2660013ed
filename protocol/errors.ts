/**
 * The one table of error codes. HTTP statuses, problem pages, the machine-readable description and
 * the exit codes of the command line are read from it; a code that is not here cannot be answered.
 */
import { SECRET_KEY_CHARS_MIN } from "./limits.js";

interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  /** Exit code of the command line. */
  readonly exit: number;
  /** What the caller can do about it. */
  readonly remedy: string;
}

export const ERRORS = {
  INVALID_BODY: {
    status: 400,
    exit: 2,
    title: "The request does not fit its schema",
    remedy: "Correct the fields named in `errors`; each entry points at one with a JSON Pointer.",
  },
  MALFORMED_JSON: {
    status: 400,
    exit: 2,
    title: "The body is not acceptable JSON",
    remedy:
      "Send UTF-8 JSON without duplicate keys, nested at most 64 deep, with numbers that fit " +
      "a double.",
  },
  INVALID_IDEMPOTENCY_KEY: {
    status: 400,
    exit: 2,
    title: "The Idempotency-Key header is malformed",
    remedy:
      "Send 1 to 255 visible ASCII characters, bare or in double quotes; " +
      `at least ${SECRET_KEY_CHARS_MIN} where the answer shows a secret.`,
  },
  OPERATOR_CHAIN: {
    status: 400,
    exit: 2,
    title: "The operator chain breaks a rule",
    remedy: "Name 1 to 3 domain operators; KO42 may stand first, once, and is added when left out.",
  },
  UNKNOWN_OPERATOR: {
    status: 400,
    exit: 2,
    title: "No operator has this id",
    remedy: "Use one of the ids in `nearest`, or search /api/operators.",
  },
  UNKNOWN_ARCHETYPE: {
    status: 400,
    exit: 2,
    title: "No archetype has this name",
    remedy: "Use the name in `nearest`, or one that GET /api/contracts/archetypes lists.",
  },
  UNKNOWN_STACK: {
    status: 400,
    exit: 2,
    title: "No stack has this name",
    remedy: "Use the name in `nearest`: curl, node, python and html are there.",
  },
  DUPLICATE_INPUT: {
    status: 400,
    exit: 2,
    title: "One quantity was given under two names",
    remedy: "Keep one of the two names.",
  },
  INVALID_INPUT: {
    status: 400,
    exit: 2,
    title: "An input cannot be used",
    remedy: "Correct the input that `detail` names; operator-spec lists what an operator takes.",
  },
  INSUFFICIENT_INPUTS: {
    status: 400,
    exit: 3,
    title: "The inputs do not determine the result",
    remedy: "Supply one of the sufficient combinations listed in `combinations`.",
  },
  SOLVER_REJECTED: {
    status: 400,
    exit: 3,
    title: "The solver refuses these inputs",
    remedy:
      "Read `reason` and its figures: a smaller step, a smaller job, or a question that has an answer.",
  },
  NOT_CANONICAL: {
    status: 400,
    exit: 2,
    title: "The event is not in canonical form",
    remedy: "Send the RFC 8785 bytes of the event in UTF-8, and nothing around them.",
  },
  BAD_EVENT: {
    status: 400,
    exit: 2,
    title: "This is no event",
    remedy:
      "Send exactly body, header and sig, a body of its kind, and the header's own digest of " +
      "it.",
  },
  UNKNOWN_KIND: {
    status: 400,
    exit: 2,
    title: "This node does not know the kind of the event",
    remedy: "Send kinds of this version, or ask a node of a newer one.",
  },
  WRONG_NET: {
    status: 400,
    exit: 2,
    title: "The event belongs to another network",
    remedy: "Sign events for the `net` that /api/mesh/status names.",
  },
  MISSING_KEY: {
    status: 401,
    exit: 4,
    title: "This call needs an API key",
    remedy: "Send `Authorization: Bearer calc_ak_...`; POST /api/identity/register makes a key.",
  },
  INVALID_KEY: {
    status: 401,
    exit: 4,
    title: "The API key is unknown or revoked",
    remedy: "Check the key, or register a new one.",
  },
  BAD_KEY_FORMAT: {
    status: 401,
    exit: 4,
    title: "The Authorization header is malformed",
    remedy: "Write it as `Bearer` and the key, separated by one space.",
  },
  BAD_SIGNATURE: {
    status: 401,
    exit: 4,
    title: "A signature does not verify",
    remedy: "Sign the stated bytes with the key that is named.",
  },
  MISSING_HANDSHAKE: {
    status: 401,
    exit: 4,
    title: "The handshake header is missing",
    remedy: "Send `x-node-handshake` over the body, made with the mesh secret.",
  },
  BAD_HANDSHAKE: {
    status: 401,
    exit: 4,
    title: "The handshake does not verify",
    remedy: "Check its form, the secret its `kid` names, and that it was made over these bytes.",
  },
  STALE_HANDSHAKE: {
    status: 401,
    exit: 4,
    title: "The handshake is outside its window",
    remedy: "Make it anew; it holds from 120 calconds after its own to 2 before.",
  },
  FORBIDDEN: {
    status: 403,
    exit: 4,
    title: "The key does not allow this",
    remedy: "Use a key of an account that may make this call.",
  },
  HOST_NOT_ALLOWED: {
    status: 403,
    exit: 4,
    title: "The Host header names another host",
    remedy: "Address the node by one of its own names; they can be configured.",
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    exit: 4,
    title: "Pages of this origin may not make this call",
    remedy: "Add the origin to the configuration, or call from outside a browser.",
  },
  NOT_FOUND: {
    status: 404,
    exit: 6,
    title: "There is nothing here",
    remedy: "Check the path and the id; /api/openapi.json lists every path.",
  },
  LINK_EXPIRED: {
    status: 401,
    exit: 4,
    title: "The link has ended",
    remedy: "Ask whoever gave it to you for another; POST /api/calc/streams/<id>/link makes one.",
  },
  NO_TICK_YET: {
    status: 404,
    exit: 6,
    title: "The channel has not ticked yet",
    remedy: "Wait for its first tick, or make it with POST /api/calc/streams/<id>/tick.",
  },
  CHANNEL_CLOSED: {
    status: 410,
    exit: 6,
    title: "The channel is closed",
    remedy: "Its history stays readable; make another channel to go on.",
  },
  TICK_TOO_EARLY: {
    status: 409,
    exit: 8,
    title: "The channel ticks once in its interval",
    remedy: "Tick again at `nextCalcond`.",
  },
  STEP_CONFLICT: {
    status: 409,
    exit: 8,
    title: "The reactor is at another step",
    remedy: "Read its state: `n` says where it is. Then decide whether to step from there.",
  },
  HALTED: {
    status: 409,
    exit: 8,
    title: "The reactor has halted",
    remedy:
      "Read `reactorStatus` and `fault`; its trajectory stays. Make another reactor to go on.",
  },
  STEP_FAILED: {
    status: 422,
    exit: 9,
    title: "The step has no value",
    remedy:
      "Nothing was charged, and the state is as it was; `fault` says why. Another `u` may do, or " +
      "another program.",
  },
  REACTOR_CLOSED: {
    status: 410,
    exit: 6,
    title: "The reactor is closed",
    remedy: "Its trajectory stays readable; make another reactor to go on.",
  },
  CONTRACT_PAUSED: {
    status: 409,
    exit: 8,
    title: "The contract is paused",
    remedy: "Resume it; where `contractStatus` says insufficient_balance, get credits first.",
  },
  STATE_LOST: {
    status: 409,
    exit: 8,
    title: "The new program lacks the state that the machine is in",
    remedy: "Say in `mapState` which of `states` takes the place of `state`.",
  },
  INVALID_PROGRAM: {
    status: 422,
    exit: 2,
    title: "The program cannot be run",
    remedy: "Correct what `errors` names; each entry points at its place with a JSON Pointer.",
  },
  GONE: {
    status: 410,
    exit: 6,
    title: "This was here and has been removed",
    remedy: "Drop the reference.",
  },
  MACHINE_CLOSED: {
    status: 410,
    exit: 6,
    title: "The machine is closed",
    remedy: "Read its log, which stays; start another machine to go on.",
  },
  PAYLOAD_NOT_KEPT: {
    status: 410,
    exit: 6,
    title: "The payload was dropped; its hash remains in the row",
    remedy: "Ask who has the bytes: their sha256 is the row's `payloadHash`.",
  },
  PRUNED: {
    status: 410,
    exit: 6,
    title: "The body was pruned; its proof remains",
    remedy: "Ask a node that keeps more of the log.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    exit: 2,
    title: "The path does not answer this method",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  NOT_ACCEPTABLE: {
    status: 406,
    exit: 2,
    title: "No representation fits the Accept header",
    remedy: "Accept one of the types in `available`.",
  },
  REQUEST_TIMEOUT: {
    status: 408,
    exit: 2,
    title: "The request took too long to arrive",
    remedy: "Send the whole request within ten seconds of its last byte.",
  },
  CONFLICT: {
    status: 409,
    exit: 8,
    title: "The request conflicts with the present state",
    remedy: "Read `detail`, then decide whether to repeat the request.",
  },
  CID_TAKEN: {
    status: 409,
    exit: 8,
    title: "This identity is registered already",
    remedy: "Use its key, or make a new identity.",
  },
  ADDRESS_TAKEN: {
    status: 409,
    exit: 8,
    title: "Another account has this mail address",
    remedy: "Choose another local part.",
  },
  FRAME_AUTH_FAILED: {
    status: 409,
    exit: 8,
    title: "The attachment was changed where it is kept, and is never served",
    remedy: "Ask its sender for it again: nothing of it can be trusted.",
  },
  EQUIVOCATION: {
    status: 409,
    exit: 8,
    title: "The author signed another event in this place",
    remedy: "Nothing lifts this: `evidence` names the proof that is kept against the author.",
  },
  KEY_ENDED: {
    status: 409,
    exit: 8,
    title: "The author's key was given up or revoked before this event",
    remedy: "Sign with the key that follows it: `detail` names it.",
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    exit: 8,
    title: "A request with this key is still running",
    remedy: "Wait as long as `Retry-After` says and repeat the same request.",
  },
  PRECONDITION_FAILED: {
    status: 412,
    exit: 8,
    title: "The resource changed meanwhile",
    remedy: "Read it again and repeat the change with the new ETag.",
  },
  TOO_LARGE: {
    status: 413,
    exit: 2,
    title: "The body is too large",
    remedy: "Send at most the number of bytes in `limit`.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    exit: 2,
    title: "The content type is not supported",
    remedy: "Send `Content-Type: application/json`.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    exit: 8,
    title: "The Idempotency-Key was used with another body",
    remedy: "Use a new key for a new request.",
  },
  UNPROCESSABLE_QUERY: {
    status: 422,
    exit: 2,
    title: "The query cannot be processed",
    remedy: "Correct the fields named in `errors`.",
  },
  DID_NOT_CONVERGE: {
    status: 422,
    exit: 9,
    title: "The precision gate was not met",
    remedy: "Nothing was sealed or charged; `reason` and `detail` say what lost the precision.",
  },
  ENERGY_NOT_CONSERVED: {
    status: 422,
    exit: 9,
    title: "The integration did not conserve energy",
    remedy: "Nothing was sealed or charged; take a smaller step.",
  },
  RATE_LIMITED: {
    status: 429,
    exit: 7,
    title: "Too many requests",
    remedy: "Wait as many seconds as `Retry-After` says.",
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    exit: 2,
    title: "The header fields are too large",
    remedy: "Send at most 16 KiB of header fields.",
  },
  BAD_NAME: {
    status: 400,
    exit: 2,
    title: "No name can be written like this",
    remedy: "Use 4 to 64 of a-z, 0-9 and -, with no - at either end.",
  },
  NAME_RESERVED: {
    status: 400,
    exit: 2,
    title: "This name is kept from everybody",
    remedy:
      "Choose another name; words for the service or its operators, and 16 hex digits, are " +
      "nobody's.",
  },
  BACKDATED: {
    status: 400,
    exit: 2,
    title: "The statement claims a time too long ago",
    remedy: "State the present calcond: at most 120 before the node's own.",
  },
  FUTURE_CALCOND: {
    status: 400,
    exit: 2,
    title: "The statement claims a time to come",
    remedy: "Correct the clock: at most 2 calconds ahead of the node's own.",
  },
  ADDRESS_MISMATCH: {
    status: 400,
    exit: 2,
    title: "The address is not that of the key",
    remedy: "Use the one in `address`.",
  },
  INSUFFICIENT_BALANCE: {
    status: 402,
    exit: 5,
    title: "The balance is below the price",
    remedy:
      "Claim the day's free credits, or compute something cheaper: `price` and `have` say what is missing.",
  },
  POW_REQUIRED: {
    status: 402,
    exit: 5,
    title: "Work is to be shown",
    remedy:
      "Find a nonce of letters and digits for which SHA-256(challenge + ':' + nonce) begins " +
      "with `price.bits` zero bits, then repeat the call with the header X-Calc-Pow, or the " +
      "tool's argument `pow`: <challenge>;<mac>;<nonce>.",
  },
  NAME_TAKEN: {
    status: 409,
    exit: 8,
    title: "Somebody else holds this name",
    remedy: "Choose another, or ask who is named in `holder`.",
  },
  NAME_LIMIT: {
    status: 409,
    exit: 8,
    title: "This identity holds as many names as it may",
    remedy: "Revoke one first.",
  },
  STALE_SEQUENCE: {
    status: 409,
    exit: 8,
    title: "The change does not follow the last one",
    remedy: "Read the name again and sign the number after `sequence`.",
  },
  SLUG_TAKEN: {
    status: 409,
    exit: 8,
    title: "Another machine has this slug",
    remedy: "Take the one in `nearest`, or choose another.",
  },
  BAD_CHALLENGE: {
    status: 401,
    exit: 4,
    title: "The nonce opens no session",
    remedy: "Ask for a new one with POST /api/identity/challenge; it holds for 386 calconds, once.",
  },
  SESSION_EXPIRED: {
    status: 401,
    exit: 4,
    title: "The session is over",
    remedy: "Open another with POST /api/identity/challenge and POST /api/identity/session.",
  },
  ALREADY_CLAIMED: {
    status: 409,
    exit: 8,
    title: "The machine has claimed its credits of the day",
    remedy: "Claim again at the calcond in `nextCalcond`.",
  },
  NOT_ELIGIBLE: {
    status: 409,
    exit: 8,
    title: "A claim is open only to who is nearly out of credits",
    remedy: "Claim when `balance` is below `unlockBelow`.",
  },
  NOT_ENOUGH_MOVABLE: {
    status: 409,
    exit: 8,
    title: "Fewer envelopes can be moved than were asked for",
    remedy: "Move at most `have`; soulbound, locked and bonded envelopes stay where they are.",
  },
  NOT_MOVABLE: {
    status: 409,
    exit: 8,
    title: "An envelope cannot be moved",
    remedy: "Leave out `token_id`, or lift what holds it: a lock for a vote, a contribution bond.",
  },
  NOT_ENOUGH: {
    status: 409,
    exit: 8,
    title: "The account holds too few envelopes for a bond",
    remedy: "Compute more: `daysRemaining` says how long free credits take.",
  },
  NOT_BONDED: {
    status: 409,
    exit: 8,
    title: "The account has no contribution bond",
    remedy: "Make one with POST /api/contribute/bond.",
  },
  ALREADY_BONDED: {
    status: 409,
    exit: 8,
    title: "The account has a contribution bond",
    remedy: "Release it first; GET /api/contribute/status shows it.",
  },
  OFFER_EXPIRED: {
    status: 409,
    exit: 8,
    title: "The transfer offer has ended",
    remedy: "Ask its owner for a new one.",
  },
  OFFER_USED: {
    status: 409,
    exit: 8,
    title: "The transfer offer was used before",
    remedy: "Ask its owner for one with another nonce.",
  },
  INTERNAL: {
    status: 500,
    exit: 1,
    title: "The node failed",
    remedy: "Nothing is known to be wrong with the request; quote `request_id` to the operator.",
  },
  UPGRADE_REQUIRED: {
    status: 426,
    exit: 2,
    title: "This address serves WebSockets",
    remedy: "Open it with a WebSocket client: GET, Upgrade: websocket, version 13.",
  },
  TRANSFER_CODING_UNKNOWN: {
    status: 501,
    exit: 2,
    title: "The transfer coding is unknown",
    remedy: "Send a Content-Length, or Transfer-Encoding: chunked.",
  },
  HTTP_VERSION_NOT_SUPPORTED: {
    status: 505,
    exit: 2,
    title: "This server speaks HTTP/1.1",
    remedy: "Send HTTP/1.1 in the request line.",
  },
  METHOD_NOT_IMPLEMENTED: {
    status: 501,
    exit: 2,
    title: "The method is unknown",
    remedy: "Methods are case-sensitive: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, QUERY.",
  },
  BUSY: {
    status: 503,
    exit: 1,
    title: "The node is busy",
    remedy: "Wait as many seconds as `Retry-After` says.",
  },
  PROVIDER_REFUSED: {
    status: 422,
    exit: 3,
    title: "The provider of the model refuses the request",
    remedy:
      "Read `detail` and `providerStatus`: the key, the model or the request is not as it wants.",
  },
  PROVIDER_LIMITED: {
    status: 429,
    exit: 7,
    title: "The provider of the model has a limit that is reached",
    remedy: "Wait as many seconds as `Retry-After` says, or use another key or model.",
  },
  PROVIDER_FAILED: {
    status: 502,
    exit: 1,
    title: "The provider of the model failed",
    remedy: "Read `detail`; the same request may work later, or with another provider.",
  },
  PROVIDER_TIMEOUT: {
    status: 504,
    exit: 1,
    title: "The provider of the model did not answer in time",
    remedy: "Repeat the request, with fewer tokens or another model.",
  },
  NEEDS_RECONFIGURATION: {
    status: 409,
    exit: 8,
    title: "The credential can no longer be read",
    remedy: "Delete it and create it again with its API key.",
  },
  NO_MESH_SECRET: {
    status: 503,
    exit: 1,
    title: "This node takes no gossip: it has no mesh secret",
    remedy: "Configure the secret of the network, or send to a node that has it.",
  },
  NOT_READY: {
    status: 503,
    exit: 1,
    title: "The node is not ready",
    remedy: "Read `reasons`; try again or ask another node.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES: readonly ErrorCode[] = Object.keys(ERRORS).filter(isErrorCode);

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

export function errorEntry(code: ErrorCode): ErrorEntry {
  return ERRORS[code];
}

/**
 * `UNKNOWN_OPERATOR` -> `/problems/unknown-operator`, the `type` of a problem and the path of its
 * page.
 */
export function problemType(code: ErrorCode): string {
  return `/problems/${code.toLowerCase().replaceAll("_", "-")}`;
}

export function codeOfProblemSlug(slug: string): ErrorCode | null {
  const code = slug.toUpperCase().replaceAll("-", "_");
  return isErrorCode(code) && problemType(code) === `/problems/${slug}` ? code : null;
}
