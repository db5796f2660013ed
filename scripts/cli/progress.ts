/** How far long work is, on a terminal only. */
import type { Session } from "../../api/cli/session.js";

const TOLD_EVERY_MS = 100;

export interface Progress {
  tell(text: string): void;
  /** The line ends; what is said next stands on its own. */
  end(): void;
}

export function progressOf({ modules, options }: Session): Progress {
  const tells = options.quiet !== true && options.json !== true && modules.isTerminal;
  let width = 0;
  let shownMs = 0;
  return {
    tell: (text) => {
      const nowMs = performance.now();
      if (!tells || nowMs - shownMs < TOLD_EVERY_MS) return;
      shownMs = nowMs;
      modules.err(`\r${text.padEnd(width)}`);
      width = text.length;
    },
    end: () => {
      if (width > 0) modules.err("\n");
      width = 0;
    },
  };
}

const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

export function bytesText(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 1_000 && unit < UNITS.length - 1) {
    amount /= 1_000;
    unit += 1;
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`;
}
