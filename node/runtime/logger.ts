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

/** What a logger and all that are made of it have in common. */
interface Family {
  readonly root: Pino;
  readonly repeats: Repeats;
  /** One for each part of a node. */
  readonly all: Pino[];
}

class PinoLogger implements LevelledLogger {
  readonly #pino: Pino;
  readonly #family: Family;
  /** Of the parts that it is within, from the outermost on; empty for the root. */
  readonly #path: readonly string[];
  constructor(family: Family, path: readonly string[] = []) {
    this.#pino = path.length === 0 ? family.root : family.root.child({ module: path.join(".") });
    this.#family = family;
    this.#path = path;
    family.all.push(this.#pino);
  }
  get level(): LogLevel {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no other was ever set
    return this.#pino.level as LogLevel;
  }
  setLevel(level: LogLevel): void {
    for (const one of this.#family.all) one.level = level;
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
    // Not a child of this one's: a line would have the member twice.
    return new PinoLogger(this.#family, [...this.#path, module]);
  }
  /** Who asked for everything gets everything. */
  #limited(level: "warn" | "error", message: string, fields: LogFields): void {
    const leftOut = this.debugging ? 0 : this.#family.repeats.admit(message);
    if (leftOut === null) return;
    this.#pino[level](leftOut === 0 ? fields : { ...fields, left_out: leftOut }, message);
  }
}

/** Lines written to the log of this process. */
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
  const root = pino(
    {
      level,
      base: null,
      serializers: { error: errorText },
      redact: { paths: REDACTED, censor: "[redacted]" },
    },
    destination,
  );
  return new PinoLogger({ root, repeats: new Repeats(nowMs), all: [] });
}
