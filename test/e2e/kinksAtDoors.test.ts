/**
 * What jumps or bends has one value and one uncertainty over HTTP, on the command line, as a tool and in
 * a contract, and is refused at all of them alike.
 */
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { calc } from "../kit/calc.js";
import {
  call,
  isList,
  parseFields,
  textOf,
  type Fields,
  type Json,
  type Reply,
} from "../kit/requests.js";

const BAR = { alpha: 1, length: 1, dim: 1, boundary: "insulated", t_end: 0.05, probe: 0.3 };

/** Some that are answered, and some whose structure no mesh shows. */
const JOBS: readonly (readonly [solver: string, body: Fields])[] = [
  ["heat", { ...BAR, initial: "{100 if 0.3386 <= x < 0.7386; 0 otherwise}" }],
  ["heat", { ...BAR, initial: "100*(heaviside(x-0.3386) - heaviside(x-0.7386))" }],
  ["heat", { ...BAR, initial: "100*max(0, 1-abs(x-0.51)/0.003)" }],
  ["heat", { ...BAR, initial: "{1 if mod(x, 7e-5) < 3e-5; 0 otherwise}" }],
  [
    "buckling",
    { EI: "{0.1 if 1.2345 <= x < 1.23451; 1e4 otherwise}", length: 2, ends: "pinned-pinned" },
  ],
  ["buckling", { EI: "1+mod(x, 1e-5)", length: 1, ends: "pinned-pinned" }],
];
const EQUATIONS = [
  "y = INT_0^1000 max(0, 1-abs(x-512.3456)/5) dx",
  "y = INT_0^1 {1 if 0.3 < x < 0.30001; 0 otherwise} dx",
  "y = INT_0^1 mod(x, 1e-6) dx",
] as const;

/** Where the result has no slope, or jumps nearby, and what of its uncertainty is the least. */
const UNCERTAIN: readonly (readonly [string, Fields, Fields, least: number])[] = [
  // The alias of 1 Hz at a rate of 1 Hz is |x| for an x around 0: 0.1 sqrt(1 - 2/pi).
  ["SIG1", { f: 1, f_s: 1 }, { f: 0.1 }, 0.0603],
  ["LH24", { m_1: 1, m_2: 1 }, { m_1: 0.1 }, 0.1],
  // 2.3 s are 2.96 periods: the next begins for one in three, and the phase jumps by 1.
  ["ZEQ000", { t: 2.3 }, { t: 0.1 }, 0.4],
  ["CS49", { n: 8.01 }, { n: 0.1 }, 0.4],
];

/** A program that moves at each event, with one compute. */
function programOf(solver: string, body: Fields): Fields {
  const inputs = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === "string"
      ? `'${value}'`
      : `${word(value)}${Number.isInteger(value) ? ".0" : ""}`,
  ]);
  const move = (target: string): Fields => ({ on: [{ guard: "r.uncertainty >= 0.0", target }] });
  return {
    schema: "calc-contract/1",
    name: "kink",
    inputs: { x: { type: "double", unit: "1" } },
    trigger: { type: "on-event", event: "reading" },
    compute: [{ as: "r", solver, inputs: Object.fromEntries(inputs) }],
    machine: { initial: "odd", states: { odd: move("even"), even: move("odd") } },
  };
}

/** As the command line takes it. */
function word(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

describe("jumps and kinks at every door", () => {
  const dir = temporaryDir("kinks");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  const tool = (name: string, args: Fields): Promise<Reply> =>
    call(
      node,
      "POST",
      "/api/mcp",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
      { headers: { accept: "application/json" } },
    );
  const verb = (...words: readonly string[]): ReturnType<typeof calc> =>
    calc(["--data-dir", dir.path, ...words, "--json"]);

  for (const [solver, body] of JOBS)
    it(`${solver}: ${JSON.stringify(body["initial"] ?? body["EI"])}`, async () => {
      const reply = await call(node, "POST", `/api/calc/${solver}`, body);
      const words = Object.entries(body).map(([name, value]) => `${name}=${word(value)}`);
      const ran = await verb(solver, ...words);
      const toolReply = await tool(`calc_${solver}`, body);
      const program = programOf(solver, body);
      const deployed = await call(node, "POST", "/api/contracts", { program, machine: null });
      const id = textOf(deployed.body, "contract");
      const fired = await call(node, "POST", `/api/contracts/${id}/fire`, { data: { x: 1 } });
      if (reply.status === 200) {
        const { gate, uncertainty, value } = reply.body;
        expect(fired.body["results"], fired.text).to.have.nested.property("0.value", value);
        expect(fired.body["results"]).to.have.nested.property("0.uncertainty", uncertainty);
        expect(parseFields(ran.out), ran.err).to.deep.include({ gate, value });
        expect(toolReply.body, toolReply.text).to.have.nested.property(
          "result.structuredContent.value",
          value,
        );
        return;
      }
      expect(reply.body["code"], reply.text).to.equal("DID_NOT_CONVERGE");
      expect(fired.body, fired.text).to.have.nested.property("fault.code", "DID_NOT_CONVERGE");
      const detail = textOf(reply.body, "detail");
      expect(ran.code).to.not.equal(0);
      expect(ran.out + ran.err).to.contain(detail.slice(0, 60));
      expect(toolReply.text).to.contain("DID_NOT_CONVERGE");
    });

  for (const [operator, inputs, uncertainties, least] of UNCERTAIN)
    it(`${operator}: ${JSON.stringify(inputs)} with ${JSON.stringify(uncertainties)}`, async () => {
      const asked = { operators: [operator], inputs, uncertainties };
      const reply = await call(node, "POST", "/api/calc/compute", asked);
      const { uncertainty, value } = reply.body;
      expect(uncertainty, reply.text).to.be.within(least, 12 * least);
      const words = Object.entries(inputs).map(([name, number]) => `${name}=${word(number)}`);
      const stated = Object.entries(uncertainties).map(([name, u]) => `${name}=${word(u)}`);
      const ran = await verb("compute", operator, ...words, "--uncertainties", ...stated);
      expect(parseFields(ran.out), ran.err).to.deep.include({ uncertainty, value });
      const toolReply = await tool("calc_compute", asked);
      expect(toolReply.body, toolReply.text).to.have.nested.property(
        "result.structuredContent.uncertainty",
        uncertainty,
      );
      const columns = Object.fromEntries(
        Object.entries(inputs).map(([name, number]) => [name, [number]]),
      );
      const table = await call(
        node,
        "POST",
        "/api/calc/compute/table",
        { operators: [operator], columns, uncertainties },
        { headers: { accept: "text/csv" } },
      );
      expect(table.text).to.contain(`${JSON.stringify(value)},${JSON.stringify(uncertainty)}`);
    });

  for (const equation of EQUATIONS)
    it(equation, async () => {
      const reply = await call(node, "POST", "/api/playground/compute", { equation, inputs: {} });
      const ran = await verb("evaluate", equation);
      const { value } = reply.body;
      const toolReply = await tool("calc_playground_compute", { equation, inputs: {} });
      expect(isList(reply.body["errors"])).to.equal(false);
      if (typeof value === "number") {
        expect(parseFields(ran.out), ran.err).to.have.property("value", value);
        expect(toolReply.text).to.contain(String(value));
      } else {
        expect(ran.out + ran.err).to.contain("does not settle");
        expect(toolReply.text).to.contain("does not settle");
      }
    });
});
