/** Guards of programs: reading, checking and evaluating them, beside cel-js on the same texts. */
import { parse } from "@marcbachmann/cel-js";
import {
  checkExpression,
  compileExpression,
  double,
  parseExpression,
  struct,
} from "../../protocol/cel/index.js";
import { catalogue } from "../../protocol/templates/catalogue.js";
import { generate } from "../../protocol/templates/generate/generate.js";
import { median, type Row } from "./report.js";

const ROUNDS = 7;
const EVALUATIONS = 200_000;
const READINGS = 5_000;
const US_PER_MS = 1_000;

const GUARDS = [
  "hot.value >= params.limit",
  "hot.value >= params.limit - params.band && input.q > 0.0",
  "(hot.value - params.limit) * 0.5 > input.q || ctx.n >= 3.0 && event.type == 'reading'",
] as const;

const SEARCHES = [
  "car tire loses air slowly",
  "the pump cavitates at its suction and the bearing of the machine gets too hot",
  "river rises and the village gets flooded",
] as const;
const SENTENCES = [
  "alert me when the bearing temperature exceeds 85 degC for 10 minutes",
  "warn me when a brake disc gets hotter than 500 degC",
  "daily at 06:00 UTC check that the chlorine residual is above 0.2 mg/L",
] as const;
const SEARCHED = 300;
const US_PER_CPU_MS = 1_000;

const SCOPE = {
  params: { limit: 420, band: 4 },
  hot: { value: 431.5, unit: "K", uncertainty: 1e-9 },
  input: { q: 12_000 },
  ctx: { n: 2 },
  event: { type: "reading", seq: 17 },
};
const number = double("unknown");
const TYPES = {
  params: struct({ limit: number, band: number }),
  hot: struct({ value: number, unit: { kind: "string" }, uncertainty: number }),
  input: struct({ q: number }),
  ctx: struct({ n: number }),
  event: struct({ type: { kind: "string" }, seq: number }),
};

/** Microseconds of one call. */
function timeOf(times: number, work: (i: number) => unknown): number {
  return processorTimeOf(times, work) * US_PER_MS;
}

/** Milliseconds of processor time of one call, the median of some rounds. */
function processorTimeOf(times: number, work: (i: number) => unknown): number {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begin = process.cpuUsage();
    for (let i = 0; i < times; i++) work(i);
    const { system, user } = process.cpuUsage(begin);
    rounds.push((user + system) / US_PER_CPU_MS / times);
  }
  return median(rounds);
}

function compiled(text: string): ReturnType<typeof compileExpression> {
  const parsed = parseExpression(text);
  if (!parsed.ok || checkExpression(parsed.ast, TYPES).problems.length > 0) {
    throw new Error(`${text} is no guard`);
  }
  return compileExpression(parsed.ast);
}

export async function benchContracts(): Promise<readonly Row[]> {
  const ours = GUARDS.map(compiled);
  const theirs = GUARDS.map((text) => parse(text));
  for (const [i, guard] of ours.entries()) {
    if (guard(SCOPE) !== theirs[i]!(SCOPE)) throw new Error(`${GUARDS[i]} differs from cel-js`);
  }
  const of = <T>(all: readonly T[], i: number): T => all[i % all.length]!;
  return [
    {
      name: "guard",
      value: timeOf(EVALUATIONS, (i) => of(ours, i)(SCOPE)),
      unit: "us",
      target: "at most 1",
    },
    {
      name: "guard, cel-js",
      value: timeOf(EVALUATIONS, (i) => of(theirs, i)(SCOPE)),
      unit: "us",
      target: "the peer",
    },
    {
      name: "guard read, checked, compiled",
      value: timeOf(READINGS, (i) => compiled(of(GUARDS, i))),
      unit: "us",
    },
    {
      name: "guard read, cel-js",
      value: timeOf(READINGS, (i) => parse(of(GUARDS, i))),
      unit: "us",
      target: "the peer",
    },
    {
      name: `search of ${catalogue.size} templates`,
      value: processorTimeOf(SEARCHED, (i) => catalogue.find({ q: of(SEARCHES, i) })),
      unit: "ms",
      target: "at most 5",
    },
    {
      name: "draft from a sentence",
      value: processorTimeOf(SEARCHED, (i) => generate(of(SENTENCES, i))),
      unit: "ms",
    },
  ];
}
