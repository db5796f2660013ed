/** What must hold of a market at rest: every lock spent or returned, and earned what was burned. */
import type { JsonObject } from "../../protocol/ports.js";
import { callOf, principalOf, readAnswer, type LocalNode } from "./localMesh.js";

export interface MarketAtRest {
  /** Credits that askers burned for results, and those that were counted and minted for them. */
  readonly burned: number;
  readonly earned: number;
  readonly minted: number;
  /** Jobs of all orders, by how they ended. */
  readonly ended: Readonly<Record<string, number>>;
  /** Faults; empty where nothing is. */
  readonly faults: readonly string[];
}

/** Looks at all nodes of a market in which every contributor takes value from every node. */
export async function marketAtRest(nodes: readonly LocalNode[]): Promise<MarketAtRest> {
  const faults: string[] = [];
  const ended: Record<string, number> = {};
  const burnedFor = new Map<string, number>();
  let [burned, earned, minted] = [0, 0, 0];
  for (const { name, store } of nodes) {
    for await (const [id, { shards }] of store.market.orders()) {
      for (const { end, locked } of shards) {
        if (end === null) {
          faults.push(`${name}: a part of ${id} has not ended`);
          continue;
        }
        if (end.spent + end.returned !== locked)
          faults.push(`${name}: of ${locked} locked for ${id}, ${end.spent} and ${end.returned}`);
        ended[end.outcome] = (ended[end.outcome] ?? 0) + 1;
        burned += end.spent;
        for (const { credits, node, reveal } of end.settle?.paid ?? [])
          burnedFor.set(`${node} ${reveal}`, credits);
      }
    }
  }
  for (const { name, node, publicKey, store } of nodes) {
    const totals = await store.market.earned();
    earned += totals.earned;
    minted += totals.minted;
    let own = 0;
    for await (const [job, { paid }] of store.market.allWork()) {
      const reveal = node.services.marketBook.jobs.get(job)?.reveals.get(publicKey);
      const due = burnedFor.get(`${publicKey} ${reveal?.id}`) ?? 0;
      if ((paid?.burned ?? 0) !== due)
        faults.push(`${name}: ${paid?.burned ?? 0} counted for ${job}, ${due} were burned`);
      own += paid?.minted ?? 0;
    }
    if (own !== totals.minted)
      faults.push(`${name}: ${own} minted by its records, ${totals.minted} in all`);
    const operator = callOf(principalOf("operator", true));
    const audit: JsonObject = await readAnswer(node.handlers.ledgerAudit({}, operator));
    if (audit["ok"] !== true) faults.push(`${name}: ${JSON.stringify(audit["findings"])}`);
  }
  if (burned !== earned || burned !== minted)
    faults.push(`${burned} burned, ${earned} counted as earned, ${minted} minted`);
  return { burned, earned, minted, ended, faults };
}
