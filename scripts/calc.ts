#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072 node --min-semi-space-size=4 --max-semi-space-size=16 --single-threaded-gc --v8-pool-size=0
/** The executable `calc`, once it is joined (`program/join.ts`). */
import { isForClient } from "./program/choice.js";
import { programs } from "./program/modules.js";
import { writtenText } from "./program/quick.js";

const words = process.argv.slice(2);
const text = writtenText(words, import.meta.url);
if (text !== null) {
  // A reader that goes away early is no failure.
  process.stdout.on("error", () => undefined);
  process.stdout.write(text);
} else {
  // Each ends the process, unless it leaves the words to the next.
  const input = isForClient(words) ? await (await programs.client()).main() : undefined;
  if (words[0] !== "daemon") await (await programs.verbs()).main(input);
  // The young generations of a node are held before it is loaded: that would make them grow.
  (await import("../node/runtime/metrics/heapGenerations.js")).keepYoungGenerations();
  await (await programs.daemon()).main();
}
