/** What the receipt of a transition says, on a whole node behind HTTP. */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { canonicalize } from "../../../../protocol/encoding/jcs.js";
import { rowHashHex } from "../../../../protocol/log/row.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import type { JsonObject } from "../../../../protocol/ports.js";
import { ServedContracts } from "./servedContracts.js";

/** Two computes of one price, of which the first decides. */
const FORCES = {
  schema: "calc-contract/1",
  name: "two forces",
  inputs: { m: { type: "double", unit: "kg" }, a: { type: "double", unit: "m/s^2" } },
  trigger: { type: "on-event", event: "reading" },
  compute: [
    { as: "decides", operators: ["NM19"], inputs: { m: "input.m", a: "input.a" } },
    { as: "beside", operators: ["NM19"], inputs: { m: "input.m", a: "input.a * 2.0" } },
  ],
  machine: {
    initial: "calm",
    context: { n: 0 },
    states: {
      calm: {
        on: [
          {
            guard: "decides.value >= 10.0",
            target: "pushed",
            assign: { n: "ctx.n + 1.0" },
            emit: [{ type: "pushed", data: { force: "decides.value" } }],
          },
        ],
      },
      pushed: { on: [{ guard: "decides.value < 10.0", target: "calm" }] },
    },
  },
};

/** Without a compute. */
const LEVEL = {
  schema: "calc-contract/1",
  name: "level",
  inputs: { h: { type: "double", unit: "m" } },
  trigger: { type: "on-event", event: "reading" },
  machine: {
    initial: "low",
    states: {
      low: { on: [{ guard: "input.h >= 2.0", target: "high" }] },
      high: { on: [{ guard: "input.h < 1.0", target: "low" }] },
    },
  },
};

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

interface SealedRow {
  readonly text: string;
  readonly row: JsonObject;
  readonly payload: string;
}

describe("what a transition seals", () => {
  let contracts: ServedContracts;

  before(async () => {
    contracts = await ServedContracts.open();
  });
  beforeEach(() => contracts.newAccount());
  after(() => contracts.served.close());

  async function rowsOf(id: string): Promise<readonly SealedRow[]> {
    const rows: SealedRow[] = [];
    const { machineLog } = contracts.served.node.services;
    for await (const { seq, text } of machineLog.rows(id)) {
      const row: JsonObject = JSON.parse(text);
      rows.push({ text, row, payload: (await machineLog.payload(id, seq)) ?? "" });
    }
    return rows;
  }

  async function receiptOf(token: unknown): Promise<JsonObject> {
    const { body, status, text } = await contracts.call("GET", `/api/receipts/${String(token)}`);
    expect(status, text).to.equal(200);
    return JSON.parse(canonicalize(body));
  }

  async function verdictOf(receipt: JsonObject): Promise<unknown> {
    return (await contracts.call("POST", "/api/calc/verify", receipt)).body["verdict"];
  }

  it("commits to the step and its place; receipt and row name each other", async () => {
    const id = await contracts.deploy(FORCES);
    await contracts.fire(id, { m: 1, a: 2 });
    const fired = await contracts.fire(id, { m: 2, a: 7.5 });
    expect(fired.body, fired.text).to.include({ kind: "moved", credits: 3 });
    const { token } = fired.body;
    const receipt = await receiptOf(token);
    const [deployed, moved] = await rowsOf(id);
    const { inputs } = receipt;
    expect(inputs).to.deep.equal({
      schema: "calc-transition/1",
      contract: id,
      row: 1,
      prev: rowHashHex(nodeCrypto, deployed!.text),
      programHash: deployed!.row["programHash"],
      from: "calm",
      to: "pushed",
      event: { type: "reading", seq: 2, inputHash: sha('{"a":7.5,"m":2}') },
      calcond: JSON.parse(moved!.payload).calcond,
      // 15 N and 30 N, exactly: 0x402e... and 0x403e...
      results: [
        {
          as: "decides",
          value: 15,
          value_bits: "402e000000000000",
          unit: "N",
          uncertainty: JSON.parse(moved!.payload).results[0].uncertainty,
          credits: 3,
        },
        {
          as: "beside",
          value: 30,
          value_bits: "403e000000000000",
          unit: "N",
          uncertainty: JSON.parse(moved!.payload).results[1].uncertainty,
          credits: 3,
        },
      ],
      emitted: [{ type: "pushed", dataHash: sha('{"force":15}') }],
      evalCount: 1,
      evalRoot: moved!.row["evalRoot"],
      payloadHash: sha(moved!.payload),
    });
    expect(moved!.row).to.include({
      token,
      evalCount: 1,
      payloadHash: sha(moved!.payload),
      transitionType: "transition",
    });
    expect(await verdictOf(receipt)).to.equal("sound");
  });

  it("says what moved also where nothing was computed", async () => {
    const id = await contracts.deploy(LEVEL);
    const fired = await contracts.fire(id, { h: 2.5 });
    const receipt = await receiptOf(fired.body["token"]);
    expect(Object(receipt["envelope"]).core).to.deep.include({
      operatorChain: ["KO42", "contract"],
      engine_version: "calc-engine/2+contract/1",
      credits: 1,
    });
    expect(Object(receipt["inputs"])).to.include({ from: "low", to: "high", contract: id });
    expect(Object(receipt["envelope"]).equations[1]).to.equal(
      `${id} row 1: low -> high by reading 1 at calcond ${String(fired.body["calcond"])}`,
    );
    expect(await verdictOf(receipt)).to.equal("sound");
  });

  it("is invalid where any member of the commitment is another", async () => {
    const id = await contracts.deploy(FORCES);
    const fired = await contracts.fire(id, { m: 2, a: 7.5 });
    const receipt = await receiptOf(fired.body["token"]);
    const { inputs } = receipt;
    for (const name of Object.keys(Object(inputs))) {
      const forged = { ...receipt, inputs: { ...Object(inputs), [name]: 7 } };
      expect(await verdictOf(forged), name).to.equal("invalid");
    }
  });
});
