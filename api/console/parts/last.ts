/** What this tab sealed last, for the first page: the values and where they stand again. */
import { signal } from "@preact/signals";
import { isObject } from "../../../protocol/encoding/json.js";
import { numberAt, textAt } from "../connection/json.js";
import { session } from "../connection/session.js";

export interface Result {
  /** The question as one line. */
  readonly said: string;
  /** The screen that shows it again. */
  readonly to: string;
  readonly value: number;
  readonly unit: string;
  readonly uncertainty: number | null;
  readonly receipt: string;
  /** Whether it is elsewhere, too: in a file, or shared. */
  readonly isKept: boolean;
}

const STORED = "calc.last";
const KEPT_MAX = 5;

function resultOf(held: unknown): readonly Result[] {
  const [said, to, unit] = [textAt(held, "said"), textAt(held, "to"), textAt(held, "unit")];
  const value = numberAt(held, "value");
  if (!isObject(held) || value === null || to === "") return [];
  return [
    {
      said,
      to,
      unit,
      value,
      uncertainty: numberAt(held, "uncertainty"),
      receipt: textAt(held, "receipt"),
      isKept: held["isKept"] === true,
    },
  ];
}

function stored(): readonly Result[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "[]");
    return Array.isArray(read) ? read.flatMap(resultOf) : [];
  } catch {
    return [];
  }
}

export const lastResults = signal<readonly Result[]>(stored());

/** @param answer of the node; one without a receipt is not kept */
export function remember(said: string, to: string, answer: unknown): void {
  const [value, receipt] = [numberAt(answer, "value"), textAt(answer, "receipt_id")];
  if (value === null || receipt === "") return;
  const one: Result = {
    said,
    to,
    value,
    unit: textAt(answer, "unit"),
    uncertainty: numberAt(answer, "uncertainty"),
    receipt,
    isKept: textAt(answer, "visibility") === "shared",
  };
  keep([one, ...lastResults.value.filter((other) => other.to !== to)].slice(0, KEPT_MAX));
}

/** Its receipt is in a file now. */
export function markSaved(receipt: string): void {
  keep(lastResults.value.map((one) => (one.receipt === receipt ? { ...one, isKept: true } : one)));
}

/** Before the tab of a demo account goes: nobody can fetch its private receipts then. */
addEventListener("beforeunload", (event) => {
  if (session.value?.kind === "demo" && lastResults.value.some(({ isKept }) => !isKept))
    event.preventDefault();
});

function keep(results: readonly Result[]): void {
  lastResults.value = results;
  try {
    sessionStorage.setItem(STORED, JSON.stringify(lastResults.value));
  } catch {
    // A browser that keeps nothing keeps it in memory alone.
  }
}
