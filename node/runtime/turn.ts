/** The end of what one callback of the event loop has set off. */

/**
 * Calls back when the callback that runs now is over, and all promises that it settled have been
 * acted upon. What waits for the disk, a timer or the network is not waited for.
 */
export function afterTurn(done: () => void): void {
  // Between two ticks all microtasks run, those too that others add meanwhile.
  process.nextTick(() => queueMicrotask(() => process.nextTick(done)));
}
