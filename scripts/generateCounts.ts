/** Writes what is counted: the plan of the domains, and figures that several pages state. */
import { writeFileSync } from "node:fs";
import { figureTexts } from "./records/figures.js";
import { countTexts } from "./records/operators/counts.js";

for (const [file, text] of countTexts()) writeFileSync(file, text);
for (const [file, text] of figureTexts()) writeFileSync(file, text);
