/**
 * What a quote says is what an envelope is worth, and what leaves the balance of whoever asked for
 * it.
 */
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../../scripts/devnet/daemons.js";
import {
  call,
  expectProblem,
  fieldsOf,
  listOf,
  numberOf,
  textOf,
  type Fields,
  type Json,
  type Reply,
} from "../../kit/requests.js";

const COMPUTE = "/api/calc/compute";
/** By the price list: KO42 alone 1, with one to three operators 3, 5 and 6. */
const BY_LENGTH: readonly [readonly string[], Fields, number][] = [
  [["KO42"], {}, 1],
  [["NM19"], { m: 2, a: 3 }, 3],
  [["KO42", "NM19"], { m: 2, a: 3 }, 3],
  [["NM19", "NM23"], { m: 2, a: 3, v: 5 }, 5],
  [["NM19", "NM23", "NM21"], { m: 2, a: 3, v: 5, m1: 7, m2: 11, r: 13 }, 6],
];
const SHORTCUTS: readonly Fields[] = [
  { n_e: 1e18 },
  { d: 2e-10, theta: 0.3 },
  { lambda: 1.54e-10, theta: 0.3 },
  { a: 4e-10, h: 1, k: 1, l: 1 },
];
const DOMAINS = [
  ["climate", "climate", { h_left: 2, h_right: 1, g: 9.81, t_end: 1, probe: 0 }],
  ["BP", "buckling", { E: 2e11, I: 1e-8, length: 1, ends: "pinned-pinned" }],
  ["Exotic", "lattice", { structure: "NaCl", a: 5.64e-10 }],
] as const satisfies readonly (readonly [string, string, Fields])[];
/** Cheap jobs: what each of all examples costs is compared where they are run anyway. */
const JOBS: readonly [string, Fields][] = [
  ["zeta", { n: 1 }],
  [
    "predator-prey",
    { alpha: 1.13, beta: 0.41, gamma: 0.37, delta: 0.097, x0: 9.3, y0: 4.7, t_end: 17.5 },
  ],
];

describe("prices of a running node", () => {
  const dir = temporaryDir("prices");
  let node: RunningNode;
  let key = "";

  const as = (method: string, path: string, body?: unknown): Promise<Reply> =>
    call(node, method, path, body, { key });
  const balance = async (): Promise<number> => {
    const { body } = await as("GET", "/api/ledger");
    return numberOf(body, "free") + numberOf(body, "paid");
  };
  const quoted = async (body: unknown): Promise<number> => {
    const quote = await call(node, "QUERY", "/api/calc/price", body, { key: null });
    expect(quote.status, quote.text).to.equal(200);
    return numberOf(quote.body, "credits");
  };
  /** @returns what it cost, after quote, face value and debit were found equal */
  const bought = async (path: string, asked: Fields, priced: unknown = asked): Promise<number> => {
    const price = await quoted(priced);
    const before = await balance();
    const { body, status, text } = await as("POST", path, asked);
    expect(status, text).to.equal(200);
    expect(body["receipt_id"], text).to.match(/^[0-9a-f]{64}$/);
    expect([body["credits"], before - (await balance())], JSON.stringify(asked)).to.deep.equal([
      price,
      price,
    ]);
    return price;
  };
  /** Whatever it is answered with, nothing is charged. */
  const free = async (path: string, asked: Json, status: number): Promise<Reply> => {
    const before = await balance();
    const reply = await as("POST", path, asked);
    expect(reply.status, reply.text).to.equal(status);
    expect(reply.body).to.not.have.property("receipt_id");
    expect(await balance(), reply.text).to.equal(before);
    return reply;
  };

  before(async () => {
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
    // Not a demo key's account, which spends 128 credits a day at most.
    const shared = await call(node, "GET", "/api/demo-key", undefined, { key: null });
    const response = await call(
      node,
      "POST",
      "/api/calc/spin-up",
      {},
      { key: textOf(shared.body, "key") },
    );
    expect(response.status, response.text).to.equal(201);
    key = textOf(response.body, "apiKey");
    const account = textOf((await as("GET", "/api/ledger")).body, "account");
    const grant = await call(node, "POST", "/api/ledger/grant", {
      account,
      credits: 100_000,
      reference: randomBytes(8).toString("hex"),
    });
    expect(grant.status, grant.text).to.equal(201);
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  it("for every length of a chain", async () => {
    for (const [operators, inputs, credits] of BY_LENGTH) {
      expect(await bought(COMPUTE, { operators, inputs }), operators.join(" ")).to.equal(credits);
    }
    const long = { operators: ["NM19", "NM21", "NM23", "NM26"], inputs: {} };
    expect((await call(node, "QUERY", "/api/calc/price", long)).status).to.equal(400);
    await free(COMPUTE, long, 400);
  });

  it("for a question in words: what it is routed to, and what that is charged", async () => {
    const organ = "first resonance of an organ pipe, length = 0.61 m, c = 343 m/s, open-open";
    const quote = await call(node, "QUERY", "/api/calc/price", { query: organ }, { key: null });
    expect(quote.body, quote.text).to.include({ credits: 3, solver: "acoustic", operators: null });
    expect(fieldsOf(quote.body, "params")).to.include({ length: 0.61, c: 343 });
    expect(await bought("/api/calc/auto", { query: organ, fields: "none" })).to.equal(3);
    const closed = { query: "NM19 with m = 2 kg, a = 3 m/s^2" };
    expect((await call(node, "POST", "/api/calc/price", closed)).body).to.deep.include({
      credits: 3,
      solver: null,
      operators: ["NM19"],
    });
    expect(await bought("/api/calc/auto", closed)).to.equal(3);
    for (const [member, query] of [
      ["refusal", "write a poem about waves"],
      ["refusal", ""],
      ["inputError", "first resonance of an organ pipe, open-open"],
    ] as const) {
      const priced = await call(node, "QUERY", "/api/calc/price", { query }, { key: null });
      expect(priced.body, priced.text).to.include({ credits: 0, units: "0" });
      expect(priced.body[member], query).to.deep.equal(
        (await free("/api/calc/auto", { query }, 200)).body[member],
      );
    }
  });

  it("never leaves out of account what does not belong together", async () => {
    const price = (body: unknown): Promise<Reply> =>
      call(node, "POST", "/api/calc/price", body, { key: null });
    const wrong: readonly (readonly [Fields, readonly string[]])[] = [
      [{ solver: "infall", operators: ["NOPE"], inputs: {} }, ["/operators"]],
      [{ solver: "zeta", inputs: { n: 1 }, constants: {} }, ["/constants"]],
      [{ solver: "zeta", inputs: { n: 1 }, uncertainties: { n: 1 } }, ["/uncertainties"]],
      [
        { query: "a", solver: "zeta", inputs: {}, operators: ["NM19"] },
        ["/solver", "/inputs", "/operators"],
      ],
      [{ operators: ["NM19"], constants: {}, fields: "none" }, ["/constants", "/fields"]],
    ];
    for (const [body, pointers] of wrong) {
      const problem = expectProblem(await price(body), 400, "INVALID_BODY");
      expect(
        listOf(problem, "errors").map((one) => textOf(one, "pointer")),
        JSON.stringify(body),
      ).to.have.members([...pointers]);
    }
    expect(
      (
        await price({
          solver: "zeta",
          inputs: { n: 1 },
          domain: "numbers",
          visibility: "record",
          fields: "none",
        })
      ).status,
    ).to.equal(200);
    // A price is what a sealed result costs: what will be refused has one, and is charged nothing.
    expect((await price({ operators: ["GR33"] })).body["credits"]).to.equal(3);
    await free(COMPUTE, { operators: ["GR33"], inputs: {} }, 200);
  });

  // All of them are bought without HTTP in test/unit/node/ledger/prices.test.ts.
  it("for operators of every domain; what is refused costs nothing", async () => {
    const { body } = await call(node, "GET", "/api/calc/conformance");
    const asked = listOf(body, "cases")
      .filter((one) => Array.isArray(fieldsOf(one, "request")["operators"]))
      .filter((_, i) => i % 11 === 0);
    let sealed = 0;
    for (let at = 0; at < asked.length; at += 64) {
      const before = await balance();
      const costs = await Promise.all(
        asked.slice(at, at + 64).map(async (one) => {
          const id = textOf(one, "id");
          const request = fieldsOf(one, "request");
          const [price, answer] = await Promise.all([
            quoted(request),
            as("POST", COMPUTE, request),
          ]);
          expect(answer.status, answer.text).to.equal(200);
          if ("refusal" in fieldsOf(one, "expect")) {
            expect(answer.body["value"], answer.text).to.equal(null);
            return 0;
          }
          if (id.startsWith("operator/"))
            expect(price, id).to.equal(id === "operator/KO42" ? 1 : 3);
          expect(answer.body["credits"], id).to.equal(price);
          sealed += 1;
          return price;
        }),
      );
      expect(before - (await balance())).to.equal(costs.reduce((sum, cost) => sum + cost, 0));
    }
    expect(
      [sealed > 20, sealed < asked.length],
      `${sealed} of ${asked.length} sealed`,
    ).to.deep.equal([true, true]);
  });

  it("for inputs that select their operator, and questions in words", async () => {
    for (const inputs of SHORTCUTS) expect(await bought(COMPUTE, { inputs })).to.equal(3);
    await free(COMPUTE, { inputs: { a: 4e-10, h: 1.5, k: 1, l: 1 } }, 400);
    expect(
      (await call(node, "QUERY", "/api/calc/price", { inputs: { a: 4e-10, h: 1.5, k: 1, l: 1 } }))
        .status,
    ).to.equal(400);
    expect((await call(node, "QUERY", "/api/calc/price", { inputs: { a: 1 } })).status).to.equal(
      400,
    );
    await bought(
      "/api/calc/auto",
      { query: "the first zero of the zeta function, n = 1" },
      { solver: "zeta", inputs: { n: 1 } },
    );
  });

  it("for a domain that selects a solver, on compute and solve alike", async () => {
    for (const [domain, solver, inputs] of DOMAINS) {
      const own = await quoted({ solver, inputs });
      expect(await bought(COMPUTE, { domain, inputs }), domain).to.equal(own);
      const asked = { domain, inputs: { inputs }, solver: "solve" };
      expect(await bought("/api/calc/solve", { domain, inputs }, asked), domain).to.equal(own);
    }
    // Bit for bit what the solver's own path answers, and as provable.
    const [[domain, solver, inputs]] = DOMAINS;
    const own = await as("POST", `/api/calc/${solver}`, inputs);
    const selected = await as("POST", COMPUTE, { domain, inputs });
    expect(selected.body["value_bits"]).to.equal(own.body["value_bits"]);
    expect(selected.body["operatorChain"]).to.deep.equal(["KO42", solver]);
    expect((await as("POST", "/api/calc/verify", selected.body)).body["verdict"]).to.equal("valid");
    for (const path of [COMPUTE, "/api/calc/solve", "/api/calc/price"]) {
      const alone = expectProblem(
        await free(path, { domain: "climate" }, 400),
        400,
        "INSUFFICIENT_INPUTS",
      );
      expect(alone["combinations"]).to.deep.include(["h_left", "h_right", "g", "t_end"]);
      const several = await free(path, { domain: "seismic", inputs: {} }, 400);
      expect(listOf(several.body, "solvers").map((one) => textOf(one, "solver"))).to.deep.equal([
        "heat",
        "wave",
        "react",
      ]);
    }
    // With operators a domain is a label.
    const labelled = { domain: "climate", operators: ["NM19"], inputs: { m: 2, a: 3 } };
    expect(await bought(COMPUTE, labelled)).to.equal(3);
    // Nothing is left unread.
    await free(COMPUTE, { domain, inputs: { ...inputs, visibility: "shared" } }, 400);
    await free(COMPUTE, { domain, inputs, uncertainties: { g: 0.1 } }, 400);
    await free("/api/calc/solve", { domain, inputs, strict: true }, 400);
    await free(COMPUTE, { domain: "optics", inputs }, 400);
    await free(COMPUTE, { domain, operators: ["NM19"], inputs: { m: "2", a: 3 } }, 400);
  });

  it("for jobs of solvers; what mints nothing or is refused costs nothing", async () => {
    for (const [solver, inputs] of JOBS)
      await bought(`/api/calc/${solver}`, inputs, { solver, inputs });
    // Bodies without positions take the dissipative equation, which is not sealed.
    const dissipative = { bodies: [{ m: 1 }, { m: 2 }], t_max: 1 };
    expect(await quoted({ solver: "multibody", inputs: dissipative })).to.equal(0);
    await free("/api/calc/multibody", dissipative, 200);
    await free("/api/calc/zeta", { n: -1 }, 400);
  });

  it("all of it is in the journal, one entry a window, and nothing else", async () => {
    const { body, status, text } = await call(node, "GET", "/api/ledger/audit");
    expect(status, text).to.equal(200);
    expect([body["ok"], body["findings"]]).to.deep.equal([true, []]);
    const spent = numberOf((await as("GET", "/api/ledger")).body, "spent");
    expect(await balance()).to.equal(100_128 - spent);
  });
});
