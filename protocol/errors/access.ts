/** Who may call: keys, signatures, sessions, hosts and origins. */
import type { ErrorArea } from "./entry.js";

export const ACCESS_ERRORS = {
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
  LINK_EXPIRED: {
    status: 401,
    exit: 4,
    title: "The link has ended",
    remedy: "Ask whoever gave it to you for another; POST /api/calc/streams/<id>/link makes one.",
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
  CID_TAKEN: {
    status: 409,
    exit: 8,
    title: "This identity is registered already",
    remedy: "Use its key, or make a new identity.",
  },
  ADDRESS_MISMATCH: {
    status: 400,
    exit: 2,
    title: "The address is not that of the key",
    remedy: "Use the one in `address`.",
  },
} as const satisfies ErrorArea;
