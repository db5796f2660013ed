/** Writes the table of costs into the page about load. */
import { readFileSync, writeFileSync } from "node:fs";
import { KEYLESS_REQUEST_WORK_MAX } from "../../protocol/limits.js";
import { measuredCosts, PAGE, replaced, tableOf } from "./costTable.js";

const SEED = 1_287_040;
const REQUESTS = 60;

const table = tableOf(await measuredCosts(SEED, REQUESTS), KEYLESS_REQUEST_WORK_MAX);
writeFileSync(PAGE, replaced(readFileSync(PAGE, "utf8"), table));
process.exit(0);
