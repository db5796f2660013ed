/**
 * Streams as servers send them, each through the whole reader and cut at every byte. The forms are those
 * that public reports and documents of the servers show; the texts are ours.
 */
import { expect } from "chai";
import { PROVIDERS, providerOf, type ProviderId } from "../../../protocol/models/providers.js";
import type { ChatEvent, ChatRequest } from "../../../protocol/models/chat.js";
import { EventReader } from "../../../protocol/models/sse.js";
import { Refusal } from "../../../protocol/errors/refusal.js";
import { LLM_EVENT_CHARS_MAX } from "../../../protocol/limits.js";
import { ModelCalls, type CallModules } from "../../../node/models/modelCall.js";
import type { OpenedCredential } from "../../../node/models/credentials.js";
import { runs } from "../../kit/runs.js";
import { eventsOf } from "../../kit/models/upstream.js";

const REQUEST: ChatRequest = {
  model: "m",
  messages: [{ role: "user", text: "hi" }],
  tools: [],
  stream: true,
};
/** Streams of the mock are long: every byte is the long suite's. */
const STRIDE = runs(7, 1);
const DONE = "data: [DONE]\n\n";

interface Call {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}
interface Said {
  readonly text: string;
  readonly calls: readonly Call[];
  readonly stop: string;
}

function chunk(choice: object, more: object = {}): string {
  const body = { id: "c", object: "chat.completion.chunk", model: "m", ...more };
  return `data: ${JSON.stringify({ ...body, choices: [{ index: 0, ...choice }] })}\n\n`;
}

const text = (content: string): string => chunk({ delta: { content }, finish_reason: null });
const stop = (word: string): string => chunk({ delta: {}, finish_reason: word });

function call(index: number | null, id: string | null, name: string | null, args: string): string {
  const numbered = index === null ? {} : { index };
  const named = name === null ? {} : { name };
  const known = id === null ? {} : { id, type: "function" };
  const piece = { ...numbered, ...known, function: { ...named, arguments: args } };
  return chunk({ delta: { tool_calls: [piece] }, finish_reason: null });
}

const HELLO: Said = { text: "hello", calls: [], stop: "end" };
const TWO: Said = {
  text: "",
  calls: [
    { id: "a", name: "search", arguments: '{"q":"force"}' },
    { id: "b", name: "search", arguments: '{"q":"heat"}' },
  ],
  stop: "tools",
};

const FORMS: readonly (readonly [string, string, Said])[] = [
  [
    "OpenAI: numbers, id and name with the first piece",
    call(0, "a", "search", "") +
      call(0, null, null, '{"q":') +
      call(0, null, null, '"force"}') +
      call(1, "b", "search", "") +
      call(1, null, null, '{"q":"heat"}') +
      stop("tool_calls") +
      DONE,
    TWO,
  ],
  [
    "Ollama: whole calls, all of number 0, and stop",
    call(0, "a", "search", '{"q":"force"}') +
      call(0, "b", "search", '{"q":"heat"}') +
      stop("stop") +
      DONE,
    TWO,
  ],
  [
    "gateways: id and name in each piece",
    call(0, "a", "search", '{"q":') +
      call(0, "a", "search", '"force"}') +
      call(1, "b", "search", '{"q":') +
      call(1, "b", "search", '"heat"}') +
      stop("tool_calls") +
      DONE,
    TWO,
  ],
  [
    "gateways: pieces of two calls of number 0 in turns",
    call(0, "a", "search", '{"q":') +
      call(0, "b", "search", '{"q":') +
      call(0, "a", null, '"force"}') +
      call(0, "b", null, '"heat"}') +
      stop("tool_calls") +
      DONE,
    TWO,
  ],
  [
    "Gemini's door: no numbers",
    call(null, "a", "search", '{"q":"force"}') +
      call(null, "b", "search", '{"q":"heat"}') +
      stop("stop") +
      DONE,
    TWO,
  ],
  [
    "older local servers: no ids",
    call(0, null, "search", '{"q":"force"}') +
      call(0, null, "search", '{"q":"heat"}') +
      stop("tool_calls") +
      DONE,
    { ...TWO, calls: TWO.calls.map((one, i) => ({ ...one, id: `call_${i}` })) },
  ],
  [
    "one id for all calls: each gets one of its own",
    call(0, "a", "search", '{"q":"force"}') +
      call(1, "a", "search", '{"q":"heat"}') +
      stop("tool_calls") +
      DONE,
    { ...TWO, calls: TWO.calls.map((one, i) => ({ ...one, id: i === 0 ? "a" : "a_1" })) },
  ],
  [
    "a name that comes in parts",
    call(0, "a", "sea", "") +
      call(0, null, "rch", "") +
      call(0, null, null, "{}") +
      stop("tool_calls"),
    { text: "", calls: [{ id: "a", name: "search", arguments: "{}" }], stop: "tools" },
  ],
  [
    "function_call, the form before tools",
    chunk({ delta: { function_call: { name: "search", arguments: "" } } }) +
      chunk({ delta: { function_call: { arguments: '{"q":' } } }) +
      chunk({ delta: { function_call: { arguments: '"force"}' } } }) +
      stop("function_call") +
      DONE,
    { ...TWO, calls: [{ ...TWO.calls[0]!, id: "call_0" }] },
  ],
  [
    "message in the place of delta",
    chunk({ message: { role: "assistant", content: "hello" }, finish_reason: "stop" }) + DONE,
    HELLO,
  ],
  [
    "deltas, and the whole message again at the end",
    text("hel") +
      text("lo") +
      chunk({ delta: {}, message: { content: "hello" }, finish_reason: "stop" }),
    HELLO,
  ],
  ["no mark of the end", text("hello") + stop("stop"), HELLO],
  ["no empty line at the end", (text("hello") + stop("stop")).trimEnd(), HELLO],
  ["lone CR", (text("hello") + stop("stop") + DONE).replaceAll("\n", "\r"), HELLO],
  ["CR LF", (text("hello") + stop("stop") + DONE).replaceAll("\n", "\r\n"), HELLO],
  [
    "OpenRouter: comments between the events",
    `: OPENROUTER PROCESSING\n\n${text("hel")}: OPENROUTER PROCESSING\n\n${text("lo")}${stop("stop")}${DONE}`,
    HELLO,
  ],
  [
    "Azure: a first chunk without choices",
    `data: {"choices":[],"prompt_filter_results":[]}\n\n${text("hello")}${stop("stop")}${DONE}`,
    HELLO,
  ],
  [
    "no blank behind the colon",
    (text("hello") + stop("stop") + DONE).replaceAll("data: ", "data:"),
    HELLO,
  ],
  [
    "parts of content, and letters of many bytes",
    chunk({ delta: { content: [{ type: "text", text: "5 µm, 7 €" }] } }) + stop("stop") + DONE,
    { ...HELLO, text: "5 µm, 7 €" },
  ],
];

function credentialOf(id: ProviderId): OpenedCredential {
  return {
    account: "a",
    id: "c",
    apiKey: "k",
    baseUrl: "http://127.0.0.1",
    provider: providerOf(id)!,
  };
}

/** The reader of a node over a body that comes in these parts. */
function eventsRead(id: ProviderId, parts: readonly Buffer[]): AsyncGenerator<ChatEvent> {
  const answer = {
    status: 200,
    header: () => "",
    drop: () => undefined,
    parts: async function* () {
      for (const part of parts) yield await Promise.resolve(part);
    },
  };
  const modules: CallModules = {
    upstream: { send: () => Promise.resolve(answer) },
    // Nothing is tried again.
    scheduler: { after: () => () => undefined },
    random: { next: () => 0 },
    clock: { nowNs: () => 0n },
  };
  return new ModelCalls(modules).chat(credentialOf(id), REQUEST, new AbortController().signal);
}

async function said(id: ProviderId, parts: readonly Buffer[]): Promise<Said> {
  const calls: { id: string; name: string; arguments: string }[] = [];
  let all = "";
  let why = "end";
  for await (const event of eventsRead(id, parts)) {
    if (event.type === "text") all += event.text;
    if (event.type === "stop") why = event.stop;
    if (event.type !== "call") continue;
    const known = (calls[event.index] ??= { id: "", name: "", arguments: "" });
    known.id = event.id ?? known.id;
    known.name += event.name ?? "";
    known.arguments += event.arguments ?? "";
  }
  return {
    text: all,
    calls: calls.map((one, i) => ({ ...one, id: one.id === "" ? `call_${i}` : one.id })),
    stop: why === "end" && calls.length > 0 ? "tools" : why,
  };
}

async function expectAtCuts(
  id: ProviderId,
  stream: string,
  expected: Said,
  stride = 1,
): Promise<void> {
  const bytes = Buffer.from(stream);
  for (let at = 0; at <= bytes.length; at += stride)
    expect(
      await said(id, [bytes.subarray(0, at), bytes.subarray(at)]),
      `cut at ${at}`,
    ).to.deep.equal(expected);
  const single = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1));
  expect(await said(id, single), "byte by byte").to.deep.equal(expected);
}

async function failureOf(stream: string): Promise<string> {
  try {
    await said("openai-compatible", [Buffer.from(stream)]);
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "";
}

describe("streams as servers send them", () => {
  for (const [name, stream, expected] of FORMS)
    it(name, () => expectAtCuts("openai-compatible", stream, expected));

  for (const { id } of PROVIDERS)
    it(`${id}: its own form, cut at many places`, () =>
      expectAtCuts(
        id,
        eventsOf(id, {
          text: "Let me look.",
          calls: [
            { id: "c1", name: "weather", arguments: '{"city":"Zürich"}' },
            { id: "c2", name: "weather", arguments: "{}" },
          ],
        }).join(""),
        {
          text: "Let me look.",
          calls: [
            {
              id: id === "google" ? "call_0" : "c1",
              name: "weather",
              arguments: '{"city":"Zürich"}',
            },
            { id: id === "google" ? "call_1" : "c2", name: "weather", arguments: "{}" },
          ],
          stop: "tools",
        },
        STRIDE,
      ));

  it("an answer that says nothing readable is a failure, never an empty answer", async () => {
    const nothing = /^PROVIDER_FAILED: the answer of the provider ends with nothing/;
    expect(await failureOf(chunk({ output: "hello" }) + stop("stop") + DONE)).to.match(nothing);
    expect(await failureOf(DONE)).to.match(nothing);
    expect(await failureOf(stop("tool_calls") + DONE)).to.match(/calls tools and names none/);
    expect(await failureOf(text("hel"))).to.match(/ended in the middle/);
    expect(await failureOf((text("hello") + stop("stop")).slice(0, -9))).to.match(
      /^PROVIDER_FAILED/,
    );
  });

  it("an event of 16 MiB is refused by name, and each of its bytes is looked at once", async () => {
    const part = "x".repeat(1_024);
    const reader = new EventReader(16_777_216 + 64);
    let events = reader.take("data: ");
    for (let i = 0; i < 16_384; i += 1) events = [...events, ...reader.take(part)];
    expect(events).to.deep.equal([]);
    expect(reader.take("\n\n")[0]?.data.length).to.equal(16_777_216);
    const long = text("y".repeat(LLM_EVENT_CHARS_MAX));
    expect(await failureOf(long + stop("stop"))).to.match(
      /an event of the provider is longer than/,
    );
  });
});
