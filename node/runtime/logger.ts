import { pino, type DestinationStream, type Logger as Pino } from "pino";
import type { LogLevel } from "../../config/schema.js";
import type { LogFields, Logger } from "../../protocol/ports.js";
import type { RecentLines } from "./recentLines.js";
import { Repeats } from "./repeats.js";

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

/** One whose level can be changed while it is in use, that of its children, too. */
export interface LevelledLogger extends Logger {
  readonly level: LogLevel;
  setLevel(level: LogLevel): void;
}

class PinoLogger implements LevelledLogger {
  readonly #pino: Pino;
  /** This one's root and all that were made of it: one for each part of a node. */
  readonly #all: Pino[];
  readonly #repeats: Repeats;
  constructor(instance: Pino, repeats: Repeats, all: Pino[] = []) {
    this.#pino = instance;
    this.#repeats = repeats;
    this.#all = all;
    all.push(instance);
  }
  get level(): LogLevel {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no other was ever set
    return this.#pino.level as LogLevel;
  }
  setLevel(level: LogLevel): void {
    for (const one of this.#all) one.level = level;
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
    this.#limited("warn", message, fields);
  }
  error(message: string, fields: LogFields = {}): void {
    this.#limited("error", message, fields);
  }
  child(module: string): Logger {
    return new PinoLogger(this.#pino.child({ module }), this.#repeats, this.#all);
  }
  /** Who asked for everything gets everything. */
  #limited(level: "warn" | "error", message: string, fields: LogFields): void {
    const leftOut = this.debugging ? 0 : this.#repeats.admit(message);
    if (leftOut === null) return;
    this.#pino[level](leftOut === 0 ? fields : { ...fields, left_out: leftOut }, message);
  }
}

/** What was written to the log of this process. */
export interface LoggedLines {
  /** When it began, ISO 8601. */
  readonly start: string;
  level(): LogLevel;
  readonly recent: RecentLines;
}

interface LoggerOptions {
  readonly to?: "stdout" | "stderr";
  /** Milliseconds of a clock that never goes back: bounds how often one message is written. */
  readonly nowMs: () => number;
  /** Is given each line, too. */
  readonly recent?: RecentLines;
}

/** JSON lines on standard output, or on standard error where output is data. */
export function createLogger(
  level: LogLevel,
  { nowMs, recent, to = "stdout" }: LoggerOptions,
): LevelledLogger {
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
    new Repeats(nowMs),
  );
}
