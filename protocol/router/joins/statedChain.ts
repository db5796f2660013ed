/** Laws with the numbers that each takes and the steps whose results it takes, as a reading and its value. */
import { derive } from "../../derivation/derive.js";
import {
  acceptedAs,
  type Law as BookLaw,
  type LawSlot as BookSlot,
} from "../../derivation/laws.js";
import type { Registry } from "../../operators/registry.js";
import type { Use } from "../laws/filling/fillTypes.js";
import type { LawSlot } from "../laws/lexicon/lexicon.js";
import type { Open } from "../laws/licence/open.js";
import type { Question } from "../laws/reading/reading.js";
import type { GivenQuantity } from "../typed/readingFormat.js";
import type { JoinReading } from "../typed/writeReading.js";

/** A law of a chain. */
export interface ChainStep {
  readonly law: BookLaw;
  readonly target: LawSlot;
  readonly uses: readonly Use[];
  /** Steps by the symbols that take their results. */
  readonly links: ReadonlyMap<string, number>;
}

/** A reading of several laws, and what whoever seals it must have looked at. */
export interface Led {
  readonly joined: JoinReading;
  readonly open: readonly Open[];
}

export interface Chained {
  readonly joined: JoinReading;
  readonly value: number;
  /** Its numbers are of the size that each law is used for. */
  readonly isUsual: boolean;
  /** What each law comes to, in its unit. */
  readonly terms: readonly { readonly value: number; readonly unit: string | null }[];
}

/** @returns null where it has no value */
export function chained(
  registry: Registry,
  question: Question,
  chain: readonly ChainStep[],
): Chained | null {
  const given: GivenQuantity[] = [];
  const taken: { readonly place: number; readonly slot: BookSlot; readonly value: number }[] = [];
  const steps = chain.map(({ law, links, target, uses }) => {
    const bind: Record<string, string> = {};
    for (const use of uses) {
      const slot = law.slots.find(({ symbol }) => symbol === use.slot.name)!;
      if (use.score === undefined && slot.isOptional) continue;
      // Two temperatures that make one difference have it both.
      if (bind[use.slot.name] !== undefined) continue;
      const before = taken.findIndex(
        ({ place, slot: own, value }) =>
          place === use.at[0] && value === use.value && mayStandFor(own, slot),
      );
      const at = before < 0 ? given.length : before;
      if (before < 0) {
        given.push(quantityOf(question, use, slot.kind, slot.unit));
        taken.push({ place: use.at[0], slot, value: use.value });
      }
      bind[use.slot.name] = `given ${at}`;
    }
    for (const [symbol, step] of links) bind[symbol] = `step ${step}`;
    return { law: law.id, for: target.name, bind };
  });
  const last = chain.at(-1)!;
  const { kind } = last.law.slots.find(({ symbol }) => symbol === last.target.name)!;
  const known = given.map(({ kind: own, unit, value }) => ({
    kind: own!,
    value: Number(value),
    ...(unit === undefined ? {} : { unit }),
  }));
  const derived = derive(registry, { known, wanted: { kind }, cases: [], steps });
  if (derived.status !== "answer") return null;
  const derivation = steps.map((step, i) => {
    const { equation, name } = chain[i]!.law.entry.record;
    return { ...step, name, equation };
  });
  const { facts, masterSum, value } = derived.kernel;
  return {
    joined: { given, wanted: { kind }, derivation },
    value,
    isUsual: facts.outOfScale.length === 0,
    terms: masterSum.terms.map(({ unit, value: own }) => ({ unit, value: own })),
  };
}

/** A number that is given once as a diameter, and once as a length, is given as both. */
function mayStandFor({ kind, unit }: BookSlot, slot: BookSlot): boolean {
  const isKind = (one: string): boolean => slot.kinds.has(one) || one === slot.loose;
  return unit === slot.unit && acceptedAs(kind).some(isKind);
}

function quantityOf(
  { text }: Question,
  { at, said, uncertainty, value }: Use,
  kind: string,
  unit: string,
): GivenQuantity {
  const written = at[1] > at[0] ? text.slice(...at).trim() : said;
  return {
    kind: kind.replaceAll("_", " "),
    value,
    ...(unit === "1" ? {} : { unit }),
    // The mass of a proton is as well known as the record of the body says.
    ...(uncertainty === null || uncertainty === 0
      ? {}
      : { uncertainty: Math.abs(value) * uncertainty }),
    ...(written === undefined ? {} : { said: written }),
  };
}
