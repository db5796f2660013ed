/**
 * The heap of a simulation: most of what an event leaves behind dies before the next one, and the threads that would help to
 * collect it cost more than they do, also of processors that run other seeds.
 */
import { setFlagsFromString } from "node:v8";

/** Of the young generation of a thread that runs seeds: three halves of 32 MB, from its start. */
export const YOUNG_GENERATION_MB = 96;
const HALF_MB = 32;

/** Threads of this process that begin later start with their young generation at full size. */
export function startYoungGenerationsLarge(): void {
  setFlagsFromString(`--min-semi-space-size=${HALF_MB}`);
}

/** Threads of this process collect their young generations alone. */
export function collectAlone(): void {
  setFlagsFromString("--no-parallel-scavenge");
}
