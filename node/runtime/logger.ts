import { pino, type DestinationStream, type Logger as Pino } from "pino";
import type { LogLevel } from "../../config/schema.js";
import type { LogFields, Logger } from "../../protocol/ports.js";
import type { RecentLines } from "./recentLines.js";

/**
 * Fields that may hold a credential wherever they appear; a log line is read by more people than a
 * key file.
 */
const REDACTED = [
  "token",
  "key",
  "secret",
  "authorization",
  "seed",
  "mac",
  "*.token",
  "*.key",
  "*.secret",
  "*.authorization",
  "*.seed",
  "*.mac",
];

/** An error under the name `error` is written with its stack; anything else as it is. */
function errorText(value: unknown): unknown {
  return value instanceof Error ? (value.stack ?? value.message) : value;
}

class PinoLogger implements Logger {
  readonly #pino: Pino;
  constructor(instance: Pino) {
    this.#pino = instance;
  }
  get debugging(): boolean {
    return this.#pino.isLevelEnabled("debug");
  }
  debug(message: string, fields: LogFields = {}): void {
    this.#pino.debug(fields, message);
  }
  info(message: string, fields: LogFields = {}): void {
    this.#pino.info(fields, message);
  }
  warn(message: string, fields: LogFields = {}): void {
    this.#pino.warn(fields, message);
  }
  error(message: string, fields: LogFields = {}): void {
    this.#pino.error(fields, message);
  }
  child(module: string): Logger {
    return new PinoLogger(this.#pino.child({ module }));
  }
}

/** What was written to the log of this process. */
export interface LoggedLines {
  /** When it began, ISO 8601. */
  readonly start: string;
  readonly level: LogLevel;
  readonly recent: RecentLines;
}

interface LoggerOptions {
  readonly to?: "stdout" | "stderr";
  /** Is given each line, too. */
  readonly recent?: RecentLines;
}

/** JSON lines on standard output, or on standard error where output is data. */
export function createLogger(
  level: LogLevel,
  { recent, to = "stdout" }: LoggerOptions = {},
): Logger {
  const file = pino.destination({ dest: to === "stdout" ? 1 : 2, sync: true });
  const destination: DestinationStream =
    recent === undefined
      ? file
      : {
          write: (line) => {
            recent.add(line.endsWith("\n") ? line.slice(0, -1) : line);
            file.write(line);
          },
        };
  return new PinoLogger(
    pino(
      {
        level,
        base: null,
        serializers: { error: errorText },
        redact: { paths: REDACTED, censor: "[redacted]" },
      },
      destination,
    ),
  );
}
