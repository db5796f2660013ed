/** The engine in the page: the node's own code, in a thread of its own. */
import { isObject } from "../../../protocol/encoding/json.js";
import type { Asked, Engine, WorkerMessage } from "./messages.js";
import { evaluateEquation, equationFields, mathOfEquation, withNumbers } from "./equations.js";
import { lawOf } from "./laws.js";
import { convertedTo, curveOf, unitsLike } from "./curve.js";
import {
  cardOf,
  chainFields,
  domainsOf,
  evaluateChain,
  registry as registryAt,
  searched,
} from "./registry.js";
import { readAs } from "./quantities.js";
import { understand } from "./understand.js";

/** Of the interface: the page that starts this thread says it as its name. */
const root = self.name;
const registry = () => registryAt(root);

const engine: Engine = {
  understand: async (text) => {
    const plain = understand(text, () => null);
    const maybe = understand(text, (id) => ({ id, name: id }));
    const mayNameOne = maybe.kind === "question" && maybe.question.equation === undefined;
    if (plain.kind !== "words" && !mayNameOne) return plain;
    // Only what may be an operator's name waits for the registry.
    const known = await registry().catch(() => null);
    return known === null
      ? plain
      : understand(text, (id) => {
          const found = known.get(id);
          return found === undefined ? null : { id, name: found.record.name };
        });
  },
  evaluate: async (question) =>
    question.equation === undefined
      ? evaluateChain(await registry(), question)
      : evaluateEquation(question),
  request: async (question) => ({
    question: withNumbers(question),
    law: question.equation === undefined ? null : lawOf(await registry(), question),
  }),
  fields: async (question) =>
    question.equation === undefined
      ? chainFields(await registry(), question)
      : equationFields(question),
  curve: async (question, name, range) =>
    curveOf(question.equation === undefined ? await registry() : null, question, name, range),
  units: async (unit) => unitsLike(unit),
  convert: async (value, from, to) => convertedTo(value, from, to),
  quantity: async (name, text, unit, isDifference) => readAs(name, text, unit, isDifference),
  math: async (equation) => mathOfEquation(equation),
  search: async (q, domain) => searched(await registry(), q, domain),
  domains: async () => domainsOf(await registry()),
  card: async (id) => cardOf(await registry(), id),
  link: async (held) => {
    const { linkOf } = await import("./prove.js");
    return linkOf(held);
  },
  prove: async (held, id, key) => {
    const { proved } = await import("./prove.js");
    return proved(await registry(), held, id, key);
  },
  proveLog: async (text) => {
    const { provedLog } = await import("./proveLog.js");
    return provedLog(await registry(), text);
  },
  secondsAgain: async (held) => {
    const { secondsAgain } = await import("./proveSolved.js");
    return secondsAgain(await registry(), held);
  },
  proveSolved: async (held, id) => {
    const { provedSolved } = await import("./proveSolved.js");
    return provedSolved(await registry(), held, id, (share) => tell({ id: running, share }));
  },
  proveLogAgain: async (text, solvers) => {
    const { provedLogAgain } = await import("./proveLog.js");
    const share = (done: number) => tell({ id: running, share: done });
    return provedLogAgain(await registry(), text, solvers, share);
  },
};

function isAsked(data: unknown): data is Asked {
  return isObject(data) && typeof data["name"] === "string" && Object.hasOwn(engine, data["name"]);
}

function answerTo({ given, name }: Asked): Promise<unknown> {
  const call: (...given: readonly never[]) => Promise<unknown> = engine[name];
  return Reflect.apply(call, engine, given);
}

/** The question that a long answer is made to. */
let running = 0;

function tell(message: WorkerMessage): void {
  postMessage(message);
}

self.onmessage = ({ data }: MessageEvent<unknown>) => {
  if (!isAsked(data)) return;
  running = data.id;
  answerTo(data).then(
    (value) => tell({ id: data.id, value }),
    (error: unknown) =>
      tell({ id: data.id, failed: error instanceof Error ? error.message : String(error) }),
  );
};
