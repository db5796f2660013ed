/**
 * This build beside another commit of it, in turns on one machine: processor time of the node for
 * what clients do, of a start, of commands, and memory. A ratio above one is slower than before.
 */
import { join } from "node:path";
import { CALC, startNode, temporaryDir, type RunningNode } from "../../devnet/daemons.js";
import { COMMANDS } from "../commands.js";
import type { Row } from "../report.js";
import { BATCH_PATH, batchOf, post, requestJobs, singleJobs, solverJobs, times } from "./jobs.js";
import { liveJobs } from "./live.js";
import { buildOther, buildSeconds, commitHere, copyHere, type Build } from "./otherBuild.js";
import { processorSeconds, residentMegabytes, usedBy } from "./processorTime.js";
import { compared, ROUNDS, rowOf, untilIdle, type Pair } from "./turns.js";

const ARGS = ["--rate-limits", "off", "--log-level", "error"] as const;
const LARGE = 1_000_000;
/** One commit window is about as long. */
const FILLING = 250;
const FILLING_AT_ONCE = 4;

async function startsOf(calcs: readonly string[]): Promise<Row> {
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
    pairs.push([await secondsOf(calcs[0]!), await secondsOf(calcs[1]!)]);
  return rowOf("start of a node", "s", pairs);
}

/** Where a program looks for a node of its own when nobody names one. */
function dataDirIn(home: string): string {
  return join(home, ".local", "share", "calcmesh");
}

/** Each program asks the node of its own build. */
function commandsOf(calcs: readonly string[], homes: readonly string[]): readonly Row[] {
  return COMMANDS.flatMap(([name, words]) => {
    const used = Array.from({ length: ROUNDS }, () =>
      calcs.map((calc, i) =>
        usedBy([calc, ...words], {
          ...process.env,
          HOME: homes[i]!,
          XDG_DATA_HOME: "",
          NO_COLOR: "1",
        }),
      ),
    );
    const pairsOf = (member: "seconds" | "megabytes"): readonly Pair[] =>
      used.map(([now, before]) => [now![member], before![member]]);
    return [
      rowOf(`calc, ${name}`, "s", pairsOf("seconds")),
      rowOf(`calc, ${name}, memory`, "MB", pairsOf("megabytes")),
    ];
  });
}

interface Compared {
  readonly calcs: readonly [string, string];
  readonly homes: readonly [string, string];
  /** Ends what it started before, if it runs. */
  readonly start: () => Promise<readonly [RunningNode, RunningNode]>;
}

/** @param ref the other commit */
async function beside(
  ref: string,
  rows: (both: Compared) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const dir = temporaryDir("compare");
  const other = buildOther(ref, dir.path);
  process.stdout.write(`now ${commitHere()}, before ${other.commit}\n`);
  const nodes: RunningNode[] = [];
  const stop = async (): Promise<void> => {
    for (const node of nodes.splice(0)) await node.stop();
  };
  const calcs = [CALC, other.calc] as const;
  const homes = [join(dir.path, "now"), join(dir.path, "before")] as const;
  try {
    return await rows({
      calcs,
      homes,
      start: async () => {
        await stop();
        for (const [i, calc] of calcs.entries())
          nodes.push(await startNode({ dataDir: dataDirIn(homes[i]!), calc, args: ARGS }));
        return [nodes[0]!, nodes[1]!];
      },
    });
  } finally {
    await stop();
    other.remove();
    dir.remove();
  }
}

function memoryOf(name: string, nodes: readonly RunningNode[]): Row {
  const [now, before] = nodes.map(({ child }) => residentMegabytes(child.pid!));
  return rowOf(name, "MB", [[now!, before!]]);
}

/** @param what the other commit; behind a colon, words of the jobs that are wanted alone */
export function benchCompare(what: string): Promise<readonly Row[]> {
  const [ref = "", words] = what.split(":");
  const all = [...requestJobs, ...liveJobs, ...solverJobs];
  const jobs = words === undefined ? all : all.filter(({ name }) => name.includes(words));
  return beside(ref, async ({ calcs, homes, start }) => {
    const rows = words === undefined ? [await startsOf(calcs)] : [];
    const nodes = await start();
    if (words === undefined) rows.push(...commandsOf(calcs, homes));
    for (const job of jobs) rows.push(...(await compared(job, ...nodes)));
    return [...rows, memoryOf("memory after all of it", nodes)];
  });
}

async function fill(node: RunningNode): Promise<void> {
  const body = batchOf(FILLING);
  for (let done = 0; done < LARGE; done += FILLING * FILLING_AT_ONCE)
    await times(FILLING_AT_ONCE, () => post(node, BATCH_PATH, body));
}

/** The same requests where a million envelopes stand, and what that many cost to seal and at a start. */
export function benchCompareLarge(ref: string): Promise<readonly Row[]> {
  return beside(ref, async ({ start }) => {
    let nodes = await start();
    const usedOf = (): readonly number[] => nodes.map(({ child }) => processorSeconds(child.pid!));
    const filling = async (node: RunningNode): Promise<void> => {
      await fill(node);
      await untilIdle(node);
    };
    const begin = usedOf();
    await Promise.all(nodes.map(filling));
    const [now, before] = usedOf().map((seconds, i) => seconds - begin[i]!);
    const rows = [
      rowOf(`${LARGE} envelopes in batches of ${FILLING}`, "s", [[now!, before!]]),
      memoryOf("memory then, at rest", nodes),
    ];
    for (const job of singleJobs) rows.push(...(await compared(job, ...nodes)));
    const starts: Pair[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      nodes = await start();
      const [ours, theirs] = usedOf();
      starts.push([ours!, theirs!]);
    }
    return [...rows, rowOf("start on that store", "s", starts)];
  });
}

/** `npm run build` where nothing has changed, and after a comment in `protocol/`. */
export function benchCompareBuild(ref: string): Promise<readonly Row[]> {
  const dir = temporaryDir("compare-build");
  const builds: Build[] = [];
  try {
    builds.push(copyHere(join(dir.path, "now")), buildOther(ref, join(dir.path, "before")));
    process.stdout.write(`now ${commitHere()}, before ${builds[1]!.commit}\n`);
    for (const build of builds) buildSeconds(build);
    const pairsOf = (isCommented: boolean): readonly Pair[] =>
      Array.from({ length: ROUNDS }, () => {
        const [now, before] = builds.map((build) => buildSeconds(build, isCommented));
        return [now!, before!] as const;
      });
    return Promise.resolve([
      rowOf("build after nothing", "s", pairsOf(false)),
      rowOf("build after a comment in protocol/", "s", pairsOf(true)),
    ]);
  } finally {
    for (const build of builds) build.remove();
    dir.remove();
  }
}
