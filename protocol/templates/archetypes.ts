/**
 * Five programs to begin with where no template fits: a record, a computation, a monitor, a
 * simulation, and an agent that answers events with events.
 */
import { PROGRAM_SCHEMA } from "../contracts/program.js";
import type { Program } from "../contracts/program.js";
import type { JsonObject } from "../ports.js";

export interface Archetype {
  readonly name: string;
  readonly purpose: string;
  /** Words of a sentence that ask for it. */
  readonly cue: RegExp;
  /** What a first event may hold, and the state behind it. */
  readonly example: { readonly data: JsonObject; readonly state: string };
  readonly program: Program;
}

const ID = "archetypes";

const record: Program = {
  schema: PROGRAM_SCHEMA,
  name: "Provable record",
  template: `${ID}/provable-record@1`,
  about: "Each entry is a row and a receipt: what was said, when, and in which order.",
  inputs: {
    what: { type: "string", about: "what happened" },
    amount: { type: "double", default: 0, about: "a figure that belongs to it" },
  },
  trigger: { type: "on-event", event: "entry" },
  machine: {
    initial: "open",
    context: { entries: 0 },
    states: {
      open: {
        on: [{ guard: "true", target: "open", assign: { entries: "ctx.entries + 1.0" } }],
      },
    },
  },
  seal: "on-transition",
};

const computation: Program = {
  schema: PROGRAM_SCHEMA,
  name: "Reproducible computation",
  template: `${ID}/reproducible-computation@1`,
  about: "One computation for each event, sealed with its inputs; a replay makes it again.",
  inputs: {
    m: { type: "double", unit: "kg", min: 0, about: "mass" },
    a: { type: "double", unit: "m/s^2", about: "acceleration" },
  },
  trigger: { type: "on-event", event: "inputs" },
  compute: [{ as: "force", operators: ["NM19"], inputs: { m: "input.m", a: "input.a" } }],
  machine: {
    initial: "ready",
    states: {
      ready: {
        on: [
          {
            guard: "true",
            target: "ready",
            emit: [{ type: "computed", data: { value: "force.value" } }],
          },
        ],
      },
    },
  },
  seal: "on-transition",
};

const logic: Program = {
  schema: PROGRAM_SCHEMA,
  name: "Deployable logic",
  template: `${ID}/deployable-logic@1`,
  about: "A reading against a limit, with a watch before it and a dead band behind it.",
  params: {
    limit: { type: "double", unit: "degC", default: 85, about: "where the alert begins" },
    early: { type: "double", unit: "degC", default: 75, about: "where the watch begins" },
    band: { type: "double", unit: "K", default: 2, min: 0, about: "how far back a state ends" },
  },
  inputs: { T: { type: "double", unit: "degC", about: "temperature" } },
  trigger: { type: "on-event", event: "reading" },
  machine: {
    initial: "nominal",
    states: {
      nominal: {
        on: [
          { guard: "input.T >= params.limit", target: "alert" },
          { guard: "input.T >= params.early", target: "watch" },
        ],
      },
      watch: {
        on: [
          { guard: "input.T >= params.limit", target: "alert" },
          { guard: "input.T < params.early - params.band", target: "nominal" },
        ],
      },
      alert: { on: [{ guard: "input.T < params.limit - params.band", target: "resolved" }] },
      resolved: {
        on: [
          { guard: "input.T >= params.limit", target: "alert" },
          { guard: "input.T < params.early - params.band", target: "nominal" },
        ],
      },
    },
  },
  seal: "on-transition",
};

const NEXT = "ctx.T + (params.ambient - ctx.T) * params.step / params.tau";

const simulation: Program = {
  schema: PROGRAM_SCHEMA,
  name: "Simulation",
  template: `${ID}/simulation@1`,
  about: "Each event is a step: a body cools by Newton's law until it is near its surroundings.",
  params: {
    ambient: { type: "double", unit: "degC", default: 20, about: "of the surroundings" },
    tau: { type: "double", unit: "s", default: 600, min: 1, about: "time constant" },
    step: { type: "double", unit: "s", default: 60, min: 0, about: "time of a step" },
    near: { type: "double", unit: "K", default: 1, min: 0, about: "where it has settled" },
  },
  trigger: { type: "on-event", event: "step" },
  machine: {
    initial: "running",
    context: { T: { type: "double", unit: "K", initial: 363.15 }, n: 0 },
    states: {
      running: {
        on: [
          {
            guard: `abs(${NEXT} - params.ambient) < params.near`,
            target: "settled",
            assign: { T: NEXT, n: "ctx.n + 1.0" },
            emit: [{ type: "simulation.settled", data: { steps: "ctx.n + 1.0" } }],
          },
          { guard: "true", target: "running", assign: { T: NEXT, n: "ctx.n + 1.0" } },
        ],
      },
      settled: {},
    },
  },
  seal: "on-transition",
};

const agent: Program = {
  schema: PROGRAM_SCHEMA,
  name: "Interactive agent",
  template: `${ID}/interactive-agent@1`,
  about: "Answers each event with another one, which a page or a machine of yours listens to.",
  inputs: {
    ask: { type: "string", about: "hello, count or reset" },
  },
  trigger: { type: "on-event", event: "ask" },
  machine: {
    initial: "listening",
    context: { asked: 0 },
    states: {
      listening: {
        on: [
          {
            guard: 'input.ask == "reset"',
            target: "listening",
            assign: { asked: "0.0" },
            emit: [{ type: "page.update", data: { text: '"begun anew"', asked: "0.0" } }],
          },
          {
            guard: 'input.ask == "hello" || input.ask == "count"',
            target: "listening",
            assign: { asked: "ctx.asked + 1.0" },
            emit: [{ type: "page.update", data: { text: "input.ask", asked: "ctx.asked + 1.0" } }],
          },
        ],
      },
    },
  },
  seal: "on-transition",
};

export const ARCHETYPES: readonly Archetype[] = [
  {
    name: "provable-record",
    purpose: "Keeps events in an order that nobody can change unseen.",
    cue: /\b(?:records?|logs?|log ?book|journal|diary|audit trail|minutes|evidence|notaris[ei]|protocol)\b/u,
    example: { data: { what: "delivery", amount: 12 }, state: "open" },
    program: record,
  },
  {
    name: "reproducible-computation",
    purpose: "Computes the same from the same inputs, for anyone who asks again.",
    cue: /\b(?:comput(?:e|es|ation)|calculat(?:e|es|ion)|evaluat(?:e|es|ion) (?:of )?a formula|work out)\b/u,
    example: { data: { m: 2, a: 3 }, state: "ready" },
    program: computation,
  },
  {
    name: "deployable-logic",
    purpose: "Watches one reading and moves between nominal, watch, alert and resolved.",
    cue: /\b(?:threshold logic|state machine|thermostat)\b/u,
    example: { data: { T: 80 }, state: "watch" },
    program: logic,
  },
  {
    name: "simulation",
    purpose: "Steps a model, each step from the result of the last one.",
    cue: /\b(?:simulat(?:e|es|ion|or)|step(?:s|ping)? (?:a|the) model|digital twin)\b/u,
    example: { data: {}, state: "running" },
    program: simulation,
  },
  {
    name: "interactive-agent",
    purpose: "Answers what it is asked, and leaves proof of each answer.",
    cue: /\b(?:agent|bot|chat ?bot|assistant|answers? (?:questions|events)|repl(?:y|ies) to)\b/u,
    example: { data: { ask: "hello" }, state: "listening" },
    program: agent,
  },
];

/** As a template is named: `archetypes/simulation`. */
export function archetypeId({ name }: Pick<Archetype, "name">): string {
  return `${ID}/${name}`;
}

export function archetypeOf(id: string): Archetype | null {
  return ARCHETYPES.find((one) => archetypeId(one) === id.replace(/@1$/, "")) ?? null;
}

/** @returns null for a param that it has not */
export function archetypeProgram(
  { program }: Archetype,
  params: Readonly<Record<string, number>> = {},
): JsonObject | null {
  const own = program.params ?? {};
  if (Object.keys(params).some((name) => !Object.hasOwn(own, name))) return null;
  const changed = Object.fromEntries(
    Object.entries(own).map(([name, param]) => [
      name,
      { ...param, default: params[name] ?? param.default },
    ]),
  );
  const withParams = program.params === undefined ? {} : { params: changed };
  return JSON.parse(JSON.stringify({ ...program, ...withParams }));
}
