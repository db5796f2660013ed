/**
 * A list of any length, fetched page by page where it is seen. Two pages are asked for at a time, and
 * always those that are seen now: a scroll over a million rows asks for where it stops.
 */
import { useEffect, useReducer, useRef } from "preact/hooks";
import { reasonOf } from "../connection/asked.js";

const PAGE_ROWS = 100;
const PAGES_KEPT = 60;
const AT_A_TIME = 2;

export interface Page<T> {
  readonly rows: readonly T[];
  /** On all pages. */
  readonly total: number;
}

export interface Pages<T> {
  readonly state: "loading" | "ready" | "failed";
  readonly why: string;
  readonly total: number;
  readonly rowAt: (index: number) => T | null;
  readonly wanted: (from: number, to: number) => void;
  /** Forgets all pages and asks anew. */
  readonly again: () => void;
}

interface Held<T> {
  pages: Map<number, readonly T[]>;
  total: number;
  state: "loading" | "ready" | "failed";
  why: string;
  asked: Set<number>;
  seen: readonly [number, number];
  controller: AbortController;
}

function fresh<T>(): Held<T> {
  return {
    pages: new Map(),
    total: 0,
    state: "loading",
    why: "",
    asked: new Set(),
    seen: [0, 0],
    controller: new AbortController(),
  };
}

export function usePages<T>(
  ask: (offset: number, limit: number, signal: AbortSignal) => Promise<Page<T>>,
  keys: readonly unknown[],
): Pages<T> {
  const [round, redraw] = useReducer((count: number) => count + 1, 0);
  const [era, renew] = useReducer((count: number) => count + 1, 0);
  const held = useRef<Held<T>>(fresh());
  const asking = useRef(ask);
  asking.current = ask;
  const forget = (now: Held<T>): void => {
    const far = [...now.pages.keys()].sort(
      (a, b) => Math.abs(b - now.seen[0]) - Math.abs(a - now.seen[0]),
    );
    for (const page of far.slice(0, Math.max(0, now.pages.size - PAGES_KEPT)))
      now.pages.delete(page);
  };
  const fill = (now: Held<T>): void => {
    if (now.controller.signal.aborted) return;
    for (let page = now.seen[0]; page <= now.seen[1]; page += 1) {
      if (now.asked.size >= AT_A_TIME) return;
      if (now.pages.has(page) || now.asked.has(page)) continue;
      now.asked.add(page);
      asking.current(page * PAGE_ROWS, PAGE_ROWS, now.controller.signal).then(
        ({ rows, total }) => {
          if (now.controller.signal.aborted) return;
          now.asked.delete(page);
          now.pages.set(page, rows);
          now.total = total;
          now.state = "ready";
          forget(now);
          redraw(undefined);
          fill(now);
        },
        (error: unknown) => {
          if (now.controller.signal.aborted) return;
          now.asked.delete(page);
          now.state = "failed";
          now.why = reasonOf(error);
          redraw(undefined);
        },
      );
    }
  };
  useEffect(() => {
    const now = fresh<T>();
    // Drawn curves stay until the first new page is there.
    if (held.current.state === "ready") now.total = held.current.total;
    held.current = now;
    redraw(undefined);
    fill(now);
    return () => now.controller.abort();
  }, [...keys, era]);
  const { state, total, why } = held.current;
  void round;
  return {
    state,
    total,
    why,
    rowAt: (index) =>
      held.current.pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS] ?? null,
    wanted: (from, to) => {
      held.current.seen = [Math.floor(from / PAGE_ROWS), Math.floor(to / PAGE_ROWS)];
      fill(held.current);
    },
    again: () => renew(undefined),
  };
}
