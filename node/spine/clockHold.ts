/**
 * What a clock that was ahead has left behind: an own head in the future, before which nothing may
 * be sealed. Numbers of the spine never go back in time, so the first event of the future is found
 * by halving.
 */
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Store } from "../../storage/store.js";

export interface ClockHold {
  /** Unix nanoseconds of the clock that was asked. */
  readonly nowNs: bigint;
  /** The earliest instant at which the node seals again; 0 before the first event. */
  readonly sealsFromNs: bigint;
  /** Events of the node's own spine. */
  readonly events: number;
  /** The first of them that lies behind the clock; null where none does. */
  readonly firstHeld: { readonly seq: number; readonly ns: bigint } | null;
}

export async function clockHold(store: Store, author: string, nowNs: bigint): Promise<ClockHold> {
  const tip = await store.spine.tip(author);
  const chain = await store.envelopes.chain();
  const lastSealNs = chain === undefined ? 0n : BigInt(chain.ns);
  const tipNs = BigInt(tip?.calcond ?? 0) * CALCOND_NS;
  const events = (tip?.seq ?? -1) + 1;
  const instantOf = async (seq: number): Promise<bigint> => {
    const event = await store.spine.event(author, seq);
    const header: { readonly calcond?: unknown } = JSON.parse(event?.header ?? "{}");
    return typeof header.calcond === "number" ? BigInt(header.calcond) * CALCOND_NS : 0n;
  };
  let [low, high] = [0, events];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await instantOf(middle)) > nowNs) high = middle;
    else low = middle + 1;
  }
  return {
    nowNs,
    sealsFromNs: lastSealNs > tipNs ? lastSealNs : tipNs,
    events,
    firstHeld: low < events ? { seq: low, ns: await instantOf(low) } : null,
  };
}
