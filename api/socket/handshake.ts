/** The opening handshake of RFC 6455: what a request for a socket says. */
import { BEARER, SUBPROTOCOL } from "../contract/definition/stream.js";
import { ApiError } from "../contract/definition/problem.js";

const VERSION = "13";
/** No key has this form: it is refused as one. */
const MALFORMED = "malformed";
/** 16 bytes in base64. */
const KEY = /^[A-Za-z0-9+/]{21}[AQgw]==$/;

/** Of the head of a request. */
export interface HandshakeHead {
  readonly method: string;
  header(name: string): string;
  count(name: string): number;
}

export interface Handshake {
  /**
   * Key behind `bearer.` in the list of subprotocols, or of an Authorization field, which a program
   * may write and a page cannot; null where none is shown.
   */
  readonly token: string | null;
  /** The one that is selected, "" for none. The key of a caller is never among what is answered. */
  readonly subprotocol: typeof SUBPROTOCOL | "";
}

/** @throws ApiError UPGRADE_REQUIRED, INVALID_BODY */
export function readHandshake(head: HandshakeHead): Handshake {
  if (
    head.method !== "GET" ||
    !listed(head.header("connection")).includes("upgrade") ||
    !listed(head.header("upgrade")).includes("websocket")
  )
    throw upgradeRequired("this address serves WebSockets: GET it with Upgrade: websocket");
  if (head.header("sec-websocket-version") !== VERSION || head.count("sec-websocket-version") !== 1)
    throw upgradeRequired("this server speaks version 13 of the protocol");
  if (!KEY.test(head.header("sec-websocket-key")) || head.count("sec-websocket-key") !== 1)
    throw new ApiError("INVALID_BODY", "Sec-WebSocket-Key is 16 bytes in base64, once");
  const names = head
    .header("sec-websocket-protocol")
    .split(",")
    .map((name) => name.trim());
  const bearers = names.filter((name) => name.startsWith(BEARER));
  if (bearers.length > 1) throw new ApiError("INVALID_BODY", "one key is shown at a time");
  const isNamed = names.includes(SUBPROTOCOL);
  if (bearers.length > 0 && !isNamed)
    throw new ApiError(
      "INVALID_BODY",
      "a key is shown as Sec-WebSocket-Protocol: calc, bearer.<key>",
    );
  const field = head.header("authorization");
  if (field !== "" && (bearers.length > 0 || head.count("authorization") > 1))
    throw new ApiError("INVALID_BODY", "one key is shown at a time");
  const shown = field === "" ? null : (/^bearer +(\S+)$/i.exec(field)?.[1] ?? MALFORMED);
  return {
    token: bearers[0]?.slice(BEARER.length) ?? shown,
    subprotocol: isNamed ? SUBPROTOCOL : "",
  };
}

function upgradeRequired(detail: string): ApiError {
  const headers = [
    "upgrade",
    "websocket",
    "connection",
    "upgrade",
    "sec-websocket-version",
    VERSION,
  ];
  return new ApiError("UPGRADE_REQUIRED", detail, { headers });
}

function listed(field: string): readonly string[] {
  return field
    .toLowerCase()
    .split(",")
    .map((one) => one.trim());
}
