/** `calc` with every verb. It loads what the verb needs. */
import { verbShapes } from "../../api/cli/verbTable.js";
import { runProcess, runWords, type ServedVerbs } from "./commandLine.js";
import { verbs } from "./verbs.js";

const served: ServedVerbs = { verbs, shapes: verbShapes };

/** As `runProcess`. */
export function main(input?: string): Promise<string | undefined> {
  return runProcess(served, input);
}

/** One command line of several in a process. @returns its exit code */
export function run(words: readonly string[]): Promise<number> {
  return runWords(served, words);
}
