/** Reads files of MIME as they come in, and checks that none costs more than a bound. */
import { InboundError, MIME_PARTS_MAX, parseMail } from "../../../node/mail/inbound/parseMail.js";
import { sanitize } from "../../../protocol/mail/html/sanitize.js";
import { mimeFiles } from "./mimeShapes.js";

/** Processor time of one file, in ms: a thousand times what one costs. */
const COST_MAX_MS = 2_000;

export interface Read {
  readonly read: number;
  readonly refused: number;
}

/** @throws Error with the file that broke, hung, or grew */
export async function readMutated(seed: number, count: number): Promise<Read> {
  const files = mimeFiles(seed);
  let read = 0;
  let refused = 0;
  for (let i = 0; i < count; i += 1) {
    const bytes = files.next();
    const fail = (why: string, cause?: unknown): never => {
      throw new Error(`file ${i}: ${why}: ${Buffer.from(bytes).toString("base64")}`, { cause });
    };
    const before = process.cpuUsage();
    try {
      const mail = await parseMail(bytes);
      if (mail.html !== null) sanitize(mail.html);
      read += 1;
      const size = (mail.text?.length ?? 0) + (mail.html?.length ?? 0);
      if (size > 64 * (bytes.length + 1_000)) fail(`grew to ${size} characters`);
      if (mail.files.length > MIME_PARTS_MAX) fail(`${mail.files.length} files`);
    } catch (error) {
      if (!(error instanceof InboundError)) fail("broke", error);
      refused += 1;
    }
    const { system, user } = process.cpuUsage(before);
    if ((system + user) / 1_000 > COST_MAX_MS) fail(`took ${(system + user) / 1_000} ms`);
  }
  return { read, refused };
}
