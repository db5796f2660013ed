/** Exit codes of the command line. Never 0 with an error. */
import { errorEntry, isErrorCode } from "../../protocol/errors/index.js";
import type { Verdict } from "../../protocol/seal/verdict.js";

export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  refused: 3,
  auth: 4,
  balance: 5,
  notFound: 6,
  rateLimited: 7,
  conflict: 8,
  notConverged: 9,
  unreachable: 10,
  locked: 11,
  notVerified: 12,
  notChecked: 13,
  interrupted: 130,
} as const;

const EXIT_OF_VERDICT: Readonly<Record<Verdict, number>> = {
  valid: EXIT.ok,
  sound: EXIT.notChecked,
  invalid: EXIT.notVerified,
};

/**
 * A receipt that holds together, and whose value was not computed again, is neither good nor bad.
 */
export function exitOfVerdict(verdict: Verdict): number {
  return EXIT_OF_VERDICT[verdict];
}

/** Exit code of a problem's code; an unknown one is unexpected. */
export function exitOf(code: string): number {
  return isErrorCode(code) ? errorEntry(code).exit : EXIT.unexpected;
}

/**
 * Ends a verb with a code of its own; what it says goes to standard error, or into the JSON
 * document.
 */
export class CliError extends Error {
  readonly exit: number;
  readonly code: string;
  readonly next: string;
  /** Members of the JSON document beside the usual ones. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    exit: number,
    message: string,
    next: string,
    members: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = "CliError";
    this.code = code;
    this.exit = exit;
    this.next = next;
    this.members = members;
  }
}

/** @param next what is told instead of the verb's help */
export function usage(message: string, next = ""): CliError {
  return new CliError("USAGE", EXIT.usage, message, next);
}
