/**
 * This build beside another commit of it, in turns on one machine: processor time of the node for
 * what clients do, of a start, of a command, and memory. A ratio above one is slower than before.
 */
import { CALC, startNode, temporaryDir, type RunningNode } from "../../devnet/daemons.js";
import { median, type Row } from "../report.js";
import { comparedJobs, type ComparedJob } from "./jobs.js";
import { buildOther, commitHere, type OtherBuild } from "./otherBuild.js";
import { processorSeconds, residentMegabytes, usedBy } from "./processorTime.js";

const ROUNDS = 5;
/** The clock of processor time has steps of 10 ms: a turn is long beside them. */
const TURN_S = 0.4;
const REPEATS_MAX = 400;
const ARGS = ["--rate-limits", "off", "--log-level", "error"] as const;

type Pair = readonly [now: number, before: number];

function rowOf(name: string, unit: string, pairs: readonly Pair[]): Row {
  const ratios = pairs.map(([now, before]) => now / before).sort((a, b) => a - b);
  const [low, high] = [ratios[0]!, ratios.at(-1)!].map((ratio) => ratio.toFixed(2));
  const before = median(pairs.map(([, other]) => other));
  return {
    name,
    value: median(ratios),
    unit: "ratio",
    target: `${low} to ${high}, ${before.toPrecision(3)} ${unit} before`,
  };
}

/** Mean processor time of one run, in ms. */
async function turn(job: ComparedJob, node: RunningNode, repeats: number): Promise<number> {
  const begin = processorSeconds(node.child.pid!);
  for (let i = 0; i < repeats; i += 1) await job.run(node);
  return ((processorSeconds(node.child.pid!) - begin) * 1_000) / repeats;
}

/** So many that a turn is long enough; the first runs compile the code. */
async function repeatsOf(job: ComparedJob, node: RunningNode): Promise<number> {
  for (let repeats = 1; ; repeats *= 2) {
    const seconds = ((await turn(job, node, repeats)) * repeats) / 1_000;
    if (seconds >= TURN_S || repeats >= REPEATS_MAX) return Math.min(repeats, REPEATS_MAX);
  }
}

/** @returns no row where one of the two does not know the job, or refuses it */
async function compared(
  job: ComparedJob,
  now: RunningNode,
  before: RunningNode,
): Promise<readonly Row[]> {
  try {
    await job.run(now);
    await job.run(before);
  } catch (error) {
    process.stdout.write(`${job.name} is left out: ${String(error)}\n`);
    return [];
  }
  const repeats = await repeatsOf(job, now);
  await turn(job, before, repeats);
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Who goes first changes: what one leaves behind on the machine meets both.
    const isFirst = round % 2 === 0;
    const first = await turn(job, isFirst ? now : before, repeats);
    const second = await turn(job, isFirst ? before : now, repeats);
    pairs.push(isFirst ? [first, second] : [second, first]);
  }
  return [rowOf(job.name, "ms", pairs)];
}

async function startsOf(other: OtherBuild): Promise<Row> {
  const secondsOf = async (calc: string): Promise<number> => {
    const dir = temporaryDir("compare-start");
    const node = await startNode({ dataDir: dir.path, calc, args: ARGS });
    const seconds = processorSeconds(node.child.pid!);
    await node.stop();
    dir.remove();
    return seconds;
  };
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    pairs.push([await secondsOf(CALC), await secondsOf(other.calc)]);
  return rowOf("start of a node", "s", pairs);
}

function commandsOf(other: OtherBuild, words: readonly string[]): readonly Row[] {
  const env = { ...process.env, NO_COLOR: "1" };
  const used = Array.from({ length: ROUNDS }, () =>
    [CALC, other.calc].map((calc) => usedBy([calc, ...words], env)),
  );
  const pairsOf = (member: "seconds" | "megabytes"): readonly Pair[] =>
    used.map(([now, before]) => [now![member], before![member]]);
  const name = `calc ${words[0]!}`;
  return [
    rowOf(name, "s", pairsOf("seconds")),
    rowOf(`${name}, memory`, "MB", pairsOf("megabytes")),
  ];
}

/** @param ref the other commit */
export async function benchCompare(ref: string): Promise<readonly Row[]> {
  const dir = temporaryDir("compare");
  const other = buildOther(ref, dir.path);
  process.stdout.write(`now ${commitHere()}, before ${other.commit}\n`);
  const nodes: RunningNode[] = [];
  try {
    const rows = [await startsOf(other), ...commandsOf(other, ["evaluate", "E = m c^2", "m=1kg"])];
    for (const calc of [CALC, other.calc])
      nodes.push(await startNode({ dataDir: `${dir.path}/node${nodes.length}`, calc, args: ARGS }));
    const [now, before] = nodes;
    for (const job of comparedJobs) rows.push(...(await compared(job, now!, before!)));
    const memory = nodes.map(({ child }) => residentMegabytes(child.pid!));
    return [...rows, rowOf("memory after all of it", "MB", [[memory[0]!, memory[1]!]])];
  } finally {
    for (const node of nodes) await node.stop();
    other.remove();
    dir.remove();
  }
}
