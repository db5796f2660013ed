/**
 * Ends a daemon by SIGKILL at a named point of its work: what a kill from outside hits by luck
 * only. The point is armed by SIGUSR2 and counted from then on, in whichever thread it lies.
 */
import crypto from "node:crypto";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import {
  getEnvironmentData,
  isMainThread,
  parentPort,
  setEnvironmentData,
} from "node:worker_threads";
import { Level } from "level";
import { HEADERS_BYTES_MAX } from "../../protocol/limits.js";

/** `point:n`, the n-th time it is reached. */
export const KILL_AT_ENV = "CHAOS_KILL_AT";
export const ARM_SIGNAL = "SIGUSR2";

/**
 * `sign`: the signature of a window. `window`: its synced batch. `ahead`: its frame in the files
 * ahead of the database, and their sync. `told`: its outcome for the serving thread. `commit`: a
 * batch of the serving thread, as for events of others. `answer`: an HTTP answer. `publish`: bytes
 * for a peer. Where it says `during`, the work has begun and nobody waits for its end.
 *
 * Where the serving thread seals, too, its signatures and batches are those of windows and of
 * others, and nobody is told.
 */
export const KILL_POINTS = [
  "sign.before",
  "sign.after",
  "window.before",
  "window.during",
  "window.after",
  "ahead.before",
  "ahead.during",
  "ahead.after",
  "told.after",
  "commit.before",
  "commit.during",
  "commit.after",
  "answer.before",
  "answer.during",
  "answer.after",
  "publish.before",
  "publish.after",
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

/**
 * As the daemon is told which thread seals, `on` or `off`: the points of a window lie in that one.
 */
export const SEAL_THREAD_ENV = "CALC_SEAL_THREAD";

/** Whether a point is reached where the serving thread seals. */
export function isWithoutThread(point: KillPoint): boolean {
  return !/^(?:window|told)\./.test(point);
}

type Unknown = (...args: readonly unknown[]) => unknown;

const SHARED = "chaos kill";
const ARMED = 0;
const LEFT = 1;

/** Seen by every thread of the process. */
function sharedCount(n: number): Int32Array {
  if (!isMainThread) {
    const shared: unknown = getEnvironmentData(SHARED);
    if (!(shared instanceof Int32Array)) throw new TypeError("the main thread shares no count");
    return shared;
  }
  const count = new Int32Array(new SharedArrayBuffer(8));
  count[LEFT] = n;
  setEnvironmentData(SHARED, count);
  process.on(ARM_SIGNAL, () => {
    Atomics.store(count, ARMED, 1);
  });
  return count;
}

function functionAt(target: object, name: string): Unknown {
  const found: unknown = Reflect.get(target, name);
  if (typeof found !== "function") throw new TypeError(`there is no ${name} to reach`);
  return (...args) => Reflect.apply(found, args[0], args.slice(1));
}

/** Puts `wrap(original)` in the place of a method; both get `this` first. */
function replace(target: object, name: string, wrap: (original: Unknown) => Unknown): void {
  const wrapped = wrap(functionAt(target, name));
  Object.defineProperty(target, name, {
    configurable: true,
    writable: true,
    value: function replaced(this: unknown, ...args: readonly unknown[]): unknown {
      return wrapped(this, ...args);
    },
  });
}

class KillPoints {
  readonly #wanted: string;
  readonly #count: Int32Array;

  constructor(wanted: string, count: Int32Array) {
    this.#wanted = wanted;
    this.#count = count;
  }

  async install(): Promise<void> {
    const [what] = this.#wanted.split(".");
    const sealThread = process.env[SEAL_THREAD_ENV];
    // Left to the daemon, a point could lie in the other thread and never be reached.
    if (sealThread !== "on" && sealThread !== "off")
      throw new RangeError(`${KILL_AT_ENV} needs ${SEAL_THREAD_ENV}, on or off`);
    const seals = isMainThread === (sealThread === "off");
    if (what === "sign" && seals) this.#sign();
    else if (what === "ahead" && seals) this.#ahead();
    else if (what === "window" && !isMainThread) this.#write("window");
    else if (what === "commit" && isMainThread) this.#write("commit");
    else if (what === "told") this.#told();
    else if (what === "publish" && isMainThread) this.#publish();
    else if (what === "answer" && isMainThread) await this.#answer();
  }

  /** Ends the process if this is the point and its turn has come. */
  #reach(point: KillPoint): void {
    if (this.#isDue(point)) kill();
  }

  #isDue(point: KillPoint): boolean {
    if (point !== this.#wanted || Atomics.load(this.#count, ARMED) === 0) return false;
    return Atomics.sub(this.#count, LEFT, 1) === 1;
  }

  #sign(): void {
    replace(crypto, "sign", (original) => (...args) => {
      this.#reach("sign.before");
      const signature = original(...args);
      this.#reach("sign.after");
      return signature;
    });
    syncBuiltinESMExports();
  }

  /**
   * A thread of the pool waits for the disk, or this one: at first the latter, where it has nobody
   * to serve.
   */
  #ahead(): void {
    replace(fs, "writeSync", (write) => (...args) => {
      this.#reach("ahead.before");
      return write(...args);
    });
    replace(fs, "fdatasyncSync", (sync) => (...args) => {
      this.#reach("ahead.during");
      const result = sync(...args);
      this.#reach("ahead.after");
      return result;
    });
    replace(fs, "fdatasync", (sync) => (self, descriptor, done) => {
      if (typeof done !== "function") throw new TypeError("nobody waits for the sync");
      const result = sync(self, descriptor, (...given: readonly unknown[]) => {
        this.#reach("ahead.after");
        Reflect.apply(done, undefined, given);
      });
      this.#reach("ahead.during");
      return result;
    });
    syncBuiltinESMExports();
  }

  #write(where: "window" | "commit"): void {
    replace(Level.prototype, "batch", (batch) => (...args) => {
      const made = batch(...args);
      if (typeof made !== "object" || made === null || !("put" in made)) return made;
      replace(made, "write", (write) => async (...given) => {
        this.#reach(`${where}.before`);
        const written = write(...given);
        this.#reach(`${where}.during`);
        const result: unknown = await written;
        this.#reach(`${where}.after`);
        return result;
      });
      return made;
    });
  }

  /** After a window was told and before the next one is written. */
  #told(): void {
    if (parentPort === null) return;
    replace(parentPort, "postMessage", (post) => (...args) => {
      const result = post(...args);
      const message = args[1];
      if (typeof message === "object" && message !== null && "outcome" in message)
        this.#reach("told.after");
      return result;
    });
  }

  #publish(): void {
    replace(net.Socket.prototype, "write", (write) => (...args) => {
      const socket = args[0];
      // Pipes for what is logged have no port.
      if (!(socket instanceof net.Socket) || socket.remotePort === undefined) return write(...args);
      this.#reach("publish.before");
      const result = write(...args);
      if (this.#isDue("publish.after")) setImmediate(kill);
      return result;
    });
  }

  async #answer(): Promise<void> {
    // As the daemon sets it: it is read when the binary is loaded, which is now.
    process.env["UWS_HTTP_MAX_HEADERS_SIZE"] = String(HEADERS_BYTES_MAX);
    const { default: uws } = await import("uWebSockets.js");
    replace(uws, "App", (open) => (...args) => {
      const app = open(...args);
      if (typeof app !== "object" || app === null) throw new TypeError("no application was made");
      replace(app, "any", (any) => (self, path, handler) => {
        if (typeof handler !== "function") throw new TypeError("there is no handler");
        return any(self, path, (response: object, request: unknown): unknown => {
          this.#watch(response);
          return Reflect.apply(handler, undefined, [response, request]);
        });
      });
      return app;
    });
  }

  /** The answer goes out when the handler returns, so the end comes in the turn after. */
  #watch(response: object): void {
    replace(response, "end", (end) => (self, body, ...rest) => {
      this.#reach("answer.before");
      if (body instanceof Uint8Array && this.#isDue("answer.during")) {
        functionAt(response, "write")(self, body.subarray(0, body.length >>> 1));
        setImmediate(kill);
        return self;
      }
      const result = end(self, body, ...rest);
      if (this.#isDue("answer.after")) setImmediate(kill);
      return result;
    });
  }
}

function kill(): never {
  process.kill(process.pid, "SIGKILL");
  // This thread may be the last to hear of it.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** @param at as in the environment. @throws RangeError for a point that is none */
export async function installKillPoints(at: string): Promise<void> {
  const match = /^([a-z.]+):([1-9]\d{0,5})$/.exec(at);
  const point = KILL_POINTS.find((one) => one === match?.[1]);
  if (match === null || point === undefined)
    throw new RangeError(`${KILL_AT_ENV}: no such point: ${at}`);
  await new KillPoints(point, sharedCount(Number(match[2]))).install();
}
