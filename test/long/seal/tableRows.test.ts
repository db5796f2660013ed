import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { temporaryDir } from "../../../scripts/devnet/daemons.js";
import { fieldsOf, parseFields, textOf, type Fields } from "../../kit/requests.js";
import { serveNode, type ServedNode } from "../../kit/served.js";

/**
 * Needs python3 with the package cryptography. The clock of the node stands in the past, so the
 * receipts are no claims about the future.
 */
describe("scripts/seal/verify_receipt.py: tables", () => {
  const dir = temporaryDir("second-table");
  let served: ServedNode;
  let key: string;
  before(async () => {
    served = await serveNode();
    key = await served.account();
  });
  after(async () => {
    await served.close();
    dir.remove();
  });

  const sealed = async (body: unknown): Promise<Fields> =>
    parseFields((await served.call("POST", "/api/calc/compute/table", { key, body })).text);
  const rowOf = async (answer: Fields, row: number): Promise<Fields> => {
    const path = `/api/receipts/${textOf(answer, "receipt_id")}/rows/${row}`;
    return parseFields((await served.call("GET", path, { key })).text);
  };
  const python = (held: unknown) => {
    const path = join(dir.path, "held.json");
    writeFileSync(path, JSON.stringify(held));
    return spawnSync("python3", ["scripts/seal/verify_receipt.py", path], { encoding: "utf8" });
  };

  const TABLES: Readonly<Record<string, Fields>> = {
    "a list with a row that is refused": { m1: 5.9722e24, m2: 1, r: [6.4e6, 0, 8.4e6] },
    "steps of a decimal": { m1: 1, m2: 1, r: { from: 0.1, to: 0.7, step: 0.1 } },
    "equal steps": { m1: 1, m2: 1, r: { from: 0.1, to: 0.7, count: 8 } },
    "equal ratios": { m1: 1, m2: 1, r: { from: 1e-3, to: 2e3, count: 9, spacing: "log" } },
  };
  for (const [name, columns] of Object.entries(TABLES))
    it(`computes all rows and each row again: ${name}`, async () => {
      const answer = await sealed({ operators: ["NM21"], columns });
      const all = python(answer);
      // In what words a row is refused is the project's own; its kind is part of the leaf.
      const isRefused = name.includes("refused");
      expect(all.stdout).match(isRefused ? /^sound .*the kinds alone were compared/ : /^valid /);
      expect(all.status).equal(isRefused ? EXIT.notChecked : 0);
      for (const row of [0, 1, 2]) {
        const one = python(await rowOf(answer, row));
        expect(one.stdout, `row ${row}`).match(/^valid /);
      }
    });

  it("combines the axes of a grid", async () => {
    const columns = { m1: [1, 2], m2: 3, r: { from: 1, to: 3, step: 1 } };
    const answer = await sealed({ operators: ["NM21"], columns, grid: ["m1", "r"] });
    expect(python(answer).status).equal(0);
    expect(python(await rowOf(answer, 4)).status).equal(0);
  });

  it("says sound of a table of a solver and of its rows, which no other program runs", async () => {
    const body = {
      solver: "acoustic",
      inputs: { c: 343, ends: "open-open" },
      columns: { length: [0.5, 0.6, 0.7] },
    };
    const answer = await sealed(body);
    const row = await rowOf(answer, 1);
    for (const held of [answer, row]) {
      const said = python(held);
      expect(said.stdout).match(/^sound .*no solver is run here/);
      expect(said.status).equal(EXIT.notChecked);
    }
    for (const held of [
      { ...answer, value: 1 },
      { ...answer, rows_count: 2 },
      { ...answer, inputs: { columns: { length: [1, 2, 3] } } },
      { ...row, value: 1 },
      { ...row, row: 2 },
      { ...row, inputs: { length: 0.5 } },
    ])
      expect(python(held).status).equal(EXIT.notVerified);
  });

  it("calls a changed row or value invalid", async () => {
    const columns = TABLES["a list with a row that is refused"]!;
    const answer = await sealed({ operators: ["NM21"], columns });
    const last = await rowOf(answer, 2);
    const rows = fieldsOf(answer, "rows");
    const lies: readonly Fields[] = [
      { ...last, value: 5.649129033446713 },
      { ...last, uncertainty: 0 },
      { ...last, unit: "kg" },
      { ...last, row: 0 },
      { ...last, path: [] },
      { ...last, inputs: { ...fieldsOf(last, "inputs"), r: 8.5e6 } },
      { ...(await rowOf(answer, 1)), refused: "another" },
      { ...answer, rows: { ...rows, values: [9.8, null, 5.649129033446712] } },
      { ...answer, rows: { ...rows, values: [9.8] } },
      { ...answer, rows: { ...rows, uncertainties: [0, null, 0] } },
      { ...answer, rows: { ...rows, answered: 3 } },
      { ...answer, rows: { ...rows, refused: [] } },
    ];
    for (const lie of lies) expect(python(lie).status).equal(EXIT.notVerified);
  });
});
