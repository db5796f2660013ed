/**
 * Solvers over HTTP with a real daemon: sealed, streamed, rendered, refused, cancelled, run again
 * by others.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { EXIT } from "../../api/cli/exitCodes.js";
import { createClient } from "../../api/client/client.js";
import { isObject } from "../../protocol/encoding/json.js";
import { calc, type Ran } from "../kit/calc.js";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { call, force, listOf, numberOf, parseFields, textOf } from "../kit/requests.js";
import { decodePng } from "../unit/solvers/render/decode.js";

/** Lynx and hares: any numbers do, no table holds them. */
const BODY = {
  alpha: 1.13,
  beta: 0.41,
  gamma: 0.37,
  delta: 0.097,
  x0: 9.3,
  y0: 4.7,
  t_end: 17.5,
} as const;
/** Tens of seconds of work. */
const LONG = { ...BODY, t_end: 1_500, dt: 0.0001, fields: "none" } as const;
const PATH = "/api/calc/predator-prey";
/** What anyone asks for, and workers write or look up. */
const OF_ALL = [
  "/api/health",
  "/api/operators",
  "/api/operators?q=pull%20of%20the%20earth",
  "/api/operators?q=resistor%20heat",
  "/api/calc/solvers",
  "/api/openapi.json",
];

const runCalc = (...args: readonly string[]): Promise<Ran> => calc(args);

describe("solvers over HTTP", () => {
  const dir = temporaryDir("solvers");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  it("lists every solver with schema, limits and examples", async () => {
    const { body, status } = await call(node, "GET", "/api/calc/solvers");
    expect(status).to.equal(200);
    const one = listOf(body, "solvers")
      .filter(isObject)
      .find(({ id }) => id === "predator-prey")!;
    expect(one["path"]).to.equal(PATH);
    expect(one).to.have.nested.property("schema.properties.alpha.unit", "1/s");
    expect(listOf(one, "examples").length).to.be.at.least(2);
  });

  it("seals a value that anyone can run again, and notices a changed member", async () => {
    const quote = await call(node, "QUERY", "/api/calc/price", {
      solver: "predator-prey",
      inputs: BODY,
    });
    const { body, headers, status, text } = await call(node, "POST", PATH, {
      ...BODY,
      visibility: "shared",
    });
    expect(status, text).to.equal(200);
    expect(headers.get("x-calc-sealed")).to.equal("true");
    expect(body["operatorChain"]).to.deep.equal(["KO42", "predator-prey"]);
    expect(body["credits"]).to.equal(quote.body["credits"]);
    expect(body).to.have.nested.property("gate.passed", true);
    expect(body).to.have.nested.property("master_terms.box_phi").that.is.a("number");
    const file = join(dir.path, "answer.json");
    writeFileSync(file, text);
    const verified = await runCalc("verify", file);
    expect(verified.code, verified.err + verified.out).to.equal(0);
    expect(verified.out).to.contain("computed again");
    writeFileSync(file, text.replace(/"predator":\{"value":\d/, '"predator":{"value":9'));
    expect(readFileSync(file, "utf8")).to.not.equal(text);
    expect((await runCalc("verify", file)).code).to.equal(EXIT.notVerified);
    const again = await call(node, "POST", "/api/calc/verify", body);
    expect(again.body["valid"], again.text).to.equal(true);
    const receipt = await call(node, "GET", `/api/receipts/${textOf(body, "receipt_id")}`);
    const byReceipt = await call(node, "POST", "/api/calc/reverify", receipt.body, { key: null });
    expect(byReceipt.body, byReceipt.text).to.have.nested.property("verdict.outcome", "agrees");
  });

  it("gives the same bits for the same question, spelt otherwise", async () => {
    const first = await call(node, "POST", PATH, BODY);
    const { t_end, x0, ...others } = BODY;
    const second = await call(node, "POST", PATH, { t_max: t_end, prey0: x0, ...others });
    expect(second.body["value_bits"]).to.equal(first.body["value_bits"]);
    expect(second.body["fields_hash"]).to.equal(first.body["fields_hash"]);
    expect(second.body["receipt_id"]).to.not.equal(first.body["receipt_id"]);
  });

  it("shares its window with other results, and each receipt is read back whole", async () => {
    const asked = Array.from({ length: 12 }, (_, i) =>
      i % 3 === 0
        ? call(node, "POST", PATH, { ...BODY, fields: "none" })
        : call(node, "POST", "/api/calc/compute", force()),
    );
    for (const { body, text } of await Promise.all(asked)) {
      const receipt = await call(node, "GET", `/api/receipts/${textOf(body, "receipt_id")}`);
      expect(receipt.status, text).to.equal(200);
      const checked = await call(node, "POST", "/api/calc/verify", receipt.body);
      expect(checked.body["valid"], checked.text).to.equal(true);
    }
  });

  it("tells its progress in order, then the result, to who accepts events", async () => {
    const fractions: number[] = [];
    const client = createClient({ baseUrl: node.api.http, key: node.api.token });
    const outcome = await client.predatorPrey(
      { ...BODY, t_end: 150, dt: 0.0005, fields: "none" },
      { onProgress: ({ fraction }) => fractions.push(Number(fraction)) },
    );
    expect(outcome.kind).to.equal("result");
    expect(fractions.length).to.be.at.least(1);
    fractions.forEach((fraction, i) =>
      expect(fraction).to.be.within(i === 0 ? 0 : fractions[i - 1]!, 1),
    );
    const raw = await call(
      node,
      "POST",
      PATH,
      { ...BODY, alpha: -1 },
      { headers: { accept: "text/event-stream" } },
    );
    expect(raw.status).to.equal(200);
    expect(raw.text).to.match(/^event: error\ndata: \{.*"code":"INVALID_BODY".*\}\n\n$/s);
  });

  it("hands out its field as a table and as numbers, and gives them again by their digest", async () => {
    const table = await call(node, "POST", PATH, BODY, { headers: { accept: "text/csv" } });
    expect(table.headers.get("content-type")).to.equal("text/csv");
    const rows = table.text.trim().split("\r\n");
    expect(rows[0]).to.equal("t [s],prey [1]");
    const { body } = await call(node, "POST", PATH, { ...BODY, fields: "full" });
    const [field] = listOf(body, "fields").filter(isObject);
    const data = listOf(field, "data").map(Number);
    expect(rows.slice(1).map((row) => Number(row.split(",")[1]))).to.deep.equal(data);
    const digest = textOf(field, "sha256");
    const bytes = await fetch(`${node.api.http}/api/calc/fields/${digest}`, {
      headers: { authorization: `Bearer ${node.api.token}` },
    });
    expect(bytes.status).to.equal(200);
    const numbers = Buffer.from(await bytes.arrayBuffer());
    expect(numbers.length).to.equal(8 * data.length);
    data.forEach((value, i) => expect(numbers.readDoubleBE(8 * i)).to.equal(value));
    expect((await call(node, "GET", `/api/calc/fields/${"0".repeat(64)}`)).status).to.equal(404);
  });

  it("repeats under an idempotency key what was accepted, in each of its types, sealed once", async () => {
    const body = { ...BODY, field: 1, fields: "none" };
    const total = async (): Promise<number> =>
      numberOf((await call(node, "GET", "/api/compute/usage")).body, "total");
    const ask = async (
      key: string,
      accept: string,
    ): Promise<{ readonly headers: Headers; readonly bytes: Buffer; readonly status: number }> => {
      const reply = await fetch(`${node.api.http}${PATH}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: {
          authorization: `Bearer ${node.api.token}`,
          "content-type": "application/json",
          accept,
          "idempotency-key": key,
        },
      });
      return {
        headers: reply.headers,
        bytes: Buffer.from(await reply.arrayBuffer()),
        status: reply.status,
      };
    };
    for (const accept of [
      "text/csv",
      "image/svg+xml",
      "image/png",
      "application/octet-stream",
      "application/json",
      "text/event-stream",
    ]) {
      const before = await total();
      const first = await ask(`again ${accept}`.replaceAll(" ", "-"), accept);
      const burned = (await total()) - before;
      const again = await ask(`again ${accept}`.replaceAll(" ", "-"), accept);
      expect([again.status, again.headers.get("content-type")], accept).to.deep.equal([
        200,
        accept,
      ]);
      expect(again.headers.get("idempotent-replayed"), accept).to.equal("true");
      if (accept === "text/event-stream") {
        const results = (bytes: Buffer): readonly string[] =>
          bytes
            .toString()
            .split("\n\n")
            .filter((one) => one.startsWith("event: result\n"));
        expect(again.bytes.toString(), accept).to.equal(`${results(first.bytes).join()}\n\n`);
      } else {
        expect(again.bytes.equals(first.bytes), accept).to.equal(true);
        for (const name of ["content-digest", "x-calc-sealed", "link"]) {
          expect(again.headers.get(name), `${accept} ${name}`).to.equal(first.headers.get(name));
        }
        expect(again.headers.get("x-calc-sealed"), accept).to.equal("true");
      }
      expect((await total()) - before, accept).to.equal(burned);
    }
    // The key and the body are the same: what is accepted now is given.
    const other = await ask("again-text/csv", "image/svg+xml");
    expect([
      other.headers.get("content-type"),
      other.headers.get("idempotent-replayed"),
    ]).to.deep.equal(["image/svg+xml", "true"]);
    expect((await ask("again-text/csv", "application/json")).bytes.toString()).to.contain(
      "receipt_id",
    );
  });

  it("draws its field as a vector picture and as a bitmap", async () => {
    const svg = await call(node, "POST", PATH, BODY, { headers: { accept: "image/svg+xml" } });
    expect(svg.headers.get("content-type")).to.equal("image/svg+xml");
    expect(svg.text).to.match(/^<svg [^]*<title>prey<\/title>[^]*t \[s\][^]*<\/svg>\n$/);
    const png = await fetch(`${node.api.http}${PATH}`, {
      method: "POST",
      body: JSON.stringify({ ...BODY, field: 1 }),
      headers: {
        authorization: `Bearer ${node.api.token}`,
        "content-type": "application/json",
        accept: "image/png",
      },
    });
    expect(png.headers.get("content-type")).to.equal("image/png");
    const { height, width } = decodePng(new Uint8Array(await png.arrayBuffer()));
    expect([width, height]).to.deep.equal([960, 600]);
  });

  it("refuses in the solver's words, and seals nothing", async () => {
    const burned = async (): Promise<number> =>
      numberOf((await call(node, "GET", "/api/compute/usage")).body, "total");
    const before = await burned();
    const cases: readonly (readonly [unknown, number, string])[] = [
      [{}, 400, "INSUFFICIENT_INPUTS"],
      [{ ...BODY, bta: 1 }, 400, "INVALID_BODY"],
      [{ ...BODY, alpha: "x" }, 400, "INVALID_BODY"],
      [{ ...BODY, dt: 1e-9 }, 400, "SOLVER_REJECTED"],
      [{ ...BODY, method: "euler", dt: 0.1 }, 422, "DID_NOT_CONVERGE"],
    ];
    for (const [body, status, code] of cases) {
      const reply = await call(node, "POST", PATH, body);
      expect(reply.status, reply.text).to.equal(status);
      expect(reply.body["code"]).to.equal(code);
      expect(reply.body["receipt_id"]).to.equal(undefined);
    }
    expect(await burned()).to.equal(before);
    expect((await call(node, "POST", "/api/calc/no-such-solver", {})).status).to.equal(404);
    const price = await call(node, "QUERY", "/api/calc/price", {
      solver: "predator-pray",
      inputs: {},
    });
    expect(price.text).to.contain("predator-prey");
  });

  it("ends a job whose time is up, or whose caller went away, and goes on with the next", async () => {
    const late = await call(node, "POST", PATH, { ...LONG, deadlineMs: 200 });
    expect(late.status, late.text).to.equal(422);
    expect(late.body["reason"]).to.equal("deadline");
    const gone = new AbortController();
    const lost = fetch(`${node.api.http}${PATH}`, {
      method: "POST",
      signal: gone.signal,
      body: JSON.stringify(LONG),
      headers: {
        authorization: `Bearer ${node.api.token}`,
        "content-type": "application/json",
        accept: "text/event-stream",
      },
    });
    // The head comes with the first progress: the job runs.
    await lost;
    gone.abort();
    const next = await call(node, "POST", PATH, BODY);
    expect(next.status, next.text).to.equal(200);
  });

  it("answers others at once while every worker is busy, and says so when the queue is full", async () => {
    const busy = new AbortController();
    const headers = {
      authorization: `Bearer ${node.api.token}`,
      "content-type": "application/json",
    };
    const ask = (): Promise<Response | null> =>
      fetch(`${node.api.http}${PATH}`, {
        method: "POST",
        signal: busy.signal,
        headers,
        body: JSON.stringify(LONG),
      }).catch(() => null);
    const running = Array.from({ length: 100 }, ask);
    const refused = await Promise.any(
      running.map(async (one) => {
        const reply = await one;
        if (reply?.status !== 503) throw new Error("not refused");
        return reply;
      }),
    );
    expect(refused.headers.get("retry-after")).to.not.equal(null);
    expect(await refused.json()).to.have.property("code", "BUSY");
    let ended = 0;
    for (const job of running)
      void job.then((reply) => {
        if (reply !== null && reply.status !== 503) ended += 1;
      });
    const replies = await Promise.all(
      OF_ALL.map(async (path) => [path, (await call(node, "GET", path)).status]),
    );
    expect(replies).to.deep.equal(OF_ALL.map((path) => [path, 200]));
    // They came before the first of the jobs was over: nothing waited for a worker.
    expect(ended).to.equal(0);
    busy.abort();
    await Promise.all(running);
    expect((await call(node, "POST", PATH, BODY)).status).to.equal(200);
  });

  it("is a verb, a tool and a client function", async () => {
    const words = Object.entries(BODY).map(([name, value]) => `${name}=${value}`);
    const verb = await runCalc(
      "--data-dir",
      dir.path,
      "predator-prey",
      ...words,
      "--field",
      "value",
    );
    const { body } = await call(node, "POST", PATH, BODY);
    expect(Number(verb.out)).to.equal(body["value"]);
    const tool = await call(
      node,
      "POST",
      "/api/mcp",
      {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "calc_predator_prey", arguments: BODY },
      },
      { headers: { accept: "application/json" } },
    );
    expect(tool.body, tool.text).to.have.nested.property(
      "result.structuredContent.value",
      body["value"],
    );
  });

  it("tells a tool's caller its progress, when it gave a token for it", async () => {
    const { text } = await call(
      node,
      "POST",
      "/api/mcp",
      {
        jsonrpc: "2.0",
        id: 7,
        method: "tools/call",
        params: {
          name: "calc_predator_prey",
          _meta: { progressToken: "p1" },
          arguments: { ...BODY, t_end: 150, dt: 0.0005, fields: "none" },
        },
      },
      { headers: { accept: "application/json, text/event-stream" } },
    );
    const messages = text
      .trim()
      .split("\n\n")
      .map((event) => {
        expect(event).to.match(/^event: message\ndata: /);
        return parseFields(event.slice(event.indexOf("data: ") + 6));
      });
    const last = messages.pop()!;
    expect(last).to.have.nested.property("result.structuredContent.operator_id", "predator-prey");
    expect(messages.length).to.be.at.least(1);
    for (const message of messages) {
      expect(message).to.deep.include({ jsonrpc: "2.0", method: "notifications/progress" });
      expect(message).to.have.nested.property("params.progressToken", "p1");
    }
  });
});
