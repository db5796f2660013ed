import { expect } from "chai";
import * as fc from "fast-check";
import {
  fieldsOf,
  listOf,
  numberOf,
  parseFields,
  textOf,
  type Fields,
} from "../../../kit/requests.js";
import { runs } from "../../../kit/runs.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";

const PATH = "/api/calc/compute/table";
const CSV = "text/csv";
const OCTETS = "application/octet-stream";
const SEED = 20261128;
const TABLES = runs(12, 200);
/** `struct.pack("<4d", 1.0, 2.0, 6.4e6, 8.4e6).hex()` of Python. */
const PACKED = "000000000000f03f000000000000004000000000006a58410000000090056041";

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly body: Fields;
}

/** Doubles as they lie in the memory of most machines. */
function packed(...columns: readonly (readonly number[])[]): Uint8Array {
  const all = columns.flat();
  const bytes = new Uint8Array(8 * all.length);
  const view = new DataView(bytes.buffer);
  all.forEach((value, i) => view.setFloat64(8 * i, value, true));
  return bytes;
}

describe("tables whose columns are no JSON, over HTTP", () => {
  let served: ServedNode;
  let key: string;
  before(async () => {
    served = await serveNode();
  });
  beforeEach(async () => {
    key = await served.account();
  });
  after(() => served.close());

  async function send(
    type: string,
    query: string,
    body: string | Uint8Array,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> {
    const response = await fetch(`${served.http.url}${PATH}${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": type, ...headers },
      body: typeof body === "string" ? body : Uint8Array.from(body),
    });
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").includes("json");
    return {
      status: response.status,
      text,
      headers: response.headers,
      body: isJson ? parseFields(text) : {},
    };
  }
  const json = (body: unknown): Promise<Answered> =>
    send("application/json", "", JSON.stringify(body));
  const free = async (): Promise<number> => {
    const { text } = await served.call("GET", "/api/ledger", { key });
    return numberOf(parseFields(text), "free");
  };
  /** What has to be the same, whatever the form: inputs, rows and price. */
  async function sealedAs({ body, text }: Answered): Promise<Readonly<Record<string, unknown>>> {
    const id = textOf(body, "receipt_id");
    const receipt = await served.call("GET", `/api/receipts/${id}`, { key });
    const core = fieldsOf(fieldsOf(parseFields(receipt.text), "envelope"), "core");
    expect(core["inputs_hash"], text).a("string");
    const { credits, rows, rows_count: count, rows_root: root } = body;
    return { inputsHash: core["inputs_hash"], root, count, credits, rows };
  }

  it("seals the same from CSV and from doubles as from JSON", async () => {
    const plain = await json({
      operators: ["NM21"],
      columns: { m1: 5.9722e24, m2: [1, 2], r: [6.4e6, 8.4e6] },
      uncertainties: { r: [100, 200], m1: 1e20 },
    });
    const same = await sealedAs(plain);
    const beside = "?operators=NM21&m1=5.9722e24%20kg&u(m1)=1e20kg";
    for (const text of [
      "m2,r,u(r)\n1,6400000,100\n2,8.4e6,200\n",
      "\uFEFFm2 [kg], r [km], u(r) [m]\r\n1, 6400, 100\r\n2, +8400., 200",
      '"m2","r","u(r)"\n"1 kg","6,400 km","0.1 km"\n2e0 kg,8400 km,0.2 km\n'.replace(
        "6,400",
        "6400",
      ),
    ]) {
      const response = await send(`${CSV}; charset=UTF-8`, beside, text);
      expect(response.status, response.text).equal(200);
      expect(await sealedAs(response)).deep.equal(same);
    }
    const doubles = await send(
      OCTETS,
      `${beside}&columns=m2,r%20[km],u(r)&rows=2`,
      packed([1, 2], [6_400, 8_400], [100, 200]),
    );
    expect(doubles.status, doubles.text).equal(200);
    expect(await sealedAs(doubles)).deep.equal(same);
  });

  it("reads doubles as Python packs them", async () => {
    const response = await send(
      OCTETS,
      "?operators=NM21&m1=5.9722e24&columns=m2,r&rows=2",
      Buffer.from(PACKED, "hex"),
    );
    const plain = await json({
      operators: ["NM21"],
      columns: { m1: 5.9722e24, m2: [1, 2], r: [6.4e6, 8.4e6] },
    });
    expect(await sealedAs(response)).deep.equal(await sealedAs(plain));
  });

  it("seals one and the same for any table of numbers", async () => {
    const cell = fc.double({ min: 1e-9, max: 1e12, noNaN: true });
    const table = fc
      .integer({ min: 1, max: 6 })
      .chain((rows) => fc.array(fc.tuple(cell, cell), { minLength: rows, maxLength: rows }));
    await fc.assert(
      fc.asyncProperty(table, fc.boolean(), async (rows, isCarried) => {
        key = await served.account();
        const [m2, r] = [rows.map(([m]) => m), rows.map(([, d]) => d)];
        const end = isCarried ? "\r\n" : "\n";
        const lines = ["r,m2", ...rows.map(([m, d]) => `${d},"${m}"`)];
        const [a, b, c] = await Promise.all([
          json({ operators: ["NM21"], columns: { m1: 2, m2, r } }),
          send(CSV, "?operators=NM21&m1=2", lines.join(end)),
          send(OCTETS, `?operators=NM21&m1=2&columns=r,m2&rows=${rows.length}`, packed(r, m2)),
        ]);
        const same = await sealedAs(a);
        expect(await sealedAs(b)).deep.equal(same);
        expect(await sealedAs(c)).deep.equal(same);
      }),
      { seed: SEED, numRuns: TABLES },
    );
  });

  it("is one request under one idempotency key, whatever its form", async () => {
    const headers = { "idempotency-key": "table-in-three-forms" };
    const first = await send(CSV, "?operators=NM19&m=2", "a\n1\n2\n", headers);
    const body = JSON.stringify({ operators: ["NM19"], columns: { m: 2, a: [1, 2] } });
    const again = await send("application/json", "", body, headers);
    expect(again.body["receipt_id"]).equal(first.body["receipt_id"]).and.a("string");
    expect(again.headers.get("idempotent-replayed")).equal("true");
    const other = await send(CSV, "?operators=NM19&m=2", "a\n1\n3\n", headers);
    expect(other.body["code"]).equal("IDEMPOTENCY_KEY_REUSED");
  });

  it("answers in columns and in short, too", async () => {
    const lines = await send(CSV, "?operators=NM19&m=2", "a\n1\n2\n", { accept: CSV });
    // F = m a.
    expect(lines.text).match(/^row,[am],[am],value,uncertainty,unit,refused\r\n0,/);
    expect(lines.text.split("\r\n")[2]).match(/^1,.*,4,[^,]*,N,$/);
    const short = await send(CSV, "?operators=NM19&m=2&fields=value,unit", "a\n1\n2\n");
    expect(short.body).deep.equal({ value: 2, unit: "N" });
    const doubles = await fetch(`${served.http.url}${PATH}?operators=NM19&m=2&columns=a&rows=2`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": OCTETS, accept: OCTETS },
      body: Uint8Array.from(packed([1, 2])),
    });
    const view = new DataView(await doubles.arrayBuffer());
    expect([view.byteLength, view.getFloat64(0, true), view.getFloat64(8, true)]).deep.equal([
      32, 2, 4,
    ]);
  });

  it("runs a solver over a column", async () => {
    const response = await send(
      CSV,
      "?solver=acoustic&c=343&ends=open-open",
      "length [cm]\n50\n100\n",
    );
    const plain = await json({
      solver: "acoustic",
      inputs: { ends: "open-open" },
      columns: { length: [0.5, 1], c: 343 },
    });
    expect(await sealedAs(response)).deep.equal(await sealedAs(plain));
  });

  const NM21 = "?operators=NM21&m1=5.9722e24&m2=1";
  const doubles = (rows: number | string, ...cells: readonly number[]) =>
    [OCTETS, `${NM21}&columns=r&rows=${rows}`, packed(cells)] as const;
  const BAD: Readonly<
    Record<string, readonly [readonly [string, string, string | Uint8Array], string]>
  > = {
    "an empty body": [[CSV, NM21, ""], "a line of names"],
    "a byte order mark alone": [[CSV, NM21, "\uFEFF"], "a line of names"],
    "no rows": [[CSV, NM21, "r\n"], "a line for each row"],
    "a cell that is NaN": [[CSV, NM21, "r\n1\nNaN\n"], "line 3, row 1, column r: NaN is no number"],
    "an empty cell": [
      [CSV, NM21, "r,m2x\n1,2\n,2\n"],
      "line 3, row 1, column r: the cell is empty",
    ],
    "a line without cells": [[CSV, NM21, "r\n1\n\n2\n"], "line 3 is empty"],
    "too few cells": [[CSV, NM21, "r,x\n1\n"], "line 2, row 0 has 1 cells, and the header has 2"],
    "too many cells": [[CSV, NM21, "r\n1,2\n"], "has 2 cells, and the header has 1"],
    "a column twice": [[CSV, NM21, "r,r\n1,2\n"], "column r comes twice"],
    "an uncertainty twice": [[CSV, NM21, "u(r),r,u(r)\n1,2,3\n"], "comes twice"],
    "a column in the query, too": [[CSV, `${NM21}&r=3`, "r\n1\n2\n"], "stands in the query, too"],
    "an unknown column": [[CSV, NM21, "r,blorp\n1,2\n"], "blorp"],
    "a unit of another kind": [[CSV, NM21, "r [kg]\n1\n2\n"], "r is a length"],
    "no unit": [[CSV, NM21, "r [blorp]\n1\n2\n"], "line 1, column r"],
    "a unit with a number": [[CSV, NM21, "r [e3 m]\n1\n2\n"], "is no unit alone"],
    "a unit twice": [[CSV, NM21, "r [km]\n1 km\n2\n"], "has the unit km already"],
    semicolons: [[CSV, NM21, "r;m2\n1;2\n"], "separate cells by commas"],
    "a decimal comma": [[CSV, NM21, 'r\n"1,5"\n2\n'], "row 0"],
    "quotes that do not end": [[CSV, NM21, 'r\n1\n"2\n'], "line 3: a cell in quotes"],
    "a carriage return alone": [[CSV, NM21, "r\r1\r2\r"], "end lines with LF or CRLF"],
    "another encoding": [[CSV, NM21, Buffer.from("r\n1\n2\n", "utf16le")], "r"],
    "no UTF-8": [[CSV, NM21, Buffer.from([0x72, 0xff, 0x0a])], "save the CSV as UTF-8"],
    "a huge header": [[CSV, NM21, `${"r".repeat(100_000)}\n1\n`], "more than 200 characters"],
    "a thousand columns": [[CSV, NM21, `${"r,".repeat(1_000)}r\n1\n`], "more than 512 columns"],
    "too many rows": [[CSV, NM21, `r\n${"1\n".repeat(10_001)}`], "more than 10000 rows"],
    "a number beyond all": [[CSV, NM21, "r\n1e999\n1\n"], "too large for a double"],
    "a number below all": [[CSV, NM21, "r\n1e-999\n1\n"], "too small for a double"],
    "a plus that became a blank": [[CSV, "?operators=NM21&m1=5.97e+24kg&m2=1", "r\n1\n2\n"], "m1"],
    "a constant twice": [[CSV, `${NM21}&m2=2`, "r\n1\n2\n"], "given twice"],
    "nothing to compute": [[CSV, "?m1=1", "r\n1\n2\n"], "name operators or a solver"],
    "NaN among doubles": [doubles(3, 1, Number.NaN, 3), "row 1, column r: NaN"],
    "infinity among doubles": [doubles(2, 1, Number.NEGATIVE_INFINITY), "row 1, column r: -Inf"],
    "no doubles": [doubles(2), "16 bytes of float64, and the body has 0"],
    "a double too few": [doubles(3, 1, 2), "24 bytes of float64, and the body has 16"],
    "half a double": [
      [OCTETS, `${NM21}&columns=r&rows=1`, packed([1]).subarray(0, 5)],
      "the body has 5",
    ],
    "10^9 rows": [doubles(1e9, 1, 2), "split the table"],
    "rows that are no number": [doubles("many", 1), "rows=1000"],
    "no names": [[OCTETS, `${NM21}&rows=1`, packed([1])], "columns=m2,r [km]"],
    "a name twice": [[OCTETS, `${NM21}&columns=r,r&rows=1`, packed([1], [2])], "comes twice"],
    "an unknown name": [[OCTETS, `${NM21}&columns=r,blorp&rows=1`, packed([1], [2])], "blorp"],
  };
  for (const [name, [request, said]] of Object.entries(BAD))
    it(`${name}: a clear error, nothing sealed, nothing charged`, async () => {
      const before = await free();
      const { body, headers, status, text } = await send(...request);
      expect(status, text).equal(400);
      expect(textOf(body, "detail")).contains(said);
      expect(body["receipt_id"]).equal(undefined);
      expect(headers.get("x-calc-sealed")).equal(null);
      expect(await free()).equal(before);
    });

  it("takes the minus sign of typography for what it is", async () => {
    const valuesOf = async (csv: string) => {
      const { body } = await send(CSV, "?operators=NM19&m=2", csv);
      return listOf(fieldsOf(body, "rows"), "values");
    };
    const plain = await valuesOf("a\n-9.81\n-1.5e-3\n");
    expect(plain).to.deep.equal([-19.62, -0.003]);
    for (const minus of ["\u2212", "\u2013"])
      expect(await valuesOf(`a\n${minus}9.81\n${minus}1.5e${minus}3\n`)).to.deep.equal(plain);
  });

  it("takes no other type, and names those that it takes", async () => {
    const reply = await send("application/xml", "", "<r/>");
    expect(reply.status).equal(415);
    expect(reply.headers.get("accept-post")).equal(`application/json, ${CSV}, ${OCTETS}`);
    const latin = await send(`${CSV}; charset=latin1`, NM21, "r\n1\n");
    expect(latin.status).equal(400);
    expect(latin.text).to.include("read as UTF-8, and this one is in latin1");
    const single = await fetch(`${served.http.url}/api/calc/compute`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": CSV },
      body: "r\n1\n",
    });
    expect(single.status).equal(415);
  });

  it("says of a row without a value why, and charges the others", async () => {
    const before = await free();
    const { body } = await send(CSV, NM21, "r\n6.4e6\n0\n8.4e6\n");
    const rows = fieldsOf(body, "rows");
    expect(listOf(rows, "refused")).length(1);
    expect(before - (await free())).equal(6);
    expect(body["credits"]).equal(6);
  });
});
