/**
 * Asking back: a compute tool that lacks inputs answers a client that can fill in forms with a form
 * of the missing names; the client repeats the call with what its user entered. The node keeps
 * nothing in between.
 */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { isObject } from "../../protocol/encoding/json.js";
import type { Crypto, JsonObject } from "../../protocol/ports.js";
import { RPC, RpcError, type Fields, type RpcRequest } from "./rpc.js";

/** Name of the one form a call asks for. */
const FORM = "inputs";
const STATE_TAG = "calc-mcp-state/1";

interface Authenticator {
  readonly crypto: Crypto;
  readonly secret: Uint8Array;
}

/** Whether the client declared, with this request, that it can show a form. */
export function takesForms({ modern, capabilities }: RpcRequest): boolean {
  return modern && isObject(capabilities["elicitation"]);
}

/**
 * Asks for the missing inputs of a tool call. The state proves that this node asked about these
 * arguments.
 */
export function askFor(
  inputError: Fields,
  name: string,
  given: Fields,
  auth: Authenticator,
): Fields {
  const listed = inputError["missing_all"];
  const missing =
    Array.isArray(listed) && listed.length > 0
      ? listed.map(String)
      : [String(inputError["missing"])];
  const accepts = typeof inputError["accepts"] === "string" ? inputError["accepts"] : "";
  const properties: Record<string, JsonObject> = {};
  for (const [i, symbol] of missing.entries()) {
    const description =
      i === 0 && accepts !== "" ? `In SI units; also known as ${accepts}` : "In SI units";
    properties[symbol] = { type: "number", title: symbol, description };
  }
  return {
    resultType: "input_required",
    inputRequests: {
      [FORM]: {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: String(inputError["message"]),
          requestedSchema: { type: "object", properties, required: missing },
        },
      },
    },
    requestState: stateOf(name, given, auth),
  };
}

/**
 * The arguments with the entered inputs, null when this call answers no form, "declined" when the
 * user did not fill it in.
 * @throws RpcError when the state is not this node's, or belongs to other arguments.
 */
export function answered(
  rpc: RpcRequest,
  name: string,
  given: Fields,
  auth: Authenticator,
): Fields | null | "declined" {
  const { inputResponses, requestState } = rpc.params;
  if (inputResponses === undefined && requestState === undefined) return null;
  if (requestState !== stateOf(name, given, auth)) {
    throw new RpcError(
      RPC.invalidParams,
      "requestState is not what this node gave out for these arguments",
    );
  }
  const response = isObject(inputResponses) ? inputResponses[FORM] : undefined;
  if (!isObject(response)) throw new RpcError(RPC.invalidParams, `inputResponses lacks ${FORM}`);
  if (response["action"] !== "accept" || !isObject(response["content"])) return "declined";
  const inputs = isObject(given["inputs"]) ? given["inputs"] : {};
  return { ...given, inputs: { ...inputs, ...response["content"] } };
}

function stateOf(name: string, given: Fields, { crypto, secret }: Authenticator): string {
  return toHex(
    crypto.hmacSha256(secret, `${STATE_TAG}\u0000${canonicalize({ arguments: given, name })}`),
  );
}
