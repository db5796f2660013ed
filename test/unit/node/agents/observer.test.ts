/** One look costs a model at most 1,000 tokens, however large what it looks at is. */
import { expect } from "chai";
import { encode as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { encode as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { CALCOND_NS } from "../../../../protocol/limits.js";
import { serveNode, type Reply, type ServedNode } from "../../../kit/served.js";

const TOKENS_MAX = 1_000;
const tokensOf = ({ text }: Reply): number => Math.max(o200k(text).length, cl100k(text).length);

/** Texts that break into many tokens: digests, marks, emoji, letters of rare scripts. */
const HARD = [
  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".repeat(40),
  "}{][|\\/~`^<>?;:'!@#$%&*()_+-=".repeat(90),
  "🦴🧿🪬🫠".repeat(300),
  "ꙮᚠᛇᚻꦏꦀ𓂀".repeat(150),
  "qXz9!vJ0&kW7~".repeat(200),
];

describe("node: the observer", () => {
  let served: ServedNode;
  let key = "";
  before(async () => {
    served = await serveNode();
    key = await served.account();
  });
  after(() => served.close());

  const create = async (
    path: string,
    body: object,
    who = key,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const reply = await served.call("POST", path, { key: who, body });
    expect(reply.status, reply.text).to.be.oneOf([200, 201]);
    return reply.body;
  };
  const look = (query: string, who = key) =>
    served.call("GET", `/api/calc/observer?${query}`, { key: who });

  it("shows a machine with large rows in few tokens, and whole where that is asked for", async () => {
    const { machine } = await create("/api/state", { name: "Large", slug: "large" });
    for (const text of HARD)
      await create("/api/state/large/events", { type: "reading", data: { text, n: 12 } });
    const short = await look("machine=large&rows=100");
    expect(short.status, short.text).to.equal(200);
    expect(tokensOf(short)).to.be.at.most(TOKENS_MAX);
    const rows = [short.body["rows"]].flat();
    expect(rows.length).to.be.at.least(2);
    expect(short.body["rowsLeft"]).to.equal(HARD.length + 1 - rows.length);
    expect(Object(rows[0])).to.include({ seq: HARD.length, transitionType: "event" });
    expect(Object(short.body["head"])).to.include({ seq: HARD.length });
    const [due] = [short.body["due"]].flat();
    expect(Object(due)["what"]).to.equal("checkpoint");
    const full = await look("machine=large&full=true");
    expect([full.body["rows"]].flat()).to.have.length(HARD.length + 1);
    expect(Object([full.body["rows"]].flat()[0])).to.include.keys("prev", "payloadHash", "actor");
    expect(Object(full.body["state"])).to.include({ slug: Object(machine)["slug"] });
  });

  it("shows a contract: where it is, what it reads, when it fires by itself", async () => {
    const { contract } = await create("/api/contracts", {
      templateId: "archetypes/deployable-logic",
      machine: null,
    });
    await create(`/api/contracts/${String(contract)}/fire`, { data: { T: 80 } });
    const seen = await look(`contract=${String(contract)}`);
    expect(tokensOf(seen)).to.be.at.most(TOKENS_MAX);
    expect(seen.body).to.include({ kind: "contract", rowsLeft: 0 });
    expect(seen.body["due"]).to.deep.equal([]);
    expect(Object(seen.body["state"])).to.include({
      state: "watch",
      status: "open",
      transitions: 1,
    });
    const [row] = [seen.body["rows"]].flat();
    expect(Object(row)).to.include({ transitionType: "transition", from: "nominal", to: "watch" });
    expect(Object(row)["token"]).to.match(/^[0-9a-f]{64}$/);
    const program = {
      schema: "calc-contract/1",
      name: "Hourly",
      trigger: { type: "every-calcond", every: 4633 },
      machine: { initial: "on", states: { on: {} } },
    };
    const hourly = await create("/api/contracts", { program, machine: null });
    const { body } = await look(`contract=${String(hourly["contract"])}`);
    const now = Number(served.node.clock.ns / CALCOND_NS);
    const [tick] = [body["due"]].flat();
    expect(Object(tick)["what"]).to.equal("tick");
    expect(Object(tick)["calcond"]).to.be.within(now + 1, now + 4633);
  });

  it("shows a reactor whose state is large, and says what was cut", async () => {
    const reactor = await create("/api/calc/reactor", {
      name: "large",
      operators: ["NM19"],
      initialState: { list: Array.from({ length: 20_000 }, (_, i) => i / 7), text: HARD[1] },
      transition: { inputs: { m: 2, a: 1 } },
    });
    const seen = await look(`reactor=${String(reactor["reactor"])}`);
    expect(seen.status, seen.text.slice(0, 400)).to.equal(200);
    expect(tokensOf(seen)).to.be.at.most(TOKENS_MAX);
    expect(seen.text).to.match(/… \d+ more/);
  });

  it("shows a channel with when it ticks next", async () => {
    const { channel } = await create("/api/calc/streams", {
      contract: { operators: ["NM19"], inputs: { m: 2, a: 1 } },
    });
    const id = String(Object(channel)["id"]);
    const seen = await look(`channel=${id}`);
    expect(seen.body).to.include({ kind: "channel", id });
    expect(tokensOf(seen)).to.be.at.most(TOKENS_MAX);
  });

  it("shows a job to who ordered it, and to nobody else", async () => {
    const operator = await served.node.services.accounts.mintOperatorKey();
    const { id } = await create(
      "/api/jobs",
      {
        operators: ["NM19"],
        columns: { m: Array.from({ length: 20 }, (_, i) => i + 1), a: 2 },
        class: "economy",
      },
      operator,
    );
    const job = String(id);
    const seen = await look(`job=${job}`, operator);
    expect(seen.body, seen.text).to.include({ kind: "job" });
    expect(tokensOf(seen)).to.be.at.most(TOKENS_MAX);
    expect(Object([seen.body["due"]].flat()[0])["what"]).to.equal("deadline");
    expect(Object([seen.body["rows"]].flat()[0])).to.include({ seq: 0 });
    const stranger = await served.call("GET", `/api/calc/observer?job=${job}`);
    expect(stranger.status).to.equal(404);
  });

  it("takes one of the five", async () => {
    expect((await look("machine=large&contract=ct_mfrggzdfmztwq2lknnwg23tpoa")).status).to.equal(
      400,
    );
    expect((await look("rows=1")).status).to.equal(400);
  });
});
