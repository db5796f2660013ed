/** An equation typed by hand: read, classified, compiled and evaluated in one go. */
import {
  dimensionsEqual,
  constantsBySymbol,
  factorText,
  formatDimension,
  fromSI,
  isCoherent,
  isExactIn,
  parseUnit,
  quantityDimension,
  toSI,
  relativeSpreadOf,
} from "../units/index.js";
import { asUnit } from "../units/bracketCodes.js";
import type { UnitValue } from "../units/index.js";
import { joinedSpreads } from "../units/quantity/index.js";
import { nearest } from "../search/nearest.js";
import { once } from "../once.js";
import { countWork } from "../workCount.js";
import { fold } from "./evaluation/bind.js";
import { isExactDecimal } from "./reading/bindExact.js";
import { compileEquation } from "./compileEquation.js";
import type { CarriedInputs, CompiledEquation } from "./evaluation/evaluate.js";
import type { BadInput, CarriedResult, Evaluation, Outcome } from "./evaluation/evaluation.js";
import { halfUlp } from "./evaluation/tape.js";
import { NO_CONTRIBUTIONS } from "./evaluation/uncertainty.js";
import type { Evaluable, Ode, Refusal } from "./reading/ast.js";
import { classify, statedKind } from "./classify/classify.js";
import { endsOf } from "./odes/names.js";
import { sidesOf } from "./reading/expr.js";
import { callOfQuantity } from "./reading/callNotation.js";
import { PLANCK } from "./reading/letters.js";
import { asciiName, quantitiesAmong, tokenize } from "./reading/lexer.js";
import { isDifferenceName } from "./reading/quantityQuestions.js";
import { parseStatement } from "./reading/parse.js";
import { printStatement } from "./reading/print.js";
import { INDEX_LETTERS, memberReader, readIndexed } from "./reading/seriesNames.js";
import type { MemberReader } from "./reading/seriesNames.js";
import type { SymbolInfo } from "./reading/symbols.js";
import { namesOf } from "./reading/walk.js";

/** A unit text, or what else is known of a name; `min` and `max` are in `unit`. */
export type SymbolRequest =
  | string
  | {
      readonly unit?: string;
      readonly min?: number;
      readonly max?: number;
      readonly quantity?: string;
    };

export interface UnnamedRequest {
  readonly equation: string;
  readonly inputs: Readonly<Record<string, number>>;
  /** Units of names; an input is then in that unit, else in SI. */
  readonly symbols?: Readonly<Record<string, SymbolRequest>>;
  readonly solve_for?: string;
  readonly uncertainties?: Readonly<Record<string, number>>;
}

/** The result in the unit that `symbols` state for it, where that is no unit of the SI. */
export interface InUnit {
  readonly value: number;
  readonly unit: string;
  readonly uncertainty: number;
  /** SI value of one such unit, exact. */
  readonly factor: string;
}

/** `kind` is how the equation was read, `equation_canonical` the text of that reading. */
export type EvaluatedUnnamed = Outcome & {
  readonly kind: string;
  readonly equation_canonical: string;
  readonly inUnit?: InUnit;
};

const radiation = once(() =>
  ["1/s", "m", "1/m"].map((text) => {
    const unit = parseUnit(text);
    if (!unit.ok) throw new Error(unit.message);
    return unit.dimension;
  }),
);

const NON_ASCII = /[^\x20-\x7e]/;
/** To read a character and make what it says ready, at its dearest: many short terms. */
const READING_WORK = 200;
/** The zeros of degC and degF lie below this many kelvin. */
const OFFSET_MAX_K = 300;

interface Symbol {
  readonly info: SymbolInfo;
  readonly unit: UnitValue | null;
}
type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: BadInput };
type Numbers = Readonly<Record<string, number>>;

/**
 * Total: every equation and every finite input give an answer, a refusal or the name of what is
 * wrong.
 */
export function evaluateUnnamed(typed: UnnamedRequest): EvaluatedUnnamed {
  const request = spelled(typed);
  const { equation, inputs } = request;
  countWork(READING_WORK * equation.length);
  const symbols = symbolTable(request.symbols ?? {});
  if (!symbols.ok) return { ...symbols.problem, kind: "refused", equation_canonical: equation };
  const declared = new Set([...Object.keys(inputs), ...symbols.value.keys()]);
  const parsed = parseStatement(equation, { declared });
  if (!parsed.ok) return refused(parsed.refusal, parsed.refusal.kind, equation);
  const canonical = printStatement(parsed.statement);
  const classified = classify(parsed.statement, {
    declared,
    notRadiation: notRadiation(symbols.value),
    inputs: new Set(Object.keys(inputs)),
    ...(request.solve_for === undefined ? {} : { solveFor: request.solve_for }),
  });
  if (classified.kind === "refused")
    return refused(classified.refusal, classified.refusal.kind, canonical);
  const product =
    classified.kind === "ode"
      ? null
      : callOfQuantity(equation, declared, new Set(Object.keys(inputs)));
  if (product !== null) return refused(product, product.kind, canonical);
  const outcome = answer(classified, request, symbols.value);
  const read = { kind: statedKind(classified), equation_canonical: canonical };
  if (outcome.status === "missing") return { ...withUnitHint(outcome, equation), ...read };
  if (outcome.status !== "value") return { ...outcome, ...read };
  return {
    ...withPlanck(outcome, classified),
    ...requestedUnit(outcome, symbols.value),
    ...read,
  };
}

/** A letter right behind a number may be a unit: the m of `x = 12 m`. Longer names say so alone. */
function withUnitHint(
  outcome: Extract<Outcome, { status: "missing" }>,
  equation: string,
): Extract<Outcome, { status: "missing" }> {
  const { inputError } = outcome;
  const name = inputError.missing_all.find(
    (one) => one.length === 1 && parseUnit(one).ok && isBehindNumber(one, equation),
  );
  if (name === undefined) return outcome;
  const message = `${inputError.message} ${asUnit(name)}`;
  return { ...outcome, inputError: { ...inputError, message } };
}

function isBehindNumber(name: string, equation: string): boolean {
  return new RegExp(`\\d\\.?\\s+${name}(?![\\p{L}\\p{N}_])`, "u").test(equation);
}

/** What `h` beside these is not the constant of Planck for. */
function notRadiation(symbols: ReadonlyMap<string, Symbol>): ReadonlySet<string> {
  return new Set(
    [...symbols]
      .filter(
        ([, { info }]) =>
          info.dimension !== null &&
          !radiation().some((dimension) => dimensionsEqual(dimension, info.dimension!)),
      )
      .map(([name]) => name),
  );
}

/** The letter h is declared back where it was read as a constant. */
function withPlanck(outcome: Evaluation, form: Evaluable): Evaluation {
  const constant = constantsBySymbol.get("h")!;
  if (!sidesOf(form).some((side) => namesOf(side).includes(PLANCK))) return outcome;
  const reason = `the ${constant.name}, beside a frequency or a wavelength; an input named h replaces it`;
  return {
    ...outcome,
    assumed: {
      ...outcome.assumed,
      h: { value: constant.value, unit: constant.unit, reason },
    },
  };
}

/** The result in the unit that was asked for, where that is not the one of the SI. */
function requestedUnit(
  outcome: Evaluation,
  symbols: ReadonlyMap<string, Symbol>,
): { readonly inUnit?: InUnit } {
  const unit = outcome.subject === null ? null : symbols.get(outcome.subject)?.unit;
  if (unit === undefined || unit === null || isCoherent(unit)) return {};
  const { offset: _, ...size } = unit;
  const shown = isDifferenceName(outcome.subject ?? "") ? size : unit;
  const value = fromSI(outcome.value, shown);
  const rounding = isExactIn(shown, value, outcome.value) ? 0 : halfUlp(value);
  return {
    inUnit: {
      value,
      unit: unit.text,
      uncertainty: fromSI(outcome.uncertainty, size) + rounding,
      factor: factorText(unit),
    },
  };
}

/** With every key spelled as the equation reads it: `λ` is `lambda`, `x₁` is `x_1`. */
function spelled(request: UnnamedRequest): UnnamedRequest {
  const { inputs, symbols, uncertainties, solve_for: sought } = request;
  return {
    ...request,
    inputs: renamed(inputs),
    ...(symbols === undefined ? {} : { symbols: renamed(symbols) }),
    ...(uncertainties === undefined ? {} : { uncertainties: renamed(uncertainties) }),
    ...(sought === undefined ? {} : { solve_for: spelling(sought) }),
  };
}

/** Two keys that become one stay as they are, and are refused as two. */
function renamed<T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const keys = Object.keys(record);
  if (!keys.some((key) => NON_ASCII.test(key))) return record;
  const names = keys.map(spelling);
  if (new Set(names).size !== names.length) return record;
  return Object.fromEntries(keys.map((key, i) => [names[i]!, record[key]!]));
}

function spelling(key: string): string {
  return NON_ASCII.test(key) ? (asciiName(key) ?? key) : key;
}

function answer(
  form: Evaluable,
  request: UnnamedRequest,
  symbols: ReadonlyMap<string, Symbol>,
): Outcome {
  const compiled = compileEquation(form, {
    symbols: new Map([...symbols].map(([name, { info }]) => [name, info])),
    declaredOrder: [...symbols.keys()],
    dimDependsOnInput: true,
  });
  if (!("evaluate" in compiled)) return { status: "refused", refusal: compiled };
  const idle = idleSymbol(compiled, request);
  if (idle !== null) return idle;
  const units = form.kind === "ode" ? withEnds(form, symbols) : symbols;
  const outcome = run(compiled, request, units);
  if (form.kind !== "ode" || form.unknown !== null || outcome.status !== "missing") return outcome;
  // Where the value at the end is given and one input is not, that input is what is asked for.
  const [unknown, another] = outcome.inputError.missing_all;
  const isAsked =
    unknown !== undefined &&
    another === undefined &&
    request.solve_for === undefined &&
    Object.hasOwn(request.inputs, form.subject);
  return isAsked ? answer({ ...form, unknown }, request, symbols) : outcome;
}

/** `H_ij` stands for the elements of H. */
function indexed(name: string): string {
  return name.replace(/_[a-z]{1,2}$/, "");
}

/** A unit or range of a name that the equation does not have: a request that would be ignored. */
function idleSymbol(compiled: CompiledEquation, request: UnnamedRequest): BadInput | null {
  const { equation, inputs, symbols = {} } = request;
  const written = new Set(quantitiesAmong(Object.keys(inputs)));
  const names = new Set(tokenize(equation, written).map(({ text }) => text));
  const words = new Set(equation.match(/[A-Za-z][A-Za-z0-9]*/g));
  const used = (name: string): boolean =>
    names.has(name) ||
    words.has(indexed(name)) ||
    Object.hasOwn(inputs, name) ||
    compiled.subject === name ||
    request.solve_for === name ||
    compiled.accepts(name);
  const idle = Object.keys(symbols).find((name) => !used(name));
  if (idle === undefined) return null;
  const [near] = nearest(idle, names, 1);
  const meant = near === undefined ? "" : ` (did you mean ${near}?)`;
  return bad(idle, `The equation has no ${idle}, whose unit or range is given${meant}.`).problem;
}

/**
 * Initial values and ends are in the unit of what they are values of, unless they have one of their
 * own.
 */
function withEnds(form: Ode, symbols: ReadonlyMap<string, Symbol>): ReadonlyMap<string, Symbol> {
  const table = new Map(symbols);
  for (const [name, owner] of endsOf(form)) {
    const symbol = symbols.get(owner);
    if (symbol !== undefined && !table.has(name)) table.set(name, symbol);
  }
  return table;
}

function refused(refusal: Refusal, kind: string, canonical: string): EvaluatedUnnamed {
  return { status: "refused", refusal, kind, equation_canonical: canonical };
}

function run(
  compiled: CompiledEquation,
  request: UnnamedRequest,
  symbols: ReadonlyMap<string, Symbol>,
): Outcome {
  const unitOf = unitLookup(symbols);
  const inputs = inSI(request.inputs, unitOf);
  if (!inputs.ok) return inputs.problem;
  const uncertainties =
    request.uncertainties === undefined ? null : spreadsInSI(request.uncertainties, unitOf);
  if (uncertainties !== null && !uncertainties.ok) return uncertainties.problem;
  const outcome = compiled.evaluate(
    inputs.value,
    joinedSpreads(uncertainties?.value ?? {}, spreadsOfUnits(inputs.value, unitOf)),
    converted(request.inputs, inputs.value, unitOf),
  );
  const notes = temperatureNotes(request.inputs, inputs.value, unitOf);
  return outcome.status === "value" && notes.length > 0
    ? { ...outcome, notes: [...outcome.notes, ...notes] }
    : outcome;
}

/** Standard uncertainties that inputs have from their units: a dalton is measured. */
function spreadsOfUnits(inputs: Numbers, unitOf: (key: string) => UnitValue | null): Numbers {
  const spreads: Record<string, number> = {};
  for (const [key, value] of Object.entries(inputs)) {
    const unit = unitOf(key);
    const relative = unit === null ? 0 : relativeSpreadOf(unit);
    if (relative > 0) spreads[key] = Math.abs(value) * relative;
  }
  return spreads;
}

/** Names of temperatures, and the symbols of charge and capacitance that are typed behind them. */
const TEMPERATURE = /^(?:[dD]|delta_?|Delta_?)?(?:T|[tT]emp|[tT]emperature)(?:_.*|\d*)$/;
const SCALES: Readonly<Record<string, { readonly word: string; readonly degree: string }>> = {
  C: { word: "coulomb", degree: "degC" },
  F: { word: "farad", degree: "degF" },
};

/** A unit with its own zero states a point; of a difference only its size counts. */
function inputInSI(key: string, value: number, unit: UnitValue): number {
  if (unit.offset === undefined || !isDifferenceName(key)) return toSI(value, unit);
  const { offset: _, ...size } = unit;
  return toSI(value, size);
}

/** How temperatures were read, for the same number means two things. */
function temperatureNotes(
  typed: Numbers,
  si: Numbers,
  unitOf: (key: string) => UnitValue | null,
): string[] {
  return Object.entries(typed).flatMap(([key, value]) => {
    const unit = unitOf(key);
    if (unit?.offset === undefined) return [];
    return isDifferenceName(key)
      ? [`${key} = ${value} ${unit.text} was read as a difference of ${si[key]!} K.`]
      : [
          `${key} = ${value} ${unit.text} was read as the temperature ${si[key]!} K; give a difference in K.`,
        ];
  });
}

/**
 * Numerical bounds of the inputs that were converted: the decimal typed was rounded once when it
 * was read and once more after the conversion. A unit with its own zero keeps the rounding of the
 * larger number.
 */
function converted(
  typed: Numbers,
  si: Numbers,
  unitOf: (key: string) => UnitValue | null,
): CarriedInputs {
  const bounds: [string, CarriedResult][] = [];
  for (const [key, value] of Object.entries(typed)) {
    const unit = unitOf(key);
    if (unit === null || isCoherent(unit)) continue;
    // Nothing in a unit whose zero is that of the SI is nothing, without any rounding.
    if (value === 0 && unit.offset === undefined) continue;
    const size = Math.abs(si[key]!) + (unit.offset === undefined ? 0 : OFFSET_MAX_K);
    const roundings = isExactDecimal(value) ? 1 : 2;
    bounds.push([
      key,
      { contributions: NO_CONTRIBUTIONS, absoluteBound: roundings * halfUlp(size) },
    ]);
  }
  return Object.fromEntries(bounds);
}

function symbolTable(
  symbols: Readonly<Record<string, SymbolRequest>>,
): Checked<ReadonlyMap<string, Symbol>> {
  const table = new Map<string, Symbol>();
  for (const [name, request] of Object.entries(symbols)) {
    const symbol = symbolOf(name, typeof request === "string" ? { unit: request } : request);
    if (!symbol.ok) return symbol;
    table.set(name, symbol.value);
  }
  return { ok: true, value: table };
}

function symbolOf(name: string, request: Exclude<SymbolRequest, string>): Checked<Symbol> {
  const unit = request.unit === undefined ? null : parseUnit(request.unit);
  if (unit !== null && !unit.ok) return bad(name, `The unit of ${name}: ${unit.message}`);
  const scale = TEMPERATURE.test(name) ? SCALES[request.unit?.trim() ?? ""] : undefined;
  if (scale !== undefined)
    return bad(
      name,
      `The unit of ${name}: ${request.unit} is the ${scale.word}; write ${scale.degree} for a temperature.`,
    );
  const kind =
    request.quantity === undefined ? null : (quantityDimension(request.quantity) ?? null);
  if (request.quantity !== undefined && kind === null)
    return bad(name, `${request.quantity} is not a quantity known here.`);
  if (unit !== null && kind !== null && !dimensionsEqual(unit.dimension, kind)) {
    return bad(name, `The unit of ${name}, ${unit.text}, is not one of ${request.quantity}.`);
  }
  for (const bound of [request.min, request.max]) {
    if (bound !== undefined && !Number.isFinite(bound))
      return bad(name, `The range of ${name} must be of finite numbers.`);
  }
  const dimension = unit?.dimension ?? kind;
  const edge = (bound: number | undefined): number | null =>
    bound === undefined ? null : unit === null ? bound : toSI(bound, unit);
  return {
    ok: true,
    value: {
      unit,
      info: {
        name,
        dimension,
        aliases: [],
        range: [edge(request.min), edge(request.max)],
        unit:
          unit !== null && isCoherent(unit)
            ? unit.text
            : dimension === null
              ? null
              : formatDimension(dimension),
      },
    },
  };
}

/** Unit of an input key, which may be spelt as loosely as the inputs themselves. */
function unitLookup(symbols: ReadonlyMap<string, Symbol>): (key: string) => UnitValue | null {
  const folded = new Map<string, UnitValue | null>();
  const families = familyUnits(symbols);
  for (const [name, { unit }] of symbols) {
    const form = fold(name);
    if (form !== null) folded.set(form, folded.has(form) ? null : unit);
  }
  return (key) => {
    const exact = symbols.get(key);
    if (exact !== undefined) return exact.unit;
    const form = fold(key);
    const known = form === null ? undefined : folded.get(form);
    return known !== undefined
      ? known
      : (families.find(({ read }) => read(key) !== null)?.unit ?? null);
  };
}

/** The unit of `x_i` is that of `x_1`, `x_2`, ... */
function familyUnits(
  symbols: ReadonlyMap<string, Symbol>,
): { read: MemberReader; unit: UnitValue | null }[] {
  return [...symbols].flatMap(([name, { unit }]) => {
    const indexed = readIndexed(name, INDEX_LETTERS);
    return indexed === null ? [] : [{ read: memberReader(indexed), unit }];
  });
}

function inSI(numbers: Numbers, unitOf: (key: string) => UnitValue | null): Checked<Numbers> {
  const entries: [string, number][] = [];
  for (const [key, value] of Object.entries(numbers)) {
    const unit = unitOf(key);
    const finite = typeof value === "number" && Number.isFinite(value);
    // A value that is no finite number is named by the evaluation, in its own words.
    const si = unit === null || !finite ? value : inputInSI(key, value, unit);
    if (finite && !Number.isFinite(si))
      return bad(key, `The input ${key} is too large in SI units.`);
    if (finite && si < 0 && unit?.offset !== undefined && !isDifferenceName(key))
      return bad(key, `The input ${key} = ${value} ${unit.text} is below absolute zero.`);
    entries.push([key, si]);
  }
  return { ok: true, value: Object.fromEntries(entries) };
}

/** Uncertainties are differences, so a unit with its own zero has none. */
function spreadsInSI(
  numbers: Numbers,
  unitOf: (key: string) => UnitValue | null,
): Checked<Numbers> {
  for (const key of Object.keys(numbers)) {
    const unit = unitOf(key);
    if (unit?.offset !== undefined)
      return bad(key, `The uncertainty of ${key} cannot be in ${unit.text}: give ${key} in K.`);
  }
  return inSI(numbers, unitOf);
}

function bad(name: string, message: string): { ok: false; problem: BadInput } {
  return { ok: false, problem: { status: "bad-input", code: "INVALID_INPUT", message, name } };
}
