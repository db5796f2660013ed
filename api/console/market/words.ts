/** Modes and stages of the market in words. */

export type Mode = "idle" | "contributing" | "experimenting";

export const MODES: Readonly<Record<Mode, string>> = {
  idle: "idle: this node computes for nobody",
  contributing: "contributing: it computes jobs of others",
  experimenting: "experimenting: it computes for itself alone",
};

/** Of a part of a job: a mark and a word. */
export const PHASES: Readonly<Record<string, readonly [string, string]>> = {
  locked: ["open", "paid for, not said yet"],
  open: ["open", "open"],
  called: ["open", "assigned"],
  revealing: ["open", "results are revealed"],
  done: ["good", "done"],
  failed: ["bad", "failed"],
  expired: ["warn", "expired"],
  cancelled: ["open", "cancelled"],
};

export function creditsText(credits: number): string {
  return `${credits} ${credits === 1 ? "credit" : "credits"}`;
}
