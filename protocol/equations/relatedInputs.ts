/**
 * Relations between the inputs of one equation: what physics demands of them together, as that a
 * crack is narrower than its plate. Where one is broken there is no answer.
 */
import type { Expr, Refusal, RelationOp } from "./reading/ast.js";
import { bindNames, type EquationContext, type NameTable } from "./reading/bindNames.js";
import { parseStatement } from "./reading/parse.js";
import { refuse } from "./reading/refuse.js";
import { namesOf } from "./reading/walk.js";
import { lower } from "./lowering/lower.js";
import { Binder } from "./evaluation/bind.js";
import type { CompiledEquation } from "./evaluation/evaluate.js";
import type { Outcome } from "./evaluation/evaluation.js";
import { closures, type ValueFunction } from "./evaluation/valueFunction.js";
import { WrappedEquation } from "./evaluation/wrappedEquation.js";

/** As records state it. */
export interface Relation {
  /** One comparison by < or <=. */
  readonly holds: string;
  /** Why, as a clause: "the crack is narrower than the plate". */
  readonly why: string;
}

/** Part by which sides that are equal may differ: decimals like 0.1 + 0.2. */
const ROUNDING = 1e-12;

interface Side {
  /** The name that the side is, or null. */
  readonly alone: string | null;
  readonly value: ValueFunction;
}

interface Compiled extends Relation {
  readonly op: "<" | "<=";
  readonly left: Side;
  readonly right: Side;
  readonly slots: readonly number[];
}

/** @throws EquationRefusal for what is no comparison of names that the equation has */
function compiledRelation(
  relation: Relation,
  context: EquationContext,
  names: NameTable,
): Compiled {
  const parsed = parseStatement(relation.holds, { declared: new Set(context.symbols.keys()) });
  if (!parsed.ok) refuse(parsed.refusal.kind, parsed.refusal.message);
  const [clause, ...others] = parsed.statement.clauses;
  const op: RelationOp | undefined = clause?.ops[0];
  const [left, right, more] = clause?.sides ?? [];
  if (
    left === undefined ||
    right === undefined ||
    more !== undefined ||
    others.length > 0 ||
    (op !== "<" && op !== "<=")
  )
    refuse("relation", `A relation is one comparison by < or <=, not ${relation.holds}.`);
  const used = [...new Set([...namesOf(left), ...namesOf(right)])];
  const slots = used.flatMap((name) => {
    const binding = names.bindings.get(name);
    return binding?.kind === "slot" ? [binding.slot] : [];
  });
  const side = (expr: Expr): Side => ({
    alone: expr.type === "name" ? expr.name : null,
    value: closures(
      lower(
        expr,
        (name, at) =>
          names.bindings.get(name) ??
          refuse("relation", `The relation uses ${name}, which is no input.`, at),
      ),
    ),
  });
  return { ...relation, op, left: side(left), right: side(right), slots };
}

export class RelatedInputs extends WrappedEquation {
  readonly #relations: readonly Compiled[];
  readonly #names: NameTable;
  readonly #binder: Binder;
  readonly #unknown: string | null;

  /**
   * @param context with every name of the relations @param unknown input that the equation is solved
   * for, or null
   * @throws EquationRefusal for a relation that is none
   */
  constructor(
    equation: CompiledEquation,
    relations: readonly Relation[],
    context: EquationContext,
    unknown: string | null,
  ) {
    super(equation);
    this.#unknown = unknown;
    const used = relations.flatMap(({ holds }) => constantNames(holds, context));
    this.#names = bindNames([...new Set([...context.symbols.keys(), ...used])], context);
    this.#binder = new Binder(this.#names.slots);
    this.#relations = relations.map((one) => compiledRelation(one, context, this.#names));
  }

  protected override checked(outcome: Outcome, inputs: Readonly<Record<string, number>>): Outcome {
    if (outcome.status === "missing" || outcome.status === "bad-input") return outcome;
    const values = this.#valuesOf(inputs);
    const solved = outcome.status === "value" ? outcome.value : Number.NaN;
    this.#names.slots.forEach(({ name }, slot) => {
      if (name === this.#unknown) values[slot] = solved;
    });
    for (const relation of this.#relations) {
      const refusal = this.#broken(relation, values);
      if (refusal !== null) return { status: "refused", refusal };
    }
    return outcome;
  }

  /** By slot; NaN for what is not known. */
  #valuesOf(inputs: Readonly<Record<string, number>>): Float64Array {
    const values = Float64Array.from(
      this.#names.slots,
      ({ fallback }) => fallback?.value ?? Number.NaN,
    );
    for (const [key, value] of Object.entries(inputs)) {
      const slot = this.#binder.table.slotOf(key);
      if (slot >= 0) values[slot] = value;
    }
    return values;
  }

  #broken(relation: Compiled, values: Float64Array): Refusal | null {
    const { holds, left, op, right, slots, why } = relation;
    const a = left.value(values);
    const b = right.value(values);
    // Not a number where an input is unknown, or a side has no value.
    if (!(a === a && b === b)) return null;
    const room = op === "<" ? 0 : ROUNDING * Math.max(Math.abs(a), Math.abs(b));
    if (op === "<" ? a < b : a <= b + room) return null;
    const given = slots.map((slot) => this.#quantity(slot, values[slot]!));
    const together = given.length === 1 ? "cannot be" : "contradict each other";
    return {
      kind: "domain-error",
      message:
        `The inputs ${listed(given)} ${together}: ${why} (${holds}). ` +
        `${this.#remedy(relation, a, b)}.`,
    };
  }

  #quantity(slot: number, value: number): string {
    const { name, unit } = this.#names.slots[slot]!;
    return `${name} = ${value}${unit === null || unit === "1" ? "" : ` ${unit}`}`;
  }

  #remedy({ holds, left, op, right }: Compiled, a: number, b: number): string {
    const unitOf = (name: string): string => {
      const unit = this.#names.slots.find((slot) => slot.name === name)?.unit ?? null;
      return unit === null || unit === "1" ? "" : ` ${unit}`;
    };
    const ways = [
      left.alone === null
        ? []
        : [`${left.alone} ${op === "<" ? "below" : "of at most"} ${b}${unitOf(left.alone)}`],
      right.alone === null
        ? []
        : [`${right.alone} ${op === "<" ? "above" : "of at least"} ${a}${unitOf(right.alone)}`],
    ].flat();
    return ways.length === 0 ? `Give inputs for which ${holds}` : `Give ${ways.join(", or ")}`;
  }
}

/** Names of a relation that are no symbols: constants of nature. */
function constantNames(holds: string, context: EquationContext): readonly string[] {
  const parsed = parseStatement(holds, { declared: new Set(context.symbols.keys()) });
  return parsed.ok
    ? parsed.statement.clauses.flatMap(({ sides }) => sides.flatMap((side) => namesOf(side)))
    : [];
}

function listed(texts: readonly string[]): string {
  return texts.length < 2
    ? texts.join("")
    : `${texts.slice(0, -1).join(", ")} and ${texts[texts.length - 1]!}`;
}
