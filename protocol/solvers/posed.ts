/** What a body asks for, settled once a job: bounds of memory and work ask for it before the run does. */

export interface Posed<I extends object, P> {
  /** For a bound; kept for whoever asks next with the same inputs. */
  readonly look: (inputs: I) => P;
  /** For a run, which may add to it: nobody else gets the same. */
  readonly take: (inputs: I) => P;
}

/** @param pose settles inputs; whatever it throws is thrown to each that asks */
export function posedOnce<I extends object, P>(pose: (inputs: I) => P): Posed<I, P> {
  const kept = new WeakMap<I, { readonly problem: P }>();
  const look = (inputs: I): P => {
    const found = kept.get(inputs);
    if (found !== undefined) return found.problem;
    const problem = pose(inputs);
    kept.set(inputs, { problem });
    return problem;
  };
  const take = (inputs: I): P => {
    const problem = look(inputs);
    kept.delete(inputs);
    return problem;
  };
  return { look, take };
}
