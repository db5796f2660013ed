/**
 * Work that a node asks for, found by all processors but one, with its price and a bar on a
 * terminal.
 */
import { searchOf, shownWork } from "../../api/client/solveWork.js";
import type { WorkTask } from "../../api/client/workTask.js";
import type { GlobalOptions } from "../../api/cli/session.js";
import { mineWork } from "./mineWork.js";

const BAR_CHARS = 24;

export interface Output {
  err(text: string): void;
  readonly isTerminal: boolean;
}

/**
 * How likely a search of so many tries has ended: 1 - exp(-tried / expected), at most 0.99 while it
 * goes on.
 */
function share(tried: number, expected: number): number {
  return Math.min(0.99, 1 - Math.exp(-tried / expected));
}

export function workBar(tried: number, expected: number): string {
  const done = share(tried, expected);
  const full = Math.round(done * BAR_CHARS);
  const bar = "#".repeat(full) + "-".repeat(BAR_CHARS - full);
  return (
    `[${bar}] ${(tried / 1e6).toFixed(1)} million tries; ${Math.round(100 * done)} of 100 ` +
    "searches have ended by now"
  );
}

/** What the work is and costs, in words. */
export function workText({ bits, expectedHashes, energy, operator }: WorkTask): string {
  const price =
    energy === null ? "" : `; ${operator ?? "the node"} prices it at ${energy.toPrecision(3)} J`;
  return (
    `the node asks for work of ${bits} leading zero bits: about ` +
    `${(expectedHashes / 1e6).toFixed(2)} million hashes${price}\n`
  );
}

/** A client's `work` that tells on standard error how far it is. */
export function workShower(
  { quiet, json }: GlobalOptions,
  output: Output,
): (task: WorkTask, options: { readonly signal?: AbortSignal }) => Promise<string> {
  const { isTerminal } = output;
  const err = (text: string): void => {
    output.err(text);
  };
  const say = quiet === true || json === true ? (): void => undefined : err;
  return async (task, { signal }) => {
    say(workText(task));
    let drawn = false;
    const nonce = await mineWork(
      (start) => searchOf(task, start),
      (tried, expected) => {
        if (!isTerminal) return;
        drawn = true;
        say(`\r${workBar(tried, expected)}`);
      },
      signal,
    );
    if (drawn) say("\n");
    return shownWork(task, nonce);
  };
}
