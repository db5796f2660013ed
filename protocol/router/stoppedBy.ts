/** The law that was meant where a question stopped, and the place that it could not take. */
import type { Registry } from "../operators/registry.js";
import { lawIndexOf } from "./laws/lexicon/lawIndex.js";
import { lawStem } from "./laws/lexicon/lawWords.js";
import { rootOf } from "./laws/lexicon/roots.js";
import { SUPPOSES_UNIT, type Stopped } from "./retold/stopped.js";
import type { Draft } from "./routed.js";

export function stoppedBy(registry: Registry, route: Draft): Stopped {
  const { rarity } = lawIndexOf(registry).profiles;
  const knows = (word: string): boolean => rarity.has(rootOf(lawStem(word)));
  return { ...placeOf(registry, route), knows };
}

function placeOf(registry: Registry, { operators, refusal, why }: Draft): Omit<Stopped, "knows"> {
  switch (refusal?.kind) {
    case "UNREAD_QUANTITY": {
      const { reason = null, span } = refusal;
      const name = why.find(({ rule }) => rule.startsWith("operator "))?.cue;
      const entry = registry.entries.find(({ record }) => record.name === name) ?? null;
      return { entry, reason, at: span };
    }
    case "AMBIGUOUS": {
      const [id, another] = refusal.candidates;
      const isOne = id !== undefined && another === undefined;
      return { entry: isOne ? (registry.get(id) ?? null) : null, reason: null, at: null };
    }
    case "OPEN_READING": {
      const entry = operators === null ? null : (registry.get(operators[0]!) ?? null);
      return { entry, reason: SUPPOSES_UNIT, at: null };
    }
    case "MISSING_INPUT":
      return { entry: registry.get(refusal.operator) ?? null, reason: null, at: null };
    default:
      return { entry: null, reason: null, at: null };
  }
}
