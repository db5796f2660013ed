/** Text that comes from outside: bounded before it is read, and UTF-8 to the byte. */
import { open } from "node:fs/promises";
import { CliError, EXIT } from "../../api/cli/exitCodes.js";
import { utf8Decode } from "../../protocol/encoding/utf8.js";
import { unreadable } from "./life/diskFault.js";

/** @throws CliError for a file that cannot be read, is too large or no UTF-8 */
export async function readTextFile(path: string, bytesMax = Infinity): Promise<string> {
  try {
    return await readBounded(path, bytesMax);
  } catch (error) {
    throw unreadable(error, path);
  }
}

async function readBounded(path: string, bytesMax: number): Promise<string> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size > bytesMax) throw tooLarge(path, bytesMax);
    // A pipe states no size, and a file may grow.
    return await readText(file.createReadStream({ autoClose: false }), path, bytesMax);
  } finally {
    await file.close();
  }
}

/** @throws CliError as above; nothing behind the limit is kept */
export async function readText(
  chunks: AsyncIterable<Uint8Array>,
  what: string,
  bytesMax = Infinity,
): Promise<string> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw tooLarge(what, bytesMax);
    read.push(chunk);
  }
  const decoded = utf8Decode(Buffer.concat(read));
  if (decoded.ok) return decoded.text;
  throw new CliError(
    "MALFORMED_UTF8",
    EXIT.usage,
    `${what} is not UTF-8: byte ${decoded.offset} is malformed`,
    "Hand over the bytes as they came.",
  );
}

/** Commas and opening brackets and braces: at least as many as a JSON text has values, less one. */
export function marksOf(text: string): number {
  let marks = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === COMMA || unit === BRACKET || unit === BRACE) marks += 1;
  }
  return marks;
}

const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

function tooLarge(what: string, bytesMax: number): CliError {
  return new CliError(
    "TOO_LARGE",
    EXIT.usage,
    `${what} has more than ${bytesMax} bytes and was not read`,
    "Hand over one receipt or answer alone.",
  );
}
