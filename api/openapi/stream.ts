/** A stream of the contract, described as the request that opens it and the messages it sends. */
import type { JsonObject } from "../../protocol/ports.js";
import { errorCodesOf } from "../contract/definition/codes.js";
import { BEARER, openingOf, SUBPROTOCOL, type Stream } from "../contract/definition/stream.js";
import { extended, type SchemaPlaces } from "./named.js";
import { parametersOf, problems, security } from "./operation.js";
import { plain, schemaOf } from "./schemas.js";
import { tagOf } from "./tags.js";

const SUBPROTOCOLS = [SUBPROTOCOL, `${BEARER}<key>`];
const text = { type: "string" };

/**
 * OpenAPI has no words for what comes behind a 101, and an operation without a 2xx is none to its
 * tools: generated clients would have a call that cannot be made. So a socket is an extension of
 * its path.
 */
export function describeStream(stream: Stream, named: SchemaPlaces): JsonObject {
  const opening = openingOf(stream);
  return {
    operationId: stream.id,
    tags: [tagOf(stream)],
    summary: stream.summary,
    description: stream.description,
    parameters: [
      ...parametersOf(opening, "GET"),
      {
        name: "Sec-WebSocket-Protocol",
        in: "header",
        required: false,
        description: `${SUBPROTOCOLS.join(", ")}: the second shows a key, and needs the first`,
        schema: text,
      },
    ],
    responses: {
      "101": {
        description: "The connection is a WebSocket (RFC 6455), version 13",
        headers: {
          "Sec-WebSocket-Accept": { description: "Answers the client's key", schema: text },
          "Sec-WebSocket-Protocol": {
            description: `${SUBPROTOCOL}, where it was asked for; never a key`,
            schema: text,
          },
        },
      },
      ...problems(errorCodesOf(opening, "GET")),
    },
    security: security(opening),
    "x-calc-effect": opening.effect,
    "x-calc-since": stream.since,
    "x-calc-rate-policy": stream.limits.rate,
    "x-calc-stream": {
      protocol: "websocket",
      subprotocols: SUBPROTOCOLS,
      direction: "Text messages of the node; of a client it reads pings and closes alone",
      message: extended(named.result(opening, schemaOf(stream.messages))),
      examples: stream.examples.map((example) => plain(example)),
      closeCodes: { ...stream.closeCodes },
    },
  };
}
