/** `calc` for what the client serves: verbs that only ask a node, and words that are no verb. */
import { OtherProgramNeeded } from "../../api/cli/otherProgram.js";
import type { LazyVerb } from "../../api/cli/session.js";
import { verbShapes } from "../../api/cli/verbTable.js";
import { clientVerbs } from "./clientVerbs.js";
import { runProcess, runWords, type ServedVerbs } from "./commandLine.js";
import { otherVerbNames } from "./otherVerbNames.js";

const elsewhere: readonly LazyVerb[] = otherVerbNames.map((verb) => ({
  ...verb,
  load: () => Promise.reject(new OtherProgramNeeded()),
}));
const served: ServedVerbs = { verbs: [...clientVerbs, ...elsewhere], shapes: verbShapes };

/** As `runProcess`. */
export function main(input?: string): Promise<string | undefined> {
  return runProcess(served, input);
}

/** One command line of several in a process. @returns its exit code */
export function run(words: readonly string[]): Promise<number> {
  return runWords(served, words);
}
