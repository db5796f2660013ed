/** What a body of the flow solver asks for. */
import type { z } from "zod";
import { badInput, SolverMissing } from "../refusal.js";
import type { Assumed } from "../solver.js";
import type { flowCard } from "./card.js";

export type FlowInputs = z.output<typeof flowCard.inputs>;

export interface Setting {
  readonly mode: "cavity" | "taylor-green" | "channel";
  readonly re: number;
  readonly nu: number;
  readonly speed: number;
  readonly length: number;
  readonly assumed: Assumed[];
}

export function isSteadyCavity({ initialState, mode, t_end: tEnd }: FlowInputs): boolean {
  return (
    (mode === undefined || mode === "cavity") && tEnd === undefined && initialState === undefined
  );
}

/**
 * {Re} alone is the flow in units of its own speed and length; two of nu, U, L beside it fix the
 * third.
 */
export function settingOf({ L, Re, U, mode = "cavity", nu }: FlowInputs): Setting {
  const assumed: Assumed[] = [];
  if (Re === undefined) {
    if (nu === undefined || U === undefined || L === undefined)
      throw new SolverMissing("Re", ["Re", "nu, U, L"], "give Re, or nu, U and L");
    return { mode, re: (U * L) / nu, nu, speed: U, length: L, assumed };
  }
  if (
    nu !== undefined &&
    U !== undefined &&
    L !== undefined &&
    Math.abs((U * L) / nu - Re) > 1e-6 * Re
  ) {
    throw badInput("/Re", `Re = ${Re} contradicts U L / nu = ${(U * L) / nu}`);
  }
  const length = L ?? (nu !== undefined && U !== undefined ? (Re * nu) / U : 1);
  const speed = U ?? (nu !== undefined ? (Re * nu) / length : 1);
  if (L === undefined && !(nu !== undefined && U !== undefined))
    assumed.push({
      name: "L",
      value: length,
      unit: "m",
      why: "Re alone: lengths in units of the side",
    });
  if (U === undefined && nu === undefined)
    assumed.push({
      name: "U",
      value: speed,
      unit: "m/s",
      why: "Re alone: speeds in units of the given one",
    });
  return { mode, re: Re, nu: (speed * length) / Re, speed, length, assumed };
}
