/** Two nodes that do the same in turns, and what each of them used for it. */
import { setTimeout as delay } from "node:timers/promises";
import type { RunningNode } from "../../devnet/daemons.js";
import { median, type Row } from "../report.js";
import type { ComparedJob } from "./jobs.js";
import { processorSeconds } from "./processorTime.js";

export const ROUNDS = 5;
/** The clock of processor time has steps of 10 ms: a turn is long beside them. */
const TURN_S = 0.4;
const REPEATS_MAX = 400;
/** A node that nobody asks files what it sealed after two seconds. */
const QUIET_MS = 2_600;
const LOOK_MS = 200;
const IDLE_MS_MAX = 30_000;
/** Of one core, what a node uses that does nothing. */
const IDLE_PART = 0.1;

export type Pair = readonly [now: number, before: number];

/** The median of the ratios, least and most of them, and what the other build took. */
export function rowOf(name: string, unit: string, pairs: readonly Pair[]): Row {
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

/** Resolves when no thread of it did more than an idle node does, for so long that nothing is put off. */
export async function untilIdle({ child }: RunningNode): Promise<void> {
  let [busy, before] = [performance.now(), processorSeconds(child.pid!)];
  const end = busy + IDLE_MS_MAX;
  for (let at = busy; at - busy < QUIET_MS && at < end; at = performance.now()) {
    await delay(LOOK_MS);
    const now = processorSeconds(child.pid!);
    // Steps of the clock: two within one look are work.
    if (now - before > (LOOK_MS / 1_000) * IDLE_PART) busy = performance.now();
    before = now;
  }
}

type Run = () => Promise<unknown>;

interface Side {
  readonly node: RunningNode;
  readonly run: Run;
}

/** Mean processor time of one run, in ms. */
async function turn({ node, run }: Side, repeats: number): Promise<number> {
  const begin = processorSeconds(node.child.pid!);
  for (let i = 0; i < repeats; i += 1) await run();
  return ((processorSeconds(node.child.pid!) - begin) * 1_000) / repeats;
}

/** So many that a turn is long enough; the first runs compile the code. */
async function repeatsOf(side: Side): Promise<number> {
  for (let repeats = 1; ; repeats *= 2) {
    const seconds = ((await turn(side, repeats)) * repeats) / 1_000;
    if (seconds >= TURN_S || repeats >= REPEATS_MAX) return Math.min(repeats, REPEATS_MAX);
  }
}

/** What each used from the beginning of its turn until both were idle, for one run. */
async function untilBothIdle(
  sides: readonly Side[],
  order: readonly number[],
  repeats: number,
): Promise<readonly number[]> {
  const begin = sides.map(({ node }) => processorSeconds(node.child.pid!));
  for (const i of order) await turn(sides[i]!, repeats);
  await Promise.all(sides.map(({ node }) => untilIdle(node)));
  return sides.map(
    ({ node }, i) => ((processorSeconds(node.child.pid!) - begin[i]!) * 1_000) / repeats,
  );
}

async function begun(job: ComparedJob, node: RunningNode): Promise<Side> {
  const run = await job.begin(node);
  await run();
  return { node, run };
}

/** @returns no row where one of the two does not know the job, or refuses it */
export async function compared(
  job: ComparedJob,
  now: RunningNode,
  before: RunningNode,
): Promise<readonly Row[]> {
  let sides: readonly [Side, Side];
  try {
    sides = [await begun(job, now), await begun(job, before)];
  } catch (error) {
    process.stdout.write(`${job.name} is left out: ${String(error)}\n`);
    return [];
  }
  const repeats = await repeatsOf(sides[0]);
  await turn(sides[1], repeats);
  if (job.isWriting) for (const { node } of sides) await untilIdle(node);
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Who goes first changes: what one leaves behind on the machine meets both.
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    const used: number[] = [];
    if (job.isWriting) used.push(...(await untilBothIdle(sides, order, repeats)));
    else for (const i of order) used[i] = await turn(sides[i]!, repeats);
    pairs.push([used[0]!, used[1]!]);
  }
  const row = rowOf(job.name, "ms", pairs);
  // The whole takes minutes.
  process.stdout.write(`${row.name}: ${row.value.toFixed(2)} (${row.target!})\n`);
  return [row];
}
