/**
 * What the list of tools teaches: each example of a description ends in a result, and six tasks are
 * done by the official client in at most four calls each.
 *
 * Tokens are those of the o200k tokeniser over the JSON of what is counted: of the list, its
 * `tools`; of an answer, its structured content, of which the text beside it is a repetition.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "chai";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { createClient, type Outcome } from "../../../api/client/client.js";
import { newEquation, registerIdentity } from "../../../api/client/identity.js";
import { setUpMail } from "../../../api/client/mail.js";
import { OWN_TOOLS } from "../../../api/mcp/tools.js";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import { sample } from "../../kit/runs.js";
import { parseFields, type Fields } from "../../kit/requests.js";

const LIST_TOKENS_MAX = 12_000;
const ANSWER_TOKENS_MAX = 500;
const CALLS_MAX = 4;

const tokens = (json: unknown): number => encode(JSON.stringify(json)).length;

/** The specification, 4.7. */
const NAMED = (
  "calc_api_catalog calc_http calc_compute calc_verify calc_solve calc_multibody calc_auto " +
  "calc_spin_up calc_observer calc_publish_page calc_contract_templates calc_contract_deploy " +
  "calc_contract_list calc_contract_get calc_contract_fire calc_contract_generate calc_scaffold " +
  "calc_skills calc_mail_html"
).split(" ");
const TOOLSETS = ["core", "contracts", "mail", "pages", "models"] as const;

/** Makes what others look at, then looks, then takes away; a machine goes with all that is on it. */
const ORDER = ["write", "read", "destroy"] as const;
const LAST: ReadonlySet<string> = new Set(["calc_state_close"]);

interface Example {
  readonly name: string;
  readonly call: Fields;
  readonly step: number;
}

function value<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== "result") throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

type Listed = Awaited<ReturnType<Client["listTools"]>>["tools"][number];

function exampleOf({ annotations, description = "", name }: Listed): readonly Example[] {
  const [, text] = / Example: (\{.*\})$/.exec(description) ?? [];
  if (text === undefined) return [];
  const { destructiveHint, readOnlyHint } = { ...annotations };
  const kind = readOnlyHint === true ? "read" : destructiveHint === true ? "destroy" : "write";
  const step = LAST.has(name) ? ORDER.length : ORDER.indexOf(kind);
  return [{ name, call: parseFields(text), step }];
}

describe("what the list of tools teaches", () => {
  const dir = temporaryDir("mcp-examples");
  let node: RunningNode;
  let key: string;
  const open: Client[] = [];
  before(async () => {
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
    const equation = newEquation();
    const keyless = createClient({ baseUrl: node.api.http });
    ({ key } = value(await registerIdentity(keyless, equation)));
    const own = createClient({ baseUrl: node.api.http, key });
    value(await setUpMail(own, { equation, apiKey: key, localPart: "ada.lovelace" }));
  });
  after(async () => {
    for (const client of open) await client.close();
    await node.stop();
    dir.remove();
  });

  const connected = async (token: string, query = ""): Promise<Client> => {
    const client = new Client(
      { name: "test", version: "1" },
      { versionNegotiation: { mode: { pin: "2026-07-28" } } },
    );
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${node.api.http}/api/mcp${query}`), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    );
    open.push(client);
    return client;
  };
  const listed = async (query: string): Promise<readonly Listed[]> =>
    (await (await connected(key, query)).listTools()).tools;

  it(`fits ${LIST_TOKENS_MAX} tokens, as the toolsets beside it do`, async () => {
    for (const query of ["", ...TOOLSETS.map((name) => `?toolset=${name}`)])
      expect(tokens(await listed(query)), query).to.be.at.most(LIST_TOKENS_MAX);
  });

  it("has every tool that the specification names, by default or in a toolset", async () => {
    const names = new Set<string>();
    for (const query of ["", ...TOOLSETS.map((name) => `?toolset=${name}`)])
      for (const { name } of await listed(query)) names.add(name);
    expect([...names]).to.include.members(NAMED);
  });

  it("shows calls that end in a result, one of each tool", async () => {
    const tools = await listed("?toolset=all");
    const all = tools.flatMap(exampleOf).sort((a, b) => a.step - b.step);
    // Jobs of solvers take a second each: some of them, nightly all.
    const solvers = new Set((await listed("?toolset=solvers")).map(({ name }) => name));
    const isCore = ({ name }: Example): boolean => !solvers.has(name) || listedNames.has(name);
    const listedNames = new Set((await listed("")).map(({ name }) => name));
    const jobs = all.filter((one) => !isCore(one));
    const examples = [...all.filter(isCore), ...sample(jobs, 5)].sort((a, b) => a.step - b.step);
    // What answers without anything given needs none.
    const taking = tools.filter(({ inputSchema }) => (inputSchema.required ?? []).length > 0);
    expect(all.length).above(taking.length / 2);
    const client = await connected(key);
    const operator = await connected(node.api.token);
    await client.callTool({ name: "calc_state_new", arguments: { slug: "kepler-lab" } });
    const failed: string[] = [];
    for (const { call, name } of examples) {
      const asked = { name, arguments: call };
      let result = await client.callTool(asked);
      if (result.isError === true && JSON.stringify(result.content).includes("FORBIDDEN"))
        result = await operator.callTool(asked);
      if (result.isError === true)
        failed.push(`${name} ${JSON.stringify(call)}: ${JSON.stringify(result.content)}`);
    }
    expect(failed).to.deep.equal([]);
  });

  it("shows a call with every listed tool that must be given something, or says where it is from", async () => {
    const without = (await listed(""))
      .filter((tool) => (tool.inputSchema.required ?? []).length > 0)
      .filter((tool) => exampleOf(tool).length === 0)
      .map(({ name }) => name);
    // `more.handle` and a receipt's id are of answers.
    expect(without).to.deep.equal([OWN_TOOLS[2], "calc_receipt"]);
  });

  describe(`six tasks in at most ${CALLS_MAX} calls each`, () => {
    interface Agent {
      readonly call: (name: string, given: Record<string, unknown>) => Promise<Fields>;
      readonly calls: () => number;
    }
    const agent = async (): Promise<Agent> => {
      const client = await connected(key);
      let count = 0;
      return {
        calls: () => count,
        call: async (name, given) => {
          count += 1;
          const result = await client.callTool({ name, arguments: given });
          expect(result.isError, JSON.stringify(result)).to.not.equal(true);
          return parseFields(JSON.stringify(result.structuredContent));
        },
      };
    };
    const task = (name: string, run: (call: Agent["call"]) => Promise<void>): void => {
      it(name, async () => {
        const { call, calls } = await agent();
        await run(call);
        expect(calls()).to.be.within(1, CALLS_MAX);
      });
    };

    task("compute and verify", async (call) => {
      const found = await call("calc_operators", { query: "gravitation", limit: 3 });
      expect(JSON.stringify(found)).to.include('"NM21"');
      const inputs = { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 };
      const answer = await call("calc_compute", { operators: ["NM21"], inputs });
      // CODATA 2022: 6.6743e-11 * 5.9722e24 * 7.342e22 / 3.844e8^2.
      expect(Number(answer["value"])).to.be.closeTo(1.98055856e20, 1e13);
      expect(tokens(answer)).to.be.at.most(ANSWER_TOKENS_MAX);
      const whole = await call("calc_verify", answer);
      expect(whole).to.include({ valid: true });
      const byId = await call("calc_verify", { receipt_id: answer["receipt_id"] });
      expect(byId).to.include({ valid: true });
    });

    task("a sweep under one receipt", async (call) => {
      const inputs = { m1: "5.9722e24 kg", m2: 1 };
      const columns = { r: { from: 6.4e6, to: 8e6, count: 5 } };
      const table = await call("calc_table", { operators: ["NM21"], inputs, columns });
      expect(table).to.include({ rows_count: 5, unit: "N" });
      const id = table["receipt_id"];
      const row = await call("calc_receipt_row", { id, row: 4 });
      // 6.6743e-11 * 5.9722e24 / 8e6^2.
      expect(Number(row["value"])).to.be.closeTo(6.2281648, 1e-6);
      expect(await call("calc_verify", { receipt_id: id })).to.include({ valid: true });
    });

    task("a page", async (call) => {
      await call("calc_state_new", { slug: "oven-south", is_public: true });
      const files = [{ path: "index.html", text: "<h1>Oven</h1> 451.2" }];
      await call("calc_publish_page", { machine: "oven-south", page: "report", files });
      const read = await call("calc_page_file", {
        machine: "oven-south",
        page: "report",
        path: "index.html",
      });
      expect(JSON.stringify(read)).to.include("451.2");
      const served = await fetch(`${node.api.http}/s/oven-south/p/report/`);
      expect(await served.text()).to.include("451.2");
    });

    task("a contract", async (call) => {
      const found = await call("calc_contract_templates", { q: "bar end overheat" });
      expect(JSON.stringify(found)).to.include("heat-transfer/bar-end-overheat");
      const templateId = "heat-transfer/bar-end-overheat";
      const { contract: id } = await call("calc_contract_deploy", { templateId });
      // T1 = 25 + q L / k with 0.2 m and 16.2 W/(m K): 272 degC at 20 kW/m^2, beyond the 150 of the template.
      const fired = await call("calc_contract_fire", { id, data: { q: 20_000 } });
      expect(fired["token"]).to.match(/^[0-9a-f]{64}$/);
      expect(await call("calc_contract_get", { id })).to.include({
        contract: id,
        state: fired["to"],
      });
    });

    task("mail", async (call) => {
      const { id } = await call("calc_mail_html", {
        subject: "Report",
        html: "<h1>Oven</h1> 451.2",
        text: "Oven: 451.2",
      });
      expect(JSON.stringify(await call("calc_mail", {}))).to.include(JSON.stringify(id));
      expect(JSON.stringify(await call("calc_mail_read", { id }))).to.include("451.2");
    });
  });
});
