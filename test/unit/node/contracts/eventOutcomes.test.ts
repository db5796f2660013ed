/** Events that are sent to machines say what the contracts there did with them. */
import { expect } from "chai";
import { changed, barProgram } from "../../contracts/programs.js";
import { ServedContracts } from "./servedContracts.js";

const SLUG = "oven-outcomes";
const EVENTS = `/api/state/${SLUG}/events`;

/** Moves above 80, and back below it. */
const SIMPLE = {
  schema: "calc-contract/1",
  name: "limit",
  inputs: { T: { type: "double" } },
  trigger: { type: "on-event", event: "reading" },
  machine: {
    initial: "nominal",
    states: {
      nominal: { on: [{ guard: "input.T > 80.0", target: "alert" }] },
      alert: { on: [{ guard: "input.T <= 80.0", target: "nominal" }] },
    },
  },
};

describe("outcomes of events of a machine", () => {
  let here: ServedContracts;
  let limit = "";
  let other = "";
  before(async () => {
    here = await ServedContracts.open();
    await here.newAccount();
    const machine = await here.call("POST", "/api/state", { slug: SLUG });
    expect(machine.status, machine.text).to.equal(201);
    limit = await here.deploy(SIMPLE, { machine: SLUG });
    const trigger = { type: "on-event", event: "other" };
    other = await here.deploy(changed(barProgram(), "/trigger", trigger), { machine: SLUG });
  });
  after(() => here.served.close());

  it("are the transitions of those that moved, with their rows and receipts", async () => {
    const sent = await here.call("POST", EVENTS, { type: "reading", data: { T: 90 } });
    expect(sent.status, sent.text).to.equal(201);
    expect(sent.body["waiting"]).to.deep.equal([]);
    const fired = Object(sent.body["fired"]);
    expect(fired).to.have.length(1);
    expect(fired[0]).to.deep.include({
      contract: limit,
      kind: "moved",
      from: "nominal",
      to: "alert",
    });
    const receipt = await here.call("GET", `/api/receipts/${String(fired[0].token)}`);
    expect(receipt.status, receipt.text).to.equal(200);
    const shown = await here.ask("GET", `/${limit}`);
    expect(shown.body["head"]).to.deep.equal(fired[0].row);
  });

  it("are none of those that held, and of those that listen to other events", async () => {
    const held = await here.call("POST", EVENTS, { type: "reading", data: { T: 91 } });
    expect(held.body).to.deep.include({ fired: [], waiting: [] });
    const unheard = await here.call("POST", EVENTS, { type: "unheard", data: {} });
    expect(unheard.body).to.deep.include({ fired: [], waiting: [] });
  });

  it("are faults with their reason", async () => {
    const wrong = await here.call("POST", EVENTS, { type: "other", data: { q: "much" } });
    const fired = Object(wrong.body["fired"]);
    expect(fired[0], wrong.text).to.deep.include({ contract: other, kind: "fault", token: null });
    expect(fired[0].fault).to.include({ code: "INVALID_INPUT" });
  });

  it("name those that are still at it under a key that is repeated", async () => {
    const headers = { "idempotency-key": "outcomes-of-22-characters-1" };
    const event = { type: "reading", data: { T: 20 } };
    const first = await here.call("POST", EVENTS, event, { headers });
    expect(Object(first.body["fired"])).to.have.length(1);
    const again = await here.call("POST", EVENTS, event, { headers });
    expect(again.status, again.text).to.equal(201);
    expect(again.body["row"]).to.deep.equal(first.body["row"]);
    expect(again.body["waiting"]).to.deep.equal([
      { contract: limit, href: `/api/contracts/${limit}/firings` },
    ]);
    // The place that it names has what came of the event.
    const [{ href }] = Object(again.body["waiting"]);
    const listed = await here.call("GET", String(href));
    expect(listed.status, listed.text).to.equal(200);
    const [fired] = Object(first.body["fired"]);
    expect(Object(listed.body["firings"])[0]).to.deep.include({
      ...fired.row,
      kind: "moved",
      token: fired.token,
    });
  });
});
