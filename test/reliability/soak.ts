/** Daemons that do everything, over and over: whether what they hold grows. */
import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import { HEAP_FILE_ENV, heapLooksIn, type HeapLook } from "../../scripts/devnet/heapFile.js";
import { temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { Cluster } from "../../scripts/devnet/cluster.js";
import { openSocket } from "../../scripts/cli/services/openSocket.js";
import { STREAM_PATH } from "../../api/client/table.js";
import { allOperations } from "../../api/contract/index.js";
import { call, fieldsOf, textOf, type Fields } from "../kit/requests.js";
import { asked, CONTRIBUTOR_ENV, contributing, endOfJob, openJob } from "./marketWork.js";

const COUNT = 4;
const CONTRIBUTORS = [1, 2, 3];
/** Between two steps: some five a second for all daemons. */
const PAUSE_MS = 150;
/** The first part is left out of the slope: caches fill. */
const SETTLED_FROM = 0.4;
const BYTES_PER_MB = 1_000_000;
const MS_PER_MINUTE = 60_000;
const SECONDS_PER_HOUR = 3_600;

export interface DaemonGrowth {
  readonly looks: number;
  /** By least squares over what was seen behind the first two fifths. */
  readonly heapMbPerHour: number;
  readonly heapMb: readonly [first: number, last: number];
  /** Medians of each fifth of the time. */
  readonly heapMbOfFifths: readonly number[];
  readonly residentMb: readonly [first: number, last: number];
  /** Medians of the third and of the last fifth. */
  readonly files: readonly [before: number, after: number];
  readonly resources: readonly [before: number, after: number];
}

export interface SoakFigures {
  readonly minutes: number;
  readonly steps: number;
  readonly byStep: Readonly<Record<string, number>>;
  readonly jobs: Readonly<Record<string, number>>;
  readonly daemons: readonly DaemonGrowth[];
}

type Step = (node: RunningNode, n: number) => Promise<unknown>;

/** Operations read without naming anything, of all that the contract has. */
const READS = allOperations.flatMap(({ effect, method, path }) =>
  effect === "read" && method === "GET" && !/[:*]/.test(path) ? [path] : [],
);

/** What a daemon was given once, and is used from then on. */
interface Belongings {
  readonly machine: string;
  readonly stream: string;
  readonly reactor: string;
  readonly contract: string;
  steps: number;
}

async function belongings(node: RunningNode): Promise<Belongings> {
  const machine = "oven-north";
  await asked(node, "POST", "/api/state", { slug: machine });
  const contract = { operators: ["NM19"], inputs: { m: 2, a: 9.8 } };
  const stream = await asked(node, "POST", "/api/calc/streams", { name: "falling", contract });
  const reactor = await asked(node, "POST", "/api/calc/reactor", {
    operators: ["NM19"],
    initialState: { value: 8 },
    transition: { inputs: { m: 2, a: "x.value / 4.0 + u" } },
  });
  const { program } = exampleOf("calc_contract_deploy");
  const deployed = await asked(node, "POST", "/api/contracts", { program });
  return {
    machine,
    stream: textOf(fieldsOf(stream, "channel"), "id"),
    reactor: textOf(reactor, "reactor"),
    contract: textOf(deployed, "contract"),
    steps: 0,
  };
}

function exampleOf(id: string): Record<string, unknown> {
  const operation = allOperations.find((one) => one.id === id);
  return { ...operation!.examples[0]!.input };
}

function stepsOf(
  cluster: Cluster,
  owned: ReadonlyMap<RunningNode, Belongings>,
  jobs: Promise<Fields>[],
): Readonly<Record<string, Step>> {
  const other = (n: number): RunningNode => cluster.node(n % COUNT);
  const of = (node: RunningNode): Belongings => owned.get(node)!;
  return {
    compute: async (node, n) => {
      const inputs = { m: 1 + n, a: 2.5 };
      const request = { operators: ["NM19"], inputs, visibility: "shared" };
      const answer = await asked(node, "POST", "/api/calc/compute", request);
      await call(other(n), "GET", `/api/receipts/${textOf(answer, "receipt_id")}`);
    },
    batch: (node) => asked(node, "POST", "/api/calc/compute/batch", exampleOf("calc_batch")),
    table: (node) => asked(node, "POST", "/api/calc/compute/table", exampleOf("calc_table")),
    words: (node, n) =>
      asked(node, "POST", "/api/calc/auto", { query: `force of ${n + 1} kg at 3 m/s^2` }),
    solver: (node, n) => asked(node, "POST", "/api/calc/epi", { R0: 1.5 + (n % 100) / 50 }),
    heat: (node) => asked(node, "POST", "/api/calc/infall", exampleOf("calc_infall")),
    row: (node, n) =>
      asked(node, "POST", `/api/state/${of(node).machine}/events`, {
        type: "reading",
        data: { celsius: n },
      }),
    validate: (node) => asked(node, "GET", `/api/state/${of(node).machine}/pohc/validate`),
    tick: (node) => asked(node, "POST", `/api/calc/streams/${of(node).stream}/tick`, {}),
    reactor: async (node) => {
      const own = of(node);
      const { reactor, steps: n } = own;
      await asked(node, "POST", "/api/calc/reactor/step", { reactor, u: 1, n });
      own.steps += 1;
    },
    fire: (node, n) =>
      asked(node, "POST", `/api/contracts/${of(node).contract}/fire`, { data: { v: n % 60 } }),
    page: (node, n) =>
      asked(node, "PUT", `/api/pages/${of(node).machine}/report`, {
        files: [{ path: "index.html", text: `<h1>Oven</h1> ${n % 3}` }],
      }),
    key: async (node, n) => {
      const key = await asked(node, "POST", "/api/keys", { label: `soak ${n}` });
      await asked(node, "DELETE", `/api/keys/${textOf(key, "prefix")}`);
    },
    job: async (node, n) => {
      const id = await openJob(node, n);
      jobs.push(endOfJob(node, id));
    },
    verify: (node) => asked(node, "POST", "/api/mesh/verify", { peers: 3, samples: 4 }),
    audit: (node) => asked(node, "GET", "/api/ledger/audit"),
    backup: (node) => call(node, "GET", "/api/node/backup"),
    tools: (node, n) =>
      call(node, "POST", "/api/mcp", { jsonrpc: "2.0", id: n, method: "tools/list" }),
    socket: (node) => socketOnce(node, of(node).stream),
    read: (node, n) => call(node, "GET", READS[n % READS.length]!),
  };
}

/** A connection that is opened and closed again. */
function socketOnce({ api }: RunningNode, channel: string): Promise<void> {
  return new Promise((done) => {
    const url = `${api.ws}${STREAM_PATH}?channel=${channel}`;
    const socket = openSocket(url, ["calc", `bearer.${api.token}`]);
    socket.onopen = () => socket.close(1_000);
    socket.onerror = () => done();
    socket.onclose = () => done();
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0) / of.length;
  const [x, y] = [mean(points.map(([one]) => one)), mean(points.map(([, one]) => one))];
  const over = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return over / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}

function growthOf(looks: readonly HeapLook[]): DaemonGrowth {
  const settled = looks.slice(Math.floor(looks.length * SETTLED_FROM));
  const fifth = Math.max(1, Math.floor(looks.length / 5));
  const [before, after] = [looks.slice(2 * fifth, 3 * fifth), looks.slice(-fifth)];
  const resources = ({ resources: kinds }: HeapLook): number =>
    Object.values(kinds).reduce((sum, count) => sum + count, 0);
  const [first, last] = [settled[0]!, settled.at(-1)!];
  const fifths = [0, 1, 2, 3, 4].map((n) => looks.slice(n * fifth, (n + 1) * fifth));
  return {
    looks: looks.length,
    heapMbPerHour: slope(
      settled.map(({ heapBytes, seconds }) => [
        seconds / SECONDS_PER_HOUR,
        heapBytes / BYTES_PER_MB,
      ]),
    ),
    heapMb: [first.heapBytes / BYTES_PER_MB, last.heapBytes / BYTES_PER_MB],
    heapMbOfFifths: fifths.map(
      (part) => median(part.map(({ heapBytes }) => heapBytes)) / BYTES_PER_MB,
    ),
    residentMb: [first.residentBytes / BYTES_PER_MB, last.residentBytes / BYTES_PER_MB],
    files: [median(before.map(({ files }) => files)), median(after.map(({ files }) => files))],
    resources: [median(before.map(resources)), median(after.map(resources))],
  };
}

export async function soak(minutes: number): Promise<SoakFigures> {
  const dir = temporaryDir("soak");
  const heapFile = (n: number): string => join(dir.path, `heap-${n}`);
  const cluster = await Cluster.start({
    dir: dir.path,
    count: COUNT,
    args: ["--rate-limits", "off", "--log-level", "warn"],
    environment: new Map(
      Array.from({ length: COUNT }, (_, n) => [
        n,
        { ...CONTRIBUTOR_ENV, [HEAP_FILE_ENV]: heapFile(n) },
      ]),
    ),
  });
  try {
    await contributing(cluster, CONTRIBUTORS);
    const owned = new Map<RunningNode, Belongings>();
    for (const node of cluster.nodes) owned.set(node, await belongings(node));
    const jobs: Promise<Fields>[] = [];
    const steps = Object.entries(stepsOf(cluster, owned, jobs));
    const byStep: Record<string, number> = {};
    let n = 0;
    // A part made when it is first asked for is made before the time begins.
    for (const node of cluster.nodes) {
      for (const path of READS) await call(node, "GET", path);
      for (const [, step] of steps) await step(node, (n += 1));
    }
    const end = AbortSignal.timeout(minutes * MS_PER_MINUTE);
    for (; !end.aborted; n += 1) {
      const [name, step] = steps[n % steps.length]!;
      // Each step comes to each daemon.
      await step(cluster.node((n + Math.floor(n / steps.length)) % COUNT), n);
      byStep[name] = (byStep[name] ?? 0) + 1;
      await delay(PAUSE_MS);
    }
    const states: Record<string, number> = {};
    for (const job of await Promise.all(jobs)) {
      const state = textOf(job, "state");
      states[state] = (states[state] ?? 0) + 1;
    }
    const daemons = cluster.members.map(({ n: of }) => growthOf(heapLooksIn(heapFile(of))));
    return { minutes, steps: n, byStep, jobs: states, daemons };
  } finally {
    await cluster.stop();
    dir.remove();
  }
}
