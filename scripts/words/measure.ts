/**
 * What a set of questions in words comes to, as `auto` answers it: a closed reading is sealed at
 * once, any other comes back. One set a file, `{answerable: [{q, value, unit, tolerance}], refuse:
 * [{q}]}`:
 *
 *     node dist/scripts/words/measure.js [--all] FILE...
 *
 * `--all` names every question with what became of it; without it those with a wrong value alone.
 */
import { readFileSync } from "node:fs";
import { compute } from "../../protocol/chains/compute.js";
import { planChain } from "../../protocol/chains/plan.js";
import { derive } from "../../protocol/derivation/derive.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { routeQuery } from "../../protocol/router/route.js";
import { requestOf } from "../../protocol/router/typed/readReading.js";
import type { Route } from "../../protocol/router/routed.js";
import type { TypedReading } from "../../protocol/router/typed/readingFormat.js";
import { executeJob } from "../../protocol/solvers/execute.js";
import { loadSolver } from "../../protocol/solvers/load.js";
import { SolverRefusal } from "../../protocol/solvers/refusal.js";
import { isRight, questionSet, type Expected, type Value } from "./expected.js";

interface Outcome {
  /** The value that is sealed, or that its reading would have. */
  readonly found: Value | null;
  readonly isSealed: boolean;
  readonly by: string;
  readonly reason: string;
}

const registry = builtinRegistry();
/** Reasons to ask for more; any other turns the question down. */
const ASKS: ReadonlySet<string> = new Set(["MISSING_INPUT", "AMBIGUOUS", "OPEN_READING"]);

async function outcomeOf(query: string): Promise<Outcome> {
  const route = routeQuery(registry, query);
  const { constant, operators, refusal, solver } = route;
  const by = constant?.name ?? operators?.join("+") ?? solver ?? "";
  const reason = refusal === null ? "" : `${refusal.kind}: ${refusal.message}`;
  if (constant !== null) return { found: constant, isSealed: true, by, reason };
  if (refusal !== null && refusal.kind !== "OPEN_READING") return suggested(route, reason);
  const found =
    route.reading?.derivation !== undefined
      ? joined(route.reading)
      : operators === null
        ? await solved(route)
        : computed(route);
  if ("why" in found) return { found: null, isSealed: false, by, reason: reason || found.why };
  return { found, isSealed: refusal === null, by, reason };
}

/** The reading that stands beside a refusal, as it is sent back; none where it has no value. */
function suggested({ reading, rivals }: Route, reason: string): Outcome {
  for (const one of [reading, ...rivals]) {
    const { derivation = [], law } = one ?? {};
    const found = one === null ? { why: "" } : law === undefined ? joined(one) : ofLaw(one);
    const by = law ?? derivation.map((step) => step.law).join("+");
    if (!("why" in found)) return { found, isSealed: false, by, reason };
  }
  return { found: null, isSealed: false, by: "", reason };
}

function ofLaw(reading: TypedReading): Value | { readonly why: string } {
  const request = requestOf(registry, reading);
  if (!("by" in request) || request.by !== "law") return { why: "the reading states no request" };
  return computed({ operators: [request.law], params: request.inputs });
}

function computed({
  operators,
  params,
}: Pick<Route, "operators" | "params">): Value | { readonly why: string } {
  const plan = planChain(registry, operators!);
  if (plan.status === "invalid") return { why: plan.message };
  const numbers = Object.entries(params).flatMap(([name, value]) =>
    typeof value === "number" ? [[name, value] as const] : [],
  );
  const result = compute(plan, { inputs: Object.fromEntries(numbers) });
  if (result.status === "value") return { value: result.value, unit: result.unit ?? "1" };
  return { why: result.status === "refused" ? result.refusal.message : result.status };
}

/** The reading, as it is sent back. */
function joined(reading: TypedReading): Value | { readonly why: string } {
  const request = requestOf(registry, reading);
  if (!("by" in request) || request.by !== "kinds") return { why: "the reading states no request" };
  const { cases, known, steps, wanted } = request;
  const derived = derive(registry, { known, wanted, cases, ...(steps === null ? {} : { steps }) });
  if (derived.status === "answer")
    return { value: derived.kernel.value, unit: derived.kernel.unit ?? "1" };
  return { why: "message" in derived ? derived.message : derived.status };
}

async function solved({ params, solver }: Route): Promise<Value | { readonly why: string }> {
  try {
    const { result } = executeJob(await loadSolver(solver!), params, { aborted: false });
    return { value: result.value, unit: result.unit };
  } catch (error) {
    if (error instanceof SolverRefusal) return { why: error.message };
    throw error;
  }
}

/** Where a question that has a value ends. */
function columnOf(expected: Expected, { found, isSealed, reason }: Outcome): string {
  if (found === null) return ASKS.has(reason.split(":")[0]!) ? "asked" : "refused";
  if (isSealed) return isRight(expected, found) ? "right" : "WRONG";
  const column = reason.startsWith("OPEN_READING") ? "open" : "asked, with a reading";
  return isRight(expected, found)
    ? `${column}, right when sent`
    : `${column}, another value when sent`;
}

function shown(value: Value | null): string {
  return value === null ? "" : ` = ${Number(value.value.toPrecision(6))} ${value.unit}`;
}

async function measure(file: string, isAll: boolean): Promise<void> {
  const { answerable, refuse } = questionSet.parse(JSON.parse(readFileSync(file, "utf8")));
  const counts = new Map<string, number>();
  const lines: string[] = [];
  const note = (column: string, query: string, { by, found, reason }: Outcome, wanted: string) => {
    counts.set(column, (counts.get(column) ?? 0) + 1);
    if (isAll || column.startsWith("WRONG"))
      lines.push(`${column} | ${query}\n    ${by}${shown(found)}${wanted} ${reason}`);
  };
  for (const one of answerable) {
    const outcome = await outcomeOf(one.q);
    note(columnOf(one, outcome), one.q, outcome, `, expected ${one.value} ${one.unit}`);
  }
  for (const { q } of refuse) {
    const outcome = await outcomeOf(q);
    const isAnswered = outcome.isSealed && outcome.found !== null;
    note(isAnswered ? "WRONG, to be asked about" : "not answered, as it ought", q, outcome, "");
  }
  for (const line of lines.sort()) console.log(line);
  console.log(`${file}: ${answerable.length} with a value, ${refuse.length} without`);
  for (const [column, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`  ${count}  ${column}`);
}

const args = process.argv.slice(2);
for (const file of args.filter((arg) => arg !== "--all"))
  await measure(file, args.includes("--all"));
