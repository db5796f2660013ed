/** Reactors of simulated clients: what they are driven by, and what is known of them. */
import { isObject } from "../../../protocol/encoding/json.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { fieldsOf, textAt } from "./orders.js";
import type { SeededRandom } from "../random.js";
import { drawRequest } from "./requests.js";

/** A step is a force: its mass is what drives it, its acceleration follows from the force before. */
const STEPPED = "NM19";
const DRIVEN_INPUT = "m";
export const REACTOR: JsonObject = {
  operators: ["KO42", STEPPED],
  initialState: { value: 1 },
  transition: { inputs: { [DRIVEN_INPUT]: "u", a: "x.value / 256.0 + 1.0" } },
  onFail: "skip",
};
/** No mass: the step has no value, and a row that says so. */
const UNFIT = "unfit";
const UNFIT_CHANCE = 0.15;
const GUARDED_CHANCE = 0.5;
const DEADBAND_MAX = 40;

/** A reactor whose making was answered. */
export interface CustomerReactor {
  readonly id: string;
  readonly account: string;
  /** Steps that were answered. */
  n: number;
}

/** What drives the step is that operation's own. */
export function drawStep(
  random: SeededRandom,
  op: number,
  kind: "step" | "observe",
  { id: reactor, n }: CustomerReactor,
): JsonObject {
  const mass = drawRequest(random, op, STEPPED).inputs[DRIVEN_INPUT]!;
  if (kind === "observe") return { reactor, observation: mass, deadband: random.int(DEADBAND_MAX) };
  const u = random.chance(UNFIT_CHANCE) ? UNFIT : mass;
  return random.chance(GUARDED_CHANCE) ? { reactor, u, n } : { reactor, u };
}

/** Of the inputs of a step, or of what asked for it: those that tell it from all other steps. */
export function drivenBy(inputs: JsonObject): JsonObject {
  const mass = inputs[DRIVEN_INPUT] ?? inputs["u"] ?? inputs["observation"] ?? null;
  return { [DRIVEN_INPUT]: mass };
}

export function noteReactor(reactors: CustomerReactor[], account: string, text: string): void {
  const id = textAt(fieldsOf(text), "reactor");
  if (!reactors.some((one) => one.id === id)) reactors.push({ id, account, n: 0 });
}

export function stepped(reactors: readonly CustomerReactor[], text: string): void {
  const { n, reactor } = fieldsOf(text);
  const own = reactors.find(({ id }) => id === reactor);
  if (own !== undefined && typeof n === "number" && n > own.n) own.n = n;
}

/** The step that an answer tells of; null for a fault, and for an observation without a step. */
export function stepIn(
  text: string,
): { readonly reactor: string; readonly n: number; readonly token: string } | null {
  const { envelope, n, reactor } = fieldsOf(text);
  if (!isObject(envelope)) return null;
  const { receipt_id: token } = envelope;
  if (typeof reactor !== "string" || typeof n !== "number" || typeof token !== "string")
    throw new Error("an answer that is no step");
  return { reactor, n, token };
}
