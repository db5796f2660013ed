/**
 * Commands as a page has them, run in a shell whose home is a node's: its key and data lie where
 * `calc` looks for them.
 */
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { CALC } from "../../scripts/devnet.js";

const run = promisify(execFile);

/** Where a user's node keeps its data by default, so that the blocks run as they are written. */
export function dataDirOf(home: string): string {
  return join(home, ".local", "share", "calcmesh");
}

/** @returns what they print; the first that fails is thrown */
export async function runTyped(home: string, script: string): Promise<string> {
  const calc = `calc() { "${process.execPath}" "${CALC}" "$@"; }\n`;
  const { PATH = "" } = process.env;
  const env = { PATH: `${dirname(process.execPath)}:${PATH}`, HOME: home, NO_COLOR: "1" };
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", calc + script], {
    cwd: home,
    env,
  });
  return stdout;
}
