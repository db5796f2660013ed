/**
 * Finds the work a node asks for, anywhere: in turns of some hundredths of a second, with nothing
 * but JavaScript.
 */
import { solutionText, workText } from "../../protocol/work/challenge.js";
import { NonceMiner, type NonceSearch } from "../../protocol/work/miner.js";
import type { WorkTask } from "./workTask.js";

export interface WorkOptions {
  readonly signal?: AbortSignal;
  /** Told the tries so far, some ten times a second. */
  readonly onProgress?: (tried: number, expected: number) => void;
  /** 1 to 32 letters and digits that set this search apart from others of the same challenge. */
  readonly start?: string;
}

/** Searches of this many tries take a few hundredths of a second. */
const TRIES_A_TURN = 32_768;
/** The search for a task's nonce. */
export function searchOf(
  { challenge, bits }: Pick<WorkTask, "challenge" | "bits">,
  start: string,
): NonceSearch {
  return { before: workText(challenge, ""), after: "", start, bits };
}

/** The value of the header that shows the work. */
export function shownWork(
  { challenge, mac }: Pick<WorkTask, "challenge" | "mac">,
  nonce: string,
): string {
  return solutionText(challenge, mac, nonce);
}

/**
 * Searches in this thread, giving way to others in between.
 * @returns the value of the header `X-Calc-Pow`
 * @throws the signal's reason
 */
export async function solveWork(task: WorkTask, options: WorkOptions = {}): Promise<string> {
  const { signal, onProgress, start = randomStart() } = options;
  const miner = new NonceMiner(searchOf(task, start));
  for (;;) {
    signal?.throwIfAborted();
    const nonce = miner.run(TRIES_A_TURN);
    onProgress?.(miner.tried, task.expectedHashes);
    if (nonce !== null) return shownWork(task, nonce);
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  }
}

/** It need not be secret: two who start alike only search alike. */
function randomStart(): string {
  return Math.random().toString(36).slice(2, 18).padEnd(4, "0");
}
