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
