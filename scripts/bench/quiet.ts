import type { Logger } from "../../protocol/ports.js";

/** A logger that tells errors alone. */
export const QUIET: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (message) => {
    process.stderr.write(`${message}\n`);
  },
  child: () => QUIET,
};
