/** A monitor of silence, and what it shares with that of a reading. */
import { PROGRAM_SCHEMA } from "../../contracts/program.js";
import type { JsonObject } from "../../ports.js";
import type { Reading } from "./reading.js";
import { calcondsOf } from "./clauses/schedule.js";
import type { Filled, Moved } from "./slots.js";
import type { Quantity } from "./spans/spanTypes.js";

export interface Plain {
  readonly program: JsonObject;
  readonly filled: readonly Filled[];
  readonly kept: readonly Moved[];
}

export const CALCOND_S = 0.777000777;
/** A sign of life that is late is seen within a tenth of its time. */
const LOOKS = 10;
const TITLE_CHARS = 120;

export function titleOf(subject: readonly string[], words: string): string {
  const text = `${subject.join(" ")} ${words}`.replace(/\s+/g, " ").trim();
  return (text.charAt(0).toUpperCase() + text.slice(1)).slice(0, TITLE_CHARS);
}

export function unitText({ unit }: Quantity): string | null {
  return unit === "1" ? null : unit;
}

/** A program of its parts, as plain JSON, with what was filled and what was kept. */
export function monitor(
  parts: Readonly<Record<string, unknown>>,
  filled: readonly Filled[],
  kept: readonly Moved[],
): Plain {
  const program = { schema: PROGRAM_SCHEMA, ...parts, seal: "on-transition" };
  return { program: JSON.parse(JSON.stringify(program)), filled, kept };
}

/** For how long, and how long a calcond is. */
export function lastingParams({ unit, value }: Quantity, about: string) {
  return {
    limit: { type: "double", unit, default: value, about },
    calcond: { type: "double", unit: "s", default: CALCOND_S, about: "length of a calcond" },
  };
}

/** Looks at the time since the last event; any event that is posted is a sign of life. */
export function heartbeat({ silence, subject, text }: Reading): Plain {
  const { value, words } = silence!;
  const every = Math.min(111_197, Math.max(1, Math.floor(calcondsOf(value.si) / LOOKS)));
  const unit = unitText(value);
  const isTick = 'event.type == "tick"';
  const late = `${isTick} && ctx.at > 0.0 && (tick.calcond - ctx.at) * params.calcond >= params.limit`;
  const alive = { guard: `event.type != "tick"`, assign: { at: "tick.calcond" } };
  const silent = "(tick.calcond - ctx.at) * params.calcond";
  const raised = { type: "alert.raised", data: { silent } };
  const alert = { guard: late, target: "alert", emit: [raised] };
  const whole = {
    name: titleOf(subject, words),
    about: text,
    params: lastingParams(value, "longest silence"),
    trigger: { type: "every-calcond", every },
    machine: {
      initial: "nominal",
      context: { at: 0 },
      states: {
        nominal: {
          on: [
            { ...alive, target: "nominal" },
            // The time runs from the first look on.
            { guard: "ctx.at == 0.0", target: "nominal", assign: { at: "tick.calcond" } },
            alert,
          ],
        },
        alert: {
          on: [
            { ...alive, target: "resolved", emit: [{ type: "alert.cleared", data: { silent } }] },
          ],
        },
        resolved: { on: [{ ...alive, target: "nominal" }, alert] },
      },
    },
  };
  const reason = "a tenth of the silence: how often the time is looked at, in calconds";
  return monitor(
    whole,
    [{ slot: "limit", value: value.value, unit, words }],
    [{ slot: "trigger.every", value: every, unit: null, reason }],
  );
}
