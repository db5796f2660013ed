/**
 * Writes the machine-readable descriptions to docs/, two spaces deep, so that a change of the
 * interface reads as a change. `--check` writes nothing and fails when a file differs from the
 * contract.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writePythonClient } from "./generatePython.js";
import { openapiDocument } from "../api/openapi/document.js";

const FILES = [
  ["openapi.json", "3.2.0"],
  ["openapi-3.1.json", "3.1.1"],
] as const;

function main(check: boolean): number {
  let drifted = 0;
  for (const [name, version] of FILES) {
    const path = join(process.cwd(), "docs", name);
    const text = `${JSON.stringify(openapiDocument(version), null, 2)}\n`;
    if (!check) writeFileSync(path, text);
    else if (readFileSync(path, "utf8") !== text) {
      process.stderr.write(`docs/${name} differs from the contract; run generateOpenapi\n`);
      drifted += 1;
    }
  }
  // Who changes the contract runs this one: the client that is written from it comes along.
  if (!check) writePythonClient();
  return drifted === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.includes("--check"));
