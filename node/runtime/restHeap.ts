/**
 * Ten thousands of events of peers, or of results, leave garbage behind that nothing collects: an
 * idle heap has no reason to. One collection that also moves what is left together gives it back,
 * once, when the node has come to rest.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Logger } from "../../protocol/ports.js";

/** Fewer events leave too little behind to stop for. */
export const CHECKED_MIN = 10_000;

/** Blocks of this size are mapped by themselves, and go back whole. */
const POOL_BYTES = 65_536;

/**
 * Small buffers are cut from blocks of 8 kB, of which a join holds thousands for a moment. In the C
 * library's pools they lie between what is kept, and what they leave is holes.
 */
export function poolBuffersLarge(): void {
  Buffer.poolSize = POOL_BYTES;
}

/** Collects this thread's whole heap: it stops for some 60 to 150 ms. */
export function collectAll(log: Logger): void {
  setFlagsFromString("--expose-gc");
  setFlagsFromString("--compact-on-every-full-gc");
  // The function exists only in contexts that are made under the flag.
  const collect: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  if (typeof collect === "function") Reflect.apply(collect, undefined, []);
  setFlagsFromString("--no-compact-on-every-full-gc");
  log.debug("the heap was collected after a burst");
}
