/** The passphrase of a backup: from a file or standard input, never from the command line. */
import type { Session } from "../../api/cli/session.js";
import { usage } from "../../api/cli/exitCodes.js";

const CHARS_MIN = 12;
const BYTES_MAX = 4_096;

/** @param file `-` for standard input. @throws CliError */
export async function passphraseIn({ modules }: Session, file: string): Promise<string> {
  const text =
    file === "-" ? await modules.readStdin(BYTES_MAX) : await modules.readFile(file, BYTES_MAX);
  const [line = "", ...more] = text.replace(/\r?\n$/, "").split(/\r?\n/);
  if (more.length > 0) throw usage("a passphrase is one line");
  if (Array.from(line).length < CHARS_MIN)
    throw usage(
      `a passphrase has at least ${CHARS_MIN} characters`,
      "head -c 24 /dev/urandom | base64 makes one.",
    );
  return line;
}
