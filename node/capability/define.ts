/**
 * What a folder gives the node: services, made of the ground and of what stands before it in the
 * list, and what the node does with them.
 */
import type { NodeHandlers } from "../../api/contract/index.js";
import type { Ground } from "../ground/ground.js";
import type { Capability } from "./shape.js";

export interface CapabilityDefinition<
  Name extends string,
  Given,
  Services extends object,
  Ports,
  Needs,
  Handlers extends Partial<NodeHandlers>,
> {
  readonly name: Name;
  /**
   * @param given of those before it in the list
   * @param ports what whoever starts the node hands in for it; each may be absent
   */
  make(ground: Ground, given: Given, ports: Ports): Services;
  /** @param services of all capabilities, and the ground: operations may ask anybody */
  parts(services: Needs): Capability<Handlers>;
}

/** The same, of whatever it is made. */
export interface AnyDefinition {
  readonly name: string;
  make(ground: Ground, given: never, ports: never): object;
  parts(services: never): Capability;
}

/**
 * What a maker of services asks for beside the ground.
 * @example GivenTo<typeof createPages>
 */
export type GivenTo<Make extends (...given: never) => unknown, Place extends number = 0> = Omit<
  Parameters<Make>[Place],
  keyof Ground
>;

export function defineCapability<
  const Name extends string,
  Services extends object,
  Needs,
  Handlers extends Partial<NodeHandlers>,
  Given = unknown,
  Ports = unknown,
>(
  definition: CapabilityDefinition<Name, Given, Services, Ports, Needs, Handlers>,
): CapabilityDefinition<Name, Given, Services, Ports, Needs, Handlers> {
  return definition;
}

type List = readonly AnyDefinition[];
type ServicesBy<One> = One extends { make(...given: never): infer Services } ? Services : never;
type GivenOf<One> = One extends { make(ground: Ground, given: infer Given, ports: never): object }
  ? Given
  : never;
type PortsOfOne<One> = One extends {
  make(ground: Ground, given: never, ports: infer Ports): object;
}
  ? Ports
  : never;
type NeededBy<One> = One extends { parts(services: infer Needs): Capability } ? Needs : never;
type HandlersOf<One> = One extends { parts(services: never): Capability<infer Handlers> }
  ? Handlers
  : never;

/** All parts at once: what a function takes that may stand for one of each. */
type Joined<Parts extends readonly unknown[]> = {
  [I in keyof Parts]: (part: Parts[I]) => void;
}[number] extends (all: infer All) => void
  ? All
  : never;

/** The ground, and the services of all. */
export type ServicesOf<L extends List> = Ground & Joined<{ [I in keyof L]: ServicesBy<L[I]> }>;

/** What may be handed in for any of them. */
export type PortsOf<L extends List> = Joined<{ [I in keyof L]: PortsOfOne<L[I]> }>;

export type CapabilitiesOf<L extends List> = {
  readonly [One in L[number] as One["name"]]: Capability<HandlersOf<One>>;
};

/** The first that is given what nobody before it makes; never where the order is right. */
type OutOfOrder<L extends List, Made> = L extends readonly [
  infer One extends AnyDefinition,
  ...infer Others extends List,
]
  ? Made extends GivenOf<One>
    ? OutOfOrder<Others, Made & ServicesBy<One>>
    : `${One["name"]} is given what nobody before it makes`
  : never;

/** Those whose operations ask for what nobody makes. */
type Lacking<L extends List> = {
  [I in keyof L]: ServicesOf<L> extends NeededBy<L[I]>
    ? never
    : `${L[I]["name"]} needs what nobody makes`;
}[number];

/** Names of members that are there for sure. */
type Certain<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];

type Unanswered<L extends List> = `nobody answers ${Exclude<
  keyof NodeHandlers,
  Certain<Joined<{ [I in keyof L]: HandlersOf<L[I]> }>>
>}`;

type Fault<L extends List> = OutOfOrder<L, Ground> | Lacking<L> | Unanswered<L>;

/** The list of a node: in the order in which they are made and start; they stop in reverse. */
export function listed<const L extends List>(
  list: L & ([Fault<L>] extends [never] ? unknown : Fault<L>),
): L {
  return list;
}
