/**
 * What a daemon took from others, and when: written down by the daemon itself. A member that only
 * it knows would hear of it a hop later, or, where the daemon has neighbours enough, with the next
 * heartbeat only.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { subscribe } from "node:diagnostics_channel";
import { ACCEPTED_CHANNEL, type AcceptedEvent } from "../../node/mesh/intake/acceptedEvents.js";

/**
 * A file that gets a line for each event: its id and the monotonic clock of the machine, in
 * nanoseconds.
 */
export const ARRIVALS_FILE_ENV = "CHAOS_ARRIVALS_FILE";
/** Seldom: it is the daemon under test that writes. */
const WRITE_MS = 2_000;
const NS_PER_MS = 1e6;

/** To be called before the daemon starts. */
export function keepArrivals(file: string): void {
  let lines = "";
  subscribe(ACCEPTED_CHANNEL, (message) => {
    lines += `${(message as AcceptedEvent).id} ${process.hrtime.bigint()}\n`;
  });
  setInterval(() => {
    if (lines !== "") appendFileSync(file, lines);
    lines = "";
  }, WRITE_MS).unref();
}

/** Milliseconds of this process's `performance.now`, by event; empty before the first. */
export function arrivalsIn(file: string): ReadonlyMap<string, number> {
  const arrivals = new Map<string, number>();
  if (!existsSync(file)) return arrivals;
  const startMs = Number(process.hrtime.bigint()) / NS_PER_MS - performance.now();
  for (const line of readFileSync(file, "utf8").split("\n").slice(0, -1)) {
    const [id, ns] = line.split(" ");
    if (arrivals.has(id!)) throw new Error(`event ${id} was taken twice`);
    arrivals.set(id!, Number(ns) / NS_PER_MS - startMs);
  }
  return arrivals;
}
