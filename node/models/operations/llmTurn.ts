/** A turn of a chat with the caller's own model. */
import type { NodeHandlers } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { LLM_BUDGET_CALLS, LLM_BUDGET_CREDITS } from "../../../protocol/limits.js";
import type { ChatRequest, Message } from "../../../protocol/models/chat.js";
import type { JsonObject } from "../../../protocol/ports.js";
import type { ChatResult } from "../chat.js";
import { beltOf, rulesOf } from "./llmTools.js";
import type { Ground } from "../../ground/ground.js";
import type { ModelServices } from "../createModels.js";
import { ownerOf } from "../../operations/owner.js";

type TurnInput = Parameters<NodeHandlers["llmTurn"]>[0];

const USUAL_BUDGET = { credits: LLM_BUDGET_CREDITS, calls: LLM_BUDGET_CALLS };

export async function turn(
  services: Pick<Ground, "registry"> & { readonly models: ModelServices },
  input: TurnInput,
  call: Call,
) {
  const { answer = null, budget = USUAL_BUDGET, messages, seconds, state = null, strict } = input;
  const hasTools = input.tools === "calc";
  const { inside, turns } = services.models;
  const subject: JsonObject = { messages, tools: input.tools, strict, budget };
  const outcome = await turns.next(
    {
      account: ownerOf(call),
      subject,
      state,
      answer,
      wish: {
        request: {
          model: "",
          messages: [
            ...(hasTools ? [{ role: "system", text: rulesOf(strict) } as const] : []),
            ...messages.map(({ content, role }) =>
              role === "assistant" ? { role, text: content, calls: [] } : { role, text: content },
            ),
          ],
          tools: [],
          stream: false,
        },
        belt: hasTools ? beltOf({ ...services, inside }, call) : null,
        budget,
        isStrict: strict,
        seconds,
      },
    },
    call.signal,
  );
  return "result" in outcome
    ? { ask: null, state: null, result: resultShown(outcome.result) }
    : { ask: askShown(outcome.ask), state: outcome.state, result: null };
}

function askShown({ messages, toolChoice = "auto", tools }: ChatRequest) {
  return {
    messages: messages.map(messageShown),
    tools: tools.map((tool) => ({ ...tool })),
    mayCall: tools.length > 0 && toolChoice !== "none",
  };
}

function messageShown(message: Message) {
  const { role, text } = message;
  return {
    role,
    text,
    ...(role === "assistant" ? { calls: message.calls.map((one) => ({ ...one })) } : {}),
    ...(role === "tool" ? { callId: message.callId, name: message.name } : {}),
  };
}

export function resultShown({ calls: _own, ...result }: ChatResult) {
  return {
    ...result,
    usage: result.usage === null ? null : { ...result.usage },
    steps: result.steps.map((step) => ({ ...step })),
    numbers: result.numbers.map((number) => ({ ...number })),
  };
}
