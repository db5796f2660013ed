/** Laws joined over HTTP: told without a key, sealed with one, and proven from the receipt alone. */
import { expect } from "chai";
import { isObject } from "../../protocol/encoding/json.js";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import {
  call,
  fieldsOf,
  listOf,
  numberOf,
  parseFields,
  textOf,
  type Fields,
  type Json,
} from "../kit/requests.js";

const SPRING = {
  known: [
    { kind: "mass", value: 500, unit: "g" },
    { kind: "height", value: 2, unit: "m" },
    { kind: "spring constant", value: 8, unit: "N/cm" },
  ],
  wanted: { kind: "compression", unit: "cm" },
};
/** sqrt(2 m g h/k) with g = 9.80665 m/s^2. */
const COMPRESSION_M = 0.15657785603334845;

describe("derivations over HTTP", () => {
  const dir = temporaryDir("derive");
  let node: RunningNode;

  before(async () => {
    node = await startNode({ dataDir: dir.path });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  const PATH = "/api/calc/derive";

  it("tells the steps without a key", async () => {
    const { body, status } = await call(node, "QUERY", PATH, SPRING, { key: null });
    expect(status).to.equal(200);
    expect(numberOf(body, "value")).to.be.closeTo(COMPRESSION_M, 1e-15);
    expect(body["laws"]).to.deep.equal(["LH21", "OSC30"]);
    expect(numberOf(fieldsOf(body, "in_unit"), "value")).to.be.closeTo(100 * COMPRESSION_M, 1e-13);
    const steps = listOf(body, "derivation").map((one) => textOf(one, "for"));
    expect(steps).to.deep.equal(["U", "x"]);
    expect(body).to.not.have.property("proof");
  });

  it("seals them as one chain at its price, and the receipt is computed again", async () => {
    const price = await call(node, "QUERY", "/api/calc/price", { operators: ["LH21", "OSC30"] });
    const { body, headers, status } = await call(node, "POST", PATH, SPRING);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(headers.get("X-Calc-Sealed")).to.equal("true");
    expect(body["operatorChain"]).to.deep.equal(["KO42", "LH21", "OSC30"]);
    const envelope = await call(node, "GET", `/api/receipts/${textOf(body, "receipt_id")}`);
    const core = fieldsOf(fieldsOf(envelope.body, "envelope"), "core");
    expect(core["credits"]).to.equal(price.body["credits"]);
    for (const held of [body, envelope.body]) {
      const verdict = await call(node, "POST", "/api/calc/verify", held);
      expect(verdict.body["verdict"], JSON.stringify(verdict.body)).to.equal("valid");
    }
  });

  it("finds each change of a step", async () => {
    const { body } = await call(node, "POST", PATH, SPRING);
    const [first, second] = listOf(body, "derivation");
    const changes: Fields[] = [
      { ...body, derivation: [changed(first, { value: 1 }), second!] },
      { ...body, derivation: [changed(first, { validity: "everywhere" }), second!] },
      { ...body, derivation: [second!] },
      { ...body, inputs: exchanged(fieldsOf(body, "inputs")) },
    ];
    for (const answer of changes) {
      const verdict = await call(node, "POST", "/api/calc/verify", answer);
      expect(verdict.body["valid"], JSON.stringify(verdict.body)).to.equal(false);
    }
  });

  it("seals nothing for a question, and says what is open", async () => {
    const resistors = {
      known: [
        { kind: "resistance", value: 4 },
        { kind: "resistance", value: 6 },
      ],
      wanted: { kind: "resistance" },
    };
    const asked = await call(node, "POST", PATH, resistors);
    expect(asked.body["value"]).to.equal(null);
    expect(listOf(fieldsOf(asked.body, "asked"), "alternatives")).to.have.length.above(1);
    const series = await call(node, "POST", PATH, { ...resistors, cases: ["series"] });
    expect(series.body["value"]).to.equal(10);
    const lacking = await call(node, "POST", PATH, {
      known: [{ kind: "mass", value: 2 }],
      wanted: { kind: "kinetic energy" },
    });
    const sets = listOf(lacking.body, "further").map((one) =>
      listOf(one, "inputs").map((input) => textOf(input, "kind")),
    );
    expect(sets).to.deep.include(["speed"]);
    for (const { body, headers } of [asked, lacking]) {
      expect(body).to.not.have.property("receipt_id");
      expect(headers.get("X-Calc-Sealed")).to.equal(null);
    }
    expect(series.body).to.have.property("receipt_id");
  });

  it("refuses what is no question", async () => {
    const wrong = [
      { ...SPRING, wanted: { kind: "blorp" } },
      { ...SPRING, wanted: { kind: "compression", unit: "kg" } },
      { ...SPRING, use: ["NOPE1"] },
      { ...SPRING, known: [{ kind: "mass", value: 2, unit: "m" }] },
    ];
    for (const body of wrong) {
      const { body: problem, status } = await call(node, "QUERY", PATH, body);
      expect([status, problem["code"]], JSON.stringify(body)).to.deep.equal([400, "INVALID_INPUT"]);
    }
    expect((await call(node, "POST", PATH, SPRING, { key: null })).status).to.equal(401);
  });
});

function changed(step: Json | undefined, members: Fields): Fields {
  if (!isObject(step)) throw new Error("a step is an object");
  return { ...step, ...members };
}

/** The same inputs with two values exchanged. */
function exchanged(inputs: Fields): Fields {
  const text = JSON.stringify(inputs);
  return parseFields(
    text
      .replaceAll("given 0", "given 9")
      .replaceAll("given 1", "given 0")
      .replaceAll("given 9", "given 1"),
  );
}
