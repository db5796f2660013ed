/** Contracts whose programs change while they fire, whose times pass by the thousand, and whose guards fail. */
import { expect } from "chai";
import { barProgram, changed } from "../../contracts/programs.js";
import { ServedContracts } from "./servedContracts.js";

type Members = Readonly<Record<string, unknown>>;

/** Moves and counts at each firing; with `emit` it leads to as many more. */
function counter(trigger: object, names = ["even", "odd"], emit: readonly object[] = []) {
  const [first = "", second = ""] = names;
  const on = (target: string) => [{ guard: "true", target, assign: { n: "ctx.n + 1" }, emit }];
  return {
    schema: "calc-contract/1",
    name: "counter",
    trigger,
    machine: {
      initial: first,
      context: { n: 0 },
      states: { [first]: { on: on(second) }, [second]: { on: on(first) } },
    },
  };
}

const GO = { type: "on-event", event: "go" };
const RENAMED = ["pair", "single"];
const MAP = { even: "pair", odd: "single" };
const count = (shown: Members): unknown => Object(shown["context"])["n"];
const missedOf = (payload: Members): number => Number(payload["missed"] ?? 0);

describe("contracts that change, and that fail", () => {
  let node: ServedContracts;
  before(async () => {
    node = await ServedContracts.open();
  });
  beforeEach(() => node.newAccount());
  after(() => node.served.close());

  it("counts every event once where the program changes between them", async () => {
    const id = await node.deploy(counter(GO));
    const all: Promise<unknown>[] = [];
    for (let i = 0; i < 32; i++) {
      all.push(node.fire(id));
      if (i === 9) all.push(node.put(id, counter(GO, RENAMED), { version: 1, mapState: MAP }));
      // Its usual event is named otherwise by then: what no event was said of is of that name.
      const program = { ...GO, event: "went" };
      if (i === 20) all.push(node.put(id, counter(program, RENAMED), { version: 2 }).catch(String));
    }
    await Promise.all(all);
    const shown = await node.shown(id);
    expect([count(shown), shown["transitions"], shown["faults"]]).to.deep.equal([32, 32, 0]);
    await node.replays(id, 32);
  });

  it("keeps what an event has still to lead to, for the program that comes", async () => {
    const chain = counter(GO);
    chain.machine.states["even"]!.on[0]!.emit = [{ type: "go" }];
    const id = await node.deploy(chain);
    const free = await node.drained(id, 1);
    expect((await node.fire(id)).body).to.include({ kind: "moved", credits: 1 });
    expect(await node.shown(id)).to.include({ status: "insufficient_balance", state: "odd" });
    await node.put(id, counter(GO, RENAMED), { version: 1, mapState: MAP });
    free();
    await node.ask("POST", `/${id}/resume`);
    await node.pass(200);
    expect(await node.shown(id)).to.include({ state: "pair", transitions: 2, version: 2 });
    expect((await node.rows(id)).map(({ type }) => type)).to.deep.equal([
      "deployed",
      "transition",
      "paused",
      "deployed",
      "resumed",
      "transition",
    ]);
  });

  it("stays due where the times are the same, and counts those of other times", async () => {
    const every = { type: "every-calcond", every: 10 };
    const id = await node.deploy(counter(every));
    await node.pass(6);
    await node.put(id, counter(every, RENAMED), { version: 1, mapState: MAP });
    await node.pass(4);
    expect(count(await node.shown(id))).to.equal(1);
    const daily = { type: "cron", cron: "0 6 * * *" };
    await node.put(id, counter(daily, RENAMED), { version: 2 });
    await node.put(id, counter(every, RENAMED), { version: 3 });
    // Three are due when the program changes, and none of them was fired.
    node.wait(35);
    await node.put(id, counter({ ...every, every: 7 }, RENAMED), { version: 4 });
    await node.pass(7);
    expect(count(await node.shown(id))).to.equal(2);
    expect(missedOf((await node.rows(id)).at(-1)!.payload)).to.equal(3);
  });

  for (const act of ["put", "resume"] as const)
    it(`fires at its new time after a ${act} in the instant in which a firing ends`, async () => {
      const { contracts } = node.served.node.services.contracts;
      const find = contracts.find.bind(contracts);
      const id = await node.deploy(counter({ type: "every-calcond", every: 10 }));
      let isChanged = false;
      // Nobody is told of the reading before the change is done.
      contracts.find = async (asked) => {
        const found = await find(asked);
        if (isChanged || asked !== id || found?.progress.transitions !== 1) return found;
        isChanged = true;
        const every = counter({ type: "every-calcond", every: 3 });
        if (act === "put") await node.put(id, every, { version: 1 });
        else {
          await node.ask("POST", `/${id}/pause`);
          const paused = await find(asked);
          await node.ask("POST", `/${id}/resume`);
          return paused;
        }
        return found;
      };
      try {
        await node.pass(10);
        expect(isChanged).to.equal(true);
      } finally {
        contracts.find = find;
      }
      await node.pass(act === "put" ? 3 : 10);
      expect(count(await node.shown(id))).to.equal(2);
    });

  it("leaves times of an older program alone, in the middle of making up for them", async () => {
    const all = { type: "every-calcond", every: 10, catchup: "all" };
    const id = await node.deploy(counter(all));
    node.wait(1_000);
    node.begin();
    const put = node.put(id, counter({ ...all, every: 1_000 }), { version: 1 });
    await Promise.all([put, node.settled()]);
    const before = (await node.rows(id)).filter(({ type }) => type === "transition");
    await node.pass(1_000);
    const rows = (await node.rows(id)).filter(({ type }) => type === "transition");
    expect(rows).to.have.length(before.length + 1);
    const missed = rows.reduce((sum, { payload }) => sum + missedOf(payload), 0);
    expect(rows.length + missed).to.equal(100 + 1);
    await node.replays(id, rows.length);
  });

  it("takes each event of its machine once over a change, of another event those to come", async () => {
    const slug = "press-that-changes";
    await node.call("POST", "/api/state", { slug });
    const id = await node.deploy(counter(GO), { machine: slug });
    const send = (type: string) =>
      node.call("POST", `/api/state/${slug}/events`, { type, data: {} });
    await Promise.all([
      ...Array.from({ length: 8 }, () => send("go")),
      send("other"),
      node.put(id, counter(GO, RENAMED), { version: 1, mapState: MAP }),
      ...Array.from({ length: 8 }, () => send("go")),
    ]);
    await node.settled();
    expect(await node.shown(id)).to.deep.include({ events: 16, context: { n: 16 } });
    await node.put(id, counter({ ...GO, event: "other" }, RENAMED), { version: 2 });
    await Promise.all([send("go"), send("other"), send("other")]);
    await node.settled();
    expect(await node.shown(id)).to.deep.include({ events: 18, context: { n: 18 } });
  });

  for (const [catchup, fired] of [
    ["none", 1],
    ["one", 1],
    ["all", 100],
  ] as const)
    it(`passes over 1,000 due times with catchup ${catchup}, and counts them`, async () => {
      const id = await node.deploy(counter({ type: "every-calcond", every: 9, catchup }));
      await node.pass(9_000);
      const rows = (await node.rows(id)).slice(1);
      expect(rows).to.have.length(fired);
      expect(rows.map(({ payload }) => missedOf(payload)).reduce((a, b) => a + b)).to.equal(
        1_000 - fired,
      );
      expect(missedOf(rows[0]!.payload)).to.equal(1_000 - fired);
      await node.replays(id, fired);
    });

  it("counts times without a firing into the row of the next", async () => {
    const id = await node.deploy(counter({ type: "every-calcond", every: 40, catchup: "none" }));
    await node.pass(40_020);
    expect(await node.rows(id)).to.have.length(1);
    await node.pass(20);
    const rows = await node.rows(id);
    expect(missedOf(rows.at(-1)!.payload)).to.equal(1_000);
    expect(rows).to.have.length(2);
  });

  it("ends events that fan out after 16, as the dry run says", async () => {
    const twice = [{ type: "go" }, { type: "go" }];
    const id = await node.deploy(counter(GO, ["even", "odd"], twice));
    const dry = await node.ask("POST", `/${id}/dry-run`, { events: [{}] });
    const steps: readonly Members[] = Object(dry.body)["trace"];
    await node.fire(id);
    const rows = (await node.rows(id)).slice(1);
    expect(rows.map(({ payload }) => payload["kind"])).to.deep.equal(steps.map(({ kind }) => kind));
    // One root, 16 events: eight of the 17 emit two each, and nine may emit none.
    expect(rows.map(({ type }) => type)).to.deep.equal([
      ...Array.from({ length: 8 }, () => "transition"),
      ...Array.from({ length: 9 }, () => "fault"),
    ]);
    expect(await node.shown(id)).to.deep.include({ transitions: 8, faults: 9, credits: 8 });
    await node.replays(id, 17);
  });

  it("ends them on a machine, too, among all contracts on it", async () => {
    const slug = "press-that-fans-out";
    await node.call("POST", "/api/state", { slug });
    const twice = [{ type: "go" }, { type: "go" }];
    const fan = counter(GO, ["even", "odd"], twice);
    const ids = [
      await node.deploy(fan, { machine: slug }),
      await node.deploy(fan, { machine: slug }),
    ];
    await node.call("POST", `/api/state/${slug}/events`, { type: "go", data: {} });
    await node.settled();
    const { machine } = await node.shown(ids[0]!);
    const sent = (await node.rows(String(machine))).filter(({ type }) => type === "event");
    // Two contracts that decide at once may both lead to two.
    expect(sent.length - 1).to.be.within(16, 18);
    for (const id of ids) {
      const { faults, transitions } = await node.shown(id);
      expect(Number(faults) + Number(transitions)).to.equal(sent.length);
    }
  });

  for (const [guard, code] of [
    ["1.0 / (input.q - 3.0) > 0.0", "NON_FINITE"],
    ["input.q * 1e308 > 0.0", "NON_FINITE"],
    ["exp(input.q * 400.0) > 0.0", "NON_FINITE"],
    ["sqrt(-input.q) > 0.0", "NON_FINITE"],
  ] as const)
    it(`is at fault where ${guard} has no value, and charges nothing`, async () => {
      const program = counter(GO);
      const otherwise = { guard: "true", target: "odd", assign: { n: "ctx.n + 1" }, emit: [] };
      program.machine.states["even"]!.on = [{ ...otherwise, guard }, otherwise];
      const id = await node.deploy({ ...program, inputs: { q: { type: "double" } } });
      const before = await node.balance();
      const { body } = await node.fire(id, { q: 3 });
      expect(body).to.deep.include({ kind: "fault", from: "even", to: "even", credits: 0 });
      expect(body["fault"]).to.include({ code, pointer: "/machine/states/even/on/0/guard" });
      expect(body).to.deep.include({ token: null, context: { n: 0 } });
      expect((await node.rows(id)).map(({ type }) => type)).to.deep.equal(["deployed", "fault"]);
      expect(await node.balance()).to.equal(before);
    });

  it("refuses a guard that compares unlike units before anything runs", async () => {
    const program = changed(
      barProgram(),
      "/machine/states/nominal/on/0/guard",
      "hot.value > input.q",
    );
    const { body, status } = await node.ask("POST", "", { program });
    expect([status, body["code"]]).to.deep.equal([422, "INVALID_PROGRAM"]);
  });

  it("counts the contracts of an account once, however many it deploys", async () => {
    const { contracts } = node.served.node.services.contracts;
    const count = contracts.ofAccount.bind(contracts);
    let readings = 0;
    contracts.ofAccount = (account) => {
      readings += 1;
      return count(account);
    };
    try {
      await Promise.all(Array.from({ length: 8 }, () => node.deploy(counter(GO))));
      await node.deploy(counter(GO));
      expect(readings).to.equal(1);
    } finally {
      contracts.ofAccount = count;
    }
    expect((await node.ask("GET", "")).body["total"]).to.equal(9);
  });

  it("charges what it quotes: its dearest compute, and of a solver within the bounds", async () => {
    const compute = [
      { as: "one", operators: ["NM19"], inputs: { m: "2.0", a: "input.q" } },
      { as: "two", operators: ["NM21"], inputs: { m1: "2.0", m2: "2.0", r: "1.0" } },
      { as: "three", operators: ["KO42"], inputs: {} },
    ];
    const inputs = { q: { type: "double", unit: "m/s^2" } };
    const several = { ...counter(GO), inputs, compute };
    const quoted = await node.ask("POST", "/validate", { program: several });
    const { credits } = Object(quoted.body["price"]);
    const id = await node.deploy(several);
    expect((await node.fire(id, { q: 3 })).body).to.include({ kind: "moved", credits });
    const bar = await node.ask("POST", "/validate", { program: barProgram() });
    const { credits: most, least } = Object(bar.body["price"]);
    const fired = await node.fire(await node.deploy(barProgram()), { q: 10_500 });
    expect(fired.body).to.include({ kind: "moved" });
    expect(Number(fired.body["credits"])).to.be.within(least ?? most, most);
  });
});
