/**
 * A spine of commit windows made from their number alone, so that any later reader knows what it
 * must find.
 */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { CorruptRecordError } from "../../storage/kv/errors.js";
import type { EnvelopeRecord } from "../../storage/records/records.js";
import type { StoredEvent } from "../../storage/repositories/spine.js";
import type { Store } from "../../storage/store.js";

export const AUTHOR = "a1".repeat(32);
const WINDOW_ENVELOPES = 3;

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function windowOf(window: number): readonly EnvelopeRecord[] {
  return Array.from({ length: WINDOW_ENVELOPES }, (_, i) => {
    const id = sha256(`envelope ${window} ${i}`);
    const text = JSON.stringify({ id, window, i });
    return { id, account: `account ${i}`, visibility: "private", text };
  });
}

export function eventOf(window: number): StoredEvent {
  const body = JSON.stringify({ window, filler: sha256(`body ${window}`).repeat(4) });
  return {
    author: AUTHOR,
    seq: window,
    id: sha256(`event ${window}`),
    bodyHash: sha256(body),
    body,
    sig: sha256(`signature ${window}`).repeat(2),
    header: JSON.stringify({ seq: window }),
  };
}

function tipOf(window: number): { seq: number; id: string; calcond: number; edge: string[] } {
  return { seq: window, id: eventOf(window).id, calcond: window, edge: [] };
}

function chainOf(window: number): { count: number; last: string; calcond: number; ns: string } {
  return {
    count: (window + 1) * WINDOW_ENVELOPES,
    last: windowOf(window).at(-1)!.id,
    calcond: window,
    ns: String(window),
  };
}

/** One window as the node writes it: event, tip, envelopes and indexes in one synced batch. */
export async function writeWindow(store: Store, window: number): Promise<void> {
  await store.write([
    ...store.spine.appendOps(eventOf(window), tipOf(window)),
    ...store.envelopes.windowOps(window, windowOf(window), chainOf(window)),
  ]);
}

export type Verdict = "right" | "missing" | "damaged" | "wrong";

async function judge(reading: Promise<unknown>, expected: unknown): Promise<Verdict> {
  try {
    const found = await reading;
    if (found === undefined || found === null) return "missing";
    return isDeepStrictEqual(found, expected) ? "right" : "wrong";
  } catch (error) {
    if (error instanceof CorruptRecordError) return "damaged";
    throw error;
  }
}

/** Reads one window in every way there is. */
export async function readWindow(store: Store, window: number): Promise<readonly Verdict[]> {
  const event = eventOf(window);
  const whole = async (reading: Promise<StoredEvent | undefined>): Promise<unknown> => {
    const held = await reading;
    // A body that is gone reads as pruned: missing, not wrong.
    return held === undefined || held.body === null ? undefined : held;
  };
  const verdicts = [
    judge(whole(store.spine.event(AUTHOR, window)), event),
    judge(whole(store.spine.byId(event.id)), event),
    judge(store.envelopes.window(window), windowOf(window)),
    ...windowOf(window).map(({ id, text }) =>
      judge(
        store.envelopes.byId(id).then((found) => found?.envelope.text),
        text,
      ),
    ),
  ];
  return Promise.all(verdicts);
}

/**
 * The number of whole windows; every record of each must be right, and nothing must follow them.
 */
export async function countWholeWindows(store: Store): Promise<number> {
  const tip = await store.spine.tip(AUTHOR);
  const chain = await store.envelopes.chain();
  const windows = tip === undefined ? 0 : tip.seq + 1;
  if ((chain?.count ?? 0) !== windows * WINDOW_ENVELOPES) throw new Error("tip and chain disagree");
  if ((await store.spine.firstHole(AUTHOR)) !== null) throw new Error("the spine has a hole");
  for (let window = 0; window < windows; window += 1) {
    const verdicts = await readWindow(store, window);
    if (verdicts.some((verdict) => verdict !== "right")) {
      throw new Error(`window ${window}: ${verdicts.join(", ")}`);
    }
  }
  const after = await readWindow(store, windows);
  if (after.some((verdict) => verdict !== "missing")) throw new Error("records after the tip");
  return windows;
}
