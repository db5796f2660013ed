/** What the page asks its engine, and what it hears: plain data, as it crosses to the worker. */
import type { Conversion } from "../../../protocol/units/quantity/index.js";
import type { ContractReplayVerdict } from "../../../protocol/contracts/logReplay.js";
import type { LogVerdict } from "../../../protocol/log/logReader.js";
import type { ReplayVerdict } from "../../../protocol/reactors/replay.js";
import type { MathNode } from "./mathTree.js";

export type Given = Readonly<Record<string, number | string>>;

/** An equation typed by hand, or operators by their ids. */
export interface Question {
  readonly equation?: string;
  readonly operators?: readonly string[];
  readonly inputs: Given;
  readonly uncertainties?: Given;
  /** Units of names, of an equation. */
  readonly symbols?: Readonly<Record<string, string>>;
  readonly solveFor?: string;
}

/** One input as a form shows it; numbers are in `unit`. */
export interface InputField {
  readonly name: string;
  readonly description: string;
  /** "" where none is known; "1" for a pure number. */
  readonly unit: string;
  readonly quantity: string;
  readonly range: readonly [number | null, number | null];
  readonly isWhole: boolean;
  readonly aliases: readonly string[];
  /** What holds where nothing is given, with why. */
  readonly assumed?: { readonly value: number; readonly reason: string };
}

export interface Valued {
  readonly status: "value";
  readonly value: number;
  readonly bits: string;
  readonly unit: string | null;
  readonly unitUnknown: readonly string[];
  readonly uncertainty: number;
  readonly isNumerical: boolean;
  readonly precision: number;
  readonly subject: string | null;
  /** As text, then with numbers. */
  readonly equations: readonly string[];
  readonly assumed: Readonly<Record<string, { value: unknown; unit: string; reason: string }>>;
  readonly unused: Readonly<Record<string, string | null>>;
  readonly notes: readonly string[];
  /** Of a chain; empty for an equation typed by hand. */
  readonly steps: readonly Step[];
}

export interface Step {
  readonly step: number;
  readonly name: string;
  readonly status: string;
  readonly detail?: string;
}

export type Answered =
  | Valued
  | { readonly status: "missing"; readonly message: string; readonly missing: readonly string[] }
  | {
      readonly status: "refused";
      readonly kind: string;
      readonly message: string;
      readonly span?: { readonly start: number; readonly end: number };
    }
  | { readonly status: "bad-input"; readonly name: string; readonly message: string }
  | { readonly status: "unsettled"; readonly message: string };

/** The value over one input, others held. */
export interface Curve {
  readonly name: string;
  readonly unit: string;
  readonly at: readonly number[];
  /** Null where there is no value. */
  readonly values: readonly (number | null)[];
  readonly spreads: readonly number[];
}

/** Ends in a unit, and how many points between them. */
export interface Range {
  readonly low: number;
  readonly high: number;
  readonly count: number;
  readonly unit: string;
}

/** What a line of the box is taken for. */
export type Understood =
  | { readonly kind: "empty" }
  | { readonly kind: "receipt"; readonly id: string }
  | { readonly kind: "document"; readonly held: unknown }
  | { readonly kind: "question"; readonly question: Question }
  | { readonly kind: "conversion"; readonly conversion: Conversion }
  | { readonly kind: "conversion"; readonly fault: string }
  | { readonly kind: "operator"; readonly id: string; readonly name: string }
  | { readonly kind: "words"; readonly text: string };

export interface OperatorRow {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly equation: string;
  readonly evaluable: boolean;
}

export interface OperatorFound {
  readonly total: number;
  readonly rows: readonly OperatorRow[];
}

export interface OperatorCard extends OperatorRow {
  readonly description: string;
  readonly kind: string;
  readonly validity: string;
  readonly reference: string;
  readonly result: {
    readonly symbol: string;
    readonly unit: string;
    readonly quantity: string;
  } | null;
  readonly inputs: readonly InputField[];
  readonly constants: readonly {
    readonly symbol: string;
    readonly name: string;
    readonly value: number;
    readonly unit: string;
    readonly uncertainty: number;
    readonly exact: boolean;
  }[];
  readonly relations: readonly string[];
  readonly example: {
    readonly inputs: Readonly<Record<string, number>>;
    readonly value: number | null;
    readonly refusal: string | null;
  };
}

export interface Line {
  readonly name: string;
  /** Null: not checked. */
  readonly ok: boolean | null;
  readonly detail: string;
}

export interface Proved {
  readonly verdict: "valid" | "sound" | "invalid";
  readonly id: string | null;
  readonly signer: string | null;
  readonly lines: readonly Line[];
}

/** Of an exported log, whose contract or reactor was made again. */
export type ProvedLog = LogVerdict<ContractReplayVerdict | ReplayVerdict>;

export interface WeighedLog {
  readonly proved: ProvedLog;
  /** Runs of solvers that were not made; null where nothing is open for want of them. */
  readonly again: { readonly seconds: number; readonly solvers: readonly string[] } | null;
}

/** A text read as a number of a unit. */
export type ReadText = { readonly value: number } | { readonly fault: string };

/** A step from a leaf to the root. */
export interface TreeStep {
  readonly sibling: string;
  /** Whether the sibling stands to the left. */
  readonly isLeft: boolean;
  /** Hash of both, computed here. */
  readonly node: string;
}

/** Where a receipt stands: after which one, in which event, at which place of its tree. */
export interface Link {
  readonly id: string;
  readonly prev: string;
  readonly author: string;
  /** Of the event. */
  readonly seq: number;
  readonly index: number;
  readonly count: number;
  readonly calcond: number;
  readonly value: number;
  readonly unit: string | null;
  /** Hash of the leaf; null where the path is none. */
  readonly leaf: string | null;
  /** From the leaf up. */
  readonly steps: readonly TreeStep[];
}

/** What the node is asked for a question that is shown. */
export interface Request {
  /** Texts without a unit are numbers here. */
  readonly question: Question;
  /** A registered operator whose equation this one is; it may be sealed. */
  readonly law: { readonly id: string; readonly name: string } | null;
}

/** Questions by name, each with what is answered. */
export interface Engine {
  understand: (text: string) => Promise<Understood>;
  evaluate: (question: Question) => Promise<Answered>;
  request: (question: Question) => Promise<Request>;
  /** Form fields of a question. */
  fields: (question: Question) => Promise<readonly InputField[]>;
  curve: (question: Question, name: string, range: Range) => Promise<Curve | null>;
  /** Units of the same quantity. */
  units: (unit: string) => Promise<readonly string[]>;
  convert: (value: number, from: string, to: string) => Promise<number | null>;
  /** A quantity for a field that is in a unit. */
  quantity: (name: string, text: string, unit: string, isDifference: boolean) => Promise<ReadText>;
  math: (equation: string) => Promise<MathNode | null>;
  search: (q: string, domain: string) => Promise<OperatorFound>;
  domains: () => Promise<readonly { readonly domain: string; readonly count: number }[]>;
  card: (id: string) => Promise<OperatorCard | null>;
  /** Null for what stands in no chain. */
  link: (held: unknown) => Promise<Link | null>;
  prove: (held: unknown, id: string | null, key: string | null) => Promise<Proved>;
  /** A log as `calc contract export` writes it. */
  proveLog: (text: string) => Promise<WeighedLog>;
  /** Seconds that running its solver again may take here; null where that is not to be. */
  secondsAgain: (held: unknown) => Promise<number | null>;
  /** Runs its solver again: in a thread of its own, which tells how far it is. */
  proveSolved: (held: unknown, id: string | null) => Promise<Proved>;
  /** The same for a log with runs of these solvers. */
  proveLogAgain: (text: string, solvers: readonly string[]) => Promise<ProvedLog>;
}

export type Asked = {
  readonly [K in keyof Engine]: {
    readonly id: number;
    readonly name: K;
    readonly given: Parameters<Engine[K]>;
  };
}[keyof Engine];

export type WorkerMessage =
  | { readonly id: number; readonly share: number }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failed: string };
