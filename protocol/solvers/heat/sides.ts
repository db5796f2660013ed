/** The four sides of a plate, and what they do to the second differences beside them. */
import type { AxisOperator } from "../../math/linear/separable.js";
import { nodalRule, type NodalRule } from "../fields/nodalRule.js";
import { samplerOf, type ProfileInput, type Sampler } from "../fields/sampler.js";
import { badInput, SolverMissing } from "../refusal.js";
import type { SideInput } from "./card.js";

export type SideName = "left" | "right" | "bottom" | "top";

export interface Side {
  readonly name: SideName;
  readonly fixed: boolean;
  /**
   * Fixed: the temperature. Else flux into the body over conductivity (K/m) without the part that
   * the body's own temperature has.
   */
  readonly value: Sampler;
  /** h / k in 1/m; 0 unless convection. */
  readonly film: number;
  readonly held: boolean;
  readonly text: string;
}

interface SideContext {
  readonly k: number | undefined;
  readonly initial: Sampler;
}

const PLACE = ["x", "y", "t"] as const;

/**
 * @throws SolverMissing for a flux without conductivity, SolverRefusal for text that cannot be read
 */
export function sideOf(
  name: SideName,
  input: SideInput,
  pointer: string,
  { initial, k }: SideContext,
): Side {
  const base = { name, fixed: false, film: 0, held: false };
  const zero = samplerOf(0, PLACE, pointer);
  if (input === "insulated" || isType(input, "insulated"))
    return { ...base, value: zero, text: "insulated" };
  if (input === "fixed")
    return {
      ...base,
      fixed: true,
      held: true,
      value: initial,
      text: "held at its initial temperature",
    };
  if (typeof input === "number" || typeof input === "string")
    return fixedSide(base, input, pointer);
  if ("fixed" in input) return fixedSide(base, input.fixed, pointer);
  if ("type" in input && input.type === "fixed") return fixedSide(base, input.value, pointer);
  if (k === undefined) {
    throw new SolverMissing(
      "k",
      ["k", "conductivity"],
      `the ${name} side exchanges heat: give k, the thermal conductivity`,
    );
  }
  if ("flux" in input || ("type" in input && input.type === "flux")) {
    const flux = samplerOf("flux" in input ? input.flux : input.value, PLACE, pointer);
    return {
      ...base,
      value: scaled(flux, 1 / k),
      text: `k dT/dn = ${flux.text} W/m^2 into the body`,
    };
  }
  const film = "convection" in input ? input.convection : "h" in input ? input : null;
  if (film === null) throw badInput(pointer, "no side of this solver");
  const { T_inf, h } = film;
  const ambient = samplerOf(T_inf, PLACE, pointer);
  return {
    ...base,
    film: h / k,
    value: scaled(ambient, h / k),
    text: `k dT/dn = ${h} (${ambient.text} - T)`,
  };
}

function isType(input: SideInput, type: string): boolean {
  return typeof input === "object" && "type" in input && input.type === type;
}

type Base = Pick<Side, "name" | "fixed" | "film" | "held">;

function fixedSide(base: Base, input: ProfileInput, pointer: string): Side {
  const value = samplerOf(input, PLACE, pointer);
  return { ...base, fixed: true, value, text: `T = ${value.text}` };
}

function scaled(sampler: Sampler, factor: number): Sampler {
  const { at, hidden } = sampler;
  return {
    ...sampler,
    at: (x, y, t) => at(x, y, t) * factor,
    ...(hidden === undefined
      ? {}
      : {
          hidden: (xs, ys, ts, taken) => hidden(xs, ys, ts, taken) * Math.abs(factor),
        }),
  };
}

/**
 * Second differences along one axis of n cells, with the ends as the sides make them; fixed ends
 * are empty rows.
 */
export function axisOperator(n: number, h: number, low: Side, high: Side): AxisOperator {
  const inner = 1 / (h * h);
  const lower = new Float64Array(n + 1).fill(inner);
  const upper = lower.slice();
  const diagonal = new Float64Array(n + 1).fill(-2 * inner);
  for (const [i, side, outward] of [
    [0, low, lower],
    [n, high, upper],
  ] as const) {
    const inward = outward === lower ? upper : lower;
    outward[i] = 0;
    inward[i] = side.fixed ? 0 : 2 * inner;
    diagonal[i] = side.fixed ? 0 : -2 * inner - (2 * side.film) / h;
  }
  return { lower, diagonal, upper };
}

export function boundaryText(sides: readonly Side[]): string {
  return sides.map(({ name, text }) => `${name}: ${text}`).join("; ");
}

/** How a side is read along it where it jumps or bends there; null of one without. */
export function alongSide(
  { value }: Side,
  name: "x" | "y",
  points: Float64Array,
  fixed: { readonly x?: number; readonly y?: number },
): NodalRule | null {
  if (points.length < 2 || !value.varies(name)) return null;
  const found = value.breaks?.(name, points[0]!, points.at(-1)!, fixed);
  if (found === undefined || found.places.length + found.roots.length === 0) return null;
  return nodalRule(points, found.places, found);
}

/** The value a side needs at one of its points, refused where it is no finite number. */
export function sideValue({ name, value }: Side, x: number, y: number, t: number): number {
  const found = value.at(x, y, t);
  if (found - found !== 0)
    throw badInput(`/boundary/${name}`, `no finite number at x = ${x}, y = ${y}, t = ${t}`);
  return found;
}
