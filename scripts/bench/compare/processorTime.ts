/** Processor time and memory of processes, as Linux and the processes themselves tell them. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The process itself says what it used, on a channel of its own, when it ends. */
const REPORT = `data:text/javascript,${encodeURIComponent(
  'import { writeSync } from "node:fs"; ' +
    'process.on("exit", () => writeSync(3, JSON.stringify(process.resourceUsage())));',
)}`;
/** Of `/proc`, on every Linux. */
const TICKS_PER_S = 100;
/** Of the fields behind the name of the program. */
const [USER_TICKS, SYSTEM_TICKS] = [11, 12];
const CHILDREN_TICKS = [13, 14];

export interface Used {
  readonly seconds: number;
  readonly megabytes: number;
}

/** A program of Node from its start to its end. @param words its file, or options, and arguments */
export function usedBy(words: readonly string[], env: NodeJS.ProcessEnv): Used {
  const { output } = spawnSync(process.execPath, ["--import", REPORT, ...words], {
    env,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  const { maxRSS, systemCPUTime, userCPUTime } = JSON.parse(output[3]!) as NodeJS.ResourceUsage;
  return { seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: (maxRSS * 1024) / 1e6 };
}

const NS_PER_MS = 1e6;

/** Of this thread where the system counts it: what waits for a core costs nothing. */
export function threadMs(): number {
  if (process.platform !== "linux") return performance.now();
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / NS_PER_MS;
}

/** Of all threads of a process that runs, in steps of 10 ms. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) / TICKS_PER_S;
}

/** Of all processes that this one started and that have ended, and of those which they started. */
export function childrenSeconds(): number {
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return CHILDREN_TICKS.reduce((sum, at) => sum + Number(fields[at]) / TICKS_PER_S, 0);
}

/** Resident memory of a process that runs. */
export function residentMegabytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return (Number(line![1]) * 1024) / 1e6;
}
