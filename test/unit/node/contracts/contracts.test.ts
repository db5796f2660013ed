/** Contracts on a whole node behind HTTP, with a clock and timers that move when they are told to. */
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import type { Payment } from "../../../../node/sealing/draft.js";
import { CALCOND_NS, CONTRACT_FAILING_MAX } from "../../../../protocol/limits.js";
import { LogCheck } from "../../../../protocol/log/check.js";
import { genesisHash } from "../../../../protocol/log/row.js";
import { serveNode, type CallOptions, type Reply, type ServedNode } from "../../../kit/served.js";
import { barProgram, changed } from "../../contracts/programs.js";
import { HandScheduler } from "./servedContracts.js";

const PATH = "/api/contracts";

/** Counts its firings, every ten calconds. */
const COUNTER = {
  schema: "calc-contract/1",
  name: "counter",
  trigger: { type: "every-calcond", every: 10, catchup: "one" },
  machine: {
    initial: "even",
    context: { n: 0 },
    states: {
      even: { on: [{ guard: "true", target: "odd", assign: { n: "ctx.n + 1" } }] },
      odd: { on: [{ guard: "true", target: "even", assign: { n: "ctx.n + 1" } }] },
    },
  },
};

const ONCE = { headers: { "idempotency-key": "a-key-of-22-characters-1" } };

function refused(reply: Reply, status: number, code: string): void {
  expect([reply.status, reply.body["code"]], reply.text).to.deep.equal([status, code]);
}

describe("contracts on a node", () => {
  let served: ServedNode;
  let account = "";
  const scheduler = new HandScheduler();
  const balance = async (): Promise<number> => {
    const { body } = await served.call("GET", "/api/ledger", { key: account });
    return Number(body["free"]);
  };
  const ask = (method: string, path: string, body?: object, options: CallOptions = {}) =>
    served.call(method, `${PATH}${path}`, { key: account, body, ...options });
  const deploy = async (program: object = barProgram()): Promise<string> => {
    const response = await ask("POST", "", { program, machine: null });
    expect(response.status, response.text).to.equal(201);
    return String(response.body["contract"]);
  };
  const fire = (id: string, data: object, options: CallOptions = {}): Promise<Reply> =>
    ask("POST", `/${id}/fire`, { data }, options);
  const rowsOf = async (id: string): Promise<readonly string[]> => {
    const types: string[] = [];
    for await (const { text } of served.node.services.machineLog.rows(id)) {
      const row: { readonly transitionType: string } = JSON.parse(text);
      types.push(row.transitionType);
    }
    return types;
  };
  const pass = async (calconds: number): Promise<void> => {
    served.node.clock.ns += BigInt(calconds) * CALCOND_NS;
    scheduler.fire();
    await served.node.services.contracts.schedule.settled();
  };

  before(async () => {
    served = await serveNode({ ports: { scheduler }, config: { credits: { welcome: 100 } } });
  });
  beforeEach(async () => {
    account = await served.account();
  });
  after(() => served.close());

  it("counts the computes of a firing that holds, and pauses where the day's are used up", async () => {
    const { contracts, vainWork } = served.node.services;
    const id = await deploy();
    const { owner } = (await contracts.contracts.find(id))!.record;
    const whole = await vainWork.left(owner);
    const held = await fire(id, { q: 1_000 });
    expect(held.body).to.include({ kind: "held", credits: 0 });
    const left = await vainWork.left(owner);
    expect(left).to.be.below(whole);
    const rehearsed = await ask("POST", `/${id}/dry-run`, { events: [{ data: { q: 1_000 } }] });
    expect(rehearsed.status, rehearsed.text).to.equal(200);
    expect(await vainWork.left(owner)).to.be.below(left);
    await vainWork.spend(owner, whole);
    refused(await ask("POST", `/${id}/dry-run`, { events: [{ data: {} }] }), 429, "RATE_LIMITED");
    refused(await fire(id, { q: 1_000 }), 429, "RATE_LIMITED");
    expect((await ask("GET", `/${id}`)).body).to.include({ status: "paused" });
    expect((await rowsOf(id)).at(-1)).to.equal("paused");
    refused(
      await served.call("POST", "/api/calc/compute", {
        key: account,
        body: { operators: ["NM19"], inputs: { m: 1, a: 1 } },
      }),
      429,
      "RATE_LIMITED",
    );
  });

  it("pauses where its computes fail again and again, and goes on when it is resumed", async () => {
    const id = await deploy();
    // Carried away so fast that the end would be some 12,000 K below nought.
    const failing = { q: -1_000_000 };
    const first = await fire(id, failing);
    expect(first.body, first.text).to.include({ kind: "fault", credits: 0 });
    expect(Object(first.body["fault"])["pointer"]).to.match(/^\/compute\//u);
    // An event that is no reading counts neither way; a compute that has a value ends the row.
    expect((await fire(id, {})).body).to.include({ kind: "fault" });
    expect((await fire(id, { q: 1_000 })).body).to.include({ kind: "held" });
    for (let i = 0; i < CONTRACT_FAILING_MAX; i += 1) {
      expect((await ask("GET", `/${id}`)).body).to.include({ status: "open" });
      expect((await fire(id, failing)).body).to.include({ kind: "fault" });
    }
    expect((await ask("GET", `/${id}`)).body).to.include({ status: "paused" });
    refused(await fire(id, { q: 1_000 }), 409, "CONTRACT_PAUSED");
    expect((await rowsOf(id)).at(-1)).to.equal("paused");
    expect((await ask("POST", `/${id}/resume`)).status).to.equal(200);
    expect((await fire(id, failing)).body).to.include({ kind: "fault" });
    expect((await fire(id, { q: 1_000 })).body).to.include({ kind: "held" });
  });

  it("finds templates by words, shows one, and deploys it by its id alone", async () => {
    const all = await ask("GET", "/templates", undefined, { key: undefined });
    const { categories, items, templates, total } = all.body;
    const counts: readonly unknown[] = Array.isArray(categories) ? categories : [];
    const sum = counts.reduce<number>((so, one) => so + Number(Object(one).templates), 0);
    expect([templates, total], all.text).to.deep.equal([sum, sum]);
    expect(items).to.have.length(Math.min(sum, 100));
    const found = await ask("GET", "/templates?q=burner+on+a+bar+with+hot+insulation", undefined, {
      key: undefined,
    });
    const first: unknown = Array.isArray(found.body["items"]) ? found.body["items"][0] : null;
    expect(first).to.include({ templateId: "heat-transfer/bar-end-overheat" });
    const shown = await ask("GET", "/templates/heat-transfer/bar-end-overheat");
    const valid = await ask("POST", "/validate", { program: shown.body["program"] });
    expect(valid.body).to.include({ valid: true, programHash: shown.body["programHash"] });
    const templateId = "heat-transfer/bar-end-overheat";
    const response = await ask("POST", "", { templateId });
    expect(response.body, response.text).to.include({ programHash: shown.body["programHash"] });
    const stricter = await ask("POST", "", { templateId, params: { limit: 120, early: 100 } });
    const { contract } = stricter.body;
    const fired = await ask("POST", `/${String(contract)}/fire`, { data: { q: 8_000 } });
    expect(fired.body, fired.text).to.include({ from: "nominal", to: "alert" });
    // 2000 degC is past the param's own range, in the units that the template states.
    refused(
      await ask("POST", "", { templateId, params: { limit: 2_000 } }),
      422,
      "INVALID_PROGRAM",
    );
    refused(await ask("POST", "", { templateId, params: { limits: 1 } }), 400, "INVALID_BODY");
    refused(await ask("POST", "", {}), 400, "INVALID_BODY");
    refused(await ask("POST", "", { templateId, program: barProgram() }), 400, "INVALID_BODY");
    const none = await ask("POST", "", { templateId: "heat-transfer/bar-end-overheats" });
    refused(none, 404, "NOT_FOUND");
    expect(none.body).to.include({ nearest: templateId });
  });

  it("checks programs for anybody, with every problem", async () => {
    const good = await served.call("POST", `${PATH}/validate`, { body: { program: barProgram() } });
    // One compute, and the ten minutes of unpaid work that an account has in a day.
    const price = { credits: 3, computes: 1, dayWorkMs: 600_000 };
    expect(good.body).to.deep.include({ valid: true, problems: [], price });
    const guard = "/machine/states/nominal/on/0/guard";
    const bad = changed(barProgram(), guard, "hot.value > params.length");
    const validated = await served.call("POST", `${PATH}/validate`, { body: { program: bad } });
    expect(validated.body["valid"]).to.equal(false);
    expect(validated.body["problems"]).to.deep.equal([
      { pointer: guard, code: "WRONG_UNIT", message: "K is not compared with m.", position: 10 },
    ]);
    const refusal = await ask("POST", "", { program: bad });
    refused(refusal, 422, "INVALID_PROGRAM");
    expect(refusal.body["errors"]).to.have.length(1);
  });

  it("fires: a transition is sealed and paid, what moves nothing is counted, a fault is a row", async () => {
    const id = await deploy();
    const begun = await balance();
    const held = await fire(id, { q: 1_000 });
    expect(held.status, held.text).to.equal(201);
    expect(held.body).to.include({
      kind: "held",
      to: "nominal",
      row: null,
      token: null,
      credits: 0,
    });
    const moved = await fire(id, { q: 10_500 }, ONCE);
    expect(moved.body).to.include({ kind: "moved", from: "nominal", to: "alert", credits: 3 });
    const again = await fire(id, { q: 10_500 }, ONCE);
    expect(again.text).to.equal(moved.text);
    const receipt = await served.call("GET", `/api/receipts/${String(moved.body["token"])}`, {
      key: account,
    });
    expect(receipt.status, receipt.text).to.equal(200);
    const fault = await fire(id, {});
    expect(fault.body).to.include({ kind: "fault", from: "alert", to: "alert", credits: 0 });
    expect(await balance()).to.equal(begun - 3);
    const shown = await ask("GET", `/${id}`);
    expect(shown.body).to.deep.include({
      state: "alert",
      context: { alerts: 1 },
      events: 3,
      transitions: 1,
      faults: 1,
      credits: 3,
      version: 1,
    });
    expect(await rowsOf(id)).to.deep.equal(["deployed", "transition", "fault"]);
    const list = await ask("GET", "");
    expect(list.body["total"]).to.equal(1);
  });

  it("counts each of 64 events at once, in one order", async () => {
    const id = await deploy({ ...COUNTER, trigger: { type: "on-event", event: "go" } });
    const fired = await Promise.all(Array.from({ length: 64 }, () => fire(id, {})));
    const counts = fired.map(({ body }) => Object(body["context"])["n"]);
    expect(counts.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 64 }, (_, i) => i + 1));
    await linked(id);
    const replay = await ask("POST", `/${id}/replay`, {});
    expect(replay.body).to.deep.include({ identical: true, checked: 64, firstDifference: null });
  });

  async function linked(id: string): Promise<void> {
    const found = await served.node.services.contracts.contracts.find(id);
    const { createdCalcond: genesisCalcond, owner } = found!.record;
    const prev = genesisHash(nodeCrypto, { machine: id, owner, genesisCalcond });
    const check = new LogCheck(nodeCrypto, { machine: id, prev });
    for await (const { text } of served.node.services.machineLog.rows(id)) check.row(text);
    expect([check.linkage.pass, check.pulse.pass]).to.deep.equal([true, true]);
  }

  it("says in a dry run what firings then do, and makes them again from the log", async () => {
    const id = await deploy();
    const all = [9_000, 10_500, 9_600, 9_600, 100, null].map((q) => (q === null ? {} : { q }));
    const before = await rowsOf(id);
    const dry = await ask("POST", `/${id}/dry-run`, { events: all.map((data) => ({ data })) });
    expect(dry.status, dry.text).to.equal(200);
    expect(await rowsOf(id)).to.deep.equal(before);
    const steps: readonly Record<string, unknown>[] = Object(dry.body)["trace"];
    for (const [i, data] of all.entries()) {
      const { body } = await fire(id, data);
      for (const member of [
        "kind",
        "from",
        "to",
        "event",
        "results",
        "context",
        "emitted",
        "fault",
      ])
        expect(body[member], member).to.deep.equal(steps[i]![member]);
    }
    const replay = await ask("POST", `/${id}/replay`, {});
    expect(replay.body).to.deep.include({ identical: true, checked: 5 });
    const other = changed(barProgram(), "/params/limit/default", 140);
    const replayed = await ask("POST", `/${id}/replay`, { program: other });
    expect(replayed.body["identical"]).to.equal(false);
    expect(replayed.body["firstDifference"]).to.include({ seq: 3, member: "kind" });
    refused(
      await ask("POST", `/${id}/dry-run`, { events: [{}], fromState: "no" }),
      400,
      "INVALID_INPUT",
    );
  });

  it("tells at each door what a program compares, where its unit is none of SI", async () => {
    const key = await served.account();
    const program = {
      schema: "calc-contract/1",
      name: "hot",
      inputs: { t: { type: "double", unit: "degC" } },
      trigger: { type: "on-event", event: "reading" },
      machine: {
        initial: "calm",
        states: { calm: { on: [{ guard: "input.t > 95.0", target: "hot" }] }, hot: { on: [] } },
      },
    };
    const post = (path: string, body: object) => served.call("POST", path, { key, body });
    const deployed = await post("/api/contracts", { program });
    const path = `/api/contracts/${String(deployed.body["contract"])}`;
    const other = { ...program, name: "hotter" };
    const changed = await served.call("PUT", path, { key, body: { program: other, version: 1 } });
    const bare = await post("/api/contracts", { program, machine: null });
    const begun = await post("/api/state", { program });
    for (const answer of [deployed.body, changed.body, bare.body, Object(begun.body["contract"])])
      // 95 K are -178.15 degC.
      expect(JSON.stringify(answer["notices"]), JSON.stringify(answer)).to.contain("-178.15 degC");
  });

  it("keeps its state over versions, and pauses, resumes and closes", async () => {
    const id = await deploy();
    await fire(id, { q: 9_000 });
    const text = JSON.stringify(barProgram()).replaceAll('"watch"', '"early"');
    const next: object = JSON.parse(text);
    refused(await ask("PUT", `/${id}`, { program: next, version: 2 }), 412, "PRECONDITION_FAILED");
    refused(await ask("PUT", `/${id}`, { program: next, version: 1 }), 409, "STATE_LOST");
    const changed = await ask(
      "PUT",
      `/${id}`,
      { program: next, mapState: { watch: "early" } },
      { headers: { "if-match": '"1"' } },
    );
    expect(changed.body, changed.text).to.include({ state: "early", version: 2 });
    expect((await fire(id, { q: 10_500 })).body).to.include({ from: "early", to: "alert" });
    expect((await ask("POST", `/${id}/replay`, {})).body).to.include({
      identical: true,
      checked: 2,
    });
    expect((await ask("POST", `/${id}/pause`)).body).to.include({ status: "paused" });
    refused(await fire(id, { q: 1 }), 409, "CONTRACT_PAUSED");
    expect((await ask("POST", `/${id}/resume`)).body).to.include({ status: "open" });
    const stranger = await served.account();
    refused(await ask("GET", `/${id}`, undefined, { key: stranger }), 404, "NOT_FOUND");
    refused(await fire(id, { q: 1 }, { key: stranger }), 404, "NOT_FOUND");
    expect((await ask("DELETE", `/${id}`)).body).to.include({ status: "closed" });
    refused(await fire(id, { q: 1 }), 410, "GONE");
    expect((await rowsOf(id)).slice(-4)).to.deep.equal([
      "transition",
      "paused",
      "resumed",
      "closed",
    ]);
  });

  it("fires at its times, makes up for one and counts the others", async () => {
    const id = await deploy(COUNTER);
    const count = async () => Object((await ask("GET", `/${id}`)).body["context"])["n"];
    await pass(9);
    expect(await count()).to.equal(0);
    await pass(1);
    expect(await count()).to.equal(1);
    await pass(10_000);
    expect(await count()).to.equal(2);
    const { seq } = (await served.node.services.machineLog.head(id))!;
    const payload = await served.node.services.machineLog.payload(id, seq);
    expect(JSON.parse(payload!)).to.include({ missed: 999 });
  });

  it("ends a loop of events, and goes on with the next", async () => {
    const id = await deploy({
      ...COUNTER,
      trigger: { type: "on-event", event: "go" },
      machine: {
        initial: "a",
        context: { n: 0 },
        states: {
          a: {
            on: [
              { guard: "true", target: "a", assign: { n: "ctx.n + 1" }, emit: [{ type: "go" }] },
            ],
          },
        },
      },
    });
    await fire(id, {});
    await fire(id, {});
    const shown = await ask("GET", `/${id}`);
    expect(shown.body).to.deep.include({ context: { n: 32 }, faults: 2, transitions: 32 });
    expect(Object(shown.body["fault"])["code"]).to.equal("LOOP_LIMIT");
  });

  it("takes what a firing led to when that can be sealed again", async () => {
    const id = await deploy({
      ...COUNTER,
      trigger: { type: "on-event", event: "go" },
      machine: {
        initial: "a",
        context: { n: 0 },
        states: {
          a: {
            on: [
              {
                guard: "ctx.n < 1.0",
                target: "a",
                assign: { n: "ctx.n + 1" },
                emit: [{ type: "go" }],
              },
              { guard: "true", target: "b", assign: { n: "ctx.n + 1" } },
            ],
          },
          b: { on: [{ guard: "false", target: "a" }] },
        },
      },
    });
    const { contracts } = served.node.services.contracts;
    const find = contracts.find.bind(contracts);
    contracts.find = async (asked) => {
      const found = await find(asked);
      if (found !== null && found.progress.chain.waiting.length > 0) {
        contracts.find = find;
        // Between the firing and what it leads to the clock is set back: nothing can be sealed.
        served.node.clock.ns -= 100n * CALCOND_NS;
      }
      return found;
    };
    const fired = await fire(id, {});
    expect([fired.status, fired.body["kind"]], fired.text).to.deep.equal([201, "moved"]);
    const left = { state: "a", context: { n: 1 }, transitions: 1, faults: 0 };
    expect((await ask("GET", `/${id}`)).body).to.deep.include(left);
    await pass(50);
    expect((await ask("GET", `/${id}`)).body).to.deep.include(left);
    await pass(100);
    const done = { state: "b", context: { n: 2 }, transitions: 2, faults: 0 };
    expect((await ask("GET", `/${id}`)).body).to.deep.include(done);
    expect(await rowsOf(id)).to.deep.equal(["deployed", "transition", "transition"]);
  });

  it("takes each event of its machine once, and emits into the machine's log", async () => {
    const slug = `press-${account
      .slice(-8)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, "x")}`;
    const machine = await served.call("POST", "/api/state", { key: account, body: { slug } });
    expect(machine.status, machine.text).to.equal(201);
    const response = await ask("POST", "", { program: barProgram(), machine: slug });
    expect(response.status, response.text).to.equal(201);
    const listener = {
      ...COUNTER,
      trigger: { type: "on-event", event: "alert.cleared", where: "input.alerts > 0.0" },
      inputs: { alerts: { type: "double" } },
    };
    const heard = await ask("POST", "", { program: listener, machine: slug });
    const send = (q: number) =>
      served.call("POST", `/api/state/${slug}/events`, {
        key: account,
        body: { type: "reading", data: { q } },
      });
    await Promise.all([9_000, 9_000, 9_000].map(send));
    await send(10_500);
    await send(9_600);
    const { machineTriggers } = served.node.services.contracts;
    await machineTriggers.settled();
    const shown = await ask("GET", `/${String(response.body["contract"])}`);
    expect(shown.body).to.deep.include({ state: "resolved", events: 5, transitions: 3 });
    const other = await ask("GET", `/${String(heard.body["contract"])}`);
    expect(other.body).to.deep.include({ state: "odd", events: 1, transitions: 1 });
    // A node that starts again goes on where each contract had come to: nothing is taken twice.
    await machineTriggers.start();
    await machineTriggers.settled();
    expect((await ask("GET", `/${String(response.body["contract"])}`)).body).to.include({
      events: 5,
    });
  });

  it("pauses where a transition cannot be paid, and says so in a row", async () => {
    const id = await deploy({ ...COUNTER, trigger: { type: "on-event", event: "go" } });
    const found = await served.node.services.contracts.contracts.find(id);
    const { owner } = found!.record;
    const { ledger } = served.node.services;
    await ledger.open(owner);
    const all: Payment[] = [];
    for (let set = ledger.reserve(owner, 1); set !== null; set = ledger.reserve(owner, 1))
      all.push(set);
    refused(await fire(id, {}), 402, "INSUFFICIENT_BALANCE");
    for (const one of all) one.unsealed();
    expect((await ask("GET", `/${id}`)).body).to.deep.include({
      status: "insufficient_balance",
      context: { n: 0 },
      transitions: 0,
    });
    expect(await rowsOf(id)).to.deep.equal(["deployed", "paused"]);
    await ask("POST", `/${id}/resume`);
    expect((await fire(id, {})).body).to.include({ kind: "moved", credits: 1 });
  });
});
