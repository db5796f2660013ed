/**
 * What solvers are asked that has no answer, over HTTP with a real daemon: a clear word for each,
 * no crash, nothing sealed.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { call, numberOf, type Reply } from "../kit/requests.js";

interface Bad {
  readonly about: string;
  readonly solver: string;
  readonly body: unknown;
  readonly status: number;
  readonly code: string;
  readonly reason?: string;
  /** Must stand in the message or the members. */
  readonly says: RegExp;
  /** The same question just inside of the limit, which has an answer. */
  readonly inside?: unknown;
}

const HEAT = {
  alpha: 1e-4,
  lx: 1,
  ly: 1,
  initial: 1,
  boundary: 0,
  scheme: "explicit",
  nx: 20,
  ny: 20,
};
const WAVE = { c: 1, lx: 1, ly: 1, initial: "sin(pi*x)*sin(pi*y)", velocity: 0, nx: 10, ny: 10 };
const REACT = { F: 0.04, k: 0.06, Du: 0.16, Dv: 0.08, n: 16, dx: 1, steps: 10, initial: "square" };
const LAKE = {
  H: 100,
  f: 0,
  g: 10,
  extent: 1000,
  initial: "0.01 * cos(pi * x / 1000)",
  nx: 20,
  ny: 20,
};
const FRONT = { D: 1, r: 1, initial: { step: 2 }, extent: 40, scheme: "explicit", dx: 0.5 };
const FLOW = { Re: 100, n: 16 };
const INVADER = {
  receptor: "ATOM      1  C   UNL     1       0.000   0.000   0.000  1.00  0.00     0.000 C \n",
  ligand: "ROOT\nENDROOT\nTORSDOF 0\n",
};

/** A committed case of the solver's references that has no answer. */
function reference(solver: string, about: string): unknown {
  const { rows }: { readonly rows: readonly { readonly case: string; readonly body: unknown }[] } =
    JSON.parse(readFileSync(`test/vectors/solvers/${solver}.json`, "utf8"));
  return rows.find((row) => row.case === about)!.body;
}

const unstable: readonly Bad[] = [
  // r = alpha dt (1/dx^2 + 1/dy^2) = 0.08 dt <= 0.5.
  {
    about: "an explicit plate",
    solver: "heat",
    body: { ...HEAT, t_end: 62.52, dt: 6.252 },
    inside: { ...HEAT, t_end: 62.5, dt: 6.25 },
    status: 400,
    code: "SOLVER_REJECTED",
    reason: "UNSTABLE_STEP",
    says: /6\.25\b/,
  },
  // C = dt sqrt(100 + 100) <= 1.
  {
    about: "a membrane",
    solver: "wave",
    body: { ...WAVE, t_end: 0.7072, dt: 0.07072 },
    inside: { ...WAVE, t_end: Math.SQRT1_2, dt: Math.SQRT1_2 / 10 },
    status: 400,
    code: "SOLVER_REJECTED",
    reason: "UNSTABLE_STEP",
    says: /0\.0707106/,
  },
  // D dt / dx^2 = 0.16 dt <= 0.25.
  {
    about: "a reaction",
    solver: "react",
    body: { ...REACT, dt: 1.5626 },
    inside: { ...REACT, dt: 1.5625 },
    status: 400,
    code: "SOLVER_REJECTED",
    reason: "UNSTABLE_STEP",
    says: /1\.5625/,
  },
  // C = sqrt(1000) dt sqrt(2) / 50 <= 1.
  {
    about: "a basin",
    solver: "climate",
    body: { ...LAKE, t_end: 11.19, dt: 1.119 },
    inside: { ...LAKE, t_end: 11.18, dt: 1.118 },
    status: 400,
    code: "SOLVER_REJECTED",
    reason: "UNSTABLE_STEP",
    says: /1\.11803/,
  },
  // D dt / dx^2 = 4 dt <= 0.5.
  {
    about: "a front",
    solver: "tumour",
    body: { ...FRONT, t_end: 1.251, dt: 0.1251 },
    inside: { ...FRONT, t_end: 1.25, dt: 0.125 },
    status: 400,
    code: "SOLVER_REJECTED",
    reason: "UNSTABLE_STEP",
    says: /0\.125\b/,
  },
  {
    about: "a cavity",
    solver: "flow",
    body: { ...FLOW, t_end: 1, dt: 0.1 },
    inside: { ...FLOW, t_end: 0.25, dt: 0.01 },
    status: 400,
    code: "SOLVER_REJECTED",
    reason: "UNSTABLE_STEP",
    says: /dt <= 0\.0/,
  },
];

const rejected = { status: 400, code: "SOLVER_REJECTED" } as const;
const invalid = { status: 400, code: "INVALID_BODY" } as const;

const bad: readonly Bad[] = [
  ...unstable,
  {
    about: "a plate of no width",
    solver: "heat",
    body: { ...HEAT, lx: 0, t_end: 1, dt: 1 },
    ...invalid,
    says: /lx/,
  },
  {
    about: "a column of negative length",
    solver: "buckling",
    body: { E: 2e11, I: 1e-6, length: -3, ends: "pinned-pinned" },
    ...invalid,
    says: /length/,
  },
  {
    about: "a pipe of negative length",
    solver: "acoustic",
    body: { length: -1, c: 343, ends: ["open", "open"] },
    ...invalid,
    says: /length/,
  },
  {
    about: "10^9 cells of a plate",
    solver: "heat",
    body: { ...HEAT, scheme: "adi", nx: 31_623, ny: 31_623, t_end: 1, dt: 0.1 },
    ...rejected,
    reason: "TOO_LARGE",
    says: /limit/,
  },
  {
    about: "10^9 cells of a line",
    solver: "wave",
    body: { ...WAVE, nx: 1_000_000_000, t_end: 1, dt: 1e-9 },
    ...invalid,
    says: /nx.*1048576/,
  },
  {
    about: "10^9 points of a well",
    solver: "quantum-levels",
    body: { potential: "x^2", mass: 1, n: 0, units: "atomic", grid: 1_000_000_000 },
    ...invalid,
    says: /grid/,
  },
  {
    about: "10^9 links of a lattice",
    solver: "gauge",
    body: { group: "SU3", shape: [60_000, 16_667], beta: 5 },
    ...rejected,
    reason: "TOO_LARGE",
    says: /limit/,
  },
  {
    about: "10^9 variables of a formula",
    solver: "sat",
    body: { cnf: "p cnf 1000000000 1\n1 0\n" },
    ...rejected,
    reason: "TOO_LARGE",
    says: /limit/,
  },
  {
    about: "a header that promises a clause more",
    solver: "sat",
    body: { cnf: "p cnf 2 3\n1 2 0\n-1 2 0\n" },
    ...invalid,
    says: /clause/,
  },
  {
    about: "a header that promises fewer variables",
    solver: "sat",
    body: { cnf: "p cnf 1 1\n1 2 0\n" },
    ...invalid,
    says: /variable|literal/,
  },
  {
    about: "an islanded bus",
    solver: "grid",
    body: reference("grid", "an islanded bus"),
    ...rejected,
    reason: "NO_SOLUTION",
    says: /bus|island/,
  },
  {
    about: "an undetectable pair",
    solver: "estimator",
    body: {
      A: [
        [0.5, 0],
        [0, 1.1],
      ],
      C: [[1, 0]],
      Q: [
        [1, 0],
        [0, 1],
      ],
      R: 1,
    },
    ...rejected,
    reason: "NO_SOLUTION",
    says: /1\.1/,
  },
  {
    about: "a start on the singularity",
    solver: "infall",
    body: { M: 1.98841e30, r0: 0, start: "rest", r_to: 0 },
    ...invalid,
    says: /r0/,
  },
  {
    about: "two bodies at one point",
    solver: "multibody",
    body: {
      bodies: [
        { m: 1, position: [0, 0, 0], velocity: [0, 0, 0] },
        { m: 1, position: [0, 0, 0], velocity: [1, 0, 0] },
      ],
      t_max: 3,
    },
    ...rejected,
    reason: "NO_SOLUTION",
    says: /one point/,
  },
  { about: "an empty molecule", solver: "dock", body: INVADER, ...invalid, says: /atom/ },
  {
    about: "a molecule of no atoms at all",
    solver: "dock",
    body: { receptor: "", ligand: "" },
    ...invalid,
    says: /receptor|ligand/,
  },
];

describe("solvers over HTTP: bad input", () => {
  const dir = temporaryDir("badinput");
  let node: RunningNode;
  before(async () => {
    node = await startNode({ dataDir: dir.path, args: ["--rate-limits", "off"] });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  /** Credits burned so far: each sealed value burns some. */
  const burned = async (): Promise<number> =>
    numberOf((await call(node, "GET", "/api/compute/usage")).body, "total");
  const ask = (solver: string, body: unknown): Promise<Reply> =>
    call(node, "POST", `/api/calc/${solver}`, body);

  for (const { about, body, code, inside, reason, says, solver, status } of bad) {
    it(`${solver}: ${about}`, async () => {
      const before = await burned();
      const reply = await ask(solver, body);
      expect(reply.status, reply.text).to.equal(status);
      expect(reply.body["code"]).to.equal(code);
      if (reason !== undefined) expect(reply.body["reason"]).to.equal(reason);
      expect(reply.text).to.match(says);
      if (reason === "TOO_LARGE")
        expect(Number(reply.body["need"])).to.be.above(Number(reply.body["limit"]));
      if (reason === "UNSTABLE_STEP")
        expect(Number(reply.body["reached"])).to.be.above(Number(reply.body["bound"]));
      expect(reply.body["receipt_id"]).to.equal(undefined);
      expect(await burned()).to.equal(before);
      if (inside === undefined) return;
      const answer = await ask(solver, { ...inside, fields: "none" });
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.body["value"]).to.be.a("number");
    });
  }

  it("reads no NaN and no infinity, spelt as they may be", async () => {
    const before = await burned();
    for (const raw of [
      '{"alpha":NaN}',
      '{"alpha":Infinity}',
      '{"alpha":1e999}',
      '{"alpha":"NaN"}',
      '{"alpha":null}',
      '{"alpha":[1]}',
    ]) {
      const reply = await call(node, "POST", "/api/calc/predator-prey", undefined, { raw });
      expect(reply.status, raw).to.equal(400);
      expect(reply.body["code"], raw).to.be.oneOf(["INVALID_BODY", "MALFORMED_JSON"]);
    }
    expect(await burned()).to.equal(before);
  });

  it("answers a relation put to solve with its kind: 200, no value, no charge", async () => {
    const before = await burned();
    // mu d2w/dt2 + E I d4w/dx4 = q: a field equation, not one number.
    const reply = await ask("solve", { operators: ["BP25"], inputs: {} });
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.body["value"]).to.equal(null);
    expect(reply.body).to.have.nested.property("refusal.kind", "partial-differential");
    expect(reply.body).to.have.nested.property("refusal.operator_id", "BP25");
    const missing = await ask("solve", { operators: ["NM21"], inputs: { m1: 1 } });
    expect(missing.status, missing.text).to.equal(200);
    expect(missing.body).to.have.nested.property("inputError.code", "MISSING_INPUT");
    expect(await burned()).to.equal(before);
  });

  it("seals nothing for a run that was cancelled", async () => {
    const before = await burned();
    const gone = new AbortController();
    const body = {
      alpha: 1.1,
      beta: 0.4,
      gamma: 0.4,
      delta: 0.1,
      x0: 9,
      y0: 5,
      t_end: 1_500,
      dt: 0.0001,
      fields: "none",
    };
    await fetch(`${node.api.http}/api/calc/predator-prey`, {
      method: "POST",
      signal: gone.signal,
      body: JSON.stringify(body),
      headers: {
        authorization: `Bearer ${node.api.token}`,
        "content-type": "application/json",
        accept: "text/event-stream",
      },
    });
    gone.abort();
    // The worker is free again: the next job of the same node has an answer, and is the only one
    // sealed.
    const next = await ask("predator-prey", { ...body, t_end: 5, dt: 0.01 });
    expect(next.status, next.text).to.equal(200);
    expect((await burned()) - before).to.equal(next.body["credits"]);
  });

  it("answers a hundred requests at once, each with its own value or a word about the queue", async () => {
    const of = (k: number): unknown => ({ R0: 1.2 + k / 50, I0: 1, N: 1_000, fields: "none" });
    const alone = await ask("epi", of(7));
    const replies = await Promise.all(Array.from({ length: 100 }, (_, k) => ask("epi", of(k))));
    const answered = replies.filter(({ status }) => status === 200);
    for (const { body, status } of replies)
      if (status !== 200) expect([status, body["code"]]).to.deep.equal([503, "BUSY"]);
    expect(answered.length).to.be.at.least(64);
    expect(new Set(answered.map(({ body }) => body["value_bits"])).size).to.equal(answered.length);
    if (replies[7]!.status === 200)
      expect(replies[7]!.body["value_bits"]).to.equal(alone.body["value_bits"]);
    expect((await call(node, "GET", "/api/health")).status).to.equal(200);
  });
});

/**
 * Where a process believes that it has three cores, its node has two workers: one fewer than cores.
 */
const THREE_CORES =
  "--import=data:text/javascript,import os from 'node:os';import{syncBuiltinESMExports as sync}from'node:module';" +
  "os.availableParallelism=()=>3;sync()";

describe("solvers over HTTP: two workers", () => {
  const dir = temporaryDir("twoworkers");
  let node: RunningNode;
  before(async () => {
    node = await startNode({
      dataDir: dir.path,
      args: ["--rate-limits", "off"],
      env: { NODE_OPTIONS: THREE_CORES.replaceAll(" ", "%20") },
    });
  });
  after(async () => {
    await node.stop();
    dir.remove();
  });

  it("a hundred at once, good and bad: a value, a refusal or a time to come again for each, and health meanwhile", async () => {
    const wrong = { R0: -1 };
    const asked = Array.from({ length: 100 }, (_, k) =>
      k % 10 === 3 ? wrong : { R0: 1.2 + k / 50, I0: 1, N: 1_000, fields: "none" },
    );
    const alone = await call(node, "POST", "/api/calc/epi", asked[7]);
    const crowd = asked.map((body) => call(node, "POST", "/api/calc/epi", body));
    const health = await Promise.all(
      Array.from({ length: 5 }, () => call(node, "GET", "/api/health")),
    );
    const replies = await Promise.all(crowd);
    for (const { status } of health) expect(status).to.equal(200);
    const values = new Set<unknown>();
    replies.forEach(({ body, headers, status, text }, k) => {
      if (status === 200) values.add(body["value_bits"]);
      if (asked[k] === wrong && status !== 503)
        expect([status, body["code"]], text).to.deep.equal([400, "INVALID_BODY"]);
      else if (status !== 200) {
        expect([status, body["code"]], text).to.deep.equal([503, "BUSY"]);
        expect(Number(headers.get("retry-after"))).to.be.at.least(1);
      }
    });
    expect(values.size).to.equal(replies.filter(({ status }) => status === 200).length);
    expect(replies.filter(({ status }) => status !== 503).length).to.be.at.least(66);
    if (replies[7]!.status === 200)
      expect(replies[7]!.body["value_bits"]).to.equal(alone.body["value_bits"]);
    // Those that were sent away are answered when they come again.
    const again = await Promise.all(
      asked
        .filter((_, k) => replies[k]!.status === 503)
        .map((body) => call(node, "POST", "/api/calc/epi", body)),
    );
    for (const { status, text } of again) expect(status, text).to.be.oneOf([200, 400]);
  });

  it("both workers compute at once, and a short job passes a long one", async () => {
    const gone = new AbortController();
    const endless = {
      alpha: 1.1,
      beta: 0.4,
      gamma: 0.4,
      delta: 0.1,
      x0: 9,
      y0: 5,
      t_end: 1_500,
      dt: 0.0001,
      fields: "none",
    };
    // The head of the stream comes when the job is running.
    await fetch(`${node.api.http}/api/calc/predator-prey`, {
      method: "POST",
      signal: gone.signal,
      body: JSON.stringify(endless),
      headers: {
        authorization: `Bearer ${node.api.token}`,
        "content-type": "application/json",
        accept: "text/event-stream",
      },
    });
    const short = await call(node, "POST", "/api/calc/epi", {
      R0: 2.5,
      I0: 1,
      N: 1_000,
      fields: "none",
    });
    expect(short.status, short.text).to.equal(200);
    gone.abort();
  });
});
