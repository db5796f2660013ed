/** What every name of an equation stands for, settled once when it is compiled. */
import { exp } from "../../math/index.js";
import {
  constantsBySymbol,
  isReserved,
  namedConstant,
  parseUnit,
  toSI,
} from "../../units/index.js";
import type { Dimension } from "../../units/index.js";
import type { AssumedValue, SymbolInfo } from "./symbols.js";
import { isExactDecimal } from "./bindExact.js";
import { EULER, PLANCK } from "./letters.js";

const E = exp(1);

/** What a record or a request says about the names of its equation. */
export interface EquationContext {
  readonly symbols: ReadonlyMap<string, SymbolInfo>;
  /** Numbers that belong to the equation, with their units. */
  readonly coefficients?: Readonly<
    Record<string, { readonly value: number; readonly unit: string }>
  >;
  /** Standard conditions the record allows to be assumed, declared back with their reason. */
  readonly assumed?: Readonly<Record<string, AssumedValue>>;
  /**
   * Unit text of the result with factor 1; checked against the dimensions, and shown as written.
   */
  readonly resultUnit?: string | null;
  /**
   * Units are inferred from the inputs of each evaluation, since an integer input is an exponent.
   */
  readonly dimDependsOnInput?: boolean;
  /**
   * Inputs that stand for a spatial term at a point; an integration holds them constant and says
   * so.
   */
  readonly fieldInputs?: readonly string[];
  /** Names in record order: the order of slots, and of what is reported missing. */
  readonly declaredOrder: readonly string[];
}

export type NameBinding =
  | {
      readonly kind: "constant";
      readonly value: number;
      readonly constant: string | null;
      readonly exact: boolean;
    }
  | { readonly kind: "slot"; readonly slot: number };

/** One input of a compiled equation. */
export interface Slot {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string | null;
  readonly unit: string | null;
  readonly dimension: Dimension | null;
  readonly min: number;
  readonly max: number;
  /** Whether only integers have a meaning. */
  readonly whole: boolean;
  /**
   * Taken when no input has the name: a named constant or an assumed condition; null when it must
   * be given.
   */
  readonly fallback: {
    readonly value: number;
    readonly exact: boolean;
    readonly declared: AssumedValue;
  } | null;
  /** The named constant the fallback is, whose uncertainty then counts. */
  readonly constant: string | null;
}

export interface NameTable {
  readonly bindings: ReadonlyMap<string, NameBinding>;
  readonly slots: readonly Slot[];
  /** Dimension of each name of the equation; null when unknown. */
  readonly dimensions: ReadonlyMap<string, Dimension | null>;
}

/**
 * @param used names of the equation in order of first use. @throws RangeError for a coefficient
 * whose unit is unreadable.
 */
export function bindNames(used: readonly string[], context: EquationContext): NameTable {
  const bindings = new Map<string, NameBinding>();
  const dimensions = new Map<string, Dimension | null>();
  const slots: Slot[] = [];
  // The variable of an integral has a dimension without being an input.
  for (const [name, info] of context.symbols) dimensions.set(name, info.dimension);
  const position = new Map(context.declaredOrder.map((name, index) => [name, index]));
  const rank = (name: string): number => position.get(name) ?? context.declaredOrder.length;
  const ordered = used
    .map((name, index) => ({ name, index }))
    .sort((a, b) => rank(a.name) - rank(b.name) || a.index - b.index);
  for (const { name } of ordered) {
    const fixed = fixedBinding(name, context);
    if (fixed !== null) {
      bindings.set(name, {
        kind: "constant",
        value: fixed.value,
        constant: fixed.constant,
        exact: fixed.exact,
      });
      dimensions.set(name, fixed.dimension);
      continue;
    }
    const slot = slotOf(name, context);
    bindings.set(name, { kind: "slot", slot: slots.length });
    dimensions.set(name, slot.dimension);
    slots.push(slot);
  }
  return { bindings, slots, dimensions };
}

interface Fixed {
  value: number;
  constant: string | null;
  exact: boolean;
  dimension: Dimension | null;
}

function fixedBinding(name: string, context: EquationContext): Fixed | null {
  if (name === EULER)
    return { value: E, constant: null, exact: false, dimension: dimensionOf("1") };
  const symbol = name === PLANCK ? "h" : isReserved(name) ? name : null;
  if (symbol !== null) {
    const constant = constantsBySymbol.get(symbol);
    if (constant === undefined) throw new RangeError(`The constant ${symbol} is not in the table.`);
    return {
      value: constant.value,
      constant: constant.symbol,
      exact: isExactDecimal(constant.value),
      dimension: constant.dimension,
    };
  }
  const coefficient =
    context.coefficients !== undefined && Object.hasOwn(context.coefficients, name)
      ? context.coefficients[name]
      : undefined;
  if (coefficient === undefined) return null;
  const unit = parseUnit(coefficient.unit);
  if (!unit.ok) throw new RangeError(`The unit of the coefficient ${name}: ${unit.message}`);
  const value = toSI(coefficient.value, unit);
  return { value, constant: null, exact: isExactDecimal(value), dimension: unit.dimension };
}

function dimensionOf(unitText: string): Dimension | null {
  const unit = parseUnit(unitText);
  return unit.ok ? unit.dimension : null;
}

function slotOf(name: string, context: EquationContext): Slot {
  const info = context.symbols.get(name);
  const assumed =
    context.assumed !== undefined && Object.hasOwn(context.assumed, name)
      ? context.assumed[name]
      : undefined;
  // A symbol the record declares is an input, even under the name of a constant.
  const constant = info === undefined && assumed === undefined ? namedConstant(name) : undefined;
  const declared: AssumedValue | undefined =
    constant === undefined
      ? assumed
      : {
          value: constant.value,
          unit: constant.unit,
          reason: `the ${constant.name} (CODATA 2022); an input named ${name} replaces it`,
        };
  const value = declared === undefined ? 0 : assumedInSI(declared, name);
  return {
    name,
    aliases: info?.aliases ?? [],
    description: info?.description ?? constant?.name ?? null,
    unit: info?.unit ?? declared?.unit ?? null,
    dimension:
      info !== undefined
        ? info.dimension
        : (constant?.dimension ?? (assumed === undefined ? null : dimensionOf(assumed.unit))),
    min: info?.range?.[0] ?? Number.NEGATIVE_INFINITY,
    max: info?.range?.[1] ?? Number.POSITIVE_INFINITY,
    whole: info?.whole === true,
    fallback: declared === undefined ? null : { value, exact: isExactDecimal(value), declared },
    constant: constant?.symbol ?? null,
  };
}

function assumedInSI(assumed: AssumedValue, name: string): number {
  const unit = parseUnit(assumed.unit);
  if (!unit.ok) throw new RangeError(`The unit of the assumed value ${name}: ${unit.message}`);
  return toSI(assumed.value, unit);
}
