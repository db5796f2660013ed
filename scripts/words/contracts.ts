/**
 * What sentences for contracts come to, as `generate` drafts them. Each draft is run on readings at
 * either side of the threshold that is meant, before and behind its hold, within its window and
 * outside of it. A file is `[{s, kind: alarm | none, means}]`:
 *
 *     node dist/scripts/words/contracts.js [--all] FILE...
 *
 * A proposal is run as if its condition were confirmed as it is.
 * A draft is meant, something else, or `by hand` where `means` says more than readings can show.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import {
  initialState,
  prepareProgram,
  trace,
  validateProgram,
} from "../../protocol/contracts/index.js";
import type { PreparedProgram } from "../../protocol/contracts/machine.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import type { JsonObject } from "../../protocol/ports.js";
import { generate } from "../../protocol/templates/generate/generate.js";
import { dimensionsEqual, parseUnit, toSI } from "../../protocol/units/index.js";
import { computingHere } from "../../protocol/log/computing.js";

const meaningSchema = z.object({
  quantity: z.string().nullish(),
  alarm_when: z.string().nullish(),
  threshold: z.union([z.number(), z.array(z.number()), z.string(), z.boolean()]).nullish(),
  unit: z.string().nullish(),
  hold: z.string().nullish(),
  window: z.string().nullish(),
  note: z.string().nullish(),
});
const sentencesSchema = z.array(
  z.object({ s: z.string(), kind: z.enum(["alarm", "none"]), means: meaningSchema.nullish() }),
);
type Sentence = z.infer<typeof sentencesSchema>[number];
type Meaning = z.infer<typeof meaningSchema>;

type Verdict = "meant" | "meant once confirmed" | "asked" | "something else" | "by hand";

const CALCOND_S = 0.777000777;
const START = 2_311_000_000;
const registry = builtinRegistry();

interface Probe {
  /** SI of the first input, and of the second. */
  readonly readings: readonly (readonly [after: number, ...si: number[]])[];
  readonly isAlarm: boolean;
  readonly what: string;
}

interface Unit {
  readonly text: string;
  readonly zero: number;
  readonly scale: number;
}

function unitOf(text: string): Unit {
  const plain = /^(?:ph|index|ntu|)$/iu.test(text)
    ? "1"
    : text.replace(/^d[bB](?:A|\(A\))?$/u, "1").replace(/ LEL$/u, "");
  const read = parseUnit(plain.replace(/percentage points?|percent/u, "%").replace(/µ/gu, "u"));
  if (!read.ok) throw new Error(`${text}: ${read.message}`);
  return { text: plain, zero: toSI(0, read), scale: toSI(1, read) - toSI(0, read) };
}

function secondsOf(text: string): number {
  const [number = "", unit = ""] = text.split(/\s+/u);
  const read = parseUnit(unit);
  if (!read.ok) throw new Error(`${text} is no time`);
  return toSI(Number(number), read);
}

const calconds = (seconds: number): number => seconds / CALCOND_S;

/** Readings of one value, held for a time. */
function steady(si: readonly number[], seconds: number): Probe["readings"] {
  const steps = 24;
  return Array.from({ length: steps + 1 }, (_, i) => [
    Math.ceil((calconds(seconds) * i) / steps),
    ...si,
  ]);
}

/** Values just inside and just outside of a limit. */
function beside(si: number, unit: Unit): number {
  return Math.max(Math.abs(si - unit.zero) / 200, Math.abs(unit.scale) * 1e-3);
}

interface Condition {
  readonly side: string;
  readonly values: readonly number[];
  readonly unit: Unit;
}

const good = ({ side, unit, values: [a = 0, b = a] }: Condition): number =>
  side === "outside" ? (a + b) / 2 : side === "above" ? a - beside(a, unit) : a + beside(a, unit);

function bads({ side, unit, values: [a = 0, b = a] }: Condition): readonly number[] {
  if (side === "outside") return [a - beside(a, unit), b + beside(b, unit)];
  return [side === "above" ? a + beside(a, unit) : a - beside(a, unit)];
}

function conditionOf(meaning: Meaning): Condition | null {
  const { alarm_when: side, threshold, unit: text } = meaning;
  if (side == null || threshold == null || !["above", "below", "outside"].includes(side))
    return null;
  const unit = unitOf(text ?? "1");
  const numbers = [threshold].flat().map(Number);
  if (numbers.some(Number.isNaN)) return null;
  const values = numbers.map((value) => unit.zero + value * unit.scale);
  return { side, unit, values };
}

/** `AND relative humidity below 40 %`. */
const SECOND = /^(?<word>AND|OR)\b.*?\b(?<side>above|below) (?<value>-?[\d.]+) ?(?<unit>\S+)$/u;

function levelProbes(meaning: Meaning, condition: Condition): readonly Probe[] {
  const hold = meaning.hold == null ? 0 : secondsOf(meaning.hold);
  const window = meaning.window == null ? 0 : secondsOf(meaning.window);
  const long = Math.max(hold * 1.1, window * 1.1, 1);
  const second = SECOND.exec(meaning.note ?? "")?.groups;
  if (second !== undefined) return pairProbes(condition, second);
  const [calm, hot] = [good(condition), bads(condition)];
  return [
    { readings: steady([calm], long), isAlarm: false, what: "within the limit" },
    ...hot.map((si) => ({ readings: steady([si], long), isAlarm: true, what: `${si} SI` })),
    ...(hold === 0
      ? []
      : hot.map((si) => ({
          readings: steady([si], hold * 0.9),
          isAlarm: false,
          what: "held short",
        }))),
    ...(window === 0 ? [] : windowProbes(condition, window)),
  ];
}

/** One reading beyond the limit does not move a mean of many. */
function windowProbes(condition: Condition, window: number): readonly Probe[] {
  const calm = good(condition);
  const span = Math.abs(bads(condition)[0]! - calm);
  const away = condition.side === "above" ? calm - 9 * span : calm + 9 * span;
  const before = steady([away], window);
  const spike = [Math.ceil(calconds(window)) + 1, bads(condition)[0]!] as const;
  return [{ readings: [...before, spike], isAlarm: false, what: "one reading of a window" }];
}

function pairProbes(
  first: Condition,
  { side, unit, value, word }: Record<string, string>,
): readonly Probe[] {
  const read = unitOf(unit!);
  const si = read.zero + Number(value) * read.scale;
  const second: Condition = { side: side!, unit: read, values: [si] };
  const pairs = [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ] as const;
  return pairs.map(([a, b]) => ({
    readings: [[0, a ? bads(first)[0]! : good(first), b ? bads(second)[0]! : good(second)]],
    isAlarm: word === "AND" ? a && b : a || b,
    what: `${a} and ${b}`,
  }));
}

/** A change that is just as large, in time and too late, and the other way. */
function changeProbes({
  alarm_when: side,
  threshold,
  unit: text,
  window,
}: Meaning): readonly Probe[] {
  const unit = unitOf(text ?? "1");
  const change = Number(threshold) * unit.scale;
  const way = side!.startsWith("rise") ? 1 : -1;
  const from = unit.zero + 50 * Math.abs(change);
  const within = calconds(secondsOf(window!));
  const ramp = (share: number, calconds: number): Probe["readings"] =>
    Array.from({ length: 13 }, (_, i) => [
      Math.floor((calconds * i) / 12),
      from + (share * change * i) / 12,
    ]);
  return [
    { readings: ramp(1.02 * way, within * 0.9), isAlarm: true, what: "the change" },
    { readings: ramp(0.97 * way, within * 0.9), isAlarm: false, what: "less than the change" },
    { readings: ramp(1.02 * way, within * 3), isAlarm: false, what: "the change, too slowly" },
    { readings: ramp(-1.02 * way, within * 0.9), isAlarm: false, what: "the other way" },
  ];
}

/** `K/min`: readings a minute, and three, apart. */
function speedProbes({ threshold, unit: text }: Meaning): readonly Probe[] {
  const [, of = "1", per = "min"] = /^(.*)\/(\w+)$/u.exec(text ?? "") ?? [];
  const unit = unitOf(of);
  const time = secondsOf(`1 ${per}`);
  const from = unit.zero + 50 * Math.abs(Number(threshold) * unit.scale);
  const at = (share: number, times: number): Probe["readings"] =>
    [0, 1, 2].map((i) => [
      Math.round(calconds(time * times * i)),
      from + share * Number(threshold) * unit.scale * times * i,
    ]);
  return [
    { readings: at(1.05, 1), isAlarm: true, what: "a little faster" },
    { readings: at(1.05, 3), isAlarm: true, what: "a little faster, readings far apart" },
    { readings: at(0.95, 1), isAlarm: false, what: "a little slower" },
    { readings: at(-1.05, 1), isAlarm: false, what: "the other way" },
  ];
}

function probesOf(meaning: Meaning): readonly Probe[] | null {
  const { alarm_when: side, note, unit, window } = meaning;
  if (/computed|boolean|state|difference|only while|sum /iu.test(note ?? "")) return null;
  if (/\b(?:AND|OR)\b/u.test(note ?? "") && !SECOND.test(note ?? "")) return null;
  if (/^(?:rises|falls|drops) by$/u.test(side ?? ""))
    return window == null ? null : changeProbes(meaning);
  if (/\/(?:s|min|h|d|hour|minute|day)$/u.test(unit ?? "") && /rate/iu.test(note ?? ""))
    return speedProbes(meaning);
  const condition = conditionOf(meaning);
  return condition === null ? null : levelProbes(meaning, condition);
}

/** Inputs in the order of the readings: the sentence's first is the program's first. */
async function alarmed(prepared: PreparedProgram, probe: Probe): Promise<boolean> {
  const { program } = prepared;
  const { trigger } = program;
  const inputs = Object.entries(program.inputs ?? {});
  const { steps } = await trace(
    prepared,
    initialState(prepared),
    probe.readings.map(([after, ...si]) => ({
      type: "event" in trigger ? trigger.event : "tick",
      calcond: START + after,
      data: Object.fromEntries(
        inputs.map(([name, input], i) => {
          const unit = unitOf("unit" in input && input.unit !== undefined ? input.unit : "1");
          return [name, Number(((si[i]! - unit.zero) / unit.scale).toPrecision(12))];
        }),
      ),
    })),
    computingHere(nodeCrypto, registry),
  );
  const fault = steps.find((one) => one.fault !== null)?.fault;
  if (fault != null) throw new Error(fault.code);
  return steps.at(-1)?.to === "alert";
}

/** Inputs that have no unit of what is meant. */
function strangers({ inputs = {} }: PreparedProgram["program"], meaning: Meaning): string | null {
  const second = SECOND.exec(meaning.note ?? "")?.groups?.["unit"];
  const speed = /rate/iu.test(meaning.note ?? "")
    ? /^(.*)\/\w+$/u.exec(meaning.unit ?? "")?.[1]
    : null;
  const units = [speed ?? meaning.unit ?? "1", ...(second === undefined ? [] : [second])];
  const declared = Object.values(inputs).map((one) => ("unit" in one ? (one.unit ?? "1") : "1"));
  if (declared.length !== units.length) return `${declared.length} inputs`;
  const isSame = units.every((unit, i) => {
    // A pH is a number, with its name or without.
    if (/^ph$/iu.test(unit)) return /^(?:1|ph)$/iu.test(declared[i]!);
    const [a, b] = [
      parseUnit(unitOf(unit).text.replace(/percentage points?/u, "%")),
      parseUnit(declared[i]!),
    ];
    return a.ok && b.ok && dimensionsEqual(a.dimension, b.dimension);
  });
  return isSame ? null : `${declared.join(", ")} for ${units.join(", ")}`;
}

async function verdictOf({ kind, means, s }: Sentence): Promise<readonly [Verdict, string]> {
  const draft = generate(s);
  const { asked, proposal, refusal, templateId } = draft;
  const isOpen = proposal !== null;
  const program = isOpen ? generate(s, { condition: proposal.condition }).program : draft.program;
  if (program === null) return ["asked", refusal?.message ?? asked[0]?.question ?? ""];
  const by = isOpen ? JSON.stringify(proposal) : (templateId ?? "plain");
  if (kind === "none" || means == null) return ["something else", `a draft, ${by}`];
  try {
    const probes = probesOf(means);
    if (probes === null) return ["by hand", `${by}: ${shown(program)}`];
    const validated = validateProgram(program, registry);
    if (!validated.ok) return ["something else", JSON.stringify(validated.problems)];
    const prepared = prepareProgram(nodeCrypto, validated.checked);
    const other = strangers(prepared.program, means);
    if (other !== null) return ["something else", `${by}, ${other}`];
    for (const probe of probes) {
      const isAlarm = await alarmed(prepared, probe);
      if (isAlarm !== probe.isAlarm)
        return ["something else", `${by}, ${probe.what}: ${isAlarm ? "an alert" : "no alert"}`];
    }
    return [isOpen ? "meant once confirmed" : "meant", by];
  } catch (error) {
    return ["by hand", `${by}: ${String(error)} ${shown(program)}`];
  }
}

function shown(program: JsonObject): string {
  const { inputs, machine, trigger } = Object(program);
  return JSON.stringify({ inputs, trigger, guard: machine.states.nominal.on[0].guard });
}

async function measure(file: string, isAll: boolean): Promise<void> {
  const sentences = sentencesSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    const [verdict, why] = await verdictOf(sentence);
    const key = `${sentence.kind}: ${verdict}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (isAll || verdict === "something else" || verdict === "by hand")
      console.log(`${key}: ${sentence.s}\n    ${why}`);
  }
  console.log(file, Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))));
}

const args = process.argv.slice(2);
for (const file of args.filter((arg) => arg !== "--all"))
  await measure(file, args.includes("--all"));
