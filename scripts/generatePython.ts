/**
 * Writes the Python client: one file, from the contract and the parts that are the same whatever the
 * contract says. `--check` writes nothing and fails when the file differs from what it should be.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { INTERFACE_VERSION } from "../protocol/version.js";
import { callModels } from "./clients/model.js";
import { methods, PythonTypes, resultClass, tableRow } from "./clients/python.js";

export const PYTHON_CLIENT = join("clients", "python", "calcmesh.py");

export function pythonClient(): string {
  const part = (name: string): string =>
    readFileSync(join(process.cwd(), "scripts", "clients", name), "utf8").trimEnd();
  // Bytes as they come, and messages of another protocol, are not calls.
  const calls = callModels().filter(({ operation: { raw, rpc } }) => raw !== true && rpc !== true);
  const types = new PythonTypes();
  const results = calls.filter(({ isJson }) => isJson).map((call) => resultClass(types, call));
  const written = calls.map((call) => methods(types, call));
  return [
    part("runtime.py"),
    `\n\n# Written from the contract by scripts/generatePython.ts: what follows is not edited by hand.\n\n` +
      `INTERFACE_VERSION = ${JSON.stringify(INTERFACE_VERSION)}\n\n` +
      `OPERATIONS: Dict[str, _Operation] = {\n${calls.map(tableRow).join("")}}\n`,
    ...types.declared.map((text) => `\n\n${text}`),
    ...results.map((text) => `\n\n${text}`),
    '\n\nclass Client(Transport):\n    """Every operation of a node, by its name."""\n',
    ...written.map((text) => `\n${text}`),
    `\n\n${part("closing.py")}\n`,
  ].join("");
}

export function writePythonClient(): void {
  writeFileSync(PYTHON_CLIENT, pythonClient());
}

function main(check: boolean): number {
  if (!check) writePythonClient();
  else if (readFileSync(PYTHON_CLIENT, "utf8") !== pythonClient()) {
    process.stderr.write(`${PYTHON_CLIENT} differs from the contract; run generatePython\n`);
    return 1;
  }
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = main(process.argv.includes("--check"));
