/** Contracts of simulated clients: what fires them, and what is known of them. */
import { isObject } from "../../../protocol/encoding/json.js";
import type { JsonObject, JsonValue } from "../../../protocol/ports.js";
import { fieldsOf, textAt } from "./orders.js";
import type { SeededRandom } from "../random.js";
import { drawRequest } from "./requests.js";

/** A firing weighs a mass, which is that operation's own, and leads to another: its echo. */
const WEIGHED = "NM19";
const MASS = "m";
const ECHO = 2;
const moved = (guard: string, target: string): JsonObject => ({
  guard,
  target,
  assign: { n: "ctx.n + 1.0" },
});
const state = (target: string): JsonObject => ({
  on: [
    {
      ...moved("input.echo < 2.0 && force.value > 0.0", target),
      emit: [{ type: "weighed", data: { [MASS]: "input.m", echo: "2.0" } }],
    },
    moved("true", target),
  ],
});

const PROGRAM: JsonObject = {
  schema: "calc-contract/1",
  name: "scales",
  inputs: {
    [MASS]: { type: "double", unit: "kg" },
    echo: { type: "double", unit: "m/s^2", default: 1 },
  },
  trigger: { type: "on-event", event: "weighed" },
  compute: [
    {
      as: "force",
      operators: ["KO42", WEIGHED],
      inputs: { [MASS]: "input.m", a: "input.echo" },
    },
  ],
  machine: {
    initial: "left",
    context: { n: 0 },
    states: { left: state("right"), right: state("left") },
  },
};
export const CONTRACT: JsonObject = { program: PROGRAM, machine: null };
/** Without a mass: a row that says so. */
const EMPTY_CHANCE = 0.15;

/** A contract whose deployment was answered. */
export interface CustomerContract {
  readonly id: string;
  readonly account: string;
}

export function drawFiring(random: SeededRandom, op: number, { id }: CustomerContract): JsonObject {
  const mass = drawRequest(random, op, WEIGHED).inputs[MASS]!;
  return { id, data: random.chance(EMPTY_CHANCE) ? {} : { [MASS]: mass } };
}

/** What drives a firing, as what drives a step is told. */
export function weighedBy(body: JsonObject): JsonObject {
  const { data } = body;
  return { [MASS]: (isObject(data) ? data[MASS] : undefined) ?? null };
}

export function deployed(contracts: CustomerContract[], account: string, text: string): void {
  const id = textAt(fieldsOf(text), "contract");
  if (!contracts.some((one) => one.id === id)) contracts.push({ id, account });
}

export interface AnsweredFiring {
  readonly contract: string;
  readonly seq: number;
  /** Null of a fault. */
  readonly token: string | null;
}

/** The row that an answer tells of. */
export function firingIn(text: string): AnsweredFiring {
  const { contract, row, token = null } = fieldsOf(text);
  const seq = isObject(row) ? row["seq"] : null;
  if (typeof contract !== "string" || typeof seq !== "number")
    throw new Error("an answer that is no firing");
  return { contract, seq, token: typeof token === "string" ? token : null };
}

export interface Weighed {
  readonly mass: number;
  readonly isEcho: boolean;
}

/** What an event weighs; null for one without a mass. */
export function weighedIn(data: JsonValue | undefined): Weighed | null {
  if (!isObject(data)) return null;
  const mass = data[MASS];
  return typeof mass === "number" ? { mass, isEcho: data["echo"] === ECHO } : null;
}
