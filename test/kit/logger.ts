/** Loggers of tests. */
import type { Logger } from "../../protocol/ports.js";

/** Says nothing. */
export const quiet: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => quiet,
};

/** Keeps warnings and errors, each with its fields. */
export function logTo(lines: string[]): Logger {
  const keep = (message: string, fields: unknown): void => {
    lines.push(`${message} ${JSON.stringify(fields)}`);
  };
  const log: Logger = { ...quiet, warn: keep, error: keep, child: () => log };
  return log;
}
