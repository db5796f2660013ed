/**
 * Loaded into a daemon before anything else (`node --import`): the loopback address its connections
 * leave from, by which a proxy knows who is calling, a wall clock that is off, the times at which
 * it took events, what its heap holds, and an end at a named point.
 */
import { readFileSync } from "node:fs";
import net from "node:net";
import { ARRIVALS_FILE_ENV, keepArrivals } from "./arrivals.js";
import { HEAP_FILE_ENV, keepHeap } from "./heapFile.js";
import { installKillPoints, KILL_AT_ENV } from "./killPoints.js";

/** As `localAddress` of a socket. */
export const DIAL_FROM_ENV = "CHAOS_DIAL_FROM";
/** A file that holds the milliseconds to be added to the wall clock. */
export const CLOCK_FILE_ENV = "CHAOS_CLOCK_FILE";
const CLOCK_READ_MS = 50;

function dialFrom(localAddress: string): void {
  const connect: unknown = Reflect.get(net.Socket.prototype, "connect");
  if (typeof connect !== "function") throw new TypeError("sockets cannot connect");
  const chosen = function (this: net.Socket, ...[first, ...rest]: readonly unknown[]): unknown {
    const args: unknown = Array.isArray(first) ? first[0] : first;
    if (typeof args === "object" && args !== null && "port" in args)
      Object.assign(args, { localAddress });
    return Reflect.apply(connect, this, [first, ...rest]);
  };
  Object.assign(net.Socket.prototype, { connect: chosen });
}

/** The number is read again and again, so that a clock can be set while the daemon runs. */
function followClock(file: string): void {
  const { now } = Date;
  let offsetMs = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  Object.assign(Date, {
    now: () => {
      const at = performance.now();
      if (at - readAt > CLOCK_READ_MS) {
        readAt = at;
        offsetMs = Number(readFileSync(file, "utf8"));
        if (!Number.isSafeInteger(offsetMs)) throw new RangeError(`${file} holds no whole number`);
      }
      return now() + offsetMs;
    },
  });
}

const from = process.env[DIAL_FROM_ENV];
if (from !== undefined) dialFrom(from);
const clockFile = process.env[CLOCK_FILE_ENV];
if (clockFile !== undefined) followClock(clockFile);
const arrivalsFile = process.env[ARRIVALS_FILE_ENV];
if (arrivalsFile !== undefined) keepArrivals(arrivalsFile);
const heapFile = process.env[HEAP_FILE_ENV];
if (heapFile !== undefined) keepHeap(heapFile);
const killAt = process.env[KILL_AT_ENV];
if (killAt !== undefined) installKillPoints(killAt);
