#!/usr/bin/env -S node --max-semi-space-size=32
/** The executable `calc`. */
import { keepYoungGenerations } from "../node/sealing/youngGeneration.js";

// Before anything else is loaded: loading is what would make them grow.
keepYoungGenerations();
const { main } = await import("./cli/main.js");
await main();
