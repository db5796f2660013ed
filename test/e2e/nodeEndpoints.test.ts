/**
 * Every public document of a node, held against the contract and against an independent recount.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { isObject } from "../../protocol/encoding/json.js";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import {
  call,
  canonical,
  expectProblem,
  fieldsOf,
  force,
  headersOf,
  isConsistent,
  isSignedBy,
  leavesOf,
  listOf,
  merkleLeaf,
  merkleTree,
  numberOf,
  sealed,
  sha256,
  spineOf,
  textOf,
  type Fields,
  type Json,
  type Reply,
} from "../kit/requests.js";
import { sample } from "../kit/runs.js";

const DOMAINS = join(process.cwd(), "protocol", "operators", "domains");

/** The registry's files, counted without the registry. */
function recount(): { ids: string[]; evaluable: number; byDomain: Map<string, number> } {
  const ids: string[] = [];
  const byDomain = new Map<string, number>();
  let evaluable = 0;
  for (const file of readdirSync(DOMAINS)) {
    const records: unknown = JSON.parse(readFileSync(join(DOMAINS, file), "utf8"));
    if (!Array.isArray(records)) throw new Error(`${file} holds no list`);
    for (const record of records as readonly Fields[]) {
      ids.push(textOf(record, "id"));
      if (!Object.hasOwn(fieldsOf(record, "example"), "refusal")) evaluable += 1;
    }
    byDomain.set(file.replace(/\.json$/, ""), records.length);
  }
  return { ids: ids.sort(), evaluable, byDomain };
}

const member = (value: Json, name: string): Json | undefined =>
  isObject(value) ? value[name] : undefined;

describe("endpoints of a running node", () => {
  const dir = temporaryDir("endpoints");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });
  const open = (method: string, path: string, body?: unknown): Promise<Reply> =>
    call(node, method, path, body, { key: null });
  async function ok(
    method: string,
    path: string,
    body?: unknown,
    key: string | null = null,
  ): Promise<Fields> {
    const reply = await call(node, method, path, body, { key });
    expect(reply.status, `${method} ${path}: ${reply.text.slice(0, 300)}`).to.equal(200);
    return reply.body;
  }

  it("pulse, kernel and sdk/metadata carry the exact period", async () => {
    const before = BigInt(Date.now() - 1) * 1_000_000n;
    const pulse = await ok("GET", "/api/calc/pulse");
    const after = BigInt(Date.now() + 1) * 1_000_000n;
    expect(pulse).to.include({
      pulse_hz: 1.287,
      calcond_ns: 777_000_777,
      calcond_sec_exact: 0.777000777,
    });
    const ns = BigInt(textOf(pulse, "unix_ns"));
    expect(ns >= before && ns <= after).to.equal(true);
    expect(BigInt(numberOf(pulse, "calcond"))).to.equal(ns / 777_000_777n);
    expect(numberOf(pulse, "phase")).to.equal(Number(ns % 777_000_777n) / 777_000_777);
    const period = {
      calcondSec: 0.777000777,
      calcondNs: 777_000_777,
      version: "1.287.0",
      kernel_version: "1.287.6",
    };
    expect(await ok("GET", "/api/kernel")).to.include({
      ...period,
      alpha_K: 1e-3,
      precisionBound: 1e-4,
      parityVarianceThreshold: 0.0091,
      operatorsMax: 4,
    });
    expect(await ok("GET", "/api/calc/sdk/metadata")).to.include(period);
    const prompt = await open("GET", "/api/kernel/prompt");
    expect(prompt.headers.get("content-type")).to.match(/^text\/markdown/);
    expect(prompt.text).to.contain("1.287.6").and.to.contain("777000777");
    expect(await ok("GET", "/api/health")).to.include({ status: "ok", version: "1.287.0" });
    expect(await ok("GET", "/api/ready")).to.include({ ready: true });
  });

  it("operators, categories and the kernel's counters equal a recount of the record files", async () => {
    const { ids, evaluable, byDomain } = recount();
    const all = await ok("GET", "/api/operators");
    const listed = listOf(all, "operators");
    expect(listed.map((entry) => member(entry, "id"))).to.have.members(ids);
    expect(listed.length).to.equal(ids.length);
    for (const entry of listed) {
      for (const name of ["id", "category", "description", "equation"])
        expect(member(entry, name)).to.be.a("string");
    }
    const categories = await ok("GET", "/api/operators/categories");
    expect(categories["total"]).to.equal(byDomain.size);
    expect(
      new Map(
        listOf(categories, "categories").map((one) => [
          member(one, "category"),
          member(one, "count"),
        ]),
      ),
    ).to.deep.equal(byDomain);
    expect(fieldsOf(await ok("GET", "/api/kernel"), "operators")).to.deep.equal({
      total: ids.length,
      evaluable,
      domains: byDomain.size,
    });
  });

  it("the registry is searched with QUERY, by words, domain, limit and offset", async () => {
    const found = await ok("QUERY", "/api/operators", { q: "gravitation", limit: 3 });
    expect(listOf(found, "operators").map((entry) => member(entry, "id"))).to.include("NM21");
    const whole = listOf(
      await ok("QUERY", "/api/operators", { domain: "newtonian_mechanics" }),
      "operators",
    );
    expect(whole.length).to.equal(13);
    const page = await ok("QUERY", "/api/operators", {
      domain: "newtonian_mechanics",
      limit: 5,
      offset: 10,
    });
    expect(listOf(page, "operators")).to.deep.equal(whole.slice(10));
    expect(page["total"]).to.equal(13);
    expect(
      listOf(await ok("GET", "/api/operators?domain=newtonian_mechanics&limit=2"), "operators"),
    ).to.deep.equal(whole.slice(0, 2));
    expectProblem(await open("QUERY", "/api/operators", { limit: 0 }), 422, "UNPROCESSABLE_QUERY");
    expectProblem(await open("QUERY", "/api/operators", { domian: "x" }), 400, "INVALID_BODY");
  });

  it("operator-spec: one, several, unknown", async () => {
    const [spec] = listOf(
      await ok("POST", "/api/calc/operator-spec", { operator: "NM21" }),
      "operators",
    );
    const required = listOf(spec, "required");
    expect(required.map((input) => member(input, "name"))).to.deep.equal(["m_1", "m_2", "r"]);
    expect(member(required[0]!, "aliases")).to.include("m1");
    const two = listOf(
      await ok("POST", "/api/calc/operator-spec", { operators: ["NM19", "QM10"] }),
      "operators",
    );
    expect(two.map((one) => member(one, "id"))).to.deep.equal(["NM19", "QM10"]);
    const unknown = await open("POST", "/api/calc/operator-spec", { operator: "NM91" });
    expect(listOf(expectProblem(unknown, 400, "UNKNOWN_OPERATOR"), "nearest")[0]).to.match(/^NM/);
    expectProblem(await open("POST", "/api/calc/operator-spec", {}), 400, "INVALID_BODY");
  });

  it("price: 1, 3, 5, 6 for none to three domain operators, and the same on the envelope", async () => {
    const chains = [
      { operators: ["KO42"], inputs: {} },
      { operators: ["KO42", "NM19"], inputs: { m: 2, a: 3 } },
      { operators: ["KO42", "NM19", "NM24"], inputs: { m: 2, a: 3, d: 4, theta: 0.5 } },
      {
        operators: ["NM19", "NM24", "NM26"],
        inputs: { m: 2, a: 3, d: 4, theta: 0.5, v: 6 },
      },
    ];
    for (const [domainOperators, asked] of chains.entries()) {
      const quote = await ok("QUERY", "/api/calc/price", asked);
      expect(quote).to.include({ credits: [1, 3, 5, 6][domainOperators] });
      expect((await sealed(node, asked))["credits"]).to.equal(quote["credits"]);
    }
  });

  it("conformance: the corpus hash recomputes, and cases of it answer as they say", async () => {
    const corpus = await ok("GET", "/api/calc/conformance");
    const cases = listOf(corpus, "cases");
    expect(sha256(canonical(cases)).toString("hex")).to.equal(corpus["corpus_sha256"]);
    expect(corpus["registry_drift"]).to.equal(false);
    expect(cases.length).to.be.at.least(recount().ids.length);
    for (const one of sample(cases, 6)) {
      const expected = fieldsOf(one, "expect");
      const request = fieldsOf(one, "request");
      const answer =
        textOf(one, "operation") === "solver"
          ? await ok(
              "POST",
              `/api/calc/${textOf(request, "solver")}`,
              { ...fieldsOf(request, "body"), fields: "none" },
              node.api.token,
            )
          : await ok("POST", "/api/playground/compute", request);
      const what = `${textOf(one, "id")}: ${JSON.stringify(answer).slice(0, 300)}`;
      if (Object.hasOwn(expected, "refusal")) {
        expect(fieldsOf(answer, "refusal")["kind"], what).to.equal(expected["refusal"]);
      } else {
        const [value, wanted] = [numberOf(answer, "value"), numberOf(expected, "value")];
        const absolute = expected["absolute"] === undefined ? 0 : numberOf(expected, "absolute");
        expect(Math.abs(value - wanted), what).to.be.at.most(
          Math.max(numberOf(expected, "tolerance") * Math.abs(wanted), absolute),
        );
        expect(answer["unit"], what).to.equal(expected["unit"]);
      }
    }
  });

  it("playground: an equation typed by hand, or operators; never sealed", async () => {
    const { size } = await spineOf(node);
    const energy = await ok("POST", "/api/playground/compute", {
      equation: "E = m c^2",
      inputs: { m: 1 },
      symbols: { m: { unit: "kg" } },
    });
    // c = 299792458 m/s exactly, so E/m is its square, 89875517873681764 J/kg, rounded once.
    expect(energy).to.include({
      value: 299_792_458 * 299_792_458,
      unit: "J",
      kind: "closed-form",
      sealed: false,
    });
    expect(await ok("QUERY", "/api/playground/compute", force())).to.include({
      unit: "N",
      sealed: false,
    });
    const sum = await ok("POST", "/api/playground/compute", {
      equation: "E = m + t",
      inputs: { m: 1, t: 1 },
      symbols: { m: { unit: "kg" }, t: { unit: "s" } },
    });
    expect(sum["value"]).to.equal(null);
    expect(textOf(fieldsOf(sum, "refusal"), "message")).to.match(/kg/);
    expectProblem(
      await open("POST", "/api/playground/compute", { inputs: {} }),
      400,
      "INVALID_BODY",
    );
    expectProblem(
      await open("POST", "/api/playground/compute", { ...force(), equation: "x = 1" }),
      400,
      "INVALID_BODY",
    );
    expect((await spineOf(node)).size).to.equal(size);
  });

  it("shift: the threshold, below it, above it, and from samples", async () => {
    const shift = (body: unknown): Promise<Fields> => ok("POST", "/api/calc/shift", body);
    expect(await shift({ variance: 0.0091 })).to.include({
      shifted: false,
      delta_alpha: null,
      threshold: 0.0091,
    });
    const above = await shift({ variance: 0.0182 });
    expect(above["shifted"]).to.equal(true);
    // -alpha (1 - 0.0091/0.0182) = -0.0005.
    expect(numberOf(above, "delta_alpha")).to.be.closeTo(-0.0005, 1e-18);
    // Samples 1, 2: mean 1.5, variance 0.25, over 2^2.
    expect(numberOf(await shift({ samples: [1, 2] }), "variance")).to.be.closeTo(0.0625, 1e-16);
    expectProblem(await open("POST", "/api/calc/shift", {}), 400, "INVALID_INPUT");
    expectProblem(await open("POST", "/api/calc/shift", { samples: [1, 0] }), 400, "INVALID_INPUT");
  });

  it("the checkpoint is a signed note over the spine's root, and the root is that of the level-0 tiles", async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        sealed(node, { operators: ["NM19"], inputs: { m: i, a: 1 } }),
      ),
    );
    const reply = await open("GET", `/api/mesh/log/${node.api.publicKey}/checkpoint`);
    expect(reply.headers.get("content-type")).to.match(/^text\/plain/);
    const [text, signatures] = [
      reply.text.slice(0, reply.text.indexOf("\n\n") + 1),
      reply.text.slice(reply.text.indexOf("\n\n") + 2),
    ];
    const [origin, size, root] = text.split("\n");
    expect(origin).to.match(new RegExp(`^calc/[0-9a-f]{8}/${node.api.publicKey}$`));
    const match = /^\u2014 (\S+) (\S+)\n$/.exec(signatures);
    expect(match?.[1]).to.equal(origin);
    const blob = Buffer.from(match![2]!, "base64");
    expect(blob.length).to.equal(4 + 64);
    const keyHash = sha256(
      `${origin!}\n`,
      Buffer.from([1]),
      Buffer.from(node.api.publicKey, "hex"),
    ).subarray(0, 4);
    expect(blob.subarray(0, 4).equals(keyHash)).to.equal(true);
    expect(isSignedBy(node.api.publicKey, text, blob.subarray(4))).to.equal(true);
    const leaves = await leavesOf(node, Number(size));
    expect(merkleTree(leaves).toString("base64")).to.equal(root);
    const headers = await headersOf(node, Number(size));
    expect(headers.map((header) => merkleLeaf(Buffer.from(header)).toString("hex"))).to.deep.equal(
      leaves.map((leaf) => leaf.toString("hex")),
    );
  });

  it("consistency proofs between all pairs of sizes check by the steps of RFC 9162", async () => {
    const size = Math.min(24, (await spineOf(node)).size);
    const leaves = await leavesOf(node, size);
    for (let from = 1; from <= size; from += 1) {
      for (let to = from; to <= size; to += 3) {
        const answer = await ok(
          "GET",
          `/api/mesh/log/${node.api.publicKey}/consistency?from=${from}&to=${to}`,
        );
        const proof = listOf(answer, "proof").map((hash) =>
          Buffer.from(typeof hash === "string" ? hash : "", "hex"),
        );
        const roots = [merkleTree(leaves.slice(0, from)), merkleTree(leaves.slice(0, to))] as const;
        expect(isConsistent(from, to, roots[0], roots[1], proof), `${from} to ${to}`).to.equal(
          true,
        );
      }
    }
    const path = `/api/mesh/log/${node.api.publicKey}`;
    expectProblem(await open("GET", `${path}/consistency?from=2&to=1`), 400, "INVALID_INPUT");
    expectProblem(await open("GET", `${path}/consistency?from=1&to=100000`), 400, "INVALID_INPUT");
    expectProblem(await open("GET", `${path}/tile/0/009`), 404, "NOT_FOUND");
    expectProblem(
      await open("GET", `/api/mesh/log/${"0".repeat(64)}/checkpoint`),
      404,
      "NOT_FOUND",
    );
  });

  it("openapi.json describes each path that answers here", async () => {
    const document = await ok("GET", "/api/openapi.json");
    expect(textOf(document, "openapi")).to.match(/^3\.2/);
    expect(fieldsOf(document, "info")["version"]).to.equal("1.287.0");
    expect(Object.keys(fieldsOf(document, "paths"))).to.include.members([
      "/api/health",
      "/api/ready",
      "/api/calc/pulse",
      "/api/calc/prove",
      "/api/calc/prove/verify",
      "/api/demo-key",
      "/api/demo-key/mint",
      "/api/calc/operator-spec",
      "/api/calc/compute",
      "/api/calc/verify",
      "/api/calc/reverify",
      "/api/attest",
      "/api/calc/shift",
      "/api/kernel",
      "/api/kernel/prompt",
      "/api/operators",
      "/api/operators/categories",
      "/api/calc/conformance",
      "/api/calc/sdk/metadata",
      "/api/playground/compute",
      "/api/genesis/execute",
      "/api/identity",
      "/api/identity/register",
      "/api/calc/price",
      "/api/receipts/{id}",
      "/api/mcp",
    ]);
  });

  it("mcp: discovery, the named tools, and a computation handed unchanged to verification", async () => {
    const discovery = await ok("GET", "/api/mcp");
    expect(discovery).to.include({ url: `${node.api.http}/api/mcp` });
    const rpc = async (method: string, params: Json): Promise<Fields> => {
      const reply = await call(
        node,
        "POST",
        "/api/mcp",
        { jsonrpc: "2.0", id: 1, method, params },
        {
          headers: {
            accept: "application/json, text/event-stream",
            "mcp-protocol-version": "2025-11-25",
          },
        },
      );
      expect(reply.status, reply.text).to.equal(200);
      return fieldsOf(reply.body, "result");
    };
    expect(
      await rpc("initialize", {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      }),
    ).to.include({ protocolVersion: "2025-11-25" });
    const names = listOf(await rpc("tools/list", {}), "tools").map((tool) => member(tool, "name"));
    expect(names).to.include.members([
      "calc_api_catalog",
      "calc_http",
      "calc_compute",
      "calc_verify",
      "calc_operator_spec",
    ]);
    const tool = (name: string, input: Json): Promise<Fields> =>
      rpc("tools/call", { name, arguments: input });
    const computed = fieldsOf(await tool("calc_compute", force()), "structuredContent");
    expect(computed["receipt_id"]).to.match(/^[0-9a-f]{64}$/);
    const verdict = fieldsOf(await tool("calc_verify", computed), "structuredContent");
    expect(verdict).to.include({ valid: true, receipt_id: computed["receipt_id"] });
    const tampered = await tool("calc_verify", { ...computed, value: 1 });
    expect(fieldsOf(tampered, "structuredContent")["valid"]).to.equal(false);
    const missing = await tool("calc_compute", { operators: ["NM21"], inputs: { m1: 1 } });
    expect(missing["isError"]).to.equal(true);
    const viaHttp = fieldsOf(
      await tool("calc_http", { method: "QUERY", path: "/api/calc/price", body: force() }),
      "structuredContent",
    );
    expect(fieldsOf(viaHttp, "body")).to.include({ credits: 3 });
  });
});
