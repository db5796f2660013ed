/** Equations typed by hand, end to end: the command line without a node, and a node over HTTP. */
import { expect } from "chai";
import { runCli } from "../../api/cli/cli.js";
import { verbs } from "../../scripts/cli/verbs.js";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import {
  call,
  expectProblem,
  fieldsOf,
  listOf,
  parseFields,
  textOf,
  type Reply,
} from "../kit/requests.js";

interface Said {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

async function evaluate(...argv: readonly string[]): Promise<Said> {
  let out = "";
  let err = "";
  const exit = await runCli(
    ["evaluate", ...argv],
    {
      client: () => Promise.reject(new Error("no daemon is asked")),
      readFile: () => Promise.reject(new Error("no file is read")),
      readStdin: () => Promise.resolve(""),
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      isTerminal: false,
    },
    verbs,
  );
  return { exit, out, err };
}

interface Example {
  readonly kind: string;
  readonly argv: readonly string[];
  readonly value: number;
  readonly shown: RegExp;
}

/** One of each kind that has a value; values with mpmath at 30 digits. */
const EXAMPLES: readonly Example[] = [
  {
    kind: "closed-form",
    argv: ["T = 2 pi sqrt(L/g_n)", "L=0.5"],
    value: 1.4187456166254142,
    shown: /^1\.41874561662541/,
  },
  { kind: "implicit", argv: ["x = cos(x)"], value: 0.7390851332151607, shown: /^0\.7390851332151/ },
  {
    kind: "implicit",
    argv: ["lambda = h/p", "lambda=1e-10"],
    value: 6.62607015e-24,
    shown: /p = 6\.62607015e-34\/1e-10/,
  },
  { kind: "sum", argv: ["S = SUM_i x_i^2", "x_1=1", "x_2=2", "x_3=3"], value: 14, shown: /^14/ },
  {
    kind: "integral",
    argv: ["W = INT_0^2 exp(-x^2) dx"],
    value: 0.8820813907624216,
    shown: /^0\.88208139076242/,
  },
  {
    kind: "ode",
    argv: ["dN/dt = r N (1 - N/K)", "r=0.5", "K=1000", "N_0=10", "t=8"],
    value: 355.46098713664685,
    shown: /notes: in closed form: N = /,
  },
  {
    kind: "ode",
    argv: ["dh/dt = -k sqrt(h)", "k=0.4", "h_0=2.25", "t=3"],
    value: 0.81,
    shown: /notes: NUMERICAL FALLBACK/,
  },
  {
    kind: "ode",
    argv: ["dx/dt = k x", "x=2", "x_0=1", "k=0.1"],
    value: 6.931471805599453,
    shown: /where t = 6\.93147180559945/,
  },
];

describe("calc evaluate", () => {
  for (const { kind, argv, value, shown } of EXAMPLES) {
    it(argv.join(" "), async () => {
      const said = await evaluate(...argv, "-v");
      expect(said.exit, said.err).to.equal(0);
      expect(said.out).to.match(shown).and.to.contain(`kind: ${kind}`);
      const json = parseFields((await evaluate(...argv, "--json")).out);
      expect(json["kind"]).to.equal(kind);
      expect(Math.abs(Number(json["value"]) - value)).to.be.at.most(1e-9 * value);
      expect(json).to.include({ sealed: false, precisionBound: 1e-4 });
    });
  }

  it("says where a solution ends, and what did not converge, by exit code", async () => {
    const ended = await evaluate("dx/dt = x^2", "x_0=1", "t=2");
    expect([ended.exit, ended.out]).to.deep.equal([
      3,
      "refused: The solution x becomes infinite between t = 0 and 2: it has no value there.\n",
    ]);
    const unsettled = await evaluate("dx/dt = tan(t)", "x_0=1", "t=2");
    expect(unsettled.exit).to.equal(9);
    expect(unsettled.err).to.match(
      /^DID_NOT_CONVERGE: The integration of x did not converge.*\nnext: Nothing was sealed or charged/,
    );
    const several = await evaluate("F = G m_1 m_2/r^2", "F=1", "m_1=5", "m_2=6");
    expect(several.exit).to.equal(3);
    expect(several.out).to.contain("2 results for r");
  });
});

describe("differential equations and solving, asked of a node", () => {
  const dir = temporaryDir("language");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });
  const playground = (body: unknown): Promise<Reply> =>
    call(node, "POST", "/api/playground/compute", body);
  const compute = (body: unknown): Promise<Reply> => call(node, "POST", "/api/calc/compute", body);
  const trait = {
    m: 3.2e-11,
    b_s: 1.9e-9,
    b_d: 6.4e-10,
    a: 2.7e-10,
    D: 5.5,
    lap_f: 1.4e-12,
    f_0: 0.085,
    t: 1.6e9,
  };

  it("an equation is integrated with units, and solved within a range", async () => {
    const { body } = await playground({
      equation: "dx/dt = -k x",
      inputs: { k: 0.5, x_0: 3, t: 2 },
      symbols: { x: "m", t: "s", k: "1/s" },
    });
    expect(body).to.include({ unit: "m", kind: "ode", sealed: false });
    expect(fieldsOf(fieldsOf(body, "assumed"), "t_0")).to.include({ value: 0, unit: "s" });
    const solved = await playground({
      equation: "x^2 = y",
      inputs: { y: 9 },
      solve_for: "x",
      symbols: { x: { max: 0 } },
    });
    expect(solved.body["value"]).to.equal(-3);
  });

  it("what does not settle is 422, on every road, and nothing is sealed", async () => {
    const problem = expectProblem(
      await playground({ equation: "dx/dt = tan(t)", inputs: { x_0: 1, t: 2 } }),
      422,
      "DID_NOT_CONVERGE",
    );
    expect(problem).to.include({ reason: "step-halving", bound: 1e-4 });
    const stiff = { ...trait, m: 3.2e-3, b_s: 1e6, b_d: 2e5, a: 9e6, t: 3000 };
    for (const answer of [
      await compute({ operators: ["ESO11"], inputs: stiff }),
      await playground({ operators: ["ESO11"], inputs: stiff }),
    ]) {
      expect(expectProblem(answer, 422, "DID_NOT_CONVERGE")).to.include({ operator_id: "ESO11" });
    }
  });

  it("an operator is integrated and sealed, and its receipt proves it by integrating again", async () => {
    const { status, body } = await compute({ operators: ["ESO11"], inputs: trait });
    expect(status).to.equal(200);
    expect(Math.abs(Number(body["value"]) - 0.5350904448269868)).to.be.at.most(1e-9);
    expect(listOf(body, "notes")[0]).to.match(/^NUMERICAL FALLBACK/);
    const verified = await call(node, "POST", "/api/calc/verify", {
      receipt_id: textOf(body, "receipt_id"),
    });
    expect(verified.body, verified.text).to.include({ valid: true });
  });

  it("an operator is solved for the input left out, sealed and proven like any value", async () => {
    const { body } = await compute({ operators: ["NM21"], inputs: { F: 1e-7, m1: 10, r: 0.5 } });
    expect(body).to.include({ unit: "kg", operator_id: "NM21" });
    // F r^2/(G m1) with mpmath.
    expect(Math.abs(Number(body["value"]) - 37.45711160720972)).to.be.at.most(1e-12);
    const verified = await call(node, "POST", "/api/calc/verify", {
      receipt_id: textOf(body, "receipt_id"),
    });
    expect(verified.body, verified.text).to.include({ valid: true });
  });
});
