/** The machine that a contract begins with, and what stands in its log, its tally and its layers. */
import { expect } from "chai";
import { ServedContracts } from "./servedContracts.js";

const LAYERS = [
  "pulse-attestation",
  "phase-agreement",
  "hash-linkage",
  "operator-coverage",
  "energy-record",
] as const;

/** Moves at every reading; with a compute, so that its price is not the least. */
const PROGRAM = {
  schema: "calc-contract/1",
  name: "Loads",
  inputs: { m: { type: "double", unit: "kg" } },
  trigger: { type: "on-event", event: "reading" },
  compute: [{ as: "f", operators: ["NM19"], inputs: { m: "input.m", a: "9.81" } }],
  machine: {
    initial: "left",
    states: {
      left: { on: [{ guard: "f.value > 1.0", target: "right" }] },
      right: { on: [{ guard: "f.value > 1.0", target: "left" }] },
    },
  },
};

describe("contracts and their machines", () => {
  let here: ServedContracts;
  before(async () => {
    here = await ServedContracts.open();
  });
  beforeEach(() => here.newAccount());
  after(() => here.served.close());

  it("begin together where none is named: its key fires, and its slug stands on receipts", async () => {
    const begun = await here.ask("POST", "", { program: PROGRAM });
    expect(begun.status, begun.text).to.equal(201);
    const { contract, key, machine } = begun.body;
    expect(begun.body).to.include({ keyShownOnce: true, name: "Loads" });
    const own = { key: String(key) };
    const fired = await here.call(
      "POST",
      `/api/contracts/${String(contract)}/fire`,
      { data: { m: 2 } },
      own,
    );
    expect(fired.body, fired.text).to.include({ kind: "moved", credits: 3 });
    const shown = await here.call("GET", `/api/state/${String(machine)}`);
    expect(shown.body, shown.text).to.include({ name: "Loads", is_public: false });
    const path = `/api/receipts/${String(fired.body["token"])}`;
    const receipt = await here.served.call("GET", path, { key: here.key });
    expect(receipt.headers.get("x-calc-machine")).to.equal(shown.body["slug"]);
    expect(Object(receipt.body["inputs"])).to.include({ contract, from: "left", to: "right" });
  });

  it("begin with none for `machine: null`, and with nothing where the program is none", async () => {
    const { body: before } = await here.call("GET", "/api/state");
    const alone = await here.ask("POST", "", { program: PROGRAM, machine: null });
    expect(alone.body, alone.text).to.include({ machine: null });
    expect(alone.body).to.not.have.any.keys("key", "keyShownOnce");
    const wrong = await here.ask("POST", "", { program: { ...PROGRAM, inputs: {} } });
    expect(wrong.body["code"]).to.equal("INVALID_PROGRAM");
    const { body } = await here.call("GET", "/api/state");
    expect(body["machines"], "no machine was left").to.deep.equal(before["machines"]);
  });

  it("count each transition in audit, tally, summary and five layers of the machine", async () => {
    const begun = await here.ask("POST", "", { program: PROGRAM });
    const { contract, machine } = begun.body;
    const tokens: unknown[] = [];
    for (const m of [2, 3, 4])
      tokens.push((await here.fire(String(contract), { m })).body["token"]);
    const of = async (path: string) => {
      const { body, status, text } = await here.call(
        "GET",
        `/api/state/${String(machine)}/${path}`,
      );
      expect(status, text).to.equal(200);
      return body;
    };
    const rows: readonly { readonly transitionType: string; readonly token: unknown }[] = Object(
      (await of("audit"))["rows"],
    );
    const sealed = rows.filter(({ transitionType }) => transitionType === "sealed_event");
    expect(sealed.map(({ token }) => token)).to.have.members(tokens);
    expect(await of("tally/summary")).to.include({ machine, credits: 9, envelopes: 3 });
    const envelopes: readonly { readonly receipt_id: string }[] = Object(
      (await of("tally/envelopes"))["envelopes"],
    );
    expect(envelopes.map((one) => one.receipt_id)).to.have.members(tokens);
    expect(await of("pohc/validate")).to.include({ valid: true });
    for (const layer of LAYERS) {
      const checked = await here.call("POST", `/api/protocol/pohc/${layer}`, { machine });
      expect(checked.body, checked.text).to.include({ layer, pass: true });
      expect(checked.body["checked"], layer).to.be.at.least(3);
    }
  });

  it("say the price of a firing before it: deployed, quoted and tried", async () => {
    // One operator costs 3 credits, and so does the dearest of two.
    const compute = [
      ...PROGRAM.compute,
      { as: "g", operators: ["NM19"], inputs: { m: "input.m", a: "1.62" } },
    ];
    const program = { ...PROGRAM, compute };
    const price = { credits: 3, computes: 2, dayWorkMs: 600_000 };
    const deployed = await here.ask("POST", "", { program, machine: null });
    expect(deployed.body["price"], deployed.text).to.deep.equal(price);
    const quoted = await here.call("POST", "/api/calc/price", { program });
    expect(quoted.body, quoted.text).to.deep.include(price);
    const wrong = await here.call("POST", "/api/calc/price", { program: {} });
    expect([wrong.status, wrong.body["code"]]).to.deep.equal([422, "INVALID_PROGRAM"]);
    const id = String(deployed.body["contract"]);
    const events = [{ data: { m: 2 } }, { data: { m: 0.01 } }];
    const tried = await here.ask("POST", `/${id}/dry-run`, { events });
    const steps: readonly { readonly credits: number }[] = Object(tried.body["trace"]);
    expect(steps.map(({ credits }) => credits)).to.deep.equal([3, 0]);
    const giveBack = await here.drained(id, 2);
    const poor = await here.fire(id, { m: 2 });
    giveBack();
    expect([poor.status, poor.body["code"]], poor.text).to.deep.equal([
      402,
      "INSUFFICIENT_BALANCE",
    ]);
    expect(poor.body["price"]).to.include({ ...price, most: 3 });
    expect(poor.body["detail"]).to.include("the dearest of its 2 computes");
  });

  it("have logs of their own, by their ids, for those who may read them", async () => {
    const id = await here.deploy(PROGRAM);
    const { token } = (await here.fire(id, { m: 2 })).body;
    for (const path of ["audit", "checkpoints", "pohc/validate", "tally/summary"]) {
      const own = await here.call("GET", `/api/state/${id}/${path}`);
      expect(own.status, own.text).to.equal(200);
      const stranger = await here.served.account();
      const theirs = await here.served.call("GET", `/api/state/${id}/${path}`, { key: stranger });
      expect([theirs.status, theirs.body["code"]], path).to.deep.equal([404, "NOT_FOUND"]);
    }
    const audit = await here.call("GET", `/api/state/${id}/audit`);
    const rows: readonly { readonly token: unknown }[] = Object(audit.body["rows"]);
    expect(rows.map((row) => row.token)).to.deep.equal([null, token]);
    const payload = await here.call("GET", `/api/state/${id}/audit/1/payload`);
    expect(payload.body, payload.text).to.include({ from: "left", to: "right" });
  });
});
