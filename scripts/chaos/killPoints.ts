/**
 * Ends a daemon by SIGKILL at a named point of its work: what a kill from outside hits by luck
 * only. The point is armed by SIGUSR2 and counted from then on.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { isMainThread } from "node:worker_threads";
import { Level } from "level";
import { HEADERS_BYTES_MAX } from "../../protocol/limits.js";

/** `point:n`, the n-th time it is reached. */
export const KILL_AT_ENV = "CHAOS_KILL_AT";
export const ARM_SIGNAL = "SIGUSR2";

/**
 * `sign`: the signature of a window. `commit`: a synced batch, of a window or of events of others.
 * `answer`: an HTTP answer. `publish`: bytes for a peer. Where it says `during`, the work has begun
 * and nobody waits for its end.
 */
export const KILL_POINTS = [
  "sign.before",
  "sign.after",
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

type Unknown = (...args: readonly unknown[]) => unknown;

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
  readonly #wanted: KillPoint;
  #isArmed = false;
  #left: number;

  /** @param n the n-th time that the point is reached */
  constructor(wanted: KillPoint, n: number) {
    this.#wanted = wanted;
    this.#left = n;
  }

  async install(): Promise<void> {
    process.on(ARM_SIGNAL, () => {
      this.#isArmed = true;
    });
    const [what] = this.#wanted.split(".");
    if (what === "sign") this.#sign();
    else if (what === "commit") this.#write();
    else if (what === "publish") this.#publish();
    else if (what === "answer") await this.#answer();
  }

  /** Ends the process if this is the point and its turn has come. */
  #reach(point: KillPoint): void {
    if (this.#isDue(point)) kill();
  }

  #isDue(point: KillPoint): boolean {
    if (point !== this.#wanted || !this.#isArmed) return false;
    this.#left -= 1;
    return this.#left === 0;
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

  #write(): void {
    replace(Level.prototype, "batch", (batch) => (...args) => {
      const made = batch(...args);
      if (typeof made !== "object" || made === null || !("put" in made)) return made;
      replace(made, "write", (write) => async (...given) => {
        this.#reach("commit.before");
        const written = write(...given);
        this.#reach("commit.during");
        const result: unknown = await written;
        this.#reach("commit.after");
        return result;
      });
      return made;
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
  // All points lie in the thread that serves and seals.
  if (isMainThread) await new KillPoints(point, Number(match[2])).install();
}
