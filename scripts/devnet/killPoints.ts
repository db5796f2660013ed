/**
 * Ends a daemon by SIGKILL at a named point of its work: what a kill from outside hits by luck
 * only. The point is armed by SIGUSR2 and counted from then on.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { isMainThread } from "node:worker_threads";
import { Level } from "level";

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

  install(): void {
    process.on(ARM_SIGNAL, () => {
      this.#isArmed = true;
    });
    const [what] = this.#wanted.split(".");
    if (what === "sign") this.#sign();
    else if (what === "commit") this.#write();
    else this.#socket();
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
      const outcome = batch(...args);
      if (typeof outcome !== "object" || outcome === null || !("put" in outcome)) return outcome;
      replace(outcome, "write", (write) => async (...given) => {
        this.#reach("commit.before");
        const written = write(...given);
        this.#reach("commit.during");
        const result: unknown = await written;
        this.#reach("commit.after");
        return result;
      });
      return outcome;
    });
  }

  #socket(): void {
    replace(net.Socket.prototype, "write", (write) => (...args) => {
      const [socket, text, ...rest] = args;
      // Pipes for what is logged have no port.
      if (!(socket instanceof net.Socket) || socket.remotePort === undefined) return write(...args);
      const isAnswer = typeof text === "string" && text.startsWith("HTTP/1.1 ");
      const what = isAnswer ? "answer" : "publish";
      this.#reach(`${what}.before`);
      if (isAnswer && this.#isDue("answer.during")) {
        write(socket, text.slice(0, text.length >>> 1), ...rest);
        setImmediate(kill);
        return false;
      }
      const result = write(...args);
      if (this.#isDue(`${what}.after`)) setImmediate(kill);
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
export function installKillPoints(at: string): void {
  const match = /^([a-z.]+):([1-9]\d{0,5})$/.exec(at);
  const point = KILL_POINTS.find((one) => one === match?.[1]);
  if (match === null || point === undefined)
    throw new RangeError(`${KILL_AT_ENV}: no such point: ${at}`);
  // All points lie in the thread that serves and seals.
  if (isMainThread) new KillPoints(point, Number(match[2])).install();
}
