/**
 * The market of work: what replication and checks cost beside the computation itself, and whole nodes
 * in one process beside the same work done here. Time is processor time of the process, and the
 * network is memory: what a real one adds is not in it.
 */
import type { WrittenColumn } from "../../protocol/table/written.js";
import { callOf, principalOf, readAnswer, LocalMesh, type LocalNode } from "../market/localMesh.js";
import { runRules } from "../market/rules.js";
import { textIn } from "../cli/tables.js";
import { cpuSeconds } from "./meshEvents.js";
import type { Row } from "./report.js";

const CONTRIBUTORS = ["one", "two", "three"];
const JOBS = 60;
const ROWS = 10_000;
const CREDITS = 1_000_000;
const ASKER = "ada";
const RULES = { nodes: 20, liars: 4, lieChance: 0.1, jobs: 5_000, seed: "2026" } as const;
/** BOINC's wrapper on paper: two results of each work unit, and a file up and down for each. */
const BOINC_REPLICAS = 2;

export async function benchMarket(): Promise<readonly Row[]> {
  return [...rulesRows(), ...(await meshRows())];
}

function rulesRows(): readonly Row[] {
  const slashed = { ...RULES, isSlashed: true } as const;
  const unslashed = runRules({ ...RULES, class: "replicated", isSlashed: false });
  const replicated = runRules({ ...slashed, class: "replicated" });
  const economy = runRules({ ...slashed, class: "economy", calconds: 1 });
  const honest = runRules({ ...slashed, class: "economy", liars: 0 });
  const few = runRules({ ...slashed, class: "replicated", nodes: 10, liars: 0, jobs: 100 });
  const many = runRules({ ...slashed, class: "replicated", nodes: 1_000, liars: 0, jobs: 100 });
  const percent = (part: number, whole: number): number => (100 * part) / whole;
  const work = ({ checked, computed, done }: typeof economy): number =>
    percent(computed + checked - done, done);
  return [
    {
      name: "jobs that end with a lie, two nodes, nobody slashed",
      value: percent(unslashed.falseAccepted, unslashed.done),
      unit: "%",
      target: "under 0.5",
    },
    {
      name: "jobs that end with a lie, two nodes, liars slashed",
      value: percent(replicated.falseAccepted, replicated.done),
      unit: "%",
    },
    {
      name: "lies not found within an hour, economy class, liars slashed",
      value: percent(economy.falseLate, economy.done),
      unit: "%",
      target: "under 0.1",
    },
    {
      name: "honest nodes slashed",
      value: unslashed.honestSlashed + replicated.honestSlashed + economy.honestSlashed,
      unit: "nodes",
      target: "none",
    },
    { name: "work over the results asked for, replicated", value: work(replicated), unit: "%" },
    {
      name: "work over the results asked for, economy",
      value: work(honest),
      unit: "%",
      target: "at most 10",
    },
    { name: "events of a job, 10 nodes", value: few.events / few.done, unit: "events" },
    { name: "events of a job, 1,000 nodes", value: many.events / many.done, unit: "events" },
    { name: "bytes of their bodies, 10 nodes", value: few.bytes / few.done, unit: "bytes" },
    { name: "bytes of their bodies, 1,000 nodes", value: many.bytes / many.done, unit: "bytes" },
  ];
}

async function meshRows(): Promise<readonly Row[]> {
  const mesh = new LocalMesh();
  const asker = await mesh.add("asker");
  await mesh.add("keeper");
  for (const name of CONTRIBUTORS) await mesh.contribute(await mesh.add(name), name);
  await asker.node.services.ledger.post({
    kind: "grant",
    entries: [
      { account: "mint:credits", delta: -CREDITS },
      { account: `paid:${ASKER}`, delta: CREDITS },
    ],
  });
  await mesh.pass(3);
  const call = callOf(principalOf(ASKER));
  const { handlers } = asker.node;
  const operators = ["NM21"];
  const masses = { m1: 5.9722e24, m2: 7.342e22 };
  const singles = async (): Promise<void> => {
    for (let i = 0; i < JOBS; i += 1)
      await readAnswer(handlers.compute({ operators, inputs: { ...masses, r: 1e8 + i } }, call));
  };
  const columns = { ...masses, r: { from: 1e8, to: 1e8 + ROWS - 1, count: ROWS } };
  const table = async (): Promise<void> => {
    await readAnswer(handlers.computeTable({ operators, columns }, call));
  };
  const jobs = (): Promise<void> =>
    ended(
      mesh,
      asker,
      Array.from({ length: JOBS }, (_, i) => ({ inputs: { ...masses, r: 2e8 + i } })),
    );
  const sweep = (): Promise<void> => ended(mesh, asker, [{ columns }]);
  // Once without counting: what is loaded and compiled on the way is no part of the work.
  await jobs();
  await singles();
  await table();
  const [jobsS, singlesS] = [await costOf(jobs), await costOf(singles)];
  const [sweepS, tableS] = [await costOf(sweep), await costOf(table)];
  await mesh.stop();
  return [
    { name: "jobs through three contributors", value: JOBS / jobsS, unit: "jobs/cpu-s" },
    { name: "the same computed here", value: JOBS / singlesS, unit: "results/cpu-s" },
    { name: "sweep of 10,000 rows on the mesh", value: ROWS / sweepS, unit: "rows/cpu-s" },
    { name: "the same table computed here", value: ROWS / tableS, unit: "rows/cpu-s" },
    {
      name: "sweep / table",
      value: sweepS / tableS,
      unit: "ratio",
      target: `BOINC on paper: ${BOINC_REPLICAS}, and two transfers of files for each work unit`,
    },
  ];
}

async function costOf(work: () => Promise<void>): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  return cpuSeconds(begun);
}

interface Asked {
  readonly inputs?: Readonly<Record<string, number>>;
  readonly columns?: Readonly<Record<string, WrittenColumn>>;
}

/** Opens jobs, and passes time until all have ended. @throws Error where one is not done */
async function ended(mesh: LocalMesh, { node }: LocalNode, asked: readonly Asked[]): Promise<void> {
  const call = callOf(principalOf(ASKER));
  const ids: string[] = [];
  for (const { columns, inputs } of asked) {
    const task = columns === undefined ? { inputs: { ...inputs } } : { columns: { ...columns } };
    const order = { operators: ["NM21"], ...task, class: "replicated" as const, k: 2 };
    ids.push(textIn(await readAnswer(node.handlers.jobOpen(order, call)), "id"));
  }
  const states = (): Promise<readonly unknown[]> =>
    Promise.all(
      ids.map(async (id) => (await readAnswer(node.handlers.jobGet({ id }, call)))["state"]),
    );
  await mesh.until("all jobs end", async () => !(await states()).includes("open"));
  if ((await states()).some((state) => state !== "done")) throw new Error("a job was not done");
}
