/** The equation of an account, where a verb has to sign with it. */
import type { Session } from "../../../api/cli/session.js";
import { usage } from "../../../api/cli/exitCodes.js";

/**
 * An equation of one's own from a file or standard input: never from the arguments, which others
 * can read.
 */
export async function ownEquation(session: Session, file: string): Promise<string> {
  const text =
    file === "-" ? await session.modules.readStdin() : await session.modules.readFile(file);
  const equation = text.replace(/\r?\n$/, "");
  if (equation === "")
    throw usage("the equation is empty", "Type it, or hand it over on standard input.");
  return equation;
}
