/**
 * A law that refuses the numbers as words give them to its inputs, where it takes them another way:
 * no decay makes what is heavier, and no count is 3.2. It is never sealed before it is sent back.
 */
import type { Registry } from "../../operators/registry.js";
import { licenceBy, proposalOf, type Proposal, type Tried } from "./candidates.js";
import { stopIn } from "./stops/stops.js";
import { outsideByValue } from "./stops/validity.js";
import { isAsked } from "./propose.js";

/** @param name the law that refused */
export function inOtherWay(
  registry: Registry,
  { question, whole }: Tried,
  name: string,
): Proposal | null {
  const candidate = whole.find(
    ({ reading }) => reading.profile.law.entry.record.name === name && reading.target.isResult,
  );
  if (candidate === undefined) return null;
  const { reading, said } = candidate;
  const { law } = reading.profile;
  const settled = candidate.settled();
  if ("message" in settled || settled.filled.isOpen || settled.refused === undefined) return null;
  if (!isAsked(reading, said) && question.asked !== null) return null;
  if (stopIn(question, reading, said) !== null) return null;
  if (outsideByValue(question, law, settled.filled, settled.value) !== null) return null;
  return proposalOf(candidate, settled, licenceBy(registry, candidate, settled));
}
