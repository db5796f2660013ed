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

/** An organ pipe open at both ends, and one row that is no pipe. */
const PIPES = {
  solver: "acoustic",
  inputs: { c: 343, ends: "open-open" },
  columns: { length: [0.5, -1, 0.61, 0.7] },
};

describe("tables of a solver's jobs over HTTP", () => {
  let served: ServedNode;
  let key: string;
  let sealed: Fields;
  before(async () => {
    served = await serveNode();
    key = await served.account();
    sealed = parseFields((await table(PIPES)).text);
  });
  after(() => served.close());

  const table = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
    served.call("POST", "/api/calc/compute/table", { key, body, headers });
  const verdict = async (body: unknown): Promise<Fields> =>
    parseFields((await served.call("POST", "/api/calc/verify", { key, body })).text);
  const free = async (): Promise<number> =>
    numberOf(parseFields((await served.call("GET", "/api/ledger", { key })).text), "free");

  it("gives each row what the job alone gives, bit for bit, under one seal", async () => {
    expect(sealed["rows_count"]).equal(4);
    const rows = fieldsOf(sealed, "rows");
    for (const [row, length] of [0.5, null, 0.61, 0.7].entries()) {
      if (length === null) continue;
      const body = { ...PIPES.inputs, length };
      const alone = await served.call("POST", "/api/calc/acoustic", { key, body });
      expect(listOf(rows, "values")[row]).equal(alone.body["value"]);
      expect(listOf(rows, "uncertainties")[row]).equal(alone.body["uncertainty"]);
    }
    expect(listOf(rows, "values")[1]).equal(null);
    // Half a wave in 0.61 m at 343 m/s.
    expect(listOf(rows, "values")[2]).closeTo(343 / (2 * 0.61), 1e-8);
    const proof = await verdict(sealed);
    expect(proof["reasons"]).deep.equal([]);
    expect(proof["verdict"]).equal("valid");
  });

  it("costs what its solved rows cost, and is quoted before", async () => {
    const alone = await served.call("QUERY", "/api/calc/price", {
      body: { solver: "acoustic", inputs: { ...PIPES.inputs, length: 0.61 } },
    });
    const { body } = await served.call("QUERY", "/api/calc/price", { body: PIPES });
    expect(body["credits"]).equal(3 * Number(alone.body["credits"]));
    const before = await free();
    expect((await table(PIPES)).body["credits"]).equal(body["credits"]);
    expect(before - (await free())).equal(body["credits"]);
  });

  it("proves its rows under the receipt", async () => {
    const id = textOf(sealed, "receipt_id");
    for (const row of [0, 1, 3]) {
      const { text } = await served.call("GET", `/api/receipts/${id}/rows/${row}`, { key });
      const held = parseFields(text);
      const proof = await verdict(held);
      // A row alone does not run its solver again.
      expect(proof["verdict"], text).equal("sound");
      expect((await verdict({ ...held, row: 2 }))["verdict"]).equal("invalid");
    }
  });

  it("calls invalid what was changed", async () => {
    const rows = fieldsOf(sealed, "rows");
    const forged: readonly Fields[] = [
      { ...sealed, rows: { ...rows, values: [1, null, 2, 3] } },
      { ...sealed, rows_root: "0".repeat(64) },
      { ...sealed, inputs: { ...PIPES, solver: "heat" } },
      { ...sealed, value: 344 },
    ];
    for (const one of forged) expect((await verdict(one))["verdict"]).equal("invalid");
  });

  it("tells of rows as they come, then the answer", async () => {
    const { headers, text } = await table(PIPES, { accept: "text/event-stream" });
    expect(headers.get("content-type")).equal("text/event-stream");
    const events = text.trimEnd().split("\n\n");
    expect(events.length).equal(5);
    expect(events[4]).match(/^event: result\n/);
    const rows = events.slice(0, 4).map((event) => parseFields(event.split("\ndata: ")[1]!));
    expect(rows.map((one) => numberOf(one, "row")).sort((a, b) => a - b)).deep.equal([0, 1, 2, 3]);
    expect(rows.find((one) => one["row"] === 2)).include({ unit: "Hz" });
    expect(rows.find((one) => one["row"] === 1)!["value"]).equal(null);
  });

  it("combines a grid", async () => {
    const columns = { length: [0.5, 0.6], c: [340, 343] };
    const inputs = { ends: "open-open" };
    const { text } = await table({ solver: "acoustic", inputs, columns, grid: ["length", "c"] });
    const body = parseFields(text);
    expect(body["rows_count"]).equal(4);
    expect((await verdict(body))["verdict"]).equal("valid");
  });

  it("refuses what is no table of jobs, and seals nothing where no row has a value", async () => {
    const before = await free();
    const cases: readonly (readonly [Fields, string])[] = [
      [{ ...PIPES, solver: "acoustics" }, "there is no solver acoustics"],
      [{ ...PIPES, operators: ["NM21"] }, "takes no operators"],
      [{ ...PIPES, inputs: { ...PIPES.inputs, length: 1 } }, "length is a column"],
      [{ ...PIPES, columns: { length: 1 } }, "all columns are constants"],
      [{ operators: ["NM21"], inputs: { r: 1 }, columns: { r: [1, 2] } }, "r is a column"],
      [{ columns: { r: [1, 2] } }, "name operators or a solver"],
    ];
    for (const [body, message] of cases) {
      const { status, text } = await table(body);
      expect(status, text).equal(400);
      expect(text).include(message);
    }
    const { body } = await table({ ...PIPES, columns: { length: [-1, -2] } });
    expect(body["value"]).equal(null);
    expect(body).not.to.have.property("receipt_id");
    expect(await free()).equal(before);
  });
});
