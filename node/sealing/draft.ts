/**
 * What waits for a commit window, as plain data: the window may be put together by another thread.
 * Drafts travel there as one flat list, because naming each member of each draft would cost more
 * than the data.
 */
import { KO42_EQUATION, masterSum } from "../../protocol/kernel/master.js";
import type { KernelValue, MasterSum, Solution } from "../../protocol/kernel/result.js";
import type { JsonObject } from "../../protocol/ports.js";
import type { Funding } from "../../protocol/seal/envelope.js";
import type { Visibility } from "../../storage/records.js";
import { packOperations, unpackOperations, type PostDraft, type Posting } from "./posting.js";

/** What every result of a chain has in common. */
export interface ChainFacts {
  /** Operator ids, KO42 first. */
  readonly operators: readonly string[];
  readonly masterEquation: string;
  readonly credits: number;
  readonly registryVersion: string;
  /** Of a solver's run; absent for closed forms. */
  readonly solver?: { readonly engine: string; readonly precisionBound: number };
}

/** A further write of the batch of a seal. */
export type Beside =
  /**
   * The answer, kept for an idempotency key; `before` is an object whose members stand before its
   * own.
   */
  | {
      readonly kind: "answer";
      readonly owner: string;
      readonly scope: string;
      readonly request: string;
      readonly before?: string;
    }
  /** The receipt id, under a name. */
  | { readonly kind: "name"; readonly name: string };

/** One object of two, neither empty, as texts: the members of the first stand first. */
export function joinedMembers(first: string, second: string): string {
  return `${first.slice(0, -1)},${second.slice(1)}`;
}

/** How the price of a result is paid: settled before it was computed. */
export interface Charge {
  /** The part of the price from free credits; the rest comes from purchased ones. */
  readonly free: number;
  /**
   * The price is minted for the account and burned at once: no balance is touched, and the envelope
   * is free-funded.
   */
  readonly allowance: boolean;
}

/** Any free credit in a price makes its envelope free-funded. */
export function fundingOf({ allowance, free }: Charge): Funding {
  return allowance || free > 0 ? "free" : "paid";
}

/** A charge with what is to be told to whoever set the price aside. */
export interface Payment extends Charge {
  /** The price was burned by this entry of the journal. */
  sealed(journal: number): void;
  /** Nothing was sealed, nothing is charged. */
  unsealed(): void;
}

/** What the node and its operator compute with. */
export const ALLOWANCE: Payment = {
  free: 0,
  allowance: true,
  sealed: () => undefined,
  unsealed: () => undefined,
};

/** A result waiting for its seal. */
export interface SealDraft {
  readonly chain: ChainFacts;
  readonly account: string;
  readonly charge: Charge;
  /** Id of the machine whose key asked for it; null for the account itself. */
  readonly machine: string | null;
  readonly visibility: Visibility;
  readonly domain: string | null;
  /** Canonical text. */
  readonly inputs: string;
  /** Canonical text. */
  readonly uncertainties: string | null;
  readonly result: KernelValue;
  readonly beside: Beside | null;
}

/** An event of another kind for the same spine. */
export interface EventDraft {
  readonly kind: string;
  readonly body: JsonObject;
}

export type SealItem = SealDraft | EventDraft | PostDraft;

export function isEventDraft(item: object): item is EventDraft {
  return "kind" in item;
}

export function isPostDraft(item: object): item is PostDraft {
  return "post" in item;
}

/** The members of a draft that most lack. */
interface Unusual {
  readonly machine: string | null;
  readonly unitUnknown: readonly string[];
  readonly metricShift: number | null;
  readonly assumed: KernelValue["assumed"];
  readonly unused: KernelValue["unused"];
  readonly notes: readonly string[];
  readonly outOfScale: readonly string[];
  /** Null where it follows from the value. */
  readonly masterSum: MasterSum | null;
  readonly solution: Solution | null;
}

const USUAL: Unusual = {
  machine: null,
  unitUnknown: [],
  metricShift: null,
  assumed: {},
  unused: {},
  notes: [],
  outOfScale: [],
  masterSum: null,
  solution: null,
};

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}

function unusualOf({ machine, result }: SealDraft): Unusual | null {
  const {
    unitUnknown,
    metricShift,
    assumed,
    unused,
    notes,
    operatorChain,
    facts,
    solution = null,
  } = result;
  if (
    machine === null &&
    solution === null &&
    unitUnknown.length === 0 &&
    metricShift === null &&
    isEmpty(assumed) &&
    isEmpty(unused) &&
    notes.length === 0 &&
    facts.outOfScale.length === 0 &&
    operatorChain.length <= 2
  )
    return null;
  return {
    machine,
    unitUnknown,
    metricShift,
    assumed,
    unused,
    notes,
    outOfScale: facts.outOfScale,
    masterSum: operatorChain.length <= 2 && solution === null ? null : result.masterSum,
    solution,
  };
}

/** Entries of the flat list that one draft takes, before its equations. */
const DRAFT_FIELDS = 17;
/** Where a draft has the number of its equations. */
const EQUATIONS_AT = 10;
/** Stands where a draft has its chain: an event takes three entries. */
const EVENT_MARK = -1;
/** The same for a posting. */
const POST_MARK = -2;
const MARKED_FIELDS = 3;
/** Stands where a draft has its free credits. */
const ALLOWANCE_MARK = -1;

/** @param chainOf the number under which the other side knows a chain */
export function packItems(
  items: readonly SealItem[],
  chainOf: (chain: ChainFacts) => number,
): unknown[] {
  const flat: unknown[] = [];
  for (const item of items) {
    if (isEventDraft(item)) {
      flat.push(EVENT_MARK, item.kind, item.body);
      continue;
    }
    if (isPostDraft(item)) {
      flat.push(POST_MARK, item.post, packOperations(item.operations));
      continue;
    }
    const { result } = item;
    const { equations } = result;
    // The modulation stands first in every list of equations.
    const known = equations[0] === KO42_EQUATION ? 1 : 0;
    flat.push(
      chainOf(item.chain),
      item.account,
      item.visibility,
      item.domain,
      item.inputs,
      item.uncertainties,
      result.value,
      result.unit,
      result.uncertainty,
      result.uncertaintySource,
      equations.length - known,
      known,
      result.precisionActual,
      result.calcondVariance,
      unusualOf(item),
      item.beside,
      item.charge.allowance ? ALLOWANCE_MARK : item.charge.free,
    );
    for (let i = known; i < equations.length; i += 1) flat.push(equations[i]);
  }
  return flat;
}

/** What `packItems` wrote, with the same bits. */
export function unpackItems(
  flat: readonly unknown[],
  chainAt: (number: number) => ChainFacts,
): SealItem[] {
  const items: SealItem[] = [];
  for (let at = 0; at < flat.length;) {
    const chain = flat[at] as number;
    if (chain === EVENT_MARK) {
      items.push({ kind: flat[at + 1] as string, body: flat[at + 2] as JsonObject });
      at += MARKED_FIELDS;
    } else if (chain === POST_MARK) {
      items.push({
        post: flat[at + 1] as Posting,
        operations: unpackOperations(flat[at + 2] as Uint8Array),
      });
      at += MARKED_FIELDS;
    } else {
      const end = at + DRAFT_FIELDS + (flat[at + EQUATIONS_AT] as number);
      items.push(unpackDraft(flat, at, end, chainAt(chain)));
      at = end;
    }
  }
  return items;
}

const MINTED: Charge = { free: 0, allowance: true };

function unpackDraft(
  flat: readonly unknown[],
  at: number,
  end: number,
  chain: ChainFacts,
): SealDraft {
  const value = flat[at + 6] as number;
  const unit = flat[at + 7] as string | null;
  const known = flat[at + EQUATIONS_AT + 1] as number;
  const precisionActual = flat[at + 12] as number;
  const unusual = (flat[at + 14] as Unusual | null) ?? USUAL;
  const { operators } = chain;
  const domainOperators = operators.length - 1;
  const operatorId = operators[domainOperators]!;
  const own = flat.slice(at + DRAFT_FIELDS, end) as string[];
  const free = flat[at + 16] as number;
  return {
    chain,
    charge: free === ALLOWANCE_MARK ? MINTED : { free, allowance: false },
    account: flat[at + 1] as string,
    machine: unusual.machine,
    visibility: flat[at + 2] as Visibility,
    domain: flat[at + 3] as string | null,
    inputs: flat[at + 4] as string,
    uncertainties: flat[at + 5] as string | null,
    beside: flat[at + 15] as Beside | null,
    result: {
      status: "value",
      operatorChain: operators,
      operatorId,
      value,
      unit,
      unitUnknown: unusual.unitUnknown,
      uncertainty: flat[at + 8] as number,
      uncertaintySource: flat[at + 9] as "gum" | "numerical",
      equations: known === 1 ? [KO42_EQUATION, ...own] : own,
      masterSum:
        unusual.masterSum ?? masterSum(domainOperators === 0 ? [] : [{ operatorId, value, unit }]),
      masterEquation: chain.masterEquation,
      precisionActual,
      calcondVariance: flat[at + 13] as number,
      metricShift: unusual.metricShift,
      assumed: unusual.assumed,
      unused: unusual.unused,
      notes: unusual.notes,
      facts: {
        domainOperators,
        outOfScale: unusual.outOfScale,
        precisionActual,
        refusedBecause: null,
        ...(unusual.solution === null ? {} : { precisionBound: unusual.solution.precisionBound }),
      },
      ...(unusual.solution === null ? {} : { solution: unusual.solution }),
    },
  };
}
