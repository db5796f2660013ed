/**
 * Standard uncertainty by first-order propagation over independent sources (JCGM 100:2008, 5.1.2).
 * The sources are measurements, not names: a constant counts through what it was measured from, so
 * that the uncertainty of alpha cancels in mu_0 eps_0 c^2, and an input used twice is one source.
 * The rounding of the tables is left there: each measured constant is off by up to half of
 * its last published digit, whatever the others are.
 */
import { SOURCES, constantsBySymbol, roundingOf } from "../../units/constants.js";
import type { Refusal } from "../reading/ast.js";
import type { Slot } from "../reading/bindNames.js";
import type { CarriedResult } from "./evaluation.js";
import type { Tape } from "./tape.js";

export interface Spread {
  readonly uncertainty: number;
  readonly contributions: ReadonlyMap<string, number>;
}

/**
 * A sum of contributions this much smaller than its parts (2^-40) has cancelled to rounding noise.
 */
const CANCELLED = 9.094947017729282e-13;

/**
 * The rounding of the tables counts from this share of the uncertainty. Below it the two digits
 * that are published for each constant cover it: half a digit of them is at most a twentieth.
 */
const ROUNDING_SHARE = 0.1;
/** Begins the name of a source that is the rounding of a constant in its table. */
const ROUNDED = "rounded:";

interface Share {
  readonly leaf: number;
  readonly source: string;
  readonly weight: number;
}

/** A share whose source is a number of the equation's own sources. */
interface OwnShare {
  readonly leaf: number;
  readonly source: number;
  readonly weight: number;
}

const NOTHING: ReadonlyMap<string, number> = new Map();

/** Relative weights of the sources of a constant: (d ln constant / d ln source) u_source. */
function sharesOf(name: string, value: number, leaf: number): Share[] {
  const constant = constantsBySymbol.get(name);
  if (constant === undefined) throw new RangeError(`The constant ${name} is not in the table.`);
  return constant.sources.map(({ source, sensitivity }) => {
    const relative = SOURCES[source];
    if (relative === undefined) throw new RangeError(`The source ${source} has no uncertainty.`);
    return { leaf, source: `const:${source}`, weight: value * sensitivity * relative };
  });
}

/** The rounding of a constant in its table; none where it is exact. */
function roundedShares(name: string, leaf: number): Share[] {
  const rounding = roundingOf(constantsBySymbol.get(name)!);
  if (rounding === null) return [];
  return [{ leaf, source: `${ROUNDED}${rounding.of}`, weight: rounding.half }];
}

/** The parts that a sum of squares counts: without roundings that others cover. */
export function countedParts(contributions: ReadonlyMap<string, number>): number[] {
  const parts: number[] = [];
  let squares = 0;
  const roundings: number[] = [];
  for (const [source, part] of contributions) {
    if (source.startsWith(ROUNDED)) roundings.push(part);
    else {
      parts.push(part);
      squares += part * part;
    }
  }
  const rounded = roundings.reduce((sum, part) => sum + Math.abs(part), 0);
  return rounded > ROUNDING_SHARE * Math.sqrt(squares) ? [...parts, rounded] : parts;
}

export class Propagation {
  readonly #constants: readonly OwnShare[];
  readonly #fallbacks: readonly (readonly OwnShare[])[];
  readonly #inputSources: readonly number[];
  readonly #flatSources: readonly number[];
  readonly #sums = new Sums();
  readonly #roundedConstants: readonly OwnShare[];
  readonly #roundedFallbacks: readonly (readonly OwnShare[])[];
  readonly #roundings = new Sums();

  constructor(tape: Tape, slots: readonly Slot[]) {
    const owned = (share: Share): OwnShare => ({
      ...share,
      source: this.#sums.numberOf(share.source),
    });
    this.#constants = tape.constants.flatMap(({ name, value, index }) =>
      sharesOf(name, value, index).map(owned),
    );
    this.#fallbacks = slots.map((slot, index) =>
      slot.constant === null || slot.fallback === null
        ? []
        : sharesOf(slot.constant, slot.fallback.value, index).map(owned),
    );
    const rounded = (share: Share): OwnShare => ({
      ...share,
      source: this.#roundings.numberOf(share.source),
    });
    this.#roundedConstants = tape.constants.flatMap(({ name, index }) =>
      roundedShares(name, index).map(rounded),
    );
    this.#roundedFallbacks = slots.map((slot, index) =>
      slot.constant === null || slot.fallback === null
        ? []
        : roundedShares(slot.constant, index).map(rounded),
    );
    this.#inputSources = slots.map((slot) => this.#sums.numberOf(`input:${slot.name}`));
    this.#flatSources = slots.map((slot) => this.#sums.numberOf(`flat:${slot.name}`));
  }

  /**
   * @param adjoint df/dx of each leaf, slots first
   * @param given 1 where the slot was given, 0 where its fallback was taken
   * @param stated uncertainty of each slot, 0 where none was stated; null when none at all
   * @param steep 1 for each leaf in which the slope is infinite; null when none is
   * @param flat of each slot without a slope, what its uncertainty does all the same; null for none
   * @returns null without sources; an infinite or undefined uncertainty where slopes or sums are
   * beyond a double
   */
  propagate(
    adjoint: Float64Array,
    given: Uint8Array,
    stated: Float64Array | null,
    carried: readonly (CarriedResult | null)[] | null,
    steep: Uint8Array | null = null,
    flat: Float64Array | null = null,
  ): Spread | null {
    const uncertainty = this.uncertainty(adjoint, given, stated, carried, steep, flat);
    if (uncertainty === null) return null;
    const contributions = this.#sums.contributions();
    this.#roundings.addTo(contributions);
    return { uncertainty, contributions };
  }

  /** The same without its parts. */
  uncertainty(
    adjoint: Float64Array,
    given: Uint8Array,
    stated: Float64Array | null,
    carried: readonly (CarriedResult | null)[] | null,
    steep: Uint8Array | null,
    flat: Float64Array | null = null,
  ): number | null {
    const sums = this.#sums;
    const roundings = this.#roundings;
    sums.clear();
    roundings.clear();
    for (const { leaf, source, weight } of this.#roundedConstants)
      roundings.add(source, slopeOf(adjoint, steep, leaf) * weight);
    for (const { leaf, source, weight } of this.#constants)
      sums.add(source, slopeOf(adjoint, steep, leaf) * weight);
    for (let i = 0; i < given.length; i += 1) {
      const slope = slopeOf(adjoint, steep, i);
      const own = stated === null ? 0 : stated[i]!;
      if (own > 0) sums.add(this.#inputSources[i]!, slope * own);
      if (flat !== null && flat[i]! > 0) sums.add(this.#flatSources[i]!, flat[i]!);
      if (own <= 0 && given[i] === 0) {
        for (const { source, weight } of this.#fallbacks[i]!) sums.add(source, slope * weight);
        for (const { source, weight } of this.#roundedFallbacks[i]!)
          roundings.add(source, slope * weight);
      }
      const earlier = carried === null ? null : carried[i]!;
      if (earlier !== null && own === 0)
        for (const [source, part] of earlier.contributions) {
          const whose = source.startsWith(ROUNDED) ? roundings : sums;
          whose.add(whose.numberOf(source), part === 0 ? 0 : slope * part);
        }
    }
    return withRoundings(sums.uncertainty(), roundings.width());
  }
}

/**
 * The uncertainty with the rounding of the tables, where that counts. @param rounded how far all
 * roundings together can move the result: they are bounds, and add up
 */
function withRoundings(uncertainty: number | null, rounded: number): number | null {
  if (uncertainty === null || !Number.isFinite(uncertainty)) return uncertainty;
  if (!(rounded > ROUNDING_SHARE * uncertainty)) return uncertainty;
  const ratio = uncertainty / rounded;
  return rounded * Math.sqrt(1 + ratio * ratio);
}

function slopeOf(adjoint: Float64Array, steep: Uint8Array | null, leaf: number): number {
  return steep !== null && steep[leaf] === 1 ? Number.POSITIVE_INFINITY : adjoint[leaf]!;
}

/**
 * Contributions by source, in the order in which sources come: a sum of squares depends on it.
 * Nothing is allocated for sources that came before.
 */
class Sums {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #sums: number[] = [];
  readonly #sizes: number[] = [];
  readonly #isThere: boolean[] = [];
  /** Sources of this sum, as they came; those of longer sums before may follow. */
  readonly #order: number[] = [];
  /** How many of them there are: a list that is emptied would be made anew. */
  #count = 0;

  /** The number of a source. */
  numberOf(source: string): number {
    const known = this.#numbers.get(source);
    if (known !== undefined) return known;
    const number = this.#names.push(source) - 1;
    this.#numbers.set(source, number);
    this.#sums.push(0);
    this.#sizes.push(0);
    this.#isThere.push(false);
    return number;
  }

  clear(): void {
    for (let i = 0; i < this.#count; i += 1) this.#isThere[this.#order[i]!] = false;
    this.#count = 0;
  }

  add(source: number, part: number): void {
    if (this.#isThere[source] === true) {
      this.#sums[source]! += part;
      this.#sizes[source]! += Math.abs(part);
      return;
    }
    this.#isThere[source] = true;
    this.#order[this.#count++] = source;
    this.#sums[source] = part;
    this.#sizes[source] = Math.abs(part);
  }

  #partOf(source: number): number {
    const size = this.#sizes[source]!;
    const sum = this.#sums[source]!;
    return size < Number.POSITIVE_INFINITY && Math.abs(sum) <= CANCELLED * size ? 0 : sum;
  }

  /** Null without sources. */
  uncertainty(): number | null {
    const count = this.#count;
    const order = this.#order;
    if (count === 0) return null;
    let largest = 0;
    for (let i = 0; i < count; i += 1)
      largest = Math.max(largest, Math.abs(this.#partOf(order[i]!)));
    if (largest === 0 || !Number.isFinite(largest)) return largest;
    let squares = 0;
    for (let i = 0; i < count; i += 1) {
      const part = this.#partOf(order[i]!) / largest;
      squares += part * part;
    }
    return largest * Math.sqrt(squares);
  }

  /** Sum of the sizes of the parts. */
  width(): number {
    let width = 0;
    for (let i = 0; i < this.#count; i += 1) width += Math.abs(this.#partOf(this.#order[i]!));
    return width;
  }

  contributions(): Map<string, number> {
    const parts = new Map<string, number>();
    this.addTo(parts);
    return parts;
  }

  addTo(parts: Map<string, number>): void {
    for (let i = 0; i < this.#count; i += 1) {
      const source = this.#order[i]!;
      parts.set(this.#names[source]!, this.#partOf(source));
    }
  }
}

const UNCERTAINTY_OVERFLOW: Refusal = {
  kind: "overflow",
  message: "The uncertainty of the result is larger than a double can hold.",
};
const SLOPE_INFINITE: Refusal = {
  kind: "overflow",
  message:
    "The result changes infinitely fast with an uncertain input where it stands, as a root does " +
    "at 0: no uncertainty of it follows.",
};

/**
 * Why a result cannot be given with its uncertainty, or null when it can. @param steep as in
 * `propagate`
 */
export function withoutBound(uncertainty: number | null, steep: Uint8Array | null): Refusal | null {
  if (uncertainty === null || Number.isFinite(uncertainty)) return null;
  return steep === null ? UNCERTAINTY_OVERFLOW : SLOPE_INFINITE;
}

export const NO_CONTRIBUTIONS = NOTHING;
