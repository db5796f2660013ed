/** Rules of the judge that depend on what the node holds. None of them proves a fault of a sender. */
import type { MeshEvent } from "../seal/event.js";
import type { EventView, RoundView } from "../events/eventView.js";
import { fail } from "./judgement.js";
import type { HeadNote } from "./kinds.js";

/** @param kind of the event; null: it is a signed head */
export function checkAuthor(
  view: EventView,
  { author, seq }: { readonly author: string; readonly seq: number },
  kind: string | null,
): void {
  if (view.arrival.via !== "sync" && !view.allow(author))
    fail("ignore", "RATE_LIMITED", "bucket empty");
  if (view.arrival.via !== "sync" && view.hasPlace?.(author, kind) === false)
    fail("ignore", "NO_PLACE", "no place for one more author from this side now");
  if (view.isFrozen(author, seq)) fail("ignore", "FROZEN", "the author is frozen");
}

/**
 * An event that is held and that gossip brings for the first time came by comparison, faster: a
 * neighbour may hear of it from nobody else, so it goes on like any other. Held and heard is no
 * news.
 */
export function checkNews(
  view: EventView,
  id: string,
  sender: string | undefined,
): "new" | "unheard" {
  if (!view.isHeld(id)) return "new";
  if (view.arrival.via === "gossip" && view.isUnheard?.(id) === true) return "unheard";
  fail("ignore", "DUPLICATE", "already held", { sender });
}

/** A head that is no news goes no further; a rival is another head of the size of the newest. */
export function checkHead(view: EventView, { author, seq, id }: HeadNote): "new" | "rival" {
  const newest = view.headSeq(author);
  const held = newest === seq ? view.headId?.(author) : null;
  const isRival = typeof held === "string" && held !== id;
  if (newest !== null && newest >= seq && !isRival)
    fail("ignore", "STALE_NOTE", "a head as new is held");
  return isRival ? "rival" : "new";
}

/** Who gathers heads needs no place here: nothing of its spine is kept for a round. */
export function checkGatherer(view: EventView, gatherer: string): void {
  if (!view.allow(gatherer)) fail("ignore", "RATE_LIMITED", "bucket empty");
  if (view.isFrozen(gatherer, Number.MAX_SAFE_INTEGER))
    fail("ignore", "FROZEN", "the gatherer is frozen");
}

/**
 * A round goes on where a quorum of the witnesses named here has cosigned it, once. Two of one number
 * go on, too: all should see that a quorum has cosigned both.
 */
export function checkRound(view: EventView, round: RoundView): void {
  const state = view.roundState?.(round) ?? "short";
  if (state === "known") fail("ignore", "STALE_NOTE", "a round as late was heard");
  if (state === "short") fail("ignore", "NO_QUORUM", "no quorum of the witnesses named here");
}

/** Where an event stands in the chain of its author: linked, or waiting for what comes before it. */
export function chainState(
  view: EventView,
  event: MeshEvent,
  id: string,
  bytes: number,
): "linked" | "detached" {
  const { author, calcond, prev, seq } = event.header;
  const signed = { event, id };
  const rival = view.idAt(author, seq);
  if (rival !== null && rival !== id)
    fail("ignore", "EQUIVOCATION", `another event is held at ${seq}`, { signed });
  const tip = view.tip(author);
  if (seq === 0 && tip === null) return "linked";
  if (tip !== null && seq === tip.seq + 1) {
    if (prev !== tip.id)
      fail("ignore", "FORKED", "it follows another event than the one held", { signed });
    if (calcond < tip.calcond)
      fail("ignore", "BAD_CHAIN", "the author's clock went back", { signed });
    return "linked";
  }
  // Too old to be remembered: only the store knows whether it is the one held.
  if (tip !== null && seq <= tip.seq)
    fail("ignore", "BELOW_TIP", "an event was linked here before", { signed });
  if (!view.hasDetachedRoom(author, bytes)) fail("ignore", "BUSY", "too many detached events");
  return "detached";
}
