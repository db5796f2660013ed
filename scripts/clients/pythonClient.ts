/**
 * The Python client: one file, from the contract and the parts that are the same whatever the
 * contract says.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { INTERFACE_VERSION } from "../../protocol/version.js";
import { callModels } from "./model.js";
import { methods, PythonTypes, resultClass, resultName, tableRow } from "./python.js";

/** Where the build writes it. */
export const PYTHON_CLIENT = join("dist", "clients", "python", "calcmesh.py");

export function pythonClient(): string {
  // Bytes as they come, and messages of another protocol, are not calls.
  const calls = callModels().filter(({ operation: { raw, rpc } }) => raw !== true && rpc !== true);
  const answers = calls.filter(({ isJson }) => isJson);
  const types = new PythonTypes(answers.map(resultName));
  const results = answers.map((call) => resultClass(types, call));
  const written = calls.map((call) => methods(types, call));
  return [
    writtenByHand("runtime.py"),
    `\n\n# Written from the contract by scripts/clients/pythonClient.ts: what follows is not edited by hand.\n\n` +
      `INTERFACE_VERSION = ${JSON.stringify(INTERFACE_VERSION)}\n\n` +
      `OPERATIONS: Dict[str, _Operation] = {\n${calls.map(tableRow).join("")}}\n`,
    ...types.declared.map((text) => `\n\n${text}`),
    ...results.map((text) => `\n\n${text}`),
    '\n\nclass Client(Transport):\n    """Every operation of a node, by its name."""\n',
    ...written.map((text) => `\n${text}`),
    `\n\n${writtenByHand("closing.py")}\n`,
  ].join("");
}

/** The part that is the same whatever the contract says. */
export function writtenByHand(name: "runtime.py" | "closing.py"): string {
  return readFileSync(join(process.cwd(), "scripts", "clients", name), "utf8").trimEnd();
}
