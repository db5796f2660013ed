/** `calc` with every verb. It loads what the verb needs, which for most is a client of the node. */
import { verbShapes } from "../../api/cli/verbTable.js";
import { runProcess } from "./commandLine.js";
import { verbs } from "./verbs.js";

export function main(): Promise<void> {
  return runProcess(verbs, verbShapes);
}
