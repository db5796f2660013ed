/**
 * What a solver is. Its card (inputs, limits, examples) is light and read by every surface; its
 * `run` is a pure function of its inputs, synchronous, and called by worker threads only.
 */
import type { z } from "zod";
import type { JsonObject, JsonValue } from "../ports.js";
import type { SolverRefusal } from "./refusal.js";

/**
 * Polled every fixed number of steps: a flag in shared memory, for an event never fires inside a
 * loop.
 */
export interface StopSignal {
  readonly aborted: boolean;
}

/** How the error of a value was estimated; each has its own rule in gate.ts. */
export type Method =
  | "rounding"
  | "levels"
  | "step-halving"
  | "residual"
  | "sampling"
  | "certificate";

export interface Axis {
  readonly name: string;
  readonly unit: string;
  readonly n: number;
  /** Even axes state the first point and the distance, uneven ones every point. */
  readonly start?: number;
  readonly step?: number;
  readonly values?: readonly number[];
  readonly periodic?: boolean;
}

/** Row-major samples over axes; one axis makes it a series or a profile. */
export interface Field {
  readonly name: string;
  readonly unit: string;
  readonly shape: readonly number[];
  readonly data: Float64Array;
  readonly axes: readonly Axis[];
  /** One standard uncertainty of every sample, in `unit`; absent where none was established. */
  readonly uncertainty?: number;
}

/**
 * The last three time levels of the primary field, tau = dt / t_end apart; absent where there is no
 * time.
 */
export interface TimeLevels {
  readonly before2: Float64Array;
  readonly before1: Float64Array;
  readonly tau: number;
}

export interface Invariant {
  readonly name: string;
  readonly first: number;
  readonly last: number;
  /** Largest departure on the way, sampled at every step, in percent of the stated scale. */
  readonly driftPct: number;
  readonly boundPct: number;
}

export interface Level {
  readonly resolution: number;
  readonly value: number;
}

export interface ErrorEstimate {
  /** Relative to max(|value|, scale); of sampling: ONE standard error. */
  readonly relative: number;
  /**
   * A declared formula of the inputs, in the unit of the value; 0 where the value is its own scale.
   */
  readonly scale: number;
  readonly method: Method;
  readonly levels: readonly Level[];
  /** Observed order of convergence. */
  readonly order?: number;
  /** Sampling: bias and step part, relative like `relative`. */
  readonly systematic?: number;
  /**
   * The caller fixed mesh, step or averaging length: the value is that of the stated discrete
   * problem.
   */
  readonly fixedByCaller?: boolean;
  /** A level finer than the estimate asked for was run, because the levels before it varied. */
  readonly recomputed?: boolean;
}

export interface Assumed {
  readonly name: string;
  readonly value: JsonValue;
  readonly unit: string;
  readonly why: string;
}

export interface Quantity {
  readonly value: number;
  readonly unit: string;
  /** One standard uncertainty in `unit`; 0 says that the number is exact. */
  readonly uncertainty: number;
}

export interface SolverResult {
  readonly value: number;
  readonly unit: string;
  /**
   * Standard uncertainty from physical constants (their CODATA uncertainty), in `unit`; absent
   * where none enters. The numerical part is added by the kernel from `error`.
   */
  readonly physicalUncertainty?: number;
  /** The solved problem, as text with the numbers of this run written in; at least one line. */
  readonly equations: readonly string[];
  /** Further numbers, each with its unit and uncertainty. */
  readonly outputs: Readonly<Record<string, Quantity>>;
  /**
   * Members the interface names (`crackPath`, `deflectionRatio`, ...) and tables; top level of the
   * answer.
   */
  readonly named: JsonObject;
  /** First is primary. Empty for scalars. */
  readonly fields: readonly Field[];
  readonly timeLevels?: TimeLevels;
  /** Accepted back as `initialState`: everything that the rest of the run depends on. */
  readonly state?: JsonObject;
  readonly invariants: readonly Invariant[];
  readonly error: ErrorEstimate;
  readonly assumed: readonly Assumed[];
  readonly prng?: { readonly name: string; readonly seed: string };
  readonly notes: readonly string[];
  /** Multibody without positions: computed and said, but no physics that may be sealed. */
  readonly unsealed?: string;
}

/** Where a number came from that nobody here computed. */
export interface SolverExample {
  readonly title: string;
  readonly body: JsonObject;
  readonly expect: {
    readonly value: number;
    readonly unit: string;
    /** Relative tolerance of the comparison: the source's digits, or the gate. */
    readonly relative: number;
    /** Absolute tolerance where the value is zero. */
    readonly absolute?: number;
    /** Publication with table or equation number, or the independent program that gave it. */
    readonly source: string;
  };
}

export interface SolverCard<I extends z.ZodObject = z.ZodObject> {
  /** `heat`: path /api/calc/heat, tool calc_heat, verb and client function follow. */
  readonly id: string;
  /** Part of the engine version of its envelopes: moves when any bit of any result can. */
  readonly version: number;
  readonly title: string;
  /** One sentence for lists and tools. */
  readonly summary: string;
  /** What `value` is. */
  readonly primary: { readonly name: string; readonly quantity: string; readonly unit: string };
  /** A strict object made of the fields of input.ts: SI, each with unit, aliases and range. */
  readonly inputs: I;
  /** Sets of inputs that determine the value; optional modes state their own. */
  readonly sufficient: readonly (readonly string[])[];
  /** Physics never defaults; resolution, scheme, probe and seed may, and are then declared. */
  readonly kinds: Readonly<Record<string, "physics" | "numerical">>;
  /** Takes `initialState` and answers `state`. */
  readonly reactor: boolean;
  /** Named bounds, as they are enforced and published. */
  readonly limits: Readonly<Record<string, number>>;
  readonly examples: readonly SolverExample[];
}

export type Inputs<I extends z.ZodObject> = z.output<I>;

export interface Solver<I extends z.ZodObject = z.ZodObject> {
  readonly card: SolverCard<I>;
  /**
   * Inner-loop count of the fixed run, or of the first three levels; known before the run, priced
   * by it.
   */
  work(inputs: Inputs<I>): bigint;
  /** Operators a job is priced by instead of its work, beside its bodies; only of multibody. */
  operators?(inputs: Inputs<I>): number;
  /** Whether the job is computed and said, but nothing that may be sealed. */
  unsealed?(inputs: Inputs<I>): boolean;
  /** The same refusal, with what the inputs have to do with it. */
  refused?(inputs: Inputs<I>, refusal: SolverRefusal): SolverRefusal;
  /** Bytes the run will hold; checked before anything is allocated. */
  memory(inputs: Inputs<I>): number;
  /**
   * Pure and deterministic. Polls `stop` at least every 50 ms of work.
   * @param progress fraction of the whole in [0, 1] never falls; `level` counts refinements, and
   *   `error` is what the levels so far estimate of the value's, relative
   * @throws SolverRefusal where there is no value; Stopped when `stop` was set
   */
  run(inputs: Inputs<I>, stop: StopSignal, progress: Progress): SolverResult;
}

export type Progress = (done: number, of: number, level?: number, error?: number) => void;

/** Checks a definition against its own types; what it returns is what it was given. */
export function defineCard<const I extends z.ZodObject>(card: SolverCard<I>): SolverCard<I> {
  return card;
}

export function defineSolver<I extends z.ZodObject>(solver: Solver<I>): Solver<I> {
  return solver;
}
