/**
 * Resources, prompts and completions: views of operations, for clients that browse before they
 * call.
 */
import { isObject } from "../../protocol/encoding/json.js";
import type { Call } from "../contract/definition/call.js";
import { conformance } from "../contract/compute/conformance.js";
import { kernelPrompt } from "../contract/compute/kernelPrompt.js";
import { operators } from "../contract/compute/operators.js";
import { operatorSpec } from "../contract/compute/operatorSpec.js";
import type { Operation } from "../contract/definition/operation.js";
import { receipt } from "../contract/receipts/receipt.js";
import type { Dispatcher } from "../http/dispatcher.js";
import { invoke, type Reply } from "./invoke.js";
import type { LongAnswers } from "./longAnswers.js";
import { RPC, RpcError, type Fields } from "./rpc.js";
import { SHORT_BYTES_MAX } from "../../protocol/readable/shorten.js";

/** Values a completion may answer, by the protocol. */
const COMPLETIONS_MAX = 100;

export const RESOURCES = [
  {
    uri: "calc://kernel/prompt",
    name: "kernel-prompt",
    title: "The kernel",
    description: kernelPrompt.summary,
    mimeType: "text/markdown",
  },
  {
    uri: "calc://conformance",
    name: "conformance",
    title: "Conformance corpus",
    description: conformance.summary,
    mimeType: "application/json",
  },
];

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: "calc://operators/{id}",
    name: "operator",
    title: "An operator",
    description: operatorSpec.summary,
    mimeType: "application/json",
  },
  {
    uriTemplate: "calc://receipts/{id}",
    name: "receipt",
    title: "A receipt",
    description: receipt.summary,
    mimeType: "application/json",
  },
];

export const PROMPTS = [
  {
    name: "kernel",
    title: "The kernel",
    description: "How this node computes, for a model that is about to use it",
  },
  {
    name: "explain_result",
    title: "Explain a result",
    description: "Explain a compute answer and how anyone can check it",
    arguments: [{ name: "result", description: "The compute answer as JSON", required: true }],
  },
];

/**
 * A long one is as short as the answer of a tool, with the same handle; a receipt is whole, since it
 * is checked by its bytes.
 * @throws RpcError invalid params for an unknown resource.
 */
export async function readResource(
  dispatcher: Dispatcher,
  call: Call,
  uri: string,
  answers: LongAnswers,
): Promise<Fields> {
  const [operation, input] = resourceOf(uri);
  const reply = await invoke(dispatcher, call, operation, input);
  if (reply.status >= 300) throw unknownResource(uri, reply);
  const { contentType: mimeType, isJson, text } = reply;
  const isWhole = !isJson || text.length <= SHORT_BYTES_MAX || operation === receipt;
  const shown = isWhole ? null : await answers.short({ text, isJson, around: null }, call);
  return { contents: [{ uri, mimeType, text: shown === null ? text : JSON.stringify(shown) }] };
}

function resourceOf(uri: string): readonly [Operation, Fields] {
  if (uri === "calc://kernel/prompt") return [kernelPrompt, {}];
  if (uri === "calc://conformance") return [conformance, {}];
  const [, kind, id] = /^calc:\/\/(operators|receipts)\/([^/?#]+)$/.exec(uri) ?? [];
  if (id === undefined) throw unknownResource(uri, null);
  return kind === "operators" ? [operatorSpec, { operator: id }] : [receipt, { id }];
}

function unknownResource(uri: string, reply: Reply | null): RpcError {
  const problem = reply !== null && isObject(reply.json) ? { problem: reply.json } : {};
  return new RpcError(RPC.invalidParams, `there is no resource ${uri}`, 200, { uri, ...problem });
}

export async function getPrompt(
  dispatcher: Dispatcher,
  call: Call,
  name: string,
  given: Fields,
): Promise<Fields> {
  if (name === "kernel") {
    const reply = await invoke(dispatcher, call, kernelPrompt, {});
    if (reply.status >= 300) {
      throw new RpcError(RPC.internal, "the kernel prompt could not be read");
    }
    return { description: "The kernel", messages: [userText(reply.text)] };
  }
  if (name !== "explain_result") {
    throw new RpcError(RPC.invalidParams, `there is no prompt ${name}`);
  }
  const { result } = given;
  if (typeof result !== "string") {
    throw new RpcError(
      RPC.invalidParams,
      "explain_result needs the argument result: the compute answer as JSON",
    );
  }
  return {
    description: "Explain a result",
    messages: [
      userText(
        [
          "Explain this compute answer to someone who knows physics but not this service:",
          "the equation and what each number stands for, the unit, where the uncertainty comes from, " +
            "what was assumed,",
          "and how the receipt proves it. If value is null, say why and what would have to be " +
            "supplied.",
          "Then call calc_verify with the whole answer and report its verdict.",
          "",
          result,
        ].join("\n"),
      ),
    ],
  };
}

function userText(text: string): Fields {
  return { role: "user", content: { type: "text", text } };
}

/** Completes operator ids; everything else has no completions. */
export async function complete(
  dispatcher: Dispatcher,
  call: Call,
  params: Fields,
  answers: LongAnswers,
): Promise<Fields> {
  const { ref, argument } = params;
  if (!isObject(ref) || !isObject(argument)) {
    throw new RpcError(RPC.invalidParams, "completion needs ref and argument");
  }
  const none = { completion: { values: [], total: 0, hasMore: false } };
  if (
    ref["type"] !== "ref/resource" ||
    ref["uri"] !== "calc://operators/{id}" ||
    argument["name"] !== "id"
  ) {
    return none;
  }
  const prefix = typeof argument["value"] === "string" ? argument["value"].toLowerCase() : "";
  const { isJson, text } = await invoke(dispatcher, call, operators, {});
  const listed = await answers.idsIn({ text, isJson, around: null }, "operators", call);
  const ids = listed.filter((id) => id.toLowerCase().startsWith(prefix));
  return {
    completion: {
      values: ids.slice(0, COMPLETIONS_MAX),
      total: ids.length,
      hasMore: ids.length > COMPLETIONS_MAX,
    },
  };
}
