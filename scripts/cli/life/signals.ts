/** The signals of a daemon: which of them end it, and what a hang-up means where it runs. */
import { closeSync, openSync, readFileSync } from "node:fs";

/** @returns the name of the first signal that asks for an orderly end */
export function nextSignal(): Promise<string> {
  const names = hangUpEnds() ? ["SIGINT", "SIGTERM", "SIGHUP"] : ["SIGINT", "SIGTERM"];
  return new Promise((done) => {
    for (const name of names) process.once(name, () => done(name));
  });
}

/**
 * What SIGHUP means. A process on a terminal ends with it; a daemon without one reads its settings
 * again.
 */
export type HangUp = "ends" | "reloads" | "ignored";

export function hangUp(): HangUp {
  if (ignoresHangUp()) return "ignored";
  return hasTerminal() ? "ends" : "reloads";
}

function hangUpEnds(): boolean {
  return hangUp() === "ends";
}

/** Whether this process belongs to a terminal, whatever its output goes to. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}

/** Whether the signal is ignored, as under `nohup`: a listener would undo that. Known on Linux only. */
function ignoresHangUp(): boolean {
  try {
    const [, mask = "0"] =
      /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
}
