/** What simulated clients ask for: small computations with inputs drawn anew each time. */
import { RepeatedSeals } from "../../../node/compute/repeatedSeals.js";
import { ALLOWANCE } from "../../../node/sealing/draft.js";
import type { AnswerPlace } from "../../../storage/records/answerRecords.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import type { KernelRequest } from "../../../protocol/chains/result.js";
import { Table, type TableInputs } from "../../../protocol/table/columns.js";
import { computeTable } from "../../../protocol/kernel/table/rows.js";
import type { Visibility } from "../../../storage/records/records.js";
import type { ComputeOutcome } from "../history.js";
import type { SimCrypto } from "../crypto.js";
import type { LifeParts } from "../node.js";
import type { SeededRandom } from "../random.js";

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
const PATH = "/api/calc/compute";
/** Inputs have six digits behind the point, and no operation those of another. */
const DRAWN_STEPS = 100;
const OPERATIONS_MAX = 1_000_000;

/**
 * @param op number of the operation, below 10^6: its inputs are its own
 * @param wanted the operator, where not any will do
 */
export function drawRequest(random: SeededRandom, op: number, wanted?: string): KernelRequest {
  const { operator, inputs } = ASKED.find((one) => one.operator === wanted) ?? random.pick(ASKED);
  const drawn = Object.entries(inputs).map(([name, [low, high]], i) => {
    const steps = Math.round(random.between(low, high) * DRAWN_STEPS);
    return [name, (steps * OPERATIONS_MAX + (i === 0 ? op : 0)) / (DRAWN_STEPS * OPERATIONS_MAX)];
  });
  return { operators: ["KO42", operator], inputs: Object.fromEntries(drawn) };
}

export interface Asking {
  readonly visibility: Visibility;
  /** Idempotency key. */
  readonly key: string;
}

/**
 * Asks as the HTTP interface does for a client who sends a key.
 * @returns the sealed outcome, or why there is none
 */
export async function computeOn(
  parts: LifeParts,
  crypto: SimCrypto,
  request: KernelRequest,
  { visibility, key }: Asking,
): Promise<ComputeOutcome | { readonly unsealed: string }> {
  const { compute, once } = parts;
  const ticket = {
    scope: [ACCOUNT, "POST", PATH, key].join("\u0000"),
    fingerprint: crypto.sha256Hex(canonicalize(request)),
  };
  const known = await once.begin(ticket);
  if (known.state === "replay") return outcomeOf(known.answer.body);
  if (known.state === "sealed")
    return sealedOn(await repeating(parts, crypto, known.place), request, { visibility });
  if (known.state !== "new") throw new Error(`the key is ${known.state}`);
  try {
    return await sealedOn(compute, request, { visibility, ...once.writtenWithSeal(ticket) });
  } finally {
    once.complete(ticket);
  }
}

type Sealing = Parameters<LifeParts["compute"]["seal"]>[3];

async function sealedOn(
  compute: LifeParts["compute"],
  request: KernelRequest,
  options: Pick<Sealing, "visibility" | "furtherWrite">,
): Promise<ComputeOutcome | { readonly unsealed: string }> {
  const plan = compute.plan(request.operators);
  if (plan.status === "invalid") throw new Error(plan.message);
  const result = compute.run(plan, request);
  if (result.status !== "value") throw new Error(`${request.operators.join(" ")} has no value`);
  const paid = { account: ACCOUNT, payment: ALLOWANCE, ...options };
  const { body } = await compute.seal(plan, request, result, paid);
  return outcomeOf(Buffer.from(body).toString("utf8"));
}

/** What answers once more from the envelopes of a place: nothing is sealed. */
async function repeating(
  { node, receipts }: LifeParts,
  crypto: SimCrypto,
  { index, window: number }: AnswerPlace,
): Promise<LifeParts["compute"]> {
  const window = await receipts.window(number);
  if (window === null) throw new Error(`window ${number} of an answer is missing`);
  return node.services.sealedBy(new RepeatedSeals(crypto, window, index)).compute;
}

/** Columns of drawn numbers, and of uncertainties of some: 90 bytes a row, about. */
export function drawTable(random: SeededRandom, rows: number): TableInputs {
  const column = (low: number, high: number): number[] =>
    Array.from({ length: rows }, () => random.between(low, high));
  return {
    columns: { m_1: column(1, 1e6), m_2: column(1, 1e6), r: column(1, 1e4) },
    uncertainties: { m_1: column(0.001, 0.1), m_2: column(0.001, 0.1) },
  };
}

/** The same for a table of one closed form, shared. */
export async function tableOn(
  { compute }: LifeParts,
  crypto: SimCrypto,
  inputs: TableInputs,
): Promise<ComputeOutcome | { readonly unsealed: string }> {
  const plan = compute.plan(["KO42", "NM21"]);
  if (plan.status === "invalid") throw new Error(plan.message);
  const result = computeTable(crypto, plan, new Table(inputs));
  if (result.status !== "value") throw new Error("the table has no value");
  const sealed = await compute.sealTable(plan, { domain: null, inputs }, result, {
    account: ACCOUNT,
    payment: ALLOWANCE,
    visibility: "shared",
  });
  return outcomeOf(Buffer.from(sealed.body).toString("utf8"));
}

function outcomeOf(text: string): ComputeOutcome | { readonly unsealed: string } {
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value)) throw new Error("an answer that is no JSON object");
  const { receipt_id: receiptId, value_bits: valueBits, unsealed_reason: reason } = read.value;
  if (typeof reason === "string") return { unsealed: reason };
  if (typeof receiptId !== "string" || typeof valueBits !== "string") {
    throw new Error("an answer without a receipt");
  }
  return { receiptId, valueBits, text };
}
