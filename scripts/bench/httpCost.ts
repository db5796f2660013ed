/**
 * Processor time of a server by thread, as Linux accounts it. Requests per second depend on what
 * else a machine does; processor time a request much less, and on two cores it is what bounds the
 * rate.
 */
import { readdirSync, readFileSync } from "node:fs";

const US_PER_NS = 1e-3;

/** Processor time of each thread so far in us, by thread id; empty where there is no /proc. */
export function threadTimes(pid: number): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const thread of listed(`/proc/${pid}/task`)) {
    const spent = read(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[0];
    if (spent !== undefined && spent !== "") times.set(Number(thread), Number(spent) * US_PER_NS);
  }
  return times;
}

export function sumOf(times: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const time of times.values()) sum += time;
  return sum;
}

/** A server's processor time for one request, in us. */
export interface RequestCost {
  /** The thread of the event loop that has the sockets. */
  readonly serving: number;
  /** The busiest of the others. */
  readonly second: number;
  readonly rest: number;
}

/** @param requests answered between the two readings */
export function costBetween(
  pid: number,
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
  requests: number,
): RequestCost {
  let serving = 0;
  const others: number[] = [];
  for (const [thread, time] of after) {
    const spent = (time - (before.get(thread) ?? 0)) / requests;
    if (thread === pid) serving = spent;
    else others.push(spent);
  }
  const second = Math.max(0, ...others);
  return { serving, second, rest: others.reduce((sum, one) => sum + one, 0) - second };
}

/** A thread or process may end between the listing and the reading. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    return gone(error, "");
  }
}

function listed(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    return gone(error, []);
  }
}

function gone<T>(error: unknown, instead: T): T {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOENT" || code === "ESRCH") return instead;
  throw error;
}
