/**
 * From what is known to what is wanted: the least derivation that uses all values. Two that differ
 * are asked about, what is supposed is asked about, and where there is none it says what more would do.
 */
import type { KernelValue } from "../chains/result.js";
import type { Registry } from "../operators/registry.js";
import type { Fact } from "./facts.js";
import { lawBookOf, type LawBook } from "./lawBook.js";
import { furtherInputs, type FurtherInputs } from "./further.js";
import { readQuestion, type DeriveRequest, type Question } from "./question.js";
import type { Derivation } from "../seal/derivationFormat.js";
import { computedOf, type Computed } from "./computed.js";
import type { DerivedStep } from "./run.js";
import { statedDerivation } from "./stated.js";
import { PathSearch, type Path } from "./search.js";

export interface Alternative {
  readonly laws: readonly string[];
  readonly value: number;
  readonly unit: string | null;
  readonly steps: readonly DerivedStep[];
  /** Words of which one must be said, of each law that is about a thing. */
  readonly supposes: readonly string[];
  /** Balances that it takes for granted. */
  readonly assumes: readonly string[];
}

export type Derived =
  | {
      readonly status: "answer";
      /** Its laws in order. */
      readonly laws: readonly string[];
      readonly derivation: Derivation;
      readonly kernel: KernelValue;
    }
  | {
      readonly status: "asked";
      readonly reason: string;
      readonly alternatives: readonly Alternative[];
    }
  | {
      readonly status: "lacking";
      readonly message: string;
      readonly further: readonly FurtherInputs[];
    }
  | { readonly status: "refused"; readonly message: string }
  | { readonly status: "invalid"; readonly name: string; readonly message: string };

/** Derivations of one number of laws that are computed. */
const COMPUTED_MAX = 32;
const SHOWN_MAX = 8;
/** Two values this close are one. */
const SAME_VALUE = 1e-9;
export function derive(registry: Registry, request: DeriveRequest): Derived {
  const book = lawBookOf(registry);
  const unknown = request.use?.find((id) => registry.get(id) === undefined);
  if (unknown !== undefined)
    return { status: "invalid", name: unknown, message: `there is no operator ${unknown}` };
  const read = readQuestion(book, request);
  if (!read.ok) return { status: "invalid", name: read.name, message: read.message };
  const { question } = read;
  if (request.steps !== undefined) {
    const stated = statedDerivation(book, question, request.steps);
    return typeof stated === "string" ? { status: "refused", message: stated } : answerOf(stated);
  }
  const same = knownAlready(question);
  if (same !== null) return { status: "refused", message: same };
  const search = new PathSearch(book, question);
  const { byCost, isCut } = search.paths();
  if (isCut)
    return {
      status: "refused",
      message: "more ways lead there than are looked through; name laws with `use`",
    };
  return judged(book, question, byCost) ?? lacking(book, question, search);
}

/** The one value that is known is that which is wanted: no law says more of it. */
function knownAlready({ known, wanted }: Question): string | null {
  const [only, another] = known;
  if (only === undefined || another !== undefined || only.kind !== wanted.kind) return null;
  const isOther = only.of !== wanted.of || only.states.join() !== wanted.states.join();
  const kind = wanted.kind.replaceAll("_", " ");
  return isOther ? null : `${kind} is what is known already; say with \`of\` whose is wanted`;
}

function lacking(book: LawBook, question: Question, search: PathSearch): Derived {
  const further = furtherInputs(book, question, search);
  const wanted = question.wanted.kind.replaceAll("_", " ");
  return {
    status: "lacking",
    message:
      further.length === 0
        ? `no three laws lead from all of what is known to ${wanted}`
        : `what is known does not determine ${wanted}; one of the sets of further inputs would`,
    further,
  };
}

/** What the ways come to; null where there is none. */
function judged(
  book: LawBook,
  question: Question,
  byCost: readonly (readonly Path[])[],
): Derived | null {
  let refused: string | null = null;
  const supposed: Computed[] = [];
  for (const paths of byCost) {
    const sure: Computed[] = [];
    for (const path of inOrder(paths).slice(0, COMPUTED_MAX)) {
      const computed = computedOf(book, question, path);
      if (typeof computed === "string") refused ??= path.supposes.length === 0 ? computed : null;
      else (path.supposes.length === 0 ? sure : supposed).push(computed);
    }
    const [first] = sure;
    if (first === undefined) continue;
    const differing = distinct(sure);
    if (differing.length > 1)
      return asked("laws that use all of it give different values: name one with `use`", differing);
    const fewer = distinct([
      first,
      ...supposed.filter(({ path }) => path.fact.cost < first.path.fact.cost),
    ]);
    if (fewer.length > 1)
      return asked("fewer laws give another value, of a thing that was not said", fewer);
    return answerOf(first);
  }
  if (supposed.length > 0)
    return asked("each way is about a thing or a case that was not said", distinct(supposed));
  return refused === null ? null : { status: "refused", message: refused };
}

function inOrder(paths: readonly Path[]): readonly Path[] {
  const keyed = paths.map((path) => {
    const { steps } = path.fact;
    const assumed = steps.filter(({ law }) => law.assumes !== "").length;
    const ids = steps.map(({ law, target }) => `${law.id} ${target.symbol}`).join(", ");
    return { path, assumed, length: steps.length, ids };
  });
  return keyed
    .sort(
      (a, b) =>
        a.assumed - b.assumed ||
        a.length - b.length ||
        (a.ids < b.ids ? -1 : a.ids > b.ids ? 1 : 0),
    )
    .map(({ path }) => path);
}

/** One of each value, in order. */
function distinct(all: readonly Computed[]): readonly Computed[] {
  const kept: Computed[] = [];
  for (const one of all)
    if (!kept.some(({ kernel }) => isSame(kernel.value, one.kernel.value))) kept.push(one);
  return kept;
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME_VALUE * Math.max(Math.abs(a), Math.abs(b));
}

function asked(reason: string, all: readonly Computed[]): Derived {
  return { status: "asked", reason, alternatives: all.slice(0, SHOWN_MAX).map(alternativeOf) };
}

function alternativeOf({ kernel, path, plan, steps }: Computed): Alternative {
  return {
    laws: plan.operators.map(({ id }) => id),
    value: kernel.value,
    unit: kernel.unit,
    steps,
    supposes: path.supposes,
    assumes: assumptionsOf(path.fact),
  };
}

function assumptionsOf({ steps }: Fact): readonly string[] {
  return [...new Set(steps.map(({ law }) => law.assumes).filter((text) => text !== ""))];
}

function answerOf({ derivation, kernel, plan }: Computed): Derived {
  return { status: "answer", laws: plan.operators.map(({ id }) => id), derivation, kernel };
}
