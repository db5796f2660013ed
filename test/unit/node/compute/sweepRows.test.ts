import { expect } from "chai";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type ApiClient } from "../../../../api/client/client.js";
import { NDJSON_TYPE } from "../../../../api/contract/definition/preEncoded.js";
import { temporaryDir } from "../../../../scripts/devnet/daemons.js";
import { calc } from "../../../kit/calc.js";
import { fieldsOf, listOf, numberOf, parseFields, textOf } from "../../../kit/requests.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";

const PIPES = {
  solver: "acoustic",
  inputs: { c: 343, ends: "open-open" },
  columns: { length: [0.5, -1, 0.61, 0.7] },
} as const;
describe("rows of a table as they come", () => {
  let served: ServedNode;
  let key: string;
  let client: ApiClient;
  before(async () => {
    served = await serveNode();
    key = await served.account();
    client = createClient({ baseUrl: served.http.url, key });
  });
  after(() => served.close());

  const post = (
    body: unknown,
    signal?: AbortSignal,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    fetch(`${served.http.url}/api/calc/compute/table`, {
      method: "POST",
      headers: {
        accept: NDJSON_TYPE,
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  const lines = async (body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await post(body, undefined, headers);
    expect(response.headers.get("content-type")).equal(NDJSON_TYPE);
    return (await response.text()).trimEnd().split("\n").map(parseFields);
  };
  const ofProgram = (...words: readonly string[]) =>
    calc(["sweep", ...words, "--url", served.http.url], { env: { CALC_TOKEN: key } });

  it("are lines in order, and the answer is the last", async () => {
    const read = await lines(PIPES);
    expect(read.length).equal(5);
    expect(read.slice(0, 4).map((one) => one["row"])).deep.equal([0, 1, 2, 3]);
    const result = fieldsOf(read[4], "result");
    expect(listOf(fieldsOf(result, "rows"), "values")).deep.equal(
      read.slice(0, 4).map((one) => one["value"]),
    );
    expect(read[1]).include({ value: null }).and.have.property("refused");
    expect(textOf(result, "receipt_id")).match(/^[0-9a-f]{64}$/);
  });

  it("come of operators too, from the row that is named on", async () => {
    const columns = { m1: 5.9722e24, m2: 1, r: [6.4e6, 0, 8.4e6] };
    const read = await lines({ operators: ["NM21"], columns, fromRow: 1 });
    expect(read.map((one) => one["row"])).deep.equal([1, 2, undefined]);
    expect(read[0]).include({ value: null });
    // G m1 m2 / r^2 with G = 6.6743e-11 (CODATA 2022)
    expect(numberOf(read[1], "value")).closeTo(5.649129033446712, 1e-14);
  });

  it("say an error in the last line", async () => {
    const [only, ...others] = await lines({ ...PIPES, columns: { length: 1 } });
    expect(others).deep.equal([]);
    expect(fieldsOf(only, "error")["code"]).equal("INVALID_INPUT");
  });

  it("are repeated under a key by the answer alone", async () => {
    const headers = { "idempotency-key": "rows-1" };
    const first = await lines(PIPES, headers);
    const again = await lines(PIPES, headers);
    expect(again).deep.equal(first.slice(-1));
  });

  it("have their fields where those are asked for, and the table is sealed without", async () => {
    const read = await lines({ ...PIPES, fields: "sample" });
    for (const [i, length] of PIPES.columns.length.entries()) {
      if (length < 0) continue;
      const body = { ...PIPES.inputs, length, fields: "sample" };
      const alone = await served.call("POST", "/api/calc/acoustic", { key, body });
      expect(listOf(read[i], "fields").length).above(0);
      expect(read[i]!["value"]).equal(alone.body["value"]);
      expect(read[i]!["fields"]).deep.equal(alone.body["fields"]);
    }
    const result = fieldsOf(read[4], "result");
    expect(result["fields_mode"]).equal("none");
    const proof = await served.call("POST", "/api/calc/verify", { key, body: result });
    expect(proof.body["verdict"]).equal("valid");
    const whole = await served.call("POST", "/api/calc/compute/table", {
      key,
      body: { ...PIPES, fields: "sample" },
    });
    expect(whole.status).equal(400);
    expect(whole.text).include("fields are told row by row");
  });

  it("end with the caller who leaves: nothing is sealed, and the rest goes on later", async () => {
    const operator = await served.node.services.accounts.mintOperatorKey();
    const headers = { "idempotency-key": "left", authorization: `Bearer ${operator}` };
    const sealed = async (): Promise<number> =>
      (await served.node.services.store.envelopes.chain())?.count ?? 0;
    const before = await sealed();
    const length = Array.from({ length: 60 }, (_, i) => 0.5 + i / 1_000);
    const body = { ...PIPES, columns: { length } };
    const leaving = new AbortController();
    const reader = (await post(body, leaving.signal, headers)).body!.getReader();
    const first = await reader.read();
    expect(new TextDecoder().decode(first.value)).match(/^\{"fraction":[^\n]*"row":0,/);
    leaving.abort();
    await reader.read().catch(() => null);
    const rows: unknown[] = [];
    // Nothing came of the request, so its key is free. The client asks again while the node still ends it.
    const rest = await createClient({ baseUrl: served.http.url, key: operator }).computeTable(
      { ...body, inputs: { ...PIPES.inputs }, fromRow: 1 },
      { accept: NDJSON_TYPE, idempotencyKey: "left", onProgress: ({ row }) => rows.push(row) },
    );
    expect(rows[0]).equal(1);
    if (rest.kind !== "result") throw new Error(rest.kind);
    expect(rest.value.rows_count).equal(60);
    expect((await sealed()) - before).equal(1);
  });

  it("are told to a program by its client", async () => {
    const rows: Readonly<Record<string, unknown>>[] = [];
    const outcome = await client.computeTable(
      { ...PIPES, inputs: { ...PIPES.inputs }, columns: { length: [0.5, 0.6] } },
      { accept: NDJSON_TYPE, onProgress: (row) => rows.push(row) },
    );
    expect(rows.map((one) => one["row"])).deep.equal([0, 1]);
    if (outcome.kind !== "result") throw new Error(outcome.kind);
    expect(outcome.value.rows.values).deep.equal(rows.map((one) => one["value"]));
    const failed = await client.computeTable(
      { ...PIPES, inputs: { ...PIPES.inputs }, columns: { length: 1 } },
      { accept: NDJSON_TYPE, onProgress: (row) => rows.push(row) },
    );
    expect(failed).include({ kind: "problem", status: 400 });
  });

  it("are printed by the command line", async () => {
    const words = ["acoustic", "length=0.5,0.6,0.7", "c=343", "ends=open-open", "--rows"];
    const { code, err, out } = await ofProgram(...words, "--from-row", "1");
    expect(code, err).equal(0);
    const rows = out.trimEnd().split("\n").map(parseFields);
    expect(rows.map((one) => one["row"])).deep.equal([1, 2]);
    expect(fieldsOf(rows[0], "inputs")).deep.equal({ length: 0.6 });
    // Half a wave in 0.6 m at 343 m/s.
    expect(numberOf(rows[0], "value")).closeTo(343 / 1.2, 1e-8);
    expect(err).match(/3 of 3 rows have a value\nreceipt {2}[0-9a-f]{64}\n/);
    const [row] = (await ofProgram(...words, "--fields", "sample")).out.split("\n");
    expect(listOf(parseFields(row!), "fields").length).above(0);
    for (const wrong of [
      ["--from-row", "3", "--rows"],
      ["--fields", "all", "--rows"],
      ["--fields", "sample"],
    ])
      expect((await ofProgram("acoustic", "length=0.5,0.6", "c=343", ...wrong)).code).equal(2);
  });

  it("are drawn as a line with its band, and as a map over two axes", async () => {
    const dir = temporaryDir("sweep");
    const token = await served.node.services.accounts.mintOperatorKey();
    const byOperator = (...words: readonly string[]) =>
      calc(["sweep", "NM21", "m1=1e24kg", ...words, "--url", served.http.url], {
        env: { CALC_TOKEN: token },
      });
    const drawn = async (...words: readonly string[]): Promise<string> => {
      const file = join(dir.path, "sweep.svg");
      const { code, err } = await byOperator(...words, "--svg", file);
      expect(code, err).equal(0);
      return readFileSync(file, "utf8");
    };
    try {
      const line = await drawn("m2=1", "r=6400km..8400km:1000km", "--u", "m1=1e23kg");
      // The curve, and a bar at each of three points; the band is an area behind them.
      expect(line.match(/<polyline/g)).have.length(4);
      expect(line.match(/<polygon/g)).have.length(1);
      expect(line).include("r [1e6 m]");
      const map = await drawn("m2=1,2,3", "r=6400km..8400km:1000km", "--grid", "m2,r");
      expect(map).include("<image").and.include("m2 [kg]");
      // No number at r = 0: the line has a gap, and the map the colour of paper.
      const gap = await drawn("m2=1", "r=1,2,0,3,4,5");
      expect(gap.match(/<polyline/g)).have.length(6);
      const words = ["m2=1,2", "r=0,1,2", "--grid", "m2,r"];
      const holed = await drawn(...words);
      // The paper beneath, and one gap at the left edge.
      expect(holed.match(/fill="#ffffff"/g)).have.length(2);
      const powers = await drawn("m2=1", "r=1e3..1e9/log13");
      for (const tick of ["1000", "1e6", "1e9"]) expect(powers).include(`>${tick}</text>`);
      const shown = await byOperator(...words, "--plot");
      expect(shown.out)
        .include("; 2 without a value (×)")
        .and.match(/\n {2}×/);
    } finally {
      dir.remove();
    }
  });
});
