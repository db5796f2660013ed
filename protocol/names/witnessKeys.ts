/**
 * Keys of witnesses that have changed, checked without any node: documents of their keys say who
 * followed whom, and where what an ended key said stood.
 */
import type { EventHeader } from "../seal/event.js";
import { standingOf, verifySuccession, type Succession } from "../events/succession.js";
import type { Crypto, JsonValue } from "../ports.js";
import type { WitnessOf } from "./nameSet.js";

export interface ProvenWitnesses {
  /** Witnesses whose keys have changed. */
  readonly changed: number;
  readonly witnessOf: WitnessOf;
  /** Whether a statement counts: not behind the end of its key, and before it only in its place. */
  counts(header: EventHeader): boolean;
}

/**
 * @param witnesses of the network's genesis
 * @param documents each of `calc-succession/1`, of which the first key is one of theirs
 * @returns why they prove nothing, in words
 */
export function provenWitnesses(
  crypto: Crypto,
  { net, witnesses }: { readonly net: string; readonly witnesses: readonly string[] },
  documents: readonly JsonValue[],
): ProvenWitnesses | string {
  const byWitness = new Map<string, Succession>();
  for (const document of documents) {
    const read = verifySuccession(crypto, document);
    if (!read.ok) return `the keys of a witness: ${read.reason}`;
    const { succession } = read;
    const first = succession.keys[0]!.key;
    if (succession.net !== net) return "the keys of a witness are of another network";
    if (!witnesses.includes(first)) return "keys are shown that are of no witness";
    byWitness.set(first, succession);
  }
  const ofKey = new Map(witnesses.map((witness) => [witness, witness]));
  for (const witness of witnesses)
    for (const { key } of byWitness.get(witness)?.keys ?? [])
      if (!ofKey.has(key)) ofKey.set(key, witness);
  const witnessOf: WitnessOf = (key) => ofKey.get(key) ?? null;
  return {
    changed: byWitness.size,
    witnessOf,
    counts: (header) => {
      const succession = byWitness.get(witnessOf(header.author) ?? "");
      return succession === undefined || standingOf(crypto, succession, header).ok === true;
    },
  };
}
