/**
 * An exported log of a machine, checked from a file line by line, however long it is. The steps of a
 * reactor and the firings of a contract are made again.
 */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Session } from "../../../api/cli/session.js";
import { exitOfVerdict } from "../../../api/cli/exitCodes.js";
import { verdictWord } from "../../../api/cli/verdicts.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import type { LogCheckpoint } from "../../../protocol/log/checkpoint.js";
import { ExportCheck, REACTOR } from "../../../protocol/log/exported.js";
import { isExportedLog } from "../../../protocol/log/opening.js";
import { LogReader, type LogVerdict, type RowReplay } from "../../../protocol/log/logReader.js";
import { TrajectoryReplay, type ReplayVerdict } from "../../../protocol/reactors/replay.js";
import { ContractReplay, type ContractReplayVerdict } from "../../../protocol/contracts/index.js";
import { CONTRACT } from "../../../protocol/log/contractLines.js";
import { LOG_LINE_BYTES_MAX } from "../../../protocol/limits.js";
import { instantOf } from "../../../protocol/math/modulation.js";
import { systemClock } from "../../../node/runtime/clock.js";
import { computingHere } from "../../../protocol/log/computing.js";
import { ownRegistry } from "../compute/ownRegistry.js";

const PEEKED_BYTES = 64;

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
  return showLog(session, await logVerdict(chunks, expected));
}

export async function logVerdict(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  expected: LogExpectations = {},
): Promise<LogVerdict<Replayed>> {
  const reader = new LogReader({ check: checkOf(expected), replayFor });
  for await (const line of linesOf(chunks)) {
    await reader.bytes(line);
    if (reader.isDecided) break;
  }
  return reader.end();
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

type Replayed = ReplayVerdict | ContractReplayVerdict;

function replayFor(machine: string): RowReplay<Replayed> | null {
  const modules = { crypto: nodeCrypto, registry: ownRegistry() };
  if (machine.startsWith(CONTRACT))
    return new ContractReplay({ ...modules, compute: computingHere(nodeCrypto, modules.registry) });
  if (!machine.startsWith(REACTOR)) return null;
  const trajectory = new TrajectoryReplay(modules);
  return {
    add: ({ payload, row }) => trajectory.row(row, payload),
    get verdict() {
      return trajectory.verdict;
    },
  };
}

function showLog(session: Session, verdict: LogVerdict<Replayed>): number {
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
  }: LogVerdict<Replayed>,
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

function replayText(replay: Replayed): string {
  const { notReplayed, replayed } = replay;
  const rest =
    notReplayed === 0 ? "" : `; ${notReplayed} not: another engine made them, or payloads are gone`;
  if ("steps" in replay)
    return `  replay       ${replayed} rows of ${replay.steps} steps computed again${rest}`;
  const { events, firings } = replay;
  return `  replay       ${replayed} of ${firings} firings and ${events} events made again${rest}`;
}
