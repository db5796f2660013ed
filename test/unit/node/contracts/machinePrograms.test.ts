/** Machines that begin with a program, and the vectors of templates by the dry run of contracts. */
import { expect } from "chai";
import { initialState } from "../../../../protocol/contracts/index.js";
import { catalogue, programOf } from "../../../../protocol/templates/catalogue.js";
import { eventsOf } from "../../../../protocol/templates/template.js";
import { differenceOf } from "../../../../scripts/records/templates/check.js";
import { runs, sample } from "../../../kit/runs.js";
import { barProgram } from "../../contracts/programs.js";
import { ServedContracts } from "./servedContracts.js";

describe("machines from programs", () => {
  let here: ServedContracts;
  before(async () => {
    here = await ServedContracts.open();
    await here.newAccount();
  });
  after(() => here.served.close());

  const begin = (body: object) => here.call("POST", "/api/state", body);
  const refused = async (body: object, status: number, code: string): Promise<void> => {
    const { body: problem, text } = await begin(body);
    expect([problem["code"], problem["status"]], text).to.deep.equal([code, status]);
    const slug = Object(body).slug;
    expect((await here.call("GET", `/api/state/${slug}`)).status, "nothing is left").to.equal(404);
  };

  for (const [slug, body, name] of [
    ["begun-program", { program: barProgram() }, barProgram()["name"]],
    [
      "begun-template",
      { templateId: "heat-transfer/bar-end-overheat", params: { limit: 140 } },
      "Burner on a bar that overheats its far end",
    ],
    ["begun-archetype", { archetype: "provable-record" }, "Provable record"],
  ] as const) {
    it(`begin with a contract on them: ${slug}`, async () => {
      const started = await begin({ slug, ...body });
      expect(started.status, started.text).to.equal(201);
      const contract = Object(started.body["contract"]);
      const machine = Object(started.body["machine"]);
      expect(contract.machine).to.equal(machine.id);
      const shown = await here.ask("GET", `/${contract.contract}`);
      expect(shown.body, shown.text).to.include({ status: "open", name: contract.name });
      if (slug !== "begun-template") expect(contract.name).to.equal(name);
    });
  }

  it("hear the first event of their machine, also by its own key", async () => {
    const slug = "begun-hears";
    const started = await begin({ slug, archetype: "provable-record" });
    const key = String(started.body["key"]);
    const event = { type: "entry", data: { what: "delivery" } };
    const sent = await here.call("POST", `/api/state/${slug}/events`, event, { key });
    expect(sent.status, sent.text).to.equal(201);
    expect(Object(sent.body["fired"])[0]).to.include({ from: "open", to: "open", kind: "moved" });
  });

  it("begin with nothing where the program is none", async () => {
    await refused({ slug: "begun-wrong-1", program: {} }, 422, "INVALID_PROGRAM");
    await refused({ slug: "begun-wrong-2", templateId: "none/such" }, 404, "NOT_FOUND");
    await refused({ slug: "begun-wrong-3", archetype: "such" }, 404, "NOT_FOUND");
    await refused(
      { slug: "begun-wrong-4", archetype: "simulation", templateId: "a/b" },
      400,
      "INVALID_BODY",
    );
    await refused({ slug: "begun-wrong-5", purpose: "master" }, 403, "FORBIDDEN");
    const slip = await begin({ slug: "begun-wrong-6", archetype: "provable-recrod" });
    expect(slip.body["nearest"], slip.text).to.equal("archetypes/provable-record");
  });

  it("dry-run the published vectors of a template as they stand", async () => {
    // One whose states follow the time itself, and one that computes.
    for (const id of ["batteries-storage/shelf-self-discharge", "heat-transfer/bar-end-overheat"]) {
      const { body } = await here.ask("GET", `/templates/${id}`);
      const contract = await here.deploy(Object(body["program"]), {});
      for (const { events, name, states } of Object(body["vectors"])) {
        const run = await here.ask("POST", `/${contract}/dry-run`, { events });
        expect(run.status, run.text).to.equal(200);
        const trace: readonly { readonly to: string }[] = Object(run.body["trace"]);
        expect(
          trace.slice(-states.length).map(({ to }) => to),
          name,
        ).to.deep.equal(states);
      }
    }
  });

  it("dry-run moments by their distance from the first, too", async () => {
    const contract = await here.deploy(barProgram());
    const events = [{ calcond: 2_311_000_000 }, { after: 5 }, {}, { after: 40 }];
    const run = await here.ask("POST", `/${contract}/dry-run`, { events });
    const trace: readonly { readonly calcond: number }[] = Object(run.body["trace"]);
    const moments = trace.map(({ calcond }) => calcond - 2_311_000_000);
    expect(moments).to.deep.equal([0, 5, 6, 40]);
  });
});

describe("vectors of templates by the dry run of a node", () => {
  let here: ServedContracts;
  before(async () => {
    here = await ServedContracts.open();
    await here.newAccount();
  });
  after(() => here.served.close());

  it("end in the states and values that another program says", async () => {
    const { contracts, replays } = here.served.node.services.contracts;
    const id = await here.deploy(barProgram());
    const { progress, record } = (await contracts.find(id))!;
    let run = 0;
    // All vectors run by the engine alone in test/unit/templates; these go through the node.
    const entries = sample(catalogue.find({}), 5);
    for (const entry of entries) {
      const ready = contracts.prepared(programOf(entry));
      const { hash: programHash, program } = ready;
      const contract = {
        record: { ...record, program, programHash },
        progress: { ...progress, at: initialState(ready) },
      };
      for (const vector of entry.template.vectors) {
        const events = eventsOf(vector).map(({ calcond, data }) => ({ type: null, data, calcond }));
        const from = { state: null, context: null };
        const { steps } = await replays.dryRun(contract, events, from, {
          caller: "keyed",
          signal: new AbortController().signal,
        });
        expect(differenceOf(vector, steps), `${entry.id}: ${vector.name}`).to.equal(null);
        run += 1;
      }
    }
    expect(entries.length).to.be.greaterThan(runs(60, 300));
    expect(run).to.be.at.least(7 * entries.length);
  });
});
