/** Programs for tests: the one of the vectors, and random ones. */
import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import type { ContractCase } from "../../kit/contractRuns.js";
import type { JsonObject } from "../../../protocol/ports.js";

export function barProgram(): JsonObject {
  return parsed(readFileSync("test/vectors/contracts/bar-end-overheat.json", "utf8"));
}

/** Read from JSON, as the type that is asked for. */
export function parsed(text: string) {
  return JSON.parse(text);
}

/** The program with one member changed, by its path; `undefined` leaves it out. */
export function changed(program: JsonObject, path: string, value: unknown): JsonObject {
  const copy = parsed(JSON.stringify(program));
  const names = path.split("/").slice(1);
  let at = copy;
  for (const name of names.slice(0, -1)) at = at[name];
  at[names.at(-1)!] = value;
  return parsed(JSON.stringify(copy));
}

const STATES = ["a", "b", "c"] as const;

const GUARDS = [
  "input.x > params.limit",
  "input.x < params.limit - 1.0",
  "ctx.n >= 3.0",
  "ctx.n < 2.0 && input.x / (input.x - 2.0) > 0.5",
  "one.value > 3e-11",
  "event.seq > 4.0",
  "input.some.exists(s, s > input.x)",
  "has(input.word) && input.word.startsWith('a')",
  "exp(input.x * 100.0) > sqrt(input.x)",
  "tick.calcond - 100.0 > ctx.m",
  "tick.gap > 2.0",
  "true",
] as const;

/** Those that only some triggers give a meaning to. */
const OWN_GUARDS: Readonly<Record<string, readonly string[]>> = {
  "on-aggregate": ["agg.value > params.limit", "agg.count >= 2.0"],
  listen: ["last.count == 0.0", "has(last.calcond) && tick.calcond - last.calcond > 1.0"],
  time: ["tick.missed > 0.0", "event.type == 'tick'"],
};

const transitionOf = (guards: readonly string[]) =>
  fc.record({
    guard: fc.constantFrom(...guards),
    target: fc.constantFrom(...STATES),
    assign: fc.option(
      fc.record({
        n: fc.constantFrom("ctx.n + 1.0", "0.0", "input.x", "ctx.n * ctx.n * 1e200", "ctx.m"),
        m: fc.constantFrom("ctx.n", "tick.calcond"),
      }),
      { nil: undefined },
    ),
    emit: fc.option(
      fc.array(
        fc.record({
          type: fc.constantFrom("reading", "other"),
          data: fc.record({ x: fc.constantFrom("input.x - 1.0", "ctx.n") }),
        }),
        { maxLength: 2 },
      ),
      { nil: undefined },
    ),
  });

const FUNCTIONS = ["mean", "sum", "min", "max", "count", "stddev", "p50", "p95"] as const;
const window = fc.constantFrom({ count: 2 }, { calconds: 3 });
const listen = fc.option(
  fc.record({
    event: fc.constant("reading"),
    aggregate: fc.option(
      fc.record({ field: fc.constant("x"), fn: fc.constantFrom(...FUNCTIONS), window }),
      { nil: undefined },
    ),
  }),
  { nil: undefined },
);
const catchup = fc.constantFrom("none", "one", "all", undefined);

const trigger = fc.oneof(
  fc.record({
    type: fc.constant("on-event"),
    event: fc.constant("reading"),
    where: fc.option(fc.constantFrom("input.x != 1.0", "ctx.n < 50.0"), { nil: undefined }),
  }),
  fc.record({
    type: fc.constant("on-aggregate"),
    event: fc.constant("reading"),
    field: fc.constant("x"),
    fn: fc.constantFrom(...FUNCTIONS),
    window,
    emit: fc.constantFrom("full", "always"),
  }),
  fc.record({ type: fc.constant("every-calcond"), every: fc.constant(2), catchup, listen }),
  fc.record({ type: fc.constant("cron"), cron: fc.constant("*/5 * * * *"), catchup, listen }),
);

interface Triggered {
  readonly type: string;
  readonly listen?: unknown;
}

function guardsOf(given: Triggered): readonly string[] {
  const { listen: heard, type } = given;
  const own = type.startsWith("on-") ? type : heard === undefined ? "time" : "listen";
  const more = OWN_GUARDS[own] ?? [];
  const isAggregate = JSON.stringify(heard ?? null).includes("aggregate");
  return [
    ...GUARDS,
    ...more,
    ...more,
    ...(isAggregate ? ["has(agg.value) && agg.value > 1.0"] : []),
  ];
}

function bringsNothing({ listen: heard, type }: Triggered): boolean {
  return !type.startsWith("on-") && heard === undefined;
}

/** Most states lead to the next: else the check would refuse most programs. */
function transitionsOf(guards: readonly string[], i: number) {
  const next = STATES[(i + 1) % STATES.length]!;
  return fc
    .array(transitionOf(guards), { maxLength: 3 })
    .map((all) => all.map((one, k) => (k === all.length - 1 ? { ...one, target: next } : one)));
}

/** Programs that the check may refuse for states that nothing leads to, and for nothing else. */
const randomProgram: fc.Arbitrary<JsonObject> = trigger
  .chain((given) =>
    fc.record({
      trigger: fc.constant(given),
      all: fc.tuple(...STATES.map((_, i) => transitionsOf(guardsOf(given), i))),
    }),
  )
  .map(({ all, trigger }): JsonObject =>
    parsed(
      JSON.stringify({
        schema: "calc-contract/1",
        name: "random",
        params: { limit: { type: "double", default: 2 } },
        inputs: {
          x: { type: "double", min: -1e6, ...(bringsNothing(trigger) ? { default: 1.5 } : {}) },
          some: { type: "doubles", maxItems: 5, default: [1, 2] },
          word: { type: "string", optional: true },
        },
        trigger,
        compute: [
          {
            as: "one",
            operators: ["NM21"],
            inputs: { m_1: "ctx.n + 1.0", m_2: "2.0", r: "3.0" },
          },
        ],
        machine: {
          initial: "a",
          context: { n: 0, m: 0 },
          states: Object.fromEntries(STATES.map((state, i) => [state, { on: all[i] }])),
        },
      }),
    ),
  );

const randomEvents = fc.array(
  fc.record({
    type: fc.constantFrom("reading", "reading", "tick", "other"),
    data: fc.oneof(
      fc.record({ x: fc.integer({ min: -4, max: 8 }) }),
      fc.record({ x: fc.integer({ min: -4, max: 8 }), word: fc.constantFrom("ab", "b") }),
      fc.constant({ x: "text" }),
      fc.constant({}),
    ),
    calcond: fc.nat({ max: 3 }),
  }),
  { maxLength: 12 },
);

/** A program and what happens to it, at calconds that never go back. */
export const randomCase: fc.Arbitrary<ContractCase> = fc
  .record({ program: randomProgram, given: randomEvents })
  .map(({ given, program }) => {
    let calcond = 100;
    const events = given.map((event) => ({ ...event, calcond: (calcond += event.calcond) }));
    return { program, events };
  });
