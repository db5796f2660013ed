/** Values that are known or follow, and the ways to bind them to the slots of one law. */
import { countWork } from "../workCount.js";
import { excludeEachOther } from "../lexicon/contradictions.js";
import { isGeneric } from "../lexicon/kinds.js";
import { acceptedAs, type Law, type LawSlot } from "./laws.js";
import { statesOf, type Known } from "./question.js";

export interface Step {
  readonly law: Law;
  readonly target: LawSlot;
  /** By slot of the law; null for one that is left to its standard value. */
  readonly bound: readonly (Fact | null)[];
}

export interface Fact {
  readonly kind: string;
  /** Kinds it may be bound as. */
  readonly accepted: readonly string[];
  readonly of: string;
  readonly states: readonly string[];
  /** Another value of the kind is known in another state: it stands where its state is meant. */
  readonly isOfState: boolean;
  readonly words: readonly string[];
  /** Bits of the known values it uses. */
  readonly mask: number;
  /** Place among the known values; -1 for what follows. */
  readonly given: number;
  /** Steps that lead to it, each behind those it needs. */
  readonly steps: readonly Step[];
  /** Laws and conversions of several inputs among them. */
  readonly cost: number;
  readonly unit: string | null;
}

export function factOf(known: Known, at: number, all: readonly Known[]): Fact {
  const { kind, of, others = [], states, words } = known;
  const isOfState = all.some(
    (other) => other.kind === kind && other.states.join() !== states.join() && states.length > 0,
  );
  const accepted = [...new Set([kind, ...others].flatMap(acceptedAs))];
  return {
    kind,
    accepted,
    of,
    states,
    isOfState,
    words,
    mask: 1 << at,
    given: at,
    steps: [],
    cost: 0,
    unit: null,
  };
}

export function costOf({ inputs, isConversion }: Law): number {
  return isConversion && inputs === 1 ? 0 : 1;
}

/** Facts by the kinds they may be bound as. */
export class Pool {
  readonly #byKind = new Map<string, Fact[]>();
  /** Of what was asked for since the last fact came. */
  readonly #fitting = new Map<LawSlot, readonly Fact[]>();
  readonly all: Fact[] = [];

  constructor(facts: Iterable<Fact>) {
    for (const fact of facts) this.add(fact);
  }

  add(fact: Fact): void {
    this.all.push(fact);
    this.#fitting.clear();
    for (const kind of fact.accepted) {
      const list = this.#byKind.get(kind);
      if (list === undefined) this.#byKind.set(kind, [fact]);
      else list.push(fact);
    }
  }

  get kinds(): Iterable<string> {
    return this.#byKind.keys();
  }

  /** Those that may be bound to a slot. */
  fitting(slot: LawSlot): readonly Fact[] {
    const before = this.#fitting.get(slot);
    if (before !== undefined) return before;
    const found = this.#lookedUp(slot);
    this.#fitting.set(slot, found);
    return found;
  }

  /** Whether anything may be: most laws lack two inputs. */
  has(slot: LawSlot): boolean {
    const before = this.#fitting.get(slot);
    if (before !== undefined) return before.length > 0;
    for (const kind of slot.kinds)
      for (const fact of this.#byKind.get(kind) ?? NONE) if (fits(fact, slot)) return true;
    // Of a loose kind few are bound.
    return slot.loose !== null && this.fitting(slot).length > 0;
  }

  #lookedUp(slot: LawSlot): readonly Fact[] {
    const found: Fact[] = [];
    for (const kind of slot.kinds) {
      for (const fact of this.#byKind.get(kind) ?? NONE)
        if (fits(fact, slot) && !found.includes(fact)) found.push(fact);
    }
    if (slot.loose !== null)
      for (const fact of this.#byKind.get(slot.loose) ?? NONE)
        if (fact.given >= 0 && fact.kind === slot.loose && fits(fact, slot)) found.push(fact);
    return found;
  }
}

const NONE: readonly Fact[] = [];
const slotStates = new WeakMap<LawSlot, readonly string[]>();

function statesOfSlot(slot: LawSlot): readonly string[] {
  const known = slotStates.get(slot);
  if (known !== undefined) return known;
  const states = statesOf(slot.words);
  slotStates.set(slot, states);
  return states;
}

function fits({ given, isOfState, kind, states, words }: Fact, slot: LawSlot): boolean {
  if (isGeneric(kind)) {
    // A number is nothing by itself: the words of the caller must be those of the record.
    if (given < 0) return false;
    const telling = words.filter((word) => word !== kind);
    if (telling.length === 0 ? slot.own.length > 0 : !telling.every((word) => slot.words.has(word)))
      return false;
  }
  if (states.length === 0) return true;
  const own = statesOfSlot(slot);
  return (own.length === 0 && !isOfState) || states.some((state) => own.includes(state));
}

/** Work of trying one value in one slot. */
const TRIED_WORK = 0.3;

export interface Expansion {
  readonly law: Law;
  readonly target: LawSlot;
  readonly pool: Pool;
  /** Most laws of what follows. */
  readonly costMax: number;
  /** Least laws of it: less was looked through before. */
  readonly costMin: number;
  /** Known values of the question; all of them where only whole uses count. */
  readonly maskNeeded: number;
  /** Counts a try; false where no more are made. */
  readonly mayTry?: () => boolean;
}

/** Calls back with each way to bind all slots of a law but one. */
export function expand(asked: Expansion, found: (fact: Fact) => void): void {
  const { law, pool, target } = asked;
  const slots = law.slots.filter((slot) => slot !== target);
  const choices: (readonly Fact[])[] = [];
  let reachable = 0;
  for (const slot of slots) {
    const facts = pool.fitting(slot);
    if (facts.length === 0 && !slot.isOptional) return;
    for (const { mask } of facts) reachable |= mask;
    choices.push(facts);
  }
  if ((reachable & asked.maskNeeded) !== asked.maskNeeded) return;
  const bound: (Fact | null)[] = slots.map(() => null);
  const choose = (at: number, mask: number, steps: readonly Step[], cost: number): void => {
    if (at === slots.length) {
      if (cost < asked.costMin || (mask & asked.maskNeeded) !== asked.maskNeeded || mask === 0)
        return;
      const fact = follow(law, target, slots, bound, { mask, steps, cost });
      if (fact !== null) found(fact);
      return;
    }
    for (const fact of choices[at]!) {
      countWork(TRIED_WORK);
      if (asked.mayTry?.() === false) return;
      if (bound.includes(fact)) continue;
      const all = joined(steps, fact.steps);
      const sum = all === steps ? cost : costsOf(all) + costOf(law);
      if (sum > asked.costMax || all.some((step) => step.law === law)) continue;
      bound[at] = fact;
      choose(at + 1, mask | fact.mask, all, sum);
      bound[at] = null;
    }
    if (slots[at]!.isOptional) choose(at + 1, mask, steps, cost);
  };
  choose(0, 0, [], costOf(law));
}

function joined(a: readonly Step[], b: readonly Step[]): readonly Step[] {
  if (b.length === 0) return a;
  const more = b.filter((step) => !a.includes(step));
  return more.length === 0 ? a : [...a, ...more];
}

function costsOf(steps: readonly Step[]): number {
  let sum = 0;
  for (const { law } of steps) sum += costOf(law);
  return sum;
}

interface Use {
  readonly mask: number;
  readonly steps: readonly Step[];
  readonly cost: number;
}

/** What follows; null where values of different bodies would stand for one. */
function follow(
  law: Law,
  target: LawSlot,
  slots: readonly LawSlot[],
  bound: readonly (Fact | null)[],
  { cost, mask, steps }: Use,
): Fact | null {
  const bodies = new Map<string, string>();
  for (const [at, fact] of bound.entries()) {
    const slot = slots[at]!;
    if (fact !== null && isOtherShare(fact, slot, law)) return null;
    if (fact === null || fact.of === "") continue;
    if (isOfAnother(fact, slot, law)) return null;
    if (slot.own.length > 0 && slot.body === "") continue;
    const before = bodies.get(slot.body);
    if (before !== undefined && before !== fact.of) return null;
    bodies.set(slot.body, fact.of);
  }
  if (breaksOrder(law, slots, bound)) return null;
  // One law twice, or a law that was used to find one of its own inputs, turns in a circle.
  if (new Set(steps.map((step) => step.law)).size < steps.length) return null;
  const marks = [...steps.map((step) => step.law.marks), law.marks];
  if (marks.some((one, at) => marks.slice(at + 1).some((other) => excludeEachOther(one, other))))
    return null;
  const isOwn = target.own.length === 0 || target.body !== "";
  const step: Step = {
    law,
    target,
    bound: law.slots.map((slot) => (slot === target ? null : bound[slots.indexOf(slot)]!)),
  };
  return {
    kind: target.kind,
    accepted: target.accepted,
    of: isOwn ? (bodies.get(target.body) ?? "") : "",
    states: statesOfSlot(target),
    isOfState: false,
    words: [],
    mask,
    given: -1,
    steps: [...steps, step],
    cost,
    unit: target.unit,
  };
}

const WHOLE: ReadonlySet<string> = new Set([
  "total",
  "combined",
  "equivalent",
  "net",
  "overall",
  "resulting",
]);

/** Whether a part would stand for the whole of its like, or the whole for a part: two resistances are two parts. */
function isOtherShare(
  { given, kind, states, words }: Fact,
  slot: LawSlot,
  { slots }: Law,
): boolean {
  if (given < 0 || states.length > 0) return false;
  const parts = slots.filter((other) => !other.isResult && other.kind === kind);
  const hasWhole = slots.some((other) => other.isResult && other.kind === kind);
  return parts.length > 1 && hasWhole && slot.isResult !== words.some((word) => WHOLE.has(word));
}

/** Whether another slot of the kind is named as this value is, and this one is not. */
function isOfAnother({ of }: Fact, slot: LawSlot, { slots }: Law): boolean {
  const others = slots.filter((other) => other.kind === slot.kind && other !== slot);
  // What belongs to a body stands in the slot of a body, where the law has one.
  if (slot.body === "" && others.filter(({ body }) => body !== "").length > 1) return true;
  const stems = of.split(" ");
  const names = ({ words }: LawSlot): boolean => stems.some((stem) => words.has(stem));
  return !names(slot) && others.some(names);
}

/** Of two slots whose exchange changes nothing, one order is enough. */
function breaksOrder(
  { symmetric }: Law,
  slots: readonly LawSlot[],
  bound: readonly (Fact | null)[],
): boolean {
  return symmetric.some(([a, b]) => {
    const [one, other] = [a, b].map(
      (symbol) => bound[slots.findIndex((slot) => slot.symbol === symbol)],
    );
    return (
      one !== null &&
      one !== undefined &&
      other !== null &&
      other !== undefined &&
      one.given >= 0 &&
      one.kind === other.kind &&
      other.given >= 0 &&
      one.of === "" &&
      other.of === "" &&
      one.given > other.given
    );
  });
}

/** The kind that a known value has in the steps, where its words leave that open. */
function kindIn(steps: readonly Step[], { kind, others }: Known, at: number): string {
  if (others === undefined) return kind;
  for (const { bound, law } of steps) {
    const slot = law.slots[bound.findIndex((fact) => fact?.given === at)];
    if (slot !== undefined) return slot.kind;
  }
  return kind;
}

/** Whether it leads back to a kind that is known: only a law with two of that kind tells another. */
export function turnsBack(
  { kind, of, steps }: Pick<Fact, "kind" | "of" | "steps">,
  known: readonly Known[],
): boolean {
  const same = known.filter(
    (one, at) =>
      one.isOptional !== true &&
      (of === "" || one.of === "" || one.of === of) &&
      kindIn(steps, one, at) === kind,
  );
  if (same.length === 0) return false;
  return !steps.some(
    ({ bound, law }) =>
      law.slots.filter((slot) => slot.kinds.has(kind)).length > 1 &&
      bound.some((fact) => fact !== null && fact.given >= 0 && fact.kind === kind),
  );
}
