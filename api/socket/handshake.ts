/** The opening handshake of RFC 6455: what a request for a socket says, and what it is answered. */
import { createHash } from "node:crypto";
import type { RequestHead } from "../http/server.js";
import { BEARER, SUBPROTOCOL } from "../contract/stream.js";
import { ApiError } from "../errors.js";

const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const VERSION = "13";
/** 16 bytes in base64. */
const KEY = /^[A-Za-z0-9+/]{21}[AQgw]==$/;

export interface Handshake {
  /** Value of Sec-WebSocket-Key. */
  readonly key: string;
  /** What follows `bearer.` in the list of subprotocols; null where no key is shown. */
  readonly token: string | null;
  /** Whether `calc` is among the subprotocols, which selects it. */
  readonly isNamed: boolean;
}

/** @throws ApiError UPGRADE_REQUIRED, INVALID_BODY */
export function readHandshake(head: RequestHead): Handshake {
  if (
    head.method !== "GET" ||
    !listed(head.header("connection")).includes("upgrade") ||
    !listed(head.header("upgrade")).includes("websocket")
  )
    throw upgradeRequired("this address serves WebSockets: GET it with Upgrade: websocket");
  if (head.header("sec-websocket-version") !== VERSION || head.count("sec-websocket-version") !== 1)
    throw upgradeRequired("this server speaks version 13 of the protocol");
  const key = head.header("sec-websocket-key");
  if (!KEY.test(key) || head.count("sec-websocket-key") !== 1)
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
  return { key, token: bearers[0]?.slice(BEARER.length) ?? null, isNamed };
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

/** Fields of the 101; the key of a caller is never among them. */
export function handshakeFields({ isNamed, key }: Handshake): readonly string[] {
  const accept = createHash("sha1")
    .update(key + GUID)
    .digest("base64");
  const fields = ["upgrade", "websocket", "connection", "Upgrade", "sec-websocket-accept", accept];
  return isNamed ? [...fields, "sec-websocket-protocol", SUBPROTOCOL] : fields;
}

/** For clients: what the server has to answer to their key. */
export function acceptOf(key: string): string {
  return createHash("sha1")
    .update(key + GUID)
    .digest("base64");
}
