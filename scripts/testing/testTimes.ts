/**
 * Processor time by test file. The runner loads this module into each process that runs tests, and
 * each file that ends appends one line to the file that `CALCMESH_TEST_TIMES` names.
 */
import { appendFileSync, readFileSync } from "node:fs";
import type { Context } from "mocha";

export const TIMES_ENV = "CALCMESH_TEST_TIMES";

export interface FileTime {
  readonly file: string;
  /** Absent where the time is that of the whole file. The first test of a suite has its hooks' time, too. */
  readonly test?: string;
  /** Of this process and of those that it started and that have ended. */
  readonly processorMs: number;
}

const MICROSECONDS_PER_MS = 1000;
/** `USER_HZ`, which is 100 on every architecture of Linux that Node runs on. */
const MS_PER_TICK = 10;
/** Where `cutime` and `cstime` stand behind the name of the process (proc_pid_stat(5)). */
const CHILDREN_AT = [13, 14] as const;

/** Linux alone tells a process what its children used; elsewhere they count as nothing. */
function childrenMs(): number {
  let stat: string;
  try {
    stat = readFileSync("/proc/self/stat", "utf8");
  } catch {
    return 0;
  }
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return CHILDREN_AT.reduce((sum, at) => sum + Number(fields[at]) * MS_PER_TICK, 0);
}

function usedMs(): number {
  const { system, user } = process.cpuUsage();
  return (user + system) / MICROSECONDS_PER_MS + childrenMs();
}

/** Loading a file counts, so a file begins where the one before it ended. */
let before = usedMs();

let beforeTest = before;

function append(time: FileTime): void {
  const path = process.env[TIMES_ENV];
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(time)}\n`);
}

export const mochaHooks = {
  afterEach(this: Context): void {
    const test = this.currentTest;
    const now = usedMs();
    if (test?.file !== undefined)
      append({ file: test.file, test: test.fullTitle(), processorMs: now - beforeTest });
    beforeTest = now;
  },
  afterAll(this: Context): void {
    const file = this.test?.parent?.suites[0]?.file;
    const now = usedMs();
    if (file !== undefined) append({ file, processorMs: now - before });
    before = now;
    beforeTest = now;
  },
};

/** @returns those that used most first */
export function readTimes(path: string): FileTime[] {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines
    .map((line) => JSON.parse(line) as FileTime)
    .sort((a, b) => b.processorMs - a.processorMs);
}
