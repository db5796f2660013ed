/**
 * An operator made ready: its record, its symbols with dimensions, and its equation compiled on
 * first use.
 */
import { classify, classifyText } from "../equations/classify/classify.js";
import { compileEquation } from "../equations/compileEquation.js";
import { parseStatement } from "../equations/reading/parse.js";
import type {
  Classified,
  CompiledEquation,
  EquationContext,
  Evaluable,
  Refusal,
  Statement,
} from "../equations/index.js";
import { RelatedInputs } from "../equations/relatedInputs.js";
import { EquationRefusal } from "../equations/reading/refuse.js";
import { BoundedResult } from "../equations/evaluation/boundedResult.js";
import { SizeWhereBoth } from "../equations/evaluation/sizeWhereBoth.js";
import type { SymbolInfo } from "../equations/reading/symbols.js";
import { isReserved } from "../units/constants.js";
import { parseUnit } from "../units/parse.js";
import { quantityRange } from "../units/quantityRanges.js";
import type { Dimension } from "../units/dimension.js";
import { valueExampleOf } from "./record.js";
import type { OperatorRecord } from "./schema.js";

export type Compilation =
  | { readonly ok: true; readonly classified: Evaluable; readonly equation: CompiledEquation }
  | { readonly ok: false; readonly refusal: Refusal };

function dimensionOf(unit: string): Dimension | null {
  const parsed = parseUnit(unit);
  return parsed.ok ? parsed.dimension : null;
}

/** Inputs in record order, under their canonical names. */
export function symbolsOf(record: OperatorRecord): ReadonlyMap<string, SymbolInfo> {
  return new Map(
    Object.entries(record.symbols).map(([name, symbol]) => [
      name,
      {
        name,
        description: symbol.name,
        quantity: symbol.quantity,
        unit: symbol.unit,
        dimension: dimensionOf(symbol.unit),
        aliases: symbol.aliases,
        ...(symbol.range === undefined ? {} : { range: symbol.range }),
        ...(symbol.whole === undefined ? {} : { whole: symbol.whole }),
      },
    ]),
  );
}

/** Every name the record gives a meaning: such a name is never taken for a function. */
function declaredNames(record: OperatorRecord): ReadonlySet<string> {
  const names = [record.symbols, record.coefficients ?? {}, record.assumed ?? {}].flatMap((group) =>
    Object.keys(group),
  );
  return new Set(record.result === null ? names : [...names, record.result.symbol]);
}

function contextOf(record: OperatorRecord): EquationContext {
  return {
    symbols: symbolsOf(record),
    declaredOrder: Object.keys(record.symbols),
    resultUnit: record.result?.unit ?? null,
    ...(record.coefficients === undefined ? {} : { coefficients: record.coefficients }),
    ...(record.assumed === undefined ? {} : { assumed: record.assumed }),
    ...(record.field_inputs === undefined ? {} : { fieldInputs: record.field_inputs }),
    ...(record.dim_depends_on_input === undefined
      ? {}
      : { dimDependsOnInput: record.dim_depends_on_input }),
  };
}

type Reading =
  | { readonly ok: true; readonly statement: Statement; readonly classified: Classified }
  | { readonly ok: false; readonly refusal: Refusal };

/** Parsed and classified: what kind of statement the equation is, before anything is compiled. */
export function readRecord(record: OperatorRecord): Reading {
  const declared = declaredNames(record);
  const parsed = parseStatement(record.form ?? record.equation, { declared });
  if (!parsed.ok) return parsed;
  const { statement } = parsed;
  const subject = record.result === null ? {} : { subject: record.result.symbol };
  return { ok: true, statement, classified: classify(statement, { declared, ...subject }) };
}

/** The solution a record states of its equation: never overridden by another way of solving. */
function readSolution(record: OperatorRecord, text: string): Classified {
  const subject = record.result === null ? {} : { subject: record.result.symbol };
  return classifyText(text, { declared: declaredNames(record), ...subject });
}

/** Parses, classifies and compiles; every refusal carries the operator's id. */
export function compileRecord(record: OperatorRecord): Compilation {
  const refused = (refusal: Refusal): Compilation => ({
    ok: false,
    refusal: { ...refusal, operator_id: record.id },
  });
  const read = readRecord(record);
  if (!read.ok) return refused(read.refusal);
  const { classified } = read;
  if (classified.kind === "refused") return refused(classified.refusal);
  const solution =
    record.closed_form === undefined ? classified : readSolution(record, record.closed_form);
  if (solution.kind === "refused") return refused(solution.refusal);
  const equation = compileEquation(solution, contextOf(record));
  if (!("evaluate" in equation)) return refused(equation);
  const related = relatedInputs(record, bounded(record, equation), null);
  return "evaluate" in related ? { ok: true, classified, equation: related } : refused(related);
}

/** Held to what the record says of its inputs together. */
function relatedInputs(
  record: OperatorRecord,
  equation: CompiledEquation,
  unknown: string | null,
): CompiledEquation | Refusal {
  const { relations } = record;
  if (relations === undefined) return equation;
  try {
    return new RelatedInputs(equation, relations, contextOf(record), unknown);
  } catch (error) {
    if (error instanceof EquationRefusal) return error.refusal;
    throw error;
  }
}

/** Held to what its quantity can be. */
function bounded({ result }: OperatorRecord, equation: CompiledEquation): CompiledEquation {
  const range = result === null ? null : quantityRange(result.quantity);
  return result === null || range === null
    ? equation
    : new BoundedResult(equation, result.symbol, result.quantity, range);
}

/**
 * The equation solved for one of its inputs, with the result's symbol among what is given; or why
 * that cannot be.
 */
function compileSolvedFor(record: OperatorRecord, unknown: string): CompiledEquation | Refusal {
  const { result } = record;
  const symbol = record.symbols[unknown];
  if (result === null || symbol === undefined) {
    return { kind: "solve-for", message: `${unknown} is no input of ${record.id}.` };
  }
  const declared = declaredNames(record);
  const parsed = parseStatement(record.form ?? record.equation, { declared });
  if (!parsed.ok) return parsed.refusal;
  const classified = classify(parsed.statement, {
    declared,
    subject: result.symbol,
    solveFor: unknown,
  });
  if (classified.kind === "refused") return classified.refusal;
  const context = contextOf(record);
  const own: SymbolInfo = {
    name: result.symbol,
    description: `the result of ${record.id}`,
    quantity: result.quantity,
    unit: result.unit,
    dimension: dimensionOf(result.unit),
    aliases: [],
    range: quantityRange(result.quantity) ?? [null, null],
  };
  const among = (symbols: typeof context.symbols): CompiledEquation | Refusal => {
    const solved = compileEquation(classified, {
      ...context,
      resultUnit: symbol.unit,
      symbols: new Map([...symbols, [result.symbol, own]]),
      declaredOrder: [...context.declaredOrder, result.symbol],
    });
    return "evaluate" in solved ? relatedInputs(record, solved, unknown) : solved;
  };
  const solved = among(context.symbols);
  const info = context.symbols.get(unknown);
  if (!("evaluate" in solved) || info === undefined || !isMagnitude(symbol)) return solved;
  const size = among(
    new Map([
      ...context.symbols,
      [unknown, { ...info, range: [0, info.range?.[1] ?? null] as const }],
    ]),
  );
  return "evaluate" in size ? new SizeWhereBoth(solved, size) : solved;
}

/** Told by their size where both signs fit; where something lies or which charge it has is not. */
const MAGNITUDES: ReadonlySet<string> = new Set(
  (
    "speed flow_speed velocity angular_velocity angular_speed voltage current electric_field " +
    "magnetic_flux_density electric_current amplitude"
  ).split(" "),
);

/** A speed or an extension is told by its size: of the two signs that fit, people mean no other. */
function isMagnitude({ name, quantity }: OperatorRecord["symbols"][string]): boolean {
  return MAGNITUDES.has(quantity) || name.startsWith("extension or compression");
}

/** Solved forms kept, over all operators: there are some 5,000, and 20 kB each. */
const SOLVED_KEPT_MAX = 256;
const solvedForms = new Map<
  string,
  { readonly record: OperatorRecord; readonly form: CompiledEquation | Refusal }
>();

/** Fields the kernel reads of an operator in a chain, and the record they come from. */
export class OperatorEntry {
  readonly record: OperatorRecord;
  readonly id: string;
  readonly domain: string;
  readonly equation: string;
  readonly evaluable: boolean;
  readonly scale: readonly (readonly [string, number, number])[];
  #symbols: ReadonlyMap<string, SymbolInfo> | null = null;
  #compilation: Compilation | null = null;

  constructor(record: OperatorRecord) {
    this.record = record;
    this.id = record.id;
    this.domain = record.domain;
    this.equation = record.equation;
    this.evaluable = valueExampleOf(record) !== null;
    this.scale = Object.entries(record.scale ?? {}).map(
      ([name, [low, high]]) => [name, low, high] as const,
    );
  }

  get symbols(): ReadonlyMap<string, SymbolInfo> {
    this.#symbols ??= symbolsOf(this.record);
    return this.#symbols;
  }

  /** Compiled on first use, kept for ever: a registry is loaded in full but used in part. */
  get compilation(): Compilation {
    this.#compilation ??= compileRecord(this.record);
    return this.#compilation;
  }

  get compiled(): CompiledEquation | null {
    return this.compilation.ok ? this.compilation.equation : null;
  }

  get resultSymbol(): string | null {
    const symbol = this.record.result?.symbol;
    return symbol === undefined || isReserved(symbol) ? null : symbol;
  }

  get resultUnit(): string | null {
    return this.record.result?.unit ?? null;
  }

  get validity(): string | undefined {
    return this.record.validity;
  }

  get resultQuantity(): string | null {
    return this.record.result?.quantity ?? null;
  }

  get refusal(): Refusal | null {
    return this.compilation.ok ? null : this.compilation.refusal;
  }

  /** Solved for one of its inputs; compiled on first use. */
  solvedFor(unknown: string): CompiledEquation | Refusal {
    const key = `${this.id} ${unknown}`;
    const known = solvedForms.get(key);
    if (known?.record === this.record) return known.form;
    const solved = compileSolvedFor(this.record, unknown);
    const form = "evaluate" in solved ? solved : { ...solved, operator_id: this.id };
    solvedForms.delete(key);
    solvedForms.set(key, { record: this.record, form });
    if (solvedForms.size > SOLVED_KEPT_MAX) {
      for (const oldest of solvedForms.keys()) {
        solvedForms.delete(oldest);
        break;
      }
    }
    return form;
  }

  /**
   * The name its result has for the next operator of a chain; null where the left side is only a
   * label.
   */
  get binds(): string | null {
    if (!this.compilation.ok || this.record.result === null) return null;
    const { classified } = this.compilation;
    const bound = classified.kind !== "closed-form" || classified.binds;
    return bound && !isReserved(this.record.result.symbol) ? this.record.result.symbol : null;
  }
}
