/** An exported log of a machine, checked from a file line by line, however long it is. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Session } from "../../api/cli/session.js";
import { exitOfVerdict } from "../../api/cli/exitCodes.js";
import { verdictWord } from "../../api/cli/verdicts.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
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

/** @param key public key that must have signed, hex */
export async function verifyLogFile(
  session: Session,
  path: string,
  key: string | undefined,
): Promise<number> {
  const check = new ExportCheck(nodeCrypto, key ?? null);
  const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: 0 });
  for await (const line of lines) check.line(line);
  return showLog(session, check.verdict);
}

export function verifyLogText(session: Session, text: string, key: string | undefined): number {
  const check = new ExportCheck(nodeCrypto, key ?? null);
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
  { checkpointsMatched, firstBad, head, machine, publicKey, rows, signed, verdict }: ExportVerdict,
  isColoured: boolean,
): string {
  const word = verdict === "sound" ? "sound, NOT SIGNED" : verdictWord(verdict, isColoured);
  return [
    `${word}: log of ${machine ?? "no machine"}`,
    `  rows         ${rows}, the last ${head ?? "-"}`,
    `  checkpoints  ${checkpointsMatched} agree, ${signed} rows are under the last`,
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
