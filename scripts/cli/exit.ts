/** Exit codes of the command line; those of HTTP errors stand in the error table. */
export const EXIT = {
  ok: 0, unexpected: 1, usage: 2, refused: 3, unreachable: 10, locked: 11, verificationFailed: 12, interrupted: 130,
} as const;

/** An end with a message for people and a code for programs. */
export class CliError extends Error {
  readonly exitCode: number;
  /** What `--json` prints. */
  readonly code: string;
  constructor(exitCode: number, code: string, message: string) {
    super(message);
    this.name = "CliError";
    this.exitCode = exitCode;
    this.code = code;
  }
}
