import type { JsonObject } from "../ports.js";

/** One question of the conformance corpus and the answer any implementation must give. */
interface Asked {
  /**
   * `operator/NM21`, `refusal/inequality`, `language/integral`: the part before `/` is the group.
   */
  readonly id: string;
  readonly expect:
    | {
        readonly value: number;
        /**
         * What this engine version answers, as 16 hex digits; null where no node has stamped it.
         */
        readonly value_bits: string | null;
        readonly unit: string;
        readonly tolerance: number;
        /** Beside the relative tolerance, where the value may be zero. */
        readonly absolute?: number;
      }
    | { readonly refusal: string };
  /** Where the expectation comes from; never this engine. */
  readonly source: string;
}

/** A computation by operator ids. */
interface ComputeCase extends Asked {
  readonly operation: "compute";
  readonly request: {
    readonly operators: readonly string[];
    readonly inputs: Readonly<Record<string, number>>;
  };
}

/** An equation typed by hand. */
interface PlaygroundCase extends Asked {
  readonly operation: "playgroundCompute";
  readonly request: {
    readonly equation: string;
    readonly inputs: Readonly<Record<string, number>>;
    readonly symbols?: Readonly<Record<string, string>>;
    readonly solve_for?: string;
  };
}

/** A job of a solver: `operation` is `solver`, the request its id and its body. */
interface SolverCase extends Asked {
  readonly operation: "solver";
  readonly request: { readonly solver: string; readonly body: JsonObject };
}

/** `operation` names what is asked; each further one joins by a further member of this union. */
export type ConformanceCase = ComputeCase | PlaygroundCase | SolverCase;
