/** Chats over HTTP, against a provider in the process of the test. */
import Anthropic from "@anthropic-ai/sdk";
import { expect } from "chai";
import OpenAI from "openai";
import { PROVIDER_IDS, type ProviderId } from "../../../../protocol/models/providers.js";
import { systemScheduler } from "../../../../node/runtime/scheduler.js";
import { mockUpstream, type MockUpstream, type Answered } from "../../../kit/models/upstream.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";

const API_KEY = "sk-test-0123456789abcdefghij";
const MODEL = "model-a";
const ASK = [{ role: "user", content: "How strongly do Earth and Moon attract each other?" }];
const COMPUTE = {
  id: "call_1",
  name: "compute",
  arguments: '{"operators":["NM21"],"inputs":{"m1":5.9722e24,"m2":"7.342e22 kg","r":"384400 km"}}',
};

/** Events of a stream, as they came. */
function eventsIn(text: string): readonly (readonly [string, Record<string, unknown>])[] {
  return text
    .split("\n\n")
    .filter((part) => part.startsWith("event: "))
    .map((part) => {
      const [event = "", data = ""] = part.split("\n");
      const read: Record<string, unknown> = JSON.parse(data.slice(6));
      return [event.slice(7), read] as const;
    });
}

function rowsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value : [];
}

describe("chats with models", () => {
  let mock: MockUpstream;
  let served: ServedNode;
  let key: string;
  const idOf = new Map<ProviderId, string>();

  before(async () => {
    mock = await mockUpstream();
    served = await serveNode({
      config: { llm: { localServers: [mock.host] } },
      ports: { models: { providers: mock.providers, scheduler: systemScheduler } },
    });
    key = await served.account();
    for (const provider of PROVIDER_IDS) {
      const baseUrl =
        provider === "openai-compatible" ? { baseUrl: `http://${mock.host}/v1/` } : {};
      const credential = await served.call("POST", "/api/calc/llm/credentials", {
        key,
        body: { provider, apiKey: API_KEY, ...baseUrl },
      });
      expect(credential.status, credential.text).to.equal(201);
      idOf.set(provider, String(credential.body["id"]));
    }
  });
  after(async () => {
    await served.close();
    await mock.close();
  });

  const chat = (body: Readonly<Record<string, unknown>>, replies: readonly Answered[]) => {
    mock.asked.length = 0;
    mock.tell(...replies);
    return served.call("POST", "/api/llm/chat", {
      key,
      body: { model: MODEL, messages: ASK, ...body },
    });
  };

  for (const provider of PROVIDER_IDS) {
    for (const stream of [false, true]) {
      it(`${provider}: text, usage and stop, ${stream ? "as a stream" : "in one piece"}`, async () => {
        const reply = {
          text: "Across 384,400 km.\nGrüße",
          usage: [23, 5],
          stop: "length",
        } as const;
        const answer = await chat({ credential: provider, stream, maxTokens: 40 }, [reply]);
        expect(answer.status, answer.text).to.equal(200);
        const events = eventsIn(answer.text);
        const result = stream ? (events.at(-1)?.[1] ?? {}) : answer.body;
        expect(result["text"]).to.equal(reply.text);
        expect(result["usage"]).to.deep.equal({ inputTokens: 23, outputTokens: 5 });
        expect(result["stop"]).to.equal("length");
        if (stream) {
          const said = events.filter(([event]) => event === "text");
          expect(said.map(([, { text }]) => text).join("")).to.equal(reply.text);
        }
        const [asked] = mock.asked;
        expect(JSON.stringify(asked?.headers)).to.contain(API_KEY);
        expect(asked?.path).not.to.contain(API_KEY);
      });
    }

    it(`${provider}: the model computes, and its number has the receipt`, async () => {
      const answer = await chat({ credential: provider, stream: true, tools: "calc" }, [
        { calls: [COMPUTE] },
        { text: "They attract each other with 1.9806e20 N, or 42 N." },
      ]);
      const events = eventsIn(answer.text);
      const result = events.at(-1)?.[1] ?? {};
      expect(events.at(-1)?.[0], answer.text).to.equal("result");
      const [step] = rowsOf(result["steps"]);
      expect(step).to.include({ tool: "compute", ok: true, credits: 3 });
      const numbers = rowsOf(result["numbers"]);
      expect(numbers.map(({ from }) => from)).to.deep.equal(["receipt", "none"]);
      expect(numbers[0]).to.include({ receipt: step?.["receipt"], field: "value", unit: "N" });
      expect(result["credits"]).to.equal(3);
      // What the tool said went back to the model in its own dialect.
      expect(JSON.stringify(mock.asked[1]?.body)).to.contain(String(step?.["receipt"]));
    });
  }

  it("strict: a number without a receipt is not stated, in words neither", async () => {
    const answer = await chat({ credential: "groq", tools: "calc", strict: true }, [
      { text: "Let me see: about 7.\n", calls: [COMPUTE] },
      { text: "It is 1.98 × 10²⁰ N between two bodies, not 3 kN." },
    ]);
    expect(answer.body["text"]).to.equal(
      "Let me see: about [no receipt].\n\n\n" +
        "It is 1.98 × 10²⁰ N between [no receipt] bodies, not [no receipt] kN.",
    );
    expect(answer.body["withheld"]).to.equal(3);
  });

  it("a budget ends the tools, and what is refused costs nothing", async () => {
    const answer = await chat(
      { credential: "openai", tools: "calc", budget: { credits: 4, calls: 3 } },
      [
        { calls: [COMPUTE, { ...COMPUTE, id: "call_2" }] },
        { calls: [{ id: "call_3", name: "delete_account", arguments: "{}" }] },
        { text: "Done." },
      ],
    );
    const steps = rowsOf(answer.body["steps"]);
    expect(steps.map(({ ok }) => ok)).to.deep.equal([true, false, false]);
    expect(answer.body["credits"]).to.equal(3);
    expect(mock.asked[2]?.body["tool_choice"]).to.equal("none");
    expect(JSON.stringify(mock.asked[1]?.body)).to.contain("1 are left in the budget");
  });

  it("OpenAI's own client: chats, streams, tools of the caller, and models", async () => {
    const client = new OpenAI({
      apiKey: key,
      baseURL: `${served.http.url}/api/llm/v1`,
      maxRetries: 0,
    });
    const model = `anthropic/${MODEL}`;
    const messages = [{ role: "user" as const, content: "Hello" }];
    mock.tell({ text: "Hello there." });
    const whole = await client.chat.completions.create({ model, messages });
    expect(whole.choices[0]?.message.content).to.equal("Hello there.");
    expect(whole.choices[0]?.finish_reason).to.equal("stop");
    expect(whole.usage?.total_tokens).to.equal(18);
    mock.tell({ calls: [{ id: "toolu_1", name: "weather", arguments: '{"city":"Zürich"}' }] });
    const stream = client.chat.completions.stream({
      model,
      messages,
      tools: [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }],
    });
    const final = await stream.finalChatCompletion();
    const call = final.choices[0]?.message.tool_calls?.[0];
    expect(call).to.deep.include({ id: "toolu_1", type: "function" });
    expect(call?.type === "function" && call.function.arguments).to.equal('{"city":"Zürich"}');
    expect(final.choices[0]?.finish_reason).to.equal("tool_calls");
    const models = await client.models.list();
    expect(models.data.map(({ id }) => id)).to.include.members([model, "google/model-b"]);
  });

  it("Anthropic's own client reads the mock as it reads its provider", async () => {
    const client = new Anthropic({
      apiKey: API_KEY,
      baseURL: `http://${mock.host}/anthropic`,
      maxRetries: 0,
    });
    mock.tell({
      text: "Hello there.",
      calls: [{ id: "toolu_1", name: "f", arguments: '{"x":1}' }],
    });
    const stream = client.messages.stream({
      model: MODEL,
      max_tokens: 10,
      messages: [{ role: "user", content: "Hello" }],
    });
    const message = await stream.finalMessage();
    expect(message.stop_reason).to.equal("tool_use");
    expect(message.content[1]).to.deep.include({ type: "tool_use", input: { x: 1 } });
  });
});
