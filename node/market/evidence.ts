/** A challenge with everything that a stranger needs to judge it alone. */
import { parseJson, isObject } from "../../protocol/encoding/json.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Store } from "../../storage/store.js";
import type { MarketBook } from "./book.js";
import type { Contributor } from "./contributor.js";
import type { Disputes } from "./disputes.js";

interface EvidenceModules {
  readonly marketBook: MarketBook;
  readonly marketVersion: string;
  readonly contributor: Contributor;
  readonly disputes: Disputes;
  readonly spine: { readonly net: string };
  readonly store: Store;
}

/** @throws Refusal NOT_FOUND */
export async function evidenceOf(modules: EvidenceModules, challenge: string) {
  const { contributor, disputes, marketBook, marketVersion, spine, store } = modules;
  const facts = [...marketBook.jobs.values()].find(({ challenges }) => challenges.has(challenge));
  if (facts?.open === undefined || facts.open === null)
    throw new Refusal("NOT_FOUND", "no such challenge is known here");
  const events = (await store.market.eventsOf(facts.id)).flatMap(([, { body, header, sig }]) => {
    const read = parseJson(`{"body":${body},"header":${header},"sig":"${sig}"}`);
    return read.ok && isObject(read.value) ? [read.value] : [];
  });
  const inputs = await contributor.inputsOf(facts);
  if (inputs === null) throw new Refusal("NOT_FOUND", "the inputs of its job cannot be had");
  return {
    v: "calc-verdict/1" as const,
    net: spine.net,
    challenge,
    outcome: disputes.records.get(challenge)?.outcome ?? null,
    engine_version: marketVersion,
    events,
    inputs,
  };
}
