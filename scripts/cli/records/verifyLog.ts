/**
 * An exported log of a machine, checked from a file line by line, however long it is. The steps of a
 * reactor are computed again.
 */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Session } from "../../../api/cli/session.js";
import { exitOfVerdict } from "../../../api/cli/exitCodes.js";
import { verdictWord } from "../../../api/cli/verdicts.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import type { LogCheckpoint } from "../../../protocol/log/checkpoint.js";
import {
  ExportCheck,
  isExportedLog,
  payloadOf,
  type ExportVerdict,
} from "../../../protocol/log/exported.js";
import { readRow, type MachineRow } from "../../../protocol/log/row.js";
import { TrajectoryReplay, type ReplayVerdict } from "../../../protocol/reactors/replay.js";
import { utf8Decode } from "../../../protocol/encoding/utf8.js";
import { LOG_LINE_BYTES_MAX } from "../../../protocol/limits.js";
import { instantOf } from "../../../protocol/math/modulation.js";
import { systemClock } from "../../../node/runtime/clock.js";
import { ownRegistry } from "../compute/ownRegistry.js";

const PEEKED_BYTES = 64;
/** How ids of reactors begin. */
const REACTOR = "rx_";

/** Whether a file begins as an exported log; false also for one that cannot be read. */
export async function isLogFile(path: string): Promise<boolean> {
  try {
    const file = await open(path, "r");
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(PEEKED_BYTES), 0, PEEKED_BYTES, 0);
      return isExportedLog(buffer.toString("utf8", 0, bytesRead));
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}

/** What a log is held against. */
export interface LogExpectations {
  /** Public key that must have signed, hex. */
  readonly key?: string | undefined;
  /** A checkpoint whose rows it must have, its signature checked already. */
  readonly holds?: LogCheckpoint | undefined;
}

function checkOf({ holds, key }: LogExpectations): ExportCheck {
  const { calcond } = instantOf(systemClock().nowNs());
  return new ExportCheck(nodeCrypto, key ?? null, holds ?? null, calcond);
}

export async function verifyLogFile(
  session: Session,
  path: string,
  expected: LogExpectations,
): Promise<number> {
  return verifyLogBytes(session, createReadStream(path), expected);
}

export async function verifyLogText(
  session: Session,
  text: string,
  expected: LogExpectations,
): Promise<number> {
  return verifyLogBytes(session, [Buffer.from(text)], expected);
}

async function verifyLogBytes(
  session: Session,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  expected: LogExpectations,
): Promise<number> {
  const reader = new LogReader(expected);
  for await (const line of linesOf(chunks)) await reader.bytes(line);
  return showLog(session, await reader.end());
}

/**
 * The lines between line feeds, of which none is a part: a carriage return belongs to its line. What
 * is longer than a line may be ends the reading, as null.
 */
async function* linesOf(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncIterable<Uint8Array | null> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    for (let from = 0; ;) {
      const end = chunk.indexOf(LINE_FEED, from);
      const part = chunk.subarray(from, end < 0 ? chunk.length : end);
      bytes += part.length;
      if (bytes > LOG_LINE_BYTES_MAX) {
        yield null;
        return;
      }
      parts.push(part);
      if (end < 0) break;
      yield Buffer.concat(parts);
      parts = [];
      bytes = 0;
      from = end + 1;
    }
  }
  yield Buffer.concat(parts);
}

const LINE_FEED = 0x0a;

interface LogVerdict extends ExportVerdict {
  /** Of a reactor. */
  readonly replay?: ReplayVerdict;
}

class LogReader {
  readonly #check: ExportCheck;
  #replay: TrajectoryReplay | null = null;
  #row: MachineRow | null = null;

  constructor(expected: LogExpectations) {
    this.#check = checkOf(expected);
  }

  async bytes(line: Uint8Array | null): Promise<void> {
    const read = line === null ? null : utf8Decode(line);
    if (read === null) this.#check.unreadable("a longer one");
    else if (read.ok) await this.#line(read.text);
    else this.#check.unreadable("other bytes");
  }

  async #line(text: string): Promise<void> {
    this.#check.line(text);
    const payload = payloadOf(text);
    await this.#flush(payload);
    const read = payload === null && text !== "" ? readRow(text) : null;
    if (read?.ok !== true || !read.row.machine.startsWith(REACTOR)) return;
    this.#replay ??= new TrajectoryReplay({ crypto: nodeCrypto, registry: ownRegistry() });
    this.#row = read.row;
  }

  /** The row before, once it is known whether its payload stands behind it. */
  async #flush(payload: string | null): Promise<void> {
    const row = this.#row;
    this.#row = null;
    if (row !== null) await this.#replay?.row(row, payload);
  }

  async end(): Promise<LogVerdict> {
    await this.#flush(null);
    const { verdict } = this.#check;
    if (this.#replay === null) return verdict;
    const replay = this.#replay.verdict;
    const { firstDifference, notReplayed } = replay;
    if (firstDifference === null) {
      const isOpen = verdict.verdict === "valid" && notReplayed > 0;
      return { ...verdict, verdict: isOpen ? "sound" : verdict.verdict, replay };
    }
    const { expected, got, seq } = firstDifference;
    const firstBad = verdict.firstBad ?? { seq, rule: "replay", expected, got };
    return { ...verdict, verdict: "invalid", firstBad, replay };
  }
}

function showLog(session: Session, verdict: LogVerdict): number {
  const { options, modules, isColoured } = session;
  if (options.json === true || options.field !== undefined) session.print({ ...verdict });
  else if (options.quiet !== true) modules.out(logText(verdict, isColoured));
  return exitOfVerdict(verdict.verdict);
}

function logText(
  {
    checkpointsMatched,
    firstBad,
    head,
    holds,
    machine,
    publicKey,
    replay,
    rows,
    signed,
    verdict,
  }: LogVerdict,
  isColoured: boolean,
): string {
  const word =
    verdict === "sound" && signed === 0
      ? verdictWord(verdict, isColoured, "sound, NOT SIGNED")
      : verdictWord(verdict, isColoured);
  return [
    `${word}: log of ${machine ?? "no machine"}`,
    `  rows         ${rows}, the last ${head ?? "-"}`,
    `  checkpoints  ${checkpointsMatched} agree, ${signed} rows are under the last`,
    ...(holds === null ? [] : [`  holds        ${holds} rows of the checkpoint that was kept`]),
    `  key          ${publicKey ?? "-"}`,
    ...(replay === undefined ? [] : [replayText(replay)]),
    ...(firstBad === null
      ? []
      : [
          `  FAIL         row ${firstBad.seq}, ${firstBad.rule}: ${firstBad.expected} expected, ` +
            `${firstBad.got} got`,
        ]),
    "",
  ].join("\n");
}

function replayText({ notReplayed, replayed, steps }: ReplayVerdict): string {
  const rest =
    notReplayed === 0 ? "" : `; ${notReplayed} not: another engine made them, or payloads are gone`;
  return `  replay       ${replayed} rows of ${steps} steps computed again${rest}`;
}
