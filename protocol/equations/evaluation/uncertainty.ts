/**
 * Standard uncertainty by first-order propagation over independent sources (JCGM 100:2008, 5.1.2).
 * The sources are measurements, not names: a constant counts through what it was measured from, so
 * that mu_0 eps_0 c^2 has no uncertainty, and an input used twice is one source.
 */
import { SOURCES, constantsBySymbol } from "../../units/constants.js";
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

interface Share {
  readonly leaf: number;
  readonly source: string;
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

export class Propagation {
  private readonly constants: readonly Share[];
  private readonly fallbacks: readonly (readonly Share[])[];
  private readonly inputSources: readonly string[];

  constructor(tape: Tape, slots: readonly Slot[]) {
    this.constants = tape.constants.flatMap(({ name, value, index }) =>
      sharesOf(name, value, index),
    );
    this.fallbacks = slots.map((slot, index) =>
      slot.constant === null || slot.fallback === null
        ? []
        : sharesOf(slot.constant, slot.fallback.value, index),
    );
    this.inputSources = slots.map((slot) => `input:${slot.name}`);
  }

  /**
   * @param adjoint df/dx of each leaf, slots first
   * @param given 1 where the slot was given, 0 where its fallback was taken
   * @param stated uncertainty of each slot, 0 where none was stated; null when none at all
   * @param steep 1 for each leaf in which the slope is infinite; null when none is
   * @returns null without sources; an infinite or undefined uncertainty where slopes or sums are
   * beyond a double
   */
  propagate(
    adjoint: Float64Array,
    given: Uint8Array,
    stated: Float64Array | null,
    carried: readonly (CarriedResult | null)[] | null,
    steep: Uint8Array | null = null,
  ): Spread | null {
    const sums = new Sums();
    const slopeOf = (leaf: number): number =>
      steep !== null && steep[leaf] === 1 ? Number.POSITIVE_INFINITY : adjoint[leaf]!;
    for (const { leaf, source, weight } of this.constants) sums.add(source, slopeOf(leaf) * weight);
    for (let i = 0; i < given.length; i += 1) {
      const slope = slopeOf(i);
      const own = stated === null ? 0 : stated[i]!;
      if (own > 0) sums.add(this.inputSources[i]!, slope * own);
      else if (given[i] === 0)
        for (const { source, weight } of this.fallbacks[i]!) sums.add(source, slope * weight);
      const earlier = carried === null ? null : carried[i]!;
      if (earlier !== null && own === 0)
        for (const [source, part] of earlier.contributions)
          sums.add(source, part === 0 ? 0 : slope * part);
    }
    return sums.spread();
  }
}

class Sums {
  private parts: Map<string, { sum: number; size: number }> | null = null;

  add(source: string, part: number): void {
    const parts = (this.parts ??= new Map());
    const known = parts.get(source);
    if (known === undefined) parts.set(source, { sum: part, size: Math.abs(part) });
    else {
      known.sum += part;
      known.size += Math.abs(part);
    }
  }

  spread(): Spread | null {
    if (this.parts === null) return null;
    const contributions = new Map<string, number>();
    let largest = 0;
    for (const [source, { sum, size }] of this.parts) {
      const part = size < Number.POSITIVE_INFINITY && Math.abs(sum) <= CANCELLED * size ? 0 : sum;
      contributions.set(source, part);
      largest = Math.max(largest, Math.abs(part));
    }
    if (largest === 0 || !Number.isFinite(largest)) return { uncertainty: largest, contributions };
    let squares = 0;
    for (const part of contributions.values()) squares += (part / largest) * (part / largest);
    return { uncertainty: largest * Math.sqrt(squares), contributions };
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
export function withoutBound(spread: Spread | null, steep: Uint8Array | null): Refusal | null {
  if (spread === null || Number.isFinite(spread.uncertainty)) return null;
  return steep === null ? UNCERTAINTY_OVERFLOW : SLOPE_INFINITE;
}

export const NO_CONTRIBUTIONS = NOTHING;
