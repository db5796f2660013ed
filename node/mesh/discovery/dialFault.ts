/** Why a peer was not reached, in one of a few words that a person can act upon. */
import { NetError } from "../host/net.js";

export const DIAL_FAULTS = {
  REFUSED: "nothing listens on that port: the port is wrong, or the node is not running",
  NO_ANSWER: "no answer: the machine is off, or a firewall drops what is sent to it",
  NO_ROUTE: "no way to that network from here",
  NO_NAME: "the host name has no address",
  PEER_ID: "another node answers there: the peer id in the address is not its own",
  CLOSED:
    "the connection was closed before it was up: the other side is full, bans this node, or is no node",
  DENIED: "this node keeps that peer or its network out",
  BAD_ADDRESS: "the address is of a kind that this node cannot dial",
  OTHER: "the connection failed",
} as const;

export type DialFault = keyof typeof DIAL_FAULTS;

/** The first rule that one of the errors answers to. */
const RULES: readonly (readonly [RegExp, DialFault])[] = [
  [/ECONNREFUSED/, "REFUSED"],
  [/ENOTFOUND|EAI_AGAIN|EAI_NODATA|queryTxt|DNS/i, "NO_NAME"],
  [/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENETDOWN/, "NO_ROUTE"],
  [
    /UnexpectedPeer|InvalidCryptoExchange|identity key .* does not match|does not match expected/i,
    "PEER_ID",
  ],
  [/DialDenied|ConnectionDenied|ConnectionIntercepted|denied|gater/i, "DENIED"],
  [/ETIMEDOUT|TimeoutError|timed out|AbortError|aborted/i, "NO_ANSWER"],
  [/ECONNRESET|EPIPE|EncryptionFailed|UnexpectedEOF|closed|reset|stream ended|mux/i, "CLOSED"],
  [/NoValidAddresses|TransportUnavailable|InvalidMultiaddr|no transport|not valid/i, "BAD_ADDRESS"],
];
const DEPTH_MAX = 6;

export function dialFaultOf(error: unknown): DialFault {
  const texts = textsOf(error, DEPTH_MAX);
  const found = RULES.find(([pattern]) => texts.some((text) => pattern.test(text)));
  if (found !== undefined) return found[1];
  return error instanceof NetError && error.code === "TIMEOUT" ? "NO_ANSWER" : "OTHER";
}

/** Names, codes and messages of an error and of those that it came from. */
function textsOf(error: unknown, depth: number): readonly string[] {
  if (!(error instanceof Error) || depth === 0) return [];
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const inner = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  return [
    `${error.name} ${code} ${error.message}`,
    ...[error.cause, ...inner].flatMap((one) => textsOf(one, depth - 1)),
  ];
}
