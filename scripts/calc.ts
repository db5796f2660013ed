#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072 node --min-semi-space-size=4 --max-semi-space-size=16 --single-threaded-gc --v8-pool-size=0
/** The executable `calc`, once it is joined (`program/join.ts`). */
import { keepYoungGenerations } from "../node/runtime/metrics/heapGenerations.js";
import { load } from "./program/load.js";
import { writtenText } from "./program/quick.js";

/** The young generations of a node are held before anything is loaded: that would make them grow. */
function daemon(): typeof import("./cli/daemonMain.js") {
  keepYoungGenerations();
  return load("daemonMain", import.meta.url) as typeof import("./cli/daemonMain.js");
}

const words = process.argv.slice(2);
const text = writtenText(words, import.meta.url);
if (text === null) {
  const { main } = words[0] === "daemon" ? daemon() : await import("./cli/main.js");
  await main();
} else {
  // A reader that goes away early is no failure.
  process.stdout.on("error", () => undefined);
  process.stdout.write(text);
}
