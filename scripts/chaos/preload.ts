/**
 * Loaded into a daemon before anything else (`node --import`): the loopback address its connections
 * leave from, by which a proxy knows who is calling, and a wall clock that is off.
 */
import net from "node:net";

/** As `localAddress` of a socket. */
export const DIAL_FROM_ENV = "CHAOS_DIAL_FROM";
/** Milliseconds added to the wall clock. */
export const CLOCK_OFFSET_ENV = "CHAOS_CLOCK_OFFSET_MS";

function dialFrom(localAddress: string): void {
  const connect: unknown = Reflect.get(net.Socket.prototype, "connect");
  if (typeof connect !== "function") throw new TypeError("sockets cannot connect");
  const chosen = function (this: net.Socket, ...[first, ...rest]: readonly unknown[]): unknown {
    const args: unknown = Array.isArray(first) ? first[0] : first;
    if (typeof args === "object" && args !== null && "port" in args) Object.assign(args, { localAddress });
    return Reflect.apply(connect, this, [first, ...rest]);
  };
  Object.assign(net.Socket.prototype, { connect: chosen });
}

function shiftClock(ms: number): void {
  const { now } = Date;
  Object.assign(Date, { now: () => now() + ms });
}

const from = process.env[DIAL_FROM_ENV];
if (from !== undefined) dialFrom(from);
const offset = Number(process.env[CLOCK_OFFSET_ENV] ?? "0");
if (!Number.isSafeInteger(offset)) throw new RangeError(`${CLOCK_OFFSET_ENV} is no whole number`);
if (offset !== 0) shiftClock(offset);
