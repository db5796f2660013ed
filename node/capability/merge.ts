/** Joins the handlers, effects, logs and tasks of all capabilities of a node. */
import type { NodeHandlers } from "../../api/contract/index.js";
import type { AcceptedEvent } from "../../protocol/mesh/judgement.js";
import type { Effect } from "../mesh/intake/intake.js";
import type { OfferedPart } from "../agents/offering.js";
import type { Gauge } from "../runtime/metrics/gauges.js";
import type { DueHandler } from "../runtime/due.js";
import type { Capability } from "./capability.js";

export type Capabilities = Readonly<Record<string, Capability>>;

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The handlers of all: what is missing of the contract's operations does not compile. */
type Merged<All extends Capabilities> = Intersection<All[keyof All]["handlers"]>;

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

export function mergedHandlers<All extends Capabilities>(
  all: Merged<All> extends NodeHandlers ? All : never,
): NodeHandlers {
  const parts = Object.entries(all as Capabilities);
  return joined(
    "operation",
    parts.map(([name, { handlers }]) => [name, handlers]),
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

/** Each by what it answers and does, for who asks what this node offers. */
export function offeredParts(all: Capabilities): readonly OfferedPart[] {
  return Object.entries(all).map(
    ([
      name,
      { background = [], buckets, due = {}, effects = {}, handlers, listeners = {}, ...rest },
    ]) => ({
      name,
      operations: Object.keys(handlers),
      events: [
        ...new Set([...Object.keys(effects), ...Object.keys(listeners), ...(rest.keptKinds ?? [])]),
      ].sort(),
      due: Object.keys(due),
      background: background.map((task) => task.name),
      buckets: [...buckets],
    }),
  );
}
