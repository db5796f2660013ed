/** Programs for tests: the one of the vectors, and random ones. */
import * as fc from "fast-check";
import { readFileSync } from "node:fs";
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

const guard = fc.constantFrom(
  "input.x > params.limit",
  "input.x < params.limit - 1.0",
  "ctx.n >= 3.0",
  "ctx.n < 2.0 && input.x / (input.x - 2.0) > 0.5",
  "one.value > 3e-11",
  "event.seq > 4.0",
  "input.some.exists(s, s > input.x)",
  "has(input.word) && input.word.startsWith('a')",
  "true",
);

const transition = fc.record({
  guard,
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
    fn: fc.constantFrom("mean", "sum", "stddev", "p95", "count"),
    window: fc.constantFrom({ count: 2 }, { calconds: 3 }),
    emit: fc.constantFrom("full", "always"),
  }),
  fc.record({
    type: fc.constant("every-calcond"),
    every: fc.constant(2),
    listen: fc.record({
      event: fc.constant("reading"),
      aggregate: fc.option(
        fc.record({
          field: fc.constant("x"),
          fn: fc.constantFrom("mean", "stddev", "max"),
          window: fc.constantFrom({ count: 2 }, { calconds: 3 }),
        }),
        { nil: undefined },
      ),
    }),
  }),
);

/** Programs that the check may refuse for states that nothing leads to, and for nothing else. */
export const randomProgram: fc.Arbitrary<JsonObject> = fc
  .record({
    trigger,
    all: fc.array(fc.array(transition, { maxLength: 3 }), { minLength: 3, maxLength: 3 }),
  })
  .map(({ all, trigger }): JsonObject =>
    parsed(
      JSON.stringify({
        schema: "calc-contract/1",
        name: "random",
        params: { limit: { type: "double", default: 2 } },
        inputs: {
          x: { type: "double", min: -1e6 },
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

export const randomEvents = fc.array(
  fc.record({
    type: fc.constantFrom("reading", "reading", "reading", "other"),
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
