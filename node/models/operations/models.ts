import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import type { Call } from "../../../api/contract/definition/call.js";
import {
  EVENTS_TYPE,
  preEncoded,
  type PreEncoded,
} from "../../../api/contract/definition/preEncoded.js";
import { ApiError, problemOf } from "../../../api/contract/definition/problem.js";
import {
  LLM_CHAT_SECONDS,
  LLM_BUDGET_CALLS,
  LLM_BUDGET_CREDITS,
} from "../../../protocol/limits.js";
import { openaiDialect } from "../../../protocol/models/openai.js";
import {
  asksUsage,
  chunkOf,
  completionOf,
  readCompletion,
  RequestFault,
  usageChunkOf,
  type CompletionHead,
} from "../../../protocol/models/openaiSurface.js";
import type { ChatRequest } from "../../../protocol/models/chat.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { Refusal } from "../../../protocol/errors/refusal.js";
import type { ChatResult, ChatDraft, GatewayEvent } from "../chat.js";
import type { OpenedCredential, ShownCredential } from "../credentials.js";
import { effectOf, type EffectServices } from "../../operations/effect.js";
import { beltOf, rulesOf } from "./llmTools.js";
import { resultShown, turn } from "./llmTurn.js";
import type { Ground } from "../../ground/ground.js";
import type { ModelServices } from "../createModels.js";
import { operatorOf, ownerOf } from "../../operations/owner.js";
import { problemOfRefusal } from "../../operations/refusals.js";

type ModelHandlers = Pick<
  NodeHandlers,
  | "llmProviders"
  | "llmCredentialNew"
  | "llmCredentials"
  | "llmCredentialEdit"
  | "llmCredentialDelete"
  | "llmCredentialTest"
  | "llmKeyRotate"
  | "llmChat"
  | "llmTurn"
  | "llmModels"
  | "llmCompletions"
>;
type ModelModules = EffectServices &
  Pick<Ground, "clock" | "registry"> & { readonly models: ModelServices };

const NS_PER_S = 1_000_000_000n;
const USUAL_BUDGET = { credits: LLM_BUDGET_CREDITS, calls: LLM_BUDGET_CALLS };

export function modelHandlers(services: ModelModules): ModelHandlers {
  const { models } = services;
  const { calls, credentials } = models;
  return {
    llmProviders: () => ({
      providers: models.providers.map(({ baseUrl, docs, id, title }) => ({
        id,
        title,
        baseUrl,
        docs,
      })),
      total: models.providers.length,
      localServers: [...models.localServers],
    }),
    llmCredentialNew: ({ apiKey, baseUrl = null, label = null, provider }, call) =>
      effectOf(services, call, nodeOperations.llmCredentialNew).run(
        credentials.create(ownerOf(call), { provider, apiKey, label, baseUrl }),
        shown,
      ),
    llmCredentials: async (_page, call) => {
      const all = await credentials.list(ownerOf(call));
      return { credentials: all.map(shown), total: all.length };
    },
    llmCredentialEdit: ({ id, label }, call) =>
      effectOf(services, call, nodeOperations.llmCredentialEdit).run(
        credentials.relabel(ownerOf(call), id, label),
        shown,
      ),
    llmCredentialDelete: ({ id }, call) =>
      effectOf(services, call, nodeOperations.llmCredentialDelete).run(
        credentials.remove(ownerOf(call), id),
        (removed) => removed,
      ),
    llmCredentialTest: async ({ id }, call) => {
      const credential = await credentials.open(ownerOf(call), id);
      const found = await calls.models(credential, call.signal);
      return { id, provider: credential.provider.id, ok: true, models: found.length };
    },
    llmKeyRotate: async (_input, call) => {
      operatorOf(call, "rotates the wrapping key");
      const answer = await effectOf(services, call, nodeOperations.llmKeyRotate).run(
        credentials.rotate(),
        (rotated) => rotated,
      );
      await credentials.forgetOld();
      return answer;
    },
    llmChat: (input, call) => chat(services, input, call),
    llmTurn: (input, call) => turn(services, input, call),
    llmModels: (_input, call) => listModels(services, call),
    llmCompletions: (input, call) => complete(services, input, call),
  };
}

function shown({ use, ...credential }: ShownCredential) {
  return { ...credential, use: use === null ? null : { ...use } };
}

type ChatInput = Parameters<NodeHandlers["llmChat"]>[0];

async function chat(services: ModelModules, input: ChatInput, call: Call) {
  const {
    budget = USUAL_BUDGET,
    maxTokens,
    messages,
    model,
    stop,
    strict,
    temperature,
    topP,
  } = input;
  const credential = await services.models.credentials.open(ownerOf(call), input.credential);
  const isStream = input.stream || call.accepted === EVENTS_TYPE;
  const hasTools = input.tools === "calc";
  const request: ChatDraft = {
    request: {
      model,
      messages: [
        ...(hasTools ? [{ role: "system", text: rulesOf(strict) } as const] : []),
        ...messages.map(({ content, role }) =>
          role === "assistant" ? { role, text: content, calls: [] } : { role, text: content },
        ),
      ],
      tools: [],
      maxTokens,
      temperature,
      topP,
      stop,
      stream: isStream,
    },
    belt: hasTools ? beltOf({ ...services, inside: services.models.inside }, call) : null,
    budget,
    isStrict: strict,
    seconds: input.seconds,
  };
  const running = await begun(
    services.models.chats.run(services.models.answering(credential), request, call.signal),
  );
  if (!isStream) return resultShown(await resultOf(running));
  return streamed(ownEvents(running, call));
}

/** Begun as far as that something was said: what fails before is a problem with its own status. */
async function begun(
  events: AsyncGenerator<GatewayEvent>,
): Promise<AsyncIterableIterator<GatewayEvent>> {
  const first: GatewayEvent[] = [];
  for (;;) {
    const next = await events.next();
    if (next.done === true) break;
    first.push(next.value);
    if (next.value.type !== "start") break;
  }
  return unread(first, events);
}

/** Text read so far is read again first; the rest comes from the chat itself, without a pass more. */
function unread(
  first: GatewayEvent[],
  events: AsyncGenerator<GatewayEvent>,
): AsyncIterableIterator<GatewayEvent> {
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => {
      const value = first.shift();
      return value === undefined ? events.next() : Promise.resolve({ done: false, value });
    },
    return: () => events.return(undefined),
  };
}

async function resultOf(events: AsyncIterable<GatewayEvent>): Promise<ChatResult> {
  for await (const event of events) if (event.type === "result") return event.result;
  throw new Error("a chat ended without its result");
}

function streamed(parts: AsyncIterable<string>): PreEncoded<never> {
  // A proxy that gathers would hold back what is said.
  return preEncoded({
    body: "",
    contentType: EVENTS_TYPE,
    parts,
    headers: ["x-accel-buffering", "no"],
  });
}

async function* ownEvents(events: AsyncIterable<GatewayEvent>, call: Call): AsyncGenerator<string> {
  try {
    for await (const event of events) {
      if (event.type === "text") yield eventText("text", { text: event.text });
      else if (event.type === "step") yield eventText("step", { ...event.step });
      else if (event.type === "result") yield eventText("result", resultShown(event.result));
      else if (event.type === "start") yield eventText("start", { id: event.id });
    }
  } catch (error) {
    yield eventText("error", problemShown(error, call));
  }
}

function eventText(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** @throws what says nothing to the caller: the answer is cut then, and the log has it */
function problemShown(error: unknown, call: Call): object {
  if (!(error instanceof Refusal)) throw error;
  return problemOf(problemOfRefusal(error), call.requestId);
}

// What OpenAI's clients call.

/** `<provider or credential>/<model>`. @throws ApiError INVALID_INPUT */
function modelNamed(name: string): { readonly credential: string; readonly model: string } {
  const slash = name.indexOf("/");
  if (slash > 0 && slash < name.length - 1)
    return { credential: name.slice(0, slash), model: name.slice(slash + 1) };
  throw atPlace(
    "/model",
    "the model is named <provider>/<model>, as in groq/llama-3.3-70b-versatile",
  );
}

function atPlace(pointer: string, message: string): ApiError {
  return new ApiError("INVALID_INPUT", message, {
    errors: [{ pointer, code: "INVALID_VALUE", message }],
  });
}

type CompletionInput = Parameters<NodeHandlers["llmCompletions"]>[0];

async function complete(services: ModelModules, input: CompletionInput, call: Call) {
  const { calc } = input;
  const { credential: named, model } = modelNamed(input.model);
  const credential = await services.models.credentials.open(ownerOf(call), named);
  const request = requestRead(input as JsonObject, model, credential);
  if (calc !== undefined && request.tools.length > 0)
    throw atPlace("/calc", "the tools are those of the node or the caller's own, not both");
  const asked: ChatDraft = {
    request:
      calc === undefined
        ? request
        : {
            ...request,
            messages: [{ role: "system", text: rulesOf(calc.strict) }, ...request.messages],
          },
    belt: calc === undefined ? null : beltOf({ ...services, inside: services.models.inside }, call),
    budget: calc?.budget ?? USUAL_BUDGET,
    isStrict: calc?.strict ?? false,
    seconds: LLM_CHAT_SECONDS,
  };
  const created = Number(services.clock.nowNs() / NS_PER_S);
  const running = await begun(
    services.models.chats.run(services.models.answering(credential), asked, call.signal),
  );
  if (request.stream)
    return streamed(
      completionChunks(running, call, {
        head: { created, id: "", model: input.model },
        hasTools: calc !== undefined,
        hasUsage: asksUsage(input as JsonObject),
      }),
    );
  const result = await resultOf(running);
  const head = { created, id: result.id, model: input.model };
  const answer = completionOf(head, result);
  return preEncoded({
    body: JSON.stringify(calc === undefined ? answer : { ...answer, calc: calcShown(result) }),
  });
}

function requestRead(
  input: JsonObject,
  model: string,
  { provider }: OpenedCredential,
): ChatRequest {
  try {
    const request = readCompletion(input, model);
    const [foreign] = Object.keys(request.extra ?? {});
    if (foreign !== undefined && provider.dialect !== openaiDialect)
      throw new RequestFault(
        `/${foreign}`,
        `${provider.id} has nothing that ${foreign} could become`,
      );
    return request;
  } catch (error) {
    if (error instanceof RequestFault) throw atPlace(error.pointer, error.message);
    throw error;
  }
}

function calcShown({ credits, numbers, steps, withheld }: ChatResult): JsonObject {
  return {
    steps: steps.map((step) => ({ ...step })),
    numbers: numbers.map((number) => ({ ...number })),
    withheld,
    credits,
  };
}

interface ChunkOptions {
  readonly head: CompletionHead;
  /** The tools are the node's. */
  readonly hasTools: boolean;
  readonly hasUsage: boolean;
}

async function* completionChunks(
  events: AsyncIterable<GatewayEvent>,
  call: Call,
  { hasTools, hasUsage, head: { created, model } }: ChunkOptions,
): AsyncGenerator<string> {
  let head: CompletionHead = { created, model, id: "" };
  const named = new Set<number>();
  const chunk = (delta: JsonObject): string => dataText(chunkOf(head, delta, null));
  try {
    for await (const event of events) {
      switch (event.type) {
        case "start":
          head = { ...head, id: event.id };
          yield chunk({ role: "assistant", content: "" });
          break;
        case "text":
          yield chunk({ content: event.text });
          break;
        case "call":
          yield chunk({ tool_calls: [callDelta(event, !named.has(event.index))] });
          named.add(event.index);
          break;
        case "step":
          break;
        case "result": {
          const { result } = event;
          const more: JsonObject = hasTools ? { calc: calcShown(result) } : {};
          yield dataText(chunkOf(head, {}, result.stop, more));
          if (hasUsage && result.usage !== null) yield dataText(usageChunkOf(head, result.usage));
          yield "data: [DONE]\n\n";
        }
      }
    }
  } catch (error) {
    const problem = problemShown(error, call) as { readonly detail: string; readonly code: string };
    yield dataText({
      error: { message: problem.detail, type: "api_error", code: problem.code, param: null },
    });
  }
}

/** The first piece of a call has its id, whatever the provider gave: clients answer by it. */
function callDelta(event: GatewayEvent & { readonly type: "call" }, isFirst: boolean): JsonObject {
  const { arguments: text, id, index, name, signature } = event;
  return {
    index,
    ...(isFirst ? { id: id ?? `call_${index}`, type: "function" } : {}),
    function: {
      ...(name === undefined ? {} : { name }),
      arguments: text ?? "",
    },
    ...(signature === undefined ? {} : { signature }),
  };
}

function dataText(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

async function listModels(services: ModelModules, call: Call) {
  const { calls, credentials } = services.models;
  const owner = ownerOf(call);
  const held = await credentials.list(owner);
  const found = await Promise.all(
    held.map(async ({ id, provider }) => {
      const isOnly = held.filter((one) => one.provider === provider).length === 1;
      try {
        const credential = await credentials.open(owner, id);
        const names = await calls.models(credential, call.signal);
        return { id, provider, name: isOnly ? provider : id, names, code: null };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { id, provider, name: provider, names: [], code: error.code };
      }
    }),
  );
  return {
    object: "list" as const,
    data: found.flatMap(({ name, names, provider }) =>
      names.map((one) => ({
        id: `${name}/${one}`,
        object: "model" as const,
        created: 0,
        owned_by: provider,
      })),
    ),
    unavailable: found.flatMap(({ code, id }) => (code === null ? [] : [{ credential: id, code }])),
  };
}
