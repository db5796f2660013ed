/**
 * A monitor with four states, dead bands and a count over the same readings three ways: as a program
 * of ours, as a machine of XState, and as rules of json-rules-engine, in turns. And what the check of
 * the largest programs takes.
 */
import {
  initialState,
  prepareProgram,
  step,
  validateProgram,
  type PreparedProgram,
} from "../../protocol/contracts/index.js";
import { PROGRAM_LIMITS } from "../../protocol/contracts/program.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { utf8Length } from "../../protocol/encoding/utf8.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import type { JsonObject } from "../../protocol/ports.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { SeededRandom } from "../sim/random.js";
import { benchPackage, type RulesEngine, type XStateSnapshot } from "./packages.js";
import { median, type Row } from "./report.js";

const EVENTS = 4_000;
const ROUNDS = 9;
const VALIDATED = 5;
const NAME_CHARS = 32;
const PARAM_BYTES = 540;
const PARAM_OWN_BYTES = 60;
const [LIMIT, EARLY, BAND] = [420, 400, 4];

/** Where it goes from each state, the first that holds. */
const MOVES = {
  nominal: [
    { above: LIMIT, target: "alert" },
    { above: EARLY, target: "watch" },
  ],
  watch: [
    { above: LIMIT, target: "alert" },
    { below: EARLY - BAND, target: "nominal" },
  ],
  alert: [{ below: LIMIT - BAND, target: "resolved" }],
  resolved: [
    { above: LIMIT, target: "alert" },
    { below: EARLY - BAND, target: "nominal" },
  ],
} as const;
type StateName = keyof typeof MOVES;
type Move = (typeof MOVES)[StateName][number];

interface Outcome {
  readonly state: string;
  readonly moves: number;
}

function guardText(move: Move): string {
  return "above" in move ? `input.t >= ${move.above}.0` : `input.t < ${move.below}.0`;
}

function holds(move: Move, t: number): boolean {
  return "above" in move ? t >= move.above : t < move.below;
}

function programOf(): JsonObject {
  const states = Object.entries(MOVES).map(([name, moves]) => [
    name,
    {
      on: moves.map((move) => ({
        guard: guardText(move),
        target: move.target,
        assign: { n: "ctx.n + 1.0" },
      })),
    },
  ]);
  return JSON.parse(
    JSON.stringify({
      schema: "calc-contract/1",
      name: "monitor",
      inputs: { t: { type: "double", unit: "K" } },
      trigger: { type: "on-event", event: "reading" },
      machine: { initial: "nominal", context: { n: 0 }, states: Object.fromEntries(states) },
    }),
  );
}

function prepared(program: JsonObject): PreparedProgram {
  const validated = validateProgram(program, builtinRegistry());
  if (!validated.ok) throw new Error(JSON.stringify(validated.problems));
  return prepareProgram(nodeCrypto, validated.checked);
}

function ours(ready: PreparedProgram, readings: readonly number[]): Outcome {
  let at = initialState(ready);
  for (const [i, t] of readings.entries()) {
    const event = { type: "reading", data: { t }, calcond: i, emittedBefore: 0 };
    const stepping = step(ready, at, event).next();
    if (stepping.done !== true) throw new Error("a compute of a program without one");
    at = stepping.value.after;
  }
  return { state: JSON.stringify(at.state), moves: Number(at.context["n"]) };
}

type Run = (readings: readonly number[]) => Outcome | Promise<Outcome>;

async function byXstate(): Promise<Run> {
  const { assign, initialTransition, setup, transition } = await benchPackage("xstate");
  const moved = assign({ n: ({ context }: { context: { n: number } }) => context.n + 1 });
  const states = Object.entries(MOVES).map(([name, moves]) => [
    name,
    {
      on: {
        reading: moves.map((move) => ({
          guard: ({ event }: { event: { t: number } }) => holds(move, event.t),
          target: move.target,
          actions: moved,
        })),
      },
    },
  ]);
  const machine = setup({}).createMachine({
    initial: "nominal",
    context: { n: 0 },
    states: Object.fromEntries(states),
  });
  return (readings) => {
    let [at]: readonly [XStateSnapshot, ...unknown[]] = initialTransition(machine);
    for (const t of readings) [at] = transition(machine, at, { type: "reading", t });
    return { state: JSON.stringify(at.value), moves: at.context.n };
  };
}

/** Rules have no states: the state is a fact, and who runs them keeps it. */
async function engineOfRules(): Promise<RulesEngine> {
  const { Engine } = await benchPackage("json-rules-engine");
  const engine = new Engine();
  for (const [from, moves] of Object.entries(MOVES))
    for (const [i, move] of moves.entries())
      engine.addRule({
        priority: moves.length - i,
        conditions: {
          all: [
            { fact: "state", operator: "equal", value: from },
            "above" in move
              ? { fact: "t", operator: "greaterThanInclusive", value: move.above }
              : { fact: "t", operator: "lessThan", value: move.below },
          ],
        },
        event: { type: move.target },
      });
  return engine;
}

async function byRules(engine: RulesEngine, readings: readonly number[]): Promise<Outcome> {
  let state: string = "nominal";
  let moves = 0;
  for (const t of readings) {
    const { events } = await engine.run({ state, t });
    const [first] = events;
    if (first === undefined) continue;
    state = first.type;
    moves += 1;
  }
  return { state: JSON.stringify(state), moves };
}

/** Of the greatest size that is allowed: as many states and transitions as fit. */
function largest(): JsonObject {
  const build = (states: number): JsonObject => {
    const names = Array.from({ length: states }, (_, i) => `state_${i}`.padEnd(NAME_CHARS, "_"));
    const guard = (i: number): string => `input.t >= ${i}.0 && ctx.n < ${i + 3}.0 || input.t < 0.5`;
    const on = (i: number) =>
      [1, 7, 13, 29].map((step) => ({
        guard: guard(i + step),
        target: names[(i + step) % states],
        assign: { n: `ctx.n * 0.5 + ${i}.0` },
      }));
    return {
      ...programOf(),
      machine: {
        initial: names[0]!,
        context: { n: 0 },
        states: Object.fromEntries(names.map((name, i) => [name, { on: on(i) }])),
      },
    } as JsonObject;
  };
  let program = build(1);
  for (let states = 2; states <= PROGRAM_LIMITS.states; states += 1) {
    const next: JsonObject = JSON.parse(JSON.stringify(build(states)));
    if (!validateProgram(next, builtinRegistry()).ok) break;
    program = next;
  }
  // What expressions do not fill, words do.
  const left = PROGRAM_LIMITS.bytes - utf8Length(canonicalize(program));
  const count = Math.min(PROGRAM_LIMITS.params, Math.floor(left / PARAM_BYTES));
  const param = { type: "double", default: 1, about: "x".repeat(PARAM_BYTES - PARAM_OWN_BYTES) };
  const params = Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, param]));
  return { ...program, params };
}

/** Processor time in us. */
async function timeOf(work: () => Outcome | Promise<Outcome>): Promise<[number, Outcome]> {
  const begin = process.cpuUsage();
  const outcome = await work();
  const { system, user } = process.cpuUsage(begin);
  return [user + system, outcome];
}

export async function benchContractPeers(): Promise<readonly Row[]> {
  const random = new SeededRandom("contract peers");
  let t = 395;
  const readings = Array.from({ length: EVENTS }, () => {
    t = Math.min(440, Math.max(370, t + random.between(-6, 6)));
    return t;
  });
  const ready = prepared(programOf());
  const ofXstate = await byXstate();
  const engine = await engineOfRules();
  const sides: Readonly<Record<string, () => Outcome | Promise<Outcome>>> = {
    "event of a monitor": () => ours(ready, readings),
    "event of a monitor, XState": () => ofXstate(readings),
    "event of a monitor, json-rules-engine": () => byRules(engine, readings),
  };
  const times: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcomes: string[] = [];
    for (const [name, side] of Object.entries(sides)) {
      const [us, outcome] = await timeOf(side);
      (times[name] ??= []).push(us / EVENTS);
      outcomes.push(JSON.stringify(outcome));
    }
    if (new Set(outcomes).size !== 1) throw new Error(`they differ: ${outcomes.join(" ")}`);
  }
  const program = largest();
  const registry = builtinRegistry();
  const validated: number[] = [];
  for (let i = 0; i < ROUNDS * VALIDATED; i += 1) {
    const begin = process.cpuUsage();
    if (!validateProgram(program, registry).ok) throw new Error("the largest program is refused");
    const { system, user } = process.cpuUsage(begin);
    validated.push((user + system) / 1_000);
  }
  return [
    ...Object.entries(times).map(([name, all], i) => ({
      name,
      value: median(all),
      unit: "us",
      ...(i === 0 ? {} : { target: "the peer" }),
    })),
    {
      name: `validate ${utf8Length(canonicalize(program))} bytes`,
      value: median(validated),
      unit: "ms",
      target: "at most 20",
    },
  ];
}
