/** What simulated clients ask for: small computations with inputs drawn anew each time. */
import { parseJson } from "../../protocol/encoding/json.js";
import { isObject } from "../../protocol/events/event.js";
import type { KernelRequest } from "../../protocol/kernel/result.js";
import type { Visibility } from "../../storage/records.js";
import type { ComputeOutcome } from "./history.js";
import type { LifeParts } from "./node.js";
import type { SeededRandom } from "./random.js";

interface Asked {
  readonly operator: string;
  readonly inputs: Readonly<Record<string, readonly [low: number, high: number]>>;
}

const ASKED: readonly Asked[] = [
  { operator: "NM19", inputs: { m: [1, 100], a: [-20, 20] } },
  { operator: "NM21", inputs: { m_1: [1, 1e6], m_2: [1, 1e6], r: [1, 1e4] } },
  { operator: "NM23", inputs: { m: [1, 1_000], v: [1, 300] } },
];

const ACCOUNT = "client";

export function drawRequest(random: SeededRandom): KernelRequest {
  const { operator, inputs } = random.pick(ASKED);
  const drawn = Object.entries(inputs).map(([name, [low, high]]) =>
    [name, Math.round(random.between(low, high) * 1_000) / 1_000]);
  return { operators: ["KO42", operator], inputs: Object.fromEntries(drawn) };
}

/** @returns the sealed outcome, or why there is none */
export async function computeOn(
  { compute }: LifeParts, request: KernelRequest, visibility: Visibility,
): Promise<ComputeOutcome | { readonly unsealed: string }> {
  const plan = compute.plan(request.operators);
  if (plan.status === "invalid") throw new Error(plan.message);
  const result = compute.run(plan, request);
  if (result.status !== "value") throw new Error(`${request.operators.join(" ")} has no value`);
  const text = await compute.seal(plan, request, result, { account: ACCOUNT, visibility },
    ({ body }) => Buffer.from(body).toString("utf8"));
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value)) throw new Error("an answer that is no JSON object");
  const { receipt_id: receiptId, value_bits: valueBits, unsealed_reason: reason } = read.value;
  if (typeof reason === "string") return { unsealed: reason };
  if (typeof receiptId !== "string" || typeof valueBits !== "string") {
    throw new Error("an answer without a receipt");
  }
  return { receiptId, valueBits, text };
}
