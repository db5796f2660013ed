/** How a program that is wrong is refused: with all that is wrong, each at its place. */
import { Refusal } from "../errors/refusal.js";
import type { ProgramProblem } from "./validate.js";

export function programRefusal(problems: readonly ProgramProblem[]): Refusal {
  const errors = problems.map(({ code, message, pointer, position }) => ({
    pointer: `/program${pointer}`,
    code,
    message,
    ...(position === undefined ? {} : { position }),
  }));
  const [first] = errors;
  const more = errors.length === 1 ? "" : ` (and ${errors.length - 1} more)`;
  return new Refusal("INVALID_PROGRAM", `${first!.pointer}: ${first!.message}${more}`, { errors });
}
