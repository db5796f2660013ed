/** The layers of a log, asked of reactors and channels as of machines. */
import { expect } from "chai";
import { payloadOf } from "../../../../protocol/log/exported.js";
import { parseJson, isObject } from "../../../../protocol/encoding/json.js";
import type { JsonObject, JsonValue } from "../../../../protocol/ports.js";
import { reactorOfSolver } from "../../../kit/reactorSolvers.js";
import { serveNode, type ServedNode } from "../../../kit/served.js";

const LAYERS = [
  "pulse-attestation",
  "phase-agreement",
  "hash-linkage",
  "operator-coverage",
  "energy-record",
] as const;
/** A solver that states what it should conserve. */
const CONSERVING = "evolve";
const STEPS = 2;

function objectIn(text: string): JsonObject {
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value)) throw new Error(`no object: ${text.slice(0, 100)}`);
  return read.value;
}

describe("layers of reactors and channels", () => {
  let served: ServedNode;
  let key: string;
  let reactor: string;
  before(async () => {
    served = await serveNode();
    key = await served.account();
    const body = await reactorOfSolver(CONSERVING);
    const opened = await served.call("POST", "/api/calc/reactor", { key, body });
    expect(opened.status, opened.text).to.equal(201);
    reactor = String(opened.body["reactor"]);
    for (let n = 0; n < STEPS; n += 1) {
      const step = await served.call("POST", `/api/calc/reactor/${reactor}/step`, {
        key,
        body: { n },
      });
      expect(step.status, step.text).to.equal(200);
    }
  });
  after(() => served.close());

  const layerOf = (layer: string, body: object, shown: string | null = key) =>
    served.call("POST", `/api/protocol/pohc/${layer}`, {
      body,
      ...(shown === null ? {} : { key: shown }),
    });

  it("hold of a reactor's log, whose drifts and prices the energy record reads", async () => {
    for (const layer of LAYERS) {
      const { body, text } = await layerOf(layer, { machine: reactor });
      expect(body, text).to.include({ layer, pass: true });
    }
    const energy = await layerOf("energy-record", { machine: reactor });
    expect(energy.body["checked"]).to.equal(STEPS);
    const stranger = await served.account();
    expect((await layerOf("energy-record", { machine: reactor }, stranger)).status).to.equal(404);
    expect((await layerOf("energy-record", { machine: reactor }, null)).status).to.equal(404);
  });

  it("read rows as they are served, and neither count nor pass one that they cannot read", async () => {
    const owner = await served.account();
    const machine = await served.call("POST", "/api/state", {
      key: owner,
      body: { slug: "layers-oven" },
    });
    expect(machine.status, machine.text).to.equal(201);
    for (const temperature of [1, 2]) {
      const sent = await served.call("POST", "/api/state/layers-oven/events", {
        key: owner,
        body: { type: "reading", data: { temperature } },
      });
      expect(sent.status, sent.text).to.be.oneOf([200, 201]);
      // The answer to an event has the hash of its row beside it.
      const { row } = sent.body;
      const alone = await layerOf("hash-linkage", { rows: [row] });
      expect(alone.body, alone.text).to.include({ pass: true, checked: 1 });
      const other = await layerOf("hash-linkage", {
        rows: [{ ...Object(row), hash: "0".repeat(64) }],
      });
      expect(other.body, other.text).to.include({ pass: false });
    }
    const audit = await served.call("GET", "/api/state/layers-oven/audit", { key: owner });
    const rows: readonly JsonObject[] = Object(audit.body["rows"]);
    expect(rows.length).to.be.at.least(3);
    const changed = (name: string, value: JsonValue) =>
      rows.map((row, i) => (i === 1 ? { ...row, [name]: value } : row));
    for (const layer of LAYERS) {
      const { body, text } = await layerOf(layer, { rows });
      const isOfRows = layer === "hash-linkage" || layer === "pulse-attestation";
      // Nothing was there to check: that is no pass.
      expect(body, text).to.include({ layer, pass: isOfRows ? true : null });
      expect(body["checked"], layer).to.equal(isOfRows ? rows.length : 0);
      const unread = await layerOf(layer, { rows: changed("another", 1) });
      expect(unread.body, unread.text).to.include({ pass: false });
      expect(unread.body["checked"], layer).to.equal(isOfRows ? rows.length - 1 : 0);
    }
    const late = changed("calcond", Number(rows[1]!["calcond"]) + 1_000);
    const { body, text } = await layerOf("pulse-attestation", { rows: late });
    expect(body, text).to.include({ pass: false });
  });

  it("fail alone where a step says that a conserved quantity drifted", async () => {
    const log = await served.call("GET", `/api/calc/reactor/trajectory?reactor=${reactor}`, {
      key,
      headers: { accept: "application/x-ndjson" },
    });
    const lines = log.text.trimEnd().split("\n");
    const at = lines.findIndex((line) => line.includes('"transitionType":"step"'));
    const row = objectIn(lines[at]!);
    const payload = objectIn(payloadOf(lines[at + 1]!)!);
    const invariants = payload["invariants"];
    if (!Array.isArray(invariants)) throw new Error("a step without invariants");
    expect(invariants.length).to.be.greaterThan(0);
    const kept = await layerOf("energy-record", { rows: [{ row, payload }] });
    expect(kept.body, kept.text).to.include({ pass: true, checked: 1 });
    // A recorded drift of at most 0.1 percent, whatever bound the step states itself.
    const drifted = invariants.map((one) => ({ ...Object(one), driftPct: 0.2, boundPct: 5 }));
    const changed = await layerOf("energy-record", {
      rows: [{ row, payload: { ...payload, invariants: drifted } }],
    });
    expect(changed.body, changed.text).to.include({ pass: false });
    expect(changed.text).to.include("drift: at most 0.1 percent of");
    const linkage = await layerOf("operator-coverage", {
      rows: [{ row, payload: { ...payload, invariants: drifted } }],
    });
    expect(linkage.body, linkage.text).to.include({ pass: null, checked: 0 });
  });

  it("take the solver that the engine names as an operator, and no other", async () => {
    const row = await served.call("GET", `/api/calc/reactor/${reactor}/trajectory?from=1`, { key });
    const [first]: readonly { readonly token: string }[] = Object(row.body["rows"]);
    const { token } = first!;
    const receipt = await served.call("GET", `/api/receipts/${token}`, { key });
    const core: JsonObject = Object(Object(receipt.body["envelope"])["core"]);
    const log = await served.call("GET", `/api/calc/reactor/trajectory?reactor=${reactor}`, {
      key,
      headers: { accept: "application/x-ndjson" },
    });
    const step = objectIn(log.text.split("\n").find((line) => line.includes(token))!);
    const shown = async (chain: readonly string[]) => {
      const rows = [{ row: step, core: { ...core, operatorChain: chain } }];
      const { body } = await layerOf("operator-coverage", { rows });
      return [body["checked"], body["pass"]];
    };
    expect(core["operatorChain"]).to.deep.equal(["KO42", CONSERVING]);
    expect(await shown(["KO42", CONSERVING])).to.deep.equal([1, true]);
    expect(await shown(["KO42", "wave"])).to.deep.equal([1, false]);
  });

  it("hold of a channel's log, for whoever may read it", async () => {
    const contract = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };
    const stream = await served.call("POST", "/api/calc/streams", { key, body: { contract } });
    expect(stream.status, stream.text).to.equal(201);
    const channel = String(Object(stream.body["channel"])["id"]);
    const tick = await served.call("POST", `/api/calc/streams/${channel}/tick`, { key, body: {} });
    expect(tick.status, tick.text).to.equal(201);
    for (const layer of LAYERS) {
      const { body, text } = await layerOf(layer, { machine: channel });
      expect(body, text).to.include({ layer, pass: true });
      expect(body["checked"], layer).to.be.greaterThan(0);
    }
    expect((await layerOf("hash-linkage", { machine: channel }, null)).status).to.equal(404);
    const none = await layerOf("hash-linkage", { machine: `ch_${"a".repeat(26)}` });
    expect(none.status, none.text).to.equal(404);
  });
});
