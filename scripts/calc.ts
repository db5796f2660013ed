#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=16384 node --max-semi-space-size=32
/** The executable `calc`. */
import { keepYoungGenerations } from "../node/sealing/youngGeneration.js";

// Before anything else is loaded: loading is what would make them grow.
keepYoungGenerations();
const { main } = await import("./cli/main.js");
await main();
