/** Joins the handlers, effects, logs and tasks of all capabilities of a node. */
import type { NodeHandlers } from "../../api/contract/index.js";
import type { AcceptedEvent } from "../../protocol/mesh/judgement.js";
import type { Effect } from "../mesh/intake/intake.js";
import type { Gauge } from "../runtime/metrics/gauges.js";
import type { DueHandler } from "../runtime/due.js";
import type { Capabilities } from "./shape.js";

/** @throws RangeError where two capabilities claim the same name */
function joined<T>(
  what: string,
  parts: readonly (readonly [capability: string, part: Readonly<Record<string, T>> | undefined])[],
): Record<string, T> {
  const owners = new Map<string, string>();
  const all: Record<string, T> = {};
  for (const [capability, part = {}] of parts) {
    for (const [name, value] of Object.entries(part)) {
      const before = owners.get(name);
      if (before !== undefined)
        throw new RangeError(`${before} and ${capability} both have the ${what} ${name}`);
      owners.set(name, capability);
      all[name] = value;
    }
  }
  return all;
}

/** That none of the contract's is missing, the list is checked for where it is written. */
export function mergedHandlers(all: Capabilities): NodeHandlers {
  return joined(
    "operation",
    Object.entries(all).map(([name, { handlers }]) => [name, handlers]),
  ) as unknown as NodeHandlers;
}

export function mergedEffects(all: Capabilities): Readonly<Record<string, Effect>> {
  return joined(
    "effect",
    Object.entries(all).map(([name, { effects }]) => [name, effects]),
  );
}

export function mergedDue(all: Capabilities): Readonly<Record<string, DueHandler>> {
  return joined(
    "kind of what is due",
    Object.entries(all).map(([name, { due }]) => [name, due]),
  );
}

/** @throws RangeError where two capabilities have a gauge of one name */
export function mergedGauges(all: Capabilities): readonly Gauge[] {
  const named = Object.entries(all).map(
    ([name, { metrics }]) =>
      [name, Object.fromEntries((metrics?.() ?? []).map((one) => [one.name, one]))] as const,
  );
  return Object.values(joined("gauge", named));
}

/** Passes an event to those that listen to its kind. */
export function mergedListeners(all: Capabilities): (message: AcceptedEvent) => void {
  const listening = Object.values(all).flatMap(({ listeners }) =>
    listeners === undefined ? [] : [new Map(Object.entries(listeners))],
  );
  return (message) => {
    for (const listeners of listening) listeners.get(message.event.header.kind)?.(message);
  };
}
