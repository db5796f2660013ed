/**
 * What the three ways to price share: the market and barrier of a request, its equations, what it
 * left open, and the closed form beside its price.
 */
import { exp } from "../../math/index.js";
import type { JsonObject } from "../../ports.js";
import { numericalUncertainty } from "../gate.js";
import { formula } from "../reading.js";
import type { Assumed, ErrorEstimate, Quantity } from "../solver.js";
import type { z } from "zod";
import type { Barrier } from "./barrier.js";
import type { quantCard } from "./card.js";
import type { Market } from "./closed.js";

export type QuantInputs = z.output<typeof quantCard.inputs>;

/** Errors are taken against at least this part of the spot: smaller prices are nobody's. */
export const SCALE_OF_SPOT = 1e-3;

export function marketOf({ K, q, r, S, sigma, T, type }: QuantInputs): Market {
  return { S: S!, K: K!, r: r!, sigma: sigma!, T: T!, q: q ?? 0, sign: type === "put" ? -1 : 1 };
}

export function isGrid({ style }: QuantInputs): boolean {
  return style === "american" || style === "bermudan";
}

/** The price that a closed form gives, where one is known. */
export interface ClosedForm {
  readonly value: number;
  readonly name: string;
}

export function barrierOf({ barrier, barrierType, monitoring }: QuantInputs): Barrier {
  return {
    level: barrier!,
    down: barrierType!.startsWith("down"),
    knockIn: barrierType!.endsWith("in"),
    dates: monitoring ?? 0,
  };
}

/** A difference of spot and strike, both discounted: it rounds as they do. */
export function closedQuantity(value: number, { K, q, r, S, T }: Market): Quantity {
  return {
    value,
    unit: "1",
    uncertainty: formula(S * exp(-q * T) + K * exp(-r * T), "1").uncertainty,
  };
}

export function closedOutputs(
  closed: ClosedForm | null,
  value: number,
  market: Market,
  error: ErrorEstimate,
): Record<string, Quantity> {
  if (closed === null) return {};
  return {
    closed_form: closedQuantity(closed.value, market),
    ...(closed.value === 0
      ? {}
      : {
          error_pct: {
            value: 100 * Math.abs(value / closed.value - 1),
            unit: "1",
            uncertainty: (100 * numericalUncertainty(error, value)) / Math.abs(closed.value),
          },
        }),
  };
}

export function closedNames(
  given: QuantInputs,
  closed: ClosedForm | null,
  value: number,
): JsonObject {
  return {
    style: given.style ?? "european",
    closedForm: closed?.name ?? null,
    errorPct:
      closed === null || closed.value === 0 ? null : 100 * Math.abs(value / closed.value - 1),
  };
}

export function assumedOf(given: QuantInputs): Assumed[] {
  return [
    ...(given.q === undefined
      ? [{ name: "q", value: 0, unit: "1", why: "no dividend yield was given: none is paid" }]
      : []),
    ...(given.type === undefined
      ? [{ name: "type", value: "call", unit: "", why: "no type was given" }]
      : []),
    ...(given.style === undefined
      ? [{ name: "style", value: "european", unit: "", why: "no style was given" }]
      : []),
    ...(given.style === "asian" && given.average === undefined
      ? [{ name: "average", value: "arithmetic", unit: "", why: "no kind of mean was given" }]
      : []),
    ...(given.style === "barrier" && given.monitoring === undefined
      ? [
          {
            name: "monitoring",
            value: "continuous",
            unit: "",
            why: "no dates were given: the barrier is watched all the time",
          },
        ]
      : []),
  ];
}

export function equationsOf(given: QuantInputs, { K, q, r, S, sigma, sign, T }: Market): string[] {
  const paid = sign > 0 ? `max(X - ${K}, 0)` : `max(${K} - X, 0)`;
  const path = `dS/S = (${r} - ${q}) dt + ${sigma} dW, S(0) = ${S}`;
  if (isGrid(given)) {
    return [
      path,
      `min(-V_t - ${sigma}^2 S^2 V_SS / 2 - (${r} - ${q}) S V_S + ${r} V, V - payoff) = 0, payoff = ${paid}, X = S`,
    ];
  }
  const subject =
    given.style === "asian"
      ? `${given.average ?? "arithmetic"} mean of S at ${given.fixings} fixings`
      : `S(${T})`;
  const when = given.style === "barrier" ? `, ${given.barrierType} at ${given.barrier}` : "";
  return [path, `V = exp(-${r} ${T}) E[${paid}], X = ${subject}${when}`];
}
