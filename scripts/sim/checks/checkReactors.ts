/**
 * I17: the reactors of a node at rest. Steps are dense from 1 on, each with one row, its place and
 * one charged receipt, no row without a step; the trajectory computes to the same bytes again; and
 * what was acknowledged is what is kept.
 */
import { genesisHash, readRow } from "../../../protocol/log/row.js";
import { TrajectoryReplay } from "../../../protocol/reactors/replay.js";
import { buckets } from "../../../storage/records/buckets.js";
import type { ReactorRecord } from "../../../storage/records/reactorRecords.js";
import { scan } from "../../../storage/kv/table.js";
import { PRICE } from "./checkMoney.js";
import type { LifeParts, SimNode } from "../node.js";
import { stepIn } from "../customers/reactorOrders.js";
import type { World } from "../world.js";

const INVARIANT = "I17";

export async function checkReactors(
  world: World,
  nodes: readonly (readonly [SimNode, LifeParts])[],
): Promise<void> {
  for (const [{ place }, parts] of nodes) {
    const results = new Map<string, string>();
    const seen = new Set<string>();
    for await (const [id, record] of scan(parts.store.kv, buckets.reactor)) {
      const fail = (why: string): void => world.violate(INVARIANT, `${place} ${id}: ${why}`);
      for (const [n, token] of await checkReactor(world, parts, record, fail)) {
        if (seen.has(token)) fail(`step ${n} has the receipt of another one`);
        seen.add(token);
        results.set(`${id} ${n}`, token);
      }
    }
    for (const { isRolledBack, op, place: of, state, text, what } of world.history.orders()) {
      const isStep = what === "step" || what === "observe";
      if (of !== place || !isStep || state !== "ok" || isRolledBack || text === null) continue;
      const step = stepIn(text);
      if (step !== null && results.get(`${step.reactor} ${step.n}`) !== step.token)
        world.violate(
          INVARIANT,
          `${place} has lost step ${step.n} of ${step.reactor}, order ${op}`,
        );
    }
  }
}

/** @returns the receipt of each step */
async function checkReactor(
  { crypto, registry }: World,
  { store }: LifeParts,
  { createdCalcond: genesisCalcond, id, owner }: ReactorRecord,
  fail: (why: string) => void,
): Promise<ReadonlyMap<number, string>> {
  const replay = new TrajectoryReplay({ crypto, registry });
  const tokens = new Map<number, string>();
  let [rows, faults] = [0, 0];
  for await (const { text } of store.machineLogs.rows(id)) {
    const read = readRow(text);
    if (!read.ok) {
      fail(`row ${rows} cannot be read`);
      break;
    }
    const { row } = read;
    if (rows === 0 && row.prev !== genesisHash(crypto, { machine: id, owner, genesisCalcond }))
      fail("its first row is linked to another beginning");
    rows += 1;
    await replay.row(row, (await store.machineLogs.payload(id, row.seq)) ?? null);
    if (row.transitionType === "fault") faults += 1;
    if (row.transitionType !== "step") continue;
    const n = tokens.size + 1;
    const step = await store.reactors.step(id, n);
    if (step?.row !== row.seq || step.calcond !== row.calcond || step.token !== row.token)
      fail(`step ${n} is not that of its row ${row.seq}`);
    const found = row.token === null ? undefined : await store.envelopes.byId(row.token);
    if (found === undefined || found.envelope.account !== owner)
      fail(`step ${n} has no receipt of its owner`);
    tokens.set(n, row.token ?? "");
  }
  const steps = tokens.size;
  if ((await store.reactors.step(id, steps + 1)) !== undefined)
    fail(`step ${steps + 1} has no row`);
  const progress = await store.reactors.progress(id);
  const is = `${progress?.n} steps, ${progress?.faults} faults, ${progress?.credits} credits`;
  const should = `${steps} steps, ${faults} faults, ${PRICE * steps} credits`;
  if (is !== should) fail(`${is} counted, and its rows have ${should}`);
  const { firstDifference, notReplayed, replayed } = replay.verdict;
  if (firstDifference !== null) fail(`differs when replayed: ${JSON.stringify(firstDifference)}`);
  if (notReplayed > 0 || replayed !== steps + faults)
    fail(`${replayed} of ${steps + faults} rows were replayed`);
  return tokens;
}
