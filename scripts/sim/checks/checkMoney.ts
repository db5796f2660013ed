/**
 * I14: the money of a node at rest. Its own audit finds nothing, the public figures add up, and
 * each account has what follows from the orders that were done, and nothing else.
 */
import { isObject } from "../../../protocol/encoding/json.js";
import { readRow } from "../../../protocol/log/row.js";
import { buckets } from "../../../storage/records/buckets.js";
import { scan } from "../../../storage/kv/table.js";
import { auditLedger } from "../../../node/ledger/audit/ledgerAudit.js";
import { figuresOf, totalsOf } from "../../../node/ledger/supplyFigures.js";
import { weighedIn } from "../customers/contractOrders.js";
import { fieldsOf, repeatedOrder, textAt } from "../customers/orders.js";
import type { OrderEntry } from "../history.js";
import type { LifeParts, SimNode } from "../node.js";
import { WELCOME } from "../node.js";
import type { World } from "../world.js";

type UpNode = readonly [SimNode, LifeParts];

/** Of a closed form with one domain operator: 3(1 + 1)/2. */
export const PRICE = 3;
const INVARIANT = "I14";

export async function checkMoney(world: World, nodes: readonly UpNode[]): Promise<void> {
  for (const [node, parts] of nodes) {
    await checkBooks(world, node, parts);
    await checkSupply(world, node, parts);
    await checkCustomers(world, node, parts);
  }
}

async function checkBooks(world: World, { place }: SimNode, { store }: LifeParts): Promise<void> {
  const { turn } = world.loop;
  const { findings } = await auditLedger(store, world.crypto, { turn });
  for (const { bucket, key, fault } of findings)
    world.violate(INVARIANT, `${place}: ${bucket} ${key}: ${fault}`);
}

/** Every issued credit is burned or held, and so is the value of what was minted. */
async function checkSupply(world: World, { place }: SimNode, { node }: LifeParts): Promise<void> {
  const { supply } = node.services;
  if ((await supply.follow()) > 0) world.violate(INVARIANT, `${place} cannot follow its journal`);
  const {
    credits_issued: issued,
    credits_burned: burned,
    credits_free: free,
    credits_paid: paid,
    envelope_value_minted: minted,
    envelope_value_burned: ended,
    envelope_value_free: ofHouse,
    envelope_value_paid: held,
  } = figuresOf(totalsOf(await supply.now()));
  if (issued !== burned + free + paid)
    world.violate(
      INVARIANT,
      `${place} issued ${issued}: ${burned} burned, ${free} and ${paid} held`,
    );
  if (minted !== ended + ofHouse + held)
    world.violate(
      INVARIANT,
      `${place} minted ${minted}: ${ended} ended, ${ofHouse} and ${held} held`,
    );
  if (minted !== burned)
    world.violate(INVARIANT, `${place} burned ${burned} credits for envelopes worth ${minted}`);
}

interface Owned {
  credits: number;
  envelopes: number;
  machines: number;
}

/** What follows from the orders of a node's customers, by account. */
async function checkCustomers(world: World, { place }: SimNode, parts: LifeParts): Promise<void> {
  const { ledger, machines, vault } = parts.node.services;
  const expected = new Map<string, Owned>();
  for (const order of world.history.orders()) {
    if (order.place !== place || order.isRolledBack) continue;
    const done = await answerTo(world, order, parts);
    if (done !== null) count(expected, order, fieldsOf(done));
  }
  for (const [account, echoes] of await echoesOf(parts)) {
    const owned = expected.get(account);
    if (owned === undefined) continue;
    owned.credits -= PRICE * echoes;
    owned.envelopes += echoes;
  }
  for (const [account, owned] of expected) {
    const { free, paid } = await ledger.balance(account);
    const folders = await vault.folders(account);
    const found: Owned = {
      credits: free + paid,
      envelopes: folders.reduce((sum, { count: some }) => sum + some, 0),
      machines: (await machines.ofAccount(account)).machines.length,
    };
    for (const what of ["credits", "envelopes", "machines"] as const) {
      if (found[what] === owned[what]) continue;
      const is = `${found[what]} ${what} and should have ${owned[what]}`;
      world.violate(INVARIANT, `${account.slice(0, 8)} at ${place} has ${is}`);
    }
  }
}

/** Transitions that a firing led to, by the account that pays for them. */
async function echoesOf({ store }: LifeParts): Promise<ReadonlyMap<string, number>> {
  const echoes = new Map<string, number>();
  for await (const [id, { owner }] of scan(store.kv, buckets.contract))
    for await (const { text } of store.machineLogs.rows(id)) {
      const read = readRow(text);
      if (!read.ok || read.row.transitionType !== "transition") continue;
      const payload = fieldsOf((await store.machineLogs.payload(id, read.row.seq)) ?? "{}");
      const { event } = payload;
      if (isObject(event) && weighedIn(event["data"])?.isEcho === true)
        echoes.set(owner, (echoes.get(owner) ?? 0) + 1);
    }
  return echoes;
}

/** The answer that the node keeps, which is the one that the client heard; null: it was not done. */
async function answerTo(
  world: World,
  { body, op, place, state, text, ticket, what }: OrderEntry,
  { node }: LifeParts,
): Promise<string | null> {
  const { idempotency } = node.services;
  const kept = await idempotency.begin(ticket);
  if (kept.state === "new") idempotency.abandon(ticket);
  const found =
    kept.state === "replay"
      ? kept.answer.body
      : kept.state === "sealed"
        ? await repeatedOrder(node, { kind: what, body: fieldsOf(body) }, ticket, kept.place)
        : null;
  if (state === "ok" && found !== text)
    world.violate("I1", `${place} has lost the answer to order ${op}, or keeps another one`);
  if (state === "refused" && found !== null)
    world.violate(INVARIANT, `${place} refused order ${op}, and did it`);
  return found;
}

function count(
  expected: Map<string, Owned>,
  { account, body, what }: OrderEntry,
  answer: ReturnType<typeof fieldsOf>,
): void {
  const of = (name: string): Owned => {
    const known = expected.get(name) ?? { credits: 0, envelopes: 0, machines: 0 };
    expected.set(name, known);
    return known;
  };
  switch (what) {
    case "open": {
      const opened = of(textAt(answer, "account"));
      opened.credits += WELCOME;
      opened.machines += 1;
      return;
    }
    case "machine":
      of(account!).machines += 1;
      return;
    case "buy":
      of(account!).credits += Number(fieldsOf(body)["credits"]);
      return;
    case "channel":
    case "reactor":
    case "contract":
    case "resume":
      return;
    case "fire":
      // A fault is free. What a firing led to is counted by its rows.
      if (answer["token"] === null) return;
      of(account!).credits -= PRICE;
      of(account!).envelopes += 1;
      return;
    case "step":
    case "observe":
      // One without a value, and what was near the observation before, are free.
      if (answer["envelope"] === undefined) return;
      of(account!).credits -= PRICE;
      of(account!).envelopes += 1;
      return;
    case "compute":
    case "tick":
      of(account!).credits -= PRICE;
      of(account!).envelopes += 1;
      return;
    case "move": {
      const moved = Number(answer["moved"]);
      of(account!).envelopes -= moved;
      of(textAt(fieldsOf(body), "to")).envelopes += moved;
    }
  }
}
