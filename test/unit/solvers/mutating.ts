/**
 * Bodies that nobody meant: examples of a card with numbers scaled, lists cut, texts broken and
 * inputs of other modes added. Whatever comes of one must be a value, a refusal in words, or the
 * end it was told to come to.
 */
import * as z from "zod";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { solve } from "../../../protocol/kernel/solved.js";
import { SolverMissing, SolverRefusal, Stopped } from "../../../protocol/solvers/refusal.js";
import type { JsonObject } from "../../../protocol/ports.js";
import type { Solver, SolverCard } from "../../../protocol/solvers/solver.js";
import { generator } from "../../kit/generator.js";

const FACTORS = [0, -1, 1e-3, 0.1, 0.37, 2.3, 7, 1e3, 1e9, 1e-12, 1e15, 1e300, 5e-324] as const;
const STEPS = [-1, 1, 2, -3, 17, 1000] as const;
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.5,
  3,
  1e-300,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2_147_483_648,
  9e15,
] as const;
const WRONG = [null, [], {}, "x", -1, true, "1/0", "sin(", "", [[]], ["a"], { value: 1 }] as const;
const TEXTS = [
  "0",
  "1",
  "1 / x",
  "sqrt(-1 - x^2)",
  "exp(x^9)",
  "log(x)",
  "x^400",
  "-1e308",
  "1e-320",
  "tan(x)",
] as const;

export type Body = Record<string, unknown>;

interface Mutator {
  readonly pick: <T>(from: readonly T[]) => T;
  readonly unit: () => number;
}

export function mutator(seed: number): Mutator {
  const unit = generator(seed);
  return { unit, pick: (from) => from[Math.floor(unit() * from.length)]! };
}

function numberFor(value: number, { pick, unit }: Mutator): number {
  const kind = unit();
  if (kind < 0.12) return pick(NUMBERS);
  return Number.isInteger(value) && unit() < 0.5 ? value + pick(STEPS) : value * pick(FACTORS);
}

/** One change somewhere inside. */
function changed(value: unknown, by: Mutator): unknown {
  const { pick, unit } = by;
  if (unit() < 0.06) return pick(WRONG);
  if (typeof value === "number") return numberFor(value, by);
  if (typeof value === "string")
    return unit() < 0.5 ? pick(TEXTS) : value.slice(0, Math.floor(unit() * value.length));
  if (Array.isArray(value)) return changedList(value, by);
  if (typeof value === "object" && value !== null) return changedObject({ ...value }, by);
  return pick(WRONG);
}

function changedList(list: readonly unknown[], by: Mutator): unknown {
  const { pick, unit } = by;
  const at = Math.floor(unit() * list.length);
  const kind = unit();
  if (kind < 0.08) return [];
  if (kind < 0.16) return [...list, ...list];
  if (kind < 0.24) return list.filter((_, i) => i !== at);
  if (kind < 0.28) return [...list].reverse();
  if (kind < 0.32) return list.map(() => pick(list));
  return list.map((one, i) => (i === at ? changed(one, by) : one));
}

function changedObject(object: Body, by: Mutator): Body {
  const name = by.pick(Object.keys(object));
  if (name === undefined) return object;
  if (by.unit() < 0.15) delete object[name];
  else object[name] = changed(object[name], by);
  return object;
}

/** Some value of a field by its schema: what a caller of another mode would give. */
function added(card: SolverCard, body: Body, by: Mutator): void {
  const { pick, unit } = by;
  const name = pick(Object.keys(card.inputs.shape));
  const other = pick(card.examples).body[name];
  let schema: unknown = card.inputs.shape[name];
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    schema = schema.unwrap();
  if (other !== undefined && unit() < 0.7) body[name] = structuredClone(other);
  else if (schema instanceof z.ZodEnum) body[name] = pick(schema.options);
  else if (schema instanceof z.ZodNumber) body[name] = numberFor(pick([1, 2, 64, 0.1, 1e3]), by);
  else body[name] = pick([...WRONG, ...TEXTS]);
}

export function mutated(card: SolverCard, by: Mutator): Body {
  const body: Body = structuredClone(by.pick(card.examples).body);
  const changes = 1 + Math.floor(by.unit() * 2.5);
  for (let i = 0; i < changes; i += 1) {
    if (by.unit() < 0.2) added(card, body, by);
    else changedObject(body, by);
  }
  return body;
}

export interface Outcome {
  /** `value`, `unsealed`, `missing`, `stopped`, or code and reason of a refusal. */
  readonly verdict: string;
  readonly message: string;
  /** Processor time from the stop to the return, of a job that was stopped. */
  readonly lateMs: number;
}

const MICROS_PER_MS = 1_000;

function cpuMs(): number {
  const { system, user } = process.cpuUsage();
  return (user + system) / MICROS_PER_MS;
}

/** What a body comes to. @throws what a node would have to call an accident */
export function outcomeOf(solver: Solver, body: Body, budgetMs: number): Outcome {
  const [startMs, startCpuMs] = [performance.now(), cpuMs()];
  // Processor time, for machines are shared; never more of it than of the clock, which is the
  // cheaper to read.
  const stop = {
    get aborted(): boolean {
      return performance.now() - startMs > budgetMs && cpuMs() - startCpuMs > budgetMs;
    },
  };
  const ended = (verdict: string, message = ""): Outcome => ({
    verdict,
    message,
    lateMs: cpuMs() - startCpuMs - budgetMs,
  });
  try {
    const { kernel, unsealed } = solve(nodeCrypto, solver, body, "none", stop);
    if (!Number.isFinite(kernel.value) || !Number.isFinite(kernel.uncertainty)) {
      throw new Error(`value ${kernel.value} +/- ${kernel.uncertainty}`);
    }
    return ended(unsealed === null ? "value" : "unsealed");
  } catch (error) {
    if (error instanceof Stopped) return ended("stopped");
    if (error instanceof SolverMissing) return ended("missing", error.message);
    if (!(error instanceof SolverRefusal)) throw error;
    const { code, members, message } = error;
    return ended(`${code} ${reasonOf(members)}`.trim(), message);
  }
}

function reasonOf({ reason }: JsonObject): string {
  return typeof reason === "string" ? reason : "";
}

/** Words that only reach a message when code forgot a case. */
const FORGOTTEN = /undefined|\[object|\bnull\b.*\bnull\b|=>|TypeError|RangeError/;

/** Why an outcome is none that a caller may see; null where it is well. */
export function complaintOf({ lateMs, message, verdict }: Outcome, stopMs: number): string | null {
  if (lateMs > stopMs) return `went on for ${Math.round(lateMs)} ms after it was told to stop`;
  if (["value", "unsealed", "stopped"].includes(verdict)) return null;
  if (message.length < 10) return "says nothing";
  if (message.length > 4_000) return `a message of ${message.length} characters`;
  return FORGOTTEN.test(message) ? `unclear: ${message.slice(0, 300)}` : null;
}

/** For messages: what JSON cannot carry is written as text. */
export function textOfBody(body: Body): string {
  return JSON.stringify(body, (_, value: unknown) =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value,
  ).slice(0, 1_000);
}
