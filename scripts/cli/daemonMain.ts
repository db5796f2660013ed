/** `calc daemon`: a process that goes on for ever after its one verb has no use for the others. */
import { runProcess } from "./commandLine.js";
import { daemonVerb } from "./life/daemonVerb.js";

export function main(): Promise<string | undefined> {
  return runProcess({ verbs: [daemonVerb], shapes: [] });
}
