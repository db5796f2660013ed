/** Writes what is counted of the records: the plan of the domains, and what pages say. */
import { writeFileSync } from "node:fs";
import { countTexts } from "./records/operators/counts.js";

for (const [file, text] of countTexts()) writeFileSync(file, text);
