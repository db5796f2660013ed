/**
 * A firing that moves a contract without a compute, beside a sealed compute that the same account
 * pays for: both over HTTP, in turns on one daemon. Processor time of the whole process counts:
 * requests per second depend on what else the machine does.
 */
import { setTimeout as delay } from "node:timers/promises";
import { startNode, temporaryDir, type RunningNode } from "../devnet/daemons.js";
import { ask, payer } from "./charged.js";
import { sumOf, threadTimes } from "./httpCost.js";
import { median, type Row } from "./report.js";

/** As many contracts: firings of one wait for each other. */
const CALLERS = 32;
/** Short turns: what else the machine does meets both sides of a round alike. */
const TURN = 256;
const ROUNDS = 31;
const WARM = 2_048;
const IDLE_S = 20;
const IDLE_CONTRACTS = 10_000;
const DEPLOYING = 64;

type Call = (i: number) => Promise<unknown>;

/** Moves at each reading. */
export const FLIP = {
  schema: "calc-contract/1",
  name: "flip",
  inputs: { v: { type: "double", unit: "m/s" } },
  trigger: { type: "on-event", event: "reading" },
  machine: {
    initial: "a",
    states: {
      a: { on: [{ guard: "input.v > 30.0", target: "b" }] },
      b: { on: [{ guard: "input.v > 30.0", target: "a" }] },
    },
  },
};

/** Due once in six hours, and never moves. */
const SELDOM = {
  ...FLIP,
  inputs: {},
  trigger: { type: "every-calcond", every: 27_799 },
  machine: { initial: "a", states: { a: { on: [{ guard: "false", target: "a" }] } } },
};

export const benchContractFirings = (): Promise<readonly Row[]> => onNode(firingRows);
export const benchContractsIdle = (): Promise<readonly Row[]> => onNode(idleRows);

async function onNode(
  rows: (node: RunningNode) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const dir = temporaryDir("bench");
  const node = await startNode({
    dataDir: dir.path,
    args: ["--rate-limits", "off", "--log-level", "warn"],
  });
  try {
    return await rows(node);
  } finally {
    await node.stop();
    dir.remove();
  }
}

/** @param on `machine: null` makes none; without it a machine of its own begins */
async function deployed(
  node: RunningNode,
  key: string,
  program: object,
  on: object = { machine: null },
): Promise<string> {
  return String((await ask(node, "POST", "/api/contracts", key, { program, ...on }))["contract"]);
}

async function firingRows(node: RunningNode): Promise<readonly Row[]> {
  const key = await payer(node);
  const many = (on?: object): Promise<readonly string[]> =>
    Promise.all(Array.from({ length: CALLERS }, () => deployed(node, key, FLIP, on)));
  const [bare, onMachines] = [await many(), await many({})];
  const firing = (ids: readonly string[], i: number, v: number): Promise<unknown> =>
    ask(node, "POST", `/api/contracts/${ids[i % CALLERS]}/fire`, key, { data: { v } });
  const calls: Readonly<Record<string, Call>> = {
    compute: (i) =>
      ask(node, "POST", "/api/calc/compute", key, { operators: ["NM19"], inputs: { m: 2, a: i } }),
    moved: (i) => firing(bare, i, 31),
    counted: (i) => firing(onMachines, i, 31),
    held: (i) => firing(bare, i, 3),
  };
  const costs: Record<string, number[]> = {};
  for (const call of Object.values(calls)) await turn(node, call, WARM);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, call] of Object.entries(calls))
      (costs[name] ??= []).push(await turn(node, call));
  }
  const ratio = (name: string): number =>
    median(costs[name]!.map((cost, i) => cost / costs["compute"]![i]!));
  const [compute = 0, moved = 0, counted = 0, held = 0] = [
    "compute",
    "moved",
    "counted",
    "held",
  ].map((name) => median(costs[name]!));
  return [
    { name: "sealed compute, processor time", value: compute, unit: "us" },
    { name: "firing that moves, without compute", value: moved, unit: "us" },
    { name: "the same on a machine of its own", value: counted, unit: "us" },
    { name: "firing that holds", value: held, unit: "us" },
    {
      name: "moved / compute, median of the rounds",
      value: ratio("moved"),
      unit: "ratio",
      target: "at most 1.6",
    },
    {
      name: "moved on a machine of its own / compute",
      value: ratio("counted"),
      unit: "ratio",
      target: "at most 1.6",
    },
    { name: "held / compute", value: ratio("held"), unit: "ratio" },
  ];
}

/** Processor time of the daemon for one call, in us. */
async function turn({ child }: RunningNode, call: Call, calls = TURN): Promise<number> {
  const before = sumOf(threadTimes(child.pid!));
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < calls) await call(next++);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return (sumOf(threadTimes(child.pid!)) - before) / calls;
}

/** What many contracts that are not due cost a node that nobody asks. */
async function idleRows(node: RunningNode): Promise<readonly Row[]> {
  const { child } = node;
  const idle = async (): Promise<number> => {
    const before = sumOf(threadTimes(child.pid!));
    await delay(IDLE_S * 1_000);
    return (sumOf(threadTimes(child.pid!)) - before) / (IDLE_S * 1e6);
  };
  await delay(IDLE_S * 1_000);
  const without = await idle();
  await deployMany(node);
  await delay(IDLE_S * 1_000);
  const having = await idle();
  return [
    { name: "idle node, of one core", value: without, unit: "cores" },
    {
      name: `the same with ${IDLE_CONTRACTS} contracts`,
      value: having,
      unit: "cores",
      target: "at most 0.05",
    },
  ];
}

async function deployMany(node: RunningNode): Promise<void> {
  // A demo key makes ten accounts, and a deployment counts those of its account.
  const perAccount = 1_000;
  for (let done = 0; done < IDLE_CONTRACTS; done += perAccount) {
    const demo = await ask(node, "GET", "/api/demo-key");
    const spunUp = await ask(node, "POST", "/api/calc/spin-up", String(demo["key"]), {});
    const key = String(spunUp["apiKey"]);
    let next = 0;
    const deploying = async (): Promise<void> => {
      while (next++ < perAccount) await deployed(node, key, SELDOM);
    };
    await Promise.all(Array.from({ length: DEPLOYING }, deploying));
  }
}
