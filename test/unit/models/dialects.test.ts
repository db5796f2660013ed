/** The dialects both ways: what a chat becomes on the wire, and what comes back from it. */
import { expect } from "chai";
import * as fc from "fast-check";
import type { ChatEvent, ChatRequest, Stop } from "../../../protocol/models/chat.js";
import { PROVIDERS, providerOf, type ProviderId } from "../../../protocol/models/providers.js";
import { durationMs, httpDateMs, retryAfterMs } from "../../../protocol/models/retries.js";
import { EventReader, EventTooLong } from "../../../protocol/models/sse.js";
import { readCompletion, RequestFault } from "../../../protocol/models/openaiSurface.js";
import { eventsOf, wholeOf, type Answered } from "../../kit/models/upstream.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_127;
const REQUEST: ChatRequest = {
  model: "model-a",
  messages: [
    { role: "system", text: "Be brief." },
    { role: "user", text: "Weather?" },
    {
      role: "assistant",
      text: "",
      calls: [{ id: "call-abc_1234567", name: "weather", arguments: '{"city":"Bern"}' }],
    },
    { role: "tool", callId: "call-abc_1234567", name: "weather", text: "12 degrees" },
  ],
  tools: [{ name: "weather", description: "Weather of a city", schema: { type: "object" } }],
  toolChoice: "required",
  maxTokens: 64,
  temperature: 0.5,
  stop: ["END"],
  stream: true,
};

function bodyOf(id: ProviderId, request: ChatRequest = REQUEST) {
  const { dialect, quirks } = providerOf(id)!;
  return dialect.body(request, quirks);
}

/** The same answer as one list of what was said, called, used and why it stopped. */
function gathered(events: readonly ChatEvent[]) {
  let text = "";
  let stop: Stop | null = null;
  let usage: unknown = null;
  const calls: { name: string; arguments: string }[] = [];
  for (const event of events) {
    if (event.type === "text") text += event.text;
    if (event.type === "stop") stop = event.stop;
    if (event.type === "usage") usage = event.usage;
    if (event.type !== "call") continue;
    const call = (calls[event.index] ??= { name: "", arguments: "" });
    call.name += event.name ?? "";
    call.arguments += event.arguments ?? "";
  }
  return { text, stop, usage, calls };
}

function read(id: ProviderId, readAnswer: Answered, isStream: boolean) {
  const { dialect } = providerOf(id)!;
  if (!isStream)
    return gathered(dialect.whole(JSON.parse(JSON.stringify(wholeOf(id, readAnswer)))));
  const stream = dialect.stream();
  const reader = new EventReader(65_536);
  return gathered(
    reader.take(eventsOf(id, readAnswer).join("")).flatMap((event) => stream.take(event)),
  );
}

describe("dialects of models", () => {
  const ANSWERS: readonly Answered[] = [
    { text: "Hello there, you.", usage: [12, 4] },
    { text: "Cut", stop: "length" },
    { calls: [{ id: "c1", name: "weather", arguments: '{"city":"Bern","days":[1,2]}' }] },
    {
      text: "Let me look.",
      calls: [
        { id: "c1", name: "weather", arguments: '{"city":"Bern"}' },
        { id: "c2", name: "weather", arguments: "{}" },
      ],
    },
  ];
  for (const { id } of PROVIDERS)
    for (const [i, answer] of ANSWERS.entries())
      it(`${id}: answer ${i} reads the same in pieces and whole`, () => {
        const { calls = [], stop, text = "", usage = [11, 7] } = answer;
        const expected = {
          text,
          stop: stop ?? (calls.length > 0 ? "tools" : "end"),
          usage: { inputTokens: usage[0], outputTokens: usage[1] },
          calls: calls.map(({ arguments: args, name }) => ({ name, arguments: args })),
        };
        expect(read(id, answer, true)).to.deep.equal(expected);
        expect(read(id, answer, false)).to.deep.equal(expected);
      });

  it("requests are what each provider's documents show", () => {
    expect(bodyOf("openai")).to.deep.include({
      max_completion_tokens: 64,
      tool_choice: "required",
      stream_options: { include_usage: true },
    });
    expect(bodyOf("groq")).to.include.keys("max_completion_tokens");
    expect(bodyOf("openrouter")).to.deep.include({ max_tokens: 64, stop: ["END"] });
    const mistral = bodyOf("mistral");
    expect(mistral)
      .to.include({ tool_choice: "any", max_tokens: 64 })
      .and.not.include.keys("stream_options");
    const text = JSON.stringify(mistral);
    expect(/"id":"([A-Za-z0-9]{9})"/.exec(text)?.[1]).to.equal(
      /"tool_call_id":"([^"]+)"/.exec(text)?.[1],
    );
    expect(bodyOf("anthropic")).to.deep.equal({
      model: "model-a",
      max_tokens: 64,
      system: "Be brief.",
      messages: [
        { role: "user", content: [{ type: "text", text: "Weather?" }] },
        {
          role: "assistant",
          content: [
            { type: "tool_use", id: "call-abc_1234567", name: "weather", input: { city: "Bern" } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "call-abc_1234567", content: "12 degrees" },
          ],
        },
      ],
      tools: [
        { name: "weather", description: "Weather of a city", input_schema: { type: "object" } },
      ],
      tool_choice: { type: "any" },
      temperature: 0.5,
      stop_sequences: ["END"],
      stream: true,
    });
    expect(bodyOf("google")).to.deep.equal({
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [
        { role: "user", parts: [{ text: "Weather?" }] },
        { role: "model", parts: [{ functionCall: { name: "weather", args: { city: "Bern" } } }] },
        {
          role: "user",
          parts: [{ functionResponse: { name: "weather", response: { result: "12 degrees" } } }],
        },
      ],
      tools: [
        {
          functionDeclarations: [
            {
              name: "weather",
              description: "Weather of a city",
              parametersJsonSchema: { type: "object" },
            },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: "ANY" } },
      generationConfig: { maxOutputTokens: 64, temperature: 0.5, stopSequences: ["END"] },
    });
    expect(bodyOf("cohere")).to.deep.include({ tool_choice: "REQUIRED", stop_sequences: ["END"] });
  });

  it("a request of OpenAI's dialect reads as the chat it was written from", () => {
    for (const id of ["openai", "openrouter", "openai-compatible"] as const) {
      const again = readCompletion(bodyOf(id), "model-a");
      expect(again.messages.map((message) => ({ ...message, name: "weather" }))).to.deep.equal(
        REQUEST.messages.map((message) => ({ ...message, name: "weather" })),
      );
      expect(again).to.deep.include({
        tools: REQUEST.tools,
        toolChoice: "required",
        maxTokens: 64,
      });
    }
  });

  it("pictures, sound and several answers are refused at their place", () => {
    const fault = (body: Parameters<typeof readCompletion>[0]): string => {
      try {
        readCompletion(body, "m");
        return "";
      } catch (error) {
        return error instanceof RequestFault ? error.pointer : String(error);
      }
    };
    const image = { type: "image_url", image_url: { url: "data:," } };
    expect(fault({ messages: [{ role: "user", content: [image] }] })).to.equal(
      "/messages/0/content/0",
    );
    expect(fault({ messages: [{ role: "user", content: [{ type: "input_audio" }] }] })).to.equal(
      "/messages/0/content/0",
    );
    expect(fault({ messages: [{ role: "robot", content: "x" }] })).to.equal("/messages/0/role");
    expect(fault({ messages: [], n: 2 })).to.equal("/n");
    expect(fault({ messages: [], tools: [{ type: "web_search" }] })).to.equal("/tools/0");
  });

  it("errors say what the provider said", () => {
    const said: readonly (readonly [ProviderId, unknown, string])[] = [
      ["openai", { error: { message: "bad", type: "x", code: null } }, "bad"],
      ["anthropic", { type: "error", error: { type: "overloaded_error", message: "bad" } }, "bad"],
      ["google", [{ error: { code: 400, message: "bad", status: "INVALID_ARGUMENT" } }], "bad"],
      ["google", { error: { message: "bad" } }, "bad"],
      ["mistral", { object: "error", message: "bad", type: "x", code: "1" }, "bad"],
      ["mistral", { detail: [{ loc: ["body"], msg: "bad" }] }, "bad"],
      ["cohere", { message: "bad" }, "bad"],
      ["openai-compatible", { error: "bad" }, "bad"],
      ["groq", "<html>", ""],
      ["anthropic", null, ""],
    ];
    for (const [id, body, expected] of said)
      expect(providerOf(id)!.dialect.fault(JSON.parse(JSON.stringify(body))), id).to.equal(
        expected,
      );
  });

  it(`events are the same however their text is cut (seed ${SEED})`, () => {
    const text =
      ": hi\r\n\r\nevent: a\ndata: 1\ndata: 2\n\ndata:3\r\rdata\n\nid: 7\r\ndata: é\r\n\r\n";
    const expected = [
      { event: "a", data: "1\n2" },
      { event: "", data: "3" },
      { event: "", data: "" },
      { event: "", data: "é" },
    ];
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (places) => {
        const reader = new EventReader(100);
        const cuts = [0, ...places.toSorted((a, b) => a - b), text.length];
        const events = cuts.flatMap((at, i) =>
          reader.take(text.slice(at, cuts[i + 1] ?? text.length)),
        );
        expect(events).to.deep.equal(expected);
      }),
      { seed: SEED, numRuns: runs(100, 3_000) },
    );
    expect(() => new EventReader(10).take("data: 12345678901")).to.throw(EventTooLong);
    expect(() => new EventReader(10).take("data: 123456\ndata: 123456\n")).to.throw(EventTooLong);
  });

  it(`any JSON is read without failing (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...PROVIDERS), (value, { dialect }) => {
        const text = JSON.stringify(value);
        dialect.stream().take({ event: "", data: text });
        dialect.whole(JSON.parse(text));
        expect(dialect.fault(JSON.parse(text))).to.be.a("string");
        expect(dialect.models(JSON.parse(text))).to.be.an("array");
      }),
      { seed: SEED, numRuns: runs(100, 3_000) },
    );
  });

  it("fields that ask for patience", () => {
    const after = (fields: Readonly<Record<string, string>>): number | null =>
      retryAfterMs((name) => fields[name] ?? "", 1_445_412_400_000);
    expect(after({ "retry-after": "7" })).to.equal(7_000);
    expect(after({ "retry-after-ms": "70", "retry-after": "7" })).to.equal(70);
    // RFC 9110 5.6.7's example lies 80 s ahead.
    expect(after({ "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" })).to.equal(80_000);
    expect(after({ "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" })).to.equal(0);
    expect(after({ "retry-after": "-1" })).to.equal(null);
    expect(after({ "retry-after": "soon" })).to.equal(null);
    expect(after({ "x-ratelimit-reset-requests": "1m2.5s" })).to.equal(62_500);
    expect(after({})).to.equal(null);
    expect(durationMs("120ms")).to.equal(120);
    expect(durationMs("")).to.equal(null);
    for (const text of ["Thu, 29 Feb 2024 23:59:59 GMT", "Thu, 01 Jan 1970 00:00:00 GMT"])
      expect(httpDateMs(text)).to.equal(Date.parse(text));
  });
});
