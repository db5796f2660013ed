/**
 * A configuration that cannot be used. The message names the key, where it came from, and what
 * would do.
 */
export class ConfigError extends Error {
  /** Dotted keys concerned. */
  readonly keys: readonly string[];

  constructor(message: string, keys: readonly string[] = [], cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ConfigError";
    this.keys = keys;
  }
}
