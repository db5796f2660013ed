/** A monitor of a reading that comes, and stays exactly what it was: its sensor may be stuck. */
import { lastingParams, monitor, titleOf, unitText } from "./heartbeat.js";
import type { Plain } from "./heartbeat.js";
import { inputName } from "./names.js";
import type { Reading } from "./reading.js";

/** @param reading its silence is for how long the reading may stay the same */
export function unchanged({ silence, subject, text }: Reading): Plain {
  const { value, words } = silence!;
  const now = `input.${inputName(subject)}`;
  const isNew = `ctx.at == 0.0 || ${now} != ctx.last`;
  const same = "(tick.calcond - ctx.at) * params.calcond";
  const kept = { last: now, at: "tick.calcond" };
  const raised = { type: "alert.raised", data: { same } };
  const cleared = { type: "alert.cleared", data: { value: now } };
  const alert = { guard: `${same} >= params.limit`, target: "alert", emit: [raised] };
  const changed = { guard: isNew, target: "nominal", assign: kept };
  const whole = {
    name: titleOf(subject, words),
    about: text,
    params: lastingParams(value, "longest time"),
    inputs: { [inputName(subject)]: { type: "double", about: subject.join(" ").slice(0, 500) } },
    trigger: { type: "on-event", event: "reading" },
    machine: {
      initial: "nominal",
      context: { last: 0, at: 0 },
      states: {
        nominal: { on: [changed, alert] },
        alert: { on: [{ ...changed, target: "resolved", emit: [cleared] }] },
        resolved: { on: [changed, alert] },
      },
    },
  };
  return monitor(whole, [{ slot: "limit", value: value.value, unit: unitText(value), words }], []);
}
