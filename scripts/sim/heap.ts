/**
 * How the engine runs a simulation: most of what an event leaves behind dies before the next one,
 * and threads that would help to collect or to compile cost more than they do, also of processors
 * that run other seeds.
 */
import { setFlagsFromString } from "node:v8";

/**
 * Of a process that runs nothing but seeds: one thread, and a young generation of full size from
 * its start.
 */
export const SEED_FLAGS = [
  "--single-threaded",
  "--max-semi-space-size=32",
  "--min-semi-space-size=32",
] as const;

/** Threads of this process collect their young generations alone. */
export function collectAlone(): void {
  setFlagsFromString("--no-parallel-scavenge");
}
