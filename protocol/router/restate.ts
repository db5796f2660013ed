/** What a question was read as, in full, where its operator or solver is named and no law was sought. */
import { symbolOf } from "../operators/families.js";
import type { Registry } from "../operators/registry.js";
import { describeField } from "../solvers/input.js";
import type { SolverCard } from "../solvers/solver.js";

type Params = Readonly<Record<string, unknown>>;

/** `Newton's second law, F = m a, with m = 2 kg, a = 3 m/s^2; right?` */
export function restatedOperator(registry: Registry, id: string, params: Params): string {
  const { record } = registry.get(id)!;
  const declared = Object.keys(record.symbols);
  const unitOf = (name: string): string =>
    record.symbols[symbolOf(name, declared) ?? ""]?.unit ??
    (name === record.result?.symbol ? record.result.unit : "1");
  return `${record.name}, ${record.equation}${withInputs(params, unitOf)}; right?`;
}

/** `First resonance (acoustic), with length = 0.61 m, ends = open-open; right?` */
export function restatedSolver(card: SolverCard, params: Params): string {
  const unitOf = (name: string): string =>
    Object.hasOwn(card.inputs.shape, name) ? describeField(card, name).unit : "1";
  return `${card.primary.name} (${card.id})${withInputs(params, unitOf)}; right?`;
}

function withInputs(params: Params, unitOf: (name: string) => string): string {
  const inputs = Object.entries(params).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const unit = typeof value === "number" ? unitOf(name) : "1";
    return `${name} = ${text}${unit === "1" || unit === "" ? "" : ` ${unit}`}`;
  });
  return inputs.length === 0 ? "" : `, with ${inputs.join(", ")}`;
}
