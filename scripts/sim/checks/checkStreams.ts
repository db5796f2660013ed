/**
 * I16: the channels of a node at rest. Ticks are dense from 1 on, each with its row, its receipt and
 * its payload, no row without a tick; sub-ticks are linked from the row of the tick before; and what
 * was acknowledged is what is kept.
 */
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { genesisHash, readRow, rowHash, type MachineRow } from "../../../protocol/log/row.js";
import { subResults, tickRoot } from "../../../protocol/streams/subTicks.js";
import { bodyHash } from "../../../protocol/streams/tickBody.js";
import type { ChannelRecord } from "../../../storage/records/streamRecords.js";
import { tickIn } from "../customers/customers.js";
import type { LifeParts, SimNode } from "../node.js";
import { fieldsOf } from "../customers/orders.js";
import type { World } from "../world.js";

const INVARIANT = "I16";
const TICKS_MAX = 1_000_000;

interface TickRow {
  readonly row: MachineRow;
  readonly hash: Uint8Array;
}

export async function checkStreams(
  world: World,
  nodes: readonly (readonly [SimNode, LifeParts])[],
): Promise<void> {
  for (const [{ place }, parts] of nodes) {
    const bodies = new Map<string, string>();
    for await (const record of parts.store.streams.all()) {
      const fail = (why: string): void => world.violate(INVARIANT, `${place} ${record.id}: ${why}`);
      for (const [seq, token] of await checkChannel(world, parts, record, fail))
        bodies.set(`${record.id} ${seq}`, token);
    }
    for (const { isRolledBack, op, place: of, state, text, what } of world.history.orders()) {
      if (of !== place || what !== "tick" || state !== "ok" || isRolledBack || text === null)
        continue;
      const { channel, seq } = tickIn(text);
      if (bodies.get(`${channel} ${seq}`) !== fieldsOf(text)["receipt_id"])
        world.violate(INVARIANT, `${place} has lost tick ${seq} of ${channel}, order ${op}`);
    }
  }
}

/** @returns the receipt of each tick */
async function checkChannel(
  { crypto }: World,
  { node, store }: LifeParts,
  record: ChannelRecord,
  fail: (why: string) => void,
): Promise<ReadonlyMap<number, string>> {
  const { createdCalcond: genesisCalcond, id, owner } = record;
  const rows: TickRow[] = [];
  for await (const { text } of store.machineLogs.rows(id)) {
    const read = readRow(text);
    if (read.ok && read.row.transitionType === "tick")
      rows.push({ row: read.row, hash: rowHash(crypto, text) });
  }
  const state = await store.streams.state(id);
  const ticks = await store.streams.ticks(id, 0, TICKS_MAX);
  if (ticks.length !== rows.length || state?.ticks !== ticks.length)
    fail(`${ticks.length} ticks, ${rows.length} rows of ticks, ${state?.ticks} counted`);
  const receipts = new Map<number, string>();
  let start = fromHex(genesisHash(crypto, { machine: id, owner, genesisCalcond }))!;
  let calcond = Number.NEGATIVE_INFINITY;
  for (const [i, tick] of ticks.entries()) {
    const at = rows[i];
    if (at === undefined) break;
    const { hash, row } = at;
    const isOf = tick.seq === i + 1 && tick.row === row.seq && tick.calcond === row.calcond;
    if (!isOf || tick.token !== row.token || tick.proof !== row.proof)
      fail(`tick ${i + 1} is not that of its row`);
    if (row.calcond - calcond < record.tickIntervalCalconds) fail(`tick ${tick.seq} is too early`);
    const found = await store.envelopes.byId(tick.token);
    if (found === undefined || found.envelope.account !== owner)
      fail(`tick ${tick.seq} has no receipt of its owner`);
    const payload = fieldsOf((await store.machineLogs.payload(id, row.seq)) ?? "{}");
    if (payload["tick"] !== tick.seq) fail(`the payload of tick ${tick.seq} is another's`);
    const receipt = await node.services.receipts.own(tick.token);
    const results = subResults(valueIn(receipt?.text ?? "{}"), record.contract.subTicks);
    if (payload["tickRoot"] !== toHex(tickRoot(crypto, start, results)))
      fail(`the sub-ticks of tick ${tick.seq} are not linked to the tick before`);
    if (record.outputFormat === "template" && payload["bodyHash"] !== bodyHash(crypto, tick))
      fail(`the text of tick ${tick.seq} is not the one whose hash its row holds`);
    receipts.set(tick.seq, tick.token);
    [start, calcond] = [hash, row.calcond];
  }
  return receipts;
}

/** What a receipt says that was computed. */
function valueIn(text: string): { readonly value: number; readonly unit: string | null } {
  const { envelope } = fieldsOf(text);
  const core = isObject(envelope) && isObject(envelope["core"]) ? envelope["core"] : {};
  const { unit, value } = core;
  return {
    value: typeof value === "number" ? value : Number.NaN,
    unit: typeof unit === "string" ? unit : null,
  };
}
