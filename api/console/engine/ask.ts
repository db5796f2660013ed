/** The page's side of the engine: one worker, started at the first question. */
import { signal } from "@preact/signals";
import { isObject } from "../../../protocol/encoding/json.js";
import { API_BASE } from "../connection/base.js";
import { lookForNewer } from "../connection/reach.js";
import { engineFile } from "./engineFile.js";
import type { Engine, WorkerMessage } from "./messages.js";

interface Waiting {
  readonly name: keyof Engine;
  readonly given: readonly unknown[];
  readonly done: (value: unknown) => void;
  readonly fail: (why: Error) => void;
}

/** After this a person is told that it computes still, and may end it. */
const SLOW_MS = 5_000;
/** A thread whose file did not come is started again so often: a network that changes ends what is under way. */
const RESTARTS_MAX = 2;

/** Whether the engine has been at one question for long. */
export const isSlow = signal(false);
let slowness: ReturnType<typeof setTimeout> | undefined;

/** Counts from the last answer: many short questions are no long one. */
function watch(): void {
  clearTimeout(slowness);
  isSlow.value = false;
  if (waiting.size === 0) return;
  slowness = setTimeout(() => {
    isSlow.value = true;
  }, SLOW_MS);
}

/** Ends the thread with what it computes; the next question starts another. */
export function endEngine(): void {
  worker?.terminate();
  lost("You ended the computation in this page.");
}

function lost(why: string): void {
  worker = null;
  const all = [...waiting.values()];
  waiting.clear();
  watch();
  for (const { fail } of all) fail(new Error(why));
}

let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<number, Waiting>();

function thread(): Worker {
  return new Worker(engineFile, { type: "module", name: API_BASE });
}

/** Long work in a thread of its own, so that the engine answers meanwhile. */
export interface Apart<T> {
  /** @throws Error with what the thread says, or that it was stopped */
  readonly proved: Promise<T>;
  readonly stop: () => void;
}

/** Questions that tell how far they are. */
type Long = "proveSolved" | "proveLogAgain";

/** @param share is told how much is done, from 0 to 1 */
export function runApart<K extends Long>(
  name: K,
  given: Parameters<Engine[K]>,
  share: (done: number) => void,
): Apart<Awaited<ReturnType<Engine[K]>>> {
  const apart = thread();
  let stop = (): void => undefined;
  const proved = new Promise<Awaited<ReturnType<Engine[K]>>>((done, fail) => {
    stop = () => fail(new Error("You stopped it."));
    apart.onerror = () => fail(new Error("The thread of the solver stopped."));
    apart.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if ("share" in data) share(data.share);
      else if ("failed" in data) fail(new Error(data.failed));
      else if (isAnswerTo(name, data.value)) done(data.value);
    };
    apart.postMessage({ id: 0, name, given }, []);
  });
  return { proved: proved.finally(() => apart.terminate()), stop };
}

/** The thread is built from the same sources. */
function isAnswerTo<K extends Long>(
  _name: K,
  value: unknown,
): value is Awaited<ReturnType<Engine[K]>> {
  return isObject(value);
}

/** @param restarts how often one was started in the place of one whose file did not come */
function started(restarts = 0): Worker {
  if (worker !== null) return worker;
  const engine = thread();
  let hasAnswered = false;
  engine.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    hasAnswered = true;
    if ("share" in data) return;
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    watch();
    if ("failed" in data) one?.fail(new Error(data.failed));
    else one?.done(data.value);
  };
  engine.onerror = () => {
    if (!hasAnswered && restarts < RESTARTS_MAX) {
      worker = null;
      const next = started(restarts + 1);
      for (const [id, { given, name }] of waiting) next.postMessage({ id, name, given }, []);
      return;
    }
    // Its file may be gone: the node was upgraded.
    lookForNewer().catch(() => undefined);
    lost("The engine in this page stopped.");
  };
  worker = engine;
  return engine;
}

function ask(name: keyof Engine, given: readonly unknown[]): Promise<unknown> {
  const id = (asked += 1);
  return new Promise((done, fail) => {
    waiting.set(id, { name, given, done, fail });
    if (waiting.size === 1) watch();
    started().postMessage({ id, name, given }, []);
  });
}

/** The worker is built from the same sources, so its answers have the types of the engine. */
function isEngine(proxy: object): proxy is Engine {
  return typeof Reflect.get(proxy, "evaluate") === "function";
}

const proxy: object = new Proxy(
  {},
  {
    get:
      (_target, name) =>
      (...given: readonly unknown[]) => {
        // What a name is, the type of Engine says.
        if (typeof name !== "string") throw new TypeError("the engine has no such question");
        return Reflect.apply(ask, null, [name, given]);
      },
  },
);
if (!isEngine(proxy)) throw new TypeError("the engine is not there");
export const engine: Engine = proxy;

/** Starts the worker, so that the first key meets a warm one. */
export function warmEngine(): void {
  started();
}
