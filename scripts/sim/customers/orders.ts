/** What clients with an account ask for, as the HTTP interface has the composed node do it. */
import type { Call, IdempotencyTicket, Principal } from "../../../api/contract/definition/call.js";
import { nodeOperations } from "../../../api/contract/index.js";
import { PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import type { ComposedNode } from "../../../node/compose.js";
import { repeatedAnswer } from "../../../node/compute/operations/repeated.js";
import type { AnswerPlace } from "../../../storage/records/answerRecords.js";
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { Refusal } from "../../../protocol/errors/refusal.js";
import type { OrderKind } from "../history.js";
import type { LifeParts } from "../node.js";

const ADDRESS = "192.0.2.1";

export const OPERATIONS = {
  open: nodeOperations.spinUp,
  machine: nodeOperations.stateNew,
  buy: nodeOperations.ledgerGrant,
  compute: nodeOperations.compute,
  move: nodeOperations.transferEnvelopes,
  channel: nodeOperations.streamNew,
  tick: nodeOperations.streamTick,
  reactor: nodeOperations.reactorNew,
  step: nodeOperations.reactorStep,
  observe: nodeOperations.reactorObserve,
  contract: nodeOperations.contractDeploy,
  fire: nodeOperations.contractFire,
  resume: nodeOperations.contractResume,
} as const satisfies Readonly<Record<OrderKind, { readonly path: string }>>;

/** Books credits, as the operator's key does. */
export const OPERATOR: Principal = {
  owner: "operator",
  kind: "account",
  machine: null,
  keyHash: "00".repeat(32),
  keyPrefix: "calc_ak_oper",
  unlimited: true,
  spinUpOnly: false,
};

/** The request to the node. */
export interface Order {
  readonly kind: OrderKind;
  readonly body: JsonObject;
  /** Null: the operator. */
  readonly key: string | null;
}

export interface Asked {
  readonly order: Order;
  readonly ticket: IdempotencyTicket;
}

/** Refusals that say nothing of the request: asked again, it may be done. */
const PASSING: ReadonlySet<string> = new Set(["BUSY", "NOT_READY"]);

export const REFUSED = "Refused";

class Refused extends Error {
  override readonly name = REFUSED;
}

/** As the HTTP interface does: a request whose key was answered before is answered again. */
export async function perform(
  { node, once }: LifeParts,
  { order, ticket }: Asked,
): Promise<string> {
  const { accounts } = node.services;
  const known = await once.begin(ticket);
  if (known.state === "replay") return known.answer.body;
  if (known.state === "sealed") return repeatedOrder(node, order, ticket, known.place);
  if (known.state !== "new") throw new Error(`the key is ${known.state}`);
  try {
    const key = order.kind === "open" ? accounts.sharedDemoKey : order.key;
    const principal = key === null ? OPERATOR : await accounts.authenticate(key);
    if (typeof principal === "string") throw new Error(`the key is ${principal}`);
    return await handled(node, order, callOf(principal, order.kind, ticket));
  } catch (error) {
    // Of a write that failed nobody knows whether it was made.
    if (error instanceof Refusal && !PASSING.has(error.code)) throw new Refused(error.code);
    throw error;
  } finally {
    once.complete(ticket);
  }
}

/** The answer to an order that was answered before, made again as the HTTP interface does. */
export async function repeatedOrder(
  { services }: ComposedNode,
  { body, kind }: Pick<Order, "body" | "kind">,
  ticket: IdempotencyTicket,
  place: AnswerPlace,
): Promise<string> {
  const { id: operation, input } = OPERATIONS[kind];
  // Whoever asks, nothing is charged.
  const call = callOf(OPERATOR, kind, ticket);
  const answer = await repeatedAnswer(services, place, {
    operation,
    input: input.parse(body),
    call,
  });
  return typeof answer.body === "string" ? answer.body : Buffer.from(answer.body).toString("utf8");
}

async function handled(
  { handlers }: ComposedNode,
  { body, kind }: Order,
  call: Call,
): Promise<string> {
  switch (kind) {
    case "open":
      return textOf(await handlers.spinUp(OPERATIONS.open.input.parse(body), call));
    case "machine":
      return textOf(await handlers.stateNew(OPERATIONS.machine.input.parse(body), call));
    case "buy":
      return textOf(await handlers.ledgerGrant(OPERATIONS.buy.input.parse(body), call));
    case "compute":
      return sealedText(textOf(await handlers.compute(OPERATIONS.compute.input.parse(body), call)));
    case "move":
      return textOf(await handlers.transferEnvelopes(OPERATIONS.move.input.parse(body), call));
    case "channel":
      return textOf(await handlers.streamNew(OPERATIONS.channel.input.parse(body), call));
    case "tick":
      return sealedText(textOf(await handlers.streamTick(OPERATIONS.tick.input.parse(body), call)));
    case "reactor":
      return textOf(await handlers.reactorNew(OPERATIONS.reactor.input.parse(body), call));
    case "step":
      return textOf(await handlers.reactorStep(OPERATIONS.step.input.parse(body), call));
    case "observe":
      return textOf(await handlers.reactorObserve(OPERATIONS.observe.input.parse(body), call));
    case "contract":
      return textOf(await handlers.contractDeploy(OPERATIONS.contract.input.parse(body), call));
    case "fire":
      return textOf(await handlers.contractFire(OPERATIONS.fire.input.parse(body), call));
    case "resume":
      return textOf(await handlers.contractResume(OPERATIONS.resume.input.parse(body), call));
  }
}

function textOf(answer: object): string {
  if (!(answer instanceof PreEncoded)) return JSON.stringify(answer);
  const { body } = answer;
  return typeof body === "string" ? body : Buffer.from(body).toString("utf8");
}

/** @throws Error for a result without a receipt, which is not charged and may be asked for again */
function sealedText(text: string): string {
  const { receipt_id: id, unsealed_reason: reason } = fieldsOf(text);
  if (typeof id !== "string")
    throw new Error(`unsealed: ${typeof reason === "string" ? reason : "no reason"}`);
  return text;
}

/** @throws Error where the member is no text */
export function textAt(answer: JsonObject, name: string): string {
  const value = answer[name];
  if (typeof value !== "string") throw new Error(`an answer without ${name}`);
  return value;
}

export function fieldsOf(text: string): JsonObject {
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value)) throw new Error("an answer that is no JSON object");
  return read.value;
}

function callOf(principal: Principal, kind: OrderKind, idempotency: IdempotencyTicket): Call {
  const { signal } = new AbortController();
  return {
    requestId: "req_simulated",
    method: "POST",
    path: OPERATIONS[kind].path,
    query: "",
    principal,
    credential: "valid",
    idempotency,
    traceparent: "",
    shape: null,
    accepted: "application/json",
    emit: () => undefined,
    address: () => ADDRESS,
    header: () => "",
    body: () => new Uint8Array(0),
    pieces: () => [],
    baseUrl: () => "http://192.0.2.2",
    signal,
  };
}
