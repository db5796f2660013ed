/** Ticks of a channel as the page keeps them: whatever their text is, with the value in it. */
import { isObject } from "../../../protocol/encoding/json.js";
import type { Shown } from "../../../protocol/streams/escape.js";
import type { TemplateValues } from "../../../protocol/streams/template.js";
import { fieldsAt, numberAt, textAt, type Fields } from "../connection/json.js";
import { valueOf } from "../connection/asked.js";
import { client } from "../connection/session.js";

export interface ShownTick {
  readonly seq: number;
  readonly calcond: number;
  readonly body: string;
  readonly contentType: string;
  /** Of its receipt. */
  readonly token: string;
  /** What a body of JSON says, or its first number; null where there is none. */
  readonly value: number | null;
  readonly unit: string;
  readonly uncertainty: number;
}

const NUMBER = /[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/;
/** Of a plot: older ones are in the table. */
export const TICKS_KEPT = 1_000;

function jsonIn({ body, contentType }: { body: string; contentType: string }): Fields | null {
  if (!contentType.includes("json")) return null;
  try {
    const read: unknown = JSON.parse(body);
    return isObject(read) ? read : null;
  } catch {
    return null;
  }
}

export function tickOf(tick: {
  readonly seq: number;
  readonly calcond: number;
  readonly body: string;
  readonly contentType: string;
  readonly token: string;
}): ShownTick {
  const held = jsonIn(tick);
  const found = held === null ? NUMBER.exec(tick.body) : null;
  return {
    ...tick,
    value: held === null ? (found === null ? null : Number(found[0])) : numberAt(held, "value"),
    unit: textAt(held, "unit"),
    uncertainty: numberAt(held, "uncertainty") ?? 0,
  };
}

/** The newest ones, oldest first. @throws ProblemAnswer */
export async function newestTicks(
  id: string,
  all: number,
  count: number,
): Promise<readonly ShownTick[]> {
  if (all === 0) return [];
  const { ticks } = valueOf(
    await client.value.streamTicks({ id, after: Math.max(0, all - count), limit: count }),
  );
  return ticks.map(tickOf);
}

/** Those that are there and one more, by their numbers, the oldest dropped. */
export function withTick(ticks: readonly ShownTick[], tick: ShownTick): readonly ShownTick[] {
  if (tick.seq <= (ticks.at(-1)?.seq ?? 0)) return ticks;
  return [...ticks, tick].slice(-TICKS_KEPT);
}

/** What the receipt of a tick is proved from: its own answer, or the receipt that it names. */
export async function heldBy(tick: ShownTick): Promise<unknown> {
  const held = jsonIn(tick);
  if (held !== null && isObject(held["proof"])) return held;
  return valueOf(await client.value.receipt({ id: tick.token }));
}

/** Values of a template's placeholders, as a tick has them. */
export function valuesOf(tick: ShownTick, held: unknown): TemplateValues {
  const core = fieldsAt(fieldsAt(held, "envelope"), "core");
  const envelope = fieldsAt(held, "envelope");
  const from = (name: string): unknown =>
    isObject(held) && held[name] !== undefined ? held[name] : (core[name] ?? envelope[name]);
  const single = (value: unknown): string | number | boolean | null =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? value
      : null;
  const chain = from("operatorChain");
  const values = new Map<string, Shown>();
  for (const name of ["value", "unit", "uncertainty", "phase"])
    values.set(name, single(from(name)));
  for (const [name, value] of Object.entries(fieldsAt(held, "inputs")))
    values.set(`inputs.${name}`, single(value));
  return values
    .set("calcond", tick.calcond)
    .set("token", tick.token)
    .set("proof", single(from("calcProof")))
    .set("tick", tick.seq)
    .set("operators", Array.isArray(chain) ? chain.map(String) : []);
}
