/**
 * Ten tasks of an agent, each from finding what computes it to a verified receipt, by the official
 * client: at most four calls, and at most 6,000 tokens of what a model would write and read.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "chai";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { STRUCTURED_CAPABILITY } from "../../../api/mcp/results.js";
import { allOperations } from "../../../api/contract/index.js";
import {
  CALC,
  startNode,
  temporaryDir,
  type RunningNode,
} from "../../../scripts/devnet/daemons.js";
import type { Fields } from "../../kit/requests.js";
import { runs } from "../../kit/runs.js";

const CALLS_MAX = 4;
const TASK_TOKENS_MAX = 6_000;
const CALL_TOKENS_MAX = 4_000;

const tokens = (value: unknown): number => encode(JSON.stringify(value)).length;

function fieldsOf(value: unknown): Fields {
  expect(value).to.be.an("object");
  return Object(value);
}

interface Task {
  readonly asks: string;
  readonly find: readonly [tool: string, given: Fields];
  /** What the search must name. */
  readonly names: string;
  readonly run: readonly [tool: string, given: Fields];
  readonly value: number;
  readonly unit: string;
  /** Relative. */
  readonly within: number;
}

/** Values by hand or from the named source. */
const TASKS: readonly Task[] = [
  {
    asks: "How strongly do the Earth and the Moon attract each other?",
    find: ["calc_operators", { q: "newton gravitation", limit: 3 }],
    names: "NM21",
    run: [
      "calc_compute",
      { operators: ["NM21"], inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 } },
    ],
    // CODATA 2022: 6.6743e-11 * 5.9722e24 * 7.342e22 / 3.844e8^2.
    value: 1.98055856e20,
    unit: "N",
    within: 1e-7,
  },
  {
    asks: "What force accelerates 2 kg by 9.8 m/s^2?",
    find: ["calc_operators", { q: "newton second law", limit: 3 }],
    names: "NM19",
    run: ["calc_compute", { operators: ["NM19"], inputs: { m: 2, a: 9.8 } }],
    value: 19.6,
    unit: "N",
    within: 1e-12,
  },
  {
    asks: "At which x is cos(x) = x?",
    find: ["calc_solvers", { solver: "solve" }],
    names: "solve",
    run: ["calc_solve", { equation: "cos(x) = x", unknown: "x", from: 0, to: 1 }],
    // The Dottie number, OEIS A003957.
    value: 0.7390851332151607,
    unit: "1",
    within: 1e-9,
  },
  {
    asks: "How much is left of what decays at half its amount per second?",
    find: ["calc_solvers", { solver: "solve" }],
    names: "solve",
    run: [
      "calc_solve",
      {
        system: { equations: ["dx/dt = -0.5 x"], initial: { x: 8 }, t_end: 2 },
      },
    ],
    // 8 / e.
    value: 2.943035529371539,
    unit: "1",
    within: 1e-6,
  },
  {
    asks: "How far from the centre of mass is a body after a half turn?",
    find: ["calc_solvers", { solver: "multibody" }],
    names: "multibody",
    run: [
      "calc_multibody",
      {
        bodies: [
          { m: 1, position: [0.5, 0], velocity: [0, Math.SQRT1_2] },
          { m: 1, position: [-0.5, 0], velocity: [0, -Math.SQRT1_2] },
        ],
        G: 1,
        t_max: 2.221441469079183,
      },
    ],
    // Each stays on a circle of radius 1/2 about the centre of mass.
    value: 0.5,
    unit: "m",
    within: 1e-4,
  },
  {
    asks: "Prey and predators in the closed orbit of Lotka and Volterra",
    find: ["calc_solvers", { solver: "predator-prey" }],
    names: "predator-prey",
    run: [
      "calc_auto",
      {
        query:
          "Predator prey with alpha = 1.1 1/s, beta = 0.4, gamma = 0.4 1/s, delta = 0.1, x0 = 10, y0 = 10, t_end = 10",
      },
    ],
    // scipy 1.13 solve_ivp, DOP853, rtol 1e-12.
    value: 1.1226461,
    unit: "1",
    within: 1e-5,
  },
  {
    asks: "At which load does a pinned steel column of 3 m buckle?",
    find: ["calc_solvers", { solver: "buckling" }],
    names: "buckling",
    run: ["calc_buckling", { E: 210e9, I: 1e-6, length: 3, ends: "pinned-pinned" }],
    // pi^2 E I / L^2.
    value: 230290.7693584581,
    unit: "N",
    within: 1e-6,
  },
  {
    asks: "What does a European call cost?",
    find: ["calc_solvers", { solver: "quant" }],
    names: "quant",
    run: ["calc_quant", { S: 100, K: 100, r: 0.05, sigma: 0.2, T: 1, type: "call" }],
    // Black and Scholes 1973, closed form by mpmath.
    value: 10.450583572185565,
    unit: "1",
    within: 1e-4,
  },
  {
    asks: "First resonance of an organ pipe closed at one end",
    find: ["calc_solvers", { solver: "acoustic" }],
    names: "acoustic",
    run: ["calc_acoustic", { length: 0.5, c: 343, ends: "closed-open" }],
    // c / 4 L.
    value: 171.5,
    unit: "Hz",
    within: 1e-6,
  },
  {
    asks: "How warm is a half-space 3 cm below a face that was warmed?",
    find: ["calc_solvers", { solver: "heat" }],
    names: "heat",
    run: [
      "calc_heat",
      { alpha: 1.1e-5, mode: "half-space", t_end: 90, initial: 0, boundary: 1, probe: 0.03 },
    ],
    // erfc(0.03 / (2 sqrt(1.1e-5 90))) by mpmath.
    value: 0.500176,
    unit: "K",
    within: 1e-4,
  },
];

describe("an agent by the official client", () => {
  const dir = temporaryDir("mcp-tasks");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });
  const connected = async (capabilities: Fields): Promise<Client> => {
    const client = new Client(
      { name: "test", version: "1" },
      { capabilities, versionNegotiation: { mode: { pin: "2026-07-28" } } },
    );
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${node.api.http}/api/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${node.api.token}` } },
      }),
    );
    return client;
  };

  for (const { asks, find, names, run, unit, value, within } of TASKS) {
    it(asks, async () => {
      const client = await connected({ experimental: { [STRUCTURED_CAPABILITY]: {} } });
      let spent = 0;
      let calls = 0;
      const call = async (name: string, given: Fields): Promise<Fields> => {
        const result = await client.callTool({ name, arguments: { ...given } });
        calls += 1;
        spent += tokens({ name, given }) + tokens(result);
        expect(result.isError, JSON.stringify(result)).to.not.equal(true);
        return fieldsOf(result.structuredContent);
      };
      try {
        expect(JSON.stringify(await call(...find))).to.include(`"${names}"`);
        const answer = await call(...run);
        expect(answer["unit"]).to.equal(unit);
        expect(Number(answer["value"])).to.be.closeTo(value, within * Math.abs(value));
        const verdict = await call("calc_verify", answer);
        expect(verdict["verdict"], JSON.stringify(verdict)).to.equal("valid");
        expect(calls).to.be.at.most(CALLS_MAX);
        expect(spent).to.be.at.most(TASK_TOKENS_MAX);
      } finally {
        await client.close();
      }
    });
  }

  it("seals a reading that was left open by sending it back", async () => {
    const client = await connected({ experimental: { [STRUCTURED_CAPABILITY]: {} } });
    try {
      const query = "How many kWh does a 60 W bulb use in 24 hours?";
      const open = await client.callTool({ name: "calc_auto", arguments: { query } });
      const [first] = open.content;
      const text = first?.type === "text" ? first.text : "";
      expect(text).to.match(/^OPEN_READING: /);
      const refusal = fieldsOf(JSON.parse(text.slice(text.indexOf("\n{") + 1)));
      const sealed = await client.callTool({
        name: "calc_auto",
        arguments: { reading: refusal["reading"] },
      });
      // 60 W over 86,400 s, in joules.
      expect(Number(fieldsOf(sealed.structuredContent)["value"])).to.be.closeTo(5_184_000, 1e-3);
    } finally {
      await client.close();
    }
  });

  it("is answered in at most 4,000 tokens by every listed tool on its own examples, nightly by all", async () => {
    const client = await connected({});
    const long: string[] = [];
    try {
      for (const { examples, id, mcp } of allOperations) {
        if (mcp === undefined) continue;
        const asked = mcp.listed ? examples : examples.slice(0, runs(0, 3));
        for (const { input } of asked) {
          const result = await client.callTool({ name: id, arguments: fieldsOf(input) });
          const count = tokens(result);
          if (count > CALL_TOKENS_MAX) long.push(`${id} ${JSON.stringify(input)}: ${count}`);
        }
      }
    } finally {
      await client.close();
    }
    expect(long).to.deep.equal([]);
  });

  it("is answered as shortly by what is read, and by the node's own tools", async () => {
    const client = await connected({});
    const long: string[] = [];
    try {
      const ids = ["calc://operators/NM21", "calc://operators/MG1"];
      const { resources } = await client.listResources();
      for (const uri of [...resources.map((one) => one.uri), ...ids]) {
        const count = tokens(await client.readResource({ uri }));
        if (count > CALL_TOKENS_MAX) long.push(`${uri}: ${count}`);
      }
      for (const path of ["/api/operators", "/api/openapi.json", "/api/contracts/templates"]) {
        const asked = { name: "calc_http", arguments: { method: "GET", path } };
        const count = tokens(await client.callTool(asked));
        if (count > CALL_TOKENS_MAX) long.push(`${path}: ${count}`);
      }
      const count = tokens(await client.callTool({ name: "calc_api_catalog", arguments: {} }));
      if (count > CALL_TOKENS_MAX) long.push(`calc_api_catalog: ${count}`);
    } finally {
      await client.close();
    }
    expect(long).to.deep.equal([]);
  });

  it("starts a program that brings it to the node", async () => {
    const program = async (mode: "legacy" | { pin: "2026-07-28" }): Promise<Client> => {
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [CALC, "mcp", "--data-dir", dir.path],
        }),
      );
      return client;
    };
    for (const mode of ["legacy", { pin: "2026-07-28" }] as const) {
      const client = await program(mode);
      try {
        expect((await client.listTools()).tools.length).to.be.above(20);
        const answers = await Promise.all([
          client.callTool({ name: "calc_compute", arguments: { ...TASKS[1]!.run[1] } }),
          client.callTool(
            {
              name: "calc_heat",
              arguments: { alpha: 1e-4, lx: 1, ly: 1, t_end: 50, initial: 1, boundary: 0 },
            },
            // Its answer comes as events.
            { onprogress: () => undefined },
          ),
        ]);
        const [computed, heat] = answers.map((one) => fieldsOf(one.structuredContent));
        // Its own key is the one of api.json: the answer is sealed.
        expect(computed).to.include({ value: 19.6, unit: "N" }).and.have.property("receipt_id");
        expect(heat).to.have.property("receipt_id");
        const unknown = await client
          .callTool({ name: "calc_nothing", arguments: {} })
          .catch((error: unknown) => String(error));
        expect(unknown).to.include("there is no tool calc_nothing");
      } finally {
        await client.close();
      }
    }
  });

  it("gets the rest of a long answer in parts, and nobody else's", async () => {
    const client = await connected({});
    try {
      const result = await client.callTool({
        name: "calc_heat",
        arguments: { k: 1, rho: 1, c: 1, length: 1, dim: 1, t_end: 0.1, initial: 1, boundary: 0 },
      });
      const { more } = fieldsOf(result.structuredContent);
      const handle = fieldsOf(more)["handle"];
      const values: unknown[] = [];
      let from = 0;
      let of = Infinity;
      while (values.length < of) {
        const part = await client.callTool({
          name: "calc_more",
          arguments: { handle, at: "/fields/0/data", from },
        });
        const { next, of: all, value } = fieldsOf(part.structuredContent);
        values.push(...(Array.isArray(value) ? value : []));
        of = Number(all);
        if (next === undefined) break;
        from = Number(next);
      }
      expect(values.length).to.equal(of).and.greaterThan(16);
      const other = new Client({ name: "other", version: "1" });
      await other.connect(new StreamableHTTPClientTransport(new URL(`${node.api.http}/api/mcp`)));
      try {
        const refused = await other.callTool({ name: "calc_more", arguments: { handle } });
        expect(refused.isError).to.equal(true);
      } finally {
        await other.close();
      }
    } finally {
      await client.close();
    }
  });
});
