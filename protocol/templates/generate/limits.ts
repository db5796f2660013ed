/** Guards of a limit: beyond it, and back behind it. */
import type { TransitionDeclaration } from "../../contracts/program.js";
import type { Limit } from "./reading.js";

/** Params that hold the limit, its ends, and the dead band. */
export interface LimitNames {
  readonly limit: string;
  readonly low: string;
  readonly high: string;
  readonly band: string;
}

export interface LimitGuards {
  readonly bad: string;
  readonly back: string;
}

export function limitGuards(
  value: string,
  { isStrict, side }: Limit,
  names: LimitNames,
): LimitGuards {
  const { band, high, limit, low } = names;
  const [over, under] = isStrict ? [">", "<"] : [">=", "<="];
  const [notOver, notUnder] = isStrict ? ["<=", ">="] : ["<", ">"];
  switch (side) {
    case "above":
      return { bad: `${value} ${over} ${limit}`, back: `${value} ${notOver} ${limit} - ${band}` };
    case "below":
      return { bad: `${value} ${under} ${limit}`, back: `${value} ${notUnder} ${limit} + ${band}` };
    case "outside":
      return {
        bad: `${value} ${under} ${low} || ${value} ${over} ${high}`,
        back: `${value} ${notUnder} ${low} + ${band} && ${value} ${notOver} ${high} - ${band}`,
      };
    case "inside":
      return {
        bad: `${value} ${over} ${low} && ${value} ${under} ${high}`,
        back: `${value} ${notOver} ${low} - ${band} || ${value} ${notUnder} ${high} + ${band}`,
      };
    default:
      return side satisfies never;
  }
}

export type States = Readonly<Record<string, { readonly on: readonly TransitionDeclaration[] }>>;

/** Nominal, alert, resolved. @param data what an alert tells, by name */
export function alertStates(
  bad: string,
  back: string,
  data: Readonly<Record<string, string>>,
): States {
  const raised = { guard: bad, target: "alert", emit: [{ type: "alert.raised", data }] };
  const emit = [{ type: "alert.cleared", data }];
  return {
    nominal: { on: [raised] },
    alert: { on: [{ guard: back, target: "resolved", emit }] },
    resolved: { on: [raised, { guard: back, target: "nominal" }] },
  };
}
