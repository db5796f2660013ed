/** What the chains of one question share: laws that may stand beside another, looked up once for a kind. */
import type { LawSlot as BookSlot } from "../../derivation/laws.js";
import type { Registry } from "../../operators/registry.js";
import { dimensionKey, dimensionsEqual } from "../../units/index.js";
import { askedFor, kindsOfHow } from "../laws/askedKind.js";
import type { Profile } from "../laws/lexicon/profile.js";
import type { Said } from "../laws/questionRoots.js";
import type { Given } from "../laws/reading/reading.js";
import {
  giversOf,
  lackingOf,
  saidnessOf,
  takersOf,
  type Giver,
  type Saidness,
  type Taker,
} from "./neighbours.js";
import type { NumberOptions } from "./options.js";
import type { Step } from "./steps.js";
import { isSum, isSumSaid } from "./sums.js";

/** A neighbour that the words and the numbers of the question leave. */
export type Near<T extends Giver> = T & {
  readonly saidness: Saidness;
  /** Inputs that no number can be by its dimension. */
  readonly lacking: number;
};

export class Chaining {
  readonly registry: Registry;
  readonly numbers: NumberOptions;
  readonly #said: Said;
  readonly #ranks: ReadonlyMap<Profile, number>;
  readonly #givers = new Map<string, readonly Near<Giver>[]>();
  readonly #takers = new Map<string, readonly Near<Taker>[]>();
  readonly #steps = new Map<string, readonly Step[]>();
  /** Symbols stand beside numbers: a law whose thing is not said may be meant by them alone. */
  readonly #isBySymbols: boolean;

  /** @param ranks laws by their words alone, from nought */
  constructor(
    registry: Registry,
    numbers: NumberOptions,
    { ranks, said }: { readonly ranks: ReadonlyMap<Profile, number>; readonly said: Said },
  ) {
    this.registry = registry;
    this.numbers = numbers;
    this.#said = said;
    this.#ranks = ranks;
    this.#isBySymbols = numbers.question.given.some(
      ({ label, span }) => label !== null || span.name !== null,
    );
  }

  /** Laws and conversions that give a kind and lack at most one input by dimension. */
  giversFor(slot: BookSlot): readonly Near<Giver>[] {
    const key = `${[...slot.kinds].join(" ")}|${slot.loose ?? ""}|${slot.unit}`;
    return keptIn(this.#givers, key, () =>
      giversOf(this.registry, slot).flatMap((giver) =>
        isSum(giver.book) ? [] : this.#near(giver, giver.law, 1),
      ),
    );
  }

  /** Laws and conversions that take a kind and may give what is asked for. */
  takersFor(slot: BookSlot): readonly Near<Taker>[] {
    const key = `${slot.accepted.join(" ")}|${slot.unit}`;
    const { text } = this.numbers.question;
    return keptIn(this.#takers, key, () =>
      takersOf(this.registry, slot).flatMap((taker) => {
        const isUnsaidSum = isSum(taker.book) && !isSumSaid(taker.target, text);
        return isUnsaidSum || !this.#isAsked(taker)
          ? []
          : this.#near(taker, taker.others, isSum(taker.book) ? 1 : 0);
      }),
    );
  }

  /** The same numbers that are left give the same steps, whatever law takes what they give. */
  stepsKept(slot: BookSlot, left: readonly Given[], isDeep: boolean, find: () => readonly Step[]) {
    const { given } = this.numbers.question;
    const places = left.map((one) => given.indexOf(one)).join(" ");
    const key = `${[...slot.kinds].join(" ")}|${slot.loose ?? ""}|${slot.unit}|${places}|${isDeep}`;
    return keptIn(this.#steps, key, find);
  }

  #near<T extends Giver>(one: T, law: Giver["law"], most: number): readonly Near<T>[] {
    const lacking = lackingOf(law, one.target, this.numbers.question, most);
    if (lacking > most) return [];
    const saidness = saidnessOf(this.registry, one, this.#said, this.#ranks);
    const isMeant = saidness !== null && (saidness !== "far" || this.#isBySymbols);
    return isMeant ? [{ ...one, saidness, lacking }] : [];
  }

  /** What it gives is measured in the unit that is asked for, or is what words ask for. */
  #isAsked({ profile, target }: Taker): boolean {
    const { question } = this.numbers;
    const dimension = question.wanted?.dimension ?? null;
    if (target.unit === null) return false;
    if (dimension !== null) return dimensionsEqual(target.unit.dimension, dimension);
    if (kindsOfHow(question)?.has(dimensionKey(target.unit.dimension)) === true) return true;
    if (profile === null) return this.#said.asked.some((root) => target.roots.has(root));
    return askedFor(profile, { target }, this.#said).hits.length > 0;
  }
}

function keptIn<T>(kept: Map<string, T>, key: string, find: () => T): T {
  const before = kept.get(key);
  if (before !== undefined) return before;
  const found = find();
  kept.set(key, found);
  return found;
}
