/**
 * What a node answers to input nobody can compute: one daemon, and nothing is sealed by any of it.
 */
import { systemRandom } from "../../node/runtime/random.js";
import { expect } from "chai";
import { makeKey } from "../../node/runtime/identity/keyFormat.js";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import {
  call,
  EARTH_MOON,
  expectProblem,
  fieldsOf,
  listOf,
  sealed,
  spineOf,
  textOf,
  type Reply,
} from "../kit/requests.js";

const COMPUTE = "/api/calc/compute";

describe("bad input to a node", () => {
  const dir = temporaryDir("input");
  let node: RunningNode;
  let sizeBefore: number;

  before(async () => {
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
    sizeBefore = (await spineOf(node)).size;
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });
  afterEach(async () => {
    const { size } = await spineOf(node);
    expect(size, "events on the spine").to.equal(sizeBefore);
  });

  const compute = (body: unknown): Promise<Reply> => call(node, "POST", COMPUTE, body);
  const computeRaw = (
    raw: string | Uint8Array,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => call(node, "POST", COMPUTE, undefined, { raw, headers });

  /** A refusal: an answer about the question. */
  async function refused(body: unknown, kind: string): Promise<string> {
    const { status, body: answer, text } = await compute(body);
    expect(status, text).to.equal(200);
    expect(answer["value"]).to.equal(null);
    expect(answer).to.not.have.any.keys("receipt_id", "proof", "calcProof");
    const refusal = fieldsOf(answer, "refusal");
    expect(refusal["kind"], text).to.equal(kind);
    const steps = listOf(answer, "protocol");
    expect(steps).to.have.length(7);
    expect(fieldsOf({ step: steps[3]! }, "step")["status"]).to.equal("degraded");
    expect(fieldsOf({ step: steps[4]! }, "step")["status"]).to.equal("degraded");
    return textOf(refusal, "message");
  }

  it("an unknown operator: the nearest ids are named", async () => {
    const problem = expectProblem(
      await compute({ operators: ["NM211"], inputs: {} }),
      400,
      "UNKNOWN_OPERATOR",
    );
    expect(listOf(problem, "nearest")[0]).to.equal("NM21");
    expect(textOf(problem, "detail")).to.contain("NM211").and.to.contain("NM21");
  });

  it("an input that no operator has: refused with the nearest name, also in a chain and when signed", async () => {
    const problem = expectProblem(
      await compute({ operators: ["NM23"], inputs: { m: 2, v: 3, masss: 5, zz: 1 } }),
      400,
      "INVALID_INPUT",
    );
    expect(textOf(problem, "detail")).to.contain("masss, zz");
    const [first, second] = listOf(problem, "errors");
    expect(first).to.include({ pointer: "/inputs/masss", nearest: "mass" });
    expect(second).to.include({ pointer: "/inputs/zz" });
    const chain = { operators: ["NM19", "NM23"], inputs: { m: 2, a: 3, v: 5, q: 1 } };
    expectProblem(await compute(chain), 400, "INVALID_INPUT");
    const signed = await call(node, "POST", "/api/calc/prove", {
      operators: ["NM23"],
      inputs: { m: 2, v: 3, zz: 1 },
    });
    expectProblem(signed, 400, "INVALID_INPUT");
  });

  it("a missing input: named with its aliases, status 200, nothing sealed", async () => {
    const { status, body } = await compute({ operators: ["NM21"], inputs: { m1: 1, r: 2 } });
    expect(status).to.equal(200);
    expect(body["value"]).to.equal(null);
    const error = fieldsOf(body, "inputError");
    expect(error).to.include({ code: "MISSING_INPUT", missing: "m_2" });
    const accepts = textOf(error, "accepts").split(", ");
    expect(accepts).to.include.members(["m_2", "m2"]);
    for (const name of accepts) expect(textOf(error, "message")).to.contain(name);
    expect(body).to.not.have.any.keys("receipt_id", "proof");
  });

  it("a constant supplied as an input is refused by name", async () => {
    for (const name of ["G", "c", "pi", "hbar", "k_B"]) {
      const message = await refused(
        { operators: ["NM21"], inputs: { ...EARTH_MOON, [name]: 3 } },
        "constant-supplied",
      );
      expect(message).to.contain(name);
    }
  });

  it("NaN and Infinity are no JSON", async () => {
    for (const word of ["NaN", "Infinity", "-Infinity", "nan", "+1", "0x10", ".5", "1."]) {
      const problem = expectProblem(
        await computeRaw(`{"operators":["NM19"],"inputs":{"m":${word},"a":1}}`),
        400,
        "MALFORMED_JSON",
      );
      expect(problem["offset"], word).to.be.within(35, 38);
    }
  });

  it("a number past the largest double is refused, not made Infinity", async () => {
    for (const number of [
      "1e309",
      "-1e309",
      `1${"0".repeat(400)}`,
      "17976931348623159077293051907890247336179e268",
    ]) {
      const problem = expectProblem(
        await computeRaw(`{"operators":["NM19"],"inputs":{"m":${number},"a":1}}`),
        400,
        "MALFORMED_JSON",
      );
      expect(textOf(problem, "detail")).to.match(/largest double/);
    }
  });

  it("huge and tiny results are refused by their kind", async () => {
    expect(
      await refused({ operators: ["NM19"], inputs: { m: 1e308, a: 100 } }, "overflow"),
    ).to.match(/larger than a double/);
    await refused({ operators: ["NM19"], inputs: { m: 5e-324, a: 1 } }, "underflow");
    await refused({ operators: ["NM19"], inputs: { m: 1e-200, a: 1e-200 } }, "underflow");
    await refused({ operators: ["NM21"], inputs: { m1: 1e300, m2: 1e300, r: 1 } }, "overflow");
  });

  it("an input outside its range, and a division by zero, are refused in words", async () => {
    expect(
      await refused({ operators: ["NM19"], inputs: { m: -1, a: 1 } }, "domain-error"),
    ).to.contain("m = -1");
    const { status, body, text } = await compute({
      operators: ["NM21"],
      inputs: { m1: 1, m2: 1, r: 0 },
    });
    expect(status, text).to.equal(200);
    expect(body["value"]).to.equal(null);
    expect(textOf(fieldsOf(body, "refusal"), "message")).to.match(/r\b/);
  });

  it("a value that lost its precision fails the gate with 422 on compute, and is a refusal on the playground", async () => {
    const request = { operators: ["CHE17"], inputs: { D: 1, c_2: 1 + 2 ** -52, c_1: 1, L: 1 } };
    const problem = expectProblem(await compute(request), 422, "DID_NOT_CONVERGE");
    expect(problem).to.include({ reason: "precision-loss", operator_id: "CHE17", bound: 1e-4 });
    const tried = await call(node, "POST", "/api/playground/compute", request);
    expect(tried.status).to.equal(200);
    expect(fieldsOf(tried.body, "refusal")["kind"]).to.equal("precision-loss");
  });

  it("a relation is not an assignment: each kind is refused by its name", async () => {
    expect(await refused({ operators: ["ESO12"] }, "inequality")).to.contain("inequality");
    await refused({ operators: ["ESO12"] }, "inequality");
    await refused({ operators: ["ESO16"] }, "stochastic-differential");
    await refused({ operators: ["QFT_PATH_INTEGRAL"] }, "path-integral");
    await refused({ operators: ["GR33"] }, "tensor-equation");
  });

  it("one quantity under two names with two values", async () => {
    const problem = expectProblem(
      await compute({ operators: ["NM19"], inputs: { m: 1, mass: 2, a: 1 } }),
      400,
      "DUPLICATE_INPUT",
    );
    expect(textOf(problem, "detail")).to.contain("m").and.to.contain("mass");
  });

  it("inputs that are no numbers, and fields that do not exist, are named by their pointer", async () => {
    const wrong = expectProblem(
      await compute({ operators: ["NM19"], inputs: { m: "2", a: 1 } }),
      400,
      "INVALID_BODY",
    );
    expect(fieldsOf({ first: listOf(wrong, "errors")[0]! }, "first")["pointer"]).to.equal(
      "/inputs/m",
    );
    const unknown = expectProblem(
      await compute({ operators: ["NM19"], inputs: {}, visibilty: "shared" }),
      400,
      "INVALID_BODY",
    );
    expect(fieldsOf({ first: listOf(unknown, "errors")[0]! }, "first")).to.include({
      pointer: "/visibilty",
      nearest: "visibility",
    });
    expectProblem(await compute([]), 400, "INVALID_BODY");
    expectProblem(await compute({ inputs: {} }), 400, "INSUFFICIENT_INPUTS");
    expectProblem(await compute({ operators: [] }), 400, "INVALID_BODY");
    expectProblem(
      await compute({ operators: ["NM19"], inputs: { m: null, a: 1 } }),
      400,
      "INVALID_BODY",
    );
  });

  it("a 10 MB body, declared or in chunks: the sender gets to read why", async () => {
    const body = Buffer.alloc(10_485_760, 0x20);
    body.write('{"operators":["NM19"],"inputs":{"m":1,"a":1}}');
    expect(expectProblem(await computeRaw(body), 413, "TOO_LARGE")["limit"]).to.equal(1_048_576);
    const chunked = await fetch(`${node.api.http}${COMPUTE}`, {
      method: "POST",
      duplex: "half",
      body: new Blob([body]).stream(),
      headers: { authorization: `Bearer ${node.api.token}`, "content-type": "application/json" },
    });
    expect(chunked.status).to.equal(413);
    expect(await chunked.json()).to.include({ code: "TOO_LARGE" });
  });

  it("JSON nested 100 deep", async () => {
    const deep = `${'{"a":'.repeat(100)}1${"}".repeat(100)}`;
    expectProblem(
      await computeRaw(`{"operators":["NM19"],"inputs":${deep}}`),
      400,
      "MALFORMED_JSON",
    );
    expectProblem(await computeRaw(`${"[".repeat(100)}${"]".repeat(100)}`), 400, "MALFORMED_JSON");
    expectProblem(await computeRaw("[".repeat(500_000)), 400, "MALFORMED_JSON");
  });

  it("duplicate keys, also when one is escaped", async () => {
    for (const text of [
      '{"operators":["NM19"],"operators":["NM19"],"inputs":{"m":1,"a":1}}',
      '{"operators":["NM19"],"inputs":{"m":1,"m":2,"a":1}}',
      '{"operators":["NM19"],"inputs":{"m":1,"\\u006d":2,"a":1}}',
    ]) {
      const problem = expectProblem(await computeRaw(text), 400, "MALFORMED_JSON");
      expect(textOf(problem, "detail")).to.match(/duplicate key/);
    }
  });

  it("a wrong content type, no content type, bytes that are no UTF-8, no JSON at all", async () => {
    const text = '{"operators":["NM19"],"inputs":{"m":1,"a":1}}';
    for (const type of [
      "text/plain",
      "application/xml",
      "multipart/form-data; boundary=x",
      "application/x-www-form-urlencoded",
    ]) {
      expectProblem(
        await computeRaw(text, { "content-type": type }),
        415,
        "UNSUPPORTED_MEDIA_TYPE",
      );
    }
    expectProblem(
      await computeRaw(Buffer.from('{"operators":["NM\xff19"]}', "latin1")),
      400,
      "MALFORMED_JSON",
    );
    expectProblem(await computeRaw(`\ufeff${text}`), 400, "MALFORMED_JSON");
    expectProblem(await computeRaw('{"operators":["NM19"]'), 400, "MALFORMED_JSON");
    expectProblem(await computeRaw(""), 400, "MALFORMED_JSON");
    expectProblem(await computeRaw(`${text}x`), 400, "MALFORMED_JSON");
  });

  it("no key, a malformed one, an unknown one, the shared demo key", async () => {
    const body = { operators: ["KO42"] };
    const keyed = (key: string | null, headers = {}): Promise<Reply> =>
      call(node, "POST", COMPUTE, body, { key, headers });
    const missing = await keyed(null);
    expectProblem(missing, 401, "MISSING_KEY");
    expect(missing.headers.get("www-authenticate")).to.match(/^Bearer/);
    for (const field of [
      "Bearer",
      "Bearer x",
      "Basic dXNlcjpwYXNz",
      "calc_ak_1234567890",
      "Bearer nonsense_1234567890",
    ]) {
      expectProblem(await keyed(null, { authorization: field }), 401, "BAD_KEY_FORMAT");
    }
    expectProblem(await keyed(`calc_ak_${"0".repeat(49)}`), 401, "BAD_KEY_FORMAT");
    const { token } = node.api;
    expectProblem(
      await keyed(token.slice(0, -1) + (token.endsWith("a") ? "b" : "a")),
      401,
      "BAD_KEY_FORMAT",
    );
    expectProblem(await keyed(makeKey("account", systemRandom)), 401, "INVALID_KEY");
    const shared = textOf(
      (await call(node, "GET", "/api/demo-key", undefined, { key: null })).body,
      "key",
    );
    expectProblem(await keyed(shared), 403, "FORBIDDEN");
  });

  it("chains that break a rule name it", async () => {
    const chain = async (...operators: string[]): Promise<string> =>
      textOf(
        expectProblem(await compute({ operators, inputs: { m: 1, a: 1 } }), 400, "OPERATOR_CHAIN"),
        "detail",
      );
    expect(await chain("NM19", "KO42")).to.match(/first/);
    expect(await chain("KO42", "KO42", "NM19")).to.match(/once/);
    expect(await chain("NM19", "NM21", "NM23", "NM24")).to.match(/at most 3/);
    expect(await chain("KO42", "NM19", "NM21", "NM23", "NM24")).to.match(/at most 3/);
    const clash = expectProblem(
      await compute({ operators: ["NM19", "NM24"], inputs: { m: 2, a: 3, F: 7, d: 2, theta: 0 } }),
      400,
      "DUPLICATE_INPUT",
    );
    expect(textOf(clash, "detail")).to.contain("F").and.to.contain("NM19");
  });

  it("paths, methods and hosts that do not exist", async () => {
    expectProblem(await call(node, "GET", "/api/nothing"), 404, "NOT_FOUND");
    const method = await call(node, "GET", COMPUTE);
    expectProblem(method, 405, "METHOD_NOT_ALLOWED");
    expect(method.headers.get("allow")).to.contain("POST");
    expectProblem(await call(node, "GET", `/api/receipts/${"0".repeat(64)}`), 404, "NOT_FOUND");
    expectProblem(await call(node, "GET", "/api/receipts/xyz"), 400, "INVALID_BODY");
  });

  it("and the node still computes afterwards", async () => {
    expect((await sealed(node, { operators: ["NM19"], inputs: { m: 2, a: 3 } }))["value"]).to.equal(
      6,
    );
    sizeBefore += 1;
  });

  describe("cause and cure", () => {
    /** Method, path, body, status, and what the answer says. */
    const MISTAKES: readonly (readonly [string, string, unknown, number, ...string[]])[] = [
      [
        "POST",
        COMPUTE,
        { operators: ["NM19"], inputs: { m: "2", a: 3 } },
        400,
        "/inputs/m",
        "without quotes",
      ],
      [
        "POST",
        COMPUTE,
        { operators: ["NM19"], inputs: { m: null, a: 3 } },
        400,
        "expected a number, and not null",
      ],
      ["POST", COMPUTE, { operators: "NM19" }, 400, "/operators: expected a list, and not a text"],
      ["POST", COMPUTE, { operators: [] }, 400, "/operators: must have at least 1 item"],
      ["POST", COMPUTE, { operator: "NM19" }, 400, "the nearest is operators"],
      ["POST", COMPUTE, { operators: ["NM19"], variables: {} }, 400, "the nearest is inputs"],
      ["POST", COMPUTE, { operators: ["gravity"] }, 400, "the nearest ids are NM21"],
      ["POST", COMPUTE, { operators: ["NM99"] }, 400, "the nearest ids are NM19"],
      [
        "POST",
        COMPUTE,
        { operators: ["NM21"], inputs: { m1: 1, m2: 1, r: 1e-200 } },
        200,
        "a divisor smaller than a double can hold",
      ],
      [
        "POST",
        COMPUTE,
        { operators: ["NM21"], inputs: { m1: 1, m2: 1, r: 0 } },
        200,
        "a division by zero",
      ],
      [
        "POST",
        COMPUTE,
        { operators: ["NM21"], inputs: { m1: 1e200, m2: 1e200, r: 1 } },
        200,
        "larger than a double can hold",
      ],
      [
        "POST",
        COMPUTE,
        { operators: ["NM19"], inputs: { m: "2 m", a: 3 } },
        400,
        "m is a mass in kg, and 2 m is a length in m",
      ],
      [
        "POST",
        "/api/calc/auto",
        { q: "force" },
        400,
        "/q: there is no such field; the nearest is query",
      ],
      // A mile is 1609.344 m.
      ["POST", "/api/calc/auto", { query: "convert 5 miles to km" }, 200, "8.04672"],
      ["GET", "/api/operators?search=gravity", undefined, 400, "the nearest is q"],
      ["GET", "/api/operators/NM21", undefined, 404, "the nearest is /api/calc/operator-spec"],
      ["POST", "/api/compute", {}, 404, "the nearest is /api/calc/compute"],
      ["POST", "/api/convert", {}, 404, "the nearest is /api/calc/convert"],
      ["GET", "/api/status", undefined, 404, "the nearest is /api/mesh/status"],
      ["POST", "/api/calc/evaluate", {}, 404, "the nearest is /api/playground/compute"],
      ["POST", "/api/calc/convert", { value: 5 }, 400, "/quantity: is missing: a text is needed"],
    ];
    for (const [method, path, body, status, ...said] of MISTAKES)
      it(`${method} ${path} ${JSON.stringify(body) ?? ""}`, async () => {
        const reply = await call(node, method, path, body);
        expect(reply.status, reply.text).to.equal(status);
        for (const part of said) expect(reply.text).to.include(part);
      });

    it("a word finds the law that it means before those that have it in their names", async () => {
      const { body } = await call(node, "GET", "/api/operators?q=gravity&limit=3");
      expect(listOf(body, "operators")[0]).to.include({ id: "NM21" });
    });
  });
});
