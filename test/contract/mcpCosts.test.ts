/** What calls through the tool protocol spend, and what of long texts is read where. */
import { expect } from "chai";
import * as fc from "fast-check";
import { preEncoded } from "../../api/contract/definition/preEncoded.js";
import { textReaders, type TextReading } from "../../protocol/readable/textReadings.js";
import { MCP_BATCH_KEYLESS_CHARS_MAX, MCP_BATCH_MAX } from "../../protocol/limits.js";
import { workCounted } from "../../protocol/workCount.js";
import { exampleHandlers, GOOD_KEY, start, type Running } from "./fakeNode.js";

interface Message {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const tool = (name: string, args: Readonly<Record<string, unknown>>): Message => ({
  method: "tools/call",
  params: { name, arguments: args },
});
const path = (at: string): Message => tool("calc_http", { method: "GET", path: at });

/** Some that reach an operation by each way there is, and some that reach none. */
const MESSAGES: readonly Message[] = [
  { method: "ping", params: {} },
  { method: "tools/list", params: {} },
  { method: "prompts/get", params: { name: "kernel" } },
  { method: "resources/read", params: { uri: "calc://conformance" } },
  { method: "resources/read", params: { uri: "calc://nothing" } },
  {
    method: "completion/complete",
    params: {
      ref: { type: "ref/resource", uri: "calc://operators/{id}" },
      argument: { name: "id", value: "n" },
    },
  },
  tool("calc_api_catalog", {}),
  tool("calc_prove", { operators: ["KO42"] }),
  tool("calc_playground_compute", { equation: "F = 1" }),
  tool("calc_operators", {}),
  path("/api/openapi.json"),
  path("/api/calc/pulse"),
  path("/api/nothing"),
];

/** As many characters as the lists of a node have. */
const LISTED = JSON.stringify({
  operators: Array.from({ length: 8_000 }, (_, i) => ({
    id: `NM${i}`,
    equation: `F = ${"m a + ".repeat(20)}b`,
  })),
  total: 8_000,
});

describe("MCP: a call costs what it calls", () => {
  const spent: string[] = [];
  const reads: TextReading[] = [];
  let node: Running;
  before(async () => {
    node = await start("uws", {
      handlers: { ...exampleHandlers(), operators: () => preEncoded({ body: LISTED }) },
      context: {
        rate: (policy, key) => {
          spent.push(`${policy} ${key}`);
          return null;
        },
        readText: async (kind, asked) => {
          reads.push(kind);
          return textReaders[kind](asked);
        },
      },
    });
  });
  after(() => node.stop());
  beforeEach(() => {
    spent.length = 0;
    reads.length = 0;
  });

  const post = async (body: unknown, key: string | null): Promise<string> => {
    const answer = await fetch(`${node.url}/api/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
    });
    expect(answer.status).to.equal(200);
    return answer.text();
  };
  const numbered = (messages: readonly Message[]): readonly unknown[] =>
    messages.map((message, id) => ({ jsonrpc: "2.0", id, ...message }));

  it("a batch spends what its messages spend alone, and answers the same", async () => {
    const batches = fc.array(fc.constantFrom(...MESSAGES), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(batches, fc.constantFrom(null, GOOD_KEY), async (messages, key) => {
        const alone: unknown[] = [];
        for (const message of numbered(messages))
          alone.push(JSON.parse(await post(message, key)) as unknown);
        const spentAlone = spent.splice(0).sort();
        const together: unknown = JSON.parse(await post(numbered(messages), key));
        expect(spent.splice(0).sort()).to.deep.equal(spentAlone);
        expect(withoutIds(together)).to.deep.equal(withoutIds(alone));
      }),
      { numRuns: 40 },
    );
  });

  it("a long text that stays the same is read once for all who ask, and beside this thread", async () => {
    const calls = Array.from({ length: MCP_BATCH_MAX }, () => path("/api/operators"));
    const before = workCounted();
    const batch = await post(numbered(calls), null);
    await post({ jsonrpc: "2.0", id: 1, ...path("/api/operators") }, GOOD_KEY);
    await post({ jsonrpc: "2.0", id: 1, ...tool("calc_operators", {}) }, null);
    // The first property has read them, or the batch does.
    expect(reads.filter((kind) => kind === "shortText").length).to.be.at.most(2);
    expect(reads.every((kind) => kind === "shortText")).to.equal(true);
    // Reading it here would count a tenth of a unit for each character, each time.
    expect(workCounted() - before).to.be.below(LISTED.length / 10);
    const handles = new Set(batch.match(/more_[0-9a-f]{32}/g));
    expect(handles.size).to.equal(1);
  });

  it("answers of a batch have a bound, and what is behind it is refused by name", async () => {
    const lists = Array.from({ length: MCP_BATCH_MAX }, () => ({
      method: "tools/list",
      params: {},
    }));
    const answer = await fetch(`${node.url}/api/mcp?toolset=all`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(numbered(lists)),
    });
    const text = await answer.text();
    const listed: readonly {
      readonly result?: { readonly tools: readonly unknown[] };
      readonly error?: { readonly code: number; readonly data: { readonly code: string } };
    }[] = JSON.parse(text);
    expect(listed).to.have.length(MCP_BATCH_MAX);
    const one = JSON.stringify(listed[0]).length;
    expect(listed[0]!.result!.tools.length).above(100);
    expect(text.length).to.be.below(MCP_BATCH_KEYLESS_CHARS_MAX + 10 * one);
    expect(listed.at(-1)!.error).to.deep.include({ code: -32_000 });
    expect(listed.at(-1)!.error!.data.code).to.equal("TOO_LARGE");
  });
});

/** Request ids and times differ from call to call. */
function withoutIds(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replaceAll(/req_[0-9A-Z]{26}/g, "req")
      .replaceAll(/more_[0-9a-f]{32}/g, "more"),
  );
}
