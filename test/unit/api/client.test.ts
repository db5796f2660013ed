import { createServer } from "node:http";
import { expect } from "chai";
import {
  createClient,
  createRequester,
  OutcomeUnknown,
  type ClientOptions,
} from "../../../api/client/client.js";

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
}

/** A client whose network answers from a list; what it sent and waited is kept. */
function scripted(
  answers: readonly (() => Response)[],
  more: Partial<ClientOptions> = {},
): {
  client: ReturnType<typeof createClient>;
  requester: ReturnType<typeof createRequester>;
  sent: Sent[];
  waited: number[];
} {
  const sent: Sent[] = [];
  const waited: number[] = [];
  let keys = 0;
  const options: ClientOptions = {
    baseUrl: "http://node",
    random: () => 0.5,
    newKey: () => `key${keys++}`,
    sleep: (ms) => {
      waited.push(ms);
      return Promise.resolve();
    },
    fetch: (url, init) => {
      const body = init?.body;
      sent.push({
        method: init?.method ?? "GET",
        url: typeof url === "string" ? url : "",
        headers: new Headers(init?.headers),
        body: typeof body === "string" ? body : null,
      });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      return answer === undefined
        ? Promise.reject(new TypeError("fetch failed"))
        : Promise.resolve().then(answer);
    },
    ...more,
  };
  return { client: createClient(options), requester: createRequester(options), sent, waited };
}

const ok =
  (value: unknown, status = 200) =>
  (): Response =>
    new Response(JSON.stringify(value), {
      status,
      headers: { "content-type": "application/json" },
    });
const fault =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  (): Response =>
    new Response(JSON.stringify({ code, title: "t", detail: "d", status, request_id: "r1" }), {
      status,
      headers: { "content-type": "application/problem+json", ...headers },
    });

describe("the typed client", () => {
  it("sends bodies, queries and paths where the contract puts them", async () => {
    const { client, sent } = scripted([ok({})], { key: "calc_ak_x" });
    await client.price({ operators: ["NM21"] });
    await client.receipt({ id: "a/b" });
    await client.meshTile({ author: "aa", tile: "0/x001/002" });
    await client.meshConsistency({ author: "aa", from: 1, to: 2 });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).to.deep.equal([
      "QUERY http://node/api/calc/price",
      "GET http://node/api/receipts/a%2Fb",
      "GET http://node/api/mesh/log/aa/tile/0/x001/002",
      "GET http://node/api/mesh/log/aa/consistency?from=1&to=2",
    ]);
    expect(sent[0]?.body).to.equal('{"operators":["NM21"]}');
    expect(sent[0]?.headers.get("authorization")).to.equal("Bearer calc_ak_x");
  });
  it("tells results, refusals and problems apart", async () => {
    expect((await scripted([ok({ value: 1 })]).client.compute({ operators: ["A"] })).kind).to.equal(
      "result",
    );
    expect(
      (
        await scripted([ok({ value: null, refusal: { kind: "x", message: "m" } })]).client.compute({
          operators: ["A"],
        })
      ).kind,
    ).to.equal("refusal");
    expect(
      (
        await scripted([ok({ value: null, inputError: { code: "MISSING_INPUT" } })]).client.compute(
          { operators: ["A"] },
        )
      ).kind,
    ).to.equal("refusal");
    const problem = await scripted([fault(400, "UNKNOWN_OPERATOR")]).client.compute({
      operators: ["A"],
    });
    expect(problem.kind === "problem" && problem.problem).to.include({
      code: "UNKNOWN_OPERATOR",
      request_id: "r1",
    });
  });
  it("repeats reads and keyed calls when told to wait, with one key", async () => {
    const { client, sent, waited } = scripted([
      fault(503, "BUSY", { "retry-after": "2" }),
      fault(503, "BUSY"),
      ok({ value: 1 }),
    ]);
    expect((await client.compute({ operators: ["A"] })).kind).to.equal("result");
    expect(waited).to.deep.equal([2_000, 200]);
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key")))).to.deep.equal(
      new Set(["key0"]),
    );
  });
  it("gives up after three repeats, and does not wait for minutes", async () => {
    const busy = scripted([fault(503, "BUSY")]);
    expect((await busy.client.health()).kind).to.equal("problem");
    expect(busy.sent).to.have.length(4);
    const limited = scripted([fault(429, "RATE_LIMITED", { "retry-after": "60" })]);
    await limited.client.prove();
    expect(limited.sent).to.have.length(1);
  });
  it("does not repeat refusals, nor changing calls without a key", async () => {
    const { client, sent } = scripted([fault(409, "CID_TAKEN")]);
    await client.identityRegister({ cid: "a", publicKey: "b" });
    expect(sent).to.have.length(1);
    const mcp = scripted([fault(503, "BUSY")]);
    await mcp.client.mcp({ jsonrpc: "2.0", method: "ping", id: 1 });
    expect(mcp.sent).to.have.length(1);
  });
  it("asks again under the same key for what is being done already, each second for half a minute", async () => {
    const running = fault(409, "IDEMPOTENCY_IN_PROGRESS", { "retry-after": "1" });
    const { client, sent, waited } = scripted([
      running,
      running,
      fault(503, "BUSY"),
      ok({ value: 1 }),
    ]);
    expect((await client.compute({ operators: ["A"] })).kind).to.equal("result");
    expect(waited).to.deep.equal([1_000, 1_000, 100]);
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).to.equal(1);
    const long = scripted([running]);
    const outcome = await long.client.compute({ operators: ["A"] });
    expect(outcome).to.include({ kind: "problem", status: 409, idempotencyKey: "key0" });
    expect(long.sent).to.have.length(31);
  });
  it("makes reads and keyed calls again whose connection broke off, and says so where no answer ever comes", async () => {
    const broken = (code: string) => (): Response => {
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("other side closed"), { code }),
      });
    };
    const { client, sent, waited } = scripted([
      broken("UND_ERR_SOCKET"),
      broken("ECONNREFUSED"),
      ok({ value: 1 }),
    ]);
    expect((await client.compute({ operators: ["A"] })).kind).to.equal("result");
    expect(waited).to.deep.equal([100, 200]);
    expect(
      new Set(sent.map(({ headers, body }) => `${headers.get("idempotency-key")} ${body}`)).size,
    ).to.equal(1);
    const none = scripted([broken("ECONNRESET")]);
    const error = await none.client
      .compute({ operators: ["A"] })
      .catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(OutcomeUnknown).and.include({ idempotencyKey: "key0" });
    expect(none.sent).to.have.length(4);
    // Nobody read it: it is said at once.
    const refused = scripted([broken("ECONNREFUSED")]);
    const plain = await refused.client
      .compute({ operators: ["A"] })
      .catch((thrown: unknown) => thrown);
    expect(plain).to.be.instanceOf(TypeError).and.not.instanceOf(OutcomeUnknown);
    expect(refused.sent).to.have.length(1);
    const keyless = scripted([broken("ECONNRESET")]);
    await keyless.client.mcp({ jsonrpc: "2.0", method: "ping", id: 1 }).catch(() => undefined);
    expect(keyless.sent).to.have.length(1);
  });
  it("finds out over real connections what became of a request that was read and not answered", async () => {
    const keys: string[] = [];
    const server = createServer((request, response) => {
      keys.push(String(request.headers["idempotency-key"]));
      request.resume().on("end", () => {
        if (keys.length === 1) request.socket.destroy();
        else if (keys.length === 2)
          response
            .writeHead(200, { "content-type": "application/json", "content-length": "99" })
            .write("{", () => request.socket.destroy());
        else response.writeHead(200, { "content-type": "application/json" }).end('{"value":1}');
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const client = createClient({
      baseUrl: `http://127.0.0.1:${address.port}`,
      sleep: () => Promise.resolve(),
    });
    expect((await client.compute({ operators: ["A"] })).kind).to.equal("result");
    expect(keys).to.have.length(3);
    expect(new Set(keys).size).to.equal(1);
    expect(keys[0]).to.match(/^[0-9a-f]{32}$/);
    server.closeAllConnections();
    server.close();
  });
  it("draws its keys from the system's randomness", async () => {
    const random = Math.random;
    Math.random = () => 0;
    try {
      const seen = new Set<string | null>();
      const client = createClient({
        baseUrl: "http://node",
        fetch: (_url, init) => {
          seen.add(new Headers(init?.headers).get("idempotency-key"));
          return Promise.resolve(ok({ value: 1 })());
        },
      });
      for (let i = 0; i < 100; i += 1) await client.compute({ operators: ["A"] });
      expect(seen.size).to.equal(100);
      for (const key of seen) expect(key).to.match(/^[0-9a-f]{32}$/);
    } finally {
      Math.random = random;
    }
  });
  it("falls back from QUERY to POST or GET where a proxy does not know it", async () => {
    const price = scripted([
      () => new Response("no", { status: 501 }),
      ok({ credits: 1, units: "2" }),
    ]);
    expect((await price.client.price({ operators: ["A"] })).kind).to.equal("result");
    expect(price.sent.map(({ method }) => method)).to.deep.equal(["QUERY", "POST"]);
    const operators = scripted([fault(405, "METHOD_NOT_ALLOWED"), ok({ total: 0 })]);
    await operators.client.operators({ q: "a b", limit: 2 });
    expect(operators.sent[1]).to.include({
      method: "GET",
      url: "http://node/api/operators?q=a%20b&limit=2",
    });
  });
  it("throws only when the network fails", async () => {
    let thrown: unknown = null;
    await scripted([])
      .client.health()
      .catch((error: unknown) => {
        thrown = error;
      });
    expect(thrown).to.be.instanceOf(TypeError);
    const html = await scripted([
      () => new Response("<html>", { status: 502, headers: { "content-type": "text/html" } }),
    ]).client.health();
    expect(html.kind === "problem" && html.problem).to.include({
      code: "INTERNAL",
      status: 502,
      detail: "<html>",
    });
    const broken = await scripted([
      () => new Response("{", { status: 200, headers: { "content-type": "application/json" } }),
    ]).client.health();
    expect(broken.kind).to.equal("result");
  });
});

describe("the client by method and path", () => {
  it("sends what it is given, once, with the credential and a key for repeats where that is wanted", async () => {
    const { requester, sent, waited } = scripted([fault(503, "BUSY", { "retry-after": "1" })], {
      key: "calc_ak_x",
    });
    const busy = await requester({
      method: "POST",
      path: "/api/keys?x=1",
      body: "{}",
      keyed: true,
    });
    expect(busy.kind === "problem" && busy.problem.code).to.equal("BUSY");
    await requester({ method: "GET", path: "/api/keys" }, { accept: "text/csv" });
    expect(waited).to.deep.equal([]);
    expect(sent.map(({ method, url, body }) => [method, url, body])).to.deep.equal([
      ["POST", "http://node/api/keys?x=1", "{}"],
      ["GET", "http://node/api/keys", null],
    ]);
    const [post, get] = sent.map(({ headers }) => Object.fromEntries(headers));
    expect(post).to.deep.equal({
      accept: "*/*",
      authorization: "Bearer calc_ak_x",
      "content-type": "application/json",
      "idempotency-key": "key0",
    });
    expect(get).to.deep.equal({ accept: "text/csv", authorization: "Bearer calc_ak_x" });
  });
  it("shows the work that the node asks for", async () => {
    const asking = (): Response =>
      new Response(
        JSON.stringify({
          code: "POW_REQUIRED",
          title: "t",
          detail: "d",
          status: 402,
          request_id: "r",
          mac: "ef".repeat(32),
          challenge: `calc-pow/1:signup:10:2310000000:${"ab".repeat(8)}:${"cd".repeat(16)}`,
        }),
        { status: 402, headers: { "content-type": "application/problem+json" } },
      );
    const { requester, sent } = scripted([asking, ok({ key: "k" })], {
      work: () => Promise.resolve("c;m;n"),
    });
    expect(
      (await requester({ method: "POST", path: "/api/demo-key/mint", body: "{}" })).kind,
    ).to.equal("result");
    expect(sent.map(({ headers }) => headers.get("x-calc-pow"))).to.deep.equal([null, "c;m;n"]);
    // A node that is never content is not worked for without end.
    const greedy = scripted([asking], { work: () => Promise.resolve("c;m;n") });
    expect((await greedy.requester({ method: "POST", path: "/api/demo-key/mint" })).kind).to.equal(
      "problem",
    );
    expect(greedy.sent).to.have.length(4);
  });
});
