/** Reactors on a whole node behind HTTP, with a clock and timers that move when they are told to. */
import { expect } from "chai";
import type { Scheduler } from "../../../../node/runtime/scheduler.js";
import { provedLog } from "../../../../api/console/engine/proveLog.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { ExportCheck, payloadOf, type ExportVerdict } from "../../../../protocol/log/exported.js";
import { replayed } from "../../../kit/reactorSolvers.js";
import { serveNode, type CallOptions, type Reply, type ServedNode } from "../../../kit/served.js";

const PATH = "/api/calc/reactor";
const NDJSON = "application/x-ndjson";
/** NM19 is F = m a: each step adds u to half of the value before. */
const HALVING = {
  operators: ["NM19"],
  initialState: { value: 8 },
  transition: { inputs: { m: 2, a: "x.value / 4.0 + u / 2.0" } },
};

/** Timers that fire when they are told to. */
class HandScheduler implements Scheduler {
  readonly #timers = new Set<() => void>();
  after(_ms: number, f: () => void): () => void {
    this.#timers.add(f);
    return () => this.#timers.delete(f);
  }
  get size(): number {
    return this.#timers.size;
  }
  fire(): void {
    for (const timer of Array.from(this.#timers)) {
      this.#timers.delete(timer);
      timer();
    }
  }
}

function exportVerdict(text: string): ExportVerdict {
  const check = new ExportCheck(nodeCrypto);
  for (const line of text.split("\n")) check.line(line);
  return check.verdict;
}

function refused(reply: Reply, status: number, code: string): void {
  expect([reply.status, reply.body["code"]], reply.text).to.deep.equal([status, code]);
}

class TestReactor {
  readonly id: string;
  readonly #served: ServedNode;
  readonly #key: string;

  constructor(served: ServedNode, id: string, key: string) {
    this.#served = served;
    this.#key = key;
    this.id = id;
  }

  static async make(served: ServedNode, key: string, changes: object = {}): Promise<TestReactor> {
    const response = await served.call("POST", PATH, { key, body: { ...HALVING, ...changes } });
    expect(response.status, response.text).to.equal(201);
    expect(response.body).to.include({ n: 0, status: "open" });
    return new TestReactor(served, String(response.body["reactor"]), key);
  }

  /** By both forms of a path in turn. */
  ask(method: string, verb: string, body: object = {}, options: CallOptions = {}): Promise<Reply> {
    const path = method === "DELETE" ? PATH : `${PATH}/${verb}`;
    const call = { key: this.#key, ...options };
    if (method === "GET" || method === "DELETE") {
      const query = new URLSearchParams({ reactor: this.id });
      for (const [name, value] of Object.entries(body)) query.set(name, String(value));
      return this.#served.call(method, `${path}?${query.toString()}`, call);
    }
    return this.#served.call(method, path, { ...call, body: { reactor: this.id, ...body } });
  }
  step(body: object = {}, options: CallOptions = {}): Promise<Reply> {
    return this.ask("POST", "step", body, options);
  }
  async stepped(body: object = {}, options: CallOptions = {}): Promise<Reply> {
    const step = await this.step(body, options);
    expect(step.status, step.text).to.equal(200);
    return step;
  }
  async state(): Promise<Readonly<Record<string, unknown>>> {
    const state = await this.ask("GET", "state");
    expect(state.status, state.text).to.equal(200);
    return state.body;
  }
  async telemetry(): Promise<Readonly<Record<string, unknown>>> {
    return (await this.ask("GET", "telemetry")).body;
  }
  async rows(): Promise<readonly string[]> {
    const types: string[] = [];
    for await (const { text } of this.#served.node.services.machineLog.rows(this.id)) {
      const row: { readonly transitionType: string } = JSON.parse(text);
      types.push(row.transitionType);
    }
    return types;
  }
}

describe("reactors", () => {
  let served: ServedNode;
  let account = "";
  let stranger = "";
  const scheduler = new HandScheduler();
  const make = (changes: object = {}): Promise<TestReactor> =>
    TestReactor.make(served, account, changes);
  const balance = async (): Promise<number> => {
    const { body } = await served.call("GET", "/api/ledger", { key: account });
    return Number(body["free"]);
  };

  before(async () => {
    served = await serveNode({ ports: { scheduler }, config: { credits: { welcome: 100_000 } } });
    stranger = await served.account();
  });
  beforeEach(async () => {
    account = await served.account();
  });
  after(() => served.close());

  it("feed their own state back, each step sealed, charged and a row of the log", async () => {
    const one = await make();
    const before = await balance();
    const first = await one.stepped({ u: 1 });
    expect(first.body).to.deep.include({ n: 1, x: { value: 5 }, status: "open" });
    expect(Object(first.body["head"])["seq"]).to.equal(1);
    expect(first.headers.get("x-calc-sealed")).to.equal("true");
    const second = await one.stepped({ u: 0.5 });
    expect(second.body).to.deep.include({ n: 2, x: { value: 3 } });
    expect(await one.state()).to.deep.include({ n: 2, x: { value: 3 } });
    const envelope = Object(second.body["envelope"]);
    expect(envelope).to.include({ value: 3, unit: "N" });
    const verified = await served.call("POST", "/api/calc/verify", {
      key: account,
      body: envelope,
    });
    expect(verified.body["verdict"], verified.text).to.equal("valid");
    expect(before - (await balance())).to.equal(2 * Number(envelope["credits"]));
    expect(await one.telemetry()).to.deep.include({ steps: 2, faults: 0, quiet: 0 });
    expect(await one.rows()).to.deep.equal(["created", "step", "step"]);
  });

  it("make one step of two for one n, and every one that names none", async () => {
    const one = await make();
    const answers = await Promise.all(Array.from({ length: 64 }, () => one.step({ u: 0, n: 0 })));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    for (const late of answers.filter(({ status }) => status !== 200)) {
      refused(late, 409, "STEP_CONFLICT");
      expect(late.body["n"]).to.equal(1);
    }
    const all = await Promise.all(Array.from({ length: 40 }, () => one.step({ u: 0 })));
    for (const { status, text } of all) expect(status, text).to.equal(200);
    const numbers = all.map(({ body }) => Number(body["n"])).sort((a, b) => a - b);
    expect(numbers).to.deep.equal(Array.from({ length: 40 }, (_, i) => i + 2));
    // 8 is halved 41 times, which is exact.
    expect((await one.state())["x"]).to.deep.equal({ value: 2 ** -38 });
    expect(await one.rows()).to.deep.equal(["created", ...Array(41).fill("step")]);
  });

  it("change and charge nothing where a step has no value, and halt or stay", async () => {
    for (const [onFail, status] of [
      ["halt", "halted"],
      ["skip", "open"],
    ]) {
      // 8 is halved, and the step at 4 has no value.
      const a = "x.value / 4.0 + 0.0 / (x.value - 4.0)";
      const one = await make({ onFail, transition: { inputs: { m: 2, a } } });
      await one.stepped();
      const before = await balance();
      const failed = await one.step();
      refused(failed, 422, "STEP_FAILED");
      expect(failed.body).to.include({ n: 1, reactorStatus: status });
      expect(await balance()).to.equal(before);
      expect(await one.state()).to.deep.include({ n: 1, status, x: { value: 4 } });
      expect(await one.telemetry()).to.deep.include({ steps: 1, faults: 1 });
      expect(await one.rows()).to.deep.equal(["created", "step", "fault"]);
      const next = await one.step();
      if (onFail === "halt") refused(next, 409, "HALTED");
      else refused(next, 422, "STEP_FAILED");
    }
  });

  it("answer a repeated request once: a step, a failed one, and one in the dead band", async () => {
    const one = await make({ onFail: "skip" });
    const keyed = (name: string): CallOptions => ({
      headers: { "idempotency-key": `a-key-of-22-characters-${name}` },
    });
    const step = await one.stepped({ u: 1 }, keyed("step"));
    const failed = await one.step({}, keyed("failed"));
    const observed = { observation: 1, deadband: 0.5 };
    await one.ask("POST", "observe", observed);
    const quiet = await one.ask("POST", "observe", observed, keyed("quiet"));
    for (const [first, again, sealed] of [
      [step, await one.step({ u: 1 }, keyed("step")), "true"],
      [failed, await one.step({}, keyed("failed")), null],
      [quiet, await one.ask("POST", "observe", observed, keyed("quiet")), null],
    ] as const) {
      expect([again.status, again.text]).to.deep.equal([first.status, first.text]);
      expect(again.headers.get("idempotent-replayed")).to.equal("true");
      expect(again.headers.get("content-type")).to.equal(first.headers.get("content-type"));
      expect(again.headers.get("x-calc-sealed")).to.equal(sealed);
    }
    expect(await one.rows()).to.deep.equal(["created", "step", "fault", "step"]);
    expect(await one.telemetry()).to.deep.include({ steps: 2, faults: 1, quiet: 1 });
  });

  it("step on an observation that left the dead band, and count the others", async () => {
    const one = await make();
    const observe = (observation: unknown, deadband = 0.5): Promise<Reply> =>
      one.ask("POST", "observe", { observation, deadband });
    expect((await observe(1)).body).to.include({ stepped: true, n: 1 });
    const near = await observe(1.5);
    expect(near.body).to.deep.equal({ stepped: false, reactor: one.id, n: 1 });
    expect((await observe(1.6)).body).to.include({ stepped: true, n: 2 });
    // The band lies around the last one that made a step.
    expect((await observe(1.1)).body).to.include({ stepped: false });
    expect(await one.telemetry()).to.include({ steps: 2, quiet: 2 });
    await one.stepped({ u: 1 });
    const { body } = await one.ask("GET", "trajectory");
    expect([body["rows"]].flat()).to.have.length(4);
    const evalCounts: number[] = [];
    for await (const { text } of served.node.services.machineLog.rows(one.id)) {
      const row: { readonly evalCount: number } = JSON.parse(text);
      evalCounts.push(row.evalCount);
    }
    expect(evalCounts).to.deep.equal([0, 0, 1, 1]);
  });

  it("refuse programs that cannot be, all that is wrong at once", async () => {
    const wrong = await served.call("POST", PATH, {
      key: account,
      body: {
        solver: "heat",
        transition: { inputs: { alfa: 1, t_end: "x.value +", dim: "getHours(n)" } },
      },
    });
    refused(wrong, 422, "INVALID_PROGRAM");
    const errors = [wrong.body["errors"]].flat().map((one) => Object(one)["pointer"]);
    expect(errors).to.deep.equal([
      "/transition/inputs/alfa",
      "/transition/inputs/dim",
      "/transition/inputs/t_end",
      // What heat needs beside them.
      "/transition/inputs",
    ]);
    const never = await served.call("POST", PATH, {
      key: account,
      body: {
        operators: ["NM19"],
        initialState: { value: 1 },
        transition: { inputs: { m: "x.valu + u", b: "x.valu" } },
      },
    });
    refused(never, 422, "INVALID_PROGRAM");
    const codes = [never.body["errors"]].flat().map((one) => Object(one)["code"]);
    expect(codes).to.deep.equal(["MISSING_INPUT", "UNKNOWN_MEMBER", "UNKNOWN_MEMBER"]);
    const both = await served.call("POST", PATH, {
      key: account,
      body: { solver: "heatt", transition: { inputs: { alfa: "x.value +" } } },
    });
    refused(both, 422, "INVALID_PROGRAM");
    expect([both.body["errors"]].flat().map((one) => Object(one)["pointer"])).to.deep.equal([
      "/transition/inputs/alfa",
      "/solver",
    ]);
    const bodies = [
      { transition: { inputs: {} } },
      { ...HALVING, solver: "heat" },
      { ...HALVING, operators: ["NO99"] },
      { ...HALVING, maxSteps: 1_000_001 },
    ];
    for (const body of bodies) {
      const response = await served.call("POST", PATH, { key: account, body });
      expect(response.status, response.text).to.equal(400);
    }
    const long = { ...HALVING, transition: { inputs: { m: "1.0", a: `'${"x".repeat(40_000)}'` } } };
    refused(await served.call("POST", PATH, { key: account, body: long }), 422, "INVALID_PROGRAM");
  });

  it("end after their last step, or when they are closed, and can be read then", async () => {
    const one = await make({ maxSteps: 1 });
    const last = await one.stepped({ u: 1, n: 0 });
    expect(last.body["status"]).to.equal("finished");
    refused(await one.step({ u: 1, n: 0 }), 409, "STEP_CONFLICT");
    refused(await one.step({ u: 1, n: 1 }), 409, "HALTED");
    const closed = await one.ask("DELETE", "");
    expect(closed.body, closed.text).to.include({ status: "closed", n: 1 });
    refused(await one.step({ u: 1 }), 410, "REACTOR_CLOSED");
    refused(await one.ask("POST", "close"), 410, "REACTOR_CLOSED");
    expect(await one.state()).to.deep.include({ n: 1, x: last.body["x"] });
    const listed = await served.call("QUERY", PATH, { key: account, body: {} });
    expect(listed.body["total"]).to.equal(1);
  });

  it("belong to their account, and to the roles of a machine that they name", async () => {
    const own = await make();
    const { body } = await served.call("POST", "/api/state", { key: account, body: {} });
    const machine = String(Object(body["machine"])["slug"]);
    const key = String(body["key"]);
    const response = await served.call("POST", PATH, { key, body: HALVING });
    expect(response.body["machine"], response.text).to.equal(Object(body["machine"])["id"]);
    const of = new TestReactor(served, String(response.body["reactor"]), key);
    refused(await own.step({ u: 1 }, { key: stranger }), 404, "NOT_FOUND");
    refused(await own.step({ u: 1 }, { key }), 404, "NOT_FOUND");
    refused(await of.step({ u: 1 }, { key: stranger }), 404, "NOT_FOUND");
    expect((await of.stepped({ u: 1 })).body["n"]).to.equal(1);
    expect((await of.stepped({ u: 1 }, { key: account })).body["n"]).to.equal(2);
    // The key of a machine that is closed is void; its owner still reads.
    await served.call("DELETE", `/api/state/${machine}`, { key: account });
    refused(await of.step({ u: 1 }, { key: account }), 410, "MACHINE_CLOSED");
    const left = await of.ask("GET", "state", {}, { key: account });
    expect(left.body["n"], left.text).to.equal(2);
  });

  it("tell whoever waits for a step as soon as it is made, and 204 when none came", async () => {
    const one = await make();
    const waits = one.ask("GET", "next", { after: 0 });
    while (served.node.services.reactors.waiting.size === 0) await new Promise(setImmediate);
    await one.stepped({ u: 1 });
    expect((await waits).body).to.deep.include({ n: 1, u: 1, x: { value: 5 }, row: 1 });
    expect((await one.ask("GET", "next", { after: 0 })).body["n"]).to.equal(1);
    const none = await one.ask("GET", "next", { timeout: 0 });
    expect([none.status, none.text]).to.deep.equal([204, ""]);
    const late = one.ask("QUERY", "next", { after: 1 });
    while (served.node.services.reactors.waiting.size === 0) await new Promise(setImmediate);
    scheduler.fire();
    expect((await late).status).to.equal(204);
    const until = one.ask("GET", "next");
    while (served.node.services.reactors.waiting.size === 0) await new Promise(setImmediate);
    await one.ask("DELETE", "");
    refused(await until, 410, "REACTOR_CLOSED");
    expect(served.node.services.reactors.waiting.size).to.equal(0);
  });

  it("are seen by an observer, as machines and channels are", async () => {
    const one = await make();
    await one.stepped({ u: 1 });
    const channel = await served.call("POST", "/api/calc/streams", {
      key: account,
      body: { contract: { operators: ["NM19"], inputs: { m: 2, a: 1 } } },
    });
    const machine = await served.call("POST", "/api/state", { key: account, body: {} });
    for (const [kind, id, rows] of [
      ["reactor", one.id, ["step", "created"]],
      ["channel", String(Object(channel.body["channel"])["id"]), ["created"]],
      ["machine", String(Object(machine.body["machine"])["slug"]), ["created"]],
    ] as const) {
      const look = await served.call("GET", `/api/calc/observer?${kind}=${id}`, { key: account });
      expect(look.body["kind"], look.text).to.equal(kind);
      const types = [look.body["rows"]].flat().map((row) => Object(row)["transitionType"]);
      expect(types).to.deep.equal(rows);
      const hidden = await served.call("QUERY", "/api/calc/observer", {
        key: stranger,
        body: { [kind]: id },
      });
      refused(hidden, 404, "NOT_FOUND");
    }
    const both = await served.call("GET", `/api/calc/observer?reactor=${one.id}&machine=abcd`);
    expect(both.status).to.equal(400);
  });

  it("give the same bytes on another node, and when they are computed from an export", async () => {
    const program = {
      onFail: "skip",
      transition: { inputs: { m: 2, a: "sin(x.value) / 3.0 + u.a" } },
    };
    const drives = [{ u: { a: 0.1 } }, {}, { u: { a: 1e-3 } }, { u: { a: 7 } }];
    const other = await serveNode({ seed: 77 });
    const payloads: (readonly string[])[] = [];
    try {
      for (const [node, key] of [
        [served, account],
        [other, await other.account()],
      ] as const) {
        const one = await TestReactor.make(node, key, program);
        for (const drive of drives) await one.step(drive);
        const log = await one.ask("GET", "trajectory", {}, { headers: { accept: NDJSON } });
        const verdict = await replayed(log.text);
        expect(verdict).to.include({ steps: 3, replayed: 4, notReplayed: 0 });
        expect(verdict.firstDifference).to.equal(null);
        expect(exportVerdict(log.text)).to.include({ verdict: "valid", rows: 5, signed: 5 });
        // So does the page.
        const { again, proved } = await provedLog(builtinRegistry(), log.text);
        expect(proved).to.include({ verdict: "valid", firstBad: null });
        expect(proved.replay).to.deep.equal(verdict);
        expect(again).to.equal(null);
        payloads.push(log.text.split("\n").flatMap((line) => payloadOf(line) ?? []));
        // One that is rewritten: its hashes would hold, its numbers do not.
        const forged = log.text.replace(/"x":\{"value":-?\d/, (text) => `${text}9`);
        expect(exportVerdict(forged).verdict).to.equal("invalid");
        expect((await replayed(forged)).firstDifference).to.include({ seq: 1 });
      }
    } finally {
      await other.close();
    }
    expect(payloads[1]).to.deep.equal(payloads[0]);
  });

  it("show a trajectory in pages whose chains hold, and find what was changed", async () => {
    const one = await make({ onFail: "skip" });
    await one.stepped({ u: 1 });
    await one.step();
    await one.stepped({ u: 2 });
    const page = await one.ask("GET", "trajectory", { limit: 2 });
    expect(page.body, page.text).to.include({ chainValid: true, next: 2 });
    const rows = [page.body["rows"]].flat().map((row) => Object(row));
    expect(rows.map(({ n, type }) => [type, n])).to.deep.equal([
      ["created", 0],
      ["step", 1],
      ["fault", 1],
    ]);
    const rest = await one.ask("QUERY", "trajectory", { from: 2 });
    expect(rest.body, rest.text).to.include({ chainValid: true, next: null });
    const only = await one.ask("GET", "trajectory", { from: 1, to: 1 });
    expect([only.body["rows"]].flat()).to.have.length(1);
    const { store } = served.node;
    const text = await store.machineLogs.payload(one.id, 1);
    const other = text!.replace('"value":5', '"value":6');
    await store.write([store.machineLogs.payloadOp(one.id, 1, other)]);
    const bad = await one.ask("GET", "trajectory");
    expect(bad.body).to.include({ chainValid: false });
    expect(bad.body["firstBad"]).to.deep.include({ seq: 1, rule: "payloadHash" });
  });
});
