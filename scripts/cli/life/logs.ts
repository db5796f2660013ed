/** `calc logs`: the newest lines of a node's log, from the node itself, wherever it writes them to. */
import { setTimeout as wait } from "node:timers/promises";
import { type Fields } from "../../../api/readable/fields.js";
import { isNetworkFailure, type Session, type Verb } from "../../../api/cli/session.js";
import { CliError, EXIT, usage } from "../../../api/cli/exitCodes.js";
import { dataDirOf } from "../../../config/gathered.js";
import { systemClock } from "../../../node/runtime/clock.js";
import { keptLines } from "../../../node/runtime/keptLog.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { dirFlag } from "../accountFile.js";

interface LogOptions {
  readonly follow?: boolean;
  readonly level: string;
  readonly since?: string;
  readonly lines?: string;
}

/** As pino numbers them. */
const LEVELS: ReadonlyMap<string, number> = new Map([
  ["debug", 20],
  ["info", 30],
  ["warn", 40],
  ["error", 50],
]);
const ASKED_EVERY_MS = 500;
const LINES_AT_ONCE = 1_000;
const NS_PER_MS = 1_000_000n;

export const logsVerb: Verb = {
  register(program, run) {
    const command = program
      .command("logs")
      .description(
        "The newest lines of the node's log, kept by the node itself: up to 10,000, or 1 MB",
      )
      .option("-f, --follow", "go on with what comes, over starts of the node, until interrupted")
      .option("--level <level>", "at least as grave: debug, info, warn, error", "debug")
      .option("--since <when>", "not older than: 30s, 10m, 2h, 1d, or an ISO 8601 time")
      .option("-n, --lines <n>", "the last so many")
      .addHelpText(
        "after",
        "\nExample:\n  calc logs -f --level warn\n\nWithout a node it shows what the last ones left: " +
          "8 MB in the data directory. What is older is\nwhere standard error of the daemon goes: " +
          "journalctl -u calcmesh under systemd, docker logs\nin a container.\n",
      );
    command.action(async () => {
      await run(command, (session) => shown(session, command.opts<LogOptions>()));
    });
  },
};

/** Of a node at one asking. */
export interface LogPart {
  readonly start: string;
  readonly lines: readonly string[];
  readonly last: number;
  readonly dropped: number;
}

/** @returns null where no node answers now */
export type ReadLog = (after: number) => Promise<LogPart | null>;

interface Following {
  readonly read: ReadLog;
  /** Until the node is asked again. */
  readonly pause: () => Promise<void>;
  readonly out: (lines: readonly string[]) => void;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Follows a node over its ends and starts: numbers begin anew with each, and what is dropped between
 * two askings is said.
 */
export async function followLog({ out, pause, read, say, signal }: Following): Promise<void> {
  let start: string | null = null;
  let last = 0;
  let isGone = false;
  while (!signal.aborted) {
    let part = await read(last);
    if (part !== null && part.start !== start) {
      if (start !== null) say("the node was started anew");
      // The asked row is of the one before.
      if (last > 0) part = await read(0);
      start = part?.start ?? start;
      last = 0;
    } else if (part === null && !isGone && start !== null) {
      say("no node answers; waiting for it");
    }
    isGone = part === null;
    if (part !== null) {
      if (last > 0 && part.dropped > 0) say(`${part.dropped} lines were dropped in between`);
      last = part.last;
      out(part.lines);
      if (part.lines.length >= LINES_AT_ONCE) continue;
    }
    await pause();
  }
}

async function shown(session: Session, options: LogOptions): Promise<number> {
  const keeps = filterOf(options, systemClock().nowNs());
  const print = printer(session);
  const read = reader(session);
  const out = (lines: readonly string[]): void => print(lines.filter(keeps));
  if (options.follow !== true) {
    const lines = (await allLines(session, read)).filter(keeps);
    print(options.lines === undefined ? lines : lines.slice(-countOf(options.lines)));
    if (lines.length === 0 && session.options.quiet !== true)
      session.modules.err("-- no such line is kept\n");
    return EXIT.ok;
  }
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    // The first asking says so where there is no node at all.
    await read(0);
    await followLog({
      out,
      signal: controller.signal,
      say: (text) => session.modules.err(`-- ${text}\n`),
      pause: () => wait(ASKED_EVERY_MS, undefined, { signal: controller.signal }).catch(() => {}),
      read: (after) =>
        read(after).catch((error: unknown) => {
          if (isNetworkFailure(error) || isUnreachable(error)) return null;
          throw error;
        }),
    });
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
  return EXIT.interrupted;
}

function isUnreachable(error: unknown): boolean {
  // The key of a start ends with it.
  return (
    error instanceof CliError && (error.code === "UNREACHABLE" || error.code === "INVALID_KEY")
  );
}

/** A new client each time: a node that was started anew has another address and key. */
function reader({ modules, options }: Session): (after: number) => Promise<LogPart> {
  return async (after) => {
    const client = await modules.client(options);
    const outcome = await client.nodeLogs({ after, limit: LINES_AT_ONCE });
    if (outcome.kind === "problem") {
      const { code, detail } = outcome.problem;
      throw new CliError(code, EXIT.auth, detail, "The log is its operator's: name --data-dir.");
    }
    const { dropped, last, lines, start } = outcome.value;
    return { dropped, last, lines, start };
  };
}

/**
 * What the node keeps, behind what those before it left in the data directory; the latter alone
 * where none runs.
 */
async function allLines(
  { modules, options }: Session,
  read: (after: number) => Promise<LogPart>,
): Promise<readonly string[]> {
  const left = options.url === undefined ? keptLines(await dataDirOf(dirFlag(options))) : [];
  try {
    const { lines, start } = await everything(read);
    const startMs = Date.parse(start);
    return [...left.filter((line) => timeOf(line) < startMs), ...lines];
  } catch (error) {
    if (left.length === 0 || !(isUnreachable(error) || isNetworkFailure(error))) throw error;
    modules.err("-- no node runs: the lines that it left in its data directory\n");
    return left;
  }
}

/** Milliseconds; later than all for what is no line of the log itself. */
function timeOf(line: string): number {
  const time = fieldsOf(line)?.["time"];
  return typeof time === "number" ? time : Number.POSITIVE_INFINITY;
}

/** Kept records, in as many askings as it takes. */
async function everything(
  read: (after: number) => Promise<LogPart>,
): Promise<{ readonly start: string; readonly lines: readonly string[] }> {
  const all: string[] = [];
  for (let last = 0; ;) {
    const part = await read(last);
    all.push(...part.lines);
    // What comes meanwhile is not waited for: each asking may be a line of its own.
    if (part.lines.length < LINES_AT_ONCE) return { start: part.start, lines: all };
    last = part.last;
  }
}

/** @throws CliError for a level or a time that is none */
export function filterOf(
  { level, since }: Pick<LogOptions, "level" | "since">,
  nowNs: bigint,
): (line: string) => boolean {
  const least = LEVELS.get(level);
  if (least === undefined)
    throw usage(`--level takes ${[...LEVELS.keys()].join(", ")}, not ${level}`);
  const fromMs = since === undefined ? null : instantOf(since, Number(nowNs / NS_PER_MS));
  return (line) => {
    const fields = fieldsOf(line);
    // A line that is not of the log itself is shown.
    if (fields === null) return true;
    const { level: of, time } = fields;
    return (
      (typeof of !== "number" || of >= least) &&
      (fromMs === null || typeof time !== "number" || time >= fromMs)
    );
  };
}

const SPAN = /^(\d{1,6})([smhd])$/;
const SPAN_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

function instantOf(since: string, nowMs: number): number {
  const [, count, unit = ""] = SPAN.exec(since) ?? [];
  if (count !== undefined) return nowMs - Number(count) * SPAN_MS[unit]!;
  const ms = /^\d{4}-/.test(since) ? Date.parse(since) : Number.NaN;
  if (Number.isNaN(ms))
    throw usage(`--since takes 30s, 10m, 2h, 1d or a time as 2026-11-26T12:00Z, not ${since}`);
  return ms;
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw usage(`--lines takes a whole number from 1, not ${text}`);
  return Number(text);
}

function fieldsOf(line: string): Fields | null {
  try {
    const read: unknown = JSON.parse(line);
    return isObject(read) ? read : null;
  } catch {
    return null;
  }
}

/** Lines to read, or as they were written where a program reads them. */
function printer({ modules, options }: Session): (lines: readonly string[]) => void {
  const isPlain = options.json === true;
  return (lines) => {
    if (lines.length === 0 || options.quiet === true) return;
    const shownLines = isPlain ? lines : lines.map(readable);
    modules.out(`${shownLines.join("\n")}\n`);
  };
}

const NAMES: ReadonlyMap<unknown, string> = new Map(
  [...LEVELS].map(([name, number]) => [number, name]),
);

/** `12:00:01.123 warn  mesh: a peer went away  peer=12D3...` */
export function readable(line: string): string {
  const fields = fieldsOf(line);
  if (fields === null) return line;
  const { level, module, msg, time, ...others } = fields;
  const at = typeof time === "number" ? new Date(time).toISOString().slice(0, -1) : "";
  const name = NAMES.get(level) ?? String(level);
  const said = Object.entries(others).map(
    ([key, value]) => `  ${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const from = typeof module === "string" ? `${module}: ` : "";
  return `${at} ${name.padEnd(5)} ${from}${String(msg)}${said.join("")}`;
}
