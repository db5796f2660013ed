/** Makes the capabilities of a list: first the services of each, in order, then what is made of them. */
import type { Ground } from "../ground/ground.js";
import type { Capability } from "./shape.js";
import type { AnyDefinition } from "./define.js";

export interface CapabilitySet {
  readonly services: Readonly<Record<string, unknown>>;
  readonly capabilities: Readonly<Record<string, Capability>>;
}

/** A definition as it is run: that each is given what it asks for, its list is checked for. */
interface Runnable {
  readonly name: string;
  make(ground: Ground, given: object, ports: object): object;
  parts(services: object): Capability;
}

/**
 * @param ports what is handed in for them, by whoever starts the node
 * @throws RangeError where two have one name, or make a service of one name
 */
export function makeCapabilities(
  list: readonly AnyDefinition[],
  ground: Ground,
  ports: object,
): CapabilitySet {
  const all = list as unknown as readonly Runnable[];
  const services: Record<string, unknown> = { ...ground };
  const makers = new Map<string, string>(Object.keys(ground).map((name) => [name, "the ground"]));
  for (const one of all) {
    for (const [name, service] of Object.entries(one.make(ground, services, ports))) {
      const before = makers.get(name);
      if (before !== undefined)
        throw new RangeError(`${before} and ${one.name} both make the service ${name}`);
      makers.set(name, one.name);
      services[name] = service;
    }
  }
  const capabilities: Record<string, Capability> = {};
  for (const one of all) {
    if (Object.hasOwn(capabilities, one.name))
      throw new RangeError(`two capabilities are named ${one.name}`);
    capabilities[one.name] = one.parts(services);
  }
  return { services, capabilities };
}
