import type { Clock } from "../../protocol/ports.js";

/**
 * Unix nanoseconds from the millisecond wall clock, refined by the monotonic one between its ticks.
 */
export function systemClock(): Clock {
  let wallMs = Date.now();
  let monoAtWall = process.hrtime.bigint();
  return {
    nowNs(): bigint {
      const nowMs = Date.now();
      const mono = process.hrtime.bigint();
      if (nowMs !== wallMs) {
        wallMs = nowMs;
        monoAtWall = mono;
      }
      const within = mono - monoAtWall;
      // Never run into the next millisecond: the wall clock decides which one it is.
      return BigInt(wallMs) * 1_000_000n + (within < 1_000_000n ? within : 999_999n);
    },
    monoNs: () => process.hrtime.bigint(),
  };
}
