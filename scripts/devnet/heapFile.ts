/**
 * What a daemon holds, written down by the daemon itself: its heap behind a full collection, and
 * what keeps a process going or open.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";
import * as z from "zod";

/** A file that gets a line for each look. */
export const HEAP_FILE_ENV = "CHAOS_HEAP_FILE";
const LOOK_MS = 15_000;

const lookSchema = z.object({
  /** Of the process. */
  seconds: z.number(),
  heapBytes: z.number(),
  externalBytes: z.number(),
  residentBytes: z.number(),
  /** Open files and sockets. */
  files: z.number(),
  /** Kinds of what keeps the process going: timers, sockets, threads. */
  resources: z.record(z.string(), z.number()),
});
export type HeapLook = z.output<typeof lookSchema>;

function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new TypeError("the heap cannot be collected");
  return () => {
    Reflect.apply(collect, undefined, []);
  };
}

function look(): HeapLook {
  const { external, heapUsed, rss } = process.memoryUsage();
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  return {
    seconds: process.uptime(),
    heapBytes: heapUsed,
    externalBytes: external,
    residentBytes: rss,
    files: readdirSync("/proc/self/fd").length,
    resources,
  };
}

/** To be called before the daemon starts. Its helper threads have heaps of their own. */
export function keepHeap(file: string): void {
  if (!isMainThread) return;
  const collect = collector();
  setInterval(() => {
    collect();
    appendFileSync(file, `${JSON.stringify(look())}\n`);
  }, LOOK_MS).unref();
}

export function heapLooksIn(file: string): readonly HeapLook[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => lookSchema.parse(JSON.parse(line)));
}
