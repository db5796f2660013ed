/**
 * An equation whose terms depend on which numbered inputs are given: settled and compiled for the
 * inputs of an evaluation, and kept for the next ones of the same shape.
 */
import { alone } from "../reading/alone.js";
import type { Evaluable, Expr, Refusal } from "../reading/ast.js";
import { sidesOf } from "../reading/expr.js";
import { Binder } from "../evaluation/bind.js";
import { braketFamilies, stateLabels, writeOut } from "./braket.js";
import { bindNames } from "../reading/bindNames.js";
import type { EquationContext } from "../reading/bindNames.js";
import { EquationRefusal } from "../reading/refuse.js";
import type {
  CarriedInputs,
  CompiledEquation,
  InputInfo,
  ResultUnit,
  Uncertainties,
} from "../evaluation/evaluate.js";
import type { Lower } from "../evaluation/node.js";
import type { Evaluation, Outcome } from "../evaluation/evaluation.js";
import {
  INDEX_LETTERS,
  aliasOf,
  memberName,
  memberReader,
  readIndexed,
} from "../reading/seriesNames.js";
import type { IndexedName, MemberReader } from "../reading/seriesNames.js";
import type { IndexSource } from "./shape.js";
import { dependsOnInputs, familiesOf, gapsOf, settle, templateOf } from "./shape.js";
import type { SymbolInfo } from "../reading/symbols.js";
import { dimensionless } from "../../units/dimension.js";
import { namesOf } from "../reading/walk.js";

type Compile = (form: Evaluable, context: EquationContext) => CompiledEquation | Refusal;
/** What stands in rooms above this one. */
interface Rooms {
  readonly compile: Compile;
  readonly lower: Lower;
}
type Inputs = Readonly<Record<string, number>>;

/** Shapes of one equation kept compiled. */
const SHAPES_KEPT_MAX = 4;
/** Members of a prototype: enough to prove units, and to see that a product of n has none fixed. */
const PROTOTYPE_SIZES = [2, 3] as const;

function mapExprs<F extends Evaluable>(form: F, map: (expr: Expr) => Expr): F {
  if (form.kind === "closed-form") return { ...form, expr: map(form.expr) };
  if (form.kind === "implicit") return { ...form, left: map(form.left), right: map(form.right) };
  return { ...form, states: form.states.map((state) => ({ ...state, rate: map(state.rate) })) };
}

export function needsInputs(form: Evaluable): boolean {
  return sidesOf(form).some((expr) => dependsOnInputs(expr) || braketFamilies(expr).length > 0);
}

/** A form with all its terms, and the imaginary parts that must vanish for its value to be real. */
function written(
  form: Evaluable,
  source: IndexSource,
): { form: Evaluable; imaginary: readonly Expr[] } {
  const imaginary: Expr[] = [];
  return {
    form: mapExprs(form, (expr) => settle(writeOut(expr, source, imaginary), source)),
    imaginary,
  };
}

interface Family {
  readonly indexed: IndexedName;
  readonly info: SymbolInfo | undefined;
  /** Spellings of a member: its own and those of its aliases. */
  readonly spellings: readonly IndexedName[];
  readonly readers: readonly MemberReader[];
}

/** @throws EquationRefusal */
export function compileFamilies(
  form: Evaluable,
  context: EquationContext,
  { compile, lower }: Rooms,
): CompiledEquation | Refusal {
  const states = new Set(sidesOf(form).flatMap(stateLabels));
  const families = [...merged(sidesOf(form)).values()].map((indexed) =>
    familyOf(indexed, context, states),
  );
  const settled = (source: IndexSource): Shape | Refusal => {
    const { form: whole, imaginary } = written(form, source);
    const own = withMembers(context, whole, families);
    const equation = compile(whole, own);
    if (!("evaluate" in equation)) return equation;
    const parts: Part[] = [];
    for (const expr of imaginary) {
      const part = compile(alone(expr, form), { ...own, resultUnit: null });
      if (!("evaluate" in part)) return part;
      parts.push({ expr, equation: part });
    }
    const notes = [...new Set(sidesOf(whole).flatMap(gapsOf))];
    return { equation, imaginary: parts, notes };
  };
  const prototypes = PROTOTYPE_SIZES.map((size) => settled(prototypeSource(size, lower)));
  const [first, second] = prototypes;
  if (first === undefined || "message" in first) return first!;
  if (second === undefined || "message" in second) return second!;
  return new FamilyEquation(first.equation, second.equation, {
    form,
    context,
    families,
    settled,
    lower,
  });
}

interface Part {
  readonly expr: Expr;
  readonly equation: CompiledEquation;
}
/** An equation for the inputs of one shape. */
interface Shape {
  readonly equation: CompiledEquation;
  readonly imaginary: readonly Part[];
  readonly notes: readonly string[];
}

function merged(exprs: readonly Expr[]): Map<string, IndexedName> {
  const brakets = exprs
    .flatMap(braketFamilies)
    .map((family): [string, IndexedName] => [templateOf(family), family]);
  return new Map([...brakets, ...exprs.flatMap((expr) => [...familiesOf(expr)]).reverse()]);
}

function familyOf(
  indexed: IndexedName,
  context: EquationContext,
  states: ReadonlySet<string>,
): Family {
  const template = templateOf(indexed).replace(/_(re|im)$/, "");
  const declared =
    context.symbols.get(indexed.name) ??
    [...context.symbols.values()].find(({ name }) => {
      const own = readIndexed(name, INDEX_LETTERS);
      return own !== null && templateOf(own) === template;
    });
  // An amplitude is a number, whoever declares it.
  const info = declared ?? (states.has(String(indexed.parts[0])) ? AMPLITUDE : undefined);
  const spellings = [indexed, ...(info?.aliases ?? []).map((alias) => aliasOf(indexed, alias))];
  return { indexed, info, spellings, readers: spellings.map(memberReader) };
}

const AMPLITUDE: SymbolInfo = { name: "", unit: "1", aliases: [], dimension: dimensionless };

function prototypeSource(size: number, lower: Lower): IndexSource {
  return {
    lower,
    present: ({ letters, parts }) =>
      parts.at(-1) === "re" || parts.at(-1) === "im"
        ? []
        : letters.reduce<readonly (readonly number[])[]>(
            (tuples) =>
              tuples.flatMap((tuple) => Array.from({ length: size }, (_, i) => [...tuple, i + 1])),
            [[]],
          ),
    valueOf: () => undefined,
  };
}

/** Members take the place of their family among the symbols, under all its spellings. */
function withMembers(
  context: EquationContext,
  settled: Evaluable,
  families: readonly Family[],
): EquationContext {
  const symbols = new Map(context.symbols);
  const order = [...context.declaredOrder];
  const names = new Set(sidesOf(settled).flatMap(namesOf));
  for (const { indexed, info, spellings, readers } of families) {
    const members: string[] = [];
    for (const name of names) {
      const at = readers[0]!(name);
      if (at === null || memberName(indexed, at) !== name) continue;
      members.push(name);
      if (info === undefined) continue;
      const aliases = spellings.slice(1).map((spelling) => memberName(spelling, at));
      symbols.set(name, { ...info, name, aliases: aliases.filter((alias) => alias !== name) });
    }
    const place = info === undefined ? -1 : order.indexOf(info.name);
    order.splice(place < 0 ? order.length : place, place < 0 ? 0 : 1, ...members);
  }
  return { ...context, symbols, declaredOrder: order };
}

interface FamilyParts {
  readonly form: Evaluable;
  readonly context: EquationContext;
  readonly families: readonly Family[];
  readonly settled: (source: IndexSource) => Shape | Refusal;
  readonly lower: Lower;
}

class FamilyEquation implements CompiledEquation {
  readonly kind: CompiledEquation["kind"];
  readonly subject: string | null;
  readonly canonical: string;
  readonly slotNames: readonly string[];
  readonly inputs: readonly InputInfo[];
  readonly result: ResultUnit;
  readonly #prototype: CompiledEquation;
  readonly #parts: FamilyParts;
  readonly #scalars: Binder;
  readonly #scalarNames: readonly string[];
  readonly #kept = new Map<string, Shape | Refusal>();

  constructor(prototype: CompiledEquation, larger: CompiledEquation, parts: FamilyParts) {
    const { families, form, context } = parts;
    this.#prototype = prototype;
    this.#parts = parts;
    this.kind = prototype.kind;
    this.subject = prototype.subject;
    this.canonical = prototype.canonical;
    const isMember = (name: string): boolean =>
      families.some(({ indexed, readers }) => readers[0]!(name) !== null || indexed.name === name);
    const own = families.map(({ indexed, info }): InputInfo => ({
      name: indexed.name,
      aliases: info?.aliases ?? [],
      unit: info?.unit ?? null,
      description: info?.description ?? null,
      fallback: null,
    }));
    this.inputs = [...own, ...prototype.inputs.filter(({ name }) => !isMember(name))];
    this.slotNames = this.inputs.map(({ name }) => name);
    this.result =
      prototype.result.unit === larger.result.unit
        ? prototype.result
        : { unit: null, dimension: null, unitUnknown: own.map(({ name }) => name) };
    const names = new Set(
      sidesOf(form)
        .flatMap((expr) => namesOf(expr))
        .filter((name) => !families.some(({ indexed }) => indexed.name === name)),
    );
    const { slots } = bindNames([...names], context);
    this.#scalars = new Binder(slots);
    this.#scalarNames = slots.map(({ name }) => name);
  }

  /** No fixed slots: how many members there are is known from the inputs alone. */
  value(): number {
    return Number.NaN;
  }

  accepts(key: string): boolean {
    return (
      this.#prototype.accepts(key) ||
      this.#parts.families.some(({ readers }) => readers.some((read) => read(key) !== null))
    );
  }

  evaluate(inputs: Inputs, uncertainties?: Uncertainties, carried?: CarriedInputs): Outcome {
    try {
      const shape = this.#shapeFor(inputs);
      if ("message" in shape) return { status: "refused", refusal: shape };
      const outcome = shape.equation.evaluate(inputs, uncertainties, carried);
      if (outcome.status !== "value") return outcome;
      const complex = complexPart(shape.imaginary, inputs);
      return complex === null
        ? withNorms(withNotes(outcome, shape.notes), sidesOf(this.#parts.form))
        : { status: "refused", refusal: complex };
    } catch (error) {
      if (error instanceof EquationRefusal) return { status: "refused", refusal: error.refusal };
      throw error;
    }
  }

  #shapeFor(inputs: Inputs): Shape | Refusal {
    const asked: string[] = [];
    const source = this.#sourceOf(inputs);
    const noting: IndexSource = {
      lower: this.#parts.lower,
      present: (indexed) => {
        const found = source.present(indexed);
        asked.push(`${indexed.name}:${found.map((at) => at.join(",")).join(" ")}`);
        return found;
      },
      valueOf: (name) => {
        const value = source.valueOf(name);
        asked.push(`${name}=${value}`);
        return value;
      },
    };
    written(this.#parts.form, noting);
    const key = [...new Set(asked)].join(";");
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const compiled = this.#parts.settled(source);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= SHAPES_KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, compiled);
    return compiled;
  }

  #sourceOf(inputs: Inputs): IndexSource {
    const { families } = this.#parts;
    const values = new Map<string, number>();
    for (const key of Object.keys(inputs)) {
      const slot = this.#scalars.table.slotOf(key);
      if (slot >= 0) values.set(this.#scalarNames[slot]!, inputs[key]!);
    }
    const keys = Object.keys(inputs);
    return {
      lower: this.#parts.lower,
      present: (indexed) => {
        const template = templateOf(indexed);
        const family = families.find((one) => templateOf(one.indexed) === template);
        if (family === undefined) return [];
        return keys.flatMap((key) => {
          const at = family.readers.map((read) => read(key)).find((found) => found !== null);
          return at === undefined || at === null ? [] : [at];
        });
      },
      valueOf: (name) => values.get(name),
    };
  }
}

/** An imaginary part beyond its own error makes the value complex. */
function complexPart(parts: readonly Part[], inputs: Inputs): Refusal | null {
  for (const { expr, equation } of parts) {
    const outcome = equation.evaluate(inputs);
    const vanishes = outcome.status === "refused" && outcome.refusal.kind === "precision-loss";
    if (vanishes || (outcome.status === "value" && outcome.value === 0)) continue;
    const size = outcome.status === "value" ? `: its imaginary part is ${outcome.value}` : "";
    return {
      kind: "complex-value",
      span: expr.span,
      message: `The value of the bra-ket is complex${size}; ask for its modulus |<phi|psi>| or the square of it.`,
    };
  }
  return null;
}

function withNotes(outcome: Evaluation, notes: readonly string[]): Evaluation {
  return notes.length === 0 ? outcome : { ...outcome, notes: [...outcome.notes, ...notes] };
}

/** How far the norm of a state may be from 1 without a word. */
const NORM_TOLERANCE = 1e-9;

/** Nothing is normalised; a state whose norm is not 1 is named. */
function withNorms(outcome: Evaluation, exprs: readonly Expr[]): Evaluation {
  const notes = [...new Set(exprs.flatMap(stateLabels))].flatMap((label) => {
    const readers = braketFamilies({ type: "braket", bra: label, ket: label, span: NO_SPAN }).map(
      memberReader,
    );
    let norm = 0;
    for (const [name, value] of Object.entries(outcome.bound)) {
      if (readers.some((read) => read(name) !== null)) norm += value * value;
    }
    return Math.abs(norm - 1) <= NORM_TOLERANCE
      ? []
      : [`the squared norm of ${label} is ${norm}, not 1; nothing was normalised`];
  });
  return notes.length === 0 ? outcome : { ...outcome, notes: [...outcome.notes, ...notes] };
}

const NO_SPAN = { start: 0, end: 0 };
