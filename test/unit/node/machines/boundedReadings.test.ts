/** Strangers have a bounded number of rows of a log read by each request, however long the log is. */
import { expect } from "chai";
import { STRANGER_ROWS_MAX } from "../../../../node/machines/log/keptReadings.js";
import { beginning, grown, recordOf } from "../../../../node/machines/log/logHead.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { CALCOND_NS } from "../../../../protocol/limits.js";
import { LAYERS } from "../../../../protocol/log/layers.js";
import { rowText } from "../../../../protocol/log/row.js";
import type { Operation } from "../../../../storage/kv/kv.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { put } from "../../../../storage/kv/table.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";

const ROWS = 100_000;
const SHORT_ROWS = 1_000;
const BATCH = 5_000;
const ACTOR = { key: "csm_kJ3v0vHn", role: "admin" } as const;

describe("readings of a long log by strangers", () => {
  let served: ServedNode;
  let key: string;
  let machine: string;
  let rowsRead = 0;

  /** A public machine with so many rows, its first one among them. @returns its id */
  async function filled(slug: string, rows: number): Promise<string> {
    const opened = await served.call("POST", "/api/state", {
      key,
      body: { slug, is_public: true },
    });
    expect(opened.status, opened.text).to.equal(201);
    const { genesisCalcond, id: log } = JSON.parse(opened.text).machine;
    const { store } = served.node;
    const { machineLogs } = store;
    const { owner } = (await machineLogs.head(log))!;
    let head = beginning(nodeCrypto, { machine: log, owner, genesisCalcond });
    let operations: Operation[] = [];
    for (let seq = 0; seq < rows; seq += 1) {
      const event = { transitionType: "event", actor: ACTOR, payload: "{}" } as const;
      const instant = { calcond: genesisCalcond, ns: BigInt(genesisCalcond) * CALCOND_NS };
      const next = grown(nodeCrypto, log, head, event, instant, undefined);
      operations.push(machineLogs.rowOp(log, seq, next.text));
      if (seq === 0) operations.push(machineLogs.payloadOp(log, seq, "{}"));
      head = next.head;
      if (operations.length < BATCH && seq < rows - 1) continue;
      operations.push(machineLogs.headOp(log, recordOf(head)));
      await store.write(operations);
      operations = [];
    }
    await served.node.services.machineLog.rowLog.reload();
    return log;
  }

  before(async () => {
    served = await serveNode();
    key = await served.account();
    await filled("long-log", ROWS);
    machine = await filled("short-log", SHORT_ROWS);
    const { machineLogs } = served.node.store;
    const rows = machineLogs.rows.bind(machineLogs);
    machineLogs.rows = async function* counted(...range) {
      for await (const row of rows(...range)) {
        rowsRead += 1;
        yield row;
      }
    };
  });
  after(() => served.close());

  async function readOf(
    method: "GET" | "POST",
    path: string,
    options: { readonly body?: object; readonly key?: string } = {},
  ) {
    rowsRead = 0;
    const { body, status, text } = await served.call(method, path, options);
    expect(status, text).to.equal(200);
    return { body, rowsRead };
  }

  it("read as many rows of 100,000 as the bound says, and go on where they ended", async () => {
    for (const path of ["pohc/validate", "tally/summary"])
      for (const times of [1, 2, 3]) {
        const { body, rowsRead: count } = await readOf("GET", `/api/state/long-log/${path}`);
        expect(count, path).to.be.at.most(STRANGER_ROWS_MAX + 1);
        expect(body).to.include({
          complete: false,
          next: times * STRANGER_ROWS_MAX,
          rows: times * STRANGER_ROWS_MAX,
        });
      }
    const { body } = await readOf("GET", "/api/state/long-log/pohc/validate");
    // Rows that were not read do not pass.
    expect(body).to.include({ valid: false });
    expect(body).to.not.have.property("firstBad");
  });

  it("are bounded in each layer, whatever range is asked for", async () => {
    const stranger = await served.account();
    for (const layer of LAYERS)
      for (const body of [
        { machine: "long-log" },
        { machine: "long-log", fromSeq: 70_000 },
        { machine: "long-log", fromSeq: 0, toSeq: ROWS - 1 },
      ])
        for (const shown of [{}, { key: stranger }]) {
          const answer = await readOf("POST", `/api/protocol/pohc/${layer}`, { body, ...shown });
          expect(answer.rowsRead, layer).to.be.at.most(STRANGER_ROWS_MAX + 1);
          expect(answer.body).to.include({ complete: false, pass: false });
        }
    const some = { machine: "long-log", fromSeq: 70_000, toSeq: 70_009 };
    const { body } = await readOf("POST", "/api/protocol/pohc/hash-linkage", { body: some });
    expect(body).to.include({ complete: true, next: null, pass: true, checked: 10 });
  });

  it("look through so many rows for receipts", async () => {
    const body = { receipt_ids: ["0".repeat(64)] };
    for (const [method, path, options] of [
      ["GET", "tally/envelopes", {}],
      ["POST", "tally/verify", { body }],
      ["POST", "tally/verify", { body: {} }],
      ["GET", "audit", {}],
      ["GET", "audit?newest=true", {}],
    ] as const) {
      const answer = await readOf(method, `/api/state/long-log/${path}`, options);
      expect(answer.rowsRead, path).to.be.at.most(STRANGER_ROWS_MAX + 1);
    }
  });

  it("come to the end, and see what a row became", async () => {
    const { store } = served.node;
    for (;;) {
      const { body } = await readOf("GET", "/api/state/short-log/pohc/validate");
      if (body["complete"] === false) continue;
      expect(body, JSON.stringify(body)).to.include({ rows: SHORT_ROWS, valid: true });
      break;
    }
    // Asked again, nothing is read but what came since.
    const again = await readOf("GET", "/api/state/short-log/pohc/validate");
    expect(again.rowsRead).to.equal(0);
    const sent = await served.call("POST", "/api/state/short-log/events", {
      key,
      body: { type: "reading" },
    });
    expect(sent.status, sent.text).to.equal(201);
    const one = await readOf("GET", "/api/state/short-log/pohc/validate");
    expect(one.rowsRead).to.equal(1);
    expect(one.body).to.include({ rows: SHORT_ROWS + 1, valid: true });
    const row = JSON.parse((await store.machineLogs.rows(machine, { from: 7 }).next()).value.text);
    const forged = rowText({ ...row, transitionType: "fault" });
    await store.write([put(buckets.row, [machine, 7], forged)]);
    // The owner has all rows read anew.
    const { body, rowsRead: count } = await readOf("GET", "/api/state/short-log/pohc/validate", {
      key,
    });
    expect(count).to.be.at.least(SHORT_ROWS);
    expect(body["firstBad"]).to.include({ seq: 8, rule: "prev" });
  });

  it("of a slug that does not exist are 404", async () => {
    for (const path of ["pohc/validate", "tally/summary", "tally/envelopes", "audit"])
      expect((await served.call("GET", `/api/state/no-such-log/${path}`, {})).status).to.equal(404);
    for (const layer of LAYERS)
      expect(
        (
          await served.call("POST", `/api/protocol/pohc/${layer}`, {
            body: { machine: "no-such-log" },
          })
        ).status,
      ).to.equal(404);
  });
});
