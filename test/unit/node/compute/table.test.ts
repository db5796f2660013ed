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

const MOON = { operators: ["NM21"], columns: { m1: 5.9722e24, m2: 1, r: [6.4e6, 0, 8.4e6] } };

describe("tables of computations over HTTP", () => {
  let served: ServedNode;
  let key: string;
  let sealed: Fields;
  before(async () => {
    served = await serveNode();
    key = await served.account();
    sealed = parseFields((await table({ ...MOON, visibility: "shared" })).text);
  });
  after(() => served.close());

  const table = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
    served.call("POST", "/api/calc/compute/table", { key, body, headers });
  const verdict = async (body: unknown): Promise<Fields> =>
    parseFields((await served.call("POST", "/api/calc/verify", { key, body })).text);
  const balance = async (): Promise<number> => {
    const { text } = await served.call("GET", "/api/ledger", { key });
    return numberOf(parseFields(text), "free");
  };
  const row = async (number: number): Promise<Fields> => {
    const id = textOf(sealed, "receipt_id");
    const { text } = await served.call("GET", `/api/receipts/${id}/rows/${number}`);
    return parseFields(text);
  };

  it("seals one envelope that is valid, priced by the rows that have a value", async () => {
    const before = await balance();
    const { body, headers } = await table(MOON);
    expect(headers.get("x-calc-sealed")).equal("true");
    expect(body["rows_count"]).equal(3);
    // 3 units for KO42 and for the operator, 2 units a credit: 3 credits a row.
    expect(body["credits"]).equal(6);
    expect(before - (await balance())).equal(6);
    const proof = await verdict(body);
    expect(proof["reasons"]).deep.equal([]);
    expect(proof["verdict"]).equal("valid");
  });

  it("is quoted before at what all of its rows cost", async () => {
    const { body } = await served.call("QUERY", "/api/calc/price", { body: MOON });
    expect(body).deep.equal({ credits: 9, units: "18" });
  });

  it("takes what all rows share as inputs: root and price are those of columns", async () => {
    const columns = { m1: 5.9722e24, m2: 1, r: [6.4e6, 8.4e6] };
    const plain = await table({ operators: ["NM21"], columns });
    const shared = {
      operators: ["NM21"],
      columns: { r: columns.r },
      inputs: { m1: "5.9722e24 kg", m2: 1 },
    };
    const { body, text } = await table(shared);
    expect(body["rows_root"], text).equal(plain.body["rows_root"]).and.a("string");
    expect((await verdict(body))["verdict"]).equal("valid");
    const price = await served.call("QUERY", "/api/calc/price", { body: shared });
    expect(price.body["credits"], price.text).equal(body["credits"]);
    for (const [inputs, pointer] of [
      [{ ...shared.inputs, r: 1 }, "/inputs/r"],
      [{ ...shared.inputs, m2: [1, 2] }, "/inputs/m2"],
      [{ ...shared.inputs, m2: "1 kg..2 kg:1 kg" }, "/inputs/m2"],
      [{ ...shared.inputs, m2: { value: 1 } }, "/inputs/m2"],
    ] as const) {
      const reply = await table({ ...shared, inputs });
      expect(reply.status, reply.text).equal(400);
      expect(reply.text).contains(`"pointer":"${pointer}"`);
    }
  });

  it("takes a constant with its unit and its uncertainty: inputs, root and price are those of SI", async () => {
    const inSI = { m1: 5.9722e24, m2: 1_000, r: [6.4e6, 8.4e6] };
    const plain = await table({
      operators: ["NM21"],
      columns: inSI,
      uncertainties: { m2: 20 },
    });
    const written = { ...inSI, m2: "1.00 ± 0.02 t" };
    const { body, text } = await table({ operators: ["NM21"], columns: written });
    expect(body["rows_root"], text).equal(plain.body["rows_root"]);
    expect(body["rows_root"]).a("string");
    expect(body["credits"]).equal(plain.body["credits"]);
    const price = await served.call("QUERY", "/api/calc/price", {
      body: { operators: ["NM21"], columns: written },
    });
    expect(price.body["credits"], price.text).equal(6);
    for (const [m2, said] of [
      ["1 m", "/columns/m2"],
      ["1 blorp", "blorp"],
      ["1000", "a number in SI stands without quotes"],
    ] as const) {
      const reply = await table({ operators: ["NM21"], columns: { ...inSI, m2 } });
      expect(reply.status, reply.text).equal(400);
      expect(reply.text).contains(said);
    }
    const twice = await table({ operators: ["NM21"], columns: written, uncertainties: { m2: 1 } });
    expect(twice.text).contains("the uncertainty of m2 is stated twice");
    const pipe = { solver: "acoustic", inputs: { ends: "open-open", c: 343 } };
    const bare = await table({
      ...pipe,
      inputs: { ...pipe.inputs, area: 0.01 },
      columns: { length: [0.5, 1] },
    });
    const shared = await table({ ...pipe, columns: { length: [0.5, 1], area: "100 cm^2" } });
    expect(shared.body["rows_root"], shared.text).equal(bare.body["rows_root"]);
  });

  it("takes ranges and lists with units: inputs, root and price are those of SI", async () => {
    const m2 = { from: 1_000, to: 3_000, step: 1_000 };
    const plain = await table({
      operators: ["NM21"],
      columns: { m1: 5.9722e24, m2, r: [6.4e6, 7.4e6, 8.4e6] },
      uncertainties: { r: [100, 200, 300], m2: 1 },
    });
    const written = {
      operators: ["NM21"],
      columns: { m1: 5.9722e24, m2: "1 t..3 t:1 t", r: ["6400 km", "7400 km", "8400 km"] },
      uncertainties: { r: ["100 m", "0.2 km", "300 m"], m2: "1 kg" },
    };
    const { body, text } = await table(written);
    expect(body["rows_root"], text).equal(plain.body["rows_root"]);
    expect(body["rows_root"]).a("string");
    const inputsOf = async (id: string): Promise<unknown> =>
      (await served.call("GET", `/api/receipts/${id}`, { key })).body["inputs"];
    const inputs = await inputsOf(String(body["receipt_id"]));
    expect(inputs).a("object");
    expect(inputs).deep.equal(await inputsOf(String(plain.body["receipt_id"])));
    const price = await served.call("QUERY", "/api/calc/price", { body: written });
    expect(price.body["credits"], price.text).equal(9);
    for (const [r, said] of [
      ["6400..8400 km:1000 km", "write the unit at each number"],
      [["6400 km", "7400 kg", "8400 km"], "/columns/r/1"],
    ] as const) {
      const reply = await table({ ...written, columns: { ...written.columns, r } });
      expect(reply.status, reply.text).equal(400);
      expect(reply.text).contains(said);
    }
  });

  it("refutes a row whose receipt has a calcProof that is not this node's", async () => {
    const held = await row(0);
    const receipt = fieldsOf(held, "receipt");
    const envelope = { ...fieldsOf(receipt, "envelope"), calcProof: "0".repeat(64) };
    const proof = await verdict({ ...held, receipt: { ...receipt, envelope } });
    expect(proof["verdict"]).equal("invalid");
    expect(proof["reasons"]).deep.equal(["calcProof is not the issuer's"]);
  });

  it("proves each of its rows, with a value or without", async () => {
    for (const number of [0, 1, 2]) {
      const proof = await verdict(await row(number));
      expect(proof["verdict"], `row ${number}`).equal("valid");
    }
    expect((await row(1))["value"]).equal(null);
    // G m1 m2 / r^2 with G = 6.6743e-11 (CODATA 2022)
    expect((await row(2))["value"]).closeTo(5.649129033446712, 1e-14);
  });

  it("calls invalid what was changed in an answer, a receipt or a row", async () => {
    const rows = fieldsOf(sealed, "rows");
    const forged: readonly Fields[] = [
      { ...sealed, rows: { ...rows, values: [9.8, null, 5.6] } },
      { ...sealed, rows: { ...rows, answered: 3 } },
      { ...sealed, rows_count: 2 },
      { ...sealed, rows_root: "0".repeat(64) },
      { ...sealed, inputs: { columns: { ...MOON.columns, r: [6.4e6, 0, 8.5e6] } } },
    ];
    for (const one of forged) expect((await verdict(one))["verdict"]).equal("invalid");
    const last = await row(2);
    const changed: readonly Fields[] = [
      { ...last, value: 5.649129033446713 },
      { ...last, uncertainty: 0 },
      { ...last, unit: "kg" },
      { ...last, row: 0 },
      { ...last, inputs: { ...fieldsOf(last, "inputs"), r: 8.5e6 } },
      { ...last, path: [] },
      { ...last, extra: 1 },
      { ...(await row(1)), refused: "another" },
    ];
    for (const one of changed) expect((await verdict(one))["verdict"]).equal("invalid");
  });

  it("gives its rows as text and as bare numbers, sealed alike, and repeats them", async () => {
    const headers = { "idempotency-key": "table-csv" };
    const csv = await table(MOON, { ...headers, accept: "text/csv" });
    expect(csv.headers.get("content-type")).equal("text/csv");
    expect(csv.headers.get("x-calc-sealed")).equal("true");
    const lines = csv.text.split("\r\n");
    expect(lines[0]).equal("row,m1,m2,r,value,uncertainty,unit,refused");
    expect(lines[2]).match(/^1,5\.9722e\+24,1,0,,,,[a-z-]+$/);
    // G m1 m2 / r^2 with G = 6.6743e-11 (CODATA 2022)
    expect(lines[3]).match(/^2,5\.9722e\+24,1,8400000,5\.649129033446712,[^,]+,N,$/);
    const whole = await table(MOON, headers);
    expect(whole.headers.get("idempotent-replayed")).equal("true");
    const again = await table(MOON, { ...headers, accept: "text/csv" });
    expect(again.text).equal(csv.text);
    const response = await fetch(`${served.http.url}/api/calc/compute/table`, {
      method: "POST",
      headers: {
        accept: "application/octet-stream",
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": "table-csv",
      },
      body: JSON.stringify(MOON),
    });
    const numbers = new Float64Array(await response.arrayBuffer());
    const rows = fieldsOf(parseFields(whole.text), "rows");
    expect([...numbers]).deep.equal(
      [...listOf(rows, "values"), ...listOf(rows, "uncertainties")].map((one) => one ?? Number.NaN),
    );
  });

  it("answers a repeated key alike, and refuses it for another table", async () => {
    const headers = { "idempotency-key": "table-1" };
    const first = await table(MOON, headers);
    const again = await table(MOON, headers);
    expect(again.text).equal(first.text);
    const other = await table({ ...MOON, columns: { ...MOON.columns, m2: 2 } }, headers);
    expect(other.body["code"]).equal("IDEMPOTENCY_KEY_REUSED");
  });

  it("seals and charges nothing where no row has a value", async () => {
    const before = await balance();
    const { text } = await table({ ...MOON, columns: { m1: 1, m2: 1, r: [0, 0] } });
    const body = parseFields(text);
    expect(body["value"]).equal(null);
    expect(body["receipt_id"]).equal(undefined);
    expect(fieldsOf(body, "refusal")["kind"]).equal("no-row-has-a-value");
    expect(await balance()).equal(before);
  });

  it("refuses bad columns at their place", async () => {
    const cases: readonly (readonly [Fields, string, string])[] = [
      [{ m1: 1, m2: [1, 2], r: [1, 2, 3] }, "/columns/r", "r has 3 values, m2 has 2"],
      [{ m1: 1, m2: 1, r: [1, null] }, "/columns/r", "value 1 is null"],
      [{ m1: 1, m2: 1, r: { from: 1, to: 1e9, step: 1 } }, "/columns/r", "more than 10000 rows"],
      [{ m1: 1, m2: 1, r: "1..3" }, "/columns/r", "a range is from..to:step"],
      [{ m1: 1, m2: 1, r: 1 }, "/columns", "all columns are constants"],
      [{ m1: 1, m2: 1, r: [1, 2], constructor: [3, 4] }, "/inputs/constructor", "has this input"],
      [{ m1: 1, m2: 1, r: { from: 5, to: 1, step: 1 } }, "/columns/r", "a step of the other sign"],
      [{ m1: 1, m2: 1, r: { from: 1, to: 5, step: 0 } }, "/columns/r", "a step is not zero"],
      [{ m1: 1, m2: 1, r: [1, 2], rr: 3 }, "/inputs/rr", "nothing here has this input"],
    ];
    for (const [columns, pointer, message] of cases) {
      const { status, text } = await table({ operators: ["NM21"], columns });
      expect(status, pointer).equal(400);
      const [error] = listOf(parseFields(text), "errors");
      expect(textOf(error, "pointer")).equal(pointer);
      expect(textOf(error, "message")).contain(message);
    }
    const id = textOf(sealed, "receipt_id");
    const { body } = await served.call("GET", `/api/receipts/${id}/rows/3`);
    expect(body["detail"]).match(/has 3 rows/);
  });

  it("leaves who cannot pay for all rows as they were", async () => {
    const before = await balance();
    const r = { from: 1, to: 5000, step: 1 };
    const { body } = await table({ ...MOON, columns: { ...MOON.columns, r } });
    expect(body["code"]).equal("INSUFFICIENT_BALANCE");
    expect(await balance()).equal(before);
  });
});
