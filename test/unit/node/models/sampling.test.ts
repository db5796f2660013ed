/** The client's own model over the tool protocol, by the official client: its numbers have receipts, too. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "chai";
import { serveNode, type ServedNode } from "../../../kit/served.js";

const QUESTION = [{ role: "user", content: "How strongly do Earth and Moon attract each other?" }];
const COMPUTE = {
  type: "tool_use" as const,
  id: "toolu_1",
  name: "compute",
  input: { operators: ["NM21"], inputs: { m1: 5.9722e24, m2: "7.342e22 kg", r: "384400 km" } },
};

type Block = { readonly type: "text"; readonly text: string } | typeof COMPUTE;

describe("sampling over the tool protocol", () => {
  let served: ServedNode;
  let key: string;
  before(async () => {
    served = await serveNode();
    key = await served.account();
  });
  after(() => served.close());

  /** @param says what the client's model answers, in order; null offers no sampling */
  const connected = async (
    says: readonly (readonly Block[])[] | null,
    mode: { readonly tools: boolean; readonly era?: "legacy" } = { tools: true },
  ): Promise<{ readonly client: Client; readonly asked: Record<string, unknown>[] }> => {
    const client = new Client(
      { name: "test", version: "1" },
      {
        ...(mode.era === "legacy"
          ? {}
          : { versionNegotiation: { mode: { pin: "2026-07-28" } } as const }),
        capabilities: says === null ? {} : { sampling: mode.tools ? { tools: {} } : {} },
      },
    );
    const asked: Record<string, unknown>[] = [];
    if (says !== null)
      client.setRequestHandler("sampling/createMessage", ({ params }) => {
        const content = says[asked.length] ?? [];
        asked.push({ ...params });
        const stopReason = content.some(({ type }) => type === "tool_use") ? "toolUse" : "endTurn";
        return { model: "own-1", role: "assistant", content: [...content], stopReason };
      });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${served.http.url}/api/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      }),
    );
    return { client, asked };
  };
  const chat = async (client: Client, more: Readonly<Record<string, unknown>> = {}) => {
    const result = await client.callTool({
      name: "calc_llm_turn",
      arguments: { messages: QUESTION, ...more },
    });
    await client.close();
    return result;
  };

  it("computes here between the answers of the client's model, and links its numbers", async () => {
    const { asked, client } = await connected([
      [{ type: "text", text: "Let me compute." }, COMPUTE, { ...COMPUTE, id: "toolu_2" }],
      [{ type: "text", text: "They attract each other with 1.98e20 N, or 42 N." }],
    ]);
    const { isError, structuredContent } = await chat(client, {
      tools: "calc",
      budget: { credits: 4, calls: 4 },
    });
    expect(isError ?? false, JSON.stringify(structuredContent)).to.equal(false);
    const { result } = Object(structuredContent);
    expect(result).to.include({ provider: "own", credits: 3, rounds: 2 });
    expect(result.text).to.contain("Let me compute.\n\nThey attract");
    expect(result.numbers.map(({ from }: { from: string }) => from)).to.deep.equal([
      "receipt",
      "none",
    ]);
    expect(result.steps.map(({ ok }: { ok: boolean }) => ok)).to.deep.equal([true, false]);
    expect(asked).to.have.length(2);
    expect(JSON.stringify(asked[0])).to.contain("systemPrompt").and.contain('"inputSchema"');
    const [, , answers] = Object(asked[1])["messages"];
    expect(answers.role).to.equal("user");
    expect(answers.content.map(({ type }: { type: string }) => type)).to.deep.equal([
      "tool_result",
      "tool_result",
    ]);
    expect(JSON.stringify(answers)).to.contain(result.steps[0].receipt);
    const { body } = await served.call("GET", "/api/ledger", { key });
    expect(body["free"]).to.equal(125);
  });

  it("strict withholds; a model without tools is asked without them", async () => {
    const { asked, client } = await connected([[{ type: "text", text: "About 7 N." }]], {
      tools: false,
    });
    const { structuredContent } = await chat(client, { strict: true });
    expect(Object(structuredContent).result.text).to.equal("About [no receipt] N.");
    expect(asked[0]).not.to.have.any.keys("tools", "systemPrompt");
  });

  it("says what is missing to a client that cannot be asked", async () => {
    for (const [says, mode, more, words] of [
      [null, { tools: false }, {}, "this client offers no sampling"],
      [[], { tools: false }, { tools: "calc" }, "cannot call tools"],
      [[], { tools: true, era: "legacy" }, {}, "from revision 2026-07-28 on"],
    ] as const) {
      const { client } = await connected(says, mode);
      const { content, isError } = await chat(client, more);
      expect(isError).to.equal(true);
      expect(JSON.stringify(content))
        .to.contain("SAMPLING_MISSING")
        .and.contain(words)
        .and.contain("/api/llm/chat");
    }
  });

  it("over HTTP: a state that was changed, or is of another chat or account, is refused", async () => {
    const turn = (body: Readonly<Record<string, unknown>>, by = key) =>
      served.call("POST", "/api/llm/turns", { key: by, body: { messages: QUESTION, ...body } });
    const first = await turn({ tools: "calc" });
    expect(first.status, first.text).to.equal(200);
    const state = String(first.body["state"]);
    const [payload = "", mac = ""] = state.split(".");
    const past = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    const forged = {
      ...past,
      outcomes: [
        {
          ok: true,
          text: "7 N",
          credits: 0,
          receipt: "ab".repeat(32),
          numbers: [{ receipt: "ab".repeat(32), field: "value", value: 7, unit: "N" }],
        },
      ],
    };
    const answer = { text: "It is 7 N." };
    const other = await served.account();
    for (const [body, by] of [
      [{ tools: "calc", state: `${payload}x.${mac}`, answer }, key],
      [{ tools: "calc", state: "", answer }, key],
      [
        {
          tools: "calc",
          answer,
          state: `${Buffer.from(JSON.stringify(forged)).toString("base64url")}.${mac}`,
        },
        key,
      ],
      [{ tools: "none", state, answer }, key],
      [{ tools: "calc", budget: { credits: 1_000, calls: 100 }, state, answer }, key],
      [{ tools: "calc", state, answer }, other],
      [{ tools: "calc", state }, key],
      [{ tools: "calc", answer }, key],
    ] as const) {
      const refused = await turn(body, by);
      expect(refused.status, refused.text).to.equal(400);
      expect(refused.body["code"]).to.equal("INVALID_INPUT");
    }
    const last = await turn({ tools: "calc", state, answer });
    expect(last.body["ask"]).to.equal(null);
    expect(last.body["result"]).to.include({ text: "It is 7 N.", credits: 0 });
  });
});
