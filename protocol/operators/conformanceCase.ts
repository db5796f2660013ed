/** One question of the conformance corpus and the answer any implementation must give. */
export interface ConformanceCase {
  readonly id: string;
  readonly request:
    | { readonly operators: readonly string[]; readonly inputs: Readonly<Record<string, number>> }
    | { readonly equation: string; readonly inputs: Readonly<Record<string, number>>;
      readonly symbols?: Readonly<Record<string, string>>;
      readonly solve_for?: string };
  readonly expect:
    | { readonly value: number; readonly unit: string; readonly tolerance: number }
    | { readonly refusal: string };
  /** Where the expectation comes from; never this engine. */
  readonly source: string;
}
