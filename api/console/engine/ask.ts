/** The page's side of the engine: one worker, started at the first question. */
import { API_BASE } from "../connection/base.js";
import { lookForNewer } from "../connection/reach.js";
import type { Engine, Told } from "./messages.js";

interface Waiting {
  readonly done: (value: unknown) => void;
  readonly fail: (why: Error) => void;
}

let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<number, Waiting>();

function started(): Worker {
  if (worker !== null) return worker;
  const made = new Worker(new URL("./worker.ts", import.meta.url), {
    type: "module",
    name: API_BASE,
  });
  made.onmessage = ({ data }: MessageEvent<Told>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ("failed" in data) one?.fail(new Error(data.failed));
    else one?.done(data.value);
  };
  made.onerror = () => {
    worker = null;
    // Its file may be gone: the node was upgraded.
    lookForNewer().catch(() => undefined);
    for (const { fail } of waiting.values()) fail(new Error("the engine in this page stopped"));
    waiting.clear();
  };
  worker = made;
  return made;
}

function ask(name: keyof Engine, given: readonly unknown[]): Promise<unknown> {
  const id = (asked += 1);
  return new Promise((done, fail) => {
    waiting.set(id, { done, fail });
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
