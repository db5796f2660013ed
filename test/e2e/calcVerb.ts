/** Runs the executable `calc` on a data directory. */
import { spawn } from "node:child_process";
import { CALC } from "../../scripts/devnet.js";

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface How {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Where its standard output goes instead of to us. */
  readonly stdout?: number;
}

export function calcOn(
  dataDir: string,
  args: readonly string[],
  { env = {}, input = "", stdout }: How = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CALC, ...args, "--data-dir", dataDir], {
      env: { ...process.env, ...env },
      stdio: ["pipe", stdout ?? "pipe", "pipe"],
    });
    let [out, err] = ["", ""];
    child.stdout?.on("data", (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code, out, err });
    });
    child.stdin?.end(input);
  });
}
