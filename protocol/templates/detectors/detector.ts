/** What a detector is: it makes the states of a program out of a few expressions and params. */
import type { ContextDeclaration, TransitionDeclaration } from "../../contracts/program.js";

export interface Slots {
  /** An expression, in brackets. */
  one(name: string): string;
  /** Null where it is not given. */
  maybe(name: string): string | null;
  /** Expressions, each in brackets. */
  many(name: string): readonly string[];
  /** One of a few words; the first where it is not given. */
  choice(name: string, words: readonly [string, ...string[]]): string;
}

export interface DetectorMachine {
  readonly context?: Readonly<Record<string, ContextDeclaration>>;
  readonly states: Readonly<Record<string, { readonly on: readonly TransitionDeclaration[] }>>;
}

export interface Detector {
  readonly id: string;
  /** One sentence for people who look for it. */
  readonly about: string;
  /** Params that it reads, each with what it means. */
  readonly params: Readonly<Record<string, string>>;
  /** Slots that it reads, each with what it means; those that end in ? may be left out. */
  readonly slots: Readonly<Record<string, string>>;
  readonly machine: (slots: Slots) => DetectorMachine;
}

/** Conditions between the four states. */
export interface Levels {
  readonly alert: string;
  readonly watch: string;
  /** From alert to resolved. */
  readonly clear: string;
  /** From watch and resolved to nominal. */
  readonly calm: string;
  /** Facts kept of each event, whatever is decided. */
  readonly assign?: Readonly<Record<string, string>>;
  readonly context?: Readonly<Record<string, ContextDeclaration>>;
  /** Said at each event, whatever is decided. */
  readonly report?: { readonly type: string; readonly data: Readonly<Record<string, string>> };
  /** What an alert and its end carry. */
  readonly data: Readonly<Record<string, string>>;
}

/** Nominal, watch, alert and resolved, with dead bands between them. */
export function fourStates(levels: Levels): DetectorMachine {
  const { alert, assign, calm, clear, context, data, report, watch } = levels;
  const always = report === undefined ? [] : [report];
  const to = (
    target: string,
    guard: string,
    emit: readonly { type: string; data: Readonly<Record<string, string>> }[] = [],
  ): TransitionDeclaration => ({
    guard,
    target,
    ...(assign === undefined ? {} : { assign: { ...assign } }),
    ...(emit.length + always.length === 0
      ? {}
      : { emit: [...emit, ...always].map((one) => ({ type: one.type, data: { ...one.data } })) }),
  });
  const raised = to("alert", alert, [{ type: "alert.raised", data }]);
  const stay = (state: string): readonly TransitionDeclaration[] =>
    assign === undefined && report === undefined ? [] : [to(state, "true")];
  return {
    ...(context === undefined ? {} : { context }),
    states: {
      nominal: { on: [raised, to("watch", watch), ...stay("nominal")] },
      watch: { on: [raised, to("nominal", calm), ...stay("watch")] },
      alert: {
        on: [to("resolved", clear, [{ type: "alert.cleared", data }]), ...stay("alert")],
      },
      resolved: { on: [raised, to("nominal", calm), ...stay("resolved")] },
    },
  };
}

/** The four states of a value that is bad where it is high. */
export function high(value: string, more: Partial<Levels> = {}): DetectorMachine {
  return fourStates({
    alert: `${value} >= params.limit`,
    watch: `${value} >= params.early`,
    clear: `${value} < params.limit - params.band`,
    calm: `${value} < params.early - params.band`,
    data: { value },
    ...more,
  });
}

/** The four states of a value that is bad where it is low. */
export function low(value: string, more: Partial<Levels> = {}): DetectorMachine {
  return fourStates({
    alert: `${value} <= params.limit`,
    watch: `${value} <= params.early`,
    clear: `${value} > params.limit + params.band`,
    calm: `${value} > params.early + params.band`,
    data: { value },
    ...more,
  });
}

export const LEVEL_PARAMS = {
  limit: "where the alert begins",
  early: "where the watch begins",
  band: "how far a value goes back before a state ends",
} as const;
