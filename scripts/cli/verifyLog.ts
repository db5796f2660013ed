/** An exported log of a machine, checked from a file line by line, however long it is. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Session } from "../../api/cli/session.js";
import { exitOfVerdict } from "../../api/cli/exitCodes.js";
import { verdictWord } from "../../api/cli/verdicts.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import type { LogCheckpoint } from "../../protocol/log/checkpoint.js";
import { ExportCheck, isExportedLog, type ExportVerdict } from "../../protocol/log/exported.js";

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
  return new ExportCheck(nodeCrypto, key ?? null, holds ?? null);
}

export async function verifyLogFile(
  session: Session,
  path: string,
  expected: LogExpectations,
): Promise<number> {
  const check = checkOf(expected);
  const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: 0 });
  for await (const line of lines) check.line(line);
  return showLog(session, check.verdict);
}

export function verifyLogText(session: Session, text: string, expected: LogExpectations): number {
  const check = checkOf(expected);
  for (const line of text.split("\n")) check.line(line);
  return showLog(session, check.verdict);
}

function showLog(session: Session, verdict: ExportVerdict): number {
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
    rows,
    signed,
    verdict,
  }: ExportVerdict,
  isColoured: boolean,
): string {
  const word = verdict === "sound" ? "sound, NOT SIGNED" : verdictWord(verdict, isColoured);
  return [
    `${word}: log of ${machine ?? "no machine"}`,
    `  rows         ${rows}, the last ${head ?? "-"}`,
    `  checkpoints  ${checkpointsMatched} agree, ${signed} rows are under the last`,
    ...(holds === null ? [] : [`  holds        ${holds} rows of the checkpoint that was kept`]),
    `  key          ${publicKey ?? "-"}`,
    ...(firstBad === null
      ? []
      : [
          `  FAIL         row ${firstBad.seq}, ${firstBad.rule}: ${firstBad.expected} expected, ` +
            `${firstBad.got} got`,
        ]),
    "",
  ].join("\n");
}
