import { expect } from "chai";
import {
  fieldsOf,
  listOf,
  numberOf,
  parseFields,
  textOf,
  type Fields,
} from "../../../kit/requests.js";
import { serveNode, type Reply, type ServedNode } from "../../../kit/served.js";

const EARTH = 5.9722e24;
const fall = (r: number): Fields => ({
  operators: ["NM21"],
  inputs: { m1: EARTH, m2: 1, r },
});
const MIXED: readonly Fields[] = [
  fall(6.4e6),
  { operators: ["NM21"], inputs: { m1: EARTH } },
  { operators: ["NM2"], inputs: {} },
  fall(0),
  { operators: ["NM21"], inputs: { m1: EARTH, m2: 1, r: 1, rr: 1 } },
  fall(8.4e6),
];
const MINIMAL = { prefer: "return=minimal" };

describe("batches of computations and short answers", () => {
  let served: ServedNode;
  let key: string;
  /** Pays nothing of its own. */
  let operator: string;
  before(async () => {
    served = await serveNode();
    key = await served.account();
    operator = await served.node.services.accounts.mintOperatorKey();
  });
  after(() => served.close());

  const post = (
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => served.call("POST", path, { key, body, headers });
  const batch = (
    computations: readonly Fields[],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => post("/api/calc/compute/batch", { computations }, headers);
  const free = async (): Promise<number> => {
    const { text } = await served.call("GET", "/api/ledger", { key });
    return numberOf(parseFields(text), "free");
  };
  /** Number of the event of a window of its own. */
  const mark = async (by: string = key): Promise<number> => {
    const body = fall(9e6);
    const { text } = await served.call("POST", "/api/calc/compute", { key: by, body });
    return numberOf(fieldsOf(fieldsOf(parseFields(text), "proof"), "header"), "seq");
  };
  const answersOf = ({ text }: Reply): readonly Fields[] =>
    listOf(parseFields(text), "answers").map((one) => parseFields(JSON.stringify(one)));

  it("answers each in order: a receipt, a refusal, or the problem of the single call", async () => {
    const before = await free();
    const reply = await batch(MIXED);
    expect(reply.status).equal(200);
    expect(reply.headers.get("x-calc-sealed")).equal("true");
    const answers = answersOf(reply);
    expect(answers.length).equal(6);
    // G m1 m2 / r^2 with G = 6.6743e-11 (CODATA 2022)
    expect(answers[0]?.["value"]).closeTo(9.731507, 1e-6);
    expect(answers[5]?.["value"]).closeTo(5.649129033446712, 1e-14);
    expect(fieldsOf(answers[1], "inputError")["code"]).equal("MISSING_INPUT");
    const alone = await post("/api/calc/compute", MIXED[2]);
    const problem = fieldsOf(answers[2], "problem");
    expect(problem["code"]).equal(alone.body["code"]);
    expect(problem["detail"]).equal(alone.body["detail"]);
    expect(answers[3]!["value"]).equal(null);
    expect(answers[3]).to.have.property("refusal");
    expect(fieldsOf(answers[4], "problem")["code"]).equal("INVALID_INPUT");
    expect(reply.body["sealed"]).equal(2);
    expect(reply.body["credits"]).equal(6);
    expect(before - (await free())).equal(6);
  });

  it("gives the members that are named, in their order, as the whole answer has them", async () => {
    const three = [fall(1.1e7), fall(1.2e7), fall(1.3e7)];
    const whole = answersOf(await batch(three));
    const named = ["unit", "value", "rows", "none", "receipt_id", "uncertainty", "value"];
    // With `equations` they are taken from the whole answer, without it they are written alone.
    for (const names of [named, [...named, "equations"], ["value"], ["none"]]) {
      const key = { "idempotency-key": `"named-${names.length}-${names[0]}"` };
      const prefer = { prefer: `fields="${names.join(",")}"`, ...key };
      const reply = await batch(three, prefer);
      const had = [...new Set(names)].filter((name) => !["rows", "none"].includes(name));
      for (const [i, answer] of answersOf(reply).entries()) {
        expect(Object.keys(answer)).deep.equal(had);
        for (const name of had)
          if (name !== "receipt_id") expect(answer[name]).deep.equal(whole[i]![name]);
          else expect(answer[name]).match(/^[0-9a-f]{64}$/);
      }
      expect((await batch(three, prefer)).text).equal(reply.text);
    }
  });

  it("seals all of them in one window, each with a receipt that is valid", async () => {
    const before = await mark();
    const answers = answersOf(await batch([fall(1e7), fall(2e7), fall(3e7)]));
    expect((await mark()) - before).equal(2);
    for (const [i, answer] of answers.entries()) {
      expect(fieldsOf(answer, "proof")["index"]).equal(i);
      expect(fieldsOf(answer, "proof")["count"]).equal(3);
      const verdict = await post("/api/calc/verify", answer);
      expect(verdict.body["verdict"]).equal("valid");
    }
  });

  it("keeps a batch whole in one window behind others that almost fill it", async () => {
    const send = (path: string, body: unknown): Promise<Reply> =>
      served.call("POST", path, { key: operator, body, headers: MINIMAL });
    const computations = Array.from({ length: 250 }, (_, i) => fall(2e6 + i));
    const [reply] = await Promise.all([
      send("/api/calc/compute/batch", { computations }),
      ...computations.slice(0, 12).map((one) => send("/api/calc/compute", one)),
    ]);
    expect(reply.body["sealed"]).equal(250);
    const [first, last] = [answersOf(reply)[0]!, answersOf(reply)[249]!];
    const headers = await Promise.all(
      [first, last].map(async (one) => {
        const path = `/api/receipts/${textOf(one, "receipt_id")}`;
        const { text } = await served.call("GET", path, { key: operator });
        return fieldsOf(fieldsOf(parseFields(text), "proof"), "header");
      }),
    );
    expect(headers[0]).deep.equal(headers[1]);
  });

  it("repeats the whole under its key, and refuses it for another batch", async () => {
    const headers = { "idempotency-key": "batch-1" };
    const before = await free();
    const first = await batch(MIXED, headers);
    const again = await batch(MIXED, headers);
    expect(again.text).equal(first.text);
    expect(again.headers.get("idempotent-replayed")).equal("true");
    expect(before - (await free())).equal(6);
    const other = await batch([fall(1)], headers);
    expect(other.body["code"]).equal("IDEMPOTENCY_KEY_REUSED");
  });

  it("seals, charges and keeps nothing where none has a value", async () => {
    const headers = { "idempotency-key": "batch-2" };
    const before = await free();
    const reply = await batch([fall(0), { operators: ["NM2"], inputs: {} }], headers);
    expect(reply.body["sealed"]).equal(0);
    expect(reply.headers.get("x-calc-sealed")).equal(null);
    expect(await free()).equal(before);
    expect((await batch([fall(1e7)], headers)).body["sealed"]).equal(1);
  });

  it("is quoted before, and not computed for who cannot pay for all", async () => {
    const quote = await served.call("QUERY", "/api/calc/price", {
      body: { computations: [fall(1), fall(2), MIXED[2]] },
    });
    expect(quote.body).deep.equal({ credits: 6, units: "12" });
    const poor = await served.account();
    const many = Array.from({ length: 250 }, (_, i) => fall(1e6 + i));
    const body = { computations: many };
    let refused: Reply | null = null;
    for (let i = 0; i < 40 && refused === null; i += 1) {
      const reply = await served.call("POST", "/api/calc/compute/batch", { key: poor, body });
      if (reply.status !== 200) refused = reply;
    }
    expect(refused?.status).to.be.oneOf([402, 403, 429]);
    const ledger = parseFields((await served.call("GET", "/api/ledger", { key: poor })).text);
    expect(numberOf(ledger, "free")).at.least(0);
  });

  it("refuses a batch of none, of too many, and of what is no computation", async () => {
    expect((await batch([])).body["code"]).equal("INVALID_BODY");
    const many = Array.from({ length: 251 }, () => fall(1));
    expect((await batch(many)).body["code"]).equal("INVALID_BODY");
    const bad = await batch([fall(1), { operators: ["NM21"], inputs: { m1: "1" } }]);
    expect(bad.body["code"]).equal("INVALID_BODY");
    expect(bad.text).include("/computations/1/inputs/m1");
  });

  it("gives the short form that is preferred, with the receipt that has the rest", async () => {
    const whole = await post("/api/calc/compute", fall(6.4e6));
    const short = await post("/api/calc/compute", fall(6.4e6), MINIMAL);
    expect(short.headers.get("preference-applied")).equal("return=minimal");
    expect(short.headers.get("content-digest")).equal(null);
    expect(Object.keys(short.body)).deep.equal(["value", "unit", "uncertainty", "receipt_id"]);
    expect(short.text.length).at.most(164);
    for (const name of ["value", "unit", "uncertainty"])
      expect(short.body[name]).equal(whole.body[name]);
    const id = textOf(parseFields(short.text), "receipt_id");
    const { text } = await served.call("GET", `/api/receipts/${id}`, { key });
    for (const held of [parseFields(text), short.body])
      expect((await post("/api/calc/verify", held)).body["verdict"]).equal("valid");
    for (const [name, said] of [
      ["value", 9.7],
      ["unit", "kg"],
      ["uncertainty", 0],
    ] as const) {
      const forged = await post("/api/calc/verify", { ...short.body, [name]: said });
      expect(forged.body["verdict"], name).equal("invalid");
      expect(forged.text).include(`its ${name} is not that of its receipt`);
    }
  });

  it("names the members that are wanted, in the query or as a preference", async () => {
    const path = "/api/calc/compute?fields=value,receipt_id";
    const asked = await post(path, fall(6.4e6));
    expect(Object.keys(asked.body)).deep.equal(["value", "receipt_id"]);
    expect(asked.headers.get("preference-applied")).equal('fields="value,receipt_id"');
    const preferred = await post("/api/calc/compute", fall(6.4e6), {
      prefer: 'respond-async, fields="value,equations"',
    });
    expect(Object.keys(preferred.body)).deep.equal(["value", "equations"]);
    for (const query of ["fields=a-b", "fields=", "field=value", "fields=value&m1=1"]) {
      const bad = await post(`/api/calc/compute?${query}`, fall(1));
      expect(bad.body["code"], query).equal("INVALID_BODY");
    }
  });

  it("keeps reasons in short forms", async () => {
    const missing = await post("/api/calc/compute?fields=value", MIXED[1]);
    expect(Object.keys(missing.body)).deep.equal(["value", "inputError"]);
    const refused = await post("/api/calc/compute", fall(0), MINIMAL);
    expect(refused.body).to.have.property("refusal");
    expect(answersOf(await batch(MIXED, MINIMAL))[3]).to.have.property("refusal");
  });

  it("shortens solvers' answers, questions in words and tables", async () => {
    const heat = await post(
      "/api/calc/acoustic",
      { length: 0.61, c: 343, ends: "open-open" },
      MINIMAL,
    );
    expect(Object.keys(heat.body)).deep.equal(["value", "unit", "uncertainty", "receipt_id"]);
    const query = "first resonance of an organ pipe, length = 0.61 m, c = 343 m/s, open-open";
    const words = await post("/api/calc/auto", { query }, MINIMAL);
    expect(words.body["value"]).equal(heat.body["value"]);
    expect(words.body).not.to.have.property("equations");
    const columns = { m1: EARTH, m2: 1, r: [6.4e6, 0, 8.4e6] };
    const table = await post("/api/calc/compute/table", { operators: ["NM21"], columns }, MINIMAL);
    expect(Object.keys(table.body)).deep.equal([
      "value",
      "unit",
      "uncertainty",
      "receipt_id",
      "rows_count",
      "rows",
    ]);
  });

  it("keeps a short answer for its key, and shortens a whole one that was kept", async () => {
    const headers = { "idempotency-key": "short-1" };
    const short = await post("/api/calc/compute", fall(7e6), { ...headers, ...MINIMAL });
    expect(short.headers.get("content-digest")).match(/^sha-256=:/);
    const again = await post("/api/calc/compute", fall(7e6), { ...headers, ...MINIMAL });
    expect(again.text).equal(short.text);
    expect(again.headers.get("preference-applied")).equal("return=minimal");
    const whole = await post("/api/calc/compute", fall(7e6), { "idempotency-key": "whole-1" });
    const wanted = await post("/api/calc/compute", fall(7e6), {
      "idempotency-key": "whole-1",
      ...MINIMAL,
    });
    expect(wanted.body["receipt_id"]).equal(whole.body["receipt_id"]);
    expect(Object.keys(wanted.body)).deep.equal(["value", "unit", "uncertainty", "receipt_id"]);
    expect(wanted.headers.get("x-calc-sealed")).equal("true");
  });

  it("sends the digest of an answer where it is wanted, and not where it is not", async () => {
    const wanted = { ...MINIMAL, "want-content-digest": "sha-512=3, sha-256=10" };
    const short = await post("/api/calc/compute", fall(7e6), wanted);
    expect(short.headers.get("content-digest")).match(/^sha-256=:[A-Za-z0-9+/]{43}=:$/);
    const none = { "want-content-digest": "sha-256=0" };
    expect((await post("/api/calc/compute", fall(7e6), none)).headers.get("content-digest")).equal(
      null,
    );
    const read = await served.call("GET", "/api/kernel", {
      headers: { "want-content-digest": "sha-256=1" },
    });
    expect(read.headers.get("content-digest")).match(/^sha-256=:/);
  });

  it("puts calls that come together into one window", async () => {
    const before = await mark(operator);
    const messages = Array.from({ length: 32 }, (_, id) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "calc_compute", arguments: fall(9e6 + id) },
    }));
    const reply = await served.call("POST", "/api/mcp", {
      key: operator,
      body: messages,
      headers: { accept: "application/json" },
    });
    const answers: readonly { readonly id: number }[] = JSON.parse(reply.text);
    expect(answers.map(({ id }) => id)).deep.equal(messages.map(({ id }) => id));
    expect((await mark(operator)) - before).at.most(3);
  });

  it("counts what has no value among its computations against the day of the account", async () => {
    const { accounts, vainWork } = served.node.services;
    const own = await served.account();
    const asked = (computations: readonly Fields[]): Promise<Reply> =>
      served.call("POST", "/api/calc/compute/batch", { key: own, body: { computations } });
    const found = await accounts.authenticate(own);
    if (typeof found === "string" || found === null) throw new Error("no account");
    const { owner } = found;
    const whole = await vainWork.left(owner);
    const sealed = await asked([fall(6.4e6), fall(7.4e6)]);
    expect(sealed.status).equal(200);
    expect(await vainWork.left(owner)).equal(whole);
    const mixed = await asked([fall(6.4e6), fall(0)]);
    expect(mixed.status).equal(200);
    const left = await vainWork.left(owner);
    expect(left).below(whole);
    await asked([fall(0)]);
    expect(await vainWork.left(owner)).below(left);
    await vainWork.spend(owner, whole);
    const refused = await asked([fall(6.4e6)]);
    expect(refused.status, refused.text).equal(429);
    expect(parseFields(refused.text)["code"]).equal("RATE_LIMITED");
    expect(refused.text).contain("work that seals nothing");
  });
});
