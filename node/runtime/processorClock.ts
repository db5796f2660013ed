/**
 * How much of a processor a stretch of work on this thread took. Processor time is counted for the
 * whole process, so other threads are in it; what passed by the clock is too long where the machine
 * is busy. The lower of the two is never too high by more than other threads took meanwhile.
 */
export interface ProcessorClock {
  mark(): ProcessorMark;
  /** Milliseconds since. */
  since(mark: ProcessorMark): number;
}

export interface ProcessorMark {
  readonly clockMs: number;
  readonly processorMs: number;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

export const processorClock: ProcessorClock = {
  mark: () => ({ clockMs: performance.now(), processorMs: processorMs() }),
  since: (mark) =>
    Math.max(0, Math.min(performance.now() - mark.clockMs, processorMs() - mark.processorMs)),
};
