/**
 * Two nodes of one process that send each other envelopes, for the tests of what becomes of them when
 * messages are lost, disks stop and nodes are killed.
 */
import { readJournal } from "../../protocol/economy/journal.js";
import type { JsonObject } from "../../protocol/ports.js";
import { moveBytes, moveId, type MoveOrder } from "../../protocol/transfers/orderText.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import type { VaultToken } from "../../storage/records/vault/tokenRow.js";
import { callOf, principalOf, readAnswer, type LocalMesh, type LocalNode } from "./localMesh.js";

/** The account of a node's only customer has the node's name. */
export interface SentOrder {
  readonly id: string;
  readonly from: LocalNode;
  readonly to: LocalNode;
  readonly order: MoveOrder;
  readonly signature: string;
}

function ownerSeed(name: string): Uint8Array {
  return nodeCrypto.sha256(`owner of ${name}`);
}

/** A customer with an identity and so many paid-funded envelopes. */
export async function customerOf(
  { name, node, store }: LocalNode,
  envelopes: number,
): Promise<void> {
  const publicKey = Buffer.from(nodeCrypto.ed25519PublicKey(ownerSeed(name))).toString("hex");
  await store.write(
    store.accounts.putOps({
      account: name,
      cid: null,
      publicKey,
      plan: "free",
      createdCalcond: 0,
      visibility: "private",
    }),
  );
  await node.services.ledger.post({
    kind: "grant",
    entries: [
      { account: "mint:credits", delta: -envelopes },
      { account: `paid:${name}`, delta: envelopes },
    ],
  });
  const call = callOf(principalOf(name));
  await Promise.all(
    Array.from({ length: envelopes }, async () =>
      node.handlers.compute({ operators: ["KO42"], inputs: {} }, call),
    ),
  );
}

/** Envelopes that the customer of a node holds there. */
export async function heldBy({ name, node }: LocalNode): Promise<readonly VaultToken[]> {
  const query = { folder: null, prefix: "", after: null, offset: 0, limit: 100_000 };
  return (await node.services.vault.page(name, query)).tokens;
}

export function signedOrder(
  mesh: LocalMesh,
  [from, to]: readonly [LocalNode, LocalNode],
  tokens: readonly VaultToken[],
  { expires, nonce }: { readonly expires: number; readonly nonce: string },
): SentOrder {
  const order: MoveOrder = {
    destination: to.publicKey,
    expires,
    from: from.name,
    net: from.node.services.spine.net,
    nonce,
    origin: from.publicKey,
    to: to.name,
    tokens: tokens
      .map(({ id, version }) => ({ token_id: id, version }))
      .sort((a, b) => (a.token_id < b.token_id ? -1 : 1)),
  };
  const signature = Buffer.from(
    nodeCrypto.ed25519Sign(ownerSeed(from.name), moveBytes(order)),
  ).toString("hex");
  return { id: moveId(nodeCrypto, order), from, to, order, signature };
}

/** Hands an order to the node that it is for. */
export function send({ from, order, signature }: SentOrder): Promise<JsonObject> {
  const asked = { order: { ...order, tokens: order.tokens.map((one) => ({ ...one })) }, signature };
  return readAnswer(from.node.handlers.transferSend(asked, callOf(principalOf(from.name))));
}

/** What a node says of an order, as its customer reads it. */
export function stateOf({ name, node }: LocalNode, id: string): Promise<JsonObject> {
  return readAnswer(node.handlers.transferGet({ id }, callOf(principalOf(name))));
}

/** Credits of envelopes that left a node, that began on one, and that came back to theirs. */
export interface Moved {
  readonly out: number;
  readonly in: number;
  readonly back: number;
  /** Begun again on a restored node that had sent them after its copy: they leave it once more. */
  readonly lost: number;
}

/** What the journals of some nodes say of moves between them. */
export async function movedIn(nodes: readonly LocalNode[]): Promise<Moved> {
  const moved = { out: 0, in: 0, back: 0, lost: 0 };
  for (const { store } of nodes) {
    for await (const [, text] of store.ledger.entriesFrom(0, Number.MAX_SAFE_INTEGER)) {
      const { entries = [], kind = "" } = readJournal(text) ?? {};
      const name = kind.slice("move.".length);
      if (!kind.startsWith("move.") || !isMoved(name)) continue;
      moved[name] += entries.reduce((sum, { delta }) => sum + Math.max(0, delta), 0);
    }
  }
  return moved;
}

function isMoved(name: string): name is keyof Moved {
  return name === "out" || name === "in" || name === "back" || name === "lost";
}

/** Faults of the money of some nodes at rest; empty where nothing is. */
export async function faultsAtRest(
  nodes: readonly LocalNode[],
  ids: ReadonlySet<string>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const places = new Map<string, string>();
  let underWay = 0;
  for (const one of nodes) {
    for (const { id } of await heldBy(one)) {
      const before = places.get(id);
      if (before !== undefined) faults.push(`${id} is live on ${before} and on ${one.name}`);
      places.set(id, one.name);
    }
    const totals = one.node.services.ledger.totals();
    if (totals.held + totals["mint:paid"] + totals["burn:paid"] !== 0)
      faults.push(`${one.name}: what was minted is neither live nor burned`);
    const operator = callOf(principalOf("operator", true));
    const audit = await readAnswer(one.node.handlers.ledgerAudit({}, operator));
    if (audit["ok"] !== true) faults.push(`${one.name}: ${JSON.stringify(audit["findings"])}`);
    underWay += one.node.services.outgoing.valueUnderWay;
  }
  for (const id of ids) if (!places.has(id)) faults.push(`${id} is nowhere`);
  for (const id of places.keys()) if (!ids.has(id)) faults.push(`${id} was never sealed`);
  const { back, in: begun, lost, out } = await movedIn(nodes);
  // Of what a restored node sent after its copy, what was begun on it is not in its journal, and what was sealed on
  // it never was: between none and all of it is missing. Without a restored node the two sides are equal.
  if (begun + back > out || begun + back < out - lost)
    faults.push(`${out} credits left and ${lost} were lost; ${begun} began and ${back} came back`);
  if (underWay !== 0) faults.push(`${underWay} credits are still under way`);
  return faults;
}
