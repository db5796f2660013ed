/** What a reactor does where nothing can be sealed, paid or computed: it says so, and stays as it is. */
import { expect } from "chai";
import { CALCOND_NS } from "../../../../protocol/limits.js";
import type { BatchOptions, Operation } from "../../../../storage/kv/kv.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { serveNode, type Reply, type ServedNode } from "../../../kit/served.js";

const PATH = "/api/calc/reactor";
const HOUR = 3_600_000_000_000n / CALCOND_NS;

/** A disk that takes nothing while it is full. */
class FullableStore extends MemoryStore {
  isFull = false;

  override batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    if (this.isFull) return Promise.reject(new Error("ENOSPC: no space left on device"));
    return super.batch(operations, options);
  }
}

const ADDING = {
  operators: ["NM19"],
  initialState: { value: 1 },
  transition: { inputs: { m: 0.5, a: "x.value + u" } },
};

describe("reactors: where there is no step", () => {
  const raw = new FullableStore();
  let served: ServedNode;
  let key = "";
  before(async () => {
    served = await serveNode({ raw });
  });
  beforeEach(async () => {
    key = await served.account();
  });
  after(() => served.close());

  const make = async (changes: object = {}): Promise<string> => {
    const response = await served.call("POST", PATH, { key, body: { ...ADDING, ...changes } });
    expect(response.status, response.text).to.equal(201);
    return String(response.body["reactor"]);
  };
  const step = (reactor: string, body: object = { u: 1 }): Promise<Reply> =>
    served.call("POST", `${PATH}/${reactor}/step`, { key, body });
  const stepped = async (reactor: string): Promise<Readonly<Record<string, unknown>>> => {
    const { body, status, text } = await step(reactor);
    expect(status, text).to.equal(200);
    return body;
  };
  /** All that a step moves: state, rows and what was spent. */
  const standing = async (reactor: string): Promise<string> => {
    const state = await served.call("GET", `${PATH}/${reactor}/state`, { key });
    const telemetry = await served.call("GET", `${PATH}/${reactor}/telemetry`, { key });
    const ledger = await served.call("GET", "/api/ledger", { key });
    return [state.text, telemetry.text, ledger.text].join("\n");
  };

  it("a full disk: 503, then on from the same state", async () => {
    const one = await make();
    await stepped(one);
    const before = await standing(one);
    raw.isFull = true;
    const refused = await step(one);
    const fault = await step(one, {});
    raw.isFull = false;
    expect([refused.status, refused.body["code"]], refused.text).to.deep.equal([503, "NOT_READY"]);
    expect(fault.status, fault.text).to.be.at.least(500);
    expect(await standing(one)).to.equal(before);
    expect(await stepped(one)).to.include({ n: 2 });
  });

  it("a clock set back: 503 until it has caught up; an hour ahead: the next step", async () => {
    const one = await make();
    const first = await stepped(one);
    const before = await standing(one);
    served.pass(-1_000);
    const { body, status, text } = await step(one);
    expect([status, body["code"], body["reasons"]], text).to.deep.equal([
      503,
      "NOT_READY",
      ["CLOCK_BACKWARDS"],
    ]);
    expect(await standing(one)).to.equal(before);
    served.pass(1_000 + Number(HOUR));
    const next = await stepped(one);
    expect(next["n"]).to.equal(2);
    expect(Number(next["calcond"])).to.be.at.least(Number(first["calcond"]) + Number(HOUR));
    const log = await served.call("GET", `${PATH}/${one}/trajectory`, { key });
    expect(log.body["chainValid"]).to.equal(true);
  });

  it("the trial of a first step counts as work that seals nothing: 429 where none is left", async () => {
    const { vainWork } = served.node.services;
    const { body } = await served.call("GET", "/api/identity", { key });
    const account = String(body["account"]);
    const whole = await vainWork.left(account);
    const alone = { transition: { inputs: { m: 0.5, a: "x.value" } } };
    await make(alone);
    const left = await vainWork.left(account);
    expect(left).to.be.below(whole);
    const never = { transition: { inputs: { m: 0.5, a: "x.value/0" } } };
    const refused = await served.call("POST", PATH, { key, body: { ...ADDING, ...never } });
    expect(refused.status, refused.text).to.equal(422);
    await vainWork.spend(account, whole);
    const late = await served.call("POST", PATH, { key, body: { ...ADDING, ...alone } });
    expect([late.status, late.body["code"]], late.text).to.deep.equal([429, "RATE_LIMITED"]);
  });

  it("an empty account: 402, and no fault of the program", async () => {
    const config = { credits: { welcome: 3 } };
    const poor = await serveNode({ config, seed: 31 });
    try {
      const account = await poor.account();
      const response = await poor.call("POST", PATH, { key: account, body: ADDING });
      const { reactor } = response.body;
      const call = () =>
        poor.call("POST", `${PATH}/step`, { key: account, body: { reactor, u: 1 } });
      expect((await call()).status).to.equal(200);
      const { body, status } = await call();
      expect([status, body["code"]]).to.deep.equal([402, "INSUFFICIENT_BALANCE"]);
      const telemetry = await poor.call("GET", `${PATH}/telemetry?reactor=${String(reactor)}`, {
        key: account,
      });
      expect(telemetry.body).to.include({ status: "open", steps: 1, faults: 0, credits: 3 });
    } finally {
      await poor.close();
    }
  });

  /** The step of an explicit scheme is far beyond its bound. */
  const heat = (dt: unknown): object => ({
    solver: "heat",
    operators: undefined,
    transition: {
      inputs: {
        dim: 1,
        alpha: 1,
        length: 1,
        nx: 101,
        dt,
        t_end: 10,
        scheme: '"explicit"',
        initial: '"0"',
        boundary: 0,
      },
    },
  });

  it("a solver that refuses, and states without a number or too large: 422, and a row", async () => {
    // What drives the step is 1.
    const wrong = [
      // Its bound is found by the run alone.
      heat(1),
      heat("u"),
      { transition: { inputs: { m: 1, a: "x.value / (u - 1.0)" } } },
      { transition: { inputs: { m: 1, a: "u == 1.0 ? x.nothing : 1.0" } } },
      { transition: { inputs: { m: 1, a: "u == 1.0 ? 'text' : 'other'" } } },
      { transition: { inputs: { m: 1, a: "u == 1.0 ? none : 1.0" } } },
      { transition: { inputs: { m: 1, a: 1, q: "u" } } },
    ];
    for (const changes of wrong) {
      const one = await make({ ...changes, onFail: "skip" });
      const { text: money } = await served.call("GET", "/api/ledger", { key });
      const { body, status, text } = await step(one);
      expect([status, body["code"]], text).to.deep.equal([422, "STEP_FAILED"]);
      expect(Object(body["fault"])["message"], text).to.be.a("string");
      expect((await served.call("GET", "/api/ledger", { key })).text).to.equal(money);
      const telemetry = await served.call("GET", `${PATH}/${one}/telemetry`, { key });
      expect(telemetry.body).to.include({ steps: 0, faults: 1, credits: 0 });
    }
  });

  it("of no step at all: refused when it is made, with the place of each problem", async () => {
    const at = (name: string): string => `/transition/inputs/${name}`;
    const never: readonly (readonly [object, readonly (readonly [string, string])[]])[] = [
      // No length of time.
      [heat(-1), [["/transition/inputs", "INVALID_BODY"]]],
      [{ transition: { inputs: { m: 1, a: "1.0 / 0.0" } } }, [[at("a"), "NON_FINITE"]]],
      [{ transition: { inputs: { m: "u", a: "x.value / 0.0" } } }, [[at("a"), "NON_FINITE"]]],
      [
        { transition: { inputs: { m: 1, a: "true ? x.nothing : 1.0" } } },
        [[at("a"), "NO_SUCH_FIELD"]],
      ],
      [
        { transition: { inputs: { m: "'two'", a: "'text'" } } },
        [
          [at("a"), "INVALID_INPUT"],
          [at("m"), "INVALID_INPUT"],
        ],
      ],
      [
        { transition: { inputs: { m: "u", a: "none" } } },
        [["/transition/inputs", "MISSING_INPUT"]],
      ],
      [{ transition: { inputs: { m: 1, a: 1, q: 1 } } }, [["/transition/inputs", "INVALID_INPUT"]]],
      // Beyond the range of a mass.
      [{ transition: { inputs: { m: -1, a: 1 } } }, [["/transition/inputs", "INVALID_INPUT"]]],
    ];
    for (const [changes, problems] of never) {
      const response = await served.call("POST", PATH, { key, body: { ...ADDING, ...changes } });
      expect(response.status, response.text).to.equal(422);
      expect(response.body["code"]).to.equal("INVALID_PROGRAM");
      const errors = [response.body["errors"]].flat().map(Object);
      expect(errors.map(({ code, pointer }) => [pointer, code])).to.deep.equal(problems);
    }
    const { body } = await served.call("GET", PATH, { key });
    expect(body).to.include({ total: 0 });
  });

  it("a drive that is none of its inputs, or left out: it does not halt", async () => {
    const one = await make();
    for (const body of [{ u: "abc" }, { u: [1] }, { u: { value: 1 } }, { u: null }, {}]) {
      const failed = await step(one, body);
      expect(failed.body, failed.text).to.include({ code: "STEP_FAILED", reactorStatus: "open" });
    }
    expect(await stepped(one)).to.include({ n: 1 });
  });

  it("one that has halted goes on by an act of its owner, which stands in the log", async () => {
    // F = 8 kg * 1/(8 - x) m/s^2: 8 N behind 7, and the step at 8 has no value.
    const falling = { transition: { inputs: { m: 8, a: "1.0 / (8.0 - x.value)" } } };
    const one = await make(falling);
    const early = await served.call("POST", `${PATH}/${one}/resume`, { key });
    expect([early.status, early.body["code"]], early.text).to.deep.equal([409, "CONFLICT"]);
    const halting = await make({ ...falling, initialState: { value: 7 } });
    expect((await step(halting, {})).body).to.include({ n: 1 });
    expect((await step(halting, {})).body).to.include({
      code: "STEP_FAILED",
      reactorStatus: "halted",
    });
    const stopped = await step(halting, {});
    expect([stopped.status, stopped.body["code"]]).to.deep.equal([409, "HALTED"]);
    const stranger = await served.account();
    const theirs = await served.call("POST", `${PATH}/${halting}/resume`, { key: stranger });
    expect(theirs.status).to.equal(404);
    const resumed = await served.call("POST", `${PATH}/resume`, {
      key,
      body: { reactor: halting },
    });
    expect(resumed.body, resumed.text).to.include({ status: "open", n: 1 });
    // It is at the state that it halted in: the same step has no value again.
    expect((await step(halting, {})).body).to.include({ code: "STEP_FAILED", n: 1 });
    const log = await served.call("GET", `${PATH}/${halting}/trajectory`, { key });
    const rows: readonly { readonly type?: string; readonly transitionType?: string }[] = Object(
      log.body["rows"],
    );
    expect(log.body["chainValid"]).to.equal(true);
    expect(rows.map((row) => row.transitionType ?? row.type)).to.deep.equal([
      "created",
      "step",
      "fault",
      "resumed",
      "fault",
    ]);
    const checked = await served.call("GET", `/api/state/${halting}/pohc/validate`, { key });
    expect(checked.body, checked.text).to.include({ valid: true });
    await served.call("DELETE", `${PATH}/${halting}`, { key });
    const closed = await served.call("POST", `${PATH}/${halting}/resume`, { key });
    expect([closed.status, closed.body["code"]]).to.deep.equal([410, "REACTOR_CLOSED"]);
  });

  it("programs, states and drives over their limits", async () => {
    const long = Array.from({ length: 700 }, () => "x.value").join(" + ");
    const deep = `${"(".repeat(60)}1.0${")".repeat(60)}`;
    const programs = [
      { transition: { inputs: { m: 1, a: long, b: long } } },
      { transition: { inputs: { m: 1, a: deep } } },
      { transition: { inputs: { m: "x".repeat(33_000) } } },
      { transition: { inputs: { m: 1, a: "timestamp(u).getHours()" } } },
    ];
    for (const changes of programs) {
      const response = await served.call("POST", PATH, { key, body: { ...ADDING, ...changes } });
      expect([response.status, response.body["code"]], response.text).to.deep.equal([
        422,
        "INVALID_PROGRAM",
      ]);
    }
    const large = { ...ADDING, initialState: { text: "x".repeat(1_048_576) } };
    const answer = await served.call("POST", PATH, { key, body: large });
    expect(answer.status).to.be.oneOf([413, 422]);
    const one = await make();
    const drive = await step(one, { u: "x".repeat(16_385) });
    expect([drive.status, drive.body["code"]]).to.deep.equal([400, "INVALID_INPUT"]);
  });
});
